// SPDX-License-Identifier: MIT
// Part of Platen: the chat of a meeting as blocks: days, clusters, events, pictures.

internal import Documents
internal import Readers

extension MinutesMaker {
  mutating func writeChat() {
    let units = Transcript.units(of: meeting, clock: clock)
    guard !meeting.messages.isEmpty else { return }
    blocks.append(.heading(Heading(2, [.text(phrases[.chat])], .id("chat"))))
    blocks.reserveCapacity(blocks.count + units.count + 16)
    for unit in units {
      if let day = unit.newDay, clock.base == .calendar {
        let isLong = meeting.messages.count > 2000
        blocks.append(
          .heading(
            Heading(3, [.text(clock.longDay(day))], .classes("day"), isListed: isLong)))
      }
      switch unit.content {
      case .messages(let range): writeCluster(range, at: unit.time)
      case .events(let range): writeEvents(range)
      }
    }
  }

  private mutating func writeEvents(_ range: Range<Int>) {
    var inlines: [Inline] = []
    for event in meeting.events[range] {
      if !inlines.isEmpty { inlines.append(.lineBreak) }
      if let time = event.time { inlines.append(.text(clock.time(time) + " ")) }
      inlines += sentence(event)
    }
    blocks.append(.paragraph(Paragraph(inlines, .classes("event"))))
  }

  /// The messages of one sender: who and when, then line by line.
  ///
  /// Messages of the same direction share a paragraph. A message of the other direction begins a new
  /// one, as does the message after an image.
  private mutating func writeCluster(_ range: Range<Int>, at time: Timestamp?) {
    let first = meeting.messages[range.lowerBound]
    let sender = attendance.sender(of: first)
    let name = sender.isEmpty ? phrases[.somebody] : sender
    var inlines: [Inline] = [
      .span(Span([.strong([.text(name)])], .classes("sender")))
    ]
    if let time {
      inlines.append(.span(Span([.text(" " + clock.time(time))], .classes("time"))))
    }
    var direction = Direction.first(in: name) ?? .leftToRight
    func close() {
      guard !inlines.isEmpty else { return }
      var attributes = Attributes(classes: ["message"])
      // Only a direction other than the document's is stated.
      if (direction == .rightToLeft) != options.isRightToLeft {
        attributes.pairs.append(.init("direction", direction.rawValue))
      }
      blocks.append(.paragraph(Paragraph(inlines, attributes)))
      inlines = []
    }
    for message in meeting.messages[range] {
      /// Begins a line of Platen's own, in the direction of its words.
      func add(_ line: [Inline], class name: String) {
        if !inlines.isEmpty { inlines.append(.lineBreak) }
        inlines.append(
          .span(
            Span(line, direction: direction == .rightToLeft ? .automatic : nil, .classes(name))))
      }
      if !message.replyTo.isEmpty { add(reply(to: message.replyTo), class: "time") }
      if message.isDeleted {
        add([.text("(" + phrases[.messageDeleted] + ")")], class: "placeholder")
        continue
      }
      if !message.text.isEmpty {
        let own = Direction.first(in: message.text) ?? direction
        if own != direction {
          close()
          direction = own
        }
        if !inlines.isEmpty { inlines.append(.lineBreak) }
        MessageText.append(message.text, to: &inlines)
      }
      if let poll = message.poll {
        add(filled(.pollInChat, [.strong([isolated(poll.question)])]), class: "placeholder")
      }
      for attachment in message.attachments {
        if case .image(let index) = attachment.source, meeting.images[index].isShown {
          close()
          blocks.append(
            .figure(
              Figure(
                Image(
                  MinutesMaker.resourceName(meeting.images[index]),
                  alternative: phrases(.pictureOf, name)),
                .classes("attachment"))))
        } else {
          add([placeholder(attachment)], class: "placeholder")
        }
      }
      if let note = note(on: message) { add([.text(note)], class: "time") }
      if !message.reactions.isEmpty {
        let counts = message.reactionCounts.map { "\($0.emoji)\u{A0}\($0.count)" }
        add([.text(phrases(.reactions, counts.joined(separator: phrases[.comma])))], class: "time")
      }
    }
    close()
  }

  /// The message that another one replies to: who wrote it, and how it begins.
  private func reply(to id: String) -> [Inline] {
    guard let place = messagePlaces[id] else { return [.text(phrases[.replyToUnknown])] }
    let message = meeting.messages[place]
    let sender = attendance.sender(of: message)
    var words = message.poll?.question ?? ""
    if !message.text.isEmpty { words = message.text.line }
    if message.isDeleted { words = phrases[.messageDeleted] }
    let most = 60
    if words.count > most { words = words.prefix(most) + "…" }
    return filled(
      .replyTo,
      [isolated(sender.isEmpty ? phrases[.somebody] : sender), isolated(words)])
  }

  /// The note on a message that did not arrive as it was written.
  private func note(on message: Message) -> String? {
    var notes: [String] = []
    switch message.delivery {
    case .failed: notes.append(phrases[.notDelivered])
    case .sending: notes.append(phrases[.deliveryUnknown])
    case .sent, nil: break
    }
    if message.isIncomplete { notes.append(phrases[.partMissing]) }
    if message.isEdited { notes.append(phrases[.edited]) }
    return notes.isEmpty ? nil : "(" + notes.joined(separator: phrases[.comma]) + ")"
  }

  /// The placeholder for an image that cannot be shown, or for a file.
  private func placeholder(_ attachment: Attachment) -> Inline {
    var facts: [String] = []
    let name = attachment.title.isEmpty ? attachment.name : attachment.title
    if !name.isEmpty { facts.append(name) }
    if attachment.width > 0, attachment.height > 0 {
      facts.append("\(attachment.width) × \(attachment.height)")
    }
    if facts.isEmpty || name.isEmpty, !attachment.mediaType.isEmpty {
      facts.append(attachment.mediaType)
    }
    if attachment.isFile, let size = attachment.size { facts.append(phrases.byteCount(size)) }
    let words = facts.isEmpty ? phrases[.unknown] : facts.joined(separator: phrases[.comma])
    let text: Inline = .text(phrases(attachment.isFile ? .fileSent : .pictureNotShown, words))
    return attachment.isLinked ? .link(Link(attachment.url, [text])) : text
  }
}
