// SPDX-License-Identifier: MIT
// Part of Platen: the state of a campaign: people, places, quests, memories.

/// The state of a game, as far as books show it.
public struct GameState: Hashable, Sendable {
  public var player: Person?
  /// The other people, each once.
  public var cast: [Person] = []
  public var places: [WorldPlace] = []
  public var missions: [Mission] = []
  /// The memories in order: the story in sentences.
  public var memories: [String] = []
  public var items: [Item] = []
  public var combat: CombatState?
  /// The time in the world's calendar.
  public var time = ""
  public var location = ""
  public var weather = ""
  public var turn: Int?
  /// The tier of the campaign: `mortal`, `divine`…
  public var tier = ""
  public var setting = ""
  public var description = ""
  public var worldEvents: [WorldEvent] = []
  /// Rumors among people; whether they are true is for the game master.
  public var rumors: [Rumor] = []
  public var factions: [Faction] = []
  public var arcs: [Note] = []
  /// Rules the game master was given.
  public var directives: [String] = []
  public var planning: PlanningBlock?
  public var rewards: Rewards?
  /// Ids and names that are ambiguous, for checking.
  public var doubledNames: [String] = []

  public init() {}

  /// Memories for one audience: the game master's notes on the record itself are not part of the
  /// story.
  func memories(forGameMaster isForGameMaster: Bool) -> [String] {
    isForGameMaster ? memories : memories.filter { !GameMasterNote.isOne($0) }
  }

  /// The state without the people, places, quests and things that are marked as hidden.
  var withoutHidden: GameState {
    var state = self
    state.cast.removeAll(where: \.isHidden)
    state.places.removeAll(where: \.isHidden)
    state.missions.removeAll(where: \.isHidden)
    state.items.removeAll(where: \.isHidden)
    return state
  }
}

/// Memories that are notes of the game master on the record of the game.
enum GameMasterNote {
  /// Words that labels of such notes begin with.
  private static let words: Set<String> = [
    "administrative", "admin", "correction", "corrections", "retcon", "meta", "debug", "errata",
    "erratum", "internal", "todo",
  ]

  /// Words for whom a note is, wherever in its label they are.
  private static let readers: Set<String> = ["gm", "gms", "dm", "dms", "ooc"]

  /// Labels of one meaning alone.
  private static let labels: Set<String> = ["hidden", "secret", "system"]

  /// Indicates whether a memory begins with a label that marks it, as in `Correction: …` or `[DM
  /// only] …`.
  static func isOne(_ memory: String) -> Bool {
    let start = memory.drop { !$0.isLetter }
    let lead = memory[..<start.startIndex]
    guard
      let end = start.prefix(48).indices.first(where: { index in
        switch start[index] {
        case ":": true
        case "]": lead.contains("[")
        case ")": lead.contains("(")
        case "-", "–", "—":
          start[..<index].last == " " && start[start.index(after: index)...].first == " "
        default: false
        }
      })
    else { return false }
    let label = PersonName.folded(String(start[..<end])).split(separator: " ").map(String.init)
    // Later words belong to a sentence.
    guard let first = label.first, label.count <= 4 else { return false }
    if label.count <= 3, words.contains(first) { return true }
    if label.contains(where: readers.contains) { return true }
    if label.count == 1 { return labels.contains(first) }
    return label[1] == "master" && (first == "game" || first == "dungeon")
      || first == "system" && (words.contains(label[1]) || label[1] == "note")
      || label.count == 2 && ["state", "status", "world"].contains(first) && label[1] == "update"
  }
}

/// A person of a campaign, the hero or another.
public struct Person: Hashable, Sendable {
  /// The id as the game has it, such as `npc_vane_001`; never printed.
  public var id = ""
  public var name = ""
  /// Further names it goes by.
  public var aliases: [String] = []
  public var role = ""
  public var race = ""
  public var characterClass = ""
  public var level: Int?
  public var background = ""
  public var alignment = ""
  public var age = ""
  public var appearance = ""
  public var faction = ""
  /// Such as `healthy` or `dead`.
  public var status: [String] = []
  public var conditions: [String] = []
  public var hitPoints: Int?
  public var hitPointsMaximum: Int?
  public var armorClass: Int?
  public var proficiencyBonus: Int?
  public var experience: Int?
  public var experienceForNextLevel: Int?
  public var gold: Int?
  /// Six scores at most: strength, dexterity, constitution, intelligence, wisdom, charisma.
  public var abilities: [Ability: Int] = [:]
  public var skills: [String] = []
  public var features: [GameState.Item] = []
  /// By level, 0 for cantrips.
  public var spells: [Spell] = []
  public var resources: [Resource] = []
  /// The worn and wielded items, under the place they are worn.
  public var equipment: [GameState.Item] = []
  public var inventory: [GameState.Item] = []
  public var memories: [String] = []
  /// -10…10 towards the player.
  public var trust: Int?
  public var disposition = ""
  public var history: [String] = []
  /// Facts for the game master alone.
  public var secrets: [Note] = []
  /// Indicates whether the state hides it from players.
  public var isHidden = false

  public init() {}

  /// A resource of a person, such as spell slots of the first level, `3/4`.
  public struct Resource: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      case spellSlots(level: Int)
      case hitDice
      /// A kind by the campaign's own name.
      case other(String)
    }

    public enum Share: Hashable, Sendable {
      /// The remaining part of the maximum, or the campaign's own words for it.
      case text(String)
      case unlimited
      /// Of what is so or not, such as used.
      case flag(Bool)
    }

    public var kind: Kind
    public var share: Share

    public init(_ kind: Kind, _ share: Share) {
      self.kind = kind
      self.share = share
    }
  }

  /// Indicates whether it is dead according to the state.
  public var isDead: Bool {
    status.contains {
      let word = $0.lowercased()
      return ["dead", "deceased", "killed", "slain", "destroyed"].contains { word.hasPrefix($0) }
    }
  }
}

public enum Ability: Int, Hashable, Sendable, CaseIterable {
  case strength, dexterity, constitution, intelligence, wisdom, charisma
}

extension GameState {
  public struct Item: Hashable, Sendable {
    public var name = ""
    /// The place it is worn at, such as `main hand`; empty where it is not.
    public var slot = ""
    public var detail = ""
    public var count = 1
    /// Facts for the game master alone.
    public var secrets: [Note] = []
    /// Indicates whether the state hides it from players.
    public var isHidden = false

    public init(_ name: String = "", slot: String = "", detail: String = "", count: Int = 1) {
      self.name = name
      self.slot = slot
      self.detail = detail
      self.count = count
    }
  }
}

public struct Spell: Hashable, Sendable {
  public var name: String
  public var level: Int
  public init(_ name: String, level: Int) {
    self.name = name
    self.level = level
  }
}

public struct WorldPlace: Hashable, Sendable {
  public var name = ""
  public var description = ""
  /// Facts for the game master alone.
  public var secrets: [Note] = []
  /// Indicates whether the state hides it from players.
  public var isHidden = false
  public init(_ name: String = "", description: String = "") {
    self.name = name
    self.description = description
  }
}

public struct Mission: Hashable, Sendable {
  public var title = ""
  public var objective = ""
  public var status = ""
  public var isCompleted = false
  /// Facts for the game master alone.
  public var secrets: [Note] = []
  /// Indicates whether the state hides it from players.
  public var isHidden = false
  public init() {}
}

/// The end of a fight.
public struct CombatSummary: Hashable, Sendable {
  public var outcome = ""
  public var rounds: Int?
  public var experience: Int?
  public var enemies: [String] = []
  public init() {}

  public var isEmpty: Bool {
    outcome.isEmpty && rounds == nil && experience == nil && enemies.isEmpty
  }
}

/// The last fight and whether it is still in progress.
public struct CombatState: Hashable, Sendable {
  public struct Combatant: Hashable, Sendable {
    public var name: String
    public var side: String
    public var hitPoints: Int?
    public var hitPointsMaximum: Int?
    public var status: [String]
  }

  public var isOpen = false
  public var round: Int?
  public var combatants: [Combatant] = []
  public var summary: CombatSummary?
  public init() {}
}

public struct Rumor: Hashable, Sendable {
  public var text: String
  /// The accuracy, for the game master.
  public var accuracy: String
}

/// The purpose of a faction: for the game master.
public struct Faction: Hashable, Sendable {
  public var name = ""
  public var objective = ""
  public var progress = ""
  public var standing = ""
  public init() {}
}
