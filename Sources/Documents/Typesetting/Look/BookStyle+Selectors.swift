// SPDX-License-Identifier: MIT
// Part of Platen: what of a book a look can name: kinds of nodes, and classes the readers give
// them.

extension BookStyle {
  /// A kind or a class of nodes.
  public struct Nameable: Hashable, Sendable {
    public let name: String
    /// A description, as one clause.
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
    Nameable("small-caps", "Words in small capitals"),
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
    Nameable("table.caption", "Captions of tables"),
    Nameable("figure", "Images with their captions"),
    Nameable("figure.caption", "Captions of images"),
    Nameable("key-values", "Names and their values, line by line"),
    Nameable("key-values.key", "The names of these"),
    Nameable("division", "Parts with a class of their own"),
    Nameable("rule", "Pauses of the story"),
    Nameable("contents", "The table of contents"),
    Nameable("contents.1", "Its lines for chapters"),
    Nameable("contents.2", "Its lines of the second level"),
    Nameable("contents.3", "Its lines of the third level"),
    Nameable("index", "The index of names"),
    Nameable("index.entry", "Its lines"),
    Nameable("index.letter", "The letters above its lines"),
    Nameable("footnote", "Notes at the foot"),
    Nameable("head", "The header of each page"),
    Nameable("foot", "The footer of each page"),
  ]

  /// Classes that the readers of documents give, by themselves (`.speaker`) or with a kind
  /// (`heading.1.title`).
  public static let classes: [Nameable] = [
    Nameable("title", "The book's title"),
    Nameable("subtitle", "The line under the title, or a person's role"),
    Nameable("author", "Who wrote it"),
    Nameable("figures", "How many scenes and words, played when"),
    Nameable("excerpt", "The extent of an edition"),
    Nameable("license", "How it may be passed on"),
    Nameable("title-page", "The title page"),
    Nameable("masthead", "Title and figures over a short edition"),
    Nameable("chapter-line", "Where and when a chapter plays"),
    Nameable("transcript", "Lines as the game's own export has them"),
    Nameable("recap", "What happened before"),
    Nameable("opening", "The first paragraph of a scene"),
    Nameable("scene", "A scene"),
    Nameable("narrator", "The narrator's text"),
    Nameable("player", "A player's words and actions"),
    Nameable("thinking", "A player's thoughts"),
    Nameable("god-mode", "A player's orders in god mode"),
    Nameable("long", "A player's text of many paragraphs"),
    Nameable("system", "Messages of the program"),
    Nameable("speaker", "The speaker"),
    Nameable("session-header", "Time, place and state at the beginning of a scene"),
    Nameable("dice", "Rolls of dice"),
    Nameable("resources", "Remaining powers and supplies"),
    Nameable("status", "A person's condition"),
    Nameable("choices", "The choices of the players"),
    Nameable("chosen", "The choice they made"),
    Nameable("weighing", "Arguments for and against a choice"),
    Nameable("analysis", "The narrator's notes on a choice"),
    Nameable("rewards", "Rewards won"),
    Nameable("challenge", "A contest of words"),
    Nameable("success", "A success"),
    Nameable("failure", "A failure"),
    Nameable("gm", "Secrets of the game master"),
    Nameable("debug", "Data on the making of the scene"),
    Nameable("back-matter", "Headings after the story"),
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
    Nameable("open", "Open tasks"),
    Nameable("last-words", "The current situation"),
    Nameable("more", "The number of omitted entries"),
    Nameable("map", "Maps"),
    Nameable("chart", "Charts"),
    Nameable("journey", "The map of the journey"),
    Nameable("place", "The map of a place"),
    Nameable("library", "The list of campaigns"),
    Nameable("list", "The name of a list in a booklet of several"),
    Nameable("slot", "Times of the day in a booklet"),
    Nameable("entry", "An entry on a page of its own in a booklet"),
    Nameable("native-title", "A title in its own letters"),
    Nameable("original", "A text in its own letters"),
    Nameable("transliteration", "The same in other letters"),
    Nameable("translation", "Its meaning"),
    Nameable("facts", "Its source and how often it is spoken"),
    Nameable("benefit", "Its benefit"),
    Nameable("context", "Its background"),
    Nameable("meeting-head", "Room, time and host over minutes"),
    Nameable("attendance", "Who was at a meeting"),
    Nameable("limits", "Gaps in the record of a meeting"),
    Nameable("day", "Headings of the days of a chat"),
    Nameable("sender", "Who wrote in a chat"),
    Nameable("message", "A message in a chat"),
    Nameable("time", "The time of a message"),
    Nameable("event", "Actions of moderators between messages"),
    Nameable("attachment", "Images of a chat"),
    Nameable("placeholder", "The text in place of an image that cannot be shown"),
    Nameable("poll", "Polls"),
    Nameable("moderation", "Actions of moderators, as a list"),
  ]

  /// Kinds, and classes by themselves.
  public static var selectors: [String] { kinds.map(\.name) + classes.map { "." + $0.name } }

  /// Indicates whether a look can style a selector: a kind, a class, or a class of a kind.
  public static func isSelector(_ text: String) -> Bool {
    if kindNames.contains(text) { return true }
    guard let dot = text.lastIndex(of: ".") else { return false }
    let kind = text[..<dot]
    return classNames.contains(String(text[text.index(after: dot)...]))
      && (kind.isEmpty || kindNames.contains(String(kind)))
  }

  /// Every selector that the look styles, in the order files list them: kinds, each with its
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
