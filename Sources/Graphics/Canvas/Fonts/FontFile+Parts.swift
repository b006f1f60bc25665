// SPDX-License-Identifier: MIT
// Part of Platen: composite glyphs, and the limits within which they can be drawn.

internal import CPango
internal import Diagnostics

extension FontFile {
  /// Parts a glyph may have, those of its parts included, and how deep they may be within each other.
  ///
  /// HarfBuzz and FreeType draw each part as often as it is referenced: of forty glyphs, each of
  /// which holds the next one twice, the first has a million million parts.
  private static let partLimit = 2_048
  private static let depthLimit = 64

  /// The extent of a glyph: how many parts it has, and how deep they go.
  private struct Extent {
    var parts = 0
    var depth = 0
  }

  /// A glyph whose parts are being looked at.
  private struct Visit {
    var glyph: Int
    var parts: [Int]
    var next = 0
    var extent = Extent()
  }

  /// Checks that no glyph has more parts than can be drawn, nor itself as a part.
  ///
  /// - Throws: `Failure` `fonts.unreadable`.
  func checkParts() throws {
    let face = unsafe hb_font_get_face(font)
    try unsafe FontFile.withTable("glyf", of: face) { glyf in
      try unsafe FontFile.withTable("loca", of: face) { loca in
        try unsafe FontFile.withTable("head", of: face) { head in
          guard let glyf = unsafe glyf, let loca = unsafe loca, let head = unsafe head,
            head.count >= 54
          else { return }
          try unsafe check(
            CompositeGlyphs(
              glyf: glyf, loca: loca, isLong: head[50] != 0 || head[51] != 0,
              most: Int(hb_face_get_glyph_count(face))))
        }
      }
    }
  }

  private func check(_ glyphs: CompositeGlyphs) throws {
    var known = [Extent?](repeating: nil, count: glyphs.count)
    var isOpen = [Bool](repeating: false, count: glyphs.count)
    // Not by recursion: the parts of a file may go deeper than a stack.
    var visits: [Visit] = []
    for start in 0..<glyphs.count where known[start] == nil {
      visits.append(Visit(glyph: start, parts: glyphs.parts(of: start, limit: FontFile.partLimit)))
      isOpen[start] = true
      while var visit = visits.popLast() {
        guard visit.next < visit.parts.count else {
          known[visit.glyph] = visit.extent
          isOpen[visit.glyph] = false
          continue
        }
        let part = visit.parts[visit.next]
        // What a file does not have is drawn as nothing.
        let own = part < glyphs.count ? known[part] : Extent()
        guard let own else {
          guard !isOpen[part], visits.count < FontFile.depthLimit else {
            throw unreadable(visit.glyph, "is a part of itself, or of too many others")
          }
          visits.append(visit)
          visits.append(
            Visit(glyph: part, parts: glyphs.parts(of: part, limit: FontFile.partLimit)))
          isOpen[part] = true
          continue
        }
        visit.next += 1
        visit.extent.parts += own.parts + 1
        visit.extent.depth = max(visit.extent.depth, own.depth + 1)
        guard visit.extent.parts <= FontFile.partLimit, visit.extent.depth <= FontFile.depthLimit
        else {
          throw unreadable(visit.glyph, "has more than \(FontFile.partLimit) parts")
        }
        visits.append(visit)
      }
    }
  }

  private func unreadable(_ glyph: Int, _ why: String) -> Failure {
    Failure(
      .error(
        .fontsUnreadable, "glyph \(glyph) of the font file \(data.path) \(why)",
        hints: ["the file is damaged: use another one"]))
  }
}

/// Glyphs of a TrueType face that consist of others (OpenType 1.9, "glyf").
///
/// Safe as long as both tables are there: no glyph lies beyond `loca`, and places in `glyf` are compared
/// with its end.
@safe private struct CompositeGlyphs {
  private let glyf: UnsafeRawBufferPointer
  private let loca: UnsafeRawBufferPointer
  private let isLong: Bool
  let count: Int

  init(glyf: UnsafeRawBufferPointer, loca: UnsafeRawBufferPointer, isLong: Bool, most: Int) {
    unsafe self.glyf = glyf
    unsafe self.loca = loca
    self.isLong = isLong
    count = max(0, min(most, loca.count / (isLong ? 4 : 2) - 1))
  }

  /// The glyphs a glyph consists of, one more than `limit` at the most; none for one with outlines of
  /// its own.
  func parts(of glyph: Int, limit: Int) -> [Int] {
    let (start, end) = unsafe (place(glyph), min(place(glyph + 1), glyf.count))
    // Below zero contours: a composite glyph. Then come its bounds.
    guard start + 10 <= end, unsafe glyf[start] >= 0x80 else { return [] }
    var parts: [Int] = []
    var at = start + 10
    while at + 4 <= end, parts.count <= limit {
      let flags = unsafe word(glyf, at)
      var part = unsafe word(glyf, at + 2)
      at += 4
      // HarfBuzz reads numbers of three bytes where this flag is set.
      if flags & 0x2000 != 0, at < end {
        part = unsafe part << 8 | Int(glyf[at])
        at += 1
      }
      parts.append(part)
      at += flags & 0x1 != 0 ? 4 : 2
      at += flags & 0x8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
      guard flags & 0x20 != 0 else { break }
    }
    return parts
  }

  private func place(_ glyph: Int) -> Int {
    unsafe isLong
      ? word(loca, 4 * glyph) << 16 | word(loca, 4 * glyph + 2) : 2 * word(loca, 2 * glyph)
  }

  private func word(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
    unsafe Int(bytes[at]) << 8 | Int(bytes[at + 1])
  }
}
