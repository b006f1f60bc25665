// SPDX-License-Identifier: MIT
// Part of Platen: diagnostics as text, in the format of compilers' messages.

extension SourceLocation {
  /// `file:line:column: field`, as far as known.
  public var text: String {
    let location = location
    guard let field else { return location }
    return location.isEmpty ? field : location + ": " + field
  }

  /// `file:line:column`, as far as known; empty for a field alone.
  public var location: String {
    guard let line else { return file ?? "" }
    let text = file.map { "\($0):\(line)" } ?? "line \(line)"
    return column.map { text + ":\($0)" } ?? text
  }
}

/// The parts of a diagnostic as it is printed, each fit for a terminal.
public struct DiagnosticParts: Hashable, Sendable {
  /// `file:line:column`, or the name of the program where no file is known.
  public var location: String
  public var severity: Diagnostic.Severity
  /// The message, after the field that it is about.
  public var message: String
  public var code: String
  public var hints: [String]
}

extension Diagnostic {
  /// The parts of what is printed.
  public var parts: DiagnosticParts {
    let location = place?.location ?? ""
    let field = place?.field.map { $0 + ": " } ?? ""
    return DiagnosticParts(
      location: printable(location.isEmpty ? "platen" : location), severity: severity,
      message: printable(field + message), code: code.rawValue, hints: hints.map { printable($0) })
  }

  /// The diagnostic as compilers print one, `file:line:column: error: message [code]`, and a line for
  /// each hint. Editors and build servers parse this format.
  public var report: String {
    let parts = parts
    let line = "\(parts.location): \(severity.rawValue): \(parts.message) [\(parts.code)]"
    return ([line] + parts.hints.map { "hint: " + $0 }).joined(separator: "\n")
  }

  /// The first line, fit for a terminal: the place and the message; a severity other than error is
  /// stated.
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
