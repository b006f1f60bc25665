// SPDX-License-Identifier: MIT
// Part of Platen: a meeting in plain terms, whatever it was saved as.

public import Readers

/// A meeting in a room of a Bedrud server: who was there and what was written.
///
/// The server itself keeps a room and one row for each person; the chat and the moderators' doings
/// are what clients saved of them. Notes, agenda, polls and action items are our own.
public struct Meeting: Hashable, Sendable {
  public var room = Room()
  /// The names of rooms it may have been in, where nobody says which one is meant: there are people
  /// of all of them in it. Empty where that is clear.
  public var rivals: [String] = []
  /// Its title in a side file; empty where there is none.
  public var title = ""
  /// What people call the server; empty where nobody says.
  public var instance = ""
  /// Rows of the server in the order they were read.
  public var participants: [Participant] = []
  /// Names of users beside those in rows, by their id.
  public var names: [String: String] = [:]
  /// In the order of time.
  public var messages: [Message] = []
  /// What moderators did, in the order of time.
  public var events: [RoomEvent] = []
  /// Pictures of messages, each once.
  public var pictures: [Picture] = []
  public var side = SideNotes()
  public var admin = AdminData()

  public init() {}

  /// From the first sign of life to the last. An end before its beginning is none.
  public var span: (from: Moment, to: Moment)? {
    let times =
      messages.lazy.compactMap(\.time)
      + participants.lazy.flatMap { [$0.joined, $0.soundEnd].compactMap(\.self) }
    guard let from = times.min(), let to = times.max() else { return nil }
    return (from, to)
  }

  /// Whether there is anything minutes could be written of.
  public var isEmpty: Bool { participants.isEmpty && messages.isEmpty }
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
  public var maximum: Int?
  public var mode = ""
  public var created: Moment?
  public var updated: Moment?
  public var expires: Moment?
  /// Scheme, host and port of its server: `https://meet.example.org`; empty where it is not told.
  public var base = ""
  /// Whether its link has `/c/` where others have `/m/`.
  public var isShortLink = false

  public init() {}

  /// The address people join at; nil where server or name is not known, or the name is none a server
  /// takes: it would lead elsewhere.
  public var link: String? {
    guard !base.isEmpty, let name = try? RoomLink.name(name) else { return nil }
    return base + (isShortLink ? "/c/" : "/m/") + name
  }
}

/// Somebody's last visit, as the server keeps it: a row is written over when they come again.
public struct Participant: Hashable, Sendable {
  /// What messages and events call them.
  public var identity = ""
  public var name = ""
  public var email = ""
  public var accesses: [String] = []
  public var joined: Moment?
  /// nil while they are there, and where the server never noticed that they went.
  public var left: Moment?
  public var isModerator = false
  public var isMuted = false
  public var isVideoOff = false
  public var isChatBlocked = false
  public var isBanned = false
  public var isOnStage = false
  /// Let in, where the room asks; nil where it is not told.
  public var isApproved: Bool?
  /// Known because they were in the room when the server was asked, and from no row of it.
  public var isLive = false

  public init() {}

  /// When they went, unless that is told to be before they came.
  public var soundEnd: Moment? {
    guard let joined, let left, left < joined else { return left }
    return nil
  }

  /// Guests come without an account: their identity says so.
  public var isGuest: Bool { Participant.isGuest(identity) || accesses == ["guest"] }

  public static func isGuest(_ identity: String) -> Bool { identity.hasPrefix("guest-") }
}

/// A line of the chat.
public struct Message: Hashable, Sendable {
  public var id = ""
  public var time: Moment?
  public var senderName = ""
  public var identity = ""
  /// Plain text, its lines parted by line feeds.
  public var text = ""
  public var attachments: [Attachment] = []

  public init() {}

  /// Who is meant: the identity, or the name where the client kept none.
  public var sender: String { identity.isEmpty ? "name:" + senderName : identity }
}

/// A picture sent with a message.
public struct Attachment: Hashable, Sendable {
  /// Where its bytes are.
  public enum Source: Hashable, Sendable {
    /// One of the meeting's pictures.
    case picture(Int)
    /// Not at hand: why, as a word for messages.
    case missing(String)
  }
  public var source: Source
  /// The name without folders; empty for one that stood in the message itself.
  public var name: String
  /// Where a browser finds it: whole where its server is known, else from the server's root; empty
  /// where that is not known.
  public var url: String
  public var mediaType: String
  /// In pixels; 0 where it is not told.
  public var width: Int
  public var height: Int

  /// Whether its address leads there from anywhere.
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

/// The bytes of a picture.
public struct Picture: Hashable, Sendable {
  /// Of its bytes, 64 hexadecimal digits.
  public var sha256: String
  public var mediaType: String
  /// In pixels.
  public var width: Int
  public var height: Int
  public var bytes: [UInt8]

  /// Its digest with the ending of its form.
  public var fileName: String {
    let ending =
      switch mediaType {
      case "image/jpeg": "jpg"
      case "image/gif": "gif"
      case "image/webp": "webp"
      default: "png"
      }
    return sha256 + "." + ending
  }

  /// Whether documents can show it.
  public var isShown: Bool { mediaType == "image/png" || mediaType == "image/jpeg" }
}

/// Something a moderator did.
public struct RoomEvent: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case kick, ban, spotlight, deafen, undeafen
    case askUnmute = "ask_unmute"
    case askCamera = "ask_camera"
  }
  /// nil for an event this Platen does not know.
  public var kind: Kind?
  /// As the source calls it.
  public var name: String
  public var actor: String
  public var target: String
  public var time: Moment?

  public init(_ name: String, actor: String, target: String, time: Moment?) {
    kind = Kind(rawValue: name)
    self.name = name
    self.actor = actor
    self.target = target
    self.time = time
  }
}
