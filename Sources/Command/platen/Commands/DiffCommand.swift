// SPDX-License-Identifier: MIT
// Part of Platen: `platen diff`: the changes between two saves of a world.

import ArgumentParser
import Atlas
import Diagnostics
import Exports
import MapJobs
import Text

extension DifferenceForm: ExpressibleByArgument {}

/// `platen diff`.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "List the changes between two saves of a world.",
    discussion: """
      Rows of tables are the same if their ids are. Cells are counted by what differs in them.

      Tables: \(DataTable.allCases.map(\.rawValue).joined(separator: ", ")).

      EXAMPLES
        platen diff monday.map friday.map
        platen diff monday.map friday.map --tables burgs --format csv > burgs.csv
        platen diff monday.map friday.map --exit-code -q || echo "the world changed"
      """)

  @Argument(
    help: "The earlier save (FMG, World Foundry, a .platenworld).",
    completion: .file(extensions: ["map", "json", "wfmap", "platenworld", "gz"]))
  var old: String
  @Argument(
    help: "The later save.",
    completion: .file(extensions: ["map", "json", "wfmap", "platenworld", "gz"]))
  var new: String
  @Option(
    help: ArgumentHelp(
      "The tables to compare, joined by commas (default: all).", valueName: "tables"))
  var tables: String?
  @Option(help: ArgumentHelp("The format of the output.", valueName: "format"))
  var format = DifferenceForm.text
  @Flag(help: "Exit with 1 if there are changes.")
  var exitCode = false
  @Flag(help: "Use the intact parts of damaged saves, and report what is lost.")
  var salvage = false
  @OptionGroup(title: "General options") var common: CommonOptions

  func run() throws {
    let console = common.console
    let differences = try console.exiting(otherwise: ExitStatus.jobFailed) {
      let names = (tables ?? "").split(separator: ",").map { String($0.filter { $0 != " " }) }
      let chosen = try chosenTables(names)
      let worlds = try [old, new].map { path in
        try Inspection(of: InputSearch.bytes(of: path), path: path, salvages: salvage)
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
