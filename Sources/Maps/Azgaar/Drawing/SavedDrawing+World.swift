// SPDX-License-Identifier: MIT
// Part of Platen: tables that old saves keep only in their drawing, put into a world.

internal import Atlas
internal import Geometry

extension SavedDrawing {
  /// Fills in what the world's tables lack and the drawing has: rivers, routes, markers, zones, ice,
  /// groups of burgs, labels that were added, moved or changed, style and layers.
  ///
  /// - Parameter present: which tables the save had, be they empty: those are not touched.
  func complete(_ world: inout World, present: Set<EntityTable>, hasLabels: Bool) {
    completeRivers(&world, hasTable: present.contains(.rivers))
    if !present.contains(.routes) { world.routes = EntityList(routes(in: world)) }
    if !present.contains(.markers) {
      world.markers = EntityList(markers(in: world))
      for index in world.notes.indices {
        let subject = world.notes[index].subject
        guard subject.hasPrefix("markerElement") else { continue }
        world.notes[index].subject = "marker" + subject.trimmingPrefix("markerElement")
      }
    }
    if !present.contains(.zones) { world.zones = EntityList(zones) }
    if !present.contains(.ice) { world.ice = EntityList(ice) }
    if world.relief.isEmpty { world.relief = relief }
    completeBurgs(&world)
    if !hasLabels {
      world.addedLabels = addedLabels
      completeStateLabels(&world)
      completeBurgLabels(&world)
    }
    adoptDrawnNames(&world)
    completeOverlays(&world)
    world.presentation.groups = styleGroups
    if world.presentation.order.isEmpty {
      world.presentation.order = layerOrder
      world.presentation.active = activeLayers
    }
  }

  // MARK: Routes, zones, ice

  private func routes(in world: World) -> [Route] {
    guard elements["routes"] != nil else { return [] }
    let index = world.cells.map { PointIndex($0.mesh.sites) }
    var routes: [Route] = []
    for element in elements["routes"] ?? [] where element.name == "path" {
      let group = groups[element.group].path
      guard group != "routes", let points = element.attributes.path?.anchors, points.count > 1
      else { continue }
      routes.append(
        Route(
          id: routes.count, group: String(group.trimmingPrefix("routes/")), points: points,
          cells: index.map { index in points.map { Int32(index.nearest(to: $0) ?? -1) } } ?? []))
    }
    return routes
  }

  /// Mountains and trees, of which versions before 1.142 keep nothing else.
  private var relief: [ReliefIcon] {
    (elements["terrain"] ?? []).compactMap { element in
      let attributes = element.attributes
      guard element.name == "use", let name = attributes["href"] ?? attributes["xlink:href"],
        let x = attributes.number("x"), let y = attributes.number("y"),
        let size = attributes.number("width")
      else { return nil }
      return ReliefIcon(
        symbol: ReliefIcon.symbol(of: name), position: Point(x, y), size: size)
    }
  }

  private var zones: [Zone] {
    // Zones are groups; the shapes in them are their drawing.
    (elements["zones"] ?? []).filter { $0.name == "g" }.enumerated().map { index, element in
      var seen: Set<Int32> = []
      let cells = (element.attributes["data-cells"] ?? "").split(separator: ",")
        .compactMap { Int32($0) }.filter { seen.insert($0).inserted }
      var zone = Zone(
        id: index, name: element.attributes["data-description"] ?? "", cells: cells)
      zone.type = element.attributes["data-type"] ?? ""
      zone.color = element.attributes["fill"].flatMap(EntityColor.init(text:))
      zone.isHidden = element.isHidden
      return zone
    }
  }

  private var ice: [IceSheet] {
    var sheets: [IceSheet] = []
    for element in elements["ice"] ?? [] where element.name == "polygon" {
      guard let points = element.attributes.points, points.count > 2 else { continue }
      let type = element.attributes["type"]
      let isGlacier = type == "iceShield" || type == "glacier"
      var sheet = IceSheet(
        id: sheets.count, kind: isGlacier ? .glacier : .iceberg, outline: points)
      sheet.offset = element.attributes.translation
      sheet.size = element.attributes.number("size") ?? 0
      sheets.append(sheet)
    }
    return sheets
  }

  // MARK: Markers

  private func markers(in world: World) -> [Marker] {
    guard elements["markers"] != nil else { return [] }
    let index = world.cells.map { PointIndex($0.mesh.sites) }
    var markers: [Marker] = []
    for element in elements["markers"] ?? [] where element.name == "use" {
      guard let x = element.attributes.number("data-x"), let y = element.attributes.number("data-y")
      else { continue }
      let kind =
        (element.attributes["data-id"] ?? element.attributes["xlink:href"]
        ?? element.attributes["href"] ?? "").trimmingPrefix("#")
      let symbol = symbols[String(kind)]
      // Notes name old markers by their element's number.
      let id = element.attributes["id"].flatMap { Int($0.trimmingPrefix("markerElement")) }
      let moved = element.attributes.translation
      var marker = Marker(
        id: id ?? markers.count, icon: symbol?.icon ?? "", position: Point(x, y) + moved)
      marker.type = String(kind.trimmingPrefix("marker_"))
      marker.isHidden = element.isHidden
      marker.size =
        element.attributes.number("data-size").map { $0 * 30 }
        ?? element.attributes.number("width") ?? 30
      marker.iconOffset = Point(
        symbol?.text?.number("x", unit: "%") ?? 50, symbol?.text?.number("y", unit: "%") ?? 50)
      marker.iconSize = symbol?.text?.number("font-size", unit: "px") ?? 12
      marker.fill = symbol?.circle?["fill"]
      marker.stroke = symbol?.circle?["stroke"]
      if symbol?.circle?["opacity"] == "0" { marker.pin = "no" }
      marker.cell = index?.nearest(to: marker.position)
      markers.append(marker)
    }
    return markers
  }

  // MARK: Burgs

  /// Up to 1.108 a burg's group is the group its mark was drawn in.
  private func completeBurgs(_ world: inout World) {
    guard world.burgs.contains(where: { $0.group.isEmpty }) else { return }
    var groupOf: [Int: String] = [:]
    for element in elements["icons"] ?? [] {
      let path = groups[element.group].path
      guard path.hasPrefix("icons/burgIcons/"),
        let id = (element.attributes["data-id"] ?? element.attributes["id"]).flatMap({
          Int($0.trimmingPrefix("burg"))
        })
      else { continue }
      groupOf[id] = String(path.trimmingPrefix("icons/burgIcons/"))
    }
    world.burgs.mutateAll { burg in
      if burg.group.isEmpty, let group = groupOf[burg.id] { burg.group = group }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes without `suffix`, where they end in it.
  func dropLast(_ suffix: StaticString) -> UnsafeRawBufferPointer {
    unsafe hasSuffix(suffix) ? part(0..<count - suffix.utf8CodeUnitCount) : self
  }
}

extension StringProtocol {
  func trimmingPrefix(_ prefix: String) -> SubSequence {
    hasPrefix(prefix) ? dropFirst(prefix.count) : self[...]
  }
}
