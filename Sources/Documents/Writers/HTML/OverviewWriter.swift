// SPDX-License-Identifier: MIT
// Part of Platen: all slides of a talk on one page of HTML, to look through and to search.

public import Diagnostics
public import Documents
public import Text

/// A talk's slides as an overview shows them.
public struct DeckOverview: Sendable {
  /// The place of a slide's image.
  public enum SlideImage: Sendable {
    /// The bytes of a PNG in the page.
    case inside([UInt8])
    /// A file of its own, by its path from the page.
    case beside(String)
  }

  public struct Slide: Sendable {
    /// The number as it is printed on the slide.
    public var number: Int
    public var kind: Documents.Slide.Kind
    /// Its counter and its title.
    public var name: String
    /// The full text of the image, for readers who do not see it.
    public var alternative: String
    public var notes: [Block]
    /// One for each page of it; the first has the alternative text.
    public var images: [SlideImage]

    public init(
      number: Int, kind: Documents.Slide.Kind, name: String, alternative: String, notes: [Block],
      images: [SlideImage]
    ) {
      self.number = number
      self.kind = kind
      self.name = name
      self.alternative = alternative
      self.notes = notes
      self.images = images
    }
  }

  public var metadata: Metadata
  public var slides: [Slide]
  /// Images that notes show.
  public var resources: [Resource]
  /// Pixels of a slide's image.
  public var width: Int
  public var height: Int

  public init(
    metadata: Metadata, slides: [Slide], resources: [Resource] = [], width: Int, height: Int
  ) {
    self.metadata = metadata
    self.slides = slides
    self.resources = resources
    self.width = width
    self.height = height
  }
}

/// Writes an overview as one HTML file that loads nothing but the images beside it, if any.
///
/// Slides stand in sections, one for each part. Without its script the page shows them all, with
/// their notes; the script searches, moves among them by keys and shows one large.
public struct OverviewWriter: Sendable {
  private let styleSheet: String
  private let script: String
  private let phrases: Phrasebook

  /// - Parameters:
  ///   - styleSheet: `overview.css` of the templates.
  ///   - script: `overview.js` of the templates.
  public init(styleSheet: String, script: String, phrases: Phrasebook = .english) {
    self.styleSheet = "\n" + styleSheet
    self.script = "\n" + script
    self.phrases = phrases
  }

  /// Hands the file to a sink, piece by piece.
  ///
  /// - Returns: what cannot be shown as the notes have it, in warnings named `html.*`.
  /// - Throws: what the sink throws.
  public func writeOverview(
    _ overview: DeckOverview, to sink: ByteSink
  ) throws -> [Diagnostic] {
    try withoutActuallyEscaping(sink) { sink in
      let page = OverviewPage(
        overview, styleSheet: styleSheet, script: script, phrases: phrases,
        to: MarkupOutput(to: sink))
      return try page.writeOverview()
    }
  }
}

private struct OverviewPage {
  let overview: DeckOverview
  let styleSheet: String
  let script: String
  let phrases: Phrasebook
  let output: MarkupOutput
  let body: WebBody
  let log = WebLog()
  /// Slides by the part they are in; what is before the first part is one without a name.
  let parts: [Range<Int>]

  init(
    _ overview: DeckOverview, styleSheet: String, script: String, phrases: Phrasebook,
    to output: MarkupOutput
  ) {
    self.overview = overview
    self.styleSheet = styleSheet
    self.script = script
    self.phrases = phrases
    self.output = output
    let notes = Document(
      metadata: overview.metadata, blocks: overview.slides.flatMap(\.notes),
      resources: overview.resources
    ).withHeadingIDs()
    body = WebBody(
      .page, plan: WebPlan(Piece.cut(notes.blocks), of: notes), phrases: phrases,
      resources: WebResources(overview.resources), log: log, to: output)
    body.headingShift = 3
    var starts = overview.slides.indices.filter { overview.slides[$0].kind == .part }
    if starts.first != 0 { starts.insert(0, at: 0) }
    parts = zip(starts, starts.dropFirst() + [overview.slides.count]).map { $0..<$1 }
  }

  func writeOverview() throws -> [Diagnostic] {
    output.startDeck(
      overview.metadata, title: title, slideCount: overview.slides.count,
      images: "data: file: 'self'",
      styleSheet: styleSheet, script: script, phrases: phrases)
    if parts.count > 1 { writeParts() }
    writeBar()
    output.raw("<main id=\"slides\">\n")
    for (number, part) in parts.enumerated() { writePart(part, number + 1) }
    body.writeNotes()
    output.raw("</main>\n")
    writeLarge()
    output.raw("<script>").raw(script).raw("</script>\n</body>\n</html>\n")
    try output.finish()
    return log.log.diagnostics
  }

  private var title: String {
    overview.metadata.title.isEmpty ? phrases[.unknown] : overview.metadata.title
  }

  private func writeParts() {
    output.raw("<nav aria-label=\"").value(phrases[.parts]).raw("\">\n<ol>\n")
    for (number, part) in parts.enumerated() where overview.slides[part.lowerBound].kind == .part {
      output.raw("<li><a href=\"#part-\(number + 1)\">").text(overview.slides[part.lowerBound].name)
      output.raw("</a> <span>").number(part.count).raw("</span></li>\n")
    }
    output.raw("</ol>\n</nav>\n")
  }

  private func writeBar() {
    output.raw("<form class=\"bar\" role=\"search\">\n<label for=\"query\">")
    output.text(phrases[.searchSlides])
    output.raw("</label>\n<input type=\"search\" id=\"query\" autocomplete=\"off\"/>\n")
    output.raw("<output id=\"found\" for=\"query\" data-text=\"").value(phrases[.slidesFound])
    output.raw("\"></output>\n<p class=\"keys\">")
    // Names of keys stand in brackets in the phrase.
    for (index, piece) in phrases[.slideKeys].split(separator: "[").enumerated() {
      guard index > 0 || phrases[.slideKeys].hasPrefix("["), let end = piece.firstIndex(of: "]")
      else {
        output.text(String(piece))
        continue
      }
      output.raw("<kbd>").text(String(piece[..<end])).raw("</kbd>")
      output.text(String(piece[piece.index(after: end)...]))
    }
    output.raw("</p>\n</form>\n")
  }

  private func writePart(_ part: Range<Int>, _ number: Int) {
    let first = overview.slides[part.lowerBound]
    if first.kind == .part {
      output.raw("<section aria-labelledby=\"part-\(number)\">\n<h2 id=\"part-\(number)\">")
      output.text(first.name).raw("</h2>\n")
    } else {
      output.raw("<section aria-label=\"").value(title).raw("\">\n")
    }
    output.raw("<ol class=\"slides\">\n")
    for slide in overview.slides[part] {
      if output.hasFailed { return }
      writeSlide(slide)
    }
    output.raw("</ol>\n</section>\n")
  }

  private func writeSlide(_ slide: DeckOverview.Slide) {
    output.raw("<li id=\"slide-\(slide.number)\">\n<h3><button type=\"button\">")
    output.raw("<span class=\"number\">").number(slide.number).raw("</span> ").text(slide.name)
    output.raw("</button></h3>\n")
    for (page, picture) in slide.images.enumerated() {
      output.raw("<img src=\"")
      switch picture {
      case .inside(let bytes):
        output.raw("data:image/png;base64,")
        output.base64(bytes)
      case .beside(let path): output.value(LinkAddress.relative(path))
      }
      output.raw(
        "\" width=\"\(overview.width)\" height=\"\(overview.height)\" loading=\"lazy\" alt=\"")
      // The full text of the slide is written once.
      if page == 0 { output.value(slide.alternative) }
      output.raw("\"/>\n")
    }
    if !slide.notes.isEmpty {
      output.raw("<details><summary>").text(phrases[.notes]).raw("</summary>\n")
      body.writeBlocks(slide.notes)
      output.raw("</details>\n")
    }
    output.raw("</li>\n")
  }

  private func writeLarge() {
    output.raw("<dialog id=\"large\" aria-labelledby=\"large-title\">\n<div class=\"large-bar\">\n")
    output.raw("<h2 id=\"large-title\"></h2>\n")
    for (phrase, sign) in [(Phrase.previousSlide, "←"), (.nextSlide, "→"), (.close, "✕")] {
      output.raw("<button type=\"button\" aria-label=\"").value(phrases[phrase]).raw("\" title=\"")
      output.value(phrases[phrase]).raw("\">").raw(sign).raw("</button>\n")
    }
    output.raw("</div>\n<img id=\"large-picture\" alt=\"\"/>\n")
    output.raw("<div id=\"large-notes\"></div>\n</dialog>\n")
  }
}
