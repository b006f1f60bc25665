// SPDX-License-Identifier: MIT
// Part of Platen: how rows of the table of settings are made, one maker for each kind.

public import Drawing

/// A setting of a map look.
public typealias MapLookField = LookField<MapLook>

/// The place of a part of a look; literals of key paths can be shared between threads.
typealias LookPath<Value> = any WritableKeyPath<MapLook, Value> & Sendable

extension LookField where Look == MapLook {
  static func length(_ name: String, _ path: LookPath<Double>, _ doc: String) -> LookField {
    LookField(
      name, .length, doc, get: { .number($0[keyPath: path]) },
      store: { if case .number(let v) = $1 { $0[keyPath: path] = v } })
  }

  static func number(
    _ name: String, _ range: ClosedRange<Double>, _ path: LookPath<Double>, _ doc: String
  ) -> LookField {
    LookField(
      name, .number(range), doc, get: { .number($0[keyPath: path]) },
      store: { if case .number(let v) = $1 { $0[keyPath: path] = v } })
  }

  static func color(_ name: String, _ path: LookPath<Color>, _ doc: String) -> LookField {
    LookField(
      name, .color, doc, get: { $0[keyPath: path].lookValue },
      store: { $0[keyPath: path] = Color(lookValue: $1) })
  }

  static func flag(_ name: String, _ path: LookPath<Bool>, _ doc: String) -> LookField {
    LookField(
      name, .flag, doc, get: { .flag($0[keyPath: path]) },
      store: { if case .flag(let v) = $1 { $0[keyPath: path] = v } })
  }

  static func text(_ name: String, _ path: LookPath<String>, _ doc: String) -> LookField {
    LookField(
      name, .text, doc, get: { .text($0[keyPath: path]) },
      store: { if case .text(let v) = $1 { $0[keyPath: path] = v } })
  }

  static func choice(
    _ name: String, _ words: [String], _ path: LookPath<String>, _ doc: String
  ) -> LookField {
    LookField(
      name, .choice(words), doc, get: { .text($0[keyPath: path]) },
      store: { if case .text(let v) = $1 { $0[keyPath: path] = v } })
  }

  static func words(
    _ name: String, _ choices: [String] = [], _ path: LookPath<[String]>, _ doc: String
  ) -> LookField {
    LookField(
      name, .words(choices: choices), doc,
      get: { .list($0[keyPath: path].map { .text($0) }) },
      store: { if case .list(let items) = $1 { $0[keyPath: path] = items.compactMap(\.string) } })
  }

  static func numbers(_ name: String, _ path: LookPath<[Double]>, _ doc: String) -> LookField {
    LookField(
      name, .numbers, doc, get: { .list($0[keyPath: path].map { .number($0) }) },
      store: { if case .list(let items) = $1 { $0[keyPath: path] = items.compactMap(\.double) } })
  }

  /// The four settings of a pen.
  static func line(
    _ name: String, _ path: LookPath<MapLook.Line>, _ what: String
  ) -> [LookField] {
    [
      LookField(
        name + ".color", .color, "Color of \(what)", get: { $0[keyPath: path].color.lookValue },
        store: { $0[keyPath: path].color = Color(lookValue: $1) }),
      LookField(
        name + ".width", .length, "Width of \(what); 0 draws none",
        get: { .number($0[keyPath: path].width) },
        store: { if case .number(let v) = $1 { $0[keyPath: path].width = v } }),
      LookField(
        name + ".dash", .numbers, "Lengths of dashes and gaps of \(what); empty for a solid line",
        get: { .list($0[keyPath: path].dash.map { .number($0) }) },
        store: {
          if case .list(let items) = $1 { $0[keyPath: path].dash = items.compactMap(\.double) }
        }),
      LookField(
        name + ".round", .flag, "Whether the dashes of \(what) have round ends",
        get: { .flag($0[keyPath: path].isRound) },
        store: { if case .flag(let v) = $1 { $0[keyPath: path].isRound = v } }),
    ]
  }

  /// The nine settings of a lettering.
  static func lettering(
    _ name: String, _ path: LookPath<MapLook.Lettering>, _ what: String
  ) -> [LookField] {
    [
      LookField(
        name + ".families", .words(choices: []),
        "Font families of \(what), the first found is used",
        get: { .list($0[keyPath: path].families.map { .text($0) }) },
        store: {
          if case .list(let items) = $1 { $0[keyPath: path].families = items.compactMap(\.string) }
        }),
      LookField(
        name + ".size", .length, "Em size of \(what); 0 draws none",
        get: { .number($0[keyPath: path].size) },
        store: { if case .number(let v) = $1 { $0[keyPath: path].size = v } }),
      LookField(
        name + ".weight", .number(100...900), "Weight of \(what): 400 regular, 700 bold",
        get: { .number($0[keyPath: path].weight) },
        store: { if case .number(let v) = $1 { $0[keyPath: path].weight = v } }),
      LookField(
        name + ".italic", .flag, "Whether \(what) are set in italics",
        get: { .flag($0[keyPath: path].isItalic) },
        store: { if case .flag(let v) = $1 { $0[keyPath: path].isItalic = v } }),
      LookField(
        name + ".color", .color, "Color of \(what)", get: { $0[keyPath: path].color.lookValue },
        store: { $0[keyPath: path].color = Color(lookValue: $1) }),
      LookField(
        name + ".spacing", .number(0...3), "Space added between letters of \(what), in em",
        get: { .number($0[keyPath: path].spacing) },
        store: { if case .number(let v) = $1 { $0[keyPath: path].spacing = v } }),
      LookField(
        name + ".capitals", .flag, "Whether \(what) are set in capital letters",
        get: { .flag($0[keyPath: path].isUpper) },
        store: { if case .flag(let v) = $1 { $0[keyPath: path].isUpper = v } }),
      LookField(
        name + ".halo.color", .color, "Color round the letters of \(what)",
        get: { $0[keyPath: path].halo.lookValue },
        store: { $0[keyPath: path].halo = Color(lookValue: $1) }),
      LookField(
        name + ".halo.width", .length, "How far the halo of \(what) reaches",
        get: { .number($0[keyPath: path].haloWidth) },
        store: { if case .number(let v) = $1 { $0[keyPath: path].haloWidth = v } }),
    ]
  }

  /// The settings of a kind of burg: its mark and its name.
  static func rank(
    _ name: String, _ path: LookPath<MapLook.Rank>, label: LookPath<MapLook.Lettering>,
    _ what: String
  ) -> [LookField] {
    [
      LookField(
        name + ".mark", .choice(MapLook.markShapes), "Shape that marks \(what)",
        get: { .text($0[keyPath: path].shape) },
        store: { if case .text(let v) = $1 { $0[keyPath: path].shape = v } }),
      LookField(
        name + ".size", .length, "Width of the mark of \(what)",
        get: { .number($0[keyPath: path].size) },
        store: { if case .number(let v) = $1 { $0[keyPath: path].size = v } }),
      LookField(
        name + ".fill", .color, "Fill of the mark of \(what)",
        get: { $0[keyPath: path].fill.lookValue },
        store: { $0[keyPath: path].fill = Color(lookValue: $1) }),
      LookField(
        name + ".stroke.color", .color, "Outline color of the mark of \(what)",
        get: { $0[keyPath: path].stroke.lookValue },
        store: { $0[keyPath: path].stroke = Color(lookValue: $1) }),
      LookField(
        name + ".stroke.width", .length, "Outline width of the mark of \(what)",
        get: { .number($0[keyPath: path].strokeWidth) },
        store: { if case .number(let v) = $1 { $0[keyPath: path].strokeWidth = v } }),
    ] + lettering(name + ".label", label, "the names of \(what)")
  }

  /// The settings of a kind of region: how the world's colors are taken over and drawn.
  static func fill(
    _ name: String, _ path: LookPath<MapLook.Fill>, line: LookPath<MapLook.Line>,
    wash pigment: LookPath<MapLook.Wash>, _ what: String
  ) -> [LookField] {
    func number(
      _ key: String, _ range: ClosedRange<Double>,
      _ part: any WritableKeyPath<MapLook.Fill, Double> & Sendable, _ doc: String
    ) -> LookField {
      LookField(
        name + key, .number(range), doc, get: { .number($0[keyPath: path][keyPath: part]) },
        store: { if case .number(let v) = $1 { $0[keyPath: path][keyPath: part] = v } })
    }
    return [
      number(".opacity", 0...1, \.opacity, "Opacity of the layer of \(what)"),
      number(".fill-opacity", 0...1, \.fillOpacity, "Opacity of the fill of \(what) alone"),
      LookField(
        name + ".palette", .colors,
        "Colors that \(what) bear in place of their own, neighbors different ones; empty for their own",
        get: { .list($0[keyPath: path].palette.map(\.lookValue)) },
        store: {
          if case .list(let items) = $1 {
            $0[keyPath: path].palette = items.map { Color(lookValue: $0) }
          }
        }),
      LookField(
        name + ".smooth", .flag, "Whether the edges of \(what) are rounded or follow the cells",
        get: { .flag($0[keyPath: path].isSmooth) },
        store: { if case .flag(let v) = $1 { $0[keyPath: path].isSmooth = v } }),
      number(".chroma", 0...2, \.chroma, "Factor on the colorfulness of the colors of \(what)"),
      number(".chroma-limit", 0...1, \.chromaLimit, "Most colorful the colors of \(what) may be"),
      number(
        ".evenness", 0...1, \.evenness,
        "How far the lightness of the colors of \(what) is drawn together"),
      number(".lightness", 0...1, \.lightness, "Lightness the colors of \(what) are drawn to"),
      LookField(
        name + ".band.width", .length, "Width of a band of color inside the edge of \(what)",
        get: { .number($0[keyPath: path].band) },
        store: { if case .number(let v) = $1 { $0[keyPath: path].band = v } }),
      number(".band.opacity", 0...1, \.bandOpacity, "Opacity of that band"),
      number(
        ".band.darker", 0...4, \.bandDarker, "Steps by which that band is darker than the fill"),
      LookField(
        name + ".band.blur", .length, "How softly that band ends; 0 for a clear edge",
        get: { .number($0[keyPath: path].bandBlur) },
        store: { if case .number(let v) = $1 { $0[keyPath: path].bandBlur = v } }),
    ] + wash(name + ".wash", pigment, "the fill of \(what)")
      + MapLookField.line(name + ".line", line, "the outline of \(what)")
  }

  /// The settings of a kind of lake.
  static func basin(
    _ name: String, _ fill: LookPath<Color>, _ line: LookPath<MapLook.Line>, _ what: String
  ) -> [LookField] {
    [color(name + ".fill", fill, "Fill of \(what)")]
      + MapLookField.line(name + ".line", line, "the shore of \(what)")
  }
}
