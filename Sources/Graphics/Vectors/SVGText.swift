// SPDX-License-Identifier: MIT
// Part of Platen: the tags, references and declarations of an SVG file, found in time linear to it.

/// The text of an SVG file.
///
/// The text that librsvg has read is well-formed XML, in which no value holds `<`. A tag that does
/// is not a tag, and the search continues at that byte. Each search continues behind what it has
/// found, so that time and memory are linear to the file, well-formed or not.
struct SVGText {
  /// A start, an end or both in one.
  struct Tag {
    /// Without prefix.
    var name: Range<Int>
    var isEnd = false
    var isEmpty = false
    var attributes: [(name: Range<Int>, value: Range<Int>)] = []
  }

  let bytes: [UInt8]

  /// - Parameter bytes: a file; of UTF-16 the zeros are dropped, so that its ASCII is seen as well.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes.contains(0) ? bytes.filter { $0 != 0 } : bytes
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func matches(_ word: StaticString, at index: Int) -> Bool {
    word.withUTF8Buffer { word in
      unsafe index + word.count <= bytes.count
        && bytes[index..<index + word.count].elementsEqual(word)
    }
  }

  func contains(_ word: StaticString) -> Bool { find(word, in: bytes.indices) != nil }

  /// The position of the next occurrence of a word.
  func find(_ word: StaticString, in range: Range<Int>) -> Int? {
    word.withUTF8Buffer { word in
      guard word.count > 0, range.count >= word.count else { return nil }
      let last = range.upperBound - word.count
      var at = range.lowerBound
      while at <= last {
        guard let first = unsafe bytes[at...last].firstIndex(of: word[0]) else { return nil }
        if unsafe bytes[first..<first + word.count].elementsEqual(word) { return first }
        at = first + 1
      }
      return nil
    }
  }

  func skipWhitespace(from index: Int) -> Int {
    var at = index
    while at < bytes.count, SVGText.isBlank(bytes[at]) { at += 1 }
    return at
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  // MARK: Tags

  /// Calls `body` with each tag in turn; comments, CDATA, instructions and what declarations quote
  /// hold none.
  func forEachTag(_ body: (Tag) throws -> Void) rethrows {
    var at = 0
    while let start = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
      at = start + 1
      if let (open, end) = SVGText.silent.first(where: { matches($0.open, at: start) }) {
        at = find(end, in: start + open.utf8CodeUnitCount..<bytes.count) ?? bytes.count
      } else if matches("<!", at: start) {
        at = declarationEnd(start + 2)
      } else if let tag = tag(at: &at) {
        try body(tag)
      }
    }
  }

  private static let silent: [(open: StaticString, end: StaticString)] = [
    ("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"),
  ]

  /// The end of a declaration, or the start of the declarations within it.
  private func declarationEnd(_ start: Int) -> Int {
    var at = start
    while at < bytes.count, !"<>[".utf8.contains(bytes[at]) {
      at += 1
      if SVGText.isQuote(bytes[at - 1]) {
        at = bytes[at...].firstIndex(of: bytes[at - 1]).map { $0 + 1 } ?? bytes.count
      }
    }
    return at
  }

  /// Reads a tag whose `<` stands before `at`, up to behind its `>`; nil where it is none.
  private func tag(at: inout Int) -> Tag? {
    var tag = Tag(name: 0..<0)
    if at < bytes.count, bytes[at] == UInt8(ascii: "/") {
      tag.isEnd = true
      at += 1
    }
    tag.name = name(at: &at)
    guard !tag.name.isEmpty else { return nil }
    while true {
      at = skipWhitespace(from: at)
      guard at < bytes.count else { return nil }
      switch bytes[at] {
      case UInt8(ascii: ">"):
        at += 1
        return tag
      case UInt8(ascii: "<"): return nil
      case UInt8(ascii: "/"):
        at += 1
        tag.isEmpty = at < bytes.count && bytes[at] == UInt8(ascii: ">")
        continue
      default: break
      }
      let name = name(at: &at)
      var value = at
      if !name.isEmpty {
        value = skipWhitespace(from: at)
        guard value < bytes.count, bytes[value] == UInt8(ascii: "=") else { continue }
        value = skipWhitespace(from: value + 1)
        guard value < bytes.count else { return nil }
      }
      guard SVGText.isQuote(bytes[value]) else {
        at = bytes[value] == UInt8(ascii: "<") ? value : value + (name.isEmpty ? 1 : 0)
        continue
      }
      let quote = bytes[value]
      guard
        let end = bytes[(value + 1)...].firstIndex(where: {
          $0 == quote || $0 == UInt8(ascii: "<")
        })
      else {
        at = bytes.count
        return nil
      }
      at = end
      guard bytes[end] == quote else { return nil }
      at += 1
      tag.attributes.append((name, value + 1..<end))
    }
  }

  /// Reads a name; what is left of it is what follows its last colon.
  private func name(at: inout Int) -> Range<Int> {
    var start = at
    while at < bytes.count {
      let byte = bytes[at]
      let isPart =
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte >= 0x80
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      guard isPart || byte == UInt8(ascii: ":") else { break }
      at += 1
      if byte == UInt8(ascii: ":") { start = at }
    }
    return start..<at
  }

  // MARK: References

  /// The elements that `url(#…)` names within a part of the file.
  func targets(in range: Range<Int>) -> [String] {
    var targets: [String] = []
    var at = range.lowerBound
    while at < range.upperBound, let found = find("url(", in: at..<range.upperBound) {
      at = found + 4
      if let target = fragment(at: at, before: range.upperBound) {
        targets.append(string(target))
        at = target.upperBound
      }
    }
    return targets
  }

  /// The name behind `#`, at a quote or blanks before it.
  private func fragment(at index: Int, before bound: Int) -> Range<Int>? {
    var at = skipWhitespace(from: index)
    if at < bound, SVGText.isQuote(bytes[at]) { at += 1 }
    guard at < bound, bytes[at] == UInt8(ascii: "#") else { return nil }
    let start = at + 1
    let end =
      bytes[start..<bound].firstIndex {
        SVGText.isQuote($0) || SVGText.isBlank($0) || $0 == UInt8(ascii: ")")
      } ?? bound
    return start < end ? start..<end : nil
  }

  /// The filters that rules of styles name: `filter: url(#…)`.
  var ruledFilters: [String] {
    var names: [String] = []
    var at = 0
    while let found = find("filter", in: at..<bytes.count) {
      at = skipWhitespace(from: found + 6)
      guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { continue }
      at = skipWhitespace(from: at + 1)
      if matches("url(", at: at), let target = fragment(at: at + 4, before: bytes.count) {
        names.append(string(target))
        at = target.upperBound
      }
    }
    return names
  }

  /// Indicates whether anything is taken from another file; data in the file itself and names in it
  /// are not.
  var takesFromOutside: Bool {
    var at = 0
    while let found = find("href", in: at..<bytes.count) {
      at = skipWhitespace(from: found + 4)
      guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { continue }
      at = skipWhitespace(from: at + 1)
      guard at < bytes.count, SVGText.isQuote(bytes[at]) else { continue }
      if isPlace(at: skipWhitespace(from: at + 1)) { return true }
    }
    at = 0
    while let found = find("url(", in: at..<bytes.count) {
      at = skipWhitespace(from: found + 4)
      if at < bytes.count, SVGText.isQuote(bytes[at]) { at += 1 }
      if isPlace(at: skipWhitespace(from: at)) { return true }
    }
    return false
  }

  private func isPlace(at index: Int) -> Bool {
    guard index < bytes.count, !matches("data:", at: index) else { return false }
    let byte = bytes[index]
    return (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "/")
  }

  // MARK: Declarations

  /// The replacement texts of the entities declared in the file; nil for those of parameters.
  var entities: [Range<Int>?] {
    var values: [Range<Int>?] = []
    var at = 0
    while let found = find("<!ENTITY", in: at..<bytes.count) {
      at = skipWhitespace(from: found + 8)
      guard at > found + 8, at < bytes.count else { continue }
      if bytes[at] == UInt8(ascii: "%") {
        values.append(nil)
        continue
      }
      at =
        bytes[at...].firstIndex { SVGText.isQuote($0) || $0 == UInt8(ascii: ">") } ?? bytes.count
      guard at < bytes.count, SVGText.isQuote(bytes[at]) else { continue }
      let start = at + 1
      at = bytes[start...].firstIndex(of: bytes[at]) ?? bytes.count
      values.append(start..<at)
    }
    return values
  }

  /// The encoding that the file declares.
  var encoding: String? {
    guard let start = find("<?xml", in: 0..<min(bytes.count, 400)),
      let end = bytes[start...].prefix(400).firstIndex(of: UInt8(ascii: ">")),
      let word = find("encoding", in: start..<end)
    else { return nil }
    var at = skipWhitespace(from: word + 8)
    guard at < end, bytes[at] == UInt8(ascii: "=") else { return nil }
    at = skipWhitespace(from: at + 1)
    guard at < end, SVGText.isQuote(bytes[at]) else { return nil }
    let close = bytes[at + 1..<end].firstIndex(where: SVGText.isQuote) ?? end
    return string(at + 1..<close)
  }
}
