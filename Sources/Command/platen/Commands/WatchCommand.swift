// SPDX-License-Identifier: MIT
// Part of Platen: `platen watch`: runs, and runs again when an input changes.

import ArgumentParser
import Diagnostics
internal import JobKit
import Libc
import Pipeline
import Reports
import Serving

/// `platen watch`.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Run, and run again whenever an input changes.",
    discussion: """
      Takes the options of run. Outputs that a change does not affect are skipped. Maps, looks, scripts \
      and the manifest are watched, and folders for new files. Ctrl-C ends it.

      With --port, browsers show the runs, as with platen serve. platen preview without an input is \
      platen watch --port 8080.

      EXAMPLES
        platen watch
        platen watch --only tag:draft -q
        platen preview
      """)

  @Option(
    help: ArgumentHelp(
      "Show the runs in browsers of this machine, at this port; 0 for any that is free.",
      valueName: "n"))
  var port: UInt16?
  @OptionGroup var watched: WatchedRun
  @OptionGroup(title: "General options") var common: CommonOptions

  /// The options passed to each run.
  struct WatchedRun: ParsableArguments {
    @OptionGroup var what: ManifestOptions
    @Flag(help: "Start no further jobs after the first failure.")
    var failFast = false
    @Flag(
      help: "Write a log file for each job, in .platen/logs of the output directory.")
    var logs = false
    @OptionGroup(title: "Report options") var reports: ReportOptions
    @OptionGroup(title: "Resource options") var engine: EngineOptions
    @OptionGroup(title: "Cache options") var store: StoreOptions

    mutating func validate() throws {
      if what.manifest == "-" {
        throw ValidationError("Standard input cannot be watched: name a manifest.")
      }
    }
  }

  /// Milliseconds between checks, and how long nothing must have changed before a run.
  private static let beat: UInt32 = 300

  func run() throws {
    let console = common.console
    try console.exiting(otherwise: ExitStatus.manifest) {
      let path = try LoadedManifest.read(watched.what.manifest).path
      let signals = Guarded<[Int32]>([])
      let stop = StopSignals(signals)
      defer { stop.end() }
      var page: RunPage?
      defer { page?.stop() }
      var before = FileStates(ignoring: [root(path)])
      while true {
        before.look(at: WatchCommand.sources(path, root: root(path)))
        var began = timespec()
        clock_gettime(CLOCK_REALTIME, &began)
        // The output directory of an invalid manifest may be unknown.
        if let port, let root = knownRoot(path), page?.root != root {
          page?.stop()
          page = try console.exiting { try RunPage(of: show(of: root, path), port: port) }
        }
        guard try runOnce(signals) else { return }
        // Changes during the run may not have been seen.
        var seen = FileStates(ignoring: [root(path)])
        seen.look(at: WatchCommand.sources(path, root: root(path)))
        if before.agrees(with: seen), !seen.hasFiles(newerThan: began, unknownTo: before) {
          console.report("watching \(seen.count) files and folders; Ctrl-C ends it")
          guard wait(since: &seen, signals) else { return }
        }
        before = seen
      }
    }
  }

  /// Runs once; false when it is to end.
  private func runOnce(_ signals: Guarded<[Int32]>) throws -> Bool {
    var arguments = try Platen.replacingAlias(
      in: ResponseFiles.expand(Array(CommandLine.arguments.dropFirst())))
    guard let verb = arguments.firstIndex(of: "watch") else { return false }
    arguments[verb] = "run"
    // Arguments that begin with @ no longer name files of arguments.
    arguments = WatchCommand.withoutPort(arguments).map { $0.hasPrefix("@") ? "@" + $0 : $0 }
    let child = try ChildProcess("/proc/self/exe", arguments, group: true)
    var passedOn = 0
    while true {
      if let status = child.poll() {
        // A usage error persists.
        if status == ExitStatus.usage { throw Ended(status) }
        return signals.withLock(\.isEmpty)
      }
      // Each of them: the second Ctrl-C stops a run immediately.
      for signal in signals.withLock({ $0.dropFirst(passedOn) }) {
        kill(child.number, signal)
        passedOn += 1
      }
      usleep(20_000)
    }
  }

  /// Waits until something has changed and no longer changes; false when it is to end.
  private func wait(
    since seen: inout FileStates, _ signals: Guarded<[Int32]>
  ) -> Bool {
    var isChanged = false
    while signals.withLock(\.isEmpty) {
      usleep(WatchCommand.beat * 1000)
      var now = FileStates(ignoring: seen.ignored)
      now.look(at: seen.paths)
      guard !now.agrees(with: seen) else {
        if isChanged { return true }
        continue
      }
      isChanged = true
      seen = now
    }
    return false
  }

  /// The arguments without `--port`, which runs do not take.
  private static func withoutPort(_ arguments: [String]) -> [String] {
    let options = arguments.prefix { $0 != "--" }
    var rest: [String] = []
    var isValue = false
    for option in options {
      if !isValue, option != "--port", !option.hasPrefix("--port=") { rest.append(option) }
      isValue = !isValue && option == "--port"
    }
    return rest + arguments.dropFirst(options.count)
  }

  private func root(_ path: String) -> String { knownRoot(path) ?? "out" }

  /// The output directory; nil where the manifest is invalid and does not name it.
  private func knownRoot(_ path: String) -> String? {
    watched.what.outputDir ?? (try? RunArgument.root(of: path))
  }

  /// The page of the runs of a manifest in an output directory, which is created before the first
  /// of them.
  private func show(of root: String, _ path: String) throws -> RunShow {
    _ = try Outputs(root: root, locking: .none)
    // The runs report errors of the manifest and of its phrase file.
    let words = try? RunShow.Subject.manifest(RunArgument.manifest(at: path))
      .words(Settings(), templates: common.dataDir)
    let store = watched.store
    return RunShow(
      root: root, words: words?.value ?? .english, common: common,
      cacheFolder: store.isOff ? nil : store.cache.folder)
  }

  /// The files and folders that a manifest's last run read or looked into, and those its patterns
  /// lead through.
  private static func sources(_ path: String, root: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    var paths = [path, folder.isEmpty ? "/" : folder]
    let recorder = DependencyRecorder()
    if let source = try? LoadedManifest.read(path),
      let loaded = try? LoadedManifest.load(
        source, into: nil, recorder: recorder, holdings: { _ in [:] })
    {
      paths += loaded.manifest.deliveries.flatMap(\.enclosed).map(\.path)
    }
    // Files that a run writes itself do not cause another run.
    paths += recorder.places.map { $0.hasSuffix("/.") ? String($0.dropLast(2)) : $0 }
      .filter { $0 != root && !$0.hasPrefix(root + "/") }
    let record = Outputs.existing(root: root).flatMap { outputs in
      (try? RunRecord.last(in: outputs))?.seen(by: outputs.manifestName(of: path))
    }
    for input in record?.jobs.lazy.flatMap(\.inputs) ?? [] {
      guard !input.path.hasPrefix("instance:") else { continue }
      let file = input.path.hasPrefix("/") ? input.path : folder + "/" + input.path
      paths.append(file)
      // New files appear in folders.
      if let slash = file.lastIndex(of: "/"), slash > file.startIndex {
        paths.append(String(file[..<slash]))
      }
    }
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }
}

/// The page of an output directory, served on a thread of its own.
private struct RunPage {
  let root: String
  private let handle: RunServer.Handle
  private let thread: DetachedThread

  /// Moves the server to its thread.
  private struct Moved: @unchecked Sendable {
    // Why unchecked: only the thread uses the server from then on.
    let server: RunServer
  }

  /// Begins to serve and prints the address.
  ///
  /// - Throws: `Failure` `serve.address`, `serve.system`, `option.token`.
  init(of show: RunShow, port: UInt16) throws {
    root = show.root
    let token = try ServerOptions.accessToken(nil)
    let server = try show.server(at: Endpoint(address: "127.0.0.1", port: port), token: token)
    handle = server.handle
    let moved = Moved(server: server)
    guard let thread = DetachedThread({ moved.server.run() }) else {
      throw Failure(.error(.serveSystem, "the system provides no thread for the page"))
    }
    self.thread = thread
    show.announce(server.endpoint, isOpen: token == nil)
  }

  /// Stops serving.
  func stop() {
    handle.stop()
    thread.join()
  }
}

/// The `stat` results of files, and the names in folders.
private struct FileStates {
  private(set) var paths: [String] = []
  private var states: [String: [Int]] = [:]
  var count: Int { paths.count }
  /// The files a run writes itself.
  let ignored: Set<String>

  init(ignoring ignored: Set<String>) { self.ignored = ignored }

  mutating func look(at paths: [String]) {
    self.paths = paths
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else {
        states[path] = []
        continue
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        // A folder's timestamp changes with every temporary file.
        let names = Files.names(in: path).filter { name in
          !name.hasPrefix(".") && !name.hasSuffix(".tmp")
            && !ignored.contains(path == "." ? name : path + "/" + name)
        }
        states[path] = names.sorted().map { $0.hashValue }
      } else {
        states[path] = [
          Int(status.st_ino), Int(status.st_size), Int(status.st_mtim.tv_sec),
          Int(status.st_mtim.tv_nsec), Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec),
        ]
      }
    }
  }

  /// Indicates whether a file was changed since a moment that others knew nothing of.
  func hasFiles(newerThan moment: timespec, unknownTo other: FileStates) -> Bool {
    states.contains { path, state in
      other.states[path] == nil && state.count == 6
        && (state[2], state[3]) > (Int(moment.tv_sec), Int(moment.tv_nsec))
    }
  }

  /// Indicates whether the entries in both are equal.
  func agrees(with other: FileStates) -> Bool {
    states.allSatisfy { path, state in other.states[path].map { $0 == state } ?? true }
  }
}
