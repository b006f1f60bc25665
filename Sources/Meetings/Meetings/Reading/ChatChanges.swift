// SPDX-License-Identifier: MIT
// Part of Platen: captured packets that change messages: reactions, votes, messages sent in parts.

internal import Diagnostics
internal import JSON

/// A packet that adds to a message.
enum ChatChange {
  enum Part: String, Hashable { case message, attachments, poll }

  /// A toggle: the same emoji again removes the reaction, another one replaces it.
  case reaction(message: String, emoji: String, voter: String)
  case vote(message: String, option: String, voter: String)
  /// A message whose text, attachments and poll come in so many parts.
  case start(Message, parts: [Part: Int])
  case part(message: String, Part, index: Int, text: String)

  /// Parts of one message; clients cut at 60,000 bytes.
  static let mostParts = 10_000
}

extension ChatChange {
  /// The packet again, as JSON; only reactions and votes are packets by themselves.
  fileprivate var json: String {
    var json = JSONWriter()
    json.object { json in
      switch self {
      case .reaction(let message, let emoji, let voter):
        json.member("type", "reaction")
        json.member("messageId", message)
        json.member("emoji", emoji)
        json.member("voterIdentity", voter)
      case .vote(let message, let option, let voter):
        json.member("type", "poll_vote")
        json.member("messageId", message)
        json.member("optionId", option)
        json.member("voterIdentity", voter)
      case .start, .part: break
      }
    }
    return json.text
  }
}

/// Changes in the order in which they were captured.
struct ChatChanges {
  private struct Parts {
    var message: Message
    var counts: [ChatChange.Part: Int]
  }

  private var changes: [(change: ChatChange, position: ValuePosition, file: String)] = []
  private var starts: [(parts: Parts, position: ValuePosition, file: String)] = []
  private var texts: [String: [ChatChange.Part: [Int: String]]] = [:]

  mutating func record(_ change: ChatChange, at position: ValuePosition, in file: String) {
    switch change {
    case .start(let message, let counts):
      starts.append((Parts(message: message, counts: counts), position, file))
    case .part(let message, let kind, let index, let text):
      texts[message, default: [:]][kind, default: [:]][index] = text
    case .reaction, .vote: changes.append((change, position, file))
    }
  }

  /// The messages that were sent in parts, joined from the parts that arrived.
  func messages(_ finder: inout AttachmentFinder, _ warnings: inout MeetingWarnings) -> [Message] {
    var started: Set<String> = []
    let made = starts.compactMap { start, position, file -> Message? in
      var message = start.message
      guard started.insert(message.id).inserted else { return nil }
      warnings.file = file
      func joined(_ kind: ChatChange.Part) -> (text: String, isWhole: Bool) {
        let parts = texts[message.id]?[kind] ?? [:]
        let count = start.counts[kind] ?? 0
        var text = ""
        var isWhole = true
        var next = 0
        /// Records the parts missing before this one as one gap.
        func skip(to index: Int) {
          guard next < index else { return }
          text += "…"
          isWhole = false
        }
        for index in parts.keys.filter({ $0 < count }).sorted() {
          skip(to: index)
          text += parts[index] ?? ""
          next = index + 1
        }
        skip(to: count)
        return (text, isWhole)
      }
      let words = joined(.message)
      message.text = ChatReader.words(words.text, at: position, "message", &warnings)
      message.isIncomplete = !words.isWhole
      for kind in [ChatChange.Part.attachments, .poll] where start.counts[kind] ?? 0 > 0 {
        let source = joined(kind)
        guard source.isWhole, let document = try? JSONDocument(parsing: Array(source.text.utf8))
        else {
          message.isIncomplete = true
          continue
        }
        unsafe document.withView { view in
          if kind == .poll {
            message.poll = ChatPoll(view, at: position, unread: &message.unread, &warnings)
          } else {
            message.attachments = ChatReader.attachments(view, at: position, &finder, &warnings)
          }
        }
      }
      if message.isIncomplete {
        warnings.record(
          .meetingPart, "parts of this message never arrived: it is shown without them",
          at: position)
      }
      return message
    }
    for id in texts.keys.sorted() where !started.contains(id) {
      var json = JSONWriter()
      json.object { json in
        json.member("id", id)
        for (kind, parts) in (texts[id] ?? [:]).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
          json.member(
            kind.rawValue,
            array: { json in
              for (_, part) in parts.sorted(by: { $0.key < $1.key }) { json.string(part) }
            })
        }
      }
      warnings.keep(json.text, at: .whole, "chat_chunk")
      warnings.record(
        .meetingPart,
        "parts of a message whose beginning never arrived: in .json and .zip outputs only",
        at: .whole)
    }
    return made
  }

  /// Applies reactions and votes. Those that a message has from a saved chat are kept.
  ///
  /// - Parameter ids: of all messages that were read, be they of another room.
  /// - Returns: what could not be applied.
  func apply(
    to messages: inout [Message], ids: Set<String>, _ warnings: inout MeetingWarnings
  ) -> [Diagnostic] {
    let places = Dictionary(
      messages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var reactions: [Int: Toggles] = [:]
    var votes: [Int: Votes] = [:]
    let people = MeetingWarnings.longest.people
    var lost: [String: (count: Int, place: SourceLocation)] = [:]
    var current: (change: ChatChange, position: ValuePosition, file: String)?
    func recordUnapplied(_ what: String, _ place: SourceLocation) {
      lost[what, default: (0, place)].count += 1
      guard let current else { return }
      warnings.file = current.file
      warnings.keep(current.change.json, at: current.position)
    }
    for (change, value, file) in changes {
      let position = value.place(in: file)
      current = (change, value, file)
      switch change {
      case .reaction(let id, let emoji, let voter):
        guard let place = places[id] else {
          if !ids.contains(id) {
            recordUnapplied("a reaction to a message that is not there", position)
          }
          continue
        }
        guard !emoji.isEmpty else {
          recordUnapplied("a reaction without an emoji", position)
          continue
        }
        if !reactions[place, default: Toggles()].toggle(emoji, by: voter) {
          recordUnapplied("a reaction of one more than \(people) people to a message", position)
        }
      case .vote(let id, let option, let voter):
        guard let place = places[id], let poll = messages[place].poll else {
          if !ids.contains(id) { recordUnapplied("a vote in a poll that is not there", position) }
          continue
        }
        switch votes[place, default: Votes(of: poll)].take(option, by: voter) {
        case .taken: break
        case .noOption:
          recordUnapplied("a vote for an option that the poll does not have", position)
        case .tooMany:
          recordUnapplied("a vote of one more than \(people) people in a poll", position)
        }
      case .start, .part: break
      }
    }
    for (place, toggles) in reactions {
      let known = Set(messages[place].reactions.map(\.identity))
      messages[place].reactions += toggles.reactions.filter { !known.contains($0.identity) }
    }
    for (place, votes) in votes { messages[place].poll?.votes = votes.list }
    return lost.sorted { $0.key < $1.key }.map { what, found in
      .warning(
        .meetingPacket,
        what
          + (found.count == 1 ? "" : ", and \(found.count - 1) more like it")
          + ": in .json and .zip outputs only",
        at: found.place)
    }
  }
}

/// The reactions to a message by person, in the order in which they were made.
private struct Toggles {
  private var list: [Reaction?] = []
  private var places: [String: Int] = [:]

  var reactions: [Reaction] { list.compactMap(\.self) }

  /// - Returns: false where one more than may react would.
  mutating func toggle(_ emoji: String, by voter: String) -> Bool {
    if let place = places.removeValue(forKey: voter) {
      let isSame = list[place]?.emoji == emoji
      list[place] = nil
      if isSame { return true }
    }
    guard places.count < MeetingWarnings.longest.people else { return false }
    places[voter] = list.count
    list.append(Reaction(identity: voter, emoji: emoji))
    return true
  }
}

/// The votes of a poll.
private struct Votes {
  enum Outcome { case taken, noOption, tooMany }

  private(set) var list: [ChatPoll.Vote]
  private var places: [String: Int] = [:]
  private let options: Set<String>
  /// The people whose votes were saved with the message: these are newer than any packet, or the
  /// same.
  private let saved: Set<String>

  init(of poll: ChatPoll) {
    list = poll.votes
    options = Set(poll.options.map(\.id))
    saved = Set(poll.votes.map(\.identity))
  }

  mutating func take(_ option: String, by voter: String) -> Outcome {
    guard options.contains(option) else { return .noOption }
    guard !saved.contains(voter) else { return .taken }
    if let place = places[voter] {
      list[place].option = option
      return .taken
    }
    guard list.count < MeetingWarnings.longest.people else { return .tooMany }
    places[voter] = list.count
    list.append(ChatPoll.Vote(identity: voter, option: option))
    return .taken
  }
}

extension Message {
  /// Indicates whether another message of the same id has the same content, as far as each of them
  /// is complete.
  func isCopy(of other: Message) -> Bool {
    func agree(_ a: String, _ b: String) -> Bool { a.isEmpty || b.isEmpty || a == b }
    let isWhole = !isIncomplete && !other.isIncomplete
    let isChanged = isEdited || other.isEdited || isDeleted || other.isDeleted
    guard agree(identity, other.identity), !isWhole || isChanged || agree(text, other.text) else {
      return false
    }
    guard let poll, let copy = other.poll else { return true }
    return poll.question == copy.question && poll.options == copy.options
  }

  /// Adds the fields of another copy of the same message: each client saves what it received.
  mutating func complete(with other: Message) {
    // A complete copy holds what was written, even if that is nothing.
    if isIncomplete == other.isIncomplete ? text.isEmpty : isIncomplete { text = other.text }
    isIncomplete = isIncomplete && other.isIncomplete
    if replyTo.isEmpty { replyTo = other.replyTo }
    if other.isEdited, !isEdited, !other.text.isEmpty { text = other.text }
    isEdited = isEdited || other.isEdited
    isDeleted = isDeleted || other.isDeleted
    if attachments.isEmpty { attachments = other.attachments }
    if poll == nil { poll = other.poll }
    let voters = Set((poll?.votes ?? []).map(\.identity))
    poll?.votes += (other.poll?.votes ?? []).filter { !voters.contains($0.identity) }
    let known = Set(reactions.map(\.identity))
    reactions += other.reactions.filter { !known.contains($0.identity) }
    if delivery != other.delivery {
      // Only its sender's copies can be undelivered. A copy of another person has arrived there.
      let areDoubts = [delivery, other.delivery].allSatisfy { $0 == .sending || $0 == .failed }
      delivery = areDoubts ? .failed : .sent
    }
    for member in other.unread where !unread.contains(where: { $0.name == member.name }) {
      unread.append(member)
    }
  }
}
