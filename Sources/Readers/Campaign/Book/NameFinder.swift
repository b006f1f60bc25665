// SPDX-License-Identifier: MIT
// Part of Platen: finds the names of people, places and things in a story.

internal import Documents

/// Something with a name that a story may mention.
struct NamedThing {
  enum Kind { case person, place, item }
  var kind: Kind
  /// The name it goes by in the state; not to be shown to a player who never read it.
  var name: String
  /// Which of the state's people it is.
  var person: Int?
  /// The longest of its names that the story holds; empty where it holds none.
  var shown = ""
  var firstScene: Int?
  var lastScene: Int?
  var scenes = 0
}

/// Looks for all names at once: word by word, and only at words that begin a name.
struct NameFinder {
  private(set) var things: [NamedThing] = []
  private var patterns: [(bytes: [UInt8], thing: Int, isFound: Bool)] = []
  /// Patterns by the first word's hash.
  private var byFirst: [UInt64: [Int]] = [:]
  /// Bits of those hashes: most words that begin as a name does are told apart by it alone.
  private var sieve = [UInt64](repeating: 0, count: Int(NameFinder.sieveBits / 64))
  private static let sieveBits: UInt64 = 1 << 14
  /// Every name begins with a Latin capital or with what is no ASCII, as few words of a story do.
  private var areCapitals = true
  /// What each byte may be of a name.
  private var roles = (0..<256).map { NameFinder.isWordByte(UInt8($0)) ? Role.within : .between }

  private enum Role {
    /// Between words.
    case between
    /// Of a word.
    case within
    /// Of a word, and names of ours begin with it.
    case first
  }
  /// For each thing the last scene that counted it.
  private var counted: [Int] = []
  /// The people of each scene, by number from 1.
  private(set) var peopleByScene: [Int: [Int]] = [:]

  /// Gathers names from state and story and looks for them in the entries given.
  init(_ campaign: Campaign, entries: Range<Int>) {
    gather(campaign)
    for (index, pattern) in patterns.enumerated() {
      let first = pattern.bytes.prefix(while: NameFinder.isWordByte)
      let hash = NameFinder.hash(first)
      byFirst[hash, default: []].append(index)
      let bit = hash % NameFinder.sieveBits
      sieve[Int(bit / 64)] |= 1 << (bit % 64)
      guard let byte = pattern.bytes.first else { continue }
      roles[Int(byte)] = .first
      if byte < 0x80, !(0x41...0x5A).contains(byte) { areCapitals = false }
    }
    // Longer names first: `Gideon Vane` before `Gideon`.
    for key in byFirst.keys {
      byFirst[key]?.sort {
        (patterns[$1].bytes.count, $0) < (patterns[$0].bytes.count, $1)
      }
    }
    counted = [Int](repeating: 0, count: things.count)
    var scene = 0
    // By index: an entry copied is thirty references counted.
    for index in entries {
      scene = campaign.entries[index].scene ?? scene
      look(in: campaign.entries[index].text, scene: scene)
      let response = campaign.entries[index].godModeResponse
      if !response.isEmpty { look(in: response, scene: scene) }
      if let place = campaign.entries[index].header?.location { look(in: place, scene: scene) }
    }
    for pattern in patterns where pattern.isFound {
      let name = String(decoding: pattern.bytes, as: UTF8.self)
      if name.utf8.count > things[pattern.thing].shown.utf8.count {
        things[pattern.thing].shown = name
      }
    }
  }

  private mutating func look(in text: String, scene: Int) {
    var text = text
    text.withUTF8 { bytes in
      scan(bytes) { pattern, finder in
        finder.patterns[pattern].isFound = true
        let thing = finder.patterns[pattern].thing
        guard finder.counted[thing] != max(scene, 1) else { return }
        finder.counted[thing] = max(scene, 1)
        finder.things[thing].scenes += 1
        if finder.things[thing].firstScene == nil { finder.things[thing].firstScene = scene }
        finder.things[thing].lastScene = scene
        if finder.things[thing].kind == .person {
          finder.peopleByScene[scene, default: []].append(thing)
        }
      }
    }
  }

  /// The things a text names, each once, in order.
  func things(in text: String) -> [Int] {
    var result: [Int] = []
    var copy = self
    var text = text
    text.withUTF8 { bytes in
      copy.scan(bytes) { pattern, finder in
        let thing = finder.patterns[pattern].thing
        if !result.contains(thing) { result.append(thing) }
      }
    }
    return result
  }

  private mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ found: (Int, inout NameFinder) -> Void
  ) {
    guard !patterns.isEmpty else { return }
    let (roles, sieve) = (roles, sieve)
    var at = 0
    roles.withUnsafeBufferPointer { roles in
      while let start = start(in: bytes, from: at, roles) {
        var end = start + 1
        var hash = NameFinder.hash(bytes[start])
        while end < bytes.count, roles[Int(bytes[end])] != .between {
          hash = NameFinder.hash(bytes[end], hash)
          end += 1
        }
        at = end
        let bit = hash % NameFinder.sieveBits
        guard sieve[Int(bit / 64)] & 1 << (bit % 64) != 0 else { continue }
        for index in byFirst[hash] ?? [] {
          let pattern = patterns[index].bytes
          guard pattern.count <= bytes.count - start else { continue }
          let stop = start + pattern.count
          guard stop == bytes.count || !NameFinder.isWordByte(bytes[stop]) else { continue }
          guard bytes[start..<stop].elementsEqual(pattern) else { continue }
          found(index, &self)
          at = stop
          break
        }
      }
    }
  }

  /// Where the next word begins with a byte that begins a name of ours.
  private func start(
    in bytes: UnsafeBufferPointer<UInt8>, from first: Int, _ roles: UnsafeBufferPointer<Role>
  ) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    let ones: UInt64 = 0x0101_0101_0101_0101
    var at = first
    while at < bytes.count {
      if areCapitals {
        // Eight bytes at once, to the first that may be one: adding what is missing to a bound sets
        // the highest bit of a byte that reaches it.
        while at + 8 <= bytes.count {
          let block = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
          let low = block & (0x7F &* ones)
          let capitals = (low &+ 0x3F &* ones) & ~(low &+ 0x25 &* ones)
          let may = (capitals | block) & (0x80 &* ones)
          if may != 0 {
            at += may.trailingZeroBitCount / 8
            break
          }
          at += 8
        }
        if at >= bytes.count { return nil }
      }
      if roles[Int(bytes[at])] == .first, at == 0 || roles[Int(bytes[at - 1])] == .between {
        return at
      }
      at += 1
    }
    return nil
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
  }

  private static func hash(_ byte: UInt8, _ hash: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    guard let first = bytes.first else { return 0 }
    return bytes.dropFirst().reduce(hash(first)) { hash($1, $0) }
  }

  // MARK: Which names

  private mutating func gather(_ campaign: Campaign) {
    var taken: Set<String> = []
    var given: [String: Int] = [:]
    func add(_ name: String, to thing: Int, _ finder: inout NameFinder) {
      guard name.utf8.count > 2, name.utf8.count < 120,
        let first = name.utf8.first, NameFinder.isWordByte(first),
        taken.insert(name).inserted
      else { return }
      finder.patterns.append((Array(name.utf8), thing, false))
    }
    /// Within a sentence `The Iron Keep` is `the Iron Keep`; of one word alone that tells nothing.
    func addWithoutArticle(_ name: String, to thing: Int, _ finder: inout NameFinder) {
      guard name.hasPrefix("The ") else { return }
      let rest = name.dropFirst(4)
      guard rest.contains(" "), rest.first?.isUppercase ?? false else { return }
      add(String(rest), to: thing, &finder)
    }
    func begin(
      _ kind: NamedThing.Kind, _ name: String, person: Int? = nil,
      _ finder: inout NameFinder
    ) -> Int {
      finder.things.append(NamedThing(kind: kind, name: name, person: person))
      return finder.things.count - 1
    }
    let cast = campaign.state?.cast ?? []
    for (index, person) in cast.enumerated() {
      guard !NameFinder.isCommon(person.name) else { continue }
      let thing = begin(.person, person.name, person: index, &self)
      add(person.name, to: thing, &self)
      for alias in person.aliases where !NameFinder.isCommon(alias) {
        add(alias, to: thing, &self)
      }
    }
    for (index, thing) in things.enumerated() {
      for name in [thing.name] + cast[thing.person ?? 0].aliases {
        for own in [PersonName.given(name), PersonName.family(name)].compactMap({ $0 }) {
          // A name two people share tells neither.
          if let other = given[own], other != index { given[own] = -1 } else { given[own] = index }
        }
      }
    }
    for (index, thing) in things.enumerated() { addWithoutArticle(thing.name, to: index, &self) }
    for (own, thing) in given.sorted(by: { $0.key < $1.key }) where thing >= 0 {
      add(own, to: thing, &self)
    }
    if let player = campaign.state?.player, !player.name.isEmpty {
      let thing = begin(.person, player.name, &self)
      add(player.name, to: thing, &self)
      for alias in player.aliases { add(alias, to: thing, &self) }
      for own in [PersonName.given(player.name), PersonName.family(player.name)] {
        if let own, given[own] == nil { add(own, to: thing, &self) }
      }
    }
    var mentions: Set<String> = []
    for index in campaign.entries.indices {
      for name in campaign.entries[index].mentions
      where mentions.count < 2000 && mentions.insert(name).inserted {
        guard !taken.contains(name), !NameFinder.isCommon(name), name.utf8.count < 60 else {
          continue
        }
        add(name, to: begin(.person, name, &self), &self)
      }
    }
    var places: Set<String> = []
    for place in (campaign.state?.places.map(\.name) ?? []) + campaign.entries.map(\.place) {
      guard !place.isEmpty, places.count < 2000, places.insert(place).inserted else { continue }
      let head = PlaceName.head(place)
      for name in head == place ? [place] : [head] {
        guard !taken.contains(name), !NameFinder.isCommon(name) else { continue }
        let thing = begin(.place, name, &self)
        add(name, to: thing, &self)
        addWithoutArticle(name, to: thing, &self)
      }
    }
    let carried = (campaign.state?.player).map { $0.equipment + $0.inventory } ?? []
    for item in (campaign.state?.items ?? []) + carried {
      // One word, such as `Torch`, names no thing in particular.
      guard item.name.utf8.contains(0x20), !taken.contains(item.name), things.count < 10000 else {
        continue
      }
      let thing = begin(.item, item.name, &self)
      add(item.name, to: thing, &self)
      addWithoutArticle(item.name, to: thing, &self)
    }
  }

  /// A word in lower case, or a kind of person, is no name.
  private static func isCommon(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return true }
    if first.properties.isLowercase { return true }
    return common.contains(name.lowercased())
  }

  private static let common: Set<String> = [
    "guard", "goblin", "guards", "merchant", "soldier", "bandit", "stranger", "enemy", "player",
    "narrator", "unknown", "none", "you", "the", "party", "innkeeper", "villager", "assassin",
  ]

  // MARK: Marks

  /// The blocks with an index mark at the head of the paragraph where a thing is first named, for all
  /// things not yet in `marked`.
  func marking(_ blocks: [Block], within id: String, _ marked: inout [Bool]) -> [Block] {
    guard !patterns.isEmpty else { return blocks }
    var finder = self
    return finder.mark(blocks, id, &marked)
  }

  private mutating func mark(_ blocks: [Block], _ id: String, _ marked: inout [Bool]) -> [Block] {
    blocks.map { block in
      switch block {
      case .paragraph(var paragraph):
        let marks = marks(for: paragraph.inlines, id, &marked)
        guard !marks.isEmpty else { return block }
        // As long as it has to be: there are tens of thousands of them.
        var inlines: [Inline] = []
        inlines.reserveCapacity(marks.count + paragraph.inlines.count)
        inlines += marks
        inlines += paragraph.inlines
        paragraph.inlines = inlines
        return .paragraph(paragraph)
      case .list(var list):
        for index in list.items.indices {
          list.items[index].blocks = mark(list.items[index].blocks, id, &marked)
        }
        return .list(list)
      case .quote(var quote):
        quote.blocks = mark(quote.blocks, id, &marked)
        return .quote(quote)
      case .division(var division):
        division.blocks = mark(division.blocks, id, &marked)
        return .division(division)
      default: return block
      }
    }
  }

  mutating func marks(for inlines: [Inline], _ id: String, _ marked: inout [Bool]) -> [Inline] {
    var result: [Inline] = []
    for inline in inlines {
      switch inline {
      case .text(var text):
        text.withUTF8 { bytes in
          scan(bytes) { pattern, finder in
            let thing = finder.patterns[pattern].thing
            guard !marked[thing] else { return }
            marked[thing] = true
            let term = finder.things[thing].shown
            if !term.isEmpty { result.append(.indexMark(IndexMark(term, within: id))) }
          }
        }
      case .emphasis(let inner), .strong(let inner), .strikethrough(let inner):
        result += marks(for: inner, id, &marked)
      case .link(let link): result += marks(for: link.inlines, id, &marked)
      default: break
      }
    }
    return result
  }
}
