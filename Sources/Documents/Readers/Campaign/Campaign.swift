// SPDX-License-Identifier: MIT
// Part of Platen: the model of a campaign of WorldArchitect.AI, independent of its file format.

/// A campaign: its entries in order of play, and its state.
///
/// Nothing in it identifies players: ids of users and sessions, seeds and the names of models are
/// dropped when it is read. Facts for the game master alone are kept apart (`Entry.secrets`, hidden
/// `GameState` fields), facts for programmers alone in `Entry.debug`.
public struct Campaign: Hashable, Sendable {
  /// The source a campaign was read from.
  public enum Source: String, Hashable, Sendable {
    /// JSON: an answer of the game's server, a bundle, a list of entries, lines of JSON.
    case json
    /// The text that the game exports since 2026.
    case text
    /// The text it exported in 2025.
    case legacyText
    /// A state of the game without a story.
    case state
  }

  public var title: String
  /// The beginning of the campaign: a prompt, or its setting and description.
  public var premise: Premise
  public var created: Timestamp?
  public var lastPlayed: Timestamp?
  public var source: Source
  /// The entries in order of play, the parts of one entry joined.
  public var entries: [Entry]
  public var state: GameState?
  /// The beginnings, behind the first, of other campaigns of which this one was put together.
  var beginnings: [Int] = []

  public init(
    title: String, premise: Premise = Premise(), created: Timestamp? = nil,
    lastPlayed: Timestamp? = nil,
    source: Source, entries: [Entry] = [], state: GameState? = nil
  ) {
    self.title = title
    self.premise = premise
    self.created = created
    self.lastPlayed = lastPlayed
    self.source = source
    self.entries = entries
    self.state = state
  }

  /// The number of scenes: entries of the narrator.
  public var sceneCount: Int { entries.indices.count { entries[$0].scene != nil } }

  /// The words of the story, players' and narrator's.
  public var wordCount: Int { entries.indices.reduce(0) { $0 + words(in: entries[$1].text) } }
}

/// The beginning of a campaign; missing fields are empty.
public struct Premise: Hashable, Sendable {
  public var setting = ""
  public var character = ""
  public var description = ""
  /// The prompt as it was given, up to 20,000 words in real campaigns.
  public var prompt = ""

  public init() {}
}

/// A point in time.
public struct Timestamp: Hashable, Sendable, Comparable {
  /// Since the beginning of 1970, UTC.
  public var microseconds: Int
  public init(microseconds: Int) { self.microseconds = microseconds }
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }
}

/// One entry of a story: what a player did, or what the narrator wrote.
public struct Entry: Hashable, Sendable {
  public enum Actor: String, Hashable, Sendable {
    case player, narrator, system
  }

  public var actor: Actor
  /// The mode in lower case: `character`, `god`, `think`…; empty if missing.
  public var mode: String
  /// Markdown without the game's internal tags and data.
  public var text: String
  /// nil where it is missing or unreadable.
  public var time: Timestamp?
  /// The number of the scene, counted from 1; nil for entries that are not the narrator's.
  public var scene: Int?
  /// The number the source gives, which counts each part of a long entry.
  public var statedScene: Int?
  @Boxed public var header: SessionHeader?
  /// Such as `HD: 2/3, Spells: L1 3/4`.
  public var resources: String
  public var dice: [DiceRoll]
  @Boxed public var planning: PlanningBlock?
  /// The id of the choice a player took, where the source has it or it was found.
  public var choiceID: String
  /// The answer to a question in god mode.
  public var godModeResponse: String
  @Boxed public var rewards: Rewards?
  @Boxed public var challenge: SocialChallenge?
  /// Lines on the player's faction.
  public var factionHeader: String
  public var worldEvents: [WorldEvent]
  /// Names that occur according to the narrator.
  public var mentions: [String]
  /// The location of the entry, if the source has it outside of the header.
  public var location: String
  /// A sentence or two on the entry, where the source has them.
  public var summary: String
  /// New memories at that time, where the source has them.
  public var newMemories: [String]
  /// The end of a fight that ended here.
  @Boxed public var combat: CombatSummary?
  /// Names of those who died here, by the record of changes.
  public var deaths: [String]
  /// Facts for the game master alone.
  public var secrets: [Note]
  /// Facts for programmers alone.
  public var debug: [Note]
  /// The id of the entry in the source; for finding duplicates, never printed.
  public var sourceID: String

  public init(actor: Actor, mode: String = "", text: String = "") {
    self.actor = actor
    self.mode = mode
    self.text = text
    time = nil
    scene = nil
    statedScene = nil
    header = nil
    resources = ""
    dice = []
    planning = nil
    choiceID = ""
    godModeResponse = ""
    rewards = nil
    challenge = nil
    factionHeader = ""
    worldEvents = []
    mentions = []
    location = ""
    summary = ""
    newMemories = []
    combat = nil
    deaths = []
    secrets = []
    debug = []
    sourceID = ""
  }

  /// The place of the entry, as far as is known.
  public var place: String {
    if let place = statedPlace, !place.isEmpty, !Entry.isUnknown(place) { return place }
    return location
  }

  /// Indicates whether a location is unknown, as narrators have it outside of the story.
  static func isUnknown(_ place: String) -> Bool {
    place.utf8.count <= 7 && ["unknown", "n/a", "none", "tbd"].contains(place.lowercased())
  }

  /// The place of the entry as its header has it.
  var statedPlace: String? { _header.map { $0.location } }

  /// Indicates whether it has nothing but its place in the story, names and ids, and notes for
  /// programmers.
  var isBlank: Bool {
    var bare = Entry(actor: actor, mode: mode)
    (bare.time, bare.scene, bare.statedScene) = (time, scene, statedScene)
    (bare.sourceID, bare.choiceID, bare.mentions, bare.debug) =
      (sourceID, choiceID, mentions, debug)
    return self == bare
  }

  /// Indicates whether it has more to read than its time and texts of nothing but whitespace,
  /// invisible characters and rules.
  var isReadable: Bool {
    var entry = self
    let texts: [WritableKeyPath<Entry, String>] = [
      \.text, \.godModeResponse, \.summary, \.location, \.resources, \.factionHeader,
    ]
    for text in texts where !entry[keyPath: text].hasVisibleText { entry[keyPath: text] = "" }
    if var header = entry.header {
      header.timestamp = ""
      if header.isEmpty { entry.header = nil }
    }
    return !entry.isBlank
  }

  /// The state of the hero as its header has it.
  var statedStatus: String? { _header.map { $0.status } }

  /// The time in the world's calendar as its header has it, without fractions of seconds.
  var statedTime: String? { _header.map { $0.shownTime } }
}

/// A name with a text.
public struct Note: Hashable, Sendable {
  public var name: String
  public var text: String
  public init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}

/// The head of a scene: when, where, and how the hero is.
public struct SessionHeader: Hashable, Sendable {
  /// The time in the world's calendar, whose form changes even within a campaign.
  public var timestamp = ""
  public var location = ""
  /// Such as `Lvl 4 Herald | HP: 29/29 | XP: 3376/6500 | Gold: 230gp`.
  public var status = ""
  public var conditions = ""
  /// The remaining spells and the like, where the header has them and no field of its own.
  public var resources = ""
  /// Lines without a name of these.
  public var others: [String] = []
  /// Indicates whether the first of the others is above all other lines.
  public var beginsWithOther = false
  /// Indicates whether its lines are in the scene's text, as narrators of 2025 wrote them.
  public var isWritten = false

  public init() {}

  public var isEmpty: Bool {
    timestamp.isEmpty && location.isEmpty && status.isEmpty && conditions.isEmpty
      && resources.isEmpty && others.isEmpty
  }
}

/// A roll of dice. A line of text in old campaigns, parts in newer ones.
public struct DiceRoll: Hashable, Sendable {
  /// The whole roll as a line; empty where its parts are known.
  public var line = ""
  /// The line the game's export has of it, where its parts are known as well.
  public var exported = ""
  public var purpose = ""
  /// Such as `1d20 + 9`.
  public var notation = ""
  public var result: Int?
  public var total: Int?
  /// The number to reach.
  public var difficulty: Int?
  public var isSuccess: Bool?
  public var outcome = ""
  /// The reason for its difficulty: for the game master.
  public var reasoning = ""

  public init() {}
  public init(line: String) { self.line = line }
}

/// The choices offered to the player.
public struct PlanningBlock: Hashable, Sendable {
  /// The narrator's thoughts about it: for the game master.
  public var thinking = ""
  public var context = ""
  public var choices: [Choice] = []
  /// The lines of the story's text from which they were read, as written; empty if they have only a
  /// field of their own.
  public var written = ""

  public init() {}
}

/// One thing offered to do.
public struct Choice: Hashable, Sendable {
  public var id = ""
  public var title = ""
  public var text = ""
  /// `safe`, `low`, `medium`, `high`; empty if missing.
  public var risk = ""
  public var pros: [String] = []
  public var cons: [String] = []
  /// The analysis, for the game master.
  public var analysis = ""
  public var isChosen = false

  public init() {}
}

public struct Rewards: Hashable, Sendable {
  public var source = ""
  public var experience: Int?
  public var currentExperience: Int?
  public var nextLevelExperience: Int?
  public var isLevelUp = false
  public var gold: Int?
  public var loot: [String] = []

  public init() {}
}

/// A contest of words with another person.
public struct SocialChallenge: Hashable, Sendable {
  public var name = ""
  public var objective = ""
  public var skill = ""
  public var resistance = ""
  public var status = ""
  public var points: Int?
  public var maximum: Int?
  public var successes: Int?
  public var successesNeeded: Int?

  public init() {}
}

/// Something that happens elsewhere.
public struct WorldEvent: Hashable, Sendable {
  public var actor = ""
  public var action = ""
  public var place = ""
  public var outcome = ""
  public var status = ""
  /// Indicates whether the player has come to know of it.
  public var isKnown = false

  public init() {}
}

/// The words of a text: stretches without white space.
func words(in text: String) -> Int {
  var text = text
  return text.withUTF8 { bytes in
    let raw = UnsafeRawBufferPointer(bytes)
    guard var count = unsafe raw.first.map({ $0 > 0x20 ? 1 : 0 }) else { return 0 }
    // Where words begin, sixteen bytes at once; of each of the sixteen as many as a byte can count.
    let blank = SIMD16<UInt8>(repeating: 0x20)
    var at = 1
    while at + 16 <= raw.count {
      var begun = SIMD16<UInt8>(repeating: 0)
      for _ in 0..<min(127, (raw.count - at) / 16) {
        let here = unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
        let before = unsafe raw.loadUnaligned(fromByteOffset: at - 1, as: SIMD16<UInt8>.self)
        let begins = (here .> blank) .& (before .<= blank)
        begun &+= SIMD16<UInt8>(repeating: 0).replacing(with: 1, where: begins)
        at += 16
      }
      let low = begun & SIMD16(repeating: 0x0F)
      let high = begun &>> SIMD16(repeating: 4)
      count += Int(low.wrappedSum()) + 16 * Int(high.wrappedSum())
    }
    while at < raw.count {
      if unsafe raw[at] > 0x20, unsafe raw[at - 1] <= 0x20 { count += 1 }
      at += 1
    }
    return count
  }
}
