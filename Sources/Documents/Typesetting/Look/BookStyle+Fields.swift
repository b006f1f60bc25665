// SPDX-License-Identifier: MIT
// Part of Platen: the table of every setting of a book's pages.

public import Drawing

extension BookStyle: LookTable {
  public static var description: String { "campaign look" }

  /// The settings of pages as wholes, in the order a look file lists them; those of what stands on
  /// them are `styles.SELECTOR.` and a row of `StylePatch.fields`.
  public static let pageFields: [LookField<BookStyle>] = [
    color(
      "page.ground", \.ground, "Color of the paper; none leaves it to the printer or the reader"),
    LookField(
      "page.vignette", .number(0...1), "How much darker the paper is towards its edges",
      get: { .number($0.vignette) }, store: { if let v = $1.double { $0.vignette = v } }),
    color(
      "page.line", \.lineColor, "Ornaments, lines between notes and text, edges of missing images"
    ),
    color("page.stripe", \.stripe, "Background of every other row of a table; none for no stripes"),
    choice(
      "page.furniture", Furniture.self, \.furniture,
      "Head and foot of pages: plain has the chapter above and the number below, chronicle "
        + "centers both and frames pages that have neither"),
    choice("page.ornament", Ornament.self, \.ornament, "Ornament at pauses of the story"),
    integer(
      "page.orphans", 1...10, \.orphans,
      "Fewest lines of a paragraph left at the foot of a page"),
    integer(
      "page.widows", 1...10, \.widows, "Fewest lines of a paragraph carried to the next page"),
    integer("page.index-columns", 1...4, \.indexColumns, "Columns of the index"),
  ]

  public static func field(named name: String) -> LookField<BookStyle>? {
    if let field = pageFields.first(where: { $0.name == name }) { return field }
    guard let (selector, field) = StylePatch.field(named: name, isSelector: isSelector) else {
      return nil
    }
    return LookField(
      name, field.kind, field.doc, get: { $0.patches[selector].flatMap(field.get) },
      store: { field.store(&$0.patches[selector, default: StylePatch()], $1) })
  }

  public static func isGroup(_ name: String) -> Bool {
    if name == "page" || name == "styles" { return true }
    guard name.hasPrefix(prefix) else { return false }
    let selector = name.dropFirst(prefix.count)
    // `heading: { 1: { … } }` goes by way of `heading`, `table` by way of nothing.
    return isSelector(String(selector))
  }

  public static func names(like name: String) -> [String] {
    guard name.hasPrefix(prefix) else { return pageFields.map(\.name) + ["page", "styles"] }
    let selector = String(name.dropFirst(prefix.count))
    guard let dot = selector.lastIndex(of: ".") else { return selectors.map { prefix + $0 } }
    let (head, tail) = (selector[..<dot], selector[selector.index(after: dot)...])
    if isSelector(String(head)) {
      // The selector is known, so a property is looked for, or a class.
      return StylePatch.fields.map { "\(prefix)\(head).\($0.name)" }
        + classes.map { "\(prefix)\(head).\($0.name)" }
    }
    guard StylePatch.fields.contains(where: { $0.name == tail }) else {
      return selectors.map { prefix + $0 }
    }
    // The property is known, so a selector is looked for: of the same kind, or any.
    let kind = head.lastIndex(of: ".").map { head[..<$0] } ?? ""
    return (classes.map { "\(kind).\($0.name)" } + selectors).map { "\(prefix)\($0).\(tail)" }
  }

  private static let prefix = StylePatch.prefix

  // MARK: Makers of rows

  private static func color(
    _ name: String, _ path: any WritableKeyPath<BookStyle, Color> & Sendable, _ doc: String
  ) -> LookField<BookStyle> {
    LookField(
      name, .color, doc, get: { $0[keyPath: path].lookValue },
      store: { $0[keyPath: path] = Color(lookValue: $1) })
  }

  private static func integer(
    _ name: String, _ range: ClosedRange<Int>,
    _ path: any WritableKeyPath<BookStyle, Int> & Sendable, _ doc: String
  ) -> LookField<BookStyle> {
    LookField(
      name, .integer(range), doc, get: { .number(Double($0[keyPath: path])) },
      store: { if let v = $1.double.flatMap({ Int(exactly: $0) }) { $0[keyPath: path] = v } })
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ choices: Choice.Type,
    _ path: any WritableKeyPath<BookStyle, Choice> & Sendable, _ doc: String
  ) -> LookField<BookStyle> {
    LookField(
      name, .choice(choices.allCases.map(\.rawValue)), doc,
      get: { .text($0[keyPath: path].rawValue) },
      store: { look, value in
        if let choice = value.string.flatMap(Choice.init) { look[keyPath: path] = choice }
      })
  }
}
