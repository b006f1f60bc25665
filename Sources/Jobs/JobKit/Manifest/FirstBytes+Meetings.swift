// SPDX-License-Identifier: MIT
// Part of Platen: the words by which each kind of job recognizes meetings.

internal import Database

extension FirstBytes {
  /// Indicates whether they are those of a client's list of servers, which goes with a meeting.
  package var areOfServerList: Bool { contains("[[instances]]") && contains("base_url") }

  /// Indicates whether they are those of a transcript in JSON, as Whisper's programs and Jitsi write
  /// them.
  package var areOfTranscript: Bool {
    if names("initial_participants"), names("events") { return true }
    // The whole text comes first, and may be longer than these bytes.
    let start = String(decoding: bytes.prefix(40).filter { $0 > 0x20 }, as: UTF8.self)
    let mayBeLong = bytes.count >= 1 << 16 && start.hasPrefix("{\"text\":\"")
    guard mayBeLong || names("segments") || names("transcription") else { return false }
    let members = members
    if mayBeLong, members.isEmpty { return true }
    func begins(_ key: String, _ starts: String...) -> Bool {
      members.contains { $0.key == key && starts.contains($0.start) }
    }
    if begins("segments", "[{"), names("start"), names("end"), names("text") { return true }
    return begins("transcription", "[{") && names("offsets")
  }

  /// Indicates whether they are those of a dump of the server's database: SQL with its tables.
  package var areOfServerDump: Bool {
    let tables = [
      "room_participants", "room_permissions", "blocked_refresh_tokens", "webxdc_instances",
    ]
    guard tables.contains(where: contains) else { return false }
    return ["CREATE TABLE", "INSERT INTO", "COPY ", "create table", "insert into"]
      .contains { hasLine(beginning: $0) }
  }

  /// Indicates whether they are those of a meeting: the server's database or a dump of it, or JSON
  /// with members that only meetings have, even inside a string of JSON.
  package var areOfMeeting: Bool {
    if Database.recognizes(bytes) || areOfServerDump { return true }
    if [
      "senderName", "sender_name", "senderIdentity", "sender_identity", "\"maxParticipants\"",
      "\"max_participants\"", "isChatBlocked", "is_chat_blocked", "\"invite_tokens\"",
      "\"livekitApiSecret\"", "\"totalParticipants\"", "\"jwtSecret\"",
    ].contains(where: contains) {
      return true
    }
    let has = names
    return has("event") && has("actor") && has("target") && !has("story")
      || has("event") && has("actor") && has("ts") && contains("\"system\"")
      || has("roomId") && has("userName") && contains("\"room_")
      || has("room") && (has("chat") || has("participants"))
      || has("users") && has("provider") && (has("total") || has("email"))
      || has("participants") && has("joinedAt")
      || has("serverURL") && has("displayName")
      || areOfServerList
  }
}
