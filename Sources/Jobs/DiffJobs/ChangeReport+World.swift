// SPDX-License-Identifier: MIT
// Part of Platen: the changes between two saves of a world in words.

internal import Atlas
internal import Comparison
internal import Documents
internal import Exports

extension ChangeReport {
  /// The changes between two saves of a world.
  init(from old: World, to new: World, _ settings: ChangeSettings) {
    let differences = WorldDifferences(from: old, to: new)
    let events = WorldEvents(from: old, to: new)
    let words = WorldChangeWords(units: new.units, settings)
    let phrases = settings.phrases
    let name = new.info.name.isEmpty ? phrases[.gazetteerWorld] : new.info.name
    document = ChangeDocument(settings: settings).document(
      title: phrases(.changesIn, ChangeDocument.shortened(name)),
      count: differences.changes.count + (differences.cells.isEmpty ? 0 : 1),
      notes: differences.hasOtherCells ? [phrases[.changeOtherCells]] : [],
      sections: words.sections(of: events), changes: differences.tables)
    texts = Dictionary(
      uniqueKeysWithValues: DifferenceFormat.allCases.map { ($0, differences.text(in: $0)) })
    mapDescription = new.cells == nil ? nil : phrases[.changesMapDescription]
  }
}

/// Sentences about events of a world.
private struct WorldChangeWords {
  private let phrases: Phrasebook
  private let units: Units
  private let document: ChangeDocument
  private let directions: [String]
  private let relations: [String]

  /// The words of the format for relations, in the order of the phrase of their names.
  private static let relationWords = [
    "ally", "friendly", "neutral", "suspicion", "rival", "enemy", "vassal", "suzerain", "unknown",
  ]

  init(units: Units, _ settings: ChangeSettings) {
    phrases = settings.phrases
    self.units = units
    document = ChangeDocument(settings: settings)
    directions = settings.phrases.names(.gazetteerDirections)
    relations = settings.phrases.names(.changeRelationNames)
  }

  func sections(of events: WorldEvents) -> [ChangeDocument.Section] {
    events.events.map { subject, events in
      document.section(title(of: subject), sentences(about: subject, events))
    }
  }

  private func title(of subject: WorldEvents.Subject) -> String {
    let phrase: Phrase =
      switch subject {
      case .world: .gazetteerWorld
      case .states: .mapStates
      case .provinces: .mapProvinces
      case .towns: .gazetteerTowns
      case .relations: .changesRelations
      case .routes: .gazetteerRoutes
      case .rivers: .gazetteerRivers
      case .religions: .mapReligions
      case .cultures: .mapCultures
      case .markers: .gazetteerMarkers
      case .zones: .mapZones
      case .forces: .gazetteerForces
      case .land: .changesLand
      }
    return phrases[phrase]
  }

  /// Each event that people follow, and lists of the rest.
  private func sentences(
    about subject: WorldEvents.Subject, _ events: [WorldEvents.Event]
  ) -> [[Inline]] {
    switch subject {
    case .world, .states, .provinces, .towns, .relations, .land:
      return events.map(sentence)
    case .routes, .rivers, .religions, .cultures, .markers, .zones, .forces:
      var (new, gone): ([String], [String]) = ([], [])
      var others: [[Inline]] = []
      for event in events {
        switch event {
        case .founded(let name, _): new.append(name)
        case .vanished(let name): gone.append(name)
        default: others.append(sentence(event))
        }
      }
      return (new.isEmpty ? [] : [document.list(.changesNew, new)])
        + (gone.isEmpty ? [] : [document.list(.changesGone, gone)]) + others
    }
  }

  private func sentence(_ event: WorldEvents.Event) -> [Inline] {
    switch event {
    case .founded(let name, let state?): document.sentence(.changeFoundedIn, name, state)
    case .founded(let name, nil): document.sentence(.changeFounded, name)
    case .vanished(let name): document.sentence(.changeVanished, name)
    case .renamed(let name, let other): document.sentence(.changeRenamed, name, other)
    case .passed(let name, let old?, let new?):
      document.sentence(.changePassed, name, old, new)
    case .passed(let name, nil, let new): document.sentence(.changeJoined, name, new ?? "")
    case .passed(let name, let old?, nil): document.sentence(.changeLeft, name, old)
    case .moved(let name, let distance, let direction):
      document.sentence(
        .changeMoved, name, number(distance) + " " + unit,
        directions.indices.contains(direction) ? directions[direction] : "")
    case .land(let area, let old?, let new?):
      document.sentence(.changeCeded, old, self.area(area), new)
    case .land(let area, nil, let new): document.sentence(.changeGained, new ?? "", self.area(area))
    case .land(let area, let old?, nil): document.sentence(.changeLost, old, self.area(area))
    case .capital(let state, let town): document.sentence(.changeCapital, state, town)
    case .people(let name, let old, let new):
      document.sentence(
        new > old ? .changeGrew : .changeShrank, name, phrases.grouped(old), phrases.grouped(new))
    case .relation(let one, let other, let word, let was):
      document.sentence(.changeRelation, one, other, relation(word), relation(was))
    case .heights(let count):
      document.sentence(.changeHeights, phrases.counted(.cellCount, count))
    case .flooded(let count):
      document.sentence(.changeFlooded, phrases.counted(.cellCount, count))
    case .dried(let count):
      document.sentence(.changeDried, phrases.counted(.cellCount, count))
    }
  }

  private func relation(_ word: String) -> String {
    guard let index = WorldChangeWords.relationWords.firstIndex(of: word.lowercased()),
      relations.indices.contains(index)
    else { return word }
    return relations[index]
  }

  /// The unit of distance in the language.
  private var unit: String {
    switch DistanceUnit.symbol(units.distance) {
    case "mi"?: phrases[.mapMiles]
    case "km"?: phrases[.mapKilometers]
    case "ft"?: phrases[.mapFeet]
    case "m"?: phrases[.mapMeters]
    default: units.distance
    }
  }

  private func area(_ value: Double) -> String {
    number(value) + " " + (units.area == "square" ? unit + "²" : units.area)
  }

  /// A number as people read it: whole from 10 on, with a tenth below.
  private func number(_ value: Double) -> String {
    guard value.isFinite, (0..<1e15).contains(value) else { return "?" }
    if value >= 9.95 { return phrases.grouped(Int(value.rounded())) }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
