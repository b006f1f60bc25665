// SPDX-License-Identifier: MIT
// Part of Platen: the names in a campaign, and how often they occur in its story.

/// Something with a name that a story may mention.
struct NamedThing {
  enum Kind { case person, place, item }
  var kind: Kind
  /// Its name in the state, which is not shown to players unless the story has it.
  var name: String
  /// The number of the person among the state's.
  var person: Int?
  /// Indicates whether the hero dealt with it in a social challenge, as one does with people only.
  var isPartner = false
  /// The longest of its names that the story holds; empty where it holds none.
  var shown = ""
  var firstScene: Int?
  var lastScene: Int?
  var scenes = 0
}

/// The names of people, places and things.
struct NameRegister {
  private(set) var things: [NamedThing] = []
  /// Every name in its bytes, with its thing.
  private(set) var names: [(bytes: [UInt8], thing: Int)] = []

  /// Gathers them from state and story.
  init(_ campaign: Campaign) {
    var taken: Set<String> = []
    var given: [String: Int] = [:]
    func add(_ name: String, to thing: Int) {
      guard name.utf8.count > 2, name.utf8.count < 120,
        let first = name.utf8.first, NameMatcher.isWordByte(first),
        taken.insert(name).inserted
      else { return }
      names.append((Array(name.utf8), thing))
    }
    /// Within a sentence `The Iron Keep` is `the Iron Keep`; a single word is not distinctive enough.
    func addWithoutArticle(_ name: String, to thing: Int) {
      guard name.hasPrefix("The ") else { return }
      let rest = name.dropFirst(4)
      guard rest.contains(" "), rest.first?.isUppercase ?? false else { return }
      add(String(rest), to: thing)
    }
    func begin(_ kind: NamedThing.Kind, _ name: String, person: Int? = nil) -> Int {
      things.append(NamedThing(kind: kind, name: name, person: person))
      return things.count - 1
    }
    let cast = campaign.state?.cast ?? []
    for (index, person) in cast.enumerated() {
      guard !NameRegister.isCommon(person.name) else { continue }
      let thing = begin(.person, person.name, person: index)
      add(person.name, to: thing)
      for alias in person.aliases where !NameRegister.isCommon(alias) {
        add(alias, to: thing)
      }
    }
    for (index, thing) in things.enumerated() {
      for name in [thing.name] + cast[thing.person ?? 0].aliases {
        for own in [PersonName.given(name), PersonName.family(name)].compactMap({ $0 }) {
          // A name two people share identifies neither.
          if let other = given[own], other != index { given[own] = -1 } else { given[own] = index }
        }
      }
    }
    for (index, thing) in things.enumerated() { addWithoutArticle(thing.name, to: index) }
    for (own, thing) in given.sorted(by: { $0.key < $1.key }) where thing >= 0 {
      add(own, to: thing)
    }
    if let player = campaign.state?.player, !player.name.isEmpty {
      let thing = begin(.person, player.name)
      add(player.name, to: thing)
      for alias in player.aliases { add(alias, to: thing) }
      for own in [PersonName.given(player.name), PersonName.family(player.name)] {
        if let own, given[own] == nil { add(own, to: thing) }
      }
    }
    var mentions: Set<String> = []
    for index in campaign.entries.indices {
      if let partner = campaign.entries[index].challenge?.name, !NameRegister.isCommon(partner),
        !taken.contains(partner), partner.utf8.count < 60, mentions.insert(partner).inserted
      {
        let thing = begin(.person, partner)
        things[thing].isPartner = true
        add(partner, to: thing)
      }
      for name in campaign.entries[index].mentions
      where mentions.count < 2000 && mentions.insert(name).inserted {
        guard !taken.contains(name), !NameRegister.isCommon(name), name.utf8.count < 60 else {
          continue
        }
        add(name, to: begin(.person, name))
      }
    }
    if cast.isEmpty {
      for names in NarratedPeople.names(in: campaign) where !taken.contains(names[0]) {
        let thing = begin(.person, names[0])
        for name in names { add(name, to: thing) }
      }
    }
    var places: Set<String> = []
    let visited = campaign.entries.indices.map { campaign.entries[$0].place }
    for place in (campaign.state?.places.map(\.name) ?? []) + visited {
      guard !place.isEmpty, places.count < 2000, places.insert(place).inserted else { continue }
      let head = PlaceName.head(place)
      for name in head == place ? [place] : [head] {
        guard !taken.contains(name), !NameRegister.isCommon(name) else { continue }
        let thing = begin(.place, name)
        add(name, to: thing)
        addWithoutArticle(name, to: thing)
      }
    }
    let carried = (campaign.state?.player).map { $0.equipment + $0.inventory } ?? []
    for item in (campaign.state?.items ?? []) + carried {
      // One word, such as `Torch`, names no thing in particular.
      guard item.name.utf8.contains(0x20), !taken.contains(item.name), things.count < 10000 else {
        continue
      }
      let thing = begin(.item, item.name)
      add(item.name, to: thing)
      addWithoutArticle(item.name, to: thing)
    }
  }

  /// A word in lower case, or a kind of person, is not a name.
  private static func isCommon(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return true }
    if first.properties.isLowercase { return true }
    return common.contains(name.lowercased())
  }

  private static let common: Set<String> = [
    "guard", "goblin", "guards", "merchant", "soldier", "bandit", "stranger", "enemy", "player",
    "narrator", "unknown", "none", "you", "the", "party", "innkeeper", "villager", "assassin",
  ]
}

/// Counts what a story names.
struct NameCounter {
  private(set) var things: [NamedThing]
  /// The people of each scene, by number from 1.
  private(set) var peopleByScene: [Int: [Int]] = [:]
  private let names: [(bytes: [UInt8], thing: Int)]
  private var isFound: [Bool]
  /// The last scene that counted each thing.
  private var counted: [Int]

  init(_ register: NameRegister) {
    things = register.things
    names = register.names
    isFound = [Bool](repeating: false, count: names.count)
    counted = [Int](repeating: 0, count: things.count)
  }

  /// - Parameter matcher: Of the register's names.
  mutating func look(in text: String, scene: Int, _ matcher: NameMatcher) {
    var text = text
    text.withUTF8 { bytes in
      unsafe matcher.scan(bytes) { name in
        isFound[name] = true
        let thing = names[name].thing
        guard counted[thing] != max(scene, 1) else { return }
        counted[thing] = max(scene, 1)
        things[thing].scenes += 1
        if things[thing].firstScene == nil { things[thing].firstScene = scene }
        things[thing].lastScene = scene
        if things[thing].kind == .person { peopleByScene[scene, default: []].append(thing) }
      }
    }
  }

  /// Finds names without counting them, in entries before those that are counted.
  mutating func findNames(_ text: String, _ matcher: NameMatcher) {
    var text = text
    text.withUTF8 { bytes in unsafe matcher.scan(bytes) { isFound[$0] = true } }
  }

  /// Lets things be shown by the longest name that was found.
  mutating func showLongest() {
    for (index, name) in names.enumerated() where isFound[index] {
      if name.bytes.count > things[name.thing].shown.utf8.count {
        things[name.thing].shown = String(decoding: name.bytes, as: UTF8.self)
      }
    }
  }
}
