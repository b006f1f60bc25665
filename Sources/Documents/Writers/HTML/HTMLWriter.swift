// SPDX-License-Identifier: MIT
// Part of Platen: a document as one page of HTML that needs nothing beside itself.

public import Diagnostics
public import Documents
public import Text

/// Writes a document as one HTML file: no script, no request to anywhere, pictures inside.
///
/// The title is the page's only heading of level 1, and the document's headings stand one level below
/// theirs (a heading of level 1 is an `h2`; one of level 6 an `h6` with `aria-level`), except on a
/// title page, which is the division of class `title-page` or `masthead` that a document may begin
/// with: it then stands for the title, with its headings as they are. Each chapter is a `section`. Footnotes stand at
/// the end. The file is XML as well.
///
/// HTML cannot express all content: pairs of attributes other than language and direction, which
/// are looks' hints, are omitted, and references to pages show the text they were given.
public struct HTMLWriter: Sendable {
  public var style: WebStyle
  public var phrases: Phrasebook

  public init(style: WebStyle = .clean, phrases: Phrasebook = .english) {
    self.style = style
    self.phrases = phrases
  }

  /// Hands the file to a sink, piece by piece.
  ///
  /// - Returns: what cannot be shown as the document has it, in warnings named `html.*`.
  /// - Throws: what the sink throws.
  public func writeDocument(
    _ document: Document, to sink: ByteSink
  ) throws -> [Diagnostic] {
    try withoutActuallyEscaping(sink) { sink in
      let output = MarkupOutput(to: sink)
      let page = HTMLPage(writer: self, document: document.withHeadingIDs(), output: output)
      page.writeDocument()
      try output.finish()
      return page.warnings
    }
  }

  /// The content of such a page, for embedding in another page: the blocks alone, without a head,
  /// without images, whose alternative texts are shown in their places.
  public func fragment(_ blocks: [Block], language: String = "") -> String {
    var bytes: [UInt8] = []
    let output = MarkupOutput { bytes += $0 }
    let page = HTMLPage(
      writer: self,
      document: Document(metadata: Metadata(language: language), blocks: blocks), output: output)
    page.body.writeBlocks(blocks)
    page.body.writeNotes()
    // The sink above takes whatever comes.
    try? output.finish()
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// One page being written.
private struct HTMLPage {
  let writer: HTMLWriter
  let metadata: Metadata
  let pieces: [Piece]
  let plan: WebPlan
  let output: MarkupOutput
  let body: WebBody
  let log = WebLog()

  init(writer: HTMLWriter, document: Document, output: MarkupOutput) {
    self.writer = writer
    metadata = document.metadata
    pieces = Piece.cut(document.blocks)
    plan = WebPlan(pieces, of: document)
    self.output = output
    body = WebBody(
      .page, plan: plan, phrases: writer.phrases, resources: WebResources(document.resources),
      log: log, to: output)
    for id in plan.repeatedIDs {
      log.warn(.page, .id, "duplicate id \"\(WebLog.short(id))\"; the first node keeps it")
    }
  }

  var warnings: [Diagnostic] {
    if output.replaced > 0 {
      log.warn(
        .page, .controlCharacters,
        "\(output.replaced) control characters, which HTML does not allow, are shown as U+FFFD")
    }
    return log.log.diagnostics
  }

  func writeDocument() {
    let language = LanguageTag(metadata.language)?.text
    if language == nil, !metadata.language.isEmpty {
      log.warn(
        .page, .language, "\"\(WebLog.short(metadata.language))\" is not a language tag")
    }
    let hasTitlePage = pieces.first?.kind == .titlePage
    writeHead(language: language)
    output.raw(plan.hasContents ? "<body class=\"with-contents\">\n" : "<body>\n")
    output.raw("<a href=\"#top\">").text(writer.phrases[.skipToContent]).raw("</a>\n")
    if hasTitlePage {
      output.raw("<header>\n")
      body.writeBlocks(pieces[0].blocks)
      output.raw("</header>\n")
      body.headingShift = 1
    } else if !metadata.title.isEmpty {
      writeHeader()
      body.headingShift = 1
    }
    output.raw("<main id=\"top\">\n")
    for (number, piece) in pieces.enumerated() where piece.kind != .titlePage {
      body.piece = number
      if output.hasFailed { return }
      writePiece(piece)
    }
    body.writeNotes()
    output.raw("</main>\n</body>\n</html>\n")
  }

  private func writePiece(_ piece: Piece) {
    guard piece.kind == .chapter || piece.heading != nil, let heading = piece.heading else {
      return body.writeBlocks(piece.blocks)
    }
    output.raw("<section role=\"doc-chapter\" class=\"chapter")
    if piece.blocks.contains(where: { if case .contents = $0 { true } else { false } }) {
      output.raw(" with-contents")
    }
    output.raw("\"")
    if !heading.inlines.isBlank {
      output.raw(" aria-labelledby=\"").value(WebPlan.anchor(heading.attributes.id)).raw("\"")
    }
    output.raw(">\n")
    body.writeBlocks(piece.blocks)
    output.raw("</section>\n")
  }

  private func writeHead(language: String?) {
    let css =
      "\n"
      + WebStyleSheet(style: writer.style, language: language ?? "", shares: plan.shares).page
      + "\n"
    output.startPage(
      language: language, runsRightToLeft: metadata.runsRightToLeft, images: "data:",
      styleSheet: css)
    output.raw("<title>").text(title).raw("</title>\n")
    meta("color-scheme", scheme)
    for author in metadata.authors { meta("author", author) }
    meta("description", metadata.description.isEmpty ? metadata.subject : metadata.description)
    meta("keywords", metadata.keywords.joined(separator: ", "))
    meta("dcterms.date", metadata.date)
    meta("dcterms.publisher", metadata.publisher)
    meta("dcterms.rights", metadata.license)
    meta("generator", "Platen")
    output.raw("<style>").raw(css).raw("</style>\n</head>\n")
  }

  private var title: String {
    if !metadata.title.isEmpty { return metadata.title }
    let heading = plan.headings.first?.inlines.plainText ?? ""
    return heading.isEmpty ? writer.phrases[.unknown] : heading.replacing("\n", with: " ")
  }

  private var scheme: String {
    switch writer.style.scheme {
    case .automatic: "light dark"
    case .light: "light"
    case .dark: "dark"
    }
  }

  private func meta(_ name: StaticString, _ content: String) {
    if content.isEmpty { return }
    output.raw("<meta name=\"").raw(name).raw("\" content=\"").value(content).raw("\"/>\n")
  }

  private func writeHeader() {
    output.raw("<header>\n<h1>").text(metadata.title).raw("</h1>\n")
    if !metadata.subtitle.isEmpty {
      output.raw("<p role=\"doc-subtitle\">").text(metadata.subtitle).raw("</p>\n")
    }
    if !metadata.authors.isEmpty {
      output.raw("<p class=\"byline\">")
      for (number, author) in metadata.authors.enumerated() {
        if number > 0 { output.text(writer.phrases[.comma]) }
        output.text(author)
      }
      output.raw("</p>\n")
    }
    if !metadata.date.isEmpty {
      output.raw("<p class=\"dateline\">").text(writer.phrases.date(metadata.date))
      output.raw("</p>\n")
    }
    output.raw("</header>\n")
  }
}
