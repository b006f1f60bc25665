// SPDX-License-Identifier: MIT
// Part of Platen: makes Foundry's documents of a world: its gazetteer as journals, its maps as scenes.

package import Atlas
package import Cartography
package import Diagnostics
package import Digests
internal import Documents
package import Gazetteers
internal import Geometry

/// The settings of a module for Foundry.
package struct FoundryOptions: Hashable, Sendable {
  /// The scenes that are made.
  package enum Scenes: String, Hashable, Sendable, CaseIterable {
    /// The world, or the region that is described.
    case world
    /// That, and each state.
    case states
  }

  /// The name of the module, which is that of its folder.
  package var module: String
  package var scenes = Scenes.states
  package var grid = FoundryGrid.pointyHex
  /// The width of a cell; nil for a round distance in each scene.
  package var cell: GridRequest.Width?
  /// The width of images in pixels.
  package var width = FoundryOptions.defaultWidth

  package static let defaultWidth = 3200

  package init(module: String) { self.module = module }
}

extension FoundryOptions: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(module, scenes, grid, cell, width)
  }
}

extension FoundryOptions.Scenes: Digestible {}

/// A module with its documents, and the maps that are still to be drawn.
package struct FoundryExport: Hashable, Sendable {
  package var module: FoundryModule
  package var documents: FoundryDocuments
  /// The images of scenes and journals.
  package var pictures: [Image]

  /// A map or a coat of arms.
  package struct Image: Hashable, Sendable {
    /// The name within the set of all, such as `0-map` of the whole and `3-arms` of a state.
    package var name: String
    package var content: Content
  }

  /// The content of a picture.
  package enum Content: Hashable, Sendable {
    case map(SceneFrame)
    case arms(CoatOfArms)
  }

  /// The path of images below the module's folder, before and after a picture's name.
  package static let images = (before: "images/", after: ".webp")

  /// - Parameters:
  ///   - world: as the audience may know it.
  ///   - text: the settings of its gazetteer.
  /// - Throws: `Failure` `tabletop.cells`, `tabletop.empty`, and the errors of a region.
  package static func make(
    of world: World, _ text: GazetteerOptions, _ options: FoundryOptions
  ) throws -> Diagnosed<FoundryExport> {
    var author = try FoundryAuthor(world, text, options)
    try author.writeModule()
    return Diagnosed(author.export, warnings: author.notes)
  }
}

extension FoundryExport: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(
      module.manifest, documents.adventure, documents.access.rawValue, pictures)
  }
}

extension FoundryExport.Image: Digestible {
  package func add(to digester: inout Digester) {
    switch content {
    case .map(let frame): digester.addFields(name, frame)
    case .arms(let arms): digester.addFields(name, "\(arms)")
    }
  }
}

/// Writes the documents of one world.
struct FoundryAuthor {
  private let world: World
  private let text: GazetteerOptions
  private let options: FoundryOptions
  private let gazetteer: Gazetteer
  private let ids: FoundryIDs
  private let title: String
  private var documents: FoundryDocuments
  private var pictures: [FoundryExport.Image] = []
  private(set) var notes: [Diagnostic] = []
  /// Sentences by their subject, and the subjects in the order of the book.
  private var passages: [Statement.Subject: [Gazetteer.Passage]] = [:]
  private var subjects: [Statement.Subject] = []
  /// The values of sentences by their subject, which may be names.
  private var values: [Statement.Subject: [String]] = [:]
  private var notesByEntity: [String: MapNote] = [:]
  /// The journal and the page about a subject.
  private var places: [Statement.Subject: Place] = [:]
  /// Links to subjects whose name no other subject has.
  private var links: [String: (subject: Statement.Subject, link: String)] = [:]

  private struct Place {
    let journal: String
    let page: String
    var uuid: String { "JournalEntry.\(journal).JournalEntryPage.\(page)" }
  }

  /// The most pins of the first scene, which shows all states, and of another.
  private static let mostPins = (whole: 150, state: 500)
  /// The most rows of a table.
  private static let mostRows = 200

  init(_ world: World, _ text: GazetteerOptions, _ options: FoundryOptions) throws {
    guard world.cells != nil else {
      throw Failure(.error(.tabletopEmpty, "the world has no cells to draw scenes from"))
    }
    self.world = world
    self.text = text
    self.options = options
    gazetteer = try Gazetteer(of: world, text, hasPictures: false)
    // A module of a region has documents of its own: they do not take the place of the world's.
    let edition = text.audience == .player ? "player" : "gm"
    ids = FoundryIDs(
      world.info, edition: text.region.map { "\(edition) \($0)" } ?? edition)
    title = gazetteer.document.metadata.title
    documents = FoundryDocuments(
      id: ids.id("adventure", ""), name: title, caption: gazetteer.document.metadata.subtitle,
      access: text.audience == .player ? .observer : .none)
    for passage in gazetteer.passages where !passage.inlines.isEmpty || !passage.name.isEmpty {
      if passages[passage.subject] == nil { subjects.append(passage.subject) }
      passages[passage.subject, default: []].append(passage)
    }
    for statement in gazetteer.statements {
      values[statement.subject, default: []] += statement.values
    }
    for note in world.notes where notesByEntity[note.subject] == nil {
      notesByEntity[note.subject] = note
    }
  }

  var export: FoundryExport {
    let metadata = gazetteer.document.metadata
    return FoundryExport(
      module: FoundryModule(
        id: options.module, title: title, description: FoundryHTML.escaped(metadata.subtitle),
        authors: metadata.authors, license: metadata.license, access: documents.access),
      documents: documents, pictures: pictures)
  }

  mutating func writeModule() throws {
    let phrases = text.phrases
    let journals = folder(.journal, "journals", title, in: nil)
    let stateJournals = folder(.journal, "states", phrases[.mapStates], in: journals)
    assignPlaces()
    let scenes = try frames()
    writeWorld(in: journals)
    let sceneOfState = Dictionary(
      scenes.compactMap { scene in scene.state.map { ($0, scene) } },
      uniquingKeysWith: { first, _ in first })
    for case .state(let id) in subjects {
      writeState(id, in: stateJournals, map: sceneOfState[id])
    }
    writeTownsWithoutState(in: stateJournals)
    writeList(.faiths, phrases[.mapReligions], in: journals) {
      if case .faith = $0 { true } else { false }
    }
    writeList(.cultures, phrases[.mapCultures], in: journals) {
      if case .culture = $0 { true } else { false }
    }
    writeList(.markers, phrases[.gazetteerMarkers], in: journals) {
      if case .marker = $0 { true } else { false }
    }
    writeList(.zones, phrases[.mapZones], in: journals) {
      if case .zone = $0 { true } else { false }
    }
    writeScenes(scenes)
    writeTable()
  }

  // MARK: Names and places

  /// A journal about several subjects.
  private enum Journal: String {
    case world, free, faiths, cultures, markers, zones
  }

  private func journalID(_ journal: Journal) -> String { ids.id("journal", journal.rawValue) }
  private func journalID(ofState id: Int) -> String { ids.id("journal", "state-\(id)") }

  /// Subjects in ids.
  private func key(_ subject: Statement.Subject) -> String {
    switch subject {
    case .world: "world"
    case .state(let id): "state-\(id)"
    case .province(let id): "province-\(id)"
    case .town(let id): "town-\(id)"
    case .river(let id): "river-\(id)"
    case .feature(let id): "feature-\(id)"
    case .faith(let id): "faith-\(id)"
    case .culture(let id): "culture-\(id)"
    case .marker(let id): "marker-\(id)"
    case .zone(let id): "zone-\(id)"
    }
  }

  /// A name on one line; its number where it has none.
  private func named(_ names: [String], _ id: Int) -> String {
    for name in names {
      let line = name.split { $0.isNewline || $0 == "\t" || $0 == " " }.joined(separator: " ")
      if !line.isEmpty { return line }
    }
    return "#\(id)"
  }

  private func name(_ subject: Statement.Subject) -> String {
    let own = passages[subject]?.lazy.map(\.name).first { !$0.isEmpty } ?? ""
    return switch subject {
    case .world: title
    case .state(let id):
      named([world.states[id: id]?.fullName ?? "", world.states[id: id]?.name ?? ""], id)
    case .province(let id):
      named([world.provinces[id: id]?.fullName ?? "", own], id)
    case .town(let id), .river(let id), .feature(let id), .faith(let id), .culture(let id),
      .marker(let id), .zone(let id):
      named([own], id)
    }
  }

  /// The short name of a subject, as sentences have it.
  private func shortName(_ subject: Statement.Subject) -> String {
    if case .state(let id) = subject { return named([world.states[id: id]?.name ?? ""], id) }
    return passages[subject]?.lazy.map(\.name).first { !$0.isEmpty } ?? name(subject)
  }

  /// The state that a town is described under; nil for none.
  private func state(ofTown id: Int) -> Int? {
    guard let state = world.burgs[id: id]?.state, state != 0, passages[.state(state)] != nil else {
      return nil
    }
    return state
  }

  /// Decides where each subject is described, before the texts that link to it.
  private mutating func assignPlaces() {
    for subject in subjects {
      let journal: String? =
        switch subject {
        case .world: journalID(.world)
        case .state(let id): journalID(ofState: id)
        case .province(let id): world.provinces[id: id].map { journalID(ofState: $0.state) }
        case .town(let id): state(ofTown: id).map { journalID(ofState: $0) } ?? journalID(.free)
        case .faith: journalID(.faiths)
        case .culture: journalID(.cultures)
        case .marker: journalID(.markers)
        case .zone: journalID(.zones)
        // These share pages of the world's journal.
        case .river, .feature: nil
        }
      guard let journal else { continue }
      places[subject] = Place(journal: journal, page: ids.id("page", key(subject)))
    }
    var ambiguous: Set<String> = []
    for subject in subjects {
      guard let place = places[subject] else { continue }
      switch subject {
      case .world, .province, .marker, .zone, .river, .feature: continue
      case .state, .town, .faith, .culture: break
      }
      let name = shortName(subject)
      if links[name] != nil { ambiguous.insert(name) }
      links[name] = (subject, FoundryHTML.link(place.uuid, name))
    }
    for name in ambiguous { links[name] = nil }
  }

  // MARK: Texts

  private func text(_ subject: Statement.Subject, after head: String = "") -> String {
    var html = head
    let all = values[subject] ?? []
    let names = all.compactMap { value -> (name: String, link: String)? in
      guard let link = links[value], link.subject != subject else { return nil }
      return (FoundryHTML.escaped(value), link.link)
    }
    // A province of its seat's name, and names in lists.
    let others = all.filter { value in
      links[value] == nil && names.contains { value.contains($0.name) }
    }.map(FoundryHTML.escaped)
    for passage in passages[subject] ?? [] {
      html += FoundryHTML.paragraph(
        FoundryHTML.linked(FoundryHTML.text(passage.inlines), names, keeping: others))
    }
    html += note(on: subject)
    return directed(html)
  }

  /// The user's note on a subject; empty for players, whose world has none.
  private func note(on subject: Statement.Subject) -> String {
    let entity: String? =
      switch subject {
      case .town(let id): "burg\(id)"
      case .marker(let id): "marker\(id)"
      default: nil
      }
    guard let note = entity.flatMap({ notesByEntity[$0] }) else { return "" }
    return NoteText.plain(note.legend).split(whereSeparator: \.isNewline)
      .map { $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ") }
      .map { FoundryHTML.paragraph(FoundryHTML.escaped($0)) }.joined()
  }

  private func directed(_ html: String) -> String {
    text.phrases.direction == .rightToLeft ? "<div dir=\"rtl\">\(html)</div>" : html
  }

  private func page(
    _ subject: Statement.Subject, level: Int, after head: String = ""
  ) -> FoundryJournal.Page {
    FoundryJournal.Page(
      id: ids.id("page", key(subject)), name: name(subject), level: level,
      html: text(subject, after: head))
  }

  // MARK: Journals

  private mutating func folder(
    _ content: FoundryFolder.Content, _ key: String, _ name: String, in parent: String?
  ) -> String {
    let id = ids.id("folder", "\(content.rawValue)-\(key)")
    documents.folders.append(
      FoundryFolder(id: id, name: name, content: content, parent: parent))
    return id
  }

  private mutating func writeWorld(in folder: String) {
    var journal = FoundryJournal(id: journalID(.world), name: title, folder: folder)
    journal.pages.append(page(.world, level: 1))
    let islands = Set(world.features.filter { $0.kind == .island }.map(\.id))
    var waters:
      (rivers: [Statement.Subject], lakes: [Statement.Subject], islands: [Statement.Subject])
    waters = ([], [], [])
    for subject in subjects {
      switch subject {
      case .river: waters.rivers.append(subject)
      case .feature(let id) where islands.contains(id): waters.islands.append(subject)
      case .feature: waters.lakes.append(subject)
      default: break
      }
    }
    for (key, phrase, list) in [
      ("rivers", Phrase.gazetteerRivers, waters.rivers),
      ("lakes", .gazetteerLakes, waters.lakes), ("islands", .gazetteerIslands, waters.islands),
    ] where !list.isEmpty {
      let html = list.map { subject in
        let head = "<strong>\(FoundryHTML.escaped(name(subject)))</strong>"
        let body = (passages[subject] ?? []).map { FoundryHTML.text($0.inlines) }
          .filter { !$0.isEmpty }.joined(separator: " ")
        return FoundryHTML.paragraph(body.isEmpty ? head : head + ". " + body)
      }.joined()
      journal.pages.append(
        FoundryJournal.Page(
          id: ids.id("page", key), name: text.phrases[phrase], level: 1, html: directed(html)))
    }
    documents.journals.append(journal)
  }

  private mutating func writeState(_ id: Int, in folder: String, map: Frame?) {
    let subject = Statement.Subject.state(id)
    let name = name(subject)
    var journal = FoundryJournal(id: journalID(ofState: id), name: name, folder: folder)
    var head = arms(world.states[id: id]?.coatOfArms, "\(id)-arms", of: shortName(subject))
    if let map {
      head += FoundryHTML.paragraph(
        FoundryHTML.link("Scene.\(map.id)", text.phrases(.mapOf, shortName(subject))))
    }
    journal.pages.append(page(subject, level: 1, after: head))
    for subject in subjects {
      switch subject {
      case .province(let province) where world.provinces[id: province]?.state == id:
        let arms = arms(
          world.provinces[id: province]?.coatOfArms, "\(province)-province-arms",
          of: shortName(subject))
        journal.pages.append(page(subject, level: 2, after: arms))
      case .town(let town) where state(ofTown: town) == id:
        journal.pages.append(page(subject, level: 2))
      default: break
      }
    }
    documents.journals.append(journal)
  }

  /// The image of a coat of arms, at the side of a text; empty where there is none to draw.
  private mutating func arms(_ arms: CoatOfArms?, _ name: String, of owner: String) -> String {
    guard let arms, !arms.isCustom, !arms.field.isEmpty else { return "" }
    pictures.append(FoundryExport.Image(name: name, content: .arms(arms)))
    let side = text.phrases.direction == .rightToLeft ? "left" : "right"
    let words = FoundryHTML.escaped(text.phrases(.gazetteerArms, owner))
    return "<img src=\"\(image(name))\" alt=\"\(words)\" width=\"120\" height=\"120\" "
      + "style=\"float: \(side)\">"
  }

  /// The path of an image in Foundry's data.
  private func image(_ name: String) -> String {
    "modules/\(options.module)/\(FoundryExport.images.before)\(name)\(FoundryExport.images.after)"
  }

  private mutating func writeTownsWithoutState(in folder: String) {
    var journal = FoundryJournal(
      id: journalID(.free), name: text.phrases[.gazetteerNoState], folder: folder)
    for case .town(let id) in subjects where state(ofTown: id) == nil {
      journal.pages.append(page(.town(id), level: 1))
    }
    if !journal.pages.isEmpty { documents.journals.append(journal) }
  }

  private mutating func writeList(
    _ kind: Journal, _ name: String, in folder: String, _ isOne: (Statement.Subject) -> Bool
  ) {
    var journal = FoundryJournal(id: journalID(kind), name: name, folder: folder)
    journal.pages = subjects.filter(isOne).map { page($0, level: 1) }
    if !journal.pages.isEmpty { documents.journals.append(journal) }
  }

  // MARK: Scenes

  private struct Frame {
    let id: String
    let name: String
    /// Nil for the whole.
    let state: Int?
    let frame: SceneFrame
  }

  private func frames() throws -> [Frame] {
    let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    func frame(_ part: Rect) throws -> SceneFrame {
      try SceneFrame(showing: part, of: world, width: options.width, cell: options.cell)
    }
    let whole = try text.region?.rectangle(in: world).value ?? sheet
    var frames = [
      Frame(id: ids.id("scene", "world"), name: title, state: nil, frame: try frame(whole))
    ]
    guard options.scenes == .states, !isOfOneState, let cells = world.cells else { return frames }
    var boxes: [Int: Rect] = [:]
    for cell in 0..<cells.count where cells.state[cell] != 0 && cells.isLand(cell) {
      let site = cells.mesh.sites[cell]
      let place = Rect(x: site.x, y: site.y, width: 0, height: 0)
      let id = Int(cells.state[cell])
      boxes[id] = boxes[id]?.union(place) ?? place
    }
    for case .state(let id) in subjects {
      guard let box = boxes[id] else { continue }
      frames.append(
        Frame(
          id: ids.id("scene", "state-\(id)"), name: name(.state(id)), state: id,
          frame: try frame(BookMap.window(around: box, on: sheet))))
    }
    return frames
  }

  /// Indicates whether the region is a state, which the first scene shows.
  private var isOfOneState: Bool {
    if case .named(.state, _)? = text.region { true } else { false }
  }

  private mutating func writeScenes(_ frames: [Frame]) {
    let folder = folder(.scene, "scenes", title, in: nil)
    for frame in frames {
      let name = "\(frame.state ?? 0)-map"
      pictures.append(FoundryExport.Image(name: name, content: .map(frame.frame)))
      let subject = frame.state.map(Statement.Subject.state) ?? .world
      var scene = FoundryScene(
        id: frame.id, name: frame.name, folder: folder,
        image: image(name), frame: frame.frame, grid: options.grid,
        journal: places[subject]?.journal, page: places[subject]?.page)
      scene.notes = pins(of: frame)
      documents.scenes.append(scene)
    }
  }

  private mutating func pins(of frame: Frame) -> [FoundryScene.Note] {
    let most = frame.state == nil ? FoundryAuthor.mostPins.whole : FoundryAuthor.mostPins.state
    var towns: [(town: Burg, place: Place)] = []
    for town in world.burgs where frame.frame.window.contains(town.position) {
      guard frame.state == nil || town.state == frame.state else { continue }
      if let place = places[.town(town.id)] {
        towns.append((town, place))
      } else if town.isCapital, let place = town.state.flatMap({ places[.state($0)] }) {
        // A short gazetteer has no pages of towns.
        towns.append((town, place))
      }
    }
    // Capitals first, then by people.
    towns.sort { a, b in
      (a.town.isCapital ? 0 : 1, -a.town.population, a.town.id)
        < (b.town.isCapital ? 0 : 1, -b.town.population, b.town.id)
    }
    if towns.count > most, frame.state != nil {
      notes.append(
        .note(
          .tabletopPins, "\(frame.name) has \(towns.count) towns, and its scene pins for \(most)"))
    }
    var pins = towns.prefix(most).map { town, place in
      pin(
        "town-\(town.id)", at: town.position, named([town.name], town.id), place, on: frame,
        icon: FoundryAuthor.icon(of: town), size: town.isCapital ? 48 : 40)
    }
    for marker in world.markers where frame.frame.window.contains(marker.position) {
      guard let place = places[.marker(marker.id)] else { continue }
      pins.append(
        pin(
          "marker-\(marker.id)", at: marker.position, name(.marker(marker.id)), place, on: frame,
          icon: FoundryAuthor.icon(of: marker), size: 40))
    }
    return pins
  }

  private func pin(
    _ key: String, at point: Point, _ name: String, _ place: Place, on frame: Frame,
    icon: String, size: Int
  ) -> FoundryScene.Note {
    let pixel = frame.frame.pixel(point)
    return FoundryScene.Note(
      id: ids.id("note", "\(frame.state.map(String.init) ?? "world")-\(key)"),
      journal: place.journal, page: place.page, x: pixel.x, y: pixel.y,
      icon: "icons/svg/\(icon).svg", text: name, size: size)
  }

  private static func icon(of town: Burg) -> String {
    if town.isCapital { return "castle" }
    if town.port != nil { return "anchor" }
    if town.hasCitadel { return "tower" }
    return town.hasWalls || town.group == "city" ? "city" : "village"
  }

  /// Foundry's icons by words in the kinds of markers.
  private static let icons = [
    ("volcano", "mountain"), ("mine", "mountain"), ("cave", "cave"), ("dungeon", "cave"),
    ("ruin", "ruins"), ("monster", "pawprint"), ("temple", "temple"), ("sacred", "temple"),
    ("battle", "sword"), ("lighthouse", "tower"), ("waterfall", "waterfall"),
    ("bridge", "bridge"), ("inn", "tankard"), ("statue", "statue"), ("necropol", "skull"),
    ("brigand", "skull"), ("pirate", "skull"), ("rift", "obelisk"), ("portal", "obelisk"),
  ]

  private static func icon(of marker: Marker) -> String {
    let kind = marker.type.lowercased()
    return icons.first { kind.contains($0.0) }?.1 ?? "book"
  }

  // MARK: Tables

  /// A town by chance.
  private mutating func writeTable() {
    var rows: [(people: Double, id: Int, row: FoundryTable.Row)] = []
    for case .town(let id) in subjects {
      guard let place = places[.town(id)], let town = world.burgs[id: id] else { continue }
      rows.append(
        (
          town.population, id,
          FoundryTable.Row(
            id: ids.id("result", "town-\(id)"), html: FoundryHTML.link(place.uuid, name(.town(id))))
        ))
    }
    guard rows.count > 1 else { return }
    let folder = folder(.table, "tables", title, in: nil)
    rows.sort { ($1.people, $0.id) < ($0.people, $1.id) }
    documents.tables.append(
      FoundryTable(
        id: ids.id("table", "towns"), name: text.phrases[.gazetteerTowns], folder: folder,
        rows: rows.prefix(FoundryAuthor.mostRows).map(\.row)))
  }
}
