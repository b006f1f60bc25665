// SPDX-License-Identifier: MIT
// Part of Platen: parses HTML with Gumbo, as browsers do, within limits.

internal import CGumbo
internal import Libc

/// Reads pieces of HTML.
///
/// Gumbo's time grows with the number of open tags, and open formatting is copied into every
/// paragraph after it, so both are counted before parsing. Its memory is allocated in blocks that
/// are freed together: Gumbo's own function frees a tree recursively, which can overflow the stack.
enum HTMLParser {
  /// Tags in a piece.
  static let mostTags = 20_000
  /// Tags open at once.
  static let mostOpen = 2_000
  /// Tags such as `<b>` open at once.
  static let mostFormats = 32
  /// The limit of nested elements; deeper ones become their text.
  static let deepest = 48

  /// The contents of a piece of HTML.
  struct Result {
    var nodes: [HTMLNode] = []
    /// The number of elements that were too deep, and became their text.
    var cuts = 0
  }

  /// Reads a piece of HTML; nil where it has too much markup to be read.
  static func read(_ html: String) -> Result? {
    guard TagCount(html).isWithinBounds else { return nil }
    var html = html
    return html.withUTF8 { bytes in
      let memory = BlockList()
      return withExtendedLifetime(memory) {
        var options = unsafe kGumboDefaultOptions
        unsafe options.fragment_context = GUMBO_TAG_BODY
        unsafe options.max_errors = 0
        unsafe options.userdata = Unmanaged.passUnretained(memory).toOpaque()
        unsafe options.allocator = { list, size in
          guard let list = unsafe list else { return nil }
          return unsafe Unmanaged<BlockList>.fromOpaque(list).takeUnretainedValue().take(size)
        }
        unsafe options.deallocator = { _, _ in }
        return unsafe bytes.withMemoryRebound(to: CChar.self) { text in
          guard let base = text.baseAddress,
            let output = unsafe gumbo_parse_with_options(&options, base, text.count),
            let root = unsafe output.pointee.root
          else { return Result() }
          var result = Result()
          result.nodes = unsafe children(of: root, depth: 0, cuts: &result.cuts)
          return result
        }
      }
    }
  }

  /// The text of HTML without its tags, for what has too many of them.
  static func stripped(_ html: String) -> String {
    var result: [UInt8] = []
    var isTag = false
    for byte in html.utf8 {
      if byte == UInt8(ascii: "<") {
        isTag = true
      } else if byte == UInt8(ascii: ">"), isTag {
        isTag = false
        result.append(0x20)
      } else if !isTag {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: The tree

  private typealias Node = UnsafeMutablePointer<GumboNode>

  private static func children(of node: Node, depth: Int, cuts: inout Int) -> [HTMLNode] {
    unsafe nodes(of: node).compactMap { child in
      switch unsafe child.pointee.type {
      case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
        return unsafe .text(String(cString: child.pointee.v.text.text))
      case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
        let element = unsafe child.pointee.v.element
        let name = unsafe name(of: element)
        // A table or a list is cut as a whole: only the elements in them count.
        let need = ["table": 4, "ul": 1, "ol": 1, "menu": 1, "dir": 1, "dl": 1][name] ?? 0
        if depth + need <= deepest, depth < deepest || need == 0 {
          let isCut = depth == deepest
          if isCut, unsafe !isBare(child) { cuts += 1 }
          let inside: [HTMLNode] =
            unsafe isCut
            ? [.text(text(below: child))] : children(of: child, depth: depth + 1, cuts: &cuts)
          return unsafe .element(HTMLElement(name, attributes(of: element), inside))
        }
        cuts += 1
        return unsafe .element(HTMLElement("div", [], [.text(text(below: child))]))
      default: return nil
      }
    }
  }

  /// Indicates whether a node has no elements in it.
  private static func isBare(_ node: Node) -> Bool {
    unsafe nodes(of: node).allSatisfy { unsafe $0.pointee.type != GUMBO_NODE_ELEMENT }
  }

  private static func nodes(of node: Node) -> [Node] {
    guard unsafe node.pointee.type == GUMBO_NODE_ELEMENT || node.pointee.type == GUMBO_NODE_TEMPLATE
    else {
      return unsafe []
    }
    let vector = unsafe node.pointee.v.element.children
    return unsafe (0..<Int(vector.length)).compactMap {
      unsafe vector.data?[$0]?.assumingMemoryBound(to: GumboNode.self)
    }
  }

  private static func name(of element: GumboElement) -> String {
    if unsafe element.tag != GUMBO_TAG_UNKNOWN,
      let name = unsafe gumbo_normalized_tagname(element.tag)
    {
      return unsafe String(cString: name)
    }
    var piece = unsafe element.original_tag
    unsafe gumbo_tag_from_original_text(&piece)
    guard let data = unsafe piece.data else { return "" }
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: min(piece.length, 64))
    return unsafe String(decoding: bytes, as: UTF8.self).lowercased()
  }

  private static func attributes(of element: GumboElement) -> [(name: String, value: String)] {
    unsafe (0..<Int(element.attributes.length)).compactMap { index in
      guard
        let one = unsafe element.attributes.data?[index]?.assumingMemoryBound(
          to: GumboAttribute.self)
      else { return nil }
      return unsafe (String(cString: one.pointee.name), String(cString: one.pointee.value))
    }
  }

  /// All text below a node, without recursion.
  private static func text(below root: Node) -> String {
    var result = ""
    var waiting = unsafe Array(nodes(of: root).reversed())
    while let node = unsafe waiting.popLast() {
      switch unsafe node.pointee.type {
      case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
        unsafe result += String(cString: node.pointee.v.text.text)
      case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE: unsafe waiting += nodes(of: node).reversed()
      default: break
      }
    }
    return result
  }
}

/// An arena: memory that is allocated piece by piece and freed at once.
///
/// Safe except for the pieces: each is within a block that is large enough and is freed with the
/// list.
@safe private final class BlockList {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []
  private var next: UnsafeMutableRawPointer?
  private var left = 0

  func take(_ size: Int) -> UnsafeMutableRawPointer? {
    let whole = (max(size, 1) + 15) & ~15
    if left < whole {
      let count = max(whole, 1 << 16)
      guard let block = unsafe malloc(count) else { return nil }
      unsafe blocks.append(block)
      unsafe next = block
      left = count
    }
    let piece = unsafe next
    unsafe next = next.map { unsafe $0 + whole }
    left -= whole
    return unsafe piece
  }

  deinit { for index in unsafe blocks.indices { unsafe free(blocks[index]) } }
}

/// The number of tags in a text, and of those open at once, as far as can be determined without
/// parsing it.
private struct TagCount {
  private var tags = 0
  private var open = 0
  private var mostOpen = 0
  private var formats = 0
  private var mostFormats = 0

  var isWithinBounds: Bool {
    tags <= HTMLParser.mostTags && mostOpen <= HTMLParser.mostOpen
      && mostFormats <= HTMLParser.mostFormats
  }

  private static let formatting: Set<String> = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
  ]
  /// The elements that have no end tag, or may omit it.
  private static let open: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "p", "li", "dt", "dd", "tr", "td", "th", "option", "path", "rect", "line",
    "circle", "ellipse", "polygon", "polyline", "use", "stop",
  ]

  init(_ html: String) {
    var html = html
    html.withUTF8 { bytes in
      var counts: [String: Int] = [:]
      var at = 0
      while at + 1 < bytes.count {
        guard unsafe bytes[at] == UInt8(ascii: "<") else {
          at += 1
          continue
        }
        at += 1
        let isEnd = unsafe bytes[at] == UInt8(ascii: "/")
        if isEnd { at += 1 }
        let start = at
        while at < bytes.count, at - start < 16, unsafe TagCount.isName(bytes[at]) { at += 1 }
        guard at > start else { continue }
        tags += 1
        if tags > HTMLParser.mostTags { return }
        let name = unsafe String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
        if TagCount.open.contains(name) { continue }
        let known = counts[name, default: 0]
        if isEnd, known == 0 { continue }
        counts[name] = known + (isEnd ? -1 : 1)
        open += isEnd ? -1 : 1
        if TagCount.formatting.contains(name) { formats += isEnd ? -1 : 1 }
        mostOpen = max(mostOpen, open)
        mostFormats = max(mostFormats, formats)
      }
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == 0x2D
  }
}
