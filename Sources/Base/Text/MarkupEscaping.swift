// SPDX-License-Identifier: MIT
// Part of Platen: escaping of text in XML and HTML.

/// Rules for text in an XML or HTML document: between tags, or in an attribute's
/// value in double quotes.
///
/// `&`, `<` and `>` are always references. A character that the document cannot contain is replaced
/// by U+FFFD, or omitted where a replacement would be drawn.
public struct MarkupEscaping: Hashable, Sendable {
  /// The treatment of tabs and line endings.
  public enum Whitespace: Hashable, Sendable {
    /// They stay, but a carriage return becomes a reference, as parsers drop it. Parsers read those
    /// in attributes as spaces.
    case plain
    /// References, which keep them in attributes as well.
    case references
    /// A space for each.
    case spaces
    /// Tabs stay; a line ending of any kind becomes a line feed.
    case lineFeeds
    /// A space for each tab and for each line ending of any kind.
    case lineSpaces
  }

  /// The characters a document can hold.
  public enum Repertoire: Hashable, Sendable {
    /// Those of XML 1.0 (production 2, Char).
    case xml
    /// Those of XML that HTML allows as well: no control characters, no noncharacters.
    case html
  }

  /// The treatment of tabs and line endings.
  public var whitespace: Whitespace
  /// Indicates whether `"` becomes a reference, as it must in values.
  public var escapesQuotes: Bool
  /// The characters that stay.
  public var repertoire: Repertoire
  /// Indicates whether the others are omitted, not replaced.
  public var omitsOthers: Bool

  /// Rules for both text and values of XML by default.
  public init(
    whitespace: Whitespace = .plain, escapesQuotes: Bool = true, repertoire: Repertoire = .xml,
    omitsOthers: Bool = false
  ) {
    self.whitespace = whitespace
    self.escapesQuotes = escapesQuotes
    self.repertoire = repertoire
    self.omitsOthers = omitsOthers
  }

  // MARK: Text

  /// Text of XML, in elements and in quoted attributes.
  public static func escaped(_ text: String, whitespace: Whitespace = .plain) -> String {
    MarkupEscaping(whitespace: whitespace).escaped(text)
  }

  /// The text by these rules.
  public func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends text by these rules; returns how many characters the document cannot
  /// hold.
  @discardableResult
  public func append(_ text: String, to bytes: inout [UInt8]) -> Int {
    var text = text
    return text.withUTF8 { source in
      unsafe forEachPiece(of: UnsafeRawBufferPointer(source)) {
        unsafe bytes.append(contentsOf: $0)
      }
    }
  }

  // MARK: Pieces

  /// Passes on UTF-8 by these rules: runs of the source as they are, and the replacements of
  /// characters between them. The memory is valid during the call.
  ///
  /// - Returns: how many characters the document cannot hold.
  @discardableResult
  public func forEachPiece(
    of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) -> Int {
    func put(_ text: StaticString) {
      unsafe body(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    var replaced = 0
    var start = 0
    var at = 0
    let count = bytes.count
    unsafe MarkupEscaping.special.withUnsafeBufferPointer { special in
      while at < count {
        let byte = unsafe bytes[at]
        // A byte is an index into a table of 256.
        guard unsafe special[Int(byte)] else {
          at += 1
          continue
        }
        let length = unsafe length(at: at, in: bytes)
        if length == 0 {
          at += 1
          continue
        }
        if start < at { unsafe body(UnsafeRawBufferPointer(rebasing: bytes[start..<at])) }
        at += length
        start = at
        switch byte {
        case UInt8(ascii: "&"): put("&amp;")
        case UInt8(ascii: "<"): put("&lt;")
        case UInt8(ascii: ">"): put("&gt;")
        case UInt8(ascii: "\""): put("&quot;")
        case 0x09: put(whitespace == .references ? "&#9;" : " ")
        case 0x0A: put(whitespace == .references ? "&#10;" : " ")
        case 0x0D:
          switch whitespace {
          case .plain, .references: put("&#13;")
          case .spaces: put(" ")
          // The line feed after it is the line ending.
          case .lineFeeds: if unsafe at == count || bytes[at] != 0x0A { put("\n") }
          case .lineSpaces: if unsafe at == count || bytes[at] != 0x0A { put(" ") }
          }
        default:
          if !omitsOthers { put("\u{FFFD}") }
          replaced += 1
        }
      }
    }
    if start < count { unsafe body(UnsafeRawBufferPointer(rebasing: bytes[start...])) }
    return replaced
  }

  /// The number of bytes of the character at an index where it cannot stay as it is; else 0.
  private func length(at index: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    // The byte `offset` further on; past the end none that ends a character.
    func next(_ offset: Int) -> UInt8 {
      unsafe index + offset < bytes.count ? bytes[index + offset] : 0
    }
    let isHTML = repertoire == .html
    switch unsafe bytes[index] {
    case UInt8(ascii: "\""): return escapesQuotes ? 1 : 0
    case 0x09, 0x0A: return whitespace == .plain || whitespace == .lineFeeds ? 0 : 1
    case 0x7F: return isHTML ? 1 : 0
    // U+0080 to U+009F.
    case 0xC2: return isHTML && (0x80..<0xA0).contains(next(1)) ? 2 : 0
    case 0xEF:
      // U+FFFE and U+FFFF; U+FDD0 to U+FDEF.
      if next(1) == 0xBF, next(2) >= 0xBE { return 3 }
      return isHTML && next(1) == 0xB7 && (0x90...0xAF).contains(next(2)) ? 3 : 0
    case 0xF0...0xF4:
      // The last two of each plane.
      return isHTML && next(1) & 0x0F == 0x0F && next(2) == 0xBF && next(3) >= 0xBE ? 4 : 0
    default: return 1
    }
  }

  /// The bytes at which characters begin that may not stay as they are.
  private static let special: [Bool] = (0..<256).map { value in
    let byte = UInt8(value)
    if byte < 0x20 || "&<>\"".utf8.contains(byte) { return true }
    return byte == 0x7F || byte == 0xC2 || byte == 0xEF || (0xF0...0xF4).contains(byte)
  }

  // MARK: Characters

  /// Indicates whether XML 1.0 allows a character (production 2, Char).
  public static func holds(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
