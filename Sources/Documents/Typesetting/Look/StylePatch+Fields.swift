// SPDX-License-Identifier: MIT
// Part of Platen: the table of what a look can say about the nodes of a kind or class.

public import Drawing

extension StylePatch {
  /// Every property by the name look files use; the first ones are inherited by what lies within.
  public static let fields: [LookField<StylePatch>] = textFields + boxFields

  private static let textFields: [LookField<StylePatch>] = [
    words("families", \.families, "Font families, the first found is used"),
    number("size", .points(1...400), \.size, "Em size of the letters"),
    number(
      "scale", .number(0.1...10), \.scale,
      "Times the size of the surroundings, where no size is set"
    ),
    number("leading", .number(0.8...4), \.leading, "From baseline to baseline, in em"),
    LookField(
      "weight", .integer(100...900), "Weight of the letters: 400 regular, 700 bold",
      get: { $0.weight.map { .number(Double($0)) } },
      store: { $0.weight = $1.double.flatMap { Int(exactly: $0) } }),
    flag("italic", \.isItalic, "Whether letters are italic"),
    flag("small-caps", \.isSmallCaps, "Whether small letters are small capitals"),
    number(
      "letter-spacing", .number(-0.2...2), \.letterSpacing, "Space added between letters, in em"),
    words(
      "features", \.features,
      "OpenType features of the font, such as onum for old-style figures; [] for none"),
    color("color", \.color, "Color of the letters"),
    choice("align", \.alignment, "How lines are set: justified, or to a side"),
    flag("hyphenate", \.hyphenates, "Whether words are divided at the ends of lines"),
    flag("underlined", \.isUnderlined, "Whether letters are underlined"),
    flag("struck", \.isStruck, "Whether letters are struck through"),
    number(
      "rise", .number(-2...2), \.rise, "How far letters are raised, in em of the surroundings"),
    number(
      "indent", .number(0...20), \.indent,
      "Indent of the first line of a paragraph that follows a paragraph, in em"),
  ]

  private static let boxFields: [LookField<StylePatch>] = [
    number("space-before", .points(0...400), \.spaceBefore, "Room above"),
    number("space-after", .points(0...400), \.spaceAfter, "Room below"),
    number(
      "margin-start", .points(0...400), \.marginStart, "Room on the side where lines begin"),
    number("margin-end", .points(0...400), \.marginEnd, "Room on the side where lines end"),
    number("padding", .points(0...100), \.padding, "Room within the ground and the border"),
    number(
      "padding-block", .points(0...100), \.paddingBlock,
      "That room above and below, where it is another than at the sides"),
    color("ground", \.ground, "Color under it"),
    color("border", \.border, "Line round it"),
    number("border-width", .points(0...40), \.borderWidth, "Width of lines round, above and below"),
    color("bar", \.bar, "Line along the side where lines begin"),
    number("bar-width", .points(0...40), \.barWidth, "Width of that line"),
    color("overline", \.overline, "Line above it"),
    color("underline", \.underline, "Line below it"),
    number("radius", .points(0...100), \.radius, "Radius of the corners of ground and border"),
    flag("keep-with-next", \.keepsWithNext, "Whether what follows stays on the same page"),
    flag("keep-together", \.keepsTogether, "Whether it is kept on one page"),
    choice(
      "page-break", \.pageBreak,
      "Where it begins: none, on a new page, on a right-hand page, or first: a new page for the "
        + "first of several"),
    LookField(
      "marker", .text, "What stands before each item of a list",
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
