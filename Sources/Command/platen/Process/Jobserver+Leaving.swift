// SPDX-License-Identifier: MIT
// Part of Platen: make gets its tokens back, whichever way the process is left.

import Diagnostics
import Pipeline

extension Jobserver {
  /// The one this process has joined, if any.
  static let inUse = Guarded<Jobserver?>(nil)

  /// Gives back what was taken; whatever stages are still about goes on for a moment without.
  static func leave() { inUse.withLock { $0 }?.giveUp() }
}
