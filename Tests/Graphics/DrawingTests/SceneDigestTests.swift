// SPDX-License-Identifier: MIT
// Part of Platen: nothing of a scene can change without its digest.

import Digests
public import Drawing
public import Geometry
public import TestSupport
import Testing

@Suite struct SceneDigestTests {
  @Test func everyPlaceInASceneChangesItsDigest() {
    let scene = Sampler().sample(Scene.self)
    let changed = variations(of: scene)
    var places = [Digest(canonicalOf: scene): "nothing"]
    for variation in changed {
      let digest = Digest(canonicalOf: variation.value)
      if let other = places.updateValue(variation.place, forKey: digest) {
        Issue.record("the digest is the same after a change of \(variation.place) and of \(other)")
      }
    }
    // As many as there are places: far more than a walk that stopped somewhere would find.
    #expect(changed.count > 800)
    for place in [".glyphs[0].position.x", ".halo", ".dash[", ".filter", ".rgba[", ".stops["] {
      #expect(changed.contains { $0.place.contains(place) }, "\(place)")
    }
  }

  @Test func equalScenesHaveOneDigest() {
    let scenes = [Sampler().sample(Scene.self), Sampler().sample(Scene.self)]
    #expect(scenes[0] == scenes[1])
    #expect(Digest(canonicalOf: scenes[0]) == Digest(canonicalOf: scenes[1]))
  }

  /// Bytes between the fields of a structure are not compared.
  @Test func paddingIsNotFed() {
    func glyphs(_ filling: UInt8) -> [Glyph] {
      [Glyph](unsafeUninitializedCapacity: 2) { buffer, count in
        UnsafeMutableRawBufferPointer(buffer).initializeMemory(as: UInt8.self, repeating: filling)
        for index in 0..<2 {
          buffer[index].id = 7
          buffer[index].position = Point(1, 2)
          buffer[index].angle = 3
        }
        count = 2
      }
    }
    #expect(Digest(canonicalOf: glyphs(0)) == Digest(canonicalOf: glyphs(255)))
  }
}

// MARK: What the enumerations of a scene may be

extension FillRule: VariedCases { public static var all: [Self] { [.nonZero, .evenOdd] } }
extension BlendMode: VariedCases {
  public static var all: [Self] { [.normal, .multiply, .screen, .overlay, .softLight] }
}
extension Stroke.Cap: VariedCases { public static var all: [Self] { [.butt, .round, .square] } }
extension Stroke.Join: VariedCases { public static var all: [Self] { [.miter, .round, .bevel] } }
extension Path.Verb: VariedCases {
  public static var all: [Self] { [.move, .line, .curve, .close] }
}

extension Filter: Varied {
  public static func sample(_ sampler: Sampler) -> Filter {
    .dropShadow(blur: sampler.sample(), offset: sampler.sample(), color: sampler.sample())
  }

  public func variations(but derived: Set<String>) -> [Variation<Filter>] {
    switch self {
    case .blur(let deviation):
      return inside("blur", deviation, but: derived) { .blur($0) }
    case .dropShadow(let blur, let offset, let color):
      return inside("blur", blur, but: derived) {
        .dropShadow(blur: $0, offset: offset, color: color)
      }
        + inside("offset", offset, but: derived) {
          .dropShadow(blur: blur, offset: $0, color: color)
        }
        + inside("color", color, but: derived) {
          .dropShadow(blur: blur, offset: offset, color: $0)
        }
        + [Variation(place: " as blur", value: .blur(blur))]
    }
  }
}

extension Node: Varied {
  public static func sample(_ sampler: Sampler) -> Node {
    // Each of the four once, whichever is asked for: a group with the other three in it.
    guard sampler.depth < 6 else { return .path(PathNode(Path())) }
    let inner = [
      Node.path(sampler.sample()), .text(sampler.sample()), .image(sampler.sample()),
    ]
    var group = sampler.sample(Group.self)
    group.children += inner
    return .group(group)
  }

  public func variations(but derived: Set<String>) -> [Variation<Node>] {
    let empty = Group(name: "another case")
    switch self {
    case .group(let group):
      return inside("group", group, but: derived) { .group($0) }
        + [Variation(place: " as path", value: .path(PathNode(Path())))]
    case .path(let node):
      return inside("path", node, but: derived) { .path($0) }
        + [Variation(place: " as group", value: .group(empty))]
    case .text(let node):
      return inside("text", node, but: derived) { .text($0) }
        + [Variation(place: " as group", value: .group(empty))]
    case .image(let node):
      return inside("image", node, but: derived) { .image($0) }
        + [Variation(place: " as group", value: .group(empty))]
    }
  }
}

extension Paint: Varied {
  /// One kind after another, so that a scene has all of them.
  public static func sample(_ sampler: Sampler) -> Paint {
    let kinds = sampler.depth < 9 ? 4 : 3
    switch sampler.turn("paint") % kinds {
    case 0: return .color(sampler.sample())
    case 1:
      return .linearGradient(from: sampler.sample(), to: sampler.sample(), stops: sampler.sample())
    case 2:
      return .radialGradient(
        center: sampler.sample(), radius: sampler.sample(), stops: sampler.sample())
    default:
      return .pattern(tile: sampler.sample(), transform: sampler.sample(), nodes: sampler.sample())
    }
  }

  public func variations(but derived: Set<String>) -> [Variation<Paint>] {
    switch self {
    case .color(let color):
      return inside("color", color, but: derived) { .color($0) }
    case .linearGradient(let from, let to, let stops):
      return inside("from", from, but: derived) { .linearGradient(from: $0, to: to, stops: stops) }
        + inside("to", to, but: derived) { .linearGradient(from: from, to: $0, stops: stops) }
        + inside("stops", stops, but: derived) { .linearGradient(from: from, to: to, stops: $0) }
    case .radialGradient(let center, let radius, let stops):
      return inside("center", center, but: derived) {
        .radialGradient(center: $0, radius: radius, stops: stops)
      }
        + inside("radius", radius, but: derived) {
          .radialGradient(center: center, radius: $0, stops: stops)
        }
        + inside("stops", stops, but: derived) {
          .radialGradient(center: center, radius: radius, stops: $0)
        }
    case .pattern(let tile, let transform, let nodes):
      return inside("tile", tile, but: derived) {
        .pattern(tile: $0, transform: transform, nodes: nodes)
      }
        + inside("transform", transform, but: derived) {
          .pattern(tile: tile, transform: $0, nodes: nodes)
        }
        + inside("nodes", nodes, but: derived) {
          .pattern(tile: tile, transform: transform, nodes: $0)
        }
    }
  }
}
