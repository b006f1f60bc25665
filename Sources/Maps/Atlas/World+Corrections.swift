// SPDX-License-Identifier: MIT
// Part of Platen: a world with the names and notes of a table of corrections.

package import Diagnostics
internal import Text

extension World {
  /// The most warnings about rows; the others are counted.
  private static let correctionWarnings = 50

  /// The world with corrected names and notes.
  ///
  /// Rows find things by the names that these have before all corrections, so that two can exchange
  /// their names. Texts that only mention a name, such as those of wars, stay as they are.
  ///
  /// - Returns: the world, with a warning for each row that matches nothing or several things, at its
  ///   place.
  package func corrected(by corrections: [WorldCorrection]) -> Diagnosed<World> {
    var result = self
    var log = CorrectionLog()
    var indices: [WorldCorrection.Kind: CorrectionIndex] = [:]
    var first: [CorrectedThing: SourceLocation] = [:]
    // The first note on a thing is the one that is shown.
    var notes = Dictionary(
      self.notes.indices.map { (self.notes[$0].subject, $0) },
      uniquingKeysWith: { first, _ in first })
    for correction in corrections {
      let index = indices[correction.kind] ?? CorrectionIndex(of: correction.kind, in: self)
      indices[correction.kind] = index
      guard let id = index.id(for: correction, &log) else { continue }
      let thing = CorrectedThing(kind: correction.kind, id: id)
      if let place = first[thing], let line = place.line {
        log.warn("corrected already in line \(line), and now again: the last row holds", correction)
      }
      first[thing] = correction.place
      let old = index.names(of: id)
      if let name = correction.rename {
        result.rename(thing, from: old, to: name, fullName: correction.fullName)
      }
      result.correctNote(on: thing, correction, old, &notes)
    }
    return Diagnosed(result, warnings: log.warnings(limit: World.correctionWarnings))
  }

  /// Gives a thing its new name, wherever the world has its name as such.
  private mutating func rename(
    _ thing: CorrectedThing, from old: [String], to name: String, fullName: String?
  ) {
    let id = thing.id
    switch thing.kind {
    case .world: info.name = name
    case .state:
      states.mutate(id: id) { state in
        let full =
          fullName ?? World.fullName(state.fullName, of: state.name, state.formName, as: name)
        // A name as the map shows it is the short or the full one; other texts would be out of date.
        if let drawn = state.drawnName {
          let plain = drawn.map { $0 == "|" ? " " : $0 }
          state.drawnName = String(plain) == state.fullName && drawn != state.name ? full : name
        }
        state.label?.text = nil
        state.drawnLabel?.text = nil
        (state.name, state.fullName) = (name, full)
      }
    case .province:
      provinces.mutate(id: id) { province in
        province.fullName =
          fullName
          ?? World.fullName(province.fullName, of: province.name, province.formName, as: name)
        province.name = name
      }
    case .burg:
      burgs.mutate(id: id) { burg in
        burg.name = name
        burg.label?.text = nil
      }
    case .river: rivers.mutate(id: id) { $0.name = name }
    case .lake, .island, .sea: features.mutate(id: id) { $0.name = name }
    // Its name is that of its note.
    case .marker: break
    case .culture: cultures.mutate(id: id) { $0.name = name }
    case .religion: religions.mutate(id: id) { $0.name = name }
    case .biome: biomes.mutate(id: id) { $0.name = name }
    case .zone: zones.mutate(id: id) { $0.name = name }
    case .route: routes.mutate(id: id) { $0.name = name }
    case .label:
      for index in addedLabels.indices where addedLabels[index].id == id {
        addedLabels[index].text = name
        addedLabels[index].label.text = nil
      }
    }
    guard [.state, .province, .culture, .religion, .biome].contains(thing.kind),
      var legend = presentation.legend
    else { return }
    // The save's own legend finds its rows by these names.
    for index in legend.rows.indices where legend.rows[index].name == old.first {
      legend.rows[index].name = name
    }
    presentation.legend = legend
  }

  /// The full name of a state or province with a new name: the old one in which the name is replaced,
  /// or its form of the name where it has an adjective.
  private static func fullName(
    _ full: String, of old: String, _ form: String, as name: String
  ) -> String {
    if full == old || old.isEmpty { return name }
    if let range = full.firstRange(of: old) {
      let after = full[range.upperBound...].first
      if after.map({ !$0.isLetter }) ?? true {
        return full[..<range.lowerBound] + name + full[range.upperBound...]
      }
    }
    return form.isEmpty ? name : form + " of " + name
  }

  /// Changes the note on a thing, or adds one.
  private mutating func correctNote(
    on thing: CorrectedThing, _ correction: WorldCorrection, _ old: [String],
    _ indices: inout [String: Int]
  ) {
    guard let subject = thing.subject else { return }
    let text = correction.note.map(World.html(of:))
    if let index = indices[subject] {
      if let name = correction.rename, thing.kind == .marker || old.contains(notes[index].name) {
        notes[index].name = name
      }
      if let text { notes[index].legend = text }
    } else if text != nil || thing.kind == .marker && correction.rename != nil {
      indices[subject] = notes.count
      notes.append(
        MapNote(
          subject: subject, name: correction.rename ?? old.first ?? "", legend: text ?? ""))
    }
  }
}

extension World {
  /// A note as worlds have notes: text becomes paragraphs, and HTML stays as it is.
  fileprivate static func html(of note: String) -> String {
    var before: Character = " "
    for character in note {
      if before == "<", character.isLetter || character == "/", note.contains(">") { return note }
      before = character
    }
    return note.split(separator: "\n").map {
      "<p>" + MarkupEscaping(escapesQuotes: false).escaped(String($0)) + "</p>"
    }.joined()
  }
}

/// A thing of a world that a correction is for.
private struct CorrectedThing: Hashable {
  var kind: WorldCorrection.Kind
  var id: Int

  /// The subject of notes on it; nil where it has none.
  var subject: String? {
    switch kind {
    case .world, .biome: nil
    case .lake, .island, .sea: "feature_\(id)"
    default: "\(kind.rawValue)\(id)"
    }
  }
}

/// The things of one kind by their names in lowercase.
private struct CorrectionIndex {
  private let kind: WorldCorrection.Kind
  private var idsByName: [String: [Int]] = [:]
  private var namesByID: [Int: [String]] = [:]

  init(of kind: WorldCorrection.Kind, in world: World) {
    self.kind = kind
    for (id, names) in CorrectionIndex.things(of: kind, in: world) where namesByID[id] == nil {
      let names = names.filter { !$0.isEmpty }
      namesByID[id] = names
      for key in Set(names.map { $0.lowercased() }) { idsByName[key, default: []].append(id) }
    }
  }

  /// The names of a thing, its short one first.
  func names(of id: Int) -> [String] { namesByID[id] ?? [] }

  /// The thing that a correction is for; nil with a warning where none or several match.
  func id(for correction: WorldCorrection, _ log: inout CorrectionLog) -> Int? {
    if kind == .world { return 0 }
    if let id = correction.id {
      if namesByID[id] != nil { return id }
      log.warn("no \(kind.rawValue) has the id \(id)", correction)
      return nil
    }
    let name = correction.name ?? ""
    let found = idsByName[name.lowercased()] ?? []
    if found.count == 1 { return found.first }
    let quoted = "\"\(printable(name, limit: 60))\""
    guard !found.isEmpty else {
      // Its keys have no order of their own.
      let near = nearMiss(name, among: idsByName.keys.sorted())
      let known = near.flatMap { key in
        idsByName[key]?.first.flatMap { names(of: $0).first { $0.lowercased() == key } }
      }
      log.warn(
        "no \(kind.rawValue) is named \(quoted)", correction,
        hint: known.map { "did you mean \"\($0)\"?" })
      return nil
    }
    log.warn(
      "\(found.count) of kind \(kind.rawValue) are named \(quoted)", correction,
      hint: "use one of their ids: " + cappedList(found.map(String.init)))
    return nil
  }

  private static func things(
    of kind: WorldCorrection.Kind, in world: World
  ) -> [(id: Int, names: [String])] {
    func features(_ kind: Feature.Kind) -> [(id: Int, names: [String])] {
      world.features.filter { $0.kind == kind }.map { ($0.id, [$0.name ?? ""]) }
    }
    return switch kind {
    case .world: [(0, [world.info.name])]
    case .state: world.states.filter { $0.id != 0 }.map { ($0.id, [$0.name, $0.fullName]) }
    case .province: world.provinces.map { ($0.id, [$0.name, $0.fullName]) }
    case .burg: world.burgs.map { ($0.id, [$0.name]) }
    case .river: world.rivers.map { ($0.id, [$0.name]) }
    case .lake: features(.lake)
    case .island: features(.island)
    case .sea: features(.ocean)
    case .marker: markers(of: world)
    case .culture: world.cultures.map { ($0.id, [$0.name]) }
    case .religion: world.religions.map { ($0.id, [$0.name]) }
    case .biome: world.biomes.map { ($0.id, [$0.name]) }
    case .zone: world.zones.map { ($0.id, [$0.name]) }
    case .route: world.routes.map { ($0.id, [$0.name ?? ""]) }
    case .label: world.addedLabels.map { ($0.id, [$0.text]) }
    }
  }

  /// Markers by the names of their notes.
  private static func markers(of world: World) -> [(id: Int, names: [String])] {
    let names = Dictionary(
      world.notes.map { ($0.subject, $0.name) }, uniquingKeysWith: { first, _ in first })
    return world.markers.map { ($0.id, [names["marker\($0.id)"] ?? ""]) }
  }
}

/// The warnings about rows.
private struct CorrectionLog {
  private var found: [Diagnostic] = []

  mutating func warn(_ message: String, _ correction: WorldCorrection, hint: String? = nil) {
    found.append(
      .warning(
        .correctionsUnused, message, at: correction.place, hints: hint.map { [$0] } ?? []))
  }

  func warnings(limit: Int) -> [Diagnostic] {
    guard found.count > limit else { return found }
    return found.prefix(limit) + [
      .warning(.correctionsUnused, "\(found.count - limit) more rows of corrections are not used")
    ]
  }
}
