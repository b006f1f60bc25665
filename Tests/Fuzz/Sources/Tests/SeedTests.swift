// SPDX-License-Identifier: MIT
// Part of Platen: tests that the fuzz targets hold what they promise for what fuzzing begins with.

import Diagnostics
import Foundation
import Testing

@Suite struct SeedTests {
  /// Some seeds of each target, from first to last: a change of what a target reads shows here, not in
  /// the next night of fuzzing. The bounds on time are for libFuzzer alone.
  @Test(arguments: allTargets.map(\.name))
  func seedsAreRead(name: String) throws {
    let target = try #require(allTargets.first { $0.name == name })
    var seeds = Seeds(longest: min(target.longest, 1 << 16))
    try target.seeds(&seeds)
    #expect(!seeds.inputs.isEmpty)
    let step = max(1, seeds.inputs.count / 8)
    for index in stride(from: 0, to: seeds.inputs.count, by: step) {
      do {
        try seeds.inputs[index].withUnsafeBytes { try target.read($0) }
      } catch is Failure {
        // Bad input has to be refused so.
      }
    }
  }

  @Test func namesAreUnique() {
    #expect(Set(allTargets.map(\.name)).count == allTargets.count)
  }
}
