// SPDX-License-Identifier: MIT
// Part of Platen: a talk as one page of HTML, which shows it slide by slide.

public import Diagnostics
public import Documents
public import Text

/// A talk's slides as one page shows them.
public struct SlidesPage: Sendable {
  /// A part of a slide that comes up at once, over those before it.
  public struct Layer: Sendable {
    /// SVG as large as the slide.
    public var drawing: [UInt8]
    /// Its content in words; empty where it repeats what was there.
    public var alternative: String

    public init(drawing: [UInt8], alternative: String) {
      self.drawing = drawing
      self.alternative = alternative
    }
  }

  /// An area that leads elsewhere, in the slide's own units.
  public struct Link: Hashable, Sendable {
    public var x, y, width, height: Double
    public var url: String
    public var description: String

    public init(
      x: Double, y: Double, width: Double, height: Double, url: String, description: String
    ) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
      self.url = url
      self.description = description
    }
  }

  /// The content shown at a time: a slide, or one of the pages it continues over.
  public struct Frame: Sendable {
    /// Never empty.
    public var layers: [Layer]
    public var links: [Link]

    public init(layers: [Layer], links: [Link] = []) {
      self.layers = layers
      self.links = links
    }
  }

  public struct Slide: Sendable {
    /// The number as it is printed on the slide.
    public var number: Int
    public var kind: Documents.Slide.Kind
    /// Its counter and its title.
    public var name: String
    /// Never empty.
    public var frames: [Frame]
    /// Its text, for readers who do not see it or want to copy it.
    public var text: [Block]
    public var notes: [Block]

    public init(
      number: Int, kind: Documents.Slide.Kind, name: String, frames: [Frame], text: [Block],
      notes: [Block]
    ) {
      self.number = number
      self.kind = kind
      self.name = name
      self.frames = frames
      self.text = text
      self.notes = notes
    }
  }

  public var metadata: Metadata
  public var slides: [Slide]
  /// Pictures that notes show.
  public var resources: [Resource]
  /// Units of a slide: points.
  public var width: Double
  public var height: Double
  /// The look's colors and the shape of its slides as properties of CSS, before the style sheet.
  public var colors: String

  public init(
    metadata: Metadata, slides: [Slide], resources: [Resource] = [], width: Double, height: Double,
    colors: String
  ) {
    self.metadata = metadata
    self.slides = slides
    self.resources = resources
    self.width = width
    self.height = height
    self.colors = colors
  }
}

/// Writes a talk as one HTML file that loads nothing.
///
/// Without its script the page shows all slides with their text and notes, and prints one slide a
/// page; the script shows them step by step, all of them at a glance, and notes in a window.
public struct SlidesWriter: Sendable {
  private let styleSheet: String
  private let script: String
  private let phrases: Phrasebook

  /// - Parameters:
  ///   - styleSheet: `slides.css` of the templates.
  ///   - script: `slides.js` of the templates.
  public init(styleSheet: String, script: String, phrases: Phrasebook = .english) {
    self.styleSheet = styleSheet
    self.script = "\n" + script
    self.phrases = phrases
  }

  /// Hands the file to a sink, piece by piece.
  ///
  /// - Returns: what cannot be shown as texts and notes have it, in warnings named `html.*`.
  /// - Throws: what the sink throws.
  public func writePage(_ page: SlidesPage, to sink: ByteSink) throws -> [Diagnostic] {
    try withoutActuallyEscaping(sink) { sink in
      try SlidesOutput(
        page, styleSheet: "\n" + page.colors + styleSheet, script: script, phrases: phrases,
        to: MarkupOutput(to: sink)
      ).writePage()
    }
  }
}

private struct SlidesOutput {
  let page: SlidesPage
  let styleSheet: String
  let script: String
  let phrases: Phrasebook
  let output: MarkupOutput
  let body: WebBody
  let log = WebLog()

  /// The phrases that the script shows, and those of keys in the order of the list.
  private static let scripted: [Phrase] =
    [.upTo, .noNotes, .speakerNotes, .nextIsStep]
    + [.nextIsSlide, .nextIsEnd] + keys
  private static let keys: [Phrase] = [
    .keyNext, .keyBack, .keySlides, .keyEnds, .keyNumber, .keyAll, .keyWindow, .keyClock, .keyDark,
    .keyFull, .keyPage,
  ]

  init(
    _ page: SlidesPage, styleSheet: String, script: String, phrases: Phrasebook,
    to output: MarkupOutput
  ) {
    self.page = page
    self.styleSheet = styleSheet
    self.script = script
    self.phrases = phrases
    self.output = output
    let texts = Document(
      metadata: page.metadata, blocks: page.slides.flatMap { $0.text + $0.notes },
      resources: page.resources
    ).withHeadingIDs()
    body = WebBody(
      .page, plan: WebPlan(Piece.cut(texts.blocks), of: texts), phrases: phrases,
      resources: WebResources(page.resources), log: log, to: output)
    body.headingShift = 2
  }

  func writePage() throws -> [Diagnostic] {
    output.startDeck(
      page.metadata, title: title, slideCount: page.slides.count, images: "data:",
      styleSheet: styleSheet, script: script, phrases: phrases)
    output.raw("<main id=\"slides\">\n")
    for slide in page.slides {
      if output.hasFailed { break }
      writeSlide(slide)
    }
    body.writeNotes()
    output.raw("</main>\n")
    writeControls()
    output.raw("<script>").raw(script).raw("</script>\n</body>\n</html>\n")
    try output.finish()
    return log.log.diagnostics
  }

  private var title: String {
    page.metadata.title.isEmpty ? phrases[.unknown] : page.metadata.title
  }

  private func writeSlide(_ slide: SlidesPage.Slide) {
    output.raw("<section id=\"slide-\(slide.number)\" class=\"").raw(slide.kind.rawValue)
    output.raw("\">\n<h2><span class=\"number\">").number(slide.number).raw("</span> ")
    output.text(slide.name).raw("</h2>\n")
    for frame in slide.frames { writeFrame(frame) }
    if !slide.text.isEmpty {
      output.raw("<details class=\"text\"><summary>").text(phrases[.slideContent])
      output.raw("</summary>\n")
      body.writeBlocks(slide.text)
      output.raw("</details>\n")
    }
    if !slide.notes.isEmpty {
      output.raw("<details class=\"notes\"><summary>").text(phrases[.speakerNotes])
      output.raw("</summary>\n")
      body.writeBlocks(slide.notes)
      output.raw("</details>\n")
    }
    output.raw("</section>\n")
  }

  private func writeFrame(_ frame: SlidesPage.Frame) {
    output.raw("<div class=\"frame\">\n")
    for layer in frame.layers {
      output.raw("<img class=\"layer\" src=\"data:image/svg+xml;base64,")
      output.base64(layer.drawing)
      output.raw("\" alt=\"").value(layer.alternative).raw("\"/>\n")
    }
    let links = frame.links.compactMap { link in LinkAddress.sound(link.url).map { (link, $0) } }
    if !links.isEmpty {
      output.raw("<svg viewBox=\"0 0 ").raw(SlidesOutput.tenths(page.width)).raw(" ")
      output.raw(SlidesOutput.tenths(page.height)).raw("\">\n")
      for (link, address) in links {
        output.raw("<a href=\"").value(address).raw("\" target=\"_blank\" rel=\"noreferrer\"")
        output.raw(" aria-label=\"").value(link.description).raw("\"><rect x=\"")
        output.raw(SlidesOutput.tenths(link.x)).raw("\" y=\"").raw(SlidesOutput.tenths(link.y))
        output.raw("\" width=\"").raw(SlidesOutput.tenths(link.width)).raw("\" height=\"")
        output.raw(SlidesOutput.tenths(link.height)).raw("\"/></a>\n")
      }
      output.raw("</svg>\n")
    }
    output.raw("</div>\n")
  }

  /// Everything that has a use with the script alone.
  private func writeControls() {
    output.raw("<aside id=\"pane\" aria-label=\"").value(phrases[.speakerNotes])
    output.raw("\" tabindex=\"0\" hidden=\"hidden\"></aside>\n<div id=\"bar\" role=\"group\"")
    output.raw(" aria-label=\"").value(phrases[.controls]).raw("\" hidden=\"hidden\">\n")
    writeButton("back", "◀", .back, isArrow: true)
    output.raw("<span id=\"place\"></span>\n")
    writeButton("next", "▶", .advance, isArrow: true)
    writeButton("all", "▦", .allSlides)
    writeButton("notes", "✎", .speakerNotes)
    writeButton("full", "⛶", .fullScreen)
    writeButton("read", "☰", .readAsPage)
    writeButton("keys", "?", .keys)
    output.raw("</div>\n<p class=\"for-readers\" id=\"status\" role=\"status\"></p>\n")
    output.raw("<dialog id=\"help\" aria-labelledby=\"help-title\"><h2 id=\"help-title\">")
    output.text(phrases[.keys]).raw("</h2><dl></dl></dialog>\n<template id=\"speaker\">\n")
    output.raw("<header><button type=\"button\" id=\"clock\" title=\"")
    output.value(phrases[.clockDescription]).raw("\">0:00</button> <span id=\"place\"></span>")
    output.raw("</header>\n<div><div id=\"shown\"></div><p id=\"then\"></p>")
    output.raw("<div id=\"coming\"></div></div>\n<div id=\"remarks\" tabindex=\"0\"></div>\n")
    output.raw("</template>\n<div id=\"phrases\" hidden=\"hidden\" data-keys=\"")
    output.value(SlidesOutput.keys.map(\.rawValue).joined(separator: " ")).raw("\"")
    for phrase in SlidesOutput.scripted {
      output.raw(" data-").raw(SlidesOutput.attribute(phrase)).raw("=\"").value(phrases[phrase])
      output.raw("\"")
    }
    output.raw("></div>\n")
  }

  private func writeButton(_ id: String, _ sign: String, _ phrase: Phrase, isArrow: Bool = false) {
    output.raw("<button type=\"button\" id=\"\(id)\" aria-label=\"").value(phrases[phrase])
    output.raw("\" title=\"").value(phrases[phrase]).raw("\"><span")
    if isArrow { output.raw(" class=\"arrow\"") }
    output.raw(">").text(sign).raw("</span></button>\n")
  }

  /// A length to a tenth of its unit.
  private static func tenths(_ value: Double) -> String {
    value.isFinite ? "\((value * 10).rounded() / 10)" : "0"
  }

  /// The name of a phrase's attribute, which scripts read as the phrase's own name.
  private static func attribute(_ phrase: Phrase) -> String {
    phrase.rawValue.reduce(into: "") { name, letter in
      name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }
}
