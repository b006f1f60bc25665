// SPDX-License-Identifier: MIT
// Part of Platen: a gazetteer as notes of a vault: one for each state, province, town, river, faith.

package import Atlas
internal import Cartography
internal import Documents
internal import Geometry
package import Vaults

/// The notes of a world.
package struct GazetteerVault: Sendable {
  private var notes: [VaultNote] = []
  /// The notes, and the save they are of.
  package var content: VaultContent { VaultContent(of: GazetteerVault.source(of: world), notes) }

  private let world: World
  private let options: GazetteerOptions
  private let gazetteer: Gazetteer
  /// Pictures of the vault by their names in the document.
  private let pictures: [String: String]
  private let articles: [Statement.Subject: Gazetteer.Article]
  private let title: String
  private let notesByEntity: [String: MapNote]

  private static let mapID = "map/0"
  private static let worldID = "world/0"
  /// The most markers of the map.
  private static let mostMarkers = 500

  /// - Parameters:
  ///   - gazetteer: of the world with its options, with pictures.
  ///   - pictures: names of images in the vault by names of pictures in the gazetteer.
  package init(
    of world: World, _ options: GazetteerOptions, _ gazetteer: Gazetteer,
    pictures: [String: String]
  ) {
    self.world = world
    self.options = options
    self.gazetteer = gazetteer
    self.pictures = pictures
    title = gazetteer.document.metadata.title
    notesByEntity = Dictionary(
      world.notes.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
    articles = Dictionary(
      gazetteer.articles.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
    writeNotes()
  }

  /// The name of a picture's image in a vault; nil where it has none there.
  package static func image(of picture: GazetteerFigure, prefix: String) -> (
    member: String, name: String
  )? {
    let parts =
      picture.name.split(separator: ".").first?.split(separator: "-").map(String.init) ?? []
    guard parts.count >= 2, parts[1] != "town" else { return nil }
    let number = parts.count > 2 ? parts[2] : "0"
    let member = ([number] + parts.prefix(2).reversed()).joined(separator: "-")
    return (member, "\(prefix)-\(member).png")
  }

  /// The save that a vault describes: a map keeps its number and its seed when it is renamed and
  /// saved again.
  package static func source(of world: World) -> String {
    let map = world.info.mapID ?? ""
    return map.isEmpty && world.info.seed.isEmpty ? world.info.name : map + " " + world.info.seed
  }

  // MARK: Names

  private func oneLine(_ text: String) -> String {
    text.split { $0.isNewline || $0 == "\t" || $0 == " " }.joined(separator: " ")
  }

  private func name(_ subject: Statement.Subject) -> String {
    let short = articles[subject]?.name ?? ""
    let full =
      switch subject {
      case .world: title
      case .state(let id): oneLine(world.states[id: id]?.fullName ?? "")
      case .province(let id): oneLine(world.provinces[id: id]?.fullName ?? "")
      default: ""
      }
    return full.isEmpty ? short : full
  }

  private func reference(_ subject: Statement.Subject, _ name: String? = nil) -> Inline {
    .reference(Reference(to: id(subject), [.text(name ?? self.name(subject))]))
  }

  private func id(_ subject: Statement.Subject) -> String {
    subject == .world ? GazetteerVault.worldID : subject.id
  }

  private func state(ofTown id: Int) -> Int? {
    world.burgs[id: id]?.state.flatMap { $0 != 0 && articles[.state($0)] != nil ? $0 : nil }
  }

  private func province(ofTown id: Int) -> Int? {
    guard let town = world.burgs[id: id], let provinces = world.cells?.province,
      provinces.indices.contains(town.cell), provinces[town.cell] != 0
    else { return nil }
    let province = Int(provinces[town.cell])
    return articles[.province(province)] == nil ? nil : province
  }

  // MARK: Notes

  private mutating func writeNotes() {
    for article in gazetteer.articles {
      switch article.subject {
      case .world: writeWorld(article)
      case .state(let id): writeState(id, article)
      case .province(let id): writeProvince(id, article)
      case .town(let id): writeTown(id, article)
      case .river, .feature, .faith, .culture, .marker, .zone: writeOther(article)
      }
    }
    writeMap()
  }

  private func note(
    _ article: Gazetteer.Article, qualifier: String = "", kind: String, in folder: [String],
    _ properties: [VaultNote.Property] = []
  ) -> VaultNote {
    let name = name(article.subject)
    var all = [VaultNote.Property("kind", .text(kind))] + properties
    if !article.square.isEmpty { all.append(.init("square", .text(article.square))) }
    let tag = VaultNames.tag(folder.first ?? "")
    return VaultNote(
      id: id(article.subject), name: name, qualifier: qualifier, folder: folder,
      aliases: article.name.isEmpty || article.name == name ? [] : [article.name],
      tags: tag.isEmpty ? [] : [tag], properties: all, blocks: article.blocks)
  }

  private func figure(_ picture: String, alternative: String) -> [Block] {
    guard let image = pictures[picture] else { return [] }
    return [.figure(Figure(Image(image, alternative: alternative)))]
  }

  /// A heading with references to notes; nothing without any.
  private func list(_ phrase: Phrase, _ subjects: [Statement.Subject]) -> [Block] {
    guard !subjects.isEmpty else { return [] }
    return [
      .heading(Heading(2, [.text(options.phrases[phrase])])),
      .list(List(.bullet, subjects.map { List.Item([.paragraph(Paragraph([reference($0)]))]) })),
    ]
  }

  private func subjects(_ isOne: (Statement.Subject) -> Bool) -> [Statement.Subject] {
    gazetteer.articles.map(\.subject).filter(isOne)
  }

  private mutating func writeWorld(_ article: Gazetteer.Article) {
    var note = note(article, kind: "world", in: [])
    if let year = world.info.year.map(oneLine), let number = Int(year) {
      note.properties.append(.init("year", .number(number)))
    }
    var blocks = figure("map-world.png", alternative: options.phrases(.mapOf, title))
    if pictures["map-world.png"] != nil {
      blocks.append(
        .paragraph(
          Paragraph([
            .reference(
              Reference(
                to: GazetteerVault.mapID, [.text(options.phrases(.mapOf, title))]))
          ])))
    }
    blocks += article.blocks
    let hasTable = article.blocks.contains { if case .table = $0 { true } else { false } }
    if !hasTable {
      blocks += list(.mapStates, subjects { if case .state = $0 { true } else { false } })
    }
    blocks += list(
      .gazetteerNoState,
      subjects { if case .town(let id) = $0 { state(ofTown: id) == nil } else { false } })
    let islands = islands
    blocks += list(.gazetteerRivers, subjects { if case .river = $0 { true } else { false } })
    blocks += list(
      .gazetteerLakes,
      subjects { if case .feature(let id) = $0 { !islands.contains(id) } else { false } })
    blocks += list(
      .gazetteerIslands,
      subjects { if case .feature(let id) = $0 { islands.contains(id) } else { false } })
    blocks += list(.mapReligions, subjects { if case .faith = $0 { true } else { false } })
    blocks += list(.mapCultures, subjects { if case .culture = $0 { true } else { false } })
    blocks += list(.gazetteerMarkers, subjects { if case .marker = $0 { true } else { false } })
    blocks += list(.mapZones, subjects { if case .zone = $0 { true } else { false } })
    note.blocks = blocks
    notes.append(note)
  }

  private var islands: Set<Int> {
    Set(world.features.filter { $0.kind == .island }.map(\.id))
  }

  private mutating func writeState(_ id: Int, _ article: Gazetteer.Article) {
    let phrases = options.phrases
    var properties: [VaultNote.Property] = []
    if let capital = world.states[id: id]?.capital, let town = articles[.town(capital)] {
      properties.append(.init("capital", .note(self.id(.town(capital)), town.name)))
    }
    var note = note(article, kind: "state", in: [phrases[.mapStates]], properties)
    note.blocks =
      figure("arms-state-\(id).png", alternative: phrases(.gazetteerArms, article.name))
      + figure("map-state-\(id).png", alternative: phrases(.mapOf, article.name)) + article.blocks
    note.blocks += list(
      .mapProvinces,
      subjects {
        if case .province(let province) = $0 {
          world.provinces[id: province]?.state == id
        } else {
          false
        }
      })
    note.blocks += list(
      .gazetteerTowns,
      subjects { if case .town(let town) = $0 { state(ofTown: town) == id } else { false } })
    notes.append(note)
  }

  private mutating func writeProvince(_ id: Int, _ article: Gazetteer.Article) {
    let state = world.provinces[id: id]?.state ?? 0
    let stateName = articles[.state(state)]?.name ?? ""
    var properties: [VaultNote.Property] = []
    if !stateName.isEmpty {
      properties.append(.init("state", .note(self.id(.state(state)), stateName)))
    }
    var note = note(
      article, qualifier: stateName, kind: "province",
      in: [options.phrases[.mapProvinces], stateName], properties)
    note.blocks =
      figure(
        "arms-province-\(id).png", alternative: options.phrases(.gazetteerArms, article.name))
      + article.blocks
    note.blocks += list(
      .gazetteerTowns,
      subjects { if case .town(let town) = $0 { province(ofTown: town) == id } else { false } })
    notes.append(note)
  }

  private mutating func writeTown(_ id: Int, _ article: Gazetteer.Article) {
    guard let town = world.burgs[id: id] else { return }
    let state = state(ofTown: id)
    let stateName = state.flatMap { articles[.state($0)]?.name } ?? ""
    let people = world.people(of: town)
    var properties: [VaultNote.Property] = []
    if people.isFinite, people >= 0, people < 1e15 {
      properties.append(.init("population", .number(Int(people.rounded()))))
    }
    if let state { properties.append(.init("state", .note(self.id(.state(state)), stateName))) }
    if let province = province(ofTown: id), let name = articles[.province(province)]?.name {
      properties.append(.init("province", .note(self.id(.province(province)), name)))
    }
    var note = note(
      article, qualifier: stateName, kind: "town",
      in: [
        options.phrases[.gazetteerTowns],
        stateName.isEmpty ? options.phrases[.gazetteerNoState] : stateName,
      ], properties)
    if options.audience != .player {
      for line in noteLines(of: "burg\(id)") {
        note.blocks.append(.paragraph(Paragraph([.text(line)])))
      }
    }
    notes.append(note)
  }

  /// The paragraphs of the user's note on an entity.
  private func noteLines(of entity: String) -> [String] {
    guard let note = notesByEntity[entity] else { return [] }
    return NoteText.plain(note.legend).split(whereSeparator: \.isNewline)
      .map { oneLine(String($0)) }.filter { !$0.isEmpty }
  }

  private mutating func writeOther(_ article: Gazetteer.Article) {
    let (kind, phrase): (String, Phrase) =
      switch article.subject {
      case .river: ("river", .gazetteerRivers)
      case .feature(let id):
        world.features[id: id]?.kind == .island
          ? ("island", .gazetteerIslands) : ("water", .gazetteerLakes)
      case .faith: ("religion", .mapReligions)
      case .culture: ("culture", .mapCultures)
      case .marker: ("marker", .gazetteerMarkers)
      default: ("zone", .mapZones)
      }
    notes.append(note(article, kind: kind, in: [options.phrases[phrase]]))
  }

  // MARK: The map

  /// The map with its places in a note of its own.
  private mutating func writeMap() {
    guard let image = pictures["map-world.png"],
      let picture = gazetteer.pictures.first(where: { $0.name == "map-world.png" }),
      case .map(let window, _) = picture.content
    else { return }
    var markers: [VaultMap.Marker] = []
    let towns = world.burgs.filter { window.contains($0.position) && $0.position.isFinite }
      .sorted { a, b in
        (a.isCapital ? 0 : 1, -a.population, a.id) < (b.isCapital ? 0 : 1, -b.population, b.id)
      }
    for town in towns {
      // A short gazetteer has no notes of towns.
      let subject: Statement.Subject? =
        articles[.town(town.id)] != nil
        ? .town(town.id)
        : town.isCapital
          ? town.state.flatMap { articles[.state($0)] == nil ? nil : .state($0) } : nil
      guard let subject, markers.count < GazetteerVault.mostMarkers else { continue }
      markers.append(
        marker(at: town.position, in: window, subject, oneLine(town.name)))
    }
    for marker in world.markers where window.contains(marker.position) {
      guard let article = articles[.marker(marker.id)] else { continue }
      markers.append(self.marker(at: marker.position, in: window, article.subject, article.name))
    }
    let name = options.phrases(.mapOf, title)
    notes.append(
      VaultNote(
        id: GazetteerVault.mapID, name: name, tags: [],
        properties: [.init("kind", .text("map"))],
        blocks: [.figure(Figure(Image(image, alternative: name)))],
        map: VaultMap(
          id: String(image.prefix { $0 != "." }), image: image, width: window.width,
          height: window.height, markers: markers)))
  }

  private func marker(
    at point: Point, in window: Rect, _ subject: Statement.Subject, _ name: String
  ) -> VaultMap.Marker {
    VaultMap.Marker(
      x: point.x - window.x, y: point.y - window.y, note: id(subject),
      name: name.isEmpty ? self.name(subject) : name)
  }
}
