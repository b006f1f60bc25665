// SPDX-License-Identifier: MIT
// Part of Platen: settings of a look as the lines of a file.

/// Settings as YAML.
public enum LookText {
  /// Returns each setting that the look specifies on a line of its own under its comment, nested by
  /// the dots of its name; an empty line before each group.
  public static func lines<Look>(of fields: [LookField<Look>], in look: Look) -> [String] {
    var lines: [String] = []
    var open: [Substring] = []
    for field in fields {
      guard let value = field.get(look) else { continue }
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
      lines.append(indent(parents.count) + path[path.count - 1] + ": " + value.text)
    }
    return lines
  }

  private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }
}
