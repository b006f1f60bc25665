// SPDX-License-Identifier: MIT
// Part of Platen: the look of cards: colors by mode, fonts, and the layouts of each view.

public import Diagnostics
public import Digests
public import Drawing

/// The look of cards: a template filled with rows.
public struct CardLook: Hashable, Sendable {
  public var name: String
  /// Its description.
  public var about: String
  /// The colors in file order.
  public var colors: [Named<ModeColor>]
  public var fonts: [Named<CardFont>]
  /// The views of a row: `card`, `badge`, `level`, `streak`, `report` and others that it defines.
  public var views: [Named<[Layout]>]
  /// The digest of all its settings, for stage keys.
  public var digest: Digest
  /// The column of the rows whose values name new colors of the job; nil without any.
  package var colorColumn: ColorColumn?

  public struct Named<Value: Hashable & Sendable>: Hashable, Sendable {
    public var name: String
    public var value: Value
  }

  /// A color for light and for dark backgrounds.
  public struct ModeColor: Hashable, Sendable {
    public var light: Color
    public var dark: Color
    public func of(_ appearance: Appearance) -> Color { appearance == .dark ? dark : light }
  }

  public enum Appearance: String, Hashable, Sendable, CaseIterable { case light, dark }

  /// The elements of a card of one size, in the size's units.
  public struct Layout: Hashable, Sendable {
    public var size: CardSize
    public var elements: [CardElement]
  }

  /// All font families of its text, each once.
  public var families: [String] {
    var seen: Set<String> = []
    return fonts.flatMap(\.value.families).filter { seen.insert($0).inserted }
  }

  public func layouts(of view: String) -> [Layout]? { views.first { $0.name == view }?.value }

  /// Returns the layout of a size: its own, else the one with the nearest aspect ratio. Layouts of
  /// widgets are used for other sizes only if no others exist, and vice versa.
  public func layout(of view: String, for size: CardSize) -> Layout? {
    guard let layouts = layouts(of: view) else { return nil }
    if let own = layouts.first(where: { $0.size.name == size.name }) { return own }
    func distance(_ layout: Layout) -> Double {
      let quotient = layout.size.ratio / size.ratio
      return max(quotient, 1 / quotient)
    }
    let sameKind = layouts.filter { $0.size.isWidget == size.isWidget }
    return (sameKind.isEmpty ? layouts : sameKind).enumerated().min {
      (distance($0.element), $0.offset) < (distance($1.element), $1.offset)
    }?
    .element
  }
}

/// A font of a look by its role.
public struct CardFont: Hashable, Sendable {
  /// The families in order of preference.
  public var families: [String]
  public var weight = 400
  public var isItalic = false
  /// The distance between baselines in em.
  public var line = 1.3
  /// The space added after each cluster, in em.
  public var tracking = 0.0
  public var features: [String] = []
  /// The font for right-to-left text.
  public var rtl: String?

  /// Returns a font request at one em.
  func request(language: String?) -> FontRequest {
    FontRequest(
      families: families, size: 1, weight: weight, isItalic: isItalic, letterSpacing: tracking,
      language: language, features: features)
  }
}

/// A color or a gradient.
public indirect enum CardPaint: Hashable, Sendable {
  /// The first of these that is the name of a color or `#rrggbb` after fields are filled in.
  case color([TemplateText], opacity: Double)
  /// A linear gradient at an angle in degrees: 0 goes up, 90 to the right, as in CSS.
  case linear(CardPaint, CardPaint, angle: Double)
  case radial(CardPaint, CardPaint)
}

/// One element of a card.
public struct CardElement: Hashable, Sendable {
  public indirect enum Kind: Hashable, Sendable {
    case stack(CardStack)
    case shape(CardShape)
    case image(TemplateText, fit: Fit, radius: Double, alternative: TemplateText?)
    case code(TemplateText)
    case repeated(CardRepeat)
  }

  /// The way an image fills its box: it covers the box, or is contained in it.
  public enum Fit: String, Hashable, Sendable, CaseIterable { case cover, contain }

  public var kind: Kind
  /// Its box; nil for the whole card.
  public var box: CardBox?
  /// Conditions: it is drawn only if all of `when` have a value, and none of `unless`.
  public var when: [TemplateText]
  public var unless: [TemplateText]
  public var place: SourceLocation
}

public struct CardBox: Hashable, Sendable {
  public var x, y, width, height: Double
}

/// Items below each other that share the available room: their text is as large as possible.
public struct CardStack: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    case text(CardText)
    /// Space that grows into the room that the texts leave.
    case space(ClosedRange<Double>)
    case rule(length: Double, width: Double, CardPaint)
    /// An eight-pointed star between two strokes, which grows as a space does.
    case ornament(size: ClosedRange<Double>, CardPaint)
  }

  public enum Vertical: String, Hashable, Sendable, CaseIterable { case top, middle, bottom }

  public var items: [Item]
  /// The space between two shown items.
  public var gap: Double
  public var vertical: Vertical
}

public struct CardText: Hashable, Sendable {
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case start, center, end, left, right
  }

  /// The role of a text for screen readers.
  public enum Role: String, Hashable, Sendable, CaseIterable { case heading, text, label }

  public var text: TemplateText
  /// The name of one of the look's fonts.
  public var font: String
  public var smallest: Double
  public var largest: Double
  public var color: CardPaint
  public var alignment: Alignment
  public var role: Role
  /// The largest number of lines.
  public var lineLimit: Int?
  public var isUppercase: Bool
  /// Indicates whether it is omitted if it does not fit at its smallest size.
  public var isOptional: Bool
  /// The background of each line, as wide as its text: a pill.
  public var fill: CardPaint?
  public var paddingX: Double
  public var paddingY: Double
  public var radius: Double
  /// The language as a BCP 47 tag.
  public var language: String?
  public var when: [TemplateText]
  public var unless: [TemplateText]
}

public struct CardShape: Hashable, Sendable {
  public enum Geometry: Hashable, Sendable {
    case rect(radius: Double)
    /// A rectangle at this distance inside the card or box.
    case frame(inset: Double, radius: Double)
    case circle
    case polygon([CardPoint], isClosed: Bool)
    case star(points: Int, inner: Double, turn: Double)
    /// The part of a circle that a value from 0 to 1 specifies, from the top; all of it without
    /// one.
    case ring(TemplateText?)
    /// The same part of a rectangle's longer side, from the left or from the bottom.
    case bar(TemplateText?, radius: Double)
    case pattern(CardPattern, step: Double)
  }

  public var geometry: Geometry
  public var fill: CardPaint?
  public var stroke: CardPaint?
  public var strokeWidth: Double
  public var dash: [Double]
}

public struct CardPoint: Hashable, Sendable {
  public var x, y: Double
}

/// Patterns of a background.
public enum CardPattern: String, Hashable, Sendable, CaseIterable {
  case lattice, stars, waves, dots, rays
}

/// Elements drawn once for each entry of a list, in cells of a grid.
public struct CardRepeat: Hashable, Sendable {
  /// A list in the row, or a number of cells.
  public var list: TemplateText
  public var columns: Int
  public var cellWidth, cellHeight: Double
  public var gapX, gapY: Double
  public var each: [CardElement]
}
