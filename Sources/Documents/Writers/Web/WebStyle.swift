// SPDX-License-Identifier: MIT
// Part of Platen: how books look on screens, as a value.

public import Digests
internal import Text

/// A look for HTML and EPUB: colors for light and dark, families, measures, ornaments.
///
/// An EPUB leaves colors of text and paper, sizes and the family of running text to the reading
/// device and its reader; it takes headings, accents and ornaments from here.
public struct WebStyle: Hashable, Sendable, Digestible {
  /// The colors of a page.
  public enum Scheme: String, Hashable, Sendable, CaseIterable, Digestible {
    /// Those of the reader's system.
    case automatic
    case light, dark
  }

  /// The drawing of a `rule` block.
  public enum Ornament: String, Hashable, Sendable, CaseIterable, Digestible {
    case line, asterism, fleuron
  }

  /// The separation of paragraphs.
  public enum Paragraphs: String, Hashable, Sendable, CaseIterable, Digestible {
    /// By space between them.
    case spaced
    /// By a first line set in, as in novels.
    case indented
  }

  public enum Alignment: String, Hashable, Sendable, CaseIterable, Digestible {
    case start, center
  }

  /// The colors of one scheme, as 0xRRGGBB.
  public struct Palette: Hashable, Sendable, Digestible {
    public var paper: UInt32
    public var ink: UInt32
    /// Dates, captions, labels.
    public var muted: UInt32
    /// Links and what looks pick out.
    public var accent: UInt32
    public var line: UInt32
    /// The ground of boxes, code and heads of tables.
    public var panel: UInt32

    public init(
      paper: UInt32, ink: UInt32, muted: UInt32, accent: UInt32, line: UInt32, panel: UInt32
    ) {
      self.paper = paper
      self.ink = ink
      self.muted = muted
      self.accent = accent
      self.line = line
      self.panel = panel
    }

    public func add(to digester: inout Digester) {
      digester.addFields(paper, ink, muted, accent, line, panel)
    }

    /// The contrasts that readers need and the palette does not give: those of ink, muted text and
    /// accents with paper and panel, where WCAG 2.1 (1.4.3) requires at least 4.5.
    public var weakContrasts: [(text: UInt32, ground: UInt32, ratio: Double)] {
      var weak: [(text: UInt32, ground: UInt32, ratio: Double)] = []
      for text in [ink, muted, accent] {
        for ground in [paper, panel] {
          let ratio = Palette.contrast(text, ground)
          if ratio < 4.5 { weak.append((text, ground, ratio)) }
        }
      }
      return weak
    }

    /// The contrast of two colors, 1…21, by WCAG 2.1's relative luminance.
    public static func contrast(_ a: UInt32, _ b: UInt32) -> Double {
      Luminance.contrast(luminance(a), luminance(b))
    }

    private static func luminance(_ color: UInt32) -> Double {
      func linear(_ byte: UInt32) -> Double {
        Luminance.linear(Double(byte & 0xFF) / 255)
      }
      return Luminance.relative(
        red: linear(color >> 16), green: linear(color >> 8), blue: linear(color))
    }
  }

  public var scheme: Scheme
  public var light: Palette
  public var dark: Palette
  /// Families of running text, the first that is there; names of CSS such as `serif` among them.
  public var textFamilies: [String]
  /// Of titles and headings.
  public var displayFamilies: [String]
  /// Of labels, tables of contents and captions.
  public var labelFamilies: [String]
  public var codeFamilies: [String]
  /// The number of letters in a line of running text, about.
  public var measure: Int
  public var paragraphs: Paragraphs
  public var headings: Alignment
  public var ornament: Ornament
  /// Indicates whether a chapter begins with a large letter, in languages that take one.
  public var dropsCaps: Bool

  public init(
    scheme: Scheme = .automatic, light: Palette, dark: Palette, textFamilies: [String],
    displayFamilies: [String], labelFamilies: [String], codeFamilies: [String], measure: Int = 66,
    paragraphs: Paragraphs = .spaced, headings: Alignment = .start, ornament: Ornament = .line,
    dropsCaps: Bool = false
  ) {
    self.scheme = scheme
    self.light = light
    self.dark = dark
    self.textFamilies = textFamilies
    self.displayFamilies = displayFamilies
    self.labelFamilies = labelFamilies
    self.codeFamilies = codeFamilies
    self.measure = measure
    self.paragraphs = paragraphs
    self.headings = headings
    self.ornament = ornament
    self.dropsCaps = dropsCaps
  }

  public func add(to digester: inout Digester) {
    digester.addFields(scheme, light, dark, textFamilies, displayFamilies, labelFamilies)
    digester.addFields(codeFamilies, measure, paragraphs, headings, ornament, dropsCaps)
  }

  private static let serif = [
    "Iowan Old Style", "Charter", "Source Serif 4", "Source Serif Pro", "Palatino Linotype",
    "Palatino", "URW Palladio L", "P052", "Gentium Book Plus", "Georgia", "serif",
  ]
  private static let sans = [
    "Inter", "Avenir Next", "Segoe UI", "Helvetica Neue", "system-ui", "sans-serif",
  ]
  private static let code = [
    "JetBrains Mono", "SF Mono", "Cascadia Mono", "Consolas", "DejaVu Sans Mono", "monospace",
  ]

  /// Clean and modern: near-white paper, dark ink, one blue.
  public static let clean = WebStyle(
    light: Palette(
      paper: 0xFDFDFB, ink: 0x1F2328, muted: 0x5B636E, accent: 0x1F5F8B, line: 0xD9DBD7,
      panel: 0xF3F4F1),
    dark: Palette(
      paper: 0x15171A, ink: 0xDDDCD6, muted: 0x9A9FA6, accent: 0x8CBFE6, line: 0x33373D,
      panel: 0x1E2126),
    textFamilies: serif, displayFamilies: sans, labelFamilies: sans, codeFamilies: code)

  /// The clean one in the dark, independent of the reader's system.
  public static let dark: WebStyle = {
    var style = clean
    style.scheme = .dark
    return style
  }()
}
