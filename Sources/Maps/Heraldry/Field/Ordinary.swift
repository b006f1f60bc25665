// SPDX-License-Identifier: MIT
// Part of Platen: the geometric figures on a field.

internal import Geometry

/// A geometric figure that belongs to the field.
enum Ordinary: String, CaseIterable, Sendable {
  case pale, fess, bend, bendSinister, chief, bar, gemelle, fessCotissed, fessDoubleCotissed
  case bendlet, bendletSinister, terrace, cross, crossParted, saltire, saltireParted
  case bordure, orle, mount, point, flaunches, gore, gyron, quarter, canton, pall, pallReversed
  case chevron, chevronReversed, pile, pileInBend, pileInBendSinister, piles, pilesInPoint, label

  /// The area that an ordinary covers.
  enum Area {
    /// A figure of its own, to be filled by the non-zero rule.
    case figure(Path)
    /// A line along the shield's edge: the outline it follows, and its width.
    case rim(Path, width: Double)
  }

  /// The area on `shield`, its edges in `line` where it has any.
  func area(_ line: PartitionLine, on shield: ShieldShape) -> Area {
    switch self {
    case .bordure: return .rim(shield.outline, width: 33)
    case .orle:
      // Smaller about the middle of what is seen of the shield.
      let middle = shield.outline.controlBounds?.center ?? .zero
      let map = AffineMap(
        a: 0.82, b: 0, c: 0, d: 0.82, tx: middle.x * 0.18, ty: middle.y * 0.18)
      return .rim(shield.outline.applying(map), width: 9)
    default: return .figure(figure(line))
    }
  }

  private func bands(
    _ edges: [(Double, Double)], _ line: PartitionLine, turned map: AffineMap = .identity,
    reach: Double = PartitionPolygon.far, size: Double = 1
  ) -> Path {
    var path = Path()
    for (top, bottom) in edges {
      path.append(
        PartitionPolygon.band(top, bottom, reach: reach)
          .path(line, size: size, single: (bottom - top) / 100, turned: map))
    }
    return path
  }

  /// Four arms of one half width; what it is turned by makes a cross or a saltire of it.
  private func arms(
    _ w: Double, _ line: PartitionLine, reach: Double, turned map: AffineMap = .identity
  ) -> Path {
    let f = reach
    return PartitionPolygon(
      [
        Point(-w, -f), Point(w, -f), Point(w, -w), Point(f, -w), Point(f, w), Point(w, w),
        Point(w, f), Point(-w, f), Point(-w, w), Point(-f, w), Point(-f, -w), Point(-w, -w),
      ], lined: [1, 2, 4, 5, 7, 8, 10, 11]
    ).path(line, size: 0.8, single: 0.3, mirrors: true, turned: map)
  }

  private func figure(_ line: PartitionLine) -> Path {
    let f = PartitionPolygon.far
    let g = f * 1.5
    switch self {
    case .pale: return bands([(-25, 25)], line, turned: .quarterTurn)
    case .fess: return bands([(-25, 25)], line)
    case .bend: return bands([(-25, 25)], line, turned: .bendwise, reach: g)
    case .bendSinister: return bands([(-25, 25)], line, turned: .bendwiseSinister, reach: g)
    case .bendlet: return bands([(-11, 11)], line, turned: .bendwise, reach: g, size: 0.8)
    case .bendletSinister:
      return bands([(-11, 11)], line, turned: .bendwiseSinister, reach: g, size: 0.8)
    case .bar: return bands([(-12.5, 12.5)], line, size: 0.8)
    case .gemelle: return bands([(-22.5, -10), (10, 22.5)], line, size: 0.6)
    case .fessCotissed: return bands([(-15, 15), (-29, -22), (22, 29)], line, size: 0.6)
    case .fessDoubleCotissed:
      return bands(
        [(-13, 13), (-24, -18.5), (-34, -28.5), (18.5, 24), (28.5, 34)], line, size: 0.45)
    case .chief:
      return PartitionPolygon(
        [Point(-f, -f), Point(f, -f), Point(f, -25), Point(-f, -25)], lined: [2]
      ).path(line)
    case .terrace:
      return PartitionPolygon([Point(-f, 45), Point(f, 45), Point(f, f), Point(-f, f)], lined: [0])
        .path(line)
    case .cross: return arms(15, line, reach: f)
    case .saltire: return arms(15, line, reach: g, turned: .bendwise)
    case .crossParted:
      return bands([(-15, -6), (6, 15)], line, size: 0.5)
        .joined(bands([(-15, -6), (6, 15)], line, turned: .quarterTurn, size: 0.5))
    case .saltireParted:
      return bands([(-15, -6), (6, 15)], line, turned: .bendwise, reach: g, size: 0.5)
        .joined(
          bands([(-15, -6), (6, 15)], line, turned: .bendwiseSinister, reach: g, size: 0.5))
    default: return OutlineText.path(text)
    }
  }

  /// The outlines of those whose edges are always straight.
  private var text: String {
    switch self {
    case .mount: "M-110,110 L-98,110 C-98,76 -52,50 0,50 C52,50 98,76 98,110 L110,110 Z"
    case .point: "M-110,104 C-40,98 -14,74 0,34 C14,74 40,98 110,104 L110,120 -110,120 Z"
    case .flaunches:
      """
      M-110,-110 L-96,-110 C-20,-48 -20,48 -96,110 L-110,110 Z \
      M110,-110 L96,-110 C20,-48 20,48 96,110 L110,110 Z
      """
    case .gore: "M-110,-110 L-78,-110 C-66,-46 -42,-14 0,0 C-16,34 -14,70 0,110 L-110,110 Z"
    case .gyron: "M0,0 L-110,-110 -110,0 Z"
    case .quarter: "M-110,-110 L0,-110 0,0 -110,0 Z"
    case .canton: "M-110,-110 L-25,-110 -25,-25 -110,-25 Z"
    case .pall:
      "M-110,-110 L-78,-110 0,-26 78,-110 110,-110 110,-84 18,16 18,110 -18,110 -18,16 -110,-84 Z"
    case .pallReversed:
      "M-110,110 L-110,84 -18,-16 -18,-110 18,-110 18,-16 110,84 110,110 78,110 0,26 -78,110 Z"
    case .chevron: "M-110,36 L0,-38 110,36 110,78 0,4 -110,78 Z"
    case .chevronReversed: "M-110,-36 L-110,-78 0,-4 110,-78 110,-36 0,38 Z"
    case .pile: "M-39,-110 L39,-110 0,72 Z"
    case .pileInBend: "M75,110 L-55,-55 110,75 110,110 Z"
    case .pileInBendSinister: "M-75,110 L-110,110 -110,75 55,-55 Z"
    case .piles: "M-64,-110 L-28,-110 -46,12 Z M-18,-110 L18,-110 0,42 Z M28,-110 L64,-110 46,12 Z"
    case .pilesInPoint:
      "M-78,-110 L-42,-110 0,96 Z M-18,-110 L18,-110 0,96 Z M42,-110 L78,-110 0,96 Z"
    case .label:
      """
      M-110,-50 L110,-50 110,-40 51,-40 54,-14 36,-14 39,-40 6,-40 9,-14 -9,-14 -6,-40 \
      -39,-40 -36,-14 -54,-14 -51,-40 -110,-40 Z
      """
    default: ""
    }
  }
}

extension Path {
  /// This path and another's figures.
  func joined(_ other: Path) -> Path {
    var copy = self
    copy.append(other)
    return copy
  }
}
