// SPDX-License-Identifier: MIT
// Part of Platen: rooms, people and events as the server's JSON has them, in either spelling of keys.

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
  /// The text, cut where nobody would write so much; empty where there is none.
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

  var flag: Bool { self?.looseBool ?? false }
}

extension Room {
  init(_ view: JSONView) {
    self.init()
    id = view.field("id").line()
    name = view.field("name").line()
    createdBy = view.field("createdBy", "created_by").line()
    adminID = view.field("adminId", "admin_id").line()
    isActive = view.field("isActive", "is_active")?.looseBool
    isPublic = view.field("isPublic", "is_public")?.looseBool
    maximum = view.field("maxParticipants", "max_participants")?.looseInt
    mode = view.field("mode").line()
    created = Moment(meeting: view.field("createdAt", "created_at"))
    updated = Moment(meeting: view.field("updatedAt", "updated_at"))
    expires = Moment(meeting: view.field("expiresAt", "expires_at"))
  }

  /// What another source knows of the same room.
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
  }
}

extension Participant {
  /// A row of the database, in the server's own shape or in the flatter one of phones, or somebody who
  /// is in the room now.
  init(_ view: JSONView) {
    self.init()
    let user = view.field("user")
    identity = (view.field("userId", "user_id") ?? view.field("identity")).line()
    if identity.isEmpty { identity = user?.field("id").line() ?? "" }
    name = (user?.field("name") ?? view.field("name")).line()
    email = (user?.field("email") ?? view.field("email")).line()
    accesses = User.accesses(user?.field("accesses") ?? view.field("accesses"))
    joined = Moment(meeting: view.field("joinedAt", "joined_at"))
    left = Moment(meeting: view.field("leftAt", "left_at"))
    isModerator = view.field("isModerator", "is_moderator").flag
    isMuted = view.field("isMuted", "is_muted").flag
    isVideoOff = view.field("isVideoOff", "is_video_off").flag
    isChatBlocked = view.field("isChatBlocked", "is_chat_blocked").flag
    isBanned = view.field("isBanned", "is_banned").flag
    isOnStage = view.field("isOnStage", "is_on_stage").flag
    isApproved = view.field("isApproved", "is_approved")?.looseBool
    isLive =
      view.field("userId", "user_id") == nil && view.field("identity") != nil
      && (view.field("sid") != nil || view.field("state") != nil)
  }

  private typealias User = AdminData.User
}

extension AdminData.User {
  init(_ view: JSONView) {
    self.init()
    id = view.field("id").line()
    email = view.field("email").line()
    name = view.field("name").line()
    provider = view.field("provider").line()
    accesses = AdminData.User.accesses(view.field("accesses"))
    isActive = view.field("isActive", "is_active")?.looseBool
    isAdmin =
      view.field("isAdmin", "is_admin").flag
      || accesses.contains { $0 == "admin" || $0 == "superadmin" }
    created = Moment(meeting: view.field("createdAt", "created_at"))
  }

  /// A list, or one as text: `["user"]`, `{user,admin}`, `user,admin`.
  static func accesses(_ view: JSONView?) -> [String] {
    guard let view else { return [] }
    if view.kind == .array { return view.elements.prefix(16).compactMap { $0.string } }
    return (view.string ?? "").split { "[]{}\", ".contains($0) }.prefix(16).map(String.init)
  }
}

extension AdminData.Invite {
  /// Of the token itself nothing is kept: it lets whoever has it in.
  init(_ view: JSONView) {
    self.init()
    email = view.field("email").line()
    createdBy = view.field("createdBy", "created_by").line()
    expires = Moment(meeting: view.field("expiresAt", "expires_at"))
    used = Moment(meeting: view.field("usedAt", "used_at"))
    usedBy = view.field("usedBy", "used_by").line()
  }
}

extension AdminData.Live {
  init(_ view: JSONView) {
    self.init()
    participants = view.field("totalParticipants", "total_participants")?.looseInt
    publishers = view.field("totalPublishers", "total_publishers")?.looseInt
    activeRooms = view.field("activeRooms", "active_rooms")?.looseInt
    rooms =
      view.field("rooms")?.elements.prefix(100_000).map { room in
        var live = AdminData.LiveRoom()
        live.name = room.field("name").line()
        live.participants = room.field("numParticipants", "num_participants")?.looseInt ?? 0
        live.publishers = room.field("numPublishers", "num_publishers")?.looseInt ?? 0
        live.created = Moment(meeting: room.field("creationTime", "creation_time"))
        return live
      } ?? []
  }
}
