// SPDX-License-Identifier: MIT
// Part of Platen: Markdown as pieces of HTML, for texts that mix both.

internal import CMark

/// The blocks of a text that stand in no other, each as HTML, in the dialect of talks.
///
/// Raw HTML is passed through as it was written: the caller must read HTML and let through what is
/// safe. Only so does an element hold the content between its tags, as in `<div>`, blank line,
/// Markdown, blank line, `</div>`.
public struct MarkdownPieces: Sendable {
  public enum Kind: Sendable, Hashable {
    case heading
    /// Raw HTML.
    case html
    case other
  }

  public struct Piece: Sendable, Hashable {
    public var kind: Kind
    public var html: String
    /// The line of the text it begins on, from 1.
    public var line: Int
  }

  public private(set) var pieces: [Piece] = []
  /// The footnotes of all pieces: list items with ids `fn1`, `fn2`…; `#fn1` links there.
  public private(set) var footnotes = ""
  /// Paragraphs that were too long or too entangled for the parser, which are text as written.
  public private(set) var literals = 0

  public init(_ text: String, options: MarkdownReader.Options = .init()) {
    var text = text
    text.withUTF8 { bytes in
      let parts = unsafe MarkdownChunks(bytes, options: options)
      if parts.isOnePiece {
        unsafe read(bytes, from: 1)
        return
      }
      var line = 1
      var counted = 0
      for chunk in parts.chunks {
        unsafe line += bytes[counted..<chunk.range.lowerBound].count { $0 == 0x0A }
        counted = chunk.range.lowerBound
        let part = unsafe UnsafeBufferPointer(rebasing: bytes[chunk.range])
        if chunk.kind == .literal {
          literals += 1
          let shown = unsafe String(decoding: part, as: UTF8.self)
            .replacing("&", with: "&amp;").replacing("<", with: "&lt;")
          pieces.append(Piece(kind: .other, html: "<p>\(shown)</p>\n", line: line))
        } else {
          unsafe read(part, from: line)
        }
      }
    }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, from firstLine: Int) {
    unsafe MarkdownParser.withTree(of: bytes, dialect: .talks) { root in
      guard let root = unsafe root else { return }
      var next = unsafe cmark_node_first_child(root)
      while let node = unsafe next {
        unsafe next = cmark_node_next(node)
        let html = unsafe MarkdownPieces.html(of: node)
        let type = unsafe cmark_node_get_type(node)
        if type == CMARK_NODE_FOOTNOTE_DEFINITION {
          footnotes += html
          continue
        }
        let kind: Kind =
          type == CMARK_NODE_HEADING ? .heading : type == CMARK_NODE_HTML_BLOCK ? .html : .other
        let line = unsafe firstLine + max(0, Int(cmark_node_get_start_line(node)) - 1)
        pieces.append(Piece(kind: kind, html: html, line: line))
      }
    }
  }

  private static func html(of node: OpaquePointer) -> String {
    let options = CMARK_OPT_UNSAFE | CMARK_OPT_FULL_INFO_STRING | CMARK_OPT_FOOTNOTES
    let memory = unsafe cmark_get_default_mem_allocator()
    guard let text = unsafe cmark_render_html_with_mem(node, options, nil, memory) else {
      return ""
    }
    defer { unsafe memory?.pointee.free(text) }
    return unsafe String(cString: text)
  }
}
