// SPDX-License-Identifier: MIT
// Part of Platen: mountains, hills and woods as small drawings, thousands of them.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  /// The icons of the save, or as many as the land requires; those nearer stand before others.
  ///
  /// Each icon is a group with nothing of its own but where it stands: its nodes are those of all
  /// icons of its kind.
  func reliefLayer() -> LayerDrawing {
    let style = look.relief
    let icons = thinned(world.relief.isEmpty ? plantedIcons() : savedIcons())
    let grounds = reliefGrounds
    var drawings: [IconKey: [Node]] = [:]
    var extents: [ReliefExtent: Rect] = [:]
    var nodes: [Node] = []
    for icon in icons {
      let center = Point(icon.corner.x + icon.size / 2, icon.corner.y + icon.size / 2)
      let size = icon.size * style.size
      // Larger ones grow from where they stand.
      let foot =
        icon.manner == .simple || icon.manner == .brush
        ? icon.kind.lineExtent(plants: style.plants).maxY / 100 : 0.8
      let corner = Point(
        icon.corner.x - (size - icon.size) / 2, icon.corner.y - (size - icon.size) * foot)
      if let symbol = request.symbols.relief(icon.kind, at: center) {
        let key = ReliefExtent(kind: icon.kind, manner: icon.manner)
        let extent = extents[key] ?? key.rect(plants: style.plants)
        extents[key] = extent
        // As high as what it replaces, and on the same ground.
        var frame = symbol.frame(
          height: extent.height * size / 100,
          around: Point(corner.x + extent.center.x * size / 100, 0))
        frame.y = corner.y + extent.maxY * size / 100 - frame.height
        if window.intersects(frame) { nodes.append(symbol.node(in: frame)) }
        continue
      }
      let state =
        grounds.isEmpty || icon.manner != .simple ? 0 : Int(cells.state[locator.cell(at: center)])
      let ground = grounds[state]
      let key = IconKey(
        kind: icon.kind, variant: icon.variant, manner: icon.manner,
        state: ground == nil ? 0 : state)
      let drawing: [Node]
      if let known = drawings[key] {
        drawing = known
      } else {
        var style = style
        if let ground { style.fill = ground }
        drawing =
          icon.manner == .brush
          ? BrushShape.all(of: icon.kind)[icon.variant % BrushShape.all(of: icon.kind).count]
            .nodes(kind: icon.kind, look: style)
          : ReliefShape.all(of: icon.kind)[icon.variant]
            .nodes(icon.manner, kind: icon.kind, look: style)
        drawings[key] = drawing
      }
      guard window.intersects(Rect(x: corner.x, y: corner.y, width: size, height: size)) else {
        continue
      }
      nodes.append(
        .group(
          Group(
            transform: AffineMap(
              a: size / 100, b: 0, c: 0, d: size / 100, tx: corner.x, ty: corner.y),
            children: drawing)))
    }
    return LayerDrawing(nodes, opacity: style.opacity)
  }

  /// The least distance of mountains in strokes of a brush, as a share of the smaller one's size.
  private static let brushPitch = 0.5

  /// Icons without the mountains that would darken others: strokes of a brush let those behind them
  /// through, so that a heap of them would be a blot. The largest stay.
  private func thinned(_ icons: [PlacedIcon]) -> [PlacedIcon] {
    func isThinned(_ icon: PlacedIcon) -> Bool {
      guard icon.manner == .brush else { return false }
      return switch icon.kind {
      case .mount, .mountSnow, .vulcan: true
      case .hill, .dune, .deciduous, .acacia, .conifer, .coniferSnow, .palm, .grass, .swamp,
        .cactus, .deadTree:
        false
      }
    }
    let mountains = icons.indices.filter { isThinned(icons[$0]) }
      .sorted { (icons[$0].size, $1) > (icons[$1].size, $0) }
    guard let first = mountains.first else { return icons }
    let pitch = Composition.brushPitch * look.relief.size
    var taken = OccupiedSquares(reach: icons[first].size * pitch, sheet: sheet)
    var omitted: Set<Int> = []
    for index in mountains {
      let icon = icons[index]
      let middle = Point(icon.corner.x + icon.size / 2, icon.corner.y + icon.size / 2)
      if !taken.take(middle, distance: icon.size * pitch) { omitted.insert(index) }
    }
    return icons.indices.filter { !omitted.contains($0) }.map { icons[$0] }
  }

  /// The fill of drawings in lines on each state's land, which is the land's own color there, so that
  /// they stand on it without a ground; empty where states are not the uppermost fill.
  private var reliefGrounds: [Int: Color] {
    let fill = look.relief.fill
    let style = look.regions.states
    let over: [MapLayer] = [.heightmap, .biomes, .provinces, .cultures, .religions]
    guard fill.alpha > 0, request.layers.contains(.states), style.fillOpacity > 0,
      !over.contains(where: request.layers.contains)
    else { return [:] }
    return colors(of: stateRegions).mapValues {
      look.land.fill.mixed(with: $0, style.opacity * style.fillOpacity).opacity(fill.alpha)
    }
  }

  private struct IconKey: Hashable {
    var kind: ReliefKind
    var variant: Int
    var manner: ReliefManner
    /// The state whose land it stands on, where its fill has that color.
    var state: Int
  }

  /// The part of its square of 100 that the drawing of a kind takes.
  private struct ReliefExtent: Hashable {
    var kind: ReliefKind
    var manner: ReliefManner

    func rect(plants: Double) -> Rect {
      switch manner {
      case .simple, .brush: kind.lineExtent(plants: plants)
      case .gray, .colored: ReliefShape.all(of: kind)[0].extent
      }
    }
  }

  private struct PlacedIcon {
    var kind: ReliefKind
    var variant: Int
    var manner: ReliefManner
    var corner: Point
    var size: Double
  }

  /// The manner that the look or the save's style sets; nil where each icon has its own.
  private func reliefManner(_ set: String?) -> ReliefManner? {
    switch set {
    case "simple": .simple
    case "gray": .gray
    case "colored": .colored
    case "brush": .brush
    default: nil
    }
  }

  private func savedIcons() -> [PlacedIcon] {
    let manner = reliefManner(look.relief.set)
    let noise = ValueNoise(seed: "relief")
    var unknown: [String: Int] = [:]
    let icons = world.relief.compactMap { icon -> PlacedIcon? in
      guard icon.position.isFinite, icon.size.isFinite, icon.size > 0 else { return nil }
      guard let symbol = ReliefSymbol(icon.symbol) else {
        unknown[icon.symbol, default: 0] += 1
        return nil
      }
      let drawn = manner ?? symbol.manner
      let count = ReliefShape.all(of: symbol.kind).count
      // FMG has one drawing in lines of each kind; Platen's woods are not all one tree.
      let variant =
        symbol.manner == .simple
        ? Int(
          noise.bits(
            Int(truncatingIfNeeded: icon.position.x.bitPattern),
            Int(truncatingIfNeeded: icon.position.y.bitPattern)) % UInt64(count)
        )
        : max(0, symbol.number - 1) % count
      return PlacedIcon(
        kind: symbol.kind, variant: variant, manner: drawn, corner: icon.position, size: icon.size)
    }
    if let first = unknown.keys.min() {
      let sum = unknown.values.reduce(0, +)
      log.record(
        .warning(
          .mapReliefSymbol,
          "unknown relief symbol \"\(first.prefix(60))\"; relief icons omitted: \(sum)",
          at: SourceLocation(field: "relief")))
    }
    return icons
  }

  /// Icons for a world whose save has none, by FMG's rule: mountains and hills where the
  /// land is high, else what its biome grows, and nothing on rivers and burgs.
  private func plantedIcons() -> [PlacedIcon] {
    let style = look.relief
    let manner =
      reliefManner(style.set)
      ?? reliefManner(world.presentation.groups["terrain"]?["set"]) ?? .simple
    let noise = ValueNoise(seed: world.info.seed + " relief")
    let farthest = 14 * sheetScale
    let pitch = max(2.6 * sheetScale, (sheet.width * sheet.height / 400_000).squareRoot())
    var sites: [(point: Point, cell: Int, order: UInt64)] = []
    let columns = Int((sheet.width / pitch).rounded(.up))
    let (heights, rivers, burgs) = (cells.height, cells.river, cells.burg)
    let temperatures = terrain.temperature
    for row in 0..<Int((sheet.height / pitch).rounded(.up)) {
      for column in 0..<columns {
        let bits = noise.bits(column, row)
        let jitter = Point(
          Double(bits & 0xffff) / 65_536 - 0.5, Double(bits >> 16 & 0xffff) / 65_536 - 0.5)
        let point = Point(
          (Double(column) + 0.5 + jitter.x) * pitch, (Double(row) + 0.5 + jitter.y) * pitch)
        guard sheet.contains(point) else { continue }
        let cell = locator.cell(at: point)
        guard heights[cell] >= 20, rivers[cell] == 0, burgs[cell] == 0 else { continue }
        sites.append((point, cell, noise.bits(column, row, 1)))
      }
    }
    // Taken in no order of places, they fill the land evenly.
    sites.sort { a, b in
      if a.order != b.order { return a.order < b.order }
      return (a.point.y, a.point.x) < (b.point.y, b.point.x)
    }
    let growths = (0...255).map { BiomeGrowth(of: $0, in: world) }
    var taken = OccupiedSquares(reach: farthest, sheet: sheet)
    var icons: [PlacedIcon] = []
    for site in sites {
      let grid = Int(cells.gridCell[site.cell])
      let isCold = temperatures.indices.contains(grid) && temperatures[grid] < 0
      guard
        let plant = plant(
          site.order, height: Double(heights[site.cell]), isCold: isCold,
          growths[Int(cells.biome[site.cell])])
      else { continue }
      let distance = min(farthest, plant.distance / max(style.density, 0.01) * sheetScale)
      guard taken.take(site.point, distance: distance) else { continue }
      let size = plant.size * sheetScale
      icons.append(
        PlacedIcon(
          kind: plant.kind,
          variant: Int((site.order >> 40) % UInt64(ReliefShape.all(of: plant.kind).count)),
          manner: manner, corner: Point(site.point.x - size / 2, site.point.y - size / 2),
          size: size))
    }
    icons.sort {
      ($0.corner.y + $0.size, $0.corner.x) < ($1.corner.y + $1.size, $1.corner.x)
    }
    return icons
  }

  /// The relief icon of a cell, its size, and its distance from the next at a density of 1.
  private func plant(
    _ order: UInt64, height: Double, isCold: Bool, _ growth: BiomeGrowth
  ) -> (kind: ReliefKind, size: Double, distance: Double)? {
    if height > 70 { return (isCold ? .mountSnow : .mount, (height - 45) * 0.4 + 4, 2.2) }
    if height >= 50 { return (.hill, max(6, min(12, (height - 40) * 0.8)), 2) }
    guard growth.density > 0, !growth.kinds.isEmpty else { return nil }
    var kind = growth.kinds[Int((order >> 20) % UInt64(growth.kinds.count))]
    if kind == .conifer, isCold { kind = .coniferSnow }
    let size = (4 + Double(order >> 8 & 0xff) / 256) * (kind == .grass ? 1.6 : 2)
    return (kind, size, 2 / (Double(growth.density) / 100))
  }
}

/// The plants of a biome, and how thickly they grow.
private struct BiomeGrowth {
  var density: Int
  var kinds: [ReliefKind]

  /// The growth that the world specifies, or else that of FMG's own biomes.
  init(of biome: Int, in world: World) {
    let row = world.biomes[id: biome]
    let kinds = (row?.icons ?? []).compactMap(ReliefKind.init)
    if let row, !kinds.isEmpty, row.iconDensity > 0 {
      density = row.iconDensity
      self.kinds = kinds
      return
    }
    let standard: (Int, [ReliefKind]) =
      switch biome {
      case 1: (3, [.dune, .dune, .cactus, .cactus, .cactus])
      case 2: (2, [.dune, .dune, .dune, .deadTree])
      case 3: (120, [.acacia, .grass, .grass, .grass, .grass, .grass, .grass, .grass])
      case 4: (120, [.grass])
      case 5: (120, [.acacia, .acacia, .acacia, .acacia, .palm])
      case 6: (120, [.deciduous])
      case 7: (150, [.acacia, .acacia, .acacia, .palm, .palm, .deciduous, .swamp])
      case 8: (150, [.deciduous, .deciduous, .deciduous, .deciduous, .deciduous, .swamp])
      case 9: (100, [.conifer])
      case 10: (5, [.grass])
      case 12: (250, [.swamp])
      default: (0, [])
      }
    (density, self.kinds) = standard
  }
}

/// Places that are taken, in squares as wide as the farthest that two of them may have to be apart.
private struct OccupiedSquares {
  private let reach: Double
  private let columns: Int
  private let rows: Int
  private var squares: [[Point]]

  init(reach: Double, sheet: Rect) {
    // Wider squares where there would be too many of them.
    self.reach = max(reach, sheet.width / 4095, sheet.height / 4095, 1e-3)
    columns = Int(sheet.width / self.reach) + 1
    rows = Int(sheet.height / self.reach) + 1
    squares = Array(repeating: [], count: columns * rows)
  }

  /// Takes a place unless another one is nearer than `distance`.
  mutating func take(_ point: Point, distance: Double) -> Bool {
    let column = max(0, min(columns - 1, Int(point.x / reach)))
    let row = max(0, min(rows - 1, Int(point.y / reach)))
    let limit = distance * distance
    for y in max(0, row - 1)...min(rows - 1, row + 1) {
      for x in max(0, column - 1)...min(columns - 1, column + 1) {
        for other in squares[y * columns + x] where other.squaredDistance(to: point) < limit {
          return false
        }
      }
    }
    squares[row * columns + column].append(point)
    return true
  }
}
