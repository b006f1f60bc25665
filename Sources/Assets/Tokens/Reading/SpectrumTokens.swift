// SPDX-License-Identifier: MIT
// Part of Platen: the format of Spectrum's tokens.

internal import Diagnostics
internal import Values

/// Reads Spectrum's format: one flat mapping, each token with a schema whose name is its type, and
/// with one value or with `sets` of values for modes and devices.
struct SpectrumTokens {
  static func read(_ root: PlacedValue, _ problems: inout TokenProblems) -> DraftSet {
    var set = DraftSet()
    set.roots = [root]
    for member in root.entries where !member.key.hasPrefix("$") {
      guard member.value.isMapping else { continue }
      var type = schemaType(member.value)
      var values: [TokenMode: PlacedValue] = [:]
      if let value = member.value["value"] { values[.light] = value }
      for entry in member.value["sets"]?.entries ?? [] {
        guard let value = entry.value["value"] else { continue }
        if let own = schemaType(entry.value) { type = own }
        if let mode = ModeWords.mode(of: entry.key) {
          values[mode] = value
        } else if entry.key == "desktop" {
          values[.light] = value
        } else {
          problems.note(
            member.key, .tokensMode,
            "values for \"\(printable(entry.key, limit: 60))\" are not read", at: entry.place,
            message: "\(member.key): the value for \(printable(entry.key, limit: 60)) is skipped")
        }
      }
      guard !values.isEmpty else {
        problems.skip(
          member.key, .tokensValue, "they have no value", at: member.place,
          message: "\(printable(member.key, limit: 60)) is skipped: it has no value")
        continue
      }
      set.tokens.append(
        DraftToken(
          path: [member.key], type: type, format: .spectrum, values: values, description: "",
          place: member.place))
    }
    return set
  }

  /// The type by the name of the schema; nil for an alias, whose type is its target's.
  private static func schemaType(_ token: PlacedValue) -> WrittenType? {
    guard let schema = token["$schema"], let text = schema.text,
      let name = text.split(separator: "/").last?.split(separator: ".").first
    else { return nil }
    let isOpen = name == "alias" || name.hasSuffix("-set")
    return isOpen ? nil : WrittenType(name: String(name), place: schema.place)
  }
}
