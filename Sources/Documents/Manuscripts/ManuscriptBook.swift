// SPDX-License-Identifier: MIT
// Part of Platen: makes blocks of the files of a manuscript, one after the other.

internal import Diagnostics
internal import Documents
internal import Figures
internal import Readers

/// A book of Markdown files while these are read.
///
/// Links, references and citations may lead forward: they are noted as they are met, and resolved
/// when all files are read.
final class ManuscriptBook {
  let files: ManuscriptFiles
  let options: ManuscriptOptions
  var phrases = Phrasebook.english
  /// The files that the book is made of.
  var members: Set<String> = []
  var isNumbered = false
  /// The files read, in the order of reading.
  var sources: [ManuscriptSource] = []
  var known: [String: ManuscriptSource?] = [:]
  var bytesRead = 0
  var places = BookPlaces()
  var resources: [Resource] = []
  var images: [String: String?] = [:]
  var figures = 0
  var tables = 0
  var equations = 0
  /// The numbers of the headings above, by level.
  var numbers: [Int] = []
  var bibliography = Bibliography(.authorYear, .english)
  var hasIndex = false
  /// The references to resolve.
  var pending: [Pending] = []
  /// Links to files that are not in the book, with the place of the first.
  var outside: (count: Int, first: SourceLocation)?
  /// The files being included.
  var open: [String] = []
  var includedBytes = 0
  /// The files below the root by their names in lower case, for names without a folder.
  lazy var byName: [String: [String]] = namedFiles()

  static let includeDepth = 16
  static let includeLimit = 64 << 20
  static let imageLimit = 512 << 20
  var imageBytes = 0

  /// A reference that is resolved when all files are read.
  enum Pending {
    case link(url: String, ManuscriptSource)
    case page(name: String, heading: String, ManuscriptSource)
    case citation([CitedWork], written: String, ManuscriptSource)
  }
  /// The first character of the target of a pending reference: no id has it.
  static let mark: Character = "\u{1}"

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

  /// - Throws: `CancellationError` once reading is cancelled.
  func checkCancellation() throws {
    if files.isCancelled() { throw CancellationError() }
  }

  /// A file, which is read once; nil where there is none.
  func source(_ name: String) throws -> ManuscriptSource? {
    if let source = known[name] { return source }
    try checkCancellation()
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
        let problem = Diagnostic.error(
          .manuscriptBibliography,
          name == nil
            ? "a file of references is outside of the folder" : "no such file: \(shown)", at: place)
        throw Failure(problem.inFile(source.shown))
      }
      addReferences(bytes, from: files.prefix + path)
    }
  }

  func addReferences(_ bytes: [UInt8], from path: String) {
    let read = BibTeX(bytes)
    for entry in read.entries { bibliography.addEntry(entry) }
    for problem in read.errors {
      var place = problem.place
      place.file = path
      warnings.append(
        .warning(.manuscriptBibliography, "an entry is omitted: \(problem.message)", at: place))
    }
  }

  /// Warnings about other files than those of text.
  var warnings: [Diagnostic] = []

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
      let id = places.addPlace(
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
  func blocks(of source: ManuscriptSource, shift: Int) throws -> [Block] {
    var options = MarkdownReader.Options()
    options.escapesHTML = false
    options.keepsAddresses = true
    options.readsExtensions = true
    options.headingShift = shift
    var reader = MarkdownReader(options: options)
    reader.isCancelled = files.isCancelled
    let blocks = reader.blocks(of: source.body)
    try checkCancellation()
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
}
