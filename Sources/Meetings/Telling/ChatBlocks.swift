// SPDX-License-Identifier: MIT
// Part of Platen: the chat of a meeting as blocks: days, clusters, events, pictures.

internal import Documents
internal import Readers

extension MinutesMaker {
  mutating func writeChat() {
    let units = Transcript.units(
      of: meeting, clock: clock, withEvents: options.tellsModeration)
    guard !meeting.messages.isEmpty else { return }
    blocks.append(.heading(Heading(2, [.text(phrases[.chat])], .id("chat"))))
    blocks.reserveCapacity(blocks.count + units.count + 16)
    for unit in units {
      if let day = unit.newDay {
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
  /// Messages that run the same way share a paragraph; one that runs the other way begins its own, as
  /// does what follows a picture.
  private mutating func writeCluster(_ range: Range<Int>, at time: Moment?) {
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
      // What runs as the document does needs no word.
      if (direction == .rightToLeft) != options.isRightToLeft {
        attributes.pairs.append(.init("direction", direction.rawValue))
      }
      blocks.append(.paragraph(Paragraph(inlines, attributes)))
      inlines = []
    }
    for message in meeting.messages[range] {
      if !message.text.isEmpty {
        let own = Direction.first(in: message.text) ?? direction
        if own != direction {
          close()
          direction = own
        }
        if !inlines.isEmpty { inlines.append(.lineBreak) }
        MessageText.append(message.text, to: &inlines)
      }
      for attachment in message.attachments {
        if case .picture(let index) = attachment.source, meeting.pictures[index].isShown {
          close()
          blocks.append(
            .figure(
              Figure(
                Image(
                  MinutesMaker.resourceName(meeting.pictures[index]),
                  alternative: phrases(.pictureOf, name)),
                .classes("attachment"))))
        } else {
          if !inlines.isEmpty { inlines.append(.lineBreak) }
          inlines.append(placeholder(attachment))
        }
      }
    }
    close()
  }

  /// What stands where a picture cannot.
  private func placeholder(_ attachment: Attachment) -> Inline {
    var facts: [String] = []
    if !attachment.name.isEmpty { facts.append(attachment.name) }
    if attachment.width > 0, attachment.height > 0 {
      facts.append("\(attachment.width) × \(attachment.height)")
    }
    if facts.isEmpty || attachment.name.isEmpty, !attachment.mediaType.isEmpty {
      facts.append(attachment.mediaType)
    }
    let text: Inline = .text(
      phrases(.pictureNotShown, facts.isEmpty ? phrases[.unknown] : facts.joined(separator: ", ")))
    return .span(
      Span(
        [attachment.isLinked ? .link(Link(attachment.url, [text])) : text],
        .classes("placeholder")))
  }
}
