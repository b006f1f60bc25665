// SPDX-License-Identifier: MIT
// Part of Platen: requests for text, independent of the library that shapes it.

public import Geometry

/// A font file's face, found and opened by the library that shaped the text with it.
///
/// `name` identifies the face within one font library: `EBGaramond12-Regular.otf#0`.
public struct FontFace: Hashable, Sendable {
  public var name: String
  public init(name: String) { self.name = name }
}

/// A face at a size in scene units per em.
public struct FontInstance: Hashable, Sendable {
  public var face: FontFace
  public var size: Double
  public init(face: FontFace, size: Double) {
    self.face = face
    self.size = size
  }
}

/// A request for a font; which face that is, the library decides.
public struct FontRequest: Hashable, Sendable {
  /// Families in order of preference.
  public var families: [String]
  /// Em size in scene units.
  public var size: Double
  /// 100…900; 400 is regular, 700 bold.
  public var weight: Int
  public var isItalic: Bool
  /// Added after each cluster, in em.
  public var letterSpacing: Double
  /// BCP 47 language, which decides forms in some scripts.
  public var language: String?
  /// OpenType features to switch on, or off with `-` before them, such as `smcp` (small capitals) and `onum` (old-style figures);
  /// a face that lacks one is drawn without it.
  public var features: [String]

  public init(
    families: [String], size: Double, weight: Int = 400, isItalic: Bool = false,
    letterSpacing: Double = 0, language: String? = nil, features: [String] = []
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.letterSpacing = letterSpacing
    self.language = language
    self.features = features
  }
}

/// A line of text shaped: its runs from left to right, as they are seen.
public struct ShapedText: Hashable, Sendable {
  public struct Run: Hashable, Sendable {
    public var font: FontInstance
    /// The part of the text this run shows.
    public var source: String
    /// Positions relative to the line's origin on the baseline, in visual order.
    public var glyphs: [Glyph]
    /// The advance of each glyph.
    public var advances: [Double]
    public var clusters: [Cluster]
    public init(
      font: FontInstance, source: String, glyphs: [Glyph], advances: [Double], clusters: [Cluster]
    ) {
      self.font = font
      self.source = source
      self.glyphs = glyphs
      self.advances = advances
      self.clusters = clusters
    }
  }

  public var runs: [Run]
  /// Total advance.
  public var width: Double
  /// Extents above and below the baseline, both positive.
  public var ascent: Double
  public var descent: Double
  /// Code points no font had a glyph for.
  public var missing: [Unicode.Scalar]

  public init(
    runs: [Run], width: Double, ascent: Double, descent: Double, missing: [Unicode.Scalar] = []
  ) {
    self.runs = runs
    self.width = width
    self.ascent = ascent
    self.descent = descent
    self.missing = missing
  }

  /// The same line at another size: shaping is linear, hinting being off.
  public func scaled(by factor: Double) -> ShapedText {
    var copy = self
    copy.width *= factor
    copy.ascent *= factor
    copy.descent *= factor
    for r in copy.runs.indices {
      copy.runs[r].font.size *= factor
      for g in copy.runs[r].glyphs.indices {
        copy.runs[r].glyphs[g].position = copy.runs[r].glyphs[g].position * factor
        copy.runs[r].advances[g] *= factor
      }
    }
    return copy
  }

  /// Text nodes that show the line with its origin at `origin`.
  public func nodes(at origin: Point, paint: Paint, halo: Stroke? = nil) -> [Node] {
    runs.map { run in
      .text(
        TextNode(
          source: run.source, font: run.font,
          glyphs: run.glyphs.map {
            Glyph(id: $0.id, position: $0.position + origin, angle: $0.angle)
          },
          clusters: run.clusters, paint: paint, halo: halo))
    }
  }
}

/// Shapes text. Implemented once, by the font library that also draws it, so that what is measured
/// is what is drawn.
public protocol TextMeasuring {
  /// One line of text in the requested font, with fallback fonts where it lacks glyphs.
  ///
  /// Never fails: a glyph that no font has is drawn as the font's own box and listed in `missing`.
  func shape(_ text: String, font: FontRequest) -> ShapedText
  /// A piece of a line all of whose letters run in one direction, which the caller found out from
  /// all of the paragraph. Not cached: the caller has a cache of its own.
  func shape(_ piece: String, font: FontRequest, isRightToLeft: Bool) -> ShapedText

  /// The embedding level of each code point of a paragraph by the Unicode bidirectional algorithm
  /// (UAX #9): even ones run to the right, odd ones to the left.
  ///
  /// - Parameter isRightToLeft: The paragraph's own direction; nil for that of its first strong
  ///   letter.
  func embeddingLevels(of paragraph: String, isRightToLeft: Bool?) -> [UInt8]

  /// The first of the families that is here and made for formulas; nil where none is.
  func mathFace(_ families: [String]) -> (any MathFace)?

  /// The offsets in UTF-8 at which a line may begin in a stretch of letters, in scripts without
  /// spaces between words. Finding words takes a dictionary; without one the result is empty.
  func wordStarts(in stretch: String) -> [Int]

  /// The box around a glyph's ink at one em, its origin on the baseline; nil for a blank one, and
  /// where it is not known.
  func ink(of glyph: UInt32, in face: FontFace) -> Rect?
}

extension TextMeasuring {
  public func shape(_ piece: String, font: FontRequest, isRightToLeft: Bool) -> ShapedText {
    shape(piece, font: font)
  }

  public func embeddingLevels(of paragraph: String, isRightToLeft: Bool?) -> [UInt8] {
    [UInt8](repeating: isRightToLeft == true ? 1 : 0, count: paragraph.unicodeScalars.count)
  }

  public func mathFace(_ families: [String]) -> (any MathFace)? { nil }

  public func wordStarts(in stretch: String) -> [Int] { [] }

  public func ink(of glyph: UInt32, in face: FontFace) -> Rect? { nil }
}
