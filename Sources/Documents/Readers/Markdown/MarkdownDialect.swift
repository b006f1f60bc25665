// SPDX-License-Identifier: MIT
// Part of Platen: what talks write beyond GitHub's Markdown, as an extension of cmark-gfm.

internal import CMark

/// The dialect of talks: `==marked==`, `^raised^`, `~lowered~`, `~~struck~~`, `||hidden||` and math
/// between dollar signs, each of them made HTML where it stands. That of manuscripts has math alone.
///
/// The signs pair up as those of emphasis do; math is taken before anything in it can mean
/// something else. The rules are those of comrak, which talks are written for.
///
/// Safe: the extension is never freed.
// @unchecked: made once, and used by the holder of the parser's lock only.
@safe final class MarkdownDialect: @unchecked Sendable {
  static let talks = MarkdownDialect("talks", signs: "=^~|$")
  static let manuscripts = MarkdownDialect("manuscripts", signs: "$")

  let `extension`: OpaquePointer
  /// Indicates whether it has signs of its own for what is struck out.
  let hasStrikethrough: Bool

  /// Bytes of a formula; a dollar sign without another one near it is one of money.
  private static let longestFormula = 2048

  private init(_ name: String, signs: String) {
    hasStrikethrough = signs.contains("~")
    unsafe `extension` = cmark_syntax_extension_new(name)
    var characters: UnsafeMutablePointer<cmark_llist>?
    for character in signs.utf8 {
      unsafe characters = cmark_llist_append(
        cmark_get_default_mem_allocator(), characters,
        UnsafeMutableRawPointer(bitPattern: Int(character)))
    }
    unsafe cmark_syntax_extension_set_special_inline_chars(`extension`, characters)
    // Characters of other extensions come here as well.
    guard hasStrikethrough else {
      unsafe cmark_syntax_extension_set_match_inline_func(`extension`) {
        own, _, _, character, line in
        unsafe character == UInt8(ascii: "$") ? MarkdownDialect.formula(own, line) : nil
      }
      return
    }
    unsafe cmark_syntax_extension_set_emphasis(`extension`, 1)
    unsafe cmark_syntax_extension_set_match_inline_func(`extension`) { own, _, _, character, line in
      unsafe character == UInt8(ascii: "$")
        ? MarkdownDialect.formula(own, line) : MarkdownDialect.sign(own, character, line)
    }
    unsafe cmark_syntax_extension_set_inline_from_delim_func(`extension`) {
      _, _, line, opener, closer in
      unsafe MarkdownDialect.pair(line, opener, closer)
    }
  }

  /// The memory that nodes come from while a text is parsed.
  ///
  /// - Returns: what it was before.
  @discardableResult
  func lend(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let before = unsafe cmark_syntax_extension_get_private(`extension`)
    unsafe cmark_syntax_extension_set_private(`extension`, memory, nil)
    return unsafe before
  }

  private static func node(
    _ own: OpaquePointer?, _ type: cmark_node_type, _ text: [UInt8]
  ) -> OpaquePointer? {
    let memory = unsafe cmark_syntax_extension_get_private(own)?.assumingMemoryBound(
      to: cmark_mem.self)
    guard let node = unsafe cmark_node_new_with_mem(type, memory) else { return nil }
    unsafe (text + [0]).withUnsafeBufferPointer {
      unsafe $0.withMemoryRebound(to: CChar.self) {
        _ = unsafe cmark_node_set_literal(node, $0.baseAddress)
      }
    }
    return unsafe node
  }

  /// A run of one sign, which may open or close.
  private static func sign(
    _ own: OpaquePointer?, _ character: UInt8, _ line: OpaquePointer?
  ) -> OpaquePointer? {
    let start = unsafe cmark_inline_parser_get_offset(line)
    // `[^1]` is a footnote's.
    if character == UInt8(ascii: "^"), start > 0,
      unsafe cmark_inline_parser_peek_at(line, start - 1) == UInt8(ascii: "[")
    {
      return nil
    }
    var left: Int32 = 0
    var right: Int32 = 0
    var before: Int32 = 0
    var after: Int32 = 0
    let count = unsafe Int(
      cmark_inline_parser_scan_delimiters(line, 100, character, &left, &right, &before, &after))
    let text = unsafe node(own, CMARK_NODE_TEXT, [UInt8](repeating: character, count: count))
    if tag(character, count) != nil, left != 0 || right != 0 {
      unsafe cmark_inline_parser_push_delimiter(line, character, left, right, text)
    }
    return unsafe text
  }

  /// The element that so many of a sign stand for.
  private static func tag(_ character: UInt8, _ count: Int) -> (open: String, close: String)? {
    switch (character, count) {
    case (UInt8(ascii: "="), 2): ("<mark>", "</mark>")
    case (UInt8(ascii: "^"), 1): ("<sup>", "</sup>")
    case (UInt8(ascii: "~"), 1): ("<sub>", "</sub>")
    case (UInt8(ascii: "~"), 2): ("<del>", "</del>")
    case (UInt8(ascii: "|"), 2): ("<span class=\"spoiler\">", "</span>")
    default: nil
    }
  }

  private static func pair(
    _ line: OpaquePointer?, _ opener: UnsafeMutablePointer<delimiter>?,
    _ closer: UnsafeMutablePointer<delimiter>?
  ) -> UnsafeMutablePointer<delimiter>? {
    guard let opener = unsafe opener, let closer = unsafe closer else { return nil }
    let next = unsafe closer.pointee.next
    let first = unsafe opener.pointee.inl_text
    let last = unsafe closer.pointee.inl_text
    let count = unsafe length(first)
    if unsafe count == length(last), let tag = unsafe tag(closer.pointee.delim_char, count),
      unsafe cmark_node_set_type(first, CMARK_NODE_HTML_INLINE) != 0,
      unsafe cmark_node_set_type(last, CMARK_NODE_HTML_INLINE) != 0
    {
      unsafe cmark_node_set_literal(first, tag.open)
      unsafe cmark_node_set_literal(last, tag.close)
    }
    var between: UnsafeMutablePointer<delimiter>? = unsafe closer
    while let current = unsafe between, unsafe current != opener {
      unsafe between = current.pointee.previous
      unsafe cmark_inline_parser_remove_delimiter(line, current)
    }
    unsafe cmark_inline_parser_remove_delimiter(line, opener)
    return unsafe next
  }

  private static func length(_ node: OpaquePointer?) -> Int {
    unsafe cmark_node_get_literal(node).map { unsafe String(cString: $0).utf8.count } ?? 0
  }

  /// A formula from here to the dollar signs that end it, else the dollar signs as text.
  private static func formula(_ own: OpaquePointer?, _ line: OpaquePointer?) -> OpaquePointer? {
    let start = unsafe cmark_inline_parser_get_offset(line)
    func byte(_ offset: Int) -> UInt8 {
      unsafe cmark_inline_parser_peek_at(line, start + Int32(offset))
    }
    var count = 0
    while byte(count) == UInt8(ascii: "$") { count += 1 }
    if count <= 2, let end = end(of: count, byte) {
      let latex = (count..<end).map(byte)
      unsafe cmark_inline_parser_set_offset(line, start + Int32(end + count))
      let open = count == 2 ? "<span class=\"math display\">" : "<span class=\"math\">"
      return unsafe node(
        own, CMARK_NODE_HTML_INLINE, Array((open + escaped(latex) + "</span>").utf8))
    }
    unsafe cmark_inline_parser_set_offset(line, start + Int32(count))
    return unsafe node(own, CMARK_NODE_TEXT, [UInt8](repeating: UInt8(ascii: "$"), count: count))
  }

  /// The end of the formula's text that so many dollar signs begin.
  private static func end(of count: Int, _ byte: (Int) -> UInt8) -> Int? {
    if count == 1, isBlank(byte(1)) || byte(1) == 0 { return nil }
    var at = count
    while at < longestFormula, byte(at) != 0 {
      if byte(at) == UInt8(ascii: "\\"), byte(at + 1) != 0 {
        at += 2
        continue
      }
      if byte(at) == UInt8(ascii: "$") {
        if count == 2 {
          if byte(at + 1) == UInt8(ascii: "$") { return at > count ? at : nil }
        } else if !isBlank(byte(at - 1)), !(0x30...0x39).contains(byte(at + 1)) {
          return at
        }
      }
      at += 1
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09
  }

  private static func escaped(_ latex: [UInt8]) -> String {
    var result: [UInt8] = []
    for byte in latex {
      switch byte {
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: ">"): result += "&gt;".utf8
      case UInt8(ascii: "&"): result += "&amp;".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
