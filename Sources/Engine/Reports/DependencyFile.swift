// SPDX-License-Identifier: MIT
// Part of Platen: the inputs of a run, as a dependency file for make and ninja.

/// A dependency file: the outputs, a colon, and their inputs.
package enum DependencyFile {
  /// Whose rules it is written by.
  package enum Format: String, Sendable, CaseIterable {
    /// With an empty rule for each input, so that one that goes away is not an error.
    case make
    /// One rule, as ninja reads it.
    case ninja
  }

  /// - Parameters:
  ///   - targets: the outputs, as the build system names them.
  ///   - inputs: the files that were read.
  package static func text(targets: [String], inputs: [String], format: Format) -> [UInt8] {
    var seen = Set(targets)
    let inputs = inputs.filter { seen.insert($0).inserted }
    var text = targets.map(escaped).joined(separator: " ") + ":"
    for input in inputs { text += " \\\n  " + escaped(input) }
    text += "\n"
    if format == .make { for input in inputs { text += "\n" + escaped(input) + ":\n" } }
    return Array(text.utf8)
  }

  /// Indicates whether a rule can name a file at all: no line of one can be broken, and make cannot
  /// escape some characters that are special to it.
  package static func canName(_ path: String, _ format: Format) -> Bool {
    let barred = format == .make ? ";=%|*?[]" : "|"
    // A home folder is meant only at the beginning.
    return !path.isEmpty && !(format == .make && path.hasPrefix("~"))
      && !path.unicodeScalars.contains { $0.value < 0x20 || barred.unicodeScalars.contains($0) }
  }

  /// A name as make and ninja read it: a backslash before a character that would end it, two dollar
  /// signs for one.
  static func escaped(_ path: String) -> String {
    var out = ""
    var slashes = 0
    for character in path {
      switch character {
      case " ", "\t":
        // Backslashes before a space stand for half as many.
        out += String(repeating: "\\", count: slashes + 1)
      case "#", ":": out += "\\"
      case "$": out += "$"
      default: break
      }
      slashes = character == "\\" ? slashes + 1 : 0
      out.append(character)
    }
    return out
  }
}
