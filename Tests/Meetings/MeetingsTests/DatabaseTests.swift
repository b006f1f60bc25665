// SPDX-License-Identifier: MIT
// Part of Platen: tests of the server's database: invented ones, and damaged ones.

internal import CSQLite
import Database
import Diagnostics
import Documents
import Foundation
import Readers
import TestSupport
import Testing

@testable import Meetings

@Suite struct DatabaseTests {
  /// The bytes of a database that was made so.
  private func database(_ statements: String) throws -> [UInt8] {
    var handle: OpaquePointer?
    #expect(sqlite3_open(":memory:", &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    #expect(sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK)
    var size: sqlite3_int64 = 0
    let bytes = try #require(sqlite3_serialize(handle, "main", &size, 0))
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  private let schema = """
    CREATE TABLE users (id text PRIMARY KEY, email text, name text, provider text, password text,
      refresh_token text, accesses text, is_active numeric, created_at datetime);
    CREATE TABLE rooms (id text PRIMARY KEY, name text, created_by text, is_active numeric,
      max_participants integer, created_at datetime, expires_at datetime, admin_id text,
      is_public numeric, mode text, deleted_at datetime);
    CREATE TABLE room_participants (id text, room_id text, user_id text, joined_at datetime,
      left_at datetime, is_active numeric, is_muted numeric, is_banned numeric, is_moderator numeric);
    CREATE TABLE system_settings (id integer, jwt_secret text, registration_enabled numeric,
      livekit_api_secret text, chat_upload_s3_secret_key text);
    CREATE TABLE invite_tokens (id text, token text, email text, created_by text, expires_at datetime,
      used_at datetime);
    CREATE TABLE passkeys (id text, public_key blob);
    """

  private let rows = """
    INSERT INTO users VALUES ('u1', 'a@b.example', 'Řehoř', 'local', 'hush-1', 'hush-2', '["admin"]', 1,
      '2026-01-10 09:00:00+00:00');
    INSERT INTO users VALUES ('u2', 'b@b.example', '李 明', 'local', 'hush-3', 'hush-4', '["user"]', 1,
      '2026-01-10 09:00:00+00:00');
    INSERT INTO rooms VALUES ('r1', 'tea-room', 'u1', 0, 20, '2026-03-13 18:00:00+00:00',
      '2026-03-14 18:00:00+00:00', 'u1', 1, 'standard', NULL);
    INSERT INTO rooms VALUES ('r2', 'gone', 'u1', 0, 20, '2026-03-13 18:00:00+00:00', NULL, 'u1', 1,
      'standard', '2026-03-13 18:00:00+00:00');
    INSERT INTO room_participants VALUES ('p1', 'r1', 'u1', '2026-03-13 18:30:00.25+00:00', NULL, 1, 0, 0, 1);
    INSERT INTO room_participants VALUES ('p2', 'r1', 'u2', '2026-03-13 18:40:00+00:00',
      '2026-03-13 19:40:00+00:00', 0, 1, 0, 0);
    INSERT INTO system_settings VALUES (1, 'hush-5', 1, 'hush-6', '');
    INSERT INTO invite_tokens VALUES ('i1', 'hush-7', 'c@b.example', 'u1', '2026-04-01 00:00:00+00:00', NULL);
    """

  private func read(_ bytes: [UInt8], room: String? = nil) throws -> Diagnosed<Meeting> {
    var options = MeetingReader.Options()
    options.room = try room.map { try RoomLink($0) }
    return try MeetingReader.read(files: [NamedBytes("server.db", bytes)], options: options)
  }

  @Test func rowsOfTheServer() throws {
    let meeting = try read(try database(schema + rows)).value
    #expect(meeting.room.name == "tea-room")
    #expect(meeting.participants.map(\.identity) == ["u1", "u2"])
    let attendance = Attendance(meeting)
    #expect(attendance.attendees.map(\.name) == ["Řehoř", "李 明"])
    #expect(attendance.attendees.map(\.role) == [.admin, .participant])
    #expect(attendance.attendees.map { $0.left == nil } == [true, false])
    #expect(attendance.attendees[1].flags == [.muted])
    #expect(meeting.admin.rooms.map(\.name) == ["tea-room", "gone"])
    #expect(meeting.admin.rooms.map { $0.archived != nil } == [false, true])
    #expect(meeting.admin.invites.map(\.email) == ["c@b.example"])
  }

  /// The user of an invitation is beside its time, by name.
  @Test func theUserOfAnInvitationIsReported() throws {
    let schema = schema.replacing("used_at datetime)", with: "used_at datetime, used_by text)")
    let used = rows.replacing(
      "'2026-04-01 00:00:00+00:00', NULL);",
      with: "'2026-04-01 00:00:00+00:00', '2026-03-13 18:00:00+00:00', 'u2');")
    let meeting = try read(try database(schema + used)).value
    #expect(meeting.admin.invites.map(\.usedBy) == ["u2"])
    let report = try AdminReport.document(of: meeting, options: MinutesOptions()).value
    let cells = report.blocks.flatMap { block -> [String] in
      guard case .table(let table) = block else { return [] }
      return table.body.flatMap { $0.cells.map { "\($0.blocks)" } }
    }
    #expect(cells.contains { $0.contains("2026") && $0.contains("李 明") }, "\(cells)")
  }

  @Test func noSecretIsRead() throws {
    let meeting = try read(try database(schema + rows)).value
    #expect(!"\(meeting)".contains("hush"))
    #expect(
      meeting.admin.settings.filter(\.isMasked).map(\.name) == ["jwt_secret", "livekit_api_secret"])
  }

  @Test func anotherDatabaseIsRefused() throws {
    let bytes = try database("CREATE TABLE t (a text);")
    #expect(faults { try read(bytes) }.map(\.code) == ["meeting.format"])
  }

  @Test func viewsAreNotQueried() throws {
    let bytes = try database(
      "CREATE VIEW rooms AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
        + "SELECT x AS id, x AS name FROM n;")
    #expect(faults { try read(bytes) }.map(\.code) == ["meeting.format"])
  }

  @Test func aGeneratedColumnThatComputesForeverIsStopped() throws {
    var limits = Database.Limits()
    limits.steps = 50
    let bytes = try database(
      "CREATE TABLE t (a integer); WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n "
        + "LIMIT 60000) INSERT INTO t SELECT x FROM n;")
    let said = faults {
      try Database.reading(bytes, limits: limits) {
        try $0.forEachRow(of: "t", columns: ["a"]) { _ in }
      }
    }
    #expect(said.map(\.code) == ["database.too-large"])
    limits = Database.Limits()
    limits.rows = 10
    let many = faults {
      try Database.reading(bytes, limits: limits) {
        try $0.forEachRow(of: "t", columns: ["a"]) { _ in }
      }
    }
    #expect(many.map(\.code) == ["database.too-large"])
  }

  @Test func aLogBesideTheDatabaseIsReported() throws {
    var bytes = try database(schema + rows)
    bytes[18] = 2
    bytes[19] = 2
    #expect(try read(bytes).warnings.map(\.code) == ["meeting.database"])
  }

  @Test func damagedFilesAreRefusedOrRead() throws {
    let bytes = try database(schema + rows)
    for count in stride(from: 0, to: bytes.count, by: 511) {
      _ = try? read(Array(bytes.prefix(count)))
    }
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<400 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        damaged[Int.random(in: 16..<damaged.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      _ = try? read(damaged)
    }
  }

  @Test func aDatabaseWhoseTablesAreInItsLogIsReported() throws {
    var bytes = try database("CREATE TABLE other (id text);")
    #expect(
      !faults { try read(bytes) }.contains { $0.hints.contains { $0.contains("wal_checkpoint") } })
    (bytes[18], bytes[19]) = (2, 2)
    let failed = faults { try read(bytes) }
    #expect(failed.map(\.code) == ["meeting.format"])
    #expect(failed[0].hints.contains { $0.contains("wal_checkpoint") })
  }
}
