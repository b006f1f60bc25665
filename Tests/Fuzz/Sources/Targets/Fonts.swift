// SPDX-License-Identifier: MIT
// Part of Platen: the fuzz target of fonts: opened, shaped, drawn, cut down.

import CPango
import Diagnostics
import Drawing
import Foundation
import Geometry

@testable import Canvas

/// A path in memory where the system has such a folder: HarfBuzz maps fonts from files.
private let path: String = {
  let folder =
    FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
  return "\(folder)/platen-fuzz-\(getpid()).ttf"
}()

/// A font of a few glyphs of another, with what shapes them.
private func subset(_ font: String, _ text: String) -> [UInt8]? {
  guard let blob = hb_blob_create_from_file_or_fail(font) else { return nil }
  defer { hb_blob_destroy(blob) }
  let face = hb_face_create(blob, 0)
  defer { hb_face_destroy(face) }
  guard let input = hb_subset_input_create_or_fail() else { return nil }
  defer { hb_subset_input_destroy(input) }
  let wanted = hb_subset_input_unicode_set(input)
  for scalar in text.unicodeScalars { hb_set_add(wanted, scalar.value) }
  guard let cut = hb_subset_or_fail(face, input) else { return nil }
  defer { hb_face_destroy(cut) }
  let made = hb_face_reference_blob(cut)
  defer { hb_blob_destroy(made) }
  var length: UInt32 = 0
  let start = hb_blob_get_data(made, &length)
  return Array(UnsafeRawBufferPointer(start: start, count: Int(length)))
}

extension FuzzTarget {
  static let fonts = FuzzTarget(
    name: "fonts", longest: 1 << 15, timePerByte: 200, time: 400, memory: 1024,
    words: [
      "OTTO", "\u{00}\u{01}\u{00}\u{00}", "ttcf", "glyf", "CFF ", "hmtx", "hhea", "head", "maxp",
      "cmap",
      "GSUB", "GPOS", "GDEF", "MATH", "CBDT", "sbix", "name", "loca", "fvar", "gvar", "kern",
      "OS/2",
    ],
    mutate: FontMutation.mutate,
    seeds: { seeds in
      for file in FontMutation.seeds() { seeds.add(file) }
      // Debian keeps fonts for formulas with TeX.
      let fonts = ["/usr/share/fonts/", "/usr/share/texmf/fonts/"].flatMap { folder in
        (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
          .map { folder + $0 }
      }
      // One of each kind that the catalog knows: TrueType, CFF, Arabic, mathematics, color, CJK.
      for name in [
        "DejaVuSans.ttf", "EBGaramond12-Regular.otf", "Amiri-Regular.ttf",
        "texgyrepagella-math.otf",
        "NotoColorEmoji.ttf", "NotoSansCJK-Regular.ttc", "Lato-Regular.ttf", "Inter-Regular.otf",
      ] {
        guard let font = fonts.sorted().first(where: { $0.hasSuffix(name) }) else { continue }
        for text in ["fi", ".", "a\u{301}", "\u{628}\u{64A}", "\u{1F600}", "\u{4E00}", "(\u{221A}"]
        {
          if let bytes = subset(font, text) { seeds.add(bytes) }
        }
      }
      seeds.addFiles(in: ["Tests"], ["ttf", "otf", "ttc"])
    },
    read: { bytes in
      guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
        fatalError("\(path) cannot be written")
      }
      defer { unlink(path) }
      let set = try FontSet(files: [path], folders: FontFolders(["/nowhere"]))
      let library = try FontLibrary(set)
      for family in set.families where !family.faces.isEmpty {
        let request = FontRequest(families: [family.name], size: 12)
        for text in ["fi. A\u{301}v", "\u{628}\u{64A}", "\u{1F600}\u{4E00}"] {
          let shaped = library.shape(text, font: request)
          guard shaped.width.isFinite, shaped.ascent.isFinite, shaped.descent.isFinite else {
            fatalError("a line of \(shaped.width), \(shaped.ascent), \(shaped.descent)")
          }
          check(shaped, of: text)
          for run in shaped.runs {
            // A few glyphs show what all do.
            try look(at: library.file(of: run.font.face), run.glyphs.prefix(16).map(\.id))
          }
          try paint(shaped, with: library)
        }
        if let math = library.mathFace([family.name]) { look(at: math) }
        for face in family.faces.prefix(2) {
          try look(at: library.file(of: face.face), [0, 1, 2, 65_535])
        }
      }
    })

  /// Runs show the text, each cluster some letters of it with some glyphs.
  private static func check(_ shaped: ShapedText, of text: String) {
    let bytes = text.utf8.count
    guard shaped.runs.reduce(0, { $0 + $1.source.utf8.count }) == bytes,
      shaped.runs.reduce(0, { $0 + $1.glyphs.count }) <= 64 * (bytes + 4),
      shaped.runs.allSatisfy({ run in
        run.advances.count == run.glyphs.count
          && run.clusters.allSatisfy { $0.byteCount > 0 && $0.glyphCount > 0 }
          && run.clusters.reduce(0) { $0 + $1.byteCount } == run.source.utf8.count
          && run.clusters.reduce(0) { $0 + $1.glyphCount } == run.glyphs.count
      })
    else { fatalError("\(text.debugDescription) is shown by \(shaped.runs)") }
  }

  private static func paint(_ shaped: ShapedText, with library: FontLibrary) throws {
    let scene = Scene(
      size: Size(width: 60, height: 20), background: .white,
      nodes: shaped.nodes(
        at: Point(4, 14), paint: .color(.black), halo: Stroke(Color(1, 0, 0), width: 2)))
    guard isFinite(scene) else { fatalError("a line with places that are not numbers") }
    _ = try ImageCanvas.bitmap(of: scene, width: 60, height: 20, fonts: library)
  }

  private static func look(at file: FontFile, _ glyphs: [UInt32]) throws {
    _ = (file.familyName, file.postScriptName, file.weight, file.isItalic)
    let embedded = EmbeddedFont(file, number: 0)
    for glyph in glyphs {
      let outline = file.outline(of: glyph)
      if let bounds = outline.bounds,
        ![bounds.x, bounds.y, bounds.width, bounds.height].allSatisfy(\.isFinite)
      {
        fatalError("a glyph without bounds: \(bounds)")
      }
      _ = outline.flat(exponent: 2)
      _ = (file.advance(of: glyph), file.ink(of: glyph), file.picture(of: glyph))
      _ = embedded.width(of: embedded.use(glyph))
    }
    if file.outlineKind != nil {
      let program = try embedded.program()
      if program.bytes.isEmpty { fatalError("an empty program") }
    }
  }
  private static func look(at face: any MathFace) {
    for glyph in [0, 1, 5] as [UInt32] {
      for axis in [MathAxis.horizontal, .vertical] {
        _ = (face.variants(of: glyph, along: axis), face.parts(of: glyph, along: axis))
        _ = face.overlap(along: axis)
      }
      _ = (face.italicCorrection(of: glyph), face.accentPosition(of: glyph))
    }
    _ = face.glyph(of: "+", scriptLevel: 2)
  }
}
