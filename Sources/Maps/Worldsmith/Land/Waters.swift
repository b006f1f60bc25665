// SPDX-License-Identifier: MIT
// Part of Platen: rivers from the hills to the sea, and the lakes they cross.

internal import Atlas
internal import Geometry

/// The rivers and lakes of the fine cells.
struct Waters {
  /// A river from its source to its mouth.
  struct River {
    var id: Int
    /// From the source to the cell it flows into: sea, lake or another river's cell.
    var cells: [Int32]
    /// The river it flows into, itself where it reaches the sea.
    var parent: Int
    var basin: Int
    /// Water at the mouth.
    var discharge: Int
    /// The length in map units.
    var length: Double
    var name = ""

    /// The last cell of land.
    var mouth: Int32 { cells[cells.count - 2] }
  }

  /// The inflow and outflow of a lake.
  struct Lake {
    var feature: Int
    var inlets: [Int] = []
    var outlet: Int?
    var flux = 0.0
    var evaporation = 0.0
    var temperature = 0
  }

  var rivers: [River] = []
  var lakes: [Lake] = []
  /// Water through each cell.
  var flux: [UInt16]
  /// The water that side streams bring to a cell.
  var confluence: [UInt8]
  var riverOfCell: [UInt16]

  init(
    mesh: VoronoiMesh, elevation: [Double], area: [UInt16], rain: [UInt8], temperature: [Int8],
    marks: FeatureMarks, size: Size
  ) {
    let count = mesh.cellCount
    let isLand = elevation.map { $0 >= 20 }
    let kinds = [.ocean] + marks.features.map(\.kind)
    let isOcean = marks.feature.map { kinds[Int($0)] == .ocean }
    let drainage = Drainage(
      elevation: elevation, neighbors: mesh.cellNeighbors, isOutlet: isOcean,
      isPool: { !isLand[$0] })

    // One unit is what a ten-thousandth of the sheet gathers from one unit of rain.
    let unit = size.width * size.height / 10_000
    let own = (0..<count).map { Double(rain[$0]) * Double(area[$0]) / unit }
    var gathered = own
    var lakeIndex: [Int: Int] = [:]
    for cell in drainage.order.reversed().map(Int.init) {
      let target = Int(drainage.target[cell])
      guard target >= 0 else { continue }
      if !isLand[cell], marks.feature[cell] != marks.feature[target] {
        // All of the lake's water has come together in its last cell.
        let id = Int(marks.feature[cell])
        var lake = Lake(feature: id)
        lake.flux = gathered[cell]
        lake.temperature = Int(temperature[cell])
        let warmth = max(0, Double(temperature[cell]) + 4)
        lake.evaporation = warmth * marks.features[id - 1].area / unit * 0.55
        lakeIndex[id] = lakes.count
        lakes.append(lake)
        if lake.flux <= lake.evaporation {
          gathered[cell] = 0
          continue
        }
        gathered[cell] -= lake.evaporation
      }
      gathered[target] += gathered[cell]
    }

    let land = isLand.indices.filter { isLand[$0] }
    let meanOwn = land.reduce(0) { $0 + own[$1] } / Double(max(1, land.count))
    let threshold = max(60, 4 * meanOwn)
    riverOfCell = Array(repeating: 0, count: count)
    confluence = Array(repeating: 0, count: count)
    flux = gathered.indices.map { isLand[$0] ? UInt16(min(65_535, gathered[$0])) : 0 }

    var donors = Donors(target: drainage.target, gathered: gathered, atLeast: threshold)
    donors.sortByStrength()
    trace(
      donors, drainage: drainage, gathered: gathered, isLand: isLand, mesh: mesh, marks: marks,
      lakeIndex: lakeIndex)
  }

  /// Follows every stream from its mouth up its strongest branch; side branches also become rivers.
  private mutating func trace(
    _ donors: Donors, drainage: Drainage, gathered: [Double], isLand: [Bool], mesh: VoronoiMesh,
    marks: FeatureMarks, lakeIndex: [Int: Int]
  ) {
    // Mouths into sea and lakes first, strongest first, so that main rivers come before their
    // tributaries; then what each of them finds on its way.
    var mouths: [Int] = []
    for cell in isLand.indices where isLand[cell] && donors.isStream(cell) {
      let target = Int(drainage.target[cell])
      if target >= 0, !isLand[target] { mouths.append(cell) }
    }
    mouths.sort { (gathered[$0], $1) > (gathered[$1], $0) }
    var pending = mouths.map { (mouth: $0, parent: 0) }
    var next = 0
    while next < pending.count, rivers.count < 65_000 {
      let (mouth, parent) = pending[next]
      next += 1
      let target = Int(drainage.target[mouth])
      var upward = [Int32(target), Int32(mouth)]
      var branches: [Int] = []
      var cell = mouth
      var lakeAbove: Int32?
      while let main = donors.strongest(of: cell) {
        branches.append(contentsOf: donors.others(of: cell).filter { isLand[$0] })
        guard isLand[main] else {
          lakeAbove = Int32(main)
          break
        }
        upward.append(Int32(main))
        cell = main
      }
      if let lakeAbove { upward.append(lakeAbove) }
      guard upward.count >= 3 else { continue }

      let id = rivers.count + 1
      let cells = Array(upward.reversed())
      for at in cells where isLand[Int(at)] && riverOfCell[Int(at)] == 0 {
        riverOfCell[Int(at)] = UInt16(id)
      }
      var length = 0.0
      for (a, b) in zip(cells, cells.dropFirst()) {
        length += mesh.sites[Int(a)].distance(to: mesh.sites[Int(b)])
      }
      rivers.append(
        River(
          id: id, cells: cells, parent: parent == 0 ? id : parent, basin: id,
          discharge: Int(gathered[mouth]), length: length))
      if !isLand[target], let lake = lakeIndex[Int(marks.feature[target])] {
        lakes[lake].inlets.append(id)
      }
      if let lakeAbove, let lake = lakeIndex[Int(marks.feature[Int(lakeAbove)])] {
        lakes[lake].outlet = id
      }
      for branch in branches {
        pending.append((branch, id))
        let joined = Int(drainage.target[branch])
        confluence[joined] = UInt8(
          min(255, Double(confluence[joined]) + gathered[branch].rounded()))
      }
    }
    joinLakes()
  }

  /// Rivers into a lake belong to the river out of it; basins follow parents to the sea.
  private mutating func joinLakes() {
    for lake in lakes {
      guard let outlet = lake.outlet else { continue }
      for inlet in lake.inlets where inlet != outlet { rivers[inlet - 1].parent = outlet }
    }
    for index in rivers.indices {
      var root = rivers[index].parent
      // A chain of lakes is as long as the list of rivers at most.
      for _ in rivers.indices {
        let up = rivers[root - 1].parent
        if up == root { break }
        root = up
      }
      rivers[index].basin = root
    }
  }
}

/// The streams that run into each cell.
private struct Donors {
  private var first: [Int32]
  private var list: [Int32]
  private let gathered: [Double]
  private let threshold: Double

  init(target: [Int32], gathered: [Double], atLeast threshold: Double) {
    self.gathered = gathered
    self.threshold = threshold
    first = Array(repeating: 0, count: target.count + 1)
    for cell in target.indices where target[cell] >= 0 && gathered[cell] >= threshold {
      first[Int(target[cell]) + 1] += 1
    }
    for cell in target.indices { first[cell + 1] += first[cell] }
    list = Array(repeating: 0, count: Int(first[target.count]))
    var fill = first
    for cell in target.indices where target[cell] >= 0 && gathered[cell] >= threshold {
      list[Int(fill[Int(target[cell])])] = Int32(cell)
      fill[Int(target[cell])] += 1
    }
  }

  mutating func sortByStrength() {
    for cell in 0..<first.count - 1 where first[cell + 1] - first[cell] > 1 {
      let range = Int(first[cell])..<Int(first[cell + 1])
      let gathered = gathered
      list[range].sort { (gathered[Int($0)], $1) > (gathered[Int($1)], $0) }
    }
  }

  func isStream(_ cell: Int) -> Bool { gathered[cell] >= threshold }

  func strongest(of cell: Int) -> Int? {
    first[cell] < first[cell + 1] ? Int(list[Int(first[cell])]) : nil
  }

  func others(of cell: Int) -> [Int] {
    guard first[cell] + 1 < first[cell + 1] else { return [] }
    return list[Int(first[cell]) + 1..<Int(first[cell + 1])].map(Int.init)
  }
}
