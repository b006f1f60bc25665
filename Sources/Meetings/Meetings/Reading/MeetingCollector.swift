// SPDX-License-Identifier: MIT
// Part of Platen: the records of a meeting, collected from files one by one.

internal import Database
internal import Diagnostics
internal import JSON
internal import Readers
internal import Text

/// Collects the records of files.
struct MeetingCollector {
  private let options: MeetingReader.Options
  var log = DiagnosticLog()
  var warnings = MeetingWarnings()
  var finder: AttachmentFinder
  var found = MeetingRecords()
  /// The file that is being read.
  var file = ""
  /// Indicates whether it has any known content.
  var isKnown = false
  /// The keys of a file without known keys.
  var unknownKeys: [String] = []

  /// The hint on how to merge the log beside a database into it.
  private static let logHint =
    "the latest rows may be in the log beside it: sqlite3 FILE "
    + "\"PRAGMA wal_checkpoint(TRUNCATE)\""

  /// The limits of a file and of JSON within strings: bytes and nesting.
  static let limits = JSONDocument.Limits(bytes: 1 << 30, depth: 64)

  init(_ options: MeetingReader.Options) {
    self.options = options
    finder = AttachmentFinder(file: options.attachment)
  }

  // MARK: Files

  mutating func take(_ file: NamedBytes) throws {
    self.file = file.name
    let before = warnings
    warnings.file = file.name
    if let part = try RoomFormat.part(of: file, &log, &warnings) {
      found.parts.append(part)
      return
    }
    isKnown = false
    unknownKeys = []
    let name = file.name.lowercased()
    if Database.recognizes(file.bytes) {
      let hasLog = Database.hasWriteAheadLog(file.bytes)
      if hasLog {
        log.record(
          .warning(
            .meetingDatabase,
            "rows in the log beside this database (-wal) and not in the file itself are not read",
            at: SourceLocation(file: file.name), hints: [MeetingCollector.logHint]))
      }
      do {
        try read(try DatabaseReader.json(of: file.bytes, room: options.room?.name))
      } catch let failure as Failure where hasLog {
        throw failure.hinting(MeetingCollector.logHint)
      }
    } else if name.hasSuffix(".sql") {
      guard let tables = try options.tables(file) else {
        throw Failure(.error(.meetingFormat, "no table of a Bedrud server is in this dump"))
      }
      for diagnostic in tables.warnings { log.record(diagnostic) }
      try read(try DatabaseReader.json(ofTables: tables.value, room: options.room?.name))
    } else if [".md", ".markdown"].contains(where: name.hasSuffix) {
      guard let text = String(validating: file.bytes, as: UTF8.self) else {
        throw Failure(.error(.meetingFormat, "these notes are not UTF-8 text"))
      }
      if !text.trimmed.isEmpty { found.side.notes.append(SideNotes.clean(text)) }
      isKnown = true
    } else if [".jsonl", ".ndjson"].contains(where: name.hasSuffix) {
      try readLines(file.bytes)
    } else if name.hasSuffix(".toml") {
      guard ServerList.recognizes(file.bytes) else {
        throw Failure(
          .error(.meetingFormat, "this is not a list of servers: it has no [[instances]]"))
      }
      for server in ServerList.servers(in: file.bytes) {
        takeServer(server.label.line, server.address)
      }
    } else if !RoomFormat.otherPathExtensions.contains(where: { name.hasSuffix("." + $0) })
      || MeetingCollector.mayBeJSON(file.bytes)
    {
      do {
        try read(file.bytes)
      } catch let error as JSONError {
        if let repaired = WhisperReader.repaired(file.bytes) {
          try read(repaired)
          return
        }
        // Captured packets, one per line; such files have any name.
        guard isLines(file.bytes) else {
          throw Failure(error.diagnostic(.meetingJson))
        }
        try readLines(file.bytes)
      }
    }
    guard isKnown else {
      // A file of another kind gets no warnings.
      warnings = before
      throw Failure(
        .error(
          .meetingFormat, "nothing of a meeting is in it: no room, no people, no chat",
          hints: nearMisses + [
            "it takes a bundle {room, participants, chat, system}, a saved chat, the database, or "
              + "a transcript, a chat or a report of attendance of another system"
          ]))
    }
  }

  /// Indicates whether a text begins as JSON of meetings does.
  private static func mayBeJSON(_ bytes: [UInt8]) -> Bool {
    let first = RoomText.decoded(Array(bytes.prefix(64))).first { $0 > 0x20 }
    return first.map { Array("{[\"".utf8).contains($0) } ?? false
  }

  /// Hints with similar known keys, for a file without known keys.
  private var nearMisses: [String] {
    let known = SideReader.keys + ["chat", "messages", "participants", "system", "room"]
    return unknownKeys.compactMap { key in
      nearMiss(key, among: known).map {
        "\"\(printable(key, limit: 40))\": did you mean \"\($0)\"?"
      }
    }
  }

  /// Skips a file that is not part of a meeting, with a note.
  mutating func skipFile(_ name: String) {
    let hints = nearMisses
    log.record(
      Diagnostic(
        hints.isEmpty ? .note : .warning, .meetingUnrelated,
        "nothing of a meeting is in it: skipped", at: SourceLocation(file: name), hints: hints))
  }

  mutating func read(_ bytes: [UInt8]) throws {
    let document = try unsafe bytes.withUnsafeBytes { raw -> JSONDocument in
      // Browsers' files may begin with a byte order mark.
      let hasMark = unsafe raw.starts(with: [0xEF, 0xBB, 0xBF])
      return try unsafe JSONDocument(
        parsing: UnsafeRawBufferPointer(rebasing: raw[(hasMark ? 3 : 0)...]),
        limits: MeetingCollector.limits)
    }
    checkEncoding(of: document)
    try unsafe document.withView { root in
      if WhisperReader.recognizes(root) {
        isKnown = true
        found.parts.append(WhisperReader.read(root, file: file, &warnings))
      } else if JitsiReader.recognizes(root) {
        isKnown = true
        found.parts.append(JitsiReader.read(root, file: file, &warnings))
      } else {
        try take(root, room: "", at: .whole, depth: 0)
      }
    }
  }

  /// Reports bytes that are not UTF-8, which are replaced.
  private mutating func checkEncoding(of document: JSONDocument, line: Int? = nil) {
    let count = document.repairs.invalidUTF8
    guard count > 0 else { return }
    let first = document.position(ofByte: document.repairs.firstOffset ?? 0)
    log.record(
      .warning(
        .meetingEncoding,
        counted(count, "byte is", "bytes are") + " not UTF-8, read as U+FFFD",
        at: SourceLocation(file: file, line: line ?? first.line, column: first.column)))
  }

  /// Indicates whether the first line is a JSON object by itself.
  private func isLines(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(of: 0x0A), end < 1 << 20 else { return false }
    let line = Array(bytes[..<end])
    guard let document = try? JSONDocument(parsing: line, limits: MeetingCollector.limits) else {
      return false
    }
    return document.root.kind == .object
  }

  private mutating func readLines(_ bytes: [UInt8]) throws {
    var reader = ChatReader()
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      do {
        let document = try unsafe line.withUnsafeBytes {
          try unsafe JSONDocument(parsing: $0, limits: MeetingCollector.limits)
        }
        // The reader must not keep views of this document, which is about to be freed.
        reader = ChatReader()
        checkEncoding(of: document, line: number)
        try unsafe document.withView { try takeElement($0, room: "", at: .line(number), &reader) }
      } catch let error as JSONError {
        var text = JSONWriter()
        text.string(String(decoding: line, as: UTF8.self))
        warnings.keep(text.text, at: .line(number))
        warnings.record(.meetingLine, "invalid JSON: \(error.message)", at: .line(number))
      }
    }
  }

  func finish() throws -> Diagnosed<Meeting> {
    var assembly = MeetingAssembly(
      options: options, found: found, finder: finder, warnings: warnings, log: log)
    return try assembly.finish()
  }
}

extension Failure {
  /// The failure with an additional hint.
  fileprivate func hinting(_ hint: String) -> Failure {
    Failure(
      diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.hints.append(hint)
        return diagnostic
      })
  }
}
