// SPDX-License-Identifier: MIT
// Part of Platen: the text of notes on a world, which are HTML that users wrote.

/// The text of a note.
package enum NoteText {
  /// Tags that end a line.
  private static let breaks: Set<String> = [
    "p", "br", "div", "li", "ul", "ol", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "table",
  ]
  private static let entities = [
    ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"),
    ("&amp;", "&"),
  ]

  /// The words without tags, a line for each paragraph. A `<` that begins no tag stays.
  package static func plain(_ html: String) -> String {
    let bytes = Array(html.utf8)
    var text: [UInt8] = []
    var at = 0
    // A tag without an end is text, and so are all after it.
    var end = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<"), at < end, beginsTag(bytes[at + 1]) else {
        text.append(bytes[at])
        at += 1
        continue
      }
      guard let close = bytes[at...].firstIndex(of: UInt8(ascii: ">")) else {
        end = -1
        continue
      }
      let name = bytes[(at + 1)..<close].drop { $0 == UInt8(ascii: "/") }
        .prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || (0x30...0x39).contains($0) }
      if breaks.contains(String(decoding: name, as: UTF8.self).lowercased()) { text.append(0x0A) }
      at = close + 1
    }
    var plain = String(decoding: text, as: UTF8.self)
    for (entity, character) in entities where plain.contains("&") {
      plain = plain.replacing(entity, with: character)
    }
    return plain
  }

  /// Indicates whether a `<` before this byte begins a tag.
  private static func beginsTag(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= 0x61 && letter <= 0x7A || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "!")
  }
}
