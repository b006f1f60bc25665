// SPDX-License-Identifier: MIT
// Part of Platen: what people add to a meeting themselves: agenda, notes, polls, things to do.

public import Readers

/// The data of a meeting that the server does not have. The format is Platen's own; the
/// manual's page `Reference/MeetingInputs.md` describes it.
public struct SideNotes: Hashable, Sendable {
  public struct AgendaItem: Hashable, Sendable {
    public var title: String
    /// The person who leads it; empty where it has no leader.
    public var who: String
    /// The minutes it is to take; nil where they are not specified.
    public var minutes: Int?
    public init(_ title: String, who: String = "", minutes: Int? = nil) {
      self.title = title
      self.who = who
      self.minutes = minutes
    }
  }

  public struct Poll: Hashable, Sendable {
    public struct Option: Hashable, Sendable {
      public var label: String
      public var votes: Int
      public init(_ label: String, votes: Int) {
        self.label = label
        self.votes = votes
      }
    }
    public var question: String
    public var options: [Option]
    public var closed: Timestamp?
    public init(_ question: String, _ options: [Option], closed: Timestamp? = nil) {
      self.question = question
      self.options = options
      self.closed = closed
    }
  }

  public struct Action: Hashable, Sendable {
    public var text: String
    public var who: String
    /// The date as written; empty where it is not specified.
    public var due: String
    public var isDone: Bool
    public init(_ text: String, who: String = "", due: String = "", isDone: Bool = false) {
      self.text = text
      self.who = who
      self.due = due
      self.isDone = isDone
    }
  }

  public var agenda: [AgendaItem] = []
  /// Markdown, in the order the files were read.
  public var notes: [String] = []
  public var polls: [Poll] = []
  public var actions: [Action] = []
  /// The time of the next meeting, as written; empty where it is not specified.
  public var next = ""

  public init() {}
}
