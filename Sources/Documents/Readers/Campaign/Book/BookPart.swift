// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a campaign's book in order, before any is written.

internal import Documents

/// A part of a book, written at once.
enum BookPart {
  case titlePage
  /// Of headings down to a level.
  case contents(depth: Int)
  /// The head of a chapter; its scenes come behind it.
  case chapter(Chapter)
  case scene(SceneUnit)
  /// Sheets, cast, places, quests, battles, timeline.
  case backMatter
  /// The caller's blocks after all that.
  case appendix([Block])
  case index(Index)
  /// All there is of a summary.
  case summary
  /// All there is of the hero's sheet as a document of its own.
  case character(Person)
  /// All there is of a primer.
  case primer
  /// A scene with the labels of the game's own export.
  case transcript(SceneUnit)
  /// A chapter of a prose edition.
  case proseChapter(ProseChapter)
  /// The people of a prose edition.
  case proseCast
  /// All there is of a script.
  case script
  /// Long texts from which the game began, by the indices of their entries.
  case premise([Int])

  /// The parts of a campaign that the options request.
  ///
  /// - Parameters:
  ///   - all: the scenes there are.
  ///   - range: those of them that are included.
  ///   - hasIndex: there is something an index could name.
  ///   - appendix: what comes before the index.
  ///   - prose: the chapters of a prose edition.
  static func parts(
    of campaign: Campaign, _ options: BookOptions, _ all: [SceneUnit], range: Range<Int>,
    hasIndex: Bool, appendix: [Block], prose: ProsePlan?
  ) -> [BookPart] {
    switch options.edition {
    case .summary, .summaryPages, .summaryBySession: return [.summary]
    case .character: return campaign.state?.player.map { [.character($0)] } ?? []
    case .primer: return [.primer]
    case .full, .prose, .scenes, .last, .sessions: break
    }
    if options.kind == .script { return [.script] }
    if let prose { return parts(of: prose, options) }
    let units = all[range]
    if options.kind == .transcript { return units.map { .transcript($0) } }
    var parts: [BookPart] = options.titlePage ? [.titlePage] : []
    // Scenes have numbers alone: beyond a page or two such lines do not help to find one.
    if options.contents { parts.append(.contents(depth: units.count <= 60 ? 2 : 1)) }
    // A part of a story calls its chapters as the whole does.
    for var chapter in Chapters.chapters(of: all, campaign.entries, by: options.chapters) {
      let scenes = chapter.units.clamped(to: range)
      guard !scenes.isEmpty else { continue }
      chapter.units = scenes.lowerBound - range.lowerBound..<scenes.upperBound - range.lowerBound
      parts.append(.chapter(chapter))
      parts += all[scenes].map { .scene($0) }
    }
    let premise = units.first.map { LongPremise.entries(of: $0, in: campaign) } ?? []
    if !premise.isEmpty { parts.append(.premise(premise)) }
    if units.count == all.count { parts.append(.backMatter) }
    if !appendix.isEmpty { parts.append(.appendix(appendix)) }
    if options.index, hasIndex {
      parts.append(
        .index(
          Index(
            title: [.text(options.phrases[.indexOfNames])],
            separator: options.phrases[.comma],
            Attributes(id: "index-of-names", classes: ["back-matter"]))))
    }
    return parts
  }

  /// The parts of a novel.
  private static func parts(of prose: ProsePlan, _ options: BookOptions) -> [BookPart] {
    var parts: [BookPart] = options.titlePage ? [.titlePage] : []
    if options.contents, prose.chapters.count > 1 { parts.append(.contents(depth: 1)) }
    return parts + prose.chapters.map { .proseChapter($0) } + [.proseCast]
  }
}
