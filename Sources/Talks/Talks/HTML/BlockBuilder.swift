// SPDX-License-Identifier: MIT
// Part of Platen: HTML becomes blocks of a document.

internal import Documents

/// Makes blocks of HTML nodes. Elements that a document cannot hold become their text and are counted
/// by name in the assets.
struct BlockBuilder {
  let assets: SlideAssets
  /// Footnotes by the ids that links name.
  var footnotes: [String: [HTMLNode]] = [:]
  private var line = InlineBuilder()
  private var result: [Block] = []
  private var isInFootnote = false

  init(assets: SlideAssets) { self.assets = assets }

  mutating func blocks(of nodes: [HTMLNode]) -> [Block] {
    let outer = (line, result)
    line = InlineBuilder()
    result = []
    defer { (line, result) = outer }
    for node in nodes { append(node) }
    endLine()
    return result
  }

  mutating func inlines(of nodes: [HTMLNode]) -> [Inline] {
    let outer = line
    line = InlineBuilder()
    defer { line = outer }
    for node in nodes { append(inline: node) }
    return line.finished()
  }

  private mutating func endLine() {
    let inlines = line.finished()
    if let block = BlockBuilder.paragraph(inlines, .none) { result.append(block) }
  }

  /// A line as a block: an image alone is a figure, a formula alone a block of its own.
  private static func paragraph(_ inlines: [Inline], _ attributes: Attributes) -> Block? {
    if inlines.isBlank { return nil }
    if inlines.count == 1 {
      if case .image(let image) = inlines[0] { return .figure(Figure(image, attributes)) }
      if case .span(let span) = inlines[0], span.attributes.has("math"),
        span.attributes.has("display")
      {
        return .code(
          CodeBlock(
            span.inlines.plainText.split(separator: "\n").map { line in
              line.drop(while: \.isWhitespace)
            }.joined(separator: "\n"), language: "math"))
      }
    }
    return .paragraph(Paragraph(inlines, attributes))
  }

  // MARK: Blocks

  private static let blockNames: Set<String> = [
    "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hgroup", "hr", "li", "main", "menu", "nav", "ol", "p", "pre", "search",
    "section", "summary", "table", "ul",
  ]

  private static func holdsBlocks(_ nodes: [HTMLNode]) -> Bool {
    nodes.contains {
      guard case .element(let element) = $0 else { return false }
      return blockNames.contains(element.name) || holdsBlocks(element.children)
    }
  }

  private mutating func append(_ node: HTMLNode) {
    guard case .element(let element) = node else {
      append(inline: node)
      return
    }
    if BlockBuilder.blockNames.contains(element.name) {
      endLine()
      append(block: element)
    } else if !element.children.isEmpty, !["svg", "math"].contains(element.name),
      BlockBuilder.holdsBlocks(element.children)
    {
      // `<span>` or `<a>` around blocks: the blocks are what counts.
      for child in element.children { append(child) }
    } else {
      append(inline: node)
    }
  }

  private mutating func append(block element: HTMLElement) {
    let attributes = BlockBuilder.attributes(of: element)
    switch element.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let level = element.name.utf8.last.map { Int($0) - 0x30 } ?? 1
      let inlines = inlines(of: element.children)
      if !inlines.isBlank {
        result.append(.heading(Heading(level, inlines, attributes, isListed: false)))
      }
    case "p":
      if BlockBuilder.holdsBlocks(element.children) {
        result += blocks(of: element.children)
      } else if let block = BlockBuilder.paragraph(inlines(of: element.children), attributes) {
        result.append(block)
      }
    case "ul", "ol", "menu", "dir": result.append(.list(list(element, attributes)))
    case "li", "dd", "dt", "figcaption", "summary": result += blocks(of: element.children)
    case "dl": result += descriptions(element, attributes)
    case "blockquote":
      if let callout = alert(element) {
        result.append(callout)
      } else {
        result.append(.quote(Quote(blocks(of: element.children), attributes)))
      }
    case "pre": result.append(code(element))
    case "hr": result.append(.rule(attributes))
    case "table":
      var tables = TableBuilder(element)
      if let table = tables.table(with: &self, attributes) { result.append(.table(table)) }
    case "figure": result += figure(element, attributes)
    case "details":
      let summary = element.children.firstElement("summary")
      let rest = element.children.filter { $0.name != "summary" }
      result.append(
        .callout(
          Callout(
            kind: "details", title: summary.map { inlines(of: $0.children) } ?? [],
            blocks(of: rest), attributes)))
    default:
      if element.has("markdown-alert") {
        result.append(markdownAlert(element))
        return
      }
      if element.has("footnotes") { return }
      if element.has("terminal"), element["data-folder"] != nil {
        result.append(BlockBuilder.terminal(element))
        return
      }
      let inside = blocks(of: element.children)
      if inside.isEmpty { return }
      var attributes = attributes
      if let step = element[HTMLElement.stepAttribute].flatMap({ Int($0) }), step > 0 {
        attributes.pairs.append(Attributes.Pair(Slide.stepKey, String(step)))
      }
      if attributes.isEmpty {
        result += inside
      } else {
        result.append(.division(Division(inside, attributes)))
      }
    }
  }

  /// Id and classes as they are; of the rest, those that set alignment and language.
  static func attributes(of element: HTMLElement) -> Attributes {
    var attributes = Attributes(classes: element.classes)
    if let style = element["style"], !style.isEmpty {
      attributes.pairs.append(.init("style", style))
    }
    if let align = element["align"] { attributes.pairs.append(.init("align", align)) }
    if let language = element["lang"], !language.isEmpty {
      attributes.pairs.append(.init("language", language))
    }
    return attributes
  }

  private mutating func list(_ element: HTMLElement, _ attributes: Attributes) -> List {
    var marker = List.Marker.bullet
    if element.name == "ol" {
      let style: List.NumberStyle =
        switch element["type"] {
        case "a": .lowerLetter
        case "A": .upperLetter
        case "i": .lowerRoman
        case "I": .upperRoman
        default: .decimal
        }
      let start = element["start"].flatMap { Int($0) } ?? 1
      marker = .ordered(start: min(max(start, 0), 1_000_000), style: style)
    }
    var items: [List.Item] = []
    var isTight = true
    for case .element(let child) in element.children {
      if child.name != "li" {
        // Content between items belongs to the one before.
        let more = blocks(of: [.element(child)])
        if items.isEmpty {
          items.append(List.Item(more))
        } else {
          items[items.count - 1].blocks += more
        }
        continue
      }
      var isDone: Bool?
      child.children.walk {
        if isDone == nil, $0.name == "input", $0["type"] == "checkbox" {
          isDone = $0["checked"] != nil
        }
      }
      if child.children.contains(where: { $0.name == "p" }) { isTight = false }
      items.append(
        List.Item(
          blocks(of: child.children), isDone: isDone, BlockBuilder.attributes(of: child)))
    }
    return List(marker, items, isTight: isTight, attributes)
  }

  /// Terms with what they mean: pairs where that fits on a line each, else one below the other.
  private mutating func descriptions(
    _ element: HTMLElement, _ attributes: Attributes
  ) -> [Block] {
    var pairs: [KeyValues.Pair] = []
    var term: [Inline] = []
    var queue = element.children
    while !queue.isEmpty {
      guard case .element(let child) = queue.removeFirst() else { continue }
      switch child.name {
      case "dt": term = inlines(of: child.children)
      case "dd":
        var value: [Inline] = []
        for block in blocks(of: child.children) {
          if !value.isEmpty { value.append(.lineBreak) }
          value += block.runningText
        }
        pairs.append(KeyValues.Pair(term, value))
        term = []
      default: queue.insert(contentsOf: child.children, at: 0)
      }
    }
    return pairs.isEmpty ? [] : [.keyValues(KeyValues(pairs, attributes))]
  }

  private func code(_ element: HTMLElement) -> Block {
    var info = ""
    if let code = element.children.firstElement("code") {
      info =
        code.classes.first { $0.hasPrefix("language-") }.map { String($0.dropFirst(9)) } ?? ""
      if let more = code["data-meta"] { info += " " + more }
    }
    if info.isEmpty, let language = element["lang"] { info = language }
    var text = element.children.text
    if text.hasPrefix("\n") { text.removeFirst() }
    while text.hasSuffix("\n") { text.removeLast() }
    let fence = FenceInfo(info)
    for diagnostic in fence.diagnostics { assets.record(diagnostic) }
    if fence.language == "mermaid", fence.diagnostics.isEmpty {
      assets.check(diagram: text, withoutEffect: fence.withoutEffect)
    }
    return .code(fence.block(text))
  }

  private mutating func figure(_ element: HTMLElement, _ attributes: Attributes) -> [Block] {
    let caption = element.children.firstElement("figcaption")
    let rest = element.children.filter { $0.name != "figcaption" }
    let inside = blocks(of: rest)
    let title = caption.map { inlines(of: $0.children) } ?? []
    if inside.count == 1, case .figure(var figure) = inside[0] {
      figure.caption = title
      figure.attributes = attributes
      return [.figure(figure)]
    }
    var all = inside
    if !title.isEmpty { all.append(.paragraph(Paragraph(title, .classes("caption")))) }
    guard !all.isEmpty else { return [] }
    var attributes = attributes
    attributes.classes.insert("figure", at: 0)
    return [.division(Division(all, attributes))]
  }

  // MARK: Terminals

  /// A terminal that the speaker types in. Pages show its folder and its command.
  private static func terminal(_ element: HTMLElement) -> Block {
    let folder = element["data-folder"] ?? ""
    let command = element["data-command"] ?? ""
    var attributes = Attributes(pairs: [.init("folder", folder), .init("command", command)])
    if let theme = element["data-theme"], !theme.isEmpty {
      attributes.pairs.append(.init("theme", theme))
      if ["light", "dark"].contains(theme) { attributes.classes.append(theme) }
    }
    let shown = command.isEmpty ? "$" : "$ " + command
    return .callout(
      Callout(
        kind: "terminal", title: [.text(folder)],
        [.code(CodeBlock(shown, language: "console", Attributes(classes: attributes.classes)))],
        attributes))
  }

  // MARK: Alerts

  static let alerts = ["note", "tip", "important", "warning", "caution"]

  /// A quote that begins with `[!NOTE]`, as GitHub writes boxes.
  private mutating func alert(_ element: HTMLElement) -> Block? {
    guard let alert = AlertParts(element) else { return nil }
    return callout(alert.kind, inlines(of: alert.title), blocks(of: alert.rest))
  }

  /// The same kind of box in the HTML that Toboggan makes of it.
  private mutating func markdownAlert(_ element: HTMLElement) -> Block {
    let kind =
      BlockBuilder.alerts.first { element.has("markdown-alert-\($0)") } ?? "note"
    var title: [Inline] = []
    var rest: [HTMLNode] = []
    for node in element.children {
      if case .element(let child) = node, child.has("markdown-alert-title") {
        title = inlines(of: child.children).flatMap(BlockBuilder.withCode)
      } else {
        rest.append(node)
      }
    }
    if title.plainText.lowercased() == kind { title = [] }
    return callout(kind, title, blocks(of: rest))
  }

  /// Titles are kept as they are written: code is between backticks.
  private static func withCode(_ inline: Inline) -> [Inline] {
    guard case .text(let text) = inline else { return [inline] }
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
    // A backtick without a closing one is a character.
    guard pieces.count > 1, pieces.count % 2 == 1 else { return [inline] }
    return pieces.enumerated().compactMap { index, piece in
      piece.isEmpty ? nil : index % 2 == 1 ? .code(String(piece)) : .text(String(piece))
    }
  }

  /// A title that nothing follows is the content of the box.
  private func callout(_ kind: String, _ title: [Inline], _ blocks: [Block]) -> Block {
    if blocks.isEmpty, !title.isBlank {
      return .callout(Callout(kind: kind, [.paragraph(Paragraph(title))]))
    }
    return .callout(Callout(kind: kind, title: title.isBlank ? [] : title, blocks))
  }

  // MARK: Inlines

  private mutating func append(inline node: HTMLNode) {
    switch node {
    case .text(let text): line.append(text: text)
    case .element(let element): append(inline: element)
    }
  }

  private mutating func append(inline element: HTMLElement) {
    switch element.name {
    case "strong", "b": wrap(element) { .strong($0) }
    case "em", "i", "cite", "dfn", "var": wrap(element) { .emphasis($0) }
    case "del", "s", "strike": wrap(element) { .strikethrough($0) }
    case "sub": wrap(element) { .subscript($0) }
    case "sup":
      if !appendFootnote(element) { wrap(element) { .superscript($0) } }
    case "code", "tt", "samp":
      let text = element.children.text
      if !text.isEmpty { line.append(.code(BlockBuilder.onOneLine(text))) }
    case "kbd", "mark", "small", "u", "ins", "q", "abbr":
      wrap(element) { .span(Span($0, Attributes(classes: [element.name] + element.classes))) }
    case "br": line.append(.lineBreak)
    case "wbr": break
    case "a": append(link: element)
    case "img": append(image: element)
    case "span", "font", "big", "label", "time", "data", "bdi", "bdo", "nobr", "acronym", "ruby",
      "rt", "rp", "output":
      append(span: element)
    case "math":
      if let formula = formula(ofMathML: element) {
        line.append(formula)
      } else {
        assets.countSkipped("math", from: "<math")
        line.append(.span(Span([.text(BlockBuilder.words(element.children))], .classes("math"))))
      }
    case "svg": append(drawing: element)
    case "style", "script":
      assets.countSkipped(element.name, from: ">" + element.children.text)
    case "head", "title", "meta", "link", "base", "template", "noscript", "source", "track",
      "param",
      "col", "colgroup":
      break
    case "input":
      if element["type"] != "checkbox" { assets.countSkipped("input", from: "<input") }
    case "html", "body", "center", "thead", "tbody", "tr", "td", "th":
      for child in element.children { append(inline: child) }
    default:
      assets.countSkipped(element.name, from: "<" + element.name)
      for child in element.children { append(inline: child) }
    }
  }

  private mutating func wrap(_ element: HTMLElement, _ make: ([Inline]) -> Inline) {
    line.open()
    for child in element.children { append(inline: child) }
    line.close(make)
  }

  private mutating func append(span element: HTMLElement) {
    if element.has("math") {
      let latex = element.children.text
      assets.check(formula: latex, isDisplay: element.has("display"))
      var attributes = Attributes(classes: element.classes)
      attributes.pairs = []
      line.append(
        .span(
          Span(
            [.code(element.has("display") ? latex : BlockBuilder.onOneLine(latex))], attributes)))
      return
    }
    let attributes = BlockBuilder.attributes(of: element)
    if attributes.isEmpty {
      for child in element.children { append(inline: child) }
    } else {
      let language = attributes.value("language") ?? ""
      wrap(element) { .span(Span($0, language: language, attributes)) }
    }
  }

  private mutating func append(link element: HTMLElement) {
    let url = element["href"] ?? ""
    let start = url.prefix(8).lowercased()
    if ["http://", "https://", "mailto:"].contains(where: { start.hasPrefix($0) }) {
      wrap(element) { .link(Link(url, $0)) }
    } else {
      // An anchor without an address is a link target, not a link.
      if let address = element["href"] { assets.check(link: address) }
      for child in element.children { append(inline: child) }
    }
  }

  private mutating func append(image element: HTMLElement) {
    let url = element["src"] ?? ""
    let alternative = element["alt"] ?? ""
    if let image = assets.image(url) {
      append(image, of: element, alternative)
    } else {
      let file = url.hasPrefix("data:") ? "" : url
      let shown = [alternative, file].first { !$0.isEmpty } ?? "picture"
      line.append(.span(Span([.text("[\(shown)]")], .classes("placeholder"))))
    }
  }

  private mutating func append(
    _ image: SlideAssets.Image, of element: HTMLElement, _ alternative: String
  ) {
    var share = BlockBuilder.share(of: element)
    // A drawing's pixels are finer than its own size, which becomes a part of a slide's column.
    if share == 0, let width = image.ownWidth { share = min(1, width * 0.75 / 840) }
    line.append(.image(Image(image.name, alternative: alternative, share: share)))
  }

  /// A drawing in the slide itself: an image with the drawing's words as its alternative text.
  private mutating func append(drawing element: HTMLElement) {
    let words = element["aria-label"] ?? BlockBuilder.words(element.children)
    if let image = assets.image(svg: element.svg) {
      append(image, of: element, words)
      return
    }
    assets.countSkipped("svg", from: "<svg")
    line.append(.span(Span([.text(words.isEmpty ? "[svg]" : words)], .classes("placeholder"))))
  }

  /// The part of the column that a width in percent requests; 0 where it requests none.
  private static func share(of element: HTMLElement) -> Double {
    var widths: [Substring] = []
    if let width = element["width"] { widths.append(width[...]) }
    for own in StyleDeclaration.list(element["style"] ?? "") where own.name == "width" {
      widths.append(own.value[...])
    }
    for width in widths {
      let text = width.filter { !$0.isWhitespace }
      if text.hasSuffix("%"), let percent = Double(text.dropLast()), percent > 0 {
        return min(percent / 100, 1)
      }
    }
    return 0
  }

  /// A mark that points to a footnote, as Markdown's HTML has it.
  private mutating func appendFootnote(_ element: HTMLElement) -> Bool {
    guard element.has("footnote-ref"), let link = element.children.firstElement("a"),
      let target = link["href"], target.hasPrefix("#"),
      let note = footnotes[String(target.dropFirst())], !isInFootnote
    else { return false }
    isInFootnote = true
    let blocks = blocks(of: note)
    isInFootnote = false
    line.append(.footnote(blocks))
    return true
  }

  private static func onOneLine(_ text: String) -> String {
    text.contains(where: \.isNewline)
      ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
  }

  /// The texts of all elements with a space between them.
  private static func words(_ nodes: [HTMLNode]) -> String {
    var result: [Substring] = []
    func gather(_ nodes: [HTMLNode]) {
      for node in nodes {
        switch node {
        case .text(let text): result += text.split(whereSeparator: \.isWhitespace)
        case .element(let element):
          if element.name != "style", element.name != "script" { gather(element.children) }
        }
      }
    }
    gather(nodes)
    return result.joined(separator: " ")
  }
}

extension HTMLNode {
  /// The element's name; nil for text.
  var name: String? { if case .element(let element) = self { element.name } else { nil } }
}

extension [HTMLNode] {
  /// The first element of that name among them.
  func firstElement(_ name: String) -> HTMLElement? {
    for case .element(let element) in self where element.name == name { return element }
    return nil
  }
}

extension Block {
  /// The block as running text, for places that hold no blocks.
  var runningText: [Inline] {
    switch self {
    case .paragraph(let node): node.inlines
    case .heading(let node): node.inlines
    case .code(let node): [.code(node.text)]
    case .list(let list):
      list.items.flatMap { item -> [Inline] in
        [.text("• ")] + item.blocks.flatMap(\.runningText) + [.lineBreak]
      }
    case .division(let node): node.blocks.flatMap(\.runningText)
    case .quote(let node): node.blocks.flatMap(\.runningText)
    case .callout(let node): node.title + node.blocks.flatMap(\.runningText)
    case .figure(let node): [.image(node.image)]
    default: []
    }
  }
}
