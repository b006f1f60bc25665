// SPDX-License-Identifier: MIT
// Part of Platen: the binding to SQLite, with what its variable arguments hide from Swift.
#include <sqlite3.h>

/// Turns a switch of a connection on or off; the code SQLite answers with.
static inline int platen_sqlite3_switch(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

/// The destructor that has SQLite copy a text it is given.
static inline int platen_sqlite3_bind(sqlite3_stmt *statement, int place, const char *text, int count) {
  return sqlite3_bind_text(statement, place, text, count, SQLITE_TRANSIENT);
}

/// The same for bytes.
static inline int platen_sqlite3_bind_bytes(sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_TRANSIENT);
}
