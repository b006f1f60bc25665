// SPDX-License-Identifier: MIT
// Part of Platen: `platen init`: a manifest to start from, with its schema beside it.

import ArgumentParser
import Diagnostics
import JSON
import JobKit
import Jobs
import Pipeline

/// `platen init`.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a manifest to start from, and its schema for editors.",
    discussion: """
      timer writes a service and a timer for systemd that run the manifest in this folder every night, \
      and prints the line for cron. make, ninja and cmake write rules for your own builds. openjd, \
      slurm, parallel and kubernetes write jobs of clusters. Packs build all files of a world for one \
      purpose, in folders, and deliver a dated copy: master-pack, player-handout, print-shop, \
      web-gallery, archive.

      \(Platen.aliasSentence(of: "init"))

      EXAMPLES
        platen init
        platen init map --output-dir campaigns/ardenfell
        platen init assets
        platen init cards
        platen init master-pack world.map
        platen init timer --at 02:30
        platen init cmake --output-dir build-support
        platen init slurm
      """)

  @Argument(
    help:
      "The kind of job: \(Jobs.kinds.map(\.name).joined(separator: ", ")); a pack; or \(InitBeside.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: .list(Init.starters))
  var kind = "map"
  @Argument(help: "With a pack: the world to build it from.", completion: .file())
  var world: String?
  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var outputDir = "."
  @Option(help: ArgumentHelp("With timer: the time of each day's run.", valueName: "hh:mm"))
  var at: TimeOfDay?
  @Flag(name: .shortAndLong, help: "Overwrite existing files.")
  var force = false
  @OptionGroup(title: "General options") var common: CommonOptions

  /// The names of all starters.
  private static let starters =
    Jobs.kinds.map(\.name) + InitBeside.allCases.map(\.rawValue) + InitPack.allCases.map(\.rawValue)

  mutating func validate() throws {
    if at != nil, kind != InitBeside.timer.rawValue {
      throw ValidationError("--at requires timer.")
    }
    if world == nil, InitPack(rawValue: kind) != nil {
      throw ValidationError("A pack requires a world: platen init \(kind) world.map")
    }
    let makesOthers = InitBeside(rawValue: kind) != nil || Jobs.kind(named: kind) != nil
    if world != nil, makesOthers {
      throw ValidationError("A world requires a pack.")
    }
  }

  func run() throws {
    let console = common.console
    try console.exiting(otherwise: ExitStatus.inputOutput) {
      if let beside = InitBeside(rawValue: kind) {
        let templates = try Templates.find(named: common.dataDir)
        let (files, next) = try beside.files(from: templates, at: at, into: outputDir)
        return try writeFiles(files, next: next, console)
      }
      let context = try RecipeContext.make(DiskEnvironment(), templates: common.dataDir)
      let schema = Array(ManifestSchema(kinds: Jobs.kinds, in: context).json().utf8)
      if let pack = InitPack(rawValue: kind), let world {
        let files = try pack.files(
          from: Templates.find(named: common.dataDir), world: world, into: outputDir)
        return try writeFiles(files + [("platen.schema.json", schema)], next: next, console)
      }
      guard Jobs.kind(named: kind) != nil else {
        throw Failure(
          .error(
            .optionKind, "unknown kind \"\(kind)\"",
            hints: [
              nearMissHint(kind, among: Init.starters, listedBy: "help init")
            ]))
      }
      let templates = try Templates.find(named: common.dataDir)
      let manifest = try templates.manifest(kind: kind)
      let files = [("platen.yaml", manifest), ("platen.schema.json", schema)]
      try writeFiles(files, next: next, console)
    }
  }

  private func writeFiles(_ files: [(String, [UInt8])], next: String, _ console: Console) throws {
    for (name, _) in files where !force && Files.exists(joined(name)) {
      throw Failure(
        .error(
          .fileExists, "\(joined(name)) already exists", hints: ["--force overwrites it"]))
    }
    for (name, bytes) in files {
      try Files.write(bytes, to: joined(name))
      console.report("wrote \(joined(name))")
    }
    console.report("next: " + next)
    console.writeObject { json in
      json.member("files", array: { json in for (name, _) in files { json.string(joined(name)) } })
      json.member("next", next)
    }
  }

  /// The next commands for a manifest; `run` looks for one in the working folder.
  private var next: String {
    let path = joined("platen.yaml")
    return "platen check \(path), then platen run" + (outputDir == "." ? "" : " " + path)
  }

  private func joined(_ name: String) -> String {
    outputDir == "." ? name : outputDir + "/" + name
  }
}
