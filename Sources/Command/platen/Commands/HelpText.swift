// SPDX-License-Identifier: MIT
// Part of Platen: parts of help texts that are made of tables.

import Diagnostics
import Libc

/// Text for help, wrapped like the help of the argument parser.
enum HelpText {
  /// Columns of the terminal, or 80.
  static var width: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return max(60, Int(size.ws_col))
  }

  /// Rows of two columns, indented by two; the second column begins at the same place in all rows.
  ///
  /// - Parameters:
  ///   - column: the column at which the second column begins.
  ///   - width: the columns of a line.
  static func table(_ rows: [(String, String)], column: Int, width: Int) -> String {
    var text = ""
    for (name, about) in rows {
      let lines = wrapped(about, width: width - column)
      let margin = String(repeating: " ", count: column)
      let head = "  " + name
      if head.count + 2 > column {
        text += head + "\n"
        if let first = lines.first, !first.isEmpty { text += margin + first + "\n" }
      } else {
        let padding = String(repeating: " ", count: column - head.count)
        text += head + padding + (lines.first ?? "") + "\n"
      }
      for line in lines.dropFirst() { text += margin + line + "\n" }
    }
    return text
  }

  /// A paragraph as lines of a width.
  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  /// All aliases of commands with what each is short for.
  static var aliases: String { "ALIASES\n" + table(Platen.aliasRows, column: 12, width: 78) }

  /// The help of `platen help`.
  static let ofHelp = """
    OVERVIEW: Describe platen, or one of its commands.

    platen COMMAND --help prints the same as platen help COMMAND.

    EXAMPLES
      platen help
      platen help run
      platen help instances list
      platen help render talk

    USAGE: platen help [<command> ...] [--json]

    """

  /// All exit statuses with their meaning.
  static var exitStatuses: String {
    "EXIT STATUS\n"
      + table(ExitStatus.meanings.map { ("\($0.status)", $0.meaning) }, column: 8, width: 78)
  }

  /// All environment variables with their meaning.
  static var environment: String {
    "ENVIRONMENT\n"
      + table(
        EnvironmentVariables.all.map { ($0.name, $0.meaning) }, column: 22, width: 78)
  }
}
