// SPDX-License-Identifier: MIT
// Part of Platen: the program's own version.

/// The program's version, as semantic versioning has it.
package enum PlatenVersion {
  package static let current = "0.1.0"
  /// Name and version, for records and the metadata of what is made.
  package static let tool = "platen \(current)"
}
