// SPDX-License-Identifier: MIT
// Part of Platen: YAML (and JSON, which is YAML) as values with their places.

internal import Diagnostics

extension PlacedValue {
  /// Reads one YAML document.
  ///
  /// Merge keys (`<<`) are followed; keys beside them win. Tags are ignored. A second document, a
  /// key that occurs twice, a key that is a collection, and an alias inside its own anchor are
  /// errors.
  ///
  /// - Returns: nil when the document is empty or null.
  /// - Throws: `Failure` with the place of the first error; its code is one of
  ///   `options.codes`.
  public init?(yaml bytes: [UInt8], file: String? = nil, options: YAMLOptions) throws {
    guard bytes.count <= options.limits.bytes else {
      throw Failure(
        .error(
          options.codes.tooLarge, "the file is larger than \(options.limits.bytes >> 20) MiB",
          at: SourceLocation(file: file), hints: options.sizeHint.map { [$0] } ?? []))
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Failure(
        .error(
          options.codes.encoding, "the file is not UTF-8 text", at: SourceLocation(file: file),
          hints: ["save it as UTF-8"]))
    }
    let source = joiningSurrogates(withoutByteOrderMark(bytes))
    guard !source.isEmpty else { return nil }
    let root: PlacedValue?
    do {
      root = try unsafe source.withUnsafeBufferPointer { buffer in
        var reader = YAMLReader(unsafe YAMLParser(buffer), source, file: file, options: options)
        return try reader.document()
      }
    } catch let error as YAMLError {
      throw Failure(
        diagnostic(
          for: error, file: file, code: options.codes.syntax,
          in: String(decoding: source, as: UTF8.self))
      )
    }
    guard let root, !root.isNull else { return nil }
    self = root
  }
}

/// Makes values of events, counting as it goes.
private struct YAMLReader: ~Copyable {
  private let parser: YAMLParser
  private let file: String?
  private let options: YAMLOptions
  /// The limit of values.
  private let limit: Int
  /// The values so far, those of aliases counted as if written out.
  private var count = 0
  private var anchors: [String: Node] = [:]
  private var comments: CommentFinder
  /// The first error in valid YAML that is not supported here. It is thrown at the end: an extra
  /// brace turns mappings into keys, and libyaml's error about that is more precise.
  private var waiting: Failure?

  /// A value, and its cost when it is repeated.
  private struct Node {
    var value: PlacedValue
    var count: Int
    /// The levels of collections, 0 for a scalar.
    var height: Int
  }

  /// - Parameter text: what `parser` parses.
  init(_ parser: YAMLParser, _ text: [UInt8], file: String?, options: YAMLOptions) {
    self.parser = parser
    self.file = file
    self.options = options
    limit = options.limits.values(ofBytes: text.count)
    comments = CommentFinder(text)
  }

  /// The one document of the stream; nil where there is none.
  mutating func document() throws -> PlacedValue? {
    _ = try parser.next()
    guard case .documentStart = try parser.next().kind else { return nil }
    let root = try node(try parser.next(), depth: 0)
    _ = try parser.next()
    let event = try parser.next()
    guard case .streamEnd = event.kind else {
      throw YAMLError(problem: "expected one document, found another", mark: event.mark)
    }
    if let waiting { throw waiting }
    return root.value
  }

  private mutating func node(_ event: YAMLEvent, depth: Int) throws -> Node {
    if case .alias(let name) = event.kind { return try alias(name, event, depth: depth) }
    let place = place(of: event.mark)
    try refuse(anchor: event.anchor, at: place)
    let before = count
    try countNodes(1, at: place)
    try check(depth, at: place)
    let content: PlacedValue.Content
    var comment: String?
    var height = 0
    switch event.kind {
    case .scalar(let text, let isPlain):
      if isPlain { comment = self.comment(behind: text, event) }
      content = (isPlain ? options.resolve(text) : nil) ?? .text(text, isPlain: isPlain)
    case .sequenceStart:
      var elements: [PlacedValue] = []
      while true {
        let event = try parser.next()
        if case .sequenceEnd = event.kind { break }
        let element = try node(event, depth: depth + 1)
        height = max(height, element.height)
        elements.append(element.value)
      }
      height += 1
      content = .list(elements)
    case .mappingStart:
      var mapping = Mapping()
      while true {
        let event = try parser.next()
        if case .mappingEnd = event.kind { break }
        let key = try key(event, depth: depth + 1)
        let value = try node(try parser.next(), depth: depth + 1)
        height = max(height, value.height)
        if let key {
          addMember(value.value, under: key, at: self.place(of: event.mark), to: &mapping)
        }
      }
      try checkTwice(mapping)
      height += 1
      content = .mapping(mapping.all)
    default: throw YAMLError(problem: "did not find expected node content", mark: event.mark)
    }
    var value = PlacedValue(content, at: place)
    value.comment = comment
    let node = Node(value: value, count: count - before, height: height)
    if let anchor = event.anchor { anchors[anchor] = node }
    return node
  }

  /// The comment that a plain scalar ends at and that may be a part of it; nil for a usual comment.
  private mutating func comment(behind text: String, _ event: YAMLEvent) -> String? {
    if text.isEmpty { return comments.word(at: event.mark) }
    guard let comment = comments.line(at: event.end) else { return nil }
    // A number, a flag or nothing is a whole value.
    let isWhole =
      PlacedValue.isNull(plain: text) || PlacedValue.flag(plain: text) != nil
      || Numeral.decimal(text) != nil
    return isWhole ? nil : comment
  }

  /// The value of an anchor, at the place of the anchor.
  private mutating func alias(_ name: String, _ event: YAMLEvent, depth: Int) throws -> Node {
    guard let node = anchors[name] else {
      throw YAMLError(problem: "found undefined alias", mark: event.mark)
    }
    let place = place(of: event.mark)
    try countNodes(node.count, at: place)
    try check(depth + node.height, at: place)
    return node
  }

  private mutating func countNodes(_ more: Int, at place: SourceLocation) throws {
    count += more
    guard count <= limit else {
      throw failure(
        options.codes.tooLarge, "more than \(limit) values once aliases are followed", at: place,
        hints: ["an alias that repeats aliases multiplies; write fewer of them"])
    }
  }

  private func check(_ depth: Int, at place: SourceLocation) throws {
    guard depth < options.limits.depth else {
      throw failure(
        options.codes.depth, "nested more than \(options.limits.depth) levels deep", at: place)
    }
  }

  private func refuse(anchor: String?, at place: SourceLocation) throws {
    guard anchor != nil, let refusal = options.anchorRefusal else { return }
    throw failure(
      options.codes.syntax, refusal, at: SourceLocation(file: file, line: place.line),
      hints: ["put a text that begins with \"&\" in quotes"])
  }

  // MARK: Mappings

  private struct Mapping {
    var own: [PlacedValue.Member] = []
    /// Members behind merge keys.
    var merged: [PlacedValue.Member] = []
    /// Every key with its place, the merge key included.
    var places: [String: SourceLocation] = [:]
    var twice: [String: SourceLocation] = [:]

    /// Own members, then those merged whose keys are not among them.
    var all: [PlacedValue.Member] {
      guard !merged.isEmpty else { return own }
      var known = Set(own.map(\.key))
      return own + merged.filter { known.insert($0.key).inserted }
    }
  }

  private struct Key {
    var text: String
    var isMerge: Bool
  }

  /// - Returns: nil for a key that is a collection.
  private mutating func key(_ event: YAMLEvent, depth: Int) throws -> Key? {
    let place = place(of: event.mark)
    try refuse(anchor: event.anchor, at: place)
    switch event.kind {
    case .scalar(let text, let isPlain):
      if let anchor = event.anchor {
        let value = PlacedValue(.text(text, isPlain: isPlain), at: place)
        anchors[anchor] = Node(value: value, count: 1, height: 0)
      }
      return Key(text: text, isMerge: isPlain && text == "<<")
    case .alias(let name):
      guard let node = anchors[name] else {
        throw YAMLError(problem: "found undefined alias", mark: event.mark)
      }
      if let text = node.value.text { return Key(text: text, isMerge: false) }
    default: _ = try node(event, depth: depth)
    }
    wait(for: failure(options.codes.syntax, "a key must be a word", at: place))
    return nil
  }

  private mutating func wait(for failure: Failure) {
    if waiting == nil { waiting = failure }
  }

  private mutating func addMember(
    _ value: PlacedValue, under key: Key, at place: SourceLocation, to mapping: inout Mapping
  ) {
    if options.takesLastValue, mapping.places[key.text] != nil {
      mapping.own.removeAll { $0.key == key.text }
    } else if let index = mapping.places.index(forKey: key.text) {
      let first = mapping.places[index]
      mapping.twice[first.key] = first.value
    } else {
      mapping.places[key.text] = place
    }
    guard key.isMerge else {
      mapping.own.append(PlacedValue.Member(key: key.text, place: place, value: value))
      return
    }
    for value in value.elements ?? [value] {
      if let members = value.members {
        mapping.merged += members
      } else {
        wait(
          for: failure(
            options.codes.syntax, "\"<<\" takes a mapping or a list of mappings", at: value.place))
      }
    }
  }

  private func checkTwice(_ mapping: Mapping) throws {
    let keys = mapping.twice.sorted { $0.key < $1.key }
    guard let first = keys.first else { return }
    throw failure(
      options.codes.duplicateKey,
      "written twice in one mapping: " + keys.map { "\"\($0.key)\"" }.joined(separator: ", "),
      at: first.value)
  }

  private func place(of mark: YAMLMark) -> SourceLocation {
    SourceLocation(file: file, line: mark.line + 1, column: mark.column + 1)
  }

  private func failure(
    _ code: Diagnostic.Code, _ message: String, at place: SourceLocation, hints: [String] = []
  ) -> Failure {
    Failure(
      .error(code, message, at: place, hints: hints))
  }
}

/// Finds comments that begin with `#`; places are requested in the order of the text.
private struct CommentFinder {
  private let text: [UInt8]
  /// A byte, and the scalars before it.
  private var at = 0
  private var scalars = 0
  private let hasComments: Bool

  init(_ text: [UInt8]) {
    self.text = text
    hasComments = text.contains(UInt8(ascii: "#"))
  }

  /// Bytes behind a place in which a comment is looked for.
  private static let farthest = 400

  /// The word behind the `#` that follows a place; nil where a comment is one, as `# of the sea`.
  mutating func word(at mark: YAMLMark) -> String? {
    guard let comment = comment(at: mark) else { return nil }
    let word = comment.prefix { !CommentFinder.ends.contains($0) }
    return word.count > 1 ? String(String.UnicodeScalarView(word.prefix(60))) : nil
  }

  /// The line from the `#` that follows a place; nil where no letter or digit follows that at once.
  mutating func line(at mark: YAMLMark) -> String? {
    guard let comment = comment(at: mark), let first = comment.dropFirst().first?.properties,
      first.isAlphabetic || first.numericType != nil
    else { return nil }
    var line = comment.prefix { !CommentFinder.lineEnds.contains($0) }
    while line.last == " " || line.last == "\t" { line.removeLast() }
    return String(String.UnicodeScalarView(line))
  }

  /// The text from the `#` that follows a place; nil where none does.
  private mutating func comment(at mark: YAMLMark) -> String.UnicodeScalarView? {
    guard hasComments else { return nil }
    if mark.index < scalars { (at, scalars) = (0, 0) }
    while scalars < mark.index, at < text.count {
      at += 1
      while at < text.count, text[at] & 0xC0 == 0x80 { at += 1 }
      scalars += 1
    }
    let rest = text[at...].prefix(CommentFinder.farthest)
      .drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard rest.first == UInt8(ascii: "#") else { return nil }
    return String(decoding: rest, as: UTF8.self).unicodeScalars
  }

  /// The line breaks of YAML 1.1.
  private static let lineEnds = Set<Unicode.Scalar>(
    ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"])
  /// Scalars that end a word.
  private static let ends = lineEnds.union([" ", "\t", ",", "]", "}"])
}

private func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
  bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
}

/// JSON writes characters beyond the basic plane as two escapes, `\ud83d\ude00`, which YAML does
/// not know: they become one, `\U0001f600`.
private func joiningSurrogates(_ bytes: [UInt8]) -> [UInt8] {
  let backslash = UInt8(ascii: "\\")
  guard bytes.contains(backslash) else { return bytes }
  /// The code of the escape `\uXXXX` at an index.
  func escape(at index: Int) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index] == backslash, bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt32(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
  var result: [UInt8] = []
  var copied = 0
  var index = 0
  while let next = bytes[index...].firstIndex(of: backslash) {
    if let high = escape(at: next), (0xD800..<0xDC00).contains(high),
      let low = escape(at: next + 6), (0xDC00..<0xE000).contains(low)
    {
      let digits = String(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00), radix: 16)
      result += bytes[copied..<next]
      result += "\\U".utf8
      result += repeatElement(UInt8(ascii: "0"), count: 8 - digits.utf8.count)
      result += digits.utf8
      index = next + 12
      copied = index
    } else {
      // What follows a backslash is no escape of its own.
      index = min(next + 2, bytes.count)
    }
  }
  return copied == 0 ? bytes : result + bytes[copied...]
}
