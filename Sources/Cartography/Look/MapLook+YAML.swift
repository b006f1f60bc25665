// SPDX-License-Identifier: MIT
// Part of Platen: a look written as the file a user starts his own from.

extension MapLook {
  /// The look as YAML: every setting on a line of its own with its comment, nested by the dots of
  /// its name.
  public var yaml: String {
    var lines = [
      "# SPDX-License-Identifier: MIT",
      "# Part of Platen: the look \"\(name)\" of maps, every setting with its value.",
      "#",
      "# Copy this file, keep the lines you want to change, and name it in a manifest: look: mine.yaml.",
      "# Sizes are map units of a sheet whose width is sheet.reference.",
    ]
    var open: [Substring] = []
    for field in MapLook.fields {
      let path = field.name.split(separator: ".")
      let parents = path.dropLast()
      if open != Array(parents) {
        let shared = zip(open, parents).prefix { $0.0 == $0.1 }.count
        if shared == 0 { lines.append("") }
        for depth in shared..<parents.count {
          lines.append(indent(depth) + parents[depth] + ":")
        }
        open = Array(parents)
      }
      lines.append(indent(parents.count) + "# " + field.doc + ".")
      lines.append(indent(parents.count) + path[path.count - 1] + ": " + field.get(self).text)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }
}
