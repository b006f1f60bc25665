// SPDX-License-Identifier: MIT
// Part of Platen: the options of a campaign's book.

public import Digests
public import Documents

/// A campaign's book: its kind, its style, its extent and its audience.
public struct BookOptions: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Title page, chapters, scenes, sheets, index.
    case book
    /// The entries with the labels the game's own export gives them.
    case transcript
    /// The story to read aloud: speaker by speaker, without the game.
    case script
  }

  /// The share of a campaign that is included.
  public enum Edition: Hashable, Sendable {
    case full
    /// One to four pages: a summary for a player who joins today.
    case summary
    /// A summary of that many pages of A4, 1 or 3.
    case summaryPages(Int)
    /// A summary in which each session has a heading.
    case summaryBySession
    /// A novel: chapters of prose without the game.
    case prose
    /// The hero's sheet alone.
    case character
    /// The world and its people for players who begin: no story.
    case primer
    case scenes(ClosedRange<Int>)
    case last(Int)
    /// Sessions of play, counted from 1.
    case sessions(ClosedRange<Int>)

    /// Reads `full`, `summary`, `summary 1 page`, `summary 3 pages`, `summary by session`, `prose`,
    /// `character`, `primer`, `scenes 10-25`, `scenes 7`, `last 5`, `session 2`, `sessions 2-4`.
    public init?(_ text: String) {
      let parts = text.lowercased().split(separator: " ")
      func number(_ text: some StringProtocol) -> Int? {
        guard let value = Int(text), (1...1_000_000).contains(value) else { return nil }
        return value
      }
      switch (parts.first, parts.count) {
      case ("full", 1): self = .full
      case ("summary", 1): self = .summary
      case ("summary", 3):
        switch parts[1...].joined(separator: " ") {
        case "1 page": self = .summaryPages(1)
        case "3 pages": self = .summaryPages(3)
        case "by session": self = .summaryBySession
        default: return nil
        }
      case ("prose", 1): self = .prose
      case ("character", 1): self = .character
      case ("primer", 1): self = .primer
      case ("last", 2):
        guard let count = number(parts[1]) else { return nil }
        self = .last(count)
      case ("scenes", 2), ("scene", 2), ("sessions", 2), ("session", 2):
        let ends = parts[1].replacing("\u{2013}", with: "-").split(separator: "-")
        guard let first = ends.first.flatMap({ number($0) }), ends.count <= 2,
          let last = ends.last.flatMap({ number($0) }), first <= last
        else { return nil }
        self = parts[0].hasPrefix("scene") ? .scenes(first...last) : .sessions(first...last)
      default: return nil
      }
    }

    /// Indicates whether scenes are in it, so that others can refer to them.
    var hasScenes: Bool {
      switch self {
      case .full, .scenes, .last, .sessions: true
      case .summary, .summaryPages, .summaryBySession, .prose, .character, .primer: false
      }
    }

    /// Indicates whether it is a summary, of any length.
    var isSummary: Bool {
      switch self {
      case .summary, .summaryPages, .summaryBySession: true
      case .full, .prose, .character, .primer, .scenes, .last, .sessions: false
      }
    }

    /// Indicates whether the state of the game alone is enough.
    var needsState: Bool {
      switch self {
      case .summary, .summaryPages, .summaryBySession, .character, .primer: true
      case .full, .prose, .scenes, .last, .sessions: false
      }
    }
  }

  /// The readers. Nothing a player must not know is in any part of a player's book.
  public enum Audience: String, Hashable, Sendable, CaseIterable {
    case player
    /// With notes, hidden events, what people know and want.
    case gm
    /// With what only programmers want to see as well.
    case debug
  }

  /// The beginnings of chapters.
  public enum Chapters: Hashable, Sendable {
    /// By session; else by place; else every 25 scenes.
    case automatic
    /// Chapters that begin where play paused for four hours.
    case session
    case place
    case every(Int)

    /// Reads `auto`, `session`, `place`, or a number of scenes.
    public init?(_ text: String) {
      switch text.lowercased() {
      case "auto": self = .automatic
      case "session": self = .session
      case "place": self = .place
      default:
        guard let count = Int(text), (1...1_000_000).contains(count) else { return nil }
        self = .every(count)
      }
    }
  }

  public var kind = Kind.book
  public var edition = Edition.full
  public var audience = Audience.player
  public var chapters = Chapters.automatic
  /// The title in place of the campaign's own; empty for that.
  public var title = ""
  public var subtitle = ""
  public var authors: [String] = []
  public var license = ""
  /// ISO 8601; empty for the day the campaign was last played.
  public var date = ""
  /// The language of the story, BCP 47.
  public var language = "en"
  /// Indicates whether straight quotation marks are set as the language has them; nil for a novel
  /// alone.
  public var setsQuotes: Bool?
  public var titlePage = true
  public var contents = true
  public var index = true
  /// Every word the book needs beside the campaign's own.
  public var phrases = Phrasebook.english

  public init() {}
}

extension BookOptions: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      kind, edition, audience, chapters, title, subtitle, authors, license, date, language,
      titlePage, contents, index, phrases, setsQuotes)
  }
}

extension BookOptions.Kind: Digestible {}
extension BookOptions.Audience: Digestible {}

extension BookOptions.Edition: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .full: digester.addCase(0)
    case .summary: digester.addCase(1)
    case .scenes(let range): digester.addCase(2, range.lowerBound, range.upperBound)
    case .last(let count): digester.addCase(3, count)
    case .prose: digester.addCase(4)
    case .sessions(let range): digester.addCase(5, range.lowerBound, range.upperBound)
    case .character: digester.addCase(6)
    case .primer: digester.addCase(7)
    case .summaryPages(let count): digester.addCase(8, count)
    case .summaryBySession: digester.addCase(9)
    }
  }
}

extension BookOptions.Chapters: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .automatic: digester.addCase(0)
    case .session: digester.addCase(1)
    case .place: digester.addCase(2)
    case .every(let count): digester.addCase(3, count)
    }
  }
}
