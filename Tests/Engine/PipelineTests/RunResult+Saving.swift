// SPDX-License-Identifier: MIT
// Part of Platen: whether a run writes its record.

@testable import Pipeline

extension RunResult {
  /// Writes the record where it has news, and returns whether it did.
  @discardableResult
  func saveRecord(
    in outputs: Outputs, of manifest: String? = nil, keeping previous: [JobRecord] = [],
    orphans: [OutputRecord] = [], last: RunRecord? = nil
  ) throws -> Bool {
    try savedRecord(
      in: outputs, of: manifest, keeping: previous, orphans: orphans, last: last) != nil
  }
}
