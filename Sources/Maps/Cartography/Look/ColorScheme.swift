// SPDX-License-Identifier: MIT
// Part of Platen: color ramps, and the toning down of a world's own colors.

internal import Drawing
internal import Libc
internal import Text

/// A ramp through several colors by a uniform cubic B-spline, as d3's `interpolateRgbBasis`; or
/// colors at places of their own, with straight steps between.
struct ColorScheme {
  private let colors: [Color]
  /// The place of each color, from 0 to 100, rising; nil for a ramp.
  private let places: [Double]?

  /// From a named ramp, a comma-separated list of colors, or one of colors with a place before
  /// each (`0 #124, 20 #7bd, 100 #fff`; the lowest is 0); nil when it is none of these.
  init?(_ text: String) {
    let list = ColorScheme.named[text] ?? text
    let parts = list.split(separator: ",").map { $0.split(separator: " ") }
    let colors = parts.map { part in part.last.flatMap { Color(hex: String($0)) } }
    guard !colors.isEmpty, !colors.contains(nil) else { return nil }
    self.colors = colors.compactMap { $0 }
    if parts.allSatisfy({ $0.count == 1 }) {
      places = nil
      return
    }
    let places = parts.compactMap { part in part.count == 2 ? Double(part[0]) : nil }
    guard places.count == parts.count, places.allSatisfy((0...100).contains),
      zip(places, places.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    self.places = places
  }

  /// The names that a look may use, in the order of messages.
  static let names = ["bright", "light", "natural", "green", "olive", "livid", "monochrome"]

  /// ColorBrewer's ramps for the first two and the last, FMG's own for the others.
  private static let named: [String: String] = [
    "bright":
      "#9e0142,#d53e4f,#f46d43,#fdae61,#fee08b,#ffffbf,#e6f598,#abdda4,#66c2a5,#3288bd,#5e4fa2",
    "light":
      "#a50026,#d73027,#f46d43,#fdae61,#fee08b,#ffffbf,#d9ef8b,#a6d96a,#66bd63,#1a9850,#006837",
    "natural": "#ffffff,#eeeecc,#d2b48c,#008000,#008080",
    "green": "#f7fcf5,#e5f5e0,#c7e9c0,#a1d99b,#74c476,#41ab5d,#238b45,#006d2c,#00441b",
    "olive": "#ffffff,#cea48d,#d5b085,#0c2c19,#151320",
    "livid": "#bbbbdd,#2a3440,#17343b,#0a1e24",
    "monochrome": "#ffffff,#f0f0f0,#d9d9d9,#bdbdbd,#969696,#737373,#525252,#252525,#000000",
  ]

  /// The color of the sea floor at a height below 20; ramps begin a twentieth higher there, as the
  /// generator's do.
  func color(depth height: Int) -> Color {
    if let places { return color(at: Double(height), places) }
    return color(at: height == 0 ? 1 : 1 - Double(height - 5) / 100)
  }

  /// The color at `t`, 0 for the highest and 1 for the lowest.
  func color(at t: Double) -> Color {
    guard colors.count > 1 else { return colors[0] }
    if let places {
      // 100 · (1 − 0.8) is a little less than the 20 a scheme may change its color at.
      let place = 100 * (1 - max(0, min(1, t.isFinite ? t : 0)))
      return color(at: (place * 1e6).rounded() / 1e6, places)
    }
    let segments = colors.count - 1
    let t = max(0, min(1, t.isFinite ? t : 0))
    let i = min(Int(t * Double(segments)), segments - 1)
    let u = t * Double(segments) - Double(i)
    func spline(_ component: (Color) -> Double) -> Double {
      let v1 = component(colors[i])
      let v2 = component(colors[i + 1])
      let v0 = i > 0 ? component(colors[i - 1]) : 2 * v1 - v2
      let v3 = i < segments - 1 ? component(colors[i + 2]) : 2 * v2 - v1
      let u2 = u * u
      let u3 = u2 * u
      let sum =
        (1 - 3 * u + 3 * u2 - u3) * v0 + (4 - 6 * u2 + 3 * u3) * v1
        + (1 + 3 * u + 3 * u2 - 3 * u3) * v2 + u3 * v3
      return max(0, min(1, sum / 6))
    }
    return Color(spline { $0.red }, spline { $0.green }, spline { $0.blue })
  }

  /// The color at a place; where two stand at one place, the later one begins there.
  private func color(at place: Double, _ places: [Double]) -> Color {
    guard let next = places.firstIndex(where: { $0 > place }) else {
      return colors[colors.count - 1]
    }
    guard next > 0 else { return colors[0] }
    let (from, to) = (places[next - 1], places[next])
    return colors[next - 1].mixed(with: colors[next], (place - from) / (to - from))
  }
}

extension MapLook.Fill {
  /// A color of the world as this look shows it: toned down and evened out in OKLCh, where equal
  /// steps look equal, so that the hue a user chose stays.
  ///
  /// Source: Björn Ottosson, "A perceptual color space for image processing" (2020).
  func toned(_ color: Color) -> Color {
    guard chroma != 1 || chromaLimit < 1 || evenness > 0 else { return color }
    var lab = OKLab(color)
    let c = (lab.a * lab.a + lab.b * lab.b).squareRoot()
    let wanted = min(c * chroma, chromaLimit)
    let factor = c > 0 ? wanted / c : 1
    lab.a *= factor
    lab.b *= factor
    lab.lightness += (lightness - lab.lightness) * evenness
    return lab.color(alpha: color.alpha)
  }
}

/// A color in OKLab.
struct OKLab: Equatable {
  /// Two colors nearer than this look alike on a map.
  static let distinct = 0.045
  /// The least distance of neighbors that are filled with colors through which the land shows.
  static let distinctBeside = 0.07

  var lightness: Double
  var a: Double
  var b: Double

  init(_ color: Color) {
    let (r, g, b) = (
      Luminance.linear(color.red), Luminance.linear(color.green), Luminance.linear(color.blue)
    )
    let l = cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
    let m = cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
    let s = cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
    lightness = 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s
    a = 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s
    self.b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s
  }

  func distance(to other: OKLab) -> Double {
    let (l, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    return (l * l + da * da + db * db).squareRoot()
  }

  /// The other colors of a palette that look like each of it: those much nearer to it than
  /// colors of the palette are on average.
  static func alike(_ palette: [Color]) -> [[Int]] {
    let labs = palette.map(OKLab.init)
    let distances = labs.map { lab in labs.map { lab.distance(to: $0) } }
    let pairs = max(1, labs.count * (labs.count - 1))
    let mean = distances.reduce(0) { $0 + $1.reduce(0, +) } / Double(pairs)
    return labs.indices.map { one in
      labs.indices.filter { $0 != one && distances[one][$0] < 0.7 * mean }
    }
  }

  /// Colors of the same chroma, lighter or darker, or of hues up to half a turn away; the most
  /// alike first.
  var variations: [OKLab] {
    // Cosines and sines of 0, 30, 60, 90, 135 and 180 degrees.
    let (half, third, eighth) = (0.5, 0.75.squareRoot(), 0.5.squareRoot())
    let turns = [(1, 0), (third, half), (half, third), (0, 1), (-eighth, eighth), (-1, 0)]
    let hues = turns.flatMap { $1 == 0 ? [($0, $1)] : [($0, $1), ($0, -$1)] }
    return hues.flatMap { cosine, sine in
      [0, 0.035, -0.045].map { step in
        var lab = self
        lab.lightness += step
        lab.a = cosine * a - sine * b
        lab.b = sine * a + cosine * b
        return lab
      }
    }
  }

  func color(alpha: Double) -> Color {
    let l0 = lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b
    let m0 = lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b
    let s0 = lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b
    let (l, m, s) = (l0 * l0 * l0, m0 * m0 * m0, s0 * s0 * s0)
    func gamma(_ v: Double) -> Double {
      let c = Luminance.code(v)
      return max(0, min(1, c))
    }
    return Color(
      gamma(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
      gamma(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
      gamma(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s), alpha: alpha)
  }
}
