// SPDX-License-Identifier: MIT
// Part of Platen: a reader's note as lines: its front matter, its managed region, and the rest, byte
// for byte.

internal import Digests
internal import Text

/// The lines of a note, each with its end, so that together they are the file.
struct NoteLines {
  /// The first line may begin with a byte order mark.
  private(set) var lines: [[UInt8]]
  /// The end of most lines.
  let lineEnd: [UInt8]

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ bytes: [UInt8]) {
    var lines: [[UInt8]] = []
    var start = 0
    var returns = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      if index > start, bytes[index - 1] == UInt8(ascii: "\r") { returns += 1 }
      lines.append(Array(bytes[start...index]))
      start = index + 1
    }
    lineEnd = returns * 2 > lines.count ? Array("\r\n".utf8) : Array("\n".utf8)
    if start < bytes.count { lines.append(Array(bytes[start...])) }
    self.lines = lines
  }

  var bytes: [UInt8] { Array(lines.joined()) }

  /// A line without its end.
  func text(_ index: Int) -> String {
    var line = lines[index][...]
    if index == 0, line.starts(with: NoteLines.byteOrderMark) { line = line.dropFirst(3) }
    while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      line.removeLast()
    }
    return String(decoding: line, as: UTF8.self)
  }

  mutating func replace(_ range: Range<Int>, with texts: [String]) {
    lines.replaceSubrange(range, with: texts.map { Array($0.utf8) + lineEnd })
  }

  // MARK: Front matter

  /// A property of the front matter with the lines it takes.
  struct Entry {
    /// Empty for comments and empty lines.
    var key: String
    var lines: Range<Int>
  }

  /// The front matter: the lines between its fences.
  struct FrontMatter {
    var entries: [Entry]
    /// The line of the closing fence.
    var end: Int

    func entries(of key: String) -> [Entry] { entries.filter { $0.key == key } }
  }

  enum Header {
    case none
    case unreadable
    case read(FrontMatter)
  }

  var hasHeader: Bool { !lines.isEmpty && text(0).droppingEndSpaces == "---" }

  var header: Header {
    guard hasHeader else { return .none }
    var entries: [Entry] = []
    for index in lines.indices.dropFirst() {
      let line = text(index)
      let bare = line.droppingEndSpaces
      if bare == "---" || bare == "..." {
        return .read(FrontMatter(entries: entries, end: index))
      }
      if bare.isEmpty || bare.hasPrefix("#") {
        entries.append(Entry(key: "", lines: index..<index + 1))
      } else if bare.hasPrefix(" ") || bare.hasPrefix("\t") || bare == "-" || bare.hasPrefix("- ") {
        // A line of the value before it; empty lines may be between.
        guard let owner = entries.lastIndex(where: { !$0.key.isEmpty }) else { return .unreadable }
        entries[owner].lines = entries[owner].lines.lowerBound..<index + 1
        entries.removeSubrange((owner + 1)...)
      } else if let key = NoteLines.key(of: bare) {
        entries.append(Entry(key: key, lines: index..<index + 1))
      } else {
        return .unreadable
      }
    }
    return .unreadable
  }

  /// The key that a line of front matter begins with; nil for another line.
  private static func key(of line: String) -> String? {
    guard
      let colon = line.firstRange(of: ": ")?.lowerBound
        ?? (line.last == ":" ? line.index(before: line.endIndex) : nil)
    else { return nil }
    var key = String(line[..<colon])
    for mark in ["\"", "'"] where key.count > 1 && key.hasPrefix(mark) && key.hasSuffix(mark) {
      key = String(key.dropFirst().dropLast())
    }
    let first = key.first
    let isPlain =
      !key.contains { "\"'{}[]".contains($0) } && first.map { !"&*!|>@`%,?".contains($0) } == true
    return isPlain ? key : nil
  }

  /// The value on a property's line, without quotation marks.
  func value(of entry: Entry) -> String {
    let line = text(entry.lines.lowerBound)
    guard let colon = line.firstIndex(of: ":") else { return "" }
    let value = String(line[line.index(after: colon)...]).droppingEndSpaces.drop { $0 == " " }
    for mark in ["\"", "'"] where value.count > 1 && value.hasPrefix(mark) && value.hasSuffix(mark)
    {
      return String(value.dropFirst().dropLast())
    }
    return String(value)
  }

  // MARK: The region

  enum Region {
    /// The lines between the two marks.
    case found(Range<Int>)
    case missing, doubled, reversed
  }

  var region: Region {
    var begins: [Int] = []
    var ends: [Int] = []
    for index in lines.indices {
      // Most lines are long; a mark begins its line.
      let line = lines[index]
      guard line.count < 200, line.contains(UInt8(ascii: "<")) else { continue }
      let text = text(index)
      if NoteMark.isBegin(text) { begins.append(index) }
      if NoteMark.isEnd(text) { ends.append(index) }
    }
    if begins.count > 1 || ends.count > 1 { return .doubled }
    guard let begin = begins.first, let end = ends.first else { return .missing }
    return begin < end ? .found(begin + 1..<end) : .reversed
  }
}

/// The comments around the managed region of a note.
enum NoteMark {
  static let begin =
    "<!-- platen:begin - Platen replaces this part; write your own text below it -->"
  static let end = "<!-- platen:end -->"

  static func isBegin(_ line: String) -> Bool { isMark(line, "<!-- platen:begin") }
  static func isEnd(_ line: String) -> Bool { isMark(line, "<!-- platen:end") }

  private static func isMark(_ line: String, _ start: String) -> Bool {
    let line = line.drop { $0 == " " || $0 == "\t" }
    return line.hasPrefix(start) && String(line).droppingEndSpaces.hasSuffix("-->")
  }
}

/// The digest of a region, which links to renamed notes do not change.
enum RegionHash {
  /// - Parameter lines: without their ends.
  static func of(_ lines: [String]) -> String {
    var lines = lines.map(\.droppingEndSpaces)
    while lines.last == "" { lines.removeLast() }
    while lines.first == "" { lines.removeFirst() }
    let digest = Digest.of(lines.map(withoutTargets).joined(separator: "\n"))
    // A letter before the digits keeps editors from reading a number.
    return "x" + digest.description.prefix(16)
  }

  /// A line without the targets of its links.
  static func withoutTargets(_ line: String) -> String {
    guard line.contains("[[") || line.contains("](") else { return line }
    var out: [UInt8] = []
    let bytes = Array(line.utf8)
    var at = 0
    func starts(_ text: String, at place: Int) -> Bool { bytes[place...].starts(with: text.utf8) }
    while at < bytes.count {
      if starts("[[", at: at), let close = end(of: bytes, from: at + 2, "]]") {
        let inner = bytes[(at + 2)..<close]
        out += "[[".utf8
        if let bar = inner.firstIndex(of: UInt8(ascii: "|")) { out += inner[bar...] }
        out += "]]".utf8
        at = close + 2
      } else if starts("](", at: at), let close = end(of: bytes, from: at + 2, ")") {
        out += "]()".utf8
        at = close + 1
      } else {
        out.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func end(of bytes: [UInt8], from start: Int, _ close: String) -> Int? {
    let close = Array(close.utf8)
    var at = start
    // Longer links are none, so that a line without an end costs little.
    while at + close.count <= bytes.count, at - start < 2000 {
      if bytes[at...].starts(with: close) { return at }
      if bytes[at...].starts(with: "[[".utf8) { return nil }
      at += 1
    }
    return nil
  }
}

extension String {
  /// The text without spaces and tabs at its end.
  var droppingEndSpaces: String {
    var text = self[...]
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
