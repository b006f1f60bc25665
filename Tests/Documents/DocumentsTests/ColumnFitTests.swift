// SPDX-License-Identifier: MIT
// Part of Platen: tests of the widths of a table's columns.

import Documents
import Testing

@Suite struct ColumnFitTests {
  /// A column of labels and one of texts a hundred times as long.
  private func fit(rows: Int) -> ColumnFit {
    ColumnFit(
      least: [30, 40], most: [80, 1000], sides: 10,
      rows: (0..<rows).map { _ in
        [ColumnFit.Cell(column: 0, lines: [70]), ColumnFit.Cell(column: 1, lines: [990])]
      })
  }

  @Test(arguments: [1, 5, 1000])
  func `long text gets the width that labels can spare`(rows: Int) {
    let widths = fit(rows: rows).widths(filling: 300)
    #expect(abs(widths.reduce(0, +) - 300) < 1e-6)
    #expect(widths[0] >= 30 && widths[0] < 80, "\(widths)")
    #expect(widths[1] > 220, "\(widths)")
  }

  @Test func `short columns are not broken`() {
    let fit = ColumnFit(
      least: [20, 40], most: [45, 1000], sides: 10,
      rows: [[.init(column: 0, lines: [35]), .init(column: 1, lines: [990])]])
    #expect(fit.widths(filling: 300)[0] >= 45)
  }

  @Test func `what fits is not broken`() {
    #expect(fit(rows: 2).widths(filling: 2160) == [160, 2000])
  }

  @Test func `no column is narrower than its longest word`() {
    let widths = fit(rows: 3).widths(filling: 71)
    #expect(widths[0] >= 30 && widths[1] >= 40)
  }
}
