// SPDX-License-Identifier: MIT
// Part of Platen: counts what a prose edition omits of a campaign.

internal import Diagnostics
internal import Text

/// A kind of content that a prose edition omits.
enum Omission: Int, CaseIterable {
  /// Time, place and status above a scene, its resources included.
  case header
  case roll
  /// The choices offered after a scene.
  case choices
  /// A player's action that the narrator's text repeats.
  case repeatedAction
  /// A paragraph that the narrator has written before.
  case repetition
  /// A player's words to the game: god mode, rules, the hero's sheet.
  case order
  /// The narrator's words about the game.
  case answer
  case thinking
  /// Entries before the story begins.
  case setup
  case system
  /// A question that closes a scene, such as "What do you do?".
  case filler
  /// A box or list of the game within the text.
  case record
  /// A sentence, or the end of one, with figures of the game.
  case sentence
  /// A figure of the game within a sentence, such as a level behind a name.
  case figure
  /// Rewards, fights, contests, factions and events of a scene.
  case result

  /// The number with its noun.
  func counted(_ count: Int) -> String {
    switch self {
    case .header: Text.counted(count, "session header")
    case .roll: Text.counted(count, "roll")
    case .choices: Text.counted(count, "list of choices", "lists of choices")
    case .repeatedAction:
      Text.counted(
        count, "action that the narrator repeats",
        "actions that the narrator repeats")
    case .repetition: Text.counted(count, "repeated paragraph")
    case .order: Text.counted(count, "order to the game", "orders to the game")
    case .answer: Text.counted(count, "answer about the game", "answers about the game")
    case .thinking: Text.counted(count, "thinking block")
    case .setup: Text.counted(count, "entry of the setup", "entries of the setup")
    case .system: Text.counted(count, "system message")
    case .filler: Text.counted(count, "filler sentence")
    case .record: Text.counted(count, "record of the game", "records of the game")
    case .sentence: Text.counted(count, "sentence with game values", "sentences with game values")
    case .figure:
      Text.counted(count, "game value within a sentence", "game values within sentences")
    case .result: Text.counted(count, "box of results", "boxes of results")
    }
  }
}

/// Counts omitted content by kind, and the words of the story that went with it.
struct OmissionCounts: Hashable {
  private var counts = [Int](repeating: 0, count: Omission.allCases.count)
  /// The words of the entries' texts that were omitted.
  private(set) var words = 0
  /// The words that were added: those who act and speak.
  private(set) var addedWords = 0

  func count(of omission: Omission) -> Int { counts[omission.rawValue] }

  mutating func count(_ omission: Omission, _ times: Int = 1) {
    counts[omission.rawValue] += times
  }

  /// Counts omitted words of a text; a negative number is one of added words.
  mutating func count(words count: Int) {
    if count >= 0 { words += count } else { addedWords -= count }
  }

  /// Counts one omission with the words of its text.
  mutating func omit(_ omission: Omission, _ text: some StringProtocol) {
    count(omission)
    count(words: Readers.words(in: String(text)))
  }

  /// The counts as a note; nil where nothing was omitted.
  ///
  /// - Parameter total: The words of all entries' texts.
  func note(of total: Int) -> Diagnostic? {
    let parts = Omission.allCases.compactMap { omission in
      count(of: omission) > 0 ? omission.counted(count(of: omission)) : nil
    }
    guard !parts.isEmpty else { return nil }
    return .note(
      .campaignProse,
      "the prose edition omits \(parts.joined(separator: ", ")): \(words) of "
        + counted(total, "word"))
  }
}
