// SPDX-License-Identifier: MIT
// Part of Platen: attendance by the server's rows, reports, the chat and the transcript.

public import Readers

/// A person who was in the room, or wrote or spoke in it.
public struct Attendee: Hashable, Sendable {
  public enum Role: String, Hashable, Sendable {
    case admin, moderator, participant, guest
  }

  public enum Flag: String, Hashable, Sendable, CaseIterable {
    case muted, banned
    case videoOff = "video-off"
    case chatBlocked = "chat-blocked"
    case onStage = "on-stage"
    case notApproved = "not-approved"
  }

  public var identity: String
  public var name: String
  public var email: String
  public var role: Role
  public var joined: Timestamp?
  /// nil where no end was recorded.
  public var left: Timestamp?
  public var flags: [Flag]
  public var source: Source
  public var messages: Int
  /// The number of visits, where a report has all of them; otherwise 0.
  public var visits = 0
  /// The duration in seconds by a report; nil where none has it.
  public var seconds: Int?

  /// The source of a person's record. The raw value appears in tables.
  public enum Source: String, Hashable, Sendable {
    /// A row of the server: their last visit.
    case visit = "last visit"
    /// They were in the room when the server was queried.
    case live
    /// A report of attendance, which has all visits.
    case report
    /// Their messages, and nothing else.
    case chat
    /// Their speech, and nothing else but messages.
    case speech = "transcript"
    /// Notes that people wrote beside the meeting.
    case stated = "minutes"
  }

  /// A remark that people wrote, such as their office; may be empty.
  public var remark = ""
  /// The visits that are known, each with both ends.
  var stays: [RoomVisit] = []

  /// Indicates whether messages and transcripts are the only record of them.
  public var hasNoRow: Bool { source == .chat || source == .speech }
}

/// The people of a meeting, with the names of their identities.
public struct Attendance: Sendable {
  /// Those with rows by when they came, then those known from the chat in the order they wrote, then
  /// those known from the transcript in the order they spoke.
  public let attendees: [Attendee]
  private let names: [String: String]

  public init(_ meeting: Meeting) {
    var names = meeting.names
    var counts: [String: Int] = [:]
    var writers: [Message] = []
    for message in meeting.messages {
      let sender = message.sender
      if counts[sender, default: 0] == 0 { writers.append(message) }
      counts[sender, default: 0] += 1
      if !message.identity.isEmpty, names[message.identity] == nil, !message.senderName.isEmpty {
        names[message.identity] = message.senderName
      }
    }
    let host = meeting.room.adminID.isEmpty ? meeting.room.createdBy : meeting.room.adminID
    let needsApproval = meeting.room.requiresApproval ?? true
    var rows = meeting.participants.map { row in
      var attendee = Attendee(
        identity: row.identity,
        name: row.name.isEmpty ? names[row.identity] ?? row.identity : row.name,
        email: row.email,
        role: row.isHost || !host.isEmpty && row.identity == host
          ? .admin : row.isModerator ? .moderator : row.isGuest ? .guest : .participant,
        joined: row.joined, left: row.left,
        flags: Attendance.flags(of: row).filter { $0 != .notApproved || needsApproval },
        source: row.isLive ? .live : row.isReported ? .report : row.isStated ? .stated : .visit,
        messages: row.identity.isEmpty ? 0 : counts[row.identity] ?? 0,
        visits: row.visits.count,
        seconds: row.statedSeconds ?? RoomVisit.seconds(of: row.visits))
      attendee.remark = row.remark
      let visits = row.visits.isEmpty ? [RoomVisit(from: row.joined, to: row.left)] : row.visits
      attendee.stays = visits.filter { visit in
        visit.from.flatMap { from in visit.to.map { from <= $0 } } ?? false
      }
      return attendee
    }
    // Clients of phones keep a name and no identity: it may be that of a row.
    var known = Set(rows.map(\.identity))
    known.remove("")
    let rowNames = Dictionary(
      rows.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { a, _ in a })
    let inOrder = rows.enumerated().sorted { a, b in
      (a.element.joined?.microseconds ?? .max, a.offset)
        < (b.element.joined?.microseconds ?? .max, b.offset)
    }
    var extra: [Attendee] = []
    for message in writers where !known.contains(message.identity) {
      // Other systems' chats may have messages without a name.
      if message.sender == "name:", !meeting.formats.isEmpty { continue }
      if message.identity.isEmpty, let row = rowNames[message.senderName] {
        rows[row].messages += counts[message.sender] ?? 0
        continue
      }
      let name =
        message.senderName.isEmpty
        ? names[message.identity] ?? message.identity : message.senderName
      extra.append(
        Attendee(
          identity: message.identity, name: name, email: "",
          role: !host.isEmpty && message.identity == host
            ? .admin : Participant.isGuest(message.identity) ? .guest : .participant,
          joined: nil, left: nil, flags: [], source: .chat,
          messages: counts[message.sender] ?? 0))
    }
    // Those who spoke and are not listed otherwise.
    var listed = Set(rows.map(\.name)).union(extra.map(\.name))
    for line in meeting.speech where !line.speaker.isEmpty && !known.contains(line.identity) {
      guard listed.insert(line.speaker).inserted else { continue }
      extra.append(
        Attendee(
          identity: line.identity, name: line.speaker, email: "", role: .participant, joined: nil,
          left: nil, flags: [], source: .speech, messages: 0))
    }
    attendees = inOrder.map { rows[$0.offset] } + extra
    self.names = names
  }

  private static func flags(of row: Participant) -> [Attendee.Flag] {
    var flags: [Attendee.Flag] = []
    if row.isMuted { flags.append(.muted) }
    if row.isVideoOff { flags.append(.videoOff) }
    if row.isChatBlocked { flags.append(.chatBlocked) }
    if row.isBanned { flags.append(.banned) }
    if row.isOnStage { flags.append(.onStage) }
    if row.isApproved == false { flags.append(.notApproved) }
    return flags
  }

  /// The name of an identity; the identity itself where no name is known, empty for none.
  public func name(_ identity: String) -> String { names[identity] ?? identity }

  /// The name of a message's sender.
  public func sender(of message: Message) -> String {
    if !message.identity.isEmpty, let name = names[message.identity] { return name }
    return message.senderName.isEmpty ? message.identity : message.senderName
  }
}
