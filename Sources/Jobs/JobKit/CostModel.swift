// SPDX-License-Identifier: MIT
// Part of Platen: the time of a stage that never ran, by its kind of job and the size of its input.

package import Pipeline

/// An estimate of how long stages take that were never timed.
///
/// Its constants are rounded from records of runs on two cores. They only balance shards, and only
/// until a first run has recorded better numbers.
package enum CostModel {
  /// Seconds that a stage may take.
  package static func seconds(of stage: StageFacts) -> Double {
    let megabytes = Double(stage.inputBytes) / 1_000_000
    let kind = pace[stage.kind] ?? Pace(base: 0.2, perMegabyte: 0.1)
    guard stage.writesFile else {
      // Values between inputs and files: importing and composing.
      return 0.01 + kind.perMegabyte * megabytes / 2
    }
    // A large image or document needs memory about as it needs time.
    let gigabytes = Double(stage.memory) / 1_000_000_000
    return kind.base + kind.perMegabyte * megabytes + 4 * gigabytes
  }

  private struct Pace {
    /// Seconds for any output.
    var base: Double
    /// Seconds for a megabyte of input.
    var perMegabyte: Double
  }

  private static let pace: [String: Pace] = [
    "assets": Pace(base: 0.1, perMegabyte: 0.2),
    "campaign": Pace(base: 0.2, perMegabyte: 1),
    "cards": Pace(base: 0.2, perMegabyte: 1),
    "diff": Pace(base: 0.2, perMegabyte: 0.2),
    "document": Pace(base: 0.2, perMegabyte: 1),
    "gazetteer": Pace(base: 1, perMegabyte: 0.5),
    "map": Pace(base: 0.2, perMegabyte: 0.1),
    "meeting": Pace(base: 0.1, perMegabyte: 0.5),
    "talk": Pace(base: 0.5, perMegabyte: 0.5),
  ]
}
