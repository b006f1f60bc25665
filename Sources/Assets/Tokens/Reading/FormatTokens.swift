// SPDX-License-Identifier: MIT
// Part of Platen: the design-token format of the W3C's community group.

internal import Diagnostics
internal import Values

/// Reads the design-token format (Design Tokens Format Module 2025.10, and the drafts before it in
/// which colors are `#` texts and lengths `8px`).
///
/// The format itself has no modes; values for them are in `$extensions.mode`, as several of its
/// programs write them. Platen's other settings for a file are in `$extensions.platen` of the root.
struct FormatTokens {
  /// Indicates whether any key of a file is one of the format's.
  static func recognizes(_ root: PlacedValue) -> Bool {
    root.entries.contains { member in
      ["$value", "$type", "$extensions"].contains(member.key) || recognizes(member.value)
    }
  }

  private static let known: Set<String> = [
    "$value", "$type", "$description", "$extensions", "$deprecated", "$root", "$schema",
  ]

  /// Types of the format, of its drafts and of programs that write it, which Platen makes nothing
  /// of.
  private static let unread: Set<String> = [
    "strokeStyle", "transition", "string", "boolean", "link", "file", "asset", "fontStyle",
    "percentage", "other",
  ]

  static func read(_ root: PlacedValue, into log: inout DiagnosticLog) -> DraftSet {
    var set = DraftSet()
    read(root, at: [], type: nil, unread: nil, into: &set, &log)
    for index in set.tokens.indices {
      set.tokens[index].values = set.tokens[index].values.mapValues {
        withStrokeStyle($0, of: set.strokeStyles)
      }
    }
    checkUnits(of: set.tokens, &log)
    if let ours = root["$extensions"]?["platen"] {
      for member in ours.entries where !["contrast", "fonts", "strings"].contains(member.key) {
        log.record(
          .error(
            .tokensKey, "$extensions.platen: unknown key \"\(printable(member.key, limit: 60))\"",
            at: member.place,
            hints: [nearMissHint(member.key, among: ["contrast", "fonts", "strings"])]))
      }
      TokenExtras(nameOfAlias: set.nameOfAlias).read(ours, into: &set, &log)
    }
    return set
  }

  /// The value of a border with the line style itself where it names a token of one.
  private static func withStrokeStyle(
    _ value: PlacedValue, of styles: [String: PlacedValue]
  ) -> PlacedValue {
    guard var style = value["style"], case .mapping(var members) = value.content else {
      return value
    }
    var steps = 0
    while let name = TokenResolver.alias(style), let next = styles[name],
      steps < TokenResolver.deepest
    {
      style = next
      steps += 1
    }
    for index in members.indices where members[index].key == "style" {
      members[index].value = style
    }
    return PlacedValue(.mapping(members), at: value.place)
  }

  /// Reports once that lengths have no unit, which the format requires and programs read in
  /// different ways.
  private static func checkUnits(of tokens: [DraftToken], _ log: inout DiagnosticLog) {
    let lengths: Set<String> = [
      "fontSize", "size", "letterSpacing", "offsetX", "offsetY", "x", "y", "blur", "spread",
      "width",
    ]
    var bare: [(name: String, place: SourceLocation)] = []
    func look(at value: PlacedValue, of token: DraftToken) {
      let number = value.looseNumber ?? (value["unit"] == nil ? value["value"]?.looseNumber : nil)
      if let number, number != 0 { bare.append((token.name, value.place)) }
    }
    for token in tokens {
      for mode in TokenMode.allCases {
        guard let value = token.values[mode] else { continue }
        switch token.type {
        case .dimension: look(at: value, of: token)
        case .typography, .border, .shadow:
          for part in value.elements ?? [value] {
            for member in part.entries where lengths.contains(member.key) {
              look(at: member.value, of: token)
            }
          }
        default: break
        }
      }
    }
    guard let first = bare.first else { return }
    let names = Set(bare.map(\.name)).count
    log.record(
      .warning(
        .tokensUnit,
        names == 1
          ? "\(first.name) has a length without a unit: it is read as px"
          : "\(names) tokens have lengths without units, \(first.name) the first: they are read as px",
        at: first.place, hints: ["write 16px or 1rem; Style Dictionary takes such lengths for rem"])
    )
  }

  private static func read(
    _ table: PlacedValue, at path: [String], type inherited: TokenType?,
    unread inheritedUnread: String?, into set: inout DraftSet, _ log: inout DiagnosticLog
  ) {
    var type = inherited
    var unread = inheritedUnread
    if let named = table["$type"] {
      if let known = named.text.flatMap(TokenType.init) {
        type = known
        unread = nil
      } else if let other = named.text, FormatTokens.unread.contains(other) {
        unread = other
      } else {
        log.record(
          .error(
            .tokensType, "tokens of type \(named.shortDescription) are not read", at: named.place,
            hints: [nearMissHint(named.text ?? "", among: TokenType.allCases.map(\.rawValue))]))
        return
      }
    }
    recordUnknownKeys(in: table, &log)
    if let value = table["$value"] {
      recordUnknownMembers(in: table, at: path, &log)
      if let unread {
        set.skipped.insert(path.joined(separator: "."))
        if unread == "strokeStyle" { set.strokeStyles[path.joined(separator: ".")] = value }
        log.record(
          .warning(
            .tokensType,
            "\(path.joined(separator: ".")) is skipped: tokens of type \(unread) are not read",
            at: value.place))
        return
      }
      token(table, value, at: path, type, into: &set, &log)
      return
    }
    for member in table.entries {
      let path = path + [member.key]
      if member.key == "$root" {
        recordUnknownMembers(in: member.value, at: path, &log)
        guard let value = member.value["$value"] else {
          log.record(
            .warning(
              .tokensValue, "\(path.joined(separator: ".")) is skipped: it has no $value",
              at: member.place))
          continue
        }
        guard unread == nil || member.value["$type"] != nil else { continue }
        token(member.value, value, at: path, type, into: &set, &log)
      } else if !member.key.hasPrefix("$"), isNamed(member, at: path, &log) {
        read(member.value, at: path, type: type, unread: unread, into: &set, &log)
      }
    }
  }

  /// Indicates whether a member may be a group or a token by its value and its key; records why
  /// not.
  private static func isNamed(
    _ member: PlacedValue.Member, at path: [String], _ log: inout DiagnosticLog
  ) -> Bool {
    guard member.value.isMapping else {
      log.record(
        .error(
          .tokensValue, "\(path.joined(separator: ".")) is neither a group nor a token",
          at: member.place, hints: ["a token has a $value"]))
      return false
    }
    if member.key.contains(where: { "{}.".contains($0) }) || member.key.isEmpty {
      log.record(
        .error(
          .tokensName, "\"\(printable(member.key, limit: 60))\" cannot be a token's name",
          at: member.place, hints: ["names have no dots and no braces"]))
      return false
    }
    return true
  }

  /// Records members that the format keeps for itself and does not know.
  private static func recordUnknownKeys(in table: PlacedValue, _ log: inout DiagnosticLog) {
    for member in table.entries where member.key.hasPrefix("$") && !known.contains(member.key) {
      let isFeature = ["$extends", "$ref"].contains(member.key)
      log.record(
        .error(
          .tokensKey,
          isFeature
            ? "\(member.key) is not read by this Platen"
            : "unknown key \"\(printable(member.key, limit: 60))\"", at: member.place,
          hints: [
            isFeature
              ? "write an alias for each token: \"{group.name}\""
              : nearMissHint(member.key, among: known.sorted())
          ]))
    }
  }

  /// Records members of a token that are not properties of one. A token holds no other tokens.
  private static func recordUnknownMembers(
    in table: PlacedValue, at path: [String], _ log: inout DiagnosticLog
  ) {
    for member in table.entries where !member.key.hasPrefix("$") {
      let name = (path + [member.key]).map { printable($0, limit: 60) }.joined(separator: ".")
      let isToken = recognizes(member.value)
      log.record(
        .warning(
          isToken ? .tokensNested : .tokensKey,
          isToken
            ? "\(name) is skipped: it is within a token, and tokens hold no others"
            : "\(name) is skipped: tokens have no such property", at: member.place,
          hints: isToken
            ? ["give the group's own value the name $root: { $root: { $value: … }, … }"] : []))
    }
  }

  private static func token(
    _ table: PlacedValue, _ value: PlacedValue, at path: [String], _ inherited: TokenType?,
    into set: inout DraftSet, _ log: inout DiagnosticLog
  ) {
    let type = table["$type"]?.text.flatMap(TokenType.init) ?? inherited
    var values: [TokenMode: PlacedValue] = [.light: value]
    for mode in table["$extensions"]?["mode"]?.entries ?? [] {
      guard let known = TokenMode(rawValue: mode.key) else {
        log.record(
          .error(
            .tokensMode, "unknown mode \"\(printable(mode.key, limit: 60))\"", at: mode.place,
            hints: [nearMissHint(mode.key, among: TokenMode.allCases.map(\.rawValue))]))
        continue
      }
      values[known] = mode.value
    }
    guard !path.isEmpty else {
      log.record(.error(.tokensName, "a token without a name", at: value.place))
      return
    }
    set.tokens.append(
      DraftToken(
        path: path, type: type, values: values, description: table["$description"]?.text ?? "",
        place: value.place))
  }
}
