// SPDX-License-Identifier: MIT
// Part of Platen: a new SQLite file, written once from its first row to its last.

internal import CSQLite
internal import Diagnostics

/// Writes a new SQLite file, in one transaction and without a journal: the caller deletes the file
/// when anything fails.
///
/// The page size, the text's encoding and the order of writing are fixed, so the same rows give the
/// same bytes with the same SQLite (its version is in the header). Pages that do not fit into
/// the cache are written to the file immediately.
// @safe: the object owns the connection; `execute` and `prepare`, the ways to it, throw once
// `finish` has closed it.
@safe public final class DatabaseWriter {
  /// A value of a cell.
  public enum Value: Hashable, Sendable {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
  }

  private let handle: OpaquePointer
  private var isOpen = true

  /// Opens the file and begins.
  ///
  /// - Parameters:
  ///   - path: a file that is empty or does not exist.
  ///   - applicationID: the identifier of the file's format; 0 for none.
  /// - Throws: `Failure` `database.write`.
  public init(path: String, applicationID: Int32 = 0) throws {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw Failure(.error(.databaseWrite, "SQLite cannot open a file for writing: code \(code)"))
    }
    unsafe self.handle = handle
    for statement in [
      "PRAGMA page_size = 4096", "PRAGMA encoding = 'UTF-8'", "PRAGMA auto_vacuum = NONE",
      "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE",
      "PRAGMA temp_store = MEMORY", "PRAGMA cache_size = -8192",
      "PRAGMA application_id = \(applicationID)", "BEGIN",
    ] { try execute(statement) }
  }

  deinit { if isOpen { unsafe sqlite3_close_v2(handle) } }

  /// Runs a fixed statement without untrusted text.
  ///
  /// - Throws: `Failure` `database.write`.
  public func execute(_ sql: String) throws {
    try checkIsOpen()
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw lastError }
  }

  /// An insertion of many rows into a table. It must be finished before the file is.
  ///
  /// - Throws: `Failure` `database.write`.
  public func insertion(into table: String, columns: Int) throws -> Insertion {
    let places = (1...columns).map { "?\($0)" }.joined(separator: ", ")
    return try unsafe Insertion(prepare("INSERT INTO \(table) VALUES (\(places))"), of: self)
  }

  /// Ends the transaction, has SQLite check the whole file and count rows, and closes it.
  ///
  /// - Parameter counts: the expected numbers of rows of tables.
  /// - Throws: `Failure` `database.write`, also where an insertion is not finished; `database.check`
  ///   where the check fails.
  public func finish(expecting counts: [String: Int]) throws {
    try execute("COMMIT")
    let verdict = try unsafe single("PRAGMA integrity_check") { statement in
      unsafe sqlite3_column_text(statement, 0).map { unsafe String(cString: $0) } ?? ""
    }
    guard verdict == "ok" else {
      throw Failure(
        .error(
          .databaseCheck,
          "the integrity check of the written SQLite file failed: "
            + printable(verdict, limit: 200)))
    }
    for (table, wanted) in counts.sorted(by: { $0.key < $1.key }) {
      let found = try unsafe single("SELECT count(*) FROM \(table)") {
        unsafe Int(sqlite3_column_int64($0, 0))
      }
      guard found == wanted else {
        throw Failure(
          .error(.databaseCheck, "\(table) has \(found) rows, and \(wanted) were written"))
      }
    }
    // Unlike its second version it fails while a statement is open, and closes nothing then.
    guard unsafe sqlite3_close(handle) == SQLITE_OK else {
      throw Failure(.error(.databaseWrite, "SQLite cannot close the file it wrote"))
    }
    isOpen = false
  }

  /// Adds rows to a table, one after another.
  // @safe: the object owns the statement until it is nil, and no connection is closed under one.
  @safe public final class Insertion {
    private var statement: OpaquePointer?
    private let writer: DatabaseWriter

    fileprivate init(_ statement: OpaquePointer, of writer: DatabaseWriter) {
      unsafe self.statement = statement
      self.writer = writer
    }

    deinit { finish() }

    /// Ends the insertion of rows.
    public func finish() {
      unsafe sqlite3_finalize(statement)
      unsafe statement = nil
    }

    /// Adds a row.
    ///
    /// - Precondition: each column has a value, and the insertion is not finished.
    /// - Throws: `Failure` `database.write`.
    public func addRow(_ values: [Value]) throws {
      guard let statement = unsafe statement else {
        preconditionFailure("the insertion is finished")
      }
      // Unbound parameters keep the values of the previous row.
      unsafe precondition(values.count == Int(sqlite3_bind_parameter_count(statement)))
      for (index, value) in values.enumerated() {
        let place = Int32(index + 1)
        let code =
          switch value {
          case .integer(let number): unsafe sqlite3_bind_int64(statement, place, number)
          case .text(let text):
            unsafe platen_sqlite3_bind(statement, place, text, Int32(clamping: text.utf8.count))
          case .blob(let bytes):
            unsafe platen_sqlite3_bind_bytes(statement, place, bytes, UInt64(bytes.count))
          }
        guard code == SQLITE_OK else { throw writer.lastError }
      }
      let code = unsafe sqlite3_step(statement)
      unsafe sqlite3_reset(statement)
      guard code == SQLITE_DONE else { throw writer.lastError }
    }
  }

  private func checkIsOpen() throws {
    guard isOpen else {
      throw Failure(.error(.databaseWrite, "the SQLite file is finished"))
    }
  }

  private func prepare(_ sql: String) throws -> OpaquePointer {
    try checkIsOpen()
    var statement: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
      let statement = unsafe statement
    else {
      throw lastError
    }
    return unsafe statement
  }

  /// The value in the first row of a query.
  private func single<R>(_ sql: String, _ read: (OpaquePointer) -> R) throws -> R {
    let statement = try unsafe prepare(sql)
    defer { unsafe sqlite3_finalize(statement) }
    guard unsafe sqlite3_step(statement) == SQLITE_ROW else { throw lastError }
    return unsafe read(statement)
  }

  private var lastError: Failure {
    let reason = unsafe printable(String(cString: sqlite3_errmsg(handle)), limit: 200)
    let isFull = unsafe sqlite3_errcode(handle) & 0xFF == SQLITE_FULL
    return Failure(
      .error(
        .databaseWrite, "the SQLite file cannot be written: \(reason)",
        hints: isFull ? ["free disk space, or set TMPDIR to a folder with free space"] : []))
  }
}
