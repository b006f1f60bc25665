// SPDX-License-Identifier: MIT
// Part of Platen: a document as an EPUB 3 publication.

public import Archive
public import Diagnostics
public import Documents

/// Writes documents as EPUB 3.3: a file for each chapter, contents for readers' own menus, what the
/// accessibility metadata asks for.
public struct EPUBWriter: Sendable {
  public struct Options: Hashable, Sendable {
    /// A URN or URL that no other publication has; nil for one made of the metadata.
    public var identifier: String?
    /// When it was last changed, as `2026-03-01T20:00:00Z`, which EPUB insists on; nil for the
    /// metadata's date, or the first moment of 1980 where that has none.
    public var modified: String?

    public init(identifier: String? = nil, modified: String? = nil) {
      self.identifier = identifier
      self.modified = modified
    }
  }

  private let style: String
  private let phrases: Phrasebook
  private let options: Options

  /// - Parameters:
  ///   - style: a style sheet, such as `Templates/Web/book.css`.
  ///   - phrases: the words for menus and for people with screen readers.
  public init(
    style: String, phrases: Phrasebook = .english, options: Options = Options()
  ) {
    self.style = style
    self.phrases = phrases
    self.options = options
  }

  /// Writes a document.
  ///
  /// - Parameters:
  ///   - spool: makes an empty place to put bytes aside; called three times.
  ///   - sink: takes the file, in order.
  /// - Returns: what could not be shown as it is, and what was replaced.
  /// - Throws: what a spool or the sink throws; `Failure` with an `archive.` code.
  public func write(
    _ document: Document, spool: () throws -> any Spool,
    to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> [Diagnostic] {
    let chapters = Chapters(document)
    let out = XMLOutput(try spool())
    let body = HTMLBody(document, to: out, phrases: phrases, target: .publication)
    body.files = chapters.files
    body.headingFiles = chapters.headingFiles

    // All small files lie one behind the other in one spool.
    var entries: [(name: String, range: Range<Int>)] = []
    func entry(_ name: String, _ write: () -> Void) {
      let start = out.position
      write()
      entries.append((name, start..<out.position))
    }
    for (position, chapter) in chapters.chapters.enumerated() {
      let name = Chapters.name(position)
      body.begin(name, out)
      entry("EPUB/" + name) {
        page(chapter.title.isEmpty ? document.metadata.title : chapter.title, document, body, out) {
          body.write(chapter.blocks)
          body.writeNotes()
        }
      }
    }
    body.begin("nav.xhtml", out)
    entry("EPUB/nav.xhtml") { navigation(document, chapters, body, out) }
    var used: [Resource] = []
    for name in body.pictures {
      if let resource = document.resource(named: name) { used.append(resource) }
    }
    let cover = EPUBWriter.cover(of: document)
    entry("EPUB/package.opf") { package(document, chapters, used, cover, out) }
    entry("META-INF/container.xml") {
      out.raw(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">\
        <rootfiles><rootfile full-path="EPUB/package.opf" \
        media-type="application/oebps-package+xml"/></rootfiles></container>

        """)
    }
    try out.finish()

    var zip = ZipWriter(level: DOCXWriter.compression)
    try zip.add("mimetype", Array("application/epub+zip".utf8), method: .stored)
    for (name, range) in entries.suffix(1) + entries.dropLast() {
      try zip.add(name, from: SpoolSlice(out.spool, range))
    }
    try zip.add("EPUB/book.css", Array(style.utf8))
    for (position, resource) in used.enumerated() {
      try zip.add(
        "EPUB/" + HTMLBody.pictureName(position, resource.mediaType), resource.bytes,
        method: resource.mediaType == "image/svg+xml" ? .deflated : .stored)
    }
    try zip.finish(through: try spool(), to: sink)
    return body.warnings(replaced: out.replaced)
  }

  // MARK: Files

  private func page(
    _ title: String, _ document: Document, _ body: HTMLBody, _ out: XMLOutput,
    _ contents: () -> Void
  ) {
    out.raw(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE html>
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"
      """)
    body.writeLanguage(of: document.metadata)
    out.raw(">\n<head>\n<meta charset=\"utf-8\"/>\n<title>")
    out.text(title.isEmpty ? phrases[.contents] : title)
    out.raw("</title>\n<link rel=\"stylesheet\" href=\"book.css\"/>\n</head>\n<body>\n")
    contents()
    out.raw("</body>\n</html>\n")
  }

  private func navigation(
    _ document: Document, _ chapters: Chapters, _ body: HTMLBody, _ out: XMLOutput
  ) {
    page(phrases[.contents], document, body, out) {
      out.raw("<nav epub:type=\"toc\" role=\"doc-toc\" id=\"toc\">\n<h1>")
      out.text(phrases[.contents])
      out.raw("</h1>\n")
      if chapters.headingFiles.isEmpty {
        out.raw("<ol>\n<li><a href=\"\(Chapters.name(0))\">" as String)
        out.text(document.metadata.title.isEmpty ? phrases[.story] : document.metadata.title)
        out.raw("</a></li>\n</ol>\n")
      } else {
        body.writeOutline(depth: 6)
      }
      out.raw("</nav>\n")
    }
  }

  private func package(
    _ document: Document, _ chapters: Chapters, _ pictures: [Resource], _ cover: String?,
    _ out: XMLOutput
  ) {
    let metadata = document.metadata
    let language = LanguageTag(metadata.language) ?? .english
    out.raw(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="\
      \(language.text)">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">

      """ as String)
    func add(_ name: String, _ value: String, _ attributes: String = "") {
      guard !value.isEmpty else { return }
      out.raw("<\(name)\(attributes)>" as String)
      out.text(value)
      out.raw("</\(name.split(separator: " ")[0])>\n" as String)
    }
    add(
      "dc:identifier", options.identifier ?? EPUBWriter.identifier(of: metadata), " id=\"id\"")
    add("dc:title", metadata.title.isEmpty ? phrases[.story] : metadata.title, " id=\"title\"")
    if !metadata.subtitle.isEmpty {
      add("meta", "main", " refines=\"#title\" property=\"title-type\"")
      add("dc:title", metadata.subtitle, " id=\"subtitle\"")
      add("meta", "subtitle", " refines=\"#subtitle\" property=\"title-type\"")
    }
    add("dc:language", language.text)
    for author in metadata.authors { add("dc:creator", author) }
    if PropertiesPart.isDate(metadata.date) { add("dc:date", metadata.date) }
    add("dc:publisher", metadata.publisher)
    add("dc:description", metadata.description)
    add("dc:rights", metadata.licence)
    for subject in [metadata.subject] + metadata.keywords { add("dc:subject", subject) }
    add("meta", modified(metadata), " property=\"dcterms:modified\"")
    let accessibility = [
      ("accessMode", "textual"), ("accessModeSufficient", "textual"),
      ("accessibilityFeature", "structuralNavigation"),
      ("accessibilityFeature", "tableOfContents"), ("accessibilityFeature", "readingOrder"),
      ("accessibilityFeature", "displayTransformability"), ("accessibilityHazard", "none"),
    ]
    for (name, value) in accessibility { add("meta", value, " property=\"schema:\(name)\"") }
    if !pictures.isEmpty {
      add("meta", "visual", " property=\"schema:accessMode\"")
      add("meta", "alternativeText", " property=\"schema:accessibilityFeature\"")
    }
    out.raw("</metadata>\n<manifest>\n")
    out.raw(
      """
      <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      <item id="css" href="book.css" media-type="text/css"/>

      """)
    for position in chapters.chapters.indices {
      out.raw("<item id=\"c\(position + 1)\" href=\"\(Chapters.name(position))\"" as String)
      out.raw(" media-type=\"application/xhtml+xml\"/>\n")
    }
    for (position, picture) in pictures.enumerated() {
      out.raw("<item id=\"p\(position + 1)\" href=\"" as String)
      out.raw(HTMLBody.pictureName(position, picture.mediaType))
      out.raw("\" media-type=\"\(picture.mediaType)\"" as String)
      out.raw(picture.name == cover ? " properties=\"cover-image\"/>\n" : "/>\n")
    }
    out.raw("</manifest>\n<spine")
    if metadata.direction == .rightToLeft { out.raw(" page-progression-direction=\"rtl\"") }
    out.raw(">\n")
    for position in chapters.chapters.indices {
      out.raw("<itemref idref=\"c\(position + 1)\"/>\n" as String)
    }
    out.raw("</spine>\n</package>\n")
  }

  private func modified(_ metadata: Metadata) -> String {
    if let modified = options.modified { return modified }
    let date = metadata.date
    guard PropertiesPart.isDate(date) else { return "1980-01-01T00:00:00Z" }
    if date.utf8.count == 20, date.hasSuffix("Z") { return date }
    return date.utf8.count >= 10
      ? date.prefix(10) + "T00:00:00Z" : "\(date.prefix(4))-01-01T00:00:00Z"
  }

  /// The picture of the title page, which shelves show.
  private static func cover(of document: Document) -> String? {
    guard case .division(let division)? = document.blocks.first,
      BodyWriter.isTitlePage(division)
    else { return nil }
    for case .figure(let figure) in division.blocks { return figure.image.resource }
    return nil
  }

  /// A UUID of version 8 (RFC 9562) made of what names the work: FNV-1a over 128 bits.
  static func identifier(of metadata: Metadata) -> String {
    let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
    var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    let fields =
      [metadata.title, metadata.subtitle, metadata.language, metadata.date] + metadata.authors
    for byte in fields.joined(separator: "\u{0}").utf8 {
      hash = (hash ^ UInt128(byte)) &* prime
    }
    hash &= ~(0xF << 76 | 0x3 << 62)
    hash |= 0x8 << 76 | 0x2 << 62
    let digits = String(hash, radix: 16)
    let hex = String(repeating: "0", count: 32 - digits.utf8.count) + digits
    var parts: [Substring] = []
    var rest = hex[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return "urn:uuid:" + parts.joined(separator: "-")
  }
}

/// A document cut into the files of a publication.
struct Chapters {
  struct Chapter {
    var blocks: [Block]
    var title: String
  }

  private(set) var chapters: [Chapter] = []
  /// The file of each id.
  private(set) var files: [String: String] = [:]
  /// The file of each listed heading, by its position.
  private(set) var headingFiles: [String] = []

  /// Reading systems lay out a file at a time; beyond this many bytes of words a new one begins at
  /// the next heading of the second level.
  private static let size = 200_000

  static func name(_ position: Int) -> String {
    let digits = String(position + 1)
    return "chapter-" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      + ".xhtml"
  }

  init(_ document: Document) {
    var blocks: [Block] = []
    var filled = 0
    func close() {
      guard !blocks.isEmpty else { return }
      let title = Document(blocks: blocks).headings(depth: .max).first?.inlines.plainText ?? ""
      chapters.append(
        Chapter(blocks: blocks, title: title.replacing("\n", with: " ")))
      blocks = []
      filled = 0
    }
    for block in document.blocks {
      if let level = Chapters.level(of: block), level <= 1 || (level == 2 && filled > Chapters.size)
      {
        close()
      }
      // A file says where a page begins by beginning.
      if block == .pageBreak, blocks.isEmpty { continue }
      blocks.append(block)
      filled += Chapters.size(of: block)
    }
    close()
    if chapters.isEmpty { chapters.append(Chapter(blocks: [], title: "")) }

    for (position, chapter) in chapters.enumerated() {
      let name = Chapters.name(position)
      let part = Document(blocks: chapter.blocks)
      part.walk(
        block: { block in
          add(block.attributes.id, name)
          if case .list(let list) = block {
            for item in list.items { add(item.attributes.id, name) }
          }
          return .descend
        },
        inline: { inline in
          if case .span(let span) = inline { add(span.attributes.id, name) }
          return .descend
        })
      let count = part.headings(depth: .max).count
      headingFiles += [String](repeating: name, count: count)
    }
  }

  private mutating func add(_ id: String, _ name: String) {
    if !id.isEmpty, files[id] == nil { files[id] = name }
  }

  /// The level of the heading a block begins with; nil where it begins with something else.
  private static func level(of block: Block) -> Int? {
    switch block {
    case .heading(let heading): return heading.level
    case .division(let division):
      if BodyWriter.isTitlePage(division) { return 1 }
      return division.blocks.first.flatMap { level(of: $0) }
    default: return nil
    }
  }

  private static func size(of block: Block) -> Int {
    var size = 0
    [block].walk(
      block: { block in
        if case .code(let code) = block { size += code.text.utf8.count }
        return .descend
      },
      inline: { inline in
        if case .text(let text) = inline { size += text.utf8.count }
        return .descend
      })
    return size
  }
}
