// SPDX-License-Identifier: MIT
// Part of Platen: a campaign reduced to its story: scenes of prose, and what was omitted.

internal import Documents

/// A scene of a prose edition.
struct ProseScene {
  /// A part of it, in order.
  enum Passage {
    /// Markdown.
    case narration(String)
    /// An action of the player as a sentence.
    case action(String)
  }

  /// The unit of the campaign it comes from.
  var unit: Int
  var place: String
  /// The time that the header has.
  var time: String
  /// Indicates whether it begins after a pause of play.
  var beginsSession: Bool
  var passages: [Passage] = []
  var words = 0

  /// The narrator's text in it.
  var narration: String {
    passages.lazy.compactMap { passage in
      switch passage {
      case .narration(let text): text
      case .action: nil
      }
    }.first ?? ""
  }
}

/// The story of a campaign.
struct ProseStory {
  private(set) var scenes: [ProseScene] = []
  private(set) var omissions = OmissionCounts()
  /// The words of all entries' texts.
  private(set) var totalWords = 0
  /// The story calls the hero `you`.
  private let isSecondPerson: Bool
  /// The longer paragraphs so far.
  private var told: Set<Substring> = []

  /// - Parameter units: The scenes of the campaign that are included.
  init(_ campaign: Campaign, _ units: [SceneUnit]) {
    let talk = GameTalk(campaign)
    isSecondPerson = ProseStory.isSecondPerson(campaign)
    let sessions = Set(Chapters.sessions(units, campaign.entries))
    var offered: PlanningBlock?
    /// The player's entries that the narrator has not answered yet.
    var pending: [Int] = []
    var place = ""
    for (number, unit) in units.enumerated() {
      for index in unit.entries {
        totalWords += words(in: campaign.entries[index].text)
        guard campaign.entries[index].actor == .narrator else {
          pending.append(index)
          continue
        }
        var scene = ProseScene(
          unit: number, place: "", time: campaign.entries[index].statedTime ?? "",
          beginsSession: sessions.contains(number))
        omitFields(campaign.entries[index])
        let text = narrated(campaign.entries[index], index, talk, campaign, pending, offered)
        let actions = pending.map { PlayerWords(campaign.entries[$0], offered: offered) }
        take(actions, of: pending.map { campaign.entries[$0].text }, before: text, into: &scene)
        if !text.isEmpty {
          scene.passages.append(.narration(text))
          let own = campaign.entries[index].place
          if !own.isEmpty { place = own }
        }
        scene.place = place
        scene.words = scene.passages.reduce(0) { sum, passage in
          switch passage {
          case .narration(let text), .action(let text): sum + words(in: text)
          }
        }
        if !scene.passages.isEmpty { scenes.append(scene) }
        pending = []
        if let planning = campaign.entries[index].planning, !planning.choices.isEmpty {
          offered = planning
        }
      }
    }
    close(pending, of: campaign, offered, units.count - 1, place)
  }

  // MARK: The narrator

  /// The story of an entry of the narrator; empty where it is about the game.
  private mutating func narrated(
    _ entry: Entry, _ index: Int, _ talk: GameTalk, _ campaign: Campaign, _ pending: [Int],
    _ offered: PlanningBlock?
  ) -> String {
    var text = entry.text
    if entry.header?.isWritten ?? false {
      // What comes before a header within a text is about the game.
      let rest = SessionHeader.text(behindHeaderIn: text)
      if !rest.isEmpty {
        omissions.count(words: words(in: text) - words(in: rest))
        if !SessionHeader.isLine(text) { omissions.count(.answer) }
        text = rest
      }
    }
    guard !text.isEmpty else { return "" }
    var order = GameTalk.Order.none
    for index in pending {
      switch PlayerWords(campaign.entries[index], offered: offered) {
      case .omitted(.order):
        let entry = campaign.entries[index]
        let isGodMode = PlayerWords.isGodMode(entry) && !PlayerWords.isReturn(entry)
        order = isGodMode || order == .godMode ? .godMode : .words
      case .omitted, .choice, .free: break
      }
    }
    guard !talk.isAside(index, text, order) else {
      omissions.omit(scenes.isEmpty ? .setup : .answer, text)
      return ""
    }
    return new(ProseText.story(of: text, besides: entry.dice, &omissions))
  }

  /// A text without the paragraphs that the story has already: narrators repeat a scene behind what
  /// is about the game.
  private mutating func new(_ text: String) -> String {
    let paragraphs = text.split(separator: "\n\n")
    let kept = paragraphs.filter { paragraph in
      guard paragraph.utf8.count > 120, !told.insert(paragraph).inserted else { return true }
      omissions.omit(.repetition, paragraph)
      return false
    }
    return kept.count == paragraphs.count ? text : kept.joined(separator: "\n\n")
  }

  /// Counts the fields of an entry that a full edition shows.
  private mutating func omitFields(_ entry: Entry) {
    if !(entry.header?.isEmpty ?? true) || !entry.resources.isEmpty { omissions.count(.header) }
    omissions.count(.roll, entry.dice.count)
    if !(entry.planning?.choices.isEmpty ?? true) { omissions.count(.choices) }
    if !(entry.planning?.thinking.isEmpty ?? true) { omissions.count(.thinking) }
    if !entry.godModeResponse.isEmpty { omissions.count(.answer) }
    let results = [
      entry.rewards != nil, entry.challenge != nil, entry.combat != nil,
      !entry.factionHeader.isEmpty, !entry.worldEvents.isEmpty,
    ]
    omissions.count(.result, results.count { $0 })
  }

  // MARK: Players

  /// Adds what players did before the narrator's answer.
  private mutating func take(
    _ actions: [PlayerWords], of texts: [String], before answer: String,
    into scene: inout ProseScene
  ) {
    for (action, text) in zip(actions, texts) {
      switch action {
      case .omitted(let omission): omissions.omit(omission, text)
      case .choice(let title, let description):
        // An order whose answer is about the game is one as well.
        if answer.isEmpty {
          omissions.omit(scenes.isEmpty ? .setup : .order, text)
        } else if Retelling.share(of: title + " " + description, in: answer) >= 0.3 {
          omissions.omit(.repeatedAction, text)
        } else {
          addSentence(
            PlayerWords.told(title: title, text: description, isSecondPerson: isSecondPerson),
            for: text, to: &scene)
        }
      case .free(let words):
        if answer.isEmpty || isSecondPerson && PlayerWords.isFragment(words) {
          omissions.omit(scenes.isEmpty ? .setup : .order, text)
        } else if Retelling.share(of: words, in: answer)
          >= (PlayerWords.isCommand(words) ? 0.4 : 0.6)
        {
          omissions.omit(.repeatedAction, text)
        } else {
          addSentence(
            PlayerWords.told(words, isSecondPerson: isSecondPerson), for: text, to: &scene)
        }
      }
    }
  }

  private mutating func addSentence(_ told: String, for text: String, to scene: inout ProseScene) {
    omissions.count(words: words(in: text) - words(in: told))
    scene.passages.append(.action(told))
  }

  /// Takes the players' words behind the narrator's last entry.
  private mutating func close(
    _ pending: [Int], of campaign: Campaign, _ offered: PlanningBlock?, _ unit: Int, _ place: String
  ) {
    guard !pending.isEmpty else { return }
    var scene = ProseScene(unit: max(0, unit), place: place, time: "", beginsSession: false)
    for index in pending {
      let text = campaign.entries[index].text
      switch PlayerWords(campaign.entries[index], offered: offered) {
      case .omitted(let omission): omissions.omit(omission, text)
      case .choice(let title, let description):
        addSentence(
          PlayerWords.told(title: title, text: description, isSecondPerson: isSecondPerson),
          for: text, to: &scene)
      case .free(let words):
        addSentence(PlayerWords.told(words, isSecondPerson: isSecondPerson), for: text, to: &scene)
      }
    }
    if !scene.passages.isEmpty { scenes.append(scene) }
  }

  /// Indicates whether most of the narrator's texts call the hero `you`.
  static func isSecondPerson(_ campaign: Campaign) -> Bool {
    var narrated = 0
    var second = 0
    for index in campaign.entries.indices where campaign.entries[index].actor == .narrator {
      let text = campaign.entries[index].text
      guard !text.isEmpty else { continue }
      narrated += 1
      if [" you ", "You ", " your ", "Your "].contains(where: { text.contains($0) }) {
        second += 1
      }
    }
    return second * 2 > narrated
  }
}

/// Compares what a player did with what the narrator wrote of it.
enum Retelling {
  /// The share of the words of an action that the beginning of a text has in any form.
  static func share(of action: String, in text: String) -> Double {
    let stems = Set(self.stems(of: action))
    guard !stems.isEmpty else { return 1 }
    let told = Set(self.stems(of: String(decoding: text.utf8.prefix(3000), as: UTF8.self)))
    return Double(stems.count { told.contains($0) }) / Double(stems.count)
  }

  /// The first letters of the words that carry a meaning.
  private static func stems(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter }.compactMap { word in
      word.count > 3 && !common.contains(String(word)) ? String(word.prefix(5)) : nil
    }
  }

  private static let common: Set<String> = [
    "about", "after", "again", "also", "another", "before", "could", "from", "have", "into",
    "just", "like", "make", "more", "most", "much", "only", "over", "should", "some", "such",
    "take", "than", "that", "their", "them", "then", "there", "these", "they", "this", "those",
    "through", "using", "very", "want", "what", "when", "where", "which", "while", "will", "with",
    "would", "your", "yourself",
  ]
}
