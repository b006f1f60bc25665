// SPDX-License-Identifier: MIT
// Part of Platen: references from values of tokens to other tokens, and to parts of these.

internal import Diagnostics
internal import Values

/// Finds what references lead to.
struct TokenReferences {
  /// The target of a reference.
  enum Target {
    /// A token, and the way to a part of its value.
    case token(Int, rest: ArraySlice<String>)
    /// A value of a file beside its tokens.
    case value(PlacedValue)
  }

  private let draft: DraftSet
  private var indices: [String: Int] = [:]
  /// Values of files beside their tokens.
  private var values: [String: PlacedValue] = [:]

  init(_ draft: DraftSet) {
    self.draft = draft
    for (index, token) in draft.tokens.enumerated() { indices[token.name] = index }
    for root in draft.roots { addValues(of: root, at: "") }
  }

  private mutating func addValues(of group: PlacedValue, at path: String) {
    for member in group.entries where !member.key.hasPrefix("$") {
      let name = path.isEmpty ? member.key : path + "." + member.key
      if !member.value.isMapping {
        values[name] = member.value
      } else if member.value["$value"] == nil, member.value["value"]?.isMapping != false {
        addValues(of: member.value, at: name)
      }
    }
  }

  /// The token of that name.
  func token(_ name: String) -> Int? { indices[name] }

  // MARK: Where references are

  /// The name in `{name}`, where a value is a reference and nothing else.
  static func alias(_ source: PlacedValue) -> String? {
    guard let text = source.text, text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count > 2,
      text.utf8.count < 2000
    else { return nil }
    let name = text.dropFirst().dropLast()
    return name.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
      ? nil : String(name)
  }

  /// The pointer in `{ "$ref": pointer }`.
  static func pointer(_ source: PlacedValue) -> String? { source["$ref"]?.text }

  /// Calls a closure for each reference within a value.
  static func visit(
    _ value: PlacedValue, _ body: (_ name: String, _ isPointer: Bool, SourceLocation) -> Void
  ) {
    switch value.content {
    case .text(let text, _):
      for part in parts(of: text) {
        if case .name(let name) = part { body(name, false, value.place) }
      }
    case .list(let elements): for element in elements { visit(element, body) }
    case .mapping(let members):
      if let pointer = pointer(value) { body(pointer, true, value.place) }
      for member in members where member.key != "$ref" { visit(member.value, body) }
    case .null, .bool, .number, .date: break
    }
  }

  /// A part of a text: letters as they are, or the name of a reference.
  enum Part {
    case text(Substring)
    case name(String)
  }

  /// The parts of a text with references, one part for a text without.
  static func parts(of text: String) -> [Part] {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return [.text(text[...])] }
    var parts: [Part] = []
    var start = text.startIndex
    var open: String.Index?
    for index in text.utf8.indices {
      switch text.utf8[index] {
      case UInt8(ascii: "{"): open = index
      case UInt8(ascii: "}"):
        guard let begin = open else { continue }
        open = nil
        let name = text[text.index(after: begin)..<index]
        guard !name.isEmpty, name.utf8.count < 2000 else { continue }
        if start < begin { parts.append(.text(text[start..<begin])) }
        parts.append(.name(String(name)))
        start = text.index(after: index)
      default: break
      }
    }
    if start < text.endIndex { parts.append(.text(text[start...])) }
    return parts
  }

  // MARK: What they lead to

  /// The target of `{name}`: a token, a part of its value, or in Style Dictionary's format any value
  /// of a file. `{a.value}` and `{a.$value}` are `{a}`.
  func target(of name: String) -> Target? {
    let name = draft.nameOfAlias(TokenReferences.trimmed(name))
    if let index = indices[name] { return .token(index, rest: []) }
    return target(of: name.split(separator: ".", maxSplits: 64).map(String.init))
  }

  private static func trimmed(_ name: String) -> String {
    guard name.first?.isWhitespace == true || name.last?.isWhitespace == true else { return name }
    let start = name.drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }

  /// The target of `#/a/b/$value/c`.
  func target(ofPointer pointer: String) -> Target? {
    TokenPointer(pointer).flatMap { target(of: $0.parts) }
  }

  private func target(of parts: [String]) -> Target? {
    guard !parts.isEmpty, parts.count <= 65 else { return nil }
    for count in stride(from: parts.count, to: 0, by: -1) {
      guard let index = indices[parts[..<count].joined(separator: ".")] else { continue }
      var rest = parts[count...]
      if let first = rest.first, first == "$value" || first == "value" { rest.removeFirst() }
      return .token(index, rest: rest)
    }
    for count in [parts.count, parts.count - 1] where count > 0 {
      guard let value = values[parts[..<count].joined(separator: ".")] else { continue }
      return TokenReferences.part(of: value, at: parts[count...]).map(Target.value)
    }
    return nil
  }

  /// A part of a value by keys and positions.
  static func part(of value: PlacedValue, at path: ArraySlice<String>) -> PlacedValue? {
    var value = value
    for key in path {
      if let elements = value.elements {
        guard let index = Int(key), elements.indices.contains(index) else { return nil }
        value = elements[index]
      } else if let next = value[key] {
        value = next
      } else {
        return nil
      }
    }
    return value
  }

  /// A hint where a reference leads nowhere.
  func hint(_ name: String) -> String {
    nearMissHint(draft.nameOfAlias(name), among: nearby(draft.nameOfAlias(name)))
  }

  /// Names to look for a near miss among: all of a small file, those of the same group of a large
  /// one.
  private func nearby(_ name: String) -> [String] {
    let names = draft.tokens.map(\.name)
    guard names.count > 40 else { return names }
    let group = name.prefix { $0 != "." } + "."
    let near = names.filter { $0.hasPrefix(group) }
    return near.isEmpty ? Array(names.prefix(40)) : Array(near.prefix(2000))
  }
}
