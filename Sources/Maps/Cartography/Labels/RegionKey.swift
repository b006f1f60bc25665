// SPDX-License-Identifier: MIT
// Part of Platen: numbers for regions too small for their names, and the key that lists these.

internal import Atlas
internal import Drawing
internal import Geometry

/// A plate with rows of a number and a name, in columns, under a title.
struct NumberedPlate {
  let lettering: MapLook.Lettering
  let padding: Double
  /// The longest name it has room for.
  let widest: Double
  private let title: ShapedText
  private let titleStyle: MapLook.Lettering
  private let indent: Double
  private var pitch: Double { lettering.size * 1.5 }
  private var head: Double { titleStyle.size * 1.75 }

  /// - Parameter widest: The room for names that are not among `names`.
  init(
    of names: [ShapedText], widest: Double = 0, lastNumber: ShapedText, on map: Composition
  ) {
    let style = map.look.legend
    lettering = style.label
    padding = style.padding
    var titleStyle = style.title
    titleStyle.size = min(max(style.title.size, style.label.size), style.label.size * 1.2)
    self.titleStyle = titleStyle
    title = map.shape(map.request.words.places, titleStyle)
    indent = lastNumber.width + lettering.size * 0.6
    self.widest = max(widest, names.map(\.width).max() ?? 0)
  }

  private var columnWidth: Double { indent + widest + lettering.size * 1.4 }

  /// The plate's size for so many rows.
  func size(rows: Int, columns: Int) -> Size {
    let tallest = (rows + columns - 1) / columns
    return Size(
      width: max(columnWidth * Double(columns) - lettering.size * 1.4, title.width) + 2 * padding,
      height: head + pitch * Double(tallest) - (pitch - lettering.size) + 2 * padding)
  }

  /// The origin of a row's number and of its name, columns filled one after the other.
  func origins(ofRow row: Int, of rows: Int, columns: Int, in place: Rect) -> (Point, Point) {
    let tallest = max(1, (rows + columns - 1) / columns)
    let (column, line) = row.quotientAndRemainder(dividingBy: tallest)
    let x = place.minX + padding + columnWidth * Double(column)
    let y = place.minY + padding + head + pitch * Double(line) + lettering.size * 0.8
    return (Point(x, y), Point(x + indent, y))
  }

  /// The title over the middle of the plate.
  func heading(in place: Rect) -> [Node] {
    title.nodes(
      at: Point(
        place.center.x - title.width / 2, place.minY + padding + titleStyle.size * 0.8),
      paint: .color(titleStyle.color), halo: titleStyle.halo(size: titleStyle.size))
  }
}

/// The list of all numbers on a map, at the place that is kept for it.
struct NumberedList {
  let plate: NumberedPlate
  /// The room that is kept.
  let room: Rect
  /// The most columns.
  let columns: Int
  /// The most rows.
  let limit: Int
  var rows: [(number: ShapedText, name: ShapedText)] = []

  /// The room that the rows take.
  func place(on map: Composition) -> Rect {
    let size = plate.size(rows: rows.count, columns: min(columns, rows.count))
    // What rows of those without room would have taken stays empty, on the side away from the edge.
    return Rect(
      x: room.center.x > map.inside.center.x ? room.maxX - size.width : room.minX,
      y: room.center.y > map.inside.center.y ? room.maxY - size.height : room.minY,
      width: size.width, height: size.height)
  }
}

/// The rows that a list of regions keeps for burgs.
struct ReservedRows {
  var count: Int
  /// The room for names.
  var widest: Double
}

extension Composition {
  /// A list with its plate.
  func nodes(of list: NumberedList) -> [Node] {
    guard !list.rows.isEmpty else { return [] }
    let style = look.legend
    let lettering = list.plate.lettering
    let place = list.place(on: self)
    let columns = min(list.columns, list.rows.count)
    let rows = list.rows.enumerated().flatMap { row, texts in
      let (first, second) = list.plate.origins(
        ofRow: row, of: list.rows.count, columns: columns, in: place)
      return [(texts.number, first), (texts.name, second)].flatMap { shaped, origin in
        shaped.nodes(
          at: origin, paint: .color(lettering.color), halo: lettering.halo(size: lettering.size))
      }
    }
    return Plate.nodes(place, fill: style.fill, line: style.line, inset: 0)
      + list.plate.heading(in: place) + rows
  }

  /// Numbers on regions that have no room for their names, with a list whose plate hides nothing;
  /// and the regions it does not list.
  ///
  /// - Parameter kept: The rows to keep for burgs.
  func regionKey(
    of regions: [NamedRegion], _ namer: RegionNames, keeping kept: ReservedRows?,
    on grid: LabelCollisionGrid, marks: LabelCollisionGrid
  ) -> (numbers: [Node], list: NumberedList?, left: [NamedRegion]) {
    let style = look.legend
    let size = style.label.size
    let listed = regions.prefix(60)
    guard !listed.isEmpty, size > 0, size >= leastName else { return ([], nil, regions) }
    let names = listed.map { shape($0.shortName, style.label) }
    let count = listed.count + (kept?.count ?? 0)
    let plate = NumberedPlate(
      of: names, widest: kept?.widest ?? 0, lastNumber: shape("\(count)", style.label), on: self)
    let rows = Int(style.rows)
    let fewest = max(1, (count + rows - 1) / rows)
    let found = (fewest...fewest + 3).lazy.compactMap { columns -> (place: Rect, columns: Int)? in
      guard columns <= count else { return nil }
      return self.clearPlace(
        plate.size(rows: count, columns: columns), on: grid, marks: marks
      ).map { ($0, columns) }
    }.first
    guard let found else { return ([], nil, regions) }
    grid.reserve(found.place)

    var list = NumberedList(
      plate: plate, room: found.place, columns: found.columns, limit: count)
    var numbers: [Node] = []
    var left: [NamedRegion] = []
    for (region, name) in zip(listed, names) {
      let text = "\(list.rows.count + 1)"
      guard let placed = namer.number(text, of: region, on: grid) else {
        left.append(region)
        continue
      }
      grid.place(placed.boxes, as: .regions)
      grid.statistics.countNumber()
      numbers += placed.nodes
      list.rows.append((shape(text, style.label), name))
    }
    left += regions.dropFirst(listed.count)
    return (numbers, list.rows.isEmpty ? nil : list, left)
  }
}
