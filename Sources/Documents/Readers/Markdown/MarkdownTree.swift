// SPDX-License-Identifier: MIT
// Part of Platen: cmark's tree of a Markdown text becomes blocks and inlines of a document.

internal import CMark
internal import Documents
internal import Libc

/// Walks one tree. Recursion ends at `maximumNesting`: what lies deeper is gathered without it.
///
/// Safe: nodes are kept from one step to the next, and used only while the parser lends their tree.
@safe struct MarkdownTree {
  let options: MarkdownReader.Options
  private(set) var tally: MarkdownReader.Tally
  /// The definitions of footnotes, in the order of their numbers.
  private var footnotes: [OpaquePointer] = unsafe []
  private var isInFootnote = false
  /// HTML has been made text already: what is still taken for HTML is shown as written.
  private var isEscaped = false

  init(options: MarkdownReader.Options, tally: MarkdownReader.Tally) {
    self.options = options
    self.tally = tally
  }

  mutating func blocks(of bytes: UnsafeBufferPointer<UInt8>) -> [Block] {
    unsafe MarkdownParser.withTree(
      of: bytes, dialect: options.readsExtensions ? .manuscripts : nil
    ) { root in
      guard let root = unsafe root else { return [] }
      unsafe footnotes = MarkdownTree.children(of: root).filter {
        unsafe cmark_node_get_type($0) == CMARK_NODE_FOOTNOTE_DEFINITION
      }
      return unsafe blocks(in: root, depth: 0)
    }
  }

  // MARK: Blocks

  private mutating func blocks(in parent: OpaquePointer, depth: Int) -> [Block] {
    if depth > options.maximumNesting {
      tally.nesting += 1
      return unsafe flattened(parent)
    }
    var result: [Block] = []
    var next = unsafe cmark_node_first_child(parent)
    while let node = unsafe next {
      unsafe next = cmark_node_next(node)
      unsafe append(node, to: &result, depth: depth)
    }
    return result
  }

  private mutating func append(_ node: OpaquePointer, to result: inout [Block], depth: Int) {
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH:
      let inlines = unsafe inlines(in: node)
      if !inlines.isEmpty { result.append(.paragraph(Paragraph(inlines))) }
    case CMARK_NODE_HEADING:
      let level = unsafe Int(cmark_node_get_heading_level(node)) + options.headingShift
      unsafe result.append(
        .heading(
          Heading(
            min(max(level, 1), 6), inlines(in: node), isListed: options.listsHeadings)))
    case CMARK_NODE_BLOCK_QUOTE:
      if options.readsExtensions, let callout = unsafe callout(node, depth: depth) {
        result.append(.callout(callout))
      } else {
        unsafe result.append(.quote(Quote(blocks(in: node, depth: depth + 1))))
      }
    case CMARK_NODE_LIST: unsafe result.append(.list(list(node, depth: depth)))
    case CMARK_NODE_CODE_BLOCK:
      var text = unsafe String(node: cmark_node_get_literal(node))
      if text.hasSuffix("\n") { text.removeLast() }
      let info = unsafe String(node: cmark_node_get_fence_info(node))
      let words = info.split(separator: " ", maxSplits: 1).map(String.init)
      var attributes = Attributes.none
      if options.readsExtensions, words.count > 1 {
        attributes.pairs = [Attributes.Pair("info", words[1])]
      }
      result.append(.code(CodeBlock(text, language: words.first ?? "", attributes)))
    case CMARK_NODE_HTML_BLOCK:
      if options.readsExtensions { unsafe noteHTML(node) }
      unsafe result += html(String(node: cmark_node_get_literal(node)))
    case CMARK_NODE_THEMATIC_BREAK: result.append(.rule(.none))
    case CMARK_NODE_FOOTNOTE_DEFINITION: break
    default:
      if unsafe node.isNamed("table") {
        unsafe result.append(.table(table(node)))
      } else {
        unsafe result += blocks(in: node, depth: depth + 1)
      }
    }
  }

  /// A quote that begins with a mark such as `[!NOTE]`, as GitHub writes boxes; nil for another.
  private mutating func callout(_ quote: OpaquePointer, depth: Int) -> Callout? {
    guard let paragraph = unsafe cmark_node_first_child(quote),
      unsafe cmark_node_get_type(paragraph) == CMARK_NODE_PARAGRAPH
    else { return nil }
    var words = ""
    var next = unsafe cmark_node_first_child(paragraph)
    while let node = unsafe next, unsafe cmark_node_get_type(node) == CMARK_NODE_TEXT {
      unsafe words += String(node: cmark_node_get_literal(node))
      unsafe next = cmark_node_next(node)
    }
    guard words.hasPrefix("[!"), let end = words.firstIndex(of: "]") else { return nil }
    let kind = words[words.index(words.startIndex, offsetBy: 2)..<end].lowercased()
    guard !kind.isEmpty, kind.utf8.count <= 40,
      kind.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    else { return nil }
    var rest = words[words.index(after: end)...]
    // Obsidian folds boxes with a sign here.
    if let sign = rest.first, sign == "+" || sign == "-" { rest = rest.dropFirst() }
    var title = InlineLine(breaksAtLineEnds: false)
    title.appendText(String(rest.drop(while: \.isWhitespace)))
    while let node = unsafe next {
      unsafe next = cmark_node_next(node)
      let type = unsafe cmark_node_get_type(node)
      if type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK { break }
      unsafe append(inline: node, to: &title, depth: 0)
    }
    var body = InlineLine(breaksAtLineEnds: options.hardLineBreaks)
    unsafe append(from: next, until: nil, to: &body, depth: 0)
    let first = body.finished()
    var blocks: [Block] = first.isEmpty ? [] : [.paragraph(Paragraph(first))]
    // What lies too deep is flat, as in quotes.
    guard depth < options.maximumNesting else {
      tally.nesting += 1
      return unsafe Callout(kind: kind, title: title.finished(), flattened(quote))
    }
    var block = unsafe cmark_node_next(paragraph)
    while let node = unsafe block {
      unsafe block = cmark_node_next(node)
      unsafe append(node, to: &blocks, depth: depth + 1)
    }
    return Callout(kind: kind, title: title.finished(), blocks)
  }

  private mutating func list(_ node: OpaquePointer, depth: Int) -> List {
    var marker = List.Marker.bullet
    if unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST {
      marker = unsafe .ordered(start: Int(cmark_node_get_list_start(node)), style: .decimal)
    }
    var items: [List.Item] = []
    var next = unsafe cmark_node_first_child(node)
    while let item = unsafe next {
      unsafe next = cmark_node_next(item)
      let isDone =
        unsafe item.isNamed("tasklist") ? cmark_gfm_extensions_get_tasklist_item_checked(item) : nil
      unsafe items.append(List.Item(blocks(in: item, depth: depth + 1), isDone: isDone))
    }
    return unsafe List(marker, items, isTight: cmark_node_get_list_tight(node) != 0)
  }

  private mutating func table(_ node: OpaquePointer) -> Table {
    let count = unsafe Int(cmark_gfm_extensions_get_table_columns(node))
    let alignments = unsafe cmark_gfm_extensions_get_table_alignments(node)
    let columns = (0..<count).map { index -> Table.Column in
      switch unsafe alignments?[index] {
      case UInt8(ascii: "c"): Table.Column(.center)
      case UInt8(ascii: "r"): Table.Column(.end)
      default: Table.Column(.start)
      }
    }
    var head: [Table.Row] = []
    var body: [Table.Row] = []
    var next = unsafe cmark_node_first_child(node)
    while let row = unsafe next {
      unsafe next = cmark_node_next(row)
      var cells = unsafe MarkdownTree.children(of: row).prefix(count).map {
        unsafe Table.Cell(inlines(in: $0))
      }
      while cells.count < count { cells.append(Table.Cell([Inline]())) }
      if unsafe cmark_gfm_extensions_get_table_row_is_header(row) != 0 {
        head.append(Table.Row(cells))
      } else {
        body.append(Table.Row(cells))
      }
    }
    return Table(columns: columns, head: head, body: body)
  }

  /// A block of raw HTML, up to the blank line that ends it: Markdown again, with its angle
  /// brackets taken as such, for what looks like a tag in a story is a word in brackets.
  private mutating func html(_ text: String) -> [Block] {
    if options.readsExtensions, !isEscaped { return words(ofHTML: text) }
    guard options.escapesHTML || isEscaped else {
      tally.html += 1
      return []
    }
    if isEscaped { return [.text(text.filter { $0 != "\n" })] }
    var inner = MarkdownTree(options: options, tally: tally)
    inner.isEscaped = true
    var escaped = text.replacing("<", with: "&lt;")
    let blocks = escaped.withUTF8 { unsafe inner.blocks(of: $0) }
    tally = inner.tally
    return blocks
  }

  /// The text of a block of HTML, read as Markdown.
  private mutating func words(ofHTML text: String) -> [Block] {
    var words = HTMLWords.markdown(of: text)
    guard words.contains(where: { !$0.isWhitespace }) else { return [] }
    var inner = MarkdownTree(options: options, tally: tally)
    inner.isEscaped = true
    let blocks = words.withUTF8 { unsafe inner.blocks(of: $0) }
    tally = inner.tally
    return blocks
  }

  /// Counts a piece of HTML whose tags are omitted; comments are not missed.
  private mutating func noteHTML(_ node: OpaquePointer) {
    guard !isEscaped,
      unsafe !HTMLWords.isRead(String(node: cmark_node_get_literal(node)))
    else { return }
    tally.html += 1
    if tally.htmlLine == nil { tally.htmlLine = unsafe Int(cmark_node_get_start_line(node)) }
  }

  /// The paragraphs and code anywhere below a node, one after the other, without recursion.
  private mutating func flattened(_ parent: OpaquePointer) -> [Block] {
    var result: [Block] = []
    unsafe MarkdownTree.walk(below: parent) { node in
      switch unsafe cmark_node_get_type(node) {
      case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING:
        let inlines = unsafe inlines(in: node)
        if !inlines.isEmpty { result.append(.paragraph(Paragraph(inlines))) }
        return false
      case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK:
        unsafe append(node, to: &result, depth: 0)
        return false
      default:
        if unsafe node.isNamed("table") {
          unsafe result.append(.table(table(node)))
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
    unsafe append(inlinesIn: parent, to: &line, depth: 0)
    return line.finished()
  }

  private mutating func nested(_ parent: OpaquePointer, depth: Int) -> [Inline] {
    var line = InlineLine(breaksAtLineEnds: options.hardLineBreaks)
    if depth > options.maximumNesting {
      tally.nesting += 1
      unsafe line.appendText(MarkdownTree.words(below: parent))
    } else {
      unsafe append(inlinesIn: parent, to: &line, depth: depth)
    }
    return line.finished()
  }

  private mutating func append(
    inlinesIn parent: OpaquePointer, to line: inout InlineLine, depth: Int
  ) {
    unsafe append(from: cmark_node_first_child(parent), until: nil, to: &line, depth: depth)
  }

  /// Appends a node and its siblings up to another, with the text between tags as these have it.
  private mutating func append(
    from first: OpaquePointer?, until end: OpaquePointer?, to line: inout InlineLine, depth: Int
  ) {
    var next = unsafe first
    while let node = unsafe next, unsafe node != end {
      unsafe next = cmark_node_next(node)
      if options.readsExtensions, depth < options.maximumNesting,
        let element = unsafe element(from: node)
      {
        var inner = InlineLine(breaksAtLineEnds: options.hardLineBreaks)
        unsafe append(from: next, until: element.close, to: &inner, depth: depth + 1)
        unsafe line.append(element.tag.around(inner.finished()))
        unsafe next = cmark_node_next(element.close)
      } else {
        unsafe append(inline: node, to: &line, depth: depth)
      }
    }
  }

  /// Siblings among which the end of an element is looked for.
  private static let longestElement = 256

  /// The element that a node opens, with the node that closes it; nil for none, and for tags that
  /// mean nothing here.
  private func element(
    from node: OpaquePointer
  ) -> (tag: HTMLWords.Tag, close: OpaquePointer)? {
    guard unsafe cmark_node_get_type(node) == CMARK_NODE_HTML_INLINE,
      let tag = unsafe HTMLWords.Tag(opening: String(node: cmark_node_get_literal(node)))
    else { return nil }
    var next = unsafe cmark_node_next(node)
    for _ in 0..<MarkdownTree.longestElement {
      guard let sibling = unsafe next else { return nil }
      if unsafe cmark_node_get_type(sibling) == CMARK_NODE_HTML_INLINE,
        unsafe tag.isClosed(by: String(node: cmark_node_get_literal(sibling)))
      {
        return unsafe (tag, sibling)
      }
      unsafe next = cmark_node_next(sibling)
    }
    return nil
  }

  private mutating func append(
    inline node: OpaquePointer, to line: inout InlineLine, depth: Int
  ) {
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_TEXT: unsafe line.appendText(cString: cmark_node_get_literal(node))
    case CMARK_NODE_SOFTBREAK: line.appendSoftBreak()
    case CMARK_NODE_LINEBREAK: line.append(.lineBreak)
    case CMARK_NODE_CODE: unsafe line.append(.code(String(node: cmark_node_get_literal(node))))
    case CMARK_NODE_HTML_INLINE where options.readsExtensions && !isEscaped:
      let html = unsafe String(node: cmark_node_get_literal(node))
      if let inline = HTMLWords.inline(of: html) {
        if inline != .text("") { line.append(inline) }
      } else {
        unsafe noteHTML(node)
      }
    case CMARK_NODE_HTML_INLINE:
      if let formula = unsafe HTMLWords.formula(String(node: cmark_node_get_literal(node))),
        options.readsExtensions
      {
        line.append(formula)
      } else if options.escapesHTML || isEscaped {
        unsafe line.appendText(cString: cmark_node_get_literal(node))
      } else {
        tally.html += 1
      }
    case CMARK_NODE_EMPH: unsafe line.append(.emphasis(nested(node, depth: depth + 1)))
    case CMARK_NODE_STRONG: unsafe line.append(.strong(nested(node, depth: depth + 1)))
    case CMARK_NODE_LINK:
      let url = unsafe String(node: cmark_node_get_url(node))
      if options.keepsAddresses || MarkdownTree.isSafe(url) {
        unsafe line.append(.link(Link(url, nested(node, depth: depth + 1))))
      } else {
        tally.links += 1
        unsafe append(flat: node, to: &line, depth: depth)
      }
    case CMARK_NODE_IMAGE where options.keepsAddresses:
      let image = unsafe Image(
        String(node: cmark_node_get_url(node)), alternative: MarkdownTree.words(below: node))
      let title = unsafe String(node: cmark_node_get_title(node))
      if title.isEmpty {
        line.append(.image(image))
      } else {
        let pair = Attributes.Pair("title", title)
        line.append(.span(Span([.image(image)], Attributes(pairs: [pair]))))
      }
    case CMARK_NODE_IMAGE:
      tally.images += 1
      unsafe append(flat: node, to: &line, depth: depth)
    case CMARK_NODE_FOOTNOTE_REFERENCE:
      let number = unsafe Int(String(node: cmark_node_get_literal(node))) ?? 0
      guard unsafe footnotes.indices.contains(number - 1), !isInFootnote else {
        // A footnote within a footnote could hold itself.
        line.appendText("[\(number)]")
        return
      }
      isInFootnote = true
      unsafe line.append(.footnote(blocks(in: footnotes[number - 1], depth: 1)))
      isInFootnote = false
    default:
      if unsafe node.isNamed("strikethrough") {
        unsafe line.append(.strikethrough(nested(node, depth: depth + 1)))
      } else {
        unsafe append(flat: node, to: &line, depth: depth)
      }
    }
  }

  /// Appends the content of a node, without the node.
  private mutating func append(flat node: OpaquePointer, to line: inout InlineLine, depth: Int) {
    if depth > options.maximumNesting {
      tally.nesting += 1
      unsafe line.appendText(MarkdownTree.words(below: node))
    } else {
      unsafe append(inlinesIn: node, to: &line, depth: depth + 1)
    }
  }

  /// Links go to the web or to a mailbox; everything else might do something.
  private static func isSafe(_ url: String) -> Bool {
    let start = url.prefix(8).lowercased()
    return ["http://", "https://", "mailto:"].contains { start.hasPrefix($0) }
  }

  // MARK: Going through a tree

  private static func children(of parent: OpaquePointer) -> [OpaquePointer] {
    var result: [OpaquePointer] = unsafe []
    var next = unsafe cmark_node_first_child(parent)
    while let node = unsafe next {
      unsafe result.append(node)
      unsafe next = cmark_node_next(node)
    }
    return unsafe result
  }

  /// Visits the nodes below one in reading order; skips the contents of those for which `visit`
  /// returns false.
  private static func walk(below root: OpaquePointer, _ visit: (OpaquePointer) -> Bool) {
    var at = unsafe cmark_node_first_child(root)
    while let node = unsafe at {
      if unsafe visit(node), let child = unsafe cmark_node_first_child(node) {
        unsafe at = child
        continue
      }
      var up: OpaquePointer? = unsafe node
      unsafe at = nil
      while let current = unsafe up, unsafe current != root {
        if let sibling = unsafe cmark_node_next(current) {
          unsafe at = sibling
          break
        }
        unsafe up = cmark_node_parent(current)
      }
    }
  }

  private static func words(below root: OpaquePointer) -> String {
    var result = ""
    unsafe walk(below: root) { node in
      switch unsafe cmark_node_get_type(node) {
      case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE:
        unsafe result += String(node: cmark_node_get_literal(node))
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: result += " "
      default: break
      }
      return true
    }
    return result
  }
}

extension OpaquePointer {
  /// Indicates whether the node is of that kind, for the kinds that extensions add: their numbers
  /// are known only once the extensions are registered.
  fileprivate func isNamed(_ name: StaticString) -> Bool {
    guard let type = unsafe cmark_node_get_type_string(self) else { return false }
    return name.withUTF8Buffer { name in
      unsafe strlen(type) == name.count
        && name.elementsEqual(UnsafeRawBufferPointer(start: type, count: name.count))
    }
  }
}

extension String {
  fileprivate init(node text: UnsafePointer<CChar>?) {
    self = unsafe text.map { unsafe String(cString: $0) } ?? ""
  }
}

extension InlineLine {
  fileprivate mutating func appendText(cString text: UnsafePointer<CChar>?) {
    guard let text = unsafe text else { return }
    let count = unsafe strlen(text)
    unsafe text.withMemoryRebound(to: UInt8.self, capacity: count) {
      unsafe appendText(UnsafeBufferPointer(start: $0, count: count))
    }
  }
}
