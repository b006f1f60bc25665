// SPDX-License-Identifier: MIT
// Part of Platen: charts in the colors and families of a campaign look.

internal import Drawing
package import Figures
internal import Typesetting
internal import Writers

extension ChartStyle {
  /// The same with labels in a language.
  package func localized(_ language: String) -> ChartStyle {
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
  package var pageCharts: ChartStyle {
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
  package var screenCharts: ChartStyle { charts(web.scheme == .dark ? web.dark : web.light) }

  /// Charts in Word files, whose pages are white.
  package var paperCharts: ChartStyle {
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
