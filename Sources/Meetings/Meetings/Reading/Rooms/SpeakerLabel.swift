// SPDX-License-Identifier: MIT
// Part of Platen: names before colons that may be those of speakers.

/// A name before a text, as transcripts without tags for speakers have it: `Name: text`, or
/// `[Name] text`.
struct SpeakerLabel {
  var name: String
  /// The name and what is between it and the text.
  var head: String
  var text: String

  /// The most characters and words of a name.
  private static let limit = (characters: 60, words: 6)

  /// The label at the beginning of a text; nil where nothing there can be one.
  init?(of text: String) {
    let start = text.prefix(SpeakerLabel.limit.characters + 6)
    var name: Substring
    var behind: Substring.Index
    if start.first == "[" {
      guard let close = start.firstIndex(of: "]") else { return nil }
      name = start[start.index(after: start.startIndex)..<close]
      behind = start.index(after: close)
      if behind < start.endIndex, start[behind] == ":" { behind = start.index(after: behind) }
    } else {
      guard let colon = start.firstIndex(where: { $0 == ":" || $0 == "\u{FF1A}" }) else {
        return nil
      }
      name = start[..<colon]
      behind = start.index(after: colon)
      // `at 10:30` and `https://` are no names. The wide colon has its blank within.
      guard start[colon] == "\u{FF1A}" || behind == text.endIndex || text[behind].isWhitespace
      else { return nil }
    }
    while name.last?.isWhitespace == true { name.removeLast() }
    guard let first = name.first, first.isLetter,
      name.count <= SpeakerLabel.limit.characters, name.last != ".",
      !name.contains(where: { "?!;\"“”<>\n".contains($0) }),
      name.split(whereSeparator: \.isWhitespace).count <= SpeakerLabel.limit.words
    else { return nil }
    while behind < text.endIndex, text[behind].isWhitespace { behind = text.index(after: behind) }
    self.name = String(name).line
    head = String(text[..<behind])
    self.text = String(text[behind...])
  }
}

extension RoomLine {
  /// A line whose text may begin with the name of its speaker.
  init(labeled text: String, from: RoomTime?, to: RoomTime?) {
    self.from = from
    self.to = to
    if let label = SpeakerLabel(of: text) {
      self.label = label.name
      head = label.head
      self.text = label.text
    } else {
      self.text = text
    }
  }
}
