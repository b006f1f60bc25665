// SPDX-License-Identifier: MIT
// Part of Platen: numbers for burgs in a crowd, and the key that tells their names.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  /// Numbers beside the marks of burgs whose names found no room near by, listed in the rows that
  /// `list` keeps for them, or by a list of their own where its plate hides no name and no mark;
  /// and the burgs it does not list.
  func burgKey(
    of members: [RankedBurg], in regions: NumberedList?, keeping kept: ReservedRows?,
    on grid: LabelCollisionGrid, marks: LabelCollisionGrid
  ) -> (numbers: [Node], list: NumberedList?, left: [RankedBurg]) {
    let style = look.legend
    let size = style.label.size
    let first = grid.statistics.numbers + 1
    var list: NumberedList
    var listed: [RankedBurg]
    if let regions, kept != nil {
      list = regions
      listed = members.filter { name(of: $0, style.label).width <= list.plate.widest + 1e-6 }
      listed = Array(listed.prefix(list.limit - list.rows.count))
    } else {
      listed = Array(members.prefix(Int(style.rows)))
      // A name or two are not worth a plate, nor is one that cannot be read.
      guard listed.count > 2, size > 0, size >= leastName else { return ([], nil, members) }
      let plate = NumberedPlate(
        of: listed.map { name(of: $0, style.label) },
        lastNumber: shape("\(first + listed.count - 1)", style.label), on: self)
      let found = (1...3).lazy.compactMap { columns in
        self.clearPlace(
          plate.size(rows: listed.count, columns: columns), on: grid, marks: marks
        ).map { (place: $0, columns: columns) }
      }.first
      guard let found else { return ([], nil, members) }
      grid.reserve(found.place)
      list = NumberedList(
        plate: plate, room: found.place, columns: found.columns, limit: listed.count)
    }

    var numbers: [Node] = []
    var told: Set<Int> = []
    for member in listed {
      let text = "\(first + told.count)"
      guard let number = number(text, of: member, on: grid, marks: marks) else { continue }
      numbers += number
      told.insert(member.id)
      list.rows.append((shape(text, style.label), name(of: member, style.label)))
    }
    return (
      numbers, list.rows.isEmpty ? nil : list, members.filter { !told.contains($0.id) }
    )
  }

  private func name(of member: RankedBurg, _ lettering: MapLook.Lettering) -> ShapedText {
    let burg = world.burgs[member.index]
    return shape(burg.label?.text ?? burg.name, lettering)
  }

  /// The number in the letters of the burg's name, close to its mark.
  private func number(
    _ text: String, of member: RankedBurg, on grid: LabelCollisionGrid, marks: LabelCollisionGrid
  ) -> [Node]? {
    let lettering = lettering(of: member)
    let size = nameSize(of: world.burgs[member.index], lettering)
    let shaped = shape(text, lettering, size: size)
    let room = NameRoom(
      map: self, grid: grid, marks: marks, mark: member,
      radius: markRadius(of: member), width: shaped.width, size: size,
      reach: LetterBox(tightlyOf: text))
    guard let spot = room.beside() ?? room.aside(within: 0) else { return nil }
    grid.place([spot.box], as: .burgs)
    grid.statistics.countNumber()
    return shaped.nodes(
      at: spot.origin, paint: .color(lettering.color), halo: lettering.halo(size: size))
  }

  /// The place along the edges of the sheet where a plate covers nothing that is on the boards, the
  /// one with least land; away from the edges where there is none without land, but in the open
  /// sea.
  func clearPlace(
    _ size: Size, on grid: LabelCollisionGrid, marks: LabelCollisionGrid
  ) -> Rect? {
    let margin = max(look.legend.margin, 3 * scale)
    let room = inside.insetBy(margin)
    guard room.width > size.width, room.height > size.height else { return nil }
    let steps = 24
    var best: (land: Int, place: Rect)?
    func consider(_ place: Rect, limit: Int = .max) {
      guard grid.isFree(place.insetBy(-margin / 4)), marks.isFree(place) else { return }
      let land = land(under: place)
      if land < min(best?.land ?? .max, limit) { best = (land, place) }
    }
    for step in 0...steps {
      let x = room.minX + (room.width - size.width) * Double(step) / Double(steps)
      let y = room.minY + (room.height - size.height) * Double(step) / Double(steps)
      for corner in [
        Point(x, room.maxY - size.height), Point(x, room.minY), Point(room.minX, y),
        Point(room.maxX - size.width, y),
      ] {
        consider(Rect(x: corner.x, y: corner.y, width: size.width, height: size.height))
      }
    }
    if best?.land != 0 {
      for place in innerPlaces(size, in: room) where best?.land != 0 { consider(place, limit: 1) }
    }
    return best?.place
  }

  /// The number of points spread over `place` that are land.
  private func land(under place: Rect) -> Int {
    let steps = 7
    return (0...steps).reduce(0) { sum, row in
      (0...steps).reduce(sum) { sum, column in
        let p = Point(
          place.minX + place.width * Double(column) / Double(steps),
          place.minY + place.height * Double(row) / Double(steps))
        return cells.height[locator.cell(at: p)] >= 20 ? sum + 1 : sum
      }
    }
  }
}
