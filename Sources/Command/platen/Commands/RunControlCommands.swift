// SPDX-License-Identifier: MIT
// Part of Platen: `platen pause`, `resume` and `cancel`: control of a run in another process.

import ArgumentParser
import Diagnostics
import JSON
internal import JobKit
import Pipeline

/// The argument that selects a run.
struct RunArgument: ParsableArguments {
  @Argument(
    help:
      "The manifest of the run, or its output directory (default: platen.yaml here or in a folder above).",
    completion: .file())
  var place: String?
  @OptionGroup(title: "General options") var common: CommonOptions

  /// The output directory of the given or the nearest manifest; a folder is an output directory.
  static func root(of place: String?) throws -> String {
    if let place, try DiskEnvironment().status(place)?.kind == .folder { return place }
    return try manifest(at: place).manifest.root
  }

  /// The given or the nearest manifest, which names its output directory but may have errors.
  static func manifest(at path: String?) throws -> LoadedManifest {
    let loaded = try LoadedManifest.load(
      try LoadedManifest.read(path), into: nil, holdings: { _ in [:] })
    // A manifest that is being edited may still name the output directory of its run.
    guard !loaded.manifest.root.isEmpty else { throw Failure(loaded.faults.inOrderOfLines) }
    return loaded
  }

  /// Sends the run a request and reports it.
  func sendRequest(_ request: ControlSocket.Request, reporting describe: (String) -> String) throws
  {
    let console = common.console
    try console.exiting(otherwise: ExitStatus.jobFailed) {
      let root = try RunArgument.root(of: place)
      _ = try ControlSocket.send(request, to: root)
      console.report(describe(printable(root)))
      console.write(event: "requested") { json in
        json.member("request", request.rawValue)
        json.member("root", root)
      }
    }
  }
}

/// `platen pause`.
struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Pause a run: it starts no further jobs.",
    discussion: """
      Jobs in progress are finished; the rest waits for platen resume. Ctrl-Z in the run's own \
      terminal stops it altogether, and fg continues it.

      EXAMPLES
        platen pause
        platen pause /srv/maps
      """)
  @OptionGroup var place: RunArgument

  func run() throws { try place.sendRequest(.pause) { "the run in \($0) is paused" } }
}

/// `platen resume`.
struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Continue a paused run.",
    discussion: """
      EXAMPLES
        platen resume
        platen resume /srv/maps
      """)
  @OptionGroup var place: RunArgument

  func run() throws { try place.sendRequest(.resume) { "the run in \($0) continues" } }
}

/// `platen cancel`.
struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Stop a run cleanly, as Ctrl-C does.",
    discussion: """
      Jobs in progress are abandoned; no partial files are left. The next run continues from there.

      EXAMPLES
        platen cancel
        platen cancel /srv/maps
      """)
  @OptionGroup var place: RunArgument

  func run() throws { try place.sendRequest(.cancel) { "the run in \($0) is ending" } }
}
