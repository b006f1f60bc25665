// SPDX-License-Identifier: MIT
// Part of Platen: a look written as the file a user starts his own from.

internal import Drawing

extension MapLook {
  /// The look as YAML: every setting on a line of its own with its comment, nested by the dots of
  /// its name.
  public var yaml: String {
    let head =
      [
        "# SPDX-License-Identifier: MIT",
        "# Part of Platen: the look \"\(name)\" of maps, every setting with its value.",
        "#",
        "# Copy this file, keep the lines you want to change, and name it in a manifest: look: mine.yaml.",
        "# Sizes are map units of a sheet whose width is sheet.reference.",
      ] + (about.isEmpty ? [] : ["", "description: " + LookValue.text(about).text])
    return (head + LookText.lines(of: MapLook.fields, in: self)).joined(separator: "\n") + "\n"
  }
}
