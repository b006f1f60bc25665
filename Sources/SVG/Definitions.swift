// SPDX-License-Identifier: MIT
// Part of Platen: what a picture names instead of saying it anew: clips, paints, letters, symbols.

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

  /// What its name begins with. Layers' names begin with small letters.
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

/// The definitions of one picture, each after those it needs itself.
struct Definitions {
  private(set) var entries: [(id: String, definition: Definition)] = []
  private var ids: [Definition: String] = [:]
  private var counts: [String: Int] = [:]

  /// A path where it stands, and how often it is drawn or clips.
  struct PathKey: Hashable {
    var path: Path
    var base: AffineMap
  }
  private var pathCounts: [PathKey: Int] = [:]
  private var pathOrder: [PathKey] = []
  private(set) var sharedPaths: [(id: String, key: PathKey)] = []
  private var pathIDs: [PathKey: String] = [:]

  private var imageCounts: [Digest: Int] = [:]
  private var imageOrder: [(Digest, ImageNode)] = []
  private(set) var sharedImages: [(id: String, node: ImageNode)] = []
  private var imageIDs: [Digest: String] = [:]

  /// Paths of fewer points are said as fast as named.
  private static let leastPoints = 8

  func id(of definition: Definition) -> String? { ids[definition] }

  /// A name for what is new; it is an entry once what it needs is known.
  mutating func name(_ definition: Definition) -> String {
    let id = next(definition.initial)
    ids[definition] = id
    return id
  }

  mutating func add(_ definition: Definition, as id: String) {
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
    let key = PathKey(path: path, base: base)
    let count = (pathCounts[key] ?? 0) + 1
    pathCounts[key] = count
    if count == 2 { pathOrder.append(key) }
  }

  func id(of path: Path, _ base: AffineMap) -> String? {
    guard path.points.count >= Definitions.leastPoints, !pathIDs.isEmpty else { return nil }
    return pathIDs[PathKey(path: path, base: base)]
  }

  mutating func count(_ node: ImageNode) {
    let digest = Digest(canonicalOf: node.image)
    let count = (imageCounts[digest] ?? 0) + 1
    imageCounts[digest] = count
    if count == 2 { imageOrder.append((digest, node)) }
  }

  func id(of node: ImageNode) -> String? {
    imageIDs.isEmpty ? nil : imageIDs[Digest(canonicalOf: node.image)]
  }

  /// Names what was counted more than once; counts are not needed any more.
  mutating func settle() {
    for key in pathOrder {
      let id = next("P")
      pathIDs[key] = id
      sharedPaths.append((id, key))
    }
    for (digest, node) in imageOrder {
      let id = next("I")
      imageIDs[digest] = id
      sharedImages.append((id, node))
    }
    pathCounts = [:]
    pathOrder = []
    imageCounts = [:]
    imageOrder = []
  }
}

/// Nodes that stand in several places, each a group that says nothing but where.
struct SymbolCensus {
  private var found: [[Node]: (count: Int, scale: Double)] = [:]

  /// - Parameter map: From the nodes' coordinates to the picture's.
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
  /// Whether it says nothing but where its nodes stand, upright, and how large.
  fileprivate var isPlacedOnly: Bool {
    name.isEmpty && clip == nil && opacity >= 1 && blend == .normal && filter == nil
      && !children.isEmpty && transform != .identity && transform.isUprightZoom
  }
}

extension AffineMap {
  /// Whether it enlarges alike in both directions, but for less than anybody sees, and turns nothing.
  var isUprightZoom: Bool {
    b == 0 && c == 0 && a > 0 && d > 0 && abs(a - d) <= 0.005 * max(a, d) && tx.isFinite
      && ty.isFinite && a.isFinite && d.isFinite
  }
}
