// SPDX-License-Identifier: MIT
// Part of Platen: small questions about lines of Markdown.

/// Facts about lines of text that the rules of all programs need.
enum SlideLine {
  /// The lines of a text without their ends, which are those of any system.
  static func lines(of text: some StringProtocol) -> [String] {
    var result: [String] = []
    var line: [UInt8] = []
    var isAfterReturn = false
    for byte in text.utf8 {
      switch byte {
      case 0x0A where isAfterReturn: isAfterReturn = false
      case 0x0A, 0x0D:
        result.append(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
        isAfterReturn = byte == 0x0D
      default:
        line.append(byte)
        isAfterReturn = false
      }
    }
    if !line.isEmpty { result.append(String(decoding: line, as: UTF8.self)) }
    return result
  }

  static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }

  static func split(_ text: String, at sign: String) -> (before: String, after: String) {
    guard let range = text.firstRange(of: sign) else { return (text, "") }
    return (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
  }

  /// Indicates whether a line is a thematic break: three or more of one of `-`, `*` and `_`, with
  /// blanks between.
  static func isBreak(_ text: String) -> Bool {
    guard indent(of: text) < 4 else { return false }
    var sign: UInt8?
    var count = 0
    for byte in text.utf8 where byte != 0x20 && byte != 0x09 {
      guard [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_")].contains(byte),
        sign == nil || sign == byte
      else { return false }
      sign = byte
      count += 1
    }
    return count >= 3
  }

  /// Indicates whether a line is nothing but so many dashes.
  static func isDashes(_ text: String, _ count: ClosedRange<Int>) -> Bool {
    let line = trimmed(text[...])
    return text.utf8.first == UInt8(ascii: "-") && count.contains(line.utf8.count)
      && line.utf8.allSatisfy { $0 == UInt8(ascii: "-") }
  }

  /// Indicates whether a line of `---` or `===` after this one makes it a heading.
  static func mayBeHeading(_ text: String) -> Bool {
    guard indent(of: text) < 4, let first = text.first(where: { !$0.isWhitespace }),
      !"#>|<`~".contains(first), listMarker(text) == nil, !isBreak(text)
    else { return false }
    return true
  }

  /// The level of an underline of a heading: 1 for `===`, 2 for `---`.
  static func underline(_ text: String) -> Int? {
    let line = trimmed(text[...])
    guard indent(of: text) < 4, let sign = line.utf8.first,
      sign == UInt8(ascii: "=") || sign == UInt8(ascii: "-"),
      line.utf8.allSatisfy({ $0 == sign })
    else { return nil }
    return sign == UInt8(ascii: "=") ? 1 : 2
  }

  /// The level and the words of a heading that begins with `#`.
  static func heading(_ text: String) -> (level: Int, words: Substring)? {
    guard indent(of: text) < 4 else { return nil }
    let rest = text.drop { $0 == " " }
    let level = rest.utf8.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(level) else { return nil }
    let after = rest.utf8.dropFirst(level)
    guard after.isEmpty || after.first == 0x20 || after.first == 0x09 else { return nil }
    return (level, trimmed(Substring(after)))
  }

  /// The bytes of the marker of a list item with the blank after it, without the indent.
  static func listMarker(_ text: String) -> Int? {
    let rest = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = rest.first else { return nil }
    var count = 1
    if [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+")].contains(first) {
      if isBreak(text) { return nil }
    } else {
      let digits = rest.prefix { (0x30...0x39).contains($0) }.count
      guard (1...9).contains(digits), let sign = rest.dropFirst(digits).first,
        sign == UInt8(ascii: ".") || sign == UInt8(ascii: ")")
      else { return nil }
      count = digits + 1
    }
    let after = rest.dropFirst(count)
    guard let blank = after.first else { return count + 1 }
    guard blank == 0x20 || blank == 0x09 else { return nil }
    let blanks = after.prefix { $0 == 0x20 || $0 == 0x09 }.count
    return count + (blanks > 4 ? 1 : blanks)
  }

  static func indent(of text: String) -> Int {
    var indent = 0
    for byte in text.utf8 {
      switch byte {
      case 0x20: indent += 1
      case 0x09: indent += 4 - indent % 4
      default: return indent
      }
    }
    return indent
  }

  /// The key and the value of a line `key: value`; nil for another line.
  static func pair(_ text: some StringProtocol) -> (key: String, value: String)? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let key = trimmed(Substring(text[..<colon]))
    guard !key.isEmpty, key.utf8.count <= 60,
      key.utf8.allSatisfy({
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      })
    else { return nil }
    let after = text[text.index(after: colon)...]
    guard after.isEmpty || after.first == " " || after.first == "\t" else { return nil }
    return (String(key), String(trimmed(Substring(after))))
  }

  /// A value without the quotes around it.
  static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, let first = text.first, first == "\"" || first == "'",
      text.last == first
    else { return text }
    return String(text.dropFirst().dropLast())
  }
}
