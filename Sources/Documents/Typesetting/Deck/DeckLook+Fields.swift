// SPDX-License-Identifier: MIT
// Part of Platen: the table of every setting of a talk look.

public import Drawing

extension DeckLook: LookTable {
  public static var description: String { "talk look" }

  /// Classes of slides and of what stands on them that styles can name besides those of books.
  public static let classes: [BookStyle.Nameable] = [
    .init("cover", "Everything on the cover"),
    .init("part", "Everything on the first slide of a part"),
    .init("standard", "Everything on all other slides"),
    .init("slide-title", "A slide's title"),
    .init("cover-title", "The talk's title on its cover"),
    .init("part-title", "A part's title"),
    .init("counter", "A part's number"),
    .init("talk-line", "Speaker and date on the cover"),
    .init("center", "Slides of the class center"),
    .init("centered", "Lists on such slides"),
  ]

  /// The settings of slides as wholes, in the order a look file lists them; those of what stands on
  /// them are `styles.SELECTOR.` and a row of `StylePatch.fields`.
  public static let fields: [LookField<DeckLook>] = [
    color("colors.ground", \.ground, "Background of slides"),
    color("colors.ink", \.ink, "Text"),
    color("colors.accent", \.accent, "Titles, links, bars"),
    color("colors.accent2", \.accent2, "Further highlights"),
    color("colors.panel", \.panel, "Background of code, callouts and every other row of a table"),
    color("colors.line", \.line, "Lines"),
    color("colors.quiet", \.quiet, "Captions, numbers, comments in code"),
    color("colors.cover", \.coverGround, "Background of the cover"),
    color("colors.cover-ink", \.coverInk, "Text on the cover"),
    color("colors.part", \.partGround, "Background of the first slide of a part"),
    color("colors.part-ink", \.partInk, "Text on that slide"),
    words("fonts.title", \.titleFamilies, "Font families of titles and headings, the best first"),
    words("fonts.body", \.bodyFamilies, "Font families of running text"),
    words("fonts.code", \.codeFamilies, "Font families of code"),
    points("slide.side", 0...200, \.side, "Space between a slide's sides and its content"),
    points("slide.top", 0...200, \.top, "Space above the content"),
    points("slide.bottom", 20...200, \.bottom, "Space below the content"),
    LookField(
      "slide.least-scale", .number(0.2...1),
      "Smallest scale of text that is shrunk to fit its slide; the rest continues over another "
        + "page",
      get: { .number($0.leastScale) }, store: { if let v = $1.double { $0.leastScale = v } }),
  ]

  public static func field(named name: String) -> LookField<DeckLook>? {
    if let field = fields.first(where: { $0.name == name }) { return field }
    guard let (selector, field) = StylePatch.field(named: name, isSelector: isSelector) else {
      return nil
    }
    return LookField(
      name, field.kind, field.doc, get: { $0.own.patches[selector].flatMap(field.get) },
      store: { field.store(&$0.own.patches[selector, default: StylePatch()], $1) })
  }

  public static func isGroup(_ name: String) -> Bool {
    if ["colors", "fonts", "slide", "styles"].contains(name) { return true }
    return name.hasPrefix(prefix) && isSelector(String(name.dropFirst(prefix.count)))
  }

  public static func names(like name: String) -> [String] {
    guard name.hasPrefix(prefix) else { return fields.map(\.name) + ["styles"] }
    let own = classes.map { prefix + "." + $0.name }
    guard let dot = name.dropFirst(prefix.count).lastIndex(of: ".") else {
      return own + BookStyle.names(like: name)
    }
    guard isSelector(String(name[..<dot].dropFirst(prefix.count))) else {
      let property = String(name[name.index(after: dot)...])
      let isKnown = StylePatch.fields.contains { $0.name == property }
      return own + (isKnown ? own.map { $0 + "." + property } : []) + BookStyle.names(like: name)
    }
    return StylePatch.fields.map { name[..<dot] + "." + $0.name }
  }

  /// Indicates whether a talk look can style a selector: a kind, a class, or a class of a kind.
  public static func isSelector(_ text: String) -> Bool {
    if BookStyle.isSelector(text) { return true }
    guard let dot = text.lastIndex(of: "."),
      classes.contains(where: { $0.name == text[text.index(after: dot)...] })
    else { return false }
    let kind = String(text[..<dot])
    return kind.isEmpty || BookStyle.isSelector(kind)
  }

  /// The look as YAML, every setting with its value.
  public var yaml: String {
    var lines = [
      "# SPDX-License-Identifier: MIT",
      "# Part of Platen: the look \"\(name)\" of decks, every setting with its value.",
      "#",
      "# Copy this file, keep the lines you want to change, write \"extends: \(name)\" over them, and",
      "# name it in a manifest: look: mine.yaml. For a list of the settings, see",
      "# platen looks --settings --kind talk; for that of selectors, platen looks --styles.",
      "extends: none",
      "description: " + LookValue.text(about).text,
    ]
    lines += LookText.lines(of: DeckLook.fields, in: self)
    if !own.patches.isEmpty { lines += own.styleLines }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let prefix = StylePatch.prefix

  // MARK: Makers of rows

  private static func color(
    _ name: String, _ path: any WritableKeyPath<Palette, Color> & Sendable, _ doc: String
  ) -> LookField<DeckLook> {
    LookField(
      name, .opaqueColor, doc, get: { $0.palette[keyPath: path].lookValue },
      store: { $0.palette[keyPath: path] = Color(lookValue: $1) })
  }

  private static func words(
    _ name: String, _ path: any WritableKeyPath<Palette, [String]> & Sendable, _ doc: String
  ) -> LookField<DeckLook> {
    LookField(
      name, .words(choices: []), doc,
      get: { .list($0.palette[keyPath: path].map { .text($0) }) },
      store: {
        if case .list(let items) = $1 { $0.palette[keyPath: path] = items.compactMap(\.string) }
      })
  }

  private static func points(
    _ name: String, _ range: ClosedRange<Double>,
    _ path: any WritableKeyPath<DeckLook, Double> & Sendable, _ doc: String
  ) -> LookField<DeckLook> {
    LookField(
      name, .points(range), doc, get: { .number($0[keyPath: path]) },
      store: { if let v = $1.double { $0[keyPath: path] = v } })
  }
}
