// SPDX-License-Identifier: MIT
// Part of Platen: reads boxes that narrators draw with lines, which do not fit proportional type.

/// Finds boxes such as `╔══╗ ║ ENEMY STAT BLOCK ║ ╠══╣ ║ AC: 20 ║ ╚══╝`, a line each.
enum DrawnBoxes {
  /// The text with such boxes as records: a name in brackets and lines below it.
  static func read(_ text: String) -> String {
    guard
      text.holds("\u{2554}") || text.holds("\u{250C}") || text.holds("\u{256D}")
        || text.holds("\u{250F}")
    else { return text }
    var result: [String] = []
    /// The lines of an open box as they are, and its parts between rules.
    var open: [Substring] = []
    var parts: [[String]] = []
    for line in text.lines {
      let row = bare(line)
      guard let first = row.unicodeScalars.first else {
        result += open.map(String.init) + [String(line)]
        open = []
        continue
      }
      if open.isEmpty, corners.contains(first) {
        open = [line]
        parts = [[]]
      } else if !open.isEmpty, sides.contains(first) {
        open.append(line)
        let inner = words(row)
        if !inner.isEmpty { parts[parts.count - 1].append(inner) }
      } else if !open.isEmpty, joints.contains(first) {
        open.append(line)
        parts.append([])
      } else if !open.isEmpty, ends.contains(first) {
        result += [""] + record(of: parts.filter { !$0.isEmpty }) + [""]
        open = []
      } else {
        result += open.map(String.init) + [String(line)]
        open = []
      }
    }
    return (result + open.map(String.init)).joined(separator: "\n")
  }

  private static let corners: Set<Unicode.Scalar> = [
    "\u{2554}", "\u{250C}", "\u{256D}", "\u{250F}",
  ]
  private static let sides: Set<Unicode.Scalar> = ["\u{2551}", "\u{2502}", "\u{2503}"]
  private static let joints: Set<Unicode.Scalar> = ["\u{2560}", "\u{251C}", "\u{2523}", "\u{255F}"]
  private static let ends: Set<Unicode.Scalar> = ["\u{255A}", "\u{2514}", "\u{2570}", "\u{2517}"]

  /// A line without blanks and emphasis around it.
  private static func bare(_ line: Substring) -> Substring {
    let row = line.drop { $0 == " " || $0 == "*" }
    return row[
      ..<(row.lastIndex { $0 != " " && $0 != "*" }.map { row.index(after: $0) }
        ?? row.startIndex)]
  }

  /// The words between the sides of a row.
  private static func words(_ row: Substring) -> String {
    var inner = row.dropFirst()
    if let last = inner.unicodeScalars.last, sides.contains(last) { inner = inner.dropLast() }
    let words = inner.trimmed.replacing("**", with: "")
    // A list would end the record.
    return words.hasPrefix("- ") ? "\u{2022}" + words.dropFirst() : words
  }

  private static func record(of parts: [[String]]) -> [String] {
    guard parts.count > 1, let title = parts.first, title.count == 1 else {
      return parts.flatMap { $0 }
    }
    let name = title[0].replacing("!", with: "")
    let isRecord = !name.contains(where: \.isLowercase) && name.contains(where: \.isLetter)
    return [isRecord ? "[\(name)]" : "**\(name)**"] + parts.dropFirst().flatMap { $0 }
  }
}
