// SPDX-License-Identifier: MIT
// Part of Platen: the paragraphs of a Word file as plain text.

internal import Archive
internal import Diagnostics

/// The plain text of a Word file.
public enum WordText {
  /// A paragraph: its text, with line feeds and tabs, and the bold text it begins with.
  public struct Paragraph: Hashable, Sendable {
    public var text = ""
    public var bold = ""
  }

  /// Indicates whether bytes, or their beginning, are those of a Word file.
  public static func recognizes(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return false }
    // Names of entries stand before their bytes, uncompressed.
    let name = Array("word/".utf8)
    var matched = 0
    for byte in bytes {
      matched = byte == name[matched] ? matched + 1 : byte == name[0] ? 1 : 0
      if matched == name.count { return true }
    }
    return false
  }

  /// The paragraphs of a Word file's main part, those of tables included, in their order.
  ///
  /// - Throws: `Failure` with `docx.template` if it is not a Word file, with an `archive.` code if it
  ///   is damaged or larger than ``DOCXPart/templateLimits``.
  public static func paragraphs(of file: [UInt8]) throws -> [Paragraph] {
    let reader = try ZipReader(bytes: file, limits: DOCXPart.templateLimits)
    let parts = try reader.entries.filter { entry in
      entry.name.hasSuffix(".xml") || entry.name.hasSuffix(".rels")
    }.map { DOCXPart($0.name, try reader.contents(of: $0)) }
    let package = try WordPackage(parts)
    guard let main = package.part(named: package.main) else { return [] }
    let root = try XMLTreeParser.parse(main.bytes, part: main.name)
    var paragraphs: [Paragraph] = []
    root.visit { element in
      if element.name == "w:p" { paragraphs.append(paragraph(element)) }
    }
    return paragraphs
  }

  private static func paragraph(_ element: XMLTree) -> Paragraph {
    var paragraph = Paragraph()
    var isBold = true
    read(element, &paragraph, &isBold)
    return paragraph
  }

  /// Adds the text of runs, also of those in links; paragraphs within are paragraphs of their own.
  private static func read(
    _ element: XMLTree, _ paragraph: inout Paragraph, _ isBold: inout Bool
  ) {
    for child in element.elements where child.name != "w:p" {
      guard child.name == "w:r" else {
        read(child, &paragraph, &isBold)
        continue
      }
      let text = text(of: child)
      paragraph.text += text
      let mark = child.first("w:rPr")?.first("w:b")
      let isOn = mark.map { !["0", "false", "off"].contains($0["w:val"] ?? "") } ?? false
      isBold = isBold && isOn
      if isBold { paragraph.bold += text }
    }
  }

  private static func text(of run: XMLTree) -> String {
    var text = ""
    for child in run.elements {
      switch child.name {
      case "w:t":
        for case .text(let words) in child.children { text += words }
      case "w:br", "w:cr": text += "\n"
      case "w:tab": text += "\t"
      // Fields, images, marks.
      default: break
      }
    }
    return text
  }
}
