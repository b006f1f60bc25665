// SPDX-License-Identifier: MIT
// Part of Platen: which rectangle of a world's sheet a region is.

package import Atlas
package import Diagnostics
package import Geometry
internal import Text

extension RegionRequest {
  /// Default room round a named subject, in hundredths of its longer side.
  static let defaultPadding = 6.0

  /// The rectangle of the sheet, in map units, and a warning where a rectangle that was given reaches
  /// beyond the sheet.
  ///
  /// - Parameter padding: room left round it, in hundredths of its longer side; nil is none for a
  ///   rectangle, and a little for what bears a name.
  /// - Throws: `Failure` `region.outside` for one that lies off the sheet, `region.unknown` for a
  ///   name nothing has, `region.no-coordinates` for degrees of a world without any.
  package func rectangle(in world: World, padding: Double? = nil) throws -> Diagnosed<Rect> {
    let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    var wanted: Rect
    var usual = 0.0
    var isGiven = true
    switch self {
    case .sheet(let x, let y, let width, let height):
      wanted = Rect(x: x, y: y, width: width, height: height)
    case .geographic(let west, let south, let east, let north):
      guard let globe = world.coordinates, globe.east > globe.west, globe.north > globe.south else {
        throw Failure(
          .error(
            .regionNoCoordinates, "the world does not state its position on the globe",
            hints: ["use px:x,y,w,h"]))
      }
      let perDegree = Size(
        width: sheet.width / (globe.east - globe.west),
        height: sheet.height / (globe.north - globe.south))
      wanted = Rect(
        x: (west - globe.west) * perDegree.width, y: (globe.north - north) * perDegree.height,
        width: (east - west) * perDegree.width, height: (north - south) * perDegree.height)
    case .named(let subject, let name):
      wanted = try bounds(of: subject, named: name, in: world)
      usual = RegionRequest.defaultPadding
      isGiven = false
    }
    // Degrees are rounded when they are written.
    let reaches = isGiven && sheet.insetBy(-0.5).union(wanted) != sheet.insetBy(-0.5)
    let room = (padding ?? usual) / 100
    wanted = wanted.insetBy(-max(wanted.width, wanted.height, 1) * room)
    guard let seen = wanted.intersection(sheet) else {
      throw Failure(
        .error(
          .regionOutside, "the region is outside the sheet",
          hints: ["the sheet is \(brief(sheet.width)) × \(brief(sheet.height)) map units"]))
    }
    guard reaches else { return Diagnosed(seen) }
    let warning = Diagnostic.warning(
      .regionClipped,
      "the region reaches beyond the map's \(brief(sheet.width)) × \(brief(sheet.height)) map "
        + "units; only the part on the map is shown", at: SourceLocation(field: "region"))
    return Diagnosed(seen, warnings: [warning])
  }

  /// The title of a map of the region: the full name of its subject; nil for a bare rectangle.
  package func title(in world: World) -> String? {
    guard case .named(let subject, let name) = self else { return nil }
    let wanted = name.lowercased()
    let names: [[String]] =
      switch subject {
      case .state: world.states.map { [$0.fullName, $0.name] }
      case .province: world.provinces.map { [$0.fullName, $0.name] }
      case .culture: world.cultures.map { [$0.name] }
      case .religion: world.religions.map { [$0.name] }
      case .river, .basin: world.rivers.map { [$0.name] }
      case .island: world.features.filter { $0.kind == .island }.map { [$0.name ?? ""] }
      case .lake: world.features.filter { $0.kind == .lake }.map { [$0.name ?? ""] }
      }
    return names.first { $0.contains { $0.lowercased() == wanted } }?.first { !$0.isEmpty }
  }

  /// A flag for each cell of the world: true in the region.
  ///
  /// - Throws: the errors of ``rectangle(in:padding:)``.
  package func cells(of world: World) throws -> [Bool] {
    guard let cells = world.cells else { return [] }
    guard case .named(let subject, let name) = self else {
      let shown = try rectangle(in: world).value
      return cells.mesh.sites.map { shown.contains($0) }
    }
    let isInside = try members(of: subject, named: name, in: world)
    return (0..<cells.count).map(isInside)
  }

  private func bounds(of subject: Subject, named name: String, in world: World) throws -> Rect {
    let isInside = try members(of: subject, named: name, in: world)
    guard let cells = world.cells else {
      throw Failure(.error(.regionUnknown, "the world has no cells to find \"\(name)\" in"))
    }
    if subject == .river,
      let river = world.rivers.first(where: { $0.name.lowercased() == name.lowercased() })
    {
      let course = river.cells.filter { $0 >= 0 && $0 < cells.count }
        .map { cells.mesh.sites[Int($0)] }
      if let rect = Rect(enclosing: course + river.points) { return rect }
    }
    let inside = (0..<cells.count).lazy.filter(isInside)
    guard
      let rect = Rect(
        enclosing: inside.flatMap { cell in
          cells.mesh.cellVertices[cell].lazy.map { cells.mesh.vertices[Int($0)] }
        })
    else {
      throw Failure(.error(.regionUnknown, "the \(subject.rawValue) \"\(name)\" has no cells"))
    }
    return rect
  }

  /// A test for the cells of a subject.
  private func members(
    of subject: Subject, named name: String, in world: World
  ) throws -> (Int) -> Bool {
    func find(_ names: [[String]]) throws -> Int {
      let wanted = name.lowercased()
      if let index = names.firstIndex(where: { $0.contains { $0.lowercased() == wanted } }) {
        return index
      }
      let known = names.compactMap(\.first).filter { !$0.isEmpty }
      throw Failure(
        .error(
          .regionUnknown, "no such \(subject.rawValue): \"\(name)\"",
          hints: [
            known.isEmpty
              ? "the world names no \(subject.rawValue)" : nearMissHint(name, among: known)
          ]))
    }
    guard let cells = world.cells else {
      throw Failure(.error(.regionUnknown, "the world has no cells to find \"\(name)\" in"))
    }
    switch subject {
    case .state:
      let state = world.states[try find(world.states.map { [$0.name, $0.fullName] })]
      return { Int(cells.state[$0]) == state.id }
    case .province:
      let province = world.provinces[try find(world.provinces.map { [$0.name, $0.fullName] })]
      return { Int(cells.province[$0]) == province.id }
    case .culture:
      let culture = world.cultures[try find(world.cultures.map { [$0.name] })]
      return { Int(cells.culture[$0]) == culture.id }
    case .religion:
      let religion = world.religions[try find(world.religions.map { [$0.name] })]
      return { Int(cells.religion[$0]) == religion.id }
    case .river:
      let river = world.rivers[try find(world.rivers.map { [$0.name] })]
      return { Int(cells.river[$0]) == river.id }
    case .basin:
      let river = world.rivers[try find(world.rivers.map { [$0.name] })]
      let basin = RegionRequest.waters(of: river.id, among: world.rivers)
      return { basin.contains(Int(cells.river[$0])) }
    case .island:
      // Few islands have names; those without go by the name of a burg on them, or by number.
      let islands = world.features.filter { $0.kind == .island }
      if let number = Int(name), let island = islands.first(where: { $0.id == number }) {
        return { Int(cells.feature[$0]) == island.id }
      }
      if !islands.contains(where: { $0.name?.lowercased() == name.lowercased() }),
        let burg = world.burgs.first(where: { $0.name.lowercased() == name.lowercased() }),
        cells.feature.indices.contains(burg.cell), cells.isLand(burg.cell)
      {
        let feature = cells.feature[burg.cell]
        return { cells.feature[$0] == feature }
      }
      let island = islands[try find(islands.map { [$0.name ?? ""] })]
      return { Int(cells.feature[$0]) == island.id }
    case .lake:
      let lakes = world.features.filter { $0.kind == .lake }
      let lake = lakes[try find(lakes.map { [$0.name ?? ""] })]
      return { Int(cells.feature[$0]) == lake.id }
    }
  }

  /// A river with all that flows into it, however far up, by their ids.
  private static func waters(of river: Int, among rivers: EntityList<River>) -> Set<Int> {
    var tributaries: [Int: [Int]] = [:]
    for river in rivers {
      if let parent = river.parent { tributaries[parent, default: []].append(river.id) }
    }
    var found: Set<Int> = [river]
    var open = [river]
    while let next = open.popLast() {
      for id in tributaries[next] ?? [] where found.insert(id).inserted { open.append(id) }
    }
    return found
  }
}
