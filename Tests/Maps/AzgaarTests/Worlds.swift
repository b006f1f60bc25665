// SPDX-License-Identifier: MIT
// Part of Platen: how the tests read, compare and damage worlds.

import Atlas
import Azgaar
import Diagnostics
import Geometry
import TestSupport
import Testing

func read(_ bytes: [UInt8], options: ImportOptions = .init()) throws -> Warned<ImportedWorld> {
  try bytes.withUnsafeBytes { try AzgaarReader.read($0, options: options) }
}

func recognizes(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes(AzgaarReader.recognizes) }

/// The code of the error that reading ends in, or nil when it ends well.
func errorCode(_ bytes: [UInt8]) -> String? {
  do {
    _ = try read(bytes)
    return nil
  } catch let failure as Failure {
    return failure.diagnostics.first { $0.severity == .error }?.code.rawValue ?? "no error in it"
  } catch {
    return "\(error)"
  }
}

func codes(_ warnings: [Diagnostic]) -> Set<String> { Set(warnings.map(\.code.rawValue)) }

/// What of two worlds is not the same, by name; empty when all is.
func differences(_ a: World, _ b: World, except ignored: Set<String> = []) -> [String] {
  var found: [String] = []
  func compare(_ name: String, _ isSame: Bool) {
    if !isSame, !ignored.contains(name) { found.append(name) }
  }
  compare("info", a.info == b.info)
  compare("units", a.units == b.units)
  compare("coordinates", a.coordinates == b.coordinates)
  compare("coast", a.coast == b.coast)
  compare("features", Array(a.features) == Array(b.features))
  compare("biomes", Array(a.biomes) == Array(b.biomes))
  compare("cultures", Array(a.cultures) == Array(b.cultures))
  compare("states", Array(a.states) == Array(b.states))
  compare("provinces", Array(a.provinces) == Array(b.provinces))
  compare("religions", Array(a.religions) == Array(b.religions))
  compare("burgs", Array(a.burgs) == Array(b.burgs))
  compare("rivers", Array(a.rivers) == Array(b.rivers))
  compare("routes", Array(a.routes) == Array(b.routes))
  compare("markers", Array(a.markers) == Array(b.markers))
  compare("zones", Array(a.zones) == Array(b.zones))
  compare("ice", Array(a.ice) == Array(b.ice))
  compare("regiments", a.regiments == b.regiments)
  compare("notes", a.notes == b.notes)
  compare("nameBases", a.nameBases == b.nameBases)
  compare("addedLabels", a.addedLabels == b.addedLabels)
  compare("relief", a.relief == b.relief)
  compare("chronicle", a.chronicle == b.chronicle)
  compare("militaryUnits", a.militaryUnits == b.militaryUnits)
  compare("presentation", a.presentation == b.presentation)
  compare("terrain.mesh", a.terrain?.mesh == b.terrain?.mesh)
  compare("terrain.height", a.terrain?.height == b.terrain?.height)
  compare("terrain.distance", a.terrain?.distance == b.terrain?.distance)
  compare("terrain.feature", a.terrain?.feature == b.terrain?.feature)
  compare("terrain.featureKinds", a.terrain?.featureKinds == b.terrain?.featureKinds)
  compare("terrain.temperature", a.terrain?.temperature == b.terrain?.temperature)
  compare("terrain.precipitation", a.terrain?.precipitation == b.terrain?.precipitation)
  compare("cells.mesh", a.cells?.mesh == b.cells?.mesh)
  compare("cells.height", a.cells?.height == b.cells?.height)
  compare("cells.gridCell", a.cells?.gridCell == b.cells?.gridCell)
  compare("cells.area", a.cells?.area == b.cells?.area)
  compare("cells.feature", a.cells?.feature == b.cells?.feature)
  compare("cells.distance", a.cells?.distance == b.cells?.distance)
  compare("cells.haven", a.cells?.haven == b.cells?.haven)
  compare("cells.harbor", a.cells?.harbor == b.cells?.harbor)
  compare("cells.biome", a.cells?.biome == b.cells?.biome)
  compare("cells.burg", a.cells?.burg == b.cells?.burg)
  compare("cells.culture", a.cells?.culture == b.cells?.culture)
  compare("cells.state", a.cells?.state == b.cells?.state)
  compare("cells.province", a.cells?.province == b.cells?.province)
  compare("cells.religion", a.cells?.religion == b.cells?.religion)
  compare("cells.river", a.cells?.river == b.cells?.river)
  compare("cells.confluence", a.cells?.confluence == b.cells?.confluence)
  compare("cells.flux", a.cells?.flux == b.cells?.flux)
  compare("cells.suitability", a.cells?.suitability == b.cells?.suitability)
  compare("cells.population", a.cells?.population == b.cells?.population)
  return found
}
