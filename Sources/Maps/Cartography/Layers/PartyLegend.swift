// SPDX-License-Identifier: MIT
// Part of Platen: the stops of a party in the legend, with their numbers and dates.

internal import Drawing
internal import Geometry

extension Composition {
  /// The stops in the window with their numbers and dates; nil without any.
  func partyTable() -> LegendTable? {
    guard let party = request.party else { return nil }
    let rows = party.stops.enumerated().compactMap { index, stop -> LegendTable.Row? in
      guard window.contains(stop.position) else { return nil }
      let name = [stop.name, stop.date].filter { !$0.isEmpty }.joined(separator: " · ")
      return LegendTable.Row(
        paint: .color(.clear), name: name.isEmpty ? String(index + 1) : name,
        sign: { [unowned self] box in
          partyCircle(index + 1, at: box.center, radius: min(box.width, box.height * 1.3) / 2)
        })
    }
    return rows.isEmpty ? nil : LegendTable(title: party.name, rows: rows)
  }
}
