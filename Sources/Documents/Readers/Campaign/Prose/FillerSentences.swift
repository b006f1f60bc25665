// SPDX-License-Identifier: MIT
// Part of Platen: recognizes what narrators of games say to the player at the end of a scene.

/// Finds sentences that belong to the play and not to the story: `What do you do?`.
enum FillerSentences {
  /// Indicates whether a sentence addresses the player, not the reader.
  ///
  /// - Parameter isLast: It is the last of its scene, where questions to the player stand.
  static func isFiller(_ sentence: String, isLast: Bool) -> Bool {
    let bare = sentence.trimmed.drop { "*_([".contains($0) }
    guard let first = bare.first, !"\"\u{201C}'\u{2018}\u{00AB}\u{201E}".contains(first) else {
      return false
    }
    let lower = String(bare.prefix(240)).lowercased().replacing("\u{2019}", with: "'")
    if beginnings.contains(where: lower.hasPrefix) { return true }
    guard isLast else { return false }
    let end = bare.last { !"*_)]".contains($0) }
    if questions.contains(where: lower.contains) { return true }
    guard end == "?" else { return false }
    let words = lower.split { !$0.isLetter && $0 != "'" }
    guard let question = words.first, words.contains("you") || words.contains("your") else {
      return false
    }
    return openings.contains(String(question)) && words.contains { acts.contains(String($0)) }
  }

  private static let beginnings = [
    "you pause to consider your options", "invalid json response", "awaiting player",
    "awaiting your", "what would you like to do", "what do you do", "what will you do",
    "the choice is yours", "choose your next", "how do you respond", "how do you proceed",
    "what is your next move", "what's your next move", "please wait while", "what do you choose",
    "here are your options", "your options are", "you have the following options",
    "was tust du", "was machst du", "wie reagierst du", "que fais-tu", "que faites-vous",
    "\u{BF}qu\u{E9} haces", "select an option", "choose an option", "please choose",
    "please select",
  ]

  private static let questions = [
    "what do you do", "what would you like to do", "what will you do", "how do you respond",
    "how will you respond", "how do you proceed", "how will you proceed", "your next move",
    "the choice is yours", "what is your next step", "what's your next step", "what do you say",
    "what are your orders", "what is your command", "you must now decide", "you need to decide",
    "we must finalize", "the decision is yours", "your move.", "what is your play",
  ]

  private static let openings: Set<String> = [
    "what", "what's", "how", "which", "where", "will", "do", "does", "would", "shall", "who",
    "whom", "are",
  ]

  private static let acts: Set<String> = [
    "do", "respond", "proceed", "act", "choose", "decide", "intend", "like", "want", "wish",
    "approach", "handle", "or", "go", "say", "answer", "react", "move", "plan", "begin",
  ]
}
