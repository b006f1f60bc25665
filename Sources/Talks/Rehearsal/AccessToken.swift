// SPDX-License-Identifier: MIT
// Part of Platen: the token that permits presenting or controlling, which is never printed.

/// The token that permits presenting a talk or controlling a run. It has no way to be printed, and
/// compares in the same time whatever is shown.
public struct AccessToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  private let bytes: [UInt8]

  public init(_ text: String) { bytes = Array(text.utf8) }

  public var description: String { "(secret)" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Indicates whether a viewer showed this token. The time this takes depends only on the length
  /// of what was shown.
  public func opens(for shown: AccessToken) -> Bool {
    guard !bytes.isEmpty else { return false }
    var difference = UInt64(truncatingIfNeeded: bytes.count ^ shown.bytes.count)
    for index in shown.bytes.indices {
      difference |= UInt64(shown.bytes[index] ^ bytes[index % bytes.count])
    }
    return difference == 0
  }
}
