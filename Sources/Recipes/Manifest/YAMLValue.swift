// SPDX-License-Identifier: MIT
// Part of Platen: YAML (and JSON, which is YAML) read into values that know where they stand.

public import Diagnostics
internal import Yams

/// A value as written in a manifest or a look, with its line and column.
///
/// Scalars stay text: what `no` or `1.10` means is decided by what the key wants, never by a
/// resolver that takes `no` for false.
public struct YAMLValue: Sendable, Hashable {
  /// What a value is.
  public indirect enum Content: Sendable, Hashable {
    /// The text of a scalar, and whether it stood without quotes.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLValue])
    /// Members in the order written; keys are unique.
    case mapping([Member])
  }

  /// A key with its value.
  public struct Member: Sendable, Hashable {
    public var key: String
    public var place: Place
    public var value: YAMLValue

    public init(key: String, place: Place, value: YAMLValue) {
      self.key = key
      self.place = place
      self.value = value
    }
  }

  public var content: Content
  public var place: Place
  /// The comment that takes the place of an empty value, such as a color without quotes.
  var comment: String?

  public init(_ content: Content, at place: Place) {
    self.content = content
    self.place = place
  }

  /// What to do about an empty value: quote what was meant as one and became a comment.
  var hintWhenEmpty: String? {
    guard isNull, let comment else { return nil }
    return "\"#\" begins a comment: write \"\(comment)\" in quotes"
  }

  /// A text from the command line, where nothing stands for nothing: `--title ""` is an empty title.
  init(typed text: String, at place: Place) {
    let plain = YAMLValue(.scalar(text, isPlain: true), at: place)
    self = plain.isNull ? YAMLValue(.scalar(text, isPlain: false), at: place) : plain
  }

  /// A scalar's text, nil for the rest.
  public var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Elements of a sequence, nil for the rest.
  public var elements: [YAMLValue]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// Members of a mapping, nil for the rest.
  public var members: [Member]? {
    if case .mapping(let members) = content { members } else { nil }
  }

  /// Whether the value is written as nothing: an empty plain scalar, `null` or `~`.
  public var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The value under a key of a mapping.
  public subscript(key: String) -> YAMLValue? {
    members?.first { $0.key == key }?.value
  }

  /// What a person would call this: "a mapping", "a list", "the text …".
  public var spoken: String {
    switch content {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .scalar: isNull ? "nothing" : "\"\(text ?? "")\""
    }
  }
}

extension YAMLValue {
  /// Bounds on what is read, far above what people write by hand.
  public struct Limits: Sendable {
    public var bytes = 16 << 20
    public var depth = 64
    /// Values after aliases are followed.
    public var values = 2_000_000
    /// Values after aliases are followed, for each byte of the text, above ``fewestValues``: aliases
    /// of aliases would make millions of values out of some hundred bytes.
    public var valuesPerByte = 16
    /// Values that a text of any length may hold.
    public var fewestValues = 100_000
    public init() {}

    /// The most values of a text that long.
    func values(ofBytes count: Int) -> Int {
      min(values, fewestValues + valuesPerByte * count)
    }
  }

  /// Reads one YAML document.
  ///
  /// Merge keys (`<<`) are followed, keys written beside them win. Aliases are followed up to
  /// `limits.values`; a mapping as a key is refused.
  /// - Returns: nil when the document is empty.
  /// - Throws: `Failure` with the place of the first fault.
  public init?(parsing bytes: [UInt8], file: String, limits: Limits = Limits()) throws {
    let start = Place(file: file, line: 1, column: 1)
    guard bytes.count <= limits.bytes else {
      throw Failure(
        .error(
          "manifest.too-large", "the file is larger than \(limits.bytes >> 20) MiB",
          at: Place(file: file), hints: ["split it into several manifests"]))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(
        .error(
          "manifest.encoding", "the file is not UTF-8 text", at: Place(file: file),
          hints: ["save it as UTF-8"]))
    }
    let source = joiningSurrogates(text.first == "\u{FEFF}" ? String(text.dropFirst()) : text)
    try refuseCollectionKeys(source, file: file)
    let root: Node?
    do {
      // Without Yams' rules for what is a number or a date, tried on each key: fields say what they take.
      root = try Parser(yaml: source, resolver: .basic, encoding: .utf8).singleRoot()
    } catch let error as YamlError {
      throw Failure(diagnostic(for: error, file: file, in: source))
    }
    guard let root else { return nil }
    var reading = Reading(
      file: file, source: source, values: limits.values(ofBytes: bytes.count), depth: limits.depth)
    self = try reading.value(of: root, depth: 0, near: start)
    if isNull { return nil }
  }
}

/// Turns Yams' nodes into values, counting as it goes.
private struct Reading {
  let file: String
  let source: String
  /// The most values, and the most levels.
  let values: Int
  let depth: Int
  var count = 0
  /// The source, and where in it each line begins; looked for when the first empty value is met.
  private lazy var scalars = Array(source.unicodeScalars)
  private lazy var lineStarts = Reading.lineStarts(in: scalars)

  init(file: String, source: String, values: Int, depth: Int) {
    self.file = file
    self.source = source
    self.values = values
    self.depth = depth
  }

  mutating func value(of node: Node, depth: Int, near: Place) throws -> YAMLValue {
    let place = place(of: node, near: near)
    count += 1
    guard count <= values else {
      throw Failure(
        .error(
          "manifest.too-large", "more than \(values) values once aliases are followed",
          at: place, hints: ["an alias that repeats aliases multiplies; write fewer of them"]))
    }
    guard depth < self.depth else {
      throw Failure(
        .error("manifest.depth", "nested more than \(self.depth) levels deep", at: place))
    }
    switch node {
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain || scalar.style == .any
      var value = YAMLValue(.scalar(scalar.string, isPlain: isPlain), at: place)
      if isPlain, scalar.string.isEmpty { value.comment = comment(at: place) }
      return value
    case .sequence(let sequence):
      var elements: [YAMLValue] = []
      for element in sequence {
        elements.append(try value(of: element, depth: depth + 1, near: place))
      }
      return YAMLValue(.sequence(elements), at: place)
    case .mapping(let mapping):
      return YAMLValue(.mapping(try members(of: mapping, depth: depth, near: place)), at: place)
    case .alias:
      throw Failure(.error("manifest.yaml", "an alias that leads nowhere", at: place))
    }
  }

  private mutating func members(
    of mapping: Node.Mapping, depth: Int, near: Place
  ) throws -> [YAMLValue.Member] {
    var own: [YAMLValue.Member] = []
    var merged: [YAMLValue.Member] = []
    for (keyNode, valueNode) in mapping {
      let keyPlace = place(of: keyNode, near: near)
      guard case .scalar(let key) = keyNode else {
        throw Failure(.error("manifest.yaml", "a key must be a word", at: keyPlace))
      }
      let value = try value(of: valueNode, depth: depth + 1, near: keyPlace)
      if key.string == "<<", key.style == .plain {
        merged += try mergedMembers(value)
      } else {
        own.append(YAMLValue.Member(key: key.string, place: keyPlace, value: value))
      }
    }
    var known = Set(own.map(\.key))
    for member in merged where known.insert(member.key).inserted { own.append(member) }
    return own
  }

  private func mergedMembers(_ value: YAMLValue) throws -> [YAMLValue.Member] {
    if let members = value.members { return members }
    if let elements = value.elements {
      return try elements.flatMap { element in
        guard let members = element.members else { throw wrongMerge(element.place) }
        return members
      }
    }
    throw wrongMerge(value.place)
  }

  private func wrongMerge(_ place: Place) -> Failure {
    Failure(
      .error("manifest.yaml", "\"<<\" takes a mapping or a list of mappings", at: place))
  }

  /// The word behind the `#` that follows a place; nil where a comment is one, as `# of the sea`.
  private mutating func comment(at place: Place) -> String? {
    guard let line = place.line, let column = place.column, lineStarts.indices.contains(line - 1)
    else { return nil }
    let rest = scalars.dropFirst(lineStarts[line - 1] + column - 1).prefix(Reading.farthest)
      .drop { $0 == " " || $0 == "\t" }
    guard rest.first == "#" else { return nil }
    let word = rest.prefix { !" \t,]}".unicodeScalars.contains($0) && !Reading.isBreak($0) }
    return word.count > 1 ? String(String.UnicodeScalarView(word.prefix(60))) : nil
  }

  /// Scalars behind a place in which a comment is looked for.
  private static let farthest = 400

  /// Line breaks of YAML 1.1.
  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  private static func lineStarts(in scalars: [Unicode.Scalar]) -> [Int] {
    var starts = [0]
    for (index, scalar) in scalars.enumerated() where isBreak(scalar) {
      if scalar == "\r", index + 1 < scalars.count, scalars[index + 1] == "\n" { continue }
      starts.append(index + 1)
    }
    return starts
  }

  private func place(of node: Node, near: Place) -> Place {
    guard let mark = node.mark else { return near }
    return Place(file: file, line: mark.line, column: mark.column)
  }
}

/// JSON writes characters beyond the basic plane as two escapes, which YAML does not know.
private func joiningSurrogates(_ text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
  let pair = /\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/
  return text.replacing(pair) { match in
    guard let high = UInt32(match.1, radix: 16), let low = UInt32(match.2, radix: 16) else {
      return String(match.0)
    }
    let scalar = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
    let digits = String(scalar, radix: 16)
    return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// Refuses keys that are collections or aliases when the document has anchors.
///
/// Yams compares keys by their whole content, aliases followed: thirty anchors, each twice the one
/// before, would make that comparison last for years. No key of ours is a collection.
private func refuseCollectionKeys(_ text: String, file: String) throws {
  guard text.utf8.contains(UInt8(ascii: "&")) else { return }
  let anchor = /(?:^|[\s,\[{])&[^\s,\[\]{}]/.anchorsMatchLineEndings()
  guard text.contains(anchor) else { return }
  let collectionKey = /(?:^|[\s,\[{])(?:\?\s|\*[^\s,\[\]{}]+[ \t]+:[\s])|[\]}][ \t]*:[\s]/
    .anchorsMatchLineEndings()
  guard let match = text.firstMatch(of: collectionKey) else { return }
  let before = text[..<match.range.upperBound]
  let line = before.unicodeScalars.count { $0 == "\n" } + (before.last == "\n" ? 0 : 1)
  throw Failure(
    .error(
      "manifest.yaml", "a list, a mapping or an alias as a key is not read beside anchors",
      at: Place(file: file, line: line)))
}

/// Yams' errors in our words.
private func diagnostic(for error: YamlError, file: String, in source: String) -> Diagnostic {
  func said(_ problem: String, _ mark: Mark?, context: YamlError.Context? = nil) -> Diagnostic {
    if problem.contains("nesting level") {
      return .error(
        "manifest.depth", "nested too many levels deep",
        at: Place(file: file, line: mark?.line, column: mark?.column))
    }
    var message = problem
    if let context, context.mark.line != mark?.line { message = context.text + ", " + problem }
    return .error(
      "manifest.yaml", message,
      at: Place(file: file, line: mark?.line, column: mark?.column),
      hints: yamlHints(
        problem + " " + (context?.text ?? ""), source, at: mark?.line, from: context?.mark.line))
  }
  switch error {
  case .scanner(let context, let problem, let mark, _),
    .parser(let context, let problem, let mark, _),
    .composer(let context, let problem, let mark, _):
    return said(problem, mark, context: context)
  case .reader(let problem, _, _, _):
    return said(problem, nil)
  case .duplicatedKeysInMapping(let keys, let context):
    let names = keys.map { "\"\($0)\"" }.joined(separator: ", ")
    return .error(
      "manifest.duplicate-key", "written twice in one mapping: \(names)",
      at: Place(file: file, line: context.mark.line, column: context.mark.column))
  default:
    return said("\(error)", nil)
  }
}

/// The beginnings of lines that hints are looked for in: patterns take long for long lines.
private func beginnings(of lines: some Sequence<Substring>) -> [Substring] {
  lines.map { $0.prefix(400) }
}

private func yamlHints(
  _ problem: String, _ source: String, at last: Int?, from first: Int?
) -> [String] {
  let before = source.split(
    maxSplits: last ?? 0, omittingEmptySubsequences: false, whereSeparator: \.isNewline
  ).prefix(last ?? 0)
  // In braces a comment hides the closing one, so that the error is met lines below.
  for line in beginnings(of: before.suffix(21)) {
    if let color = line.firstMatch(of: /[:,\[{][ \t]+(#[0-9A-Fa-f]{3,8})\b/)?.1 {
      return ["\"#\" begins a comment: write \"\(color)\" in quotes"]
    }
  }
  // What the error is about begins some lines above.
  let start = max(1, min(first ?? before.count, before.count))
  let lines = beginnings(of: before.dropFirst(start - 1).prefix(100))
  // A name in brackets that begins or ends with a placeholder's braces.
  for line in lines {
    if let name = line.firstMatch(of: /[\[{,:][ \t]*([^"'\s,\[\]{}]*\$\{[^"'\s,\[\]]*)/)?.1 {
      return ["a name with ${…} in brackets is written in quotes: \"\(name)\""]
    }
  }
  if problem.contains("mapping values are not allowed"),
    let line = beginnings(of: before.suffix(1)).first,
    let text = line.firstMatch(of: /^[^#]*?:[ \t]+([^"'\s\[{&*!|>%@`#][^#]*?:[ \t].*?)[ \t]*$/)?.1
  {
    return ["a text with a colon in it is written in quotes: \"\(text.prefix(60))\""]
  }
  if problem.contains("alias") || problem.contains("anchor") {
    return ["a name beginning with * must be quoted: \"*.map\""]
  }
  if problem.contains("tab") || problem.contains("cannot start any token") {
    return ["indent with spaces, not tabs"]
  }
  return []
}
