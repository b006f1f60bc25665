// SPDX-License-Identifier: MIT
// Part of Platen: itineraries and lists of towns as text, CSV and JSON.

internal import CSV
internal import Geometry
internal import JSON

/// A format of itineraries and of lists of towns.
package enum RouteFormat: String, CaseIterable, Sendable {
  case text, csv, json
}

extension Itinerary {
  /// The itinerary in a format, with a line break at its end.
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
    guard let first = legs.first, let last = legs.last else { return "no way to go\n" }
    var rows = [["day", "from", "to", "way", "distance"]]
    for leg in legs {
      rows.append([
        "\(leg.day)", leg.from.text, leg.to.text, leg.kind.rawValue,
        shown(leg.distance) + " " + unit,
      ])
    }
    return
      "\(title): \(first.from.text) to \(last.to.text), \(mode.rawValue), \(shown(distance)) \(unit), "
      + "\(shown(days)) days\n\n" + columns(rows)
  }

  private var csv: String {
    var table = CSVText()
    table.row(["day", "from", "to", "way", "distance", "unit", "days"])
    for leg in legs {
      table.plainCell("\(leg.day)")
      table.cell(leg.from.text)
      table.cell(leg.to.text)
      table.plainCell(leg.kind.rawValue)
      table.plainCell(number(leg.distance))
      table.cell(unit)
      table.plainCell(number(leg.days))
      table.endRow()
    }
    return String(decoding: table.bytes, as: UTF8.self)
  }

  private func json(_ title: String) -> String {
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("world", title)
      json.member("by", mode.rawValue)
      json.member("unit", unit)
      json.member("distance", rounded(distance))
      json.member("days", rounded(days))
      json.member(
        "legs",
        array: { json in
          for leg in legs {
            json.object { json in
              json.member("day", leg.day)
              json.member("from", object: leg.from.write)
              json.member("to", object: leg.to.write)
              json.member("way", leg.kind.rawValue)
              json.member("distance", rounded(leg.distance))
              json.member("days", rounded(leg.days))
              json.member(
                "points",
                array: { json in
                  for point in leg.points {
                    json.array { json in
                      json.double(rounded(point.x))
                      json.double(rounded(point.y))
                    }
                  }
                })
            }
          }
        })
    }
    return json.text + "\n"
  }
}

extension Itinerary.Leg {
  /// The day on which it begins, from 1.
  var day: Int { Int(min(start + 1e-9, 1e15)) + 1 }
}

extension Itinerary.Stop {
  /// The name of the town, or the nearest one's.
  var text: String { isTown || name.isEmpty ? name : "near \(name)" }

  fileprivate func write(_ json: inout JSONWriter) {
    json.member("name", name)
    json.member("is-town", isTown)
    json.member("x", rounded(position.x))
    json.member("y", rounded(position.y))
  }
}

extension [Reach] {
  /// The list in a format, with a line break at its end.
  ///
  /// - Parameters:
  ///   - title: the name of the world.
  ///   - unit: the world's unit of distance.
  package func text(in form: RouteFormat, title: String, unit: String) -> String {
    switch form {
    case .text:
      columns(
        [["town", "state", "distance", "days"]]
          + map { [$0.name, $0.state ?? "", shown($0.distance) + " " + unit, shown($0.days)] })
    case .csv: csv(unit)
    case .json: json(title, unit)
    }
  }

  private func csv(_ unit: String) -> String {
    var table = CSVText()
    table.row(["town", "state", "distance", "unit", "days"])
    for town in self {
      table.cell(town.name)
      table.cell(town.state ?? "")
      table.plainCell(number(town.distance))
      table.cell(unit)
      table.plainCell(number(town.days))
      table.endRow()
    }
    return String(decoding: table.bytes, as: UTF8.self)
  }

  private func json(_ title: String, _ unit: String) -> String {
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("world", title)
      json.member("unit", unit)
      json.member(
        "towns",
        array: { json in
          for town in self {
            json.object { json in
              json.member("name", town.name)
              json.member("state", town.state)
              json.member("distance", rounded(town.distance))
              json.member("days", rounded(town.days))
            }
          }
        })
    }
    return json.text + "\n"
  }
}

/// A number in a table.
func number(_ value: Double) -> String { JSONWriter.format(rounded(value)) }

/// Two decimals, as data have them.
func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

/// A number as people write it: whole from ten on, with one decimal below.
func shown(_ value: Double) -> String {
  guard value < 1e15 else { return "\(value)" }
  if value >= 9.95 { return "\(Int(value.rounded()))" }
  let tenths = Int((value * 10).rounded())
  return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}

/// Rows in columns as wide as their longest cells, two spaces apart.
func columns(_ rows: [[String]]) -> String {
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    var line = ""
    for (cell, width) in zip(row.dropLast(), widths) {
      line += cell + String(repeating: " ", count: width - cell.count + 2)
    }
    return line + (row.last ?? "") + "\n"
  }.joined()
}
