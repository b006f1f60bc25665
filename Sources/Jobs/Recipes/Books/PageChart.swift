// SPDX-License-Identifier: MIT
// Part of Platen: a chart of a document: drawn on its pages, a picture in its other forms.

internal import Canvas
internal import Charts
internal import Documents
internal import Drawing
internal import Geometry
internal import Pixels
internal import Typesetting
internal import Writers

/// A chart with its words.
struct PageChart: Sendable {
  /// As wide as a column of text on A5, in points.
  static let columnSize = Size(width: 320, height: 160)

  /// What figures of the document call its picture.
  let name: String
  let caption: String
  /// What it shows, in a sentence, for those who do not see it.
  let alternative: String
  private let draw: @Sendable (ChartStyle, any TextMeasuring) -> Scene

  /// - Parameter size: On a page, in points.
  init(
    _ name: String, _ chart: Chart, size: Size = PageChart.columnSize, caption: String,
    alternative: String
  ) {
    self.name = name
    self.caption = caption
    self.alternative = alternative
    draw = { style, text in chart.scene(size: size, style: style, text: text) }
  }

  /// - Parameter width: On a page, in points; it is as high as its lanes.
  init(_ name: String, _ chart: LaneChart, width: Double, caption: String = "", alternative: String)
  {
    self.name = name
    self.caption = caption
    self.alternative = alternative
    draw = { style, text in
      let size = Size(width: width, height: chart.height(textSize: style.textSize))
      return chart.scene(size: size, style: style, text: text)
    }
  }

  /// Its place in a document.
  var figure: Figure {
    Figure(
      Image(name, alternative: alternative, share: 1),
      caption: caption.isEmpty ? [] : [.text(caption)], .classes("chart"))
  }

  /// The chart as a picture of pages.
  func picture(_ style: ChartStyle, text: some TextMeasuring) -> BookPicture {
    let scene = draw(style, text)
    return BookPicture(size: scene.size, node: .group(Group(children: scene.nodes)))
  }

  /// The chart as a picture of 300 pixels to the inch.
  func resource(_ style: ChartStyle, fonts: FontLibrary) throws -> Resource {
    let scene = draw(style, fonts)
    let width = Int((scene.size.width * 300 / 72).rounded())
    let height = Int((scene.size.height * 300 / 72).rounded())
    let bitmap = try ImageCanvas.bitmap(
      of: scene, width: width, height: height, fonts: fonts)
    return Resource(
      name: name, mediaType: "image/png", width: width, height: height,
      bytes: try PNGEncoder.encode(bitmap, dpi: 300))
  }
}

extension ChartStyle {
  /// The same with labels in a language.
  func spoken(_ language: String) -> ChartStyle {
    var style = self
    style.language = language.isEmpty ? nil : language
    return style
  }
}

extension BookLook {
  private var chartFamilies: [String] {
    (pages.patches["table"]?.families ?? []) + (pages.patches["body"]?.families ?? [])
  }

  /// Charts on pages.
  var pageCharts: ChartStyle {
    let ink = pages.patches["body"]?.color ?? .black
    let quiet = pages.patches["figure.caption"]?.color ?? ink
    return ChartStyle(
      families: chartFamilies, textSize: 7.5, ink: ink, grid: pages.lineColor.opacity(0.5),
      ground: .clear,
      palette: [
        pages.patches["link"]?.color ?? ink, quiet, pages.patches["span.failure"]?.color ?? ink,
        pages.patches["span.success"]?.color ?? ink,
      ])
  }

  /// Charts on screens: on the ground of a page of HTML.
  var screenCharts: ChartStyle { charts(web.scheme == .dark ? web.dark : web.light) }

  /// Charts in Word files, whose pages are white.
  var paperCharts: ChartStyle {
    var style = charts(web.light)
    style.ground = .white
    return style
  }

  private func charts(_ palette: WebStyle.Palette) -> ChartStyle {
    ChartStyle(
      families: chartFamilies, textSize: 7.5, ink: Color(rgb: palette.ink),
      grid: Color(rgb: palette.line), ground: Color(rgb: palette.paper),
      palette: [Color(rgb: palette.accent), Color(rgb: palette.muted)])
  }
}
