// SPDX-License-Identifier: MIT
// Part of Platen: the documents of a talk on paper: handouts, scripts, outlines.

internal import Canvas
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Typesetting

extension TalkRecipe {
  /// The deck becomes a document.
  func documentStage(
    _ output: OutputRequest, _ kind: Deck.DocumentKind, as format: DocumentFormat,
    _ deck: Stage<Deck>
  ) -> Stage<Document> {
    if kind == .handout { return handoutStage(output, deck) }
    // Printed documents omit slides that are hidden on paper; text has all slides.
    let target: Slide.Target? = [.pdf, .docx].contains(format) ? .pdf : nil
    return Stage(
      "compose \(kind)", version: 2, parameters: .of(target), memory: TalkMemory.deck, after: deck,
      digest: { Digest(canonicalOf: $0) }
    ) { _, deck in Diagnosed(deck.document(kind, target: target)) }
  }

  /// The deck becomes a handout with images of its slides.
  private func handoutStage(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<Document> {
    let settings = output.options
    let fonts = fonts
    let themed = themedLook(settings)
    let perPage = TalkRecipe.perPage(settings)
    let hasNotes = settings[TalkKeys.notes] ?? true
    return Stage(
      "compose handout", version: 8,
      parameters: .of(lookParameters, settings[TalkKeys.large], perPage, hasNotes),
      memory: TalkMemory.pages, after: deck, digest: { Digest(canonicalOf: $0) }
    ) { context, deck in
      var deck = deck
      var names: [Int: String] = [:]
      var images: [Resource] = []
      let look = themed(deck)
      var scenes: [Scene] = []
      var slide = -1
      try fonts.withLibrary { library in
        func draw() throws {
          guard !scenes.isEmpty else { return }
          let name = "slide-\(slide + 1).png"
          names[slide] = name
          images.append(
            try DeckSheet.joined(scenes, format: .wide).framed.resource(name, fonts: library))
          scenes = []
        }
        _ = try DeckTypesetter(
          look: look, measuring: library, images: BookImages(deck.resources).image
        ).pages(of: deck, target: .pdf, isCancelled: { context.isCancelled }) { page, place in
          if place.slide != slide { try draw() }
          slide = place.slide
          scenes.append(page.scene)
        }
        try draw()
      }
      deck.resources += images
      if !hasNotes {
        for index in deck.slides.indices { deck.slides[index].notes = [] }
      }
      return Diagnosed(
        deck.document(.handout, target: .pdf, perPage: perPage) { names[$0] })
    }
  }

  /// The deck becomes a handout: slides on paper with their notes.
  func handout(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<FileArtifact> {
    let settings = output.options.only(
      TalkKeys.ratio, TalkKeys.large, TalkKeys.paper, TalkKeys.perPage, TalkKeys.notes)
    let fonts = fonts
    let themed = themedLook(settings)
    let slides = format(settings)
    let format = HandoutFormat(
      page: BookPaper.template(settings).size, perPage: TalkRecipe.perPage(settings),
      hasNotes: settings[TalkKeys.notes] ?? true)
    return .file(
      "set handout", version: 8, parameters: .of(lookParameters, settings),
      memory: TalkMemory.pages, after: deck, check: { try Verification.pdf($0) }
    ) { context, file, deck in
      try fonts.writePDF(deck.metadata, to: file, isCancelled: { context.isCancelled }) {
        library, emit in
        let result = try HandoutTypesetter(
          look: themed(deck), slides: slides, format: format, measuring: library,
          images: BookImages(deck.resources).image
        ).pages(of: deck, isCancelled: { context.isCancelled }, page: emit)
        return (result.structure, result.diagnostics)
      }
    }
  }

  /// The number of slides on a page of a handout.
  private static func perPage(_ settings: Settings) -> Int { settings[TalkKeys.perPage] ?? 3 }
}

extension Scene {
  /// The slide with a thin line around it, so that a light one has an edge on paper.
  fileprivate var framed: Scene {
    var scene = self
    let frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
    scene.nodes.append(
      .path(
        PathNode(
          Path(rect: frame.insetBy(0.75)), stroke: Stroke(Color(0.72, 0.74, 0.77), width: 1.5))))
    return scene
  }

  /// The slide as an image in a document.
  fileprivate func resource(_ name: String, fonts: FontLibrary) throws -> Resource {
    let width = 1280
    let bitmap = try ImageCanvas.bitmap(
      of: self, width: width, height: height(ofWidth: width), fonts: fonts)
    return Resource(
      name: name, mediaType: "image/png", width: bitmap.width, height: bitmap.height,
      bytes: try PNGEncoder.encode(bitmap, dpi: 144))
  }
}
