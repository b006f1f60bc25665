// SPDX-License-Identifier: MIT
// Part of Platen: attributes, images and lengths as decks write them.

internal import Text

/// Attributes between braces, as pandoc has them, or of HTML: `#id .class key="value"`.
struct DeckAttributes {
  var id = ""
  var classes: [String] = []
  var pairs: [(key: String, value: String)] = []

  init(_ text: some StringProtocol) {
    var rest = Substring(text)
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      guard let first = rest.first else { break }
      let word = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "\"" }
      guard !word.isEmpty else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(word.count)
      guard rest.first == "=" else {
        switch first {
        case ".": classes.append(String(word.dropFirst()))
        case "#": id = String(word.dropFirst())
        default: pairs.append((word.lowercased(), ""))
        }
        continue
      }
      rest = rest.dropFirst()
      let value: Substring
      if let quote = rest.first, quote == "\"" || quote == "'" {
        value = rest.dropFirst().prefix { $0 != quote }
        rest = rest.dropFirst(value.count + 2)
      } else {
        value = rest.prefix { !$0.isWhitespace }
        rest = rest.dropFirst(value.count)
      }
      let key = word.lowercased()
      if key == "class" {
        classes += value.split(whereSeparator: \.isWhitespace).map(String.init)
      } else {
        pairs.append((key, String(value)))
      }
    }
  }

  subscript(key: String) -> String? { pairs.first { $0.key == key }?.value }
  func has(_ name: String) -> Bool { classes.contains(name) }
}

/// Images of Markdown within a line.
enum DeckImages {
  struct Image {
    var alternative: String
    var url: String
    /// The attributes in braces behind it; empty for none.
    var attributes: String
  }

  /// Bytes of an alternative text, and of an address.
  private static let longest = 2048

  /// The line with images replaced; nil keeps one as it is.
  static func replacing(_ line: String, by other: (Image) -> String?) -> String {
    guard line.contains("![") else { return line }
    let bytes = Array(line.utf8)
    var result: [UInt8] = []
    var at = 0
    func find(_ sign: UInt8, _ open: UInt8, from start: Int) -> Int? {
      var depth = 0
      var at = start
      while at < bytes.count, at - start < longest {
        if bytes[at] == UInt8(ascii: "\\") {
          at += 2
          continue
        }
        if bytes[at] == sign {
          if depth == 0 { return at }
          depth -= 1
        } else if bytes[at] == open {
          depth += 1
        }
        at += 1
      }
      return nil
    }
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "`") {
        // Code begins and ends with as many backticks.
        let count = bytes[at...].prefix { $0 == UInt8(ascii: "`") }.count
        result += bytes[at..<at + count]
        at += count
        if count == 1, let end = bytes[at...].firstIndex(of: UInt8(ascii: "`")) {
          result += bytes[at...end]
          at = end + 1
        }
        continue
      }
      guard bytes[at] == UInt8(ascii: "!"), at + 1 < bytes.count,
        bytes[at + 1] == UInt8(ascii: "["),
        let close = find(UInt8(ascii: "]"), UInt8(ascii: "["), from: at + 2),
        close + 1 < bytes.count, bytes[close + 1] == UInt8(ascii: "("),
        let end = find(UInt8(ascii: ")"), UInt8(ascii: "("), from: close + 2)
      else {
        result.append(bytes[at])
        at += 1
        continue
      }
      var url = String(SlideLine.trimmed(text(close + 2..<end)[...]))
      if url.hasPrefix("<"), let last = url.firstIndex(of: ">") {
        url = String(url[url.index(after: url.startIndex)..<last])
      } else if let blank = url.firstIndex(where: \.isWhitespace) {
        // A title follows.
        url = String(url[..<blank])
      }
      var after = end + 1
      var attributes = ""
      if after < bytes.count, bytes[after] == UInt8(ascii: "{"),
        let brace = find(UInt8(ascii: "}"), UInt8(ascii: "{"), from: after + 1)
      {
        attributes = text(after + 1..<brace)
        after = brace + 1
      }
      let image = Image(
        alternative: text(at + 2..<close), url: url, attributes: attributes)
      if let html = other(image) {
        result += html.utf8
      } else {
        result += bytes[at..<after]
      }
      at = after
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// An image as HTML.
  ///
  /// - Parameters:
  ///   - width: in percent of the column; nil for its own.
  ///   - height: in percent of the slide's height; nil for its own.
  static func html(
    _ url: String, alternative: String, width: Double? = nil, height: Double? = nil
  ) -> String {
    var html = "<img src=\"\(HTMLText.escaped(url))\" alt=\"\(HTMLText.escaped(alternative))\""
    if let width { html += " width=\"\(decimal(width))%\"" }
    if width == nil, let height { html += " data-deck-height=\"\(decimal(height))\"" }
    return html + ">"
  }

  private static func decimal(_ number: Double) -> String {
    let tenths = (min(max(number, 0.1), 100) * 10).rounded()
    return "\(tenths / 10)"
  }
}

/// Lengths of CSS as parts of a slide.
enum DeckLength {
  /// A length in percent of another one.
  ///
  /// - Parameter whole: the other length in pixels of 1/96 inch.
  static func percent(_ text: some StringProtocol, of whole: Double) -> Double? {
    let text = SlideLine.trimmed(Substring(text)).lowercased()
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let value = Double(number), value > 0, value < 100_000 else { return nil }
    let pixels: Double
    switch text.dropFirst(number.count) {
    case "%", "vw", "vh": return min(value, 100)
    case "", "px": pixels = value
    case "pt": pixels = value * 4 / 3
    case "pc": pixels = value * 16
    case "cm": pixels = value * 96 / 2.54
    case "mm": pixels = value * 96 / 25.4
    case "in": pixels = value * 96
    case "em", "rem": pixels = value * 30
    default: return nil
    }
    return min(pixels / whole * 100, 100)
  }
}
