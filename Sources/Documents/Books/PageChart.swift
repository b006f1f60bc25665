// SPDX-License-Identifier: MIT
// Part of Platen: a chart of a document: drawn on its pages, a picture in its other forms.

package import Documents
package import Drawing
package import Figures
package import Geometry
package import Typesetting

/// A chart with its words.
package struct PageChart: Sendable {
  /// The width of a column of text on A5, and a height, in points.
  package static let columnSize = Size(width: 320, height: 160)

  /// The name by which figures of the document refer to the image.
  package let name: String
  package let caption: String
  /// A description of its content, in a sentence, for readers who do not see it.
  package let alternative: String
  /// The chart as a drawing, its size in points.
  package let scene: @Sendable (ChartStyle, any TextMeasuring) -> Scene

  /// - Parameter size: On a page, in points.
  package init(
    _ name: String, _ chart: Chart, size: Size = PageChart.columnSize, caption: String,
    alternative: String
  ) {
    self.name = name
    self.caption = caption
    self.alternative = alternative
    scene = { style, text in chart.scene(size: size, style: style, text: text) }
  }

  /// - Parameter width: On a page, in points; it is as high as its lanes.
  package init(
    _ name: String, _ chart: LaneChart, width: Double, caption: String = "", alternative: String
  ) {
    self.name = name
    self.caption = caption
    self.alternative = alternative
    scene = { style, text in
      let size = Size(width: width, height: chart.height(textSize: style.textSize))
      return chart.scene(size: size, style: style, text: text)
    }
  }

  /// Its place in a document.
  package var figure: Figure {
    Figure(
      Image(name, alternative: alternative, share: 1),
      caption: caption.isEmpty ? [] : [.text(caption)], .classes("chart"))
  }

  /// The chart as a picture of pages.
  package func picture(_ style: ChartStyle, text: some TextMeasuring) -> BookImage {
    let scene = scene(style, text)
    return BookImage(size: scene.size, node: .group(Group(children: scene.nodes)))
  }
}
