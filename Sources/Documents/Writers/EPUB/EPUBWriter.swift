// SPDX-License-Identifier: MIT
// Part of Platen: a document as an EPUB 3, for reading devices.

internal import Archive
public import Diagnostics
internal import Digests
public import Documents
public import Text

/// Writes a document as an EPUB 3.2 that readers of EPUB 2 also open.
///
/// Every chapter is a file, and one of more than about ``chapterBytes`` several, so that devices
/// with little memory open a book of ten thousand scenes. Headings keep their levels. Footnotes
/// stand at the end of their file, marked so that readers show them where they are called. A
/// picture whose name without what follows its last point is `cover` becomes the cover; otherwise
/// pictures are in the file where the document shows them. A list of pages is omitted, since an
/// EPUB has none. The device's own contents go as deep as the document's first `Contents`, or to
/// level 2, or less deep where that would be more than 4,000 headings.
///
/// The same document gives the same bytes: the identifier is a UUID made of the document's digest
/// (RFC 9562, version 8), and the time of change, which the standard demands, is the document's date
/// or, where it has none, the first of January 1980, as it is for all entries.
public struct EPUBWriter: Sendable {
  public var style: WebStyle
  public var phrases: Phrasebook
  /// About how many bytes of text a file has at most.
  public var chapterBytes = 240_000

  public init(style: WebStyle = .clean, phrases: Phrasebook = .english) {
    self.style = style
    self.phrases = phrases
  }

  /// Hands the file to a sink, piece by piece.
  ///
  /// - Returns: what cannot be shown as the document has it, in warnings named `epub.*`.
  /// - Throws: what the sink throws; `Failure` of the archive.
  public func writeDocument(
    _ document: Document, to sink: ByteSink
  ) throws -> [Diagnostic] {
    try withoutActuallyEscaping(sink) { sink in
      let archive = try ZipStream(level: 6, to: sink)
      return try EPUBBook(writer: self, document: document).write(to: archive)
    }
  }
}

/// One book being written.
private final class EPUBBook {
  let writer: EPUBWriter
  let metadata: Metadata
  let identifier: String
  let pieces: [Piece]
  let plan: WebPlan
  let resources: WebResources
  let log = WebLog()
  let language: String
  let isRightToLeft: Bool
  let cover: WebResources.Shown?
  /// A page of its own for the title, where the document brings none.
  let makesTitlePage: Bool
  private var replaced = 0

  init(writer: EPUBWriter, document original: Document) {
    self.writer = writer
    identifier = EPUBBook.identifier(of: original)
    let document = original.withHeadingIDs()
    metadata = document.metadata
    pieces = Piece.cut(document.blocks, limit: max(writer.chapterBytes, 10_000))
    plan = WebPlan(pieces, of: document)
    let resources = WebResources(document.resources)
    self.resources = resources
    let valid = LanguageTag(metadata.language)?.text
    language = valid ?? "und"
    isRightToLeft = metadata.runsRightToLeft
    let coverName = document.resources.first {
      let name = $0.name.lowercased()
      return name == "cover" || name.hasPrefix("cover.") && !name.dropFirst(6).contains(".")
    }?.name
    cover = coverName.flatMap { resources[$0] }
    makesTitlePage =
      pieces.isEmpty || pieces[0].kind != .titlePage && !metadata.title.isEmpty
    if valid == nil, !metadata.language.isEmpty {
      log.warn(
        .chapters, .language, "\"\(WebLog.short(metadata.language))\" is not a language tag")
    }
    for id in plan.repeatedIDs {
      log.warn(
        .chapters, .id, "duplicate id \"\(WebLog.short(id))\"; the first node keeps it")
    }
  }

  var title: String {
    if !metadata.title.isEmpty { return metadata.title }
    let heading = plan.headings.first?.inlines.plainText ?? ""
    return heading.isEmpty ? writer.phrases[.unknown] : heading.replacing("\n", with: " ")
  }

  /// A UUID of version 8, which leaves its bits to the application.
  private static func identifier(of document: Document) -> String {
    var bytes = Array(Digest(canonicalOf: document).bytes[..<16])
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = "urn:uuid:"
    for (place, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(place) { text += "-" }
      text += Hex.encode([byte])
    }
    return text
  }

  func write(to archive: ZipStream) throws -> [Diagnostic] {
    // First and uncompressed, so that the type of the file is at a fixed place (OCF 3.2, 4.3).
    try archive.addEntry("mimetype", Array("application/epub+zip".utf8), method: .stored)
    try addEntry("META-INF/container.xml", to: archive) { output in
      output.raw(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
        <rootfiles>
        <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
        </rootfiles>
        </container>

        """)
    }
    try addEntry("EPUB/package.opf", to: archive) { EPUBPackage(book: self).write(to: $0) }
    let navigation = EPUBNavigation(book: self)
    try addEntry("EPUB/nav.xhtml", to: archive) { navigation.write(to: $0) }
    try addEntry("EPUB/toc.ncx", to: archive) { navigation.writeNCX(to: $0) }
    try addEntry("EPUB/style.css", to: archive) { output in
      output.raw(
        WebStyleSheet(style: writer.style, language: language, shares: plan.shares).book)
    }
    if let cover {
      try addEntry("EPUB/cover.xhtml", to: archive) { output in
        begin(title: writer.phrases[.cover], to: output)
        output.raw("<body class=\"cover\" epub:type=\"cover\">\n<div><img src=\"").value(cover.path)
        output.raw("\" alt=\"").value(title).raw("\"/></div>\n</body>\n</html>\n")
      }
    }
    if makesTitlePage {
      try addEntry("EPUB/title.xhtml", to: archive) { writeTitlePage(to: $0) }
    }
    try addChapters(to: archive)
    for (name, isCover) in pictures where !isCover || cover != nil {
      guard let picture = resources[name] else { continue }
      // SVG is text; the others are compressed already.
      try archive.addEntry(
        "EPUB/" + picture.path, picture.bytes,
        method: picture.mediaType == "image/svg+xml" ? .deflated : .stored)
    }
    try archive.finish()
    if replaced > 0 {
      log.warn(
        .chapters, .controlCharacters,
        "\(replaced) control characters, which XML does not allow, are shown as U+FFFD")
    }
    return log.log.diagnostics
  }

  /// The pictures of the file by name, the cover first.
  var pictures: [(name: String, isCover: Bool)] {
    var list: [(name: String, isCover: Bool)] = []
    if let cover { list.append((cover.name, true)) }
    for name in plan.images where name != cover?.name && resources[name] != nil {
      list.append((name, false))
    }
    return list
  }

  private var entry: [UInt8] = []

  private func addEntry(
    _ name: String, to archive: ZipStream, _ body: (MarkupOutput) -> Void
  ) throws {
    entry.removeAll(keepingCapacity: true)
    let output = MarkupOutput { [unowned self] in entry.append(contentsOf: $0) }
    body(output)
    try output.finish()
    replaced += output.replaced
    try archive.addEntry(name, entry)
  }

  /// All of a content document before its body.
  func begin(title: String, to output: MarkupOutput) {
    output.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n")
    output.raw("<html xmlns=\"http://www.w3.org/1999/xhtml\"")
    output.raw(" xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"").raw(language)
    output.raw("\" xml:lang=\"").raw(language)
    output.raw(isRightToLeft ? "\" dir=\"rtl\">\n<head>\n" : "\" dir=\"ltr\">\n<head>\n")
    output.raw("<meta charset=\"utf-8\"/>\n<title>").text(title.isEmpty ? self.title : title)
    output.raw("</title>\n<link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/>\n")
    output.raw("</head>\n")
  }

  private func writeTitlePage(to output: MarkupOutput) {
    begin(title: title, to: output)
    output.raw("<body>\n<section class=\"title-page\" epub:type=\"titlepage\">\n<h1>").text(title)
    output.raw("</h1>\n")
    if !metadata.subtitle.isEmpty {
      output.raw("<p class=\"subtitle\" role=\"doc-subtitle\">").text(metadata.subtitle)
      output.raw("</p>\n")
    }
    let authors = metadata.authors.filter { !$0.isEmpty }
    if !authors.isEmpty {
      output.raw("<p class=\"byline\">").text(authors.joined(separator: writer.phrases[.comma]))
        .raw("</p>\n")
    }
    if !metadata.date.isEmpty {
      output.raw("<p class=\"dateline\">").text(writer.phrases.date(metadata.date))
      output.raw("</p>\n")
    }
    output.raw("</section>\n</body>\n</html>\n")
  }

  private func addChapters(to archive: ZipStream) throws {
    var body: WebBody?
    for (number, piece) in pieces.enumerated() {
      try addEntry("EPUB/" + WebBody.fileName(ofPiece: number), to: archive) { output in
        let writing =
          body
          ?? WebBody(
            .chapters, plan: plan, phrases: writer.phrases, resources: resources, log: log,
            to: output)
        body = writing
        writing.begin(number, to: output)
        let title = piece.heading?.inlines.plainText.replacing("\n", with: " ") ?? ""
        begin(title: title, to: output)
        output.raw("<body>\n")
        switch piece.kind {
        case .titlePage: output.raw("<section epub:type=\"titlepage\">\n")
        case .chapter, .other:
          if let heading = piece.heading, !piece.isContinued {
            output.raw(
              "<section class=\"chapter\" epub:type=\"chapter\" role=\"doc-chapter\"")
            if !heading.inlines.isBlank {
              output.raw(" aria-labelledby=\"").value(WebPlan.anchor(heading.attributes.id))
              output.raw("\"")
            }
            output.raw(">\n")
          } else {
            output.raw("<section>\n")
          }
        }
        writing.writeBlocks(piece.blocks)
        output.raw("</section>\n")
        writing.writeNotes()
        output.raw("</body>\n</html>\n")
      }
    }
  }
}

/// The package document: what the book is called, what it consists of, in which order it is read.
private struct EPUBPackage {
  let book: EPUBBook

  func write(to output: MarkupOutput) {
    let metadata = book.metadata
    output.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    output.raw("<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\"")
    output.raw(" unique-identifier=\"id\" xml:lang=\"\(book.language)\"")
    output.raw(book.isRightToLeft ? " dir=\"rtl\">\n" : " dir=\"ltr\">\n")
    output.raw("<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n")
    output.raw("<dc:identifier id=\"id\">\(book.identifier)</dc:identifier>\n")
    element("dc:title", book.title, id: "main-title", to: output)
    if !metadata.subtitle.isEmpty {
      output.raw("<meta refines=\"#main-title\" property=\"title-type\">main</meta>\n")
      element("dc:title", metadata.subtitle, id: "subtitle", to: output)
      output.raw("<meta refines=\"#subtitle\" property=\"title-type\">subtitle</meta>\n")
    }
    for author in metadata.authors { element("dc:creator", author, to: output) }
    output.raw("<dc:language>\(book.language)</dc:language>\n")
    if let date = EPUBDate(metadata.date) {
      element("dc:date", date.text, to: output)
    } else if !metadata.date.isEmpty {
      book.log.warn(
        .epubDate,
        "the date \"\(WebLog.short(metadata.date))\" is omitted from the metadata",
        hint: "write it as 2026-01-31")
    }
    element("dc:subject", metadata.subject, to: output)
    for keyword in metadata.keywords { element("dc:subject", keyword, to: output) }
    element("dc:description", metadata.description, to: output)
    element("dc:publisher", metadata.publisher, to: output)
    element("dc:rights", metadata.license, to: output)
    let modified = EPUBDate(metadata.date)?.modified ?? "1980-01-01T00:00:00Z"
    output.raw("<meta property=\"dcterms:modified\">\(modified)</meta>\n")
    writeAccessibility(to: output)
    if book.cover != nil { output.raw("<meta name=\"cover\" content=\"cover-image\"/>\n") }
    output.raw("</metadata>\n")
    writeManifest(to: output)
    writeSpine(to: output)
    output.raw("</package>\n")
  }

  /// Writes the metadata that EPUB Accessibility 1.0 requires, and nothing that is not true.
  private func writeAccessibility(to output: MarkupOutput) {
    func meta(_ property: String, _ value: String) {
      output.raw("<meta property=\"schema:\(property)\">\(value)</meta>\n")
    }
    let hasPictures = !book.pictures.isEmpty
    let isDescribed = book.plan.hasDescribedAllImages
    meta("accessMode", "textual")
    if hasPictures { meta("accessMode", "visual") }
    if isDescribed { meta("accessModeSufficient", "textual") }
    if hasPictures { meta("accessModeSufficient", "textual,visual") }
    if hasPictures, isDescribed { meta("accessibilityFeature", "alternativeText") }
    for feature in [
      "structuralNavigation", "tableOfContents", "readingOrder", "displayTransformability",
    ] {
      meta("accessibilityFeature", feature)
    }
    if book.plan.hasIndexes { meta("accessibilityFeature", "index") }
    meta("accessibilityHazard", "none")
  }

  private func element(
    _ name: String, _ text: String, id: String? = nil, to output: MarkupOutput
  ) {
    // White space alone is refused by validators.
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    output.raw("<" + name)
    if let id { output.raw(" id=\"\(id)\"") }
    output.raw(">").text(text).raw("</\(name)>\n")
  }

  private func writeManifest(to output: MarkupOutput) {
    output.raw(
      """
      <manifest>
      <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
      <item id="style" href="style.css" media-type="text/css"/>

      """)
    let page = "media-type=\"application/xhtml+xml\"/>\n"
    if book.cover != nil { output.raw("<item id=\"cover\" href=\"cover.xhtml\" " + page) }
    if book.makesTitlePage { output.raw("<item id=\"title\" href=\"title.xhtml\" " + page) }
    for number in book.pieces.indices {
      let name = WebBody.fileName(ofPiece: number)
      output.raw("<item id=\"c\(number + 1)\" href=\"\(name)\" " + page)
    }
    var count = 0
    for (name, isCover) in book.pictures {
      guard let picture = book.resources[name] else { continue }
      count += 1
      output.raw("<item id=\"" + (isCover ? "cover-image" : "picture\(count)") + "\" href=\"")
      output.value(picture.path).raw("\" media-type=\"\(picture.mediaType)\"")
      output.raw(isCover ? " properties=\"cover-image\"/>\n" : "/>\n")
    }
    output.raw("</manifest>\n")
  }

  private func writeSpine(to output: MarkupOutput) {
    output.raw("<spine toc=\"ncx\"")
    output.raw(
      book.isRightToLeft
        ? " page-progression-direction=\"rtl\">\n" : " page-progression-direction=\"ltr\">\n")
    if book.cover != nil { output.raw("<itemref idref=\"cover\"/>\n") }
    if book.makesTitlePage { output.raw("<itemref idref=\"title\"/>\n") }
    for number in book.pieces.indices { output.raw("<itemref idref=\"c\(number + 1)\"/>\n") }
    output.raw("</spine>\n")
  }
}

/// The ways into the book: the navigation document of EPUB 3 and the NCX of EPUB 2.
private struct EPUBNavigation {
  let book: EPUBBook
  let entries: [WebPlan.Entry]

  /// More ways in than this are slow to open on devices, and epubcheck 4.2 fails on them.
  static let limit = 4000

  init(book: EPUBBook) {
    self.book = book
    let wanted = max(book.plan.contentsDepth ?? 2, 1)
    var depth = wanted
    func count() -> Int { book.plan.headings.count { $0.level <= depth } }
    while depth > 1, count() > EPUBNavigation.limit { depth -= 1 }
    entries = book.plan.headings.filter { $0.level <= depth }
    if depth < wanted {
      book.log.warn(
        .epubNavigation,
        "the device's own list of contents has \(entries.count) headings down to level \(depth);"
          + " all of them would be too many")
    }
  }

  /// The first file of the book's own text.
  private var start: String {
    let number = book.pieces.firstIndex { $0.kind != .titlePage }
    return number.map { WebBody.fileName(ofPiece: $0) } ?? first
  }

  /// The first file there is.
  private var first: String {
    book.makesTitlePage ? "title.xhtml" : WebBody.fileName(ofPiece: 0)
  }

  func write(to output: MarkupOutput) {
    let phrases = book.writer.phrases
    book.begin(title: phrases[.contents], to: output)
    output.raw("<body>\n<nav epub:type=\"toc\" role=\"doc-toc\" class=\"contents\">\n<h1>")
    output.text(phrases[.contents]).raw("</h1>\n")
    if entries.isEmpty {
      output.raw("<ol>\n<li><a href=\"\(start)\">").text(book.title).raw("</a></li>\n</ol>\n")
    } else {
      let body = WebBody(
        .chapters, plan: book.plan, phrases: phrases, resources: book.resources, log: book.log,
        to: output)
      // No piece is this file, so that links name files.
      body.piece = -1
      body.writeList(entries)
    }
    output.raw("</nav>\n<nav epub:type=\"landmarks\" hidden=\"hidden\">\n<ol>\n")
    if book.cover != nil {
      output.raw("<li><a epub:type=\"cover\" href=\"cover.xhtml\">").text(phrases[.cover])
      output.raw("</a></li>\n")
    }
    if let piece = book.plan.contentsPiece {
      output.raw("<li><a epub:type=\"toc\" href=\"\(WebBody.fileName(ofPiece: piece))\">")
      output.text(phrases[.contents]).raw("</a></li>\n")
    }
    output.raw("<li><a epub:type=\"bodymatter\" href=\"\(start)\">").text(book.title)
    output.raw("</a></li>\n</ol>\n</nav>\n</body>\n</html>\n")
  }

  func writeNCX(to output: MarkupOutput) {
    output.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    output.raw("<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\" version=\"2005-1\"")
    output.raw(" xml:lang=\"\(book.language)\">\n<head>\n")
    let depth = entries.map(\.level).max().map { max($0, 1) } ?? 1
    for (name, value) in [
      ("uid", book.identifier), ("depth", String(depth)), ("totalPageCount", "0"),
      ("maxPageNumber", "0"),
    ] {
      output.raw("<meta name=\"dtb:\(name)\" content=\"\(value)\"/>\n")
    }
    output.raw("</head>\n<docTitle><text>").text(book.title).raw("</text></docTitle>\n<navMap>\n")
    var open: [Int] = []
    for (number, entry) in entries.enumerated() {
      while let last = open.last, last >= entry.level {
        output.raw("</navPoint>\n")
        open.removeLast()
      }
      open.append(entry.level)
      let place = WebBody.fileName(ofPiece: entry.target.piece) + "#" + entry.target.anchor
      let label = entry.inlines.plainText.replacing("\n", with: " ")
      begin(number, label.isEmpty ? "\u{2022}" : label, place, to: output)
    }
    for _ in open { output.raw("</navPoint>\n") }
    if entries.isEmpty {
      begin(0, book.title, start, to: output)
      output.raw("</navPoint>\n")
    }
    output.raw("</navMap>\n</ncx>\n")
  }

  private func begin(_ number: Int, _ label: String, _ place: String, to output: MarkupOutput) {
    output.raw("<navPoint id=\"n\(number + 1)\" playOrder=\"\(number + 1)\"><navLabel><text>")
    output.text(label).raw("</text></navLabel><content src=\"").value(place).raw("\"/>\n")
  }
}

/// A date as the W3C's note on date and time formats has it.
private struct EPUBDate {
  let text: String
  /// The moment in the only form that `dcterms:modified` takes.
  let modified: String

  /// nil for text that is not such a date.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    func matches(_ shape: String, _ slice: ArraySlice<UInt8>) -> Bool {
      slice.count == shape.utf8.count
        && zip(shape.utf8, slice).allSatisfy { shape, byte in
          shape == UInt8(ascii: "9")
            ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : shape == byte
        }
    }
    func number(_ from: Int) -> Int {
      bytes[from..<from + 2].reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    guard bytes.count >= 4, matches("9999", bytes[..<4]) else { return nil }
    let year = String(text.prefix(4))
    self.text = text
    guard bytes.count > 4 else {
      modified = year + "-01-01T00:00:00Z"
      return
    }
    guard bytes.count >= 7, matches("-99", bytes[4..<7]), (1...12).contains(number(5)) else {
      return nil
    }
    guard bytes.count > 7 else {
      modified = text + "-01T00:00:00Z"
      return
    }
    guard bytes.count >= 10, matches("-99", bytes[7..<10]), (1...31).contains(number(8)) else {
      return nil
    }
    let day = String(text.prefix(10))
    if bytes.count == 10 {
      modified = day + "T00:00:00Z"
    } else if matches("T99:99:99Z", bytes[10...]), number(11) < 24, number(14) < 60,
      number(17) < 60
    {
      modified = text
    } else {
      return nil
    }
  }
}
