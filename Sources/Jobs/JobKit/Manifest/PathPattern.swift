// SPDX-License-Identifier: MIT
// Part of Platen: wildcards over the names of outputs.

/// A pattern over a path: `*` and `?` within a name, `[a-z]`, and `**` over folders.
///
/// For paths that are only named; files that are there are found by `Environment.glob`.
package struct PathPattern: Sendable {
  private let parts: [[Token]]

  private enum Token: Hashable {
    case character(Character)
    case any
    case many
    /// `**` as a whole part.
    case folders
    case set([ClosedRange<Character>], isNegated: Bool)
  }

  package init(_ pattern: String) {
    parts = pattern.split(separator: "/").filter { $0 != "." }.map { part in
      part == "**" ? [.folders] : PathPattern.tokens(part)
    }
  }

  /// Indicates whether the whole path fits.
  package func matches(_ path: String) -> Bool {
    matches(path.split(separator: "/")[...], parts[...])
  }

  private func matches(_ path: ArraySlice<Substring>, _ parts: ArraySlice<[Token]>) -> Bool {
    guard let part = parts.first else { return path.isEmpty }
    if part == [.folders] {
      return (path.startIndex...path.endIndex).contains { matches(path[$0...], parts.dropFirst()) }
    }
    guard let name = path.first, PathPattern.matches(name, part) else { return false }
    return matches(path.dropFirst(), parts.dropFirst())
  }

  private static func matches(_ name: Substring, _ tokens: [Token]) -> Bool {
    if name.first == ".", tokens.first != .character(".") { return false }
    let name = Array(name)
    // The classic walk with one point to come back to: linear for what people write.
    var n = 0
    var t = 0
    var back: (n: Int, t: Int)?
    while n < name.count {
      if t < tokens.count, tokens[t] == .many {
        back = (n, t)
        t += 1
      } else if t < tokens.count, matches(name[n], tokens[t]) {
        n += 1
        t += 1
      } else if let (m, u) = back {
        back = (m + 1, u)
        n = m + 1
        t = u + 1
      } else {
        return false
      }
    }
    return tokens[t...].allSatisfy { $0 == .many }
  }

  private static func matches(_ character: Character, _ token: Token) -> Bool {
    switch token {
    case .character(let own): own == character
    case .any: true
    case .many, .folders: false
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(character) } != isNegated
    }
  }

  private static func tokens(_ part: Substring) -> [Token] {
    var tokens: [Token] = []
    var rest = part
    while let character = rest.popFirst() {
      switch character {
      case "*": if tokens.last != .many { tokens.append(.many) }
      case "?": tokens.append(.any)
      case "[":
        guard let close = rest.dropFirst().firstIndex(of: "]") else {
          tokens.append(.character("["))
          continue
        }
        tokens.append(set(rest[..<close]))
        rest = rest[rest.index(after: close)...]
      default: tokens.append(.character(character))
      }
    }
    return tokens
  }

  private static func set(_ body: Substring) -> Token {
    let isNegated = body.first == "!" || body.first == "^"
    let body = Array(isNegated ? body.dropFirst() : body)
    var ranges: [ClosedRange<Character>] = []
    var i = 0
    while i < body.count {
      if i + 2 < body.count, body[i + 1] == "-", body[i] <= body[i + 2] {
        ranges.append(body[i]...body[i + 2])
        i += 3
      } else {
        ranges.append(body[i]...body[i])
        i += 1
      }
    }
    return .set(ranges, isNegated: isNegated)
  }
}
