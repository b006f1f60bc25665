// SPDX-License-Identifier: MIT
// Part of Platen: the options of reading a talk, as a part of keys.

public import Digests
public import Talks

extension TalkOptions: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      title, date, language, isNumbered, deckFormat, missingImages, longestSlide)
  }
}

extension DeckFormat: Digestible {}

extension TalkOptions.Consequence: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .warning: digester.addCase(0)
    case .error: digester.addCase(1)
    }
  }
}
