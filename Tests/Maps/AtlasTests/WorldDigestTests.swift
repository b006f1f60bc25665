// SPDX-License-Identifier: MIT
// Part of Platen: nothing of a world can change without its digest.

public import Atlas
import Digests
public import Geometry
public import TestSupport
import Testing

@Suite struct WorldDigestTests {
  @Test func everyPlaceInAWorldChangesItsDigest() {
    let world = Sampler().sample(World.self)
    let changed = variations(of: world, but: WorldDigestTests.derived)
    var places = [Digest(canonicalOf: world): "nothing"]
    for variation in changed {
      let digest = Digest(canonicalOf: variation.value)
      if let other = places.updateValue(variation.place, forKey: digest) {
        Issue.record("the digest is the same after a change of \(variation.place) and of \(other)")
      }
    }
    // As many as there are places: far more than a walk that stopped somewhere would find.
    #expect(changed.count > 2000)
    for place in [
      ".terrain.mesh.cellVertices.offsets[", ".cells.population[", ".states.rows[1].diplomacy[",
      ".burgs.rows[0].coatOfArms.charges[1].tinctures[", ".coast.jagged.maxDepth",
      ".presentation.groups[", ".rivers.rows[0].ribbon.verbs[",
    ] {
      #expect(changed.contains { $0.place.contains(place) }, "\(place)")
    }
  }

  /// Properties whose values follow from others: where each id of a table stands.
  static let derived: Set<String> = ["indexOfID"]

  /// The rows alone: the way a table came to have them is not a part of it.
  @Test func aTableIsItsRows() {
    let rows = [3, 1, 2, 3].map { Biome(id: $0, name: "biome \($0)") }
    var grown = EntityList<Biome>()
    for row in rows + [Biome(id: 9, name: "gone")] { grown.append(row) }
    grown.removeAll { $0.id == 9 }
    #expect(Digest(canonicalOf: grown) == Digest(canonicalOf: EntityList(rows)))
    #expect(Digest(canonicalOf: grown) != Digest(canonicalOf: EntityList(rows.reversed())))
  }
}

// MARK: What the enumerations of a world may be

extension Feature.Kind: VariedCases { public static var all: [Self] { [.ocean, .lake, .island] } }
extension IceSheet.Kind: VariedCases { public static var all: [Self] { [.glacier, .iceberg] } }
extension Measurer.Kind: VariedCases { public static var all: [Self] { allCases } }
extension SalvagedDrawing.Ground: VariedCases {
  public static var all: [Self] { [.all, .land, .water] }
}
extension SavedWind.Direction: VariedCases { public static var all: [Self] { allCases } }
extension Path.Verb: VariedCases {
  public static var all: [Self] { [.move, .line, .curve, .close] }
}

extension EntityColor: Varied {
  public static func sample(_ sampler: Sampler) -> EntityColor {
    sampler.turn("color") % 2 == 0
      ? .rgb(sampler.sample(), sampler.sample(), sampler.sample()) : .hatch(sampler.sample())
  }

  public func variations(but derived: Set<String>) -> [Variation<EntityColor>] {
    switch self {
    case .rgb(let red, let green, let blue):
      return inside("red", red, but: derived) { .rgb($0, green, blue) }
        + inside("green", green, but: derived) { .rgb(red, $0, blue) }
        + inside("blue", blue, but: derived) { .rgb(red, green, $0) }
        + [Variation(place: " as hatch", value: .hatch(Int(red)))]
    case .hatch(let number):
      return inside("hatch", number, but: derived) { .hatch($0) }
    }
  }
}

extension RiverStyle: Varied {
  public static func sample(_ sampler: Sampler) -> RiverStyle { .broad }

  public func variations(but derived: Set<String>) -> [Variation<RiverStyle>] {
    [Variation(place: " as another", value: self == .broad ? .slender : .broad)]
  }
}

extension CoastStyle: Varied {
  public static func sample(_ sampler: Sampler) -> CoastStyle { .jagged(sampler.sample()) }

  public func variations(but derived: Set<String>) -> [Variation<CoastStyle>] {
    switch self {
    case .smooth: return []
    case .jagged(let coast):
      return inside("jagged", coast, but: derived) { .jagged($0) }
        + [Variation(place: " as smooth", value: .smooth)]
    }
  }
}
