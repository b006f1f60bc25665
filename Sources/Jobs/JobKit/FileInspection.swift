// SPDX-License-Identifier: MIT
// Part of Platen: the interface of inspections of files of any kind.

package import Diagnostics

/// The result of inspecting a file or folder.
package protocol FileInspection: Sendable {
  /// The file or folder, as it was named.
  var path: String { get }
  /// One line: what it is, how large, what it holds.
  var line: String { get }
  /// Several lines for one file looked at by a person.
  var text: String { get }
  /// All there is to warn of.
  var warnings: [Diagnostic] { get }
  /// The line of a checked file, below its warnings.
  var checkLine: String { get }

  /// One JSON object on one line; keys are only ever added.
  ///
  /// - Parameter withGeometry: whether a world's digests of its cells are computed and written.
  func json(withGeometry: Bool) -> String
}

extension FileInspection {
  package var checkLine: String { line }

  /// The text of rows of names and values, the values in a column of their own.
  ///
  /// - Parameter width: the width of the names' column.
  package func table(_ rows: [(String, String)], width: Int = 12) -> String {
    rows.map { name, value in
      name + String(repeating: " ", count: max(1, width - name.count)) + value + "\n"
    }.joined()
  }
}
