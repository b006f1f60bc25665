// SPDX-License-Identifier: MIT
// Part of Platen: `platen preview`: a world in browsers, drawn again whenever its look is saved.

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
    abstract: "Show a map in browsers while you edit its look.",
    discussion: """
      The page draws what you look at, on request. It switches between all looks, presets of layers and \
      audiences, and draws again when you save the look or the world. Errors in the look are shown with \
      their line, and the map stays as it was before them. Ctrl-C ends it.

      The page is for the author: everyone who can open it can switch to the map of game masters.

      Without a world, or with a manifest, platen preview is platen watch --port 8080.

      EXAMPLES
        platen preview world.map
        platen preview world.map --look winter.yaml
        platen preview world.map --look winter.yaml --layers political --audience gm
        PLATEN_TOKEN=… platen preview world.map --address 0.0.0.0
      """)

  @Argument(
    help: "The world: a file of FMG or World Foundry.",
    completion: .file(extensions: MapKind().inputExtensions + ["json"]))
  var world: String
  @Option(
    help: ArgumentHelp(
      "The look at first: a name or a file (default: parchment).", valueName: "look"),
    completion: .custom { _, _, _ in JobOptions.words(.looks) })
  var look: String?
  @Option(
    help: ArgumentHelp(
      "The layers at first: presets or layers, joined by commas (default: the look's).",
      valueName: "names"),
    completion: .custom { _, _, _ in JobOptions.words(.layers) })
  var layers: String?
  @Option(help: ArgumentHelp("The audience at first.", valueName: "audience"))
  var audience = PreviewAudience.player
  @Option(
    help: ArgumentHelp(
      "The language of the page and of the words on the map, such as en or de.", valueName: "tag"))
  var language: String?
  @Option(
    help: ArgumentHelp(
      "A file of phrases that replace those of the language.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var phrases: String?
  @OptionGroup(title: "Server options") var listening: ServerOptions
  @OptionGroup(title: "General options") var common: CommonOptions

  /// The audiences that the page switches between.
  enum PreviewAudience: String, CaseIterable, ExpressibleByArgument {
    case player, gm
  }

  mutating func validate() throws {
    if world.isEmpty { throw ValidationError("The world has an empty name.") }
    try refuseEmpty(look, of: "--look", expecting: "a look")
    try refuseEmpty(layers, of: "--layers", expecting: "presets or layers")
  }

  func run() throws {
    let console = common.console.withoutRepetitions
    try console.exiting(otherwise: ExitStatus.jobFailed) {
      let endpoint = try listening.endpoint()
      let token = try listening.accessToken(
        at: endpoint, risk: "see the map of game masters", command: "preview")
      try refuseOtherKinds()
      let templates = common.dataDir
      let preview = try MapPreview(
        request, width: EngineOptions.cores,
        makeContext: { try RecipeContext.make(DiskEnvironment(), templates: templates) },
        report: { console.report($0) })
      let server = try server(of: preview, at: endpoint, token)
      let handle = server.handle
      let signals = ServeCommand.stopOnSignal { handle.stop() }
      let watch = watch(preview)
      ServerAnnouncement.pages("world", world, needsToken: token != nil)
        .print(server.endpoint, common)
      server.run()
      watch.cancel()
      signals.forEach { $0.cancel() }
    }
  }

  /// Refuses an input that is not a world, with the command for such an input.
  private func refuseOtherKinds() throws {
    guard try DiskEnvironment().status(world) != nil else {
      throw Failure(.error(.fileMissing, "no such file", at: SourceLocation(file: world)))
    }
    let kind = InputKind.kind(of: world, outputs: [])
    guard !kind.isSame(as: MapKind()) else {
      return try InputKind.refuseFolder(world, kind, Settings())
    }
    let name = shellWord(printable(world))
    let hint =
      if kind.name == "talk" {
        "platen serve \(name) --look LOOK shows it, and changes of its slides"
      } else if kind.looks != nil {
        "platen looks --gallery \(name) shows it in every look"
      } else {
        "use platen render \(name) -o \(shellWord(kind.exampleOutput))"
      }
    throw Failure(
      .error(
        .serveInput, "a preview needs a world, and this is \(kind.inputPhrase)",
        at: SourceLocation(file: world),
        hints: [hint, "platen watch --port 8080 shows the outputs of a manifest after each change"])
    )
  }

  private var request: MapPreview.Request {
    var words = Settings()
    for (key, value) in [("language", language), ("phrases", phrases)] {
      if let value { words.set(key, to: value) }
    }
    return MapPreview.Request(
      input: world, look: look,
      layers: layers.map { $0.split(separator: ",").map(String.init) } ?? [],
      seesSecrets: audience == .gm, words: words)
  }

  /// The server, which already listens.
  private func server(
    of preview: MapPreview, at endpoint: Endpoint, _ token: AccessToken?
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
          guard path.hasPrefix(MapPreview.tileFolder) else { return nil }
          return preview.tile(at: path.dropFirst(MapPreview.tileFolder.count)).map {
            ShownFile($0, isOutput: false)
          }
        },
        empty: { (try? preview.page()).map { Array($0.utf8) } ?? [] }))
  }

  /// Reads changed files again, on a queue of its own.
  private func watch(_ preview: MapPreview) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "watch"))
    timer.schedule(deadline: .now() + 0.15, repeating: 0.15, leeway: .milliseconds(30))
    timer.setEventHandler { preview.refresh() }
    timer.resume()
    return timer
  }
}
