// SPDX-License-Identifier: MIT
// Part of Platen: fields of a file taken by name and type, with all errors gathered.

internal import Diagnostics
internal import Documents
internal import Values

/// Takes fields out of a table; their errors are gathered, so that all of them are reported.
struct Fields {
  let file: String
  private(set) var faults: [Diagnostic] = []

  init(file: String) { self.file = file }

  mutating func fault(
    _ code: Diagnostic.Code, _ message: String, at place: SourceLocation?, hints: [String] = []
  ) {
    faults.append(.error(code, message, at: place, hints: hints).inFile(file))
  }

  /// Records a valid field that has no effect here.
  mutating func note(_ code: Diagnostic.Code, _ message: String, at place: SourceLocation?) {
    faults.append(.note(code, message, at: place).inFile(file))
  }

  /// The table of a TOML file; nil where it is not valid, which is an error.
  mutating func table(of bytes: some Sequence<UInt8>, firstLine: Int = 1) -> PlacedValue? {
    do {
      return try PlacedValue(toml: bytes, firstLine: firstLine, code: .talkToml)
    } catch let failure as Failure {
      faults += failure.inFile(file).diagnostics
    } catch {
      fault(.talkToml, "\(error)", at: SourceLocation(line: firstLine))
    }
    return nil
  }

  /// Every key must be one of those known.
  mutating func expect(_ known: [String], in table: PlacedValue, of name: String = "") {
    guard let members = table.members else {
      fault(
        .talkField, "\"\(name)\": expected a table, found \(table.kindDescription)",
        at: table.place)
      return
    }
    for member in members where !known.contains(member.key) {
      fault(
        .talkUnknownKey, "unknown key \"\(member.key)\"", at: member.place,
        hints: [nearMissHint(member.key, among: known)])
    }
  }

  private mutating func wrong(_ key: String, _ value: PlacedValue, _ wanted: String) {
    fault(
      .talkField, "\"\(key)\": expected \(wanted), found \(value.kindDescription)",
      at: value.place)
  }

  mutating func string(_ key: String, in table: PlacedValue) -> String? {
    guard let value = table[key], !value.isNull else { return nil }
    if let text = value.text { return text }
    wrong(key, value, "a text in quotes")
    return nil
  }

  mutating func bool(_ key: String, in table: PlacedValue) -> Bool? {
    guard let value = table[key], !value.isNull else { return nil }
    if let flag = value.flag { return flag }
    wrong(key, value, "true or false")
    return nil
  }

  mutating func count(_ key: String, in table: PlacedValue, atLeast least: Int = 0) -> Int? {
    guard let value = table[key], !value.isNull else { return nil }
    if let number = value.integer, (least...1_000_000).contains(number) { return number }
    wrong(key, value, "a whole number from \(least)")
    return nil
  }

  mutating func strings(_ key: String, in table: PlacedValue) -> [String]? {
    guard let value = table[key], !value.isNull else { return nil }
    if let elements = value.elements {
      let texts = elements.compactMap(\.text)
      if texts.count == elements.count { return texts }
    }
    wrong(key, value, "a list of texts")
    return nil
  }

  /// The targets a slide is hidden in, each once.
  mutating func targets(_ key: String, in table: PlacedValue) -> [Slide.Target] {
    var result: [Slide.Target] = []
    for (index, word) in (strings(key, in: table) ?? []).enumerated() {
      if let target = Slide.Target(rawValue: word) {
        if !result.contains(target) { result.append(target) }
      } else {
        fault(
          .talkHiddenIn, "slides cannot be hidden in \"\(word)\"",
          at: table[key]?.elements?[index].place,
          hints: [nearMissHint(word, among: Slide.Target.allCases.map(\.rawValue))])
      }
    }
    return result
  }

  /// Whole seconds.
  mutating func duration(_ key: String, in table: PlacedValue) -> Int? {
    guard let value = table[key], !value.isNull else { return nil }
    if let seconds = value.integer, (0...TalkDuration.longest).contains(seconds) { return seconds }
    if let text = value.text {
      if let seconds = TalkDuration.seconds(text) { return seconds }
      fault(
        .talkDuration, "invalid duration \"\(text)\"", at: value.place,
        hints: ["write seconds, or numbers with units: 90, \"30s\", \"2m 30s\", \"1 hour\""])
    } else {
      wrong(key, value, "seconds or a text such as \"2m 30s\"")
    }
    return nil
  }
}
