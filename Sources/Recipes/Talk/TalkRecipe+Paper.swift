// SPDX-License-Identifier: MIT
// Part of Platen: what is handed out on paper: handouts, scripts, outlines.

internal import Archive
internal import Canvas
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Geometry
internal import Pipeline
internal import Pixels
internal import Typesetting
internal import Writers

extension TalkRecipe {
  /// The deck becomes a document, with pictures of its slides where that shows them.
  private static func document(
    of deck: Deck, _ telling: Deck.Telling, _ phrases: Phrasebook, wearing look: DeckLook,
    perPage: Int, fonts: FontPool, context: StageContext
  ) throws -> Document {
    guard telling == .handout else { return deck.document(telling, phrases: phrases, target: .pdf) }
    return try fonts.withLibrary { library in
      var deck = deck
      var names: [Int: String] = [:]
      var pictures: [Resource] = []
      _ = try DeckTypesetter(
        look: look, measuring: library,
        pictures: BookPictures(deck.resources).picture
      ).pages(of: deck, target: .pdf, isCancelled: { context.isCancelled }) { page, place in
        guard names[place.slide] == nil else { return }
        var scene = page.scene
        let frame = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
        scene.nodes.append(
          .path(
            PathNode(
              Path(rect: frame.insetBy(0.75)),
              stroke: Stroke(Color(0.72, 0.74, 0.77), width: 1.5))))
        let height = Int((1280 * scene.size.height / scene.size.width).rounded())
        let bitmap = try ImageCanvas.bitmap(
          of: scene, width: 1280, height: height, fonts: library)
        let name = "slide-\(place.slide + 1).png"
        names[place.slide] = name
        pictures.append(
          Resource(
            name: name, mediaType: "image/png", width: bitmap.width, height: bitmap.height,
            bytes: try PNGEncoder.encode(bitmap, dpi: 144)))
      }
      deck.resources += pictures
      return deck.document(
        telling, phrases: phrases, target: .pdf, perPage: perPage
      ) { names[$0] }
    }
  }

  /// The deck becomes a handout: slides on paper with their notes.
  func handout(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<KeptFile> {
    let settings = output.options
    let fonts = fonts
    let dress = dress(settings)
    let phrases = phrases
    let slides = format(settings)
    let format = HandoutFormat(
      page: BookPaper.template(settings).size, perPage: TalkRecipe.perPage(settings))
    return .file(
      "set handout", version: 1,
      parameters: [
        lookText, settings.canonicalText, "\(Digest(canonicalOf: phrases.value))",
      ].joined(separator: "\n"),
      memory: TalkWeight.pages, after: deck, check: { try Verification.pdf($0) }
    ) { context, file, deck in
      try fonts.writePDF(deck.metadata, to: file) { library, emit in
        let result = try HandoutTypesetter(
          look: dress(deck), slides: slides, format: format, phrases: phrases.value,
          measuring: library, pictures: BookPictures(deck.resources).picture
        ).pages(of: deck, isCancelled: { context.isCancelled }, page: emit)
        return (result.structure, result.diagnostics)
      }
    }
  }

  /// How many slides stand on a page of a handout.
  private static func perPage(_ settings: Settings) -> Int { settings.integer("per-page") ?? 3 }

  /// The deck becomes a script or an outline to print.
  func typeset(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<KeptFile> {
    let settings = output.options
    let fonts = fonts
    let phrases = phrases
    let telling = telling(settings, else: .outline)
    let style = paper.pages
    return .file(
      "typeset", version: 1,
      parameters: [
        lookText, paperText, settings.canonicalText, "\(Digest(canonicalOf: phrases.value))",
      ].joined(separator: "\n"),
      memory: TalkWeight.pages, after: deck, check: { try Verification.pdf($0) }
    ) { context, file, deck in
      let document = deck.document(telling, phrases: phrases.value, target: .pdf)
      let hyphenation = try HyphenFiles.hyphenation(
        for: document.metadata.language, in: context.environment)
      return try fonts.writePDF(document.metadata, to: file) { library, emit in
        let result = try Typesetter(
          style: style, template: BookPaper.template(settings), measuring: library,
          hyphenation: hyphenation, phrases: phrases.value,
          pictures: BookPictures(document.resources).picture
        ).pages(of: document, isCancelled: { context.isCancelled }, page: emit)
        return (result.structure, result.diagnostics)
      }
    }
  }

  /// The deck becomes a Word file.
  func word(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<KeptFile> {
    let settings = output.options
    let skeleton = skeleton
    let fonts = fonts
    let dress = dress(settings)
    let phrases = phrases
    let telling = telling(settings, else: .handout)
    return .file(
      "write docx", version: 1,
      parameters: lookText + "\n" + settings.canonicalText
        + "\nskeleton \(skeleton?.digest ?? "") \(Digest(canonicalOf: phrases.value))",
      memory: TalkWeight.pages, after: deck, check: { try Verification.zip($0) }
    ) { context, file, deck in
      let document = try TalkRecipe.document(
        of: deck, telling, phrases.value, wearing: dress(deck),
        perPage: TalkRecipe.perPage(settings), fonts: fonts, context: context)
      let writer = try DOCXWriter(
        skeleton: skeleton?.parts ?? [], template: nil,
        options: .init(page: BookPaper.wordPage(settings), beginsChaptersOnNewPage: false))
      return try writer.write(document, spool: { try ScratchSpool() }, to: file.write)
    }
  }
}
