// SPDX-License-Identifier: MIT
// Part of Platen: the pages on which a talk is shown live, in the talk's language.

package import Documents
internal import JSON
internal import Text

/// A page on which a talk is shown live: a template of `Templates/Live` whose words are filled in.
///
/// A placeholder such as `{{tryAgain}}` is the name of a phrase. Besides, `{{language}}`,
/// `{{direction}}` and `{{talkTitle}}` describe the talk, `{{forward}}` and `{{backward}}` are the
/// arrow keys, and `{{words}}` are the script's phrases.
package struct LivePage: Sendable {
  /// The phrases that the script of the pages shows, by their names.
  package static let scripted: [Phrase] = [
    .presenter, .upTo, .watching, .startClock, .pauseClock, .resumeClock, .talkEnded, .nextIsStep,
    .nextIsSlide, .nextIsEnd, .noNotes, .plannedTime, .behindPlan, .aheadOfPlan, .onPlan,
    .pressToStart, .talkNotStarted, .talkOver, .slideTyped, .slideMissing, .onlyWatching,
    .tokenNeeded, .reconnecting, .notConnected, .reconnected, .keyNext, .keyBack, .keySlides,
    .keyEnds, .keyNumber, .keyClock, .keyBlink, .keyDark, .keyFull, .keyNotes, .remote,
  ]

  private let title: String
  private let language: String
  private let isRightToLeft: Bool
  private let phrases: Phrasebook

  /// - Parameter metadata: those of the talk.
  package init(_ metadata: Metadata, phrases: Phrasebook) {
    title = metadata.title
    language = metadata.language
    isRightToLeft = metadata.direction == .rightToLeft
    self.phrases = phrases
  }

  /// The page of a template.
  package func filled(_ template: [UInt8]) -> [UInt8] {
    let page = MarkupTemplate.filled(String(decoding: template, as: UTF8.self)) { name in
      if name == "words" { return MarkupTemplate.embedded(json: words) }
      return value(name).map { MarkupEscaping.escaped($0) }
    }
    return Array(page.utf8)
  }

  private func value(_ name: String) -> String? {
    switch name {
    case "talkTitle": title
    case "language": language
    case "direction": isRightToLeft ? "rtl" : "ltr"
    // Slides follow each other in the direction of the text.
    case "forward": isRightToLeft ? "←" : "→"
    case "backward": isRightToLeft ? "→" : "←"
    default: Phrase(rawValue: name).map { phrases[$0] }
    }
  }

  private var words: String {
    var json = JSONWriter()
    json.object { json in
      // The script loads the page again when the talk's language has changed.
      json.member("lang", language)
      for phrase in LivePage.scripted { json.member(phrase.rawValue, phrases[phrase]) }
    }
    return json.text
  }
}
