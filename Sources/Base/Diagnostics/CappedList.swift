// SPDX-License-Identifier: MIT
// Part of Platen: lists in messages, cut where they become long.

/// The maximum of words of a list in a message.
let cappedListLimit = 8

/// The words of a list separated by commas; beyond eight the others are counted: `a, b, … and 12 more`.
///
/// - Parameter command: the command that lists all of them, without `platen`.
public func cappedList(_ words: some Collection<String>, listedBy command: String? = nil) -> String
{
  guard words.count > cappedListLimit else { return words.joined(separator: ", ") }
  let named = words.prefix(cappedListLimit).joined(separator: ", ")
  let rest = "\(named), … and \(words.count - cappedListLimit) more"
  return command.map { "\(rest); platen \($0) lists all" } ?? rest
}
