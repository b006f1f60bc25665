// SPDX-License-Identifier: MIT
// Part of Platen: lines marked `GM:`, which players do not read.

internal import Diagnostics
internal import JSON
internal import Readers

/// Lines that are for the game master alone.
///
/// One rule holds wherever they are (notes, agenda, polls, things to do, the next date, the chat)
/// and for every output (minutes, recaps, tables, archives): for players they are omitted.
enum GameMasterLines {
  /// Indicates whether a line is marked as one: `GM: …`, `- GM: …`, `> **GM:** …`, `- [ ] GM: …`,
  /// `TODO: GM: …`.
  static func isMarked(_ line: some StringProtocol) -> Bool {
    guard mayHold(line) else { return false }
    var rest = Substring(line)
    while true {
      rest = rest.drop { $0.isWhitespace || "-*+>#_|".contains($0) }
      if let box = ["[ ]", "[x]"].first(where: { rest.prefix(3).lowercased() == $0 }) {
        rest = rest.dropFirst(box.count)
        continue
      }
      if let task = behindTask(rest) {
        rest = task
        continue
      }
      // The number of a list.
      let behind = rest.drop(while: \.isNumber)
      guard behind.startIndex > rest.startIndex, let end = behind.first, end == "." || end == ")"
      else { break }
      rest = behind.dropFirst()
    }
    guard rest.prefix(2).uppercased() == "GM" else { return false }
    let colon = rest.dropFirst(2).drop { "*_ ".contains($0) }.first
    return colon == ":" || colon == "\u{FF1A}"
  }

  private static let behindWhich =
    ActionLine.marks + ActionLine.marksOfNotes + ActionLine.marksOfDecisions

  /// The text behind `TODO:`, `Action (Anna):` and the like, or behind `@anna`; nil where there is none.
  private static func behindTask(_ text: Substring) -> Substring? {
    if text.first == "@" { return text.drop { !$0.isWhitespace } }
    let start = text.prefix(16).lowercased()
    guard
      let word = behindWhich.first(where: start.hasPrefix)
    else { return nil }
    var rest = text.dropFirst(word.count).drop { $0.isWhitespace || $0 == "*" || $0 == "_" }
    if rest.first == "(", let close = rest.firstIndex(of: ")") {
      rest = rest[rest.index(after: close)...]
    }
    if rest.first == ":" || rest.first == "\u{FF1A}" { return rest.dropFirst() }
    return rest.first == "@" ? rest : nil
  }

  /// A fast check of the bytes, which excludes most lines.
  private static func mayHold(_ text: some StringProtocol) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte | 0x20 == UInt8(ascii: "m"), last | 0x20 == UInt8(ascii: "g") { return true }
      last = byte
    }
    return false
  }

  /// Indicates whether any string or key of a value as JSON has a marked line.
  static func holds(_ json: String) -> Bool {
    guard mayHold(json) || json.contains("\\") else { return false }
    // A value that cannot be parsed is not shown.
    guard let document = try? JSONDocument(parsing: Array(json.utf8)) else { return true }
    return unsafe document.withView(holds)
  }

  private static func holds(_ view: JSONView) -> Bool {
    switch view.kind {
    case .string: hasMarkedLine(view.string ?? "")
    case .array: view.elements.contains(where: holds)
    case .object: view.members.contains { hasMarkedLine($0.key) || holds($0.value) }
    case .null, .bool, .number: false
    }
  }

  private static func hasMarkedLine(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains(where: isMarked)
  }

  /// A text without marked lines; lines that continue one, up to a blank line, go with it.
  static func without(_ text: String, count: inout Int) -> String {
    guard mayHold(text) else { return text }
    var kept: [Substring] = []
    var isInside = false
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let isBlank = line.allSatisfy(\.isWhitespace)
      if isMarked(line) {
        isInside = true
        count += 1
      } else if isBlank || "-*+#".contains(line.first ?? " ") && isInside {
        isInside = false
      }
      if !isInside { kept.append(line) }
    }
    return kept.joined(separator: "\n")
  }
}

extension Meeting {
  /// The meeting as its readers may see it.
  ///
  /// - Returns: the meeting and the number of omitted lines: as a warning where the audience is not
  ///   stated.
  func visible(_ options: MinutesOptions) -> Diagnosed<Meeting> {
    guard options.audience == .player else { return Diagnosed(self) }
    var meeting = self
    var count = 0
    meeting.side.notes = side.notes.map { GameMasterLines.without($0, count: &count) }
    func isMarked(_ text: String) -> Bool {
      let isMarked = GameMasterLines.isMarked(text)
      if isMarked { count += 1 }
      return isMarked
    }
    func visible(_ items: [SideNotes.AgendaItem]) -> [SideNotes.AgendaItem] {
      items.compactMap { item in
        guard !isMarked(item.title) else { return nil }
        var item = item
        item.notes = item.notes.map { GameMasterLines.without($0, count: &count) }
        item.items = visible(item.items)
        return item
      }
    }
    meeting.side.agenda = visible(side.agenda)
    meeting.side.actions.removeAll { isMarked($0.text) }
    meeting.side.polls.removeAll { isMarked($0.question) }
    for index in meeting.side.polls.indices {
      meeting.side.polls[index].options.removeAll { isMarked($0.label) }
    }
    if isMarked(side.next) { meeting.side.next = "" }
    meeting.side.decisions.removeAll { isMarked($0.text) }
    meeting.side.apologies.removeAll { isMarked($0.name) || isMarked($0.remark) }
    func visible(_ unread: [UnreadMember]) -> [UnreadMember] {
      let visible = unread.filter { !GameMasterLines.holds($0.json) }
      count += unread.count - visible.count
      return visible
    }
    for index in meeting.apps.indices {
      meeting.apps[index].updates.removeAll { GameMasterLines.holds($0.json) }
      count += apps[index].updates.count - meeting.apps[index].updates.count
      if isMarked(apps[index].summary) { meeting.apps[index].summary = "" }
      if isMarked(apps[index].document) { meeting.apps[index].document = "" }
      if isMarked(apps[index].info) { meeting.apps[index].info = "" }
    }
    meeting.unread.removeAll { GameMasterLines.holds($0.json) }
    count += unread.count - meeting.unread.count
    for index in meeting.events.indices {
      meeting.events[index].unread = visible(events[index].unread)
    }
    for index in meeting.speech.indices {
      meeting.speech[index].text = GameMasterLines.without(speech[index].text, count: &count)
    }
    meeting.speech.removeAll(where: \.text.isEmpty)
    var hidesImages = false
    meeting.messages = messages.compactMap { message in
      var message = message
      let before = count
      message.text = GameMasterLines.without(message.text, count: &count)
      if let poll = message.poll {
        let hidden = poll.options.filter { isMarked($0.text) }.map(\.id)
        message.poll?.options.removeAll { hidden.contains($0.id) }
        message.poll?.votes.removeAll { hidden.contains($0.option) }
        if isMarked(poll.question) { message.poll = nil }
      }
      message.unread = visible(message.unread)
      for index in message.attachments.indices {
        message.attachments[index].unread = visible(message.attachments[index].unread)
      }
      // A message with nothing but such a line is also for the master.
      guard count > before, message.text.isEmpty, message.poll == nil else { return message }
      if !message.attachments.isEmpty { hidesImages = true }
      return nil
    }
    if hidesImages { meeting.keepShownImages() }
    guard count > 0 else { return Diagnosed(meeting) }
    let text = "\(count) \(count == 1 ? "line" : "lines") marked GM: \(count == 1 ? "is" : "are")"
    let hints = ["audience: gm keeps them, audience: player omits them on purpose"]
    let diagnostic: Diagnostic =
      options.isAudienceStated
      ? .note(.meetingGameMaster, text + " omitted for players")
      : .warning(.meetingGameMaster, text + " omitted", hints: hints)
    return Diagnosed(meeting, warnings: [diagnostic])
  }

  /// Removes images that no message refers to.
  private mutating func keepShownImages() {
    var places: [Int: Int] = [:]
    var kept: [AttachedImage] = []
    for message in messages.indices {
      for index in messages[message].attachments.indices {
        guard case .image(let old) = messages[message].attachments[index].source else { continue }
        let place = places[old] ?? kept.count
        if place == kept.count {
          kept.append(images[old])
          places[old] = place
        }
        messages[message].attachments[index].source = .image(place)
      }
    }
    images = kept
  }
}
