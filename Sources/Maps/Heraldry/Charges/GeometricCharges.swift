// SPDX-License-Identifier: MIT
// Part of Platen: charges that are figures of geometry: roundels, lozenges, mullets, hearts.

internal import Geometry
internal import Libc

/// Charges drawn by reckoning.
enum GeometricCharges {
  /// Points on a circle, the first at the top, going clockwise.
  private static func ring(_ count: Int, _ radius: Double, turn: Double = 0) -> [Point] {
    (0..<count).map { index in
      let angle = (Double(index) + turn) * 2 * .pi / Double(count)
      // Rounded: what the last bits are may differ from library to library.
      return Point(
        (sin(angle) * radius * 1000).rounded() / 1000,
        (-cos(angle) * radius * 1000).rounded() / 1000)
    }
  }

  /// A star of so many points.
  static func star(_ count: Int, _ outer: Double, _ inner: Double) -> Path {
    let (tips, dents) = (ring(count, outer), ring(count, inner, turn: 0.5))
    return Path(ring: zip(tips, dents).flatMap { [$0, $1] })
  }

  private static func pierced(_ path: Path, _ radius: Double) -> ChargeDrawing {
    ChargeDrawing(path.joined(Path(circleAt: .zero, radius: radius)), isEvenOdd: true)
  }

  /// A star with every other side of its points in ink, as if cut from stone.
  private static func faceted(_ count: Int, _ outer: Double, _ inner: Double) -> ChargeDrawing {
    let (tips, dents) = (ring(count, outer), ring(count, inner, turn: 0.5))
    var lines = Path()
    for tip in tips { lines.append(line: [.zero, tip]) }
    for dent in dents { lines.append(line: [.zero, dent]) }
    var drawing = ChargeDrawing(star(count, outer, inner))
    drawing.layers.append(.init(role: .ink, path: lines, lineWidth: 0.9))
    return drawing
  }

  private static func lozenge(_ w: Double, _ h: Double) -> Path {
    Path(ring: [Point(0, -h), Point(w, 0), Point(0, h), Point(-w, 0)])
  }

  private static func voided(_ outer: Path, _ inner: Path) -> ChargeDrawing {
    ChargeDrawing(outer.joined(inner), isEvenOdd: true)
  }

  /// Petals round a seeded middle.
  private static func foil(_ count: Int) -> ChargeDrawing {
    var petals = Path()
    for center in ring(count, count > 4 ? 19 : 17) {
      petals.append(Path(circleAt: center, radius: count > 5 ? 10.5 : count > 4 ? 12 : 14.5))
    }
    petals.append(Path(circleAt: .zero, radius: 13))
    return ChargeDrawing(layers: [
      .init(role: .tincture(0), path: petals),
      .init(role: .ink, path: Path(circleAt: .zero, radius: 5)),
    ])
  }

  /// A disc with rays, straight and wavy in turn.
  private static func sun(_ rays: Int, _ isWavy: Bool, hasFace: Bool) -> ChargeDrawing {
    var burst = Path()
    for index in 0..<rays {
      let turn = Double(index)
      let from = ring(rays, 17, turn: turn - 0.36)[0]
      let to = ring(rays, 17, turn: turn + 0.36)[0]
      let tip = ring(rays, index % 2 == 0 ? 38 : 34, turn: turn)[0]
      burst.move(to: from)
      if isWavy, index % 2 == 1 {
        let a = ring(rays, 27, turn: turn - 0.42)[0]
        let b = ring(rays, 29, turn: turn + 0.1)[0]
        let c = ring(rays, 24, turn: turn + 0.1)[0]
        burst.curve(to: tip, a, b)
        burst.curve(to: to, ring(rays, 30, turn: turn + 0.5)[0], c)
      } else {
        burst.line(to: tip)
        burst.line(to: to)
      }
      burst.close()
    }
    var layers: [ChargeDrawing.Layer] = [
      .init(role: .tincture(0), path: burst),
      .init(role: .tincture(0), path: Path(circleAt: .zero, radius: 18)),
    ]
    if hasFace {
      layers +=
        ChargeDrawing(
          """
          ~1.8| W34,43 38,40.5 43,42
          ~1.8 W50,46 52,54 48,54.5
          ~1.8 W42,60 50,63 58,60
          k| E39,46,2.4,1.7
          """
        ).layers
    }
    return ChargeDrawing(layers: layers)
  }

  private static func wheel(
    spokes: Int, rim: Double, hub: Double, handles: Bool = false, teeth: Int = 0
  ) -> ChargeDrawing {
    var path = Path(circleAt: .zero, radius: rim)
    var outer = Path()
    if teeth > 0 {
      let (a, b) = (ring(teeth * 4, rim + 8), ring(teeth * 4, rim))
      let count = teeth * 4
      path = Path(ring: (0..<count).map { (i: Int) -> Point in (i + 1) % 4 < 2 ? a[i] : b[i] })
    }
    path.append(Path(circleAt: .zero, radius: rim - 7))
    for point in ring(spokes, handles ? rim + 10 : rim - 4) {
      outer.append(bar(.zero, point, 2.4))
      if handles { outer.append(Path(circleAt: point, radius: 3.2)) }
    }
    outer.append(Path(circleAt: .zero, radius: hub))
    return ChargeDrawing(layers: [
      .init(role: .tincture(0), path: outer),
      .init(role: .tincture(0), path: path, isEvenOdd: true),
      .init(role: .tincture(0), path: Path(circleAt: .zero, radius: hub)),
      .init(role: .ink, path: Path(circleAt: .zero, radius: hub * 0.4)),
    ])
  }

  /// A bar between two points.
  static func bar(_ a: Point, _ b: Point, _ half: Double) -> Path {
    let way = b - a
    let side = Point(-way.y, way.x) * (half / max(way.length, 1e-9))
    return Path(ring: [a - side, b - side, b + side, a + side])
  }

  private static let circle = Path(circleAt: .zero, radius: 29)

  static let all: [(String, ChargeDrawing)] = {
    let triangle = Path(ring: [Point(0, -28), Point(29, 23), Point(-29, 23)])
    let hexagon = ring(6, 36)
    var snow = Path()
    for (index, tip) in hexagon.enumerated() {
      snow.append(bar(.zero, tip, 2.2))
      let next = hexagon[(index + 1) % 6]
      let last = hexagon[(index + 5) % 6]
      for branch in [0.5, 0.75] {
        let foot = tip * branch
        snow.append(bar(foot, foot + next * 0.24, 2))
        snow.append(bar(foot, foot + last * 0.24, 2))
      }
    }
    var estoile = Path()
    let (tips, dents) = (ring(6, 38), ring(6, 14, turn: 0.5))
    for index in 0..<6 {
      let (from, tip, to) = (dents[(index + 5) % 6], tips[index], dents[index])
      let side = Point(-tip.y, tip.x) * 0.2
      if index == 0 { estoile.move(to: from) }
      estoile.curve(to: tip, from + tip * 0.3 - side, tip * 0.75 + side * 0.9)
      estoile.curve(to: to, tip * 0.72 + side * 1.2, to + tip * 0.1 - side * 0.2)
    }
    estoile.close()

    var list: [(String, ChargeDrawing)] = [
      ("roundel", ChargeDrawing(circle)),
      (
        "roundel2",
        ChargeDrawing(layers: [
          .init(role: .tincture(0), path: circle),
          .init(role: .ink, path: Path(circleAt: .zero, radius: 20), lineWidth: 1.6),
        ])
      ),
      ("annulet", voided(circle, Path(circleAt: .zero, radius: 18))),
      ("billet", ChargeDrawing(Path(rect: Rect(x: -17, y: -30, width: 34, height: 60)))),
      ("lozenge", ChargeDrawing(lozenge(26, 34))),
      ("fusil", ChargeDrawing(lozenge(16, 38))),
      ("mascle", voided(lozenge(27, 35), lozenge(16, 21))),
      ("rustre", voided(lozenge(27, 35), Path(circleAt: .zero, radius: 11))),
      ("triangle", ChargeDrawing(triangle)),
      ("trianglePierced", voided(triangle, Path(circleAt: Point(0, 6), radius: 9))),
      ("mullet", ChargeDrawing(star(5, 36, 14))),
      ("mullet4", ChargeDrawing(star(4, 38, 12))),
      ("mullet6", ChargeDrawing(star(6, 36, 17))),
      ("mullet7", ChargeDrawing(star(7, 36, 19))),
      ("mullet8", ChargeDrawing(star(8, 36, 20))),
      ("mullet10", ChargeDrawing(star(10, 36, 23))),
      ("mulletPierced", pierced(star(5, 36, 14), 7)),
      ("mullet6Pierced", pierced(star(6, 36, 17), 8)),
      ("mulletFaceted", faceted(5, 36, 14)),
      ("mullet6Faceted", faceted(6, 36, 17)),
      ("estoile", ChargeDrawing(estoile)),
      ("sun", sun(16, false, hasFace: false)),
      ("sunInSplendour", sun(16, true, hasFace: true)),
      ("sunInSplendour2", sun(24, false, hasFace: true)),
      ("quatrefoil", foil(4)), ("cinquefoil", foil(5)), ("sextifoil", foil(6)),
      ("snowflake", ChargeDrawing(snow)),
      ("wheel", wheel(spokes: 8, rim: 34, hub: 8)),
      ("shipWheel", wheel(spokes: 8, rim: 27, hub: 8, handles: true)),
      ("gear", wheel(spokes: 4, rim: 29, hub: 9, teeth: 10)),
      (
        "compassRose",
        ChargeDrawing(layers: [
          .init(role: .tincture(0), path: star(4, 26, 9).applying(.bendwise)),
          .init(role: .tincture(0), path: star(4, 40, 8)),
          .init(role: .ink, path: star(4, 40, 8).halves, isEvenOdd: false),
        ])
      ),
    ]
    var facets = ChargeDrawing(lozenge(26, 34))
    var lines = Path()
    for p in [Point(0, -34), Point(26, 0), Point(0, 34), Point(-26, 0)] {
      lines.append(line: [.zero, p])
    }
    facets.layers.append(.init(role: .ink, path: lines, lineWidth: 1))
    list.append(("lozengeFaceted", facets))
    return list
  }()
}

extension Path {
  /// The dark sides of a star of four points.
  fileprivate var halves: Path {
    var path = Path()
    guard points.count == 8 else { return path }
    for index in stride(from: 0, to: 8, by: 2) {
      path.append(ring: [.zero, points[index], points[(index + 1) % 8]])
    }
    return path
  }
}
