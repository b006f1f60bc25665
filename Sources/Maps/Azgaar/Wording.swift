// SPDX-License-Identifier: MIT
// Part of Platen: numbers of things in messages, one or many.

internal import Text

/// The warning about values that a list of integers cannot hold.
func outOfRange(_ count: Int, _ range: String) -> String {
  counted(count, "value is not a number from", "values are not numbers from") + " \(range): "
    + "numbers out of range were set to the nearest, other text to 0"
}
