// SPDX-License-Identifier: MIT
// Part of Platen: tests of finding how much fits.

import Testing

@testable import Drawing

@Suite struct GreatestFitTests {
  @Test func theGreatestThatFitsIsFound() {
    for limit in -1...40 {
      for most in 0...45 {
        #expect(greatestFit(upTo: limit) { $0 <= most } == max(0, min(limit, most)))
      }
    }
  }

  /// The tries come to a few times the parts that fit.
  @Test func triesCostLittle() {
    for most in [0, 1, 100, 5_000, 100_000] {
      var cost = 0
      let found = greatestFit(upTo: 1_000_000) {
        cost += $0
        return $0 <= most
      }
      #expect(found == most)
      #expect(cost <= 40 * (most + 1), "\(cost) for \(most)")
    }
  }
}
