// SPDX-License-Identifier: MIT
// Part of Platen: the server's database as the JSON its API would give of the same rows.

internal import Database
internal import Diagnostics
internal import JSON

/// Reads the tables of Bedrud's SQLite file that hold rooms and people.
///
/// Passwords, refresh tokens, passkeys and preferences are never queried; of invitations the token
/// is omitted, of the settings the secrets are masked where they are read.
enum DatabaseReader {
  /// Columns by table: nothing else is read.
  private static let rooms = [
    "id", "name", "created_by", "admin_id", "is_active", "is_public", "max_participants", "mode",
    "created_at", "updated_at", "expires_at", "last_activity_at", "deleted_at",
    "settings_require_approval",
  ]
  private static let rows = [
    "id", "room_id", "user_id", "joined_at", "left_at", "is_active", "is_approved", "is_muted",
    "is_video_off", "is_chat_blocked", "is_banned", "is_on_stage", "is_moderator",
  ]
  private static let users = [
    "id", "email", "name", "provider", "accesses", "is_active", "created_at",
  ]
  private static let recordings = [
    "id", "room_id", "file_url", "file_size", "recording_type", "duration_ms", "status",
    "created_by", "started_at", "completed_at", "error",
  ]
  private static let apps = [
    "id", "room_id", "package_id", "created_by", "document", "summary", "last_info", "closed_at",
    "created_at",
  ]
  private static let updates = [
    "instance_id", "serial", "sender_identity", "sender_user_id", "payload_json", "created_at",
  ]
  private static let uploads = [
    "room_id", "uploaded_by", "file_hash", "extension", "file_size", "created_at",
  ]
  private static let jobs = ["type", "payload", "created_at"]
  private static let invites = ["email", "created_by", "expires_at", "used_at", "used_by"]

  /// The tables as one bundle.
  ///
  /// - Parameters:
  ///   - room: the name or the id of the room whose people are requested; nil for all of them.
  /// - Throws: `Failure` `database.format` for a damaged file, `meeting.format` for one of something
  ///   else.
  static func json(of bytes: [UInt8], room: String?) throws -> [UInt8] {
    try Database.reading(bytes) { database in try json(ofTables: database, room: room) }
  }

  /// The same of tables.
  static func json(
    ofTables database: borrowing some RowSource & ~Copyable, room: String?
  ) throws -> [UInt8] {
    guard try !database.columns(of: "rooms").isEmpty else {
      throw Failure(
        .error(
          .meetingFormat, "this database has no table \"rooms\": it is not a Bedrud server's"))
    }
    var json = JSONWriter()
    try json.object { json in
      // Several rooms may have had one name: then which one is meant is found out later.
      var found: [String] = []
      try json.member(
        "rooms",
        array: { json in
          try writeTable("rooms", rooms, of: database, to: &json, withDeleted: true) { row in
            if let room, let id = row["id"], row["name"] == room || id == room {
              found.append(id)
            }
          }
        })
      let wanted = found.count == 1 ? found[0] : nil
      try json.member(
        "participants",
        array: { json in
          try writeTable(
            "room_participants", rows, of: database, to: &json,
            where: wanted.map { ("room_id", $0) })
        })
      try json.member(
        "users", array: { json in try writeTable("users", users, of: database, to: &json) })
      try json.member(
        "recordings",
        array: { json in try writeTable("recordings", recordings, of: database, to: &json) })
      try json.member(
        "webxdcPackages",
        array: { json in
          try writeTable("webxdc_packages", ["id", "name"], of: database, to: &json)
        })
      try json.member(
        "webxdcInstances",
        array: { json in try writeTable("webxdc_instances", apps, of: database, to: &json) })
      try json.member(
        "webxdcUpdates",
        array: { json in try writeTable("webxdc_status_updates", updates, of: database, to: &json) }
      )
      try json.member(
        "chatUploads",
        array: { json in try writeTable("chat_uploads", uploads, of: database, to: &json) })
      try json.member(
        "jobs", array: { json in try writeTable("jobs", jobs, of: database, to: &json) })
      try json.member(
        "tokens",
        array: { json in try writeTable("invite_tokens", invites, of: database, to: &json) })
      try writeSettings(of: database, to: &json)
    }
    return json.utf8
  }

  /// A table as a list of objects, of the columns it has.
  private static func writeTable(
    _ table: String, _ wanted: [String], of database: borrowing some RowSource & ~Copyable,
    to json: inout JSONWriter,
    where filter: (String, String)? = nil, withDeleted: Bool = false,
    row seen: ([String: String]) -> Void = { _ in }
  ) throws {
    let there = try database.columns(of: table)
    let columns = wanted.filter(there.contains)
    // Rows that were deleted softly are gone for the server; rooms so are archived.
    let hasDeletion = !withDeleted && there.contains("deleted_at")
    let requested = columns + (hasDeletion ? ["deleted_at"] : [])
    try database.forEachRow(
      of: table, columns: requested,
      where: filter.flatMap { there.contains($0.0) ? (column: $0.0, text: $0.1) : nil }
    ) { values in
      if hasDeletion, values.last != .null { return }
      var texts: [String: String] = [:]
      json.object { json in
        for (column, value) in zip(columns, values) {
          json.key(column)
          switch value {
          case .integer(let number): json.int(number)
          case .real(let number): json.double(number)
          case .text(let text):
            json.string(text)
            texts[column] = text
          case .null, .blob: json.null()
          }
        }
      }
      seen(texts)
    }
  }

  private static func writeSettings(
    of database: borrowing some RowSource & ~Copyable, to json: inout JSONWriter
  )
    throws
  {
    let columns = try database.columns(of: "system_settings").filter { $0 != "id" }
    var isFirst = true
    guard !columns.isEmpty else { return }
    try database.forEachRow(of: "system_settings", columns: columns, where: nil) { values in
      guard isFirst else { return }
      isFirst = false
      json.key("settings")
      json.object { json in
        for (column, value) in zip(columns, values) {
          let isSecret = SecretMasking.matches(column)
          json.key(column)
          switch value {
          case .integer(let number): json.int(number)
          case .real(let number): json.double(number)
          case .text(let text): json.string(isSecret && !text.isEmpty ? SecretMasking.mask : text)
          case .null: json.string("")
          case .blob(let count): json.string(isSecret ? SecretMasking.mask : "\(count) bytes")
          }
        }
      }
    }
  }
}
