// SPDX-License-Identifier: MIT
// Part of Platen: cmark's tree of a Markdown text becomes blocks and inlines of a document.

internal import CMark
internal import Documents

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Walks one tree. Recursion ends at `maximumNesting`: what lies deeper is gathered without it.
struct MarkdownTree {
  let options: MarkdownReader.Options
  private(set) var tally: MarkdownReader.Tally
  /// The definitions of footnotes, in the order of their numbers.
  private var footnotes: [OpaquePointer] = []
  private var isInFootnote = false
  /// HTML has been made text already: what is still taken for HTML is shown as written.
  private var isEscaped = false

  init(options: MarkdownReader.Options, tally: MarkdownReader.Tally) {
    self.options = options
    self.tally = tally
  }

  mutating func blocks(of bytes: UnsafeBufferPointer<UInt8>) -> [Block] {
    MarkdownParser.withTree(of: bytes) { root in
      guard let root else { return [] }
      footnotes = MarkdownTree.children(of: root).filter {
        cmark_node_get_type($0) == CMARK_NODE_FOOTNOTE_DEFINITION
      }
      return blocks(in: root, depth: 0)
    }
  }

  // MARK: Blocks

  private mutating func blocks(in parent: OpaquePointer, depth: Int) -> [Block] {
    if depth > options.maximumNesting {
      tally.nesting += 1
      return flattened(parent)
    }
    var result: [Block] = []
    var next = cmark_node_first_child(parent)
    while let node = next {
      next = cmark_node_next(node)
      append(node, to: &result, depth: depth)
    }
    return result
  }

  private mutating func append(_ node: OpaquePointer, to result: inout [Block], depth: Int) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH:
      let inlines = inlines(in: node)
      if !inlines.isEmpty { result.append(.paragraph(Paragraph(inlines))) }
    case CMARK_NODE_HEADING:
      let level = Int(cmark_node_get_heading_level(node)) + options.headingShift
      result.append(
        .heading(
          Heading(
            min(max(level, 1), 6), inlines(in: node), isListed: options.listsHeadings)))
    case CMARK_NODE_BLOCK_QUOTE:
      result.append(.quote(Quote(blocks(in: node, depth: depth + 1))))
    case CMARK_NODE_LIST: result.append(.list(list(node, depth: depth)))
    case CMARK_NODE_CODE_BLOCK:
      var text = String(node: cmark_node_get_literal(node))
      if text.hasSuffix("\n") { text.removeLast() }
      let info = String(node: cmark_node_get_fence_info(node))
      let language = info.split(separator: " ", maxSplits: 1).first.map(String.init) ?? ""
      result.append(.code(CodeBlock(text, language: language)))
    case CMARK_NODE_HTML_BLOCK:
      result += html(String(node: cmark_node_get_literal(node)))
    case CMARK_NODE_THEMATIC_BREAK: result.append(.rule(.none))
    case CMARK_NODE_FOOTNOTE_DEFINITION: break
    default:
      if node.isNamed("table") {
        result.append(.table(table(node)))
      } else {
        result += blocks(in: node, depth: depth + 1)
      }
    }
  }

  private mutating func list(_ node: OpaquePointer, depth: Int) -> List {
    var marker = List.Marker.bullet
    if cmark_node_get_list_type(node) == CMARK_ORDERED_LIST {
      marker = .ordered(start: Int(cmark_node_get_list_start(node)), style: .decimal)
    }
    var items: [List.Item] = []
    for item in MarkdownTree.children(of: node) {
      let isDone =
        item.isNamed("tasklist") ? cmark_gfm_extensions_get_tasklist_item_checked(item) : nil
      items.append(List.Item(blocks(in: item, depth: depth + 1), isDone: isDone))
    }
    return List(marker, items, isTight: cmark_node_get_list_tight(node) != 0)
  }

  private mutating func table(_ node: OpaquePointer) -> Table {
    let count = Int(cmark_gfm_extensions_get_table_columns(node))
    let alignments = cmark_gfm_extensions_get_table_alignments(node)
    let columns = (0..<count).map { index -> Table.Column in
      switch alignments?[index] {
      case UInt8(ascii: "c"): Table.Column(.center)
      case UInt8(ascii: "r"): Table.Column(.end)
      default: Table.Column(.start)
      }
    }
    var head: [Table.Row] = []
    var body: [Table.Row] = []
    for row in MarkdownTree.children(of: node) {
      var cells = MarkdownTree.children(of: row).prefix(count).map { Table.Cell(inlines(in: $0)) }
      while cells.count < count { cells.append(Table.Cell([Inline]())) }
      if cmark_gfm_extensions_get_table_row_is_header(row) != 0 {
        head.append(Table.Row(cells))
      } else {
        body.append(Table.Row(cells))
      }
    }
    return Table(columns: columns, head: head, body: body)
  }

  /// A block of raw HTML, up to the blank line that ends it: Markdown again, with its angle brackets
  /// taken as such, for what looks like a tag in a story is a word in brackets.
  private mutating func html(_ text: String) -> [Block] {
    guard options.escapesHTML else {
      tally.html += 1
      return []
    }
    if isEscaped { return [.text(text.filter { $0 != "\n" })] }
    var inner = MarkdownTree(options: options, tally: tally)
    inner.isEscaped = true
    var escaped = text.replacing("<", with: "&lt;")
    let blocks = escaped.withUTF8 { inner.blocks(of: $0) }
    tally = inner.tally
    return blocks
  }

  /// The paragraphs and code anywhere below a node, one after the other, without recursion.
  private mutating func flattened(_ parent: OpaquePointer) -> [Block] {
    var result: [Block] = []
    MarkdownTree.walk(below: parent) { node in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING:
        let inlines = inlines(in: node)
        if !inlines.isEmpty { result.append(.paragraph(Paragraph(inlines))) }
        return false
      case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK:
        append(node, to: &result, depth: 0)
        return false
      default:
        if node.isNamed("table") {
          result.append(.table(table(node)))
          return false
        }
        return true
      }
    }
    return result
  }

  // MARK: Inlines

  private mutating func inlines(in parent: OpaquePointer) -> [Inline] {
    var line = InlineLine(breaksAtLineEnds: options.hardLineBreaks)
    append(inlinesIn: parent, to: &line, depth: 0)
    return line.finished()
  }

  private mutating func nested(_ parent: OpaquePointer, depth: Int) -> [Inline] {
    var line = InlineLine(breaksAtLineEnds: options.hardLineBreaks)
    if depth > options.maximumNesting {
      tally.nesting += 1
      line.appendText(MarkdownTree.words(below: parent))
    } else {
      append(inlinesIn: parent, to: &line, depth: depth)
    }
    return line.finished()
  }

  private mutating func append(
    inlinesIn parent: OpaquePointer, to line: inout InlineLine, depth: Int
  ) {
    var next = cmark_node_first_child(parent)
    while let node = next {
      next = cmark_node_next(node)
      append(inline: node, to: &line, depth: depth)
    }
  }

  private mutating func append(
    inline node: OpaquePointer, to line: inout InlineLine, depth: Int
  ) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_TEXT: line.appendText(cString: cmark_node_get_literal(node))
    case CMARK_NODE_SOFTBREAK: line.appendSoftBreak()
    case CMARK_NODE_LINEBREAK: line.append(.lineBreak)
    case CMARK_NODE_CODE: line.append(.code(String(node: cmark_node_get_literal(node))))
    case CMARK_NODE_HTML_INLINE:
      if options.escapesHTML {
        line.appendText(cString: cmark_node_get_literal(node))
      } else {
        tally.html += 1
      }
    case CMARK_NODE_EMPH: line.append(.emphasis(nested(node, depth: depth + 1)))
    case CMARK_NODE_STRONG: line.append(.strong(nested(node, depth: depth + 1)))
    case CMARK_NODE_LINK:
      let url = String(node: cmark_node_get_url(node))
      if MarkdownTree.isSafe(url) {
        line.append(.link(Link(url, nested(node, depth: depth + 1))))
      } else {
        tally.links += 1
        append(flat: node, to: &line, depth: depth)
      }
    case CMARK_NODE_IMAGE:
      tally.images += 1
      append(flat: node, to: &line, depth: depth)
    case CMARK_NODE_FOOTNOTE_REFERENCE:
      let number = Int(String(node: cmark_node_get_literal(node))) ?? 0
      guard footnotes.indices.contains(number - 1), !isInFootnote else {
        // A footnote within a footnote could hold itself.
        line.appendText("[\(number)]")
        return
      }
      isInFootnote = true
      line.append(.footnote(blocks(in: footnotes[number - 1], depth: 1)))
      isInFootnote = false
    default:
      if node.isNamed("strikethrough") {
        line.append(.strikethrough(nested(node, depth: depth + 1)))
      } else {
        append(flat: node, to: &line, depth: depth)
      }
    }
  }

  /// What lies inside a node, without the node.
  private mutating func append(flat node: OpaquePointer, to line: inout InlineLine, depth: Int) {
    if depth > options.maximumNesting {
      tally.nesting += 1
      line.appendText(MarkdownTree.words(below: node))
    } else {
      append(inlinesIn: node, to: &line, depth: depth + 1)
    }
  }

  /// Links go to the web or to a mailbox; everything else might do something.
  private static func isSafe(_ url: String) -> Bool {
    let start = url.prefix(8).lowercased()
    return ["http://", "https://", "mailto:"].contains { start.hasPrefix($0) }
  }

  // MARK: Going through a tree

  private static func children(of parent: OpaquePointer) -> [OpaquePointer] {
    var result: [OpaquePointer] = []
    var next = cmark_node_first_child(parent)
    while let node = next {
      result.append(node)
      next = cmark_node_next(node)
    }
    return result
  }

  /// Visits the nodes below one in reading order; those of which `visit` says false are not gone into.
  private static func walk(below root: OpaquePointer, _ visit: (OpaquePointer) -> Bool) {
    var at = cmark_node_first_child(root)
    while let node = at {
      if visit(node), let child = cmark_node_first_child(node) {
        at = child
        continue
      }
      var up: OpaquePointer? = node
      at = nil
      while let current = up, current != root {
        if let sibling = cmark_node_next(current) {
          at = sibling
          break
        }
        up = cmark_node_parent(current)
      }
    }
  }

  private static func words(below root: OpaquePointer) -> String {
    var result = ""
    walk(below: root) { node in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE:
        result += String(node: cmark_node_get_literal(node))
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: result += " "
      default: break
      }
      return true
    }
    return result
  }
}

extension OpaquePointer {
  /// Whether the node is of that kind, for the kinds that extensions add: their numbers are known
  /// only once the extensions are registered.
  fileprivate func isNamed(_ name: StaticString) -> Bool {
    guard let type = cmark_node_get_type_string(self) else { return false }
    return name.withUTF8Buffer { name in
      strlen(type) == name.count
        && name.elementsEqual(UnsafeRawBufferPointer(start: type, count: name.count))
    }
  }
}

extension String {
  fileprivate init(node text: UnsafePointer<CChar>?) {
    self = text.map { String(cString: $0) } ?? ""
  }
}

extension InlineLine {
  fileprivate mutating func appendText(cString text: UnsafePointer<CChar>?) {
    guard let text else { return }
    let count = strlen(text)
    text.withMemoryRebound(to: UInt8.self, capacity: count) {
      appendText(UnsafeBufferPointer(start: $0, count: count))
    }
  }
}
