// SPDX-License-Identifier: MIT
// Part of Platen: makes blocks of the files of a manuscript, one after the other.

internal import Diagnostics
internal import Documents
internal import Figures
internal import Readers

/// What is known of a book while its files are read.
///
/// Links, references and citations may lead forward: they are noted as they are met, and resolved
/// when all files are read.
final class ManuscriptBook {
  let files: ManuscriptFiles
  private let options: ManuscriptOptions
  private(set) var phrases = Phrasebook.english
  /// The files that the book is made of.
  private var members: Set<String> = []
  private var isNumbered = false
  /// The files read, in the order of reading.
  private var sources: [ManuscriptSource] = []
  private var known: [String: ManuscriptSource?] = [:]
  private var bytesRead = 0
  var places = BookPlaces()
  private(set) var resources: [Resource] = []
  private var images: [String: String?] = [:]
  private var figures = 0
  private var tables = 0
  private var equations = 0
  /// The numbers of the headings above, by level.
  private var numbers: [Int] = []
  private var bibliography = Bibliography(.authorYear, .english)
  private(set) var hasIndex = false
  /// What is to be resolved.
  private var pending: [Pending] = []
  /// Links to files that are not in the book, with the place of the first.
  private var outside: (count: Int, first: SourceLocation)?
  /// The files being included.
  private var open: [String] = []
  private var includedBytes = 0
  /// The files below the root by their names in lower case, for names without a folder.
  private lazy var byName: [String: [String]] = namedFiles()

  private static let includeDepth = 16
  private static let includeLimit = 64 << 20
  private static let imageLimit = 512 << 20
  private var imageBytes = 0

  /// A reference that is resolved when all files are read.
  private enum Pending {
    case link(url: String, ManuscriptSource)
    case page(name: String, heading: String, ManuscriptSource)
    case citation([CitedWork], written: String, ManuscriptSource)
  }
  /// What the target of a pending reference begins with: no id has it.
  private static let mark: Character = "\u{1}"

  init(_ files: ManuscriptFiles, _ options: ManuscriptOptions) {
    self.files = files
    self.options = options
  }

  func begin(
    with phrases: Phrasebook, members: Set<String>, isNumbered: Bool, citations: CitationStyle
  ) {
    self.phrases = phrases
    self.members = members
    self.isNumbered = isNumbered
    bibliography = Bibliography(citations, phrases)
  }

  /// A file, which is read once; nil where there is none.
  func source(_ name: String) throws -> ManuscriptSource? {
    if let source = known[name] { return source }
    guard let bytes = try files.read(name) else {
      known[name] = .some(nil)
      return nil
    }
    bytesRead += bytes.count
    guard bytesRead <= Manuscript.limit else {
      throw Failure(
        .error(
          .manuscriptSize,
          "the files of the book are larger than \(Manuscript.limit >> 20) MiB together",
          at: SourceLocation(file: files.prefix + name)))
    }
    let source = ManuscriptSource(name, bytes, prefix: files.prefix)
    sources.append(source)
    known[name] = source
    return source
  }

  /// All warnings, by file.
  var diagnostics: [Diagnostic] {
    var all = sources.flatMap(\.diagnostics) + warnings
    if let outside {
      all.append(
        .note(
          .manuscriptOutside,
          outside.count == 1
            ? "a link to a file that is not in the book is shown as text"
            : "\(outside.count) links to files that are not in the book are shown as text",
          at: outside.first))
    }
    return all
  }

  // MARK: References

  /// Reads files of references.
  func addReferences(
    _ names: [(name: String?, place: SourceLocation?)], of source: ManuscriptSource
  ) throws {
    for (name, place) in names {
      guard let path = name.flatMap({ InnerPath.inside($0) }), let bytes = try files.read(path)
      else {
        let shown = printable(name ?? "", limit: 200)
        let fault = Diagnostic.error(
          .manuscriptBibliography,
          name == nil
            ? "a file of references is outside of the folder" : "no such file: \(shown)", at: place)
        throw Failure(fault.inFile(source.shown))
      }
      addReferences(bytes, from: files.prefix + path)
    }
  }

  func addReferences(_ bytes: [UInt8], from path: String) {
    let read = BibTeX(bytes)
    for entry in read.entries { bibliography.add(entry) }
    for fault in read.faults {
      var place = fault.place
      place.file = path
      warnings.append(
        .warning(.manuscriptBibliography, "an entry is omitted: \(fault.message)", at: place))
    }
  }

  /// Warnings about other files than those of text.
  private var warnings: [Diagnostic] = []

  func finishReferences() { bibliography.finish() }

  /// The list of references.
  func references(level: Int) -> [Block] { bibliography.blocks(level: level) }

  // MARK: Chapters

  /// The heading of a part.
  func part(_ title: String) -> Block {
    heading(
      Heading(1, [.text(title)]), id: nil, number: nextNumber(1), of: "")
  }

  /// The blocks of a file.
  ///
  /// - Parameter titled: whether the title of its front matter is a heading where it has none of the
  ///   first level.
  func chapter(_ source: ManuscriptSource, shift: Int, titled: Bool) throws -> [Block] {
    var blocks = try blocks(of: source, shift: shift)
    let hasTitle = blocks.contains {
      if case .heading(let heading) = $0 { heading.level <= 1 + shift } else { false }
    }
    if titled, !hasTitle, !source.matter.title.isEmpty {
      blocks.insert(
        .heading(Heading(1 + shift, [.text(source.matter.title)])), at: 0)
    }
    open.append(source.name)
    defer { open.removeLast() }
    var done = try prepared(blocks, source)
    if case .heading(let first)? = done.first {
      places.begin(source.name, at: first.attributes.id)
    } else if !done.isEmpty {
      let id = places.add(
        "file-" + BookPlaces.slug(NaturalOrder.stem(of: source.name)), of: source.name,
        BookPlace(kind: .other, title: [.text(NaturalOrder.title(of: source.name))]),
        isOwn: false
      ).id
      places.begin(source.name, at: id)
      done = done.anchored(id)
    }
    return done
  }

  /// The blocks of a file as they are written.
  private func blocks(of source: ManuscriptSource, shift: Int) throws -> [Block] {
    var options = MarkdownReader.Options()
    options.escapesHTML = false
    options.keepsAddresses = true
    options.readsExtensions = true
    options.headingShift = shift
    var reader = MarkdownReader(options: options)
    let blocks = reader.blocks(of: source.body)
    var tally = reader.tally
    if tally.html > 0 {
      source.warn(
        .manuscriptHtml,
        tally.html == 1
          ? "a tag of raw HTML is omitted" : "\(tally.html) tags of raw HTML are omitted",
        at: tally.htmlLine.map { source.place(ofLine: $0) },
        hints: ["the text between tags is kept: write it as Markdown"])
      tally.html = 0
    }
    for warning in tally.warnings { source.record(warning.inFile(source.shown)) }
    return blocks
  }

  // MARK: Blocks

  private func prepared(_ blocks: [Block], _ source: ManuscriptSource) throws -> [Block] {
    var result: [Block] = []
    result.reserveCapacity(blocks.count)
    var caption: Caption?
    for block in blocks {
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

  private func rows(_ rows: [Table.Row], _ source: ManuscriptSource) throws -> [Table.Row] {
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

  private func prepared(_ paragraph: Paragraph, _ source: ManuscriptSource) throws -> Block {
    var paragraph = paragraph
    if case .text(let last)? = paragraph.inlines.last, last.hasSuffix("}"),
      let (attributes, rest) = BraceAttributes.trailing(last[...]), !attributes.id.isEmpty
    {
      paragraph.inlines.removeLast()
      if !rest.isEmpty { paragraph.inlines.append(.text(String(rest))) }
      paragraph.attributes.id = add(attributes.id, BookPlace(kind: .other), source, isOwn: true)
    }
    paragraph.inlines = try inlines(paragraph.inlines, source)
    return .paragraph(paragraph)
  }

  private func prepared(_ node: Heading, _ source: ManuscriptSource) throws -> Block {
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

  private func heading(
    _ node: Heading, id: String?, number: String, of file: String,
    source: ManuscriptSource? = nil
  ) -> Block {
    var node = node
    let words = oneLine(node.inlines.plainText)
    let place = BookPlace(kind: .heading, number: number, title: node.inlines.withoutNotes)
    if let source, let id {
      node.attributes.id = add(id, place, source, isOwn: true)
    } else {
      node.attributes.id =
        places.add(
          places.slug(words, of: file), of: file, place, isOwn: false
        ).id
    }
    if !number.isEmpty { node.inlines.insert(.text(number + "\u{2002}"), at: 0) }
    return .heading(node)
  }

  /// The number of the next heading of a level; empty where headings have none.
  private func nextNumber(_ level: Int) -> String {
    guard isNumbered else { return "" }
    while numbers.count > level { numbers.removeLast() }
    while numbers.count < level { numbers.append(0) }
    numbers[level - 1] += 1
    // The headings of a text may begin at any level.
    return numbers.drop { $0 == 0 }.map(String.init).joined(separator: ".")
  }

  /// An id that the text defines, as the book has it.
  private func add(
    _ id: String, _ place: BookPlace, _ source: ManuscriptSource, isOwn: Bool
  ) -> String {
    let (unique, isRepeated) = places.add(id, of: source.name, place, isOwn: isOwn)
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

  private func prepared(_ code: CodeBlock, _ source: ManuscriptSource) throws -> [Block] {
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
      code.attributes.id = add(id, place, source, isOwn: true)
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

  private func check(diagram text: String, _ source: ManuscriptSource) {
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

  private func check(formula latex: String, isDisplay: Bool, _ source: ManuscriptSource) {
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
  private func equation(of paragraph: Paragraph, _ source: ManuscriptSource) -> Block? {
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
      code.attributes.id = add(
        id, BookPlace(kind: .equation, number: String(equations)), source, isOwn: true)
    }
    return .code(code)
  }

  // MARK: Figures and tables

  private func label(_ phrase: Phrase, _ number: Int) -> String {
    "\(phrases[phrase])\u{A0}\(number)"
  }

  /// A paragraph that is one image, with or without attributes, as a figure.
  private func figure(of paragraph: Paragraph, _ source: ManuscriptSource) throws -> Block? {
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

  private func figure(
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
        figure.attributes.id = add(
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
  private struct Caption {
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

  private func captioned(
    _ table: Table, _ caption: Caption, _ source: ManuscriptSource
  ) -> Block {
    var table = table
    tables += 1
    let name = label(.table, tables)
    let words = (try? inlines(caption.inlines, source)) ?? caption.inlines
    table.caption = [.strong([.text(name + ".")]), .text(" ")] + words
    if let id = caption.attributes?.id, !id.isEmpty {
      table.attributes.id = add(id, BookPlace(kind: .table, number: name), source, isOwn: true)
    }
    return .table(table)
  }

  // MARK: Images

  /// The name of the resource for an address; nil where it is not shown, which is reported.
  private func resource(_ url: String, _ source: ManuscriptSource) throws -> String? {
    func refuse(_ message: String, _ hint: String) {
      source.warn(.manuscriptImage, message, at: source.place(of: url), hints: [hint])
    }
    let shown = printable(url, limit: 120)
    if InnerPath.isRemote(url) || url.contains("://") || url.hasPrefix("data:") {
      refuse(
        "the image \(shown) is not fetched; its description is shown",
        "save it in the folder")
      return nil
    }
    let address = url.prefix { $0 != "?" && $0 != "#" }
    let written = InnerPath.decoded(address)
    guard
      let path =
        (written.hasPrefix("/")
          ? InnerPath.inside(String(written.dropFirst()))
          : InnerPath.joined(source.folder, written).flatMap { InnerPath.inside($0) })
    else {
      refuse("the image \(shown) is outside of the folder", "copy it into the folder")
      return nil
    }
    if let name = images[path] {
      if name == nil { refuse("the image \(shown) is not shown", "save it as PNG or JPEG") }
      return name
    }
    let name = try load(path, shown, refuse)
    images[path] = .some(name)
    return name
  }

  private func load(
    _ path: String, _ shown: String, _ refuse: (String, String) -> Void
  ) throws -> String? {
    guard imageBytes < ManuscriptBook.imageLimit, var bytes = try files.read(path) else {
      refuse("no such image: \(shown)", "correct the path, which starts from the file's folder")
      return nil
    }
    var size = ImageSize(bytes)
    var mediaType = size.mediaType
    if mediaType == nil, let drawn = files.draw(bytes) {
      bytes = drawn.bytes
      size.width = drawn.width
      size.height = drawn.height
      size.format = .png
      mediaType = "image/png"
    }
    guard let mediaType else {
      refuse("the image \(shown) is \(size.description)", "save it as PNG, JPEG or SVG")
      return nil
    }
    imageBytes += bytes.count
    let name = "image-\(resources.count + 1).\(size.format == .png ? "png" : "jpg")"
    resources.append(
      Resource(
        name: name, mediaType: mediaType, width: size.width, height: size.height, bytes: bytes))
    return name
  }

  // MARK: Includes

  /// The blocks that a paragraph includes, written `![[file]]` or `{{#include file}}`; nil for
  /// another paragraph.
  private func included(_ paragraph: Paragraph, _ source: ManuscriptSource) throws -> [Block]? {
    guard paragraph.inlines.count == 1, case .text(let text) = paragraph.inlines[0] else {
      return nil
    }
    let trimmed = oneLine(text)
    if trimmed.hasPrefix("{{#include "), trimmed.hasSuffix("}}") {
      let name = oneLine(String(trimmed.dropFirst(11).dropLast(2)))
      return try blocks(including: name, heading: "", written: name, source)
    }
    guard trimmed.hasPrefix("![["), trimmed.hasSuffix("]]"),
      !trimmed.dropFirst(3).dropLast(2).contains("[")
    else { return nil }
    let link = PageLink(trimmed.dropFirst(3).dropLast(2))
    if !link.name.isEmpty, let path = find(link.name, source), !BookOutline.isMarkdown(path) {
      let image = Image("/" + path, alternative: link.words ?? NaturalOrder.stem(of: path))
      // A number behind the bar is a width in pixels.
      let isWidth = link.words.map { $0.allSatisfy { $0.isNumber || $0 == "x" } } ?? false
      return [
        try figure(
          Image(
            image.resource,
            alternative: isWidth ? NaturalOrder.stem(of: path) : image.alternative),
          title: isWidth ? "" : link.words ?? "", nil, source)
      ]
    }
    return try blocks(
      including: link.name.isEmpty ? source.name : link.name, heading: link.heading,
      written: link.name, source)
  }

  private func refusal(
    _ message: String, _ written: String, _ source: ManuscriptSource, inCode: Bool = false
  ) -> Failure {
    Failure(.error(.manuscriptInclude, message, at: source.place(of: written, inCode: inCode)))
  }

  private func blocks(
    including name: String, heading: String, written: String, _ source: ManuscriptSource
  ) throws -> [Block] {
    let shown = printable(name, limit: 120)
    guard let path = find(name, source) else {
      let leadsOut = InnerPath.joined(source.folder, name) == nil || name.hasPrefix("/")
      throw refusal(
        leadsOut
          ? "the included file \"\(shown)\" is outside of the folder"
          : "no such file to include: \"\(shown)\"", written, source)
    }
    guard !open.contains(path) || !heading.isEmpty && path != source.name else {
      throw refusal("\(shown) includes itself", written, source)
    }
    guard open.count <= ManuscriptBook.includeDepth else {
      throw refusal(
        "files include each other more than \(ManuscriptBook.includeDepth) deep", written, source)
    }
    guard let other = try self.source(path) else {
      throw refusal("no such file to include: \"\(shown)\"", written, source)
    }
    try count(other.body.utf8.count, written, source)
    guard BookOutline.isMarkdown(path) else {
      return [.code(CodeBlock(other.body, language: String(path.split(separator: ".").last ?? "")))]
    }
    var blocks = try blocks(of: other, shift: 0)
    if !heading.isEmpty {
      blocks = blocks.section(BookPlaces.slug(heading))
      if blocks.isEmpty {
        source.warn(
          .manuscriptInclude, "\(shown) has no heading \"\(printable(heading, limit: 80))\"",
          at: source.place(of: written + "#" + heading))
      }
    }
    open.append(path)
    defer { open.removeLast() }
    let done = try prepared(blocks, other)
    for case .heading(let first) in done.prefix(1) where !members.contains(path) {
      places.begin(path, at: first.attributes.id)
    }
    return done
  }

  private func count(_ bytes: Int, _ written: String, _ source: ManuscriptSource) throws {
    // Each include costs as much as a page, so that files that include each other stay few.
    includedBytes += bytes + 4096
    guard includedBytes <= ManuscriptBook.includeLimit else {
      throw Failure(
        .error(
          .manuscriptSize,
          "included files are larger than \(ManuscriptBook.includeLimit >> 20) MiB together",
          at: source.place(of: written)))
    }
  }

  /// Code with the lines of files that it includes: `{{#include file:first:last}}`.
  private func including(in text: String, _ source: ManuscriptSource) throws -> String {
    guard text.contains("{{#include ") else { return text }
    return try text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let trimmed = oneLine(String(line))
      guard trimmed.hasPrefix("{{#include "), trimmed.hasSuffix("}}") else { return String(line) }
      let written = oneLine(String(trimmed.dropFirst(11).dropLast(2)))
      let words = written.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard let path = find(words[0], source), let other = try self.source(path) else {
        let leadsOut = InnerPath.joined(source.folder, words[0]) == nil || words[0].hasPrefix("/")
        throw refusal(
          leadsOut
            ? "the included file \"\(printable(words[0], limit: 120))\" is outside of the folder"
            : "no such file to include: \"\(printable(words[0], limit: 120))\"", written, source,
          inCode: true)
      }
      try count(other.text.utf8.count, written, source)
      let lines = other.text.split(separator: "\n", omittingEmptySubsequences: false)
      let first = words.count > 1 ? max(1, Int(words[1]) ?? 1) : 1
      let last =
        words.count > 2 ? Int(words[2]) ?? lines.count : words.count > 1 ? first : lines.count
      guard first <= last, first <= lines.count else { return "" }
      var part = lines[(first - 1)..<min(last, lines.count)]
      if part.last?.isEmpty == true { part.removeLast() }
      return part.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The file that a text names: by its path, or by its name alone where only one has it.
  private func find(_ name: String, _ source: ManuscriptSource) -> String? {
    guard !name.isEmpty, !name.hasPrefix("/") else { return nil }
    for candidate in [name, name + ".md"] {
      for folder in [source.folder, ""] {
        guard let joined = InnerPath.joined(folder, candidate),
          let path = InnerPath.inside(joined)
        else { continue }
        if members.contains(path) || (try? BookOutline.has(path, files)) == true,
          ((try? files.list(path)) ?? nil) == nil
        {
          return path
        }
      }
    }
    guard InnerPath.inside(name) != nil else { return nil }
    // A name below any folder, the first in their order.
    let key = name.lowercased()
    let last = key.split(separator: "/").last.map(String.init) ?? key
    let found = (byName[last] ?? []) + (byName[last + ".md"] ?? [])
    return found.first {
      let path = $0.lowercased()
      return path == key || path == key + ".md" || path.hasSuffix("/" + key)
        || path.hasSuffix("/" + key + ".md")
    }
  }

  /// Files below the root that are found by their names.
  private static let mostNamed = 20_000

  private func namedFiles() -> [String: [String]] {
    var result: [String: [String]] = [:]
    var count = 0
    var folders: [(path: String, depth: Int)] = [("", 0)]
    var at = 0
    while at < folders.count, count < ManuscriptBook.mostNamed {
      let (folder, depth) = folders[at]
      at += 1
      for entry in ((try? files.list(folder)) ?? nil) ?? [] where !entry.name.hasPrefix(".") {
        count += 1
        let path = folder.isEmpty ? entry.name : folder + "/" + entry.name
        if entry.isFolder {
          if depth < 16 { folders.append((path, depth + 1)) }
        } else {
          result[entry.name.lowercased(), default: []].append(path)
        }
      }
    }
    return result
  }

  // MARK: Inlines

  private func inlines(_ inlines: [Inline], _ source: ManuscriptSource) throws -> [Inline] {
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
          span.attributes.id = add(
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

  private func shown(_ image: Image, _ source: ManuscriptSource) throws -> Inline {
    guard let name = try resource(image.resource, source) else {
      return .text("[\(image.alternative.isEmpty ? image.resource : image.alternative)]")
    }
    var image = image
    image.resource = name
    return .image(image)
  }

  private func note(_ pending: Pending, _ words: [Inline]) -> Inline {
    self.pending.append(pending)
    return .reference(
      Reference(to: "\(ManuscriptBook.mark)\(self.pending.count - 1)", words))
  }

  private func link(_ link: Link, _ source: ManuscriptSource) throws -> [Inline] {
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
  private struct PageLink {
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

  /// Letters within brackets.
  private static let longestMark = 1000

  /// A text with links to pages, citations, and words with attributes.
  private func marked(_ text: String, _ source: ManuscriptSource) throws -> [Inline] {
    var result: [Inline] = []
    var words = ""
    func flush() {
      if !words.isEmpty { result.append(.text(words)) }
      words = ""
    }
    var rest = text[...]
    while let open = rest.firstIndex(of: "[") {
      words += rest[..<open]
      let behind = rest[rest.index(after: open)...]
      let near = behind.prefix(ManuscriptBook.longestMark)
      if near.first == "[", let close = near.firstRange(of: "]]"),
        near.index(after: near.startIndex) < close.lowerBound
      {
        let inside = near[near.index(after: near.startIndex)..<close.lowerBound]
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
          rest = rest[close.upperBound...]
          continue
        }
      }
      if let close = near.firstIndex(of: "]") {
        let inside = near[..<close]
        let next = near[near.index(after: close)...]
        if next.first == "{", let (attributes, after) = BraceAttributes.leading(next) {
          flush()
          result += span(String(inside), attributes, source)
          rest = rest[after.startIndex...]
          continue
        }
        // Without references, a name behind an @ is a text.
        if !bibliography.isEmpty, inside.contains("@"), let works = CitedWork.works(inside) {
          flush()
          for work in works { bibliography.cite(work.key) }
          result.append(note(.citation(works, written: String(inside), source), []))
          rest = next.isEmpty ? rest[close...].dropFirst() : rest[next.startIndex...]
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

  private func span(
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
            id: id.isEmpty ? "" : add(id, BookPlace(kind: .other), source, isOwn: true),
            classes: classes)))
    ]
  }

  // MARK: Resolving

  /// Blocks with their links, references and citations resolved.
  func resolved(_ blocks: [Block]) -> [Block] {
    pending.isEmpty ? blocks : blocks.mappingInlines(resolved)
  }

  private func resolved(_ inline: Inline) -> [Inline]? {
    guard case .reference(let reference) = inline,
      reference.target.first == ManuscriptBook.mark,
      let number = Int(reference.target.dropFirst()), pending.indices.contains(number)
    else { return nil }
    let words = reference.inlines
    switch pending[number] {
    case .link(let url, let source): return resolve(url, words, source)
    case .page(let name, let heading, let source):
      return resolve(page: name, heading, words, source)
    case .citation(let works, let written, let source):
      for work in works where !bibliography.has(work.key) {
        source.warn(
          .manuscriptCitation, "no such work: \"\(printable(work.key, limit: 80))\"",
          at: source.place(of: "@" + work.key))
      }
      return bibliography.citation(works) ?? [.text("[\(written)]")]
    }
  }

  /// A reference to a place of the book.
  private func reference(to id: String, _ words: [Inline]) -> [Inline] {
    guard words.isBlank else { return [.reference(Reference(to: id, words))] }
    let place = places[id]
    let text: [Inline]
    switch place?.kind {
    case .heading:
      let number = place?.number ?? ""
      text = number.isEmpty ? place?.title ?? [] : [.text(number)]
    case .equation: text = [.text("(\(place?.number ?? ""))")]
    case .figure, .table: text = [.text(place?.number ?? "")]
    case .other, nil: text = place?.title ?? []
    }
    return [.reference(Reference(to: id, text.isBlank ? [.text(id)] : text))]
  }

  private func dangling(
    _ message: String, _ written: String, _ words: [Inline], _ source: ManuscriptSource,
    hints: [String] = []
  ) -> [Inline] {
    source.warn(.manuscriptLink, message, at: source.place(of: written), hints: hints)
    return words.isBlank ? [.text(written)] : words
  }

  private func resolve(
    _ url: String, _ words: [Inline], _ source: ManuscriptSource
  ) -> [Inline] {
    let shown = printable(url, limit: 120)
    if let scheme = url.firstIndex(of: ":"), !url[..<scheme].contains("/"),
      !url[..<scheme].contains("#"), url[..<scheme].allSatisfy({ $0.isLetter || $0.isNumber })
    {
      return dangling(
        "the link to \(shown) is shown as text", url, words, source,
        hints: ["links lead to http, https and mailto, or to files"])
    }
    let sign = url.firstIndex(of: "#")
    let fragment = sign.map { InnerPath.decoded(url[url.index(after: $0)...]) } ?? ""
    let written = InnerPath.decoded(
      (sign.map { url[..<$0] } ?? url[...]).prefix { $0 != "?" })
    guard !written.isEmpty else {
      if let id = places.resolve(fragment, in: source.name) { return reference(to: id, words) }
      return dangling(
        "no such id: \"\(printable(fragment, limit: 80))\"", url, words, source,
        hints: ["define it with {#\(printable(fragment, limit: 80))}"])
    }
    guard
      let path = written.hasPrefix("/")
        ? InnerPath.joined("", written)
        : InnerPath.joined(source.folder, written)
    else {
      return noteOutside(url, words, source)
    }
    for candidate in [path, path + ".md", path + "/index.md", path + "/README.md"] {
      guard (known[candidate] ?? nil) != nil, let start = places.starts[candidate] else { continue }
      guard !fragment.isEmpty else { return reference(to: start, words) }
      if let id = places.resolve(fragment, in: candidate) { return reference(to: id, words) }
      return dangling(
        "\(printable(written, limit: 120)) has no id \"\(printable(fragment, limit: 80))\"", url,
        words, source)
    }
    if path.isEmpty || (try? BookOutline.has(path, files)) == true {
      return noteOutside(url, words, source)
    }
    return dangling(
      "no such file: \"\(printable(written, limit: 120))\"", url, words, source,
      hints: ["links start from the file's own folder"])
  }

  private func noteOutside(
    _ url: String, _ words: [Inline], _ source: ManuscriptSource
  ) -> [Inline] {
    if outside == nil { outside = (0, source.place(of: url)) }
    outside?.count += 1
    return words.isBlank ? [.text(url)] : words
  }

  private func resolve(
    page name: String, _ heading: String, _ words: [Inline], _ source: ManuscriptSource
  ) -> [Inline] {
    let written = name + (heading.isEmpty ? "" : "#" + heading)
    guard !name.isEmpty else {
      if let id = places.resolve(heading, in: source.name) { return reference(to: id, words) }
      return dangling(
        "no such heading: \"\(printable(heading, limit: 80))\"", written, words, source)
    }
    guard let path = find(name, source) else {
      return dangling(
        "no such page: \"\(printable(name, limit: 120))\"", name, words, source)
    }
    guard let start = places.starts[path] else {
      return noteOutside(name, words.isBlank ? [.text(name)] : words, source)
    }
    guard !heading.isEmpty else {
      return reference(to: start, words.isBlank ? [.text(name)] : words)
    }
    if let id = places.resolve(heading, in: path) { return reference(to: id, words) }
    return dangling(
      "\(printable(name, limit: 120)) has no heading \"\(printable(heading, limit: 80))\"",
      written, words, source)
  }
}
