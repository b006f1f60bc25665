// SPDX-License-Identifier: MIT
// Part of Platen: files of references in BibTeX, read into entries.

internal import Diagnostics

/// An entry of a file of references.
struct BibTeXEntry {
  /// The type in lower case: `book`, `article`.
  var kind: String
  var key: String
  /// By names in lower case; values without braces, their accents composed.
  var fields: [String: String] = [:]
}

/// Reads BibTeX.
struct BibTeX {
  private let bytes: [UInt8]
  private var at = 0
  private var strings: [String: String] = [
    "jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May",
    "jun": "June", "jul": "July", "aug": "August", "sep": "September", "oct": "October",
    "nov": "November", "dec": "December",
  ]
  private(set) var entries: [BibTeXEntry] = []
  /// Errors, each with the place of the entry that is omitted.
  private(set) var errors: [(message: String, place: SourceLocation)] = []

  /// Braces within one another, and errors that are listed.
  private static let depth = 64
  private static let mostErrors = 50

  private struct SyntaxError: Error { var message: String }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while let sign = bytes[at...].firstIndex(of: UInt8(ascii: "@")) {
      at = sign + 1
      do {
        try readEntry()
      } catch {
        if errors.count < BibTeX.mostErrors {
          errors.append(((error as? SyntaxError)?.message ?? "invalid entry", place(of: sign)))
        }
        // The next entry begins at a margin.
        at = max(at, sign + 1)
        while at < bytes.count,
          !(bytes[at] == 0x0A && at + 1 < bytes.count && bytes[at + 1] == 0x40)
        {
          at += 1
        }
      }
    }
  }

  private func place(of index: Int) -> SourceLocation {
    let before = bytes[..<index]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return SourceLocation(
      line: before.count { $0 == 0x0A } + 1,
      column: String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1)
  }

  private mutating func skipBlanks() {
    while at < bytes.count {
      if bytes[at] <= 0x20 {
        at += 1
      } else if bytes[at] == UInt8(ascii: "%") {
        while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      } else {
        break
      }
    }
  }

  private mutating func take(_ sign: Character) -> Bool {
    skipBlanks()
    guard at < bytes.count, bytes[at] == sign.asciiValue else { return false }
    at += 1
    return true
  }

  /// Letters up to a sign that has a meaning.
  private mutating func word() -> String {
    skipBlanks()
    let start = at
    while at < bytes.count, bytes[at] > 0x20, !"{}(),=#\"%".utf8.contains(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func readEntry() throws {
    let kind = word().lowercased()
    guard kind != "comment" else { return }
    let isRound: Bool
    if take("{") {
      isRound = false
    } else if take("(") {
      isRound = true
    } else {
      // An @ in running text.
      return
    }
    let end: Character = isRound ? ")" : "}"
    if kind == "preamble" {
      _ = try value()
      guard take(end) else { throw SyntaxError(message: "\"\(end)\" not found after @preamble") }
      return
    }
    if kind == "string" {
      let name = word().lowercased()
      guard take("=") else { throw SyntaxError(message: "\"=\" not found in @string") }
      strings[name] = try value()
      guard take(end) else { throw SyntaxError(message: "\"\(end)\" not found after @string") }
      return
    }
    var entry = BibTeXEntry(kind: kind, key: word())
    guard !entry.key.isEmpty else { throw SyntaxError(message: "the entry has no key") }
    while take(",") {
      let name = word().lowercased()
      if name.isEmpty { break }
      guard take("=") else {
        throw SyntaxError(message: "\"=\" not found after \(printable(name, limit: 40))")
      }
      entry.fields[name] = try value()
    }
    guard take(end) else {
      throw SyntaxError(
        message: "\"\(end)\" not found at the end of \(printable(entry.key, limit: 40))")
    }
    entries.append(entry)
  }

  /// Texts joined by `#`.
  private mutating func value() throws -> String {
    var text = ""
    repeat {
      skipBlanks()
      guard at < bytes.count else { throw SyntaxError(message: "the file ends within a value") }
      if bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "\"") {
        text += try quoted()
      } else {
        let name = word()
        guard !name.isEmpty else { throw SyntaxError(message: "a value is missing") }
        text += strings[name.lowercased()] ?? name
      }
    } while take("#")
    return text
  }

  /// The text up to the brace or quotation mark that ends it.
  private mutating func quoted() throws -> String {
    let isBraced = bytes[at] == UInt8(ascii: "{")
    at += 1
    let start = at
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "{"):
        depth += 1
        guard depth <= BibTeX.depth else {
          throw SyntaxError(message: "braces are nested too deeply")
        }
      case UInt8(ascii: "}") where depth > 0: depth -= 1
      case UInt8(ascii: "}") where isBraced, UInt8(ascii: "\"") where depth == 0 && !isBraced:
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        at += 1
        return BibTeX.plain(text)
      default: break
      }
      at += 1
    }
    at = start
    throw SyntaxError(message: "a value does not end")
  }

  // MARK: TeX in values

  private static let accents: [Character: Unicode.Scalar] = [
    "\"": "\u{308}", "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "~": "\u{303}",
    "=": "\u{304}", ".": "\u{307}", "c": "\u{327}", "v": "\u{30C}", "u": "\u{306}",
    "H": "\u{30B}", "k": "\u{328}", "r": "\u{30A}", "d": "\u{323}", "b": "\u{331}",
  ]
  private static let letters: [String: String] = [
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø",
    "O": "Ø", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "&": "&", "%": "%", "$": "$", "#": "#",
    "_": "_", "{": "{", "}": "}", " ": " ", "textendash": "–", "textemdash": "—", "ldots": "…",
    "dots": "…", "TeX": "TeX", "LaTeX": "LaTeX", "copyright": "©", "-": "", "/": "",
  ]

  /// A value without braces, accents as letters have them, dashes and spaces as they are printed.
  static func plain(_ text: String) -> String {
    guard text.contains(where: { "\\{}~-\n\t $".contains($0) }) else { return text }
    var result = String.UnicodeScalarView()
    let all = Array(text)
    var at = 0
    func skipBraces() { while at < all.count, all[at] == "{" || all[at] == "}" { at += 1 } }
    while at < all.count {
      let sign = all[at]
      at += 1
      switch sign {
      case "{", "}", "$": break
      case "~": result.append("\u{A0}")
      case "-":
        var count = 1
        while at < all.count, all[at] == "-", count < 3 {
          count += 1
          at += 1
        }
        result.append(count == 1 ? "-" : count == 2 ? "–" : "—")
      case "\\":
        guard at < all.count else { break }
        var command = String(all[at])
        at += 1
        if command.first?.isLetter == true {
          while at < all.count, all[at].isASCII, all[at].isLetter {
            command.append(all[at])
            at += 1
          }
          if letters[command] == nil, command.count == 1 || at < all.count {
            while at < all.count, all[at] == " " { at += 1 }
          }
        }
        let isAccent =
          command.count == 1 && command.first.map { accents[$0] != nil } ?? false
        if isAccent, let mark = command.first.flatMap({ accents[$0] }) {
          skipBraces()
          guard at < all.count else { break }
          var letter = all[at]
          at += 1
          // The dotless letters lose their dots to the accent.
          if letter == "\\", at < all.count, all[at] == "i" || all[at] == "j" {
            letter = all[at]
            at += 1
          }
          result.append(contentsOf: letter.unicodeScalars)
          result.append(mark)
        } else if let known = letters[command] {
          result.append(contentsOf: known.unicodeScalars)
          while at < all.count, all[at] == " ", command.first?.isLetter == true { at += 1 }
        }
      default:
        if sign.isWhitespace {
          if result.last != " " { result.append(" ") }
        } else {
          result.append(contentsOf: sign.unicodeScalars)
        }
      }
    }
    return composed(String(result)).split(separator: " ").joined(separator: " ")
  }

  /// Letters with one accent as single scalars, as fonts have them.
  private static func composed(_ text: String) -> String {
    String(
      text.map { character -> Character in
        let scalars = Array(character.unicodeScalars)
        guard scalars.count == 2, scalars[0].isASCII else { return character }
        // Latin letters are equal to their composed forms.
        for value in UInt32(0xC0)...UInt32(0x24F) {
          if let scalar = Unicode.Scalar(value), Character(scalar) == character {
            return Character(scalar)
          }
        }
        return character
      })
  }
}
