// SPDX-License-Identifier: MIT
// Part of Platen: features and rivers out of FMG's tables.

internal import Atlas
internal import Geometry
internal import JSON

extension Feature {
  /// Reads a feature as saved; old versions write neither outline nor first cell.
  init?(_ row: RowReader) {
    guard let kind = Feature.Kind(rawValue: row.text("type") ?? "") else { return nil }
    self.init(id: row.id, kind: kind)
    // Up to 1.145 `group` is the finer kind, from 1.146 on the group it is drawn in.
    subtype = row.text("subtype") ?? row.text("group") ?? ""
    name = row.text("name")
    isBorder = row.flag("border")
    cellCount = max(0, row.int("cells") ?? 0)
    firstCell = max(0, row.int("firstCell") ?? 0)
    outline = row.view["vertices"]?.integers() ?? []
    shoreline = row.view["shoreline"]?.integers() ?? []
    area = row.double("area") ?? 0
    height = row.double("height")
  }
}

extension River {
  init(_ row: RowReader) {
    self.init(id: row.id, name: row.text("name") ?? "")
    type = row.text("type") ?? ""
    cells = row.view["cells"]?.integers() ?? []
    points = row.view["points"]?.elements.compactMap(Point.init(pair:)) ?? []
    // A course that does not match the cells is one FMG ignores.
    if points.count != cells.count { points = [] }
    source = max(0, row.int("source") ?? 0)
    mouth = max(0, row.int("mouth") ?? 0)
    parent = row.reference("parent")
    if parent == id { parent = nil }
    basin = row.reference("basin")
    discharge = row.double("discharge") ?? 0
    length = row.double("length") ?? 0
    width = row.double("width") ?? 0
    widthFactor = row.double("widthFactor") ?? 1
    sourceWidth = row.double("sourceWidth") ?? 0
  }
}
