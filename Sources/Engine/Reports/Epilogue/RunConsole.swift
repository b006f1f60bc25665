// SPDX-License-Identifier: MIT
// Part of Platen: the console for post-run actions, as text or as events.

package import Diagnostics
package import JSON

/// A receiver of messages: for people, and as events for programs.
package protocol RunConsole {
  /// Shows a line to people.
  func report(_ line: String)
  /// Shows diagnostics to people, or writes an event for each.
  func report(_ diagnostics: [Diagnostic])
  /// Writes an event where programs read; does nothing where people do.
  func write(event name: String, _ members: (inout JSONWriter) -> Void)
}
