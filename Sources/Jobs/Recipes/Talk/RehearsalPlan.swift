// SPDX-License-Identifier: MIT
// Part of Platen: what is planned for a talk's slides, for whom a rehearsal is measured against it.

internal import Documents
internal import Rehearsal
internal import Talks

/// A talk as a rehearsal sees it.
enum RehearsalPlan {
  /// How long each slide should take: what it says itself, or else its words. Slides that are not shown
  /// live are left out.
  static func plan(of talk: Talk) -> [RehearsalReport.Plan] {
    shown(talk.deck).enumerated().map { index, slide in
      RehearsalReport.Plan(
        title: title(slide, index), steps: slide.steps.count - 1, planned: slide.duration,
        estimated: TalkStatistics.seconds(of: slide, settings: talk.settings))
    }
  }

  static func talk(_ deck: Deck) -> LiveTalk {
    LiveTalk(
      title: deck.metadata.title,
      slides: shown(deck).enumerated().map { index, slide in
        LiveTalk.Slide(title(slide, index), steps: slide.steps.count - 1)
      })
  }

  private static func shown(_ deck: Deck) -> [Slide] {
    deck.slides.filter { !$0.hiddenIn.contains(.web) }
  }

  /// Without its counter, which is another one when a slide is put in before it.
  private static func title(_ slide: Slide, _ index: Int) -> String {
    let words = slide.title.plainText.replacing("\n", with: " ")
    return !words.isEmpty ? words : !slide.source.isEmpty ? slide.source : "\(index + 1)"
  }
}
