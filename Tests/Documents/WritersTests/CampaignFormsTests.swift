// SPDX-License-Identifier: MIT
// Part of Platen: real campaigns in every form, each with the structure of the tree.

import Diagnostics
import Documents
import Foundation
import Readers
import TestSupport
import Testing
import Writers

@Suite struct CampaignFormsTests {
  /// A campaign of our own with everything in it.
  private static func ours() throws -> Campaign {
    let name = "third-generation-mcp.json"
    let file = Shared.repository.appendingPathComponent(
      "Tests/Documents/ReadersTests/Campaigns/" + name)
    return try CampaignReader.read(files: [NamedBytes(name, [UInt8](Data(contentsOf: file)))]).value
  }

  @Test(
    arguments: BookOptions.Kind.allCases, [BookOptions.Edition.full, .summary, .prose, .last(2)])
  func aCampaignIsTheSameInEveryForm(format: BookOptions.Kind, edition: BookOptions.Edition)
    throws
  {
    try expectSameStructure(try Self.ours(), format, edition)
  }

  @Test func aLibraryIsTheSameInEveryForm() throws {
    let listing = CampaignLibrary.Listing(try Self.ours(), file: "a.json")
    try expectSameStructure(CampaignLibrary.document(of: [listing, listing]))
  }

  /// Every campaign of the shared files, in every form.
  @Test(
    .enabled(if: Shared.isPresent),
    arguments: ["exports", "json", "reconstructed"].flatMap {
      Shared.files(in: "campaigns/" + $0, suffix: "")
    })
  func realCampaignsAreTheSameInEveryForm(path: String) throws {
    // What is no campaign is refused, which the readers' tests see to.
    guard
      let campaign = try? CampaignReader.read(files: [
        NamedBytes(path, try Shared.bytes(path))
      ]).value
    else { return }
    for format in [BookOptions.Kind.book, .transcript] where !campaign.entries.isEmpty {
      // Long stories in part: the whole ones are made elsewhere, and pages take their time.
      let isLong = campaign.entries.count > 40
      try expectSameStructure(campaign, format, isLong ? .last(20) : .full)
    }
    try expectSameStructure(campaign, .book, .summary)
    if !campaign.entries.isEmpty, campaign.entries.count < 200 {
      try expectSameStructure(campaign, .book, .prose)
    }
  }

  private func expectSameStructure(
    _ campaign: Campaign, _ format: BookOptions.Kind, _ edition: BookOptions.Edition
  ) throws {
    var options = BookOptions()
    options.kind = format
    options.edition = edition
    try expectSameStructure(try CampaignBook.document(of: campaign, options: options).value)
  }

  /// Every form of a document has the structure of its tree.
  func expectSameStructure(_ document: Document) throws {
    let pages = try PDFTree(PDFStructureTests.file(document)).structure
    #expect(pages.difference(from: document.structure(.pages).forPages) == [], "PDF")

    let page = try HTMLWriterTests.page(document).root
    let main = try #require(page.all("main").first).structure
    // What the title page says stands in the page's header.
    // A cell without words has a paragraph in some forms and none in others.
    var rest = document.structure(.page).lines.filter { $0 != "p" }
    let header = page.all("header").map { Self.letters($0.text) }.joined()
    while rest.count > main.lines.count(where: { $0 != "p" }) {
      let letters = Self.letters(Self.words(of: rest[0]))
      guard letters.isEmpty || header.contains(letters) else { break }
      rest.removeFirst()
    }
    #expect(main.difference(from: FormStructure(lines: rest)) == [], "HTML")

    let book = try EPUBWriterTests.Book(document)
    #expect(try book.structure().difference(from: document.structure(.book)) == [], "EPUB")

    let file = try WordFile(word(document).bytes)
    let lines = try file.structure().filter { !$0.hasPrefix("index 1: ") }
    #expect(
      FormStructure(
        lines: lines.map(Self.withoutStyle).map(Self.withoutPlaceholders).map(Self.withoutMarks)
      ).difference(
        from: FormStructure(
          lines: Structure(document).lines.map(Self.withoutStyle).map(Self.withoutMarks))) == [],
      "DOCX")

    // Plain text and Markdown mark what they can; the words are all there and in the same order.
    // That Markdown reads back as the same blocks is seen to by tests of its writer.
    let text = try MarkdownWriterTests.text(document).text
    var plain = ""
    _ = try PlainTextWriter(options: .init(lines: .paragraph)).writeDocument(document) {
      plain += String(decoding: $0, as: UTF8.self)
    }
    for (name, text) in [("text", plain), ("Markdown", text)] {
      #expect(Self.missing(in: text, of: document) == "", "\(name)")
    }
  }

  /// The first heading or paragraph whose letters do not follow those before it in a text.
  private static func missing(in text: String, of document: Document) -> String {
    var rest = Substring(letters(text))
    var isTable = 0
    for line in document.structure(.pages).lines {
      if line == "table" { isTable += 1 }
      if line == "end", isTable > 0 { isTable -= 1 }
      // Cells stand beside each other, and notes where their chapter ends.
      if line == "note" { break }
      guard isTable == 0, ["h", "p ", "key ", "value "].contains(where: line.hasPrefix) else {
        continue
      }
      let words = Self.words(of: line)
      if words.contains("⟨") || words.contains("#") { continue }
      let wanted = letters(words)
      guard !wanted.isEmpty else { continue }
      guard let found = rest.firstRange(of: wanted) else { return line }
      rest = rest[found.upperBound...]
    }
    return ""
  }

  /// The words of a line of a structure.
  private static func words(of line: String) -> String {
    var words = line.drop { $0 != " " }.description
    for mark in ["em", "strong", "code", "a", "note", "br"] {
      words = words.replacing("⟨\(mark)⟩", with: "").replacing("⟨/\(mark)⟩", with: "")
    }
    return words
  }

  /// The kind of a Word file's paragraph, without the looks that classes of campaigns give it.
  private static func withoutStyle(_ line: String) -> String {
    if line.hasPrefix("Title: ") { return "heading 1: " + line.dropFirst(7) }
    let kept = ["heading ", "item ", "table ", "cell"]
    guard !kept.contains(where: line.hasPrefix), let end = line.firstIndex(of: ":") else {
      return line
    }
    return "paragraph" + line[end...]
  }

  /// Word shows what stands for a picture in italics; the tree has a class for it.
  private static func withoutPlaceholders(_ line: String) -> String {
    line.replacing(/⟨i:(\[Image not shown: [^⟨⟩]*\])⟩/) { String($0.1) }
  }

  /// Without the marks that give Word's lines the direction their text has in the tree.
  private static func withoutMarks(_ line: String) -> String {
    String(
      String.UnicodeScalarView(line.unicodeScalars.filter { ![0x200E, 0x200F].contains($0.value) }))
  }

  private static func letters(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0.properties.isAlphabetic }.map(Character.init))
  }
}
