// SPDX-License-Identifier: MIT
// Part of Platen: a coat of arms becomes a drawing.

public import Atlas
public import Drawing
public import Geometry

/// A charge's picture from somewhere else, such as a user's own file.
public struct ChargeImage: Hashable, Sendable {
  /// The drawing, within 50 of the origin to each side.
  public var nodes: [Node]
  public init(nodes: [Node]) { self.nodes = nodes }
}

/// A coat of arms, drawn. The origin is the middle of the field, which reaches 100 to each side.
public struct DrawnArms: Hashable, Sendable {
  /// Field, ordinaries and charges, cut out along the shield; the outline is not among them.
  public var nodes: [Node]
  /// The shield's outline.
  public var outline: Path
  /// The middle of the square of 200 by 200 that shows the whole shield.
  public var center: Point
  /// The parts that could not be drawn as specified.
  public var gaps: ArmsGaps
}

/// Draws coats of arms from the words of the format. The same words give the same drawing.
public struct ArmsPainter: Sendable {
  /// The colors of the tinctures.
  public var tinctures: Tinctures
  /// The width of the outlines of charges and ordinaries, in units of the field.
  public var outline: Double
  /// Indicates whether light falls on the shield, which is drawn as a soft shine.
  public var hasShine: Bool
  /// Charges from elsewhere, which take precedence over the built-in ones.
  public var images: @Sendable (String) -> ChargeImage?

  public init(
    tinctures: Tinctures = .generator, outline: Double = 0.8, hasShine: Bool = true,
    images: @escaping @Sendable (String) -> ChargeImage? = { _ in nil }
  ) {
    self.tinctures = tinctures
    self.outline = outline
    self.hasShine = hasShine
    self.images = images
  }

  /// Draws `arms`; nil for arms that are an uploaded picture, kept outside the tables.
  ///
  /// - Parameter shield: a shield's name in place of the arms' own.
  public func draw(_ arms: CoatOfArms, shield: String? = nil) -> DrawnArms? {
    guard !arms.isCustom, !arms.field.isEmpty else { return nil }
    var arms = arms
    // FMG writes a handful; a file may hold anything.
    arms.ordinaries = Array(arms.ordinaries.prefix(12))
    arms.charges = Array(arms.charges.prefix(12))
    var gaps = ArmsGaps()
    let wanted = shield ?? arms.shield
    if let wanted, ShieldShape.named(wanted) == nil { gaps.note(.shield, wanted) }
    guard
      let shape = wanted.flatMap(ShieldShape.named) ?? ShieldShape.named(ShieldShape.standard)
    else { return nil }
    var easel = Easel(painter: self, shape: shape, arms: arms, gaps: gaps)
    var children = easel.paint()
    if hasShine { children.append(ArmsPainter.shine) }
    return DrawnArms(
      nodes: [.group(Group(clip: Clip(shape.outline), children: children))],
      outline: shape.outline, center: Point(0, shape.drop), gaps: easel.gaps)
  }

  /// Light from the upper left, a little shade towards the edge.
  private static let shine = Node.path(
    PathNode(
      Path(rect: Rect(x: -110, y: -110, width: 220, height: 220)),
      fill: Fill(
        .radialGradient(
          center: Point(-22, -38), radius: 165,
          stops: [
            GradientStop(0, Color.white.opacity(0.2)),
            GradientStop(0.45, Color.white.opacity(0.04)),
            GradientStop(0.6, Color.black.opacity(0.02)),
            GradientStop(1, Color.black.opacity(0.22)),
          ]))))
}

/// The drawing of one coat of arms, and what was missing.
private struct Easel {
  let painter: ArmsPainter
  let shape: ShieldShape
  let arms: CoatOfArms
  var gaps: ArmsGaps

  private static let field = Path(rect: Rect(x: -110, y: -110, width: 220, height: 220))

  /// The area of the division's other part; nil where the field is not divided.
  private var other: Path? {
    guard let division = arms.division,
      let kind = FieldDivision(rawValue: division.division)
    else { return nil }
    return kind.area(line(division.line))
  }

  private func line(_ name: String?) -> PartitionLine {
    name.flatMap(PartitionLine.init(rawValue:)) ?? .straight
  }

  mutating func paint() -> [Node] {
    if let division = arms.division, FieldDivision(rawValue: division.division) == nil {
      gaps.note(.division, division.division)
    }
    for name in [arms.division?.line] + arms.ordinaries.map(\.line) {
      if let name, PartitionLine(rawValue: name) == nil { gaps.note(.line, name) }
    }
    let other = other
    var nodes = cover(.figure(Easel.field), with: arms.field)
    for ordinary in arms.ordinaries where ordinary.divided == "field" {
      nodes += draw(ordinary)
    }
    for charge in arms.charges where charge.divided == "field" { nodes += draw(charge) }
    if let other, let division = arms.division {
      nodes += cover(.figure(other), with: division.tincture, isEvenOdd: true)
    }
    for isAbove in [false, true] {
      for ordinary in arms.ordinaries
      where ordinary.isAbove == isAbove && ordinary.divided != "field" {
        nodes += split(ordinary.divided, other) { easel, tincture in
          easel.draw(ordinary, tincture: tincture)
        }
      }
      guard !isAbove else { break }
      for charge in arms.charges where charge.divided != "field" {
        nodes += split(charge.divided, other) { easel, tincture in
          easel.draw(charge, tincture: tincture)
        }
      }
    }
    return nodes
  }

  /// Draws a charge or an ordinary across a division: as it is; only in its other part; or in both
  /// with each part's tincture in the other's place.
  private mutating func split(
    _ divided: String?, _ other: Path?, _ draw: (inout Easel, String?) -> [Node]
  ) -> [Node] {
    guard let other, let division = arms.division, let divided else { return draw(&self, nil) }
    let within = Clip(other, rule: .evenOdd)
    switch divided {
    case "division": return [.group(Group(clip: within, children: draw(&self, nil)))]
    case "counter":
      return [
        .group(
          Group(
            clip: Clip(Easel.field.joined(other), rule: .evenOdd),
            children: draw(&self, division.tincture))),
        .group(Group(clip: within, children: draw(&self, arms.field))),
      ]
    default: return draw(&self, nil)
    }
  }

  // MARK: Areas

  private mutating func covering(_ text: String) -> Covering {
    var unknown: [String] = []
    let covering = Covering(text, painter.tinctures) { unknown.append($0) }
    for name in unknown { gaps.note(.tincture, name) }
    return covering
  }

  private mutating func cover(
    _ area: Ordinary.Area, with text: String, isEvenOdd: Bool = false
  ) -> [Node] {
    let covering = covering(text)
    let rule: FillRule = isEvenOdd ? .evenOdd : .nonZero
    let clip: Clip
    switch (area, covering) {
    case (.figure(let path), .plain(let color)):
      return [.path(PathNode(path, fill: Fill(color, rule: rule)))]
    case (.rim(let path, let width), .plain(let color)):
      return [.path(PathNode(path, stroke: Stroke(color, width: width)))]
    case (.figure(let path), _): clip = Clip(path, rule: rule)
    case (.rim(let path, let width), _):
      // A rim cannot be a clip; its inner edge is near enough the outline made smaller.
      let middle = path.controlBounds?.center ?? .zero
      let k = 1 - width / 2 / 84
      let inner = path.applying(
        AffineMap(a: k, b: 0, c: 0, d: k, tx: middle.x * (1 - k), ty: middle.y * (1 - k)))
      clip = Clip(path.joined(inner), rule: .evenOdd)
    }
    return [.group(Group(clip: clip, children: texture(covering)))]
  }

  /// A patterned covering over the whole field.
  private mutating func texture(_ covering: Covering) -> [Node] {
    switch covering {
    case .plain(let color): return [.path(PathNode(Easel.field, fill: Fill(color)))]
    case .pattern(let pattern, let ground, let figure, let scale):
      let drawing = pattern.drawing(scale: scale)
      return [
        .path(PathNode(Easel.field, fill: Fill(ground))),
        .path(
          PathNode(
            drawing.path, fill: Fill(figure, rule: drawing.isEvenOdd ? .evenOdd : .nonZero))),
      ]
    case .semy(let charge, let ground, let figure, let scale):
      var nodes: [Node] = [.path(PathNode(Easel.field, fill: Fill(ground)))]
      let step = 36 * max(scale, 0.4)
      let count = Int((100 / step).rounded(.up))
      for row in -count...count {
        for column in -count...count {
          let x = (Double(column) + (row % 2 == 0 ? 0 : 0.5)) * step
          let place = Point(x, Double(row) * step)
          guard abs(place.x) < 100, abs(place.y) < 105 else { continue }
          nodes += figures(charge, at: place, scale: step / 36 * 0.27, (1, 1), [figure])
        }
      }
      return nodes
    }
  }

  private mutating func draw(
    _ ordinary: CoatOfArms.Ordinary, tincture: String? = nil
  ) -> [Node] {
    guard let kind = Ordinary(rawValue: ordinary.ordinary) else {
      gaps.note(.ordinary, ordinary.ordinary)
      return []
    }
    return cover(
      kind.area(line(ordinary.line), on: shape), with: tincture ?? ordinary.tincture)
  }

  // MARK: Charges

  private mutating func draw(_ charge: CoatOfArms.Charge, tincture: String? = nil) -> [Node] {
    var nodes: [Node] = []
    var colors = charge.tinctures.map { covering($0).color }
    if let tincture { colors = [covering(tincture).color] }
    let size = charge.size.isFinite ? max(0.02, min(4, charge.size)) : 1
    var seen: Set<Character> = []
    for letter in charge.positions where seen.insert(letter).inserted {
      guard let place = shape.places[letter] else { continue }
      nodes += figures(
        charge.charge, at: place, scale: size * shape.chargeScale,
        (charge.isSinister ? -1 : 1, charge.isReversed ? -1 : 1), colors)
    }
    return nodes
  }

  /// One charge at one place.
  private mutating func figures(
    _ name: String, at place: Point, scale: Double, _ flip: (x: Double, y: Double),
    _ colors: [Color]
  ) -> [Node] {
    let map = AffineMap(
      a: scale * flip.x, b: 0, c: 0, d: scale * flip.y, tx: place.x, ty: place.y)
    if let image = painter.images(name) {
      return [.group(Group(transform: map, children: image.nodes))]
    }
    let drawing: ChargeDrawing
    switch ChargeBook.entry(name) {
    case .own(let own): drawing = own
    case .general(let general, let form):
      gaps.note(.charge(insteadDrawn: form), name)
      drawing = general
    case nil:
      gaps.note(.charge(insteadDrawn: nil), name)
      return []
    }
    return drawing.nodes(
      map, tinctures: colors, ink: painter.tinctures.ink, outline: painter.outline)
  }
}
