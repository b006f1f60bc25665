// SPDX-License-Identifier: MIT
// Part of Platen: lines that join the larger burgs of a state, as star charts join stars.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  /// The shortest lines that join the capitals, cities and towns of each state, a dozen at most;
  /// each ends short of the marks it joins.
  func starFigures() -> [Node] {
    let style = look.burgs.figures
    guard style.isVisible else { return [] }
    var members: [Int: [RankedBurg]] = [:]
    for burg in markedBurgs where burg.rank <= .town {
      let state = Int(cells.state[locator.cell(at: burg.position)])
      if state > 0, members[state, default: []].count < 12 {
        members[state, default: []].append(burg)
      }
    }
    var path = Path()
    let longest = 190 * scale
    for state in members.keys.sorted() {
      for (a, b) in tree(members[state] ?? [])
      where a.position.distance(to: b.position) < longest {
        let way = b.position - a.position
        let length = way.length
        let (from, to) = (clearance(a), length - clearance(b))
        guard to > from else { continue }
        path.append(line: [
          a.position + way * (from / length), a.position + way * (to / length),
        ])
      }
    }
    return path.isEmpty ? [] : [.path(PathNode(path, stroke: style.stroke))]
  }

  /// The distance from a burg's middle at which lines to it end.
  private func clearance(_ burg: RankedBurg) -> Double {
    let size = look.burgs.style(burg.rank).size
    let drawn = symbol(of: burg)?.size(height: size)
    return max(size, drawn?.width ?? size) * 0.62 + 0.6 * scale
  }

  /// The shortest tree through all burgs (Prim, 1957).
  private func tree(_ burgs: [RankedBurg]) -> [(RankedBurg, RankedBurg)] {
    var joined = Array(burgs.prefix(1))
    var rest = Array(burgs.dropFirst())
    var lines: [(RankedBurg, RankedBurg)] = []
    while !rest.isEmpty {
      var best: (distance: Double, from: Int, to: Int) = (.infinity, 0, 0)
      for (i, a) in joined.enumerated() {
        for (j, b) in rest.enumerated() {
          let distance = a.position.squaredDistance(to: b.position)
          if distance < best.distance { best = (distance, i, j) }
        }
      }
      let burg = rest.remove(at: best.to)
      lines.append((joined[best.from], burg))
      joined.append(burg)
    }
    return lines
  }
}
