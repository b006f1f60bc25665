// SPDX-License-Identifier: MIT
// Part of Platen: the text of a message as inlines: its lines, and the addresses in it as links.

internal import Documents

enum MessageText {
  /// The lines of a message with breaks between; nothing of it is markup but addresses.
  static func append(_ text: String, to inlines: inout [Inline]) {
    guard text.utf8.contains(0x0A) else { return appendLine(text, to: &inlines) }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { inlines.append(.lineBreak) }
      appendLine(String(line), to: &inlines)
    }
  }

  private static func appendLine(_ line: String, to inlines: inout [Inline]) {
    guard line.utf8.contains(UInt8(ascii: "/")), line.contains("://") else {
      if !line.isEmpty { inlines.append(.text(line)) }
      return
    }
    var rest = line[...]
    while let range = nextAddress(in: rest) {
      if range.lowerBound > rest.startIndex {
        inlines.append(.text(String(rest[..<range.lowerBound])))
      }
      let address = String(rest[range])
      inlines.append(.link(Link(address, [.text(address)])))
      rest = rest[range.upperBound...]
    }
    if !rest.isEmpty { inlines.append(.text(String(rest))) }
  }

  /// The range of the next address: from `http` to whitespace, without the punctuation that ends a
  /// sentence.
  private static func nextAddress(in text: Substring) -> Range<Substring.Index>? {
    var from = text.startIndex
    while let mark = text[from...].firstRange(of: "://") {
      from = mark.upperBound
      guard let scheme = ["https", "http"].first(where: { text[..<mark.lowerBound].hasSuffix($0) })
      else { continue }
      let start = text.index(mark.lowerBound, offsetBy: -scheme.count)
      if start > text.startIndex, text[text.index(before: start)].isLetter { continue }
      var end =
        text[from...].firstIndex { $0.isWhitespace || "<>\"`{}|\\^".contains($0) } ?? text.endIndex
      while end > from {
        let last = text[text.index(before: end)]
        let closes = last == ")" && !text[from..<end].contains("(")
        guard ".,;:!?'*_~…".contains(last) || closes || last == "]" else { break }
        end = text.index(before: end)
      }
      // An address has a host.
      guard end > from, text[from].isLetter || text[from].isNumber || text[from] == "[" else {
        continue
      }
      return start..<end
    }
    return nil
  }
}
