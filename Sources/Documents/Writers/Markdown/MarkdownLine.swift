// SPDX-License-Identifier: MIT
// Part of Platen: running text as CommonMark, escaped so that it reads back as what it was.

/// The lines of one paragraph, heading or cell as they grow.
///
/// A delimiter of emphasis only works between characters of certain sorts (CommonMark 0.31, 6.2,
/// left- and right-flanking). Where the text has others, the character beside the delimiter is
/// written as a numeric reference: references are read as the character and counted as punctuation,
/// so that any text can be emphasized, and none of its characters changes.
struct MarkdownLine {
  /// The place that the text will have.
  enum Place {
    case paragraph
    /// On one line, which may not end with a hash.
    case heading
    /// On one line, between bars.
    case cell
  }

  /// The kind of a character in the rules of flanking.
  enum Sort {
    case space, punctuation, letter
    /// Punctuation to some readers, none to others: the rules were widened in CommonMark 0.31.
    case symbol

    init(_ scalar: Unicode.Scalar) {
      if scalar.isASCII {
        switch scalar.value {
        case 0x09, 0x0A, 0x0C, 0x0D, 0x20: self = .space
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: self = .letter
        default: self = .punctuation
        }
        return
      }
      switch scalar.properties.generalCategory {
      case .spaceSeparator: self = .space
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation:
        self = .punctuation
      case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: self = .symbol
      default: self = .letter
      }
    }

    /// Indicates whether some readers take it for something like a letter.
    var mayBeLetter: Bool { self == .letter || self == .symbol }
    var mayBePunctuation: Bool { self == .punctuation || self == .symbol }
  }

  let place: Place
  private(set) var bytes: [UInt8] = []
  /// The number of control characters that were replaced by U+FFFD.
  private(set) var replaced = 0
  /// The character of the delimiter that was written last, if nothing follows it yet.
  private(set) var lastDelimiter: UInt8?
  /// A delimiter that nothing follows yet: where it begins, and its character.
  private var opened: (at: Int, character: UInt8)?
  /// The ranges of written opening delimiters, for when what follows or precedes one changes.
  private var openings: [Range<Int>] = []
  /// The beginning of the adjacent delimiters, and whether one of them closes. GitHub's parser
  /// looks past tildes for the neighbor of stars, others do not, so the neighbor of one of them is
  /// the neighbor of all.
  private var group = (start: 0, closes: false, hasTildes: false)
  /// A span of code that nothing follows yet: where it begins, and its text.
  private var lastCode: (at: Int, text: [UInt8])?
  /// A delimiter that was closed and that nothing follows yet, and what stands before it.
  private var closed: (character: UInt8, before: Sort)?

  init(_ place: Place) { self.place = place }

  private var isAtLineStart: Bool { bytes.isEmpty || bytes[bytes.count - 1] == UInt8(ascii: "\n") }

  // MARK: Syntax

  /// Writes markup that begins with ASCII punctuation.
  mutating func syntax(_ text: String) {
    settle(before: .punctuation)
    bytes.append(contentsOf: text.utf8)
    lastDelimiter = nil
  }

  /// Opens emphasis.
  mutating func open(_ character: UInt8, _ count: Int) {
    settle(before: .punctuation)
    beside(character)
    opened = (bytes.count, character)
    openings.append(bytes.count..<bytes.count + count)
    for _ in 0..<count { bytes.append(character) }
    lastDelimiter = character
  }

  /// Closes what was opened with the same; there is something between.
  mutating func close(_ character: UInt8, _ count: Int) {
    settle(before: .punctuation)
    var before = last.map { Sort($0) } ?? .punctuation
    if before == .space {
      referLast()
      before = .punctuation
    }
    beside(character)
    group.closes = true
    for _ in 0..<count { bytes.append(character) }
    closed = (character, before)
    lastDelimiter = character
  }

  mutating func lineBreak() {
    settle(before: .punctuation)
    lastDelimiter = nil
    switch place {
    case .paragraph: bytes.append(contentsOf: "\\\n".utf8)
    case .heading: bytes.append(UInt8(ascii: " "))
    case .cell: bytes.append(contentsOf: "<br>".utf8)
    }
  }

  /// Code; code before it becomes one with it, since two adjacent spans are read as one.
  mutating func code(_ text: String) {
    var clean = Array(text.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 })
    if clean.isEmpty { return }
    if let (at, before) = lastCode {
      bytes.removeLast(bytes.count - at)
      clean = before + clean
    }
    settle(before: .punctuation)
    lastDelimiter = nil
    let start = bytes.count
    var longest = 0
    var run = 0
    for byte in clean {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = [UInt8](repeating: UInt8(ascii: "`"), count: longest + 1)
    let blank = UInt8(ascii: " ")
    let isBlank = clean.allSatisfy { $0 == blank }
    let needsRoom =
      clean.first == UInt8(ascii: "`") || clean.last == UInt8(ascii: "`")
      || !isBlank && clean.first == blank && clean.last == blank
    bytes.append(contentsOf: fence)
    if needsRoom { bytes.append(blank) }
    for byte in clean {
      if place == .cell, byte == UInt8(ascii: "|") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    if needsRoom { bytes.append(blank) }
    bytes.append(contentsOf: fence)
    lastCode = (start, clean)
  }

  // MARK: Text

  mutating func text(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var at = 0
    if isAtLineStart, opened == nil {
      while at < text.count, text[at] == UInt8(ascii: " ") || text[at] == UInt8(ascii: "\t") {
        at += 1
      }
    }
    guard at < text.count else { return }
    if opened != nil || closed != nil { at += begin(text, at) }
    lastCode = nil
    lastDelimiter = nil
    let isLineStart = isAtLineStart
    if isLineStart { at += beginLine(text, at) }
    var start = at
    while at < text.count {
      let byte = text[at]
      guard MarkdownLine.special[Int(byte)] else {
        at += 1
        continue
      }
      let instead = escape(text, at)
      if instead == .asIs {
        at += 1
        continue
      }
      bytes.append(contentsOf: text[start..<at])
      at += 1
      start = at
      switch instead {
      case .asIs: break
      case .escaped:
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case .blank: bytes.append(UInt8(ascii: " "))
      case .replaced:
        bytes.append(contentsOf: "\u{FFFD}".utf8)
        replaced += 1
      }
    }
    bytes.append(contentsOf: text[start...])
  }

  private enum Instead { case asIs, escaped, blank, replaced }

  private func escape(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Instead {
    func next(_ offset: Int) -> UInt8 { at + offset < text.count ? text[at + offset] : 0 }
    switch text[at] {
    case UInt8(ascii: "&"):
      let following = next(1)
      return following == UInt8(ascii: "#") || MarkdownLine.isAlphanumeric(following)
        ? .escaped : .asIs
    case UInt8(ascii: "|"): return place == .cell ? .escaped : .asIs
    case UInt8(ascii: "!"):
      // A link may follow, which it would make a picture.
      return at + 1 == text.count ? .escaped : .asIs
    case UInt8(ascii: ":"):
      // Text that looks like an address must not become a link.
      return next(1) == UInt8(ascii: "/") && next(2) == UInt8(ascii: "/") ? .escaped : .asIs
    case UInt8(ascii: "."):
      let isWeb =
        at >= 3
        && (at - 3..<at).allSatisfy { text[$0] | 0x20 == UInt8(ascii: "w") }
      return isWeb ? .escaped : .asIs
    case UInt8(ascii: "#"): return place == .heading && at + 1 == text.count ? .escaped : .asIs
    case 0x09, 0x0A, 0x0D: return .blank
    case 0..<0x20, 0x7F: return .replaced
    default: return .escaped
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The bytes `escape` has to look at.
  private static let special: [Bool] = (0..<256).map {
    let byte = UInt8($0)
    return byte < 0x20 || byte == 0x7F || "\\`*_[]<&~|!:.#".utf8.contains(byte)
  }

  /// Escapes what would begin a block. Returns how many bytes of `text` it has written.
  private mutating func beginLine(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    guard start < text.count, place == .paragraph else { return 0 }
    switch text[start] {
    case UInt8(ascii: "#"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="),
      UInt8(ascii: ">"), UInt8(ascii: ":"), UInt8(ascii: "|"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(text[start])
      return 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      var at = start
      while at < text.count, at - start < 10, MarkdownLine.isDigit(text[at]) { at += 1 }
      guard at < text.count, text[at] == UInt8(ascii: ".") || text[at] == UInt8(ascii: ")") else {
        return 0
      }
      bytes.append(contentsOf: text[start..<at])
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(text[at])
      return at + 1 - start
    default: return 0
    }
  }

  // MARK: Beside delimiters

  /// Settles what the first character of a text means to the delimiter before it. Returns how many
  /// bytes it has written, as a reference.
  private mutating func begin(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
    let (scalar, length) = MarkdownLine.scalar(text, at)
    let isEscaped =
      MarkdownLine.special[Int(text[at])] && escape(text, at) == .escaped
      || scalar.value < 0x20 || scalar.value == 0x7F
    let sort = isEscaped ? .punctuation : Sort(scalar)
    let needsReference: Bool
    if opened != nil {
      needsReference = sort == .space || isAcrossTildes && sort.mayBeLetter
    } else if let closed {
      needsReference =
        sort.mayBeLetter
        && (closed.character == UInt8(ascii: "_") || closed.before.mayBePunctuation)
    } else {
      needsReference = false
    }
    settle(before: needsReference ? .punctuation : sort)
    guard needsReference else { return 0 }
    refer(to: scalar)
    return length
  }

  /// Prepares for text of that kind: writes the character before an opened delimiter as a reference
  /// where the delimiter would not open otherwise.
  private mutating func settle(before sort: Sort) {
    closed = nil
    lastCode = nil
    guard let (at, character) = opened else { return }
    let isAcross = isAcrossTildes
    opened = nil
    if isAcross {
      separate(group.start)
    } else if sort.mayBePunctuation || character == UInt8(ascii: "_") {
      separate(at)
    }
  }

  /// Takes a delimiter into the group of those beside it.
  private mutating func beside(_ character: UInt8) {
    if lastDelimiter == nil { group = (bytes.count, false, false) }
    if character == UInt8(ascii: "~") { group.hasTildes = true }
  }

  private var isAcrossTildes: Bool {
    group.hasTildes && (group.closes || (opened?.at ?? 0) > group.start)
  }

  /// Ensures that the character before a delimiter is not a letter.
  private mutating func separate(_ delimiter: Int) {
    guard let (scalar, length) = MarkdownLine.lastScalar(bytes[..<delimiter]),
      Sort(scalar).mayBeLetter
    else { return }
    let start = delimiter - length
    let reference = Array("&#\(scalar.value);".utf8)
    bytes.replaceSubrange(start..<delimiter, with: reference)
    let moved = reference.count - length
    if group.start >= delimiter { group.start += moved }
    for place in openings.indices.reversed() {
      guard openings[place].lowerBound >= delimiter else { break }
      openings[place] = openings[place].lowerBound + moved..<openings[place].upperBound + moved
    }
    // Such punctuation may itself follow a delimiter that has a letter before it.
    for before in openings.reversed() {
      if before.upperBound == start { return separate(before.lowerBound) }
      if before.upperBound < start { return }
    }
  }

  private mutating func refer(to scalar: Unicode.Scalar) {
    bytes.append(contentsOf: "&#\(scalar.value);".utf8)
  }

  /// Writes the last character again as a reference.
  private mutating func referLast() {
    guard let (scalar, length) = MarkdownLine.lastScalar(bytes[...]) else { return }
    bytes.removeLast(length)
    refer(to: scalar)
  }

  private var last: Unicode.Scalar? { MarkdownLine.lastScalar(bytes[...])?.0 }

  private static func scalar(
    _ text: UnsafeBufferPointer<UInt8>, _ at: Int
  ) -> (Unicode.Scalar, Int) {
    let length = text[at] < 0x80 ? 1 : text[at] < 0xE0 ? 2 : text[at] < 0xF0 ? 3 : 4
    let end = min(at + length, text.count)
    let scalar = String(decoding: text[at..<end], as: UTF8.self).unicodeScalars.first
    return (scalar ?? "\u{FFFD}", end - at)
  }

  private static func lastScalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    guard !bytes.isEmpty else { return nil }
    var start = bytes.endIndex - 1
    while start > bytes.startIndex, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let text = String(decoding: bytes[start...], as: UTF8.self)
    return text.unicodeScalars.first.map { ($0, bytes.endIndex - start) }
  }

  // MARK: The end

  /// The text without the blanks and breaks at its end, which would not be read.
  mutating func finished() -> [UInt8] {
    settle(before: .space)
    while let byte = bytes.last {
      let isBreak =
        byte == UInt8(ascii: "\n") && bytes.count >= 2
        && bytes[bytes.count - 2] == UInt8(ascii: "\\")
      if isBreak {
        bytes.removeLast(2)
      } else if byte == UInt8(ascii: " ") {
        bytes.removeLast()
      } else {
        break
      }
    }
    return bytes
  }
}
