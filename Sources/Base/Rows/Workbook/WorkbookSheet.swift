// SPDX-License-Identifier: MIT
// Part of Platen: the rows of a sheet of a workbook.

internal import Diagnostics
internal import Libc

/// The cells of a sheet, row by row.
final class WorkbookSheet: WorkbookXMLHandler {
  struct SheetRow {
    /// The number of the row in the sheet, from 1.
    var number: Int
    /// The values of its cells by their columns, from 0.
    var cells: [(column: Int, value: RowValue)] = []
  }

  static let rowLimit = 100_000
  /// Bytes of the text of a cell, and of all cells of a workbook.
  static let (cellLimit, textLimit) = (1 << 20, 256 << 20)

  private(set) var rows: [SheetRow] = []
  /// The bytes of the texts of all cells so far, also those of other sheets.
  private(set) var textBytes: Int
  /// Cells without the value of their formula and cells with an error, and the first of each.
  private(set) var unread: [(what: String, cell: String, count: Int)] = []
  private let texts: [String]
  private let styles: WorkbookStyles
  private let is1904: Bool

  private var row: SheetRow?
  private var rowNumber = 0
  private var column = -1
  private var type = ""
  private var style = 0
  private var value = ""
  private var hasFormula = false
  private var isValue = false
  private var isPhonetic = false

  init(texts: [String], styles: WorkbookStyles, is1904: Bool, textBytes: Int) {
    self.textBytes = textBytes
    self.texts = texts
    self.styles = styles
    self.is1904 = is1904
  }

  func start(_ name: String, _ attributes: [String: String]) throws {
    switch name {
    case "row":
      // Rows and cells may lack their place.
      let number = attributes["r"].flatMap { Int($0) } ?? rowNumber + 1
      rowNumber = number > rowNumber && number <= 1_048_576 ? number : rowNumber + 1
      column = -1
      row = SheetRow(number: rowNumber)
    case "c":
      let next = attributes["r"].flatMap(WorkbookSheet.column) ?? column + 1
      column = next > column ? next : column + 1
      guard column < RowSet.fieldLimit else {
        throw Failure(
          .error(
            .rowsWorkbook, "row \(rowNumber) has more than \(RowSet.fieldLimit) columns",
            hints: ["remove what is not a row of cards"]))
      }
      type = attributes["t"] ?? "n"
      style = attributes["s"].flatMap { Int($0) } ?? 0
      value = ""
      hasFormula = false
    case "v": isValue = true
    case "t": isValue = type == "inlineStr" && !isPhonetic
    case "f": hasFormula = true
    case "rPh": isPhonetic = true
    default: break
    }
  }

  func end(_ name: String) throws {
    switch name {
    case "v", "t": isValue = false
    case "rPh": isPhonetic = false
    case "c":
      guard let value = cellValue() else { return }
      if case .text(let text) = value {
        // Cells share texts, so a small file may have many long ones.
        textBytes += text.utf8.count
        guard text.utf8.count <= WorkbookSheet.cellLimit, textBytes <= WorkbookSheet.textLimit
        else {
          throw Failure(
            .error(
              .rowsWorkbook, "the texts of the cells are too long, at \(cell)",
              hints: ["save it in several files"]))
        }
      }
      row?.cells.append((column, value))
    case "row":
      guard let row, !row.cells.isEmpty else { return }
      guard rows.count < WorkbookSheet.rowLimit else {
        throw Failure(
          .error(
            .rowsMany, "more than \(WorkbookSheet.rowLimit) rows in a sheet",
            hints: ["save it as .csv, or in several files"]))
      }
      rows.append(row)
      self.row = nil
    default: break
    }
  }

  func addText(_ text: String) {
    if isValue, value.utf8.count <= WorkbookSheet.cellLimit { value += text }
  }

  /// Returns the column of a reference such as `AB12`, from 0; nil for an invalid one.
  private static func column(_ reference: String) -> Int? {
    var column = 0
    for byte in reference.utf8.prefix(3) {
      let letter = Int(byte) - 64
      guard (1...26).contains(letter) else { break }
      column = column * 26 + letter
    }
    return column > 0 ? column - 1 : nil
  }

  /// The reference of the current cell.
  private var cell: String {
    var letters = ""
    var rest = column + 1
    while rest > 0 {
      rest -= 1
      letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
      rest /= 26
    }
    return letters + String(rowNumber)
  }

  private func recordUnread(_ what: String) {
    if let index = unread.firstIndex(where: { $0.what == what }) {
      unread[index].count += 1
    } else {
      unread.append((what, cell, 1))
    }
  }

  private func cellValue() -> RowValue? {
    if hasFormula, value.isEmpty, type != "str" {
      recordUnread("formulas without their values")
      return nil
    }
    switch type {
    case "s":
      guard let index = Int(value), texts.indices.contains(index) else {
        recordUnread("cells of texts that do not exist")
        return nil
      }
      return texts[index].isEmpty ? nil : .text(texts[index])
    case "inlineStr", "str":
      let text = WorkbookTexts.unescaped(value)
      return text.isEmpty ? nil : .text(text)
    case "b": return value.isEmpty ? nil : .flag(value == "1")
    case "e":
      recordUnread("cells with an error, such as #REF!")
      return nil
    case "d":
      return value.isEmpty
        ? nil : .text(value.hasSuffix("T00:00:00") ? String(value.prefix(10)) : value)
    default:
      guard !value.isEmpty else { return nil }
      guard let number = Double(value), number.isFinite else { return .text(value) }
      switch styles[style] {
      case .number: return .number(WorkbookSheet.text(number))
      case .percent: return .text(WorkbookSheet.text(number * 100) + "%")
      case .date:
        return WorkbookSheet.date(number, is1904: is1904).map { .text($0) }
          ?? .number(WorkbookSheet.text(number))
      }
    }
  }

  /// Returns a number with at most 15 digits, as spreadsheets show it.
  static func text(_ number: Double) -> String {
    if let integer = Int(exactly: number), abs(number) < 1e15 { return String(integer) }
    guard number != 0, abs(number) > 1e-9, abs(number) < 1e15 else { return "\(number)" }
    let scale = pow(10, 14 - floor(log10(abs(number))))
    let rounded = (number * scale).rounded() / scale
    return Int(exactly: rounded).map { String($0) } ?? "\(rounded)"
  }

  /// Returns a day as 2026-03-09, with its time if it has one; a time of no day as 14:30. nil outside
  /// of the years 1900 to 9999.
  static func date(_ number: Double, is1904: Bool) -> String? {
    guard number >= 0, number < 2_958_466 else { return nil }
    let seconds = Int((number * 86_400).rounded())
    var days = seconds / 86_400
    let clock = seconds % 86_400
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let time =
      "\(two(clock / 3600)):\(two(clock / 60 % 60))"
      + (clock % 60 > 0 ? ":\(two(clock % 60))" : "")
    if days == 0, !is1904 { return time }
    // Spreadsheets count February 29, 1900, which never was.
    if is1904 { days += 1462 } else if days < 60 { days += 1 }
    // Days since March 1 of the year 0.
    let day = days - 25_569 + 719_468
    let era = day / 146_097
    let ofEra = day % 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let civil = month < 10 ? month + 3 : month - 9
    let date =
      "\(year + era * 400 + (civil <= 2 ? 1 : 0))-\(two(civil))-"
      + two(ofYear - (153 * month + 2) / 5 + 1)
    return clock == 0 ? date : "\(date) \(time)"
  }
}
