// SPDX-License-Identifier: MIT
// Part of Platen: how a command speaks: diagnostics as text or as JSON, in colour or without.

import Diagnostics
import JSON
import Pipeline
import Reports

/// How loud a command is.
enum Loudness: Comparable {
  case quiet, normal, verbose
}

/// Says things on standard error, or as JSON lines on standard output.
struct Voice: RunConsole {
  var terminal: Terminal
  var loudness: Loudness
  /// Whether everything goes to standard output as JSON.
  var isJSON: Bool
  /// Whether warnings are shown even when quiet, for they decide the exit status.
  var showsWarnings = false

  /// A line for people, unless they asked for quiet or for JSON.
  func say(_ line: String) {
    if !isJSON, loudness > .quiet { StandardError.write(line + "\n") }
  }

  /// Diagnostics; warnings are omitted when quiet, unless they decide the exit status.
  func say(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      if isJSON {
        write(event: "diagnostic") { json in
          json.key("diagnostic")
          diagnostic.write(to: &json)
        }
      } else if isHeard(diagnostic.severity) {
        StandardError.write(text(of: diagnostic) + "\n")
      }
    }
  }

  /// An event as a line of JSON, where programs read.
  func write(event name: String, _ members: (inout JSONWriter) -> Void) {
    guard isJSON else { return }
    var json = JSONWriter()
    json.object { json in
      json.member("event", name)
      members(&json)
    }
    StandardOutput.write(json.text + "\n")
  }

  /// Errors always, warnings unless quiet, notes when verbose.
  private func isHeard(_ severity: Diagnostic.Severity) -> Bool {
    switch severity {
    case .error: true
    case .warning: loudness > .quiet || showsWarnings
    case .note: loudness == .verbose
    }
  }

  func text(of diagnostic: Diagnostic) -> String {
    guard terminal.hasColor else { return diagnostic.report }
    let parts = diagnostic.parts
    let ink: Terminal.Ink = parts.severity == .error ? .red : .yellow
    let line =
      terminal.ink(parts.location + ":", .bold) + " "
      + terminal.ink(parts.severity.rawValue + ":", ink) + " " + parts.message + " [\(parts.code)]"
    let hints = parts.hints.map { terminal.ink("hint:", .cyan) + " " + $0 }
    return ([line] + hints).joined(separator: "\n")
  }
}
