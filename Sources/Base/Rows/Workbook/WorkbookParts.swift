// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a workbook beside its sheets: relations, names, texts and formats.

internal import Diagnostics

/// The relations of a part: targets by id, and the type of each.
final class WorkbookRelations: WorkbookXMLHandler {
  private(set) var all: [(id: String, type: String, target: String)] = []

  func start(_ name: String, _ attributes: [String: String]) {
    guard name == "Relationship", all.count < 10_000, attributes["TargetMode"] != "External",
      let id = attributes["Id"], let target = attributes["Target"]
    else { return }
    all.append((id, attributes["Type"] ?? "", target))
  }

  func end(_ name: String) {}
  func addText(_ text: String) {}

  /// Returns the path of a target in the archive: relative to a folder, or from the root.
  static func path(_ target: String, in folder: String) -> String {
    if target.hasPrefix("/") { return String(target.dropFirst()) }
    var parts = folder.split(separator: "/").map(String.init)
    for part in target.split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}

/// The sheets of a workbook in order, and its first day.
final class WorkbookSheets: WorkbookXMLHandler {
  private(set) var sheets: [(name: String, relation: String, isHidden: Bool)] = []
  /// Indicates whether days are counted from 1904.
  private(set) var is1904 = false

  func start(_ name: String, _ attributes: [String: String]) {
    switch name {
    case "sheet" where sheets.count < 1000:
      guard let relation = attributes["id"] else { return }
      let isHidden = attributes["state"].map { $0 != "visible" } ?? false
      sheets.append((attributes["name"] ?? "", relation, isHidden))
    case "workbookPr": is1904 = ["1", "true"].contains(attributes["date1904"])
    default: break
    }
  }

  func end(_ name: String) {}
  func addText(_ text: String) {}
}

/// The texts that cells share. Pronunciations are not part of them.
final class WorkbookTexts: WorkbookXMLHandler {
  private(set) var texts: [String] = []
  private var text = ""
  private var isText = false
  private var isPhonetic = false
  static let limit = 2_000_000

  func start(_ name: String, _ attributes: [String: String]) throws {
    switch name {
    case "si": text = ""
    case "rPh": isPhonetic = true
    case "t": isText = !isPhonetic
    default: break
    }
  }

  func end(_ name: String) throws {
    switch name {
    case "si":
      guard texts.count < WorkbookTexts.limit else {
        throw Failure(.error(.rowsMany, "more than \(WorkbookTexts.limit) texts in the workbook"))
      }
      texts.append(WorkbookTexts.unescaped(text))
    case "rPh": isPhonetic = false
    case "t": isText = false
    default: break
    }
  }

  func addText(_ text: String) { if isText { self.text += text } }

  /// Returns a text with `_x000D_` and other escaped characters as themselves; line endings are
  /// newlines.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")) || text.utf8.contains(13) else { return text }
    var result = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      if scalars[index] == "_", index + 6 < scalars.count, scalars[index + 1] == "x",
        scalars[index + 6] == "_"
      {
        var digits = String.UnicodeScalarView()
        digits.append(contentsOf: scalars[index + 2..<index + 6])
        if let value = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(value) {
          if scalar != "\r" { result.append(scalar) }
          index += 7
          continue
        }
      }
      if scalars[index] != "\r" { result.append(scalars[index]) }
      index += 1
    }
    return String(result)
  }
}

/// The formats of numbers, by the style of a cell.
final class WorkbookStyles: WorkbookXMLHandler {
  enum Format { case number, percent, date }

  private var formats: [Format] = []
  private var codes: [Int: Format] = [:]
  private var isInCells = false

  func start(_ name: String, _ attributes: [String: String]) {
    switch name {
    case "numFmt":
      guard codes.count < 10_000, let id = attributes["numFmtId"].flatMap({ Int($0) }) else {
        return
      }
      codes[id] = WorkbookStyles.format(attributes["formatCode"] ?? "")
    case "cellXfs": isInCells = true
    case "xf" where isInCells && formats.count < 100_000:
      let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
      formats.append(codes[id] ?? WorkbookStyles.format(id))
    default: break
    }
  }

  func end(_ name: String) { if name == "cellXfs" { isInCells = false } }
  func addText(_ text: String) {}

  /// The format of a style.
  subscript(style: Int) -> Format { formats.indices.contains(style) ? formats[style] : .number }

  /// Returns the format of a number that all workbooks have.
  private static func format(_ id: Int) -> Format {
    switch id {
    case 14...22, 27...36, 45...47, 50...58: .date
    case 9, 10: .percent
    default: .number
    }
  }

  /// Returns the format of a code, such as `yyyy-mm-dd`.
  private static func format(_ code: String) -> Format {
    var isQuoted = false
    var isColor = false
    var isEscaped = false
    for character in code.prefix(200) {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch character {
      case "\\": isEscaped = true
      case "\"": isQuoted.toggle()
      case "[" where !isQuoted: isColor = true
      case "]" where !isQuoted: isColor = false
      case _ where isQuoted || isColor: break
      case ";": return .number
      case "%": return .percent
      case "d", "m", "y", "h", "s", "D", "M", "Y", "H", "S": return .date
      default: break
      }
    }
    return .number
  }
}
