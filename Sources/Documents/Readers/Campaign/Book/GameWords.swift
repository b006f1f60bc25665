// SPDX-License-Identifier: MIT
// Part of Platen: translates the game's words for states and notes into the book's language.

internal import Documents

/// The game's words in fields that hold one of a few words, and its names for notes.
///
/// A story keeps its own language; the text around it is in the book's language.
enum GameWords {
  /// The relations of people to the hero, their states, those of quests and fights, the risks of
  /// choices.
  static let states: [String: Phrase] = [
    "bonded": .bonded, "devoted": .devoted, "trusted": .trusted, "allied": .allied,
    "friendly": .friendly, "neutral": .neutral, "cold": .cold, "antagonistic": .antagonistic,
    "hostile": .hostile, "dead": .dead, "deceased": .dead, "conscious": .conscious,
    "unconscious": .unconscious, "resisting": .resisting, "active": .active,
    "in_progress": .active, "in progress": .active, "completed": .completed,
    "complete": .completed, "resolved": .completed, "done": .completed, "finished": .completed,
    "failed": .failed, "pending": .pending, "accepted": .accepted, "victory": .victory,
    "defeat": .defeat, "fled": .fled, "medium": .mediumRisk, "high": .highRisk,
  ]

  /// Names of notes, as `LenientReader.words` has them.
  static let notes: [String: Phrase] = [
    "alignment": .alignment, "debt": .debt, "directives": .directive, "dm notes": .notes,
    "gm notes": .notes, "notes": .notes, "background events": .backgroundEvents,
    "world events": .worldEvents, "npc status changes": .changedPeople, "rumors": .rumors,
    "faction updates": .factions, "time events": .timeEvents, "scene event": .sceneEvent,
    "complications": .complications, "knowledge": .knowledge, "secret": .secret,
    "secrets": .secret, "hidden agenda": .hiddenAgenda, "motivation": .motivation,
    "motivations": .motivation, "goal": .goal, "goals": .goal, "fear": .fear, "fears": .fear,
    "personality": .personality, "weakness": .weakness, "weaknesses": .weakness,
  ]
}

extension Phrasebook {
  /// The translation of a game's word for a state; unknown words, and those that an English book
  /// does not replace, stay as they are.
  func state(_ word: String) -> String {
    guard let phrase = GameWords.states[word.lowercased()],
      self[phrase] != phrase.english
        || language.lowercased().prefix(while: { $0 != "-" }) != "en"
    else { return word }
    return self[phrase]
  }

  /// The name of a note.
  func name(of note: Note) -> String { GameWords.notes[note.name].map { self[$0] } ?? note.name }
}
