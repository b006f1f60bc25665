// SPDX-License-Identifier: MIT
// Part of Platen: the inlines of a book of Markdown files: links, references, citations, spans.

internal import Diagnostics
internal import Documents
internal import Figures
internal import Readers

extension ManuscriptBook {
  func inlines(_ inlines: [Inline], _ source: ManuscriptSource) throws -> [Inline] {
    // Most paragraphs are words alone.
    if inlines.count == 1, case .text(let text) = inlines[0], !text.utf8.contains(0x5B) {
      return inlines
    }
    var result: [Inline] = []
    result.reserveCapacity(inlines.count)
    for (index, inline) in inlines.enumerated() {
      switch inline {
      case .text(var text):
        if index > 0, inlines[index - 1].ownImage != nil,
          let (attributes, rest) = BraceAttributes.leading(text[...])
        {
          if case .image(var image)? = result.last {
            image.share = attributes.share
            result[result.count - 1] = .image(image)
          }
          text = String(rest)
        }
        if text.utf8.contains(0x5B) {
          result += try marked(text, source)
        } else if !text.isEmpty {
          result.append(.text(text))
        }
      case .emphasis(let inner): result.append(.emphasis(try self.inlines(inner, source)))
      case .strong(let inner): result.append(.strong(try self.inlines(inner, source)))
      case .strikethrough(let inner):
        result.append(.strikethrough(try self.inlines(inner, source)))
      case .smallCaps(let inner): result.append(.smallCaps(try self.inlines(inner, source)))
      case .superscript(let inner): result.append(.superscript(try self.inlines(inner, source)))
      case .subscript(let inner): result.append(.subscript(try self.inlines(inner, source)))
      case .link(let link): result += try self.link(link, source)
      case .image(let image): result.append(try shown(image, source))
      case .span(var span):
        if let (image, _) = inline.ownImage {
          result.append(try shown(image, source))
          continue
        }
        if span.attributes.has("math"), case .code(let latex)? = span.inlines.first {
          check(formula: latex, isDisplay: span.attributes.has("display"), source)
        }
        if !span.attributes.id.isEmpty {
          span.attributes.id = addPlace(
            span.attributes.id, BookPlace(kind: .other), source, isOwn: true)
        }
        span.inlines = try self.inlines(span.inlines, source)
        result.append(.span(span))
      case .footnote(let blocks): result.append(.footnote(try prepared(blocks, source)))
      case .code, .lineBreak, .reference, .indexMark: result.append(inline)
      }
    }
    return result
  }

  func shown(_ image: Image, _ source: ManuscriptSource) throws -> Inline {
    guard let name = try resource(image.resource, source) else {
      return .text("[\(image.alternative.isEmpty ? image.resource : image.alternative)]")
    }
    var image = image
    image.resource = name
    return .image(image)
  }

  func note(_ pending: Pending, _ words: [Inline]) -> Inline {
    self.pending.append(pending)
    return .reference(
      Reference(to: "\(ManuscriptBook.mark)\(self.pending.count - 1)", words))
  }

  func link(_ link: Link, _ source: ManuscriptSource) throws -> [Inline] {
    let words = try inlines(link.inlines, source)
    let start = link.url.prefix(8).lowercased()
    if ["http://", "https://", "mailto:"].contains(where: { start.hasPrefix($0) }) {
      return [.link(Link(link.url, words))]
    }
    if start.hasPrefix("doc:") {
      // Pages of a documentation catalog are named without folders.
      let name = String(link.url.dropFirst(4))
      let isBare = link.inlines == [.text(link.url)]
      return [note(.page(name: name, heading: "", source), isBare ? [] : words)]
    }
    return [note(.link(url: link.url, source), words)]
  }

  /// A link to a page by its name: `Page#Heading|words`.
  struct PageLink {
    var name: String
    var heading = ""
    var words: String?

    init(_ text: Substring) {
      var rest = text
      if let bar = rest.firstIndex(of: "|") {
        words = oneLine(String(rest[rest.index(after: bar)...]))
        rest = rest[..<bar]
        if rest.last == "\\" { rest.removeLast() }
      }
      if let sign = rest.firstIndex(of: "#") {
        heading = String(rest[rest.index(after: sign)...].drop { $0 == "^" })
        rest = rest[..<sign]
      }
      name = oneLine(String(rest))
    }
  }

  /// Bytes of UTF-8 within brackets.
  static let longestMark = 2000

  /// The closing brackets of a text, each looked for once however many open before it.
  private struct ClosingBrackets {
    private let text: String
    private var single: String.Index?
    private var pair: String.Index?

    init(_ text: String) {
      self.text = text
      single = text.startIndex
      pair = text.startIndex
    }

    /// The first `]` at an index or after it, where it is near.
    mutating func single(after start: String.Index) -> String.Index? {
      if let known = single, known < start || known == text.startIndex {
        single = text.utf8[start...].firstIndex(of: UInt8(ascii: "]"))
      }
      return near(single, start)
    }

    /// The first `]]` at an index or after it, where it is near.
    mutating func pair(after start: String.Index) -> String.Index? {
      if let known = pair, known < start || known == text.startIndex {
        var rest = text.utf8[start...]
        pair = nil
        while let close = rest.firstIndex(of: UInt8(ascii: "]")) {
          rest = rest[text.utf8.index(after: close)...]
          if rest.first == UInt8(ascii: "]") {
            pair = close
            break
          }
        }
      }
      return near(pair, start)
    }

    private func near(_ close: String.Index?, _ start: String.Index) -> String.Index? {
      guard let close,
        text.utf8.distance(from: start, to: close) <= ManuscriptBook.longestMark
      else { return nil }
      return close
    }
  }

  /// A text with links to pages, citations, and words with attributes.
  func marked(_ text: String, _ source: ManuscriptSource) throws -> [Inline] {
    var result: [Inline] = []
    var words = ""
    func flush() {
      if !words.isEmpty { result.append(.text(words)) }
      words = ""
    }
    var rest = text[...]
    var closings = ClosingBrackets(text)
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "[")) {
      words += rest[..<open]
      let behind = rest[rest.utf8.index(after: open)...]
      if behind.utf8.first == UInt8(ascii: "["),
        let close = closings.pair(after: behind.startIndex),
        behind.utf8.index(after: behind.startIndex) < close
      {
        let inside = behind[behind.utf8.index(after: behind.startIndex)..<close]
        if !inside.contains("[") {
          let link = PageLink(inside)
          if words.last == "!", let path = find(link.name, source),
            !BookOutline.isMarkdown(path)
          {
            words.removeLast()
            flush()
            result.append(
              try shown(
                Image("/" + path, alternative: NaturalOrder.stem(of: path)), source))
          } else {
            if words.last == "!" { words.removeLast() }
            flush()
            result.append(
              note(
                .page(name: link.name, heading: link.heading, source),
                link.words.map { [.text($0)] } ?? []))
          }
          rest = behind[behind.utf8.index(close, offsetBy: 2)...]
          continue
        }
      }
      if let close = closings.single(after: behind.startIndex) {
        let inside = behind[..<close]
        let next = behind[behind.utf8.index(after: close)...]
        if next.utf8.first == UInt8(ascii: "{"),
          let (attributes, after) = BraceAttributes.leading(next)
        {
          flush()
          result += span(String(inside), attributes, source)
          rest = rest[after.startIndex...]
          continue
        }
        // Without references, a name behind an @ is a text.
        if !bibliography.isEmpty, inside.utf8.contains(UInt8(ascii: "@")),
          let works = CitedWork.works(inside)
        {
          flush()
          for work in works { bibliography.cite(work.key) }
          result.append(note(.citation(works, written: String(inside), source), []))
          rest = next
          continue
        }
      }
      words += "["
      rest = behind
    }
    words += rest
    flush()
    return result
  }

  func span(
    _ words: String, _ attributes: BraceAttributes, _ source: ManuscriptSource
  ) -> [Inline] {
    var inlines: [Inline] = words.isEmpty ? [] : [.text(words)]
    var classes = attributes.classes
    if let index = classes.firstIndex(of: "index") {
      classes.remove(at: index)
      let term = attributes.pairs["term"] ?? words
      if !term.isEmpty {
        hasIndex = true
        inlines.insert(.indexMark(IndexMark(term)), at: 0)
      }
    }
    if let index = classes.firstIndex(of: "smallcaps") {
      classes.remove(at: index)
      inlines = [.smallCaps(inlines)]
    }
    let id = attributes.id
    let language = attributes.pairs["lang"] ?? ""
    guard !id.isEmpty || !classes.isEmpty || !language.isEmpty else { return inlines }
    return [
      .span(
        Span(
          inlines, language: language,
          Attributes(
            id: id.isEmpty ? "" : addPlace(id, BookPlace(kind: .other), source, isOwn: true),
            classes: classes)))
    ]
  }
}
