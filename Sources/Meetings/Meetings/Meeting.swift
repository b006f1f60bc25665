// SPDX-License-Identifier: MIT
// Part of Platen: the model of a meeting, independent of its file format.

public import Readers

/// A meeting in a room of a Bedrud server or of another system: who was there, wrote and spoke.
///
/// A Bedrud server stores a room and one row per person; the chat and the events of moderators are
/// stored by clients. Other systems give transcripts, chats and reports of attendance. Notes, agenda,
/// polls and action items are Platen's own.
public struct Meeting: Hashable, Sendable {
  public var room = Room()
  /// The names of the rooms whose people are in it, if no room is specified and there are several;
  /// otherwise empty.
  public var candidateRooms: [String] = []
  /// Its title in a side file; empty where there is none.
  public var title = ""
  /// The name people use for the server; empty where it is not specified.
  public var instance = ""
  /// Rows of the server in the order they were read.
  public var participants: [Participant] = []
  /// Names of users beside those in rows, by their id.
  public var names: [String: String] = [:]
  /// The messages in the order of time.
  public var messages: [Message] = []
  /// The actions of moderators and the events of the room, in the order of time.
  public var events: [RoomEvent] = []
  /// Images and other files of messages, each once.
  public var images: [AttachedImage] = []
  /// Recordings the server lists.
  public var recordings: [Recording] = []
  /// Apps that people used together, and files they sent, as the server lists them.
  public var apps: [SharedApp] = []
  public var uploads: [ChatUpload] = []
  /// The spoken lines, in the order of time.
  public var speech: [SpokenLine] = []
  /// The beginning and the end of the meeting as a report has them.
  public var begun: Timestamp?
  public var ended: Timestamp?
  /// The same as people wrote them, which hold for the head of minutes.
  public var statedBegin: Timestamp?
  public var statedEnd: Timestamp?
  /// The meaning of its times.
  public var timeBase = TimeBase.calendar
  /// The time from which the recording counts; nil where it is not known.
  public var recordingStart: Timestamp?
  /// The names of the formats of other systems it was read from, such as `WebVTT`.
  public var formats: [String] = []
  public var side = SideNotes()
  /// Values of its files that this Platen does not read.
  public var unread: [UnreadRecord] = []
  public var admin = AdminData()
  /// Indicates whether a job or a link states its room.
  public var isRoomStated = false
  /// Indicates whether a saved chat without messages was read.
  public var isSavedChat = false

  public init() {}

  /// From the first recorded activity to the last. An end before its beginning is ignored.
  public var span: (from: Timestamp, to: Timestamp)? {
    let times =
      messages.lazy.compactMap(\.time)
      + speech.lazy.flatMap { [$0.from, $0.to].compactMap(\.self) }
      + participants.lazy.flatMap { [$0.joined, $0.validEnd].compactMap(\.self) }
      + events.lazy.filter { $0.kind == .roomJoined }.compactMap(\.time)
      + [begun, ended, statedBegin, statedEnd].compactMap(\.self)
    guard let from = times.min(), let to = times.max() else { return nil }
    return (from, to)
  }

  /// The same, with the beginning and the end that people wrote in place of those recorded.
  var shownSpan: (from: Timestamp, to: Timestamp)? {
    guard timeBase == .calendar, let span else { return span }
    let from = statedBegin ?? span.from
    return (from, max(from, statedEnd ?? span.to))
  }

  /// Indicates whether no people, messages and spoken lines are known.
  public var isEmpty: Bool {
    participants.isEmpty && messages.isEmpty && speech.isEmpty
      && !events.contains { $0.kind == .roomJoined }
  }

  /// Indicates whether it is empty and still a meeting: its room is known and not one of a list of
  /// the server's, or something of it is recorded.
  public var isIdle: Bool {
    guard isEmpty else { return false }
    return !events.isEmpty || !formats.isEmpty || side.isRecord || isSavedChat
      || (!room.name.isEmpty || !room.id.isEmpty) && (isRoomStated || !admin.isListed)
  }
}

/// The meaning of the times of a meeting.
public enum TimeBase: String, Hashable, Sendable {
  /// Points in time.
  case calendar
  /// Microseconds of a day that is not known, by the clocks of the room.
  case clock = "time-of-day"
  /// Microseconds since the beginning of the recording, whose time is not known.
  case elapsed
}

/// Words that were spoken, as a transcript has them.
public struct SpokenLine: Hashable, Sendable {
  /// nil where the transcript has no time for it.
  public var from: Timestamp?
  public var to: Timestamp?
  /// The name; empty where the transcript has none.
  public var speaker = ""
  /// The identity that rows use for the person; empty where it is not known.
  public var identity = ""
  /// Plain text, its lines parted by line feeds as in the transcript.
  public var text = ""

  public init() {}

  public init(
    _ text: String, by speaker: String = "", from: Timestamp? = nil, to: Timestamp? = nil
  ) {
    self.text = text
    self.speaker = speaker
    self.from = from
    self.to = to
  }
}

/// A room of the server.
public struct Room: Hashable, Sendable {
  public var id = ""
  /// Such as `kfd-vault-run` or `abc-defg-hij`.
  public var name = ""
  public var createdBy = ""
  public var adminID = ""
  public var isActive: Bool?
  public var isPublic: Bool?
  /// Indicates whether people wait until a moderator lets them in; nil where it is not known.
  public var requiresApproval: Bool?
  public var maximum: Int?
  public var mode = ""
  public var created: Timestamp?
  public var updated: Timestamp?
  public var expires: Timestamp?
  /// The time it was archived; nil for a room that was not.
  public var archived: Timestamp?
  /// The time of its last activity that the server recorded.
  public var lastActivity: Timestamp?
  /// The owner's name, where the source has it beside the id; may be empty.
  public var ownerName = ""
  /// Scheme, host and port of its server: `https://meet.example.org`; empty where it is not known.
  public var base = ""
  /// Indicates whether its link has `/c/` where others have `/m/`.
  public var isShortLink = false

  public init() {}

  /// The address people join at; nil where server or name is not known, or the name is none a
  /// server takes: it would lead elsewhere.
  public var link: String? {
    guard !base.isEmpty, let name = try? RoomLink.name(name) else { return nil }
    return base + (isShortLink ? "/c/" : "/m/") + name
  }
}

/// A person's last visit, as the server keeps it: a row is overwritten when they come again.
public struct Participant: Hashable, Sendable {
  /// The identity that messages and events use for them.
  public var identity = ""
  public var name = ""
  public var email = ""
  public var accesses: [String] = []
  public var joined: Timestamp?
  /// nil while they are there, and where the server never noticed that they went.
  public var left: Timestamp?
  public var isModerator = false
  public var isMuted = false
  public var isVideoOff = false
  public var isChatBlocked = false
  public var isBanned = false
  public var isOnStage = false
  /// Let in, where the room requires approval; nil where it is not known.
  public var isApproved: Bool?
  /// Known because they were in the room when the server was queried, and from no row of it.
  public var isLive = false
  /// Known from a report of attendance, which has all visits.
  public var isReported = false
  /// Known from what people wrote beside the meeting, and from no row.
  public var isStated = false
  /// The id of the server's row; may be empty.
  var row = ""
  /// A remark that people wrote, such as their office; may be empty.
  public var remark = ""
  /// The organizer, as a report has it.
  public var isHost = false
  /// The visits that a report of attendance has, in the order of time.
  public var visits: [RoomVisit] = []
  /// The duration in seconds as a report has it, where it is not that of the visits.
  public var statedSeconds: Int?

  public init() {}

  /// The time they left; nil if that is before they joined.
  public var validEnd: Timestamp? {
    guard let joined, let left, left < joined else { return left }
    return nil
  }

  /// Guests come without an account: their identity shows it.
  public var isGuest: Bool { Participant.isGuest(identity) || accesses == ["guest"] }

  public static func isGuest(_ identity: String) -> Bool { identity.hasPrefix("guest-") }
}

/// A stay in the room, as a report of attendance has it.
public struct RoomVisit: Hashable, Sendable {
  public var from: Timestamp?
  public var to: Timestamp?

  public init(from: Timestamp?, to: Timestamp?) {
    self.from = from
    self.to = to
  }

  /// The seconds in which any of the visits was going on: those of two devices overlap. Nil where no
  /// visit has both ends.
  static func seconds(of visits: [RoomVisit]) -> Int? {
    let closed = visits.compactMap { visit in
      visit.from.flatMap { from in visit.to.map { (from.microseconds, $0.microseconds) } }
    }.filter { $0.0 <= $0.1 }.sorted { $0 < $1 }
    guard !closed.isEmpty else { return nil }
    var total = 0
    var reached = Int.min
    for (from, to) in closed where to > reached {
      total += to - max(from, reached)
      reached = to
    }
    return total / 1_000_000
  }
}

/// A line of the chat.
public struct Message: Hashable, Sendable {
  public var id = ""
  public var time: Timestamp?
  public var senderName = ""
  public var identity = ""
  /// Plain text, its lines parted by line feeds.
  public var text = ""
  public var attachments: [Attachment] = []
  /// nil for a message without one.
  public var poll: ChatPoll?
  /// One for each person, in the order of the source.
  public var reactions: [Reaction] = []
  /// nil where the source has none, as in saved chats.
  public var delivery: Delivery?
  /// Indicates whether parts of it never arrived.
  public var isIncomplete = false
  /// The id of the message it replies to; empty for none.
  public var replyTo = ""
  /// Indicates whether its text was changed later; it is the newest.
  public var isEdited = false
  /// Indicates whether it was deleted: minutes show that, and nothing of it.
  public var isDeleted = false
  /// Members of the source that this Platen does not know.
  public var unread: [UnreadMember] = []

  public init() {}

  /// The delivery status of a message, as its sender's client knows it.
  public enum Delivery: String, Hashable, Sendable {
    case sending, sent, failed
  }

  /// Each emoji with the number of people who reacted so, in the order of the first of each.
  public var reactionCounts: [(emoji: String, count: Int)] {
    var counts: [(emoji: String, count: Int)] = []
    var places: [String: Int] = [:]
    for reaction in reactions {
      if let place = places[reaction.emoji] {
        counts[place].count += 1
      } else {
        places[reaction.emoji] = counts.count
        counts.append((reaction.emoji, 1))
      }
    }
    return counts
  }

  /// The person: the identity, or the name where the client kept none.
  public var sender: String { identity.isEmpty ? "name:" + senderName : identity }
}

/// A poll in the chat: each person has one vote, and may change it.
public struct ChatPoll: Hashable, Sendable {
  /// An option that people vote for.
  public struct Option: Hashable, Sendable {
    /// Unique in its poll.
    public var id: String
    public var text: String

    /// An option of a poll.
    public init(id: String, text: String) {
      self.id = id
      self.text = text
    }
  }

  /// The option a person voted for.
  public struct Vote: Hashable, Sendable {
    /// Whose it is.
    public var identity: String
    /// The id of an option of the poll.
    public var option: String

    /// A vote for an option.
    public init(identity: String, option: String) {
      self.identity = identity
      self.option = option
    }
  }

  /// The id by the client's numbering; may be empty.
  public var id = ""
  /// The question, on one line; may be empty where there are options.
  public var question = ""
  /// The options, in the order of the source.
  public var options: [Option] = []
  /// One for each person, in the order of the source.
  public var votes: [Vote] = []

  public init() {}

  /// The options with the votes each has.
  public var counted: [(option: Option, votes: Int)] {
    let counts = Dictionary(votes.map { ($0.option, 1) }, uniquingKeysWith: +)
    return options.map { ($0, counts[$0.id] ?? 0) }
  }
}

/// A person's reaction to a message.
public struct Reaction: Hashable, Sendable {
  public var identity: String
  public var emoji: String
  public init(identity: String, emoji: String) {
    self.identity = identity
    self.emoji = emoji
  }
}

/// A member of the source that is not known: its name, and its value as JSON.
public struct UnreadMember: Hashable, Sendable {
  public var name: String
  public var json: String
}

/// A value of a file that this Platen does not read, with its place.
public struct UnreadRecord: Hashable, Sendable {
  /// The file's name without folders.
  public var file: String
  /// Counted from 1; nil where the file has no lines of values.
  public var line: Int?
  /// Such as `chat[2].poll`; empty for the whole file or line.
  public var field: String
  /// The value as JSON; secrets are masked.
  public var json: String
}

/// A recording of a meeting, as the server lists it.
public struct Recording: Hashable, Sendable {
  /// The id by the server's numbering; may be empty.
  public var id = ""
  /// The id of its room; empty where the source has none: it may be of any room.
  public var roomID = ""
  /// `composite`, `audio`, `video` or `screen`.
  public var kind = ""
  /// `completed`, `failed`, …
  public var status = ""
  /// The address of the file, without a query, which may hold a signature; empty where there is none.
  public var url = ""
  public var bytes: Int?
  /// The duration in milliseconds.
  public var duration: Int?
  /// The id of who started it; may be empty.
  public var createdBy = ""
  /// nil where it is not known.
  public var started: Timestamp?
  /// The time its file was complete; nil while it is not, and where that is not known.
  public var completed: Timestamp?
  /// The reason for a missing file; empty where the file exists, and where it is not known.
  public var error = ""

  /// A recording of which nothing is known.
  public init() {}
}

/// An image or another file sent with a message.
public struct Attachment: Hashable, Sendable {
  /// The source of its bytes.
  public enum Source: Hashable, Sendable {
    /// The index of one of the meeting's images.
    case image(Int)
    /// Not at hand: why, as a word for messages.
    case missing(String)
  }
  public var source: Source
  /// The server's name without folders; empty for one that was in the message itself.
  public var name: String
  /// The title its sender gave it; may be empty.
  public var title = ""
  /// Indicates whether it was sent as a file, not as an image.
  public var isFile = false
  /// The size in bytes; nil where the source has none.
  public var size: Int?
  /// Members of the source that this Platen does not know.
  public var unread: [UnreadMember] = []
  /// The address for a browser: complete where its server is known, else from the server's root;
  /// empty where that is not known.
  public var url: String
  public var mediaType: String
  /// The width in pixels; 0 where it is not known.
  public var width: Int
  public var height: Int

  /// Indicates whether its address leads there from anywhere.
  public var isLinked: Bool { url.hasPrefix("https://") || url.hasPrefix("http://") }

  public init(
    _ source: Source, name: String = "", url: String = "", mediaType: String = "", width: Int = 0,
    height: Int = 0
  ) {
    self.source = source
    self.name = name
    self.url = url
    self.mediaType = mediaType
    self.width = width
    self.height = height
  }
}

/// The bytes of an image or of another file.
public struct AttachedImage: Hashable, Sendable {
  /// The digest of its bytes, 64 hexadecimal digits.
  public var sha256: String
  public var mediaType: String
  /// The width in pixels; 0 for other files.
  public var width: Int
  public var height: Int
  public var bytes: [UInt8]
  /// The extension of a file that is not an image: lowercase ASCII letters and digits.
  public var fileExtension = "bin"

  /// Its digest with the file extension of its format.
  public var fileName: String {
    let pathExtension =
      switch mediaType {
      case "image/png": "png"
      case "image/jpeg": "jpg"
      case "image/gif": "gif"
      case "image/webp": "webp"
      default: fileExtension
      }
    return sha256 + "." + pathExtension
  }

  /// Indicates whether documents can show it.
  public var isShown: Bool {
    width > 0 && (mediaType == "image/png" || mediaType == "image/jpeg")
  }
}

/// An action of a moderator or an event of the room.
public struct RoomEvent: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case kick, ban, spotlight, deafen, undeafen
    case askUnmute = "ask_unmute"
    case askCamera = "ask_camera"
    /// Something is shared on the stage, or no longer: its line names it.
    case stage
    case roomCreated = "room_created"
    case roomJoined = "room_joined"
    case roomEnded = "room_ended"
    case roomClosed = "room_closed"
    case roomArchived = "room_archived"
    case roomSuspended = "room_suspended"
    case roomDeleted = "room_deleted"
    case handRaised = "raise_hand"

    /// Indicates whether a moderator did it to a participant.
    public var isModeration: Bool {
      switch self {
      case .kick, .ban, .spotlight, .deafen, .undeafen, .askUnmute, .askCamera: true
      case .stage, .roomCreated, .roomJoined, .roomEnded, .roomClosed, .roomArchived,
        .roomSuspended, .roomDeleted, .handRaised:
        false
      }
    }
  }
  /// nil for an event this Platen does not know.
  public var kind: Kind?
  /// The name in the source.
  public var name: String
  /// An identity; on the stage a name.
  public var actor: String
  public var target: String
  public var time: Timestamp?
  /// The finished line that the client shows; may be empty.
  public var line = ""
  /// The id of its room; empty where the source has none.
  public var room = ""
  /// Members of the source that this Platen does not know.
  public var unread: [UnreadMember] = []

  public init(_ name: String, actor: String, target: String, time: Timestamp?) {
    kind = Kind(rawValue: name)
    self.name = name
    self.actor = actor
    self.target = target
    self.time = time
  }

  /// Indicates whether a moderator did it; what is not known is taken for that.
  public var isModeration: Bool { kind?.isModeration ?? true }
}
