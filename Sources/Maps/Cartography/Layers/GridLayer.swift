// SPDX-License-Identifier: MIT
// Part of Platen: a grid of squares, hexes or other cells over the sheet, with numbers on request.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  func gridLayer() -> LayerDrawing {
    let lattice = gridLattice
    guard let lines = lattice.lines(in: inside) else {
      log.record(
        .warning(
          .mapGridTooFine,
          "cells of \(LookValue.number(lattice.size).text) map units are more than can be drawn; "
            + "no grid is drawn",
          hints: ["make grid.size larger"]))
      return LayerDrawing([])
    }
    var nodes: [Node] = []
    if look.grid.line.isVisible, !lines.isEmpty {
      var stroke = look.grid.line.stroke
      if stroke.dash.isEmpty { stroke.cap = .round }
      nodes.append(.path(PathNode(lines, stroke: stroke)))
    }
    return LayerDrawing(nodes + gridNumbers(lattice))
  }

  /// The grid as the job specifies it, or else the look.
  var gridLattice: GridLattice {
    let style = look.grid
    let requested = request.grid
    let perUnit = world.units.distanceScale
    /// Map units for a distance on the ground.
    func units(_ distance: Double) -> Double? {
      let units = distance / perUnit
      return perUnit > 0 && units.isFinite && units > 0 ? units : nil
    }
    var size = style.distance > 0 ? units(style.distance) : style.size
    switch requested?.width {
    case .units(let wanted): size = wanted
    case .distance(let wanted, let unit):
      size = DistanceUnit.convert(wanted, from: unit, to: world.units.distance).flatMap(units)
      if size == nil {
        log.record(
          .warning(
            .mapGridUnit,
            "the grid's size in \(unit) cannot be converted to \(world.units.distance), the world's "
              + "unit; the size in the look is used",
            hints: ["write the size in \(world.units.distance), or without a unit in map units"]))
      }
    case nil:
      if size == nil {
        log.record(
          .warning(
            .mapGridUnit, "the world has no scale; the look's grid.size is used"))
      }
    }
    let width = size.map { $0.isFinite && $0 > 0 ? $0 : style.size } ?? style.size
    return GridLattice(
      kind: requested?.kind ?? GridKind(rawValue: style.kind) ?? .pointyHex, size: max(width, 1e-3),
      offset: Point(requested?.dx ?? style.dx, requested?.dy ?? style.dy),
      degrees: requested?.rotation ?? style.rotation, center: sheet.center)
  }

  /// The number of each cell, upright in its upper part.
  private func gridNumbers(_ lattice: GridLattice) -> [Node] {
    let lettering = look.grid.label
    guard request.grid?.isNumbered ?? look.grid.isNumbered, lettering.size > 0 else { return [] }
    guard lattice.kind.isCounted else {
      log.record(
        .note(
          .mapGridNumbers, "cells of \(lattice.kind.rawValue) are not numbered",
          hints: ["use square, pointy-hex or flat-hex"]))
      return []
    }
    guard let cells = lattice.cells(on: sheet), cells.count <= 40_000 else {
      log.record(
        .warning(.mapGridNumbers, "the grid has too many cells to number them"))
      return []
    }
    let most = cells.map { max($0.column, $0.row) }.max() ?? 0
    let digits = max(2, String(most + 1).count)
    // Four figures fill about two ems; they keep clear of the cell's sides.
    let size = min(lettering.size, lattice.size * 0.6 / Double(digits))
    let rise = lattice.size * 0.3
    return cells.flatMap { cell -> [Node] in
      guard inside.contains(cell.center) else { return [] }
      let shaped = shape(GridLattice.number(cell, digits: digits), lettering, size: size)
      let origin = Point(
        cell.center.x - shaped.width / 2, cell.center.y - rise + LetterBox.middle * size)
      guard inside.contains(Point(origin.x, origin.y - size)) else { return [] }
      return shaped.nodes(
        at: origin, paint: .color(lettering.color), halo: lettering.halo(size: size))
    }
  }
}
