// SPDX-License-Identifier: MIT
// Part of Platen: file names with wildcards, matched and found.

internal import Diagnostics
internal import Pipeline

/// A pattern over a path: `*` and `?` within a name, `[a-z]`, and `**` over folders.
///
/// Names that begin with a dot are matched only by a part that begins with one; the `._*` files
/// that macOS leaves on other people's disks are never matched.
struct Glob: Sendable {
  private let parts: [[Token]]
  let isAbsolute: Bool

  private enum Token: Hashable {
    case character(Character)
    case any
    case many
    /// `**` as a whole part.
    case folders
    case set([ClosedRange<Character>], isNegated: Bool)
  }

  init(_ pattern: String) {
    isAbsolute = pattern.hasPrefix("/")
    parts = pattern.split(separator: "/").filter { $0 != "." }.map { part in
      part == "**" ? [.folders] : Glob.tokens(part)
    }
  }

  /// Whether a text has wildcards at all.
  static func isPattern(_ text: String) -> Bool { text.contains { "*?[".contains($0) } }

  /// Whether the whole path fits.
  func matches(_ path: String) -> Bool {
    matches(path.split(separator: "/")[...], parts[...])
  }

  private func matches(_ path: ArraySlice<Substring>, _ parts: ArraySlice<[Token]>) -> Bool {
    guard let part = parts.first else { return path.isEmpty }
    if part == [.folders] {
      return (path.startIndex...path.endIndex).contains { matches(path[$0...], parts.dropFirst()) }
    }
    guard let name = path.first, Glob.matches(name, part) else { return false }
    return matches(path.dropFirst(), parts.dropFirst())
  }

  /// Every file that fits, sorted by its bytes.
  ///
  /// - Parameter environment: what is looked through; relative patterns start from its folder. A folder
  ///   that cannot be read holds nothing.
  /// - Returns: paths as the pattern has them.
  func files(in environment: some Environment) -> [String] {
    var found: Set<String> = []
    var visits = 0
    func walk(_ prefix: String, _ parts: ArraySlice<[Token]>) {
      // Nobody keeps this many folders of maps.
      visits += 1
      guard let part = parts.first, visits <= 100_000, prefix.utf8.count < 4000 else { return }
      if part == [.folders] { walk(prefix, parts.dropFirst()) }
      let isLast = parts.count == 1
      let place = isAbsolute ? "/" + prefix : prefix.isEmpty ? "." : prefix
      if part == [.character("."), .character(".")] {
        return walk(prefix + "../", parts.dropFirst())
      }
      for entry in (try? environment.list(place)) ?? [] where !entry.name.hasPrefix("._") {
        if part == [.folders] {
          guard !entry.name.hasPrefix(".") else { continue }
          if entry.isFolder {
            // A link can lead back up; who means it names it.
            if !entry.isLink { walk(prefix + entry.name + "/", parts) }
          } else if isLast {
            found.insert(prefix + entry.name)
          }
        } else if Glob.matches(entry.name[...], part) {
          if isLast, !entry.isFolder { found.insert(prefix + entry.name) }
          if !isLast, entry.isFolder { walk(prefix + entry.name + "/", parts.dropFirst()) }
        }
      }
    }
    walk("", parts[...])
    return found.map { isAbsolute ? "/" + $0 : $0 }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
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
