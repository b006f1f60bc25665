// SPDX-License-Identifier: MIT
// Part of Platen: `platen serve`: a talk in browsers, controlled by the presenter.

import ArgumentParser
import Diagnostics
import Dispatch
import JSON
import JobKit
import Jobs
import Libc
import Pipeline
import Rehearsal
import Serving
import TalkJobs
import Text

/// `platen serve`.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show a talk in browsers, all of them in sync; or the progress of a run.",
    discussion: """
      Viewers open the printed address. The presenter opens /presenter, with notes, a clock and the \
      next slide; ? lists the keys. A phone opens /remote by the QR code shown there (with --address). \
      Changed slides are updated during the talk. Ctrl-C ends it.

      The API is that of Toboggan servers, so that their clients work: /api/talk, /api/slides, \
      /api/clients, /health, and commands by POST to /api/command or over the WebSocket /api/ws, in the \
      current and the older protocol.

      With an output directory or a manifest, the page shows the last run with its files. For a run in \
      progress it shows jobs and files as they are finished; there you can pause, resume and cancel the \
      run. If a token is set, open the address with ?token=… at its end: viewing a run requires it.

      The log can be rendered as a report of the rehearsal (platen render --show rehearsal).

      EXAMPLES
        platen serve talks/ships
        platen serve out
        platen serve talks/ships --log friday.jsonl
        platen render talks/ships -o friday.pdf --show rehearsal --log friday.jsonl
        PLATEN_TOKEN=… platen serve talks/ships --address 0.0.0.0
      """)

  @Argument(
    help:
      "The talk: a folder of slides or a deck. Or an output directory, or a manifest.",
    completion: .directory)
  var talk: String
  @Option(
    help: ArgumentHelp("Write a log of the session to this file.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var log: String?
  @Flag(help: "With --log: continue the session in the log.")
  var resume = false
  @Option(
    help: ArgumentHelp("Maximum number of viewers (default: 200).", valueName: "n"),
    transform: wholeNumber(in: 1...1000))
  var viewers = 200
  @Option(
    help: ArgumentHelp("The deck's look (default: the deck's own colors).", valueName: "look"))
  var look: String?
  @Option(
    help: ArgumentHelp("The ratio of width to height of a slide: 16:9, 4:3, …", valueName: "w:h"))
  var ratio: String?
  @Flag(help: "Enlarge all text by a quarter.")
  var large = false
  @Option(help: ArgumentHelp("The language of the pages, such as en or de.", valueName: "tag"))
  var language: String?
  @Option(
    help: ArgumentHelp(
      "A file of phrases that replace those of the language.",
      valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var phrases: String?
  @OptionGroup(title: "Server options") var listening: ServerOptions
  @OptionGroup(title: "General options") var common: CommonOptions

  mutating func validate() throws {
    if resume, log == nil { throw ValidationError("--resume requires --log.") }
  }

  func run() throws {
    let console = common.console
    try console.exiting(otherwise: ExitStatus.jobFailed) {
      let endpoint = try listening.endpoint()
      let rules = try rules(at: endpoint)
      if let subject = try RunShow.Subject(talk) {
        let cache = StoreLocation.folder(option: nil, variable: { Terminal.variable($0) })
        let words = try subject.words(wordSettings, templates: common.dataDir)
        console.report(words.warnings)
        return try RunShow(
          root: subject.root, words: words.value, common: common, cacheFolder: cache
        ).serve(at: endpoint, token: rules.token) { ServeCommand.stopOnSignal($0) }
      }
      let kind = Jobs.plainKind(of: talk, names: Files.names(in: talk)) {
        Files.prefix(of: talk, count: 1 << 16)
      }
      if let kind, !kind.isSame(as: TalkKind()), !Files.isFolder(talk) {
        throw Failure(
          .error(
            .serveInput,
            "expected a talk or an output directory, found a file of \(kind.name) jobs",
            at: SourceLocation(file: talk),
            hints: ["use platen render \(shellWord(talk)) -o \(shellWord(kind.exampleOutput))"]))
      }
      let context = try RecipeContext.make(DiskEnvironment(), templates: common.dataDir)
      let stage = try TalkStage(talk, settings: settings, in: context)
      let read = try stage.read()
      console.report(read.warnings)
      let pages = try pages(in: context)
      let show = { @Sendable (read: TalkShow) in Show(read, pages) }
      let session = try log.map { path in
        try SessionFile(path, isContinued: resume, showing: read.value.talk, report: console.report)
      }
      let server = try LiveServer(
        at: endpoint, show: show(read.value),
        machine: session?.machine ?? LiveMachine(read.value.talk), rules: rules,
        reports: .init(
          now: WallClock().now, record: { session?.append($0, report: console.report) },
          warn: { console.report([.warning(.serveTrouble, $0)]) }))
      let handle = server.handle
      let stopping = ServeCommand.stopOnSignal { handle.stop() }
      let watch = ShowWatch(stage, read.value, console) { handle.change(to: show($0)) }
      announce(server.endpoint, read.value, needsToken: rules.token != nil)
      server.run()
      watch.end()
      stopping.forEach { $0.cancel() }
      session?.end(at: WallClock().now(), state: server.machine.state, report: console.report)
      if session?.hasFailed == true { throw Ended(ExitStatus.inputOutput) }
    }
  }

  // MARK: Options

  private func rules(at endpoint: Endpoint) throws(Failure) -> LiveRoom.Rules {
    let token = try listening.accessToken(
      at: endpoint, risk: "control the talk, read its notes or cancel a run", command: "serve")
    var rules = LiveRoom.Rules(token: token)
    rules.mostViewers = viewers
    return rules
  }

  private var settings: Settings {
    var settings = wordSettings
    for (key, value) in [("look", look), ("ratio", ratio), ("large", large ? "true" : nil)] {
      if let value { settings.set(key, to: value) }
    }
    return settings
  }

  /// The language and the phrase file.
  private var wordSettings: Settings {
    var settings = Settings()
    for (key, value) in [("language", language), ("phrases", phrases)] {
      if let value { settings.set(key, to: value) }
    }
    return settings
  }

  private func pages(
    in context: RecipeContext
  ) throws -> [(name: String, bytes: [UInt8])] {
    let files = try context.livePages()
    let pages = Pages(files)
    guard pages.missing.isEmpty else {
      throw Failure(
        .error(
          .templatesMissing,
          "the templates lack \(pages.missing.map { "Live/" + $0 }.joined(separator: ", "))",
          hints: ["name another folder of templates with --data-dir or PLATEN_DATA_DIR"]))
    }
    return files
  }

  // MARK: Output

  private func announce(_ endpoint: Endpoint, _ show: TalkShow, needsToken: Bool) {
    let (title, slides) = (show.talk.title, show.talk.slides.count)
    let steps = show.talk.slides.reduce(0) { $0 + $1.steps }
    ServerAnnouncement(
      members: { json in
        json.member("title", title)
        json.member("slides", slides)
        json.member("steps", steps)
      },
      lastMembers: { $0.member("presenter", $1 + "presenter") },
      lines: { address in
        [
          "\(printable(title)): \(counted(slides, "slide")), \(counted(steps, "step"))",
          "  watch      \(address)",
          "  present    \(address)presenter\(needsToken ? "#token=… (your token)" : "")",
        ] + (endpoint.isLoopback ? [] : ["  remote     the presenter's page shows its QR code"])
      }
    ).print(endpoint, common)
  }

  /// The first signal has the server take leave, the second ends the process. One that follows at once
  /// is the same once more: `timeout` signals a process and then its group.
  static func stopOnSignal(
    _ stop: @escaping @Sendable () -> Void
  ) -> [any DispatchSourceSignal] {
    let firstSignal = Guarded<ContinuousClock.Instant?>(nil)
    return [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: DispatchQueue(label: "signals"))
      source.setEventHandler {
        let first = firstSignal.withLock { firstSignal in
          defer { firstSignal = firstSignal ?? .now }
          return firstSignal
        }
        guard let first else { return stop() }
        if .now - first > .milliseconds(500) { _exit(128 + number) }
      }
      source.resume()
      return source
    }
  }
}

extension Show {
  fileprivate init(_ show: TalkShow, _ files: [(name: String, bytes: [UInt8])]) {
    let today = String(WallClock().now().description.prefix(10))
    self.init(
      version: show.version, talk: show.talk, talkJSON: show.talkJSON(today: today),
      slides: show.slides, presenterSlides: show.presenterSlides,
      colors: Array(show.colors.utf8), pages: Pages(show.pages(files))
    ) { slide, steps, width in try show.image(slide: slide, steps: steps, width: width) }
  }
}

/// The time of day, which advances evenly even if the machine's clock is set meanwhile.
private struct WallClock {
  private static let start = (wall: read(CLOCK_REALTIME), even: read(CLOCK_MONOTONIC))

  func now() -> LiveTimestamp {
    let passed = WallClock.read(CLOCK_MONOTONIC) - WallClock.start.even
    return LiveTimestamp(milliseconds: WallClock.start.wall + passed)
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// Reads the talk again when its files have changed.
private final class ShowWatch {
  private let timer: any DispatchSourceTimer

  init(
    _ stage: TalkStage, _ show: TalkShow, _ console: Console,
    change: @escaping @Sendable (TalkShow) -> Void
  ) {
    let queue = DispatchQueue(label: "watch")
    timer = DispatchSource.makeTimerSource(queue: queue)
    let watched = Guarded((show: show, refused: [Diagnostic]()))
    timer.schedule(deadline: .now() + 0.5, repeating: 0.5, leeway: .milliseconds(100))
    timer.setEventHandler {
      let known = watched.withLock { $0 }
      guard !stage.isCurrent(known.show) else { return }
      do {
        let read = try stage.read()
        watched.withLock { $0 = (read.value, []) }
        if read.value.version != known.show.version {
          console.report(read.warnings)
          change(read.value)
        }
      } catch let failure as Failure {
        // Probably half written: the previous version is kept, and this is reported once.
        guard failure.diagnostics != known.refused else { return }
        watched.withLock { $0.refused = failure.diagnostics }
        console.report(failure.diagnostics)
      } catch {
        console.report([.warning(.serveTrouble, "the talk cannot be reloaded: \(error)")])
      }
    }
    timer.resume()
  }

  func end() { timer.cancel() }
}
