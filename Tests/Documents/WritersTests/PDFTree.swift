// SPDX-License-Identifier: MIT
// Part of Platen: a finished PDF read back: its structure as a tree, with the words of each element.

import Text

@testable import PDF

/// A PDF's structure tree with what is written in it, as a screen reader meets it.
///
/// Letters come from the fonts' own tables of what their glyphs stand for and from the text given in
/// place of glyphs: nothing of the writer's own knowledge is used.
struct PDFTree {
  /// An element, with its words and kids in reading order.
  indirect enum Kid {
    case text(String)
    case element(Node)
  }

  struct Node {
    var role: String
    var kids: [Kid] = []
    var language = ""
    var alternative = ""
    var columns = 1
    var rows = 1
    var scope = ""
    var numbering: String?

    var elements: [Node] {
      kids.compactMap { if case .element(let node) = $0 { node } else { nil } }
    }

    /// All its words.
    var text: String {
      kids.reduce(into: "") { text, kid in
        switch kid {
        case .text(let words): text += words
        case .element(let node): text += node.text
        }
      }
    }
  }

  private(set) var root = Node(role: "")
  /// The roles that stand for others.
  private(set) var roleMap: [String: String] = [:]
  private(set) var language = ""

  private let source: PDFSource
  private var texts: [String: String] = [:]
  private var fonts: [Int: PDFFontLetters] = [:]

  init(_ file: [UInt8]) throws {
    let storage = MemoryStorage()
    try file.withUnsafeBytes { try storage.append($0) }
    source = try PDFSource(storage)
    let catalog = try source.resolve(source.trailer["Root"])?.dictionary ?? PDFDictionary()
    if case .string(let tag)? = catalog["Lang"] { language = String(decoding: tag, as: UTF8.self) }
    for page in try source.pages() { try readMarks(of: page) }
    let tree = try source.resolve(catalog["StructTreeRoot"])?.dictionary ?? PDFDictionary()
    for entry in try source.resolve(tree["RoleMap"])?.dictionary?.entries ?? [] {
      roleMap[entry.key] = entry.value.name
    }
    for kid in try source.resolve(tree["K"])?.array ?? [] {
      if let number = kid.reference, let node = try node(number) {
        root.kids.append(.element(node))
      }
    }
  }

  // MARK: Elements

  private func node(_ number: Int) throws -> Node? {
    guard let element = try source.object(number).value.dictionary else { return nil }
    var node = Node(role: element["S"]?.name ?? "?")
    node.language = PDFTree.text(element["Lang"])
    node.alternative = PDFTree.text(element["Alt"])
    if let attributes = try source.resolve(element["A"])?.dictionary {
      node.columns = attributes["ColSpan"]?.integer ?? 1
      node.rows = attributes["RowSpan"]?.integer ?? 1
      node.scope = attributes["Scope"]?.name ?? ""
      node.numbering = attributes["ListNumbering"]?.name
    }
    for kid in try source.resolve(element["K"])?.array ?? [] {
      if let mark = kid.integer, let page = element["Pg"]?.reference {
        node.kids.append(.text(texts["\(page):\(mark)"] ?? ""))
      } else if let reference = kid.reference {
        if let inner = try self.node(reference) { node.kids.append(.element(inner)) }
      } else if let inner = kid.dictionary, inner["Type"]?.name == "MCR",
        let page = inner["Pg"]?.reference, let mark = inner["MCID"]?.integer
      {
        node.kids.append(.text(texts["\(page):\(mark)"] ?? ""))
      }
    }
    return node
  }

  /// A text string, in UTF-16 or in what ASCII and Latin-1 share.
  static func text(_ value: PDFValue?) -> String {
    guard case .string(let bytes)? = value else { return "" }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2)) }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  static func utf16(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  // MARK: Marks

  private mutating func readMarks(of number: Int) throws {
    guard let page = try source.object(number).value.dictionary else { return }
    var resources: PDFDictionary?
    var node: PDFDictionary? = page
    while resources == nil, let here = node {
      resources = try source.resolve(here["Resources"])?.dictionary
      node = try source.resolve(here["Parent"])?.dictionary
    }
    let names = try source.resolve(resources?["Font"])?.dictionary ?? PDFDictionary()
    var content: [UInt8] = []
    for stream in page["Contents"]?.array ?? [page["Contents"] ?? .null] {
      guard let number = stream.reference else { continue }
      content += try source.decoded(source.object(number)) ?? []
      content.append(10)
    }
    var font: PDFFontLetters?
    // Marks that are open: of an element, or with a text in place of their glyphs.
    var open: [(mark: Int?, replaces: String?)] = []
    var mark: Int?
    for (operation, operands) in try PDFOperations(content).all {
      switch operation {
      case "Tf":
        if let name = operands.first?.name, let reference = names[name]?.reference {
          font = try letters(of: reference)
        }
      case "BDC", "BMC":
        let properties = operands.last?.dictionary
        if let found = properties?["MCID"]?.integer { mark = found }
        var replaces: String?
        if let actual = properties?["ActualText"] { replaces = PDFTree.text(actual) }
        if let replaces, let mark { texts["\(number):\(mark)", default: ""] += replaces }
        open.append((properties?["MCID"]?.integer, replaces))
      case "EMC": if open.popLast()?.mark != nil { mark = nil }
      case "Tj", "TJ":
        guard let mark, let font, !open.contains(where: { $0.replaces != nil }) else { continue }
        var shown: [Unicode.Scalar] = []
        for piece in operands.last?.array ?? operands {
          if case .string(let bytes) = piece { shown += font.scalars(bytes) }
        }
        texts["\(number):\(mark)", default: ""] += String(String.UnicodeScalarView(shown))
      default: break
      }
    }
  }

  private mutating func letters(of number: Int) throws -> PDFFontLetters {
    if let known = fonts[number] { return known }
    let dictionary = try source.object(number).value.dictionary ?? PDFDictionary()
    var map: [UInt8] = []
    if let stream = dictionary["ToUnicode"]?.reference {
      map = try source.decoded(source.object(stream)) ?? []
    }
    let letters = PDFFontLetters(map: map, isWide: dictionary["Subtype"]?.name == "Type0")
    fonts[number] = letters
    return letters
  }
}

/// The meanings of a font's codes, from its ToUnicode map (ISO 32000-1, 9.10.3).
struct PDFFontLetters {
  private var letters: [Int: String] = [:]
  private let width: Int

  init(map: [UInt8], isWide: Bool) {
    width = isWide ? 2 : 1
    // Hexadecimal strings between brackets, and the words between them.
    var strings: [[UInt8]] = []
    var word = ""
    var isRange = false
    var at = 0
    func number(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    while at < map.count {
      let byte = map[at]
      at += 1
      if byte == UInt8(ascii: "<") {
        var digits: [UInt8] = []
        while at < map.count, map[at] != UInt8(ascii: ">") {
          if let digit = Character(Unicode.Scalar(map[at])).hexDigitValue {
            digits.append(UInt8(digit))
          }
          at += 1
        }
        at += 1
        strings.append(
          stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
        if isRange, strings.count == 3 {
          let first = number(strings[0])
          let target = PDFTree.utf16(strings[2]).unicodeScalars
          for code in first...max(first, number(strings[1])) {
            var text = String.UnicodeScalarView(target)
            if let last = target.last,
              let scalar = Unicode.Scalar(last.value + UInt32(code - first))
            {
              text.removeLast()
              text.append(scalar)
            }
            letters[code] = String(text)
          }
          strings = []
        } else if !isRange, strings.count == 2 {
          letters[number(strings[0])] = PDFTree.utf16(strings[1])
          strings = []
        }
      } else if byte > 0x20 {
        word.append(Character(Unicode.Scalar(byte)))
      } else {
        if word == "beginbfchar" || word == "beginbfrange" {
          isRange = word == "beginbfrange"
          strings = []
        }
        word = ""
      }
    }
  }

  func scalars(_ bytes: [UInt8]) -> [Unicode.Scalar] {
    stride(from: 0, to: bytes.count - width + 1, by: width).flatMap { at -> [Unicode.Scalar] in
      let code = bytes[at..<at + width].reduce(0) { $0 << 8 | Int($1) }
      return Array((letters[code] ?? "\u{FFFD}").unicodeScalars)
    }
  }
}

/// A content stream as operations with their operands.
struct PDFOperations {
  private(set) var all: [(operation: String, operands: [PDFValue])] = []

  init(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { bytes in
      var parser = PDFParser(bytes)
      var operands: [PDFValue] = []
      while true {
        parser.skipSpace()
        guard parser.position < bytes.count else { break }
        let byte = bytes[parser.position]
        let isWord =
          (65...90).contains(byte) || (97...122).contains(byte) || byte == 39 || byte == 34
        guard isWord else {
          operands.append(try parser.value())
          continue
        }
        var end = parser.position
        while end < bytes.count, !PDFParser.isSpace(bytes[end]), !PDFParser.isDelimiter(bytes[end])
        {
          end += 1
        }
        let word = String(decoding: bytes[parser.position..<end], as: UTF8.self)
        parser = PDFParser(bytes, at: end)
        all.append((word, operands))
        operands = []
      }
    }
  }
}
