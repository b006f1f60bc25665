// SPDX-License-Identifier: MIT
// Part of Platen: the text of simple PDFs: lines at their places, and the paragraphs they were.

internal import Diagnostics
internal import Text

/// Reads the text of PDFs as programs such as FPDF write them: Flate streams, strings in the order of
/// reading, simple or `ToUnicode` encodings.
public enum PDFText {
  /// The text with a line for each paragraph; nil for a file that is encrypted, damaged, too large
  /// or without text that can be read.
  public static func text(of bytes: [UInt8]) -> String? {
    guard let lines = try? lines(of: bytes), !lines.isEmpty else { return nil }
    return PDFParagraphs.text(of: lines)
  }

  static let pageLimit = 20_000
  static let lineLimit = 2_000_000
  /// Bytes of a page's operators before another part of them is read.
  private static let contentLimit = 1 << 26
  /// Bytes of all pages' operators: pages may share them.
  private static let totalLimit = 1 << 29

  static func lines(of bytes: [UInt8]) throws -> [PDFLine] {
    let storage = MemoryStorage()
    try bytes.withUnsafeBytes { try storage.append($0) }
    let source = try PDFSource(storage)
    guard source.trailer["Encrypt"] == nil else { return [] }
    var fonts: [Int: PDFFontReading] = [:]
    var lines: [PDFLine] = []
    var total = 0
    for (number, page) in try source.pages().prefix(pageLimit).enumerated() {
      guard lines.count < lineLimit, total < totalLimit,
        let entries = try source.object(page).value.dictionary
      else {
        break
      }
      var reader = PDFPageReader(page: number)
      reader.fonts = try pageFonts(entries, source, &fonts)
      let contents = try source.resolve(entries["Contents"])
      let parts = contents?.array?.compactMap(\.reference) ?? [entries["Contents"]?.reference ?? 0]
      var operators: [UInt8] = []
      for part in parts where operators.count < contentLimit {
        operators += try source.decoded(try source.object(part)) ?? []
        operators.append(0x0A)
      }
      operators.append(0x20)
      total += operators.count
      operators.withUnsafeBytes { reader.run($0) }
      lines += reader.lines
    }
    return lines
  }

  /// The fonts of a page by their names, those of the tree above it where it has none.
  private static func pageFonts(
    _ page: PDFDictionary, _ source: PDFSource, _ known: inout [Int: PDFFontReading]
  ) throws -> [String: PDFFontReading] {
    var node = page
    var depth = 0
    while node["Resources"] == nil, depth < 16,
      let parent = try source.resolve(node["Parent"])?.dictionary
    {
      node = parent
      depth += 1
    }
    guard let resources = try source.resolve(node["Resources"])?.dictionary,
      let fonts = try source.resolve(resources["Font"])?.dictionary
    else { return [:] }
    var result: [String: PDFFontReading] = [:]
    for entry in fonts.entries.prefix(1000) {
      if let number = entry.value.reference, let font = known[number] {
        result[entry.key] = font
        continue
      }
      guard let dictionary = try source.resolve(entry.value)?.dictionary else { continue }
      let font = try PDFFontReading(dictionary, source)
      if let number = entry.value.reference { known[number] = font }
      result[entry.key] = font
    }
    return result
  }
}

/// A line of text on a page.
struct PDFLine: Hashable {
  var page: Int
  /// The place of its beginning in points, y up.
  var x: Double
  var y: Double
  var width: Double
  var size: Double
  var text: String
}

/// A font as far as its text is read: what its codes mean, and how wide they are.
struct PDFFontReading {
  /// Indicates whether codes have two bytes.
  let isComposite: Bool
  private var letters: [Int: String] = [:]
  private var widths: [Int: Double] = [:]
  private var defaultWidth = 500.0

  init(_ font: PDFDictionary, _ source: PDFSource) throws {
    isComposite = font["Subtype"]?.name == "Type0"
    if let table = font["ToUnicode"]?.reference,
      let bytes = try source.decoded(try source.object(table))
    {
      letters = PDFFontReading.letters(bytes + [0x20])
    }
    if isComposite {
      guard
        let first = try source.resolve(font["DescendantFonts"])?.array?.first,
        let inner = try source.resolve(first)?.dictionary
      else { return }
      defaultWidth = inner["DW"]?.number ?? 1000
      try readWidths(try source.resolve(inner["W"])?.array ?? [], source)
    } else if let start = font["FirstChar"]?.integer {
      let row = try source.resolve(font["Widths"])?.array ?? []
      for (place, width) in row.prefix(256).enumerated() { widths[start &+ place] = width.number }
    }
  }

  /// `c [w1 w2 …]` and `first last w` (ISO 32000-1, 9.7.4.3).
  private mutating func readWidths(_ row: [PDFValue], _ source: PDFSource) throws {
    var at = 0
    while at + 1 < row.count, let first = row[at].integer {
      if let list = try source.resolve(row[at + 1])?.array {
        for (place, width) in list.prefix(65_536).enumerated() {
          widths[first &+ place] = width.number
        }
        at += 2
      } else if at + 2 < row.count, let last = row[at + 1].integer,
        first >= 0, last >= first, last < 65_536
      {
        for code in first...last { widths[code] = row[at + 2].number }
        at += 3
      } else {
        return
      }
    }
  }

  /// The letters of a `ToUnicode` table: `<0001> <0053>` and `<0001> <0004> <0053>` (9.10.3).
  private static func letters(_ bytes: [UInt8]) -> [Int: String] {
    var result: [Int: String] = [:]
    bytes.withUnsafeBytes { bytes in
      var tokens = PDFTokens(bytes)
      var values: [PDFValue] = []
      while let token = tokens.next(), result.count < 200_000 {
        switch token {
        case .value(let value): values.append(value)
        case .name("beginbfchar"), .name("beginbfrange"): values = []
        case .name("endbfchar"):
          for at in stride(from: 0, to: values.count - 1, by: 2) {
            guard let code = values[at].code else { continue }
            result[code] = values[at + 1].utf16Text
          }
          values = []
        case .name("endbfrange"):
          for at in stride(from: 0, to: values.count - 2, by: 3) {
            guard let first = values[at].code, let last = values[at + 1].code, last >= first,
              last - first < 65_536
            else { continue }
            if let list = values[at + 2].array {
              for (place, value) in list.prefix(last - first + 1).enumerated() {
                result[first + place] = value.utf16Text
              }
            } else if let start = values[at + 2].utf16Text?.unicodeScalars.last {
              let lead =
                values[at + 2].utf16Text?.unicodeScalars.dropLast() ?? ""[...].unicodeScalars
              for place in 0...(last - first) {
                guard let scalar = Unicode.Scalar(start.value + UInt32(place)) else { continue }
                var text = String.UnicodeScalarView(lead)
                text.append(scalar)
                result[first + place] = String(text)
              }
            }
          }
          values = []
        case .name: values = []
        }
      }
    }
    return result
  }

  /// A string as text, with its width in thousandths of the font's size, and the number of its codes.
  func read(_ bytes: [UInt8]) -> (text: String, width: Double, codes: Int, blanks: Int) {
    var text = ""
    var width = 0.0
    var codes = 0
    var blanks = 0
    let step = isComposite ? 2 : 1
    for at in stride(from: 0, through: bytes.count - step, by: step) {
      let code = isComposite ? Int(bytes[at]) << 8 | Int(bytes[at + 1]) : Int(bytes[at])
      codes += 1
      width += widths[code] ?? defaultWidth
      if let letter = letters[code] {
        if letter != "\0" { text += letter }
      } else if !isComposite {
        text.unicodeScalars.append(PDFFontReading.latin(bytes[at]))
      }
      if !isComposite, code == 32 { blanks += 1 }
    }
    return (text, width, codes, blanks)
  }

  /// A code of the Windows encoding, which the standard fonts have.
  private static func latin(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    let row: [UInt16] = [
      0x20AC, 0x2022, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x2022, 0x017D, 0x2022, 0x2022, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x2022, 0x017E, 0x0178,
    ]
    return Unicode.Scalar(row[Int(byte) - 0x80]) ?? "\u{FFFD}"
  }
}

/// The operators and operands of a content stream or a table.
private struct PDFTokens {
  enum Token {
    case value(PDFValue)
    case name(String)
  }

  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The next token; nil at the end. What cannot be read is passed over.
  mutating func next() -> Token? {
    while true {
      var parser = PDFParser(bytes, at: position)
      parser.skipSpace()
      position = parser.position
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      let isWord =
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x27 || byte == 0x22
      if isWord {
        let start = position
        while position < bytes.count, !PDFParser.isSpace(bytes[position]),
          !PDFParser.isDelimiter(bytes[position])
        {
          position += 1
        }
        if position == start { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        if !["true", "false", "null"].contains(word) { return .name(word) }
        return .value(.null)
      }
      do {
        let value = try parser.value()
        position = max(parser.position, position + 1)
        return .value(value)
      } catch PDFParser.ParseError.incomplete {
        // All the rest is within it.
        return nil
      } catch {
        position += 1
      }
    }
  }
}

/// Shows the text of a page's operators (ISO 32000-1, 9.4).
struct PDFPageReader {
  let page: Int
  var fonts: [String: PDFFontReading] = [:]
  private(set) var lines: [PDFLine] = []

  private struct Map {
    var (a, b, c, d, tx, ty) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

    /// This one first, then another.
    func then(_ m: Map) -> Map {
      Map(
        a: a * m.a + b * m.c, b: a * m.b + b * m.d, c: c * m.a + d * m.c, d: c * m.b + d * m.d,
        tx: tx * m.a + ty * m.c + m.tx, ty: tx * m.b + ty * m.d + m.ty)
    }

    init() {}
    init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
      (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }
    init?(_ numbers: [Double]) {
      guard numbers.count == 6 else { return nil }
      self.init(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    }
  }

  private var ground = Map()
  private var saved: [Map] = []
  private var matrix = Map()
  private var lineMatrix = Map()
  private var font: PDFFontReading?
  private var size = 0.0
  private var leading = 0.0
  private var letterSpace = 0.0
  private var wordSpace = 0.0

  init(page: Int) { self.page = page }

  mutating func run(_ bytes: UnsafeRawBufferPointer) {
    var tokens = PDFTokens(bytes)
    var operands: [PDFValue] = []
    while let token = tokens.next() {
      switch token {
      case .value(let value): if operands.count < 1000 { operands.append(value) }
      case .name(let name):
        run(name, operands)
        operands.removeAll(keepingCapacity: true)
      }
    }
  }

  private mutating func run(_ name: String, _ operands: [PDFValue]) {
    let numbers = operands.compactMap(\.number)
    switch name {
    case "q": if saved.count < 1000 { saved.append(ground) }
    case "Q": ground = saved.popLast() ?? ground
    case "cm": if let map = Map(numbers) { ground = map.then(ground) }
    case "BT":
      matrix = Map()
      lineMatrix = Map()
    case "Tf":
      font = operands.first?.name.flatMap { fonts[$0] }
      size = numbers.last ?? size
    case "TL": leading = numbers.last ?? leading
    case "Tc": letterSpace = numbers.last ?? 0
    case "Tw": wordSpace = numbers.last ?? 0
    case "Td", "TD":
      guard numbers.count == 2 else { return }
      if name == "TD" { leading = -numbers[1] }
      move(numbers[0], numbers[1])
    case "Tm":
      if let map = Map(numbers) {
        lineMatrix = map
        matrix = map
      }
    case "T*": move(0, -leading)
    case "Tj": show(operands.last)
    case "'", "\"":
      move(0, -leading)
      show(operands.last)
    case "TJ":
      for part in operands.last?.array ?? [] {
        if let number = part.number {
          matrix.tx -= number / 1000 * size * matrix.a
        } else {
          show(part)
        }
      }
    default: break
    }
  }

  private mutating func move(_ x: Double, _ y: Double) {
    lineMatrix = Map(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y).then(lineMatrix)
    matrix = lineMatrix
  }

  private mutating func show(_ value: PDFValue?) {
    guard case .string(let bytes)? = value, let font else { return }
    let (text, thousandths, codes, blanks) = font.read(bytes)
    let width = thousandths / 1000 * size + letterSpace * Double(codes) + wordSpace * Double(blanks)
    let map = matrix.then(ground)
    let scale = abs(map.a) > 0 ? abs(map.a) : 1
    let (x, y, height) = (map.tx, map.ty, size * scale)
    matrix.tx += width * matrix.a
    matrix.ty += width * matrix.b
    guard !text.isEmpty, x.isFinite, y.isFinite, width.isFinite else { return }
    // What continues a line is a part of it.
    if let last = lines.last, abs(last.y - y) < 0.3 * max(height, 1), x >= last.x + last.width - 1 {
      let gap = x - last.x - last.width
      let isApart = gap > 0.15 * height && last.text.last != " " && text.first != " "
      lines[lines.count - 1].text += (isApart ? " " : "") + text
      lines[lines.count - 1].width = x + width * scale - last.x
    } else if lines.count < PDFText.lineLimit {
      lines.append(
        PDFLine(page: page, x: x, y: y, width: width * scale, size: height, text: text))
    }
  }
}

/// Joins lines to the paragraphs they were broken from.
enum PDFParagraphs {
  static func text(of lines: [PDFLine]) -> String {
    // The end of most full lines: a few are wider, such as those of one long word.
    let ends = lines.map { $0.x + $0.width }.sorted()
    let right = ends.isEmpty ? 0 : ends[Int((Double(ends.count - 1) * 0.97).rounded())]
    let pitch = pitch(of: lines)
    var result: [String] = []
    var last: PDFLine?
    for line in lines {
      let text = trimmed(line.text)
      defer { last = line }
      guard let before = last, !result.isEmpty else {
        result.append(text)
        continue
      }
      let gap = before.page == line.page ? before.y - line.y : pitch
      if gap > 1.5 * pitch {
        result += [String](repeating: "", count: min(2, max(1, Int((gap / pitch).rounded()) - 1)))
        result.append(text)
      } else if isRule(text), isRule(result[result.count - 1]) {
        result[result.count - 1] += text
      } else if continues(before, line, text, right) {
        result[result.count - 1] += " " + text
      } else {
        // The distance of what begins a page is not known: it may be a paragraph.
        if before.page != line.page { result.append("") }
        result.append(text)
      }
    }
    return result.joined(separator: "\n") + "\n"
  }

  /// The usual distance of lines.
  private static func pitch(of lines: [PDFLine]) -> Double {
    var counts: [Int: Int] = [:]
    for (a, b) in zip(lines, lines.dropFirst()) where a.page == b.page {
      let gap = a.y - b.y
      if gap > 1, gap < 1000 { counts[Int((gap * 10).rounded()), default: 0] += 1 }
    }
    let usual = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return usual.map { Double($0.key) / 10 } ?? (lines.first?.size ?? 12) * 1.2
  }

  /// Indicates whether a line has the words that did not fit the one before it.
  private static func continues(
    _ before: PDFLine, _ line: PDFLine, _ text: String, _ right: Double
  ) -> Bool {
    let end = before.x + before.width
    guard abs(before.x - line.x) < 2, !text.isEmpty, !isRule(text), !isRule(before.text) else {
      return false
    }
    if end > right - 2 { return true }
    let word = text.prefix { $0 != " " }.count
    let letter = line.width / Double(max(1, line.text.count))
    return end + letter * Double(word + 1) > right + letter
  }

  private static func isRule(_ text: String) -> Bool {
    let text = trimmed(text)
    return !text.isEmpty && text.allSatisfy { $0 == "=" }
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}

extension PDFValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let text): Double(text)
    default: nil
    }
  }

  /// A string as the code of a letter.
  fileprivate var code: Int? {
    guard case .string(let bytes) = self, (1...4).contains(bytes.count) else { return nil }
    return bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// A string as text in UTF-16.
  fileprivate var utf16Text: String? {
    guard case .string(let bytes) = self, bytes.count >= 2 else { return nil }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }
}
