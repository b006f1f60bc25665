// SPDX-License-Identifier: MIT
// Part of Platen: `platen preview`: an input in browsers, drawn again whenever its look is saved.

import ArgumentParser
import Diagnostics
import Dispatch
import JobKit
import Jobs
import MapJobs
import Pipeline
import Rehearsal
import Serving
import Text

/// `platen preview`.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Show a map, a book, slides or cards in browsers while you edit their look.",
    discussion: """
      The page draws what you look at, on request: a map, or the pages of a campaign, a talk, a meeting or \
      cards. It switches between all looks, audiences, presets of layers of a map and sizes of pages, and \
      draws again when you save the look or the input. Errors in them are shown with their line, and the \
      map or the pages stay as they were before them. Ctrl-C ends it.

      The page is for the author: everyone who can open it can switch to what game masters see.

      Without an input, or with a manifest, platen preview is platen watch --port 8080.

      EXAMPLES
        platen preview world.map
        platen preview world.map --look winter.yaml --layers political --audience gm
        platen preview campaign.json --look house.yaml
        platen preview talks/tides
        PLATEN_TOKEN=… platen preview world.map --address 0.0.0.0
      """)

  @Argument(
    help: "The world, campaign, talk, meeting or rows of cards.",
    completion: .file(
      extensions: PreviewCommand.kinds.flatMap(\.inputExtensions) + ["json"]))
  var input: String
  @Option(
    help: ArgumentHelp(
      "The look at first: a name or a file (default: that of a job).", valueName: "look"),
    completion: .custom { _, _, _ in JobOptions.words(.looks) })
  var look: String?
  @Option(
    help: ArgumentHelp(
      "The layers of a map at first: presets or layers, joined by commas (default: the look's).",
      valueName: "names"),
    completion: .custom { _, _, _ in JobOptions.words(.layers) })
  var layers: String?
  @Option(
    help: ArgumentHelp(
      "The audience at first: player or gm (default: player).", valueName: "audience"))
  var audience: PreviewAudience?
  @Option(
    help: ArgumentHelp(
      "The language of the page and of Platen's words on the map or the pages, such as en or de.",
      valueName: "tag"))
  var language: String?
  @Option(
    help: ArgumentHelp(
      "A file of phrases that replace those of the language.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var phrases: String?
  @OptionGroup(title: "Server options") var listening: ServerOptions
  @OptionGroup(title: "General options") var common: CommonOptions

  /// The kinds whose inputs have a preview.
  private static let kinds = Jobs.kinds.filter { $0.isSame(as: MapKind()) || $0.pages != nil }

  /// The audiences that the page switches between.
  enum PreviewAudience: String, CaseIterable, ExpressibleByArgument {
    case player, gm
  }

  mutating func validate() throws {
    if input.isEmpty { throw ValidationError("The input has an empty name.") }
    try refuseEmpty(look, of: "--look", expecting: "a look")
    try refuseEmpty(layers, of: "--layers", expecting: "presets or layers")
  }

  func run() throws {
    let console = common.console.withoutRepetitions
    try console.exiting(otherwise: ExitStatus.jobFailed) {
      let endpoint = try listening.endpoint()
      let token = try listening.accessToken(
        at: endpoint, risk: "see what game masters see", command: "preview")
      let preview = try preview { console.report($0) }
      let server = try server(of: preview, at: endpoint, token)
      let handle = server.handle
      let signals = ServeCommand.stopOnSignal { handle.stop() }
      let watch = watch(preview)
      ServerAnnouncement.pages("input", input, needsToken: token != nil)
        .print(server.endpoint, common)
      server.run()
      watch.cancel()
      signals.forEach { $0.cancel() }
    }
  }

  /// Reads the input, as a map or as pages.
  ///
  /// - Throws: `Failure` with its errors, for an input that has no preview, and for options that have
  ///   no effect on it.
  private func preview(
    report: @escaping @Sendable ([Diagnostic]) -> Void
  ) throws -> any Preview {
    guard try DiskEnvironment().status(input) != nil else {
      throw Failure(.error(.fileMissing, "no such file", at: SourceLocation(file: input)))
    }
    let kind = InputKind.kind(of: input, outputs: [])
    var words = Settings()
    for (key, value) in [("language", language), ("phrases", phrases)] {
      if let value { words.set(key, to: value) }
    }
    let templates = common.dataDir
    let makeContext: @Sendable () throws -> RecipeContext = {
      try RecipeContext.make(DiskEnvironment(), templates: templates)
    }
    if kind.isSame(as: MapKind()) {
      try InputKind.refuseFolder(input, kind, Settings())
      return try MapPreview(
        .init(
          input: input, look: look,
          layers: layers.map { $0.split(separator: ",").map(String.init) } ?? [],
          seesSecrets: audience == .gm, words: words),
        width: EngineOptions.cores, makeContext: makeContext, report: report)
    }
    guard let pages = kind.pages else {
      throw Failure(
        .error(
          .serveInput, "this is \(kind.inputPhrase), which has no preview",
          at: SourceLocation(file: input),
          hints: [
            "use platen render \(shellWord(printable(input))) -o \(shellWord(kind.exampleOutput))",
            "platen watch --port 8080 shows the outputs of a manifest after each change",
          ]))
    }
    try InputKind.refuseFolder(input, kind, Settings())
    if layers != nil { throw ineffective("layers", on: kind) }
    if audience != nil, !pages.hasAudiences { throw ineffective("audience", on: kind) }
    return try PagePreview(
      .init(
        input: input, kind: kind, look: look, seesSecrets: audience == .gm, words: words),
      pages, width: EngineOptions.cores, makeContext: makeContext, report: report)
  }

  private func ineffective(_ option: String, on kind: any JobKind) -> Failure {
    Failure(
      .error(
        .optionValue, "no effect on \(kind.inputPhrase)",
        at: SourceLocation(field: "--\(option)")))
  }

  /// The server, which already listens.
  private func server(
    of preview: any Preview, at endpoint: Endpoint, _ token: AccessToken?
  ) throws -> RunServer {
    var bounds = RunServer.Bounds()
    bounds.drawing = EngineOptions.cores
    bounds.beat = 0.15
    return try RunServer(
      at: endpoint, token: token, bounds: bounds,
      desk: .init(
        status: { preview.status },
        perform: { _ in "no run is in progress" },
        file: { path in
          guard path.hasPrefix(PreviewFolder.path) else { return nil }
          return preview.file(at: path.dropFirst(PreviewFolder.path.count)).map {
            ShownFile($0, isOutput: false)
          }
        },
        empty: { (try? preview.page()).map { Array($0.utf8) } ?? [] }))
  }

  /// Reads changed files again, on a queue of its own.
  private func watch(_ preview: any Preview) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "watch"))
    timer.schedule(deadline: .now() + 0.15, repeating: 0.15, leeway: .milliseconds(30))
    timer.setEventHandler { preview.refresh() }
    timer.resume()
    return timer
  }
}
