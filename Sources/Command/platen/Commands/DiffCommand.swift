// SPDX-License-Identifier: MIT
// Part of Platen: `platen diff`: the changes between two saves of a world, two exports of a campaign or two
// records of runs.

import ArgumentParser
import Atlas
import CampaignJobs
import Comparison
import Diagnostics
import DiffJobs
import Exports
import JobKit
import Jobs
import MapJobs
import Pipeline
import Text

extension DifferenceFormat: ExpressibleByArgument {}

/// `platen diff`.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract:
      "List the changes between two saves of a world, two exports of a campaign or two runs.",
    discussion: """
      Rows of tables are the same if their ids are. Cells are counted by what differs in them.
      Of campaigns, scenes are compared by their texts, people and things by name. The changes \
      include what players do not know. Of runs, the records platen-run.json are compared: jobs, \
      and the files they made. A job of the kind diff makes documents and maps of changes.

      Tables: \(DataTable.allCases.map(\.rawValue).joined(separator: ", ")).
      Tables of campaigns: \(CampaignComparison.tables.joined(separator: ", ")).
      Tables of runs: \(RunDifferences.Table.allCases.map(\.rawValue).joined(separator: ", ")).

      EXAMPLES
        platen diff monday.map friday.map
        platen diff monday.map friday.map --tables burgs --format csv > burgs.csv
        platen diff session-4.json session-5.json --tables scenes,people
        platen diff monday.map friday.map --exit-code -q || echo "the world changed"
        platen diff monday.map friday.map -o changes.pdf -o changes.png
      """)

  @Argument(
    help:
      "The earlier save (FMG, World Foundry, a .platenworld, a campaign, or a record of a run).",
    completion: .file(extensions: ["map", "json", "wfmap", "platenworld", "gz", "txt", "jsonl"]))
  var old: String
  @Argument(
    help: "The later save.",
    completion: .file(extensions: ["map", "json", "wfmap", "platenworld", "gz", "txt", "jsonl"]))
  var new: String
  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")], parsing: .singleValue,
    help: ArgumentHelp(
      "A document, table or map to write, such as changes.pdf or changes.png. May be repeated.",
      valueName: "file"), completion: .file())
  var output: [String] = []
  @Option(
    help: ArgumentHelp(
      "The tables to compare, joined by commas (default: all).", valueName: "tables"))
  var tables: String?
  @Option(help: ArgumentHelp("The format of the output.", valueName: "format"))
  var format = DifferenceFormat.text
  @Flag(help: "Exit with 1 if there are changes.")
  var exitCode = false
  @Flag(help: "Use the intact parts of damaged saves, and report what is lost.")
  var salvage = false
  @OptionGroup(title: "General options") var common: CommonOptions

  mutating func validate() throws {
    if !output.isEmpty, tables != nil {
      throw ValidationError("-o and --tables cannot be used together: files have all tables.")
    }
    if !output.isEmpty, exitCode || salvage {
      throw ValidationError(
        "-o and \(exitCode ? "--exit-code" : "--salvage") cannot be used together.")
    }
  }

  func run() throws {
    guard output.isEmpty else { return try render() }
    let console = common.console
    let names = (tables ?? "").split(separator: ",").map { String($0.filter { $0 != " " }) }
    let files = try console.exiting(otherwise: ExitStatus.jobFailed) {
      try [old, new].map { (path: $0, bytes: try InputSearch.bytes(of: $0)) }
    }
    if files.allSatisfy({ RunDifferences.isRecord($0.bytes.bytes) }) {
      return try compareRuns(files, names)
    }
    if files.allSatisfy({ Jobs.kind(of: $0.bytes, at: $0.path)?.name == "campaign" }) {
      return try compareCampaigns(files, names)
    }
    let differences = try console.exiting(otherwise: ExitStatus.jobFailed) {
      let chosen = try chosenTables(names)
      let worlds = try files.map { file in
        try Inspection(of: file.bytes, path: file.path, salvages: salvage)
      }
      if common.verbose { console.report(worlds.flatMap(\.warnings)) }
      return WorldDifferences(
        from: worlds[0].imported.world, to: worlds[1].imported.world, tables: chosen)
    }
    if common.isJSON || !common.quiet {
      StandardOutput.write(differences.text(in: common.isJSON ? .json : format))
    }
    if exitCode, !differences.isEmpty { throw Ended(ExitStatus.jobFailed) }
  }

  /// Writes files as a job of the kind diff does, with all changes.
  private func render() throws {
    var arguments = ["--kind", "diff", "--audience", "gm"]
    arguments += output.flatMap { ["-o", $0] }
    if common.quiet { arguments.append("--quiet") }
    if common.verbose { arguments.append("--verbose") }
    if common.isJSON { arguments.append("--json") }
    if let folder = common.dataDir { arguments += ["--data-dir", folder] }
    let render = try Render.parse(arguments + ["--", old, new])
    try render.run()
  }

  private func compareCampaigns(
    _ files: [(path: String, bytes: FileBytes)], _ names: [String]
  ) throws {
    let console = common.console
    let differences = try console.exiting(otherwise: ExitStatus.jobFailed) {
      let campaigns = try files.map { try CampaignInspection(of: $0.bytes, path: $0.path) }
      if common.verbose { console.report(campaigns.flatMap(\.repairs)) }
      do {
        return try CampaignComparison(from: campaigns[0], to: campaigns[1], tables: names)
      } catch let failure as Failure {
        throw Failure(
          failure.diagnostics.map { fault in
            var fault = fault
            fault.place = SourceLocation(field: "--tables")
            return fault
          })
      }
    }
    if common.isJSON || !common.quiet {
      StandardOutput.write(differences.text(in: common.isJSON ? .json : format))
    }
    if exitCode, !differences.isEmpty { throw Ended(ExitStatus.jobFailed) }
  }

  private func compareRuns(_ files: [(path: String, bytes: FileBytes)], _ names: [String]) throws {
    let differences = try common.console.exiting(otherwise: ExitStatus.jobFailed) {
      let records = try files.map { file in
        do { return try RunRecord(json: file.bytes.bytes) } catch let failure as Failure {
          throw failure.inFile(file.path)
        }
      }
      let tables = try names.map { name in
        guard let table = RunDifferences.Table(rawValue: name) else {
          throw Failure(
            .error(
              .diffTable, "unknown table \"\(printable(name, limit: 40))\" of a run",
              at: SourceLocation(field: "--tables"),
              hints: [
                "tables: " + RunDifferences.Table.allCases.map(\.rawValue).joined(separator: ", ")
              ]))
        }
        return table
      }
      return RunDifferences(from: records[0], to: records[1], tables: tables)
    }
    if common.isJSON || !common.quiet {
      StandardOutput.write(differences.text(in: common.isJSON ? .json : format))
    }
    if exitCode, !differences.isEmpty { throw Ended(ExitStatus.jobFailed) }
  }

  private func chosenTables(_ names: [String]) throws -> [DataTable] {
    do {
      return try DataTable.named(names, for: .csv)
    } catch let failure as Failure {
      throw Failure(
        failure.diagnostics.map { fault in
          var fault = fault
          fault.place = SourceLocation(field: "--tables")
          return fault
        })
    }
  }
}
