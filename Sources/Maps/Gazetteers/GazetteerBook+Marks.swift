// SPDX-License-Identifier: MIT
// Part of Platen: the chapters of a gazetteer for game masters alone, and its tables.

internal import Atlas
internal import Documents
internal import Geometry

extension GazetteerBook {
  /// Markers with their notes.
  mutating func writeMarkers() {
    let notes = Dictionary(
      world.notes.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
    let markers = world.markers.filter { marker in
      part.contains(marker.position)
        && (inside.map { inside in
          marker.cell.map { inside.indices.contains($0) && inside[$0] } ?? false
        } ?? true)
    }
    let named = markers.map { marker -> (marker: Marker, name: String, note: String) in
      let note = notes["marker\(marker.id)"]
      let name = oneLine(note?.name ?? "")
      let kind = oneLine(marker.type)
      return (
        marker, name.isEmpty ? (kind.isEmpty ? "#\(marker.id)" : kind) : name,
        NoteText.plain(note?.legend ?? "")
      )
    }
    guard !named.isEmpty else { return }
    heading(1, phrases[.gazetteerMarkers])
    for (marker, name, note) in named.sorted(by: {
      key($0.name, $0.marker.id) < key($1.name, $1.marker.id)
    }) {
      var prose = Prose(.marker(marker.id))
      if let near = network.nearest(to: marker.position, count: 1).first,
        let town = world.burgs[id: near.town], near.distance > 0
      {
        prose.say(
          .gazetteerMarkerNear, words.length(near.distance),
          words.direction(TownNetwork.direction(from: town.position, to: marker.position)),
          shown(town.name, town.id), naming: [mention(town)])
      }
      blocks.append(entry(name, at: marker.position, prose))
      for paragraph in note.split(separator: "\n") {
        blocks.append(.paragraph(Paragraph([.text(oneLine(String(paragraph)))])))
        describe(.marker(marker.id), .paragraph(Paragraph([.text(oneLine(String(paragraph)))])))
      }
    }
  }

  mutating func writeZones() {
    guard let cells = world.cells else { return }
    let zones = world.zones.filter { zone in
      zone.cells.contains { cell in
        inside.map { $0.indices.contains(Int(cell)) && $0[Int(cell)] } ?? true
      }
    }
    guard !zones.isEmpty else { return }
    heading(1, phrases[.mapZones])
    for zone in zones.sorted(by: { key($0.name, $0.id) < key($1.name, $1.id) }) {
      let inner = zone.cells.map { Int($0) }.filter { (0..<cells.count).contains($0) }
      let area = inner.reduce(0) { $0 + Int(cells.area[$1]) }
      let states = Set(inner.map { Int(cells.state[$0]) }).subtracting([0])
        .compactMap { world.states[id: $0] }
        .sorted { key($0.name, $0.id) < key($1.name, $1.id) }.map(mention)
      var prose = Prose(.zone(zone.id))
      if states.isEmpty {
        prose.say(.gazetteerCovers, shown(zone.name, zone.id), words.area(area))
      } else {
        prose.say(
          .gazetteerZoneIn, words.area(area), words.list(states.map(\.name)), naming: states)
      }
      blocks.append(
        entry(shown(zone.name, zone.id), at: inner.first.map { cells.mesh.sites[$0] }, prose))
    }
  }

  // MARK: Tables

  /// The largest towns.
  mutating func writeTables() {
    let towns = world.burgs.filter { isSeen($0) }
      .sorted { ($1.population, $0.id) < ($0.population, $1.id) }.prefix(isFull ? 60 : 20)
    guard !towns.isEmpty else { return }
    heading(1, phrases[.gazetteerTables])
    heading(2, phrases[.gazetteerTowns])
    table(
      [
        (.gazetteerName, .start), (.gazetteerState, .start), (.gazetteerPopulation, .end),
        (.gazetteerSquare, .start),
      ],
      towns.map { town in
        [
          shown(town.name, town.id), self.state(town.state).map { shown($0.name, $0.id) } ?? "",
          words.number(world.people(of: town)), square(town.position),
        ]
      })
    writeDays()
  }
}
