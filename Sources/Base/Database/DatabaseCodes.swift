// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about reading and writing of SQLite files.

package import Diagnostics

extension Diagnostic.Code {
  package static let databaseCheck = Self(
    "database.check", .data,
    "The SQLite file does not contain the data that was written to it, so it is not",
    "published. Run again; if it happens twice, please report it.")
  package static let databaseEngine = Self(
    "database.engine", .data,
    "The SQLite library cannot be initialized.",
    "Check that libsqlite3 is installed and that memory is available.")
  package static let databaseFormat = Self(
    "database.format", .data,
    "The file is not a SQLite database, or it is damaged.",
    "Make an intact copy with: sqlite3 FILE \".backup copy.db\".")
  package static let databaseTooLarge = Self(
    "database.too-large", .data,
    "A table has more rows, or takes more steps to read, than Platen allows.",
    "Check that it is the database you meant.")
  package static let databaseWrite = Self(
    "database.write", .data,
    "SQLite could not write the file.",
    "The usual causes are a full disk or missing memory; the message includes the library's",
    "reason.")
}

extension CodeTable {
  /// The codes of diagnostics about reading and writing of SQLite files.
  package static let database = CodeTable(
    "Database", "reading and writing of SQLite files",
    [
      .databaseCheck, .databaseEngine, .databaseFormat, .databaseTooLarge, .databaseWrite,
    ])
}
