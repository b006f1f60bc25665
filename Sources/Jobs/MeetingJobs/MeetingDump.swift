// SPDX-License-Identifier: MIT
// Part of Platen: a dump of a server's database (SQL) as its tables.

internal import Database
internal import Diagnostics
internal import Meetings
internal import Readers
internal import Rows
internal import Text

/// Reads dumps of PostgreSQL and SQLite.
enum MeetingDump {
  /// The tables of a Bedrud server: those that are read, and those of keys, tokens and preferences.
  private static let knownTables: Set<String> = [
    "users", "rooms", "room_participants", "room_permissions", "passkeys", "system_settings",
    "invite_tokens", "user_preferences", "blocked_refresh_tokens", "blocked_access_tokens",
    "recordings", "chat_uploads", "webxdc_packages", "webxdc_instances", "webxdc_status_updates",
    "jobs", "webhooks", "verification_events", "sqlite_sequence",
  ]

  /// The tables of a dump; nil where it has no rooms.
  ///
  /// - Throws: `Failure` `rows.sql` for SQL that cannot be read.
  @Sendable static func tables(of file: NamedBytes) throws -> Diagnosed<ServerTables>? {
    guard file.bytes.firstRange(of: Array("rooms".utf8)) != nil else { return nil }
    let rows = try RowSet(sql: file.bytes, file: file.name)
    guard rows["rooms"] != nil else { return nil }
    var tables = ServerTables()
    let unknown = rows.tables.filter { !knownTables.contains($0.name) && !$0.rows.isEmpty }
    var warnings = rows.warnings
    if !unknown.isEmpty {
      let names = unknown.prefix(8).map {
        printable($0.name, limit: 40) + " (\(counted($0.rows.count, "row")))"
      }
      warnings.append(
        .warning(
          .meetingTable,
          "unknown tables are not read: " + names.joined(separator: ", ")
            + (unknown.count > 8 ? " and \(unknown.count - 8) more" : ""),
          at: SourceLocation(file: file.name)))
    }
    for table in rows.tables {
      var columns: [String] = []
      var places: [String: Int] = [:]
      for row in table.rows {
        for field in row.fields where places[field.name] == nil {
          places[field.name] = columns.count
          columns.append(field.name)
        }
      }
      tables.tables[table.name] = ServerTables.Table(
        columns: columns,
        rows: table.rows.map { row in
          var values = [Database.Value](repeating: .null, count: columns.count)
          for field in row.fields {
            guard let place = places[field.name] else { continue }
            values[place] = value(field.value, of: field.name)
          }
          return values
        })
    }
    return Diagnosed(tables, warnings: warnings)
  }

  private static func value(_ value: RowValue, of column: String) -> Database.Value {
    switch value {
    case .null, .record: return .null
    case .flag(let flag): return .integer(flag ? 1 : 0)
    case .number(let text):
      return Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) } ?? .text(text)
    case .text(let text):
      // PostgreSQL writes flags as letters.
      if ["is_", "settings_"].contains(where: column.hasPrefix), text == "t" || text == "f" {
        return .integer(text == "t" ? 1 : 0)
      }
      return .text(text)
    case .list(let elements): return .text(elements.compactMap(\.shown).joined(separator: ","))
    }
  }
}
