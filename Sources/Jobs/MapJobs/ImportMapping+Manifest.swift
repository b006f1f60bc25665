// SPDX-License-Identifier: MIT
// Part of Platen: reads World Foundry's `import_mapping` from a manifest or a file of its own.

internal import Atlas
internal import Diagnostics
internal import JobKit
internal import Values

extension ImportMapping {
  /// Reads a mapping: `biomes` by number, `culture-types` and `government-types` by name.
  ///
  /// A file may contain it under `import_mapping` and with `_` in names, as World Foundry writes it.
  init(_ value: PlacedValue) throws {
    self.init()
    var errors = DiagnosticList()
    let root = value["import_mapping"] ?? value
    guard let members = root.members else {
      throw Failure(
        .error(
          .mappingType,
          "import-mapping: expected a mapping, found \(root.description)",
          at: root.place,
          hints: ["biomes: { 5: Taiga }"]))
    }
    let known = ["biomes", "culture-types", "government-types"]
    for member in members {
      let key = member.key.replacing("_", with: "-")
      guard known.contains(key) else {
        errors.unknownKey(member, in: "an import mapping", among: known)
        continue
      }
      guard let rows = member.value.members else {
        errors.record(
          .mappingType, "\(member.key): expected a mapping, found \(member.value.description)",
          at: member.value.place)
        continue
      }
      for row in rows {
        guard let name = row.value.text, !row.value.isNull else {
          errors.record(
            .mappingType, "expected a new name, found \(row.value.description)",
            at: row.value.place)
          continue
        }
        switch key {
        case "biomes":
          if let number = Int(row.key) {
            biomes[number] = name
          } else {
            errors.record(
              .mappingType, "expected the number of a biome, found \"\(row.key)\"", at: row.place)
          }
        case "culture-types": cultureTypes[row.key] = name
        default: governmentTypes[row.key] = name
        }
      }
    }
    try errors.throwIfAny()
  }
}
