// SPDX-License-Identifier: MIT
// Part of Platen: what stands around the maps of an atlas: headings, squares, arrows, scale, locator.

package import Atlas
internal import Documents
package import Drawing
package import Geometry

/// The parts of an atlas's pages besides their maps. Lengths are points.
package struct AtlasFurniture {
  let plan: AtlasPlan
  /// The title of the atlas.
  let title: String
  let mapPhrases: MapPhrases
  /// The request for the whole map.
  let request: MapRequest
  let world: World
  let families: [String]
  let text: any TextMeasuring
  /// The land of the world in few lines, in map units.
  let land: Path

  /// Half the width of a page's number on the overview.
  static let pill = 10.0
  static let ink = Color(bytes: 0x2b, 0x28, 0x26)
  static let faint = Color(bytes: 0x70, 0x6a, 0x64)
  /// The outline of what a page shows.
  static let mark = Color(bytes: 0xb0, 0x24, 0x1c)

  /// - Throws: `Failure` `map.no-cells` for a world without cells.
  package init(
    plan: AtlasPlan, title: String, mapPhrases: MapPhrases, request: MapRequest, world: World,
    text: any TextMeasuring
  ) throws {
    self.plan = plan
    self.title = title
    self.mapPhrases = mapPhrases
    self.request = request
    self.world = world
    self.text = text
    families = request.look.smallPrintFamilies
    let composition = try Composition(world: world, request: request, text: text)
    let tolerance = max(world.info.width, world.info.height) / 400
    var land = Path()
    for shore in composition.coasts.shores {
      let ring = simplify(shore.coarse, tolerance: tolerance)
      guard ring.count > 2, let bounds = Rect(enclosing: ring),
        max(bounds.width, bounds.height) > 3 * tolerance
      else { continue }
      land.append(ring: ring)
    }
    self.land = land
  }

  private var phrases: Phrasebook { mapPhrases.phrases }

  // MARK: Words

  func shaped(
    _ string: String, _ size: Double, weight: Int = 400, isItalic: Bool = false,
    within width: Double = .infinity
  ) -> ShapedText {
    var font = FontRequest(small: families, size: size, weight: weight)
    font.isItalic = isItalic
    let line = text.shape(String(string.prefix(400)), font: font)
    return line.width > width && width > 0 ? line.scaled(by: width / line.width) : line
  }

  func centered(_ line: ShapedText, _ x: Double, _ y: Double, color: Color = ink) -> [Node] {
    line.nodes(at: Point(x - line.width / 2, y), paint: .color(color))
  }

  // MARK: Pages

  /// Adds the heading, the figure and the link of an outline's entry of a page, in this order.
  ///
  /// - Parameter map: makes the page of a frame and the figure's element.
  package func sheet(
    _ index: Int, alternative: String, into structure: inout DocumentStructure,
    map: (Rect, Int) throws -> LaidOutPage
  ) rethrows -> LaidOutPage {
    let sheet = plan.sheets[index]
    let number = plan.page(of: index)
    let frame = plan.frame(onPage: number)
    structure.addEntry(
      "\(number + 1) · \(sheet.title)", level: 2, named: AtlasFurniture.place(number), page: number)
    let heading = structure.add(.heading2)
    let figure = structure.addFigure(alternative, in: PageBox(page: number, frame: frame))
    var page = try map(frame, figure)
    page.label = "\(number + 1)"
    let outer = frame.insetBy(-AtlasPlan.strip)
    page.add(squares(of: frame), nil)
    page.add(header(sheet.title, over: outer, on: number), heading)
    page.add(running(over: outer, on: number), nil)
    for neighbor in sheet.neighbors { arrow(to: neighbor, at: outer, &page, &structure) }
    footer(of: sheet, under: outer, on: number, &page, &structure)
    return page
  }

  /// The overview: the map with the pages' numbers, each a link, and a list of them where there is room.
  package func overview(
    alternative: String, into structure: inout DocumentStructure,
    map: (Rect, Int) throws -> LaidOutPage
  ) rethrows -> LaidOutPage {
    let number = 1
    let frame = plan.overview
    let title = phrases[.atlasOverview]
    structure.addEntry(title, named: AtlasFurniture.place(number), page: number)
    let heading = structure.add(.heading1)
    let figure = structure.addFigure(alternative, in: PageBox(page: number, frame: frame))
    var page = try map(frame, figure)
    page.label = "\(number + 1)"
    let outer = frame.insetBy(-AtlasPlan.strip)
    page.add(outlines(on: frame), nil)
    page.add(squares(of: frame, hasLines: false), nil)
    page.add(header(title, over: outer, on: number), heading)
    page.add(running(over: outer, on: number), nil)
    let scale = frame.width / plan.shown.width
    for (index, sheet) in plan.sheets.enumerated() {
      let center = Point(
        frame.minX + (sheet.core.center.x - plan.shown.minX) * scale,
        frame.minY + (sheet.core.center.y - plan.shown.minY) * scale)
      let size = Size(
        width: max(2 * AtlasFurniture.pill, sheet.core.width * scale),
        height: max(2 * AtlasFurniture.pill * 0.8, sheet.core.height * scale))
      link(
        to: plan.page(of: index), pill(plan.page(of: index), at: center),
        in: Rect(
          x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
          height: size.height), sheet.title, &page, &structure)
    }
    let top = outer.maxY + 12
    let bar = scaleBar(pointsPerUnit: scale, width: min(150, outer.width / 3))
    if let bar { page.add(bar.nodes(Point(outer.minX, top)), nil) }
    list(under: top + (bar == nil ? 0 : 34), outer, &page, &structure)
    page.add(pageNumber(number, outer), nil)
    return page
  }

  static func place(_ number: Int) -> String { "p\(number)" }

  /// The heading of a page, away from the binding.
  private func header(_ string: String, over outer: Rect, on number: Int) -> [Node] {
    let line = shaped(string, 12, weight: 700, within: outer.width * 0.64)
    let x = plan.isBoundLeft(number) ? outer.maxX - line.width : outer.minX
    return line.nodes(at: Point(x, outer.minY - 18), paint: .color(AtlasFurniture.ink))
  }

  /// The title of the atlas, beside the binding.
  private func running(over outer: Rect, on number: Int) -> [Node] {
    let line = shaped(title, 8.5, isItalic: true, within: outer.width * 0.32)
    let x = plan.isBoundLeft(number) ? outer.minX : outer.maxX - line.width
    return line.nodes(at: Point(x, outer.minY - 18), paint: .color(AtlasFurniture.faint))
  }

  /// The number of a page and its label, for pages without a map.
  package func edge(of number: Int) -> (label: String, nodes: [Node]) {
    ("\(number + 1)", pageNumber(number, plan.frame(onPage: number).insetBy(-AtlasPlan.strip)))
  }

  private func pageNumber(_ number: Int, _ outer: Rect) -> [Node] {
    let line = shaped("\(number + 1)", 11)
    let all = plan.frame(onPage: number).insetBy(-AtlasPlan.strip)
    let x = plan.isBoundLeft(number) ? all.maxX - line.width : all.minX
    return line.nodes(at: Point(x, all.maxY + 44), paint: .color(AtlasFurniture.ink))
  }

  // MARK: Frames and squares

  /// The frame of a map with the letters and numbers of its squares, and thin lines between these.
  private func squares(of frame: Rect, hasLines: Bool = true) -> [Node] {
    let squares = MapSquares(map: frame)
    let outer = frame.insetBy(-AtlasPlan.strip)
    var inner = Path()
    var ticks = Path()
    for column in 1..<max(1, squares.columns) {
      let x = frame.minX + frame.width * Double(column) / Double(squares.columns)
      inner.append(line: [Point(x, frame.minY), Point(x, frame.maxY)])
      ticks.append(line: [Point(x, outer.minY), Point(x, frame.minY)])
      ticks.append(line: [Point(x, frame.maxY), Point(x, outer.maxY)])
    }
    for row in 1..<max(1, squares.rows) {
      let y = frame.minY + frame.height * Double(row) / Double(squares.rows)
      inner.append(line: [Point(frame.minX, y), Point(frame.maxX, y)])
      ticks.append(line: [Point(outer.minX, y), Point(frame.minX, y)])
      ticks.append(line: [Point(frame.maxX, y), Point(outer.maxX, y)])
    }
    let ink = AtlasFurniture.ink
    var nodes: [Node] = []
    if hasLines, !inner.isEmpty {
      nodes.append(.path(PathNode(inner, stroke: Stroke(ink.opacity(0.28), width: 0.35))))
    }
    if !ticks.isEmpty {
      nodes.append(.path(PathNode(ticks, stroke: Stroke(ink, width: 0.5))))
    }
    nodes += [
      .path(PathNode(Path(rect: frame), stroke: Stroke(ink, width: 0.6))),
      .path(PathNode(Path(rect: outer), stroke: Stroke(ink, width: 1.2))),
    ]
    return nodes + squares.nodes(in: outer, families: families, text: text)
  }

  /// The outlines of the sheets of a grid.
  private func outlines(on frame: Rect) -> [Node] {
    guard plan.columns > 0 else { return [] }
    let scale = frame.width / plan.shown.width
    var path = Path()
    for sheet in plan.sheets {
      path.append(
        Path(
          rect: Rect(
            x: frame.minX + (sheet.core.minX - plan.shown.minX) * scale,
            y: frame.minY + (sheet.core.minY - plan.shown.minY) * scale,
            width: sheet.core.width * scale, height: sheet.core.height * scale)))
    }
    return [
      .path(PathNode(path, stroke: Stroke(Color.white.opacity(0.7), width: 1.8))),
      .path(PathNode(path, stroke: Stroke(AtlasFurniture.mark, width: 0.6))),
    ]
  }

  private func pill(_ number: Int, at center: Point) -> [Node] {
    let line = shaped("\(number + 1)", 9.5)
    let half = max(AtlasFurniture.pill * 0.8, line.width / 2 + 4)
    let box = Rect(x: center.x - half, y: center.y - 7, width: 2 * half, height: 14)
    return [
      .path(
        PathNode(
          Path(rounded: box, radius: 7), fill: Fill(Color.white.opacity(0.86)),
          stroke: Stroke(AtlasFurniture.mark, width: 0.7)))
    ] + centered(line, center.x, center.y + 3.4)
  }

  // MARK: Links

  private func link(
    to number: Int, _ nodes: [Node], in frame: Rect, _ description: String,
    _ page: inout LaidOutPage, _ structure: inout DocumentStructure
  ) {
    let element = structure.add(.link, in: structure.add(.paragraph))
    page.add(nodes, element)
    page.links.append(
      PageLink(
        frame: frame, target: .place(AtlasFurniture.place(number)), element: element,
        description: phrases(.onPage, "\(number + 1)") + phrases[.comma] + description))
  }

  /// An arrow to a page that adjoins this one, with its number.
  private func arrow(
    to neighbor: AtlasPlan.Neighbor, at outer: Rect, _ page: inout LaidOutPage,
    _ structure: inout DocumentStructure
  ) {
    let frame = outer.insetBy(AtlasPlan.strip)
    let number = plan.page(of: neighbor.sheet)
    let line = shaped("\(number + 1)", 8)
    let x = frame.minX + frame.width * neighbor.place
    let y = frame.minY + frame.height * neighbor.place
    let (long, half) = (5.0, 4.0)
    var path = Path()
    var nodes: [Node]
    let box: Rect
    switch neighbor.side {
    case .top, .bottom:
      let isUp = neighbor.side == .top
      let base = isUp ? outer.minY - 4 : outer.maxY + 4
      let left = x - (2 * half + 3 + line.width) / 2
      path.append(ring: [
        Point(left, base), Point(left + 2 * half, base),
        Point(left + half, base + (isUp ? -long : long)),
      ])
      nodes = line.nodes(
        at: Point(left + 2 * half + 3, isUp ? base + 0.4 : base + 5.4),
        paint: .color(AtlasFurniture.ink))
      box = Rect(
        x: left - 4, y: isUp ? base - 9 : base - 3, width: 2 * half + 11 + line.width, height: 12)
    case .left, .right:
      let isLeft = neighbor.side == .left
      let base = isLeft ? outer.minX - 4 : outer.maxX + 4
      let tip = base + (isLeft ? -long : long)
      path.append(ring: [
        Point(base, y - half - 4), Point(base, y + half - 4), Point(tip, y - 4),
      ])
      nodes = line.nodes(
        at: Point(isLeft ? base - line.width : base, y + 8), paint: .color(AtlasFurniture.ink))
      let width = max(line.width, long) + 6
      box = Rect(x: isLeft ? base - width + 2 : base - 2, y: y - 10, width: width, height: 21)
    case .topLeft, .topRight, .bottomLeft, .bottomRight:
      let isLeft = neighbor.side == .topLeft || neighbor.side == .bottomLeft
      let isTop = neighbor.side == .topLeft || neighbor.side == .topRight
      // The arrow is at the corner, and its number beside the frame.
      let base = Point(
        isLeft ? outer.minX - 4 : outer.maxX + 4, isTop ? outer.minY + 1 : outer.maxY - 1)
      let (across, down) = (isLeft ? -1.0 : 1.0, isTop ? -1.0 : 1.0)
      let tip = base + Point(across, down) * (long * 0.9)
      path.append(ring: [tip, tip - Point(across * 7, 0), tip - Point(0, down * 7)])
      let line = line.nodes(
        at: Point(isLeft ? base.x - line.width : base.x, isTop ? base.y + 12 : base.y - 6),
        paint: .color(AtlasFurniture.ink))
      nodes = line
      box = Rect(
        x: isLeft ? base.x - 16 : base.x - 3, y: isTop ? base.y - 5 : base.y - 15, width: 19,
        height: 20)
    }
    nodes.insert(.path(PathNode(path, fill: Fill(AtlasFurniture.mark))), at: 0)
    let element = structure.add(.link, in: structure.add(.paragraph))
    page.add(nodes, element)
    page.links.append(
      PageLink(
        frame: box, target: .place(AtlasFurniture.place(number)), element: element,
        description: phrases(.atlasContinued, "\(number + 1)") + phrases[.comma]
          + plan.sheets[neighbor.sheet].title))
  }

  /// The pages by their titles under the overview, if all of them have room there.
  private func list(
    under top: Double, _ outer: Rect, _ page: inout LaidOutPage,
    _ structure: inout DocumentStructure
  ) {
    let bottom = plan.page.height - plan.edgeMargin - 34
    let (leading, gap) = (13.0, 18.0)
    let columns = max(1, Int((outer.width + gap) / (150 + gap)))
    let perColumn = Int((bottom - top) / leading)
    guard perColumn > 0, columns * perColumn >= plan.sheets.count else { return }
    let rows = (plan.sheets.count + columns - 1) / columns
    let width = (outer.width - gap * Double(columns - 1)) / Double(columns)
    for (index, sheet) in plan.sheets.enumerated() {
      let x = outer.minX + Double(index / rows) * (width + gap)
      let y = top + Double(index % rows) * leading
      let number = plan.page(of: index)
      let figure = shaped("\(number + 1)", 8.5)
      let name = shaped(sheet.title, 8.5, within: width - 24)
      link(
        to: number,
        figure.nodes(at: Point(x + 16 - figure.width, y + 9), paint: .color(AtlasFurniture.mark))
          + name.nodes(at: Point(x + 24, y + 9), paint: .color(AtlasFurniture.ink)),
        in: Rect(x: x, y: y, width: width, height: leading), sheet.title, &page, &structure)
    }
  }

  // MARK: Under a map

  /// A part of the footer, drawn with its upper left corner at a point.
  typealias Part = (width: Double, nodes: (Point) -> [Node])

  /// The locator, the scale and the key, from the binding outward, and the page's number.
  private func footer(
    of sheet: AtlasPlan.Sheet, under outer: Rect, on number: Int, _ page: inout LaidOutPage,
    _ structure: inout DocumentStructure
  ) {
    let top = outer.maxY + 17
    let isLeft = plan.isBoundLeft(number)
    var used = 0.0
    func corner(_ width: Double) -> Point {
      defer { used += width + 16 }
      return Point(isLeft ? outer.minX + used : outer.maxX - used - width, top)
    }
    let size = locatorSize(within: Size(width: min(78, outer.width / 4), height: 38))
    let place = corner(size.width)
    let box = Rect(x: place.x, y: place.y, width: size.width, height: size.height)
    link(
      to: 1, locator(in: box, marking: sheet.window), in: box, phrases[.atlasOverview], &page,
      &structure)
    let scale = plan.scale(of: sheet)
    if let bar = scaleBar(
      pointsPerUnit: scale, width: min(130, (outer.width - used) * 0.34))
    {
      page.add(bar.nodes(corner(bar.width)), nil)
    }
    let room = outer.width - used - 40
    if let key = key(pointsPerUnit: scale, window: sheet.window, within: room) {
      page.add(key.nodes(corner(key.width)), nil)
    }
    page.add(pageNumber(number, outer), nil)
  }

  func locatorSize(within room: Size) -> Size {
    let scale = min(room.width / world.info.width, room.height / world.info.height)
    return Size(width: world.info.width * scale, height: world.info.height * scale)
  }

  /// The whole world, small, with the outline of what a page shows.
  func locator(in box: Rect, marking window: Rect?) -> [Node] {
    let scale = box.width / world.info.width
    let map = AffineMap(a: scale, b: 0, c: 0, d: scale, tx: box.minX, ty: box.minY)
    let look = request.look
    var nodes: [Node] = [
      .group(
        Group(
          clip: Clip(Path(rect: box)),
          children: [
            .path(PathNode(Path(rect: box), fill: Fill(look.ocean.fill))),
            .path(
              PathNode(
                land.applying(map), fill: Fill(look.land.fill, rule: .evenOdd),
                stroke: Stroke(AtlasFurniture.ink, width: 0.25, join: .round))),
          ]))
    ]
    let whole = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    if let seen = window?.intersection(whole) {
      nodes.append(
        .path(
          PathNode(
            Path(
              rect: Rect(
                x: box.minX + seen.x * scale, y: box.minY + seen.y * scale,
                width: seen.width * scale, height: seen.height * scale)),
            fill: Fill(AtlasFurniture.mark.opacity(0.18)),
            stroke: Stroke(AtlasFurniture.mark, width: 0.9))))
    }
    nodes.append(
      .path(PathNode(Path(rect: box), stroke: Stroke(AtlasFurniture.ink, width: 0.5))))
    return nodes
  }

  /// A bar in black and white with the distances above it; nil where the world has no scale.
  private func scaleBar(pointsPerUnit: Double, width: Double) -> Part? {
    let perUnit = world.units.distanceScale
    guard
      let measure = ScaleMeasure(
        near: width * 0.8 / pointsPerUnit * perUnit, perUnit: perUnit,
        unit: request.words.distance(world.units.distance))
    else { return nil }
    let length = measure.length * pointsPerUnit
    guard length.isFinite, length > 10, length < 2 * width else { return nil }
    let size = 7.0
    let figures = (0...measure.parts).map { part -> (text: ShapedText, x: Double) in
      let value = measure.distance * Double(part) / Double(measure.parts)
      let line = shaped(LookValue.number((value * 10_000).rounded() / 10_000).text, size)
      return (line, length * Double(part) / Double(measure.parts))
    }
    let unit = shaped(measure.unit, size)
    let last = figures[figures.count - 1].text.width / 2
    // Only the ends where all would stand on each other.
    let widest = figures.map(\.text.width).max() ?? 0
    let isCrowded = widest + 3 > length / Double(measure.parts)
    let kept = isCrowded ? [figures[0], figures[figures.count - 1]] : figures
    return (
      length + 8 + last + unit.width,
      { corner in
        let x = corner.x + 4
        let bar = Rect(x: x, y: corner.y + 12, width: length, height: 3.6)
        let step = length / Double(measure.parts)
        var dark = Path()
        for part in stride(from: 0, to: measure.parts, by: 2) {
          dark.append(
            Path(
              rect: Rect(
                x: bar.minX + step * Double(part), y: bar.minY, width: step, height: bar.height)))
        }
        var nodes: [Node] = [
          .path(PathNode(Path(rect: bar), fill: Fill(.white))),
          .path(PathNode(dark, fill: Fill(AtlasFurniture.ink))),
          .path(PathNode(Path(rect: bar), stroke: Stroke(AtlasFurniture.ink, width: 0.5))),
        ]
        for figure in kept { nodes += centered(figure.text, x + figure.x, corner.y + 8.5) }
        nodes += unit.nodes(
          at: Point(x + length + last + 3, corner.y + 8.5), paint: .color(AtlasFurniture.ink))
        if let scale = plan.scaleText {
          nodes += shaped(phrases(.sheetScale, scale), size).nodes(
            at: Point(x, corner.y + 27), paint: .color(AtlasFurniture.faint))
        }
        return nodes
      }
    )
  }

  /// The signs of towns, ways and borders with their names, in two rows; nil where they have no room.
  private func key(pointsPerUnit: Double, window: Rect, within room: Double) -> Part? {
    let sheet = Size(width: world.info.width, height: world.info.height)
    let factor = request.look.sheet.scale(on: sheet, showing: window) * pointsPerUnit
    guard factor.isFinite, factor > 0 else { return nil }
    let look = request.look.scaled(by: factor)
    var rows: [(name: String, sign: (Rect) -> [Node])] = []
    func addMark(_ rank: BurgRank, _ name: String) {
      let style = look.burgs.style(rank)
      guard request.layers.contains(.burgIcons), style.size > 0, style.shape != "none" else {
        return
      }
      rows.append(
        (
          name,
          { box in
            let mark = BurgMark(
              shape: style.shape, size: min(9, max(3, style.size * 1.25)), at: box.center)
            var nodes: [Node] = [
              .path(
                PathNode(
                  mark.body, fill: Fill(style.fill),
                  stroke: style.strokeWidth > 0
                    ? Stroke(style.stroke, width: style.strokeWidth, join: .round) : nil))
            ]
            if !mark.core.isEmpty {
              nodes.append(.path(PathNode(mark.core, fill: Fill(style.stroke))))
            }
            return nodes
          }
        ))
    }
    func addLine(_ layer: MapLayer, _ line: MapLook.Line, _ name: String) {
      guard request.layers.contains(layer), line.isVisible, !name.isEmpty else { return }
      rows.append(
        (
          name,
          { box in
            var path = Path()
            path.append(line: [Point(box.minX, box.center.y), Point(box.maxX, box.center.y)])
            return [.path(PathNode(path, stroke: line.stroke))]
          }
        ))
    }
    let ways = phrases[.gazetteerRouteKinds].split(separator: ",").map {
      String($0.drop { $0 == " " })
    }
    addMark(.capital, phrases[.gazetteerCapital])
    addMark(.town, phrases[.burgs])
    for (line, name) in zip([look.routes.roads, look.routes.trails, look.routes.seaRoutes], ways) {
      addLine(.routes, line, name)
    }
    addLine(.borders, look.borders.states, phrases[.layerBorders])
    let names = rows.map { shaped($0.name, 7) }
    let widths = stride(from: 0, to: rows.count, by: 2).map { first in
      28 + (names[first..<min(first + 2, rows.count)].map(\.width).max() ?? 0)
    }
    var shown = 0
    var total = 0.0
    for width in widths where total + width + (shown > 0 ? 10 : 0) <= room {
      total += width + (shown > 0 ? 10 : 0)
      shown += 1
    }
    guard shown > 0 else { return nil }
    return (
      total,
      { corner in
        var nodes: [Node] = []
        var x = corner.x
        for column in 0..<shown {
          for row in 0..<2 where 2 * column + row < rows.count {
            let index = 2 * column + row
            let y = corner.y + 2 + Double(row) * 13
            nodes += rows[index].sign(Rect(x: x, y: y, width: 22, height: 10))
            nodes += names[index].nodes(
              at: Point(x + 27, y + 7.4), paint: .color(AtlasFurniture.ink))
          }
          x += widths[column] + 10
        }
        return nodes
      }
    )
  }
}

extension LaidOutPage {
  /// Adds nodes as content of an element; nil for an artifact.
  mutating func add(_ nodes: [Node], _ element: Int?) {
    guard !nodes.isEmpty else { return }
    let range = scene.nodes.count..<scene.nodes.count + nodes.count
    leaves.append(ContentLeaf(nodes: range, element: element))
    scene.nodes += nodes
  }
}

extension DocumentStructure {
  /// Adds an element and returns its index.
  mutating func add(_ role: StructureElement.Role, in parent: Int = 0) -> Int {
    elements.append(StructureElement(role, in: parent))
    return elements.count - 1
  }
}
