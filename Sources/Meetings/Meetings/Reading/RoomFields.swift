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
  init(_ view: JSONView, at position: ValuePosition, _ warnings: inout MeetingWarnings) {
    self.init()
    id = warnings.line(view.field("id"), at: position, "id")
    name = warnings.line(view.field("name"), at: position, "name")
    if !name.isEmpty, let reason = Room.invalidReason(ofName: name) {
      warnings.record(.meetingRoom, reason + ": no link is made of it", at: position, "name")
    }
    createdBy = warnings.line(view.field("createdBy", "created_by"), at: position, "createdBy")
    adminID = warnings.line(view.field("adminId", "admin_id"), at: position, "adminId")
    isActive = warnings.optionalFlag(view.field("isActive", "is_active"), at: position, "isActive")
    isPublic = warnings.optionalFlag(view.field("isPublic", "is_public"), at: position, "isPublic")
    let settings = view.field("settings")
    requiresApproval = warnings.optionalFlag(
      view.field("settingsRequireApproval", "settings_require_approval")
        ?? (settings?.isObject == true
          ? settings?.field("requireApproval", "require_approval") : nil),
      at: position, "requireApproval")
    maximum = warnings.number(
      view.field("maxParticipants", "max_participants"), at: position, "maxParticipants")
    mode = warnings.line(view.field("mode"), at: position, "mode")
    created = warnings.time(view.field("createdAt", "created_at"), at: position, "createdAt")
    updated = warnings.time(view.field("updatedAt", "updated_at"), at: position, "updatedAt")
    // The largest possible year means that a room never ends.
    expires = Timestamp(meeting: view.field("expiresAt", "expires_at"))
    if expires == nil {
      expires = warnings.time(view.field("expiresAt", "expires_at"), at: position, "expiresAt")
    }
    archived = warnings.time(view.field("deletedAt", "deleted_at"), at: position, "deletedAt")
    lastActivity = warnings.time(
      view.field("lastActivityAt", "last_activity_at"), at: position, "lastActivityAt")
    ownerName = warnings.line(view.field("ownerName", "owner_name"), at: position, "ownerName")
    warnings.recordUnknown(membersOf: view, KnownMembers.room, at: position)
  }

  /// The reason why a server does not take a name; nil where it does.
  private static func invalidReason(ofName name: String) -> String? {
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
    requiresApproval = requiresApproval ?? other.requiresApproval
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
  init(_ view: JSONView, at position: ValuePosition, _ warnings: inout MeetingWarnings) {
    self.init()
    var user = view.field("user")
    if let other = user, !other.isObject {
      warnings.record(other, insteadOf: "an object", at: position, "user")
      user = nil
    }
    warnings.recordUnknown(membersOf: view, KnownMembers.participant, at: position)
    if let user {
      warnings.recordUnknown(membersOf: user, KnownMembers.user, at: position, in: "user")
    }
    identity = warnings.line(
      view.field("userId", "user_id") ?? view.field("identity"), at: position, "userId")
    if identity.isEmpty { identity = warnings.line(user?.field("id"), at: position, "user.id") }
    name = warnings.line(user?.field("name") ?? view.field("name"), at: position, "name")
    email = warnings.line(user?.field("email") ?? view.field("email"), at: position, "email")
    accesses = User.accesses(user?.field("accesses") ?? view.field("accesses"))
    joined = warnings.time(view.field("joinedAt", "joined_at"), at: position, "joinedAt")
    left = warnings.time(view.field("leftAt", "left_at"), at: position, "leftAt")
    if left != validEnd {
      warnings.record(
        .meetingOrder, "they left before they joined: the meeting is not dated by it", at: position,
        "leftAt")
    }
    func flag(_ view: JSONView?, _ member: @autoclosure () -> String) -> Bool {
      warnings.flag(view, at: position, member())
    }
    row = view.field("id").line(100)
    isModerator = flag(view.field("isModerator", "is_moderator"), "isModerator")
    isMuted = flag(view.field("isMuted", "is_muted"), "isMuted")
    isVideoOff = flag(view.field("isVideoOff", "is_video_off"), "isVideoOff")
    isChatBlocked = flag(view.field("isChatBlocked", "is_chat_blocked"), "isChatBlocked")
    isBanned = flag(view.field("isBanned", "is_banned"), "isBanned")
    isOnStage = flag(view.field("isOnStage", "is_on_stage"), "isOnStage")
    isApproved = warnings.optionalFlag(
      view.field("isApproved", "is_approved"), at: position, "isApproved")
    isLive =
      view.field("userId", "user_id") == nil && view.field("identity") != nil
      && (view.field("sid") != nil || view.field("state") != nil)
  }

  private typealias User = AdminData.User
}

extension Recording {
  init(_ view: JSONView, at position: ValuePosition, _ warnings: inout MeetingWarnings) {
    self.init()
    id = warnings.line(view.field("id"), at: position, "id")
    roomID = warnings.line(view.field("roomId", "room_id"), at: position, "roomId")
    kind = warnings.line(
      view.field("recordingType", "recording_type"), at: position, "recordingType")
    status = warnings.line(view.field("status"), at: position, "status")
    let address = view.field("fileUrl", "file_url").line(2000)
    url = String(address.prefix { $0 != "?" && $0 != "#" })
    bytes = warnings.number(view.field("fileSize", "file_size"), at: position, "fileSize")
    duration = warnings.number(view.field("durationMs", "duration_ms"), at: position, "durationMs")
    createdBy = warnings.line(view.field("createdBy", "created_by"), at: position, "createdBy")
    started = warnings.time(view.field("startedAt", "started_at"), at: position, "startedAt")
    completed = warnings.time(
      view.field("completedAt", "completed_at"), at: position, "completedAt")
    error = warnings.line(view.field("error"), at: position, "error")
    warnings.recordUnknown(membersOf: view, KnownMembers.recording, at: position)
  }
}

extension AdminData.User {
  init(_ view: JSONView, at position: ValuePosition, _ warnings: inout MeetingWarnings) {
    self.init()
    id = warnings.line(view.field("id"), at: position, "id")
    email = warnings.line(view.field("email"), at: position, "email")
    name = warnings.line(view.field("name"), at: position, "name")
    provider = warnings.line(view.field("provider"), at: position, "provider")
    accesses = AdminData.User.accesses(view.field("accesses"))
    isActive = warnings.optionalFlag(view.field("isActive", "is_active"), at: position, "isActive")
    warnings.recordUnknown(membersOf: view, KnownMembers.user, at: position)
    isAdmin =
      warnings.flag(view.field("isAdmin", "is_admin"), at: position, "isAdmin")
      || accesses.contains { $0 == "admin" || $0 == "superadmin" }
    created = warnings.time(view.field("createdAt", "created_at"), at: position, "createdAt")
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
  init(_ view: JSONView, at position: ValuePosition, _ warnings: inout MeetingWarnings) {
    self.init()
    email = warnings.line(view.field("email"), at: position, "email")
    createdBy = warnings.line(view.field("createdBy", "created_by"), at: position, "createdBy")
    expires = warnings.time(view.field("expiresAt", "expires_at"), at: position, "expiresAt")
    used = warnings.time(view.field("usedAt", "used_at"), at: position, "usedAt")
    usedBy = warnings.line(view.field("usedBy", "used_by"), at: position, "usedBy")
  }
}

extension AdminData.Live {
  init(_ view: JSONView, at position: ValuePosition, _ warnings: inout MeetingWarnings) {
    self.init()
    participants = warnings.number(
      view.field("totalParticipants", "total_participants"), at: position, "totalParticipants")
    publishers = warnings.number(
      view.field("totalPublishers", "total_publishers"), at: position, "totalPublishers")
    activeRooms = warnings.number(
      view.field("activeRooms", "active_rooms"), at: position, "activeRooms")
    guard let list = view.field("rooms") else { return }
    guard list.isArray else {
      warnings.record(list, insteadOf: "a list", at: position, "rooms")
      return
    }
    for (index, room) in list.elements.prefix(100_000).enumerated() {
      let position = ValuePosition.element(of: position.list("rooms"), index)
      guard room.isObject else {
        warnings.record(room, insteadOf: "an object", at: position)
        continue
      }
      var live = AdminData.LiveRoom()
      live.name = warnings.line(room.field("name"), at: position, "name")
      live.participants =
        warnings.number(
          room.field("numParticipants", "num_participants"), at: position, "numParticipants") ?? 0
      live.publishers =
        warnings.number(
          room.field("numPublishers", "num_publishers"), at: position, "numPublishers") ?? 0
      live.created = warnings.time(
        room.field("creationTime", "creation_time"), at: position, "creationTime")
      rooms.append(live)
    }
  }
}
