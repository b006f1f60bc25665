// SPDX-License-Identifier: MIT
// Part of Platen: all slides of a talk on one page for browsers.

internal import Canvas
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Typesetting
internal import Values
internal import Writers

extension TalkRecipe {
  /// The output of the job that makes a file for each slide, whose images an overview may show.
  static func setBeside(_ overview: OutputRequest, in job: ManifestJob) -> OutputRequest? {
    job.outputs.first { output in
      TalkFormat(rawValue: output.format) == .png && output.placeholder != nil
        && output.options.placed(TalkKeys.slide) == nil
        && output.options[TalkKeys.steps] != .each
        && output.options[TalkKeys.ratio] == overview.options[TalkKeys.ratio]
        && output.options[TalkKeys.large] == overview.options[TalkKeys.large]
    }
  }

  /// The deck becomes an overview, its images in it or beside it.
  func overview(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<FileArtifact> {
    guard output.options[TalkKeys.imagesAs] == .files,
      let set = TalkRecipe.setBeside(output, in: job),
      let placeholder = set.placeholder
    else { return overviewAlone(output, deck) }
    let path = relativePath(to: set.path, from: output.path)
    let settings = output.options.only(TalkKeys.ratio)
    let write = overviewWriter()
    let format = format(settings)
    let width = set.options[TalkKeys.width] ?? TalkRecipe.defaultWidth
    return .file(
      "write overview", version: 8,
      parameters: .of(settings, path, width, overviewParts?.digest),
      memory: TalkMemory.text, after: deck, imageSetStage(set, deck)
    ) { _, file, deck, images in
      var names: [Int: [String]] = [:]
      for member in images.members {
        let number = Int(member.name.prefix { $0 != "-" }) ?? 0
        names[number, default: []].append(path.replacing(placeholder, with: member.name))
      }
      return try write(deck, width, format, { (names[$0] ?? [""]).map { .beside($0) } }, file)
    }
  }

  private func overviewAlone(_ output: OutputRequest, _ deck: Stage<Deck>) -> Stage<FileArtifact> {
    let settings = output.options.only(TalkKeys.ratio, TalkKeys.large, TalkKeys.width)
    let fonts = fonts
    let themed = themedLook(settings)
    let format = format(settings)
    let width = settings[TalkKeys.width] ?? 1280
    let write = overviewWriter()
    return .file(
      "write overview", version: 8,
      parameters: .of(lookParameters, settings, overviewParts?.digest),
      memory: TalkMemory.pages, after: deck
    ) { context, file, deck in
      var images: [Int: [UInt8]] = [:]
      var scenes: [Scene] = []
      var number = 0
      let notes = try fonts.withLibrary { library in
        func draw() throws {
          guard !scenes.isEmpty else { return }
          try context.checkCancellation()
          var bytes: [UInt8] = []
          try DeckSheet.joined(scenes, format: format).writePNG(
            width: width, isFlat: true, fonts: library
          ) { bytes += $0 }
          images[number] = bytes
          scenes = []
        }
        let notes = try DeckTypesetter(
          look: themed(deck), format: format, measuring: library,
          images: BookImages(deck.resources).image
        ).pages(of: deck, target: .web, isCancelled: { context.isCancelled }) { page, place in
          if place.number != number { try draw() }
          number = place.number
          scenes.append(page.scene)
        }.diagnostics
        try draw()
        return notes
      }
      var warnings = notes
      let size = images.values.reduce(0) { $0 + $1.count }
      if size > TalkRecipe.largeOverview {
        warnings.append(
          .warning(
            .overviewSize, "the overview contains \(size / 1_000_000) MB of images",
            hints: ["make them smaller with width, or keep them beside it with images-as: files"]))
      }
      return try warnings + write(deck, width, format, { [.inside(images[$0] ?? [])] }, file)
    }
  }

  /// Browsers take long for larger pages.
  private static let largeOverview = 40_000_000

  /// Writes an overview whose images are known by the slides' numbers.
  private func overviewWriter()
    -> @Sendable (
      Deck, _ width: Int, SlideFormat, (Int) -> [DeckOverview.SlideImage], FileWriter
    ) throws -> [Diagnostic]
  {
    let parts = overviewParts
    return { deck, width, format, image, file in
      let slides = deck.slides(shownIn: .web).enumerated().map { position, index in
        let slide = deck.slides[index]
        return DeckOverview.Slide(
          number: position + 1, kind: slide.kind, name: slide.name,
          alternative: slide.textAlternative,
          notes: slide.notes, images: image(position + 1))
      }
      let height = (Double(width) * format.size.height / format.size.width).rounded()
      return try OverviewWriter(
        styleSheet: parts?.styleSheet ?? "", script: parts?.script ?? "", phrases: deck.phrases
      ).writeOverview(
        DeckOverview(
          metadata: deck.metadata, slides: slides, resources: deck.resources, width: width,
          height: Int(height)), to: file.write)
    }
  }
}

/// The path of a file relative to another; both are below one folder.
func relativePath(to target: String, from file: String) -> String {
  var to = target.split(separator: "/")[...]
  var from = file.split(separator: "/").dropLast()
  while to.count > 1, let first = from.first, first == to.first {
    to.removeFirst()
    from.removeFirst()
  }
  return (from.map { _ in ".." } + to).joined(separator: "/")
}
