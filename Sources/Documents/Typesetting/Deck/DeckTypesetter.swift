// SPDX-License-Identifier: MIT
// Part of Platen: sets a deck into slides, each a page.

public import Diagnostics
public import Documents
public import Drawing
internal import Geometry

/// Sets decks into pages, a page for each slide or for each of its steps.
///
/// Text that does not fit its slide is made smaller, down to what the look allows; the rest
/// continues over further pages, with a warning. Nothing is cut. Not for sharing between threads.
/// The same deck, look, format and fonts give the same pages.
public struct DeckTypesetter {
  /// The states of a slide that become pages.
  public enum Steps: String, Hashable, Sendable, CaseIterable {
    /// One page, with all that comes up.
    case final
    /// A page for each step, each with what came before.
    case each
  }

  /// The results that are known once the last page is made.
  public struct Result: Sendable {
    public var structure: DocumentStructure
    public var pageCount: Int
    public var diagnostics: [Diagnostic]
  }

  /// The slide a page shows.
  public struct Place: Hashable, Sendable {
    /// The index in `Deck.slides`.
    public var slide: Int
    /// Steps shown, from 1.
    public var steps: Int
    /// Among the slides that are shown, from 1.
    public var number: Int
  }

  private let look: DeckLook
  private let format: SlideFormat
  private let measuring: any TextMeasuring
  private let images: (String) -> BookImage?

  /// - Parameters:
  ///   - measuring: Shapes text; the library that will also draw it.
  ///   - images: The image of a resource's name; nil where there is none.
  public init(
    look: DeckLook, format: SlideFormat = .wide, measuring: any TextMeasuring,
    images: @escaping (String) -> BookImage? = { _ in nil }
  ) {
    self.look = look
    self.format = format
    self.measuring = measuring
    self.images = images
  }

  /// The note about a talk that has a footer.
  public static var footerNote: Diagnostic {
    .note(.deckFooter, "the talk's footer is shown as its words alone")
  }

  func makeSetter(_ deck: Deck) -> SlideSetter {
    SlideSetter(
      deck: deck, look: look, format: format,
      words: WordCache(measuring: measuring, hyphenation: nil), images: images)
  }

  /// Sets the slides and hands on their pages in order.
  ///
  /// - Parameters:
  ///   - target: Slides hidden there are omitted; nil shows all.
  ///   - only: Set this one of the slides shown, from 1, and no other; nil sets all.
  ///   - isCancelled: Called before each slide.
  ///   - page: Takes a page.
  /// - Throws: `CancellationError`; what `page` throws.
  public func pages(
    of deck: Deck, steps: Steps = .final, target: Slide.Target? = nil, only: Int? = nil,
    isCancelled: () -> Bool = { false }, page: (LaidOutPage, Place) throws -> Void
  ) throws -> Result {
    var merged = MergedStructure(deck.metadata)
    let setter = makeSetter(deck)
    let shown = deck.slides(shownIn: target)
    let hasParts = shown.contains { deck.slides[$0].kind == .part }
    var log = DiagnosticLog()
    for (position, index) in shown.enumerated() where only.map({ $0 == position + 1 }) ?? true {
      if isCancelled() { throw CancellationError() }
      let slide = deck.slides[index]
      let level = hasParts && slide.kind == .standard ? 2 : 1
      let fit = setter.fit(slide, level: level)
      if fit.pageCount > 1 {
        log.record(
          .warning(
            .deckSplit,
            "slide \(index + 1), \(slide.name), has more content than fits and continues over"
              + " \(fit.pageCount) pages", hints: ["shorten it, or split it into two slides"]))
      }
      let states = steps == .each ? 1...slide.steps.count : slide.steps.count...slide.steps.count
      merged.begin(slide, level: level)
      for state in states {
        let set = setter.set(
          slide, level: level, steps: state, fit: fit, number: position + 1, of: shown.count)
        for laidOut in set.pages {
          try page(merged.take(laidOut), Place(slide: index, steps: state, number: position + 1))
        }
        merged.take(set.structure, pages: set.pages.count)
        for diagnostic in set.diagnostics where state == slide.steps.count {
          log.record(diagnostic)
        }
      }
    }
    if !deck.footer.isEmpty {
      log.record(DeckTypesetter.footerNote)
    }
    if shown.isEmpty {
      log.record(.warning(.deckEmpty, "no slide of the deck is shown"))
    }
    return Result(
      structure: merged.structure, pageCount: merged.pageCount, diagnostics: log.diagnostics)
  }

  /// Sets one slide as ``pages(of:steps:target:isCancelled:page:)`` sets it among the others.
  ///
  /// - Parameters:
  ///   - index: Of a slide in `Deck.slides`.
  ///   - steps: How many are shown, from 1.
  ///   - target: Slides hidden there are not counted; nil counts all.
  /// - Returns: Its pages: more than one where it holds more than a slide does.
  public func scenes(
    ofSlide index: Int, steps: Int, in deck: Deck, target: Slide.Target? = nil
  ) -> [Scene] {
    let slide = deck.slides[index]
    let shown = deck.slides.indices.filter { index in
      target.map { !deck.slides[index].hiddenIn.contains($0) } ?? true
    }
    let setter = SlideSetter(
      deck: deck, look: look, format: format,
      words: WordCache(measuring: measuring, hyphenation: nil), images: images)
    let hasParts = shown.contains { deck.slides[$0].kind == .part }
    let level = hasParts && slide.kind == .standard ? 2 : 1
    return setter.set(
      slide, level: level, steps: max(1, min(steps, slide.steps.count)),
      fit: setter.fit(slide, level: level),
      number: (shown.firstIndex(of: index) ?? 0) + 1, of: shown.count
    ).pages.map(\.scene)
  }
}

/// The structures of all slides, merged into that of the deck.
private struct MergedStructure {
  private(set) var structure = DocumentStructure()
  private(set) var pageCount = 0
  private var name = ""
  private var section = 0
  private var part: Int?
  private var slides = 0
  private var states = 0

  init(_ metadata: Metadata) {
    structure.language = metadata.language
    structure.elements = [StructureElement(.document, in: nil)]
  }

  /// Begins the section of a slide.
  mutating func begin(_ slide: Slide, level: Int) {
    slides += 1
    states = 0
    (section, name) = structure.append(
      slide, number: slides, level: level, in: &part, page: pageCount)
  }

  /// The element before the slide's own: its root is the slide's section.
  private var base: Int { structure.elements.count - 1 }

  mutating func take(_ page: LaidOutPage) -> LaidOutPage {
    var page = page
    for index in page.leaves.indices {
      page.leaves[index].element = page.leaves[index].element.map(number)
    }
    for index in page.links.indices {
      page.links[index].element = number(page.links[index].element)
      if case .place(let place) = page.links[index].target {
        page.links[index].target = .place(renamed(place))
      }
    }
    return page
  }

  mutating func take(_ own: DocumentStructure, pages: Int) {
    let first = base
    for element in own.elements.dropFirst() {
      var element = element
      element.parent = element.parent.map { $0 == 0 ? section : $0 + first }
      element.box?.page += pageCount
      structure.elements.append(element)
    }
    for place in own.places {
      structure.places.append(
        DocumentStructure.NamedPlace(
          name: renamed(place.name), page: place.page + pageCount, point: place.point))
    }
    pageCount += pages
    states += 1
  }

  private func number(_ element: Int) -> Int { element == 0 ? section : element + base }
  private func renamed(_ place: String) -> String { "\(name).\(states).\(place)" }
}
