// SPDX-License-Identifier: MIT
// Part of Platen: shaped words, each shaped once at one em and kept in flat arrays.

internal import Drawing
internal import Geometry

/// A glyph of a shaped word, in em.
struct WordGlyph {
  var id: UInt32
  var advance: Float
  var dx: Float
  var dy: Float
  /// Bytes of the cluster that begins here, in the order of the glyphs; 0 within a cluster.
  var clusterBytes: UInt16
  /// Index into `WordCache.faces`.
  var face: UInt16
}

/// A word shaped in one font: what it is and where its glyphs are.
struct ShapedWord {
  /// The start in `WordCache.bytes`.
  var start: Int32
  var count: Int32
  var font: Int32
  var isRightToLeft: Bool
  /// Indicates whether it is shown by more than one face, or by one with colored glyphs between
  /// others.
  var hasManyFaces: Bool
  var glyphStart: Int32
  var glyphCount: Int32
  /// The width in em.
  var width: Double
  /// The start in `WordCache.divisions`; -1 until first use.
  var divisionStart: Int32 = -1
  var divisionCount: Int32 = 0
}

/// A place where a word may be divided.
struct WordDivision {
  /// Bytes before it.
  var offset: Int32
  /// Of what stands before it, with a hyphen, and without; in em.
  var widthWithHyphen: Double
  var width: Double
}

/// Words by their letters and font.
///
/// A book of two million words has some ten thousand different ones. A look-up is a hash of the
/// bytes and a comparison; nothing is allocated but for words that are new.
final class WordCache {
  private(set) var words: [ShapedWord] = []
  private(set) var bytes: [UInt8] = []
  private(set) var glyphs: [WordGlyph] = []
  private(set) var faces: [FontFace] = []
  private(set) var divisions: [WordDivision] = []
  /// Code points no font has, in the order in which they were met.
  private(set) var missing: [Unicode.Scalar] = []
  private var fonts: [Font] = []
  private var fontIndex: [Font: Int32] = [:]
  private var faceIndex: [FontFace: UInt16] = [:]
  private var missingSet: Set<Unicode.Scalar> = []
  private var table: [Int32]
  private var hashes: [UInt32] = []
  let measuring: any TextMeasuring
  private let hyphenation: Hyphenation?

  private struct Font: Hashable {
    /// At one em.
    var request: FontRequest
    /// Letters are drawn as their upper-case forms, and remain what they are.
    var uppercases: Bool
  }

  /// Glyphs kept before everything is forgotten between two paragraphs.
  private static let glyphLimit = 4_000_000

  init(measuring: any TextMeasuring, hyphenation: Hyphenation?) {
    self.measuring = measuring
    self.hyphenation = hyphenation
    table = [Int32](repeating: -1, count: 1 << 14)
  }

  /// The number of a font, whatever its size.
  func font(_ request: FontRequest, uppercases: Bool = false) -> Int32 {
    var unit = Font(request: request, uppercases: uppercases)
    unit.request.size = 1
    if let known = fontIndex[unit] { return known }
    let index = Int32(fonts.count)
    fonts.append(unit)
    fontIndex[unit] = index
    return index
  }

  func levels(of paragraph: String, isRightToLeft: Bool?) -> [UInt8] {
    measuring.embeddingLevels(of: paragraph, isRightToLeft: isRightToLeft)
  }

  /// Forgets all words when there are too many; indices held before are void. True when it did.
  func trim() -> Bool {
    guard glyphs.count > WordCache.glyphLimit else { return false }
    words.removeAll()
    bytes.removeAll()
    glyphs.removeAll()
    divisions.removeAll()
    hashes.removeAll()
    table = [Int32](repeating: -1, count: 1 << 14)
    return true
  }

  /// The word of these bytes, valid UTF-8, shaped now if it is new.
  func word(_ text: UnsafeBufferPointer<UInt8>, font: Int32, isRightToLeft: Bool) -> Int32 {
    let hash = WordCache.hash(
      text, seed: UInt64(bitPattern: Int64(font)) &* 2 + (isRightToLeft ? 1 : 0))
    let mask = table.count - 1
    var slot = Int(hash) & mask
    while true {
      let index = table[slot]
      if index < 0 { break }
      if hashes[Int(index)] == hash {
        let word = words[Int(index)]
        if word.font == font, word.isRightToLeft == isRightToLeft, equals(word, text) {
          return index
        }
      }
      slot = (slot + 1) & mask
    }
    return addWord(text, font: font, isRightToLeft: isRightToLeft, hash: hash, slot: slot)
  }

  func word(_ text: String, font: Int32, isRightToLeft: Bool = false) -> Int32 {
    var text = text
    return text.withUTF8 { word($0, font: font, isRightToLeft: isRightToLeft) }
  }

  /// The starts of words in letters without blanks between them, but for the first: offsets in
  /// bytes.
  func starts(in text: UnsafeBufferPointer<UInt8>) -> [Int] {
    measuring.wordStarts(in: String(decoding: text, as: UTF8.self)).filter {
      $0 > 0 && $0 < text.count
    }
  }

  /// The width of a text, in em.
  func width(of text: String, font: Int32) -> Double {
    let index = word(text, font: font)
    return words[Int(index)].width
  }

  /// A part of a word as a word of its own.
  func part(of word: Int32, _ range: Range<Int>) -> Int32 {
    let known = words[Int(word)]
    let text = Array(
      bytes[Int(known.start) + range.lowerBound..<Int(known.start) + range.upperBound])
    return text.withUnsafeBufferPointer {
      self.word($0, font: known.font, isRightToLeft: known.isRightToLeft)
    }
  }

  private func equals(_ word: ShapedWord, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Int(word.count) == text.count else { return false }
    return bytes.withUnsafeBufferPointer { all in
      var i = 0
      let start = Int(word.start)
      while i < text.count {
        if all[start + i] != text[i] { return false }
        i += 1
      }
      return true
    }
  }

  @inline(__always)
  private static func hash(_ text: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt32 {
    var hash = seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(text.count)
    let raw = UnsafeRawBufferPointer(text)
    var i = 0
    while i + 8 <= raw.count {
      hash = (hash ^ raw.loadUnaligned(fromByteOffset: i, as: UInt64.self)) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
      i += 8
    }
    var rest: UInt64 = 0
    while i < raw.count {
      rest = rest << 8 | UInt64(raw[i])
      i += 1
    }
    hash = (hash ^ rest) &* 0xC4CE_B9FE_1A85_EC53
    hash ^= hash >> 29
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  private func addWord(
    _ text: UnsafeBufferPointer<UInt8>, font: Int32, isRightToLeft: Bool, hash: UInt32, slot: Int
  ) -> Int32 {
    let source = String(decoding: text, as: UTF8.self)
    let request = fonts[Int(font)]
    let drawn = request.uppercases ? source.uppercased() : source
    let shaped = measuring.shape(drawn, font: request.request, isRightToLeft: isRightToLeft)
    let index = Int32(words.count)
    var word = ShapedWord(
      start: Int32(bytes.count), count: Int32(text.count), font: font,
      isRightToLeft: isRightToLeft, hasManyFaces: shaped.runs.count > 1,
      glyphStart: Int32(glyphs.count), glyphCount: 0, width: shaped.width)
    bytes.append(contentsOf: text)
    var glyphStyle = 0.0
    for run in shaped.runs {
      let face = face(run.font.face)
      var cluster = 0
      var left = 0
      for (i, glyph) in run.glyphs.enumerated() {
        var clusterBytes = 0
        if left == 0, cluster < run.clusters.count {
          clusterBytes = run.clusters[cluster].byteCount
          left = run.clusters[cluster].glyphCount
          cluster += 1
        }
        left = max(0, left - 1)
        let advance = i < run.advances.count ? run.advances[i] : 0
        glyphs.append(
          WordGlyph(
            id: glyph.id, advance: Float(advance), dx: Float(glyph.position.x - glyphStyle),
            dy: Float(glyph.position.y), clusterBytes: UInt16(clamping: clusterBytes), face: face))
        glyphStyle += advance
      }
    }
    word.glyphCount = Int32(glyphs.count) - word.glyphStart
    if request.uppercases, !WordCache.isAligned(source, drawn), word.glyphCount > 0 {
      // Letters that became several stand for the word as a whole.
      for g in Int(word.glyphStart)..<glyphs.count { glyphs[g].clusterBytes = 0 }
      glyphs[Int(word.glyphStart)].clusterBytes = UInt16(clamping: text.count)
    }
    for scalar in shaped.missing where missingSet.insert(scalar).inserted {
      missing.append(scalar)
    }
    words.append(word)
    hashes.append(hash)
    table[slot] = index
    if words.count * 2 > table.count { grow() }
    return index
  }

  /// Indicates whether each letter became one of as many bytes.
  private static func isAligned(_ source: String, _ drawn: String) -> Bool {
    source.utf8.count == drawn.utf8.count
      && zip(source.unicodeScalars, drawn.unicodeScalars).allSatisfy {
        UTF8.width($0) == UTF8.width($1)
      }
  }

  private func face(_ face: FontFace) -> UInt16 {
    if let known = faceIndex[face] { return known }
    let index = UInt16(clamping: faces.count)
    faces.append(face)
    faceIndex[face] = index
    return index
  }

  private func grow() {
    let count = table.count * 2
    table = [Int32](repeating: -1, count: count)
    for (index, hash) in hashes.enumerated() {
      var slot = Int(hash) & (count - 1)
      while table[slot] >= 0 { slot = (slot + 1) & (count - 1) }
      table[slot] = Int32(index)
    }
  }

  // MARK: Hyphens

  /// The places where a word may be divided, from its beginning; found once.
  func divisions(of index: Int32) -> Range<Int> {
    let word = words[Int(index)]
    if word.divisionStart >= 0 {
      return Int(word.divisionStart)..<Int(word.divisionStart + word.divisionCount)
    }
    var found: [WordDivision] = []
    for offset in divisionOffsets(of: word) {
      let part = part(of: index, 0..<offset)
      let hyphen = self.word("-", font: word.font)
      let width = words[Int(part)].width
      found.append(
        WordDivision(
          offset: Int32(offset), widthWithHyphen: width + words[Int(hyphen)].width, width: width))
    }
    words[Int(index)].divisionStart = Int32(divisions.count)
    words[Int(index)].divisionCount = Int32(found.count)
    divisions += found
    return divisions.count - found.count..<divisions.count
  }

  private func divisionOffsets(of word: ShapedWord) -> [Int] {
    guard !word.isRightToLeft, (5...100).contains(word.count),
      let patterns = fonts[Int(word.font)].request.language.flatMap({
        hyphenation?.patterns(for: $0)
      })
    else { return [] }
    let text = Array(bytes[Int(word.start)..<Int(word.start + word.count)])
    // The letters between punctuation; a word with other things inside is left whole.
    guard let first = text.firstIndex(where: WordCache.beginsLetter) else { return [] }
    let letters = text[first...].prefix { WordCache.beginsLetter($0) || $0 & 0xC0 == 0x80 }
    guard letters.count >= 5, !text[letters.endIndex...].contains(where: WordCache.beginsLetter)
    else { return [] }
    let lower = String(decoding: letters, as: UTF8.self).lowercased().utf8
    guard lower.count == letters.count else { return [] }
    return patterns.points(in: Array(lower)).map { $0 + first }
  }

  /// ASCII letters and letters of two bytes (Latin, Greek, Cyrillic).
  private static func beginsLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0xC3...0xDF: true
    default: false
    }
  }
}
