// SPDX-License-Identifier: MIT
// Part of Platen: a campaign's book as notes of a vault: sessions, people, places, quests.

internal import Documents
internal import Vaults

/// The notes of a campaign, taken from its book, which has nothing that its audience may not know.
struct CampaignVault {
  private(set) var notes: [VaultNote] = []

  private let document: Document
  private let phrases: Phrasebook
  private let title: String
  private var ids: Set<String> = []
  /// Notes by the names of their subjects, for links in texts.
  private var named: [String: String] = [:]
  /// The note and the heading that the book's ids are in.
  private var places: [String: String] = [:]
  /// The scenes that name each subject, in order.
  private var mentions: [String: [(scene: String, title: String)]] = [:]

  private static let home = "campaign/0"
  /// The most scenes that a note lists.
  private static let mostScenes = 60

  /// A chapter or another part of the book.
  private struct Section {
    var heading: Heading
    var blocks: [Block]
    var id: String { heading.attributes.id }
  }

  init(of document: Document, _ phrases: Phrasebook) {
    self.document = document
    self.phrases = phrases
    title = document.metadata.title
    let sections = sections
    for section in sections { collect(section) }
    for section in sections { writeSubjects(of: section) }
    for section in sections { writeSection(section) }
    addMentions()
    writeHome(sections)
  }

  /// The parts of the book; title page, contents and index have no use among notes.
  private var sections: [Section] {
    var sections: [Section] = []
    for block in document.withHeadingIDs().blocks {
      switch block {
      case .heading(let heading) where heading.level == 1:
        sections.append(Section(heading: heading, blocks: []))
      case .contents, .index, .pageBreak: continue
      default:
        guard !sections.isEmpty else { continue }
        sections[sections.count - 1].blocks.append(block)
      }
    }
    return sections.filter { !$0.blocks.isEmpty && !$0.heading.inlines.isBlank }
  }

  private func noteID(of section: Section) -> String {
    let id = section.id
    return id.hasPrefix("chapter-") ? "session/" + id.dropFirst(8) : "part/" + id
  }

  // MARK: Places and names

  /// Notes where the ids of a section are, and which scenes name which subjects.
  private mutating func collect(_ section: Section) {
    let note = noteID(of: section)
    places[section.id] = note
    var scene: (id: String, title: String)?
    for block in section.blocks {
      if let heading = CampaignVault.heading(of: block) {
        let title = heading.inlines.plainText
        // A scene is a division with its heading in it.
        let own = block.attributes.id
        scene = (own.isEmpty ? heading.attributes.id : own, title)
        for id in [own, heading.attributes.id] where !id.isEmpty {
          places[id] = note + "#" + title
        }
      }
      guard let scene, section.id.hasPrefix("chapter-") else { continue }
      for term in CampaignVault.terms(in: [block]) {
        if mentions[term]?.last?.scene != scene.id {
          mentions[term, default: []].append((scene.id, scene.title))
        }
      }
    }
  }

  /// The heading of a scene, or of another part of a chapter.
  private static func heading(of block: Block) -> Heading? {
    switch block {
    case .heading(let heading) where heading.level == 2: heading
    case .division(let division): division.blocks.first.flatMap { heading(of: $0) }
    default: nil
    }
  }

  /// The terms that are marked for the index.
  private static func terms(in blocks: [Block]) -> [String] {
    var terms: [String] = []
    blocks.walk(
      skipsText: true, block: { _ in .descend },
      inline: { inline in
        if case .indexMark(let mark) = inline { terms.append(mark.term) }
        return .descend
      })
    return terms
  }

  // MARK: Subjects

  /// A note for each row of the tables of people, places and quests, and for the hero.
  private mutating func writeSubjects(of section: Section) {
    if section.id == "sheet" {
      let name = section.heading.inlines.plainText
      addNote("person", name, [name], phrases[.characters], section.blocks)
      return
    }
    let kinds: [String: (kind: String, folder: Phrase)] = [
      "cast": ("person", .characters), "places": ("place", .places), "quests": ("quest", .quests),
    ]
    guard let (kind, folder) = kinds[section.id] else { return }
    for case .table(let table) in section.blocks {
      for row in table.body { writeSubject(row, of: table, kind, phrases[folder]) }
    }
  }

  private mutating func writeSubject(
    _ row: Table.Row, of table: Table, _ kind: String, _ folder: String
  ) {
    func inlines(_ cell: Table.Cell) -> [Inline] {
      cell.blocks.flatMap { block -> [Inline] in
        if case .paragraph(let paragraph) = block { paragraph.inlines } else { [] }
      }
    }
    guard let cell = row.cells.first else { return }
    let lead = inlines(cell)
    // A place has its description behind its name.
    guard case .text(let name)? = lead.first, !name.isEmpty else { return }
    var blocks: [Block] = []
    var rest = Array(lead.dropFirst()).plainText
    if rest.hasPrefix(": ") { rest.removeFirst(2) }
    if !rest.isEmpty { blocks.append(.paragraph(Paragraph([.text(rest)]))) }
    let heads = table.head.first?.cells.map(inlines) ?? []
    let pairs = zip(heads, row.cells.map(inlines)).dropFirst().filter { !$0.1.isBlank }
      .map { KeyValues.Pair($0.0, $0.1) }
    if !pairs.isEmpty { blocks.append(.keyValues(KeyValues(pairs))) }
    addNote(kind, name, [name], folder, blocks)
  }

  private mutating func addNote(
    _ kind: String, _ name: String, _ names: [String], _ folder: String, _ blocks: [Block]
  ) {
    let id = CampaignVault.id(kind, name)
    guard ids.insert(id).inserted else { return }
    for name in names where named[name] == nil { named[name] = id }
    let tag = VaultNames.tag(folder)
    notes.append(
      VaultNote(
        id: id, name: name, folder: [folder], tags: tag.isEmpty ? [] : [tag],
        properties: [.init("kind", .text(kind))], blocks: blocks))
  }

  /// A subject has no number in a campaign; its name identifies it.
  private static func id(_ kind: String, _ name: String) -> String {
    let tag = VaultNames.tag(name)
    return kind + "/" + (tag.isEmpty ? VaultNames.file(name) : tag)
  }

  // MARK: Parts

  private mutating func writeSection(_ section: Section) {
    guard section.id != "sheet" else {
      finish(noteOf: CampaignVault.id("person", section.heading.inlines.plainText))
      return
    }
    let id = noteID(of: section)
    guard ids.insert(id).inserted else { return }
    let isSession = section.id.hasPrefix("chapter-")
    let name = section.heading.inlines.plainText
    let tag = VaultNames.tag(phrases[.sessions])
    var properties: [VaultNote.Property] = [
      .init("kind", .text(isSession ? "session" : "part"))
    ]
    if isSession, let number = Int(section.id.dropFirst(8)) {
      properties.append(.init("number", .number(number)))
    }
    notes.append(
      VaultNote(
        id: id, name: name, folder: isSession ? [phrases[.sessions]] : [],
        tags: isSession && !tag.isEmpty ? [tag] : [], properties: properties,
        blocks: linked(section.blocks, within: id, linksCells: !isSession)))
  }

  /// References of the book as references to notes.
  private mutating func finish(noteOf id: String) {
    guard let index = notes.firstIndex(where: { $0.id == id }) else { return }
    notes[index].blocks = linked(notes[index].blocks, within: id, linksCells: false)
  }

  /// The scenes that name each subject, at the end of its note.
  private mutating func addMentions() {
    let byID = Dictionary(
      named.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
    for index in notes.indices {
      let id = notes[index].id
      guard let name = byID[id] else { continue }
      notes[index].blocks = linked(notes[index].blocks, within: id, linksCells: false)
      let scenes = (mentions[name] ?? []).prefix(CampaignVault.mostScenes)
      guard !scenes.isEmpty else { continue }
      notes[index].blocks += [
        .heading(Heading(2, [.text(phrases[.scenes])])),
        .list(
          List(
            .bullet,
            scenes.map { scene, title in
              List.Item([
                .paragraph(
                  Paragraph([.reference(Reference(to: places[scene] ?? "", [.text(title)]))]))
              ])
            })),
      ]
    }
  }

  private mutating func writeHome(_ sections: [Section]) {
    var blocks: [Block] = []
    let metadata = document.metadata
    if !metadata.subtitle.isEmpty { blocks.append(.text(metadata.subtitle)) }
    if !metadata.description.isEmpty { blocks.append(.text(metadata.description)) }
    func list(_ title: String, _ entries: [(id: String, name: String)]) {
      guard !entries.isEmpty else { return }
      if !title.isEmpty { blocks.append(.heading(Heading(2, [.text(title)]))) }
      blocks.append(
        .list(
          List(
            .bullet,
            entries.map { id, name in
              List.Item([.paragraph(Paragraph([.reference(Reference(to: id, [.text(name)]))]))])
            })))
    }
    func entries(_ kind: String) -> [(id: String, name: String)] {
      notes.filter { $0.id.hasPrefix(kind + "/") }.map { ($0.id, $0.name) }
    }
    list(phrases[.sessions], entries("session"))
    list(phrases[.characters], entries("person"))
    list(phrases[.places], entries("place"))
    list(phrases[.quests], entries("quest"))
    let parts = entries("part")
    if !parts.isEmpty {
      blocks.append(.rule(.none))
      list("", parts)
    }
    notes.insert(
      VaultNote(
        id: CampaignVault.home, name: title.isEmpty ? phrases[.campaign] : title,
        properties: [.init("kind", .text("campaign"))], blocks: blocks), at: 0)
  }

  // MARK: Links

  /// Blocks with references to notes, and with links from the names that are marked for the index.
  private func linked(_ blocks: [Block], within id: String, linksCells: Bool) -> [Block] {
    var done: Set<String> = [id]
    return linked(blocks, &done, linksCells: linksCells)
  }

  private func linked(
    _ blocks: [Block], _ done: inout Set<String>, linksCells: Bool
  ) -> [Block] {
    blocks.map { block in
      if linksCells, case .table(var table) = block {
        for row in table.body.indices { linkName(in: &table.body[row]) }
        return replaced(.table(table), &done, linksCells: linksCells)
      }
      return replaced(block, &done, linksCells: linksCells)
    }
  }

  private func replaced(
    _ block: Block, _ done: inout Set<String>, linksCells: Bool
  ) -> Block {
    if case .figure(let figure) = block {
      return .paragraph(
        Paragraph(figure.caption.isBlank ? [.text(figure.image.alternative)] : figure.caption))
    }
    var finished = done
    var block = block.replacingContents(
      blocks: { linked($0, &finished, linksCells: linksCells) },
      inlines: { linked($0, &finished) })
    done = finished
    // Ids of the book mean nothing in a note.
    if case .heading(var heading) = block {
      heading.attributes = .none
      block = .heading(heading)
    }
    return block
  }

  /// A reference from the name that a row begins with.
  private func linkName(in row: inout Table.Row) {
    guard let cell = row.cells.first, case .paragraph(var paragraph)? = cell.blocks.first,
      case .text(let name)? = paragraph.inlines.first, let id = named[name]
    else { return }
    paragraph.inlines[0] = .reference(Reference(to: id, [.text(name)]))
    row.cells[0].blocks[0] = .paragraph(paragraph)
  }

  private func linked(_ inlines: [Inline], _ done: inout Set<String>) -> [Inline] {
    var marked: [String] = []
    for case .indexMark(let mark) in inlines {
      if let id = named[mark.term], !done.contains(id) { marked.append(mark.term) }
    }
    var result: [Inline] = []
    for inline in inlines {
      switch inline {
      case .indexMark: continue
      case .reference(let reference) where ids.contains(reference.target):
        result.append(inline)
      case .reference(var reference):
        guard let place = places[reference.target] else {
          result += reference.inlines
          continue
        }
        reference.target = place
        result.append(.reference(reference))
      case .image(let image):
        // A vault of a campaign has no images.
        if !image.alternative.isEmpty { result.append(.text(image.alternative)) }
      case .text(let text):
        result += split(text, marked, &done)
      default:
        var finished = done
        result.append(
          inline.replacingContents(
            blocks: { linked($0, &finished, linksCells: false) },
            inlines: { inner in
              // Within emphasis, names of the paragraph count as well.
              inner.flatMap { node -> [Inline] in
                if case .text(let text) = node { return split(text, marked, &finished) }
                return linked([node], &finished)
              }
            }))
        done = finished
      }
    }
    return result
  }

  /// A text with references from the first of each name in it.
  private func split(_ text: String, _ names: [String], _ done: inout Set<String>) -> [Inline] {
    var pieces: [Inline] = []
    var rest = text[...]
    while !rest.isEmpty {
      var first: (range: Range<Substring.Index>, name: String)?
      for name in names {
        guard let id = named[name], !done.contains(id), let range = rest.firstRange(of: name),
          first.map({ range.lowerBound < $0.range.lowerBound }) ?? true
        else { continue }
        first = (range, name)
      }
      guard let (range, name) = first, let id = named[name] else { break }
      if range.lowerBound > rest.startIndex {
        pieces.append(.text(String(rest[..<range.lowerBound])))
      }
      pieces.append(.reference(Reference(to: id, [.text(name)])))
      done.insert(id)
      rest = rest[range.upperBound...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }
}
