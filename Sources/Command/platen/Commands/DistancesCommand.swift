// SPDX-License-Identifier: MIT
// Part of Platen: `platen distances`: a table of the distances and days between towns of a world.

import ArgumentParser
import Atlas
import Diagnostics
import MapJobs
import Pipeline
import Routing

/// `platen distances`.
struct DistancesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "distances",
    abstract: "Tabulate the distances and days between towns of a world.",
    discussion: """
      Without --towns and --largest, the capitals are listed. Of each pair, the quicker of both \
      directions counts. Speeds are those of platen route.

      EXAMPLES
        platen distances world.map
        platen distances world.map --towns Ebbville,Karn,Orvan --by horse
        platen distances world.map --largest 40 --by ship --format csv > distances.csv
      """)

  @Argument(
    help: "A map (FMG, World Foundry, a .platenworld); - for standard input.",
    completion: .file(extensions: ["map", "json", "wfmap", "platenworld", "gz"]))
  var input: String
  @Option(
    help: ArgumentHelp(
      "The towns, by names or numbers, joined by commas.", valueName: "towns"))
  var towns: String?
  @Option(
    help: ArgumentHelp("The number of towns, those with the most people.", valueName: "count"))
  var largest: Int?
  @Option(help: ArgumentHelp("The way of traveling.", valueName: "mode"))
  var by = TravelMode.foot
  @Flag(help: "Stay on land.")
  var noShips = false
  @Option(help: ArgumentHelp("The format of the output.", valueName: "format"))
  var format = RouteFormat.text
  @Flag(help: "Use the intact parts of a damaged save, and report what is lost.")
  var salvage = false
  @OptionGroup(title: "General options") var common: CommonOptions

  mutating func validate() throws {
    try refuseEmpty(towns, of: "--towns", expecting: "names of towns")
    if towns != nil, largest != nil {
      throw ValidationError("--towns and --largest cannot be used together.")
    }
    if let largest, !(2...DistanceTable.townLimit).contains(largest) {
      throw ValidationError(
        "--largest: expected 2 to \(DistanceTable.townLimit), found \(largest).")
    }
    if by == .ship, noShips {
      throw ValidationError("--by ship and --no-ships cannot be used together.")
    }
  }

  func run() throws {
    let console = common.console
    try console.exiting(otherwise: ExitStatus.jobFailed) {
      let name = input == "-" ? "standard input" : input
      let inspection = try Inspection(
        of: InputSearch.bytes(of: input), path: name, salvages: salvage)
      let world = inspection.imported.world
      let finder = try Wayfinder(world, by: by, takesShips: !noShips)
      let table = try finder.distances(between: chosen)
      console.report(
        (common.verbose ? inspection.warnings : []) + finder.warnings + table.warnings)
      StandardOutput.write(
        table.value.text(in: common.isJSON ? .json : format, title: world.info.name))
    }
  }

  private var chosen: DistanceTowns {
    if let towns {
      return .named(
        towns.split(separator: ",").map { part in
          let start = part.drop(while: \.isWhitespace)
          return String(start.reversed().drop(while: \.isWhitespace).reversed())
        }.filter { !$0.isEmpty })
    }
    return largest.map { .largest($0) } ?? .capitals
  }
}
