// SPDX-License-Identifier: MIT
// Part of Platen: fonts with PostScript outlines, their glyphs keyed by number.

/// A program in the Compact Font Format (Adobe Technical Note 5176) on its way into a document.
///
/// Most such fonts key glyphs by name, and those that key them by number count in their own way. In
/// a document, a glyph is found by its number in the face, so everything that identifies glyphs is
/// rewritten; outlines and hints stay as they are.
///
/// Safe as long as the table exists: its offsets are compared with its end before anything is read
/// at them.
@safe struct CFFProgram {
  private let bytes: UnsafeRawBufferPointer
  private let top: [Entry]
  private let outlines: Table
  private let fonts: [Font]
  /// The bytes that assign a member of `fonts`, and so hints, to each glyph; nil where there is
  /// one.
  private let choices: Range<Int>?

  /// A list of objects, the bytes of all of it and those of each.
  private struct Table {
    var range: Range<Int>
    var items: [Range<Int>]
  }

  /// An operator of a dictionary with the bytes of its operands; `12 n` is 1200 + n.
  private struct Entry {
    var key: Int
    var operands: Range<Int>
    var numbers: [Int]
  }

  /// The data that glyphs share: a matrix, and hints.
  private struct Font {
    var matrix: Entry?
    var hints: [Entry]
  }

  private enum Key {
    static let box = 5
    static let charset = 15
    static let outlines = 17
    static let hints = 18
    static let subroutines = 19
    static let outlineType = 1206
    static let matrix = 1207
    static let ordering = 1230
    static let count = 1234
    static let fonts = 1236
    static let choices = 1237
  }

  /// - Parameter bytes: A face's table `CFF `, its outlines without subroutines. Kept by the
  ///   caller.
  /// - Returns: nil if the bytes are not such a table.
  init?(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes = bytes
    guard bytes.count > 4, unsafe bytes[0] == 1,
      let names = unsafe CFFProgram.table(bytes, at: Int(bytes[2])),
      let tops = unsafe CFFProgram.table(bytes, at: names.range.upperBound), tops.items.count == 1,
      let top = unsafe CFFProgram.dictionary(bytes, tops.items[0]),
      let start = top.first(where: { $0.key == Key.outlines })?.numbers.first,
      let outlines = unsafe CFFProgram.table(bytes, at: start)
    else { return nil }
    self.top = top
    self.outlines = outlines
    guard let list = top.first(where: { $0.key == Key.fonts })?.numbers.first else {
      guard let hints = unsafe CFFProgram.hints(bytes, of: top) else { return nil }
      // Its matrix stays where it was.
      fonts = [Font(hints: hints)]
      choices = nil
      return
    }
    guard let dictionaries = unsafe CFFProgram.table(bytes, at: list), !dictionaries.items.isEmpty,
      let place = top.first(where: { $0.key == Key.choices })?.numbers.first,
      let choices = unsafe CFFProgram.choices(bytes, at: place, of: outlines.items.count)
    else { return nil }
    var fonts: [Font] = []
    for item in dictionaries.items {
      guard let font = unsafe CFFProgram.dictionary(bytes, item),
        let hints = unsafe CFFProgram.hints(bytes, of: font)
      else { return nil }
      fonts.append(Font(matrix: font.first { $0.key == Key.matrix }, hints: hints))
    }
    self.fonts = fonts
    self.choices = choices
  }

  // MARK: Reading

  private static func number(_ bytes: UnsafeRawBufferPointer, at start: Int, _ count: Int) -> Int? {
    guard start >= 0, count >= 0, count <= bytes.count, start <= bytes.count - count else {
      return nil
    }
    return unsafe bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func table(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Table? {
    guard let count = unsafe number(bytes, at: start, 2) else { return nil }
    guard count > 0 else { return Table(range: start..<start + 2, items: []) }
    guard let size = unsafe number(bytes, at: start + 2, 1), (1...4).contains(size) else {
      return nil
    }
    // Offsets are counted from the byte before the data.
    let base = start + 2 + (count + 1) * size
    var items: [Range<Int>] = []
    items.reserveCapacity(count)
    var last = base + 1
    for index in 0...count {
      guard let offset = unsafe number(bytes, at: start + 3 + index * size, size) else {
        return nil
      }
      let end = base + offset
      guard end >= last, end <= bytes.count else { return nil }
      if index > 0 { items.append(last..<end) }
      last = end
    }
    return Table(range: start..<last, items: items)
  }

  private static func dictionary(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) -> [Entry]? {
    var entries: [Entry] = []
    var at = range.lowerBound
    var start = at
    var numbers: [Int] = []
    while at < range.upperBound {
      let byte = unsafe Int(bytes[at])
      var length = 1
      switch byte {
      case 0...21:
        var key = byte
        if byte == 12 {
          guard at + 1 < range.upperBound else { return nil }
          key = unsafe 1200 + Int(bytes[at + 1])
          length = 2
        }
        entries.append(Entry(key: key, operands: start..<at, numbers: numbers))
        numbers = []
        start = at + length
      case 28, 29:
        let size = byte == 28 ? 2 : 4
        guard let value = unsafe number(bytes, at: at + 1, size) else { return nil }
        let isNegative = value >> (8 * size - 1) == 1
        numbers.append(isNegative ? value - 1 << (8 * size) : value)
        length = 1 + size
      case 30:
        // A fraction, two digits to the byte, ended by 15; its value is not needed.
        while at + length < range.upperBound, unsafe bytes[at + length] & 0xF != 0xF { length += 1 }
        length += 1
        numbers.append(0)
      case 32...246: numbers.append(byte - 139)
      case 247...254:
        guard let next = unsafe number(bytes, at: at + 1, 1) else { return nil }
        numbers.append(
          byte < 251 ? (byte - 247) * 256 + next + 108 : -(byte - 251) * 256 - next - 108)
        length = 2
      default: return nil
      }
      at += length
    }
    return at == range.upperBound ? entries : nil
  }

  /// The hints a dictionary leads to, but for its subroutines, which nothing calls.
  private static func hints(_ bytes: UnsafeRawBufferPointer, of entries: [Entry]) -> [Entry]? {
    guard let place = entries.first(where: { $0.key == Key.hints })?.numbers, place.count == 2,
      place[0] >= 0, place[1] >= 0, place[0] <= bytes.count, place[1] <= bytes.count - place[0]
    else { return nil }
    return unsafe dictionary(bytes, place[1]..<place[1] + place[0])?
      .filter { $0.key != Key.subroutines }
  }

  private static func choices(
    _ bytes: UnsafeRawBufferPointer, at start: Int, of glyphs: Int
  ) -> Range<Int>? {
    let length: Int
    switch unsafe number(bytes, at: start, 1) {
    case 0: length = 1 + glyphs
    case 3:
      guard let count = unsafe number(bytes, at: start + 1, 2) else { return nil }
      length = 5 + 3 * count
    default: return nil
    }
    return start <= bytes.count - length ? start..<start + length : nil
  }

  // MARK: Writing

  /// The program with its glyphs keyed.
  ///
  /// - Parameters:
  ///   - numbers: of each glyph, ascending; the first is 0.
  ///   - count: of numbers there could be.
  ///   - name: of the font, ASCII.
  /// - Returns: nil where there are not as many numbers as glyphs.
  func keyed(by numbers: [Int], of count: Int, name: String) -> [UInt8]? {
    guard numbers.count == outlines.items.count, numbers.first == 0 else { return nil }
    let strings = CFFProgram.table(of: [Array("Adobe".utf8), Array("Identity".utf8)])
    var head: [UInt8] = [1, 0, 4, 4]
    head += CFFProgram.table(of: [Array(name.utf8)])
    let empty: [UInt8] = [0, 0]
    var charset: [UInt8] = [0]
    for number in numbers.dropFirst() {
      charset += [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
    // One font for all glyphs, and one more than the last of them.
    let end = numbers.count
    let choices =
      self.choices.map { unsafe Array(bytes[$0]) }
      ?? [3, 0, 1, 0, 0, 0, UInt8(truncatingIfNeeded: end >> 8), UInt8(truncatingIfNeeded: end)]
    let hints = fonts.map { $0.hints.flatMap { written($0) } }

    // Every offset takes five bytes, so that lengths are known before offsets are.
    func topBytes(_ offsets: [Int: Int]) -> [UInt8] {
      // The registry and the ordering are the first two strings that are not standard ones.
      var bytes = CFFProgram.integer(391) + CFFProgram.integer(392) + CFFProgram.integer(0)
      bytes += CFFProgram.operatorBytes(Key.ordering)
      for entry in top where [Key.box, Key.matrix, Key.outlineType].contains(entry.key) {
        bytes += written(entry)
      }
      bytes += CFFProgram.integer(count) + CFFProgram.operatorBytes(Key.count)
      for key in [Key.charset, Key.outlines, Key.fonts, Key.choices] {
        bytes += CFFProgram.integer(offsets[key] ?? 0) + CFFProgram.operatorBytes(key)
      }
      return CFFProgram.table(of: [bytes])
    }
    func fontTable(at start: Int) -> [UInt8] {
      var place = start
      return CFFProgram.table(
        of: zip(fonts, hints).map { font, hints in
          defer { place += hints.count }
          return (font.matrix.map { written($0) } ?? [])
            + CFFProgram.integer(hints.count) + CFFProgram.integer(place)
            + CFFProgram.operatorBytes(Key.hints)
        })
    }
    let start = head.count + topBytes([:]).count + strings.count + empty.count
    var offsets = [Key.charset: start]
    offsets[Key.choices] = start + charset.count
    let fontStart = start + charset.count + choices.count
    offsets[Key.fonts] = fontStart
    let hintStart = fontStart + fontTable(at: 0).count
    let outlineStart = hintStart + hints.reduce(0) { $0 + $1.count }
    offsets[Key.outlines] = outlineStart
    var result = head + topBytes(offsets) + strings + empty + charset + choices
    result += fontTable(at: hintStart)
    for hints in hints { result += hints }
    unsafe result += bytes[outlines.range]
    return result
  }

  private func written(_ entry: Entry) -> [UInt8] {
    unsafe Array(bytes[entry.operands]) + CFFProgram.operatorBytes(entry.key)
  }

  private static func operatorBytes(_ key: Int) -> [UInt8] {
    key < 1200 ? [UInt8(truncatingIfNeeded: key)] : [12, UInt8(truncatingIfNeeded: key - 1200)]
  }

  private static func integer(_ value: Int) -> [UInt8] {
    [29]
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func table(of items: [[UInt8]]) -> [UInt8] {
    var bytes = [items.count >> 8, items.count, 4].map { UInt8(truncatingIfNeeded: $0) }
    var offset = 1
    for length in [0] + items.map(\.count) {
      offset += length
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: offset >> $0) }
    }
    for item in items { bytes += item }
    return bytes
  }
}
