// SPDX-License-Identifier: MIT
// Part of Platen: the options that a job's settings give for reading a talk.

internal import JobKit
internal import Talks

extension TalkOptions {
  /// The options of a job, or of a talk that is shown live.
  init(_ settings: Settings) {
    self.init()
    title = settings[TalkKeys.title]
    date = settings[TalkKeys.date]
    language = settings[TalkKeys.language]
    isNumbered = settings[TalkKeys.counters]
    deckFormat = settings[TalkKeys.deckFormat]
  }
}
