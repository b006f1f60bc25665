// SPDX-License-Identifier: MIT
// Part of Platen: patterns and colors that tell zones from each other.

internal import Drawing
internal import Geometry

/// Patterns that differ at a glance, also in a small box of a legend.
enum ZonePattern: CaseIterable, Hashable {
  case slashes, crosses, pluses, lattice, dots, dashes, peaks, hollows, zigzag, waves, scales
  case rings, stripes, lozenges, pales

  /// The pattern in lines and marks of `color`, its tiles about `u` wide.
  func paint(_ color: Color, unit u: Double) -> Paint {
    var path = Path()
    var tile = Size(width: u, height: u)
    var pen = u * 0.13
    var isFilled = false
    var turn: AffineMap = .identity
    let half = 0.5.squareRoot()
    // Two places of a tile, so that marks of one row stand between those of the next.
    let places = [Point(u * 0.25, u * 0.25), Point(u * 0.75, u * 0.75)]
    switch self {
    case .slashes:
      tile = Size(width: u * 0.5, height: u * 0.5)
      path.append(line: [Point(0, u * 0.25), Point(u * 0.5, u * 0.25)])
      turn = .rotation(cosine: half, sine: -half)
    case .lattice:
      tile = Size(width: u * 0.7, height: u * 0.7)
      path.append(line: [Point(0, u * 0.35), Point(u * 0.7, u * 0.35)])
      path.append(line: [Point(u * 0.35, 0), Point(u * 0.35, u * 0.7)])
      pen = u * 0.1
      turn = .rotation(cosine: half, sine: -half)
    case .stripes:
      tile = Size(width: u, height: u * 0.5)
      path.append(line: [Point(0, u * 0.25), Point(u, u * 0.25)])
    case .pales:
      tile = Size(width: u * 0.5, height: u)
      path.append(line: [Point(u * 0.25, 0), Point(u * 0.25, u)])
    case .crosses:
      let r = u * 0.19
      for c in places {
        path.append(line: [c + Point(-r, -r), c + Point(r, r)])
        path.append(line: [c + Point(-r, r), c + Point(r, -r)])
      }
    case .pluses:
      let r = u * 0.2
      for c in places {
        path.append(line: [c + Point(-r, 0), c + Point(r, 0)])
        path.append(line: [c + Point(0, -r), c + Point(0, r)])
      }
    case .dots:
      isFilled = true
      for c in places { path.append(Path(circleAt: c, radius: u * 0.13)) }
    case .rings:
      pen = u * 0.1
      for c in places { path.append(Path(circleAt: c, radius: u * 0.16)) }
    case .dashes:
      tile = Size(width: u, height: u * 0.7)
      for c in [Point(u * 0.25, u * 0.175), Point(u * 0.75, u * 0.525)] {
        path.append(line: [c + Point(-u * 0.2, 0), c + Point(u * 0.2, 0)])
      }
    case .peaks:
      isFilled = true
      tile = Size(width: u * 1.3, height: u * 1.15)
      let r = u * 0.26
      for c in [Point(u * 0.325, u * 0.2875), Point(u * 0.975, u * 0.8625)] {
        path.append(ring: [c + Point(-r, r * 0.8), c + Point(0, -r), c + Point(r, r * 0.8)])
      }
    case .hollows:
      pen = u * 0.11
      let r = u * 0.19
      for c in places {
        path.append(line: [c + Point(-r, -r * 0.6), c + Point(0, r * 0.6), c + Point(r, -r * 0.6)])
      }
    case .lozenges:
      pen = u * 0.1
      let r = u * 0.19
      for c in places {
        path.append(
          ring: [c + Point(-r, 0), c + Point(0, -r), c + Point(r, 0), c + Point(0, r)])
      }
    case .zigzag:
      tile = Size(width: u * 0.7, height: u * 0.75)
      pen = u * 0.11
      path.append(line: [Point(0, u * 0.55), Point(u * 0.35, u * 0.2), Point(u * 0.7, u * 0.55)])
    case .waves:
      tile = Size(width: u * 1.2, height: u * 0.6)
      pen = u * 0.11
      let (w, y) = (u * 1.2, u * 0.3)
      path.move(to: Point(0, y))
      path.curve(to: Point(w / 2, y), Point(w * 0.18, y - u * 0.24), Point(w * 0.32, y - u * 0.24))
      path.curve(to: Point(w, y), Point(w * 0.68, y + u * 0.24), Point(w * 0.82, y + u * 0.24))
    case .scales:
      // Arcs side by side, each row half an arc aside.
      tile = Size(width: u, height: u * 0.9)
      pen = u * 0.1
      let k = u * 0.276
      func arc(from x: Double, _ y: Double) {
        path.move(to: Point(x, y))
        path.curve(
          to: Point(x + u / 2, y - u * 0.36), Point(x, y - k * 0.8),
          Point(x + u / 2 - k, y - u * 0.36))
        path.curve(
          to: Point(x + u, y), Point(x + u / 2 + k, y - u * 0.36), Point(x + u, y - k * 0.8))
      }
      arc(from: 0, u * 0.42)
      arc(from: -u / 2, u * 0.87)
      arc(from: u / 2, u * 0.87)
    }
    let node =
      isFilled
      ? PathNode(path, fill: Fill(color))
      : PathNode(path, stroke: Stroke(color, width: pen, cap: .butt, join: .round))
    return .pattern(tile: tile, transform: turn, nodes: [.path(node)])
  }
}

/// The pattern and color of a kind of zone.
struct ZoneKind {
  let pattern: ZonePattern
  let color: Color

  /// The kinds that FMG gives zones; nil for others.
  init?(_ type: String) {
    let (pattern, color): (ZonePattern, String)
    switch type.lowercased() {
    case "invasion", "occupation": (pattern, color) = (.slashes, "#9c2b2b")
    case "rebels": (pattern, color) = (.crosses, "#b4561f")
    case "proselytism": (pattern, color) = (.pluses, "#6a4c93")
    case "crusade": (pattern, color) = (.lattice, "#8e2f6b")
    case "disease": (pattern, color) = (.dots, "#4c7a2c")
    case "disaster": (pattern, color) = (.dashes, "#85650f")
    case "eruption": (pattern, color) = (.peaks, "#c23b14")
    case "avalanche": (pattern, color) = (.hollows, "#56687a")
    case "fault": (pattern, color) = (.zigzag, "#5a4232")
    case "flood": (pattern, color) = (.waves, "#2c62a0")
    case "tsunami": (pattern, color) = (.scales, "#117a82")
    default: return nil
    }
    self.pattern = pattern
    self.color = Color(hex: color) ?? .black
  }

  /// Colors of zones of other kinds, one after the other.
  static let others = ["#3f5f4f", "#7a3f5f", "#40507a", "#6f5a28"].compactMap(Color.init(hex:))
}
