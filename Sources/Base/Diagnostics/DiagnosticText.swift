// SPDX-License-Identifier: MIT
// Part of Platen: diagnostics as lines for people, in the shape editors read.

extension Place {
  /// `file:line:column: field`, as much of it as is known.
  public var text: String {
    var text = file ?? ""
    if let line {
      text += text.isEmpty ? "line \(line)" : ":\(line)"
      if let column { text += ":\(column)" }
    }
    if let field { text += text.isEmpty ? field : ": " + field }
    return text
  }
}

extension Diagnostic {
  /// The first line, fit for a terminal: the place and the message; what is no error says what it
  /// is.
  public var line: String {
    let place = place?.text ?? ""
    let level = severity == .error ? "" : "\(severity.rawValue): "
    return printable((place.isEmpty ? "" : place + ": ") + level + message)
  }

  /// The line, and one line for each hint.
  public var text: String {
    ([line] + hints.map { "hint: " + printable($0) }).joined(separator: "\n")
  }
}
