// SPDX-License-Identifier: MIT
// Part of Platen: the records read from the files of a meeting, and the choice of its room.

internal import Diagnostics

/// A record of a room with its position in its file.
struct Sourced<Value> {
  /// The id of its room; empty where the source has none.
  var room: String
  var value: Value
  var position = ValuePosition.whole
  var file = ""

  /// Indicates whether it may be of a room, or its room is not known.
  func isOf(_ id: String) -> Bool { room.isEmpty || id.isEmpty || room == id }
}

/// A visit as the server lists those of one user.
struct UserVisit {
  /// The id of its row; empty where the source has none.
  var id: String
  /// The source, for the archive.
  var json: String
  var row: Sourced<Participant>
}

/// The events that a server's webhooks report.
enum WebhookEvent {
  /// The kind of a known event.
  static func kind(of name: String) -> RoomEvent.Kind? {
    switch name {
    case "room.created": .roomCreated
    case "room.ended": .roomEnded
    case "participant.joined": .roomJoined
    default: nil
    }
  }
}

/// The records read from the files of a meeting.
struct MeetingRecords {
  var rooms: [Room] = []
  /// The link in a bundle, which names a room from outside.
  var link: RoomLink?
  var base = ""
  var instance = ""
  var rows: [Sourced<Participant>] = []
  /// Visits of users who are not named beside them, and the rooms they were in.
  var sessions: [UserVisit] = []
  var sessionRooms: [Room] = []
  var apps: [AppInstance] = []
  var appUpdates: [AppUpdate] = []
  /// The names of packages of apps, by their ids.
  var appNames: [String: String] = [:]
  var uploads: [ChatUpload] = []
  var messages: [Sourced<Message>] = []
  /// Indicates whether a list without elements was read where a chat may be.
  var hasEmptyChat = false
  var changes = ChatChanges()
  var events: [RoomEvent] = []
  var recordings: [Recording] = []
  /// Names that packets and lists of events have beside identities.
  var names: [String: String] = [:]
  var instances: [(label: String, base: String)] = []
  var side = SideNotes()
  var title = ""
  /// The beginning and the end of the meeting, as people wrote them.
  var begun: RoomTime?
  var ended: RoomTime?
  var admin = AdminData()
  /// The contents of files of other systems.
  var parts: [RoomPart] = []

  /// The room the meeting was in; nil where it may have been in several.
  func chosenRoom(among all: [Room], wanted: RoomLink?) throws -> Room? {
    if let wanted = wanted ?? link {
      if var room = try named(wanted.name, among: all) {
        (room.base, room.isShortLink) = (wanted.base, wanted.isShort)
        return room
      }
      let unlisted = unlistedRooms(among: all)
      if all.isEmpty, unlisted.count > 1, !unlisted.contains(wanted.name) {
        throw Failure(
          .error(
            .meetingRoom,
            "there are \(unlisted.count) rooms in it, and none has the id "
              + "\"\(printable(wanted.name, limit: 80))\"",
            hints: [MeetingRecords.idHint(unlisted)]))
      }
      guard all.isEmpty || all.count == 1 && all[0].name.isEmpty else {
        throw Failure(
          .error(
            .meetingRoom, "no such room: \"\(wanted.name)\"",
            hints: [
              nearMissHint(wanted.name, among: all.prefix(50).map(\.name))
            ]))
      }
      var room = all.first ?? Room()
      if unlisted.contains(wanted.name) {
        room.id = wanted.name
      } else {
        room.name = wanted.name
      }
      (room.base, room.isShortLink) = (wanted.base, wanted.isShort)
      return room
    }
    let candidates = usedRooms(among: all)
    guard candidates.count <= 1 else { return nil }
    return candidates.first ?? (all.count == 1 ? all[0] : Room())
  }

  /// The room of a name or an id. A name may be had again once a room is archived: the one that was
  /// not is meant then.
  private func named(_ name: String, among all: [Room]) throws -> Room? {
    if let room = all.first(where: { $0.id == name }) { return room }
    let rooms = all.filter { $0.name == name }
    let open = rooms.filter { $0.archived == nil }
    guard open.count != 1, rooms.count > 1 else { return open.first ?? rooms.first }
    throw Failure(
      .error(
        .meetingRoom, "\(rooms.count) rooms are called \"\(printable(name, limit: 80))\"",
        hints: [MeetingRecords.idHint(rooms.map(\.id))]))
  }

  private static func idHint(_ ids: [String]) -> String {
    "room: and the id of the one that is meant: "
      + ids.prefix(8).map { printable($0, limit: 80) }.joined(separator: ", ")
  }

  /// Ids of rooms that people, chats and events are of, and that are not listed.
  private func unlistedRooms(among all: [Room]) -> [String] {
    // A room without an id may be any of them.
    guard all.allSatisfy({ !$0.id.isEmpty }) else { return [] }
    return usedIDs.subtracting(all.map(\.id)).sorted()
  }

  /// Those that people were in, or that a chat names; the only one there is, or that is not
  /// archived.
  func usedRooms(among all: [Room]) -> [Room] {
    guard !all.isEmpty else {
      return unlistedRooms(among: all).map { id in
        var room = Room()
        room.id = id
        return room
      }
    }
    guard all.count > 1 else { return all }
    let used = usedIDs
    let rooms = all.filter { used.contains($0.id) }
    let open = rooms.filter { $0.archived == nil }
    return open.count == 1 ? open : rooms
  }

  /// Ids of rooms that people were in, or that a chat names.
  private var usedIDs: Set<String> {
    var used = Set(rows.map(\.room))
    used.formUnion(messages.map(\.room))
    used.formUnion(events.lazy.filter { $0.kind == .roomJoined }.map(\.room))
    used.remove("")
    return used
  }

  /// Merges rooms that occur twice.
  static func merged(_ rooms: [Room]) -> [Room] {
    var merged: [Room] = []
    var places: [String: Int] = [:]
    for room in rooms {
      let key = room.id.isEmpty ? "name:" + room.name : room.id
      if let place = places[key] {
        merged[place].complete(with: room)
      } else {
        places[key] = merged.count
        merged.append(room)
      }
    }
    return merged
  }

  static func merged(_ users: [AdminData.User]) -> [AdminData.User] {
    var seen: Set<String> = []
    return users.filter { $0.id.isEmpty || seen.insert($0.id).inserted }
  }
}
