// SPDX-License-Identifier: MIT
// Part of Platen: members of rooms, people and recordings that servers and clients are known to have.

internal import Diagnostics
internal import JSON

/// Names in camel case, with those that are known and not read. The same names in snake case are
/// also known.
enum KnownMembers {
  static let room: Set<String> = [
    "id", "name", "createdBy", "adminId", "isActive", "isPublic", "maxParticipants", "mode",
    "createdAt", "updatedAt", "expiresAt", "deletedAt", "lastActivityAt", "ownerName", "ownerEmail",
    "participants", "participantsCount", "recordingCount", "settings", "relationship",
    "livekitHost", "token", "admin", "creator", "settingsRequireApproval",
  ]
  /// Rows of the database, rows of phones, and people in a room as LiveKit has them.
  static let participant: Set<String> = [
    "id", "roomId", "roomName", "userId", "identity", "name", "email", "accesses", "user", "room",
    "joinedAt", "leftAt", "isModerator", "isMuted", "isVideoOff", "isChatBlocked", "isBanned",
    "isOnStage", "isApproved", "isActive", "permission", "permissions", "createdAt", "updatedAt",
    "deletedAt", "avatarUrl", "provider", "sid", "state", "tracks", "metadata", "attributes",
    "version", "region", "isPublisher", "kind", "kindDetails", "joinedAtMs", "disconnectReason",
    "durationSeconds",
  ]
  static let user: Set<String> = [
    "id", "email", "name", "provider", "avatarUrl", "accesses", "isActive", "isAdmin", "createdAt",
    "updatedAt", "deletedAt", "lastLoginAt", "emailVerifiedAt", "passwordChangedAt", "password",
    "refreshToken", "preferences",
  ]
  static let recording: Set<String> = [
    "id", "roomId", "roomName", "egressId", "fileUrl", "fileSize", "recordingType", "durationMs",
    "status", "error", "createdBy", "startedAt", "completedAt", "createdAt", "updatedAt",
    "deletedAt",
  ]
}

extension MeetingWarnings {
  /// Records members that are not known, and keeps them for the archive.
  mutating func recordUnknown(
    membersOf view: JSONView, _ known: Set<String>, at position: ValuePosition, in path: String = ""
  ) {
    for member in view.members where member.value.kind != .null {
      let key = member.key
      guard !known.contains(key), !known.contains(MeetingWarnings.camelCase(key)) else { continue }
      let name = printable(path.isEmpty ? key : path + "." + key, limit: 100)
      keep(member.value, at: position, name)
      record(
        .meetingField, "unknown field \"\(name)\": it is in .json and .zip outputs only",
        at: position, name)
    }
  }

  /// `joined_at` as `joinedAt`.
  private static func camelCase(_ key: String) -> String {
    let words = key.split(separator: "_")
    guard words.count > 1, let first = words.first else { return key }
    return words.dropFirst().reduce(String(first)) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}
