// SPDX-License-Identifier: MIT
// Part of Platen: a drawing, resolved: nothing in it needs a style, a unit or a font looked up.

public import Geometry

/// A drawing as a tree of four kinds of node, in its own units, independent of resolution.
///
/// Origin top left, y down. The composer of a scene has resolved everything: absolute coordinates
/// within each group's transform, final colors, positioned glyphs. The painter needs one `switch`
/// over four cases.
public struct Scene: Hashable, Sendable {
  /// Size of the drawing in scene units.
  public var size: Size
  /// The color under everything; clear where the image is to be transparent.
  public var background: Color
  public var nodes: [Node]
  /// Title for formats that carry one.
  public var title: String

  public init(size: Size, background: Color = .clear, nodes: [Node] = [], title: String = "") {
    self.size = size
    self.background = background
    self.nodes = nodes
    self.title = title
  }
}

public indirect enum Node: Hashable, Sendable {
  case group(Group)
  case path(PathNode)
  case text(TextNode)
  case image(ImageNode)
}

/// Nodes drawn together: moved, clipped, masked, filtered and blended as one.
public struct Group: Hashable, Sendable {
  /// A name for formats with layers and for people reading a dump, such as `rivers`.
  public var name: String
  public var transform: AffineMap
  /// Only what lies inside is drawn. In the group's own coordinates.
  public var clip: Clip?
  /// 0…1, applied to the group as a whole.
  public var opacity: Double
  public var blend: BlendMode
  public var filter: Filter?
  public var children: [Node]

  public init(
    name: String = "", transform: AffineMap = .identity, clip: Clip? = nil, opacity: Double = 1,
    blend: BlendMode = .normal, filter: Filter? = nil, children: [Node] = []
  ) {
    self.name = name
    self.transform = transform
    self.clip = clip
    self.opacity = opacity
    self.blend = blend
    self.filter = filter
    self.children = children
  }
}

/// An outline that limits what is drawn.
public struct Clip: Hashable, Sendable {
  public var path: Path
  public var rule: FillRule
  public init(_ path: Path, rule: FillRule = .nonZero) {
    self.path = path
    self.rule = rule
  }
}

public enum FillRule: String, Hashable, Sendable { case nonZero, evenOdd }

public enum BlendMode: String, Hashable, Sendable {
  case normal, multiply, screen, overlay, softLight
}

/// A named effect on a group. A backend that cannot do it natively draws the group as an image.
public enum Filter: Hashable, Sendable {
  /// Gaussian blur; standard deviation in the group's units.
  case blur(Double)
  case dropShadow(blur: Double, offset: Point, color: Color)

  /// The rectangle that the effect of content in `rect` fills.
  package func extent(of rect: Rect) -> Rect {
    switch self {
    case .blur(let deviation): rect.insetBy(-3 * max(0, deviation))
    case .dropShadow(let blur, let offset, _):
      rect.union(
        Rect(x: rect.x + offset.x, y: rect.y + offset.y, width: rect.width, height: rect.height)
          .insetBy(-3 * max(0, blur)))
    }
  }
}

/// The fill or stroke of a shape.
public indirect enum Paint: Hashable, Sendable {
  case color(Color)
  case linearGradient(from: Point, to: Point, stops: [GradientStop])
  case radialGradient(center: Point, radius: Double, stops: [GradientStop])
  /// A tile repeated over the plane, its corner at the origin of `transform`.
  case pattern(tile: Size, transform: AffineMap, nodes: [Node])
}

public struct GradientStop: Hashable, Sendable {
  /// 0…1.
  public var offset: Double
  public var color: Color
  public init(_ offset: Double, _ color: Color) {
    self.offset = offset
    self.color = color
  }
}

public struct Fill: Hashable, Sendable {
  public var paint: Paint
  public var rule: FillRule
  public init(_ paint: Paint, rule: FillRule = .nonZero) {
    self.paint = paint
    self.rule = rule
  }
  public init(_ color: Color, rule: FillRule = .nonZero) {
    self.init(.color(color), rule: rule)
  }
}

public struct Stroke: Hashable, Sendable {
  public enum Cap: String, Hashable, Sendable { case butt, round, square }
  public enum Join: String, Hashable, Sendable { case miter, round, bevel }
  public var paint: Paint
  public var width: Double
  public var dash: [Double]
  public var dashOffset: Double
  public var cap: Cap
  public var join: Join

  public init(
    _ paint: Paint, width: Double, dash: [Double] = [], dashOffset: Double = 0, cap: Cap = .butt,
    join: Join = .miter
  ) {
    self.paint = paint
    self.width = width
    self.dash = dash
    self.dashOffset = dashOffset
    self.cap = cap
    self.join = join
  }

  public init(
    _ color: Color, width: Double, dash: [Double] = [], cap: Cap = .butt, join: Join = .miter
  ) {
    self.init(.color(color), width: width, dash: dash, cap: cap, join: join)
  }
}

/// A shape, filled first and stroked over it.
public struct PathNode: Hashable, Sendable {
  public var path: Path
  public var fill: Fill?
  public var stroke: Stroke?
  public init(_ path: Path, fill: Fill? = nil, stroke: Stroke? = nil) {
    self.path = path
    self.fill = fill
    self.stroke = stroke
  }
}

/// A run of text in one font: glyphs where they stand, and the words they came from.
public struct TextNode: Hashable, Sendable {
  /// The text a reader would copy out of the drawing.
  public var source: String
  public var font: FontInstance
  public var glyphs: [Glyph]
  public var clusters: [Cluster]
  public var paint: Paint
  /// A stroke drawn under the glyphs, round joined; its width counts both sides.
  public var halo: Stroke?
  /// Indicates whether the letters are read against the order of the glyphs; nil where the first
  /// strong one decides. A comma between two Hebrew words reads as they do, and cannot decide by
  /// itself.
  public var isRightToLeft: Bool?

  public init(
    source: String, font: FontInstance, glyphs: [Glyph], clusters: [Cluster], paint: Paint,
    halo: Stroke? = nil, isRightToLeft: Bool? = nil
  ) {
    self.source = source
    self.font = font
    self.glyphs = glyphs
    self.clusters = clusters
    self.paint = paint
    self.halo = halo
    self.isRightToLeft = isRightToLeft
  }
}

/// One glyph, its origin on the baseline in scene coordinates.
public struct Glyph: Hashable, Sendable {
  /// Index in the font file.
  public var id: UInt32
  public var position: Point
  /// Turned clockwise on screen by this angle, in radians, about its origin.
  public var angle: Double
  public init(id: UInt32, position: Point, angle: Double = 0) {
    self.id = id
    self.position = position
    self.angle = angle
  }
}

/// A cluster: bytes of the source in UTF-8, and their glyphs; clusters follow each other in glyph
/// order.
public struct Cluster: Hashable, Sendable {
  public var byteCount: Int
  public var glyphCount: Int
  public init(byteCount: Int, glyphCount: Int) {
    self.byteCount = byteCount
    self.glyphCount = glyphCount
  }
}

/// An image in the drawing, stretched over `frame`.
public struct ImageNode: Hashable, Sendable {
  public var image: RasterImage
  public var frame: Rect
  /// Nearest-neighbor instead of smooth enlargement.
  public var isPixelated: Bool
  public init(_ image: RasterImage, frame: Rect, isPixelated: Bool = false) {
    self.image = image
    self.frame = frame
    self.isPixelated = isPixelated
  }
}

/// Pixels in rows from the top, four bytes each: red, green, blue, straight alpha.
public struct RasterImage: Hashable, Sendable {
  public var width: Int
  public var height: Int
  public var rgba: [UInt8]
  /// The file the pixels came from, for documents that can carry it as it is.
  public var jpeg: JPEGFile?
  public init(width: Int, height: Int, rgba: [UInt8], jpeg: JPEGFile? = nil) {
    precondition(rgba.count == width * height * 4)
    self.width = width
    self.height = height
    self.rgba = rgba
    self.jpeg = jpeg
  }
}

/// A JPEG file of one or three channels whose pixels stand as they are to be seen.
public struct JPEGFile: Hashable, Sendable {
  public var bytes: [UInt8]
  public var isGray: Bool
  public init(bytes: [UInt8], isGray: Bool) {
    self.bytes = bytes
    self.isGray = isGray
  }
}
