// SPDX-License-Identifier: MIT
// Part of Platen: the table of a book look's settings for screens and for the maps in the book.

package import Drawing
internal import Writers

extension BookLook {
  /// The settings that pages do not know.
  static let ownFields: [LookField<BookLook>] =
    [
      choice(
        "screen.scheme", \.web.scheme,
        "Colors of an HTML page: those of the reader's system, or always the same")
    ]
    + palette("screen.light", \.web.light) + palette("screen.dark", \.web.dark)
    + [
      words("screen.text", \.web.textFamilies, "Font families of running text, as CSS names them"),
      words("screen.display", \.web.displayFamilies, "Font families of titles and headings"),
      words(
        "screen.labels", \.web.labelFamilies, "Font families of labels, contents and captions"),
      words("screen.code", \.web.codeFamilies, "Font families of text as typed"),
      LookField(
        "screen.measure", .integer(30...120), "Approximate number of letters in a line",
        get: { .number(Double($0.web.measure)) },
        store: { if let v = $1.double.flatMap({ Int(exactly: $0) }) { $0.web.measure = v } }),
      choice(
        "screen.paragraphs", \.web.paragraphs,
        "Separation of paragraphs: by space, or by an indent as in novels"),
      choice("screen.headings", \.web.headings, "Alignment of headings"),
      choice("screen.ornament", \.web.ornament, "Ornament at pauses of the story"),
      LookField(
        "screen.drop-caps", .flag, "Whether chapters begin with a large letter",
        get: { .flag($0.web.dropsCaps) },
        store: { if case .flag(let v) = $1 { $0.web.dropsCaps = v } }),
      LookField(
        "maps", .text, "Look of the maps in the book: a name or a file",
        get: { .text($0.maps) }, store: { if let v = $1.string { $0.maps = v } }),
    ]

  private typealias Part<Value> = any WritableKeyPath<BookLook, Value> & Sendable

  private static func palette(
    _ name: String, _ path: Part<WebStyle.Palette>
  ) -> [LookField<BookLook>] {
    func color(
      _ key: String, _ part: any WritableKeyPath<WebStyle.Palette, UInt32> & Sendable,
      _ doc: String
    ) -> LookField<BookLook> {
      LookField(
        name + key, .opaqueColor, doc,
        get: { .text(Color(rgb: $0[keyPath: path][keyPath: part]).hex) },
        store: { $0[keyPath: path][keyPath: part] = Color(lookValue: $1).rgb })
    }
    let when = name == "screen.light" ? "by day" : "in the dark"
    return [
      color(".paper", \.paper, "Background \(when)"),
      color(".ink", \.ink, "Text \(when)"),
      color(".muted", \.muted, "Dates, captions and labels \(when)"),
      color(".accent", \.accent, "Links and highlights \(when)"),
      color(".line", \.line, "Lines \(when)"),
      color(".panel", \.panel, "Background of boxes and heads of tables \(when)"),
    ]
  }

  private static func words(
    _ name: String, _ path: Part<[String]>, _ doc: String
  ) -> LookField<BookLook> {
    LookField(
      name, .words(choices: []), doc, get: { .list($0[keyPath: path].map { .text($0) }) },
      store: { if case .list(let items) = $1 { $0[keyPath: path] = items.compactMap(\.string) } })
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: Part<Choice>, _ doc: String
  ) -> LookField<BookLook> {
    LookField(
      name, .choice(Choice.allCases.map(\.rawValue)), doc,
      get: { .text($0[keyPath: path].rawValue) },
      store: { look, value in
        if let choice = value.string.flatMap(Choice.init) { look[keyPath: path] = choice }
      })
  }
}

extension Color {
  /// From 0xRRGGBB.
  package init(rgb: UInt32) {
    self.init(
      bytes: UInt8(rgb >> 16 & 0xFF), UInt8(rgb >> 8 & 0xFF), UInt8(rgb & 0xFF))
  }

  /// The color as 0xRRGGBB, without its alpha.
  package var rgb: UInt32 {
    [red, green, blue].reduce(0) { $0 << 8 | UInt32(max(0, min(255, ($1 * 255).rounded()))) }
  }
}
