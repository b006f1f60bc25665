// SPDX-License-Identifier: MIT
// Part of Platen: the plain format of a file of tokens, which people write by hand.

internal import Diagnostics
internal import Values

/// Reads the plain format: a section for each type, in it names and values, optionally in groups.
///
/// ```yaml
/// colors:
///   background: { light: "#F7F3EA", dark: "#14171A" }
///   badge:
///     morning: { light: "#E59A0B", dark: "#FFB938" }
/// spacing: { small: 8, large: 24 }
/// ```
struct PlainTokens {
  /// A section: what it is called in the file, what its tokens' names begin with, what they are.
  struct Section: Sendable {
    var key: String
    var prefix: String
    var type: TokenType
  }

  static let sections = [
    Section(key: "colors", prefix: "color", type: .color),
    Section(key: "gradients", prefix: "gradient", type: .gradient),
    Section(key: "spacing", prefix: "spacing", type: .dimension),
    Section(key: "radii", prefix: "radius", type: .dimension),
    Section(key: "sizes", prefix: "size", type: .dimension),
    Section(key: "shadows", prefix: "shadow", type: .shadow),
    Section(key: "borders", prefix: "border", type: .border),
    Section(key: "families", prefix: "family", type: .fontFamily),
    Section(key: "weights", prefix: "weight", type: .fontWeight),
    Section(key: "type", prefix: "type", type: .typography),
    Section(key: "durations", prefix: "duration", type: .duration),
    Section(key: "easings", prefix: "easing", type: .cubicBezier),
    Section(key: "numbers", prefix: "number", type: .number),
  ]

  /// Keys of values that are mappings, by type: what else is a mapping is a group.
  private static let fields: [TokenType: Set<String>] = [
    .color: ["colorSpace", "components"], .dimension: ["value", "unit"],
    .duration: ["value", "unit"], .shadow: ["color", "blur"],
    .border: ["color", "width"], .typography: ["size", "fontSize"],
  ]

  private static let others = ["contrast", "fonts", "strings", "description"]

  /// Indicates whether a file has any section of the plain format.
  static func recognizes(_ root: PlacedValue) -> Bool {
    root.entries.contains { member in
      sections.contains { $0.key == member.key } && member.value.isMapping
    }
  }

  static func read(
    _ root: PlacedValue, _ problems: inout TokenProblems, into log: inout DiagnosticLog
  ) -> DraftSet {
    var set = DraftSet()
    set.nameOfAlias = { name in
      guard let dot = name.firstIndex(of: "."),
        let section = sections.first(where: { $0.key == name[..<dot] })
      else { return name }
      return section.prefix + name[dot...]
    }
    for member in root.entries {
      if let section = sections.first(where: { $0.key == member.key || $0.prefix == member.key }) {
        guard member.value.isMapping else {
          problems.note(
            member.key, .tokensValue, "expected names with values", at: member.value.place,
            hints: member.value.emptyHints,
            message:
              "\(member.key): expected names with values, found \(member.value.shortDescription)")
          continue
        }
        read(member.value, at: [section.prefix], section.type, into: &set, &problems)
      } else if !others.contains(member.key) {
        problems.note(
          printable(member.key, limit: 60), .tokensKey, "sections that are not known",
          at: member.place,
          hints: [nearMissHint(member.key, among: sections.map(\.key) + others)],
          message: "unknown section \"\(printable(member.key, limit: 60))\"")
      }
    }
    let rest = TokenExtras(nameOfAlias: set.nameOfAlias)
    rest.read(root, into: &set, &log)
    return set
  }

  private static func read(
    _ group: PlacedValue, at path: [String], _ type: TokenType, into set: inout DraftSet,
    _ problems: inout TokenProblems
  ) {
    func addToken(
      _ name: [String], _ values: [TokenMode: PlacedValue], at place: SourceLocation,
      description: String = ""
    ) {
      set.tokens.append(
        DraftToken(
          path: name, section: type, format: .plain, values: values, description: description,
          place: place))
    }
    for member in group.entries {
      let name = path + [member.key]
      let keys = Set(member.value.entries.map(\.key))
      if !keys.isEmpty, keys.allSatisfy({ TokenMode(rawValue: $0) != nil || $0 == "description" }),
        keys.contains("light")
      {
        var values: [TokenMode: PlacedValue] = [:]
        for value in member.value.entries {
          if let mode = TokenMode(rawValue: value.key) { values[mode] = value.value }
        }
        addToken(
          name, values, at: member.place,
          description: member.value["description"]?.text ?? "")
      } else if member.value.isMapping, keys.isDisjoint(with: fields[type] ?? []) {
        if keys.contains(where: { TokenMode(rawValue: $0) != nil }) {
          let name = name.joined(separator: ".")
          problems.skip(
            name, .tokensMode, "they have no value for light", at: member.place,
            hints: ["light is the default mode"], message: "\(name) has no value for light")
        } else {
          read(member.value, at: name, type, into: &set, &problems)
        }
      } else {
        addToken(name, [.light: member.value], at: member.place)
      }
    }
  }
}
