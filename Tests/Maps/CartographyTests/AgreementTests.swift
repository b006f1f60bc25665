// SPDX-License-Identifier: MIT
// Part of Platen: our pictures beside FMG's own, pixel by pixel.

import Atlas
import Azgaar
import Canvas
import Diagnostics
import Drawing
import Foundation
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Cartography

/// The agreement of Platen's images in FMG's look with those it drew itself, at its own size.
///
/// Its pictures hold letters in other fonts, and lines whose middle tones stand for no region, so
/// only what is a fill in both pictures is held against each other: a pixel whose color is, within
/// a level, one of the colors regions have. Ours are drawn without letters and lines, so that the
/// mask is theirs alone. Where both are fills the nearest colors must be those of one region. Each
/// test prints its figure; run with `--filter AgreementTests` to see them.
@Suite(.enabled(if: Shared.isPresent)) struct AgreementTests {
  /// A layer of regions, where FMG drew it, and how.
  struct Regions: Sendable, CustomTestStringConvertible {
    var map: String
    var picture: String
    var layer: MapLayer
    /// The other things on the land in FMG's image that have the color of bare land.
    var over: [String] = []
    /// The part of the land that must be left to compare, so that the mask hides nothing.
    var comparable = 0.5

    var testDescription: String { "\(layer) of \(map)" }

    static let all: [Regions] =
      ["k10-continents", "n10-continents"].flatMap { map in
        [
          Regions(map: map, picture: "biomes", layer: .biomes),
          Regions(map: map, picture: "political", layer: .states, over: ["ice"]),
          Regions(map: map, picture: "cultural", layer: .cultures),
          Regions(map: map, picture: "religions", layer: .religions),
          Regions(map: map, picture: "provinces", layer: .provinces),
          Regions(map: map, picture: "heightmap", layer: .heightmap),
        ]
      } + [
        Regions(map: "k1-volcano", picture: "political", layer: .states, over: ["ice"]),
        Regions(map: "k50-continents", picture: "political", layer: .states, over: ["ice"]),
        Regions(map: "k50-continents", picture: "heightmap", layer: .heightmap),
        Regions(map: "k100-continents", picture: "political", layer: .states, over: ["ice"]),
        Regions(map: "k100-continents", picture: "heightmap", layer: .heightmap),
      ]
  }

  @Test(arguments: ["k10-continents", "n10-continents"])
  func landAndWater(map: String) throws {
    let ours = try ColorRows.ours(map, ["landmass", "-scale-bar"])
    let theirs = try ColorRows.theirs(map, "landmass")
    let (a, b) = (ours.land, theirs.land)
    let plate = try scaleBar(map)
    var (same, all, stray, coast) = (0, 0, 0, 0)
    for y in 0..<min(ours.height, theirs.height) {
      for x in 0..<ours.width where !plate.contains(Point(Double(x), Double(y))) {
        all += 1
        if a[y * ours.width + x] == b[y * theirs.width + x] { same += 1 }
        if y > 1, y < theirs.height - 2, x > 1, x < ours.width - 2 {
          for (one, other) in [(a, b), (b, a)] where ColorRows.isEdge(x, y, one, ours.width) {
            coast += 1
            if !ColorRows.hasEdge(near: x, y, other, ours.width) { stray += 1 }
          }
        }
      }
    }
    let share = Double(same) / Double(all)
    let strays = Double(stray) / Double(coast)
    print(
      "agreement: \(map) land and water \(percent(share)), "
        + "coast farther than a pixel \(percent(strays)) of \(coast)")
    #expect(share >= 0.995)
    #expect(coast > 5000)
    #expect(strays <= 0.001)
  }

  @Test(arguments: Regions.all)
  func fills(_ regions: Regions) throws {
    let world = try ColorRows.world(regions.map)
    let lines = ["labels", "borders", "rivers", "routes", "burg-icons", "coordinates"]
    let ours = try ColorRows.ours(
      regions.map, [regions.layer.rawValue] + regions.over + lines.map { "-" + $0 })
    let theirs = try ColorRows.theirs(regions.map, regions.picture)
    let land = try ColorRows.ours(regions.map, ["landmass"]).land
    let palette = FillPalette(of: regions.layer, in: world)
    var (same, compared, inland) = (0, 0, 0)
    for y in 1..<min(ours.height, theirs.height) - 1 {
      for x in 1..<ours.width - 1 where land[y * ours.width + x] {
        inland += 1
        guard let a = palette.nearest(to: ours[x, y]),
          let b = palette.nearest(to: theirs[x, y], cutBy: FillPalette.cut)
        else { continue }
        compared += 1
        if palette.isOne(a, b) { same += 1 }
      }
    }
    let share = Double(same) / Double(compared)
    let comparable = Double(compared) / Double(inland)
    print(
      "agreement: \(regions.testDescription), fills \(percent(share)) "
        + "of the \(percent(comparable)) of land that are fills in both")
    #expect(share >= 0.99)
    #expect(comparable > regions.comparable)
  }

  /// The place of the scale bar in FMG's image.
  private func scaleBar(_ map: String) throws -> Rect {
    let size = try ColorRows.theirs(map, "landmass")
    return Rect(x: Double(size.width - 260), y: Double(size.height - 50), width: 260, height: 50)
  }

  private func percent(_ share: Double) -> String {
    String(Double((share * 100_000).rounded()) / 1000) + " %"
  }
}

/// A picture as rows of colors.
private struct ColorRows {
  let width: Int
  let height: Int
  let pixels: [SIMD4<Int16>]

  init(_ bitmap: Bitmap) {
    width = bitmap.width
    height = bitmap.height
    var pixels: [SIMD4<Int16>] = []
    pixels.reserveCapacity(width * height)
    for i in stride(from: 0, to: bitmap.rgba.count, by: 4) {
      pixels.append(
        SIMD4(Int16(bitmap.rgba[i]), Int16(bitmap.rgba[i + 1]), Int16(bitmap.rgba[i + 2]), 0))
    }
    self.pixels = pixels
  }

  subscript(x: Int, y: Int) -> SIMD4<Int16> { pixels[y * width + x] }

  static func world(_ map: String) throws -> World {
    let bytes = try Shared.bytes("maps/generator/\(map)/\(map).map")
    return try bytes.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
  }

  /// FMG's drawing.
  static func theirs(_ map: String, _ picture: String) throws -> ColorRows {
    ColorRows(try PNGDecoder.decode(Shared.bytes("maps/generator/\(map)/\(picture).png")))
  }

  /// Platen's drawing in its look, one pixel to a map unit.
  static func ours(_ map: String, _ layers: [String]) throws -> ColorRows {
    let world = try world(map)
    let fonts = try FontLibrary(FontSet())
    let request = MapRequest(look: .azgaarBase, layers: try LayerSelection(layers))
    let scene = try MapComposer(request: request, text: fonts).compose(world).value
    return ColorRows(
      try ImageCanvas.bitmap(
        of: scene, width: Int(world.info.width), height: Int(world.info.height), fonts: fonts))
  }

  /// The pixels with more of the land's color than of the sea's, which has hardly any red.
  var land: [Bool] { pixels.map { $0.x > 195 } }

  /// Indicates whether a land pixel has water beside it.
  static func isEdge(_ x: Int, _ y: Int, _ land: [Bool], _ width: Int) -> Bool {
    guard land[y * width + x] else { return false }
    for dy in -1...1 { for dx in -1...1 where !land[(y + dy) * width + x + dx] { return true } }
    return false
  }

  static func hasEdge(near x: Int, _ y: Int, _ land: [Bool], _ width: Int) -> Bool {
    for dy in -1...1 {
      for dx in -1...1 where isEdge(x + dx, y + dy, land, width) { return true }
    }
    return false
  }
}

/// The colors regions have where they are filled and nothing lies over them, in levels.
private struct FillPalette {
  private var colors: [SIMD4<Double>] = []
  /// Levels by which a channel may differ from a fill's own color: what rounding does. More would
  /// take the haze round letters for the fill of another province.
  private static let reach = 1.0
  /// Levels by which two fills may differ and count as one: what rounding does to both.
  private static let alike = 2.0
  /// FMG's browser cuts mixed colors off where we round: they lie this much lower.
  static let cut = 0.5

  init(of layer: MapLayer, in world: World) {
    let land = MapLook.azgaarBase.land.fill
    func lay(_ color: Color?, _ opacity: Double) {
      guard let color else { return }
      func level(_ over: Double, _ under: Double) -> Double {
        (under + (over - under) * opacity) * 255
      }
      let laid = SIMD4(
        level(color.red, land.red), level(color.green, land.green), level(color.blue, land.blue), 0)
      if !colors.contains(laid) { colors.append(laid) }
    }
    lay(land, 1)
    let looks = MapLook.azgaarBase.regions
    switch layer {
    case .biomes: for row in world.biomes { lay(row.color?.color, looks.biomes.opacity) }
    case .states: for row in world.states { lay(row.color?.color, looks.states.opacity) }
    case .cultures: for row in world.cultures { lay(row.color?.color, looks.cultures.opacity) }
    case .religions: for row in world.religions { lay(row.color?.color, looks.religions.opacity) }
    case .provinces: for row in world.provinces { lay(row.color?.color, looks.provinces.opacity) }
    case .heightmap:
      if let scheme = ColorScheme("bright") {
        for level in stride(from: 20, to: 100, by: 6) {
          lay(scheme.color(at: 1 - Double(level) / 100), 1)
        }
      }
    default: break
    }
  }

  /// The fill a pixel shows whose levels lie `cut` too low; nil where it is none.
  func nearest(to pixel: SIMD4<Int16>, cutBy cut: Double = 0) -> Int? {
    let levels = SIMD4<Double>(pixel) + SIMD4(cut, cut, cut, 0)
    var best: (index: Int, distance: Double)?
    for (index, color) in colors.enumerated() {
      let distance = FillPalette.apart(color, levels)
      if distance <= FillPalette.reach, distance < best?.distance ?? .infinity {
        best = (index, distance)
      }
    }
    return best?.index
  }

  /// Indicates whether two fills are one, or too alike to distinguish the one a pixel shows.
  func isOne(_ a: Int, _ b: Int) -> Bool {
    a == b || FillPalette.apart(colors[a], colors[b]) <= FillPalette.alike
  }

  /// The most by which a channel differs.
  private static func apart(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Double {
    let d = a - b
    return max(abs(d.x), abs(d.y), abs(d.z))
  }
}
