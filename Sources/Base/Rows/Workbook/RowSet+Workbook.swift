// SPDX-License-Identifier: MIT
// Part of Platen: rows from workbooks of spreadsheets (.xlsx).

internal import Archive
internal import Diagnostics
internal import Text

extension RowSet {
  /// Bytes that parts of a workbook may decode to, one and all together, for each byte of the file.
  private static let workbookLimits = ZipLimits(
    entries: 10_000, entryBytes: 64 << 20, totalBytes: 256 << 20, ratio: 100)

  /// Indicates whether a file is a ZIP, as workbooks are, or a file of older spreadsheets.
  static func isWorkbook(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || isOldWorkbook(bytes)
  }

  private static func isOldWorkbook(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
  }

  /// Reads the visible sheets of a workbook as tables of their names.
  ///
  /// The first row with two texts or more names the columns; empty rows are skipped. Numbers are as
  /// spreadsheets show them, days are 2026-03-09. A cell that was merged with others has its value
  /// in the first one.
  ///
  /// - Throws: `Failure` `rows.workbook` with the part or the cell; `rows.many`; `archive.…`.
  public init(workbook bytes: [UInt8], file: String) throws {
    self.init()
    let place = SourceLocation(file: file)
    guard !RowSet.isOldWorkbook(bytes) else {
      throw Failure(
        .error(
          .rowsWorkbook, "an older or an encrypted workbook, which is not read", at: place,
          hints: ["save it as .xlsx or .csv, without a password"]))
    }
    do {
      let archive = try ZipReader(bytes: bytes, limits: RowSet.workbookLimits)
      try readWorkbook(archive, file)
    } catch let failure as Failure {
      throw failure.inFile(file)
    }
  }

  private mutating func readWorkbook(_ archive: ZipReader, _ file: String) throws {
    func read(_ part: String, _ handler: any WorkbookXMLHandler, isOptional: Bool = false) throws {
      guard let entry = archive.entry(named: part) else {
        guard !isOptional else { return }
        throw Failure(
          .error(
            .rowsWorkbook,
            "not a workbook of a spreadsheet: it has no part \(printable(part, limit: 80))",
            hints: ["save it as .xlsx or .csv"]))
      }
      try WorkbookXML.read(
        try archive.contents(of: entry), part: printable(part, limit: 80), handler)
    }
    let root = WorkbookRelations()
    try read("_rels/.rels", root, isOptional: true)
    let main = root.all.first { $0.type.hasSuffix("/officeDocument") }?.target ?? "xl/workbook.xml"
    let workbook = WorkbookRelations.path(main, in: "")
    let folder = workbook.split(separator: "/").dropLast().joined(separator: "/")
    let stem = workbook.split(separator: "/").last.map(String.init) ?? "workbook.xml"
    let sheets = WorkbookSheets()
    try read(workbook, sheets)
    let relations = WorkbookRelations()
    try read(WorkbookRelations.path("_rels/\(stem).rels", in: folder), relations)
    func target(_ type: String) -> String? {
      relations.all.first { $0.type.hasSuffix("/" + type) }
        .map { WorkbookRelations.path($0.target, in: folder) }
    }
    let texts = WorkbookTexts()
    if let part = target("sharedStrings") { try read(part, texts) }
    let styles = WorkbookStyles()
    if let part = target("styles") { try read(part, styles) }
    let hidden = sheets.sheets.filter(\.isHidden).map(\.name)
    let visible = sheets.sheets.filter { !$0.isHidden }
    var textBytes = 0
    for sheet in visible {
      guard
        let relation = relations.all.first(where: { $0.id == sheet.relation }),
        relation.type.hasSuffix("/worksheet")
      else { continue }
      let cells = WorkbookSheet(
        texts: texts.texts, styles: styles, is1904: sheets.is1904, textBytes: textBytes)
      try read(WorkbookRelations.path(relation.target, in: folder), cells)
      textBytes = cells.textBytes
      try append(
        cells, named: visible.count == 1 ? RowSet.onlyTable : Row.plainName(sheet.name),
        SourceLocation(file: file, field: "sheet \(printable(sheet.name, limit: 60))"))
    }
    if !hidden.isEmpty {
      warnings.append(
        .note(
          .rowsWorkbook,
          "hidden sheets are not read: \(cappedList(hidden.map { printable($0, limit: 60) }))",
          at: SourceLocation(file: file)))
    }
  }

  /// Appends the rows of a sheet.
  private mutating func append(
    _ sheet: WorkbookSheet, named name: String, _ place: SourceLocation
  ) throws {
    for unread in sheet.unread {
      warnings.append(
        .warning(
          .rowsWorkbook,
          "\(unread.what) are read as empty: \(unread.cell)"
            + (unread.count > 1 ? " and \(unread.count - 1) more" : ""), at: place,
          hints: ["open the file in a spreadsheet, and save it again"]))
    }
    let start = sheet.rows.firstIndex { row in
      row.cells.count { if case .text = $0.value { true } else { false } } >= 2
    }
    let single = sheet.rows.firstIndex { row in
      row.cells.contains { if case .text = $0.value { true } else { false } }
    }
    guard let start = start ?? (sheet.rows.count > 1 ? single : nil) else {
      guard !sheet.rows.isEmpty else { return }
      warnings.append(
        .warning(
          .rowsWorkbook, "the sheet is not read: no row has the names of columns", at: place,
          hints: ["name the columns in the first row"]))
      return
    }
    func rowPlace(_ row: WorkbookSheet.SheetRow) -> SourceLocation {
      var own = place
      own.line = row.number
      return own
    }
    let head = sheet.rows[start]
    var names: [Int: String] = [:]
    var seen: Set<String> = []
    for (column, value) in head.cells {
      guard let text = value.shown else { continue }
      let name = Row.plainName(text.split(whereSeparator: \.isNewline).joined(separator: " "))
      guard !name.isEmpty else { continue }
      try RowSet.checkName(name, .rowsWorkbook, at: rowPlace(head))
      guard seen.insert(name).inserted else {
        // Another sheet may hold notes in any form.
        let message = "duplicate field name \"\(printable(text, limit: 60))\""
        guard tables.isEmpty else {
          warnings.append(
            .warning(.rowsWorkbook, "the sheet is not read: \(message)", at: rowPlace(head)))
          return
        }
        throw Failure(.error(.rowsWorkbook, message, at: rowPlace(head)))
      }
      names[column] = name
    }
    let columns = names.keys.sorted()
    var nameless: (count: Int, place: SourceLocation)?
    for row in sheet.rows[(start + 1)...] {
      let values = Dictionary(row.cells.map { ($0.column, $0.value) }) { first, _ in first }
      for column in values.keys where names[column] == nil {
        nameless = ((nameless?.count ?? 0) + 1, nameless?.place ?? rowPlace(row))
        _ = column
      }
      let fields = columns.map { Row.Field(names[$0] ?? "", values[$0] ?? .null) }
      guard fields.contains(where: { $0.value != .null }) else { continue }
      try append(Row(plain: fields, at: rowPlace(row)), to: name)
    }
    if let index = tables.firstIndex(where: { $0.name == name }) {
      tables[index].head = rowPlace(head)
    }
    if let nameless {
      warnings.append(
        .warning(
          .rowsNameless,
          "a column has no name, so its values are omitted"
            + (nameless.count > 1 ? " (\(nameless.count) in all)" : ""),
          at: nameless.place, hints: ["name it in row \(head.number)"]))
    }
  }
}
