// SPDX-License-Identifier: MIT
// Part of Platen: what an index prints, gathered from the marks of a document.

/// A term of an index with the places it names.
public struct IndexEntry: Hashable, Sendable {
  public struct Place: Hashable, Sendable {
    /// The id of the node the mark names or stands under; empty where there is none.
    public var id: String
    /// The text of that place's heading; empty where there is none.
    public var title: String
    public init(id: String, title: String) {
      self.id = id
      self.title = title
    }
  }

  public var term: String
  /// In reading order, each once.
  public var places: [Place]
  public init(term: String, places: [Place]) {
    self.term = term
    self.places = places
  }

  /// The places as an index prints them: words that stand before the number of the place before are
  /// not said again, and three or more numbers in a row are a range: `Scene #3, #7, #12–15`.
  public var shortPlaces: [Place] {
    var result: [Place] = []
    var before: (words: Substring, number: Int)?
    var at = 0
    while at < places.count {
      let place = places[at]
      guard let first = IndexEntry.numbered(place.title) else {
        result.append(place)
        before = nil
        at += 1
        continue
      }
      var last = at
      var number = first.number
      while last + 1 < places.count, let next = IndexEntry.numbered(places[last + 1].title),
        next.words == first.words, next.number == number + 1
      {
        number = next.number
        last += 1
      }
      let isRange = last - at >= 2
      let isKnown = before?.words == first.words
      var title = place.title
      if isKnown {
        // The sign before a number stays with it.
        let start = first.words.lastIndex(of: " ").map { first.words.index(after: $0) }
        title = String(place.title[(start ?? first.words.startIndex)...])
      }
      if isRange { title += "\u{2013}\(number)" }
      result.append(Place(id: place.id, title: title))
      before = first
      at = isRange ? last + 1 : at + 1
    }
    return result
  }

  /// A title that ends with a number, as `Scene #12` does; what stands before it has a blank.
  private static func numbered(_ title: String) -> (words: Substring, number: Int)? {
    let digits = title.reversed().prefix { ("0"..."9").contains($0) }.count
    let words = title.dropLast(digits)
    guard (1...9).contains(digits), words.contains(" "), let number = Int(title.suffix(digits))
    else { return nil }
    return (words, number)
  }
}

extension Document {
  /// The entries of the index of that name, sorted for people: without regard to case and to the
  /// marks of Latin letters.
  ///
  /// A place is the node a mark is `within`, called as the first heading of that node is; a mark
  /// that names none stands under the nearest listed heading before it.
  public func indexEntries(named name: String) -> [IndexEntry] {
    var titles: [String: String] = [:]
    walk(
      block: { block in
        switch block {
        case .heading(let heading):
          if !heading.attributes.id.isEmpty {
            titles[heading.attributes.id] = heading.inlines.title
          }
          return .skip
        case .division(let division):
          if !division.attributes.id.isEmpty, let first = division.firstHeading {
            titles[division.attributes.id] = first.inlines.title
          }
          return .descend
        default: return .descend
        }
      }, inline: { _ in .skip })
    var places: [String: [IndexEntry.Place]] = [:]
    var under = IndexEntry.Place(id: "", title: "")
    walk(
      block: { block in
        if case .heading(let heading) = block, heading.isListed {
          under = IndexEntry.Place(id: heading.attributes.id, title: heading.inlines.title)
        }
        return .descend
      },
      inline: { inline in
        guard case .indexMark(let mark) = inline, mark.name == name else { return .descend }
        let place =
          mark.within.isEmpty
          ? under : IndexEntry.Place(id: mark.within, title: titles[mark.within] ?? "")
        // A term's marks come in reading order: it is enough to look at the last few.
        if !places[mark.term, default: []].suffix(4).contains(place) {
          places[mark.term, default: []].append(place)
        }
        return .descend
      })
    return places.map { (key: IndexEntry.sortKey($0), entry: IndexEntry(term: $0, places: $1)) }
      .sorted { ($0.key, $0.entry.term) < ($1.key, $1.entry.term) }
      .map(\.entry)
  }
}

extension IndexEntry {
  /// What a term is sorted by: small letters without the marks of Latin letters, and without what
  /// is neither letter nor digit in front of them.
  static func sortKey(_ term: String) -> String {
    let scalars = term.lowercased().unicodeScalars.drop {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil
    }
    var key = String.UnicodeScalarView()
    for scalar in scalars {
      guard (0xDF...0x17F).contains(scalar.value) else {
        key.append(scalar)
        continue
      }
      switch scalar.value {
      case 0xDF: key.append(contentsOf: "ss".unicodeScalars)
      case 0xE0...0xE5, 0x101, 0x103, 0x105: key.append("a")
      case 0xE6: key.append(contentsOf: "ae".unicodeScalars)
      case 0xE7, 0x107, 0x109, 0x10B, 0x10D: key.append("c")
      case 0xE8...0xEB, 0x113, 0x115, 0x117, 0x119, 0x11B: key.append("e")
      case 0xEC...0xEF, 0x129, 0x12B, 0x12D, 0x12F, 0x131: key.append("i")
      case 0xF0, 0x10F, 0x111: key.append("d")
      case 0xF1, 0x144, 0x146, 0x148: key.append("n")
      case 0xF2...0xF6, 0xF8, 0x14D, 0x14F, 0x151: key.append("o")
      case 0xF9...0xFC, 0x169, 0x16B, 0x16D, 0x16F, 0x171, 0x173: key.append("u")
      case 0xFD, 0xFF, 0x177: key.append("y")
      case 0xFE: key.append(contentsOf: "th".unicodeScalars)
      case 0x11D, 0x11F, 0x121, 0x123: key.append("g")
      case 0x125, 0x127: key.append("h")
      case 0x135: key.append("j")
      case 0x137: key.append("k")
      case 0x13A, 0x13C, 0x13E, 0x140, 0x142: key.append("l")
      case 0x153: key.append(contentsOf: "oe".unicodeScalars)
      case 0x155, 0x157, 0x159: key.append("r")
      case 0x15B, 0x15D, 0x15F, 0x161: key.append("s")
      case 0x163, 0x165, 0x167: key.append("t")
      case 0x175: key.append("w")
      case 0x17A, 0x17C, 0x17E: key.append("z")
      default: key.append(scalar)
      }
    }
    return String(key)
  }
}

extension [Inline] {
  fileprivate var title: String { plainText.replacing("\n", with: " ") }
}

extension Division {
  /// The first heading in it, at any depth.
  fileprivate var firstHeading: Heading? {
    for block in blocks {
      switch block {
      case .heading(let heading): return heading
      case .division(let division):
        if let found = division.firstHeading { return found }
      default: break
      }
    }
    return nil
  }
}
