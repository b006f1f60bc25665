// SPDX-License-Identifier: MIT
// Part of Platen: Markdown as CommonMark and GitHub write it, read into blocks of a document.

public import Diagnostics
public import Documents

/// Reads Markdown (CommonMark with GitHub's tables, task lists, strikethrough, autolinks and
/// footnotes) into blocks.
///
/// Text between blank lines that holds nothing Markdown knows but asterisks round words, which is
/// most of a story, is read without the parser, to the same result, as are lists, quotes and tables
/// of such text. What a document cannot hold is counted in `tally`.
public struct MarkdownReader: Sendable {
  /// The settings of reading Markdown.
  public struct Options: Hashable, Sendable {
    /// A single line end is a break, as in chats and stat blocks, not a blank.
    public var hardLineBreaks = false
    /// Raw HTML is shown as the text it is; otherwise it is omitted and counted. It is never passed
    /// through.
    public var escapesHTML = true
    /// Added to the level of every heading; levels end at 6.
    public var headingShift = 0
    /// Indicates whether headings stand in contents and running heads.
    public var listsHeadings = true
    /// Blocks within blocks, and inlines within inlines; what is deeper is flattened.
    public var maximumNesting = 48
    /// Links and images are kept with the addresses they are written with, for a caller that
    /// resolves these; the title of an image is the pair `title` of a span around it.
    public var keepsAddresses = false
    /// Quotes that begin with a mark such as `[!NOTE]` are callouts, formulas stand between dollar
    /// signs, the pair `info` of a code block is what follows its language, and the HTML that
    /// Markdown has no sign for is read: line breaks, raised and lowered text, anchors, images. Of
    /// other HTML the text is kept.
    public var readsExtensions = false
    /// Bytes between two blank lines that the parser is given; longer ones are shown as they are.
    /// The parser takes time as the square of the length for some texts made to hurt it.
    public var longestParagraph = 1 << 15

    public init() {}
  }

  /// The counts of constructs that were read otherwise than written.
  public struct Tally: Hashable, Sendable {
    /// Links to something else than `http`, `https` or `mailto`, shown as text.
    public var links = 0
    /// Pictures the document does not carry, shown as their alternative text.
    public var images = 0
    /// Pieces of raw HTML omitted.
    public var html = 0
    /// The line of the first of them, counted from 1; nil where the text was not read with
    /// extensions.
    public var htmlLine: Int?
    /// Blocks or inlines nested too deeply, flattened.
    public var nesting = 0
    /// Paragraphs too long or too entangled for the parser, shown as written.
    public var length = 0

    public init() {}

    /// One warning for each kind that occurred.
    public var warnings: [Diagnostic] {
      var result: [Diagnostic] = []
      func add(_ count: Int, _ code: Diagnostic.Code, _ message: String) {
        if count > 0 { result.append(.warning(code, "\(count) \(message)")) }
      }
      add(links, .markdownLink, "links that are not web or mail addresses are shown as text")
      add(images, .markdownImage, "images are shown as their alternative text")
      add(html, .markdownHtml, "pieces of raw HTML were omitted")
      add(nesting, .markdownNesting, "lists, quotes or emphases too deep within others are flat")
      add(
        length, .markdownLength,
        "paragraphs too long for Markdown, or too entangled, are shown as written")
      return result
    }
  }

  public var options: Options
  public private(set) var tally = Tally()
  /// Called between the paragraphs of a text: once it is true, the rest is not read.
  public var isCancelled: @Sendable () -> Bool = { false }

  public init(options: Options = Options()) { self.options = options }

  /// The blocks of a text.
  public mutating func blocks(of text: String) -> [Block] {
    var text = text
    return text.withUTF8 { bytes in
      let parts = unsafe MarkdownChunks(bytes, options: options)
      if parts.isOnePiece { return unsafe parsed(bytes[...]) }
      var result: [Block] = []
      result.reserveCapacity(parts.chunks.count)
      for chunk in parts.chunks {
        if isCancelled() { break }
        // A dollar sign means something in extensions alone.
        if options.readsExtensions, chunk.kind != .literal,
          unsafe bytes[chunk.range].contains(UInt8(ascii: "$"))
        {
          unsafe result += parsed(bytes[chunk.range])
          continue
        }
        switch chunk.kind {
        case .plain: unsafe result.append(plainParagraph(bytes[chunk.range]))
        case .emphasized:
          unsafe result.append(plainParagraph(bytes[chunk.range], hasEmphasis: true))
        case .heading:
          if let heading = unsafe plainHeading(bytes[chunk.range]) { result.append(heading) }
        case .rows: if let rows = chunk.rows { unsafe result.append(block(of: rows, bytes)) }
        case .markup: unsafe result += parsed(bytes[chunk.range])
        case .literal:
          tally.length += 1
          unsafe result.append(plainParagraph(bytes[chunk.range]))
        }
      }
      return result
    }
  }

  /// The blocks of a text, by the parser alone: what `blocks(of:)` must come to as well.
  mutating func parsedBlocks(of text: String) -> [Block] {
    var text = text
    return text.withUTF8 { unsafe parsed($0[...]) }
  }

  private mutating func parsed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [Block] {
    var tree = MarkdownTree(options: options, tally: tally)
    let hadLine = tally.htmlLine != nil
    let blocks = unsafe tree.blocks(of: UnsafeBufferPointer(rebasing: bytes))
    tally = tree.tally
    if !hadLine, let line = tally.htmlLine {
      tally.htmlLine = unsafe line + bytes.base[..<bytes.startIndex].count { $0 == 0x0A }
    }
    return blocks
  }

  /// A heading of words without markup.
  private func plainHeading(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Block? {
    guard let heading = unsafe MarkdownChunks.heading(UnsafeBufferPointer(rebasing: bytes)) else {
      return nil
    }
    return unsafe .heading(
      Heading(
        min(heading.level + options.headingShift, 6),
        plainInlines(heading.words, hasEmphasis: false), isListed: options.listsHeadings))
  }

  /// A paragraph of lines without markup, or with none but asterisks round words.
  private func plainParagraph(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, hasEmphasis: Bool = false
  ) -> Block {
    unsafe .paragraph(Paragraph(plainInlines(bytes, hasEmphasis: hasEmphasis)))
  }

  private func plainInlines(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, hasEmphasis: Bool
  ) -> [Inline] {
    unsafe InlineLine.inlines(
      ofPlainLines: UnsafeBufferPointer(rebasing: bytes),
      breaksAtLineEnds: options.hardLineBreaks, hasEmphasis: hasEmphasis)
  }

  /// A list, a quote or a table of words.
  private func block(of rows: MarkdownRows, _ bytes: UnsafeBufferPointer<UInt8>) -> Block {
    switch rows {
    case .list(let marker, let items):
      return .list(
        List(marker, items.map { unsafe List.Item([plainParagraph(bytes[$0], hasEmphasis: true)]) })
      )
    case .quote(let lines):
      let words = unsafe Array(lines.map { unsafe bytes[$0] }.joined(separator: [0x0A]))
      return unsafe words.withUnsafeBufferPointer { words in
        unsafe .quote(Quote([plainParagraph(words[...], hasEmphasis: true)]))
      }
    case .table(let columns, let rows):
      let rows = rows.map { cells in
        Table.Row(cells.map { unsafe Table.Cell(plainInlines(bytes[$0], hasEmphasis: true)) })
      }
      return .table(
        Table(columns: columns, head: Array(rows.prefix(1)), body: Array(rows.dropFirst())))
    }
  }
}
