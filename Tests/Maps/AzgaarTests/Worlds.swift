// SPDX-License-Identifier: MIT
// Part of Platen: how the tests read, compare and damage worlds.

import Atlas
import Azgaar
import Diagnostics
import Geometry
import TestSupport
import Testing

func read(_ bytes: [UInt8], options: ImportOptions = .init()) throws -> Diagnosed<ImportedWorld> {
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

/// Names of what differs between two worlds, but for what the drawing of a save alone shows.
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
  compare("states", states(a) == states(b))
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
  if let a = a.terrain, let b = b.terrain {
    compare("terrain.mesh", isSame(a.mesh, b.mesh))
    compare("terrain.height", a.height == b.height)
    compare("terrain.distance", a.distance == b.distance)
    compare("terrain.feature", a.feature == b.feature)
    compare("terrain.featureKinds", a.featureKinds == b.featureKinds)
    compare("terrain.temperature", a.temperature == b.temperature)
    compare("terrain.precipitation", a.precipitation == b.precipitation)
  } else {
    compare("terrain", a.terrain == nil && b.terrain == nil)
  }
  if let a = a.cells, let b = b.cells {
    compare("cells.mesh", isSame(a.mesh, b.mesh))
    compare("cells.height", a.height == b.height)
    compare("cells.gridCell", a.gridCell == b.gridCell)
    compare("cells.area", a.area == b.area)
    compare("cells.feature", a.feature == b.feature)
    compare("cells.distance", a.distance == b.distance)
    compare("cells.haven", a.haven == b.haven)
    compare("cells.harbor", a.harbor == b.harbor)
    compare("cells.biome", a.biome == b.biome)
    compare("cells.burg", a.burg == b.burg)
    compare("cells.culture", a.culture == b.culture)
    compare("cells.state", a.state == b.state)
    compare("cells.province", a.province == b.province)
    compare("cells.religion", a.religion == b.religion)
    compare("cells.river", a.river == b.river)
    compare("cells.confluence", a.confluence == b.confluence)
    compare("cells.flux", a.flux == b.flux)
    compare("cells.suitability", a.suitability == b.suitability)
    compare("cells.population", a.population == b.population)
  } else {
    compare("cells", a.cells == nil && b.cells == nil)
  }
  return found
}

/// The states without the parts that exports, which hold no drawing, cannot express.
private func states(_ world: World) -> [State] {
  world.states.map { state in
    var state = state
    state.drawnName = nil
    return state
  }
}

/// Indicates whether two meshes are equal, where all points that are not finite are equal.
private func isSame(_ a: VoronoiMesh, _ b: VoronoiMesh) -> Bool {
  func plain(_ points: [Point]) -> [Point] { points.map { $0.isFinite ? $0 : Point(0, -1e9) } }
  return a.sites == b.sites && plain(a.vertices) == plain(b.vertices)
    && a.cellVertices == b.cellVertices && a.cellNeighbors == b.cellNeighbors
    && a.isBorder == b.isBorder && a.vertexNeighbors == b.vertexNeighbors
    && a.vertexCells == b.vertexCells
}
