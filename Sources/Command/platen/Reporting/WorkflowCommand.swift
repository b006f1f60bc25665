// SPDX-License-Identifier: MIT
// Part of Platen: diagnostics as commands of GitHub's workflows, which annotate a pull request.

import Diagnostics

extension Diagnostic {
  /// The diagnostic as a workflow command, `::error file=…,line=…,col=…,title=…::…`, without a newline.
  ///
  /// Source: GitHub's documentation of workflow commands; the characters that are escaped are those of
  /// `@actions/core`.
  /// - Parameter folder: the working directory's path from the root of the repository, empty where it is
  ///   the root; GitHub reads paths from there.
  func workflowCommand(below folder: String = "") -> String {
    let name =
      switch severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties: [(String, String)] = []
    if let file = place?.file {
      let isRelative = !file.hasPrefix("/") && !folder.isEmpty
      let plain = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
      properties.append(("file", isRelative ? folder + "/" + plain : plain))
      if let line = place?.line {
        properties.append(("line", "\(line)"))
        if let column = place?.column { properties.append(("col", "\(column)")) }
      }
    }
    properties.append(("title", code.rawValue))
    let list = properties.map { "\($0)=\(Self.escapedProperty($1))" }.joined(separator: ",")
    let text = ([parts.message] + hints.map { "hint: " + printable($0) }).joined(separator: "\n")
    return "::\(name) \(list)::\(Self.escapedData(text))"
  }

  private static func escapedData(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func escapedProperty(_ text: String) -> String {
    escapedData(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
