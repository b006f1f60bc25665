// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about ways between towns.

package import Diagnostics

extension Diagnostic.Code {
  package static let routeCells = Self(
    "route.cells", .data,
    "The world has no cells, so ways over it cannot be found. Use a save with cells.")
  package static let routePlace = Self(
    "route.place", .data,
    "A place is not a town of the world, or several towns have its name.",
    "Use the name of a town, or its number where several share a name.")
  package static let routePort = Self(
    "route.port", .data,
    "A town is not a port, so no ship leaves from there. Use another town or way of traveling.")
  package static let routeRoads = Self(
    "route.roads", .data,
    "The world has no roads, trails or sea lanes; ways run over open land and water.")
  package static let routeTowns = Self(
    "route.towns", .usage,
    "A table of distances has from two to a hundred towns. Without names, capitals are listed.",
    "Name fewer towns, or those that the way of traveling reaches.")
  package static let routeUnit = Self(
    "route.unit", .data,
    "The world's unit of distance is not known, and counts as kilometers in times of travel.")
  package static let routeUnreachable = Self(
    "route.unreachable", .data,
    "No way leads from one town to the other. Use another way of traveling, or allow ships.")
}

extension CodeTable {
  /// The codes of diagnostics about ways between towns.
  package static let routing = CodeTable(
    "Routing", "ways between towns",
    [.routeCells, .routePlace, .routePort, .routeRoads, .routeTowns, .routeUnit, .routeUnreachable])
}
