// SPDX-License-Identifier: MIT
// Part of Platen: the structure of a document is the same on pages as in its tree.

import Canvas
import Documents
import Drawing
import Geometry
import PDF
import Readers
import TestSupport
import Testing
import Text
import Typesetting

@Suite struct PDFStructureTests {
  /// Letters to read, and boxes about what has a ground in books.
  static let style: BookStyle = {
    var style = BookStyle(name: "test")
    style.set("body") {
      $0.families = ["Lato", "Noto Sans"]
      $0.size = 10
    }
    style.set("code") {
      $0.ground = Color(0.9, 0.9, 0.9)
      $0.padding = 4
    }
    style.set("callout") {
      $0.bar = .black
      $0.padding = 6
    }
    return style
  }()

  static func file(
    _ document: Document, style: BookStyle = style, template: PageTemplate = .a5
  ) throws -> [UInt8] {
    let fonts = try FontLibrary(FontSet())
    var bytes: [UInt8] = []
    let node = Node.path(
      PathNode(
        Path(rect: Rect(x: 0, y: 0, width: 40, height: 30)), fill: Fill(.color(.black))))
    _ = try TaggedPDF.write(
      metadata: PDFMetadata(title: document.metadata.title), fonts: fonts,
      sink: { bytes += $0 }
    ) { emit in
      let typesetter = Typesetter(
        style: style, template: template, measuring: fonts, hyphenation: nil,
        images: { _ in BookImage(size: Size(width: 40, height: 30), node: node) })
      return try typesetter.pages(of: document, page: emit).structure
    }
    return bytes
  }

  enum Story: CaseIterable {
    case book, everything, long, arabic

    var document: Document {
      switch self {
      case .book: FormSamples.book
      case .everything: Sample.document
      case .long: FormSamples.long(scenes: 30)
      case .arabic: FormSamples.arabic
      }
    }
  }

  @Test(arguments: Story.allCases) func hasTheDocumentsStructure(story: Story) throws {
    let document = story.document
    let tree = try PDFTree(Self.file(document))
    #expect(tree.structure.difference(from: document.structure(.pages).forPages) == [])
    #expect(tree.language == document.metadata.language)
  }

  @Test func emphasisIsWhatPDF20CallsItAndSpansToOthers() throws {
    let tree = try PDFTree(Self.file(FormSamples.book))
    #expect(tree.roleMap == ["Em": "Span", "Strong": "Span"])
  }

  @Test(arguments: [
    "שלום עולם, זה פרק (לך שמאלה), 123-456: סוף.", "مرحبا بالعالم، هذا (3 من 5) فصل.",
    "He said שלום, עולם! and left. 漢字「仮名」。नमस्ते, é ñ",
  ])
  func wordsOfEitherDirectionAreReadAsTheyWereWritten(text: String) throws {
    let blocks: [Block] = [.heading(Heading(1, [.text(text)])), .text(text)]
    let tree = try PDFTree(Self.file(Document(blocks: blocks)))
    #expect(tree.structure.lines == ["h1 \(text)", "p \(text)"])
  }

  @Test func whatIsNoCharacterIsShownAsLost() throws {
    var text = "a".unicodeScalars
    for (value, next) in [(0xFDD0, "b"), (0xFFFE, "c"), (0x1FFFF, "d")] as [(UInt32, String)] {
      text.append(try #require(Unicode.Scalar(value)))
      text.append(contentsOf: next.unicodeScalars)
    }
    let tree = try PDFTree(Self.file(Document(blocks: [.text(String(text))])))
    #expect(tree.structure.lines == ["p a\u{FFFD}b\u{FFFD}c\u{FFFD}d"])
  }

  @Test func languagesAreThoseOfTheTree() throws {
    let tree = try PDFTree(Self.file(FormSamples.book))
    func languages(_ node: PDFTree.Node) -> [String] {
      (node.language.isEmpty ? [] : ["\(node.language): \(node.text)"])
        + node.elements.flatMap(languages)
    }
    #expect(languages(tree.root).filter { !$0.hasPrefix("en:") } == ["ar: السلام عليكم"])
  }
}

// MARK: From pages

extension FormStructure {
  /// The first lines that are not the same, of either.
  func difference(from other: FormStructure) -> [String] {
    // A paragraph without words is nothing, whether or not a form has it.
    let (lines, others) = (self.lines.filter { $0 != "p" }, other.lines.filter { $0 != "p" })
    for i in 0..<max(lines.count, others.count) {
      let (mine, theirs) = (lines.dropFirst(i).first, others.dropFirst(i).first)
      if mine != theirs { return ["line \(i)", mine ?? "(none)", theirs ?? "(none)"] }
    }
    return []
  }

  /// The structure in pages: one sort of blank, which is behind an emphasis rather than at its end,
  /// for there a line may end; ligatures as their letters.
  var forPages: FormStructure {
    FormStructure(
      lines: lines.map { line in
        var line = PDFTree.plain(line)
        for mark in ["em", "strong", "code", "a", "em"] {
          line = line.replacing(" ⟨/\(mark)⟩", with: "⟨/\(mark)⟩ ")
        }
        return FormStructure.tidied(line)
      })
  }
}

extension PDFTree {
  static func plain(_ text: String) -> String {
    let ligatures = [
      "\u{FB00}": "ff", "\u{FB01}": "fi", "\u{FB02}": "fl", "\u{FB03}": "ffi", "\u{FB04}": "ffl",
    ]
    return text.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.value {
      case 0xAD, 0..<0x20: break
      case 0xFDD0...0xFDEF, 0xFFFE, 0xFFFF: text += "\u{FFFD}"
      case 0xA0: text += " "
      default: text += ligatures[String(scalar)] ?? String(scalar)
      }
    }
  }

  /// The structure of the elements in it, without contents and indexes.
  var structure: FormStructure {
    var reading = PageLines()
    reading.append(root.elements)
    while !reading.notes.isEmpty {
      let notes = reading.notes
      reading.notes = []
      for note in notes {
        reading.lines.append("note")
        reading.append(note.elements.filter { $0.role != "Lbl" })
      }
    }
    return FormStructure(lines: reading.lines).forPages
  }
}

private struct PageLines {
  var lines: [String] = []
  var notes: [PDFTree.Node] = []

  mutating func append(_ nodes: [PDFTree.Node]) { for node in nodes { append(node) } }

  private mutating func line(_ name: String, _ node: PDFTree.Node) {
    let text = inlineText(node.kids)
    if !text.allSatisfy(\.isWhitespace) { lines.append("\(name) \(text)") }
  }

  mutating func append(_ node: PDFTree.Node) {
    switch node.role {
    case "H1", "H2", "H3", "H4", "H5", "H6": line(node.role.lowercased(), node)
    case "P": line("p", node)
    case "L": list(node)
    case "Table":
      for caption in node.elements where caption.role == "Caption" { line("caption", caption) }
      lines.append("table")
      for part in node.elements where part.role != "Caption" {
        for row in part.elements {
          lines.append("tr")
          for cell in row.elements {
            var text = cell.role.lowercased()
            if cell.columns > 1 { text += " columns \(cell.columns)" }
            if cell.rows > 1 { text += " rows \(cell.rows)" }
            lines.append(text)
            append(cell.elements)
          }
        }
      }
      lines.append("end")
    case "BlockQuote":
      lines.append("quote")
      append(node.elements)
      lines.append("end")
    case "Code": line("code", node)
    case "Figure":
      lines.append("figure \(node.alternative)")
      for caption in node.elements { line("caption", caption) }
    case "Div":
      lines.append("callout")
      append(node.elements)
      lines.append("end")
    case "TOC", "Index": break
    default: append(node.elements)
    }
  }

  private mutating func list(_ node: PDFTree.Node) {
    guard let first = node.elements.first else { return }
    let isPairs = node.numbering == nil
    let label = first.elements.first { $0.role == "Lbl" }?.text ?? ""
    let styles = [
      "Decimal": "decimal", "LowerAlpha": "lowerLetter", "UpperAlpha": "upperLetter",
      "LowerRoman": "lowerRoman", "UpperRoman": "upperRoman",
    ]
    if isPairs {
      lines.append("pairs")
    } else if let style = styles[node.numbering ?? ""] {
      lines.append("ol \(start(label, style)) \(style)")
    } else {
      lines.append("ul")
    }
    for item in node.elements {
      let label = item.elements.first { $0.role == "Lbl" }
      if isPairs {
        if let label { lines.append("key \(inlineText(label.kids))") }
        for body in item.elements where body.role == "LBody" {
          lines.append("value \(inlineText(body.kids))")
        }
        continue
      }
      let mark = label?.text.filter { !$0.isWhitespace } ?? ""
      lines.append(mark == "☑" ? "li done" : mark == "☐" ? "li to do" : "li")
      for body in item.elements where body.role == "LBody" { append(body.elements) }
    }
    lines.append("end")
  }

  /// The start of a list, from its first label.
  private func start(_ label: String, _ style: String) -> String {
    let word = label.filter { !$0.isWhitespace && $0 != "." }.lowercased()
    switch style {
    case "lowerLetter", "upperLetter":
      return word.unicodeScalars.first.map { String(Int($0.value) - 96) } ?? "?"
    case "lowerRoman", "upperRoman":
      let numerals = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]
      return numerals.firstIndex(of: word).map { String($0 + 1) } ?? word
    default: return word
    }
  }

  private mutating func inlineText(_ kids: [PDFTree.Kid]) -> String {
    var text = ""
    for kid in kids {
      switch kid {
      case .text(let words): text += words
      case .element(let node):
        switch node.role {
        case "Em": text += "⟨em⟩\(inlineText(node.kids))⟨/em⟩"
        case "Strong": text += "⟨strong⟩\(inlineText(node.kids))⟨/strong⟩"
        case "Code": text += "⟨code⟩\(inlineText(node.kids))⟨/code⟩"
        case "Link":
          let words = inlineText(node.kids)
          let isNumber = !words.isEmpty && words.allSatisfy(\.isNumber)
          text += "⟨a⟩\(isNumber ? "#" : words)⟨/a⟩"
        case "Reference": text += "⟨note⟩"
        case "Note": notes.append(node)
        case "Figure": text += "⟨img \(node.alternative)⟩"
        default: text += inlineText(node.kids)
        }
      }
    }
    return text
  }
}
