// SPDX-License-Identifier: MIT
// Part of Platen: pages of HTML that hold a deck in Markdown, as reveal.js and remark have them.

/// The Markdown of a page of HTML.
struct DeckHTML {
  /// A stretch of Markdown, and the line of the page it begins on.
  struct Piece {
    var text: String
    var line: Int
    /// The attributes of the element around it.
    var attributes: DeckAttributes
  }

  private(set) var pieces: [Piece] = []
  private(set) var format = DeckFormat.reveal

  /// The elements that are looked into.
  private static let mostPieces = 2_000

  /// - Returns: nil for a page without Markdown.
  init?(_ html: String) {
    let bytes = Array(html.utf8)
    var line = 1
    var counted = 0
    func lineNumber(at index: Int) -> Int {
      line += bytes[counted..<index].count { $0 == 0x0A }
      counted = index
      return line
    }
    var at = 0
    while let tag = DeckHTML.tag(bytes, from: at), pieces.count < DeckHTML.mostPieces {
      at = tag.end
      let isSection = tag.name == "section" && tag.attributes["data-markdown"] != nil
      let isSource = tag.name == "textarea" && tag.attributes["id"] == "source"
      guard isSection || isSource else { continue }
      var start = tag.end
      var closing = tag.name
      if isSection {
        // A template within keeps browsers from reading the text as HTML.
        if let inner = DeckHTML.tag(bytes, from: tag.end),
          ["textarea", "script", "template"].contains(inner.name)
        {
          (start, closing) = (inner.end, inner.name)
        }
      } else {
        format = .remark
      }
      let end = DeckHTML.end(of: closing, bytes, from: start)
      var attributes = tag.attributes
      if isSource { attributes.pairs = [] }
      pieces.append(
        Piece(
          text: String(decoding: bytes[start..<end], as: UTF8.self), line: lineNumber(at: start),
          attributes: attributes))
      at = end
    }
    if pieces.isEmpty { return nil }
  }

  private static func tag(
    _ bytes: [UInt8], from start: Int
  ) -> (name: String, attributes: DeckAttributes, end: Int)? {
    var at = start
    while at + 1 < bytes.count {
      guard bytes[at] == UInt8(ascii: "<"), (0x41...0x7A).contains(bytes[at + 1]) else {
        at += 1
        continue
      }
      var end = at + 1
      var quote: UInt8?
      while end < bytes.count, quote != nil || bytes[end] != UInt8(ascii: ">") {
        if let sign = quote {
          if bytes[end] == sign { quote = nil }
        } else if bytes[end] == UInt8(ascii: "\"") || bytes[end] == UInt8(ascii: "'") {
          quote = bytes[end]
        }
        end += 1
      }
      let inside = String(decoding: bytes[(at + 1)..<end], as: UTF8.self)
      let name = inside.prefix { !$0.isWhitespace && $0 != "/" }
      return (
        name.lowercased(), DeckAttributes(inside.dropFirst(name.count)), min(end + 1, bytes.count)
      )
    }
    return nil
  }

  private static func end(of name: String, _ bytes: [UInt8], from start: Int) -> Int {
    let sign = Array("</\(name)".utf8)
    var at = start
    while at + sign.count <= bytes.count {
      if bytes[at] == UInt8(ascii: "<"),
        zip(bytes[at..<at + sign.count], sign).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
      {
        return at
      }
      at += 1
    }
    return bytes.count
  }

  /// The slides of all pieces of a page of reveal.js.
  func revealPages() -> DeckPages {
    var all = DeckPages()
    for piece in pieces {
      var separators = RevealDeck.Separators()
      separators.down = nil
      for (key, value) in piece.attributes.pairs {
        switch key {
        case "data-separator":
          if let line = RevealDeck.line(ofPattern: value) { separators.across = line }
        case "data-separator-vertical": separators.down = RevealDeck.line(ofPattern: value)
        case "data-separator-notes":
          if let line = RevealDeck.line(ofPattern: value) { separators.notes = [line.lowercased()] }
        case "data-markdown":
          if !value.isEmpty { all.losses.record(.files, value, line: piece.line) }
        default: break
        }
      }
      var read = RevealDeck.pages(
        of: DeckLines(piece.text, firstLine: piece.line), separators, losses: all.losses)
      // Several elements are slides of their own.
      all.losses = read.losses
      for index in read.pages.indices {
        var attributes = piece.attributes
        attributes.pairs.removeAll {
          $0.key.hasPrefix("data-separator") || $0.key == "data-markdown"
            || $0.key == "data-charset"
        }
        RevealDeck.apply(attributes, to: &read.pages[index], piece.line, &all.losses)
      }
      all.pages += read.pages
    }
    return all
  }
}
