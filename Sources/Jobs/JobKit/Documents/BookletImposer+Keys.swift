// SPDX-License-Identifier: MIT
// Part of Platen: the folding of a booklet as an output's options say it.

internal import Diagnostics
internal import Text
internal import Typesetting
internal import Values

extension BookletImposer {
  /// Creates the imposer that an output's options request; nil where its pages stay single.
  init?(_ options: Settings, language: String) {
    guard let booklet = options[SharedKeys.booklet] else { return nil }
    if booklet.flag == false { return nil }
    self.init(
      pagesPerSection: booklet.integer,
      isRightToLeft: TextDirection.isRightToLeft(language: language))
  }

  /// Records what cannot be folded.
  static func check(_ options: Settings, errors: inout DiagnosticList) {
    guard let booklet = options.placed(SharedKeys.booklet), booklet.flag != false else { return }
    if let pages = booklet.integer, !pages.isMultiple(of: 4) {
      let near = pages / 4 * 4
      errors.record(
        .manifestValue, "a section of \(pages) pages cannot be folded", at: booklet.place,
        hints: ["a sheet has four pages: write \(near) or \(near + 4)"])
    }
    if options[SharedKeys.bleed] ?? 0 > 0 {
      errors.record(
        .manifestValue, "the pages of a booklet have no bleed", at: booklet.place,
        hints: ["remove bleed, or give the printer single pages without booklet"])
    }
  }
}
