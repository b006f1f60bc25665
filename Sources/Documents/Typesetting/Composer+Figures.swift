// SPDX-License-Identifier: MIT
// Part of Platen: composes code, rules and figures with captions.

internal import Documents
internal import Drawing
internal import Geometry

extension Composer {
  /// The smallest size of code, in points, before its lines are broken.
  private static let leastCode = 5.0
  /// The part of a page's height up to which code is kept on one page.
  private static let codeKept = 0.5

  func compose(_ code: CodeBlock, in room: Room, into chunks: inout [Chunk]) {
    switch code.language {
    case "math" where composeFormula(code, in: room, into: &chunks): break
    case "mermaid" where composeDiagram(code, in: room, into: &chunks): break
    default: composeSource(code, in: room, into: &chunks)
    }
  }

  private func composeSource(_ code: CodeBlock, in room: Room, into chunks: inout [Chunk]) {
    let style = styles.resolve("code", code.attributes.classes, in: room.style)
    let element = galley.element(.code, in: room.element)
    let first = chunks.count
    var height = 0.0
    framed(style, element, in: room, into: &chunks) { room, chunks in
      var room = room
      room.direction = .leftToRight
      var lines = self.lines(of: code)
      // The frame's margins are not the paragraph's own.
      var inner = styles.resolve("code.text", in: style)
      if shrinksCode { fit(&lines, &inner, in: room) }
      var inlines: [Inline] = []
      var colors = look.colorsCode ? CodeColors(language: code.language) : nil
      for (i, line) in lines.enumerated() {
        if i > 0 { inlines.append(.lineBreak) }
        inlines += colors?.inlines(of: line) ?? [.text(line)]
      }
      let extras = ParagraphExtras()
      extras.marksWraps = true
      let paragraph = setParagraph(
        ParagraphText(
          inlines: inlines, style: inner, element: galley.element(.paragraph, in: element),
          extras: extras), in: room, into: &chunks)
      guard let paragraph else { return }
      let set = galley.paragraphs[paragraph]
      height = Double(set.lineCount) * set.lineHeight
    }
    // A drawing of letters means nothing in two halves.
    guard shrinksCode, height <= Composer.codeKept * template.area(page: 0).height,
      let start = chunks[first...].firstIndex(where: { !$0.isPageBreak })
    else { return }
    chunks[start].keepsTogether = true
  }

  /// Sets lines of code smaller if they then need not be broken, and shortens lines that are rules:
  /// drawings and tables made of letters stay intact.
  ///
  /// Lines that do not fit at the least size, such as prose, are broken. If these are most of those
  /// that are too long, the size stays as it is.
  private func fit(_ lines: inout [String], _ style: inout Int32, in room: Room) {
    func width(_ line: String) -> Double {
      extent(of: [.text(line)], style: style, room).max + 0.01
    }
    let rules = lines.map(TextRule.isRule)
    let long = lines.indices.filter { !rules[$0] }.map { width(lines[$0]) }
      .filter { $0 > room.width }
    let least = min(1, Composer.leastCode / styles.node(style).size)
    let fitting = long.filter { $0 * least <= room.width }
    if let widest = fitting.max(), 2 * fitting.count >= long.count {
      style = styles.scaled(style, by: room.width / widest)
    }
    for (i, line) in lines.enumerated() where rules[i] {
      let width = width(line)
      guard width > room.width else { continue }
      let count = Double(line.unicodeScalars.count)
      lines[i] = TextRule.shortened(line, to: Int(count * room.width / width))
    }
  }

  /// The lines of code, in books without blank ones before and after it.
  private func lines(of code: CodeBlock) -> [String] {
    var lines = code.text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    func isBlank(_ line: Substring) -> Bool {
      line.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
    }
    if shrinksCode {
      while lines.count > 1, lines.last.map(isBlank) ?? false { lines.removeLast() }
      while lines.count > 1, lines.first.map(isBlank) ?? false { lines.removeFirst() }
    }
    return lines.map(Composer.verbatim)
  }

  /// Keeps leading and repeated spaces as no-break spaces; a tab is four spaces.
  private static func verbatim(_ line: Substring) -> String {
    var text = ""
    var wasBlank = true
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\t":
        text += "\u{A0}\u{A0}\u{A0}\u{A0}"
        wasBlank = true
      case " ":
        text += wasBlank ? "\u{A0}" : " "
        wasBlank = true
      case "\r": break
      default:
        text.unicodeScalars.append(scalar)
        wasBlank = false
      }
    }
    // An empty text is a line.
    return text.isEmpty ? "\u{A0}" : text
  }

  func rule(_ attributes: Attributes, in room: Room, into chunks: inout [Chunk]) {
    let style = styles.resolve("rule", attributes.classes, in: room.style)
    let node = styles.node(style)
    addBox(
      .ornament, Size(width: room.width, height: node.lineHeight),
      spaceBefore: node.spaceBefore, spaceAfter: node.spaceAfter, in: room, into: &chunks)
  }

  func compose(
    _ figure: Figure, _ language: String, in room: Room, into chunks: inout [Chunk]
  ) {
    let style = styles.resolve(
      "figure", figure.attributes.classes, in: room.style, language: language)
    let node = styles.node(style)
    let captionStyle = styles.resolve("figure.caption", in: style)
    let words = figure.image.alternative
    guard let image = image(figure.image.resource) else {
      // A missing image is replaced by its description.
      let substitute = Inline.text("[\(words.isEmpty ? figure.image.resource : words)]")
      setParagraph(
        ParagraphText(
          inlines: [substitute] + figure.caption, style: captionStyle,
          element: galley.element(.paragraph, in: room.element)), in: room, into: &chunks)
      return
    }
    let isOrnament = words.isEmpty && figure.caption.isBlank
    let element: Int32 = isOrnament ? -1 : galley.element(.figure, in: room.element)
    var caption: [Chunk] = []
    if element >= 0 {
      galley.structure.elements[Int(element)].alternative =
        words.isEmpty ? figure.caption.plainText.replacing("\n", with: " ") : words
      if !figure.caption.isBlank {
        setParagraph(
          ParagraphText(
            inlines: figure.caption, style: captionStyle,
            element: galley.element(.caption, in: element)), in: room, into: &caption)
      }
    }
    let floats = !room.isInner && figure.isMapOfPlace
    var wordsHeight = galley.height(of: caption, styles: styles) + node.size
    if !floats, figureHeightLimit == nil {
      wordsHeight += heightKept(at: chunks, spaceBefore: node.spaceBefore)
    }
    let size = shownSize(of: figure.image, image.size, wordsHeight, in: room)
    addBox(
      .image(image.node, size: image.size, element: element), size,
      spaceBefore: node.spaceBefore, spaceAfter: caption.isEmpty ? node.spaceAfter : 0,
      keepsWithNext: !caption.isEmpty, floats: floats, in: room, into: &chunks)
    if !caption.isEmpty {
      caption[caption.count - 1].spaceAfter = node.spaceAfter
      chunks += caption
    }
  }

  /// The height of headings and other chunks that stay with what follows the last of `chunks`, at
  /// most half a page.
  private func heightKept(at chunks: [Chunk], spaceBefore: Double) -> Double {
    let start = (chunks.lastIndex { !$0.keepsWithNext } ?? -1) + 1
    let kept = Array(chunks[start...])
    guard let first = kept.first, let last = kept.last else { return 0 }
    let height =
      first.spaceBefore + galley.height(of: kept, styles: styles)
      + max(last.spaceAfter, spaceBefore)
    return min(height, template.area(page: 0).height / 2)
  }

  /// - Parameter wordsHeight: The height of the words above and below it on its page.
  private func shownSize(
    of image: Image, _ size: Size, _ wordsHeight: Double, in room: Room
  ) -> Size {
    let area = template.area(page: 0)
    let requested =
      image.share > 0 ? room.width * min(1, image.share) : min(size.width, room.width)
    let limit =
      room.isInner ? area.height * 0.6 : (figureHeightLimit ?? area.height) - wordsHeight - 2
    let width = min(requested, limit * size.width / size.height)
    return Size(width: width, height: width * size.height / size.width)
  }
}

extension Figure {
  /// Indicates whether it is a map of the place of the following text; it may float.
  fileprivate var isMapOfPlace: Bool { attributes.has("map") && attributes.has("place") }
}
