// SPDX-License-Identifier: MIT
// Part of Platen: the table of a gazetteer with the days of travel between towns.

internal import Atlas
internal import Diagnostics
internal import Documents
internal import Routing

extension GazetteerBook {
  /// The towns of the table in a full and in a short book, and the cells that are searched for all of
  /// them: each town takes a search of all cells.
  private static let (mostTowns, shortTowns, mostCells) = (12, 8, 1_200_000)

  /// The days by carriage and ship between capitals, or between the largest towns of one state.
  mutating func writeDays() {
    guard let cells = world.cells, cells.count > 0 else { return }
    let most = isFull ? GazetteerBook.mostTowns : GazetteerBook.shortTowns
    let count = min(most, GazetteerBook.mostCells / cells.count)
    let seen = world.burgs.filter { isSeen($0) && (0..<cells.count).contains($0.cell) }
      .sorted { ($1.population, $0.id) < ($0.population, $1.id) }
    let capitals = seen.filter(\.isCapital)
    let towns = (isOfOneState || capitals.count < 3 ? seen : capitals).prefix(count)
    guard towns.count > 2, let finder = try? Wayfinder(world, by: .road),
      let table = try? finder.distances(between: .named(towns.map { String($0.id) })).value
    else { return }
    heading(2, phrases[.gazetteerDays])
    let numbers = towns.indices.map { phrases.grouped($0 + 1) }
    func head(_ text: String) -> Table.Cell { Table.Cell([.text(text)], isHeader: true) }
    blocks.append(
      .table(
        Table(
          columns: [Table.Column(.end), Table.Column(.start)]
            + towns.map { _ in Table.Column(.end) },
          head: [Table.Row([head(""), head(phrases[.gazetteerName])] + numbers.map(head))],
          body: towns.indices.map { row in
            let ways = towns.indices.map { column -> String in
              guard row != column, let way = table.ways[row][column] else { return "–" }
              return phrases.grouped(max(1, Int(min(way.days, 1e6).rounded(.up))))
            }
            return Table.Row(
              [cell(numbers[row]), cell(shown(towns[row].name, towns[row].id))] + ways.map(cell))
          })))
  }
}
