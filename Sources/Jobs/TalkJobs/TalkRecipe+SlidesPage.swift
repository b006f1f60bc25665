// SPDX-License-Identifier: MIT
// Part of Platen: all slides of a talk in one file for browsers, which shows them step by step.

internal import Canvas
internal import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import SVG
internal import Typesetting
internal import Writers

extension TalkRecipe {
  /// The deck becomes one page: each slide as drawings, one over the other as its steps come up.
  func slidesPage(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<FileArtifact> {
    let settings = output.options.only(TalkKeys.ratio, TalkKeys.large)
    let fonts = fonts
    let themed = themedLook(settings)
    let format = format(settings)
    let parts = slidesParts
    return .file(
      "write slides page", version: 2, parameters: .of(lookParameters, settings, parts?.digest),
      memory: TalkMemory.pages, after: deck
    ) { context, file, deck in
      let look = themed(deck)
      var slides: [SlidesPage.Slide] = []
      var states: [(pages: [LaidOutPage], steps: Int)] = []
      var size = 0
      let notes = try fonts.withLibrary { library in
        func finishSlide(_ index: Int, number: Int) throws {
          let slide = deck.slides[index]
          let frames = try StepLayers(states, of: slide).frames(format: format) { scene in
            var bytes: [UInt8] = []
            var document = SVGDocument(size: format.size)
            document.language = deck.metadata.language
            _ = try document.writeScene(
              scene,
              showing: Rect(x: 0, y: 0, width: format.size.width, height: format.size.height),
              fonts: library
            ) { bytes += $0 }
            size += bytes.count
            return bytes
          }
          slides.append(
            SlidesPage.Slide(
              number: number, kind: slide.kind, name: slide.name, frames: frames, text: slide.text,
              notes: slide.notes))
          states = []
        }
        var last: DeckTypesetter.Place?
        let result = try DeckTypesetter(
          look: look, format: format, measuring: library, images: BookImages(deck.resources).image
        ).pages(
          of: deck, steps: .each, target: .web, isCancelled: { context.isCancelled }
        ) { page, place in
          if let last, last.number != place.number {
            try finishSlide(last.slide, number: last.number)
          }
          if states.last?.steps != place.steps { states.append(([], place.steps)) }
          states[states.count - 1].pages.append(page)
          last = place
        }
        if let last { try finishSlide(last.slide, number: last.number) }
        return result.diagnostics
      }
      var warnings = notes
      if size > TalkRecipe.largePage {
        warnings.append(
          .warning(
            .overviewSize, "the slides contain \(size / 1_000_000) MB of drawings and images",
            hints: ["make the images of the talk smaller"]))
      }
      return try warnings
        + SlidesWriter(
          styleSheet: parts?.styleSheet ?? "", script: parts?.script ?? "", phrases: deck.phrases
        ).writePage(
          SlidesPage(
            metadata: deck.metadata, slides: slides, resources: deck.resources,
            width: format.size.width, height: format.size.height,
            colors: look.styleSheet(format, isPrinted: true)), to: file.write)
    }
  }

  /// Browsers take long for larger pages.
  static let largePage = 40_000_000
}

/// The states of a slide as drawings that lie one over the other.
struct StepLayers {
  private let states: [(pages: [LaidOutPage], steps: Int)]
  private let slide: Slide

  /// - Parameter states: The pages after each of its steps, from the first.
  init(_ states: [(pages: [LaidOutPage], steps: Int)], of slide: Slide) {
    self.states = states
    self.slide = slide
  }

  /// A frame for each page of the slide.
  func frames(
    format: SlideFormat, draw: (Scene) throws -> [UInt8]
  ) rethrows -> [SlidesPage.Frame] {
    try (0..<(states.map(\.pages.count).max() ?? 0)).map { page in
      var layers: [SlidesPage.Layer] = []
      var shown: Scene?
      var described = 0
      for state in states where state.pages.indices.contains(page) {
        let scene = state.pages[page].scene
        // Pages after the first repeat what is described with the first.
        let words =
          page == 0
          ? (described..<max(described, state.steps)).map(slide.textAlternative(ofStep:))
            .filter { !$0.isEmpty }.joined(separator: ". ") : ""
        described = max(described, state.steps)
        if let shown, shown == scene {
          if !words.isEmpty { layers[layers.count - 1].alternative += ". " + words }
          continue
        }
        let drawn = shown.map { StepLayers.added(to: $0, in: scene) } ?? scene
        layers.append(SlidesPage.Layer(drawing: try draw(drawn), alternative: words))
        shown = scene
      }
      let links = states.last { $0.pages.indices.contains(page) }?.pages[page].links ?? []
      return SlidesPage.Frame(
        layers: layers,
        links: links.compactMap { link in
          guard case .url(let url) = link.target else { return nil }
          return SlidesPage.Link(
            x: link.frame.x, y: link.frame.y, width: link.frame.width, height: link.frame.height,
            url: url, description: link.description)
        })
    }
  }

  /// The part of a scene that the one before it lacks, to be drawn over that; all of it where it is not
  /// the same with something added in one place.
  static func added(to before: Scene, in scene: Scene) -> Scene {
    let (old, new) = (before.nodes, scene.nodes)
    guard new.count > old.count, before.size == scene.size, before.background == scene.background
    else { return scene }
    var first = 0
    while first < old.count, old[first] == new[first] { first += 1 }
    var end = 0
    while end < old.count - first, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    guard first + end == old.count else { return scene }
    return Scene(size: scene.size, nodes: Array(new[first..<new.count - end]))
  }
}

extension DeckLook {
  /// Its colors, and the ratio of slides, as properties of CSS.
  ///
  /// - Parameter isPrinted: With the size of a printed page, a slide's.
  func styleSheet(_ format: SlideFormat, isPrinted: Bool = false) -> String {
    let colors: [(String, Color)] = [
      ("ground", palette.ground), ("ink", palette.ink), ("accent", palette.accent),
      ("accent2", palette.accent2), ("panel", palette.panel), ("line", palette.line),
      ("quiet", palette.quiet),
    ]
    let ratio = format.size.width / format.size.height
    let page =
      isPrinted
      ? "@page { size: \(format.size.width)pt \(format.size.height)pt; margin: 0; }\n" : ""
    return ":root {\n  color-scheme: \(palette.isDark ? "dark" : "light");\n"
      + colors.map { "  --\($0.0): \($0.1.hex);\n" }.joined()
      + "  --ratio: \((ratio * 10_000).rounded() / 10_000);\n}\n" + page
  }
}
