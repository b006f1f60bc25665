// SPDX-License-Identifier: MIT
// Part of Platen: what of a book a look can name: kinds of nodes, and classes the readers give
// them.

extension BookStyle {
  /// A kind or a class of nodes.
  public struct Nameable: Hashable, Sendable {
    public let name: String
    /// What it is, as one clause.
    public let doc: String

    init(_ name: String, _ doc: String) {
      self.name = name
      self.doc = doc
    }
  }

  /// Kinds of nodes, in the order a look file lists them.
  public static let kinds: [Nameable] = [
    Nameable("body", "Everything: what the others begin with"),
    Nameable("paragraph", "Running text"),
    Nameable("heading", "Headings of all levels"),
    Nameable("heading.1", "Headings of chapters"),
    Nameable("heading.2", "Headings of the second level"),
    Nameable("heading.3", "Headings of the third level"),
    Nameable("heading.4", "Headings of the fourth level"),
    Nameable("heading.5", "Headings of the fifth level"),
    Nameable("heading.6", "Headings of the sixth level"),
    Nameable("emphasis", "Words in emphasis"),
    Nameable("strong", "Words in strong emphasis"),
    Nameable("strikethrough", "Words struck out"),
    Nameable("smallCaps", "Words in small capitals"),
    Nameable("superscript", "Raised letters"),
    Nameable("subscript", "Lowered letters"),
    Nameable("verbatim", "Words as typed"),
    Nameable("link", "Links to the web"),
    Nameable("reference", "References within the book"),
    Nameable("mark", "Numbers that call notes"),
    Nameable("span", "Words with a class of their own"),
    Nameable("list", "Lists"),
    Nameable("item", "Items of lists"),
    Nameable("quote", "Quotations"),
    Nameable("quote.attribution", "Who is quoted"),
    Nameable("code", "Text as typed, in lines"),
    Nameable("callout", "Boxes: dice, choices, rewards"),
    Nameable("callout.title", "Titles of boxes"),
    Nameable("table", "Tables"),
    Nameable("table.head", "Heads of tables"),
    Nameable("table.cell", "Cells of tables"),
    Nameable("table.caption", "What stands over a table"),
    Nameable("figure", "Pictures with what is said of them"),
    Nameable("figure.caption", "What stands under a picture"),
    Nameable("keyValues", "Names and their values, line by line"),
    Nameable("keyValues.key", "The names of these"),
    Nameable("division", "Parts with a class of their own"),
    Nameable("rule", "Pauses of the story"),
    Nameable("contents", "The table of contents"),
    Nameable("contents.1", "Its lines for chapters"),
    Nameable("contents.2", "Its lines of the second level"),
    Nameable("contents.3", "Its lines of the third level"),
    Nameable("index", "The index of names"),
    Nameable("index.entry", "Its lines"),
    Nameable("footnote", "Notes at the foot"),
    Nameable("head", "What stands above the text of each page"),
    Nameable("foot", "What stands below the text of each page"),
  ]

  /// Classes that the readers of documents give, by themselves (`.speaker`) or with a kind
  /// (`heading.1.title`).
  public static let classes: [Nameable] = [
    Nameable("title", "The book's title"),
    Nameable("subtitle", "What stands under the title, or says who somebody is"),
    Nameable("author", "Who wrote it"),
    Nameable("figures", "How many scenes and words, played when"),
    Nameable("excerpt", "What of the story an edition holds"),
    Nameable("license", "How it may be passed on"),
    Nameable("title-page", "The title page"),
    Nameable("masthead", "Title and figures over a short edition"),
    Nameable("chapter-line", "Where and when a chapter plays"),
    Nameable("transcript", "Lines as the game's own export has them"),
    Nameable("recap", "What happened before"),
    Nameable("opening", "The first paragraph of a scene"),
    Nameable("scene", "A scene"),
    Nameable("narrator", "What the narrator tells"),
    Nameable("player", "What a player says and does"),
    Nameable("thinking", "What a player thinks"),
    Nameable("god-mode", "What a player says over the world's head"),
    Nameable("system", "What the program says"),
    Nameable("speaker", "Who speaks"),
    Nameable("session-header", "Time, place and state at the beginning of a scene"),
    Nameable("dice", "Rolls of dice"),
    Nameable("resources", "What is left of powers and supplies"),
    Nameable("status", "How somebody is"),
    Nameable("choices", "What the players may do next"),
    Nameable("chosen", "What they did"),
    Nameable("weighing", "What speaks for and against a choice"),
    Nameable("analysis", "What the narrator thinks of a choice"),
    Nameable("rewards", "What was won"),
    Nameable("challenge", "A contest of words"),
    Nameable("success", "That something succeeded"),
    Nameable("failure", "That something failed"),
    Nameable("gm", "What only the master may know"),
    Nameable("debug", "How the scene was made"),
    Nameable("back-matter", "Headings of what follows the story"),
    Nameable("sheet", "Headings of character sheets"),
    Nameable("abilities", "A character's abilities"),
    Nameable("cast", "The cast"),
    Nameable("places", "Places"),
    Nameable("items", "Things"),
    Nameable("quests", "Quests"),
    Nameable("combatants", "Who fights"),
    Nameable("timeline", "What happened when"),
    Nameable("premise", "What the story is about"),
    Nameable("party", "Who plays"),
    Nameable("hero", "A player's character"),
    Nameable("file", "The file of a campaign, where two in a library are called alike"),
    Nameable("story-so-far", "The story in short"),
    Nameable("open", "What is left to do"),
    Nameable("last-words", "Where the story stands"),
    Nameable("more", "How much is left out"),
    Nameable("map", "Maps"),
    Nameable("chart", "Charts"),
    Nameable("journey", "The map of the journey"),
    Nameable("place", "The map of a place"),
    Nameable("library", "The list of campaigns"),
    Nameable("list", "The name of a list in a booklet of several"),
    Nameable("slot", "Times of the day in a booklet"),
    Nameable("entry", "What stands on a page of its own in a booklet"),
    Nameable("native-title", "A title in its own letters"),
    Nameable("original", "A text in its own letters"),
    Nameable("transliteration", "The same in other letters"),
    Nameable("translation", "What it means"),
    Nameable("facts", "Where it is from, how often it is said"),
    Nameable("benefit", "What it is good for"),
    Nameable("context", "What is told of it"),
    Nameable("meeting-head", "Room, time and host over minutes"),
    Nameable("attendance", "Who was at a meeting"),
    Nameable("limits", "What is not known of a meeting"),
    Nameable("day", "Headings of the days of a chat"),
    Nameable("sender", "Who wrote in a chat"),
    Nameable("message", "What somebody wrote in a chat"),
    Nameable("time", "When somebody wrote it"),
    Nameable("event", "What moderators did meanwhile"),
    Nameable("attachment", "Pictures of a chat"),
    Nameable("placeholder", "What stands for a picture that cannot be shown"),
    Nameable("poll", "Polls"),
    Nameable("moderation", "What moderators did, as a list"),
  ]

  /// Kinds, and classes by themselves.
  public static var selectors: [String] { kinds.map(\.name) + classes.map { "." + $0.name } }

  /// Indicates whether a look can say something of this: a kind, a class, or a class of a kind.
  public static func isSelector(_ text: String) -> Bool {
    if kindNames.contains(text) { return true }
    guard let dot = text.lastIndex(of: ".") else { return false }
    let kind = text[..<dot]
    return classNames.contains(String(text[text.index(after: dot)...]))
      && (kind.isEmpty || kindNames.contains(String(kind)))
  }

  /// Every selector the look says something of, in the order files list them: kinds, each with its
  /// classes, then classes by themselves.
  public var patchedSelectors: [String] {
    func rank(_ selector: String) -> (Int, Int, String) {
      let kinds = BookStyle.kinds
      if let index = kinds.firstIndex(where: { $0.name == selector }) { return (index, -1, "") }
      let parts = selector.split(separator: ".", omittingEmptySubsequences: false)
      let kind = parts.dropLast().joined(separator: ".")
      return (
        kinds.firstIndex { $0.name == kind } ?? kinds.count,
        BookStyle.classes.firstIndex { $0.name == parts.last ?? "" } ?? BookStyle.classes.count,
        selector
      )
    }
    return patches.keys.map { ($0, rank($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private static let kindNames = Set(kinds.map(\.name))
  private static let classNames = Set(classes.map(\.name))
}
