// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics as literals, in tests alone.

public import Diagnostics

/// Tests write codes as users see them, so that none changes unnoticed; sources use declared ones.
extension Diagnostic.Code: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}
