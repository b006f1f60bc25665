// SPDX-License-Identifier: MIT
// Part of Platen: numbers for regions too small for their names, and the key that lists these.

internal import Atlas
internal import Drawing
internal import Geometry

/// A plate with rows of a number and a name, in columns.
struct NumberedPlate {
  let lettering: MapLook.Lettering
  let padding: Double
  private let indent: Double
  private let widest: Double
  private var pitch: Double { lettering.size * 1.5 }

  init(
    of names: [ShapedText], lastNumber: ShapedText, _ lettering: MapLook.Lettering, padding: Double
  ) {
    (self.lettering, self.padding) = (lettering, padding)
    indent = lastNumber.width + lettering.size * 0.6
    widest = names.map(\.width).max() ?? 0
  }

  private var columnWidth: Double { indent + widest + lettering.size * 1.4 }

  /// The plate's size for so many rows.
  func size(rows: Int, columns: Int) -> Size {
    let tallest = (rows + columns - 1) / columns
    return Size(
      width: columnWidth * Double(columns) - lettering.size * 1.4 + 2 * padding,
      height: pitch * Double(tallest) - (pitch - lettering.size) + 2 * padding)
  }

  /// The origin of a row's number and of its name, columns filled one after the other.
  func origins(ofRow row: Int, of rows: Int, columns: Int, in place: Rect) -> (Point, Point) {
    let tallest = max(1, (rows + columns - 1) / columns)
    let (column, line) = row.quotientAndRemainder(dividingBy: tallest)
    let x = place.minX + padding + columnWidth * Double(column)
    let y = place.minY + padding + pitch * Double(line) + lettering.size * 0.8
    return (Point(x, y), Point(x + indent, y))
  }
}

extension Composition {
  /// Numbers on regions that have no room for their names, with the key on a plate where it hides
  /// nothing; and the regions it does not list.
  func regionKey(
    of regions: [NamedRegion], _ namer: RegionNames, on grid: LabelCollisionGrid,
    marks: LabelCollisionGrid
  ) -> (nodes: [Node], left: [NamedRegion]) {
    let style = look.legend
    let size = style.label.size
    let listed = regions.prefix(60)
    guard !listed.isEmpty, size > 0, size >= leastName else { return ([], regions) }
    let names = listed.map { shape($0.shortName, style.label) }
    let plate = NumberedPlate(
      of: names, lastNumber: shape("\(listed.count)", style.label), style.label,
      padding: style.padding)
    let rows = Int(style.rows)
    let fewest = max(1, (listed.count + rows - 1) / rows)
    let found = (fewest...fewest + 3).lazy.compactMap { columns -> (place: Rect, columns: Int)? in
      guard columns <= listed.count else { return nil }
      return self.clearPlace(
        plate.size(rows: listed.count, columns: columns), on: grid, marks: marks
      ).map { ($0, columns) }
    }.first
    guard let found else { return ([], regions) }
    grid.reserve(found.place)

    var numbers: [Node] = []
    var told: [(number: ShapedText, name: ShapedText)] = []
    var left: [NamedRegion] = []
    for (region, name) in zip(listed, names) {
      let text = "\(told.count + 1)"
      guard let placed = namer.number(text, of: region, on: grid) else {
        left.append(region)
        continue
      }
      grid.place(placed.boxes, as: .regions)
      grid.statistics.countNumber()
      numbers += placed.nodes
      told.append((shape(text, style.label), name))
    }
    left += regions.dropFirst(listed.count)
    guard !told.isEmpty else { return ([], left) }
    var place = found.place
    let columns = min(found.columns, told.count)
    let taken = plate.size(rows: told.count, columns: columns)
    (place.width, place.height) = (taken.width, taken.height)
    let nodes =
      numbers + Plate.nodes(place, fill: style.fill, line: style.line, inset: 0)
      + keyRows(told, of: plate, columns: columns, in: place)
    return (nodes, left)
  }
}
