// SPDX-License-Identifier: MIT
// Part of Platen: whether a stream is a terminal, how wide it is, whether it gets colors.

import Libc

/// Indicates whether colors are used.
enum ColorChoice: String, CaseIterable {
  /// According to the environment variables and the terminal.
  case auto
  case always, never
}

/// The capabilities of a stream.
struct Terminal {
  /// Indicates whether lines may be rewritten in place.
  var isInteractive: Bool
  var hasColor: Bool

  /// Determines the capabilities of standard error.
  ///
  /// Color: `--color`, then `NO_COLOR`, then `CLICOLOR_FORCE` or `FORCE_COLOR`, then `TERM=dumb`,
  /// then whether the stream is a terminal. Progress in place needs a terminal that is not dumb,
  /// and no build server (`CI`) behind it.
  init(color: ColorChoice, variable: (String) -> String? = Terminal.variable) {
    func isSet(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }
    let isTerminal = isatty(2) == 1
    let isDumb = variable("TERM") == "dumb"
    isInteractive = isTerminal && !isDumb && !isSet("CI")
    hasColor =
      switch color {
      case .always: true
      case .never: false
      case .auto where isSet("NO_COLOR"): false
      case .auto where isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR"):
        variable("CLICOLOR_FORCE") != "0"
      case .auto: isTerminal && !isDumb
      }
  }

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Columns and rows of the terminal, 80 and 24 where they are unknown.
  static var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Indicates whether the locale's encoding is UTF-8.
  static var isUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    let name = (locale ?? "").lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }

  enum Ink: String {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case yellow = "33"
    case cyan = "36"
    case green = "32"
  }

  /// The text in a color, or unchanged without colors.
  func ink(_ text: String, _ ink: Ink) -> String {
    hasColor ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
  }
}
