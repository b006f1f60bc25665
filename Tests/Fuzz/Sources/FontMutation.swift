// SPDX-License-Identifier: MIT
// Part of Platen: mutations of fonts within their tables, and fonts to begin with.

import TestSupport

/// Changes the values in the tables of a font. The directory is written again, so that what reads
/// fonts gets to the values.
enum FontMutation {
  static func mutate(
    _ input: [UInt8], _ limit: Int, _ random: inout SplitMix, _ bytes: ([UInt8], Int) -> [UInt8]
  ) -> [UInt8]? {
    guard var font = CraftedFont(input) else { return nil }
    for _ in 0...random.below(3) {
      guard !font.tables.isEmpty else { return nil }
      switch random.below(9) {
      case 0: changeAdvances(of: &font, &random)
      case 1: changeField(of: &font, &random)
      case 2: changeOutline(of: &font, &random)
      case 3: changeProgram(of: &font, &random)
      case 4: changeLayout(of: &font, &random)
      case 5, 6: changeWord(of: &font, &random)
      case 7: changeBytes(of: &font, limit, &random, bytes)
      default: changeTables(of: &font, &random)
      }
    }
    let file = font.file
    return file.count <= limit ? file : nil
  }

  /// Numbers of two bytes at which something ends, with or without a sign.
  private static let extremes = [
    0, 1, 2, 3, 15, 16, 17, 255, 256, 1000, 2048, 0x3FFF, 0x4000, 0x4001, 0x7FFF, 0x8000, 0x8001,
    0xFF00, 0xFFFE, 0xFFFF, -100, -1000, -20_000,
  ]

  private static func extreme(_ random: inout SplitMix) -> Int {
    random.below(4) == 0 ? random.below(0x1_0000) : random.pick(extremes)
  }

  // MARK: Values

  private static func changeAdvances(of font: inout CraftedFont, _ random: inout SplitMix) {
    let count = (font.tables["hmtx"]?.count ?? 0) / 4
    let value = extreme(&random)
    switch random.below(3) {
    case 0: for glyph in 0..<count { font.set("hmtx", 4 * glyph, value) }
    case 1: font.set("hmtx", 4 * random.below(count), value)
    default: for glyph in 0..<count { font.set("hmtx", 4 * glyph + 2, value) }
    }
  }

  /// Words that describe all of a font: tables and places in them.
  private static let fields: [(tag: String, places: [Int])] = [
    ("head", [16, 18, 36, 38, 40, 42, 44, 50, 52]),
    ("hhea", [4, 6, 8, 10, 12, 14, 16, 18, 20, 34]),
    ("maxp", [0, 2, 4, 6, 8, 28, 30]),
    ("OS/2", [0, 4, 6, 8, 30, 62, 64, 66, 68, 70, 72, 74, 76, 86, 88, 90, 92]),
    ("post", [0, 4, 6, 8, 10]),
    ("cmap", [2, 4, 6, 10, 12, 16, 18, 22, 26]),
    ("name", [0, 2, 4, 6, 8, 10, 12, 14, 16]),
    ("MATH", [4, 6, 8, 10, 12, 14, 16, 18, 20, 22]),
  ]

  private static func changeField(of font: inout CraftedFont, _ random: inout SplitMix) {
    let (tag, places) = random.pick(fields)
    font.set(tag, random.pick(places), extreme(&random))
  }

  /// Any word of a table; most tables consist of them.
  private static func changeWord(of font: inout CraftedFont, _ random: inout SplitMix) {
    let tag = random.pick(font.tables.keys.sorted())
    let words = (font.tables[tag]?.count ?? 0) / 2
    let place = 2 * random.below(words)
    switch random.below(4) {
    case 0: font.set(tag, place, extreme(&random))
    case 1:
      font.set(tag, place, CraftedFont.word(font.tables[tag] ?? [], place) + random.below(9) - 4)
    // A place in the table, as offsets are.
    case 2: font.set(tag, place, 2 * random.below(words))
    default:
      font.set(tag, place, CraftedFont.word(font.tables[tag] ?? [], 2 * random.below(words)))
    }
  }

  private static func changeBytes(
    of font: inout CraftedFont, _ limit: Int, _ random: inout SplitMix,
    _ bytes: ([UInt8], Int) -> [UInt8]
  ) {
    let tag = random.pick(font.tables.keys.sorted())
    guard let table = font.tables[tag], !table.isEmpty else { return }
    font.tables[tag] = bytes(table, min(limit, table.count + 64))
  }

  private static func changeTables(of font: inout CraftedFont, _ random: inout SplitMix) {
    let tags = font.tables.keys.sorted()
    let tag = random.pick(tags)
    guard let table = font.tables[tag] else { return }
    switch random.below(4) {
    case 0: font.tables[tag] = nil
    case 1: font.tables[tag] = Array(table.prefix(random.below(table.count)))
    case 2: font.tables[tag] = table + [UInt8](repeating: 0, count: 1 + random.below(64))
    default: font.tables[random.pick(tags)] = table
    }
  }

  // MARK: Outlines

  private static func changeOutline(of font: inout CraftedFont, _ random: inout SplitMix) {
    var outlines = font.outlines
    guard !outlines.isEmpty, outlines.count <= 1_000 else { return }
    let glyph = random.below(outlines.count)
    switch random.below(6) {
    case 0: outlines[glyph] = CraftedFont.square(extreme(&random))
    case 1:
      outlines[glyph] = CraftedFont.zigzag(
        points: 1 + random.below(200), reach: extreme(&random))
    case 2: outlines[glyph] = outlines[random.below(outlines.count)]
    case 3: for each in outlines.indices { outlines[each] = parts(each, outlines.count, &random) }
    default: outlines[glyph] = parts(glyph, outlines.count, &random)
    }
    font.setOutlines(outlines)
  }

  /// A glyph of the next ones, of itself, or of any.
  private static func parts(_ glyph: Int, _ count: Int, _ random: inout SplitMix) -> [UInt8] {
    CraftedFont.composite(
      (0..<1 + random.below(3)).map { _ in
        let scales = random.pick([0, 0, 1, 2, 4])
        return CraftedFont.Part(
          random.pick([glyph, glyph + 1, glyph + 1, glyph + 2, random.below(count), 0xFFFF]),
          dx: extreme(&random), dy: extreme(&random),
          scales: (0..<scales).map { _ in extreme(&random) })
      })
  }

  private static func changeProgram(of font: inout CraftedFont, _ random: inout SplitMix) {
    guard font.tables["CFF "] != nil, font.glyphCount > 0, font.glyphCount <= 1_000 else { return }
    func subroutines(_ random: inout SplitMix) -> [[UInt8]] {
      (0..<random.below(12)).map { _ in program(&random) + (random.below(4) == 0 ? [] : [11]) }
    }
    let all = (0..<1 + random.below(8)).map { _ in program(&random) + [14] }
    font.setPostScript(
      (0..<font.glyphCount).map { all[$0 % all.count] }, global: subroutines(&random),
      local: subroutines(&random), widths: (extreme(&random), extreme(&random)))
  }

  /// Operators of charstrings (Adobe Technical Note 5177), calls among them.
  private static let operators: [UInt8] = [
    1, 3, 4, 5, 6, 7, 8, 10, 10, 10, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 29, 29, 29, 30, 31,
  ]

  private static func program(_ random: inout SplitMix) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<random.below(12) {
      let operation = random.pick(operators)
      if operation == 10 || operation == 29 {
        // The first subroutines, as few of them are numbered.
        let call = CraftedFont.program([random.below(14) - 107], operation)
        for _ in 0..<1 + random.below(4) { bytes += call }
      } else {
        bytes += CraftedFont.program(
          (0..<random.below(8)).map { _ in extreme(&random) }, operation)
      }
    }
    return bytes
  }

  // MARK: Layout

  private static func changeLayout(of font: inout CraftedFont, _ random: inout SplitMix) {
    guard font.glyphCount > 0, font.glyphCount <= 1_000 else { return }
    let count = font.glyphCount
    switch random.below(4) {
    case 0:
      let (dx, dy, advance) = (extreme(&random), extreme(&random), extreme(&random))
      let lookups = [font.adjustment(dx: dx, dy: dy, advance: advance)]
      font.setLayout(
        "GPOS", feature: "kern",
        [CraftedFont.Lookup](repeating: lookups[0], count: 1 + random.below(20)))
    case 1:
      font.setLayout("GPOS", feature: "kern", [font.kerning(extreme(&random))])
    case 2:
      let lookup = font.multiple { [$0, $0] }
      font.setLayout(
        "GSUB", feature: "ccmp", [CraftedFont.Lookup](repeating: lookup, count: 1 + random.below(9))
      )
    default:
      let shift = random.below(count)
      let length = random.below(4)
      let lookup = font.multiple { glyph in (0..<length).map { (glyph + shift + $0) % count } }
      font.setLayout("GSUB", feature: random.pick(["liga", "calt", "smcp", "onum"]), [lookup])
    }
  }

  // MARK: Seeds

  /// Sound fonts, and those that are sound in all but one thing.
  static func seeds() -> [[UInt8]] {
    var files: [[UInt8]] = []
    for isPostScript in [false, true] {
      let sound = CraftedFont(isPostScript: isPostScript)
      files.append(sound.file)
      func with(_ change: (inout CraftedFont) -> Void) {
        var font = sound
        change(&font)
        files.append(font.file)
      }
      for advance in [0, 1, 0x7FFF, 0x8000, 0xFFFF] { with { $0.setAdvances([advance]) } }
      for units in [0, 15, 16, 16_384, 0xFFFF] { with { $0.set("head", 18, units) } }
      for advance in [-500, -501, -5_000, 32_767] {
        with { $0.setLayout("GPOS", feature: "kern", [$0.kerning(advance)]) }
        with { $0.setLayout("GPOS", feature: "kern", [$0.adjustment(dx: 9, advance: advance)]) }
      }
      with { $0.setLayout("GSUB", feature: "ccmp", [$0.multiple { _ in [] }]) }
      with { font in
        font.setLayout(
          "GSUB", feature: "ccmp", (0..<14).map { _ in font.multiple { [$0, $0] } })
      }
      with { font in
        if isPostScript {
          // Each subroutine calls the next one twice.
          let twice = (0..<9).map { number in
            let call = CraftedFont.program([number + 1 - 107], 29)
            return call + call + [11]
          }
          font.setPostScript(
            (0..<font.glyphCount).map { _ in
              CraftedFont.program([0, 0], 21) + CraftedFont.program([-107], 29) + [14]
            }, global: twice + [CraftedFont.program([1, 1], 5) + [11]], widths: (0, 32_767))
        } else {
          font.setOutlines(
            (0..<font.glyphCount).map { glyph in
              glyph % 8 == 0
                ? CraftedFont.square()
                : CraftedFont.composite([.init(glyph - 1), .init(glyph - 1, dx: 500)])
            })
        }
      }
    }
    return files
  }
}
