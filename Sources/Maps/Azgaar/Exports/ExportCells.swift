// SPDX-License-Identifier: MIT
// Part of Platen: the cells and vertices of a JSON export, in either of the shapes they come in.

internal import Geometry
internal import JSON

/// Cells of an export as columns, whether written as an array of records or as parallel arrays.
struct ExportCells {
  /// Whole-number columns by the export's own letters; empty where the export lacks one.
  private(set) var columns: [Column: [Int32]] = [:]
  private(set) var population: [Float] = []
  private(set) var sites: [Point] = []
  private(set) var vertices = IndexLists()
  private(set) var neighbors = IndexLists()
  /// Columns that have not one value for each cell, by their keys; they are in no other member.
  private(set) var misfits: [(key: StaticString, count: Int)] = []
  let count: Int

  enum Column: Int, CaseIterable {
    case height, area, feature, distance, haven, harbor, flux, river, confluence, biome
    case suitability, culture, burg, state, religion, province, gridCell
    case border, temperature, precipitation, good, market

    /// The export's own name for it.
    var key: StaticString { ExportCells.keys[rawValue] }
  }

  /// Keys in the order of `Column`, then those that are not integers.
  private static let keys: [StaticString] = [
    "h", "area", "f", "t", "haven", "harbor", "fl", "r", "conf", "biome", "s", "culture", "burg",
    "state", "religion", "province", "g", "b", "temp", "prec", "good", "market", "pop", "p", "v",
    "c",
  ]

  subscript(column: Column) -> [Int32]? { columns[column] }

  /// - Parameter view: an array of records, or a record of arrays.
  init(_ view: JSONView) {
    if view.isArray {
      count = view.count
      readRecords(view)
    } else {
      let columns = view
      count = columns["p"]?.count ?? columns["h"]?.count ?? columns["i"]?.count ?? 0
      readColumns(view)
    }
  }

  private mutating func readRecords(_ view: JSONView) {
    let numberCount = Column.allCases.count
    var numbers = [[Int32]](repeating: [], count: numberCount)
    var isPresent = [Bool](repeating: false, count: numberCount)
    for index in numbers.indices { numbers[index].reserveCapacity(count) }
    sites.reserveCapacity(count)
    population.reserveCapacity(count)
    vertices.reserveCapacity(lists: count, values: 6 * count)
    neighbors.reserveCapacity(lists: count, values: 6 * count)
    var reader = JSONRecordReader(fields: ExportCells.keys)
    var fields: [JSONView?] = []
    var hasPopulation = false
    var list: [Int32] = []
    for record in view.elements {
      reader.read(record, into: &fields)
      for index in 0..<numberCount {
        guard let field = fields[index] else {
          numbers[index].append(0)
          continue
        }
        isPresent[index] = true
        numbers[index].append(field.looseInt.map { Int32(clamping: $0) } ?? 0)
      }
      if fields[numberCount] != nil { hasPopulation = true }
      population.append(Float(fields[numberCount]?.looseDouble ?? 0))
      sites.append(fields[numberCount + 1].flatMap(Point.init(pair:)) ?? Point(.nan, .nan))
      list.removeAll(keepingCapacity: true)
      fields[numberCount + 2]?.appendIntegers(to: &list, missing: -1)
      vertices.append(list)
      list.removeAll(keepingCapacity: true)
      fields[numberCount + 3]?.appendIntegers(to: &list, missing: -1)
      neighbors.append(list)
    }
    for column in Column.allCases where isPresent[column.rawValue] {
      columns[column] = numbers[column.rawValue]
    }
    if !hasPopulation { population = [] }
  }

  private mutating func readColumns(_ view: JSONView) {
    func list(_ key: Int) -> JSONView? { view[ExportCells.keys[key]] }
    let numberCount = Column.allCases.count
    for column in Column.allCases {
      guard let values = list(column.rawValue) else { continue }
      let numbers = values.anyElements.map { $0.looseInt.map { Int32(clamping: $0) } ?? 0 }
      if numbers.count == count {
        columns[column] = numbers
      } else {
        misfits.append((column.key, numbers.count))
      }
    }
    if let people = list(numberCount)?.anyElements {
      if people.count == count {
        population = people.map { Float($0.looseDouble ?? 0) }
      } else {
        misfits.append((ExportCells.keys[numberCount], people.count))
      }
    }
    sites = list(numberCount + 1)?.anyElements.map { Point(pair: $0) ?? Point(.nan, .nan) } ?? []
    for lists in list(numberCount + 2)?.anyElements ?? [] {
      vertices.append(lists.integers(missing: -1))
    }
    for lists in list(numberCount + 3)?.anyElements ?? [] {
      neighbors.append(lists.integers(missing: -1))
    }
  }
}

/// Vertices of an export, in either shape.
struct ExportVertices {
  private(set) var points: [Point] = []
  /// Three for each vertex, -1 where there is none.
  private(set) var neighbors: [Int32] = []
  private(set) var cells: [Int32] = []

  init(_ view: JSONView) {
    if view.isArray {
      points.reserveCapacity(view.count)
      neighbors.reserveCapacity(3 * view.count)
      cells.reserveCapacity(3 * view.count)
      var reader = JSONRecordReader(fields: ["p", "v", "c"])
      var fields: [JSONView?] = []
      for record in view.elements {
        reader.read(record, into: &fields)
        append(fields[0], fields[1], fields[2])
      }
    } else {
      let places = view["p"]?.anyElements ?? []
      let around = view["v"]?.anyElements ?? []
      let beside = view["c"]?.anyElements ?? []
      for index in places.indices {
        append(
          places[index], index < around.count ? around[index] : nil,
          index < beside.count ? beside[index] : nil)
      }
    }
  }

  private mutating func append(_ place: JSONView?, _ around: JSONView?, _ beside: JSONView?) {
    // A vertex at infinity is written as nulls.
    points.append(place.flatMap(Point.init(pair:)) ?? Point(.nan, .nan))
    ExportVertices.appendThree(around, to: &neighbors)
    ExportVertices.appendThree(beside, to: &cells)
  }

  private static func appendThree(_ view: JSONView?, to list: inout [Int32]) {
    let before = list.count
    if let view {
      for element in view.elements.prefix(3) {
        list.append(element.looseInt.map { Int32(clamping: $0) } ?? -1)
      }
    }
    while list.count < before + 3 { list.append(-1) }
  }
}

extension JSONView {
  /// Elements of an array, or the values of an object: JavaScript writes typed arrays as
  /// `{"0":…,"1":…}`, in order.
  var anyElements: [JSONView] {
    isArray ? Array(elements) : members.map(\.value)
  }
}

extension VoronoiMesh {
  /// A mesh of the lists an export holds; nil when they do not fit together.
  init?(cells: ExportCells, vertices: ExportVertices) {
    let cellCount = cells.count
    let vertexCount = vertices.points.count
    guard cells.sites.count == cellCount, cells.vertices.count == cellCount,
      cells.neighbors.count == cellCount, cellCount > 0,
      cells.vertices.values.allSatisfy({ $0 >= 0 && Int($0) < vertexCount }),
      cells.neighbors.values.allSatisfy({ $0 >= 0 && Int($0) < cellCount }),
      vertices.neighbors.allSatisfy({ $0 >= -1 && Int($0) < vertexCount }),
      vertices.cells.allSatisfy({ $0 >= 0 })
    else { return nil }
    let border = cells[.border]
    // A cell at the edge has fewer neighbors than vertices: points off the sheet are not cells.
    let isBorder = (0..<cellCount).map { cell in
      border.map { $0[cell] != 0 } ?? (cells.vertices[cell].count > cells.neighbors[cell].count)
    }
    self.init(
      sites: cells.sites, cellVertices: cells.vertices, cellNeighbors: cells.neighbors,
      isBorder: isBorder, vertices: vertices.points, vertexNeighbors: vertices.neighbors,
      vertexCells: vertices.cells)
  }

  /// Puts each cell that has no place, or one far off the sheet, in the middle of its corners.
  ///
  /// - Parameter middle: of the sheet, for cells without a corner on it.
  /// - Returns: how many there were.
  mutating func placeStrays(middle: Point) -> Int {
    var count = 0
    for cell in sites.indices where !sites[cell].isNearSheet {
      count += 1
      let corners = cellVertices[cell].map { vertices[Int($0)] }.filter(\.isNearSheet)
      var sum = Point(0, 0)
      for corner in corners { sum = Point(sum.x + corner.x, sum.y + corner.y) }
      let divisor = Double(corners.count)
      sites[cell] = corners.isEmpty ? middle : Point(sum.x / divisor, sum.y / divisor)
    }
    return count
  }
}
