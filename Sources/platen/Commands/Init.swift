// SPDX-License-Identifier: MIT
// Part of Platen: `platen init`: a manifest to start from, with its schema beside it.

import ArgumentParser
import Diagnostics
import Pipeline
import Recipes

/// `platen init`.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a manifest to start from, and its schema for editors.",
    discussion: """
      platen init
      platen init map --into campaigns/ardenfell
      platen init assets
      platen init cards
      """)

  @Argument(help: "The kind of job: map, campaign, talk, meeting, assets or cards.")
  var kind = "map"
  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var into = "."
  @Flag(name: .shortAndLong, help: "Overwrite a manifest that is there.")
  var force = false
  @OptionGroup var common: CommonOptions

  func run() throws {
    let voice = common.voice
    try voice.ending(otherwise: ExitStatus.inputOutput) {
      guard let known = Recipes.kinds.first(where: { $0.name == kind }) else {
        throw Failure(
          .error(
            "option.kind", "no kind of job called \"\(kind)\"",
            hints: [nearMissHint(kind, among: Recipes.kinds.map(\.name))]))
      }
      guard known.isBuilt else {
        throw Failure(
          .error("option.kind", "\(kind) jobs are not made by this Platen yet"))
      }
      let templates = try Templates.find(named: common.templates)
      let manifest = try templates.manifest(kind: kind)
      let schema = Array(ManifestSchema(kinds: Recipes.kinds).json().utf8)
      let files = [("platen.yaml", manifest), ("platen.schema.json", schema)]
      for (name, _) in files where !force && Files.exists(joined(name)) {
        throw Failure(
          .error(
            "file.exists", "\(joined(name)) is there already",
            hints: ["--force overwrites it"]))
      }
      for (name, bytes) in files {
        try Files.write(bytes, to: joined(name))
        voice.say("wrote \(joined(name))")
      }
      voice.say("next: platen check \(joined("platen.yaml")), then platen run")
    }
  }

  private func joined(_ name: String) -> String { into == "." ? name : into + "/" + name }
}
