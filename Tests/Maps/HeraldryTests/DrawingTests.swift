// SPDX-License-Identifier: MIT
// Part of Platen: outlines, shields, divisions, ordinaries and charges, each for itself.

import Geometry
import Testing

@testable import Heraldry

/// Indicates whether a point is within an outline, by the rule a figure is filled with.
private func contains(_ point: Point, _ path: Path) -> Bool {
  Polygon.contains(point, in: path.flattened(tolerance: 0.2).map(\.points))
}

@Suite struct OutlineTextTests {
  @Test func figuresTurnOneWayAndHolesTheOther() {
    for text in [
      "M0,0 L10,0 10,10 0,10 Z", "M0,0 L0,10 10,10 10,0 Z", "R0,0,10,10", "O5,5,5", "E5,5,5,3",
      "S 0,0 10,0 10,10 0,10", "T0,0,3 10,0,2 20,5,1",
    ] {
      let area = OutlineText.path(text).flattened().map { Polygon.signedArea($0.points) }
      #expect(area.count == 1 && area[0] < 0, "\(text)")
      let hole = OutlineText.path("-" + text).flattened().map { Polygon.signedArea($0.points) }
      #expect(hole.count == 1 && hole[0] > 0, "-\(text)")
      #expect(abs((hole.first ?? 0) + (area.first ?? 0)) < 1, "\(text)")
    }
  }

  @Test func cornersAreSharpAndOtherPointsAreNot() {
    let round = OutlineText.path("S 0,0 10,0 10,10 0,10")
    let sharp = OutlineText.path("S !0,0 !10,0 !10,10 !0,10")
    #expect(contains(Point(-0.5, 5), round))
    #expect(!contains(Point(-0.5, 5), sharp))
  }

  @Test(arguments: ["", "M", "Q", "S !", "T1,2", "O1", "M1,1 L", "x", "R1,2,3", "-", "S1,1", "M 1"])
  func whatCannotBeReadEndsIt(text: String) {
    let path = OutlineText.path(text)
    #expect(path.points.allSatisfy { $0.isFinite })
  }
}

@Suite struct ShieldTests {
  @Test(arguments: ShieldShape.names)
  func aShieldHoldsItsPlaces(name: String) throws {
    let shield = try #require(ShieldShape.named(name))
    let box = try #require(shield.outline.controlBounds)
    #expect(box.minX >= -101 && box.maxX <= 101 && box.minY >= -101 && box.maxY <= 102)
    let lines = shield.outline.flattened()
    #expect(lines.count == 1 && lines.allSatisfy(\.isClosed))
    #expect(contains(.zero, shield.outline))
    for (letter, place) in shield.places {
      // On a rim the charges lie over the edge's inner half; `y` is a corner's, whatever its shape.
      guard letter != "y" else { continue }
      let inward = place * 0.93
      #expect(
        contains(inward, shield.outline) || contains(place, shield.outline), "\(name) \(letter)")
    }
  }

  @Test func shieldsLookDifferent() {
    let outlines = ShieldShape.names.compactMap { ShieldShape.named($0)?.outline }
    #expect(Set(outlines).count == ShieldShape.names.count)
  }
}

@Suite struct FieldTests {
  /// The part of a grid of points that is within an outline.
  private func share(_ path: Path) -> Double {
    let polygons = path.flattened(tolerance: 0.2).map(\.points)
    var inside = 0
    for x in stride(from: -73.0, through: 73, by: 3.7) {
      for y in stride(from: -73.0, through: 73, by: 3.7)
      where Polygon.contains(Point(x, y), in: polygons) {
        inside += 1
      }
    }
    return Double(inside) / 1600
  }

  @Test(arguments: FieldDivision.allCases)
  func aDivisionLeavesBothPartsRoom(division: FieldDivision) {
    for line in PartitionLine.allCases {
      let area = division.area(line)
      #expect(area.points.allSatisfy { $0.isFinite && abs($0.x) < 400 && abs($0.y) < 400 })
      #expect((0.08...0.75).contains(share(area)), "\(division) \(line) \(share(area))")
    }
  }

  @Test func linesDiffer() {
    let areas = PartitionLine.allCases.map { FieldDivision.perFess.area($0) }
    #expect(Set(areas).count == PartitionLine.allCases.count)
  }

  @Test(arguments: Ordinary.allCases)
  func anOrdinaryCoversSomeOfTheField(ordinary: Ordinary) throws {
    let shield = try #require(ShieldShape.named("heater"))
    var seen: Set<Path> = []
    for line in PartitionLine.allCases {
      switch ordinary.area(line, on: shield) {
      case .figure(let path):
        #expect(path.points.allSatisfy { $0.isFinite })
        #expect((0.01...0.8).contains(share(path)), "\(ordinary) \(line) \(share(path))")
        seen.insert(path)
      case .rim(let path, let width):
        #expect(!path.isEmpty && width > 0)
      }
    }
    let lined: Set<Ordinary> = [
      .pale, .fess, .bend, .bendSinister, .chief, .bar, .gemelle, .fessCotissed,
      .fessDoubleCotissed, .bendlet, .bendletSinister, .terrace, .cross, .crossParted, .saltire,
      .saltireParted,
    ]
    #expect((seen.count == PartitionLine.allCases.count) == lined.contains(ordinary))
  }

  @Test(arguments: FieldPattern.allCases)
  func aPatternShowsBothTinctures(pattern: FieldPattern) {
    for scale in [1.6, 1, 0.5, 0.25] {
      let drawing = pattern.drawing(scale: scale)
      #expect(!drawing.path.isEmpty && drawing.path.points.allSatisfy { $0.isFinite })
      #expect(drawing.path.points.count < 120_000, "\(pattern) \(scale)")
    }
  }
}

@Suite struct ChargeDrawingTests {
  @Test(arguments: HeraldicVocabulary.charges)
  func aChargeStaysInItsSquare(name: String) throws {
    guard case .own(let drawing) = ChargeBook.entry(name) else {
      Issue.record("\(name) is not drawn")
      return
    }
    let filled = drawing.silhouette
    let box = try #require(Rect(enclosing: filled.flattened().flatMap(\.points)))
    #expect(box.minX > -51 && box.maxX < 51 && box.minY > -51 && box.maxY < 51, "\(box)")
    #expect(max(box.width, box.height) > 40)
    #expect(filled.points.allSatisfy { $0.isFinite })
    #expect(drawing.layers.reduce(0) { $0 + $1.path.points.count } < 1500)
  }

  @Test func fortyOfTheMostFrequentAreDrawn() {
    let frequent = [
      "inescutcheon", "anchor", "crossHummetty", "lymphad", "fleurDeLis", "key", "escallop", "bell",
      "mullet", "lionRampant", "crescent", "eagle", "annulet", "billet", "mascle", "cavalier",
      "heart", "mullet6", "fusil", "goutte", "tower", "roundel", "castle", "boat", "stagPassant",
      "lozengeFaceted", "angel", "sun", "dragonPassant", "bridge", "triangle", "mullet4", "dolphin",
      "crossSaltire", "crossFleury", "plaice", "cock", "pike", "roundel2", "camel", "garb", "anvil",
      "bowWithArrow", "comet", "drakkar", "horseshoe", "archer", "sword", "armillarySphere",
      "shipWheel", "hand", "eagleTwoHeads",
    ]
    #expect(Set(frequent).isSubset(of: HeraldicVocabulary.charges))
  }
}
