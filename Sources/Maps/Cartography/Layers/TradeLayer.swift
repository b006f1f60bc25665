// SPDX-License-Identifier: MIT
// Part of Platen: where goods come from, where they are sold, and on which ways they travel.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  // MARK: Goods

  /// Cells tinted by what they yield of the goods the user had shown, signs where a good is found,
  /// plates with what burgs sell most of.
  func goodsLayer() -> LayerDrawing {
    guard !world.goods.isEmpty else {
      log.record(.note(.mapNoGoods, "the world has no goods; the layer is empty"))
      return LayerDrawing([])
    }
    let chosen = Set(world.goods.filter(\.isVisible).map(\.id))
    let shown = chosen.isEmpty ? Set(world.goods.map(\.id)) : chosen
    var nodes: [Node] = []
    // Each goes through all cells, and more than a few over one another cannot be distinguished.
    for good in world.goods.filter({ chosen.contains($0.id) }).prefix(64) {
      nodes += yields(of: good)
    }
    if !nodes.isEmpty {
      nodes = [
        .group(
          Group(name: "yields", clip: landClip, opacity: look.goods.opacity, children: nodes))
      ]
    }
    let grid = LabelCollisionGrid(bounds: inside, bucket: 24 * scale)
    grid.reserve(furniture.plates)
    return LayerDrawing(nodes + plates(shown, on: grid) + finds(shown, on: grid))
  }

  /// The yield of a good in each cell, in ten shades: that of its biome, by how many people live
  /// there to gather it, and more where the good is found.
  private func yields(of good: Good) -> [Node] {
    var yields = [Double](repeating: 0, count: cells.count)
    var most = 0.0
    for cell in 0..<cells.count where cells.height[cell] >= 20 {
      let hands = Double(cells.population[cell])
      guard hands.isFinite, hands >= 0 else { continue }
      let found = Int(cells.good[cell]) == good.id ? 0.5 : 0
      yields[cell] = ((good.biomeOutput[Int(cells.biome[cell])] ?? 0) + found) * (hands + 0.5)
      most = max(most, yields[cell])
    }
    guard most > 0 else { return [] }
    let labels = yields.map { Int32($0 > 0 ? max(1, ($0 / most * 10).rounded(.up)) : 0) }
    let shaper = RegionShaper(mesh: cells.mesh, labels: labels, isSmooth: false, sheet: sheet)
    let color = good.color?.color ?? Color(0.5, 0.5, 0.5)
    return cellTracer.outlines(labels: labels).map { outline in
      .path(
        PathNode(
          shaper.path(rings: outline.rings),
          fill: Fill(color.opacity(0.1 + 0.09 * Double(outline.label)), rule: .evenOdd)))
    }
  }

  /// A sign on each cell where one of the goods is found, as far as there is room.
  private func finds(_ shown: Set<Int>, on grid: LabelCollisionGrid) -> [Node] {
    let size = look.goods.size
    guard size > 0 else { return [] }
    var nodes: [Node] = []
    for cell in 0..<cells.count where shown.contains(Int(cells.good[cell])) {
      guard let good = world.goods[id: Int(cells.good[cell])] else { continue }
      nodes += sign(of: good, at: cells.mesh.sites[cell], size: size, on: grid)
    }
    return nodes
  }

  /// The three goods a burg sells most of, below its mark.
  private func plates(_ shown: Set<Int>, on grid: LabelCollisionGrid) -> [Node] {
    let size = look.goods.plates
    guard size > 0 else { return [] }
    var sold: [Int: [Int: Double]] = [:]
    for deal in world.deals
    where !deal.seller.isMarket && shown.contains(deal.good) && deal.units.isFinite {
      sold[deal.seller.id, default: [:]][deal.good, default: 0] += deal.units
    }
    var nodes: [Node] = []
    for burg in rankedBurgs {
      guard let goods = sold[burg.id], window.contains(burg.position) else { continue }
      let best = goods.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(3)
        .compactMap { world.goods[id: $0.key] }
      let mark = look.burgs.style(burg.rank).size / 2
      let width = size * 1.15 * Double(best.count)
      let plate = Rect(
        x: burg.position.x - width / 2, y: burg.position.y + mark + size * 0.2, width: width,
        height: size * 1.15)
      guard let cost = grid.cost(of: [plate]), cost == 0 else { continue }
      grid.reserve(plate)
      nodes.append(
        .path(
          PathNode(
            Path(rounded: plate, radius: size * 0.25), fill: Fill(Color.white.opacity(0.85)),
            stroke: look.goods.plateLine.isVisible ? look.goods.plateLine.stroke : nil)))
      for (index, good) in best.enumerated() {
        let center = Point(
          plate.minX + size * 1.15 * (Double(index) + 0.5), plate.center.y)
        nodes += GoodSymbol.nodes(of: good, at: center, size: size * 0.9, map: self)
      }
    }
    return nodes
  }

  private func sign(
    of good: Good, at center: Point, size: Double, on grid: LabelCollisionGrid
  ) -> [Node] {
    let box = Rect(
      x: center.x - size / 2, y: center.y - size / 2, width: size, height: size)
    guard center.isFinite, window.contains(center), let cost = grid.cost(of: [box]), cost == 0
    else { return [] }
    grid.reserve(box.insetBy(size * 0.15))
    return GoodSymbol.nodes(of: good, at: center, size: size, map: self)
  }

  // MARK: Markets

  /// The land of each market, and a sign where it is held.
  func marketsLayer() -> LayerDrawing {
    guard !world.markets.isEmpty else {
      log.record(.note(.mapNoMarkets, "the world has no markets; the layer is empty"))
      return LayerDrawing([])
    }
    let style = look.markets
    var labels = cells.market.map(Int32.init)
    for cell in labels.indices where cells.height[cell] < 20 { labels[cell] = 0 }
    let shaper = RegionShaper(mesh: cells.mesh, labels: labels, isSmooth: true, sheet: sheet)
    var lands: [Node] = []
    for outline in cellTracer.outlines(labels: labels) {
      guard let color = world.markets[id: Int(outline.label)]?.color?.color else { continue }
      let path = shaper.path(rings: outline.rings)
      // Half of each line lies within its own land, so that neighbors do not cover each other.
      let line = Stroke(
        color.darker(0.6).opacity(style.lineOpacity), width: 2 * style.lineWidth, join: .round)
      lands.append(
        .group(
          Group(
            clip: Clip(path, rule: .evenOdd),
            children: [
              .path(
                PathNode(
                  path, fill: Fill(color.opacity(style.fillOpacity), rule: .evenOdd),
                  stroke: style.lineWidth > 0 ? line : nil))
            ])))
    }
    return LayerDrawing([.group(Group(name: "lands", clip: landClip, children: lands))] + stalls())
  }

  private func stalls() -> [Node] {
    let size = look.markets.size
    guard size > 0 else { return [] }
    return world.markets.flatMap { market -> [Node] in
      guard let place = place(of: market), window.contains(place) else { return [] }
      let color = market.color?.color ?? Color(0.5, 0.5, 0.5)
      let disc = Path(circleAt: place, radius: size / 2)
      return [
        .path(
          PathNode(
            disc, fill: Fill(color),
            stroke: Stroke(color.darker(1.5), width: size * 0.08))),
        .path(
          PathNode(
            GoodSymbol.scales(at: place, size: size * 0.72),
            stroke: Stroke(color.darker(3), width: size * 0.07, cap: .round, join: .round))),
      ]
    }
  }

  private func place(of market: Market) -> Point? {
    guard let burg = market.burg.flatMap({ world.burgs[id: $0] }), burg.position.isFinite else {
      return nil
    }
    return burg.position
  }

  // MARK: Trade

  /// Arcs between markets that trade with each other, the wider the more they sell.
  func tradeLayer() -> LayerDrawing {
    /// Two markets, the smaller id first.
    struct Pair: Hashable { var one, other: Int }
    var values: [Pair: Double] = [:]
    for deal in world.deals where deal.seller.isMarket && deal.buyer.isMarket {
      let ends = [deal.seller.id, deal.buyer.id].sorted()
      let value = deal.units * deal.price
      guard ends[0] != ends[1], value.isFinite, value > 0 else { continue }
      values[Pair(one: ends[0], other: ends[1]), default: 0] += value
    }
    let places = Dictionary(
      world.markets.compactMap { market in place(of: market).map { (market.id, $0) } },
      uniquingKeysWith: { first, _ in first })
    let ways = values.sorted {
      ($0.value, $1.key.one, $1.key.other) > ($1.value, $0.key.one, $0.key.other)
    }.prefix(2_000)
    guard let most = ways.first?.value else {
      log.record(
        .note(.mapNoTrade, "no market of the world deals with another; the layer is empty"))
      return LayerDrawing([])
    }
    let style = look.trade
    var nodes: [Node] = []
    var dots = Path()
    var isMarked: Set<Int> = []
    for (pair, value) in ways.reversed() {
      guard let from = places[pair.one], let to = places[pair.other] else { continue }
      var stroke = style.line.stroke
      let share = (value / most).squareRoot()
      stroke.width = style.least + max(0, style.line.width - style.least) * share
      // The busier way comes out over the quieter ones, and darker.
      if case .color(let color) = stroke.paint {
        stroke.paint = .color(color.opacity(0.4 + 0.6 * share))
      }
      let chord = to - from
      let bulge = from.midpoint(to: to) + Point(chord.y, -chord.x) * 0.14
      var arc = Path()
      arc.move(to: from)
      arc.curve(to: to, from + (bulge - from) * (2 / 3), to + (bulge - to) * (2 / 3))
      nodes.append(.path(PathNode(arc, stroke: stroke)))
      for (id, place) in [(pair.one, from), (pair.other, to)] where isMarked.insert(id).inserted {
        dots.append(Path(circleAt: place, radius: style.line.width * 0.55))
      }
    }
    if !dots.isEmpty { nodes.append(.path(PathNode(dots, fill: Fill(style.dot)))) }
    return LayerDrawing(nodes)
  }
}

/// The sign of a good: a disc of its color with an emoji, or with the first letters of its name.
enum GoodSymbol {
  static func nodes(of good: Good, at c: Point, size: Double, map: Composition) -> [Node] {
    let style = map.look.goods
    let color = good.color?.color ?? Color(0.5, 0.5, 0.5)
    var nodes: [Node] = [
      .path(
        PathNode(
          Path(circleAt: c, radius: size / 2), fill: Fill(color),
          stroke: style.line.isVisible ? style.line.stroke : nil))
    ]
    var lettering = style.label
    let sign: ShapedText
    let rise: Double
    if let emoji = emoji[good.icon] {
      lettering.families = ["Noto Color Emoji"] + lettering.families
      sign = map.shape(emoji, lettering, size: size * 0.6)
      rise = (sign.ascent - sign.descent) / 2
    } else {
      sign = map.shape(String(good.name.prefix(2)), lettering, size: size * 0.5)
      rise = LetterBox.capitalMiddle * size * 0.5
    }
    guard lettering.size > 0, sign.width > 0 else { return nodes }
    nodes += sign.nodes(
      at: Point(c.x - sign.width / 2, c.y + rise), paint: .color(lettering.color), halo: nil)
    return nodes
  }

  /// A pair of scales.
  static func scales(at c: Point, size: Double) -> Path {
    let r = size / 2
    var path = Path()
    path.append(line: [Point(c.x, c.y - r * 0.8), Point(c.x, c.y + r * 0.75)])
    path.append(line: [Point(c.x - r * 0.4, c.y + r * 0.75), Point(c.x + r * 0.4, c.y + r * 0.75)])
    path.append(line: [Point(c.x - r * 0.75, c.y - r * 0.6), Point(c.x + r * 0.75, c.y - r * 0.6)])
    for side in [-0.75, 0.75] {
      let x = c.x + side * r
      path.move(to: Point(x - r * 0.35, c.y + r * 0.1))
      path.line(to: Point(x, c.y - r * 0.6))
      path.line(to: Point(x + r * 0.35, c.y + r * 0.1))
      path.curve(
        to: Point(x - r * 0.35, c.y + r * 0.1), Point(x + r * 0.25, c.y + r * 0.4),
        Point(x - r * 0.25, c.y + r * 0.4))
    }
    return path
  }

  /// Emoji of 2018 and before for FMG's own goods, by the names of their pictures; others
  /// stand for themselves by their letters.
  private static let emoji: [String: String] = [
    "good-wood": "🌳", "good-gold": "🥇", "good-silver": "🥈", "good-copper": "🥉",
    "good-iron": "⚒️", "good-grain": "🌾", "good-cattle": "🐄", "good-fish": "🐟",
    "good-game": "🦌", "good-wine": "🍷", "good-olives": "🌿", "good-honey": "🍯",
    "good-salt": "🧂", "good-dates": "🌴", "good-horses": "🐎", "good-elephants": "🐘",
    "good-camels": "🐫", "good-hemp": "🌱", "good-pearls": "📿", "good-gemstones": "💎",
    "good-dyes": "🎨", "good-silk": "🧵", "good-spices": "🌶️", "good-amber": "🔶",
    "good-furs": "🦊", "good-sheep": "🐑", "good-slaves": "⛓️", "good-whales": "🐋",
    "good-sugar": "🍬", "good-tea": "🍵", "good-clay": "🏺", "good-tropicalTimber": "🎋",
    "good-marble": "🏛️", "good-stone": "🗿", "good-sand": "⏳", "good-leather": "👞",
    "good-cloth": "🧶", "good-garments": "👘", "good-ceramics": "🏺", "good-paper": "📜",
    "good-ink": "🖋️", "good-books": "📚", "good-sails": "⛵", "good-boots": "👢",
    "good-bronze": "🔔", "good-tools": "🔨", "good-arms": "⚔️", "good-gunpowder": "💥",
    "good-coins": "💰", "good-jewelry": "💍", "good-salted-fish": "🐠", "good-vinegar": "🍶",
    "good-cheese": "🧀", "good-beer": "🍺", "good-liquor": "🥃", "good-candles": "🕯️",
    "good-soap": "🧼", "good-perfume": "🌸",
  ]
}
