// SPDX-License-Identifier: MIT
// Part of Platen: reads looks of cards from their files.

internal import Diagnostics
internal import Digests
internal import Drawing
public import Tokens
public import Values

extension PlacedValue {
  /// Indicates whether the value of a color is another color, in one mode or all.
  fileprivate func names(_ color: String) -> Bool {
    text == color || entries.contains { $0.value.text == color }
  }
}

extension CardLook {
  /// Returns the names of the colors of a look and of a job's tokens.
  private static func colorNames(_ root: PlacedValue, _ tokens: TokenSet?) -> [String] {
    (root["colors"]?.entries ?? []).map(\.key)
      + (tokens?.tokens ?? []).filter { $0.type == .color }.map { token in
        token.name.hasPrefix("color.") ? String(token.name.dropFirst(6)) : token.name
      }
  }

  /// The groups of a look's file.
  private static let groups = ["description", "extends", "colors", "fonts", "views"]

  /// Reads a look whose files are merged already.
  ///
  /// - Parameters:
  ///   - root: the contents of the file and of those it extends; see `PlacedValue.laid(over:)`.
  ///   - tokens: colors that replace those of the same names in the look.
  ///   - colors: colors by name that replace both; values are names or `#rrggbb`.
  ///   - columns: by name in lowercase, the fields of rows that have it as a value: a color of that
  ///     name may be new.
  /// - Throws: `Failure` `look.…` with all errors and their locations.
  public init(
    _ root: PlacedValue, name: String, tokens: TokenSet? = nil, colors: [PlacedValue.Member] = [],
    columns: [String: [String]] = [:]
  ) throws {
    var reader = CardLookReader()
    for member in root.entries where !CardLook.groups.contains(member.key) {
      reader.unknown(member, among: CardLook.groups)
    }
    self.init(
      name: name, about: root["description"]?.text ?? "", colors: [], fonts: [], views: [],
      digest: Digest(canonicalOf: Settings(root: root, tokens: tokens, colors: colors)))
    self.colors = reader.colors(root["colors"], tokens, colors)
    fonts = reader.fonts(root["fonts"])
    reader.fontNames = fonts.map(\.name)
    for font in fonts {
      if let rtl = font.value.rtl, !reader.fontNames.contains(rtl) {
        reader.log.record(
          .error(
            .lookValue, "unknown font \"\(rtl)\" in fonts.\(font.name).rtl",
            at: root["fonts"]?[font.name]?.place,
            hints: [nearMissHint(rtl, among: reader.fontNames)]))
      }
    }
    for view in root["views"]?.entries ?? [] {
      var layouts: [Layout] = []
      let backdrop = view.value["backdrop"].map { reader.elements($0, "backdrop") } ?? []
      for member in view.value.entries where member.key != "backdrop" {
        guard let size = CardSize(member.key) else {
          reader.log.record(
            .error(
              .lookSize, "unknown card size \"\(printable(member.key, limit: 40))\"",
              at: member.place,
              hints: [
                CardSize.suggestion(for: member.key).map { "did you mean \"\($0.name)\"?" }
                  ?? nearMissHint(member.key, among: CardSize.all.map(\.name))
              ]))
          continue
        }
        layouts.append(
          Layout(size: size, elements: backdrop + reader.elements(member.value, member.key)))
      }
      if layouts.isEmpty {
        reader.log.record(
          .error(.lookValue, "the view \(view.key) has no layouts", at: view.place))
      }
      views.append(Named(name: view.key, value: layouts))
    }
    if views.isEmpty {
      reader.log.record(
        .error(
          .lookValue, "expected views, each with layouts by size", at: root.place,
          hints: ["views: { card: { square: [ { text: \"{title}\" } ] } }"]))
    }
    let known = CardLook.colorNames(root, tokens)
    colorColumn = newColors(
      colors.filter { !known.contains($0.key) }, of: colors, columns, known, &reader.log)
    try reader.log.throwIfErrors()
  }

  /// Returns the column that new colors of a job belong to, with errors recorded for those that are
  /// the value of no column and in the value of no other color.
  private func newColors(
    _ added: [PlacedValue.Member], of colors: [PlacedValue.Member], _ columns: [String: [String]],
    _ known: [String], _ log: inout DiagnosticLog
  ) -> ColorColumn? {
    // Looks show a category in their own fields, or in the one that they have for this.
    let used = colorFields
    let usable = used.contains("color") ? nil : used
    var order: [String] = []
    var values: [String: Set<String>] = [:]
    for member in added {
      let name = member.key.lowercased()
      let own = (columns[name] ?? []).filter { usable?.contains($0) ?? true }
      for column in own {
        if values[column] == nil { order.append(column) }
        values[column, default: []].insert(name)
      }
      // Other colors of the job may refer to it.
      guard own.isEmpty, !colors.contains(where: { $0.value.names(member.key) }) else { continue }
      log.record(
        .error(
          .lookValue,
          "unknown color \"\(printable(member.key, limit: 60))\" of the look \(self.name)",
          at: member.place,
          hints: [
            nearMissHint(member.key, among: known),
            "the name of a new color must be a value of a column, whose cards it colors",
          ]))
    }
    let most = values.values.map(\.count).max()
    return order.first { values[$0]?.count == most }.flatMap { column in
      values[column].map { ColorColumn(name: column, values: $0) }
    }
  }

  /// The sources of a look.
  private struct Settings: Digestible {
    var root: PlacedValue
    var tokens: TokenSet?
    var colors: [PlacedValue.Member]

    func add(to digester: inout Digester) {
      let tokens = tokens?.tokens.map {
        [$0.name, $0.color(in: .light)?.hex, $0.color(in: .dark)?.hex]
      }
      digester.addFields(root, tokens, colors)
    }
  }
}

extension PlacedValue {
  /// Merges this file with the one it extends: mappings are merged, other values replace.
  public func laid(over base: PlacedValue) -> PlacedValue {
    guard isMapping, base.isMapping else { return self }
    var merged = base.entries
    for member in entries {
      if let index = merged.firstIndex(where: { $0.key == member.key }) {
        merged[index] = Member(
          key: member.key, place: member.place, value: member.value.laid(over: merged[index].value))
      } else {
        merged.append(member)
      }
    }
    return PlacedValue(.mapping(merged), at: place)
  }
}
