// SPDX-License-Identifier: MIT
// Part of Platen: a page as operators of a PDF, with what these name.

public import Drawing
public import Geometry

/// A page's content stream, or a part of one that is drawn as one thing, and the resources it names.
///
/// Fonts are `/F0`, `/F1`, …, images `/I0`, …, shadings `/S0`, …, forms `/X0`, …, patterns `/P0`, …,
/// masks `/K0`, …, layers `/L0`, …, by their numbers in the document; opacities `/A500` by their
/// thousandths, ways of blending `/M` and their names in PDF.
public struct PageContent: Sendable {
  public var operators: [UInt8] = []
  public internal(set) var images: [Int] = []
  public internal(set) var shadings: [Int] = []
  public internal(set) var opacities: [Int] = []
  public internal(set) var blends: [BlendMode] = []
  public internal(set) var forms: [Int] = []
  public internal(set) var patterns: [Int] = []
  public internal(set) var masks: [Int] = []
  public internal(set) var layers: [Int] = []
  /// What it is the first to need, each after all that it needs itself.
  public internal(set) var objects: [ContentObject] = []
}

/// Something that content names, by its number among those of its kind.
public enum ContentObject: Sendable {
  case image(Int, ContentImage)
  /// The dictionary as it stands in the file.
  case shading(Int, [UInt8])
  case form(Int, ContentForm)
  case pattern(Int, ContentPattern)
  /// A shading, by its number, as a pattern; the map leads to the coordinates of the stream.
  case shadingPattern(Int, shading: Int, map: AffineMap)
  /// Lets through as much as a grey form, by its number, is bright.
  case mask(Int, form: Int)
  case layer(Int, title: String)
}

/// A picture on its way into a document.
public struct ContentImage: Sendable {
  public var image: RasterImage
  public var isPixelated: Bool
}

/// Content that is made on a ground of its own and then laid down as one (ISO 32000-1, 11.6.6).
public struct ContentForm: Sendable {
  public var content: PageContent
  /// What may be seen of it; origin at the bottom left, y up, as in all that follows.
  public var box: Rect
  /// Whether it is in shades of grey, as masks are.
  public var isGrey: Bool
}

/// Content repeated over the plane (ISO 32000-1, 8.7.3).
public struct ContentPattern: Sendable {
  public var content: PageContent
  /// One tile.
  public var box: Rect
  /// To the coordinates of the stream that names it.
  public var map: AffineMap
}
