// SPDX-License-Identifier: MIT
// Part of Platen: slides as images: one slide, a sheet of all, or a file for each.

internal import Canvas
internal import Diagnostics
internal import Documents
internal import Drawing
internal import JobKit
internal import Pipeline
internal import Typesetting

extension TalkRecipe {
  /// The number of slides in a deck.
  ///
  /// - Throws: `Failure` `talk.slide`, at the output's option, where the requested slide is not
  ///   among them.
  private static func count(
    of deck: Deck, with requested: Int?, _ output: OutputRequest
  ) throws -> Int {
    let count = deck.slides(shownIn: .web).count
    guard let requested, requested > count else { return count }
    throw Failure(
      .error(
        .talkSlide, "no slide \(requested): the talk has \(count)",
        at: output.options.place(of: TalkKeys.slide) ?? output.place,
        hints: count > 0 ? ["choose a slide from 1 to \(count)"] : []))
  }

  /// The stage that looks for the one slide an output shows; nil for an output that shows others.
  func checkSlide(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<Bool>? {
    guard let requested = output.options[TalkKeys.slide] else { return nil }
    return Stage("check slide", version: 2, parameters: .of(requested), after: deck) { _, deck in
      _ = try TalkRecipe.count(of: deck, with: requested, output)
      return Diagnosed(true)
    }
  }

  /// The deck becomes an image: one slide, or all of them on a sheet.
  func imageStage(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<FileArtifact> {
    let requested = output.options[TalkKeys.slide]
    let columns = requested == nil ? output.options[TalkKeys.columns] ?? 4 : nil
    let settings = output.options.only(
      TalkKeys.ratio, TalkKeys.large, TalkKeys.steps, TalkKeys.slide, TalkKeys.width)
    let fonts = fonts
    let themed = themedLook(settings)
    let format = format(settings)
    let steps = settings[TalkKeys.steps] ?? .final
    let width = settings[TalkKeys.width] ?? TalkRecipe.defaultWidth
    let limit = output.excerpt ?? .max
    let parameters = StageParameters.of(lookParameters, settings, columns)
    return .file(
      "draw slides", version: 9,
      parameters: output.excerpt.map { StageParameters.of(parameters, $0) } ?? parameters,
      memory: .picture(width: width, height: width), after: deck,
      check: { try Verification.png($0, width: width) }
    ) { context, file, deck in
      _ = try TalkRecipe.count(of: deck, with: requested, output)
      return try fonts.withLibrary { library in
        let look = themed(deck)
        var scenes: [(label: String, scene: Scene)] = []
        var last = 0
        let result = try DeckTypesetter(
          look: look, format: format, measuring: library,
          images: BookImages(deck.resources).image
        ).pages(
          of: deck, steps: steps, target: .web, only: requested,
          isCancelled: { context.isCancelled }
        ) { page, place in
          guard place.number <= limit else { return }
          scenes.append((place.number == last ? "" : "\(place.number)", page.scene))
          last = place.number
        }
        let scene =
          columns.map {
            DeckSheet.sheet(
              of: scenes, format: format, columns: $0, families: look.style.families,
              text: library)
          } ?? DeckSheet.stacked(scenes.map(\.scene), format: format)
        try scene.writePNG(width: width, isFlat: true, fonts: library, to: file.write)
        return result.diagnostics
      }
    }
  }

  /// Each slide becomes an image of its own, or each of its steps.
  func imageSetStage(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<FileArtifact> {
    let settings = output.options.only(
      TalkKeys.ratio, TalkKeys.large, TalkKeys.steps, TalkKeys.slide, TalkKeys.width)
    let fonts = fonts
    let themed = themedLook(settings)
    let format = format(settings)
    let steps = settings[TalkKeys.steps] ?? .final
    let requested = settings[TalkKeys.slide]
    let width = settings[TalkKeys.width] ?? TalkRecipe.defaultWidth
    return .files(
      "draw slides", version: 8, parameters: .of(lookParameters, settings),
      memory: .picture(width: width, height: width), after: deck,
      check: { try Verification.png($0, width: width) }
    ) { context, set, deck in
      let count = try TalkRecipe.count(of: deck, with: requested ?? 1, output)
      return try fonts.withLibrary { library in
        // The names of a slide's images depend on their number.
        var scenes: [Scene] = []
        var number = 0
        func draw() throws {
          let names = SlideNames.names(of: number, images: scenes.count, among: count)
          for (name, scene) in zip(names, scenes) {
            try context.checkCancellation()
            try set.file(name) {
              try scene.writePNG(width: width, isFlat: true, fonts: library, to: $0.write)
            }
          }
          scenes = []
        }
        let result = try DeckTypesetter(
          look: themed(deck), format: format, measuring: library,
          images: BookImages(deck.resources).image
        ).pages(
          of: deck, steps: steps, target: .web, only: requested,
          isCancelled: { context.isCancelled }
        ) { page, place in
          if place.number != number { try draw() }
          number = place.number
          scenes.append(page.scene)
        }
        try draw()
        return result.diagnostics
      }
    }
  }

  /// The slides of a deck, an image each, for a preview.
  func previewPages(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<PreviewPages> {
    let settings = output.options.only(TalkKeys.ratio, TalkKeys.large)
    let fonts = fonts
    let themed = themedLook(settings)
    let format = format(settings)
    return Stage(
      "set slides for preview", version: 3, parameters: .of(lookParameters, settings),
      memory: TalkMemory.pages, after: deck
    ) { context, deck in
      let count = deck.slides(shownIn: .web).count
      let look = themed(deck)
      return Diagnosed(
        PreviewPages(
          title: deck.metadata.title, sizes: Array(repeating: format.size, count: count),
          areWhole: true, fonts: fonts
        ) { slide, library in
          var scenes: [Scene] = []
          _ = try DeckTypesetter(
            look: look, format: format, measuring: library,
            images: BookImages(deck.resources).image
          ).pages(
            of: deck, steps: .final, target: .web, only: slide + 1,
            isCancelled: { context.isCancelled }
          ) { page, _ in scenes.append(page.scene) }
          return DeckSheet.stacked(scenes, format: format)
        })
    }
  }

  /// The default width of a slide's image in pixels.
  static let defaultWidth = 1920
}

/// The names of the images of slides.
enum SlideNames {
  /// `007` where a slide has one image, `007-1`, `007-2` where it has several; so that a list of
  /// file names is in the order of the slides.
  static func names(of number: Int, images: Int, among count: Int) -> [String] {
    let slide = padded(number, to: count, least: 3)
    guard images != 1 else { return [slide] }
    return (0..<images).map { "\(slide)-\(padded($0 + 1, to: images, least: 1))" }
  }

  private static func padded(_ number: Int, to most: Int, least: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, max(least, String(most).count) - text.count)) + text
  }
}
