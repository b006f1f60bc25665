// SPDX-License-Identifier: MIT
// Part of Platen: TOML 1.0 as values with their places.

public import Diagnostics

extension PlacedValue {
  /// Reads TOML 1.0 (toml.io/en/v1.0.0).
  ///
  /// - Parameters:
  ///   - firstLine: the line of the file that the text begins at.
  ///   - code: the code of errors.
  /// - Throws: `Failure` with the line and column of the first error.
  public init(
    toml text: some Sequence<UInt8>, firstLine: Int = 1, code: Diagnostic.Code
  ) throws {
    self = try TOMLReader.read(text, firstLine: firstLine, code: code)
  }
}

/// Reads TOML.
///
/// Places are those of keys and values, line and column from 1, so that an unknown key can be
/// pointed at. Containers inside one another end at `deepest`.
private struct TOMLReader {
  static let deepest = 64

  private let bytes: [UInt8]
  private let code: Diagnostic.Code
  private var at = 0
  private var line: Int
  private var lineStart = 0
  /// The byte up to which the columns of the current line are counted, and their number.
  private var counted = (to: 0, columns: 0)

  static func read(
    _ text: some Sequence<UInt8>, firstLine: Int, code: Diagnostic.Code
  ) throws -> PlacedValue {
    var reader = TOMLReader(bytes: Array(text), firstLine: firstLine, code: code)
    return try reader.document()
  }

  private init(bytes: [UInt8], firstLine: Int, code: Diagnostic.Code) {
    self.bytes = bytes
    self.code = code
    line = firstLine
  }

  // MARK: The document

  /// A table being filled: later lines may extend it.
  private final class Node {
    enum Kind {
      case value(PlacedValue)
      /// Opened by a header, by being on the way to one, or by a dotted key.
      case table(isDefined: Bool, byKey: Bool)
      case tables
    }
    var kind: Kind
    let place: SourceLocation
    var keys: [(key: String, place: SourceLocation)] = []
    var children: [Node] = []
    var positions: [String: Int] = [:]

    init(_ kind: Kind, at place: SourceLocation) {
      self.kind = kind
      self.place = place
    }

    func child(_ key: String) -> Node? { positions[key].map { children[$0] } }

    func add(_ node: Node, _ key: String, at place: SourceLocation) {
      positions[key] = children.count
      keys.append((key, place))
      children.append(node)
    }

    var value: PlacedValue {
      switch kind {
      case .value(let value): value
      case .tables: PlacedValue(.list(children.map(\.value)), at: place)
      case .table:
        PlacedValue(
          .mapping(
            zip(keys, children).map {
              PlacedValue.Member(key: $0.key, place: $0.place, value: $1.value)
            }), at: place)
      }
    }
  }

  private typealias Key = [(name: String, place: SourceLocation)]

  private mutating func document() throws -> PlacedValue {
    let root = Node(.table(isDefined: true, byKey: false), at: place)
    var current = root
    while true {
      skipLines()
      guard at < bytes.count else { break }
      if bytes[at] == UInt8(ascii: "[") {
        current = try header(in: root)
      } else {
        try assignment(in: current)
      }
      try endLine()
    }
    return root.value
  }

  private mutating func header(in root: Node) throws -> Node {
    let start = place
    at += 1
    let isList = at < bytes.count && bytes[at] == UInt8(ascii: "[")
    if isList { at += 1 }
    let key = try key()
    for _ in 0..<(isList ? 2 : 1) { try expect("]") }
    var node = root
    for (index, part) in key.enumerated() {
      let isLast = index == key.count - 1
      guard let known = node.child(part.name) else {
        let new = Node(
          isLast && isList ? .tables : .table(isDefined: isLast, byKey: false), at: start)
        node.add(new, part.name, at: part.place)
        node = new
        continue
      }
      switch known.kind {
      case .tables:
        if isLast, !isList {
          throw syntaxError("\"\(part.name)\" is already a list", at: part.place)
        }
        // The last of them is the one that headers reach into.
        if !isLast, let last = known.children.last { node = last } else { node = known }
      case .table(let isDefined, let byKey):
        if isLast {
          if isDefined || isList || byKey {
            throw syntaxError("\"\(part.name)\" is defined twice", at: part.place)
          }
          known.kind = .table(isDefined: true, byKey: false)
        }
        node = known
      case .value: throw syntaxError("\"\(part.name)\" is already defined", at: part.place)
      }
    }
    guard isList else { return node }
    let element = Node(.table(isDefined: true, byKey: false), at: start)
    node.children.append(element)
    return element
  }

  private mutating func assignment(in table: Node) throws {
    let key = try key()
    try expect("=")
    skipWhitespace()
    let value = try value(depth: 0)
    try put(value, at: key, in: table)
  }

  private mutating func put(
    _ value: PlacedValue, at key: Key, in table: Node
  ) throws {
    var node = table
    for part in key.dropLast() {
      if let known = node.child(part.name) {
        guard case .table(_, let byKey) = known.kind, byKey else {
          throw syntaxError("\"\(part.name)\" is already defined", at: part.place)
        }
        node = known
      } else {
        let new = Node(.table(isDefined: true, byKey: true), at: part.place)
        node.add(new, part.name, at: part.place)
        node = new
      }
    }
    guard let last = key.last else { return }
    if node.child(last.name) != nil {
      throw syntaxError("\"\(last.name)\" is defined twice", at: last.place)
    }
    node.add(Node(.value(value), at: value.place), last.name, at: last.place)
  }

  private mutating func key() throws -> Key {
    var parts: Key = []
    repeat {
      if !parts.isEmpty { at += 1 }
      skipWhitespace()
      let start = place
      guard at < bytes.count else { throw syntaxError("missing key") }
      let first = bytes[at]
      var name: String
      if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
        name = try string()
      } else {
        let begin = at
        while at < bytes.count, TOMLReader.isBare(bytes[at]) { at += 1 }
        if begin == at { throw syntaxError("missing key") }
        name = String(decoding: bytes[begin..<at], as: UTF8.self)
      }
      parts.append((name, start))
      if parts.count > TOMLReader.deepest { throw syntaxError("the key has too many parts") }
      skipWhitespace()
    } while at < bytes.count && bytes[at] == UInt8(ascii: ".")
    return parts
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  // MARK: Values

  private mutating func value(depth: Int) throws -> PlacedValue {
    guard at < bytes.count else { throw syntaxError("missing value") }
    guard depth < TOMLReader.deepest else {
      throw syntaxError("lists and tables are nested too deeply")
    }
    let start = place
    switch bytes[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return PlacedValue(.text(try string()), at: start)
    case UInt8(ascii: "["):
      at += 1
      var elements: [PlacedValue] = []
      while true {
        skipLines()
        guard at < bytes.count else { throw syntaxError("missing end of the list", at: start) }
        if bytes[at] == UInt8(ascii: "]") { break }
        elements.append(try value(depth: depth + 1))
        skipLines()
        if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
          at += 1
        } else if at >= bytes.count || bytes[at] != UInt8(ascii: "]") {
          throw syntaxError("expected \",\" or \"]\"")
        }
      }
      at += 1
      return PlacedValue(.list(elements), at: start)
    case UInt8(ascii: "{"):
      at += 1
      let table = Node(.table(isDefined: true, byKey: false), at: start)
      skipWhitespace()
      while at < bytes.count, bytes[at] != UInt8(ascii: "}") {
        let key = try key()
        try expect("=")
        skipWhitespace()
        try put(try value(depth: depth + key.count), at: key, in: table)
        skipWhitespace()
        guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else { break }
        at += 1
        skipWhitespace()
      }
      try expect("}")
      return PlacedValue(table.value.content, at: start)
    default: return PlacedValue(try scalar(), at: start)
    }
  }

  /// A number, a boolean or a date: any single word.
  private mutating func scalar() throws -> PlacedValue.Content {
    let start = place
    let begin = at
    func takeWord(_ at: inout Int) {
      while at < bytes.count,
        TOMLReader.isBare(bytes[at]) || [0x2B, 0x2E, 0x3A].contains(bytes[at])
      { at += 1 }
    }
    takeWord(&at)
    // A date and a time may be separated by one space.
    if at - begin == 10, at + 3 < bytes.count, bytes[at] == 0x20, bytes[at + 3] == 0x3A {
      at += 1
      takeWord(&at)
    }
    let word = String(decoding: bytes[begin..<at], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "inf", "+inf", "-inf", "nan", "+nan", "-nan": return .number(word)
    default: break
    }
    let utf8 = Array(word.utf8)
    if utf8.count >= 8, utf8[4] == 0x2D || utf8[2] == 0x3A { return .date(word) }
    let plain = word.filter { $0 != "_" }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where plain.hasPrefix(prefix) {
      if Int(plain.dropFirst(2), radix: radix) != nil { return .number(word) }
    }
    if let first = plain.utf8.first, first < 0x3A {
      let isDecimal = plain.utf8.allSatisfy {
        (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
      }
      if isDecimal, Double(plain) != nil { return .number(word) }
    }
    throw syntaxError(
      word.isEmpty ? "missing value" : "invalid value \"\(word)\"", at: start,
      hints: word.isEmpty ? [] : ["put strings in quotes"])
  }

  private mutating func string() throws -> String {
    let start = place
    let quote = bytes[at]
    let isLiteral = quote == UInt8(ascii: "'")
    let isLong = at + 2 < bytes.count && bytes[at + 1] == quote && bytes[at + 2] == quote
    at += isLong ? 3 : 1
    if isLong {
      if at < bytes.count, bytes[at] == 0x0D { at += 1 }
      if at < bytes.count, bytes[at] == 0x0A { newLine() }
    }
    var text: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      if byte == quote {
        if !isLong {
          at += 1
          return String(decoding: text, as: UTF8.self)
        }
        var count = 0
        while at + count < bytes.count, bytes[at + count] == quote, count < 5 { count += 1 }
        if count >= 3 {
          // Up to two quotes may precede the three that end it.
          text += repeatElement(quote, count: count - 3)
          at += count
          return String(decoding: text, as: UTF8.self)
        }
        text += repeatElement(quote, count: count)
        at += count
      } else if byte == 0x0A {
        if !isLong { throw syntaxError("missing end of the string on its line", at: start) }
        text.append(byte)
        newLine()
      } else if byte == UInt8(ascii: "\\"), !isLiteral {
        try escape(isLong: isLong, into: &text)
      } else {
        // Carriage returns occur only before line feeds.
        if byte != 0x0D { text.append(byte) }
        at += 1
      }
    }
    throw syntaxError("missing end of the string", at: start)
  }

  private mutating func escape(isLong: Bool, into text: inout [UInt8]) throws {
    let start = place
    at += 1
    guard at < bytes.count else { throw syntaxError("incomplete escape", at: start) }
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "e"): text.append(0x1B)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(byte)
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      let count = byte == UInt8(ascii: "u") ? 4 : 8
      guard at + count <= bytes.count,
        let code = UInt32(String(decoding: bytes[at..<at + count], as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(code)
      else { throw syntaxError("invalid character code", at: start) }
      text += String(Character(scalar)).utf8
      at += count
    case 0x20, 0x09, 0x0D,
      0x0A where isLong:
      at -= 1
      var isLineEnd = false
      while at < bytes.count, [0x20, 0x09, 0x0D, 0x0A].contains(bytes[at]) {
        if bytes[at] == 0x0A {
          isLineEnd = true
          newLine()
        } else {
          at += 1
        }
      }
      if !isLineEnd { throw syntaxError("unknown escape", at: start) }
    default:
      throw syntaxError("unknown escape", at: start, hints: ["write \\\\ for one backslash"])
    }
  }

  // MARK: Lines

  /// The place of the next byte; each call counts on from where the last one stopped.
  private var place: SourceLocation {
    mutating get {
      let end = min(at, bytes.count)
      if end < counted.to { counted = (lineStart, 0) }
      counted.columns += bytes[counted.to..<end].count { $0 & 0xC0 != 0x80 }
      counted.to = end
      return SourceLocation(line: line, column: 1 + counted.columns)
    }
  }

  private mutating func newLine() {
    at += 1
    line += 1
    lineStart = at
    counted = (at, 0)
  }

  private mutating func skipWhitespace() {
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
  }

  private mutating func skipComment() {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "#") else { return }
    while at < bytes.count, bytes[at] != 0x0A { at += 1 }
  }

  /// Skips whitespace, comments and line endings.
  private mutating func skipLines() {
    while true {
      skipWhitespace()
      skipComment()
      guard at < bytes.count, bytes[at] == 0x0A || bytes[at] == 0x0D else { return }
      if bytes[at] == 0x0A { newLine() } else { at += 1 }
    }
  }

  private mutating func endLine() throws {
    skipWhitespace()
    skipComment()
    if at < bytes.count, bytes[at] == 0x0D { at += 1 }
    if at < bytes.count, bytes[at] != 0x0A { throw syntaxError("expected the end of the line") }
  }

  private mutating func expect(_ character: Unicode.Scalar) throws {
    skipWhitespace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else {
      throw syntaxError("expected \"\(character)\"")
    }
    at += 1
  }

  private mutating func syntaxError(
    _ message: String, at place: SourceLocation? = nil, hints: [String] = []
  ) -> Failure {
    Failure(.error(code, message, at: place ?? self.place, hints: hints))
  }
}
