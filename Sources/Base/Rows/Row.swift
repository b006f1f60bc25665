// SPDX-License-Identifier: MIT
// Part of Platen: rows of content: tables of named fields from any file format.

public import Diagnostics
public import Digests

/// The value of a field of a row.
public indirect enum RowValue: Hashable, Sendable {
  case null
  case flag(Bool)
  /// A number as written, so that no digit is lost.
  case number(String)
  case text(String)
  case list([RowValue])
  case record(Row)

  /// The text for templates; nil without any. Code points are those of the file.
  ///
  /// Short elements of a list are joined by commas, longer ones are paragraphs. A mapping shows its
  /// name, title, label or text; parts of it have paths: `category.slug`.
  public var shown: String? {
    switch self {
    case .null: nil
    case .flag(let flag): flag ? "true" : "false"
    case .number(let text): text
    case .text(let text): text.isEmpty ? nil : text
    case .list(let elements): RowValue.joined(elements.compactMap(\.shown))
    case .record(let row): row.text("name", "title", "title_en", "label", "text")
    }
  }

  /// The largest number of characters of an element on a line with others.
  private static let short = 40

  private static func joined(_ texts: [String]) -> String? {
    guard !texts.isEmpty else { return nil }
    let areShort = texts.allSatisfy { text in
      text.count <= short && !text.contains(where: \.isNewline)
        && !(text.last.map { ".!?…。！？؟".contains($0) } ?? false)
    }
    return texts.joined(separator: areShort ? ", " : "\n")
  }

  /// Indicates whether it is a single value, not a list or a mapping.
  var isScalar: Bool {
    switch self {
    case .list, .record: false
    case .null, .flag, .number, .text: true
    }
  }

  /// Indicates whether it holds more text than a symbol, a name or an address: at least 40
  /// characters with whitespace, or of a script without whitespace. In lists and mappings, all
  /// texts count.
  public var isProse: Bool {
    var length = 0
    var hasBlank = false
    func take(_ value: RowValue) {
      switch value {
      case .null, .flag, .number: break
      case .text(let text):
        length += text.count
        hasBlank =
          hasBlank || text.contains(where: \.isWhitespace) || text.utf8.contains { $0 >= 0xE3 }
      case .list(let elements): elements.forEach(take)
      case .record(let row): row.fields.forEach { take($0.value) }
      }
    }
    take(self)
    return hasBlank && length >= 40
  }

  /// Indicates whether it contains a text or a number.
  package var hasText: Bool {
    switch self {
    case .null, .flag: false
    case .number: true
    case .text(let text): !text.isEmpty
    case .list(let elements): elements.contains(where: \.hasText)
    case .record(let row): row.fields.contains { $0.value.hasText }
    }
  }

  /// Indicates whether it is a mapping that shows none of its texts, or a list with such a mapping.
  package var hidesMapping: Bool {
    switch self {
    case .null, .flag, .number, .text: false
    case .list(let elements): elements.contains(where: \.hidesMapping)
    case .record: hasText && shown == nil
    }
  }

  /// Returns the value of a path in it; nil without one.
  fileprivate func part(_ path: String) -> RowValue? {
    switch self {
    case .record(let row): return row[path]
    case .list(let elements):
      let first = path.prefix { $0 != "." }
      guard first.count <= 6, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let index = Int(first), elements.indices.contains(index)
      else { return nil }
      let rest = path.dropFirst(first.count + 1)
      return rest.isEmpty ? elements[index] : elements[index].part(String(rest))
    case .null, .flag, .number, .text: return nil
    }
  }

  /// The number, also of a text that contains one; nil if it is not finite.
  public var number: Double? {
    switch self {
    case .number(let text), .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .flag(let flag): flag ? 1 : 0
    default: nil
    }
  }

  /// The number as an integer, truncated.
  public var integer: Int? { number.flatMap { Int(exactly: $0.rounded(.towardZero)) } }

  /// The elements of a list, also in PostgreSQL's syntax `{1,2}`; nil for other values.
  public var elements: [RowValue]? {
    switch self {
    case .list(let elements): return elements
    case .text(let text) where text.hasPrefix("{") && text.hasSuffix("}"):
      let inner = text.dropFirst().dropLast()
      return inner.split(separator: ",").map { .text(String($0)) }
    default: return nil
    }
  }
}

/// One row: fields by name, in the order of the file.
public struct Row: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    /// The name in snake case, see ``Row/plainName(_:)``.
    public var name: String
    public var value: RowValue

    public init(_ name: String, _ value: RowValue) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var fields: [Field]
  /// The location in its file.
  public var place: SourceLocation

  public init(_ fields: [Field] = [], at place: SourceLocation = SourceLocation()) {
    self.fields = []
    self.place = place
    for field in fields { self[Row.plainName(field.name)] = field.value }
  }

  /// Creates a row of fields whose names are plain already, such as those of a table's header.
  init(plain fields: [Field], at place: SourceLocation) {
    self.fields = []
    self.place = place
    for field in fields { self[field.name] = field.value }
  }

  /// The value of a name in snake case, or of a path for nested records and elements of lists, the
  /// first of which is 0: `category.slug`, `actions.0.name`.
  public subscript(name: String) -> RowValue? {
    get {
      if let field = fields.first(where: { $0.name == name }) { return field.value }
      guard let dot = name.firstIndex(of: ".") else { return nil }
      return self[String(name[..<dot])]?.part(String(name[name.index(after: dot)...]))
    }
    set {
      let index = fields.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): fields[index].value = value
      case (let index?, nil): fields.remove(at: index)
      case (nil, let value?): fields.append(Field(name, value))
      case (nil, nil): break
      }
    }
  }

  /// Returns the text of the first of these fields that has one.
  public func text(_ names: String...) -> String? {
    for name in names { if let text = self[name]?.shown { return text } }
    return nil
  }

  /// Returns the first number among these fields.
  public func number(_ names: String...) -> Double? {
    for name in names { if let number = self[name]?.number { return number } }
    return nil
  }

  /// Returns a name in snake case: `arabicText`, `Arabic text` and `arabic_text` are one.
  public static func plainName(_ name: String) -> String {
    var result = String.UnicodeScalarView()
    let scalars = Array(name.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if scalar == " " || scalar == "-" || scalar == "_" {
        if result.last != "_", !result.isEmpty { result.append("_") }
        continue
      }
      if scalar.properties.isUppercase, index > 0, let last = result.last, last != "_" {
        let isNewWord =
          !scalars[index - 1].properties.isUppercase
          || index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
        if isNewWord, scalars[index - 1] != "." { result.append("_") }
      }
      result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
    while result.last == "_" { result.removeLast() }
    return String(result)
  }
}

/// The digest of a row does not include its location.
extension Row: Digestible {
  public func add(to digester: inout Digester) { fields.add(to: &digester) }
}

extension Row.Field: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(name, value) }
}

extension RowValue: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .null: digester.addCase(0)
    case .flag(let flag): digester.addCase(1, flag)
    case .number(let text): digester.addCase(2, text)
    case .text(let text): digester.addCase(3, text)
    case .list(let elements): digester.addCase(4, elements)
    case .record(let row): digester.addCase(5, row)
    }
  }
}

/// A table of rows.
public struct RowTable: Hashable, Sendable {
  /// The name in snake case.
  public var name: String
  public var rows: [Row]
  /// The location of the line that names the columns of a CSV file; nil for other formats.
  package var head: SourceLocation?

  public init(_ name: String, _ rows: [Row]) {
    self.name = name
    self.rows = rows
  }
}

/// The contents of a file: tables in file order.
public struct RowSet: Hashable, Sendable {
  public var tables: [RowTable]
  public var warnings: [Diagnostic]

  public init(_ tables: [RowTable] = [], warnings: [Diagnostic] = []) {
    self.tables = tables
    self.warnings = warnings
  }

  /// The name of the only table in files without table names.
  public static let onlyTable = "rows"
  /// The limits of rows per file and fields per row, far above the needs of cards.
  static let rowLimit = 1_000_000
  static let fieldLimit = 1000
  /// The limit of a field's name in bytes, since every row is searched by it.
  static let nameLimit = 1000

  /// Checks that a file is text.
  ///
  /// - Throws: `Failure` with `code` if it is not UTF-8.
  static func checkText(_ bytes: [UInt8], _ code: Diagnostic.Code, at place: SourceLocation) throws
  {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Failure(
        .error(code, "the file is not UTF-8 text", at: place, hints: ["save it as UTF-8"]))
    }
  }

  /// Checks the length of a name.
  ///
  /// - Throws: `Failure` with `code` if the name is too long.
  static func checkName(_ name: String, _ code: Diagnostic.Code, at place: SourceLocation) throws {
    guard name.utf8.count <= nameLimit else {
      throw Failure(
        .error(
          code,
          "the name \"\(printable(name, limit: 40))\" is longer than \(nameLimit) bytes", at: place)
      )
    }
  }

  /// The table of a name, in any spelling that ``Row/plainName(_:)`` supports.
  public subscript(name: String) -> RowTable? {
    let plain = Row.plainName(name)
    return tables.first { $0.name == plain }
  }

  mutating func append(_ row: Row, to table: String) throws {
    guard tables.reduce(0, { $0 + $1.rows.count }) < RowSet.rowLimit else {
      throw Failure(.error(.rowsMany, "more than \(RowSet.rowLimit) rows", at: row.place))
    }
    appendUnchecked(row, to: table)
  }

  mutating func appendUnchecked(_ row: Row, to table: String) {
    if let index = tables.firstIndex(where: { $0.name == table }) {
      tables[index].rows.append(row)
    } else {
      tables.append(RowTable(table, [row]))
    }
  }

  /// Records a warning about control characters in texts, which cards show as spaces.
  private mutating func warnOfControls() {
    func hasControl(_ value: RowValue) -> Bool {
      switch value {
      case .text(let text):
        text.utf8.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F }
      case .list(let elements): elements.contains(where: hasControl)
      case .record(let row): row.fields.contains { hasControl($0.value) }
      case .null, .flag, .number: false
      }
    }
    var count = 0
    var first: (name: String, place: SourceLocation)?
    for row in tables.lazy.flatMap(\.rows) {
      for field in row.fields where hasControl(field.value) {
        count += 1
        first = first ?? (field.name, row.place)
      }
    }
    guard let first else { return }
    warnings.append(
      .warning(
        .rowsControl,
        "control characters in \(printable(first.name, limit: 60)) are shown as spaces"
          + (count > 1 ? ", and in \(count - 1) more field\(count == 2 ? "" : "s")" : ""),
        at: first.place,
        hints: ["check where the text comes from"]))
  }

  /// Reads a file by its extension: `.json`, `.csv`, `.tsv`, `.sql`, `.xlsx`; others by content.
  ///
  /// - Throws: `Failure` `rows.json`, `rows.csv`, `rows.sql`, `rows.workbook`, `rows.empty` with
  ///   locations.
  public init(file: String, bytes: [UInt8]) throws {
    let fileExtension =
      file.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    switch fileExtension {
    case "xlsx", "xlsm": self = try RowSet(workbook: bytes, file: file)
    case _ where RowSet.isWorkbook(bytes): self = try RowSet(workbook: bytes, file: file)
    case "json": self = try RowSet(json: bytes, file: file)
    case "csv", "tsv", "txt": self = try RowSet(csv: bytes, file: file)
    case "sql": self = try RowSet(sql: bytes, file: file)
    default:
      let isJSON = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
      self = isJSON ? try RowSet(json: bytes, file: file) : try RowSet(csv: bytes, file: file)
    }
    warnOfControls()
    guard tables.contains(where: { !$0.rows.isEmpty }) else {
      throw Failure(
        .error(
          .rowsEmpty, "no rows found in this file", at: SourceLocation(file: file),
          hints: [
            "JSON is a list of objects, CSV and sheets have names in their first line, SQL has "
              + "INSERT or COPY"
          ]
        ))
    }
  }
}
