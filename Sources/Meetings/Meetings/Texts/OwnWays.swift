// SPDX-License-Identifier: MIT
// Part of Platen: names and sentences that run their own way within lines that run another.

internal import Documents

/// People's texts within Platen's own, so that neither changes the other's direction (UAX #9,
/// isolates).
struct OwnWays {
  let isRightToLeft: Bool

  /// A name: it runs as its letters do, and the text beside it as the line does.
  func name(_ text: String) -> Inline {
    let mayTurn =
      isRightToLeft || text.unicodeScalars.contains { Direction.strong($0) == .rightToLeft }
    return mayTurn ? .span(Span([.text(text)], direction: .automatic)) : .text(text)
  }

  /// An address, which runs from left to right whatever its letters are.
  func address(_ text: String) -> Inline {
    let mayTurn =
      isRightToLeft || text.unicodeScalars.contains { Direction.strong($0) == .rightToLeft }
    return mayTurn ? .span(Span([.text(text)], direction: .leftToRight)) : .text(text)
  }

  /// A sentence of Platen's own, which runs as its words do.
  func sentence(_ inlines: [Inline]) -> [Inline] {
    isRightToLeft ? [.span(Span(inlines, direction: .automatic))] : inlines
  }
}

extension MinutesMaker {
  var ways: OwnWays { OwnWays(isRightToLeft: options.isRightToLeft) }

  func own(_ name: String) -> Inline { ways.name(name) }

  /// Facts in brackets behind what they are of; nothing where there are none.
  func bracketed(_ facts: [[Inline]]) -> [Inline] {
    guard !facts.isEmpty else { return [] }
    let inner = facts.enumerated().flatMap { index, fact in
      index == 0 ? fact : [.text(phrases[.comma])] + fact
    }
    return [.span(Span([.text(" (")] + inner + [.text(")")], .classes("time")))]
  }

  /// An event in words, identities resolved.
  func sentence(_ event: RoomEvent) -> [Inline] {
    func who(_ identity: String) -> Inline {
      identity.isEmpty ? .text(phrases[.somebody]) : own(attendance.name(identity))
    }
    // Events of the stage have a name where others have an identity.
    let actor =
      event.kind == .stage && !event.actor.isEmpty ? own(event.actor) : who(event.actor)
    let isNamed = event.isModeration && !event.actor.isEmpty && !event.target.isEmpty
    // The client's own line is what people saw, but it is in the client's language.
    if !event.line.isEmpty, event.kind == nil || event.kind == .stage || !isNamed {
      return ways.sentence([own(event.line)])
    }
    guard let kind = event.kind, kind != .stage else {
      return ways.sentence(filled(.unknownEvent, [.text(event.name), actor, who(event.target)]))
    }
    return ways.sentence(filled(kind.phrase, [actor, who(event.target)]))
  }

  /// A phrase with `{1}`, `{2}`… replaced.
  func filled(_ phrase: Phrase, _ values: [Inline]) -> [Inline] {
    phrases.inlines(phrase, values.map { [$0] })
  }
}
