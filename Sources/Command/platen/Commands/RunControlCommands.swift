// SPDX-License-Identifier: MIT
// Part of Platen: `platen pause`, `resume` and `cancel`: the reins of a run that goes on elsewhere.

import ArgumentParser
import Diagnostics
import JSON
internal import JobKit
import Jobs
import Pipeline

/// Which run is meant.
struct RunPlace: ParsableArguments {
  @Argument(
    help:
      "The manifest of the run, or its output root; platen.yaml here or in a folder above when left out.",
    completion: .file())
  var place: String?
  @OptionGroup var common: CommonOptions

  /// The output root of a manifest, or of the one at hand; a folder is one itself.
  static func root(of place: String?) throws -> String {
    if let place, try DiskEnvironment().status(place)?.kind == .folder { return place }
    let loaded = try LoadedManifest.load(
      try LoadedManifest.read(place), into: nil, holdings: { _ in [:] })
    // A manifest that is being mended may still say where its run goes on.
    guard !loaded.manifest.root.isEmpty else { throw Failure(loaded.faults.inOrderOfLines) }
    return loaded.manifest.root
  }

  /// Asks the run for something and says so.
  func ask(_ request: ControlSocket.Request, saying said: (String) -> String) throws {
    let voice = common.voice
    try voice.ending(otherwise: ExitStatus.jobFailed) {
      let root = try RunPlace.root(of: place)
      _ = try ControlSocket.send(request, to: root)
      if common.isJSON {
        var json = JSONWriter()
        json.object { json in
          json.member("event", "asked")
          json.member("request", request.rawValue)
          json.member("root", root)
        }
        StandardOutput.write(json.text + "\n")
      } else {
        voice.say(said(printable(root)))
      }
    }
  }
}

/// `platen pause`.
struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Have a run start nothing new for now.",
    discussion: """
      platen pause
      platen pause /srv/maps

      What is being made is made; the rest waits for platen resume. Ctrl-Z in the run's own \
      terminal stops it altogether, and fg goes on.
      """)
  @OptionGroup var place: RunPlace

  func run() throws { try place.ask(.pause) { "the run in \($0) starts nothing new" } }
}

/// `platen resume`.
struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Have a run go on that was paused.",
    discussion: "platen resume\nplaten resume /srv/maps")
  @OptionGroup var place: RunPlace

  func run() throws { try place.ask(.resume) { "the run in \($0) goes on" } }
}

/// `platen cancel`.
struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "End a run in good order, as Ctrl-C does.",
    discussion: """
      platen cancel
      platen cancel /srv/maps

      What is being made is given up; nothing half made is left. The next run goes on from there.
      """)
  @OptionGroup var place: RunPlace

  func run() throws { try place.ask(.cancel) { "the run in \($0) is ending" } }
}
