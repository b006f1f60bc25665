// SPDX-License-Identifier: MIT
// Part of Platen: numbers of things in messages, one or many.

internal import Text

/// What is said of values that a list of whole numbers cannot hold.
func outOfRange(_ count: Int, _ range: String) -> String {
  counted(count, "value is no number from", "values are no numbers from") + " \(range): "
    + "what is beyond was set to the nearest, what is no number to 0"
}
