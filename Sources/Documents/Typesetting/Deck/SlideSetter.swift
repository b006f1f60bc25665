// SPDX-License-Identifier: MIT
// Part of Platen: typesets one slide: finds the size at which it fits, places its content, draws its
// furniture.

internal import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry

/// Sets the slides of one deck.
final class SlideSetter {
  /// The size a slide is set at.
  struct Fit {
    /// Of all lengths of the look, and of code besides.
    var scale: Double
    var codeScale: Double
    /// Of titles, which keep their size however much content is below them.
    var titleScale: Double
    /// The height an image may have.
    var figureHeightLimit: Double
    var pageCount: Int
    /// The whole slide, placed at this size.
    fileprivate var whole: (Composer, Pagination)?
    /// The distance its contents are moved down, so that they are in the middle.
    var drop: Double
  }

  private struct StyleSize: Hashable {
    var scale: Double
    var codeScale: Double
    var titleScale: Double
    var kind: Slide.Kind
    /// Those of slides with colors of their own.
    var declarations: String
  }

  /// A look with its furniture of slides.
  private struct SlideTheme {
    var look: DeckLook
    var furniture: SlideFurniture
  }

  struct SetSlide {
    var pages: [LaidOutPage]
    var structure: DocumentStructure
    var diagnostics: [Diagnostic]
  }

  let deck: Deck
  private let look: DeckLook
  private let format: SlideFormat
  private let words: WordCache
  private let images: (String) -> BookImage?
  private var styles: [StyleSize: BookStyle] = [:]
  private var defaultTheme: SlideTheme
  /// Of slides with colors of their own, by kind and declarations.
  private var themes: [String: SlideTheme] = [:]

  init(
    deck: Deck, look: DeckLook, format: SlideFormat, words: WordCache,
    images: @escaping (String) -> BookImage?
  ) {
    self.deck = deck
    self.look = look
    self.format = format
    self.words = words
    self.images = images
    defaultTheme = SlideSetter.theme(look, deck, format, words, images)
  }

  private static func theme(
    _ look: DeckLook, _ deck: Deck, _ format: SlideFormat, _ words: WordCache,
    _ images: @escaping (String) -> BookImage?
  ) -> SlideTheme {
    SlideTheme(
      look: look,
      furniture: SlideFurniture(
        deck: deck, look: look, format: format,
        styles: StyleTable(style: look.style, words: words, language: deck.metadata.language),
        images: images))
  }

  /// Calls `body` with the theme of a slide, for drawing.
  private func withTheme<Result>(of slide: Slide, _ body: (inout SlideTheme) -> Result) -> Result {
    guard !slide.declarations.isEmpty else { return body(&defaultTheme) }
    let key = slide.kind.rawValue + " " + slide.declarations
    var theme =
      themes[key] ?? SlideSetter.theme(look.themed(for: slide), deck, format, words, images)
    defer { themes[key] = theme }
    return body(&theme)
  }

  // MARK: Fitting

  /// The largest size at which the whole slide fits on one page. Code with lines that are too wide
  /// becomes smaller; lines wrap if it would become illegible. Titles become smaller only where they
  /// alone are too long.
  func fit(_ slide: Slide, level: Int) -> Fit {
    let area = template.area(page: 0)
    var fit = Fit(
      scale: 1, codeScale: 1, titleScale: 1, figureHeightLimit: area.height * 0.74, pageCount: 1,
      drop: 0)
    shrinkTitle(of: slide, level, area, &fit)
    while true {
      var (composer, pagination) = place(slide, level, slide.steps.count, fit)
      while composer.hasWrappedCode, fit.codeScale > 0.66,
        fit.scale * fit.codeScale * 0.94 >= SlideSetter.leastCode
      {
        fit.codeScale *= 0.94
        (composer, pagination) = place(slide, level, slide.steps.count, fit)
      }
      fit.pageCount = pagination.pages.count
      fit.whole = (composer, pagination)
      if pagination.pages.count == 1, pagination.overfullPages.isEmpty {
        fit.drop = drop(slide, pagination, area)
        return fit
      }
      guard fit.scale > look.leastScale else { return fit }
      fit.scale = max(look.leastScale, fit.scale * 0.93)
      fit.figureHeightLimit = area.height * 0.74 * fit.scale * fit.scale
      fit.codeScale = 1
    }
  }

  /// The part of a slide's height that a title may take, and its smallest scale.
  private static let titleHeightLimit = 0.35
  private static let leastTitle = 0.4

  private func shrinkTitle(of slide: Slide, _ level: Int, _ area: Rect, _ fit: inout Fit) {
    var document = SlideDocument.document(of: slide, in: deck, level: level, steps: 1)
    guard case .division(var whole)? = document.blocks.first,
      let title = whole.blocks.first(where: \.isSlideTitle)
    else { return }
    whole.blocks = [title]
    document.blocks = [.division(whole)]
    while fit.titleScale > SlideSetter.leastTitle {
      let placements = place(document, slide, level, fit).1.placements
      let bottom = placements.map { $0.y + $0.height }.max() ?? area.minY
      guard bottom - area.minY > area.height * SlideSetter.titleHeightLimit else { return }
      fit.titleScale = max(SlideSetter.leastTitle, fit.titleScale * 0.93)
    }
  }

  /// The smallest scale of code; code that needs a smaller one wraps.
  private static let leastCode = 0.5

  /// Covers, parts and slides with the setting are centered vertically.
  private func drop(_ slide: Slide, _ pagination: Pagination, _ area: Rect) -> Double {
    guard slide.kind != .standard || slide.classes.contains("center") else { return 0 }
    let top = pagination.placements.map(\.y).min() ?? area.minY
    let bottom = pagination.placements.map { $0.y + $0.height }.max() ?? area.minY
    return max(0, (area.height - (bottom - top)) / 2 - (top - area.minY)) * 0.92
  }

  // MARK: Setting

  /// The pages of a slide with its first steps.
  func set(
    _ slide: Slide, level: Int, steps: Int, fit: Fit, number: Int, of count: Int
  ) -> SetSlide {
    let isWhole = steps == slide.steps.count
    let (composer, pagination) = (isWhole ? fit.whole : nil) ?? place(slide, level, steps, fit)
    var setter = PageSetter(composer: composer, pagination: pagination, title: "")
    var pages: [LaidOutPage] = []
    for index in pagination.pages.indices {
      var page = setter.page(index)
      let title = titleBottom(slide, pagination, page: index)
      let own = withTheme(of: slide) {
        $0.furniture.draw(
          around: slide, (number, count), page: (index, pagination.pages.count),
          titleBottom: title.map { $0 + fit.drop }, left: template.inner)
      }
      page.moveDown(by: fit.drop)
      pages.append(page.laid(over: own))
    }
    let galley = composer.galley
    for (element, box) in pagination.figureBoxes + setter.figureBoxes {
      var box = box
      box.frame = box.frame.lowered(by: fit.drop)
      galley.structure.elements[Int(element)].box = box
    }
    galley.structure.places = pagination.places.map {
      DocumentStructure.NamedPlace(name: $0.key, page: $0.value.page, point: $0.value.point)
    }.sorted { $0.name < $1.name }
    return SetSlide(
      pages: pages, structure: galley.structure, diagnostics: composer.log.diagnostics)
  }

  /// The end of the title of a standard slide.
  func titleBottom(
    _ slide: Slide, _ pagination: Pagination, page: Int
  ) -> Double? {
    guard slide.kind == .standard, slide.showsTitle, page == 0,
      let first = pagination.placements.first(where: {
        if case .lines = $0.kind { true } else { false }
      }
      )
    else { return nil }
    return first.y + first.height
  }

  private func place(
    _ slide: Slide, _ level: Int, _ steps: Int, _ fit: Fit
  ) -> (Composer, Pagination) {
    place(
      SlideDocument.document(of: slide, in: deck, level: level, steps: steps), slide, level, fit)
  }

  func place(
    _ document: Document, _ slide: Slide, _ level: Int, _ fit: Fit
  ) -> (Composer, Pagination) {
    let style = style(fit, slide)
    let composer = Composer(
      document: document, look: style, template: template, words: words, images: images)
    composer.beginsBelow(level - 1)
    composer.figureHeightLimit = fit.figureHeightLimit
    composer.compose()
    let pagination = Typesetter.paginate(composer, template: template, look: style)
    return (composer, pagination)
  }

  private func style(_ fit: Fit, _ slide: Slide) -> BookStyle {
    let size = StyleSize(
      scale: fit.scale, codeScale: fit.codeScale, titleScale: fit.titleScale, kind: slide.kind,
      declarations: slide.declarations)
    if let known = styles[size] { return known }
    let own = withTheme(of: slide) { $0.look.style(of: slide.kind) }
    var style = own.scaled(by: fit.scale)
    for name in Slide.titleClasses {
      let size = own.patches["." + name]?.size
      style.set("." + name) { $0.size = size.map { $0 * fit.titleScale } }
    }
    style.set("code") { $0.scale = ($0.scale ?? 1) * fit.codeScale }
    styles[size] = style
    return style
  }

  var template: PageTemplate {
    // Narrow slides have narrower margins. All slides of a deck have the same, so that nothing moves
    // from one to the next.
    let side = look.side * min(1, format.size.width / 960)
    return PageTemplate(
      name: format.name, size: format.size, top: look.top, bottom: look.bottom, inner: side,
      outer: side)
  }
}

extension Slide {
  /// The classes of titles of slides, by kind of slide.
  static let titleClasses = ["slide-title", "cover-title", "part-title"]

  /// Indicates whether its title is shown above its content.
  var showsTitle: Bool { !classes.contains("no_title") && !title.isBlank }
}

extension Block {
  fileprivate var isSlideTitle: Bool {
    guard case .heading(let heading) = self else { return false }
    return Slide.titleClasses.contains { heading.attributes.has($0) }
  }
}

extension LaidOutPage {
  /// Moves what is on the page down.
  fileprivate mutating func moveDown(by distance: Double) {
    guard distance != 0 else { return }
    let move = AffineMap(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: distance)
    scene.nodes = scene.nodes.map { .group(Group(transform: move, children: [$0])) }
    for index in links.indices {
      links[index].frame = links[index].frame.lowered(by: distance)
    }
  }

  /// The page with artifacts under it.
  fileprivate func laid(over artifacts: [Node]) -> LaidOutPage {
    guard !artifacts.isEmpty else { return self }
    var page = self
    page.scene.nodes = artifacts + scene.nodes
    page.leaves =
      [ContentLeaf(nodes: 0..<artifacts.count, element: nil)]
      + leaves.map {
        ContentLeaf(
          nodes: $0.nodes.lowerBound + artifacts.count..<$0.nodes.upperBound + artifacts.count,
          element: $0.element)
      }
    return page
  }
}

extension Rect {
  fileprivate func lowered(by distance: Double) -> Rect {
    Rect(x: x, y: y + distance, width: width, height: height)
  }
}
