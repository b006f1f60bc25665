// SPDX-License-Identifier: MIT
// Part of Platen: the words of a run's page in the language of the run.

package import Pipeline
package import Text

/// The words of a run's page in one language. The engine has no phrases; the layer above passes
/// them in.
package struct ReportWords: Sendable {
  /// The jobs of a page by their outcomes.
  package struct JobCounts: Hashable, Sendable {
    package var built = 0
    package var upToDate = 0
    package var failed = 0
    package var cancelled = 0
    package var all: Int { built + upToDate + failed + cancelled }

    package init() {}
  }

  /// The language as BCP 47.
  package var language: String
  package var isRightToLeft: Bool
  /// The words of the script, as JSON.
  package var script: String
  /// The text of a placeholder of the template; nil where none has this name.
  package var text: @Sendable (String) -> String?
  /// The name of a file's format.
  package var format: @Sendable (FileFormat) -> String
  /// The outcome of a run in a sentence.
  package var verdict: @Sendable (JobCounts) -> String
  /// The outcome of a delivery as markup; nil where nothing was to be done.
  package var delivery: @Sendable (DeliveryRecord) -> String?

  package init(
    language: String, isRightToLeft: Bool, script: String,
    text: @escaping @Sendable (String) -> String?,
    format: @escaping @Sendable (FileFormat) -> String,
    verdict: @escaping @Sendable (JobCounts) -> String,
    delivery: @escaping @Sendable (DeliveryRecord) -> String?
  ) {
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.script = script
    self.text = text
    self.format = format
    self.verdict = verdict
    self.delivery = delivery
  }
}
