// SPDX-License-Identifier: MIT
// Part of Platen: a deck as a presentation.

internal import Canvas
internal import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Presentations
internal import Typesetting

extension StageContext {
  /// Writes a deck as a presentation; returns diagnostics.
  func writePresentation(
    of deck: Deck, look: DeckLook, format: SlideFormat, template: PresentationTemplate? = nil,
    fonts: FontPool, to file: FileWriter
  ) throws -> [Diagnostic] {
    try fonts.withLibrary { library in
      let typesetter = DeckTypesetter(
        look: look, format: format, measuring: library,
        images: BookImages(deck.resources).image)
      var plans: [SlidePlan] = []
      try typesetter.plans(of: deck, target: .pdf, isCancelled: { self.isCancelled }) {
        plans.append($0)
      }
      var notes: [Diagnostic] = []
      for plan in plans where plan.pages.count > 1 {
        notes.append(
          .warning(
            .deckSplit,
            "slide \(plan.slide + 1) has too much content and is split into"
              + " \(plan.pages.count) slides", hints: ["shorten it, or make it two slides"]))
      }
      if !deck.footer.isEmpty { notes.append(DeckTypesetter.footerNote) }
      return notes
        + (try PresentationWriter(look: look, format: format, template: template).write(
          deck, plans: plans,
          render: { scene in
            // Sharp on a screen four times as fine as the slide's points.
            let scale = min(4, 4_000 / max(1, scene.size.width, scene.size.height))
            let bitmap = try ImageCanvas.bitmap(
              of: scene, width: max(1, Int((scene.size.width * scale).rounded())),
              height: max(1, Int((scene.size.height * scale).rounded())), fonts: library)
            return try PNGEncoder.encode(bitmap, dpi: 72 * scale)
          }, to: file.write))
    }
  }
}
