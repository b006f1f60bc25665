// SPDX-License-Identifier: MIT
// Part of Platen: a scene made ready for painting: where each node lies, computed once.

package import Drawing
package import Geometry
internal import Libc

/// A node with the rectangle it may touch, in its parent's coordinates.
///
/// An image is painted band by band, and most nodes lie outside most bands. Several workers may
/// read it at once.
final class PlannedNode: Sendable {
  let node: Node
  let bounds: Rect
  let children: [PlannedNode]
  /// A long path in pieces, each a subpath or several; nil for short ones.
  let pieces: [PathPiece]?
  /// A text's outlines at the size they will have on the surface; nil where that is not known.
  let outlines: PlannedOutlines?
  /// An image's pixels; nil in documents, which have it as it came.
  let image: SharedPixels?
  /// The tile of a path's fill, once it is drawn; nil where the fill is not a pattern.
  let tile: CachedTile?

  /// Plans nodes; those that show nothing are omitted.
  ///
  /// - Parameter scale: Pixels to a unit of the nodes' coordinates; nil in documents.
  static func plan(
    _ nodes: [Node], fonts: FontLibrary, scale: Double?
  ) throws -> [PlannedNode] {
    var planner = Planner(fonts: fonts)
    return try planner.plan(nodes, scale: scale).nodes
  }

  /// Plans nodes, those of groups that have the very same ones only once: thousands of icons are a
  /// few drawings.
  private struct Planner {
    let fonts: FontLibrary
    /// By where the nodes lie in memory, where they stay while they are planned.
    private var known: [UInt: Plan] = [:]
    /// One for each pattern, however many paths are filled with it.
    private var tiles: [Paint: CachedTile] = [:]

    struct Plan {
      var nodes: [PlannedNode]
      var scale: Double?
      /// Indicates whether nothing in it is a text, whose outlines go by its size.
      var fitsAllScales: Bool
    }

    init(fonts: FontLibrary) { self.fonts = fonts }

    mutating func plan(_ nodes: [Node], scale: Double?) throws -> Plan {
      if nodes.isEmpty { return Plan(nodes: [], scale: scale, fitsAllScales: true) }
      let start = nodes.memoryPlace
      if let plan = known[start], plan.fitsAllScales || plan.scale == scale { return plan }
      var plan = Plan(nodes: [], scale: scale, fitsAllScales: true)
      for node in nodes {
        var children = Plan(nodes: [], scale: scale, fitsAllScales: true)
        if case .group(let group) = node {
          children = try self.plan(
            group.children, scale: scale.map { $0 * group.transform.scale })
        } else if case .text = node {
          children.fitsAllScales = false
        }
        plan.fitsAllScales = plan.fitsAllScales && children.fitsAllScales
        let planned = try PlannedNode(
          node, children.nodes, fonts: fonts, scale: scale,
          tile: scale == nil ? nil : tile(of: node))
        if let planned { plan.nodes.append(planned) }
      }
      known[start] = plan
      return plan
    }

    private mutating func tile(of node: Node) -> CachedTile? {
      guard case .path(let path) = node, let paint = path.fill?.paint, case .pattern = paint else {
        return nil
      }
      if let tile = tiles[paint] { return tile }
      let tile = CachedTile()
      tiles[paint] = tile
      return tile
    }
  }

  private init?(
    _ node: Node, _ children: [PlannedNode], fonts: FontLibrary, scale: Double?, tile: CachedTile?
  ) throws {
    self.children = children
    self.tile = tile
    self.node = node
    if case .image(let shown) = node, scale != nil {
      image = SharedPixels(shown.image)
    } else {
      image = nil
    }
    switch node {
    case .group(let group):
      pieces = nil
      outlines = nil
      guard group.opacity > 0, group.transform.isDrawable,
        let inner = PlannedNode.union(children.map(\.bounds))
      else { return nil }
      var extent = inner
      if let filter = group.filter { extent = filter.extent(of: inner) }
      if let clip = group.clip {
        guard let inside = clip.path.controlBounds.flatMap(extent.intersection) else { return nil }
        extent = inside
      }
      bounds = group.transform.bounds(of: extent)
    case .path(let path):
      guard let around = path.path.controlBounds else { return nil }
      let margin = path.stroke.map(PlannedNode.margin) ?? 0
      bounds = around.insetBy(-margin)
      pieces = PathPiece.pieces(of: path.path)
      outlines = nil
    case .text(let text):
      pieces = nil
      let file = try fonts.file(of: text.font.face)
      guard let around = PlannedNode.bounds(of: text, in: file) else { return nil }
      bounds = around
      outlines =
        file.isColor ? nil : scale.map { PlannedOutlines(of: text, in: file, scale: $0) }
    case .image(let image):
      pieces = nil
      outlines = nil
      bounds = image.frame
      guard image.image.width > 0, image.image.height > 0 else { return nil }
    }
    guard bounds.x.isFinite, bounds.y.isFinite, bounds.width.isFinite, bounds.height.isFinite
    else { return nil }
  }

  /// The distance that a stroke reaches beyond its path.
  static func margin(_ stroke: Stroke) -> Double {
    let half = max(0, stroke.width) / 2
    if stroke.join == .miter { return half * StrokeOutline.miterLimit }
    return stroke.cap == .square ? half * 1.5 : half
  }

  static func union(_ rects: [Rect]) -> Rect? {
    guard var all = rects.first else { return nil }
    for rect in rects.dropFirst() { all = all.union(rect) }
    return all
  }

  private static func bounds(of text: TextNode, in file: FontFile) -> Rect? {
    guard text.font.size.isFinite, text.font.size > 0 else { return nil }
    let margin = text.halo.map { max(0, $0.width) / 2 } ?? 0
    var all: Rect?
    for glyph in text.glyphs where glyph.position.isFinite {
      let em = file.isColor ? file.picture(of: glyph.id)?.frame : file.ink(of: glyph.id)
      guard let em else { continue }
      let rect = glyph.map(size: text.font.size).bounds(of: em).insetBy(-margin)
      all = all?.union(rect) ?? rect
    }
    // A line without ink is kept for documents, where it still can be copied.
    return all
      ?? text.glyphs.first.map { Rect(x: $0.position.x, y: $0.position.y, width: 0, height: 0) }
  }
}

extension FontLibrary {
  /// The box around all that nodes draw, effects and strokes included; nil where they draw nothing.
  package func bounds(of nodes: [Node]) throws -> Rect? {
    PlannedNode.union(try PlannedNode.plan(nodes, fonts: self, scale: nil).map(\.bounds))
  }
}

/// A run's glyphs as polygons, ready for any worker: painting them takes no font.
struct PlannedOutlines: Sendable {
  struct Outline: Sendable {
    /// The bounds in em.
    let bounds: Rect
    let flat: FlatOutline
  }

  /// One for each glyph; nil for blank ones.
  let glyphs: [Outline?]

  init(of text: TextNode, in file: FontFile, scale: Double) {
    // The exponent of the em's size in pixels decides which flattened outlines serve.
    let size = text.font.size * scale
    let exponent = size.isFinite && size > 0 ? max(0, min(14, Int(size.exponent) + 1)) : 0
    glyphs = text.glyphs.map { glyph in
      let outline = file.outline(of: glyph.id)
      return outline.bounds.map { Outline(bounds: $0, flat: outline.flat(exponent: exponent)) }
    }
  }
}

/// Some subpaths of a long path and where they lie, so that a band need not walk all of it.
struct PathPiece: Sendable {
  var path: Path
  var bounds: Rect

  private static let pointLimit = 64

  /// The path cut between subpaths into pieces of some dozen points; nil when it is short.
  ///
  /// Filled together in one go or with pieces omitted, the ink is the same: a subpath outside a
  /// band adds nothing to it. (One beside or above the band would add to the winding of points on
  /// its right; but only pieces above or below the band are omitted.)
  static func pieces(of path: Path) -> [PathPiece]? {
    guard path.points.count > 2 * pointLimit else { return nil }
    var ends: [(verb: Int, point: Int)] = []
    var first = 0
    var next = 0
    for (i, verb) in path.verbs.enumerated() {
      if verb == .move, next - first >= pointLimit {
        ends.append((i, next))
        first = next
      }
      next += verb.pointCount
    }
    guard !ends.isEmpty else { return nil }
    ends.append((path.verbs.count, next))
    var pieces: [PathPiece] = []
    pieces.reserveCapacity(ends.count)
    var start = (verb: 0, point: 0)
    for end in ends {
      let piece = Path(path, verbs: start.verb..<end.verb, points: start.point..<end.point)
      if let bounds = piece.controlBounds { pieces.append(PathPiece(path: piece, bounds: bounds)) }
      start = end
    }
    return pieces.count > 1 ? pieces : nil
  }
}

extension Glyph {
  /// The map from em to the glyph's position.
  package func map(size: Double) -> AffineMap {
    guard angle != 0 else {
      return AffineMap(a: size, b: 0, c: 0, d: size, tx: position.x, ty: position.y)
    }
    let (sine, cosine) = (sin(angle) * size, cos(angle) * size)
    return AffineMap(a: cosine, b: sine, c: -sine, d: cosine, tx: position.x, ty: position.y)
  }
}

extension Filter {
  /// The standard deviation of its blur.
  var deviation: Double {
    switch self {
    case .blur(let deviation), .dropShadow(let deviation, _, _): max(0, deviation)
    }
  }
}

extension Array {
  /// The address of the elements in memory, as a number: it distinguishes the very same array from
  /// equal ones, and nothing is read there.
  var memoryPlace: UInt { unsafe withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
}
