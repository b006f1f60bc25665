// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a drawing that are defined once: clips, paints, letters, symbols.

internal import Digests
internal import Drawing
internal import Geometry

/// Something of `<defs>`; equal ones are one.
enum Definition: Hashable {
  case clip(Clip, AffineMap)
  /// A gradient, in the coordinates `map` leads to.
  case gradient(Paint, AffineMap)
  case pattern(tile: Size, map: AffineMap, nodes: [Node], base: AffineMap)
  case filter(Filter, region: Rect, base: AffineMap)
  /// A glyph in units of its face.
  case glyph(FontFace, UInt32)
  /// Nodes that stand in several places, drawn as large as the largest of them.
  case symbol([Node], scale: Double)

  /// The beginning of its name. Layers' names begin with small letters.
  var initial: String {
    switch self {
    case .clip: "C"
    case .gradient: "L"
    case .pattern: "Q"
    case .filter: "F"
    case .glyph: "G"
    case .symbol: "S"
    }
  }
}

/// The definitions of one drawing, each after those it needs itself.
struct Definitions {
  private(set) var entries: [(id: String, definition: Definition)] = []
  private var ids: [Definition: String] = [:]
  private var counts: [String: Int] = [:]

  private var pathCounts: [PathLikeness: (count: Int, first: SharedPath)] = [:]
  private var pathOrder: [(PathLikeness, SharedPath)] = []
  private(set) var sharedPaths: [(id: String, path: SharedPath)] = []
  private var pathIDs: [PathLikeness: (id: String, start: Point)] = [:]

  /// A path as it is first drawn.
  struct SharedPath {
    var path: Path
    var base: AffineMap
  }

  private var imageCounts: [ImageLikeness: Int] = [:]
  private var imageOrder: [(ImageLikeness, ImageNode)] = []
  private(set) var sharedImages: [(id: String, node: ImageNode)] = []
  private var imageIDs: [ImageLikeness: String] = [:]

  /// Paths of fewer points are as short as a reference.
  private static let leastPoints = 8

  func id(of definition: Definition) -> String? { ids[definition] }

  /// A name for what is new; it is an entry once what it needs is known.
  mutating func name(_ definition: Definition) -> String {
    let id = next(definition.initial)
    ids[definition] = id
    return id
  }

  mutating func addDefinition(_ definition: Definition, as id: String) {
    entries.append((id, definition))
  }

  /// Names are short: a letter and a number to the base of 36.
  private mutating func next(_ initial: String) -> String {
    counts[initial, default: 0] += 1
    return initial + String(counts[initial] ?? 0, radix: 36)
  }

  // MARK: What is drawn more than once

  mutating func count(_ path: Path, _ base: AffineMap) {
    guard path.points.count >= Definitions.leastPoints else { return }
    let likeness = PathLikeness(path, base)
    var known = pathCounts[likeness] ?? (0, SharedPath(path: path, base: base))
    known.count += 1
    pathCounts[likeness] = known
    if known.count == 2 { pathOrder.append((likeness, known.first)) }
  }

  /// The name of a path drawn more than once, and how far from that one this lies.
  func place(of path: Path, _ base: AffineMap) -> (id: String, offset: Point)? {
    guard path.points.count >= Definitions.leastPoints, !pathIDs.isEmpty,
      let known = pathIDs[PathLikeness(path, base)], let first = path.points.first
    else { return nil }
    return (known.id, base.apply(first) - known.start)
  }

  mutating func count(_ node: ImageNode) {
    let likeness = ImageLikeness(node)
    let count = (imageCounts[likeness] ?? 0) + 1
    imageCounts[likeness] = count
    if count == 2 { imageOrder.append((likeness, node)) }
  }

  func id(of node: ImageNode) -> String? {
    imageIDs.isEmpty ? nil : imageIDs[ImageLikeness(node)]
  }

  /// Names what was counted more than once; counts are not needed any more.
  mutating func settle() {
    for (likeness, shared) in pathOrder {
      guard let first = shared.path.points.first else { continue }
      let id = next("P")
      pathIDs[likeness] = (id, shared.base.apply(first))
      sharedPaths.append((id, shared))
    }
    for (likeness, node) in imageOrder {
      let id = next("I")
      imageIDs[likeness] = id
      sharedImages.append((id, node))
    }
    pathCounts = [:]
    pathOrder = []
    imageCounts = [:]
    imageOrder = []
  }
}

/// The properties shared by images that differ in nothing but their position.
private struct ImageLikeness: Hashable {
  let pixels: Digest
  let isPixelated: Bool

  init(_ node: ImageNode) {
    pixels = Digest(canonicalOf: node.image)
    isPixelated = node.isPixelated
  }
}

/// The properties shared by paths that differ in nothing but their position: a digest of 128 bits
/// of their steps, in about thousandths of the drawing's unit.
private struct PathLikeness: Hashable {
  private var a: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var b: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private var count = 0

  init(_ path: Path, _ base: AffineMap) {
    count = path.points.count
    guard let first = path.points.first else { return }
    // No round number: maps lie on grids, and what lies between two parts would be rounded to
    // either.
    let parts = 1013.397
    let (sx, sy) = (base.a * parts, base.d * parts)
    for verb in path.verbs { mix(UInt64(verb.rawValue)) }
    for point in path.points {
      mix(((point.x - first.x) * sx).rounded().bitPattern)
      mix(((point.y - first.y) * sy).rounded().bitPattern)
    }
  }

  private mutating func mix(_ value: UInt64) {
    // As in MurmurHash3's finish: every bit comes to depend on every other.
    a = (a ^ value) &* 0xFF51_AFD7_ED55_8CCD
    a ^= a >> 33
    b = (b &+ value) &* 0xC4CE_B9FE_1A85_EC53
    b ^= b >> 29
  }
}

/// Nodes that occur in several places, each in a group that specifies only the place.
struct SymbolCensus {
  private var found: [[Node]: (count: Int, scale: Double)] = [:]

  /// - Parameter map: From the nodes' coordinates to the drawing's.
  init(_ nodes: [Node], map: AffineMap) { walk(nodes, map) }

  private mutating func walk(_ nodes: [Node], _ map: AffineMap) {
    for case .group(let group) in nodes {
      let inner = map.after(group.transform)
      if group.isPlacedOnly {
        let known = found[group.children]
        found[group.children] = ((known?.count ?? 0) + 1, max(known?.scale ?? 0, inner.a))
        if known != nil { continue }
      }
      walk(group.children, inner)
    }
  }

  /// Pixels to a unit of the largest of the places; nil for nodes that stand in one.
  func scale(of group: Group) -> Double? {
    guard group.isPlacedOnly, let known = found[group.children], known.count > 1 else { return nil }
    return known.scale
  }
}

extension Group {
  /// Indicates whether it specifies only where its nodes are, upright, and how large.
  fileprivate var isPlacedOnly: Bool {
    name.isEmpty && clip == nil && opacity >= 1 && blend == .normal && filter == nil
      && !children.isEmpty && transform != .identity && transform.isUprightZoom
  }
}

extension AffineMap {
  /// Indicates whether it enlarges alike in both directions, except for an invisible difference,
  /// and rotates nothing.
  var isUprightZoom: Bool {
    b == 0 && c == 0 && a > 0 && d > 0 && abs(a - d) <= 0.005 * max(a, d) && tx.isFinite
      && ty.isFinite && a.isFinite && d.isFinite
  }
}
