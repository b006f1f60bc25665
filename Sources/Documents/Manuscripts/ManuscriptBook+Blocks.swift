// SPDX-License-Identifier: MIT
// Part of Platen: the blocks of a book of Markdown files: headings, code, figures and tables with numbers.

internal import Diagnostics
internal import Documents
internal import Figures
internal import Readers

extension ManuscriptBook {
  // MARK: Blocks

  func prepared(_ blocks: [Block], _ source: ManuscriptSource) throws -> [Block] {
    var result: [Block] = []
    result.reserveCapacity(blocks.count)
    var caption: Caption?
    for block in blocks {
      try checkCancellation()
      switch block {
      case .paragraph(let paragraph):
        if let included = try included(paragraph, source) {
          result += included
        } else if let figure = try figure(of: paragraph, source) {
          result.append(figure)
        } else if let equation = equation(of: paragraph, source) {
          result.append(equation)
        } else if let found = Caption(paragraph) {
          // A caption belongs to the table before it, or else to that behind it.
          if case .table(let table)? = result.last, table.caption.isEmpty {
            result[result.count - 1] = captioned(table, found, source)
          } else {
            caption = found
            result.append(.paragraph(Paragraph(try inlines(paragraph.inlines, source))))
            continue
          }
        } else {
          result.append(try prepared(paragraph, source))
        }
      case .heading(let heading): result.append(try prepared(heading, source))
      case .table(var table):
        table.head = try rows(table.head, source)
        table.body = try rows(table.body, source)
        if let caption {
          result.removeLast()
          result.append(captioned(table, caption, source))
        } else {
          result.append(.table(table))
        }
      case .list(var list):
        list.items = try list.items.map { item in
          var item = item
          item.blocks = try prepared(item.blocks, source)
          return item
        }
        result.append(.list(list))
      case .quote(var quote):
        quote.blocks = try prepared(quote.blocks, source)
        result.append(.quote(quote))
      case .callout(var callout):
        callout.title = try inlines(callout.title, source)
        if callout.title.isEmpty {
          callout.title = [
            .text(
              callout.defaultTitle.map { phrases[$0] }
                ?? NaturalOrder.title(of: callout.kind))
          ]
        }
        callout.blocks = try prepared(callout.blocks, source)
        result.append(.callout(callout))
      case .division(var division):
        division.blocks = try prepared(division.blocks, source)
        result.append(.division(division))
      case .code(let code): result += try prepared(code, source)
      case .figure, .keyValues, .rule, .pageBreak, .contents, .index: result.append(block)
      }
      caption = nil
    }
    return result
  }

  func rows(_ rows: [Table.Row], _ source: ManuscriptSource) throws -> [Table.Row] {
    try rows.map { row in
      Table.Row(
        try row.cells.map { cell in
          var cell = cell
          cell.blocks = try cell.blocks.map { block in
            guard case .paragraph(var paragraph) = block else { return block }
            paragraph.inlines = try inlines(paragraph.inlines, source)
            return .paragraph(paragraph)
          }
          return cell
        })
    }
  }

  func prepared(_ paragraph: Paragraph, _ source: ManuscriptSource) throws -> Block {
    var paragraph = paragraph
    if case .text(let last)? = paragraph.inlines.last, last.hasSuffix("}"),
      let (attributes, rest) = BraceAttributes.trailing(last[...]), !attributes.id.isEmpty
    {
      paragraph.inlines.removeLast()
      if !rest.isEmpty { paragraph.inlines.append(.text(String(rest))) }
      paragraph.attributes.id = addPlace(
        attributes.id, BookPlace(kind: .other), source, isOwn: true)
    }
    paragraph.inlines = try inlines(paragraph.inlines, source)
    return .paragraph(paragraph)
  }

  func prepared(_ node: Heading, _ source: ManuscriptSource) throws -> Block {
    var node = node
    var id: String?
    var isUnnumbered = false
    if case .text(let last)? = node.inlines.last, last.hasSuffix("}"),
      let (attributes, rest) = BraceAttributes.trailing(last[...])
    {
      node.inlines.removeLast()
      if !rest.isEmpty { node.inlines.append(.text(String(rest))) }
      if !attributes.id.isEmpty { id = attributes.id }
      isUnnumbered = attributes.classes.contains("unnumbered")
    }
    node.inlines = try inlines(node.inlines, source)
    return heading(
      node, id: id, number: isUnnumbered ? "" : nextNumber(node.level), of: source.name,
      source: source)
  }

  func heading(
    _ node: Heading, id: String?, number: String, of file: String,
    source: ManuscriptSource? = nil
  ) -> Block {
    var node = node
    let words = oneLine(node.inlines.plainText)
    let place = BookPlace(kind: .heading, number: number, title: node.inlines.withoutNotes)
    if let source, let id {
      node.attributes.id = addPlace(id, place, source, isOwn: true)
    } else {
      node.attributes.id =
        places.addPlace(
          places.slug(words, of: file), of: file, place, isOwn: false
        ).id
    }
    if !number.isEmpty { node.inlines.insert(.text(number + "\u{2002}"), at: 0) }
    return .heading(node)
  }

  /// The number of the next heading of a level; empty where headings have none.
  func nextNumber(_ level: Int) -> String {
    guard isNumbered else { return "" }
    while numbers.count > level { numbers.removeLast() }
    while numbers.count < level { numbers.append(0) }
    numbers[level - 1] += 1
    // The headings of a text may begin at any level.
    return numbers.drop { $0 == 0 }.map(String.init).joined(separator: ".")
  }

  /// An id that the text defines, as the book has it.
  func addPlace(
    _ id: String, _ place: BookPlace, _ source: ManuscriptSource, isOwn: Bool
  ) -> String {
    let (unique, isRepeated) = places.addPlace(id, of: source.name, place, isOwn: isOwn)
    if isRepeated {
      // The first may be in the same file.
      let first = source.place(of: "{#\(id)")
      let second = source.place(of: "{#\(id)")
      source.warn(
        .manuscriptId, "duplicate id \"\(printable(id, limit: 80))\"",
        at: second.line == nil ? first : second, hints: ["references lead to the first"])
    }
    return unique
  }

  // MARK: Code

  func prepared(_ code: CodeBlock, _ source: ManuscriptSource) throws -> [Block] {
    var code = code
    let info = code.attributes.value("info") ?? ""
    code.attributes = .none
    var attributes: BraceAttributes?
    if let start = info.firstIndex(of: "{") {
      attributes = BraceAttributes.leading(info[start...])?.attributes
    } else {
      attributes = BraceAttributes(inside: info[...])
    }
    code.text = try including(in: code.text, source)
    if let id = attributes?.id, !id.isEmpty {
      let kind: BookPlace.Kind = code.language == "math" ? .equation : .other
      var place = BookPlace(kind: kind)
      if kind == .equation {
        equations += 1
        place.number = String(equations)
        code.text += "\\tag{\(equations)}"
      }
      code.attributes.id = addPlace(id, place, source, isOwn: true)
    }
    switch code.language {
    case "mermaid": check(diagram: code.text, source)
    case "math": check(formula: code.text, isDisplay: true, source)
    default: break
    }
    let title = attributes?.pairs["caption"] ?? attributes?.pairs["title"]
    guard let title, !title.isEmpty else { return [.code(code)] }
    let caption = Block.paragraph(Paragraph([.strong([.text(title)])]))
    return code.language == "mermaid" ? [.code(code), caption] : [caption, .code(code)]
  }

  func check(diagram text: String, _ source: ManuscriptSource) {
    func place(_ line: Int) -> SourceLocation {
      let first = text.split(separator: "\n").first.map(String.init) ?? ""
      var place = source.place(of: first, inCode: true)
      place.line = place.line.map { $0 + line - 1 }
      place.column = nil
      return place
    }
    do throws(DiagramError) {
      let diagram = try Diagram(mermaid: text)
      for what in diagram.leftOut {
        source.record(
          .note(.manuscriptDiagram, "in a diagram \(what) have no effect", at: place(1)))
      }
    } catch {
      source.warn(
        .manuscriptDiagram, "a diagram is shown as its source: \(error.message)",
        at: place(error.line), hints: [error.hint])
    }
  }

  func check(formula latex: String, isDisplay: Bool, _ source: ManuscriptSource) {
    do throws(FormulaError) {
      _ = try Formula(latex: latex, isDisplay: isDisplay)
    } catch {
      let first = latex.split(separator: "\n").first.map(String.init) ?? ""
      var place = source.place(of: first)
      place.line = place.line.map { $0 + error.line }
      source.warn(
        .manuscriptFormula,
        "the formula \(printable(oneLine(latex), limit: 40)) is shown as it is written: "
          + error.message, at: place)
    }
  }

  /// A paragraph that is one displayed formula, with or without an id.
  func equation(of paragraph: Paragraph, _ source: ManuscriptSource) -> Block? {
    guard case .span(let span)? = paragraph.inlines.first, span.attributes.has("display"),
      span.attributes.has("math"), span.inlines.count == 1, case .code(let latex) = span.inlines[0]
    else { return nil }
    var id = ""
    if paragraph.inlines.count > 1 {
      guard paragraph.inlines.count == 2, case .text(let text) = paragraph.inlines[1],
        let (attributes, rest) = BraceAttributes.leading(text[...].drop(while: \.isWhitespace)),
        rest.allSatisfy(\.isWhitespace)
      else { return nil }
      id = attributes.id
    }
    check(formula: latex, isDisplay: true, source)
    var code = CodeBlock(latex, language: "math")
    if !id.isEmpty {
      equations += 1
      code.text += "\\tag{\(equations)}"
      code.attributes.id = addPlace(
        id, BookPlace(kind: .equation, number: String(equations)), source, isOwn: true)
    }
    return .code(code)
  }

  // MARK: Figures and tables

  func label(_ phrase: Phrase, _ number: Int) -> String {
    "\(phrases[phrase])\u{A0}\(number)"
  }

  /// A paragraph that is one image, with or without attributes, as a figure.
  func figure(of paragraph: Paragraph, _ source: ManuscriptSource) throws -> Block? {
    guard let first = paragraph.inlines.first, let (image, title) = first.ownImage else {
      return nil
    }
    var attributes: BraceAttributes?
    if paragraph.inlines.count > 1 {
      guard paragraph.inlines.count == 2, case .text(let text) = paragraph.inlines[1],
        let (found, rest) = BraceAttributes.leading(text[...].drop(while: \.isWhitespace)),
        rest.allSatisfy(\.isWhitespace)
      else { return nil }
      attributes = found
    }
    return try figure(image, title: title, attributes, source)
  }

  func figure(
    _ image: Image, title: String, _ attributes: BraceAttributes?, _ source: ManuscriptSource
  ) throws -> Block {
    let id = attributes?.id ?? ""
    // A figure that can be referred to has a caption in any case.
    let words = !title.isEmpty ? title : id.isEmpty ? "" : image.alternative
    var figure = Figure(image)
    figure.image.share = attributes?.share ?? 0
    if !words.isEmpty || !id.isEmpty {
      figures += 1
      let name = label(.figure, figures)
      figure.caption = [.strong([.text(name + (words.isEmpty ? "" : "."))])]
      if !words.isEmpty { figure.caption.append(.text(" " + words)) }
      if !id.isEmpty {
        figure.attributes.id = addPlace(
          id, BookPlace(kind: .figure, number: name), source, isOwn: true)
      }
    }
    guard let resource = try resource(image.resource, source) else {
      let alternative = image.alternative.isEmpty ? image.resource : image.alternative
      return .paragraph(
        Paragraph(
          [.text("[\(alternative)]" + (figure.caption.isEmpty ? "" : " "))] + figure.caption,
          figure.attributes))
    }
    figure.image.resource = resource
    return .figure(figure)
  }

  /// A caption of a table, written `Table: words {#id}` or `: words`.
  struct Caption {
    var inlines: [Inline]
    var attributes: BraceAttributes?

    init?(_ paragraph: Paragraph) {
      guard case .text(let first)? = paragraph.inlines.first,
        let sign = ["Table: ", ": "].first(where: { first.hasPrefix($0) })
      else { return nil }
      inlines = [.text(String(first.dropFirst(sign.count)))] + paragraph.inlines.dropFirst()
      if case .text(let last)? = inlines.last,
        let (attributes, rest) = BraceAttributes.trailing(last[...])
      {
        self.attributes = attributes
        inlines[inlines.count - 1] = .text(String(rest))
      }
    }
  }

  func captioned(
    _ table: Table, _ caption: Caption, _ source: ManuscriptSource
  ) -> Block {
    var table = table
    tables += 1
    let name = label(.table, tables)
    let words = (try? inlines(caption.inlines, source)) ?? caption.inlines
    table.caption = [.strong([.text(name + ".")]), .text(" ")] + words
    if let id = caption.attributes?.id, !id.isEmpty {
      table.attributes.id = addPlace(id, BookPlace(kind: .table, number: name), source, isOwn: true)
    }
    return .table(table)
  }
}
