// SPDX-License-Identifier: MIT
// Part of Platen: what an index prints, gathered from the marks of a document.

/// A term of an index with the places it names.
public struct IndexEntry: Hashable, Sendable {
  public struct Place: Hashable, Sendable {
    /// The id of the node the mark names or stands under; empty where there is none.
    public var id: String
    /// The text of that place's heading; empty where there is none.
    public var title: String { didSet { numeral = Numeral(endOf: title) } }
    /// The number the title ends with.
    fileprivate var numeral: Numeral?

    public init(id: String, title: String) {
      self.id = id
      self.title = title
      numeral = Numeral(endOf: title)
    }

    public static func == (a: Place, b: Place) -> Bool { a.id == b.id && a.title == b.title }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(title)
    }

    /// Creates an entry as an index prints it.
    fileprivate init(id: String, shown title: String) {
      self.id = id
      self.title = title
    }
  }

  /// The number a title ends with, as `Scene #12` does, and what stands before it, which has a blank.
  fileprivate struct Numeral: Hashable, Sendable {
    var words: String
    var value: Int

    init?(endOf title: String) {
      let bytes = title.utf8
      var start = bytes.endIndex
      value = 0
      var scale = 1
      while start > bytes.startIndex {
        let before = bytes.index(before: start)
        guard (0x30...0x39).contains(bytes[before]) else { break }
        // A number with more than nine digits is not the number of a scene.
        guard scale < 1_000_000_000 else { return nil }
        value += Int(bytes[before] - 0x30) * scale
        scale *= 10
        start = before
      }
      guard start < bytes.endIndex else { return nil }
      words = String(title[..<start])
      guard words.holds(0x20) else { return nil }
    }
  }

  public var term: String
  /// The places in reading order, each once.
  public var places: [Place]
  public init(term: String, places: [Place]) {
    self.term = term
    self.places = places
  }

  /// The places as an index prints them: words before a number that repeat those of the place
  /// before are omitted, and three or more numbers in a row are a range: `Scene #3, #7, #12–15`.
  public var shortPlaces: [Place] {
    var result: [Place] = []
    result.reserveCapacity(places.count)
    var before: String?
    // Where in the words before the number their last piece begins: the sign before a number stays
    // with it.
    var lastPiece = 0
    var at = 0
    while at < places.count {
      guard let numeral = places[at].numeral else {
        result.append(places[at])
        before = nil
        at += 1
        continue
      }
      var last = at
      while last + 1 < places.count, let next = places[last + 1].numeral,
        next.value == numeral.value + last + 1 - at, next.words == numeral.words
      { last += 1 }
      let isRange = last - at >= 2
      var title = places[at].title
      if before == numeral.words {
        title = String(Substring(title.utf8.dropFirst(lastPiece)))
      } else {
        before = numeral.words
        let words = numeral.words.utf8
        let start = words.lastIndex(of: 0x20).map { words.index(after: $0) }
        lastPiece = words.distance(from: words.startIndex, to: start ?? words.startIndex)
      }
      if isRange { title += "\u{2013}\(numeral.value + last - at)" }
      result.append(Place(id: places[at].id, shown: title))
      at = isRange ? last + 1 : at + 1
    }
    return result
  }
}

extension Document {
  /// The entries of the index of that name, as ``IndexGatherer`` has them.
  public func indexEntries(named name: String) -> [IndexEntry] {
    var gatherer = IndexGatherer(named: name)
    for block in blocks { gatherer.visit(block) }
    return gatherer.entries(language: metadata.language)
  }
}

/// Gathers the marks of an index from a document's blocks, in order.
///
/// A place is the node a mark is `within`, called as the first heading of that node is; a mark that
/// names none stands under the nearest listed heading before it.
public struct IndexGatherer {
  /// That of the index.
  public let name: String
  private var titles: [String: String] = [:]
  // The terms in reading order, each with the numbers of its places; the titles of places that marks
  // name are filled in when all are known.
  private var terms: [String: Int] = [:]
  private var found: [(term: String, places: [Int])] = []
  private var places: [IndexEntry.Place] = []
  private var named: [String: Int] = [:]
  /// The place named last, which most marks name again.
  private var lastNamed = (id: "", place: 0)
  private var under = (id: "", title: "")
  private var unnamed: [IndexEntry.Place: Int] = [:]

  /// - Parameter name: That of the index: marks of others are passed over.
  public init(named name: String) { self.name = name }

  /// Takes the next block of the document, with all that is in it.
  public mutating func visit(_ block: Block) { walk(block) }

  /// Takes the next blocks of the document, with all that is in them.
  public mutating func visit(_ blocks: [Block]) { walk(blocks) }

  /// Takes the next block of the document without its content, which follows separately.
  public mutating func begin(_ block: Block) {
    switch block {
    case .heading(let heading) where heading.isListed || !heading.attributes.id.isEmpty:
      let place = (id: heading.attributes.id, title: heading.inlines.title)
      if !place.id.isEmpty { titles[place.id] = place.title }
      if heading.isListed { under = place }
    case .division(let division):
      let id = division.attributes.id
      if !id.isEmpty, let first = division.firstHeading { titles[id] = first.inlines.title }
    default: break
    }
  }

  /// Takes the next mark.
  public mutating func take(_ mark: IndexMark) {
    guard mark.name == name else { return }
    let place = number(of: mark)
    guard let entry = terms[mark.term] else {
      terms[mark.term] = found.count
      found.append((mark.term, [place]))
      return
    }
    // A term's marks come in reading order: it is enough to look at the last few.
    let count = found[entry].places.count
    for known in max(0, count - 4)..<count where found[entry].places[known] == place { return }
    found[entry].places.append(place)
  }

  private mutating func number(of mark: IndexMark) -> Int {
    if mark.within.isEmpty {
      let place = IndexEntry.Place(id: under.id, title: under.title)
      if let known = unnamed[place] { return known }
      unnamed[place] = places.count
      places.append(place)
      return places.count - 1
    }
    if lastNamed.id == mark.within { return lastNamed.place }
    let place = named[mark.within] ?? places.count
    if place == places.count {
      named[mark.within] = place
      places.append(IndexEntry.Place(id: mark.within, title: ""))
    }
    lastNamed = (mark.within, place)
    return place
  }

  /// The gathered entries, sorted for people: without regard to case, to the marks of Latin letters
  /// and to articles of the document's language.
  public func entries(language: String) -> [IndexEntry] {
    var places = places
    for place in places.indices where named[places[place].id] == place {
      places[place].title = titles[places[place].id] ?? ""
    }
    return found.map { entry in
      let made = IndexEntry(term: entry.term, places: entry.places.map { places[$0] })
      return (key: IndexEntry.sortKey(entry.term, language: language), entry: made)
    }
    .sorted { ($0.key, $0.entry.term) < ($1.key, $1.entry.term) }
    .map { $0.entry }
  }
}

extension IndexGatherer: NodeVisitor {
  var skipsText: Bool { true }

  mutating func enter(_ block: Block) -> Visit {
    begin(block)
    return .descend
  }

  mutating func enter(_ inline: Inline) -> Visit {
    if case .indexMark(let mark) = inline { take(mark) }
    return .descend
  }
}

extension [Inline] {
  fileprivate var title: String {
    let text = plainText
    return text.holds(0x0A) ? text.replacing("\n", with: " ") : text
  }
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
