// SPDX-License-Identifier: MIT
// Part of Platen: the table of a look's settings for the nodes of a kind or class.

public import Drawing

extension StylePatch {
  /// Every property by the name look files use; the first ones are inherited by what lies within.
  public static let fields: [LookField<StylePatch>] = textFields + boxFields

  /// The beginning of the names of settings of styles in look files.
  static let prefix = "styles."

  /// Returns the selector and the property of a name, such as `styles.heading.1.size`; nil for other
  /// names.
  static func field(
    named name: String, isSelector: (String) -> Bool
  ) -> (selector: String, field: LookField<StylePatch>)? {
    guard name.hasPrefix(prefix), let dot = name.lastIndex(of: ".") else { return nil }
    let selector = String(name[..<dot].dropFirst(prefix.count))
    guard isSelector(selector),
      let field = fields.first(where: { $0.name == name[name.index(after: dot)...] })
    else { return nil }
    return (selector, field)
  }

  private static let textFields: [LookField<StylePatch>] = [
    words("families", \.families, "Font families, the first found is used"),
    number("size", .points(1...400), \.size, "Em size of the text"),
    number(
      "scale", .number(0.1...10), \.scale,
      "Scale relative to the surrounding text, if no size is set"
    ),
    number("leading", .number(0.8...4), \.leading, "Distance between baselines, in em"),
    LookField(
      "weight", .integer(100...900), "Weight of the text: 400 regular, 700 bold",
      get: { $0.weight.map { .number(Double($0)) } },
      store: { $0.weight = $1.double.flatMap { Int(exactly: $0) } }),
    flag("italic", \.isItalic, "Whether text is italic"),
    flag("small-caps", \.isSmallCaps, "Whether small letters are small capitals"),
    number(
      "letter-spacing", .number(-0.2...2), \.letterSpacing, "Space added between letters, in em"),
    words(
      "features", \.features,
      "OpenType features of the font, such as onum for old-style figures; [] for none"),
    color("color", \.color, "Color of the text"),
    choice("align", \.alignment, "Alignment of lines: justified, or to a side"),
    flag("hyphenate", \.hyphenates, "Whether words are hyphenated at the ends of lines"),
    flag("underlined", \.isUnderlined, "Whether text is underlined"),
    flag("struck", \.isStruck, "Whether text is struck through"),
    number(
      "rise", .number(-2...2), \.rise, "Rise of the text, in em of the surroundings"),
    number(
      "indent", .number(0...20), \.indent,
      "Indent of the first line of a paragraph that follows a paragraph, in em"),
  ]

  private static let boxFields: [LookField<StylePatch>] = [
    number("space-before", .points(0...400), \.spaceBefore, "Space above"),
    number("space-after", .points(0...400), \.spaceAfter, "Space below"),
    number(
      "margin-start", .points(0...400), \.marginStart, "Space on the side where lines begin"),
    number("margin-end", .points(0...400), \.marginEnd, "Space on the side where lines end"),
    number("padding", .points(0...100), \.padding, "Space within the background and the border"),
    number(
      "padding-block", .points(0...100), \.paddingBlock,
      "The same space above and below, if different from the sides"),
    color("ground", \.ground, "Background color"),
    color("border", \.border, "Border color"),
    number(
      "border-width", .points(0...40), \.borderWidth,
      "Width of the border and of lines above and below"),
    color("bar", \.bar, "Color of the line along the side where lines begin"),
    number("bar-width", .points(0...40), \.barWidth, "Width of that line"),
    color("overline", \.overline, "Color of the line above"),
    color("underline", \.underline, "Color of the line below"),
    number("radius", .points(0...100), \.radius, "Radius of the corners of background and border"),
    flag("keep-with-next", \.keepsWithNext, "Whether the next block stays on the same page"),
    flag("keep-together", \.keepsTogether, "Whether it is kept on one page"),
    choice(
      "page-break", \.pageBreak,
      "Where it begins: none, on a new page, on a right-hand page, or first: a new page for the "
        + "first of several"),
    LookField(
      "marker", .text, "Text before each item of a list",
      get: { $0.marker.map { .text($0) } }, store: { $0.marker = $1.string }),
  ]

  // MARK: Makers of rows

  private typealias Part<Value> = any WritableKeyPath<StylePatch, Value?> & Sendable

  private static func number(
    _ name: String, _ kind: LookKind, _ path: Part<Double>, _ doc: String
  ) -> LookField<StylePatch> {
    LookField(
      name, kind, doc, get: { $0[keyPath: path].map { .number($0) } },
      store: { $0[keyPath: path] = $1.double })
  }

  private static func flag(
    _ name: String, _ path: Part<Bool>, _ doc: String
  ) -> LookField<StylePatch> {
    LookField(
      name, .flag, doc, get: { $0[keyPath: path].map { .flag($0) } },
      store: { if case .flag(let v) = $1 { $0[keyPath: path] = v } })
  }

  private static func color(
    _ name: String, _ path: Part<Color>, _ doc: String
  ) -> LookField<StylePatch> {
    LookField(
      name, .color, doc, get: { $0[keyPath: path]?.lookValue },
      store: { $0[keyPath: path] = Color(lookValue: $1) })
  }

  private static func words(
    _ name: String, _ path: Part<[String]>, _ doc: String
  ) -> LookField<StylePatch> {
    LookField(
      name, .words(choices: []), doc,
      get: { patch in patch[keyPath: path].map { .list($0.map { .text($0) }) } },
      store: { if case .list(let items) = $1 { $0[keyPath: path] = items.compactMap(\.string) } })
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: Part<Choice>, _ doc: String
  ) -> LookField<StylePatch> {
    LookField(
      name, .choice(Choice.allCases.map(\.rawValue)), doc,
      get: { patch in patch[keyPath: path].map { .text($0.rawValue) } },
      store: { $0[keyPath: path] = $1.string.flatMap(Choice.init) })
  }
}
