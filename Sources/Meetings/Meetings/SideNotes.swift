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
    /// Its number as written, such as `3a`; empty for the next in order.
    public var number = ""
    /// Markdown about what was discussed.
    public var notes: [String] = []
    /// The items below it.
    public var items: [AgendaItem] = []
    public init(_ title: String, who: String = "", minutes: Int? = nil) {
      self.title = title
      self.who = who
      self.minutes = minutes
    }
  }

  /// A person with what they are in the meeting, or the reason why they did not come.
  public struct Person: Hashable, Sendable {
    public var name: String
    /// May be empty.
    public var remark: String
    public init(_ name: String, remark: String = "") {
      self.name = name
      self.remark = remark
    }
  }

  /// A decision of the meeting, with the votes where they were counted.
  public struct Decision: Hashable, Sendable {
    public var text: String
    /// Its number as written; empty for the next in order.
    public var number = ""
    /// The number or the title of the agenda item it is of; empty for none.
    public var item = ""
    public var ayes: Int?
    public var noes: Int?
    public var abstentions: Int?
    /// The result as written; empty where the votes determine it, or there were none.
    public var result = ""
    public var proposedBy = ""
    public var secondedBy = ""
    /// Indicates whether it is a line of notes, which are printed as well.
    var isNoted = false

    public init(_ text: String) { self.text = text }

    /// Indicates whether more were for it than against it; nil where that was not counted.
    public var isCarried: Bool? { ayes.map { $0 > noes ?? 0 } }
  }

  /// The number of people without whom nothing can be decided.
  public struct Quorum: Hashable, Sendable {
    public var required: Int
    /// The number of people who count; nil for those of the attendance who are not guests.
    public var present: Int?
    public init(required: Int, present: Int? = nil) {
      self.required = required
      self.present = present
    }
  }

  /// The people who sign the minutes.
  public enum Signatures: Hashable, Sendable {
    case none
    /// The chair, or else the host, and who took the minutes.
    case standard
    case people([Person])
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
  /// The place where people met; empty where it is not specified.
  public var place = ""
  /// The person who presided; empty where it is not specified.
  public var chair = ""
  /// People who were there, beside those that the room's data have.
  public var present: [Person] = []
  public var apologies: [Person] = []
  public var quorum: Quorum?
  public var decisions: [Decision] = []
  public var signatures = Signatures.none

  public init() {}

  /// The items of the agenda, those below others after them, each with its number: as written, or
  /// the next in order.
  public var numberedAgenda: [(number: String, depth: Int, item: AgendaItem)] {
    var list: [(number: String, depth: Int, item: AgendaItem)] = []
    func add(_ items: [AgendaItem], below outer: String, depth: Int) {
      for (index, item) in items.enumerated() {
        let number =
          !item.number.isEmpty
          ? item.number : outer.isEmpty ? String(index + 1) : "\(outer).\(index + 1)"
        list.append((number, depth, item))
        add(item.items, below: number, depth: depth + 1)
      }
    }
    add(agenda, below: "", depth: 0)
    return list
  }

  /// Indicates whether it records anything of a meeting that was held.
  var isRecord: Bool {
    !agenda.isEmpty || !notes.isEmpty || !polls.isEmpty || !actions.isEmpty || !present.isEmpty
      || !apologies.isEmpty || !decisions.isEmpty
  }

  /// Adds those of another file; of single values the later holds.
  mutating func addSideNotes(_ other: SideNotes) {
    agenda += other.agenda
    notes += other.notes
    polls += other.polls
    actions += other.actions
    if !other.next.isEmpty { next = other.next }
    if !other.place.isEmpty { place = other.place }
    if !other.chair.isEmpty { chair = other.chair }
    present += other.present
    apologies += other.apologies
    quorum = other.quorum ?? quorum
    decisions += other.decisions
    if other.signatures != .none { signatures = other.signatures }
  }

  /// The decisions, then those in lines of notes, with their numbers: as written, or the next in order.
  public var numberedDecisions: [(number: String, decision: Decision)] {
    (decisions + notedDecisions).enumerated().map { index, decision in
      (decision.number.isEmpty ? String(index + 1) : decision.number, decision)
    }
  }

  /// Lines of notes that begin with `Decision:`, with the agenda items whose notes they are in.
  private var notedDecisions: [Decision] {
    let sources = numberedAgenda.map { ($0.item.notes, $0.number) } + [(notes, "")]
    return sources.flatMap { texts, item in
      texts.flatMap { $0.split(whereSeparator: \.isNewline) }.compactMap { line in
        guard let text = ActionLine.decision(line) else { return nil }
        var decision = Decision(text)
        decision.item = item
        decision.isNoted = true
        return decision
      }
    }
  }

  /// Markdown in the order of the document: notes of agenda items, then those of the meeting.
  public var allNotes: [String] { numberedAgenda.flatMap(\.item.notes) + notes }
}
