// SPDX-License-Identifier: MIT
// Part of Platen: make gets its tokens back, whichever way the process is left.

import Diagnostics
import Pipeline

extension Jobserver {
  /// The one this process has joined, if any.
  static let inUse = Guarded<Jobserver?>(nil)

  /// Returns the tokens taken; stages still running continue briefly without them.
  static func leave() { inUse.withLock { $0 }?.giveUp() }
}
