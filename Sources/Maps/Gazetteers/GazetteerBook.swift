// SPDX-License-Identifier: MIT
// Part of Platen: makes a document of a world: its parts and their order.

package import Atlas
internal import Cartography
internal import Diagnostics
package import Documents
internal import Geometry

/// A gazetteer as a document, with the pictures that are still to be drawn.
package struct Gazetteer: Sendable {
  package var document: Document
  /// The pictures its figures name.
  package var pictures: [GazetteerFigure]
  /// All sentences, in order.
  package var statements: [Statement]
  /// The same sentences as texts about their subjects, in order.
  package var passages: [Passage]
  /// All that is written about each subject, in the order of the book.
  package var articles: [Article]

  /// Sentences about one subject that stand together.
  package struct Passage: Hashable, Sendable {
    package var subject: Statement.Subject
    /// The name at its head; empty where it has none.
    package var name: String
    package var inlines: [Inline]
  }

  /// All that is written about a subject, for a text of its own.
  package struct Article: Hashable, Sendable {
    package var subject: Statement.Subject
    /// The name at its head; empty where it has none.
    package var name: String
    /// The square of the map; empty where it is not known.
    package var square: String
    /// Paragraphs, lists and tables with references to the ``Statement/Subject/id`` of what they
    /// name.
    package var blocks: [Block]
  }

  /// - Parameter hasPictures: whether figures are put in.
  /// - Throws: `Failure` `region.unknown` and others for a region that the world does not have.
  package init(
    of world: World, _ options: GazetteerOptions, hasPictures: Bool
  ) throws {
    var book = try GazetteerBook(world, options, hasPictures: hasPictures)
    book.writeBook()
    document = Document(metadata: book.metadata, blocks: book.blocks)
    pictures = book.pictures
    statements = book.statements
    passages = book.passages
    articles = book.articles
  }
}

/// Writes one gazetteer.
struct GazetteerBook {
  let world: World
  let options: GazetteerOptions
  let phrases: Phrasebook
  let words: Wording
  let facts: WorldFacts
  let network: TownNetwork
  let hasPictures: Bool
  /// The part of the sheet that is described.
  let part: Rect
  /// A flag for each cell, true where it is described; nil for all.
  let inside: [Bool]?
  /// The squares of the map by which places are found.
  let squares: MapSquares
  var blocks: [Block] = []
  var pictures: [GazetteerFigure] = []
  var statements: [Statement] = []
  var passages: [Gazetteer.Passage] = []
  var articles: [Gazetteer.Article] = []
  private var articlePlaces: [Statement.Subject: Int] = [:]

  var isForGameMaster: Bool { options.audience != .player }
  var isFull: Bool { options.depth == .full }

  init(_ world: World, _ options: GazetteerOptions, hasPictures: Bool) throws {
    self.world = world
    self.options = options
    self.hasPictures = hasPictures
    phrases = options.phrases
    words = Wording(options.phrases, world.units)
    let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    part = try options.region?.rectangle(in: world).value ?? sheet
    inside = try options.region?.cells(of: world)
    facts = WorldFacts(world, inside: inside)
    network = TownNetwork(world)
    squares = MapSquares(map: part)
  }

  var title: String {
    if !options.title.isEmpty { return options.title }
    let name = options.region?.title(in: world) ?? world.info.name
    return name.isEmpty ? phrases[.gazetteer] : name
  }

  var metadata: Metadata {
    var metadata = Metadata()
    metadata.title = title
    metadata.subtitle = options.subtitle.isEmpty ? phrases[.gazetteer] : options.subtitle
    metadata.authors = options.authors
    metadata.language = options.language
    metadata.direction = Direction.of(language: options.language)
    metadata.date = options.date
    metadata.subject = phrases[.gazetteer]
    metadata.license = options.license
    return metadata
  }

  mutating func writeBook() {
    writeTitlePage()
    blocks.append(.contents(Contents(title: [.text(phrases[.contents])], depth: 1)))
    writeWorld()
    writeStates()
    writeWaters()
    writeFaiths()
    writeCultures()
    if isForGameMaster {
      writeMarkers()
      writeZones()
    }
    if isFull { writeRoutes() }
    writeTables()
    blocks.append(.index(Index(title: [.text(phrases[.indexOfNames])])))
  }

  private mutating func writeTitlePage() {
    var page: [Block] = [
      .heading(Heading(1, [.text(title)], .classes("title"), isListed: false)),
      .paragraph(Paragraph([.text(metadata.subtitle)], .classes("subtitle"))),
    ]
    for author in options.authors {
      page.append(.paragraph(Paragraph([.text(author)], .classes("author"))))
    }
    page.append(.text(figuresLine, .classes("figures")))
    if !options.license.isEmpty { page.append(.text(options.license, .classes("license"))) }
    blocks.append(.division(Division(page, .classes("title-page"))))
  }

  /// `24 states · 800 towns`.
  private var figuresLine: String {
    var parts: [String] = []
    if !states.isEmpty { parts.append(words.count(.stateCount, states.count)) }
    let towns = world.burgs.count { isSeen($0) }
    if towns > 0 { parts.append(words.count(.gazetteerTownCount, towns)) }
    if let year { parts.append(year) }
    return parts.joined(separator: " · ")
  }

  /// The year with its era.
  var year: String? {
    let parts = [world.info.year, world.info.era].compactMap { $0 }.map(oneLine)
      .filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  // MARK: What is described

  /// States that are described, by name.
  var states: [State] {
    world.states.filter { $0.id != 0 && facts.states[$0.id]?.isSeen == true && isNamed($0.id) }
      .sorted { key($0.name, $0.id) < key($1.name, $1.id) }
  }

  /// Indicates whether the region is a state.
  var isOfOneState: Bool {
    switch options.region {
    case .named(.state, _): true
    case .named, .sheet, .geographic, nil: false
    }
  }

  /// A region that is one state describes no other.
  private func isNamed(_ state: Int) -> Bool {
    guard case .named(.state, let name)? = options.region else { return true }
    let wanted = name.lowercased()
    return world.states.first {
      $0.name.lowercased() == wanted || $0.fullName.lowercased() == wanted
    }?.id == state
  }

  func isSeen(_ burg: Burg) -> Bool {
    guard let inside else { return true }
    return inside.indices.contains(burg.cell) && inside[burg.cell]
  }

  /// Sorts for people: by name, then by id.
  func key(_ name: String, _ id: Int) -> SortKey {
    SortKey(name: IndexEntry.sortKey(name, language: options.language), id: id)
  }

  struct SortKey: Comparable {
    let name: String
    let id: Int
    static func < (a: SortKey, b: SortKey) -> Bool { (a.name, a.id) < (b.name, b.id) }
  }

  // MARK: Names

  /// A name without line ends; its number where it has none.
  func shown(_ name: String, _ id: Int) -> String {
    let name = oneLine(name)
    return name.isEmpty ? "#\(id)" : name
  }

  func oneLine(_ text: String) -> String {
    text.split { $0.isNewline || $0 == "\t" || $0 == " " }.joined(separator: " ")
  }

  func state(_ id: Int?) -> State? { id.flatMap { $0 == 0 ? nil : world.states[id: $0] } }
  func name(ofTown id: Int) -> String { shown(world.burgs[id: id]?.name ?? "", id) }

  /// The square of the map that a place is in.
  func square(_ point: Point?) -> String {
    guard let point, point.isFinite, part.width > 0, part.height > 0, part.contains(point) else {
      return ""
    }
    return squares.name(of: point)
  }

  /// A mark for the index: the name with its square.
  func mark(_ name: String, at point: Point? = nil) -> Inline {
    let square = square(point)
    return .indexMark(
      IndexMark(square.isEmpty ? name : phrases(.gazetteerShare, name, square)))
  }

  // MARK: Blocks

  /// The heading of a chapter, or of a part of one, which the contents omit.
  mutating func heading(_ level: Int, _ title: String) {
    blocks.append(.heading(Heading(level, [.text(title)], isListed: level == 1)))
  }

  /// Sentences about one subject, gathered to a paragraph.
  struct Prose {
    let subject: Statement.Subject
    var statements: [Statement] = []
    /// The subjects that each statement names.
    var mentions: [[Mention]] = []

    init(_ subject: Statement.Subject) { self.subject = subject }

    /// - Parameter mentions: the subjects that the values name, in their order.
    mutating func say(_ phrase: Phrase, _ values: String?..., naming mentions: [Mention] = []) {
      let filled = values.compactMap { $0 }.filter { !$0.isEmpty }
      // A fact that is not known leaves its sentence away.
      guard filled.count == values.count else { return }
      statements.append(Statement(subject: subject, phrase: phrase, values: filled))
      self.mentions.append(mentions)
    }
  }

  /// The paragraph of sentences.
  mutating func inlines(_ prose: Prose, of name: String = "") -> [Inline] {
    statements += prose.statements
    let inlines = prose.statements.enumerated().flatMap { index, statement in
      (index > 0 ? [Inline.text(" ")] : []) + words.inlines(statement)
    }
    passages.append(Gazetteer.Passage(subject: prose.subject, name: name, inlines: inlines))
    return inlines
  }

  mutating func addProse(_ prose: Prose) {
    guard !prose.statements.isEmpty else { return }
    blocks.append(.paragraph(Paragraph(inlines(prose))))
    describe(prose.subject, .paragraph(Paragraph(linked(prose))))
  }

  // MARK: Articles

  /// The sentences with references to what they name.
  func linked(_ prose: Prose) -> [Inline] {
    zip(prose.statements, prose.mentions).enumerated().flatMap { index, said in
      (index > 0 ? [Inline.text(" ")] : [])
        + words.inlines(said.0, naming: said.1)
    }
  }

  /// Takes a block into the article about a subject.
  mutating func describe(_ subject: Statement.Subject, _ block: Block) {
    articles[article(subject)].blocks.append(block)
  }

  /// Names the article about a subject.
  mutating func entitle(_ subject: Statement.Subject, _ name: String, at point: Point?) {
    let place = article(subject)
    articles[place].name = name
    articles[place].square = square(point)
  }

  private mutating func article(_ subject: Statement.Subject) -> Int {
    if let place = articlePlaces[subject] { return place }
    articlePlaces[subject] = articles.count
    articles.append(Gazetteer.Article(subject: subject, name: "", square: "", blocks: []))
    return articles.count - 1
  }

  /// A paragraph with the name of its subject at its head.
  mutating func entry(
    _ name: String, at point: Point? = nil, arms: Inline? = nil, _ prose: Prose
  ) -> Block {
    let square = square(point)
    var head: [Inline] = [.strong([.text(name)]), mark(name, at: point)]
    if let arms { head = [arms, .text("\u{A0}")] + head }
    if !square.isEmpty { head.append(.text("\u{A0}(\(square))")) }
    let text = inlines(prose, of: name)
    entitle(prose.subject, name, at: point)
    if !text.isEmpty { describe(prose.subject, .paragraph(Paragraph(linked(prose)))) }
    return .paragraph(Paragraph(text.isEmpty ? head : head + [.text(". ")] + text))
  }

  /// The figure of a picture that is drawn later.
  mutating func figure(_ picture: GazetteerFigure, alternative: String, _ classes: String...) {
    guard hasPictures else { return }
    pictures.append(picture)
    blocks.append(
      .figure(
        Figure(
          Image(picture.name, alternative: alternative, share: picture.share),
          Attributes(classes: classes))))
  }

  func cell(_ text: String) -> Table.Cell { Table.Cell([.text(text)]) }

  /// A table with these columns; those that are numbers stand at the end of their column.
  ///
  /// - Parameters:
  ///   - subject: the subject whose article has it as well.
  ///   - mentions: the subjects that the rows begin with.
  mutating func table(
    _ head: [(Phrase, Table.Alignment)], _ rows: [[String]],
    about subject: Statement.Subject? = nil, naming mentions: [Mention] = []
  ) {
    guard !rows.isEmpty else { return }
    var table = Table(
      columns: head.map { Table.Column($0.1) },
      head: [Table.Row(head.map { Table.Cell([.text(phrases[$0.0])], isHeader: true) })],
      body: rows.map { Table.Row($0.map(cell)) })
    blocks.append(.table(table))
    guard let subject else { return }
    for (row, mention) in zip(table.body.indices, mentions) where !table.body[row].cells.isEmpty {
      table.body[row].cells[0] = Table.Cell([mention.reference])
    }
    describe(subject, .table(table))
  }

  /// Parts of a whole by size, the largest first, with their shares.
  func shares<Amount: BinaryInteger>(
    _ parts: [Int: Amount], _ most: Int, name: (Int) -> String?
  ) -> String? {
    shares(parts.mapValues { Double($0) }, most, name: name)
  }

  func shares(_ parts: [Int: Double], _ most: Int, name: (Int) -> String?) -> String? {
    let whole = parts.values.reduce(0, +)
    let items = parts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most)
      .compactMap { id, amount -> String? in
        guard let name = name(id), let share = words.share(amount, of: whole) else { return nil }
        guard parts.count > 1 else { return name }
        return phrases(.gazetteerShare, name, share)
      }
    return items.isEmpty ? nil : words.list(items)
  }
}
