// SPDX-License-Identifier: MIT
// Part of Platen: typesets blocks into boxes that are placed on a page.

internal import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry

/// Blocks typeset into boxes of one size.
struct SetBoxes {
  /// The pages that the blocks need, each with its origin at its top left.
  var pages: [LaidOutPage]
  var structure: DocumentStructure
  /// The height of the content of the last box.
  var height: Double
  var diagnostics: [Diagnostic]
}

/// Typesets the blocks of one deck into boxes.
final class BoxSetter {
  private let metadata: Metadata
  private let resources: [Resource]
  private let words: WordCache
  private let images: (String) -> BookImage?
  private let style: BookStyle
  private var scaled: [Double: BookStyle] = [:]

  init(
    deck: Deck, style: BookStyle, words: WordCache, images: @escaping (String) -> BookImage?
  ) {
    metadata = deck.metadata
    resources = deck.resources
    self.style = style
    self.words = words
    self.images = images
  }

  /// Typesets blocks at the first scale at which they fit into one box, or else at the last scale.
  ///
  /// - Parameter level: Of a heading they begin with.
  func set(_ blocks: [Block], in size: Size, scales: [Double], level: Int) -> SetBoxes {
    var last: (Composer, Pagination)?
    for scale in scales {
      let placed = place(blocks, in: size, scale: scale, level: level)
      last = placed
      if placed.1.pages.count == 1, placed.1.overfullPages.isEmpty { break }
    }
    guard let (composer, pagination) = last else {
      return SetBoxes(pages: [], structure: DocumentStructure(), height: 0, diagnostics: [])
    }
    return draw(composer, pagination)
  }

  private func place(
    _ blocks: [Block], in size: Size, scale: Double, level: Int
  ) -> (Composer, Pagination) {
    let style = scaled[scale] ?? style.scaled(by: scale)
    scaled[scale] = style
    let template = PageTemplate(name: "box", size: size, top: 0, bottom: 0, inner: 0, outer: 0)
    let composer = Composer(
      document: Document(metadata: metadata, blocks: blocks, resources: resources), look: style,
      template: template, words: words, images: images)
    composer.beginsBelow(level - 1)
    composer.figureHeightLimit = size.height * 0.8
    composer.compose()
    return (composer, Typesetter.paginate(composer, template: template, look: style))
  }

  private func draw(_ composer: Composer, _ pagination: Pagination) -> SetBoxes {
    var setter = PageSetter(composer: composer, pagination: pagination, title: "")
    let pages = pagination.pages.indices.map { setter.page($0) }
    let galley = composer.galley
    for (element, box) in pagination.figureBoxes + setter.figureBoxes {
      galley.structure.elements[Int(element)].box = box
    }
    galley.structure.places = pagination.places.map {
      DocumentStructure.NamedPlace(name: $0.key, page: $0.value.page, point: $0.value.point)
    }.sorted { $0.name < $1.name }
    var height = 0.0
    if let record = pagination.pages.last {
      height =
        pagination.placements(on: record)
        .map { $0.y + $0.height }.max() ?? 0
    }
    return SetBoxes(
      pages: pages, structure: galley.structure, height: height,
      diagnostics: composer.log.diagnostics)
  }
}
