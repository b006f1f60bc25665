// SPDX-License-Identifier: MIT
// Part of Platen: `platen route`: the quickest way between towns of a world, and its days.

import ArgumentParser
import Atlas
import Diagnostics
import MapJobs
import Pipeline
import Routing
import Text

extension TravelMode: ExpressibleByArgument {}

extension RouteFormat: ExpressibleByArgument {}

/// `platen route`.
struct RouteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route",
    abstract: "Find the quickest way between towns of a world, leg by leg.",
    discussion: """
      Without --to, all towns that can be reached are listed, the quickest to reach first.

      Ways of traveling: \(TravelMode.allCases.map { "\($0.rawValue), \($0.summary)" }
        .joined(separator: "; ")).

      Speeds are those of FMG's transports: on foot 40 km a day, a horse 56, a carriage 60, a sailing \
      ship 240. A trail takes a quarter longer than a road, open land twice as long and more, and \
      waiting for a ship half a day.

      EXAMPLES
        platen route world.map --from Ebbville --to Karn
        platen route world.map --from Ebbville --via Orvan --to Karn --by horse
        platen route world.map --from Ebbville --format csv > towns.csv
      """)

  @Argument(
    help: "A map (FMG, World Foundry, a .platenworld); - for standard input.",
    completion: .file(extensions: ["map", "json", "wfmap", "platenworld", "gz"]))
  var input: String
  @Option(help: ArgumentHelp("The town to start from: its name or number.", valueName: "town"))
  var from: String
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("A town on the way. May be repeated.", valueName: "town"))
  var via: [String] = []
  @Option(help: ArgumentHelp("The town to go to.", valueName: "town"))
  var to: String?
  @Option(help: ArgumentHelp("The way of traveling.", valueName: "mode"))
  var by = TravelMode.foot
  @Option(
    help: ArgumentHelp("A table of new names, as in a map job.", valueName: "file"),
    completion: .file(extensions: ["csv", "json", "yaml", "xlsx"]))
  var corrections: String?
  @Flag(help: "Stay on land.")
  var noShips = false
  @Option(help: ArgumentHelp("The format of the output.", valueName: "format"))
  var format = RouteFormat.text
  @Flag(help: "Use the intact parts of a damaged save, and report what is lost.")
  var salvage = false
  @OptionGroup(title: "General options") var common: CommonOptions

  mutating func validate() throws {
    try refuseEmpty(from, of: "--from", expecting: "a town")
    try refuseEmpty(to, of: "--to", expecting: "a town")
    if to == nil, !via.isEmpty { throw ValidationError("--via requires --to.") }
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
      var world = inspection.imported.world
      var warnings = common.verbose ? inspection.warnings : []
      if let corrections {
        let rows = try CorrectionFile.corrections(
          from: InputSearch.bytes(of: corrections).bytes, file: corrections)
        let corrected = world.corrected(by: rows.value)
        world = corrected.value
        warnings += rows.warnings + corrected.warnings
      }
      let finder = try Wayfinder(world, by: by, takesShips: !noShips)
      let format = common.isJSON ? RouteFormat.json : format
      let title = world.info.name
      let text: String
      if let to {
        text = try finder.itinerary(through: [from] + via + [to]).text(in: format, title: title)
      } else {
        text = try finder.reach(from: from).text(
          in: format, title: title, unit: world.units.distance)
      }
      console.report(warnings + finder.warnings)
      StandardOutput.write(text)
    }
  }
}
