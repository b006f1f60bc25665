// SPDX-License-Identifier: MIT
// Part of Platen: lists in messages, cut where they become long.

/// The maximum of words of a list in a message.
let cappedListLimit = 8

/// The words of a list separated by commas; beyond eight the others are counted: `a, b, … and 12 more`.
public func cappedList(_ words: some Collection<String>) -> String {
  guard words.count > cappedListLimit else { return words.joined(separator: ", ") }
  let named = words.prefix(cappedListLimit).joined(separator: ", ")
  return "\(named), … and \(words.count - cappedListLimit) more"
}
