// SPDX-License-Identifier: MIT
// Part of Platen: phrases with names and lists in them, each in its own direction.

extension Phrasebook {
  /// The direction the phrases run in.
  public var direction: Direction { Direction.of(language: language) }

  /// The phrase with `{1}`, `{2}`… replaced by inlines, in that order.
  public func inlines(_ phrase: Phrase, _ values: [[Inline]]) -> [Inline] {
    var inlines: [Inline] = []
    var rest = self[phrase][...]
    while let open = rest.firstIndex(of: "{") {
      let behind = rest[open...].dropFirst()
      guard let number = behind.first?.wholeNumberValue, values.indices.contains(number - 1),
        behind.dropFirst().first == "}"
      else {
        inlines.append(.text(String(rest[...open])))
        rest = behind
        continue
      }
      inlines.append(.text(String(rest[..<open])))
      inlines += values[number - 1]
      rest = behind.dropFirst(2)
    }
    inlines.append(.text(String(rest)))
    return inlines.mergingTexts
  }

  /// Items with commas between them; where the phrases run from right to left, each item is isolated,
  /// so that items in other scripts keep the order of the list (UAX #9, isolates).
  public func list(_ items: [String]) -> [Inline] {
    var inlines: [Inline] = []
    for (index, item) in items.enumerated() {
      if index > 0 { inlines.append(.text(self[.comma])) }
      inlines.append(
        direction == .rightToLeft
          ? .span(Span([.text(item)], direction: .automatic)) : .text(item))
    }
    return inlines.mergingTexts
  }
}

extension [Inline] {
  /// The inlines without empty texts, adjacent texts joined.
  fileprivate var mergingTexts: [Inline] {
    reduce(into: []) { merged, inline in
      guard case .text(let new) = inline else {
        merged.append(inline)
        return
      }
      if new.isEmpty { return }
      if case .text(let old)? = merged.last {
        merged[merged.count - 1] = .text(old + new)
      } else {
        merged.append(inline)
      }
    }
  }
}
