// SPDX-License-Identifier: MIT
// Part of Platen: file name patterns, resolved through an environment in a decided order.

internal import Diagnostics

extension Environment {
  /// The files a pattern names, sorted by their UTF-8; the path itself when it is not a pattern or
  /// when a file has exactly that name.
  ///
  /// `*` is any run of characters within a name, `?` one of them, `[a-z]` and `[!a-z]` one of or
  /// none of a set, `**` any number of folders, `\` takes the next character as it is. A name that
  /// begins with a dot is matched only by a pattern that does. `**` does not go through symbolic
  /// links, so it ends.
  ///
  /// - Parameter folders: whether the results include folders.
  /// - Throws: ``Failure`` with the code `file.pattern` for an invalid pattern, and the errors of
  ///   ``list(_:)`` for an unreadable folder in the pattern.
  public func glob(_ pattern: String, folders: Bool = false) throws -> [String] {
    if try status(pattern) != nil { return [pattern] }
    guard Glob.isPattern(pattern) else { return [pattern] }
    let parts = try pattern.split(separator: "/").map { try Glob(String($0), of: pattern) }
    var found: Set<String> = []
    try expand(
      parts[...], in: pattern.hasPrefix("/") ? "/" : "", folders: folders, into: &found)
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func expand(
    _ parts: ArraySlice<Glob>, in folder: String, folders: Bool, into found: inout Set<String>
  ) throws {
    guard let part = parts.first else { return }
    let rest = parts.dropFirst()
    func path(_ name: String) -> String {
      folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
    if let literal = part.literal {
      guard let status = try status(path(literal)) else { return }
      if rest.isEmpty {
        if folders || status.kind != .folder { found.insert(path(literal)) }
      } else if status.kind == .folder {
        try expand(rest, in: path(literal), folders: folders, into: &found)
      }
      return
    }
    guard try status(folder.isEmpty ? "." : folder)?.kind == .folder else { return }
    let entries = try list(folder.isEmpty ? "." : folder)
    if part.isAnyFolders {
      if rest.isEmpty {
        for entry in entries where (folders || !entry.isFolder) && !entry.name.hasPrefix(".") {
          found.insert(path(entry.name))
        }
      } else {
        try expand(rest, in: folder, folders: folders, into: &found)
      }
      for entry in entries where entry.isFolder && !entry.isLink && !entry.name.hasPrefix(".") {
        // Deeper than any path can be named: a folder mounted into itself, perhaps.
        guard path(entry.name).utf8.count < 4096 else { continue }
        try expand(parts, in: path(entry.name), folders: folders, into: &found)
      }
      return
    }
    for entry in entries where part.matches(entry.name) {
      if !rest.isEmpty {
        if entry.isFolder {
          try expand(rest, in: path(entry.name), folders: folders, into: &found)
        }
      } else if folders || !entry.isFolder {
        found.insert(path(entry.name))
      }
    }
  }
}

/// One component of a pattern.
struct Glob {
  private enum Piece {
    case scalar(Unicode.Scalar)
    case anyOne
    case anyRun
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  }

  /// Indicates whether this is `**`.
  let isAnyFolders: Bool
  /// The name itself, when it has nothing to match.
  let literal: String?
  private var pieces: [Piece] = []

  /// Indicates whether the text has anything of a pattern in it.
  static func isPattern(_ text: String) -> Bool {
    text.unicodeScalars.contains { "*?[\\".unicodeScalars.contains($0) }
  }

  /// Reads one component of `pattern`.
  init(_ component: String, of pattern: String) throws {
    isAnyFolders = component == "**"
    var plain = ""
    var isLiteral = true
    var rest = component.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*":
        isLiteral = false
        pieces.append(.anyRun)
      case "?":
        isLiteral = false
        pieces.append(.anyOne)
      case "[":
        isLiteral = false
        pieces.append(try Glob.set(&rest, of: pattern))
      case "\\":
        let next = rest.popFirst() ?? "\\"
        plain.unicodeScalars.append(next)
        pieces.append(.scalar(next))
      default:
        plain.unicodeScalars.append(scalar)
        pieces.append(.scalar(scalar))
      }
    }
    literal = isLiteral ? plain : nil
  }

  private static func set(
    _ rest: inout Substring.UnicodeScalarView, of pattern: String
  ) throws -> Piece {
    var isNegated = false
    if rest.first == "!" || rest.first == "^" {
      isNegated = true
      rest.removeFirst()
    }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let scalar = rest.popFirst() {
      // A bracket that comes first stands for itself.
      if scalar == "]", !ranges.isEmpty { return .oneOf(ranges, isNegated: isNegated) }
      let ahead = rest.prefix(2)
      if ahead.count == 2, ahead.first == "-", let last = ahead.last, last != "]", last >= scalar {
        ranges.append(scalar...last)
        rest.removeFirst(2)
      } else {
        ranges.append(scalar...scalar)
      }
    }
    throw Failure(
      .error(
        .glob, "the pattern \"\(pattern)\" has a [ without a ]",
        hints: ["close it, or write \\[ for the character itself"]))
  }

  /// Indicates whether a name fits.
  ///
  /// Takes at most the product of both lengths: only the last `*` is ever gone back to.
  func matches(_ name: String) -> Bool {
    let scalars = Array(name.unicodeScalars)
    if scalars.first == ".", case .scalar(".")? = pieces.first {
    } else if scalars.first == "." {
      return false
    }
    var piece = 0
    var index = 0
    var retry: (piece: Int, index: Int)?
    while index < scalars.count {
      if piece < pieces.count {
        if case .anyRun = pieces[piece] {
          retry = (piece + 1, index)
          piece += 1
          continue
        }
        if Glob.fits(pieces[piece], scalars[index]) {
          piece += 1
          index += 1
          continue
        }
      }
      guard let (from, at) = retry else { return false }
      retry = (from, at + 1)
      piece = from
      index = at + 1
    }
    return pieces[piece...].allSatisfy { if case .anyRun = $0 { true } else { false } }
  }

  private static func fits(_ piece: Piece, _ scalar: Unicode.Scalar) -> Bool {
    switch piece {
    case .scalar(let wanted): wanted == scalar
    case .anyOne, .anyRun: true
    case .oneOf(let ranges, let isNegated):
      ranges.contains { $0.contains(scalar) } != isNegated
    }
  }
}
