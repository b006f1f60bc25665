// SPDX-License-Identifier: MIT
// Part of Platen: a page as operators of a PDF, with what these name.

package import Drawing
package import Geometry

/// A page's content stream, or a part of one that is drawn as one thing, and the resources it
/// names.
///
/// Fonts are `/F0`, `/F1`, …, images `/I0`, …, shadings `/S0`, …, forms `/X0`, …, patterns `/P0`,
/// …, masks `/K0`, …, layers `/L0`, …, by their numbers in the document; opacities `/A500` by their
/// thousandths, ways of blending `/M` and their names in PDF.
package struct PageContent: Sendable {
  package var operators: [UInt8] = []
  package internal(set) var images: [Int] = []
  package internal(set) var shadings: [Int] = []
  package internal(set) var opacities: [Int] = []
  package internal(set) var blends: [BlendMode] = []
  package internal(set) var forms: [Int] = []
  package internal(set) var patterns: [Int] = []
  package internal(set) var masks: [Int] = []
  package internal(set) var layers: [Int] = []
  /// The objects it is the first to need, each after all that it needs itself.
  package internal(set) var objects: [ContentObject] = []
  /// The most graphics states that are kept at once.
  package private(set) var depth = 0
  private var keptStates = 0

  /// Keeps the graphics state (ISO 32000-1, 8.4.2) until `popState` is called.
  mutating func pushState() {
    keptStates += 1
    depth = max(depth, keptStates)
    operators.put("q\n")
  }

  /// Ends what the last `pushState` began.
  mutating func popState() {
    keptStates -= 1
    operators.put("Q\n")
  }
}

/// The color spaces of a document's operators.
package enum PageColors: Sendable {
  case rgb
  /// Shades of gray in place of all colors, for interiors that are printed in black.
  case gray
  /// Colors without a hue as shades of gray, so that a press prints letters with black ink alone.
  case blackAlone
}

/// Something that content names, by its number among those of its kind.
package enum ContentObject: Sendable {
  case image(Int, ContentImage)
  /// The dictionary as it stands in the file.
  case shading(Int, [UInt8])
  case form(Int, ContentForm)
  case pattern(Int, ContentPattern)
  /// A shading, by its number, as a pattern; the map leads to the coordinates of the stream.
  case shadingPattern(Int, shading: Int, map: AffineMap)
  /// Lets through as much as a gray form, by its number, is bright.
  case mask(Int, form: Int)
  case layer(Int, title: String)
}

/// An image on its way into a document.
package struct ContentImage: Sendable {
  package var image: RasterImage
  package var isPixelated: Bool
}

/// Content that is made on a ground of its own and then laid down as one (ISO 32000-1, 11.6.6).
package struct ContentForm: Sendable {
  package var content: PageContent
  /// The visible area; origin at the bottom left, y up, as in all that follows.
  package var box: Rect
  /// Indicates whether it is in shades of gray, as masks are.
  package var isGray: Bool
}

/// Content repeated over the plane (ISO 32000-1, 8.7.3).
package struct ContentPattern: Sendable {
  package var content: PageContent
  /// One tile.
  package var box: Rect
  /// The map to the coordinates of the stream that names it.
  package var map: AffineMap
}
