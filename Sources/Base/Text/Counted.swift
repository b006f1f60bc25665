// SPDX-License-Identifier: MIT
// Part of Platen: numbers of things in messages, one or many.

/// A number with its noun: `1 file`, `2 files`; a plural that does not end in `s` is given.
public func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}
