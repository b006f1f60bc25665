// SPDX-License-Identifier: MIT
// Part of Platen: the tables of an SQLite file, read from its bytes alone.

internal import CSQLite
internal import Diagnostics

/// An SQLite file opened read-only.
///
/// The file is untrusted: it is opened in memory from its bytes, so no journal, no lock and no
/// other file is touched. SQLite is configured to distrust its schema (none of its views, triggers
/// or functions run), an authorizer restricts statements to reading tables, and the work of a
/// statement is limited.
// @safe: `reading` lends it for one call, and it cannot be copied, so that nothing uses the
// connection after it is closed.
@safe public struct Database: ~Copyable {
  /// A value of a cell.
  public enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// The number of bytes of a binary value.
    case blob(count: Int)
  }

  /// Limits of reading.
  public struct Limits: Sendable {
    /// Rows of one table.
    public var rows = 1_000_000
    /// Bytes of one text or of one row.
    public var cell = 4 << 20
    /// Steps of SQLite's machine for one table, in thousands.
    public var steps = 2_000_000
    public init() {}
  }

  private let handle: OpaquePointer
  private let limits: Limits

  /// Indicates whether bytes begin with the signature of SQLite.
  public static func recognizes(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: magic)
  }

  private static let magic = Array("SQLite format 3\0".utf8)

  /// Indicates whether the file was last written with a log beside it (`-wal`), which may contain
  /// data that the file lacks.
  public static func hasWriteAheadLog(_ bytes: [UInt8]) -> Bool {
    recognizes(bytes) && bytes.count > 19 && (bytes[18] == 2 || bytes[19] == 2)
  }

  /// Opens the file for as long as `body` runs.
  ///
  /// - Throws: `Failure` `database.format` where the bytes are not an intact SQLite file; errors of
  ///   `body`.
  public static func reading<R>(
    _ bytes: [UInt8], limits: Limits = Limits(), _ body: (borrowing Database) throws -> R
  ) throws -> R {
    guard recognizes(bytes) else {
      throw Failure(.error(.databaseFormat, "not an SQLite file"))
    }
    var bytes = bytes
    if hasWriteAheadLog(bytes) {
      // In memory no log exists; the file alone reads as one that never had it.
      bytes[18] = 1
      bytes[19] = 1
    }
    return try unsafe bytes.withUnsafeMutableBytes { bytes in
      var opened: OpaquePointer?
      let code = unsafe sqlite3_open_v2(
        ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_MEMORY, nil)
      guard code == SQLITE_OK, let handle = unsafe opened else {
        unsafe sqlite3_close_v2(opened)
        throw Failure(.error(.databaseEngine, "SQLite cannot open the file: code \(code)"))
      }
      defer { unsafe sqlite3_close_v2(handle) }
      let count = Int64(bytes.count)
      guard
        unsafe sqlite3_deserialize(
          handle, "main", bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count, count,
          UInt32(SQLITE_DESERIALIZE_READONLY)) == SQLITE_OK
      else { throw unsafe lastError(of: handle) }
      let database = unsafe Database(handle: handle, limits: limits)
      database.restrain()
      return try body(database)
    }
  }

  /// Disables everything on the connection that reading a table does not need.
  private func restrain() {
    for (option, on) in [
      (SQLITE_DBCONFIG_DEFENSIVE, Int32(1)), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
      (SQLITE_DBCONFIG_ENABLE_FKEY, 0), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    ] { _ = unsafe platen_sqlite3_switch(handle, option, on) }
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, Int32(limits.cell)), (SQLITE_LIMIT_SQL_LENGTH, 100_000),
      (SQLITE_LIMIT_COLUMN, 500), (SQLITE_LIMIT_EXPR_DEPTH, 20), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_VDBE_OP, 100_000), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] { unsafe sqlite3_limit(handle, limit, value) }
    unsafe sqlite3_exec(handle, "PRAGMA cell_size_check = ON", nil, nil, nil)
    unsafe sqlite3_set_authorizer(
      handle,
      { _, action, _, _, _, _ in
        action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY
      }, nil)
  }

  private static func lastError(of handle: OpaquePointer) -> Failure {
    let code = unsafe sqlite3_errcode(handle) & 0xFF
    let reason = unsafe printable(String(cString: sqlite3_errmsg(handle)), limit: 200)
    if code == SQLITE_INTERRUPT {
      return Failure(
        .error(
          .databaseTooLarge, "reading this table exceeds the limit of steps"))
    }
    return Failure(
      .error(
        .databaseFormat, "the SQLite file cannot be read: \(reason)",
        hints: ["make an intact copy of it: sqlite3 FILE \".backup copy.db\""]))
  }

  /// The columns of a table in their order; empty where no table has that name. Virtual tables,
  /// which have no page of their own, do not count.
  ///
  /// - Throws: `Failure` `database.format` where the file is damaged.
  public func columns(of table: String) throws -> [String] {
    let statement = try unsafe prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1 AND rootpage > 0"
    )
    defer { unsafe sqlite3_finalize(statement) }
    try unsafe bind(table, to: statement)
    guard try unsafe step(statement) else { return [] }
    let all = try unsafe prepare("SELECT * FROM \(Database.quoted(table)) LIMIT 0")
    defer { unsafe sqlite3_finalize(all) }
    return unsafe (0..<sqlite3_column_count(all)).map { column in
      unsafe sqlite3_column_name(all, column).map { unsafe String(cString: $0) } ?? ""
    }
  }

  /// Passes the rows of a table to `body` in the order they were written, with the given columns
  /// only.
  ///
  /// - Parameters:
  ///   - columns: some of what `columns(of:)` gives.
  ///   - filter: a column and the text it must hold.
  /// - Throws: `Failure` `database.format` where the file is damaged, `database.too-large` above
  ///   the limits; errors of `body`.
  public func forEachRow(
    of table: String, columns: [String], where filter: (column: String, text: String)? = nil,
    _ body: ([Value]) throws -> Void
  ) throws {
    guard !columns.isEmpty else { return }
    let names = columns.map(Database.quoted).joined(separator: ", ")
    let condition = filter.map { " WHERE \(Database.quoted($0.column)) = ?1" } ?? ""
    let statement = try unsafe prepare("SELECT \(names) FROM \(Database.quoted(table))\(condition)")
    defer { unsafe sqlite3_finalize(statement) }
    if let filter { try unsafe bind(filter.text, to: statement) }
    var left = limits.steps
    try unsafe withUnsafeMutablePointer(to: &left) { left in
      // A damaged tree may contain cycles.
      unsafe sqlite3_progress_handler(
        handle, 1000,
        { left in
          guard let left = unsafe left?.assumingMemoryBound(to: Int.self) else { return 1 }
          unsafe left.pointee -= 1
          return unsafe left.pointee < 0 ? 1 : 0
        }, left)
      defer { unsafe sqlite3_progress_handler(handle, 0, nil, nil) }
      var count = 0
      while try unsafe step(statement) {
        count += 1
        guard count <= limits.rows else {
          throw Failure(
            .error(.databaseTooLarge, "\(table) has more than \(limits.rows) rows"))
        }
        try body(columns.indices.map { unsafe value(of: statement, Int32($0)) })
      }
    }
  }

  private func value(of statement: OpaquePointer, _ column: Int32) -> Value {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return unsafe .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return unsafe .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      guard let text = unsafe sqlite3_column_text(statement, column) else { return .null }
      let count = unsafe Int(sqlite3_column_bytes(statement, column))
      return unsafe .text(
        String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB: return unsafe .blob(count: Int(sqlite3_column_bytes(statement, column)))
    default: return .null
    }
  }

  private func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
      let statement = unsafe statement
    else {
      throw unsafe Database.lastError(of: handle)
    }
    return unsafe statement
  }

  private func bind(_ text: String, to statement: OpaquePointer) throws {
    guard
      unsafe platen_sqlite3_bind(statement, 1, text, Int32(clamping: text.utf8.count)) == SQLITE_OK
    else { throw unsafe Database.lastError(of: handle) }
  }

  private func step(_ statement: OpaquePointer) throws -> Bool {
    switch unsafe sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw unsafe Database.lastError(of: handle)
    }
  }

  /// A name as SQL writes it.
  private static func quoted(_ name: String) -> String {
    "\"" + name.filter { $0 != "\0" }.replacing("\"", with: "\"\"") + "\""
  }
}
