// SPDX-License-Identifier: MIT
// Part of Platen: runs of text as Word has them: how they look, which way they run.

internal import Documents
internal import Text

/// The appearance of text at a place, and the runs it is written as.
final class RunFormats {
  struct Flags: OptionSet, Hashable {
    let rawValue: UInt16
    static let strong = Flags(rawValue: 1)
    static let emphasis = Flags(rawValue: 2)
    static let strike = Flags(rawValue: 4)
    static let smallCaps = Flags(rawValue: 8)
    static let code = Flags(rawValue: 16)
    static let superscript = Flags(rawValue: 32)
    static let subscripted = Flags(rawValue: 64)
    static let link = Flags(rawValue: 128)
    static let key = Flags(rawValue: 256)
    static let calloutTitle = Flags(rawValue: 512)
  }

  struct Format: Hashable {
    var flags: Flags = []
    var language = ""
    /// The id of the character style a class names.
    var style: String?
    /// Stated by a span; nil where letters decide.
    var direction: Direction?
    /// Indicates whether the paragraph's style is italic: emphasis is upright there.
    var isInItalics = false
  }

  private struct Key: Hashable {
    var format: Format
    var isRightToLeft: Bool
  }

  private let styles: StyleSheet
  private(set) var format = Format()
  private var isRightToLeft = false
  private var made: [Key: [UInt8]] = [:]
  private static let plainFormat = Format()

  init(_ styles: StyleSheet) { self.styles = styles }

  /// Begins a paragraph.
  func enter(isRightToLeft: Bool, language: String, isItalic: Bool) {
    self.isRightToLeft = isRightToLeft
    format = Format()
    format.language = language
    format.isInItalics = isItalic
  }

  func with(_ flag: Flags, _ body: () -> Void) {
    let saved = format
    // Emphasis within emphasis is upright.
    if flag == .emphasis {
      format.flags.formSymmetricDifference(flag)
    } else {
      format.flags.insert(flag)
    }
    body()
    format = saved
  }

  func with(_ change: (inout Format) -> Void, _ body: () -> Void) {
    let saved = format
    change(&format)
    body()
    format = saved
  }

  func key(_ body: () -> Void) { with(.key, body) }
  func calloutTitle(_ body: () -> Void) { with(.calloutTitle, body) }
  func plain(_ body: () -> Void) { with({ $0.flags = [] }, body) }

  /// The format and direction, to come back to after a note.
  var state: (Format, Bool) {
    get { (format, isRightToLeft) }
    set { (format, isRightToLeft) = newValue }
  }

  // MARK: Runs

  /// Writes text, cut into runs where its direction changes.
  func text(_ text: String, to out: XMLOutput) {
    var text = text
    text.withUTF8 { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      guard !raw.isEmpty else { return }
      if format.direction == nil, !isRightToLeft, !TextDirection.mayRunRightToLeft(raw) {
        run(raw, properties(isRightToLeft: false), isKept: false, to: out)
        return
      }
      let base =
        switch format.direction {
        case .rightToLeft: true
        case .leftToRight: false
        default: isRightToLeft
        }
      let whole = String(decoding: bytes, as: UTF8.self)
      if base, NumberWords.isAll(of: whole) {
        // Times and amounts are of no script: marked as running to the left they would stand in the
        // letters of those that do, which are wider and part lines at other places.
        for word in NumberWords.words(of: whole) {
          var piece = String(word)
          let isBlank = word.allSatisfy { $0 == " " }
          piece.withUTF8 {
            run(
              UnsafeRawBufferPointer($0), properties(isRightToLeft: isBlank), isKept: false,
              to: out)
          }
        }
        return
      }
      Direction.pieces(of: whole, inRightToLeft: base) { piece, isRight in
        var piece = String(piece)
        piece.withUTF8 {
          run(
            UnsafeRawBufferPointer($0), properties(isRightToLeft: isRight), isKept: false, to: out)
        }
      }
    }
  }

  /// Writes an invisible mark, so that what follows runs in the paragraph's direction and not in
  /// that of the text before it (UAX #9: U+200E and U+200F).
  func mark(isRightToLeft: Bool, to out: XMLOutput) {
    var mark = isRightToLeft ? "\u{200F}" : "\u{200E}"
    mark.withUTF8 {
      run(
        UnsafeRawBufferPointer($0), properties(isRightToLeft: isRightToLeft), isKept: false, to: out
      )
    }
  }

  /// The direction of text that does not specify its own.
  var runsRightToLeft: Bool {
    switch format.direction {
    case .rightToLeft: true
    case .leftToRight: false
    default: isRightToLeft
    }
  }

  /// Writes text whose every blank counts.
  func code(_ text: String, to out: XMLOutput) {
    var text = text
    text.withUTF8 {
      let bytes = UnsafeRawBufferPointer($0)
      if !bytes.isEmpty { run(bytes, properties(isRightToLeft: false), isKept: true, to: out) }
    }
  }

  func tab(to out: XMLOutput) { out.raw("<w:r><w:tab/></w:r>") }

  func lineBreak(to out: XMLOutput) { out.raw("<w:r><w:br/></w:r>") }

  /// The number a note begins with, in the note.
  func noteMark(to out: XMLOutput) {
    out.raw("<w:r>")
    noteProperties(to: out)
    out.raw("<w:footnoteRef/></w:r><w:r><w:t xml:space=\"preserve\"> </w:t></w:r>")
  }

  /// The number of a note in the text.
  func noteReference(_ id: Int, to out: XMLOutput) {
    out.raw("<w:r>")
    noteProperties(to: out)
    out.raw("<w:footnoteReference w:id=\"").number(id).raw("\"/></w:r>")
  }

  private func noteProperties(to out: XMLOutput) {
    if let id = styles.id("footnote reference", .character) {
      out.raw("<w:rPr><w:rStyle w:val=\"").value(id).raw("\"/></w:rPr>")
    } else {
      out.raw("<w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr>")
    }
  }

  /// The properties of the format, to be written before what a run holds.
  func properties(isRightToLeft: Bool) -> [UInt8] {
    if !isRightToLeft, format == RunFormats.plainFormat { return [] }
    let key = Key(format: format, isRightToLeft: isRightToLeft)
    if let known = made[key] { return known }
    let bytes = Array(makeProperties(key).utf8)
    // A document that names a language in every span must not fill memory.
    if made.count >= 1024 { made.removeAll() }
    made[key] = bytes
    return bytes
  }

  private func makeProperties(_ key: Key) -> String {
    let flags = key.format.flags
    // In the order of the schema. One style a run: the innermost that means most.
    var style: (name: String, flag: Flags)?
    for candidate in [
      ("Verbatim Char", Flags.code), ("Hyperlink", .link), ("Strong", .strong),
      ("Emphasis", .emphasis), ("Small Capitals", .smallCaps), ("Key", .key),
      ("Callout Title", .calloutTitle),
    ] where flags.contains(candidate.1) {
      style = candidate
      break
    }
    var styleID = style.flatMap { styles.id($0.name, .character) }
    // A template's own appearance of emphasis is kept.
    let isDressed = style.map { styles.isTheirs($0.name, .character) } ?? false
    if styleID == nil || style?.flag == .strong || style?.flag == .emphasis,
      let named = key.format.style
    {
      styleID = named
    }
    var text = ""
    if let styleID { text += "<w:rStyle w:val=\"\(MarkupEscaping.escaped(styleID))\"/>" }
    let tag = LanguageTag(key.format.language)
    if tag?.isEastAsian == true { text += "<w:rFonts w:hint=\"eastAsia\"/>" }
    func isSet(_ flag: Flags) -> Bool {
      flags.contains(flag) && !(isDressed && style?.flag == flag)
    }
    // Stated besides the style: bold in a bold paragraph style would turn it off.
    if isSet(.strong) || isSet(.calloutTitle) { text += "<w:b/><w:bCs/>" }
    if isSet(.emphasis) {
      text +=
        key.format.isInItalics ? "<w:i w:val=\"0\"/><w:iCs w:val=\"0\"/>" : "<w:i/><w:iCs/>"
    }
    if isSet(.smallCaps) { text += "<w:smallCaps/>" }
    if flags.contains(.strike) { text += "<w:strike/>" }
    if flags.contains(.superscript) {
      text += "<w:vertAlign w:val=\"superscript\"/>"
    } else if flags.contains(.subscripted) {
      text += "<w:vertAlign w:val=\"subscript\"/>"
    }
    if key.isRightToLeft { text += "<w:rtl/>" }
    if let tag {
      if tag.isRightToLeft {
        text += "<w:lang w:bidi=\"\(tag.text)\"/>"
      } else if tag.isEastAsian {
        text += "<w:lang w:eastAsia=\"\(tag.text)\"/>"
      } else {
        text += "<w:lang w:val=\"\(tag.text)\"/>"
      }
    }
    return text.isEmpty ? "" : "<w:rPr>" + text + "</w:rPr>"
  }

  /// Writes one run; tabs and line feeds in it become Word's.
  private func run(
    _ bytes: UnsafeRawBufferPointer, _ properties: [UInt8], isKept: Bool, to out: XMLOutput
  ) {
    out.raw("<w:r>").raw(properties)
    var start = 0
    var at = 0
    func flush() {
      guard at > start else { return }
      let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<at])
      // Parsers such as Word's strip spaces at the ends of text that is not marked as significant.
      let isEdged = piece[0] == 0x20 || piece[piece.count - 1] == 0x20
      out.raw(isKept || isEdged ? "<w:t xml:space=\"preserve\">" : "<w:t>").text(piece)
      out.raw("</w:t>")
    }
    while at < bytes.count {
      let byte = bytes[at]
      if byte > 0x0D || byte < 0x09 || byte == 0x0B || byte == 0x0C {
        at += 1
        continue
      }
      flush()
      switch byte {
      case 0x09: out.raw("<w:tab/>")
      case 0x0A: out.raw("<w:br/>")
      default:
        // A carriage return alone is an old line ending; before a line feed it has no meaning.
        if at + 1 >= bytes.count || bytes[at + 1] != 0x0A { out.raw("<w:br/>") }
      }
      at += 1
      start = at
    }
    flush()
    out.raw("</w:r>")
  }
}

/// Texts that are figures: times, days, amounts.
private enum NumberWords {
  /// Indicates whether a text holds digits, what joins them, and blanks, and nothing else.
  static func isAll(of text: String) -> Bool {
    var hasDigit = false
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: hasDigit = true
      // Space, percent, plus, comma, hyphen, point, slash, colon.
      case 0x20, 0x25, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A: continue
      default: return false
      }
    }
    return hasDigit
  }

  /// Words and the blanks between them, each by itself.
  static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    while start < text.endIndex {
      let isBlank = text[start] == " "
      let end = text[start...].firstIndex { ($0 == " ") != isBlank } ?? text.endIndex
      words.append(text[start..<end])
      start = end
    }
    return words
  }
}
