// SPDX-License-Identifier: MIT
// Part of Platen: reads the fields of a table by name and type, and collects all errors.

internal import Diagnostics
internal import Documents
internal import Values

/// Reads the fields of a table and collects their errors, so that all of them are reported.
struct Fields {
  let file: String
  private(set) var diagnostics: [Diagnostic] = []

  init(file: String) { self.file = file }

  mutating func recordError(
    _ code: Diagnostic.Code, _ message: String, at place: SourceLocation?, hints: [String] = []
  ) {
    diagnostics.append(.error(code, message, at: place, hints: hints).inFile(file))
  }

  /// Records a valid field that has no effect here.
  mutating func note(_ code: Diagnostic.Code, _ message: String, at place: SourceLocation?) {
    diagnostics.append(.note(code, message, at: place).inFile(file))
  }

  /// The table of a TOML file; nil where it is not valid, which is an error.
  mutating func table(of bytes: some Sequence<UInt8>, firstLine: Int = 1) -> PlacedValue? {
    do {
      return try PlacedValue(toml: bytes, firstLine: firstLine, code: .talkToml)
    } catch let failure as Failure {
      diagnostics += failure.inFile(file).diagnostics
    } catch {
      recordError(.talkToml, "\(error)", at: SourceLocation(line: firstLine))
    }
    return nil
  }

  /// Every key must be one of those known.
  mutating func expect(_ known: [String], in table: PlacedValue, of name: String = "") {
    guard let members = table.members else {
      recordError(
        .talkField, "\"\(name)\": expected a table, found \(table.kindDescription)",
        at: table.place)
      return
    }
    for member in members where !known.contains(member.key) {
      recordError(
        .talkUnknownKey, "unknown key \"\(member.key)\"", at: member.place,
        hints: [nearMissHint(member.key, among: known)])
    }
  }

  private mutating func recordMismatch(_ key: String, _ value: PlacedValue, _ expected: String) {
    recordError(
      .talkField, "\"\(key)\": expected \(expected), found \(value.kindDescription)",
      at: value.place)
  }

  mutating func string(_ key: String, in table: PlacedValue) -> String? {
    guard let value = table[key], !value.isNull else { return nil }
    if let text = value.text { return text }
    recordMismatch(key, value, "a text in quotes")
    return nil
  }

  mutating func bool(_ key: String, in table: PlacedValue) -> Bool? {
    guard let value = table[key], !value.isNull else { return nil }
    if let flag = value.flag { return flag }
    recordMismatch(key, value, "true or false")
    return nil
  }

  mutating func count(_ key: String, in table: PlacedValue, atLeast least: Int = 0) -> Int? {
    guard let value = table[key], !value.isNull else { return nil }
    if let number = value.integer, (least...1_000_000).contains(number) { return number }
    recordMismatch(key, value, "a whole number from \(least)")
    return nil
  }

  mutating func strings(_ key: String, in table: PlacedValue) -> [String]? {
    guard let value = table[key], !value.isNull else { return nil }
    if let elements = value.elements {
      let texts = elements.compactMap(\.text)
      if texts.count == elements.count { return texts }
    }
    recordMismatch(key, value, "a list of texts")
    return nil
  }

  /// The targets a slide is hidden in, each once.
  mutating func targets(_ key: String, in table: PlacedValue) -> [Slide.Target] {
    var result: [Slide.Target] = []
    for (index, word) in (strings(key, in: table) ?? []).enumerated() {
      if let target = Slide.Target(rawValue: word) {
        if !result.contains(target) { result.append(target) }
      } else {
        recordError(
          .talkHiddenIn, "slides cannot be hidden in \"\(word)\"",
          at: table[key]?.elements?[index].place,
          hints: [nearMissHint(word, among: Slide.Target.allCases.map(\.rawValue))])
      }
    }
    return result
  }

  static let durationHint =
    "write seconds, or numbers with units: 90, \"30s\", \"2m 30s\", \"1 hour\""

  /// Whole seconds.
  mutating func duration(_ key: String, in table: PlacedValue) -> Int? {
    guard let value = table[key], !value.isNull else { return nil }
    if let seconds = value.integer, (0...TalkDuration.longest).contains(seconds) { return seconds }
    if let text = value.text {
      if let seconds = TalkDuration.seconds(text) { return seconds }
      recordError(
        .talkDuration, "invalid duration \"\(text)\"", at: value.place,
        hints: [Fields.durationHint])
    } else {
      recordMismatch(key, value, "seconds or a text such as \"2m 30s\"")
    }
    return nil
  }
}
