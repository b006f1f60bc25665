// SPDX-License-Identifier: MIT
// Part of Platen: whole coats of arms: what is seen where, what is missing, and how they look.

import Atlas
import Canvas
import Diagnostics
import Drawing
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Heraldry

private func arms(
  _ field: String, shield: String = "square", _ change: (inout CoatOfArms) -> Void = { _ in }
) -> CoatOfArms {
  var arms = CoatOfArms(field: field)
  arms.shield = shield
  change(&arms)
  return arms
}

private func charge(
  _ name: String, _ tincture: String, at positions: String = "e", size: Double = 1,
  divided: String? = nil
) -> CoatOfArms.Charge {
  var charge = CoatOfArms.Charge(charge: name, tinctures: [tincture], positions: positions)
  charge.size = size
  charge.divided = divided
  return charge
}

/// Without shine, so that colors are those of the tinctures.
private let painter = ArmsPainter(outline: 0, hasShine: false)

/// A picture of the whole field, a pixel to each unit.
private func picture(_ arms: CoatOfArms, _ painter: ArmsPainter = painter) throws -> Bitmap {
  let drawn = try #require(painter.draw(arms))
  let scene = Scene(
    size: Size(width: 200, height: 200), background: .white,
    nodes: [.group(Group(transform: .translation(100, 100), children: drawn.nodes))])
  return try ImageCanvas.bitmap(
    of: scene, width: 200, height: 200, fonts: try FontLibrary(try FontSet()))
}

/// The tincture that is nearest at a point of the field.
private func tincture(_ picture: Bitmap, _ x: Int, _ y: Int) -> String {
  let at = ((y + 100) * picture.width + x + 100) * 4
  func distance(_ color: Color) -> Double {
    let parts = [color.red, color.green, color.blue]
    return zip(parts, picture.rgba[at..<(at + 3)]).reduce(0) {
      $0 + ($1.0 * 255 - Double($1.1)) * ($1.0 * 255 - Double($1.1))
    }
  }
  return Tinctures.names.min {
    distance(Tinctures.generator.colors[$0] ?? .black)
      < distance(Tinctures.generator.colors[$1] ?? .black)
  } ?? ""
}

@Suite struct ArmsTests {
  @Test func partsBearTheirTinctures() throws {
    let halved = try picture(
      arms("or") { $0.division = .init(division: "perPale", tincture: "azure") })
    #expect(tincture(halved, -40, 0) == "or" && tincture(halved, 40, 0) == "azure")
    let across = try picture(
      arms("gules") { $0.division = .init(division: "perFess", tincture: "vert") })
    #expect(tincture(across, 0, -40) == "gules" && tincture(across, 0, 40) == "vert")
  }

  @Test func counterchangedChargesWearEachPartsOther() throws {
    let seen = try picture(
      arms("or") {
        $0.division = .init(division: "perPale", tincture: "azure")
        $0.charges = [charge("roundel", "gules", size: 1.5, divided: "counter")]
      })
    #expect(tincture(seen, -20, 0) == "azure" && tincture(seen, 20, 0) == "or")
    #expect(tincture(seen, -65, 60) == "or" && tincture(seen, 65, 60) == "azure")
  }

  @Test func chargesMayBelongToOnePart() throws {
    func seen(_ divided: String) throws -> Bitmap {
      try picture(
        arms("or") {
          $0.division = .init(division: "perPale", tincture: "azure")
          $0.charges = [charge("roundel", "gules", size: 1.5, divided: divided)]
        })
    }
    let field = try seen("field")
    #expect(tincture(field, -20, 0) == "gules" && tincture(field, 20, 0) == "azure")
    let division = try seen("division")
    #expect(tincture(division, -20, 0) == "or" && tincture(division, 20, 0) == "gules")
  }

  @Test func ordinariesLieUnderChargesUnlessTheyAreAbove() throws {
    func seen(above: Bool) throws -> Bitmap {
      try picture(
        arms("argent") {
          var pale = CoatOfArms.Ordinary(ordinary: "pale", tincture: "azure")
          pale.isAbove = above
          $0.ordinaries = [pale]
          $0.charges = [charge("roundel", "gules", size: 1.5)]
        })
    }
    #expect(try tincture(seen(above: false), 0, 0) == "gules")
    #expect(try tincture(seen(above: true), 0, 0) == "azure")
    #expect(try tincture(seen(above: true), 32, 0) == "gules")
  }

  @Test func turnedChargesAreTurned() throws {
    func seen(_ change: (inout CoatOfArms.Charge) -> Void) throws -> Bitmap {
      try picture(
        arms("argent") {
          var crescent = charge("triangle", "gules", size: 1.5)
          change(&crescent)
          $0.charges = [crescent]
        })
    }
    #expect(try tincture(seen { _ in }, -32, 30) == "gules")
    #expect(try tincture(seen { $0.isReversed = true }, -32, 30) == "argent")
    #expect(try tincture(seen { $0.isReversed = true }, -32, -30) == "gules")
    let lion = arms("argent") { $0.charges = [charge("lionPassant", "gules", size: 1.5)] }
    var other = lion
    other.charges[0].isSinister = true
    let (left, right) = (try picture(lion), try picture(other))
    #expect(left.difference(to: right).maximum > 100)
  }

  @Test func nothingLeavesTheShield() throws {
    for shield in ShieldShape.names {
      let drawn = try #require(
        painter.draw(
          arms("chequy-or-sable", shield: shield) {
            $0.ordinaries = [.init(ordinary: "bordure", tincture: "gules")]
            $0.charges = [charge("eagle", "azure", at: "abcdefghiABCD", size: 3)]
          }))
      guard case .group(let group)? = drawn.nodes.first, drawn.nodes.count == 1 else {
        Issue.record("not one group")
        return
      }
      #expect(group.clip == Clip(drawn.outline))
    }
  }

  @Test func theSameTwice() {
    let coat = arms("semy_of_fleurDeLis-azure-or", shield: "swiss") {
      $0.division = .init(division: "gyronny", tincture: "ermine-argent-sable-small")
      $0.charges = [charge("griffinRampant", "gules", size: 1.5, divided: "counter")]
    }
    #expect(ArmsPainter().draw(coat) == ArmsPainter().draw(coat))
  }

  @Test func whatIsNotKnownIsNamed() throws {
    let drawn = try #require(
      painter.draw(
        arms("plaid", shield: "pelta") {
          $0.division = .init(division: "perHaps", tincture: "or", line: "wiggly")
          $0.ordinaries = [.init(ordinary: "extraordinary", tincture: "or")]
          $0.charges = [
            charge("toaster", "or"), charge("lionDancing", "or", at: "jl"),
            charge("crossGamma", "or"),
          ]
        }))
    let texts = drawn.gaps.diagnostics.map(\.message)
    for name in ["plaid", "pelta", "perHaps", "wiggly", "extraordinary", "toaster"] {
      #expect(texts.contains { $0.contains("\(name) (1)") }, "\(name)")
    }
    #expect(texts[0].contains("general form of their family: lionDancing (2), crossGamma (1)"))
    #expect(texts[0].contains("omitted: toaster (1)"))
    #expect(drawn.gaps.diagnostics.count { $0.code == "heraldry.charges" } == 1)
    #expect(drawn.gaps.charges.count == 3)
  }

  @Test func manyUnknownNamesStayShort() throws {
    let drawn = try #require(
      painter.draw(
        arms("or") {
          $0.charges = (0..<5000).map {
            charge("thing\($0)" + String(repeating: "x", count: 500), "or")
          }
        }))
    #expect(drawn.gaps.diagnostics.map(\.message.count).max() ?? 0 < 5000)
  }

  @Test func uploadedAndEmptyArmsAreNotDrawn() {
    #expect(painter.draw(arms("or") { $0.isCustom = true }) == nil)
    #expect(painter.draw(CoatOfArms(field: "")) == nil)
  }

  @Test func numbersThatAreNoneDoNoHarm() throws {
    for size in [Double.nan, .infinity, -3, 0, 1e300] {
      let drawn = try #require(
        painter.draw(
          arms("or") { $0.charges = [charge("mullet", "gules", at: "eeee?", size: size)] }))
      #expect(!drawn.nodes.isEmpty)
    }
  }

  @Test func ownPicturesComeFirst() throws {
    let dot = ChargeImage(nodes: [
      .path(PathNode(Path(circleAt: .zero, radius: 40), fill: Fill(Color(0, 1, 0))))
    ])
    let own = ArmsPainter(outline: 0, hasShine: false) { $0 == "toaster" ? dot : nil }
    let seen = try picture(arms("gules") { $0.charges = [charge("toaster", "or")] }, own)
    #expect(tincture(seen, 0, 0) == "vert")
    #expect(
      own.draw(arms("gules") { $0.charges = [charge("toaster", "or")] })?.gaps.isEmpty == true)
  }

  @Test func chargesAreListed() {
    let coat = arms("semy_of_bee-or-sable") {
      $0.ordinaries = [.init(ordinary: "chief", tincture: "semy_of_mullet-azure-or-small")]
      $0.charges = [charge("key", "or"), charge("bee", "or")]
    }
    #expect(coat.chargeNames == ["bee", "key", "mullet"])
  }

  /// A sheet of coats of many kinds is painted.
  @Test func aSheetIsPainted() throws {
    let coats: [CoatOfArms] = [
      arms("gules", shield: "heater") { $0.charges = [charge("lionRampant", "or", size: 1.5)] },
      arms("azure", shield: "spanish") {
        $0.charges = [charge("fleurDeLis", "or", at: "jln", size: 0.7)]
      },
      arms("argent", shield: "swiss") {
        $0.division = .init(division: "perCross", tincture: "sable", line: "wavy")
        $0.charges = [charge("heart", "or", at: "jo", size: 0.7, divided: "counter")]
      },
      arms("vair-argent-azure", shield: "french") {
        $0.ordinaries = [.init(ordinary: "fess", tincture: "gules")]
      },
      arms("or", shield: "round") { $0.charges = [charge("eagle", "sable", size: 1.5)] },
      arms("vert", shield: "banner") {
        var chief = CoatOfArms.Ordinary(ordinary: "chief", tincture: "argent")
        chief.line = "embattled"
        $0.ordinaries = [chief]
        $0.charges = [charge("tower", "or", at: "h", size: 0.7)]
      },
      arms("purpure", shield: "polish") {
        $0.ordinaries = [.init(ordinary: "bordure", tincture: "or")]
        $0.charges = [charge("key", "argent", size: 1)]
      },
      arms("semy_of_mullet-azure-or", shield: "renaissance"),
    ]
    var nodes: [Node] = []
    for (index, coat) in coats.enumerated() {
      let drawn = try #require(ArmsPainter().draw(coat))
      let at = Point(Double(index % 4) * 210 + 105, Double(index / 4) * 210 + 105)
      nodes.append(
        .group(
          Group(
            transform: .translation(at.x, at.y - drawn.center.y),
            children: drawn.nodes + [
              .path(PathNode(drawn.outline, stroke: Stroke(.black, width: 2)))
            ])))
    }
    let scene = Scene(size: Size(width: 840, height: 420), background: .white, nodes: nodes)
    let seen = try ImageCanvas.bitmap(
      of: scene, width: 420, height: 210, fonts: try FontLibrary(try FontSet()))
    let plain = try ImageCanvas.bitmap(
      of: Scene(size: scene.size, background: .white), width: 420, height: 210,
      fonts: try FontLibrary(try FontSet()))
    #expect(seen.difference(to: plain).count > 30_000)
  }
}
