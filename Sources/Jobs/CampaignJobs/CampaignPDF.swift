// SPDX-License-Identifier: MIT
// Part of Platen: the text of campaigns that the game exported as PDF.

internal import PDF
internal import Readers
internal import Text

/// Turns exports of the game in PDF into the texts they were made of.
enum CampaignPDF {
  /// The file, with its text in place of a PDF that is an export; others stay as they are, and are
  /// refused where campaigns are read.
  static func text(of file: NamedBytes) -> NamedBytes {
    guard file.bytes.starts(with: "%PDF".utf8), let text = PDFText.text(of: file.bytes),
      let export = export(text)
    else { return file }
    return NamedBytes(file.name, Array(export.utf8))
  }

  /// A text with the blank lines that its pages lost; nil of one without a label of an
  /// export.
  static func export(_ text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.contains(where: isLabel) else { return nil }
    let isLegacy = lines.contains { $0 == "Story:" }
    // Today's exports begin with their first line, those of 2025 with a title that may be missing.
    var result = isLegacy ? ["", ""] : []
    for (place, line) in lines.enumerated() {
      let beginsScene =
        isRule(line) && place + 1 < lines.count && lines[place + 1].hasPrefix("SCENE ")
      if beginsScene || isLegacy && isLabel(line), result.last != "", !result.isEmpty {
        result.append("")
      }
      result.append(String(line))
    }
    return result.joined(separator: "\n")
  }

  private static func isRule(_ line: Substring) -> Bool {
    line.utf8.count == 60 && line.utf8.allSatisfy { $0 == UInt8(ascii: "=") }
  }

  private static func isLabel(_ line: Substring) -> Bool {
    ["Story:", "God:", "Main Character:", "System:", "Game Master:", "God Mode:"].contains(line)
      || line.hasPrefix("Player (") && line.hasSuffix("):")
  }
}
