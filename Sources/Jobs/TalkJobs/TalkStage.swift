// SPDX-License-Identifier: MIT
// Part of Platen: a talk ready to be shown live: its slides as images on demand, and as text.

internal import Canvas
package import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Geometry
package import JobKit
internal import Pipeline
package import Rehearsal
internal import Talks
internal import Typesetting
internal import Values

/// Reads a talk, and reads it again when its files have changed.
package struct TalkStage: Sendable {
  private let path: String
  private let environment: DiskEnvironment
  private let options: TalkOptions
  private let authors: [String]
  private let look: DeckLook
  private let appliesOwnColors: Bool
  private let isLarge: Bool
  private let format: SlideFormat
  private let fonts: FontPool
  private let phraseSource: PhraseSource

  /// - Parameter settings: keys of a talk job and options of its images.
  /// - Throws: `Failure` with their errors.
  package init(_ path: String, settings: Settings, in context: RecipeContext) throws {
    self.path = path
    environment = DiskEnvironment()
    look = try context.looks.look(
      of: DeckLook.self, named: settings[TalkKeys.look]?.text ?? DeckLook.defaultName)
    appliesOwnColors = settings[TalkKeys.look] == nil
    isLarge = settings[TalkKeys.large] ?? false
    if let ratio = settings[TalkKeys.ratio] {
      guard let format = SlideFormat(ratio: ratio) else {
        throw Failure(
          .error(
            .optionRatio, "invalid aspect ratio \"\(ratio)\"",
            hints: ["write width and height with a colon, as in 16:9; from 1:3 to 5:1"]))
      }
      self.format = format
    } else {
      format = .wide
    }
    fonts = try context.fonts(settings[ManifestKeys.fonts] ?? [])
    phraseSource = try context.phraseSource(of: settings)
    authors = settings[SharedKeys.authors] ?? []
    options = TalkOptions(settings)
  }

  /// Reads the talk as it is now.
  ///
  /// - Throws: `Failure` with all errors in it, or `talk.empty` where nothing is left to be shown.
  package func read() throws -> Diagnosed<TalkShow> {
    let tracing = TracingEnvironment(environment)
    let read = try TalkFiles.read(path, options: options, in: tracing)
    var talk = read.value
    if !authors.isEmpty { talk.deck.metadata.authors = authors }
    let phrases = try phraseSource.phrases(of: talk.deck.metadata.language)
    talk.deck.phrases = phrases.value
    talk.deck.titleAlerts()
    talk.deck.slides.removeAll { $0.hiddenIn.contains(.web) }
    guard !talk.deck.slides.isEmpty else {
      throw Failure(
        .error(.talkEmpty, "all slides of the talk are hidden when it is shown live"))
    }
    var themed = appliesOwnColors ? look.applying(talk.deck.variables) : look
    if isLarge { themed = themed.enlarged() }
    return Diagnosed(
      TalkShow(
        talk, look: themed, format: format, fonts: fonts,
        sources: SourceSnapshot(tracing.trace.accesses)),
      warnings: phrases.warnings + read.warnings)
  }

  /// Indicates whether the files of a talk are unchanged, by their timestamps.
  package func isCurrent(_ show: TalkShow) -> Bool { show.sources.isCurrent }
}

/// A version of a talk as it is shown live. Slides hidden on the web are not in it.
package struct TalkShow: Sendable {
  /// A version that differs for every visible change.
  package let version: String
  package let talk: LiveTalk
  /// The time each slide should take.
  package let plan: [RehearsalReport.Plan]
  let sources: SourceSnapshot
  private let deck: Deck
  private let look: DeckLook
  private let format: SlideFormat
  private let fonts: FontPool

  init(
    _ talk: Talk, look: DeckLook, format: SlideFormat, fonts: FontPool, sources: SourceSnapshot
  ) {
    deck = talk.deck
    self.look = look
    self.format = format
    self.fonts = fonts
    self.sources = sources
    plan = talk.rehearsalPlan
    self.talk = talk.live
    var digester = Digester()
    digester.addFields(talk.deck, "\(look) \(format)")
    version = String(digester.finalize().description.prefix(12))
    words = TalkJSON(
      deck: talk.deck, version: version, plan: plan.map(\.seconds))
    slides = words.slides(withNotes: false)
    presenterSlides = words.slides(withNotes: true)
  }

  private let words: TalkJSON
  /// Toboggan's JSON of each slide, without content for the speaker alone.
  package let slides: [[UInt8]]
  /// The same with notes.
  package let presenterSlides: [[UInt8]]

  /// The response of Toboggan's `/api/talk`.
  ///
  /// - Parameter today: `YYYY-MM-DD`, the date of a talk that states none.
  package func talkJSON(today: String) -> [UInt8] { words.talk(today: today) }

  /// The look's colors as properties of CSS.
  package var colors: String { look.styleSheet(format) }

  /// The files of the pages it is shown on, with their words in its language.
  ///
  /// - Parameter files: those of `Templates/Live`.
  package func pages(
    _ files: [(name: String, bytes: [UInt8])]
  ) -> [(name: String, bytes: [UInt8])] {
    let page = LivePage(deck.metadata, phrases: deck.phrases)
    return files.map { file in
      (file.name, file.name.hasSuffix(".html") ? page.filled(file.bytes) : file.bytes)
    }
  }

  /// Draws a slide with so many steps up, from 0, as PNG.
  ///
  /// A slide with more content than fits has its pages next to each other.
  package func image(slide: Int, steps: Int, width: Int) throws -> [UInt8] {
    try fonts.withLibrary { library in
      let scenes = DeckTypesetter(
        look: look, format: format, measuring: library,
        images: BookImages(deck.resources).image
      ).scenes(ofSlide: slide, steps: steps + 1, in: deck, target: .web)
      let scene = DeckSheet.joined(scenes, format: format)
      var bytes: [UInt8] = []
      try scene.writePNG(width: width, isFlat: true, fonts: library) { bytes += $0 }
      return bytes
    }
  }
}
