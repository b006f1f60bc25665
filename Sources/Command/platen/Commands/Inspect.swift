// SPDX-License-Identifier: MIT
// Part of Platen: `platen inspect`: what a map, a campaign, a talk, a meeting, rows or assets are.

import ArgumentParser
import Diagnostics
internal import JobKit
import Jobs
import Pipeline

/// `platen inspect`.
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Describe a map, a campaign, a talk, a meeting, rows or assets.",
    discussion: """
      A folder that is not a talk gives a line for each map, campaign, talk and meeting in it and in \
      the folders below.

      \(Platen.aliasSentence(of: "inspect"))

      EXAMPLES
        platen inspect world.map
        platen inspect campaign.json
        platen inspect talks/ships/slides
        platen inspect spells.csv
        platen inspect Assets.xcassets
        platen inspect worlds/ --json
      """)

  @Argument(
    help:
      "Maps, campaigns, talks, meetings, rows, tokens, catalogs, or folders of them; - for standard input.",
    completion: .file())
  var files: [String]
  @Flag(help: "With --json: digests of every cell, to compare with FMG's own.")
  var geometry = false
  @Flag(help: "Read the intact parts of a damaged save, and report what is lost.")
  var salvage = false
  @OptionGroup(title: "General options") var common: CommonOptions

  mutating func validate() throws {
    if geometry, !common.isJSON { throw ValidationError("--geometry requires --json.") }
  }

  func run() throws {
    let console = common.console
    let isSingle =
      files.count == 1
      && (!Files.isFolder(files[0])
        || Jobs.kind(ofWhole: files[0], in: DiskEnvironment()) != nil)
    var failed = false
    for file in files {
      let walk = InputSearch(file, salvages: salvage)
      failed =
        try walk.forEach(console) { inspection in
          if common.isJSON {
            StandardOutput.write(inspection.json(withGeometry: geometry))
          } else {
            StandardOutput.write(isSingle ? inspection.text : inspection.line + "\n")
            if isSingle || common.verbose { console.report(inspection.warnings) }
          }
        } || failed
    }
    if failed { throw Ended(ExitStatus.jobFailed) }
  }
}
