// SPDX-License-Identifier: MIT
// Part of Platen: the rules a talk is held to, by the ids talks know them by.

/// A rule for slides.
public enum TalkRule: String, Hashable, Sendable, CaseIterable {
  case pauseInPart = "pause/in-part"
  case emptyStep = "pause/empty-step"
  case tooManySteps = "pause/too-many-steps"
  case nestedStep = "html/nested-step"
  case missingAlternative = "html/img-missing-alt"
  case rawScript = "html/raw-script"
  case emptySlide = "structure/empty-slide"
  case missingTitle = "structure/title-missing"
  case duplicatePart = "structure/duplicate-part-name"
  case duplicateTitle = "structure/duplicate-slide-title"
  case overBudget = "structure/over-budget"
  case longCode = "code/too-long"
  case codeWithoutLanguage = "code/no-language"
  case missingNotes = "content/missing-notes"
  case excessiveWords = "content/excessive-words"
  case tooManyImages = "content/too-many-images"

  /// Rules of Toboggan that are not looked at here: their ids are no slips.
  private static let others = ["html/heading-h1", "link/broken", "spelling/typo"]

  /// Whether talks may name a rule so.
  static func isKnown(_ id: String) -> Bool { ids.contains(id) || id.hasPrefix("term/") }

  /// All ids there are.
  static let ids = allCases.map(\.rawValue) + others

  /// Whether what breaks it is only worth knowing, where a talk does not say otherwise.
  var isNote: Bool { self == .codeWithoutLanguage || self == .duplicateTitle }
}
