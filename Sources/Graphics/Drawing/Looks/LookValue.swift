// SPDX-License-Identifier: MIT
// Part of Platen: a value of a look's setting, as files write it.

/// A value as a look file writes it.
public enum LookValue: Hashable, Sendable {
  case number(Double)
  case text(String)
  case flag(Bool)
  case list([LookValue])
}

extension LookValue {
  /// The value in the notation of a look file.
  public var text: String {
    switch self {
    case .number(let v):
      v == v.rounded() && abs(v) < 1e15 ? String(Int64(v)) : String(v)
    case .text(let text): quoted(text)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
    }
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": result += "\\" + String(character)
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(character)
      }
    }
    return result + "\""
  }
}

extension LookValue {
  public var string: String? { if case .text(let text) = self { text } else { nil } }
  public var double: Double? { if case .number(let v) = self { v } else { nil } }
}

extension Color {
  /// The color as a setting holds it; one that cannot be seen is `none`.
  public var lookValue: LookValue { .text(alpha <= 0 ? "none" : hex) }

  /// The color of a value that was checked to be one.
  public init(lookValue: LookValue) { self = Color(hex: lookValue.string ?? "") ?? .clear }
}
