// SPDX-License-Identifier: MIT
// Part of Platen: markers, routes, zones, ice and added labels out of FMG's tables.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON

extension Marker {
  init?(_ row: RowReader, log: inout DiagnosticLog) {
    guard let position = row.point("x", "y") else {
      log.record(
        .warning(
          .mapMarkerWithoutPlace, "the marker has no position; it is omitted",
          at: SourceLocation(field: "markers[\(row.id)]")))
      return nil
    }
    self.init(id: row.id, icon: row.text("icon") ?? "", position: position)
    type = row.text("type") ?? ""
    cell = row.cell("cell")
    iconOffset = Point(row.double("dx") ?? 50, row.double("dy") ?? 50)
    iconSize = row.double("px") ?? 12
    size = row.double("size") ?? 30
    fill = row.text("fill")
    stroke = row.text("stroke")
    pin = row.text("pin") ?? "bubble"
    isPinned = row.flag("pinned")
    isHidden = row.flag("hidden")
  }
}

extension Route {
  /// Reads a route; one of fewer than two points is dropped with a warning, as FMG does.
  init?(_ row: RowReader, log: inout DiagnosticLog) {
    var points: [Point] = []
    var cells: [Int32] = []
    for view in row.view["points"].map({ Array($0.elements) }) ?? [] {
      guard let point = Point(pair: view) else { continue }
      points.append(point)
      cells.append(view[2]?.looseInt.map { Int32(clamping: $0) } ?? -1)
    }
    guard points.count > 1 else {
      log.record(
        .warning(
          .mapRouteTooShort, "the route has fewer than two points; it is omitted",
          at: SourceLocation(field: "routes[\(row.id)]")))
      return nil
    }
    self.init(id: row.id, group: row.text("group") ?? "", points: points, cells: cells)
    name = row.text("name")
    feature = row.reference("feature")
  }
}

extension Zone {
  init(_ row: RowReader, log: inout DiagnosticLog) {
    var seen: Set<Int32> = []
    let cells: [Int32] = row.view["cells"]?.integers(missing: -1) ?? []
    self.init(
      id: row.id, name: row.text("name") ?? "", cells: cells.filter { seen.insert($0).inserted })
    type = row.text("type") ?? ""
    color = row.color("color", log: &log)
    isHidden = row.flag("hidden")
  }
}

extension IceSheet {
  init?(_ row: RowReader) {
    let outline = row.view["points"]?.elements.compactMap(Point.init(pair:)) ?? []
    guard outline.count > 2 else { return nil }
    let kind: Kind = row.text("type") == "glacier" ? .glacier : .iceberg
    self.init(id: row.id, kind: kind, outline: outline)
    offset = row.point("offset") ?? .zero
    size = row.double("size") ?? 0
  }
}

extension ReliefIcon {
  /// The icons of an array; ones without a position or a size are omitted with a warning.
  static func all(in array: JSONView, log: inout DiagnosticLog) -> [ReliefIcon] {
    let icons: [ReliefIcon] = array.elements.compactMap { view in
      guard let name = view["icon"]?.string, let x = view["x"]?.looseDouble,
        let y = view["y"]?.looseDouble, let size = view["s"]?.looseDouble
      else { return nil }
      return ReliefIcon(symbol: symbol(of: name), position: Point(x, y), size: size)
    }
    log.recordLostRows(array.count - icons.count, of: "relief", lacking: "a place or a size")
    return icons
  }

  /// A symbol's name without what every one of them begins with.
  static func symbol(of reference: String) -> String {
    let prefix = "#relief-"
    return reference.hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : reference
  }
}

extension AddedLabel {
  /// The labels of an array; ones without a position are omitted with a warning.
  static func all(in array: JSONView, log: inout DiagnosticLog) -> [AddedLabel] {
    let labels: [AddedLabel] = array.elements.enumerated().compactMap { index, view in
      guard let x = view["x"]?.looseDouble, let y = view["y"]?.looseDouble else { return nil }
      let label = LabelOverride(view["label"]) ?? LabelOverride()
      let text = label.text ?? view["text"]?.looseString ?? view["label"]?.string ?? ""
      var added = AddedLabel(
        id: view["i"]?.looseInt ?? index, position: Point(x, y), text: text)
      added.label = label
      return added
    }
    log.recordLostRows(array.count - labels.count, of: "addedLabels", lacking: "a position")
    return labels
  }
}
