// SPDX-License-Identifier: MIT
// Part of Platen: numbers as a drawing: bars or lines over an axis.

public import Digests
public import Drawing

/// A chart: what it shows, before it has a size.
public struct Chart: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A bar for each category and series, beside one another.
    case bars
    /// A line for each series through its points.
    case lines
  }

  public struct Series: Hashable, Sendable {
    public var name: String
    /// One for each category; nil where there is none, and the line is broken.
    public var values: [Double?]
    public init(_ name: String, _ values: [Double?]) {
      self.name = name
      self.values = values
    }
  }

  public var kind: Kind
  public var title: String
  /// The title of the categories, under the axis; empty for none.
  public var acrossTitle: String
  /// The title of the values, over the axis; empty for none.
  public var upTitle: String
  /// Along the axis; as many as can be read are printed.
  public var categories: [String]
  public var series: [Series]

  public init(
    _ kind: Kind, title: String, across acrossTitle: String = "", up upTitle: String = "",
    categories: [String], series: [Series]
  ) {
    self.kind = kind
    self.title = title
    self.acrossTitle = acrossTitle
    self.upTitle = upTitle
    self.categories = categories
    self.series = series
  }

  /// The range of values, from 0 where nothing is below it.
  var range: ClosedRange<Double> {
    let values = series.flatMap(\.values).compactMap { $0 }.filter(\.isFinite)
    return min(0, values.min() ?? 0)...max(0, values.max() ?? 1)
  }

  var isWhole: Bool {
    series.flatMap(\.values).compactMap { $0 }.allSatisfy { $0 == $0.rounded() }
  }
}

/// The style of charts.
public struct ChartStyle: Hashable, Sendable {
  public var families: [String]
  /// BCP 47, of what labels are written in: it decides forms in some scripts.
  public var language: String?
  /// Em size of labels in scene units.
  public var textSize: Double
  public var ink: Color
  /// The color of the lines behind.
  public var grid: Color
  public var ground: Color
  /// The colors of the series, repeated where there are more.
  public var palette: [Color]

  public init(
    families: [String] = ["Lato"], textSize: Double = 9, ink: Color = Color(bytes: 51, 51, 51),
    grid: Color = Color(bytes: 217, 217, 217), ground: Color = .clear,
    palette: [Color] = [
      Color(bytes: 0x2f, 0x6f, 0x8f), Color(bytes: 0xb5, 0x53, 0x2b),
      Color(bytes: 0x6a, 0x86, 0x3c), Color(bytes: 0x7a, 0x4f, 0x8a),
    ]
  ) {
    self.families = families
    self.textSize = textSize
    self.ink = ink
    self.grid = grid
    self.ground = ground
    self.palette = palette.isEmpty ? [ink] : palette
  }
}

extension ChartStyle: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(families, language, textSize, ink, grid, ground, palette)
  }
}
