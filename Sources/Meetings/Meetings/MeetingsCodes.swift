// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about rooms of Bedrud.

package import Diagnostics

extension Diagnostic.Code {
  package static let meetingIdle = Self(
    "meeting.idle", .data,
    "The room had no people and no messages: the output states that.",
    "Check that the files are of the room and the time you meant.")
  package static let meetingDatabase = Self(
    "meeting.database", .data,
    "The database has a write-ahead log (-wal) beside it whose rows are not read.",
    "Make a sound copy with: sqlite3 FILE \".backup copy.db\".")
  package static let meetingDate = Self(
    "meeting.date", .data,
    "A day cannot be read, or its day and month may be the other way round.",
    "Check the day in the output.")
  package static let meetingEmpty = Self(
    "meeting.empty", .data,
    "The meeting has no content to show.",
    "Check that the files are of the room and the time you meant.")
  package static let meetingEncoding = Self(
    "meeting.encoding", .data,
    "Bytes that are not UTF-8 are read as U+FFFD. Save the file as UTF-8.")
  package static let meetingEntry = Self(
    "meeting.entry", .data,
    "An entry has nothing to do with a meeting or cannot be placed, and is omitted.",
    "Check that the file is what the server answered.")
  package static let meetingEvent = Self(
    "meeting.event", .data,
    "The file has an event of an unknown kind, which is omitted: the server may be newer",
    "than Platen.",
    "Look for a newer Platen if the minutes lack something.")
  package static let meetingField = Self(
    "meeting.field", .data,
    "A field is unknown or has an unknown value.",
    "The server may be newer than Platen; nothing needs to be done.")
  package static let meetingFileFormat = Self(
    "meeting.file-format", .data,
    "An attached file is damaged and is omitted. Download it again.")
  package static let meetingFileLarge = Self(
    "meeting.file-large", .data,
    "An attached file is too large for the archive and is omitted. Keep it separately.")
  package static let meetingFileMissing = Self(
    "meeting.file-missing", .data,
    "An attached file is on the server and not beside the meeting.",
    "Put the files of /uploads/chat into a folder and name it with attachments.")
  package static let meetingFileRemote = Self(
    "meeting.file-remote", .data,
    "An attached file is elsewhere on the web and is not fetched.",
    "Download it if it is needed.")
  package static let meetingFormat = Self(
    "meeting.format", .data,
    "The file is neither what the server keeps nor what it answers.",
    "Give its database, saved answers of its API or a log of messages.")
  package static let meetingGameMaster = Self(
    "meeting.game-master", .data,
    "Lines marked GM: are omitted, since the document is for players.",
    "Set audience: gm to keep them.")
  package static let meetingJson = Self(
    "meeting.json", .data,
    "The file is not valid JSON or was cut short. Save it again.")
  package static let meetingLine = Self(
    "meeting.line", .data,
    "A line of the file cannot be read and is omitted: the file was cut short or edited.",
    "Save the file again, or correct the line.")
  package static let meetingLong = Self(
    "meeting.long", .data,
    "A text or list is longer than a chat allows and is cut. Nothing needs to be done.")
  package static let meetingMatch = Self(
    "meeting.match", .data,
    "People speak or write under names that no list of attendance has, so they are listed twice.",
    "Correct the names in the file if they are of people in the list.")
  package static let meetingMember = Self(
    "meeting.member", .data,
    "Keys that are not known are omitted. Correct the key if it is a typo.")
  package static let meetingNoAdmin = Self(
    "meeting.no-admin", .data,
    "The input has no users, rooms or settings to report on.",
    "Give the server's database, or saved answers of /api/admin.")
  package static let meetingNoDate = Self(
    "meeting.no-date", .data,
    "A calendar needs a next meeting or an action item with a date, and none has one.",
    "Write next: 2026-12-04 20:00, or due: 2026-12-01 of an action.")
  package static let meetingNoLink = Self(
    "meeting.no-link", .data,
    "An invitation needs the room's link, and the server is not known.",
    "Set room to the complete link.")
  package static let meetingNothingPlayed = Self(
    "meeting.nothing-played", .data,
    "No scene of the campaign was played during this meeting.",
    "Times are compared in UTC; check those of the campaign.")
  package static let meetingOrder = Self(
    "meeting.order", .data,
    "A participant left before they joined, so the meeting is not dated by it.",
    "The server's clock was wrong; nothing needs to be done.")
  package static let meetingPacket = Self(
    "meeting.packet", .data,
    "Packets of a kind that is not read, or that cannot be applied, are omitted.",
    "Nothing needs to be done.")
  package static let meetingPages = Self(
    "meeting.pages", .data,
    "Pages of a list are missing. Put all pages of the list into the folder.")
  package static let meetingPart = Self(
    "meeting.part", .data,
    "Parts of a long message never arrived.",
    "It is shown without them, or omitted where its beginning is missing.")
  package static let meetingPrivate = Self(
    "meeting.private", .data,
    "Messages to one person do not belong in minutes and are omitted.",
    "Nothing needs to be done.")
  package static let meetingImageFormat = Self(
    "meeting.image-format", .data,
    "An attached image is not of a kind that documents show, or is damaged.",
    "Convert it to PNG or JPEG.")
  package static let meetingImageLarge = Self(
    "meeting.image-large", .data,
    "An attached image is too large to be shown. Make it smaller.")
  package static let meetingImageMissing = Self(
    "meeting.image-missing", .data,
    "An attached image is on the server and not beside the meeting.",
    "Put the files of /uploads/chat into a folder and name it with attachments.")
  package static let meetingImageRemote = Self(
    "meeting.image-remote", .data,
    "An attached image is elsewhere on the web and is not fetched.",
    "Download it if it is needed.")
  package static let meetingPoll = Self(
    "meeting.poll", .data,
    "A poll lacks its question or options and is shown as far as possible or omitted.",
    "Nothing needs to be done.")
  package static let meetingRoom = Self(
    "meeting.room", .data,
    "The room is not in the input, its name is not valid, or the messages may be of several",
    "rooms. Set room to its name or link.")
  package static let meetingServer = Self(
    "meeting.server", .data,
    "The address is not that of a server.",
    "Write it as https://meet.example.org, with a port where it has one.")
  package static let meetingSessions = Self(
    "meeting.sessions", .data,
    "Lists of a user's sessions do not name the user and are not read.",
    "Nothing needs to be done.")
  package static let meetingSilence = Self(
    "meeting.silence", .data,
    "Speech recognition heard words where there probably was silence.",
    "Listen to the recording there, and remove the words from the file.")
  package static let meetingSide = Self(
    "meeting.side", .data,
    "The file of notes beside the meeting has an unknown key or an invalid value.",
    "Correct it as the message states, or remove the key.")
  package static let meetingStart = Self(
    "meeting.start", .data,
    "The times of a file count from the beginning of its recording, whose time it does not have:",
    "that of the meeting is used. Set start to the time the recording began.")
  package static let meetingUnrelated = Self(
    "meeting.unrelated", .data,
    "A file holds nothing of a meeting and is omitted.",
    "Name the files, or keep others out of the folder.")
  package static let meetingTable = Self(
    "meeting.table", .data,
    "Tables of the database that Platen does not know are not read. Nothing needs to be done.")
  package static let meetingTime = Self(
    "meeting.time", .data,
    "A message has no time, or one that is not possible, and is placed by its neighbors.",
    "Nothing needs to be done.")
  package static let meetingTranscript = Self(
    "meeting.transcript", .data,
    "The file is named like a transcript, such as WebVTT or SubRip, and is none.",
    "Check that the file is complete, and that its extension is that of its format.")
  package static let meetingTwice = Self(
    "meeting.twice", .data,
    "Two messages share an id and differ, so both are shown. Nothing needs to be done.")
  package static let meetingType = Self(
    "meeting.type", .data,
    "A field has another type of value than expected and is converted or omitted.",
    "Nothing needs to be done.")
  package static let meetingVisit = Self(
    "meeting.visit", .data,
    "Of two overlapping records of one person, the later is shown. Nothing needs to be done.")
  package static let meetingVote = Self(
    "meeting.vote", .data,
    "A vote is for an option that the poll does not have and is omitted.",
    "Nothing needs to be done.")
  package static let meetingZone = Self(
    "meeting.zone", .data,
    "The time zone is not known.",
    "Write it as in Europe/Prague, or as an offset such as +03:30; names need the package",
    "tzdata.")
}

extension CodeTable {
  /// The codes of diagnostics about rooms of Bedrud.
  package static let meetings = CodeTable(
    "Meetings", "rooms of Bedrud",
    [
      .meetingDatabase, .meetingDate, .meetingEmpty, .meetingEncoding, .meetingEntry, .meetingEvent,
      .meetingField, .meetingFileFormat, .meetingFileLarge, .meetingFileMissing,
      .meetingFileRemote, .meetingFormat, .meetingGameMaster, .meetingIdle, .meetingJson,
      .meetingLine,
      .meetingLong, .meetingMatch, .meetingMember, .meetingNoAdmin, .meetingNoDate, .meetingNoLink,
      .meetingNothingPlayed, .meetingOrder, .meetingPacket, .meetingPages, .meetingPart,
      .meetingPrivate, .meetingImageFormat,
      .meetingImageLarge, .meetingImageMissing, .meetingImageRemote, .meetingPoll,
      .meetingRoom, .meetingServer, .meetingSessions, .meetingSide, .meetingSilence, .meetingStart,
      .meetingUnrelated, .meetingTable, .meetingTime, .meetingTranscript, .meetingTwice,
      .meetingType, .meetingVisit,
      .meetingVote, .meetingZone,
    ])
}
