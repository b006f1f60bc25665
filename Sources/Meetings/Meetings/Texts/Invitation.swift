// SPDX-License-Identifier: MIT
// Part of Platen: the contents of an invitation to a room.

internal import Diagnostics
internal import Documents
internal import Readers

/// The words of an invitation card.
public struct Invitation: Hashable, Sendable {
  public var heading: String
  public var title: String
  /// The time of the meeting, or the lifetime of the room; may be empty.
  public var when: String
  public var server: String
  public var code: String
  public var codeLabel: String
  public var link: String
  /// The text below the QR code.
  public var scan: String

  /// - Throws: `Failure` `meeting.no-link` where it is not known on which server the room is.
  public init(_ meeting: Meeting, options: MinutesOptions) throws {
    try Minutes.checkRoom(of: meeting)
    guard let link = meeting.room.link else {
      // The server accepts no room with such a name.
      if !meeting.room.name.isEmpty { _ = try RoomLink.name(meeting.room.name) }
      throw Failure(
        .error(
          .meetingNoLink, "an invitation needs the room's link, and its server is not known",
          hints: ["room: https://meet.example.org/m/ROOM"]))
    }
    let phrases = options.phrases
    heading = phrases[.invitation]
    title =
      !options.title.isEmpty
      ? options.title : meeting.title.isEmpty ? meeting.room.name : meeting.title
    if !options.subtitle.isEmpty {
      when = options.subtitle
    } else if !meeting.side.next.isEmpty,
      options.audience != .player || !GameMasterLines.isMarked(meeting.side.next)
    {
      when = meeting.side.next
    } else {
      when =
        meeting.room.expires.map {
          phrases(.validUntil, options.clock.stamp($0) + " " + options.zone.name)
        } ?? ""
    }
    server = meeting.instance
    code = meeting.room.name
    codeLabel = phrases[.roomCode]
    self.link = link
    scan = phrases[.scanToJoin]
  }
}
