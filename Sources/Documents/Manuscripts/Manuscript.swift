// SPDX-License-Identifier: MIT
// Part of Platen: Markdown files as one document.

package import Diagnostics
package import Documents
internal import Readers

/// Reads the files of a manuscript.
package enum Manuscript {
  /// Bytes of one file of text, and of all that are read.
  package static let fileLimit = 64 << 20
  static let limit = 512 << 20

  /// The document of a manuscript.
  ///
  /// - Parameter phrases: the phrases of a language.
  /// - Returns: also warnings, each at its place in a file.
  /// - Throws: `Failure` for files that are not there, includes that lead out of the folder or to
  ///   themselves, and too much of anything; errors of reading; `CancellationError`.
  package static func document(
    of files: ManuscriptFiles, _ options: ManuscriptOptions,
    phrases: (_ language: String) throws -> Diagnosed<Phrasebook>
  ) throws -> Diagnosed<Document> {
    let book = ManuscriptBook(files, options)
    let outline = try BookOutline(files) { try book.source($0) }
    let read = try outline.chapters.map {
      chapter -> (chapter: BookOutline.Chapter, source: ManuscriptSource) in
      guard let source = try book.source(chapter.file) else {
        throw Failure(
          .error(
            .manuscriptPart, "no such file: \(files.prefix + chapter.file)",
            at: SourceLocation(file: files.prefix + chapter.file)))
      }
      return (chapter: chapter, source: source)
    }
    for (name, place) in outline.missing {
      read[0].source.warn(
        .manuscriptPart, "no such file in the folder: \"\(printable(name, limit: 200))\"",
        at: place)
    }
    var metadata = Metadata()
    let matter = read[0].source.matter
    metadata.subtitle = options.subtitle.isEmpty ? matter.subtitle : options.subtitle
    metadata.authors = options.authors.isEmpty ? matter.authors : options.authors
    metadata.date = options.date.isEmpty ? matter.date : options.date
    metadata.license = options.license.isEmpty ? matter.license : options.license
    let language = options.language.isEmpty ? matter.language : options.language
    metadata.language = language.isEmpty ? "en" : language
    metadata.direction = Direction.of(language: metadata.language)
    let phrasebook = try phrases(metadata.language)
    let isArticle = read.count == 1
    book.begin(
      with: phrasebook.value, members: Set(read.map(\.source.name)),
      isNumbered: options.isNumbered ?? matter.isNumbered ?? false,
      citations: options.citations ?? matter.citations ?? .authorYear)
    for (path, bytes) in files.references { book.addReferences(bytes, from: path) }
    for (_, source) in read {
      try book.addReferences(
        source.matter.bibliography.map { (InnerPath.joined(source.folder, $0.name), $0.place) },
        of: source)
    }

    var blocks: [Block] = []
    var part: Int?
    for (index, (chapter, source)) in read.enumerated() {
      if let number = chapter.part, number != part {
        blocks.append(book.part(outline.parts[number]))
        part = number
      }
      let isFirst = index == 0
      let isInPart = chapter.part != nil
      if isInPart { blocks.append(.pageBreak) }
      blocks += try book.chapter(
        source, shift: isInPart ? 1 : 0,
        // The title of a book stands on its title page.
        titled: !isArticle && !(isFirst && NaturalOrder.isIndex(source.name)))
    }
    book.finishReferences()
    blocks = book.resolved(blocks)
    let ownTitle = options.title.isEmpty ? matter.title : options.title
    metadata.title = ownTitle
    var title: [Inline] = [.text(ownTitle)]
    var titleID = ""
    // The title of an article is its only heading of the first level.
    if isArticle, let heading = blocks.onlyTitle,
      ownTitle.isEmpty || ownTitle == oneLine(heading.inlines.plainText)
    {
      title = heading.inlines
      titleID = heading.attributes.id
      metadata.title = oneLine(title.plainText)
      blocks.removeFirst()
    }
    let hasHead = !isArticle || !metadata.title.isEmpty
    if metadata.title.isEmpty {
      metadata.title = blocks.firstHeading ?? outline.name
      title = [.text(metadata.title)]
    }
    var document = Document(metadata: metadata, resources: book.resources)
    document.blocks = blocks
    let levels = document.headings().map(\.level)
    document.blocks += book.references(level: levels.min() ?? 1)
    if book.hasIndex {
      document.blocks.append(.index(Index(title: [.text(phrasebook.value[.index])])))
    }
    let depth = options.contentsDepth ?? matter.contentsDepth
    let headings = document.headings(depth: depth ?? 2).count
    var front =
      hasHead ? [head(title, metadata, id: titleID, isPage: !isArticle)] : []
    if depth.map({ $0 > 0 }) ?? (headings >= Manuscript.fewestHeadings) {
      front.append(
        .contents(Contents(title: [.text(phrasebook.value[.contents])], depth: depth ?? 2)))
    }
    document.blocks = front + document.blocks
    document.phrases = phrasebook.value
    return Diagnosed(document, warnings: phrasebook.warnings + book.diagnostics)
  }

  /// Headings without which a text needs no contents.
  private static let fewestHeadings = 4

  /// The title page of a book, or the head of an article.
  private static func head(
    _ title: [Inline], _ metadata: Metadata, id: String, isPage: Bool
  ) -> Block {
    var blocks: [Block] = [
      .heading(Heading(1, title, Attributes(id: id, classes: ["title"]), isListed: false))
    ]
    if !metadata.subtitle.isEmpty {
      blocks.append(.text(metadata.subtitle, .classes("subtitle")))
    }
    for author in metadata.authors { blocks.append(.text(author, .classes("author"))) }
    if !metadata.date.isEmpty { blocks.append(.text(metadata.date, .classes("figures"))) }
    if !metadata.license.isEmpty { blocks.append(.text(metadata.license, .classes("license"))) }
    return .division(Division(blocks, .classes(isPage ? "title-page" : "masthead")))
  }
}

extension [Block] {
  /// The first block where it is the only heading of the first level.
  fileprivate var onlyTitle: Heading? {
    guard case .heading(let first)? = first, first.level == 1,
      !dropFirst().contains(where: {
        if case .heading(let other) = $0 { other.level == 1 } else { false }
      })
    else { return nil }
    return first
  }

  /// The words of the first heading.
  fileprivate var firstHeading: String? {
    for case .heading(let heading) in self {
      let words = oneLine(heading.inlines.plainText)
      if !words.isEmpty { return words }
    }
    return nil
  }
}
