// SPDX-License-Identifier: MIT
// Part of Platen: the subjects that sentences of a gazetteer name, and references to them.

internal import Atlas
internal import Documents

/// A subject that a sentence names.
struct Mention {
  /// The name as the sentence has it.
  let name: String
  let subject: Statement.Subject

  var reference: Inline { .reference(Reference(to: subject.id, [.text(name)])) }

  /// The values of a sentence with a reference in place of each name.
  ///
  /// - Parameter mentions: in the order of the values.
  static func linked(_ values: [String], _ mentions: [Mention]) -> [[Inline]] {
    var open = mentions
    return values.map { split($0, &open) }
  }

  /// A value with references in place of the names in it; those are used up.
  private static func split(_ text: String, _ open: inout [Mention]) -> [Inline] {
    var pieces: [Inline] = []
    var rest = text[...]
    while !rest.isEmpty {
      var first: (range: Range<Substring.Index>, mention: Int)?
      for (index, mention) in open.enumerated() where !mention.name.isEmpty {
        guard let range = word(mention.name, in: rest) else { continue }
        // Of two names that begin at one place, the longer is meant.
        if let best = first?.range,
          (best.lowerBound, range.upperBound) <= (range.lowerBound, best.upperBound)
        {
          continue
        }
        first = (range, index)
      }
      guard let (range, index) = first else { break }
      if range.lowerBound > rest.startIndex {
        pieces.append(.text(String(rest[..<range.lowerBound])))
      }
      pieces.append(open.remove(at: index).reference)
      rest = rest[range.upperBound...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }

  /// The first place of a name with no letter before or after it.
  private static func word(_ name: String, in text: Substring) -> Range<Substring.Index>? {
    func isPart(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "-" } ?? false
    }
    return text.ranges(of: name).first { range in
      !isPart(text[..<range.lowerBound].last) && !isPart(text[range.upperBound...].first)
    }
  }
}

extension Statement.Subject {
  /// The kind and the number of the subject, such as `burg/12`: the same for one subject of a world in
  /// every version of it.
  package var id: String {
    switch self {
    case .world: "world"
    case .state(let id): "state/\(id)"
    case .province(let id): "province/\(id)"
    case .town(let id): "burg/\(id)"
    case .river(let id): "river/\(id)"
    case .feature(let id): "feature/\(id)"
    case .faith(let id): "religion/\(id)"
    case .culture(let id): "culture/\(id)"
    case .marker(let id): "marker/\(id)"
    case .zone(let id): "zone/\(id)"
    }
  }
}

extension GazetteerBook {
  func mention(_ state: State) -> Mention {
    Mention(name: shown(state.name, state.id), subject: .state(state.id))
  }
  func mention(_ province: Province) -> Mention {
    Mention(name: shown(province.name, province.id), subject: .province(province.id))
  }
  func mention(_ town: Burg) -> Mention {
    Mention(name: shown(town.name, town.id), subject: .town(town.id))
  }
  func mention(_ river: River) -> Mention {
    Mention(name: oneLine(river.name), subject: .river(river.id))
  }
  func mention(_ faith: Religion) -> Mention {
    Mention(name: shown(faith.name, faith.id), subject: .faith(faith.id))
  }
  func mention(_ culture: Culture) -> Mention {
    Mention(name: shown(culture.name, culture.id), subject: .culture(culture.id))
  }

  /// A water by its name; none where it has no name.
  func mentions(ofWater id: Int) -> [Mention] {
    guard let feature = world.features[id: id] else { return [] }
    return [Mention(name: oneLine(feature.name ?? ""), subject: .feature(id))]
  }

  func mentions(ofTowns links: [TownNetwork.Link]?) -> [Mention] {
    (links ?? []).prefix(6).compactMap { world.burgs[id: $0.town].map(mention) }
  }
}
