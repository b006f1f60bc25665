// SPDX-License-Identifier: MIT
// Part of Platen: a paragraph with its quotations, sentences and words.

/// A paragraph of a story as bytes: which of them are quoted, where its sentences end, its words.
struct QuotedText {
  let bytes: [UInt8]
  /// Flags of the bytes that are within quotation marks or such a mark.
  private(set) var isQuoted: [Bool]
  /// The words within quotation marks, without these.
  private(set) var quotations: [Range<Int>] = []
  /// Flags of the bytes that are a part of a letter or a digit.
  private let isLetter: [Bool]

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
    isLetter = QuotedText.letters(bytes)
    isQuoted = [Bool](repeating: false, count: bytes.count)
    // An apostrophe before a word may look like the beginning of a quotation.
    if !markQuotations(withSingle: true) {
      isQuoted = [Bool](repeating: false, count: bytes.count)
      quotations = []
      _ = markQuotations(withSingle: false)
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private static func letters(_ bytes: [UInt8]) -> [Bool] {
    var result = [Bool](repeating: false, count: bytes.count)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let end = min(at + length, bytes.count)
      // Above ASCII, signs are in two blocks alone: Latin-1 before its letters, and punctuation.
      let isLetter =
        byte < 0x80
        ? (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        : byte != 0xC2 && !(byte == 0xE2 && end - at == 3 && bytes[at + 1] <= 0x81)
      if isLetter { for index in at..<end { result[index] = true } }
      at = end
    }
    return result
  }

  // MARK: Quotations

  private enum Mark { case straight, single, open, close, openSingle, closeSingle, low }

  /// The quotation mark at a place, with its length in bytes.
  private func mark(_ at: Int) -> (kind: Mark, length: Int)? {
    switch bytes[at] {
    case 0x22: return (.straight, 1)
    case 0x27: return (.single, 1)
    case 0xC2 where at + 1 < bytes.count:
      return bytes[at + 1] == 0xAB ? (.open, 2) : bytes[at + 1] == 0xBB ? (.close, 2) : nil
    case 0xE2 where at + 2 < bytes.count && bytes[at + 1] == 0x80:
      switch bytes[at + 2] {
      case 0x98: return (.openSingle, 3)
      case 0x99: return (.closeSingle, 3)
      case 0x9C: return (.open, 3)
      case 0x9D: return (.close, 3)
      case 0x9E: return (.low, 3)
      default: return nil
      }
    default: return nil
    }
  }

  /// Marks what is quoted; false where a quotation in single marks has no end.
  private mutating func markQuotations(withSingle: Bool) -> Bool {
    var open: (kind: Mark, start: Int, inner: Int)?
    var at = 0
    while at < bytes.count {
      guard let (kind, length) = mark(at) else {
        at += 1
        continue
      }
      let end = at + length
      if let current = open {
        let isApart = (end == bytes.count || !isLetter[end]) && at > 0 && bytes[at - 1] > 0x20
        let closes =
          switch (current.kind, kind) {
          case (.straight, .straight), (.open, .close), (.low, .open), (.low, .close): true
          case (.single, .single), (.openSingle, .closeSingle): isApart
          default: false
          }
        if closes {
          quote(current.start..<end, current.inner..<at)
          open = nil
        }
      } else {
        switch kind {
        case .straight, .open, .low: open = (kind, at, end)
        case .single, .openSingle:
          let isBegun = at == 0 || !isLetter[at - 1] && bytes[at - 1] != UInt8(ascii: ".")
          if withSingle, isBegun, end < bytes.count, bytes[end] > 0x20 { open = (kind, at, end) }
        case .close, .closeSingle: break
        }
      }
      at = end
    }
    guard let current = open else { return true }
    switch current.kind {
    case .single, .openSingle: return false
    case .straight, .open, .low, .close, .closeSingle:
      // A speech that goes on in the next paragraph has no end here.
      quote(current.start..<bytes.count, current.inner..<bytes.count)
      return true
    }
  }

  private mutating func quote(_ range: Range<Int>, _ inner: Range<Int>) {
    for index in range { isQuoted[index] = true }
    if !inner.isEmpty { quotations.append(inner) }
  }

  // MARK: Sentences

  /// The sentences with the blanks behind them, in order; quotations are whole within theirs.
  var sentences: [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    var at = 0
    while at < bytes.count {
      // Stops in a row, such as an ellipsis, are looked at once.
      var end = at
      while end < bytes.count, isStop(end) { end += bytes[end] == 0xE2 ? 3 : 1 }
      guard end > at, let next = sentenceEnd(at..<end, from: start) else {
        at = max(end, at + 1)
        continue
      }
      result.append(start..<next)
      start = next
      at = next
    }
    if start < bytes.count { result.append(start..<bytes.count) }
    return result
  }

  private func isStop(_ at: Int) -> Bool {
    switch bytes[at] {
    case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): true
    case 0xE2: at + 2 < bytes.count && bytes[at + 1] == 0x80 && bytes[at + 2] == 0xA6
    default: false
    }
  }

  /// The beginning of the sentence behind the one that stops in a row end; nil where they end none.
  private func sentenceEnd(_ stops: Range<Int>, from start: Int) -> Int? {
    var end = stops.upperBound
    // Closing marks belong to it.
    while end < bytes.count {
      if let mark = mark(end), isQuoted[end] {
        end += mark.length
      } else if "*_)]".utf8.contains(bytes[end]) {
        end += 1
      } else {
        break
      }
    }
    guard end < bytes.count else { return bytes.count }
    // Within a quotation it is not the end of the sentence around it.
    guard bytes[end] <= 0x20, !isQuoted[end] else { return nil }
    var next = end
    while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
    guard next < bytes.count else { return bytes.count }
    if (0x61...0x7A).contains(bytes[next]) { return nil }
    let at = stops.lowerBound
    let isPoint = stops.count == 1 && bytes[at] == UInt8(ascii: ".")
    return isPoint && endsWithAbbreviation(at, from: start) ? nil : next
  }

  private func endsWithAbbreviation(_ at: Int, from start: Int) -> Bool {
    var first = at
    while first > start, isLetter[first - 1] { first -= 1 }
    let word = text(first..<at)
    return word.count == 1 && word != "I" && word.first?.isUppercase ?? false
      || QuotedText.abbreviations.contains(word)
  }

  private static let abbreviations: Set<String> = [
    "Mr", "Mrs", "Ms", "Dr", "St", "Lvl", "Mt", "vs", "Sr", "Jr", "Prof", "Capt", "Lt",
  ]

  // MARK: Words

  /// A word of letters and digits, with apostrophes and hyphens within it.
  struct Word {
    var text: String
    var range: Range<Int>
    var isQuoted: Bool

    var isNumber: Bool { text.utf8.first.map { (0x30...0x39).contains($0) } ?? false }
  }

  /// The words of a range.
  func words(in range: Range<Int>) -> [Word] {
    var result: [Word] = []
    var at = range.lowerBound
    while at < range.upperBound {
      guard isLetter[at] else {
        at += 1
        continue
      }
      var end = at
      while end < range.upperBound, isLetter[end] || isJoint(end, in: range) { end += 1 }
      result.append(Word(text: text(at..<end), range: at..<end, isQuoted: isQuoted[at]))
      at = end
    }
    return result
  }

  /// Indicates whether a sign joins what is before it and behind it to one word.
  private func isJoint(_ at: Int, in range: Range<Int>) -> Bool {
    switch bytes[at] {
    case UInt8(ascii: "'"), UInt8(ascii: "-"):
      return at + 1 < range.upperBound && isLetter[at - 1] && isLetter[at + 1]
    case UInt8(ascii: ","), UInt8(ascii: "."):
      func isDigit(_ at: Int) -> Bool { (0x30...0x39).contains(bytes[at]) }
      return at + 1 < range.upperBound && isDigit(at - 1) && isDigit(at + 1)
    // U+2019 is three bytes, all of which join.
    case 0xE2, 0x80, 0x99:
      let first = at - (bytes[at] == 0xE2 ? 0 : bytes[at] == 0x80 ? 1 : 2)
      return first > range.lowerBound && first + 3 < range.upperBound
        && bytes[first] == 0xE2 && bytes[first + 1] == 0x80 && bytes[first + 2] == 0x99
        && isLetter[first - 1] && isLetter[first + 3]
    default: return false
    }
  }
}
