// SPDX-License-Identifier: MIT
// Part of Platen: the column of a table that colors cards.

/// The column whose values are names of colors of the job, and color their cards.
package struct ColorColumn: Hashable, Sendable {
  /// The name in snake case.
  package let name: String
  /// The values that are colors, in lowercase.
  package let values: Set<String>

  package init(name: String, values: Set<String>) {
    self.name = name
    self.values = values
  }
}
