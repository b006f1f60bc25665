// SPDX-License-Identifier: MIT
// Part of Platen: isolates names and sentences whose direction differs from that of their line.

internal import Documents

/// Isolates users' texts within Platen's texts, so that neither changes the direction of the other
/// (UAX #9, isolates).
struct BidiIsolation {
  let isRightToLeft: Bool

  /// A name in the direction of its letters, isolated from the line.
  func name(_ text: String) -> Inline {
    let mayTurn =
      isRightToLeft || text.unicodeScalars.contains { Direction.strong($0) == .rightToLeft }
    return mayTurn ? .span(Span([.text(text)], direction: .automatic)) : .text(text)
  }

  /// An address, which is always left-to-right.
  func address(_ text: String) -> Inline {
    let mayTurn =
      isRightToLeft || text.unicodeScalars.contains { Direction.strong($0) == .rightToLeft }
    return mayTurn ? .span(Span([.text(text)], direction: .leftToRight)) : .text(text)
  }

  /// A sentence of Platen in the direction of its words.
  func sentence(_ inlines: [Inline]) -> [Inline] {
    isRightToLeft ? [.span(Span(inlines, direction: .automatic))] : inlines
  }
}

extension MinutesMaker {
  var isolation: BidiIsolation { BidiIsolation(isRightToLeft: options.isRightToLeft) }

  func isolated(_ name: String) -> Inline { isolation.name(name) }

  /// Facts in brackets; nothing if there are none.
  func bracketed(_ facts: [[Inline]]) -> [Inline] {
    guard !facts.isEmpty else { return [] }
    let inner = facts.enumerated().flatMap { index, fact in
      index == 0 ? fact : [.text(phrases[.comma])] + fact
    }
    return [.span(Span([.text(" (")] + inner + [.text(")")], .classes("time")))]
  }

  /// An event as a sentence with the names of people.
  func sentence(_ event: RoomEvent) -> [Inline] {
    func who(_ identity: String) -> Inline {
      identity.isEmpty ? .text(phrases[.somebody]) : isolated(attendance.name(identity))
    }
    // Events of the stage have a name where others have an identity.
    let actor =
      event.kind == .stage && !event.actor.isEmpty ? isolated(event.actor) : who(event.actor)
    let isNamed = event.isModeration && !event.actor.isEmpty && !event.target.isEmpty
    // The client's own line is what people saw, but it is in the client's language.
    if !event.line.isEmpty, event.kind == nil || event.kind == .stage || !isNamed {
      return isolation.sentence([isolated(event.line)])
    }
    guard let kind = event.kind, kind != .stage else {
      return isolation.sentence(
        filled(.unknownEvent, [.text(event.name), actor, who(event.target)]))
    }
    return isolation.sentence(filled(kind.phrase, [actor, who(event.target)]))
  }

  /// A phrase with `{1}`, `{2}`… replaced.
  func filled(_ phrase: Phrase, _ values: [Inline]) -> [Inline] {
    phrases.inlines(phrase, values.map { [$0] })
  }
}
