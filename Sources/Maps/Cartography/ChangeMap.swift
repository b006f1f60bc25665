// SPDX-License-Identifier: MIT
// Part of Platen: a map of the changes between two saves: the newer world with the older one's borders,
// land that changed hands, and the towns that changed.

package import Atlas
package import Diagnostics
package import Digests
package import Drawing
internal import Geometry

/// A map of the changes between two saves of a world.
package struct ChangeMap: Sendable {
  /// The change of a town.
  package enum TownChange: Int, CaseIterable, Sendable {
    case founded, renamed, moved, vanished
  }

  /// The words of the key.
  package struct Words: Hashable, Sendable {
    package var oldBorder: String
    package var handed: String
    /// Words about towns, in the order of the changes.
    package var towns: [String]
    /// The words of the map itself.
    package var map: MapWords

    package init(oldBorder: String, handed: String, towns: [String], map: MapWords) {
      (self.oldBorder, self.handed, self.towns, self.map) = (oldBorder, handed, towns, map)
    }
  }

  /// A town that changed, with its name on the map.
  struct Mark: Hashable {
    let change: TownChange
    let burg: Int
    let place: Point
    /// The place where it was before it moved.
    var origin: Point?
    let name: String
  }

  let marks: [Mark]
  private let old: World
  private let new: World
  /// The cells that changed hands, as labels of 1.
  let handed: [Int32]
  private let hasSameCells: Bool

  /// The width of the map on a page, in points.
  private static let pageWidth = 420.0
  /// The most names of changed towns on a map; symbols are not limited.
  private static let mostNames = 300
  /// The most symbols that names of the map keep clear of.
  private static let mostSigns = 1000

  /// - Parameter hasSameCells: whether the cells of both worlds are the same.
  package init(from old: World, to new: World, hasSameCells: Bool) {
    self.old = old
    self.new = new
    self.hasSameCells = hasSameCells
    marks = ChangeMap.marks(from: old, to: new)
    if hasSameCells, let before = old.cells, let after = new.cells {
      handed = (0..<after.count).map { cell in
        before.state[cell] != after.state[cell] && before.height[cell] >= 20
          && after.height[cell] >= 20 ? 1 : 0
      }
    } else {
      handed = []
    }
  }

  private static func marks(from old: World, to new: World) -> [Mark] {
    var marks: [Mark] = []
    for burg in old.burgs where new.burgs[id: burg.id] == nil {
      marks.append(Mark(change: .vanished, burg: burg.id, place: burg.position, name: burg.name))
    }
    for burg in new.burgs {
      guard let before = old.burgs[id: burg.id] else {
        marks.append(Mark(change: .founded, burg: burg.id, place: burg.position, name: burg.name))
        continue
      }
      let name = before.name == burg.name ? burg.name : "\(before.name) \u{2192} \(burg.name)"
      if before.position != burg.position {
        marks.append(
          Mark(
            change: .moved, burg: burg.id, place: burg.position, origin: before.position, name: name
          ))
      } else if before.name != burg.name {
        marks.append(Mark(change: .renamed, burg: burg.id, place: burg.position, name: name))
      }
    }
    return marks.filter { $0.place.x.isFinite && $0.place.y.isFinite }
  }

  /// The drawing: the map with its key below.
  ///
  /// - Throws: `Failure`, such as `map.no-cells` for a world that has tables only.
  package func compose(
    look: MapLook, words: Words, text: any TextMeasuring
  ) throws -> Diagnosed<Scene> {
    let sheet = Rect(x: 0, y: 0, width: new.info.width, height: new.info.height)
    let unit = max(sheet.width, sheet.height / 8, 1) / ChangeMap.pageWidth
    // Armies and markers would hide what changed.
    var request = try BookMap.request(
      sheet, look: look, for: .player, on: Size(width: sheet.width, height: sheet.height),
      words: words.map, width: ChangeMap.pageWidth)
    request.look.scaleBar.size /= 1.6
    request.overlay.signs = marks.prefix(ChangeMap.mostSigns).map {
      MapOverlay.Sign(center: $0.place, radius: 5.5 * unit)
    }
    let names = placedNames(on: sheet, unit: unit, text: text)
    request.overlay.lines = names.map(\.line)
    request.overlay.lineWidth = 9 * unit
    // Changed towns have symbols and names of their own here.
    let named = Set(names.compactMap(\.burg))
    var shown = new
    shown.burgs.removeAll { named.contains($0.id) }
    let composed = try MapComposer(request: request, text: text).compose(shown)
    var scene = composed.value
    insert(tint(on: sheet, unit: unit), below: .borders, in: &scene)
    let borders = oldBorders(on: sheet, unit: unit)
    let drawn = borders + symbols(unit: unit) + names.flatMap(\.nodes)
    let map = Group(name: "changes", clip: Clip(Path(rect: sheet)), children: drawn)
    let key = Key(
      of: self, words: words, hasOldBorders: !borders.isEmpty, width: sheet.width, unit: unit,
      text: text)
    scene.nodes = [
      .group(Group(clip: Clip(Path(rect: sheet)), children: scene.nodes)), .group(map),
      .group(key.group(below: sheet)),
    ]
    scene.size = Size(width: sheet.width, height: sheet.height + key.height)
    return Diagnosed(scene, warnings: composed.warnings.filter { $0.severity == .error })
  }

  /// Puts nodes below a layer, so that borders and names stay legible; on top without that layer.
  private func insert(_ nodes: [Node], below layer: MapLayer, in scene: inout Scene) {
    guard !nodes.isEmpty else { return }
    let at = scene.nodes.firstIndex { node in
      if case .group(let group) = node { group.name == layer.rawValue } else { false }
    }
    scene.nodes.insert(
      .group(Group(name: "changed-land", children: nodes)), at: at ?? scene.nodes.endIndex)
  }

  // MARK: Land

  private static let landInk = Color(bytes: 0xb4, 0x3b, 0x1c)
  private static let oldBorderInk = Color(bytes: 0x5c, 0x4a, 0x5e)

  /// The land that changed hands: tinted and hatched.
  private func tint(on sheet: Rect, unit: Double) -> [Node] {
    guard handed.contains(1), let mesh = new.cells?.mesh else { return [] }
    let shaper = RegionShaper(mesh: mesh, labels: handed, isSmooth: false, sheet: sheet)
    var path = Path()
    for outline in RegionTracer(mesh: mesh).outlines(labels: handed) where outline.label == 1 {
      path.append(shaper.path(rings: outline.rings))
    }
    return ChangeMap.hatched(path, over: sheet, unit: unit)
  }

  /// An area filled with a light tint and lines from lower left to upper right.
  private static func hatched(_ path: Path, over area: Rect, unit: Double) -> [Node] {
    let step = 3.2 * unit
    var lines = Path()
    var start = area.minX - area.height
    while step > 0, start < area.maxX {
      lines.append(
        line: [Point(start, area.maxY), Point(start + area.height, area.minY)])
      start += step
    }
    return [
      .path(PathNode(path, fill: Fill(.color(landInk.opacity(0.16)), rule: .evenOdd))),
      .group(
        Group(
          clip: Clip(path, rule: .evenOdd),
          children: [
            .path(PathNode(lines, stroke: Stroke(landInk.opacity(0.55), width: 0.5 * unit)))
          ])),
    ]
  }

  /// The old borders that are no longer there, dashed.
  private func oldBorders(on sheet: Rect, unit: Double) -> [Node] {
    guard let before = old.cells else { return [] }
    let labels = before.state.map(Int32.init)
    let after = hasSameCells ? new.cells : nil
    let lines = RegionTracer(mesh: before.mesh).borders(labels: labels) { a, b in
      guard before.height[a] >= 20, before.height[b] >= 20 else { return false }
      guard let after else { return true }
      return after.state[a] == after.state[b] || after.height[a] < 20 || after.height[b] < 20
    }
    let shaper = RegionShaper(mesh: before.mesh, labels: labels, isSmooth: false, sheet: sheet)
    var path = Path()
    for line in lines { shaper.append(line: line, to: &path) }
    return path.isEmpty ? [] : ChangeMap.dashed(path, unit: unit)
  }

  private static func dashed(_ path: Path, unit: Double) -> [Node] {
    [
      .path(
        PathNode(
          path,
          stroke: Stroke(
            Color.white.opacity(0.6), width: 1.9 * unit, cap: .round, join: .round))),
      .path(
        PathNode(
          path,
          stroke: Stroke(
            oldBorderInk, width: 0.9 * unit, dash: [2.6 * unit, 1.8 * unit], cap: .butt,
            join: .round))),
    ]
  }

  // MARK: Towns

  private func symbols(unit: Double) -> [Node] {
    var nodes: [Node] = []
    var ways = Path()
    for mark in marks {
      guard let origin = mark.origin, origin.x.isFinite, origin.y.isFinite else { continue }
      ways.append(line: [origin, mark.place])
      ways.append(Path(circleAt: origin, radius: 1.2 * unit))
    }
    if !ways.isEmpty {
      let ink = ChangeMap.ink(of: .moved)
      nodes += [
        .path(PathNode(ways, stroke: Stroke(Color.white.opacity(0.8), width: 2.4 * unit))),
        .path(PathNode(ways, stroke: Stroke(ink, width: 1 * unit))),
      ]
    }
    for change in TownChange.allCases {
      let places = marks.filter { $0.change == change }.map(\.place)
      if !places.isEmpty { nodes += ChangeMap.symbols(of: change, at: places, unit: unit) }
    }
    return nodes
  }

  private static func ink(of change: TownChange) -> Color {
    switch change {
    case .founded: Color(bytes: 0x1f, 0x75, 0x3c)
    case .renamed: Color(bytes: 0x1f, 0x55, 0x9c)
    case .moved: Color(bytes: 0x7a, 0x35, 0x97)
    case .vanished: Color(bytes: 0xa3, 0x22, 0x22)
    }
  }

  /// A disk with a sign that does not depend on its color: a cross, a bar, a ring, a saltire.
  private static func symbols(
    of change: TownChange, at places: [Point], unit: Double
  ) -> [Node] {
    let (radius, arm) = (3.4 * unit, 1.9 * unit)
    var disks = Path()
    var signs = Path()
    for place in places {
      disks.append(Path(circleAt: place, radius: radius))
      func stroke(_ x: Double, _ y: Double) {
        signs.append(line: [place - Point(x, y), place + Point(x, y)])
      }
      switch change {
      case .founded:
        stroke(arm, 0)
        stroke(0, arm)
      case .renamed:
        signs.append(
          line: [place + Point(-arm, -arm * 0.4), place + Point(arm, -arm * 0.4)])
        signs.append(line: [place + Point(-arm, arm * 0.4), place + Point(arm, arm * 0.4)])
      case .moved: signs.append(Path(circleAt: place, radius: arm * 0.8))
      case .vanished:
        stroke(arm * 0.75, arm * 0.75)
        stroke(arm * 0.75, -arm * 0.75)
      }
    }
    return [
      .path(
        PathNode(
          disks, fill: Fill(ink(of: change)), stroke: Stroke(.white, width: 0.8 * unit))),
      .path(PathNode(signs, stroke: Stroke(.white, width: 0.9 * unit, cap: .round))),
    ]
  }

  /// A name of a changed town that found its place.
  private struct PlacedName {
    let nodes: [Node]
    /// The line through it, for other names to keep clear of.
    let line: [Point]
    /// The town whose own name it replaces.
    let burg: Int?
  }

  /// The names beside their symbols, where they cover neither these nor each other.
  private func placedNames(
    on sheet: Rect, unit: Double, text: any TextMeasuring
  ) -> [PlacedName] {
    let size = 7.2 * unit
    let font = FontRequest(families: ChangeMap.families, size: size, weight: 700)
    let named = marks.prefix(ChangeMap.mostNames)
    var taken = marks.prefix(ChangeMap.mostSigns).map {
      Rect(x: $0.place.x, y: $0.place.y, width: 0, height: 0).insetBy(-3.6 * unit)
    }
    let room = sheet.insetBy(3 * unit)
    return named.compactMap { mark in
      let shaped = text.shape(mark.name, font: font)
      let gap = 4.6 * unit
      let offsets = [
        Point(gap, size * 0.34), Point(-gap - shaped.width, size * 0.34),
        Point(-shaped.width / 2, -gap - size * 0.1), Point(-shaped.width / 2, gap + size * 0.8),
      ]
      for offset in offsets {
        let origin = mark.place + offset
        let box = Rect(
          x: origin.x, y: origin.y - size * 0.8, width: shaped.width, height: size)
        guard room.contains(Point(box.minX, box.minY)), room.contains(Point(box.maxX, box.maxY)),
          !taken.contains(where: box.intersects)
        else {
          continue
        }
        taken.append(box)
        return PlacedName(
          nodes: shaped.nodes(
            at: origin, paint: .color(ChangeMap.ink(of: mark.change)),
            halo: Stroke(Color.white.opacity(0.9), width: 1.8 * unit, join: .round)),
          line: [Point(box.minX, box.center.y), Point(box.maxX, box.center.y)],
          burg: mark.change == .vanished ? nil : mark.burg)
      }
      return nil
    }
  }

  private static let families = ["Lato", "EB Garamond"]

  // MARK: Key

  /// The key below the map: what its signs mean, in rows.
  private struct Key {
    private var nodes: [Node] = []
    private(set) var height = 0.0
    private let width: Double

    init(
      of map: ChangeMap, words: Words, hasOldBorders: Bool, width: Double, unit: Double,
      text: any TextMeasuring
    ) {
      self.width = width
      var items: [(sign: (Point) -> [Node], words: String)] = []
      if hasOldBorders {
        items.append(
          (
            { place in
              var line = Path()
              line.append(line: [place - Point(6 * unit, 0), place + Point(6 * unit, 0)])
              return ChangeMap.dashed(line, unit: unit)
            }, words.oldBorder
          ))
      }
      if map.handed.contains(1) {
        items.append(
          (
            { place in
              let box = Rect(
                x: place.x - 6 * unit, y: place.y - 3 * unit, width: 12 * unit, height: 6 * unit)
              return ChangeMap.hatched(Path(rect: box), over: box, unit: unit)
            }, words.handed
          ))
      }
      for (change, word) in zip(TownChange.allCases, words.towns)
      where map.marks.contains(where: { $0.change == change }) {
        items.append(({ ChangeMap.symbols(of: change, at: [$0], unit: unit) }, word))
      }
      guard !items.isEmpty else { return }
      let (size, row, margin) = (7.6 * unit, 13 * unit, 8 * unit)
      let font = FontRequest(families: ChangeMap.families, size: size)
      var place = Point(margin, 9.5 * unit)
      for item in items {
        let shaped = text.shape(item.words, font: font)
        let end = place.x + 16 * unit + shaped.width
        if end > width - margin, place.x > margin {
          place = Point(margin, place.y + row)
        }
        nodes += item.sign(place + Point(6 * unit, 0))
        nodes += shaped.nodes(
          at: place + Point(16 * unit, size * 0.34),
          paint: .color(Color(bytes: 0x2a, 0x26, 0x22)))
        place.x += 16 * unit + shaped.width + 12 * unit
      }
      height = place.y + 9.5 * unit
    }

    /// The key as a group below a map.
    func group(below sheet: Rect) -> Group {
      guard height > 0 else { return Group(name: "key") }
      let ground = Path(rect: Rect(x: 0, y: 0, width: width, height: height))
      return Group(
        name: "key",
        transform: AffineMap(a: 1, b: 0, c: 0, d: 1, tx: sheet.minX, ty: sheet.maxY),
        children: [.path(PathNode(ground, fill: Fill(Color(bytes: 0xfb, 0xf8, 0xf1))))] + nodes)
    }
  }
}

extension ChangeMap.Words: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(oldBorder, handed, towns, map)
  }
}
