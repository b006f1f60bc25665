// SPDX-License-Identifier: MIT
// Part of Platen: font files made from scratch, with any values in their tables.

/// A font file as its tables (OpenType 1.9), written with a directory that is right.
///
/// Every letter is a square of half an em with a glyph of its own, until a test gives another.
public struct CraftedFont: Sendable {
  /// By tag, of four letters.
  public var tables: [String: [UInt8]] = [:]
  /// The number that `hmtx`, `glyf` and `CFF ` describe.
  public let glyphCount: Int
  /// By scalar, in the order of the letters; glyph 0 is shown for all others.
  public let glyphs: [Unicode.Scalar: UInt16]

  public static let unitsPerEm = 1000

  /// A sound font.
  ///
  /// - Parameters:
  ///   - letters: Those the font has. Blanks have no outline.
  ///   - family: The name it is requested by.
  ///   - isPostScript: Whether outlines are cubic curves in `CFF `, not quadratic ones in `glyf`.
  public init(
    letters: String = CraftedFont.latin, family: String = "Crafted", isPostScript: Bool = false
  ) {
    var glyphs: [Unicode.Scalar: UInt16] = [:]
    for scalar in letters.unicodeScalars where glyphs[scalar] == nil {
      glyphs[scalar] = UInt16(glyphs.count + 1)
    }
    self.glyphs = glyphs
    glyphCount = glyphs.count + 1
    tables["head"] = Self.head
    tables["hhea"] = Self.hhea(metricCount: glyphCount)
    tables["maxp"] =
      isPostScript
      ? Self.words([0, 0x5000, glyphCount])
      : Self.words([1, 0, glyphCount, 64, 8, 64, 8, 2, 0, 0, 0, 0, 0, 0, 16, 16])
    tables["OS/2"] = Self.os2
    tables["post"] = Self.words([3, 0] + [Int](repeating: 0, count: 14))
    tables["name"] = Self.name(family)
    tables["cmap"] = Self.cmap(glyphs)
    setAdvances([Int](repeating: 500, count: glyphCount))
    let blanks = Set([" ", "\u{A0}"].compactMap { glyphs[$0] }.map(Int.init))
    if isPostScript {
      setPostScript((0..<glyphCount).map { blanks.contains($0) ? [14] : Self.squareProgram })
    } else {
      setOutlines((0..<glyphCount).map { blanks.contains($0) ? [] : Self.square() })
    }
  }

  /// The letters of a page in English, and some that are not.
  public static let latin =
    String(String.UnicodeScalarView((0x20...0x7E).compactMap(Unicode.Scalar.init)))
    + "\u{A0}\u{301}\u{2013}\u{2019}\u{2022}\u{628}\u{64A}\u{4E00}"

  /// The tables of a font file that is not a collection; nil for what is not a font file.
  public init?(_ file: [UInt8]) {
    guard file.count >= 12, file[0] != UInt8(ascii: "t") else { return nil }
    let count = Self.word(file, 4)
    guard count > 0, file.count >= 12 + 16 * count else { return nil }
    for entry in 0..<count {
      let at = 12 + 16 * entry
      let start = Self.word(file, at + 8) << 16 | Self.word(file, at + 10)
      let length = Self.word(file, at + 12) << 16 | Self.word(file, at + 14)
      guard start <= file.count, length <= file.count - start else { continue }
      tables[String(decoding: file[at..<at + 4], as: UTF8.self)] = Array(
        file[start..<start + length])
    }
    glyphCount = tables["maxp"].flatMap { $0.count >= 6 ? Self.word($0, 4) : nil } ?? 0
    glyphs = [:]
  }

  /// The file: its tables in the order of their tags, each at a multiple of four bytes.
  public var file: [UInt8] {
    let entries = tables.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .filter { $0.key.utf8.count == 4 }
    var file: [UInt8] = tables["CFF "] == nil ? [0, 1, 0, 0] : Array("OTTO".utf8)
    let whole = entries.count
    let power = whole == 0 ? 0 : Int.bitWidth - 1 - whole.leadingZeroBitCount
    file += Self.words([whole, 16 << power, power, 16 * whole - 16 << power])
    var start = 12 + 16 * whole
    for (tag, table) in entries {
      file += Array(tag.utf8) + Self.long(Self.checksum(table)) + Self.long(start)
      file += Self.long(table.count)
      start += (table.count + 3) & ~3
    }
    for (_, table) in entries {
      file += table + [UInt8](repeating: 0, count: -table.count & 3)
    }
    return file
  }

  // MARK: Numbers

  public static func word(_ bytes: [UInt8], _ at: Int) -> Int {
    at >= 0 && at + 1 < bytes.count ? Int(bytes[at]) << 8 | Int(bytes[at + 1]) : 0
  }

  /// Two bytes for each number, those that do not fit cut off.
  public static func words(_ values: [Int]) -> [UInt8] {
    values.flatMap {
      [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
    }
  }

  public static func long(_ value: Int) -> [UInt8] { words([value >> 16, value]) }

  private static func checksum(_ table: [UInt8]) -> Int {
    var sum: UInt32 = 0
    for start in stride(from: 0, to: table.count, by: 4) {
      var value: UInt32 = 0
      for at in start..<start + 4 {
        value = value << 8 | (at < table.count ? UInt32(table[at]) : 0)
      }
      sum &+= value
    }
    return Int(sum)
  }

  /// Writes a word of a table, where it is as long as that.
  public mutating func set(_ tag: String, _ at: Int, _ value: Int) {
    guard var table = tables[tag], at >= 0, at + 1 < table.count else { return }
    table.replaceSubrange(at..<at + 2, with: Self.words([value]))
    tables[tag] = table
  }

  // MARK: Tables that are the same in every font

  private static let head: [UInt8] =
    words([1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 3, unitsPerEm]) + [UInt8](repeating: 0, count: 16)
    + words([0, 0, 500, 500, 0, 8, 2, 1, 0])

  private static func hhea(metricCount: Int) -> [UInt8] {
    words([1, 0, 800, -200, 0, 500, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, metricCount])
  }

  private static let os2: [UInt8] =
    words([4, 500, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0])
    + [UInt8](repeating: 0, count: 10) + [UInt8](repeating: 0xFF, count: 16) + Array("NONE".utf8)
    + words([0x40, 32, 0xFFFF, 800, -200, 0, 800, 200, 0, 0, 0, 0, 500, 700, 0, 32, 2])

  private static func name(_ family: String) -> [UInt8] {
    let letters = words(family.unicodeScalars.filter(\.isASCII).map { Int($0.value) })
    var records: [UInt8] = []
    for id in [1, 4, 6] { records += words([3, 1, 0x409, id, letters.count, 0]) }
    return words([0, 3, 6 + records.count]) + records + letters
  }

  private static func cmap(_ glyphs: [Unicode.Scalar: UInt16]) -> [UInt8] {
    var groups: [UInt8] = []
    for (scalar, glyph) in glyphs.sorted(by: { $0.key < $1.key }) {
      groups += long(Int(scalar.value)) + long(Int(scalar.value)) + long(Int(glyph))
    }
    return words([0, 1, 3, 10]) + long(12) + words([12, 0]) + long(16 + groups.count) + long(0)
      + long(glyphs.count) + groups
  }

  // MARK: Metrics

  /// The advances of glyphs, in thousandths of an em; the last holds for all that follow.
  public mutating func setAdvances(_ advances: [Int]) {
    tables["hmtx"] =
      Self.words(advances.flatMap { [$0, 0] })
      + Self.words([Int](repeating: 0, count: max(0, glyphCount - advances.count)))
    set("hhea", 34, advances.count)
  }

  // MARK: Quadratic outlines

  /// A square from the origin.
  public static func square(_ side: Int = 500) -> [UInt8] {
    words([1, 0, 0, side, side, 3, 0]) + [1, 1, 1, 1] + words([0, side, 0, -side, 0, 0, side, 0])
  }

  /// A glyph within another.
  public struct Part: Sendable {
    public var glyph: Int
    public var dx: Int
    public var dy: Int
    /// None, one for both axes, one for each, or all four of a matrix, in parts of 16,384.
    public var scales: [Int]
    public init(_ glyph: Int, dx: Int = 0, dy: Int = 0, scales: [Int] = []) {
      self.glyph = glyph
      self.dx = dx
      self.dy = dy
      self.scales = scales
    }
  }

  /// A glyph put together from others.
  public static func composite(_ parts: [Part]) -> [UInt8] {
    var bytes = words([-1, 0, 0, 500, 500])
    for (index, part) in parts.enumerated() {
      let flags = [0: 0, 1: 0x8, 2: 0x40, 4: 0x80][part.scales.count] ?? 0
      let more = index + 1 < parts.count ? 0x20 : 0
      bytes += words([0x3 | flags | more, part.glyph, part.dx, part.dy])
      if flags != 0 { bytes += words(part.scales) }
    }
    return bytes
  }

  /// A contour of so many points that run to and fro, all of them beside the curve.
  public static func zigzag(points: Int, reach: Int) -> [UInt8] {
    var bytes = words([1, -reach, -reach, reach, reach, points - 1, 0])
    var left = points
    while left > 0 {
      let count = min(256, left)
      // A point beside the curve, its place in words, and how often it is repeated.
      bytes += [0x08, UInt8(count - 1)]
      left -= count
    }
    for axis in 0..<2 {
      for point in 0..<points { bytes += words([(point + axis) % 4 < 2 ? reach : -reach]) }
    }
    return bytes
  }

  /// Takes the place of all outlines.
  public mutating func setOutlines(_ outlines: [[UInt8]]) {
    var glyf: [UInt8] = []
    var loca: [UInt8] = []
    for outline in outlines {
      loca += Self.long(glyf.count)
      glyf += outline + [UInt8](repeating: 0, count: -outline.count & 3)
    }
    // A table without bytes counts as none.
    tables["glyf"] = glyf.isEmpty ? [0, 0, 0, 0] : glyf
    tables["loca"] = loca + Self.long(glyf.count)
    set("head", 50, 1)
  }

  /// The outlines as they are; empty where there are none.
  public var outlines: [[UInt8]] {
    guard let glyf = tables["glyf"], let loca = tables["loca"], let head = tables["head"] else {
      return []
    }
    let isLong = Self.word(head, 50) != 0
    func start(_ glyph: Int) -> Int {
      isLong
        ? Self.word(loca, 4 * glyph) << 16 | Self.word(loca, 4 * glyph + 2)
        : 2 * Self.word(loca, 2 * glyph)
    }
    return (0..<max(0, min(glyphCount, loca.count / (isLong ? 4 : 2) - 1))).map { glyph in
      let (from, to) = (start(glyph), start(glyph + 1))
      return from <= to && to <= glyf.count ? Array(glyf[from..<to]) : []
    }
  }

  // MARK: Cubic outlines

  /// A square from the origin, in the notation of charstrings (Adobe Technical Note 5177).
  public static let squareProgram: [UInt8] =
    program([0, 0], 21) + program([500], 6) + program([500], 7) + program([-500], 6) + [14]

  /// Operands, and an operator.
  public static func program(_ operands: [Int], _ operation: UInt8) -> [UInt8] {
    operands.flatMap { [28] + words([$0]) } + [operation]
  }

  /// Takes the place of all outlines, subroutines and widths in `CFF `.
  public mutating func setPostScript(
    _ programs: [[UInt8]], global: [[UInt8]] = [], local: [[UInt8]] = [],
    widths: (Int, Int) = (0, 0)
  ) {
    func index(_ items: [[UInt8]]) -> [UInt8] {
      guard !items.isEmpty else { return [0, 0] }
      var bytes = Self.words([items.count]) + [4]
      var offset = 1
      for length in [0] + items.map(\.count) {
        offset += length
        bytes += Self.long(offset)
      }
      return bytes + items.joined()
    }
    func integer(_ value: Int) -> [UInt8] { [29] + Self.long(value) }
    let hints =
      integer(widths.0) + [20] + integer(widths.1) + [21] + integer(18) + [19]
    let head: [UInt8] = [1, 0, 4, 4] + index([Array("Crafted".utf8)])
    func top(_ outlines: Int, _ hintStart: Int) -> [UInt8] {
      index([integer(outlines) + [17] + integer(hints.count) + integer(hintStart) + [18]])
    }
    let start = head + top(0, 0) + index([]) + index(global)
    let outlines = index(programs)
    tables["CFF "] =
      head + top(start.count, start.count + outlines.count) + index([]) + index(global) + outlines
      + hints + index(local)
    tables["glyf"] = nil
    tables["loca"] = nil
  }

  // MARK: Layout

  /// A lookup of `GSUB` or `GPOS` with one subtable.
  public struct Lookup: Sendable {
    public var type: Int
    public var subtable: [UInt8]
    public init(type: Int, subtable: [UInt8]) {
      self.type = type
      self.subtable = subtable
    }
  }

  /// Every glyph becomes several.
  public func multiple(_ sequence: (Int) -> [Int]) -> Lookup {
    var offset = 6 + 2 * glyphCount
    var offsets: [Int] = []
    var sequences: [UInt8] = []
    for glyph in 0..<glyphCount {
      let own = sequence(glyph)
      offsets.append(offset)
      sequences += Self.words([own.count] + own)
      offset += 2 + 2 * own.count
    }
    return Lookup(
      type: 2, subtable: Self.words([1, offset, glyphCount] + offsets) + sequences + coverage)
  }

  /// Every glyph is moved, and moves the pen, by that much more.
  public func adjustment(dx: Int = 0, dy: Int = 0, advance: Int = 0) -> Lookup {
    Lookup(type: 1, subtable: Self.words([1, 12, 0x7, dx, dy, advance]) + coverage)
  }

  /// Every pair of glyphs is that much nearer or farther apart.
  public func kerning(_ advance: Int) -> Lookup {
    // Two formats of classes in which all glyphs are of class 0.
    let classes = Self.words([2, 0])
    return Lookup(
      type: 2,
      subtable: Self.words([2, 18 + 2 * classes.count, 4, 0, 18, 18 + classes.count, 1, 1, advance])
        + classes + classes + coverage)
  }

  private var coverage: [UInt8] { Self.words([2, 1, 0, glyphCount - 1, 0]) }

  /// Takes the place of `GSUB` or `GPOS`: lookups that are applied one after the other.
  public mutating func setLayout(_ tag: String, feature: String, _ lookups: [Lookup]) {
    let scripts = Self.words([1]) + Array("DFLT".utf8) + Self.words([8, 4, 0, 0, 0xFFFF, 1, 0])
    let features =
      Self.words([1]) + Array(feature.utf8) + Self.words([8, 0, lookups.count])
      + Self.words(Array(lookups.indices))
    var list = Self.words([lookups.count])
    var offset = 2 + 2 * lookups.count
    for lookup in lookups {
      list += Self.words([offset])
      offset += 8 + lookup.subtable.count
    }
    for lookup in lookups { list += Self.words([lookup.type, 0, 1, 8]) + lookup.subtable }
    tables[tag] =
      Self.words([1, 0, 10, 10 + scripts.count, 10 + scripts.count + features.count]) + scripts
      + features + list
  }
}
