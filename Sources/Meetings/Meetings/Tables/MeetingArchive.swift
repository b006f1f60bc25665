// SPDX-License-Identifier: MIT
// Part of Platen: an archive of a meeting: chat and transcript as text and as data, each image once
// by its digest.

/// The parts of an archive, in the order they have in it.
public struct MeetingArchive {
  public struct Part {
    public var name: String
    public var bytes: [UInt8]
    /// Indicates whether the bytes are compressed already.
    public var isPacked: Bool
  }

  public private(set) var parts: [Part] = []

  /// - Parameter transcript: the chat as plain text.
  /// - Throws: `Failure` `meeting.empty` without participants.
  public init(_ meeting: Meeting, transcript: [UInt8], options: MinutesOptions) throws {
    let tables = MeetingTables(meeting, options: options)
    addEntry("transcript.txt", transcript)
    addEntry("meeting.json", try tables.json())
    addEntry("chat.csv", try tables.chatCSV())
    addEntry("attendance.csv", try tables.attendanceCSV())
    if tables.hasActions { addEntry("actions.csv", try tables.actionsCSV()) }
    if !tables.meeting.speech.isEmpty {
      addEntry("transcript.csv", try tables.transcriptCSV())
      addEntry("transcript.vtt", try Subtitles(meeting, options: options).webVTT)
    }
    // By name, so that the order does not depend on that of any input.
    for image in tables.meeting.images.sorted(by: { $0.fileName < $1.fileName }) {
      parts.append(
        Part(name: "attachments/" + image.fileName, bytes: image.bytes, isPacked: true))
    }
  }

  private mutating func addEntry(_ name: String, _ bytes: [UInt8]) {
    parts.append(Part(name: name, bytes: bytes, isPacked: false))
  }
}
