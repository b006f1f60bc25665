// SPDX-License-Identifier: MIT
// Part of Platen: the rules for talks, by the ids that talks use.

package import Diagnostics

/// A rule for slides.
public enum TalkRule: String, Hashable, Sendable, CaseIterable {
  case pauseInPart = "pause/in-part"
  case emptyStep = "pause/empty-step"
  case tooManySteps = "pause/too-many-steps"
  case nestedStep = "html/nested-step"
  case missingAlternative = "html/img-missing-alt"
  case rawScript = "html/raw-script"
  case heading1 = "html/heading-h1"
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
  case brokenLink = "link/broken"
  case unknownFolder = "term/unknown-cwd"
  case unknownTheme = "term/unknown-theme"

  /// The rule of Toboggan's that is not checked here: its id is not an error.
  static let spelling = "spelling/typo"

  /// Indicates whether talks may name a rule so.
  static func isKnown(_ id: String) -> Bool { ids.contains(id) || id.hasPrefix("term/") }

  /// All ids there are.
  static let ids = allCases.map(\.rawValue) + [spelling]

  /// The code of its findings.
  package var code: Diagnostic.Code {
    switch self {
    case .pauseInPart: .lintPauseInPart
    case .emptyStep: .lintPauseEmptyStep
    case .tooManySteps: .lintPauseTooManySteps
    case .nestedStep: .lintHtmlNestedStep
    case .missingAlternative: .lintHtmlImgMissingAlt
    case .rawScript: .lintHtmlRawScript
    case .heading1: .lintHtmlHeadingH1
    case .emptySlide: .lintStructureEmptySlide
    case .missingTitle: .lintStructureTitleMissing
    case .duplicatePart: .lintStructureDuplicatePartName
    case .duplicateTitle: .lintStructureDuplicateSlideTitle
    case .overBudget: .lintStructureOverBudget
    case .longCode: .lintCodeTooLong
    case .codeWithoutLanguage: .lintCodeNoLanguage
    case .missingNotes: .lintContentMissingNotes
    case .excessiveWords: .lintContentExcessiveWords
    case .tooManyImages: .lintContentTooManyImages
    case .brokenLink: .lintLinkBroken
    case .unknownFolder: .lintTermUnknownCwd
    case .unknownTheme: .lintTermUnknownTheme
    }
  }

  /// The hints at a finding, where the message does not imply what to do.
  var hints: [String] {
    self == .heading1 ? ["write ## in place of #, or take this heading as the slide's title"] : []
  }

  /// Indicates whether a violation is only a note, unless a talk's settings differ.
  var isNote: Bool { self == .codeWithoutLanguage || self == .duplicateTitle }
}
