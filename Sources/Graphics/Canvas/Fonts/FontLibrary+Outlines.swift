// SPDX-License-Identifier: MIT
// Part of Platen: glyphs and faces for writers of vector formats: outlines, names, ink.

public import Drawing
public import Geometry
internal import Text

/// The names of a face in a document that does not embed it.
package struct FaceNaming: Hashable, Sendable {
  /// The family's name in the face's file, and its name in the catalog, where that differs.
  package var families: [String]
  package var genre: FontFamily.Genre
  /// 100…900.
  package var weight: Int
  package var isItalic: Bool
}

extension FontLibrary {
  /// Units of the face's own to an em.
  ///
  /// - Throws: `Failure` `fonts.unknown-face`, `fonts.unreadable`, as all of these do.
  package func unitsPerEm(of face: FontFace) throws -> Double { try file(of: face).unitsPerEm }

  /// Indicates whether the face's glyphs are images.
  package func isColor(_ face: FontFace) throws -> Bool { try file(of: face).isColor }

  /// A glyph's outline in em, y down, its origin on the baseline; empty for a blank.
  package func outline(of glyph: UInt32, in face: FontFace) throws -> Path {
    try file(of: face).outline(of: glyph).path
  }

  /// A face that cannot be opened is skipped here; drawing reports it.
  public func ink(of glyph: UInt32, in face: FontFace) -> Rect? {
    (try? file(of: face))?.ink(of: glyph)
  }

  /// The advance of a glyph, in em.
  package func advance(of glyph: UInt32, in face: FontFace) throws -> Double {
    try file(of: face).advance(of: glyph)
  }

  /// A glyph that is an image, and the image's position in em; nil for any other.
  package func picture(
    of glyph: UInt32, in face: FontFace
  ) throws -> (image: RasterImage, frame: Rect)? {
    try file(of: face).picture(of: glyph).map { ($0.image, $0.frame) }
  }

  package func naming(of face: FontFace) throws -> FaceNaming {
    let file = try file(of: face)
    let own = FontFamily.Face.plain(of: face) ?? face
    let family = set.families.first { $0.faces.contains { $0.face == own } }
    var families = [file.familyName, family?.name].compactMap { $0 }.filter { !$0.isEmpty }
    if families.count == 2, families[0] == families[1] { families.removeLast() }
    return FaceNaming(
      families: families, genre: family?.genre ?? .serif, weight: file.weight,
      isItalic: file.isItalic)
  }
}

extension TextNode {
  /// Indicates whether its letters are read against the order of its glyphs.
  package var runsRightToLeft: Bool {
    isRightToLeft ?? (TextDirection.firstIsRightToLeft(in: source) == true)
  }
}

extension Stroke {
  /// Its dashes, where it has such as can be drawn; else none.
  ///
  /// - Parameter scale: Pixels to a unit: dashes finer than a tenth of one are a line.
  package func soundDash(scale: Double) -> [Double] {
    let isSound =
      dash.allSatisfy { $0.isFinite && $0 >= 0 } && dashOffset.isFinite
      && dash.reduce(0, +) * scale > 0.1
    return isSound ? dash : []
  }
}
