// SPDX-License-Identifier: MIT
// Part of Platen: rooms, people and events as the server's JSON has them, in either spelling of keys.

internal import Diagnostics
internal import JSON
internal import Readers

extension JSONView {
  /// A member under its name in camel case or in snake case.
  func field(_ camel: StaticString, _ snake: StaticString) -> JSONView? {
    let value = self[camel] ?? self[snake]
    return value?.kind == .null ? nil : value
  }

  /// A member that is there and not null.
  func field(_ name: StaticString) -> JSONView? {
    let value = self[name]
    return value?.kind == .null ? nil : value
  }
}

extension JSONView? {
  /// The text, cut at a length beyond any sensible one; empty where there is none.
  func text(_ limit: Int = 500) -> String {
    guard let text = self?.looseString else { return "" }
    return text.utf8.count > limit ? String(text.prefix(limit)) + "…" : text
  }

  /// A text of one line, without what would break it.
  func line(_ limit: Int = 500) -> String {
    let text = text(limit)
    guard
      text.utf8.contains(where: { $0 < 0x20 || $0 == 0xE2 }) || text.first == " "
        || text.last == " "
    else { return text }
    return text.line
  }
}

extension Room {
  init(_ view: JSONView, at spot: Spot, _ doubts: inout MeetingWarnings) {
    self.init()
    id = doubts.line(view.field("id"), at: spot, "id")
    name = doubts.line(view.field("name"), at: spot, "name")
    if !name.isEmpty, let fault = Room.fault(ofName: name) {
      doubts.record(.meetingRoom, fault + ": no link is made of it", at: spot, "name")
    }
    createdBy = doubts.line(view.field("createdBy", "created_by"), at: spot, "createdBy")
    adminID = doubts.line(view.field("adminId", "admin_id"), at: spot, "adminId")
    isActive = doubts.optionalFlag(view.field("isActive", "is_active"), at: spot, "isActive")
    isPublic = doubts.optionalFlag(view.field("isPublic", "is_public"), at: spot, "isPublic")
    maximum = doubts.number(
      view.field("maxParticipants", "max_participants"), at: spot, "maxParticipants")
    mode = doubts.line(view.field("mode"), at: spot, "mode")
    created = doubts.time(view.field("createdAt", "created_at"), at: spot, "createdAt")
    updated = doubts.time(view.field("updatedAt", "updated_at"), at: spot, "updatedAt")
    // The largest possible year means that a room never ends.
    expires = Timestamp(meeting: view.field("expiresAt", "expires_at"))
    if expires == nil {
      expires = doubts.time(view.field("expiresAt", "expires_at"), at: spot, "expiresAt")
    }
    archived = doubts.time(view.field("deletedAt", "deleted_at"), at: spot, "deletedAt")
    lastActivity = doubts.time(
      view.field("lastActivityAt", "last_activity_at"), at: spot, "lastActivityAt")
    ownerName = doubts.line(view.field("ownerName", "owner_name"), at: spot, "ownerName")
    doubts.recordUnknown(membersOf: view, KnownMembers.room, at: spot)
  }

  /// The reason why a server does not take a name; nil where it does.
  private static func fault(ofName name: String) -> String? {
    do {
      _ = try RoomLink.name(name)
      return nil
    } catch {
      return error.diagnostics.first?.message
    }
  }

  /// Adds the fields another source has of the same room.
  mutating func complete(with other: Room) {
    if id.isEmpty { id = other.id }
    if name.isEmpty { name = other.name }
    if createdBy.isEmpty { createdBy = other.createdBy }
    if adminID.isEmpty { adminID = other.adminID }
    if mode.isEmpty { mode = other.mode }
    if base.isEmpty { (base, isShortLink) = (other.base, other.isShortLink) }
    isActive = isActive ?? other.isActive
    isPublic = isPublic ?? other.isPublic
    maximum = maximum ?? other.maximum
    created = created ?? other.created
    updated = updated ?? other.updated
    expires = expires ?? other.expires
    archived = archived ?? other.archived
    lastActivity = lastActivity ?? other.lastActivity
    if ownerName.isEmpty { ownerName = other.ownerName }
  }
}

extension Participant {
  /// A row of the database, in the server's own shape or in the flatter one of phones, or a person
  /// who is in the room now.
  init(_ view: JSONView, at spot: Spot, _ doubts: inout MeetingWarnings) {
    self.init()
    var user = view.field("user")
    if let other = user, !other.isObject {
      doubts.record(other, insteadOf: "an object", at: spot, "user")
      user = nil
    }
    doubts.recordUnknown(membersOf: view, KnownMembers.participant, at: spot)
    if let user { doubts.recordUnknown(membersOf: user, KnownMembers.user, at: spot, in: "user") }
    identity = doubts.line(
      view.field("userId", "user_id") ?? view.field("identity"), at: spot, "userId")
    if identity.isEmpty { identity = doubts.line(user?.field("id"), at: spot, "user.id") }
    name = doubts.line(user?.field("name") ?? view.field("name"), at: spot, "name")
    email = doubts.line(user?.field("email") ?? view.field("email"), at: spot, "email")
    accesses = User.accesses(user?.field("accesses") ?? view.field("accesses"))
    joined = doubts.time(view.field("joinedAt", "joined_at"), at: spot, "joinedAt")
    left = doubts.time(view.field("leftAt", "left_at"), at: spot, "leftAt")
    if left != soundEnd {
      doubts.record(
        .meetingOrder, "they left before they joined: the meeting is not dated by it", at: spot,
        "leftAt")
    }
    func flag(_ view: JSONView?, _ member: @autoclosure () -> String) -> Bool {
      doubts.flag(view, at: spot, member())
    }
    isModerator = flag(view.field("isModerator", "is_moderator"), "isModerator")
    isMuted = flag(view.field("isMuted", "is_muted"), "isMuted")
    isVideoOff = flag(view.field("isVideoOff", "is_video_off"), "isVideoOff")
    isChatBlocked = flag(view.field("isChatBlocked", "is_chat_blocked"), "isChatBlocked")
    isBanned = flag(view.field("isBanned", "is_banned"), "isBanned")
    isOnStage = flag(view.field("isOnStage", "is_on_stage"), "isOnStage")
    isApproved = doubts.optionalFlag(
      view.field("isApproved", "is_approved"), at: spot, "isApproved")
    isLive =
      view.field("userId", "user_id") == nil && view.field("identity") != nil
      && (view.field("sid") != nil || view.field("state") != nil)
  }

  private typealias User = AdminData.User
}

extension Recording {
  init(_ view: JSONView, at spot: Spot, _ doubts: inout MeetingWarnings) {
    self.init()
    id = doubts.line(view.field("id"), at: spot, "id")
    roomID = doubts.line(view.field("roomId", "room_id"), at: spot, "roomId")
    kind = doubts.line(view.field("recordingType", "recording_type"), at: spot, "recordingType")
    status = doubts.line(view.field("status"), at: spot, "status")
    let address = view.field("fileUrl", "file_url").line(2000)
    url = String(address.prefix { $0 != "?" && $0 != "#" })
    bytes = doubts.number(view.field("fileSize", "file_size"), at: spot, "fileSize")
    duration = doubts.number(view.field("durationMs", "duration_ms"), at: spot, "durationMs")
    createdBy = doubts.line(view.field("createdBy", "created_by"), at: spot, "createdBy")
    started = doubts.time(view.field("startedAt", "started_at"), at: spot, "startedAt")
    completed = doubts.time(view.field("completedAt", "completed_at"), at: spot, "completedAt")
    error = doubts.line(view.field("error"), at: spot, "error")
    doubts.recordUnknown(membersOf: view, KnownMembers.recording, at: spot)
  }
}

extension AdminData.User {
  init(_ view: JSONView, at spot: Spot, _ doubts: inout MeetingWarnings) {
    self.init()
    id = doubts.line(view.field("id"), at: spot, "id")
    email = doubts.line(view.field("email"), at: spot, "email")
    name = doubts.line(view.field("name"), at: spot, "name")
    provider = doubts.line(view.field("provider"), at: spot, "provider")
    accesses = AdminData.User.accesses(view.field("accesses"))
    isActive = doubts.optionalFlag(view.field("isActive", "is_active"), at: spot, "isActive")
    doubts.recordUnknown(membersOf: view, KnownMembers.user, at: spot)
    isAdmin =
      doubts.flag(view.field("isAdmin", "is_admin"), at: spot, "isAdmin")
      || accesses.contains { $0 == "admin" || $0 == "superadmin" }
    created = doubts.time(view.field("createdAt", "created_at"), at: spot, "createdAt")
  }

  /// A list, or one as text: `["user"]`, `{user,admin}`, `user,admin`.
  static func accesses(_ view: JSONView?) -> [String] {
    guard let view else { return [] }
    if view.kind == .array { return view.elements.prefix(16).compactMap { $0.string } }
    return (view.string ?? "").split { "[]{}\", ".contains($0) }.prefix(16).map(String.init)
  }
}

extension AdminData.Invite {
  /// Of the token itself nothing is kept: it admits its bearer.
  init(_ view: JSONView, at spot: Spot, _ doubts: inout MeetingWarnings) {
    self.init()
    email = doubts.line(view.field("email"), at: spot, "email")
    createdBy = doubts.line(view.field("createdBy", "created_by"), at: spot, "createdBy")
    expires = doubts.time(view.field("expiresAt", "expires_at"), at: spot, "expiresAt")
    used = doubts.time(view.field("usedAt", "used_at"), at: spot, "usedAt")
    usedBy = doubts.line(view.field("usedBy", "used_by"), at: spot, "usedBy")
  }
}

extension AdminData.Live {
  init(_ view: JSONView, at spot: Spot, _ doubts: inout MeetingWarnings) {
    self.init()
    participants = doubts.number(
      view.field("totalParticipants", "total_participants"), at: spot, "totalParticipants")
    publishers = doubts.number(
      view.field("totalPublishers", "total_publishers"), at: spot, "totalPublishers")
    activeRooms = doubts.number(
      view.field("activeRooms", "active_rooms"), at: spot, "activeRooms")
    guard let list = view.field("rooms") else { return }
    guard list.isArray else {
      doubts.record(list, insteadOf: "a list", at: spot, "rooms")
      return
    }
    for (index, room) in list.elements.prefix(100_000).enumerated() {
      let spot = Spot.element(of: spot.list("rooms"), index)
      guard room.isObject else {
        doubts.record(room, insteadOf: "an object", at: spot)
        continue
      }
      var live = AdminData.LiveRoom()
      live.name = doubts.line(room.field("name"), at: spot, "name")
      live.participants =
        doubts.number(
          room.field("numParticipants", "num_participants"), at: spot, "numParticipants") ?? 0
      live.publishers =
        doubts.number(room.field("numPublishers", "num_publishers"), at: spot, "numPublishers") ?? 0
      live.created = doubts.time(
        room.field("creationTime", "creation_time"), at: spot, "creationTime")
      rooms.append(live)
    }
  }
}
