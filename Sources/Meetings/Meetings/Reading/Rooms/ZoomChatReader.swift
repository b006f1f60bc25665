// SPDX-License-Identifier: MIT
// Part of Platen: chats and captions that Zoom saves as text.

internal import Diagnostics
internal import Readers

/// Reads Zoom's chats: those of cloud recordings, whose times count from the beginning, and those that
/// people save, in their formats since 2020; also saved captions.
enum ZoomChatReader {
  enum Format: Hashable {
    /// `00:00:31⇥Name:⇥text`, from the beginning of the recording.
    case cloud
    /// `[2026-05-12 ]18:00:31 From Name to Everyone:`, text in lines that begin with a tab; or all of
    /// it in one line.
    case saved
    /// `[Name] 18:00:31`, then the text.
    case captions
  }

  /// The format of a text, by its first line that is not blank; nil for other texts.
  static func format(of text: [UInt8]) -> Format? {
    var lines = LineScanner(text)
    while let line = lines.next() {
      guard !line.isBlank else { continue }
      if cloud(line.bytes) != nil { return .cloud }
      if Head(line.bytes) != nil { return .saved }
      return caption(line.bytes) != nil ? .captions : nil
    }
    return nil
  }

  static func read(
    _ text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    switch format(of: text.bytes) {
    case .cloud, nil: return readCloud(text, file: file, &warnings)
    case .saved: return readSaved(text, file: file, &warnings)
    case .captions: return readCaptions(text, file: file, &warnings)
    }
  }

  // MARK: Chats of cloud recordings

  /// The time, name and text of a line.
  private static func cloud(
    _ line: ArraySlice<UInt8>
  ) -> (time: Int, name: String, text: ArraySlice<UInt8>)? {
    var rest = line
    guard let time = CueTime(taking: &rest), time.lengths.count == 3, time.separator == nil,
      let microseconds = time.microseconds, rest.first == 0x09
    else { return nil }
    rest = rest.dropFirst()
    guard let tab = rest.prefix(1000).firstIndex(of: 0x09) else { return nil }
    let name = rest[..<tab].trimmingBlanks
    guard name.last == UInt8(ascii: ":") else { return nil }
    return (
      microseconds, String(decoding: name.dropLast(), as: UTF8.self).line, rest[(tab + 1)...]
    )
  }

  private static func readCloud(
    _ text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    var part = RoomPart("Zoom chat", file: file)
    var lines = text.lines
    var chat = ZoomChat()
    while let line = lines.next() {
      if let head = cloud(line.bytes) {
        chat.begin(
          head.name, .elapsed(head.time), line.number,
          String(decoding: head.text, as: UTF8.self), &warnings)
      } else {
        chat.goOn(line, &warnings)
      }
    }
    chat.end(&warnings)
    part.messages = chat.messages
    return part
  }

  // MARK: Chats that people save

  /// The first line of a message.
  private struct Head {
    var day: Int?
    var second: Int
    var sender: String
    var isPrivate: Bool
    /// The text in the same line, in the older format.
    var text: String?

    /// The words before the sender and before the receiver, in several languages.
    private static let words = [
      ("From ", " to "), ("Von ", " an "), ("De ", " à "), ("De ", " para "), ("Da ", " a "),
    ]
    /// Receivers that are everyone; a message to others is private.
    private static let everyone: Set<String> = [
      "everyone", "all", "everyone (in waiting room)", "hosts and panelists", "all panelists",
      "all panelists and attendees", "meeting group chat", "alle", "tout le monde", "tous",
      "todos", "tutti",
    ]
    /// Bytes of names.
    private static let limit = 2000

    init?(_ line: ArraySlice<UInt8>) {
      var rest = line
      let date = rest.prefix(11)
      if date.count == 11, date.last == 0x20,
        let wall = WallTime(String(decoding: date, as: UTF8.self)), wall.second == nil
      {
        day = wall.day(.dayFirst)
        rest = rest.dropFirst(11)
      }
      guard let time = CueTime(taking: &rest), time.lengths.count == 3, time.separator == nil,
        let microseconds = time.microseconds, microseconds < RoomClock.day
      else { return nil }
      second = microseconds / 1_000_000
      let blanks = rest.prefix { $0 == 0x20 || $0 == 0x09 }
      guard !blanks.isEmpty else { return nil }
      rest = rest.dropFirst(blanks.count)
      guard let (from, to) = Head.words.first(where: { rest.starts(with: $0.0.utf8) }) else {
        return nil
      }
      let names = rest.dropFirst(from.utf8.count).prefix(Head.limit)
      let text = String(decoding: names, as: UTF8.self)
      // The older format has the text behind ` : `, the newer one nothing behind the colon.
      let people: Substring
      if let mark = text.firstRange(of: " : ") {
        people = text[..<mark.lowerBound]
        let behind = rest.dropFirst(from.utf8.count + text[..<mark.upperBound].utf8.count)
        self.text = String(decoding: behind, as: UTF8.self)
      } else if text.trimmed.last == ":", names.count < Head.limit {
        people = text[..<(text.lastIndex(of: ":") ?? text.endIndex)]
      } else {
        return nil
      }
      // A name may have the word within: the receiver's is behind the last one.
      let marks = people.ranges(of: to)
      let wide = people.ranges(of: " " + to + " ")
      guard let mark = wide.count == 1 ? wide[0] : marks.last else { return nil }
      sender = String(people[..<mark.lowerBound]).line
      let receiver = String(people[mark.upperBound...]).line.lowercased()
      isPrivate = !Head.everyone.contains(receiver)
      guard !sender.isEmpty, !receiver.isEmpty else { return nil }
    }
  }

  private static func readSaved(
    _ text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    var part = RoomPart("Zoom chat", file: file)
    var lines = text.lines
    var chat = ZoomChat()
    var day: Int?
    var midnights = 0
    var last = 0
    while let line = lines.next() {
      guard let head = Head(line.bytes) else {
        chat.goOn(line, &warnings)
        continue
      }
      if let own = head.day {
        day = own
        midnights = 0
      } else if head.second + 43_200 < last {
        // The clock went over midnight.
        midnights += 1
      }
      last = head.second
      let second = (day ?? 0) * 86_400 + midnights * 86_400 + head.second
      let time: RoomTime =
        day == nil ? .clock(second * 1_000_000) : .local(second * 1_000_000)
      chat.begin(
        head.sender, time, line.number, head.text, isPrivate: head.isPrivate, &warnings)
    }
    chat.end(&warnings)
    part.messages = chat.messages
    return part
  }

  // MARK: Captions

  /// The name and the second of the day of a caption's first line.
  private static func caption(_ line: ArraySlice<UInt8>) -> (name: String, second: Int)? {
    guard line.first == UInt8(ascii: "["), let end = line.prefix(1000).lastIndex(of: 0x5D) else {
      return nil
    }
    var rest = line[(end + 1)...].trimmingBlanks
    guard let time = CueTime(taking: &rest), rest.isEmpty, time.lengths.count == 3,
      let microseconds = time.microseconds, microseconds < RoomClock.day
    else { return nil }
    return (
      String(decoding: line[(line.startIndex + 1)..<end], as: UTF8.self).line,
      microseconds / 1_000_000
    )
  }

  private static func readCaptions(
    _ text: RoomText, file: String, _ warnings: inout MeetingWarnings
  ) -> RoomPart {
    var part = RoomPart("Zoom captions", file: file)
    var lines = text.lines
    var words: [String] = []
    var head: (name: String, second: Int)?
    var number = 1
    var midnights = 0
    func close() {
      defer { words = [] }
      guard let head else { return }
      var line = RoomLine()
      line.speaker = head.name
      line.text = warnings.spoken(
        words.joined(separator: "\n"), at: .character(line: number, column: 1))
      line.from = .clock((midnights * 86_400 + head.second) * 1_000_000)
      if !line.text.isEmpty { part.lines.append(line) }
    }
    while let line = lines.next() {
      guard let next = caption(line.bytes) else {
        words.append(line.text)
        continue
      }
      close()
      if let last = head?.second, next.second + 43_200 < last { midnights += 1 }
      head = next
      number = line.number
    }
    close()
    return part
  }
}

/// The messages of a chat, as its lines come: texts of several lines, replies, reactions.
private struct ZoomChat {
  private(set) var messages: [RoomMessage] = []
  /// Their texts without what they reply to, by which others quote them.
  private var bodies: [String] = []
  private var open: RoomMessage?
  private var lines: [String] = []
  private var number = 1
  private var isPrivate = false

  /// Begins a message; the one before is complete.
  mutating func begin(
    _ sender: String, _ time: RoomTime, _ number: Int, _ text: String?, isPrivate: Bool = false,
    _ warnings: inout MeetingWarnings
  ) {
    end(&warnings)
    var message = RoomMessage()
    (message.sender, message.time) = (sender, time)
    open = message
    lines = text.map { [$0] } ?? []
    self.number = number
    self.isPrivate = isPrivate
  }

  mutating func goOn(_ line: TextLine, _ warnings: inout MeetingWarnings) {
    guard open != nil else {
      if !line.isBlank {
        warnings.record(
          .meetingLine, "text before the first message: omitted",
          at: .character(line: line.number, column: 1))
      }
      return
    }
    // The newer format has a tab before each line of a message.
    lines.append(
      (line.bytes.first == 0x09 ? TextLine(number: 0, bytes: line.bytes.dropFirst()) : line).text)
  }

  mutating func end(_ warnings: inout MeetingWarnings) {
    guard var message = open else { return }
    open = nil
    guard !isPrivate else {
      return warnings.record(
        .meetingPrivate, "a message to one person: omitted",
        at: .character(line: number, column: 1))
    }
    let position = ValuePosition.character(line: number, column: 1)
    message.text = warnings.spoken(lines.joined(separator: "\n"), at: position)
    if react(message, at: position, &warnings) { return }
    guard !message.text.isEmpty else { return }
    messages.append(message)
    let isReply = message.text.hasPrefix("Replying to \"")
    let mark = isReply ? message.text.firstRange(of: "\n\n") : nil
    bodies.append(mark.map { String(message.text[$0.upperBound...]) } ?? message.text)
  }

  /// Applies a message that is a reaction to one before; false for any other.
  private mutating func react(
    _ message: RoomMessage, at position: ValuePosition, _ warnings: inout MeetingWarnings
  ) -> Bool {
    let text = message.text
    var quoted: Substring
    var emoji: String
    let isRemoved: Bool
    if text.hasPrefix("Reacted to \""), let mark = text.ranges(of: "\" with ").last {
      quoted = text[text.index(text.startIndex, offsetBy: 12)..<mark.lowerBound]
      emoji = text[mark.upperBound...].trimmed
      isRemoved = false
    } else if text.hasPrefix("Removed a "), text.last == "\"",
      let mark = text.firstRange(of: " reaction from \"")
    {
      quoted = text[mark.upperBound...].dropLast()
      emoji = text[text.index(text.startIndex, offsetBy: 10)..<mark.lowerBound].trimmed
      isRemoved = true
    } else {
      return false
    }
    guard emoji.count <= 8, !emoji.isEmpty else { return false }
    for end in ["...", "…"] where quoted.hasSuffix(end) { quoted = quoted.dropLast(end.count) }
    let beginning = quoted.trimmed
    // Quotations are of the beginning, often of what was written last.
    let found = messages.indices.suffix(ZoomChat.reach).last { index in
      bodies[index].hasPrefix(beginning)
    }
    guard let found, !beginning.isEmpty else {
      if isRemoved { return true }
      warnings.record(
        .meetingPacket, "a reaction to a message that is not in the file: omitted", at: position)
      return true
    }
    if isRemoved {
      messages[found].reactions.removeAll { $0.identity == message.sender && $0.emoji == emoji }
    } else {
      messages[found].reactions.append(Reaction(identity: message.sender, emoji: emoji))
    }
    return true
  }

  /// The number of messages before a reaction among which its own is looked for.
  private static let reach = 500
}
