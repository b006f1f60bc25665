// SPDX-License-Identifier: MIT
// Part of Platen: returns tokens to make, however the process ends.

import Diagnostics
import Pipeline

extension Jobserver {
  /// The one this process has joined, if any.
  static let inUse = Guarded<Jobserver?>(nil)

  /// Returns the tokens taken; stages still running continue briefly without them.
  static func leave() { inUse.withLock { $0 }?.giveUp() }
}
