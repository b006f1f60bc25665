// SPDX-License-Identifier: MIT
// Part of Platen: what all looks have in common: settings with dotted names.

/// A look whose settings are read and changed by their dotted names, as look files do.
public protocol LookTable: Sendable {
  var name: String { get set }

  /// The noun for such a look in messages, such as `map look`.
  static var description: String { get }

  /// The setting with this dotted name, or nil when there is none.
  static func field(named name: String) -> LookField<Self>?

  /// Indicates whether settings begin with this name and a dot.
  static func isGroup(_ name: String) -> Bool

  /// Names to look for near misses of `name` among.
  static func names(like name: String) -> [String]
}
