// SPDX-License-Identifier: MIT
// Part of Platen: all codes of messages, looked up by name and printed as tables.

import Diagnostics
import JSON
import Jobs
import Reports
import Serving

/// The codes of all modules.
enum CodeTables {
  /// The tables by the names of their modules.
  static let all = (CodeTable.ofJobs + [.reports, .serving, .platen]).sorted {
    $0.module < $1.module
  }

  /// The code of that name with its module; nil where none exists.
  static func code(named name: String) -> (code: Diagnostic.Code, module: String)? {
    for table in all {
      if let code = table.codes.first(where: { $0.rawValue == name }) {
        return (code, table.module)
      }
    }
    return nil
  }

  /// The name of a code that is near to a word; nil where none is, or the word cannot be a code's.
  static func nearMiss(to word: String) -> String? {
    guard word.contains("."), !word.hasPrefix("."), !word.contains("..") else { return nil }
    return Diagnostics.nearMiss(word, among: all.flatMap(\.codes).map(\.rawValue))
  }

  /// A table of Markdown for each module.
  static func markdown() -> String {
    all.map { table in
      "## \(table.module): \(table.subject)\n\n"
        + "| code | kind | exit status | explanation |\n| --- | --- | --- | --- |\n"
        + table.codes.map { code in
          "| `\(code.rawValue)` | \(code.kind.rawValue) "
            + "| \(code.kind.exitStatus.map(String.init) ?? "") "
            + "| \(code.explanation.replacing("|", with: "\\|")) |\n"
        }.joined()
    }.joined(separator: "\n")
  }

  /// A list of objects, one for each code.
  static func json() -> String {
    var json = JSONWriter()
    json.array { json in
      for table in all {
        for code in table.codes { write(code, of: table.module, to: &json) }
      }
    }
    return json.text + "\n"
  }

  /// One code as an object.
  static func write(_ code: Diagnostic.Code, of module: String, to json: inout JSONWriter) {
    json.object { json in
      json.member("code", code.rawValue)
      json.member("module", module)
      json.member("kind", code.kind.rawValue)
      if let status = code.kind.exitStatus { json.member("status", Int(status)) }
      json.member("explanation", code.explanation)
    }
  }
}
