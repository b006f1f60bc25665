// SPDX-License-Identifier: MIT
// Part of Platen: the contents of a file of another system's room, before parts are merged.

internal import Readers

/// A time as a file has it.
enum RoomTime: Hashable {
  /// A point in time.
  case instant(Timestamp)
  /// Microseconds since 1970 by the clocks of the meeting's zone.
  case local(Int)
  /// Microseconds of a day that is not known, by the clocks of the zone; more than 24 hours after a
  /// midnight.
  case clock(Int)
  /// Microseconds since the beginning of the recording.
  case elapsed(Int)
}

/// A person of a file's list of people.
struct RoomPerson {
  var name = ""
  /// Further names under which the person may appear elsewhere.
  var aliases: [String] = []
  var email = ""
  var isHost = false
  var isGuest = false
  /// The times they came and went; either may be unknown.
  var visits: [(from: RoomTime?, to: RoomTime?)] = []
  /// The duration in seconds as the file has it, where it is not that of the visits.
  var seconds: Int?
}

/// Words that were spoken.
struct RoomLine {
  var speaker = ""
  /// A name that may be the speaker's: the text before a colon, which may also be a part of the
  /// speech. All lines and people together show which it is.
  var label = ""
  /// Without the label.
  var text = ""
  /// The label and what is between it and the text, as written; empty without a label.
  var head = ""
  /// nil where the file has none.
  var from: RoomTime?
  var to: RoomTime?
}

/// A line of a chat.
struct RoomMessage {
  var sender = ""
  var text = ""
  var time: RoomTime?
  var reactions: [Reaction] = []
}

/// An event in a room that people made.
struct RoomDeed {
  /// The name of its kind.
  var name: String
  var actor: String
  var time: RoomTime?
}

/// The contents of a file.
struct RoomPart {
  /// The name of its format in messages, such as `WebVTT`.
  var format: String
  var file: String
  var title = ""
  /// The beginning of the recording or the meeting; nil where the file has none.
  var start: RoomTime?
  /// Indicates whether the beginning is that of the recording, from which times count.
  var hasRecordingStart = false
  /// The address of the host; empty where the file has none.
  var hostEmail = ""
  /// The end of the meeting; nil where the file has none.
  var end: RoomTime?
  var people: [RoomPerson] = []
  var lines: [RoomLine] = []
  var messages: [RoomMessage] = []
  var deeds: [RoomDeed] = []
  /// Indicates whether a line without a label continues the speech of the one before.
  var goesOn = false

  init(_ format: String, file: String) {
    self.format = format
    self.file = file
  }
}
