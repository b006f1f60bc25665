// SPDX-License-Identifier: MIT
// Part of Platen: tests of the widths of a table's columns.

import Documents
import Testing

@Suite struct ColumnFitTests {
  /// Words of twenty.
  private func line(_ count: Int) -> ColumnFit.Line {
    ColumnFit.Line(words: [ColumnFit.Word](repeating: .init(width: 20, gap: 5), count: count))
  }

  /// A column of labels of four words and one of texts of forty.
  private func fit(rows: Int) -> ColumnFit {
    ColumnFit(
      least: [30, 30], most: [110, 1010], sides: 10,
      rows: (0..<rows).map { _ in
        [.init(column: 0, lines: [line(4)]), .init(column: 1, lines: [line(40)])]
      })
  }

  @Test(arguments: [1, 5, 1000])
  func `long text gets the width that labels can spare`(rows: Int) {
    let widths = fit(rows: rows).widths(filling: 300)
    #expect(abs(widths.reduce(0, +) - 300) < 1e-6)
    // Four lines of one word, beside as many words a line as fit.
    #expect(widths[0] >= 30 && widths[0] < 55, "\(widths)")
  }

  @Test func `short columns are not broken`() {
    let fit = ColumnFit(
      least: [30, 30], most: [55, 1010], sides: 10,
      rows: [[.init(column: 0, lines: [line(2)]), .init(column: 1, lines: [line(40)])]])
    #expect(fit.widths(filling: 400)[0] >= 55)
  }

  @Test func `what fits is not broken`() {
    #expect(fit(rows: 2).widths(filling: 2240) == [220, 2020])
  }

  @Test func `no column is narrower than its longest word`() {
    let widths = fit(rows: 3).widths(filling: 61)
    #expect(widths[0] >= 30 && widths[1] >= 30)
  }
}
