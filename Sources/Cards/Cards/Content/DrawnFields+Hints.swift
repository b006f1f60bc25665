// SPDX-License-Identifier: MIT
// Part of Platen: places that are free on cards, for hints at fields that no card shows.

internal import Diagnostics
internal import Rows

extension DrawnFields {
  /// The fields that are proposed first for a short text and for prose.
  private static let short = ["stats", "kicker", "footer", "flavor"]
  private static let prose = ["text", "flavor", "stats", "footer"]
  /// The largest number of fields that a hint assigns.
  private static let most = 3

  /// Returns the hint at fields that no card shows: places for them that replace nothing, and the
  /// way to omit them.
  mutating func hint(toShow names: [String], _ content: CardContent) -> String {
    var assigned: [(place: String, name: String)] = []
    for name in names where assigned.count < DrawnFields.most {
      let texts = texts(of: name)
      guard !texts.isEmpty, let place = freeField(for: texts, content) else { continue }
      assigned.append((place, printable(name, limit: 60)))
    }
    let listed = names.prefix(8).map { printable($0, limit: 60) }
    let them = names.count == 1 ? "it" : "them"
    let omit =
      "to omit \(them), add omit: [\(listed.joined(separator: ", "))"
      + (names.count > 8 ? ", …]" : "]")
    guard !assigned.isEmpty else {
      return "every place of the look is in use: add one in a look of your own; " + omit
    }
    let fields = assigned.map { "\($0.place): \"{\($0.name)}\"" }.joined(separator: ", ")
    return "to show \(assigned.count == 1 && names.count == 1 ? "it" : "them"), "
      + "add fields: { \(fields) }; \(omit)"
  }

  /// Returns a field that shows a text of rows on all cards and hides nothing that they show; nil if
  /// there is none. No other hint proposes it.
  ///
  /// - Parameter texts: the texts of all rows.
  mutating func freeField(for texts: [String], _ content: CardContent) -> String? {
    let isProse = texts.contains { RowValue.text($0).isProse }
    // A label repeats among the cards, as the name of a category does.
    let isLabel = texts.count > Set(texts).count && texts.allSatisfy { $0.count <= 20 }
    let usual =
      isProse ? DrawnFields.prose : (isLabel ? ["kicker"] : []) + DrawnFields.short
    let place = candidates(usual).first { place in
      !proposed.contains(place) && !content.fields.contains { $0.name == place } && isFree(place)
    }
    if let place { proposed.append(place) }
    return place
  }

  /// The layouts that have to show a text: widgets have little room.
  private var decisive: [(layout: CardLook.Layout, cards: [Int])] {
    let large = layouts.filter { !$0.layout.size.isWidget }
    return large.isEmpty ? layouts : large
  }

  /// The fields in which all layouts show text: the usual ones, or else those of the first layout
  /// that are not headings.
  private func candidates(_ usual: [String]) -> [String] {
    guard let first = decisive.first?.layout.textPlaces else { return [] }
    let known = Set(first.flatMap(\.names))
    let found = usual.filter(known.contains)
    return found.isEmpty ? first.filter { $0.role == .text }.compactMap(\.names.first) : found
  }

  /// Indicates whether a field adds a text to all cards, and all other texts stay on them.
  private func isFree(_ place: String) -> Bool {
    decisive.allSatisfy { layout, cards in
      cards.allSatisfy { index in
        var row = row(of: index)
        guard row[place]?.shown == nil else { return false }
        for name in proposed { row[name] = .text("x") }
        let before = layout.drawnFields(of: row)
        row[place] = .text("x")
        return layout.drawnFields(of: row).isSuperset(of: before.union([place]))
      }
    }
  }
}

extension CardLook.Layout {
  /// The fields without paths of each text that is a single field, in order, and the text's role.
  fileprivate var textPlaces: [(names: [String], role: CardText.Role)] {
    elements.flatMap { element -> [(names: [String], role: CardText.Role)] in
      guard case .stack(let stack) = element.kind else { return [] }
      return stack.items.compactMap { item in
        guard case .text(let text) = item, let names = text.text.onlyField else { return nil }
        return (names.filter { !$0.contains(".") }, text.role)
      }
    }
  }
}
