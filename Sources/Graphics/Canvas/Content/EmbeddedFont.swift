// SPDX-License-Identifier: MIT
// Part of Platen: a face in a document: which of its glyphs are used and what they mean.

internal import CPango

/// The part of a face that a document shows.
///
/// Glyphs keep the numbers they have in the face, so that pages can be written before the
/// document's needs are known. Safe: its tables have an entry for each of the face's glyphs, and
/// any other number is looked up as the first.
@safe final class EmbeddedFont {
  let file: FontFile
  /// `F` and this is its name on every page.
  let number: Int
  let glyphCount: Int
  /// By glyph: 0 where nothing is known; a code point; or, past those, an index in `spelled`.
  private let letters: UnsafeMutableBufferPointer<UInt32>
  private var spelled: [String] = []
  /// The widths in thousandths of an em; NaN until first used.
  private let widths: UnsafeMutableBufferPointer<Double>
  private let uses: UnsafeMutableBufferPointer<Bool>
  /// By glyph, the least code point the face shows with it; 0 for none.
  private lazy var natural = readNatural()

  private static let firstSpelled: UInt32 = 0x11_0000

  init(_ file: FontFile, number: Int) {
    self.file = file
    self.number = number
    glyphCount = unsafe min(0x1_0000, Int(hb_face_get_glyph_count(hb_font_get_face(file.font))))
    // Plain memory: these are read for every glyph, by the million. A face has one glyph at least.
    unsafe letters = .allocate(capacity: glyphCount)
    unsafe letters.initialize(repeating: 0)
    unsafe widths = .allocate(capacity: glyphCount)
    unsafe widths.initialize(repeating: .nan)
    unsafe uses = .allocate(capacity: glyphCount)
    unsafe uses.initialize(repeating: false)
  }

  deinit {
    unsafe letters.deallocate()
    unsafe widths.deallocate()
    unsafe uses.deallocate()
  }

  /// Glyphs that are shown, in their order.
  var usedGlyphs: [Int] { unsafe uses.indices.filter { unsafe uses[$0] } }

  /// The glyph as it can be shown; what the face does not have is its box.
  func use(_ glyph: UInt32) -> UInt32 {
    let id = glyph < glyphCount ? Int(glyph) : 0
    unsafe uses[id] = true
    return UInt32(id)
  }

  /// The advance of a glyph in thousandths of an em, as the document writes it.
  func width(of glyph: UInt32) -> Double {
    let id = glyph < glyphCount ? Int(glyph) : 0
    let known = unsafe widths[id]
    if !known.isNaN { return known }
    let width = (file.advance(of: UInt32(id)) * 1_000_000).rounded() / 1000
    unsafe widths[id] = width
    return width
  }

  /// Indicates whether a glyph alone maps to this text, which it does from its first use on.
  func says(_ glyph: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let id = glyph < glyphCount ? Int(glyph) : 0
    if bytes.count == 1, unsafe letters[id] == UInt32(bytes[0]), unsafe bytes[0] != 0 {
      return true
    }
    let text = unsafe EmbeddedFont.sound(bytes)
    if unsafe letters[id] == 0 { learn(id, text) }
    return self.text(of: id) == text
  }

  /// Records what each glyph of one cluster means, for readers that ignore the replacement text of
  /// the whole: letters are those that move the pen, marks those that do not. Known meanings stay
  /// as they are, and where glyphs and letters do not come in pairs nothing is recorded.
  ///
  /// - Parameter glyphs: in the order they are read.
  func teach(_ glyphs: [UInt32], _ bytes: UnsafeBufferPointer<UInt8>) {
    // No script piles up more on one letter.
    guard glyphs.count <= 64 else { return }
    let ids = glyphs.map { $0 < glyphCount ? Int($0) : 0 }
    guard ids.contains(where: { unsafe letters[$0] == 0 && natural[$0] == 0 }) else { return }
    let scalars = unsafe EmbeddedFont.sound(bytes).unicodeScalars
    func isMark(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.generalCategory == .nonspacingMark
    }
    pair(ids.filter { width(of: UInt32($0)) > 0 }, scalars.filter { !isMark($0) })
    pair(ids.filter { width(of: UInt32($0)) <= 0 }, scalars.filter(isMark))
  }

  private func pair(_ ids: [Int], _ scalars: [Unicode.Scalar]) {
    var rest = scalars
    var unknown: [Int] = []
    for id in ids {
      if unsafe letters[id] == 0, natural[id] == 0 {
        unknown.append(id)
      } else {
        for scalar in meaning(of: id).unicodeScalars {
          if let index = rest.firstIndex(of: scalar) { rest.remove(at: index) }
        }
      }
    }
    if unknown.count == 1, !rest.isEmpty {
      learn(unknown[0], String(String.UnicodeScalarView(rest)))
    } else if unknown.count == rest.count {
      for (id, scalar) in zip(unknown, rest) where unsafe letters[id] == 0 {
        learn(id, String(scalar))
      }
    }
  }

  /// Ligatures that are code points of their own, and their letters.
  private static let ligatures: [(scalar: Unicode.Scalar, letters: String)] = [
    ("\u{FB00}", "ff"), ("\u{FB01}", "fi"), ("\u{FB02}", "fl"), ("\u{FB03}", "ffi"),
    ("\u{FB04}", "ffl"), ("\u{FB06}", "st"),
  ]

  private func learn(_ id: Int, _ text: String) {
    let scalars = text.unicodeScalars
    guard let first = scalars.first else { return }
    if scalars.count == 1 {
      let least = natural[id]
      let scalar = least != 0 ? Unicode.Scalar(least) ?? first : first
      // A ligature that is a code point of its own means its letters.
      if let ligature = EmbeddedFont.ligatures.first(where: { $0.scalar == scalar }) {
        spell(id, ligature.letters)
      } else {
        unsafe letters[id] = scalar.value
      }
    } else {
      spell(id, text)
    }
  }

  private func spell(_ id: Int, _ text: String) {
    unsafe letters[id] = EmbeddedFont.firstSpelled + UInt32(spelled.count)
    spelled.append(text)
  }

  /// The meaning of a glyph; nil where none is recorded.
  func text(of id: Int) -> String? {
    let value = unsafe letters[id]
    if value == 0 { return nil }
    if value >= EmbeddedFont.firstSpelled {
      return spelled[Int(value - EmbeddedFont.firstSpelled)]
    }
    return Unicode.Scalar(value).map { String($0) }
  }

  /// The meaning of a used glyph in the document's table: what it was used for, else what the face
  /// shows with it, else U+FFFD.
  func meaning(of id: Int) -> String {
    if let text = text(of: id) { return text }
    let scalar = Unicode.Scalar(natural[id]).flatMap { $0.value > 0 ? $0 : nil }
    return scalar.map { EmbeddedFont.sound(String($0)) } ?? "\u{FFFD}"
  }

  /// The text with U+FFFD in place of code points that are not characters or that a table of
  /// meanings must not have (ISO 14289-1, 7.21.7).
  static func sound(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    unsafe sound(String(decoding: bytes, as: UTF8.self))
  }

  private static func sound(_ text: String) -> String {
    func isUnsound(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value == 0 || scalar.value == 0xFEFF || (0xFDD0...0xFDEF).contains(scalar.value)
        || scalar.value & 0xFFFE == 0xFFFE
    }
    guard text.unicodeScalars.contains(where: isUnsound) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(isUnsound(scalar) ? (scalar.value == 0xFEFF ? "\u{200B}" : "\u{FFFD}") : scalar)
    }
    return String(result)
  }

  private func readNatural() -> [UInt32] {
    var table = [UInt32](repeating: 0, count: glyphCount)
    let scalars = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(scalars) }
    unsafe hb_face_collect_unicodes(hb_font_get_face(file.font), scalars)
    // The set's own sign for no value, a macro Swift cannot see.
    var scalar = hb_codepoint_t.max
    while unsafe hb_set_next(scalars, &scalar) != 0 {
      var glyph: hb_codepoint_t = 0
      // Some faces show controls with a blank.
      guard scalar >= 0x20, unsafe hb_font_get_nominal_glyph(file.font, scalar, &glyph) != 0,
        glyph < glyphCount
      else { continue }
      if table[Int(glyph)] == 0 { table[Int(glyph)] = scalar }
    }
    return table
  }
}
