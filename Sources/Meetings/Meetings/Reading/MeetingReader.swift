// SPDX-License-Identifier: MIT
// Part of Platen: reads files of any supported kind into one meeting.

public import Diagnostics
public import Readers

/// Reads meetings of Bedrud and of other systems.
///
/// Of Bedrud it takes bundles `{room, participants, chat, system}` with Platen's own `agenda`, `notes`,
/// `polls`, `actions` and `next`; the chat as the web client keeps it, also as the JSON text its
/// storage holds; packets as they go over the wire, in a list or line by line; answers of the
/// server's administration; the server's database file; notes in Markdown. Keys may be in camel or
/// in snake case. Of other systems it takes transcripts, chats and reports of attendance, recognized by
/// their content. Several files are parts of one meeting.
public enum MeetingReader {
  public struct Options: Sendable {
    /// The room that is meant, where the files know several.
    public var room: RoomLink?
    /// The name people use for the server.
    public var instance = ""
    /// Files that hold nothing of a meeting are skipped with a note: those found in a folder.
    public var skipsOtherFiles = false
    /// The zone of times that have none.
    public var zone = ZoneRules.utc
    /// The beginning of the recording; nil for that of the files.
    public var start: RecordingStart?
    /// The bytes of a file that clients sent to the server, by its name without folders.
    public var attachment: @Sendable (String) -> [UInt8]? = { _ in nil }
    /// The tables of a dump of a server's database, from its SQL; nil where there are none.
    public var tables: @Sendable (NamedBytes) throws -> Diagnosed<ServerTables>? = { _ in nil }
    public init() {}
  }

  /// Reads the files in order.
  ///
  /// - Throws: `Failure` `meeting.format` where a file is nothing of a meeting,
  ///   `meeting.transcript` where only its name makes it a transcript, `meeting.room`
  ///   where it is not clear which room is meant, `meeting.side` for errors in Platen's own format.
  public static func read(
    files: [NamedBytes], options: Options = Options()
  ) throws -> Diagnosed<Meeting> {
    var collector = MeetingCollector(options)
    var errors: [Diagnostic] = []
    for file in files {
      do {
        try collector.take(file)
      } catch let failure as Failure {
        if options.skipsOtherFiles,
          failure.diagnostics.allSatisfy({
            $0.code == .meetingFormat || $0.code == .meetingTranscript
          })
        {
          collector.skipFile(file.name)
        } else {
          errors += failure.inFile(file.name).diagnostics
        }
      }
    }
    guard errors.isEmpty else { throw Failure(errors) }
    return try collector.finish()
  }
}
