// SPDX-License-Identifier: MIT
// Part of Platen: how much of a text fits, found in a few tries.

/// The greatest count up to a limit that fits, where all lesser ones do; 0 where not even 1 does.
///
/// Counts are tried in steps that double, and then by halves: where a try costs as much as what is
/// tried, all of them cost a few times what fits, not its square.
public func greatestFit(upTo limit: Int, _ fits: (Int) -> Bool) -> Int {
  var low = 0
  var step = 1
  while low + step <= limit, fits(low + step) {
    low += step
    step *= 2
  }
  var high = min(low + step, limit + 1)
  while high - low > 1 {
    let middle = low + (high - low) / 2
    if fits(middle) { low = middle } else { high = middle }
  }
  return low
}
