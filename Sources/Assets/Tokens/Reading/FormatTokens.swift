// SPDX-License-Identifier: MIT
// Part of Platen: the design-token format of the W3C's community group, and formats alike.

internal import Diagnostics
internal import Values

/// Reads the design-token format (Design Tokens Format Module 2025.10, and the drafts before it in
/// which colors are `#` texts and lengths `8px`), and the formats of Style Dictionary and Tokens
/// Studio, whose tokens have `value` where the format has `$value`.
///
/// The format itself has no modes; values for them are in `$extensions.mode`, as several of its
/// programs write them. Platen's other settings for a file are in `$extensions.platen` of the root.
struct FormatTokens {
  /// Indicates whether any key of a file is one of the format's.
  static func recognizes(_ root: PlacedValue) -> Bool {
    root.entries.contains { member in
      ["$value", "$type", "$ref", "$extends"].contains(member.key)
        || member.key == "$extensions" || recognizes(member.value)
    }
  }

  private static let known: Set<String> = [
    "$value", "$type", "$description", "$extensions", "$deprecated", "$root", "$schema", "$ref",
    "$extends", "$themes", "$metadata", "$defs", "$name", "$version", "$figmaStyleReferences",
    "$figmaVariableReferences", "$figmaCollectionId", "$figmaModeId",
  ]

  private let format: TokenFormat
  /// Indicates whether keys begin with a dollar sign.
  private let hasDollarKeys: Bool
  private let root: PlacedValue
  private let value, type: String
  private var set = DraftSet()

  private init(_ root: PlacedValue, format: TokenFormat, hasDollarKeys: Bool) {
    self.root = root
    self.format = format
    self.hasDollarKeys = hasDollarKeys
    value = hasDollarKeys ? "$value" : "value"
    type = hasDollarKeys ? "$type" : "type"
  }

  /// - Parameters:
  ///   - hasDollarKeys: whether keys begin with a dollar sign.
  static func read(
    _ root: PlacedValue, format: TokenFormat, hasDollarKeys: Bool, _ problems: inout TokenProblems,
    into log: inout DiagnosticLog
  ) -> DraftSet {
    var reader = FormatTokens(root, format: format, hasDollarKeys: hasDollarKeys)
    reader.set.roots = [root]
    reader.read(root, at: [], &problems)
    if let ours = root["$extensions"]?["platen"] {
      for member in ours.entries where !["contrast", "fonts", "strings"].contains(member.key) {
        log.record(
          .error(
            .tokensKey, "$extensions.platen: unknown key \"\(printable(member.key, limit: 60))\"",
            at: member.place,
            hints: [nearMissHint(member.key, among: ["contrast", "fonts", "strings"])]))
      }
      TokenExtras(nameOfAlias: reader.set.nameOfAlias).read(ours, into: &reader.set, &log)
    }
    return reader.set
  }

  /// The value of a token: `$value`, or `$ref` to another token in its place.
  private func value(of table: PlacedValue) -> PlacedValue? {
    if let own = table[value] {
      // A group may be called "value".
      return hasDollarKeys || !holdsTokens(own) ? own : nil
    }
    guard hasDollarKeys, let reference = table["$ref"]?.text, !isGroup(reference) else {
      return nil
    }
    return PlacedValue(.mapping(table.entries.filter { $0.key == "$ref" }), at: table.place)
  }

  private func holdsTokens(_ value: PlacedValue) -> Bool {
    value.entries.contains { $0.value["value"] != nil }
  }

  /// Indicates whether a pointer leads to a group of this file.
  private func isGroup(_ pointer: String) -> Bool {
    guard let path = TokenPointer(pointer)?.parts else { return false }
    var place = root
    for part in path {
      guard let next = place[part] else { return false }
      place = next
    }
    return place.isMapping && place["$value"] == nil && place["$ref"] == nil
  }

  private mutating func read(
    _ table: PlacedValue, at path: [String], _ problems: inout TokenProblems
  ) {
    let name = path.joined(separator: ".")
    if hasDollarKeys { recordUnknownKeys(in: table, at: name, &problems) }
    if let value = value(of: table) {
      token(table, value, at: path, &problems)
      for member in table.entries where hasDollarKeys || recognizesToken(member.value) {
        recordWithinToken(member, at: path, &problems)
      }
      return
    }
    if let type = table[type]?.text, hasDollarKeys || TypeNames.type(type) != nil || !path.isEmpty {
      set.groupTypes[name] = WrittenType(name: type, place: table[self.type]?.place ?? table.place)
    }
    if hasDollarKeys { readExtension(of: table, at: path, &problems) }
    for member in table.entries {
      let path = path + [member.key]
      if hasDollarKeys, member.key == "$root" {
        guard let value = value(of: member.value) else {
          for inner in member.value.entries {
            recordWithinToken(inner, at: path, &problems)
          }
          problems.skip(
            path.joined(separator: "."), .tokensValue, "no $value", at: member.place,
            message: "\(path.joined(separator: ".")) is skipped: it has no $value")
          continue
        }
        token(member.value, value, at: path, &problems)
      } else if !member.key.hasPrefix("$") {
        guard isNamed(member, at: path, &problems) else { continue }
        read(member.value, at: path, &problems)
      }
    }
  }

  /// `$extends: "{group}"`, or a pointer to a group.
  private mutating func readExtension(
    of table: PlacedValue, at path: [String], _ problems: inout TokenProblems
  ) {
    guard let source = table["$extends"] ?? table["$ref"], !path.isEmpty else { return }
    let text = source.text ?? source["$ref"]?.text ?? ""
    let target =
      text.hasPrefix("{") && text.hasSuffix("}")
      ? text.dropFirst().dropLast().split(separator: ".").map(String.init)
      : TokenPointer(text)?.parts ?? []
    guard !target.isEmpty else {
      let name = path.joined(separator: ".")
      problems.note(
        name, .tokensAlias, "$extends does not name a group", at: source.place,
        hints: ["$extends: \"{group}\""],
        message: "\(name): $extends: expected a group, found \(source.shortDescription)")
      return
    }
    set.extensions.append(DraftExtension(path: path, target: target, place: source.place))
  }

  /// Indicates whether a member may be a group or a token by its value and its key; records why
  /// not.
  private func isNamed(
    _ member: PlacedValue.Member, at path: [String], _ problems: inout TokenProblems
  ) -> Bool {
    let name = path.joined(separator: ".")
    guard member.value.isMapping else {
      // Style Dictionary's files hold comments and values that references name.
      if hasDollarKeys {
        problems.note(
          name, .tokensValue, "neither groups nor tokens", at: member.place,
          hints: ["a token has a $value"],
          message: "\(name) is neither a group nor a token and is skipped")
      }
      return false
    }
    if member.key.contains(where: { "{}".contains($0) }) || member.key.isEmpty {
      problems.skip(
        name, .tokensName, "names have no braces", at: member.place,
        hints: ["names have no braces"],
        message: "\"\(printable(member.key, limit: 60))\" cannot be a token's name; it is skipped")
      return false
    }
    return true
  }

  /// Records members that the format keeps for itself and does not know.
  private func recordUnknownKeys(
    in table: PlacedValue, at name: String, _ problems: inout TokenProblems
  ) {
    for member in table.entries
    where member.key.hasPrefix("$") && !FormatTokens.known.contains(member.key) {
      let key = printable(member.key, limit: 60)
      problems.note(
        name.isEmpty ? key : name, .tokensKey, "the key \"\(key)\" is not known",
        at: member.place,
        hints: [nearMissHint(member.key, among: FormatTokens.known.sorted())],
        message: "unknown key \"\(key)\"")
    }
  }

  private func recognizesToken(_ value: PlacedValue) -> Bool {
    hasDollarKeys ? FormatTokens.recognizes(value) : value.isMapping && value["value"] != nil
  }

  /// Records members of a token that are not properties of one. A token holds no other tokens.
  private func recordWithinToken(
    _ member: PlacedValue.Member, at path: [String], _ problems: inout TokenProblems
  ) {
    guard !member.key.hasPrefix("$"), hasDollarKeys || member.key != "value" else { return }
    let name = (path + [member.key]).map { printable($0, limit: 60) }.joined(separator: ".")
    if recognizesToken(member.value) {
      problems.skip(
        name, .tokensNested, "they are within tokens, and tokens hold no others",
        at: member.place,
        hints: hasDollarKeys
          ? ["give the group's own value the name $root: { $root: { $value: … }, … }"] : [],
        message: "\(name) is skipped: it is within a token, and tokens hold no others")
    } else {
      problems.note(
        name, .tokensKey, "tokens have no property \"\(printable(member.key, limit: 60))\"",
        at: member.place, message: "\(name) is skipped: tokens have no such property")
    }
  }

  private mutating func token(
    _ table: PlacedValue, _ value: PlacedValue, at path: [String], _ problems: inout TokenProblems
  ) {
    guard !path.isEmpty else {
      problems.skip(
        "", .tokensName, "a token without a name", at: value.place,
        message: "a token without a name")
      return
    }
    var values: [TokenMode: PlacedValue] = [.light: value]
    let modes = value.entries
    if !hasDollarKeys, !modes.isEmpty, modes.contains(where: { $0.key == "light" }),
      modes.allSatisfy({ TokenMode(rawValue: $0.key) != nil })
    {
      for mode in modes { TokenMode(rawValue: mode.key).map { values[$0] = mode.value } }
    }
    if let dark = table["darkValue"], !hasDollarKeys { values[.dark] = dark }
    let name = path.joined(separator: ".")
    let extensions = table["$extensions"]
    for mode in (extensions?["mode"] ?? extensions?["modes"])?.entries ?? [] {
      guard let known = TokenMode(rawValue: mode.key) ?? ModeWords.mode(of: mode.key) else {
        problems.note(
          name, .tokensMode, "values for \"\(printable(mode.key, limit: 60))\" are not read",
          at: mode.place,
          hints: [nearMissHint(mode.key, among: TokenMode.allCases.map(\.rawValue))],
          message: "unknown mode \"\(printable(mode.key, limit: 60))\": its value is skipped")
        continue
      }
      values[known] = mode.value
    }
    var token = DraftToken(
      path: path,
      type: table[type]?.text.map {
        WrittenType(name: $0, place: table[type]?.place ?? value.place)
      }, format: format, values: values,
      description: (table["$description"] ?? table["description"] ?? table["comment"])?.text ?? "",
      place: value.place)
    if let change = extensions?["studio.tokens"]?["modify"], change.isMapping || change.text != "" {
      token.modifiers = values.mapValues { _ in change }
    }
    set.tokens.append(token)
  }
}

/// A pointer into a file (RFC 6901), as in `#/color/ink/$value`.
struct TokenPointer {
  var parts: [String]

  /// nil for one into another file, or of more than 64 parts.
  init?(_ text: String) {
    guard text.hasPrefix("#/"), text.utf8.count <= 4000 else { return nil }
    parts = text.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.contains("~") ? TokenPointer.unescaped(part) : String(part)
    }
    guard parts.count <= 64 else { return nil }
  }

  private static func unescaped(_ part: Substring) -> String {
    var text = ""
    var isEscape = false
    for character in part {
      if isEscape {
        text += character == "1" ? "/" : character == "0" ? "~" : "~" + String(character)
        isEscape = false
      } else if character == "~" {
        isEscape = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}
