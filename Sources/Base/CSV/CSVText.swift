// SPDX-License-Identifier: MIT
// Part of Platen: comma-separated values (RFC 4180) that no spreadsheet runs as formulas.

/// Rows of cells as comma-separated values: UTF-8, lines that end in CR LF.
///
/// Spreadsheets run a cell as a formula when its text begins with `=`, `+`, `-`, `@`, a tab or a
/// line break (OWASP, "CSV Injection"). Text is untrusted, so an apostrophe is put before such
/// text. ``unguarded(_:)`` removes it again. Numbers are kept as they are.
public struct CSVText: Sendable {
  private let separator: UInt8
  /// The bytes appended since the beginning, or since ``removeAll()``.
  public private(set) var bytes: [UInt8] = []
  private var isRowEmpty = true

  /// A table without a row.
  ///
  /// - Parameters:
  ///   - separator: one ASCII character.
  ///   - hasMark: whether it begins with a byte order mark, by which Excel knows UTF-8.
  public init(separator: Character = ",", hasMark: Bool = false) {
    self.separator = separator.asciiValue ?? UInt8(ascii: ",")
    if hasMark { bytes = [0xEF, 0xBB, 0xBF] }
  }

  /// Appends a row of texts.
  public mutating func row(_ cells: [String]) {
    for cell in cells { self.cell(cell) }
    endRow()
  }

  /// Appends a cell of the current row: untrusted text, guarded.
  public mutating func cell(_ text: String) { plainCell(CSVText.guarded(text)) }

  /// Appends a cell whose text the program itself generated, such as a number or coordinates.
  public mutating func plainCell(_ text: String) {
    if !isRowEmpty { bytes.append(separator) }
    isRowEmpty = false
    let needsQuotes =
      text.utf8.contains { [0x22, separator, 0x0D, 0x0A].contains($0) }
      || text.utf8.first == 0x20 || text.utf8.last == 0x20
    guard needsQuotes else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }

  /// Ends the current row.
  public mutating func endRow() {
    bytes.append(0x0D)
    bytes.append(0x0A)
    isRowEmpty = true
  }

  /// Empties the buffer after its bytes were written.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  // MARK: Formulas

  /// The text with an apostrophe before it where a spreadsheet would read it as a formula.
  ///
  /// Text that begins with apostrophes and then like a formula gets one more, so that
  /// ``unguarded(_:)`` gives every text back as it was.
  public static func guarded(_ text: String) -> String {
    beginsFormula(text.utf8.drop { $0 == apostrophe }) ? "'" + text : text
  }

  /// The text as it was before ``guarded(_:)``.
  public static func unguarded(_ text: String) -> String {
    guard text.utf8.first == apostrophe, beginsFormula(text.utf8.drop { $0 == apostrophe }) else {
      return text
    }
    return String(text.dropFirst())
  }

  private static let apostrophe = UInt8(ascii: "'")

  /// Indicates whether text without its leading apostrophes would be run: some programs drop
  /// leading blanks and take the wide forms of the signs (U+FF1D, U+FF0B, U+FF0D, U+FF20) for the
  /// narrow ones.
  private static func beginsFormula(_ text: Substring.UTF8View) -> Bool {
    let text = text.drop { $0 == 0x20 }
    guard let first = text.first else { return false }
    switch first {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D: return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return !isNumber(text.dropFirst())
    case 0xEF:
      let wide: [[UInt8]] = [
        [0xEF, 0xBC, 0x9D], [0xEF, 0xBC, 0x8B], [0xEF, 0xBC, 0x8D], [0xEF, 0xBC, 0xA0],
      ]
      return wide.contains { text.starts(with: $0) }
    default: return false
    }
  }

  /// Digits with at most one point among them and at most one exponent behind them.
  private static func isNumber(_ text: Substring.UTF8View) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    var rest = text.drop(while: isDigit)
    var digits = text.count - rest.count
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst()
      rest = fraction.drop(while: isDigit)
      digits += fraction.count - rest.count
    }
    guard digits > 0 else { return false }
    guard let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else {
      return rest.isEmpty
    }
    var exponent = rest.dropFirst()
    if exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+") {
      exponent = exponent.dropFirst()
    }
    return !exponent.isEmpty && exponent.allSatisfy(isDigit)
  }
}
