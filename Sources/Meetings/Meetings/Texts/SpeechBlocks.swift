// SPDX-License-Identifier: MIT
// Part of Platen: the transcript as paragraphs of one speaker each.

internal import Documents
internal import Readers

/// Lines of one speaker that follow each other.
struct SpeechTurn {
  var lines: Range<Int>
  /// The time of the first line that has one.
  var time: Timestamp?
}

enum SpeechTurns {
  /// A pause after which the same speaker begins again: more than 20 seconds.
  private static let pause = 20_000_000
  /// Bytes after which a paragraph ends with the next sentence, and at any line.
  private static let length = (sentence: 600, line: 1500)

  /// The turns in order: one ends with another speaker, a pause, or when it has become long.
  static func turns(of speech: [SpokenLine]) -> [SpeechTurn] {
    var turns: [SpeechTurn] = []
    var size = 0
    var last: Timestamp?
    for (index, line) in speech.enumerated() {
      let before = index > 0 ? speech[index - 1] : nil
      let isPaused =
        last.flatMap { last in line.from.map { $0.microseconds - last.microseconds > pause } }
        ?? false
      let isLong =
        size > length.line
        || size > length.sentence && before.map { endsSentence($0.text) } ?? false
      if turns.isEmpty || before?.speaker != line.speaker || isPaused || isLong {
        turns.append(SpeechTurn(lines: index..<index, time: line.from))
        size = 0
      }
      let place = turns.count - 1
      turns[place].lines = turns[place].lines.lowerBound..<(index + 1)
      turns[place].time = turns[place].time ?? line.from
      size += line.text.utf8.count
      last = line.to ?? line.from ?? last
    }
    return turns
  }

  private static func endsSentence(_ text: String) -> Bool {
    text.last.map { ".?!…。？！؟۔।".contains($0) } ?? false
  }

  /// The texts of lines as one: line breaks of cues are layout. Scripts without blanks between words
  /// get none.
  static func joined(_ lines: some Sequence<SpokenLine>) -> String {
    var text = ""
    for line in lines {
      for part in line.text.split(separator: "\n") {
        let part = part.trimmed
        guard let first = part.unicodeScalars.first else { continue }
        if let last = text.unicodeScalars.last, !(isIdeograph(last) && isIdeograph(first)) {
          text += " "
        }
        text += part
      }
    }
    return text
  }

  /// Indicates whether a scalar is of Chinese or Japanese, which have no blanks between words.
  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3000...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF60,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

extension MinutesMaker {
  /// The transcript: who spoke and when, then the text.
  mutating func writeSpeech() {
    guard !meeting.speech.isEmpty else { return }
    blocks.append(.heading(Heading(2, [.text(phrases[.transcript])], .id("transcript"))))
    let turns = SpeechTurns.turns(of: meeting.speech)
    blocks.reserveCapacity(blocks.count + turns.count)
    let hasNames = meeting.speech.contains { !$0.speaker.isEmpty }
    var day: String?
    var speaker: String?
    for turn in turns {
      if let time = turn.time, clock.base == .calendar {
        // The head has the first day.
        let own = clock.day(time)
        if own != day, day != nil || own != span.map({ clock.day($0.from) }) {
          blocks.append(
            .heading(
              Heading(3, [.text(clock.longDay(time))], .classes("day"), isListed: false)))
        }
        day = own
      }
      writeTurn(
        turn, hasName: hasNames, isSame: speaker == meeting.speech[turn.lines.lowerBound].speaker)
      speaker = meeting.speech[turn.lines.lowerBound].speaker
    }
  }

  /// - Parameters:
  ///   - hasName: whether the transcript names speakers.
  ///   - isSame: whether the turn before it has the same speaker.
  private mutating func writeTurn(_ turn: SpeechTurn, hasName: Bool, isSame: Bool) {
    let first = meeting.speech[turn.lines.lowerBound]
    let text = SpeechTurns.joined(meeting.speech[turn.lines])
    var inlines: [Inline] = []
    let name = first.speaker.isEmpty ? phrases[.somebody] : first.speaker
    if hasName, !isSame {
      inlines.append(.span(Span([.strong([isolated(name)])], .classes("sender"))))
    }
    if let time = turn.time {
      let words = (inlines.isEmpty ? "" : " ") + clock.time(time)
      inlines.append(.span(Span([.text(words)], .classes("time"))))
    }
    if !inlines.isEmpty { inlines.append(.lineBreak) }
    MessageText.append(text, to: &inlines)
    var attributes = Attributes(classes: ["message"])
    let direction =
      Direction.first(in: text) ?? (options.isRightToLeft ? .rightToLeft : .leftToRight)
    if (direction == .rightToLeft) != options.isRightToLeft {
      attributes.pairs.append(.init("direction", direction.rawValue))
    }
    blocks.append(.paragraph(Paragraph(inlines, attributes)))
  }
}
