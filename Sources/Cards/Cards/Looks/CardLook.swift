// SPDX-License-Identifier: MIT
// Part of Platen: how cards are dressed: colors by mode, fonts, and for each view its layouts.

public import Diagnostics
public import Digests
public import Drawing

/// The look of cards: a template that rows are poured into.
public struct CardLook: Hashable, Sendable {
  public var name: String
  /// What it says of itself.
  public var about: String
  /// In the order of the file.
  public var colors: [Named<ModeColor>]
  public var fonts: [Named<CardFont>]
  /// What can be shown of a row: `card`, `badge`, `level`, `streak`, `report` and others it names.
  public var views: [Named<[Layout]>]
  /// The digest of all its settings, for keys.
  public var digest: Digest

  public struct Named<Value: Hashable & Sendable>: Hashable, Sendable {
    public var name: String
    public var value: Value
  }

  /// A color on light grounds and on dark ones.
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

  /// Every family any of its text asks for, each once.
  public var families: [String] {
    var seen: Set<String> = []
    return fonts.flatMap(\.value.families).filter { seen.insert($0).inserted }
  }

  public func layouts(of view: String) -> [Layout]? { views.first { $0.name == view }?.value }

  /// The layout of a size: its own, else the one whose shape is nearest. Those of widgets, which
  /// say little, serve other sizes only where there is nothing else, and other layouts widgets.
  public func layout(of view: String, for size: CardSize) -> Layout? {
    guard let layouts = layouts(of: view) else { return nil }
    if let own = layouts.first(where: { $0.size.name == size.name }) { return own }
    func distance(_ layout: Layout) -> Double {
      let quotient = layout.size.ratio / size.ratio
      return max(quotient, 1 / quotient)
    }
    let akin = layouts.filter { $0.size.isWidget == size.isWidget }
    return (akin.isEmpty ? layouts : akin).enumerated().min {
      (distance($0.element), $0.offset) < (distance($1.element), $1.offset)
    }?
    .element
  }
}

/// A font of a look by its role.
public struct CardFont: Hashable, Sendable {
  /// In order of preference.
  public var families: [String]
  public var weight = 400
  public var isItalic = false
  /// Distance of baselines in em.
  public var line = 1.3
  /// Added after each cluster, in em.
  public var tracking = 0.0
  public var features: [String] = []
  /// The font that text running to the right to left is set in instead.
  public var rtl: String?

  /// A request at one em.
  func request(language: String?) -> FontRequest {
    FontRequest(
      families: families, size: 1, weight: weight, isItalic: isItalic, letterSpacing: tracking,
      language: language, features: features)
  }
}

/// A color, or how one goes over into another.
public indirect enum CardPaint: Hashable, Sendable {
  /// The first of these that is a color's name or `#rrggbb` once fields are filled in.
  case color([TemplateText], opacity: Double)
  /// At an angle in degrees: 0 goes up, 90 to the right, as in CSS.
  case linear(CardPaint, CardPaint, angle: Double)
  case radial(CardPaint, CardPaint)
}

/// One thing on a card.
public struct CardElement: Hashable, Sendable {
  public indirect enum Kind: Hashable, Sendable {
    case stack(CardStack)
    case shape(CardShape)
    case picture(TemplateText, fit: Fit, radius: Double, alternative: TemplateText?)
    case code(TemplateText)
    case repeated(CardRepeat)
  }

  /// How a picture fills its box: all of it, or as much as fits it whole.
  public enum Fit: String, Hashable, Sendable, CaseIterable { case cover, contain }

  public var kind: Kind
  /// Where it stands; nil for all of the card.
  public var box: CardBox?
  /// Drawn only where all of these have something to show, and none of those.
  public var when: [TemplateText]
  public var unless: [TemplateText]
  public var place: Place
}

public struct CardBox: Hashable, Sendable {
  public var x, y, width, height: Double
}

/// Things that stand one below the other and share what room there is: their text is as large as
/// fits.
public struct CardStack: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    case text(CardText)
    case space(Double)
    case rule(length: Double, width: Double, CardPaint)
    /// An eight-pointed star between two strokes.
    case ornament(size: Double, CardPaint)
  }

  public enum Vertical: String, Hashable, Sendable, CaseIterable { case top, middle, bottom }

  public var items: [Item]
  /// Between two items that are shown.
  public var gap: Double
  public var vertical: Vertical
}

public struct CardText: Hashable, Sendable {
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case start, center, end, left, right
  }

  /// What a text is to those who hear a document read.
  public enum Role: String, Hashable, Sendable, CaseIterable { case heading, text, label }

  public var text: TemplateText
  /// The name of one of the look's fonts.
  public var font: String
  public var smallest: Double
  public var largest: Double
  public var color: CardPaint
  public var alignment: Alignment
  public var role: Role
  /// More lines than these it does not have.
  public var lineLimit: Int?
  public var isUppercase: Bool
  /// Indicates whether it is left out where there is no room for it at its smallest.
  public var isOptional: Bool
  /// What lies under each line, hugging it: a pill.
  public var fill: CardPaint?
  public var paddingX: Double
  public var paddingY: Double
  public var radius: Double
  /// BCP 47.
  public var language: String?
  public var when: [TemplateText]
  public var unless: [TemplateText]
}

public struct CardShape: Hashable, Sendable {
  public enum Form: Hashable, Sendable {
    case rect(radius: Double)
    /// A rectangle this far inside of the card or box.
    case frame(inset: Double, radius: Double)
    case circle
    case polygon([CardPoint], isClosed: Bool)
    case star(points: Int, inner: Double, turn: Double)
    /// As much of a circle as a value from 0 to 1 says, from the top on; all of it without one.
    case ring(TemplateText?)
    /// As much of a rectangle's longer side, from the left or from below.
    case bar(TemplateText?, radius: Double)
    case pattern(CardPattern, step: Double)
  }

  public var form: Form
  public var fill: CardPaint?
  public var stroke: CardPaint?
  public var strokeWidth: Double
  public var dash: [Double]
}

public struct CardPoint: Hashable, Sendable {
  public var x, y: Double
}

/// Patterns a ground may have.
public enum CardPattern: String, Hashable, Sendable, CaseIterable {
  case lattice, stars, waves, dots, rays
}

/// Elements drawn once for each entry of a list, in cells of a grid.
public struct CardRepeat: Hashable, Sendable {
  /// A list in the row, or how many times.
  public var list: TemplateText
  public var columns: Int
  public var cellWidth, cellHeight: Double
  public var gapX, gapY: Double
  public var each: [CardElement]
}
