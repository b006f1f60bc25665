// SPDX-License-Identifier: MIT
// Part of Platen: the distances and days between towns of a world, as a table.

internal import Atlas
internal import CSV
package import Diagnostics
internal import JSON

/// The towns of a table of distances.
package enum DistanceTowns: Hashable, Sendable {
  /// The capitals of states, the largest towns of these first.
  case capitals
  /// So many of the towns with the most people.
  case largest(Int)
  /// Towns by their names or numbers.
  case named([String])
}

/// The distances and days between towns: of each pair the quicker of both directions, so that the
/// table is the same from both sides.
package struct DistanceTable: Sendable {
  /// A town at the head of a row and a column.
  package struct Town: Hashable, Sendable {
    package var name: String
    /// The name of its state; nil for none.
    package var state: String?
  }

  /// The way between two towns.
  package struct Way: Hashable, Sendable {
    /// Measured along the way, in the world's unit of distance.
    package var distance: Double
    package var days: Double
  }

  package let towns: [Town]
  /// The ways by row and column; nil where none leads, and a way of nothing from a town to itself.
  package let ways: [[Way?]]
  package let mode: TravelMode
  /// The world's unit of distance.
  package let unit: String

  /// The most towns of a table: the ways of each to all others are searched.
  package static let townLimit = 100
  /// The towns of a table that names none, where the world has more capitals.
  package static let usualCount = 20
}

extension Wayfinder {
  /// The distances between towns.
  ///
  /// - Throws: `Failure` `route.place`, `route.port`, `route.towns`.
  package func distances(between chosen: DistanceTowns) throws -> Diagnosed<DistanceTable> {
    let found = try towns(chosen)
    let nodes = found.value.map(\.node)
    var ways = [[DistanceTable.Way?]](
      repeating: [DistanceTable.Way?](repeating: nil, count: nodes.count), count: nodes.count)
    for (row, start) in nodes.enumerated() {
      let search = search(from: start)
      for (column, goal) in nodes.enumerated() where search.days[goal].isFinite {
        ways[row][column] = DistanceTable.Way(
          distance: search.lengths[goal] * distanceScale, days: search.days[goal])
      }
    }
    for row in nodes.indices {
      for column in 0..<row {
        let both = [ways[row][column], ways[column][row]].compactMap(\.self)
        let quicker = both.min { ($0.days, $0.distance) < ($1.days, $1.distance) }
        (ways[row][column], ways[column][row]) = (quicker, quicker)
      }
    }
    let table = DistanceTable(
      towns: found.value.map(\.town), ways: ways, mode: travelMode, unit: distanceUnit)
    return Diagnosed(table, warnings: found.warnings)
  }
}

extension DistanceTable {
  /// The table in a format, with a line break at its end.
  ///
  /// - Parameter title: the name of the world.
  package func text(in form: RouteFormat, title: String) -> String {
    switch form {
    case .text: plainText(title)
    case .csv: csv
    case .json: json(title)
    }
  }

  private func plainText(_ title: String) -> String {
    let heads = towns.indices.map { "\($0 + 1)" }
    func matrix(_ cell: (Way) -> String) -> String {
      columns(
        [["", "", ""] + heads]
          + towns.enumerated().map { row, town in
            [heads[row], town.name, town.state ?? ""]
              + towns.indices.map { row == $0 ? "\u{2013}" : ways[row][$0].map(cell) ?? "" }
          })
    }
    return "\(title), by \(mode.rawValue): days\n\n" + matrix { shown($0.days) }
      + "\nDistances in \(unit)\n\n" + matrix { shown($0.distance) }
  }

  /// A row for each pair, once.
  private var csv: String {
    var table = CSVText()
    table.row(["from", "to", "by", "distance", "unit", "days"])
    for (row, from) in towns.enumerated() {
      for (column, to) in towns.enumerated() where column > row {
        table.cell(from.name)
        table.cell(to.name)
        table.plainCell(mode.rawValue)
        table.plainCell(ways[row][column].map { number($0.distance) } ?? "")
        table.cell(unit)
        table.plainCell(ways[row][column].map { number($0.days) } ?? "")
        table.endRow()
      }
    }
    return String(decoding: table.bytes, as: UTF8.self)
  }

  private func json(_ title: String) -> String {
    var json = JSONWriter(indent: 1)
    func rows(_ value: @escaping (Way) -> Double) -> (inout JSONWriter) -> Void {
      { json in
        for row in ways {
          json.array { json in
            for way in row {
              if let way { json.double(rounded(value(way))) } else { json.null() }
            }
          }
        }
      }
    }
    json.object { json in
      json.member("world", title)
      json.member("by", mode.rawValue)
      json.member("unit", unit)
      json.member(
        "towns",
        array: { json in
          for town in towns {
            json.object { json in
              json.member("name", town.name)
              json.member("state", town.state)
            }
          }
        })
      json.member("distances", array: rows(\.distance))
      json.member("days", array: rows(\.days))
    }
    return json.text + "\n"
  }
}
