// SPDX-License-Identifier: MIT
// Part of Platen: finds the paragraphs of a text that hold Markdown and those that are words alone.

internal import Documents

/// A text cut at blank lines into stretches of plain paragraphs and of markup.
///
/// A paragraph that begins at the margin with a word ends every list, quote or indented code before
/// it, so what follows it does not depend on what came before, and each side may be read alone.
/// Exceptions are link definitions and footnotes, which work across the text, and fenced code and
/// HTML, which do not end at blank lines: with those a text is read in one piece.
struct MarkdownChunks {
  enum Kind { case plain, emphasized, heading, rows, markup, literal }
  struct Chunk {
    var kind: Kind
    var range: Range<Int>
    /// A list or a table of words.
    var rows: MarkdownRows?
  }

  /// Bars on a line: more columns than any table has. The parser's time grows as their square.
  static let mostBars = 400

  /// Beginnings of instructions and declarations, `<?` and `<!`: for each the parser may look for
  /// an end up to that of the paragraph.
  static let mostInstructions = 500
  /// Cells of a table, where a table of `bytes` bytes has more than any that is filled in: the
  /// parser completes rows that lack cells, so a few letters could come to a gigabyte.
  static func mostCells(of bytes: Int) -> Int { 2 * bytes + 128 }

  private(set) var chunks: [Chunk] = []
  private(set) var isOnePiece = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, options: MarkdownReader.Options) {
    chunks.reserveCapacity(8)
    var at = 0
    while at < bytes.count {
      let start = at
      // The paragraph's end: the line end before a blank line, or the end of the text.
      var scan = ParagraphScan()
      while at < bytes.count {
        let line = at
        at = unsafe bytes.lineEnd(from: line)
        var first = line
        while first < at, unsafe bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
        if first == at {
          at = min(at + 1, bytes.count)
          if line == start { break }
          unsafe append(start..<line, bytes, scan, options)
          break
        }
        unsafe scan.read(UnsafeBufferPointer(rebasing: bytes[line..<at]), isFirst: line == start)
        at = min(at + 1, bytes.count)
        if at == bytes.count { unsafe append(start..<at, bytes, scan, options) }
      }
    }
    if chunks.allSatisfy({ $0.kind == .markup }), chunks.count <= 1 { isOnePiece = true }
    if chunks.contains(where: { $0.kind == .literal }) { isOnePiece = false }
  }

  /// The level and the words of a line that begins with `#` and a blank; nil where it does not, or
  /// has no words.
  static func heading(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> (level: Int, words: Slice<UnsafeBufferPointer<UInt8>>)? {
    let level = unsafe line.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(level), line.count > level + 1, unsafe line[level] == 0x20,
      unsafe line[level + 1] > 0x20
    else { return nil }
    return unsafe (level, line[(level + 1)...])
  }

  /// Indicates whether a line means nothing to Markdown but for asterisks round words.
  static func isWords(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Bool {
    var scan = ParagraphScan()
    unsafe scan.read(UnsafeBufferPointer(rebasing: bytes[line]), isFirst: false)
    return scan.isEmphasized
  }

  private mutating func append(
    _ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>, _ scan: ParagraphScan,
    _ options: MarkdownReader.Options
  ) {
    var kind: Kind =
      scan.isPlain
      ? .plain : scan.isEmphasized ? .emphasized : scan.isHeading ? .heading : .markup
    if kind == .markup,
      range.count > options.longestParagraph || scan.containers > options.maximumNesting * 2
        || scan.bars > MarkdownChunks.mostBars
        || scan.instructions > MarkdownChunks.mostInstructions
        || scan.columns * scan.lines > MarkdownChunks.mostCells(of: range.count)
    {
      kind = .literal
    }
    if kind == .markup, scan.reachesOut { isOnePiece = true }
    guard kind == .markup else {
      chunks.append(Chunk(kind: kind, range: range))
      return
    }
    let last = chunks.last
    let rows = unsafe last?.kind == .markup ? nil : MarkdownRows(bytes, range)
    // A list behind a list may continue it; all other rows end the rows before them.
    if let rows, !(rows.isList && last?.rows?.isList ?? false) {
      chunks.append(Chunk(kind: .rows, range: range, rows: rows))
    } else if let last, last.kind == .markup || last.kind == .rows {
      chunks[chunks.count - 1] = Chunk(
        kind: .markup, range: last.range.lowerBound..<range.upperBound)
    } else {
      chunks.append(Chunk(kind: kind, range: range))
    }
  }
}

/// The properties of the lines of one paragraph.
private struct ParagraphScan {
  /// Nothing in it means anything to Markdown.
  var isPlain = true
  /// Nothing but asterisks round words, which can be read in one way only.
  var isEmphasized = true
  /// Indicates that it is one line, a heading of words that mean nothing to Markdown.
  var isHeading = false
  /// Indicates that it may change how other paragraphs are read.
  var reachesOut = false
  /// The most quote and list markers before one another on a line.
  var containers = 0
  /// The most vertical bars on a line.
  var bars = 0
  /// The most columns of a line that may be the one below a table's head.
  var columns = 0
  var lines = 0
  var instructions = 0

  mutating func read(_ line: UnsafeBufferPointer<UInt8>, isFirst: Bool) {
    lines += 1
    isHeading = false
    if isFirst, unsafe line.first == UInt8(ascii: "#"),
      let words = unsafe MarkdownChunks.heading(line)?.words
    {
      // Its words are judged as those of a paragraph are.
      var scan = ParagraphScan()
      unsafe scan.read(UnsafeBufferPointer(rebasing: words), isFirst: false)
      isHeading = unsafe scan.isPlain && !words.contains(UInt8(ascii: "#"))
    }
    var first = 0
    while first < line.count, unsafe line[first] == 0x20 || line[first] == 0x09 { first += 1 }
    if isFirst, first > 0 { hasMarkup() }
    if first < line.count, unsafe ParagraphScan.opens(line, at: first) {
      hasMarkup()
      unsafe countContainers(line, from: first)
    }
    var bars = 0
    var stars = 0
    var starEnd = 0
    defer {
      self.bars = max(self.bars, bars)
      if bars > columns, unsafe ParagraphScan.mayOpenTable(line) { columns = bars + 1 }
      // One that ends on another line is left to the parser.
      if stars > 0 { isEmphasized = false }
    }
    var index = first - 1
    while let found = unsafe ParagraphScan.nextSpecial(in: line, from: index + 1) {
      index = found
      let byte = unsafe line[index]
      let next = unsafe index + 1 < line.count ? line[index + 1] : 0
      switch byte {
      case UInt8(ascii: "|"): bars += 1
      case UInt8(ascii: ":"):
        // `http://…`
        if next == UInt8(ascii: "/") { hasMarkup() }
      case UInt8(ascii: "]"):
        hasMarkup()
        if next == UInt8(ascii: ":") { reachesOut = true }
      case UInt8(ascii: "["):
        hasMarkup()
        if next == UInt8(ascii: "^") { reachesOut = true }
      case UInt8(ascii: "`"), UInt8(ascii: "~"):
        hasMarkup()
        if next == byte, index + 2 < line.count, unsafe line[index + 2] == byte {
          reachesOut = true
        }
      case UInt8(ascii: "<"):
        hasMarkup()
        reachesOut = true
        if next == UInt8(ascii: "?") || next == UInt8(ascii: "!") { instructions += 1 }
      case UInt8(ascii: "*"):
        isPlain = false
        if index >= starEnd { starEnd = unsafe readStars(line, at: index, open: &stars) }
      // Also `www.…`.
      default: hasMarkup()
      }
    }
  }

  /// The position of the next byte that may mean something.
  private static func nextSpecial(in line: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let raw = UnsafeRawBufferPointer(line)
    let w = UInt8(ascii: "w")
    var at = start
    while at < line.count {
      // To the next of the sixteen that may be one, or is `;`, `^` or `}`, which stand among them.
      if at + ByteBlock.count < line.count {
        let block = unsafe ByteBlock(raw, at: at)
        let single =
          block.equals(UInt8(ascii: "&")) | block.equals(UInt8(ascii: "*"))
          | block.equals(UInt8(ascii: "@"))
        let rows =
          block.isWithin(0...0x1F) | block.isWithin(0x3A...0x3C) | block.isWithin(0x5B...0x60)
          | block.isWithin(0x7C...0x7E)
        let addresses =
          unsafe block.lowercased.equals(w) & ByteBlock(raw, at: at + 1).lowercased.equals(w)
        guard let first = (single | rows | addresses).first else {
          at += ByteBlock.count
          continue
        }
        at += first
      }
      // Of the letters that may begin an address only two together do.
      if unsafe isSpecial(line[at]),
        unsafe line[at] | 0x20 != w || (at + 1 < line.count && line[at + 1] | 0x20 == w)
      {
        return at
      }
      at += 1
    }
    return nil
  }

  /// Indicates whether a line holds nothing but the delimiters below a table's head, also in lists
  /// and quotes.
  private static func mayOpenTable(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe line.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: ":"), 0x20, 0x09, 0x0D, 0x0B, 0x0C,
        UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "."),
        UInt8(ascii: ")"), 0x30...0x39:
        true
      default: false
      }
    }
  }

  private mutating func hasMarkup() {
    isPlain = false
    isEmphasized = false
  }

  /// Reads asterisks, which open emphasis after a blank before a letter, and close it after a
  /// letter before none, or after a sign before a blank: CommonMark (6.2) has no other reading for
  /// these.
  private mutating func readStars(
    _ line: UnsafeBufferPointer<UInt8>, at start: Int, open: inout Int
  ) -> Int {
    var end = start
    while end < line.count, unsafe line[end] == UInt8(ascii: "*") { end += 1 }
    let before = unsafe start > 0 ? line[start - 1] : 0x20
    let after = unsafe end < line.count ? line[end] : 0x20
    let count = end - start
    if open == 0 {
      if count <= 2, before <= 0x20, ParagraphScan.isAlphanumeric(after) {
        open = count
      } else {
        isEmphasized = false
      }
      return end
    }
    let closes =
      ParagraphScan.isAlphanumeric(before)
      ? after < 0x80 && !ParagraphScan.isAlphanumeric(after)
      : before > 0x20 && before < 0x80 && after <= 0x20
    if count == open, closes { open = 0 } else { isEmphasized = false }
    return end
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Indicates whether a line that begins so may begin something else than a paragraph, or make one
  /// of the lines before.
  private static func opens(_ line: UnsafeBufferPointer<UInt8>, at first: Int) -> Bool {
    switch unsafe line[first] {
    case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: "_"):
      return true
    case UInt8(ascii: "*"):
      // No list and no rule begins with an asterisk or two before a letter.
      let end = unsafe line[first...].prefix(3).firstIndex { $0 != UInt8(ascii: "*") }
      return end.map { unsafe !isAlphanumeric(line[$0]) } ?? true
    case 0x30...0x39:
      var at = first
      while at < line.count, unsafe (0x30...0x39).contains(line[at]) { at += 1 }
      return unsafe at < line.count
        && (line[at] == UInt8(ascii: ".") || line[at] == UInt8(ascii: ")"))
    default: return false
    }
  }

  private mutating func countContainers(_ line: UnsafeBufferPointer<UInt8>, from first: Int) {
    var count = 0
    var at = first
    while at < line.count {
      switch unsafe line[at] {
      case UInt8(ascii: ">"): count += 1
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."),
        UInt8(ascii: ")"):
        if at + 1 < line.count, unsafe line[at + 1] == 0x20 || line[at + 1] == 0x09 { count += 1 }
      case 0x20, 0x09, 0x30...0x39: break
      default:
        containers = max(containers, count)
        return
      }
      at += 1
    }
    containers = max(containers, count)
  }

  /// Indicates whether a byte may mean something within a line.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: ":"), UInt8(ascii: "<"),
      UInt8(ascii: "@"), UInt8(ascii: "W"), UInt8(ascii: "["), UInt8(ascii: "\\"),
      UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "w"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
