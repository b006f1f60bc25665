// SPDX-License-Identifier: MIT
// Part of Platen: sets a document into pages.

public import Diagnostics
public import Documents
public import Drawing
internal import Geometry
internal import Text

/// Sets documents into pages.
///
/// Not for sharing between threads. The same document, look, template and fonts give the same pages.
public struct Typesetter {
  /// The results that are known once the last page is made.
  public struct Result: Sendable {
    public var structure: DocumentStructure
    public var pageCount: Int
    public var diagnostics: [Diagnostic]
  }

  private let style: BookStyle
  private let template: PageTemplate
  private let measuring: any TextMeasuring
  private let hyphenation: Hyphenation?
  private let phrases: Phrasebook
  private let images: (String) -> BookImage?

  /// - Parameters:
  ///   - measuring: Shapes text; the library that will also draw it.
  ///   - hyphenation: Patterns of the languages at hand; nil divides no words.
  ///   - phrases: The words on pages beside the document's.
  ///   - images: The image of a resource's name; nil where there is none.
  public init(
    style: BookStyle, template: PageTemplate, measuring: any TextMeasuring,
    hyphenation: Hyphenation? = nil, phrases: Phrasebook = .english,
    images: @escaping (String) -> BookImage? = { _ in nil }
  ) {
    self.style = style
    self.template = template
    self.measuring = measuring
    self.hyphenation = hyphenation
    self.phrases = phrases
    self.images = images
  }

  /// Rounds in which page numbers may settle.
  static let roundLimit = 5

  /// Sets the document and hands on its pages in order, each to be let go before the next is made.
  ///
  /// Contents, indexes and references are filled in by setting and placing them again until no page
  /// number changes, at most five times; then the last numbers stand, with a warning.
  ///
  /// - Parameters:
  ///   - isCancelled: Called before each block, each time pages are filled and before each page.
  ///   - page: Takes a page.
  /// - Throws: `Failure` `typesetting.page` for a template without room for text;
  ///   `CancellationError`; what `page` throws.
  public func pages(
    of document: Document, isCancelled: () -> Bool = { false },
    page: (LaidOutPage) throws -> Void
  ) throws -> Result {
    let area = template.area(page: 0)
    guard area.width >= 36, area.height >= 36, area.width.isFinite, area.height.isFinite,
      template.columnWidth(template.columns) >= 36
    else {
      throw Failure(
        .error(
          .typesettingPage, "the page \(template.name) leaves no room for text",
          hints: ["make its margins smaller or the page larger"]))
    }
    let words = WordCache(measuring: measuring, hyphenation: hyphenation)
    let (composer, pagination) = try bound(document, words, isCancelled)
    var setter = PageSetter(
      composer: composer, pagination: pagination, title: document.metadata.title, phrases: phrases)
    for index in pagination.pages.indices {
      if isCancelled() { throw CancellationError() }
      try page(setter.page(index).withBleed(template.bleed))
    }
    let galley = composer.galley
    for (element, box) in pagination.figureBoxes + setter.figureBoxes {
      galley.structure.elements[Int(element)].box = box
    }
    var places = pagination.places.map {
      DocumentStructure.NamedPlace(name: $0.key, page: $0.value.page, point: $0.value.point)
    }
    for mark in composer.usedMarks where pagination.markPages[mark] >= 0 {
      places.append(
        DocumentStructure.NamedPlace(
          name: "platen.mark.\(mark)", page: pagination.markPages[mark],
          point: pagination.markPoints[mark]))
    }
    galley.structure.places = places.sorted { $0.name < $1.name }
    galley.structure.outline = galley.headings.filter(\.isOutlined).map {
      DocumentStructure.OutlineEntry(level: $0.level, title: $0.title, place: $0.place)
    }
    report(composer, pagination)
    let corner = Point(template.bleed, template.bleed)
    let isCut = template.bleed > 0
    return Result(
      structure: isCut
        ? galley.structure.placed { SheetPlacement(side: $0, corner: corner) } : galley.structure,
      pageCount: pagination.pages.count,
      diagnostics: composer.log.diagnostics)
  }

  /// Places the document on pages whose inner margins suit their number.
  private func bound(
    _ document: Document, _ words: WordCache, _ isCancelled: () -> Bool
  ) throws -> (Composer, Pagination) {
    var page = template
    while true {
      let (composer, pagination) = try paginated(document, on: page, words, isCancelled)
      // A thicker book has wider inner margins, which may make it thicker still.
      let bound = page.bound(pages: pagination.pages.count)
      if bound == page { return (composer, pagination) }
      page = bound
    }
  }

  /// Sets the document for a page, and places it on pages.
  private func paginated(
    _ document: Document, on template: PageTemplate, _ words: WordCache,
    _ isCancelled: () -> Bool
  ) throws -> (Composer, Pagination) {
    let composer = Composer(
      document: document, look: style, template: template, words: words, images: images)
    composer.shrinksCode = true
    let pagination = try withoutActuallyEscaping(isCancelled) { isCancelled in
      composer.isCancelled = isCancelled
      defer { composer.isCancelled = { false } }
      composer.compose()
      if isCancelled() { throw CancellationError() }
      let pagination = Typesetter.paginate(composer, template: template, look: style)
      if isCancelled() { throw CancellationError() }
      return pagination
    }
    return (composer, pagination)
  }

  /// Places everything on pages until the numbers printed are those of the pages.
  static func paginate(
    _ composer: Composer, template: PageTemplate, look: BookStyle
  ) -> Pagination {
    let galley = composer.galley
    let mark = composer.mark
    // Only of these are pages printed.
    let printed = galley.targets.union(galley.headings.map(\.place))
    var last: Pagination?
    var round = 1
    while true {
      composer.fill(from: mark, after: last)
      let next = Paginator.paginate(
        galley, styles: composer.styles, template: template, look: look)
      var labels: [String: String] = [:]
      for place in printed { labels[place] = next.places[place].map { String($0.page + 1) } }
      let isUnchanged = labels == composer.pageLabels && next.markPages == last?.markPages
      composer.pageLabels = labels
      if isUnchanged || (galley.generated.isEmpty && galley.dynamic.isEmpty) { return next }
      // The caller detects the cancellation, and throws.
      if composer.isCancelled() { return next }
      if round == Typesetter.roundLimit {
        composer.record(
          .warning(
            .typesettingPageNumbers,
            "page numbers did not settle in \(Typesetter.roundLimit) rounds; some may be wrong"))
        return next
      }
      last = next
      round += 1
    }
  }

  private func report(_ composer: Composer, _ pagination: Pagination) {
    let missing = composer.styles.words.missing
    if !missing.isEmpty {
      let points = missing.prefix(12).map(\.codePoint)
      composer.record(
        .warning(
          .typesettingGlyphs,
          "no installed font has \(missing.count) of the code points: \(points.joined(separator: " "))"
            + (missing.count > 12 ? " …" : ""),
          hints: ["install fonts-noto-core, fonts-noto-cjk or a font of that script"]))
    }
    if composer.galley.overfullCount > 0 {
      composer.record(
        .note(
          .typesettingOverfull,
          "\(composer.galley.overfullCount) lines are wider than their column"))
    }
    if let page = pagination.overfullPages.first {
      composer.record(
        .warning(
          .typesettingOverfullPage,
          "the content of page \(page + 1) is higher than the page"))
    }
  }
}
