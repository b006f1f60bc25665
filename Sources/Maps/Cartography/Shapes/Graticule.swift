// SPDX-License-Identifier: MIT
// Part of Platen: meridians and parallels at round degrees.

internal import Atlas
internal import Drawing
internal import Geometry

/// Meridians and parallels at round degrees.
struct Graticule {
  struct Line {
    var degrees: Double
    /// The place where it crosses the sheet, in map units.
    var place: Double

    func text(positive: String, negative: String) -> String {
      let number = LookValue.number(abs(degrees)).text
      return degrees == 0 ? "0°" : number + "°" + (degrees > 0 ? positive : negative)
    }
  }

  let meridians: [Line]
  let parallels: [Line]

  /// Degrees beyond which no edge of a sheet lies: twice round the globe.
  private static let limit = 720.0

  /// Nil where the bounds make no sense. Steps are chosen as FMG chooses them: ten to the
  /// sheet's width, roughly.
  init?(_ bounds: GeographicBounds?, sheet: Rect) {
    guard let bounds, bounds.east > bounds.west, bounds.north > bounds.south,
      [bounds.east, bounds.west, bounds.north, bounds.south].allSatisfy({
        abs($0) <= Graticule.limit
      })
    else { return nil }
    let wanted = (bounds.east - bounds.west) / 10
    let step =
      [0.5, 1, 2, 5, 10, 15, 30].min { abs($0 - wanted) < abs($1 - wanted) } ?? 30
    func lines(_ low: Double, _ high: Double, _ place: (Double) -> Double) -> [Line] {
      var result: [Line] = []
      var k = (low / step).rounded(.up)
      while k * step <= high {
        result.append(Line(degrees: k * step, place: place(k * step)))
        k += 1
      }
      return result
    }
    meridians = lines(bounds.west, bounds.east) {
      sheet.minX + ($0 - bounds.west) / (bounds.east - bounds.west) * sheet.width
    }
    parallels = lines(bounds.south, bounds.north) {
      sheet.minY + (bounds.north - $0) / (bounds.north - bounds.south) * sheet.height
    }
  }

  /// Places of lines four times as close, for the ticks of a frame.
  func fine(_ lines: KeyPath<Graticule, [Line]>) -> [Double] {
    let places = self[keyPath: lines].map(\.place).sorted()
    guard let first = places.first, places.count > 1 else { return places }
    let step = (places[1] - first) / 4
    guard step > 0 else { return places }
    return (-4..<(places.count + 1) * 4).map { first + Double($0) * step }
  }
}
