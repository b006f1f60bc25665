// SPDX-License-Identifier: MIT
// Part of Platen: notifications that a manifest requests at the end of a run.

/// A notification that a manifest requests at the end of a run.
package struct FinishAction: Hashable, Sendable {
  /// The way in which the summary is passed on.
  package enum Means: Hashable, Sendable {
    /// A command for the shell, which is given the summary to read.
    case command(String)
    /// An address the summary is posted to.
    case webhook(String)
    /// A recipient of the summary, by the system's sendmail.
    case mail(String)
  }
  /// After which runs.
  package enum Occasion: String, Hashable, Sendable, CaseIterable {
    /// Those that made something, or in which something failed.
    case changed
    /// Those in which something failed or was not finished.
    case failed
    /// All of them.
    case always
  }
  /// The way in which the summary is passed on.
  package var means: Means
  /// The runs after which it is.
  package var occasion: Occasion

  /// Creates an action from its means and the runs after which it is taken.
  package init(means: Means, occasion: Occasion) {
    self.means = means
    self.occasion = occasion
  }
}
