// SPDX-License-Identifier: MIT
// Part of Platen: the program's own version.

/// The program's version, as semantic versioning has it.
package enum PlatenVersion {
  package static let current = "0.1.0"
  /// Name and version, for records and the metadata of what is made.
  package static let tool = "platen \(current)"

  /// A version as a manifest requires it.
  static let form = TextForm(
    name: "a version", pattern: "^[0-9]{1,6}(\\.[0-9]{1,6}){2}$",
    hint: "three numbers: 0.2.1"
  ) { text in
    numbers(in: text) == nil ? "invalid version \"\(text)\"" : nil
  }

  /// Indicates whether a version is older than another; false for a text that is not a version.
  static func isOlder(_ version: String = current, than text: String) -> Bool {
    guard let required = numbers(in: text), let own = numbers(in: version) else { return false }
    return own.lexicographicallyPrecedes(required)
  }

  /// Major, minor and patch number.
  private static func numbers(in text: String) -> [Int]? {
    guard text.wholeMatch(of: /[0-9]{1,6}(\.[0-9]{1,6}){2}/) != nil else { return nil }
    return text.split(separator: ".").compactMap { Int($0) }
  }
}
