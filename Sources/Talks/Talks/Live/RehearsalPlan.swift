// SPDX-License-Identifier: MIT
// Part of Platen: the slides and the time plan of a talk for rehearsals and live sessions.

internal import Documents
package import Rehearsal

extension Talk {
  /// The slides of a live session.
  package var live: LiveTalk {
    LiveTalk(
      title: deck.metadata.title,
      slides: shown.map { LiveTalk.Slide($0.title, steps: $0.slide.steps.count - 1) })
  }

  /// The planned time of each slide of a live session: its own duration, or one estimated from its
  /// words. Where no slide has one, the sum is the length in the statistics of these slides.
  package var rehearsalPlan: [RehearsalReport.Plan] {
    let estimates = TalkStatistics.seconds(ofEach: shown.map(\.slide), settings: settings)
    return zip(shown, estimates).map { shown, estimated in
      RehearsalReport.Plan(
        title: shown.title, steps: shown.slide.steps.count - 1, planned: shown.slide.duration,
        estimated: estimated)
    }
  }

  /// The slides that are not hidden on screens. Their titles are without counters, which change when a
  /// slide is inserted before.
  private var shown: [(title: String, slide: Slide)] {
    deck.slides.filter { !$0.hiddenIn.contains(.web) }.enumerated().map { index, slide in
      let words = slide.title.plainText.replacing("\n", with: " ")
      return (!words.isEmpty ? words : !slide.source.isEmpty ? slide.source : "\(index + 1)", slide)
    }
  }
}
