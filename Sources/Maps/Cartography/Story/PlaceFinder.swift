// SPDX-License-Identifier: MIT
// Part of Platen: the places a story names, found on a map.

package import Atlas
internal import Diagnostics
package import Geometry

/// Finds what a world has of the places a story names: burgs, states, provinces and markers.
///
/// A story writes places as people do: `Jarnheim, the salt market`, `off the coast of Loredor`. So
/// a text is tried whole and then in its pieces; names are compared as written, then folded (case,
/// accents and punctuation dropped), then found as whole words within the text, then by nearness of
/// spelling. What several places of one sort are called alike is not decided here: aliases do.
package struct PlaceFinder {
  /// A place of the world.
  package struct Place: Hashable {
    package enum Sort: String, Hashable, CaseIterable { case burg, state, province, marker }
    package var sort: Sort
    package var id: Int
    package var name: String
    package var position: Point

    package init(sort: Sort, id: Int, name: String, position: Point) {
      (self.sort, self.id, self.name, self.position) = (sort, id, name, position)
    }

    /// The reference as aliases and messages write it: `burg:12`.
    package var reference: String { "\(sort.rawValue):\(id)" }
  }

  /// The way a place was found, the surest first.
  package enum Likeness: String, Hashable, CaseIterable { case alias, exact, folded, within, near }

  package enum Answer: Hashable {
    case found(Place, Likeness)
    /// Several of one sort answer to the name.
    case ambiguous([Place])
    case none
  }

  private let places: [Place]
  private var byName: [String: [Place]] = [:]
  private var byFolded: [String: [Place]] = [:]
  private var folded: [(words: [Substring], place: Place)] = []
  /// From the folded text of the story to what stands for it.
  private let aliases: [String: String]
  /// Aliases that lead to no place of the world.
  package private(set) var lostAliases: [(name: String, target: String)] = []

  /// - Parameter aliases: from a place as the story writes it to a name of the world's, or to a
  ///   reference such as `burg:12`.
  package init(_ world: World, aliases: [(String, String)] = []) {
    let center = { (cell: Int?) -> Point? in
      guard let cell, let cells = world.cells, cells.mesh.sites.indices.contains(cell) else {
        return nil
      }
      return cells.mesh.sites[cell]
    }
    var places = world.burgs.map {
      Place(sort: .burg, id: $0.id, name: $0.name, position: $0.position)
    }
    for state in world.states {
      guard let position = state.pole ?? center(state.center) else { continue }
      for name in Set([state.name, state.fullName]).sorted() {
        places.append(Place(sort: .state, id: state.id, name: name, position: position))
      }
    }
    for province in world.provinces {
      guard let position = province.pole ?? center(province.center) else { continue }
      for name in Set([province.name, province.fullName]).sorted() {
        places.append(Place(sort: .province, id: province.id, name: name, position: position))
      }
    }
    // A marker is called what the note about it is called.
    let notes = Dictionary(
      world.notes.map { ($0.subject, $0.name) }, uniquingKeysWith: { first, _ in first })
    for marker in world.markers {
      guard let name = notes["marker\(marker.id)"] else { continue }
      places.append(Place(sort: .marker, id: marker.id, name: name, position: marker.position))
    }
    self.places = places.filter { !$0.name.isEmpty }
    self.aliases = Dictionary(
      aliases.map { (PlaceFinder.fold($0.0), $0.1) }, uniquingKeysWith: { first, _ in first })
    for place in self.places {
      byName[place.name, default: []].append(place)
      let key = PlaceFinder.fold(place.name)
      byFolded[key, default: []].append(place)
      let words = key.split(separator: " ")
      if key.utf8.count >= 4 { folded.append((words, place)) }
    }
    lostAliases = aliases.filter { named($0.1) == nil }.map { (name: $0.0, target: $0.1) }
  }

  /// Finds the world's places that the story's text may name.
  package func find(_ text: String) -> Answer {
    let pieces = PlaceFinder.pieces(of: text)
    for piece in pieces {
      if let target = aliases[PlaceFinder.fold(piece)] {
        guard let place = named(target) else { continue }
        return .found(place, .alias)
      }
    }
    for piece in pieces {
      if let answer = decide(byName[piece], .exact) { return answer }
    }
    for piece in pieces {
      if let answer = decide(byFolded[PlaceFinder.fold(piece)], .folded) { return answer }
    }
    if let answer = within(text) { return answer }
    for piece in pieces.prefix(2) {
      if let answer = near(PlaceFinder.fold(piece)) { return answer }
    }
    return .none
  }

  private func named(_ target: String) -> Place? {
    if let colon = target.firstIndex(of: ":"),
      let sort = Place.Sort(rawValue: String(target[..<colon])),
      let id = Int(target[target.index(after: colon)...]),
      let place = places.first(where: { $0.sort == sort && $0.id == id })
    {
      return place
    }
    return byName[target]?.first ?? byFolded[PlaceFinder.fold(target)]?.first
  }

  /// The one place of the first sort there is any of.
  private func decide(_ found: [Place]?, _ likeness: Likeness) -> Answer? {
    guard let found else { return nil }
    for sort in Place.Sort.allCases {
      let alike = found.filter { $0.sort == sort }
      var ids: Set<Int> = []
      let several = alike.filter { ids.insert($0.id).inserted }
      if several.count > 1 { return .ambiguous(several) }
      if let one = several.first { return .found(one, likeness) }
    }
    return nil
  }

  /// The longest name that stands in the text as whole words.
  private func within(_ text: String) -> Answer? {
    let words = PlaceFinder.fold(text).split(separator: " ")
    var best: [Place] = []
    var length = 0
    for (name, place) in folded where name.count <= words.count {
      guard (0...(words.count - name.count)).contains(where: { words[$0...].starts(with: name) })
      else { continue }
      let count = name.reduce(0) { $0 + $1.utf8.count }
      if count > length { best = [] }
      if count >= length {
        best.append(place)
        length = count
      }
    }
    return decide(best.isEmpty ? nil : best, .within)
  }

  /// The name that differs by a slip of the pen: in two adjacent letters at most, and not in the
  /// first one.
  private func near(_ key: String) -> Answer? {
    guard key.count >= 5, let first = key.first else { return nil }
    let alike = byFolded.keys.filter {
      $0.first == first && abs($0.count - key.count) <= 2 && $0.count >= 5
    }.sorted()
    // A third of a word, which is forgiven to keys, is too much for names.
    let near = nearMisses(key, among: alike).filter { name in
      let before = zip(name, key).prefix { $0 == $1 }.count
      let after = zip(name.reversed(), key.reversed()).prefix { $0 == $1 }.count
      return max(name.count, key.count) - before - after <= 2
    }
    return decide(near.flatMap { byFolded[$0] ?? [] }, .near)
  }

  /// The text whole, then what stands between commas, dashes, colons and brackets.
  static func pieces(of text: String) -> [String] {
    let parts = text.split { ",;:()[]–—/|".contains($0) }.map { part in
      String(part.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }.filter { !$0.isEmpty }
    return parts.count == 1 ? [parts[0]] : [text] + parts
  }

  /// The text in lower case without accents and possessive endings, punctuation made blanks, and
  /// without a leading article.
  static func fold(_ text: String) -> String {
    var result = ""
    let text = text.replacing("’", with: "'").replacing("'s ", with: " ")
    for scalar in (text.hasSuffix("'s") ? text.dropLast(2) : text[...]).unicodeScalars {
      if let letter = unaccented[scalar] {
        result += letter
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        result += scalar.properties.lowercaseMapping
      } else if scalar == "'" || scalar == "’"
        || scalar.properties.generalCategory == .nonspacingMark
      {
        continue
      } else if !result.isEmpty, result.last != " " {
        result += " "
      }
    }
    if result.last == " " { result.removeLast() }
    for article in ["the ", "a ", "der ", "die ", "das "] where result.hasPrefix(article) {
      return String(result.dropFirst(article.count))
    }
    return result
  }

  /// Letters with accents, in both cases, by what they fold to.
  private static let unaccented: [Unicode.Scalar: String] = {
    let table: [(String, String)] = [
      ("àáâãäåāăąǎ", "a"), ("çćĉċč", "c"), ("ďđð", "d"), ("èéêëēĕėęě", "e"), ("ĝğġģ", "g"),
      ("ĥħ", "h"), ("ìíîïĩīĭįı", "i"), ("ĵ", "j"), ("ķ", "k"), ("ĺļľŀł", "l"), ("ñńņňŉŋ", "n"),
      ("òóôõöøōŏőǒ", "o"), ("ŕŗř", "r"), ("śŝşšș", "s"), ("ţťŧț", "t"), ("ùúûüũūŭůűųǔ", "u"),
      ("ŵ", "w"), ("ýÿŷ", "y"), ("źżž", "z"), ("æ", "ae"), ("œ", "oe"), ("ß", "ss"), ("þ", "th"),
    ]
    var result: [Unicode.Scalar: String] = [:]
    for (letters, plain) in table {
      for scalar in letters.unicodeScalars {
        result[scalar] = plain
        if let upper = scalar.properties.uppercaseMapping.unicodeScalars.first, upper != scalar {
          result[upper] = result[upper] ?? plain
        }
      }
    }
    // The capital of ß is SS, whose first letter is a plain one.
    result["S"] = nil
    result["I"] = nil
    return result
  }()
}
