// SPDX-License-Identifier: MIT
// Part of Platen: FMG's random numbers, against those of the JavaScript original.

import Geometry
import Testing

@Suite("Alea")
struct AleaTests {
  @Test(arguments: [
    ("1", [0.526047095656395, 0.12264361372217536, 0.47771977609954774]),
    ("ardenfell", [0.4680856289342046, 0.15144577086903155, 0.2790739757474512]),
    ("żółć", [0.23872491531074047, 0.030841623432934284, 0.8852797937579453]),
  ])
  func firstNumbers(seed: String, expected: [Double]) {
    var random = Alea(seed: seed)
    #expect([random.next(), random.next(), random.next()] == expected)
  }

  @Test func staysBelowOne() {
    var random = Alea(seed: "")
    #expect((0..<10_000).allSatisfy { _ in (0..<1).contains(random.next()) })
  }
}
