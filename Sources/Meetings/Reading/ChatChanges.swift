// SPDX-License-Identifier: MIT
// Part of Platen: captured packets that change messages: reactions, votes, messages sent in parts.

internal import Diagnostics
internal import JSON

/// A packet that says more of a message.
enum ChatChange {
  enum Part: String, Hashable { case message, attachments, poll }

  /// A toggle: the same emoji again takes it off, another replaces it.
  case reaction(message: String, emoji: String, voter: String)
  case vote(message: String, option: String, voter: String)
  /// A message whose text, attachments and poll come in so many parts.
  case start(Message, parts: [Part: Int])
  case part(message: String, Part, index: Int, text: String)

  /// Parts of one message; clients cut at 60,000 bytes.
  static let mostParts = 10_000
}

/// Changes in the order in which they were captured.
struct ChatChanges {
  private struct Parts {
    var message: Message
    var counts: [ChatChange.Part: Int]
  }

  private var changes: [(change: ChatChange, place: Place)] = []
  private var starts: [(parts: Parts, spot: Spot, file: String)] = []
  private var texts: [String: [ChatChange.Part: [Int: String]]] = [:]

  mutating func record(_ change: ChatChange, at spot: Spot, in file: String) {
    switch change {
    case .start(let message, let counts):
      starts.append((Parts(message: message, counts: counts), spot, file))
    case .part(let message, let kind, let index, let text):
      texts[message, default: [:]][kind, default: [:]][index] = text
    case .reaction, .vote: changes.append((change, spot.place(in: file)))
    }
  }

  /// The messages that came in parts, put together as far as their parts arrived.
  func messages(_ shelf: inout PictureShelf, _ doubts: inout Doubts) -> [Message] {
    var started: Set<String> = []
    let made = starts.compactMap { start, spot, file -> Message? in
      var message = start.message
      guard started.insert(message.id).inserted else { return nil }
      doubts.file = file
      func joined(_ kind: ChatChange.Part) -> (text: String, isWhole: Bool) {
        let parts = texts[message.id]?[kind] ?? [:]
        var text = ""
        var isWhole = true
        for index in 0..<(start.counts[kind] ?? 0) {
          if let part = parts[index] {
            text += part
          } else {
            // Parts that follow each other are missing as one.
            if isWhole || !text.hasSuffix("…") { text += "…" }
            isWhole = false
          }
        }
        return (text, isWhole)
      }
      let words = joined(.message)
      message.text = ChatReader.clean(String(words.text.prefix(Doubts.longest.text)))
      message.isIncomplete = !words.isWhole
      for kind in [ChatChange.Part.attachments, .poll] where start.counts[kind] ?? 0 > 0 {
        let source = joined(kind)
        guard source.isWhole, let document = try? JSONDocument(parsing: Array(source.text.utf8))
        else {
          message.isIncomplete = true
          continue
        }
        document.withView { view in
          if kind == .poll {
            message.poll = ChatPoll(view, at: spot, unread: &message.unread, &doubts)
          } else {
            message.attachments = ChatReader.attachments(view, at: spot, &shelf, &doubts)
          }
        }
      }
      if message.isIncomplete {
        doubts.record(
          "meeting.part", "parts of this message never arrived: it is shown without them", at: spot)
      }
      return message
    }
    for id in texts.keys.sorted() where !started.contains(id) {
      doubts.record(
        "meeting.part", "parts of a message whose beginning never arrived are left out", at: .whole)
    }
    return made
  }

  /// Applies reactions and votes. What a message has already, from a saved chat, stays.
  ///
  /// - Parameter ids: of all messages that were read, be they of another room.
  /// - Returns: what could not be applied.
  func apply(to messages: inout [Message], ids: Set<String>) -> [Diagnostic] {
    let places = Dictionary(
      messages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var reactions: [Int: [Reaction]] = [:]
    var polls: [Int: ChatPoll] = [:]
    var lost: [String: (count: Int, place: Place)] = [:]
    func lose(_ what: String, _ place: Place) { lost[what, default: (0, place)].count += 1 }
    for (change, spot) in changes {
      switch change {
      case .reaction(let id, let emoji, let voter):
        guard let place = places[id] else {
          if !ids.contains(id) { lose("a reaction to a message that is not there", spot) }
          continue
        }
        guard !emoji.isEmpty else {
          lose("a reaction without an emoji", spot)
          continue
        }
        var list = reactions[place] ?? []
        if let old = list.firstIndex(where: { $0.identity == voter }) {
          let isSame = list[old].emoji == emoji
          list.remove(at: old)
          if !isSame { list.append(Reaction(identity: voter, emoji: emoji)) }
        } else {
          list.append(Reaction(identity: voter, emoji: emoji))
        }
        reactions[place] = list
      case .vote(let id, let option, let voter):
        guard let place = places[id], var poll = polls[place] ?? messages[place].poll else {
          if !ids.contains(id) { lose("a vote in a poll that is not there", spot) }
          continue
        }
        guard poll.options.contains(where: { $0.id == option }) else {
          lose("a vote for an option that the poll does not have", spot)
          continue
        }
        // Votes that were saved with the message are newer than any packet, or the same.
        guard messages[place].poll?.votes.contains(where: { $0.identity == voter }) != true else {
          continue
        }
        poll.vote(voter, for: option)
        polls[place] = poll
      case .start, .part: break
      }
    }
    for (place, list) in reactions {
      let known = Set(messages[place].reactions.map(\.identity))
      messages[place].reactions += list.filter { !known.contains($0.identity) }
    }
    for (place, poll) in polls { messages[place].poll = poll }
    return lost.sorted { $0.key < $1.key }.map { what, found in
      .warning(
        "meeting.packet",
        what
          + (found.count == 1 ? " is left out" : ", and \(found.count - 1) more like it: left out"),
        at: found.place)
    }
  }
}

extension Message {
  /// What another copy of the same message has: each client saves what it got.
  mutating func complete(with other: Message) {
    if text.isEmpty || isIncomplete && !other.isIncomplete {
      text = other.text
      isIncomplete = other.isIncomplete
    }
    if attachments.isEmpty { attachments = other.attachments }
    if poll == nil { poll = other.poll }
    for vote in other.poll?.votes ?? []
    where poll?.votes.contains(where: { $0.identity == vote.identity }) == false {
      poll?.votes.append(vote)
    }
    let known = Set(reactions.map(\.identity))
    reactions += other.reactions.filter { !known.contains($0.identity) }
    delivery = delivery ?? other.delivery
    for member in other.unread where !unread.contains(where: { $0.name == member.name }) {
      unread.append(member)
    }
  }
}
