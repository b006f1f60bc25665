// SPDX-License-Identifier: MIT
// Part of Platen: lists in messages, cut where they become long.

/// The words of a list separated by commas; beyond eight the others are counted: `a, b, … and 12 more`.
///
/// - Parameter command: a command that lists all of them, without `platen`.
func cappedList(_ words: some Collection<String>, listedBy command: String? = nil) -> String {
  let limit = 8
  // One more takes no more room than its count does.
  guard words.count > limit + 1 else { return words.joined(separator: ", ") }
  let rest = "\(words.prefix(limit).joined(separator: ", ")), … and \(words.count - limit) more"
  return command.map { "\(rest); platen \($0) lists all" } ?? rest
}
