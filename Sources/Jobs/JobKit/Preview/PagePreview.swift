// SPDX-License-Identifier: MIT
// Part of Platen: pages drawn on request in any look, again whenever a file of them is saved.

package import Diagnostics
internal import Documents
internal import JSON
internal import Pipeline
internal import Text

/// An input with pages for the page of `platen preview`: a book, a deck, minutes or cards in every
/// look, for either audience. Thread-safe.
///
/// The pages of a view are set when the first is requested. The pages and images in memory are
/// limited.
package final class PagePreview: Preview {
  /// The input, and what the page shows at first.
  package struct Request: Sendable {
    package var input: String
    package var kind: any JobKind
    package var look: String?
    /// Indicates whether it shows the pages of game masters.
    package var seesSecrets: Bool
    /// The language and the phrase file.
    package var words: Settings

    package init(
      input: String, kind: any JobKind, look: String? = nil, seesSecrets: Bool = false,
      words: Settings = Settings()
    ) {
      self.input = input
      self.kind = kind
      self.look = look
      self.seesSecrets = seesSecrets
      self.words = words
    }
  }

  private struct ImageKey: Hashable {
    let pages: Key
    let page: Int
    let width: Int
  }

  /// The drawings of one content of the input's files, which keys of stages name and no more.
  private final class Drawn: Sendable {
    let pages = SharedValues<Key, PreviewPages>(limit: 3)
    let images = Guarded(RecentValues<ImageKey, [UInt8]>(limit: 96 << 20))
  }

  /// The files as they were read without errors.
  private struct Reading: @unchecked Sendable {
    // Why unchecked: the context is used under the lock of the reading alone.
    let context: RecipeContext
    let sources: SourceLog
    let followed: FollowedStages
    let title: String
    /// The stages of the views that were requested.
    var stages: [PageView: Stage<PreviewPages>]
    let drawn: Drawn
  }

  private typealias Version = FollowedReading<Reading>.Version

  private static let phrases: [Phrase] = [
    .keys, .dark, .previewLook, .previewSize, .previewAudience, .previewDrawing,
    .previewPageErrors, .previewPageKeys, .previewKeys, .previewLookKeys, .previewNeedsScript,
    .reportConnectionLost, .reportPreviousPage, .reportNextPage, .reportPageOf,
  ]

  private let request: Request
  private let source: any PageSource
  private let report: @Sendable ([Diagnostic]) -> Void
  private let choices: PageChoices
  private let phrases: Phrasebook
  /// Markup, style and script of the page.
  private let parts: (markup: String, style: String, script: String)
  private let followed: FollowedReading<Reading>

  /// Reads the input and the look.
  ///
  /// - Parameters:
  ///   - source: the pages of the input's kind.
  ///   - width: the number of cores to use.
  ///   - makeContext: makes a context of recipes, which reads looks again.
  ///   - report: receives warnings, and errors of changed files, on any thread.
  /// - Throws: `Failure` with errors of the input, the look or the phrases.
  package init(
    _ request: Request, _ source: any PageSource, width: Int,
    makeContext: @escaping @Sendable () throws -> RecipeContext,
    report: @escaping @Sendable ([Diagnostic]) -> Void
  ) throws {
    self.request = request
    self.source = source
    self.report = report
    let context = try makeContext()
    let choices = PageChoices(
      source, look: request.look, seesSecrets: request.seesSecrets, in: context)
    self.choices = choices
    let frame = try context.pageFiles(below: "Tiles", of: "a preview")
    let page = try context.pageFiles(below: "Preview", of: "a preview")
    parts = (
      page.text("pages.html"),
      frame.text("tiles.css") + page.text("preview.css") + page.text("pages.css"),
      page.text("pages.js") + page.text("preview.js")
    )
    phrases = try context.phrases(of: request.words).value
    followed = try FollowedReading(report: report) { last, changed, sources in
      let context = try makeContext()
      defer { sources.follow(context) }
      let stage = try PagePreview.plan(choices.first, choices, request, source, context)
      let (followed, isNew) = FollowedStages.current(
        last?.followed, changed: changed, width: width, sources: sources)
      let drawn = isNew ? Drawn() : last?.drawn ?? Drawn()
      var warnings: [Diagnostic] = []
      let pages = try drawn.pages.value(of: stage.key) {
        let set = try followed.evaluator.value(of: stage, keepsInputs: true)
        warnings = set.warnings
        return set.value
      }
      return Diagnosed(
        Reading(
          context: context, sources: sources, followed: followed, title: pages.title,
          stages: [choices.first: stage], drawn: drawn),
        warnings: warnings)
    }
  }

  /// Returns the stage of a view: that of a job with its settings.
  private static func plan(
    _ view: PageView, _ choices: PageChoices, _ request: Request, _ source: any PageSource,
    _ context: RecipeContext
  ) throws -> Stage<PreviewPages> {
    var settings = request.words
    if let look = choices.looks[view.look] { settings.set(SharedKeys.look.name, to: look) }
    if choices.hasAudiences {
      settings.set(ManifestKeys.audience.name, to: view.seesSecrets ? "gm" : "player")
    }
    let kind = request.kind
    try kind.grammar.check(settings)
    let size = choices.sizes[view.size]
    var options = Settings()
    for (name, value) in size.options.sorted(by: { $0.key < $1.key }) {
      options.set(name, to: value)
    }
    let job = ManifestJob(
      id: request.input, baseID: request.input, kind: kind, input: request.input,
      settings: settings,
      outputs: [
        OutputRequest(
          path: "preview.\(size.format)", format: size.format, options: options,
          place: SourceLocation())
      ], place: SourceLocation())
    return try source.pages(of: job, in: context)
  }

  package func refresh() { followed.refresh() }

  package var status: String { followed.status }

  // MARK: The page

  /// The page, which requests the list of pages and their images.
  package func page() throws -> String {
    let version = followed.current
    let folder = PreviewFolder.path + choices.first.folder(revision: version.revision)
    let title = version.reading.title.isEmpty ? stem(of: request.input) : version.reading.title
    return MarkupTemplate.filled(parts.markup) { name in
      switch name {
      case "direction": phrases.directionName
      case "language": MarkupEscaping.escaped(phrases.language)
      case "title": MarkupEscaping.escaped(title)
      case "style": parts.style
      case "script": parts.script
      case "data": MarkupTemplate.embedded(json: data(folder: folder))
      case "looks":
        PreviewList(
          choices.looks.map { ($0 ?? "", $0 ?? phrases[.previewOwnLook]) },
          chosen: choices.first.look
        ).markup
      case "sizes":
        PreviewList(choices.sizes.map { ($0.name, $0.name) }, chosen: choices.first.size).markup
      case "audiences":
        PreviewList.audiences(phrases, seesSecrets: choices.first.seesSecrets).markup
      case "audience-state": choices.hasAudiences ? "" : "hidden"
      case "choice-keys":
        MarkupEscaping.escaped(phrases[choices.hasAudiences ? .previewKeys : .previewLookKeys])
      default:
        Phrase(rawValue: name).flatMap {
          PagePreview.phrases.contains($0) ? MarkupEscaping.escaped(phrases[$0]) : nil
        }
      }
    }
  }

  private func data(folder: String) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("folder", folder)
      json.member("widest", PageChoices.widths.upperBound)
      json.member("page-of", phrases[.reportPageOf])
    }
    return json.text
  }

  // MARK: Pages

  package func file(at path: Substring) -> [UInt8]? {
    guard let (view, file) = choices.file(at: path) else { return nil }
    do {
      let (version, stage) = try planned(view)
      let reading = version.reading
      switch file {
      case .list:
        // The page shows another view now.
        followed.clearDrawingErrors()
        return Array(try pages(of: stage, in: version).json.utf8)
      case .page(let page, let width):
        let key = ImageKey(pages: stage.key, page: page, width: width)
        if let known = reading.drawn.images.withLock({ $0.value(of: key) }) { return known }
        let pages = try pages(of: stage, in: version)
        guard pages.sizes.indices.contains(page) else { return nil }
        let image = try pages.png(of: page, width: width) { version.cancellation.isCancelled }
        reading.drawn.images.withLock { $0.addValue(image, of: key, cost: image.count) }
        return image
      }
    } catch is Cancelled {
      return nil
    } catch is CancellationError {
      return nil
    } catch {
      followed.fail(error)
      return nil
    }
  }

  /// Returns a view as the files were read last, planned where it is new.
  private func planned(
    _ view: PageView
  ) throws -> (version: Version, stage: Stage<PreviewPages>) {
    try followed.update { version in
      if let known = version.reading.stages[view] { return (version, known) }
      let context = version.reading.context
      let stage = try PagePreview.plan(view, choices, request, source, context)
      version.reading.sources.follow(context)
      version.reading.stages[view] = stage
      return (version, stage)
    }
  }

  private func pages(of stage: Stage<PreviewPages>, in version: Version) throws -> PreviewPages {
    let reading = version.reading
    return try reading.drawn.pages.value(of: stage.key) {
      let set = try reading.followed.evaluator.value(
        of: stage, cancellation: version.cancellation, keepsInputs: true)
      report(set.warnings)
      return set.value
    }
  }
}
