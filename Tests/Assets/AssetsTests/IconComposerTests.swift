// SPDX-License-Identifier: MIT
// Part of Platen: tests of icons composed: grounds, circles, corners, one color.

import Assets
import Diagnostics
import Pixels
import Testing
import Tokens
import Values

private let side = IconComposer.side

private func art(_ pixel: (Int, Int) -> (UInt8, UInt8, UInt8, UInt8)) -> IconArt {
  var rgba = [UInt8](repeating: 0, count: side * side * 4)
  for y in 0..<side {
    for x in 0..<side {
      let i = (y * side + x) * 4
      (rgba[i], rgba[i + 1], rgba[i + 2], rgba[i + 3]) = pixel(x, y)
    }
  }
  return IconArt(Bitmap(width: side, height: side, rgba: rgba))
}

private func composed(
  _ art: IconArt, _ shape: IconImage.Shape, ground: IconGround, pixels: Int = side
) throws -> Bitmap {
  try ShapedIcon(art, shape, ground: ground).image(pixels: pixels)
}

/// A red bar out of the middle, half transparent at one end.
private let bar = art { x, y in
  guard (100..<900).contains(x), (200..<420).contains(y) else { return (0, 0, 0, 0) }
  return (220, 40, 30, x < 200 ? 128 : 255)
}

private let sea = IconGround.color(TokenColor(15 / 255, 76 / 255, 102 / 255))

@Suite struct IconComposerTests {
  @Test func theStoresIconHasNoTransparency() throws {
    let icon = try composed(bar, .square, ground: sea)
    #expect(IconComposer.isOpaque(icon))
    #expect(icon[0, 0] == (15, 76, 102, 255))
    #expect(icon[500, 300] == (220, 40, 30, 255))
    // Half of one and half of the other, as screens mix them.
    #expect(icon[150, 300] == (118, 58, 66, 255))
  }

  @Test func aPictureAsGround() throws {
    let ground = IconGround.image(art { x, _ in x < 512 ? (9, 8, 7, 255) : (0, 0, 0, 0) })
    let icon = try composed(bar, .square, ground: ground)
    #expect(icon[10, 10] == (9, 8, 7, 255) && icon[1000, 10] == (255, 255, 255, 255))
  }

  @Test(arguments: [66.0 / 108, 0.8]) func whatIsSeenLiesInTheCircle(_ part: Double) throws {
    let images = [
      bar, art { _, _ in (9, 9, 9, 255) },
      art { x, y in x + y < 300 ? (9, 9, 9, 255) : (0, 0, 0, 0) },
      art { x, y in
        (x - 40) * (x - 40) + (y - 40) * (y - 40) < 900 ? (9, 9, 9, 255) : (0, 0, 0, 0)
      },
    ]
    for image in images {
      for pixels in [108, 432, 1024] {
        let small = try composed(
          image, .safe(part, onGround: false), ground: sea, pixels: pixels)
        let middle = Double(pixels) / 2
        var farthest = 0.0
        for y in 0..<pixels {
          for x in 0..<pixels where small[x, y].alpha > 24 {
            let (dx, dy) = (Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
            farthest = max(farthest, (dx * dx + dy * dy).squareRoot())
          }
        }
        let radius = part * middle
        #expect(farthest <= radius + 0.5, "\(pixels)")
        // And fills it: a mark lost in its tile is as wrong as one cut off.
        #expect(farthest >= radius * 0.95 - 1, "\(pixels)")
      }
    }
  }

  /// A mark of a few pixels would have to be drawn at hundreds of times its size.
  @Test(arguments: [true, false]) func aTinyMarkFillsTheCircle(_ isVector: Bool) throws {
    @Sendable func dot(_ size: Int) -> Bitmap {
      var rgba = [UInt8](repeating: 0, count: size * size * 4)
      let unit = Double(size) / Double(side)
      for y in 0..<size {
        for x in 0..<size {
          let (dx, dy) = (Double(x) + 0.5 - 100 * unit, Double(y) + 0.5 - 90 * unit)
          let cover = 3 * unit - (dx * dx + dy * dy).squareRoot() + 0.5
          rgba[(y * size + x) * 4 + 3] = UInt8((min(1, max(0, cover)) * 255).rounded())
        }
      }
      return Bitmap(width: size, height: size, rgba: rgba)
    }
    let art =
      try isVector ? IconArt(isCancelled: { false }) { size, _ in dot(size) } : IconArt(dot(side))
    for pixels in [108, 700, 1024] {
      let safe = try composed(art, .safe(0.8, onGround: false), ground: sea, pixels: pixels)
      let (middle, radius) = (pixels / 2, Double(pixels) * 0.4)
      #expect(safe[middle, middle].alpha > 230)
      for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        func alpha(_ part: Double) -> UInt8 {
          let reach = Int(radius * part)
          return safe[middle + dx * reach, middle + dy * reach].alpha
        }
        // Enlarged so much, its edge is soft.
        #expect(alpha(0.6) > 180 && alpha(1.2) < 40, "\(pixels): \(dx) \(dy)")
      }
    }
  }

  @Test func anEmptyPictureStaysEmpty() throws {
    let empty = Bitmap(width: side, height: side)
    #expect(try composed(IconArt(empty), .safe(0.5, onGround: false), ground: sea) == empty)
  }

  @Test func corners() throws {
    let circle = try composed(bar, .circle, ground: sea)
    #expect(circle[0, 0].alpha == 0 && circle[140, 140].alpha == 0)
    #expect(circle[512, 1].alpha == 255 && circle[160, 160].alpha == 255)
    // A mark that reaches into the corners is kept whole.
    let dots = art { x, y in
      (x < 100 && y < 100) || (x > 923 && y > 923) ? (200, 0, 0, 255) : (0, 0, 0, 0)
    }
    let kept = try composed(dots, .circle, ground: sea)
    var red = 0
    for y in 0..<side {
      for x in 0..<side where kept[x, y].red > 150 && kept[x, y].alpha == 255 { red += 1 }
    }
    #expect(red > 7_000)
    let tile = try composed(bar, .tile, ground: sea)
    #expect(tile[50, 512].alpha == 0 && tile[105, 512].alpha == 255 && tile[512, 512].alpha == 255)
    #expect(tile[104, 104].alpha == 0 && tile[923, 923].alpha == 0)
    let rounded = try composed(bar, .rounded(0.25), ground: sea)
    #expect(rounded[0, 0].alpha == 0 && rounded[300, 0].alpha == 255)
  }

  @Test func otherSizesAreFitted() {
    let wide = Bitmap(width: 200, height: 100, rgba: Array(repeating: 255, count: 80_000))
    let fitted = IconArt(wide).image
    #expect(fitted.width == side && fitted.height == side)
    #expect(fitted[512, 100].alpha == 0 && fitted[512, 512].alpha == 255)
    #expect(IconArt(bar.image).image == bar.image)
  }

  @Test func gray() {
    let gray = bar.gray.image
    for x in stride(from: 0, to: side, by: 50) {
      let (red, green, blue, alpha) = gray[x, 300]
      #expect(red == green && green == blue && alpha == bar.image[x, 300].alpha)
    }
    // A green looks lighter than a blue of the same figures.
    let two = art { x, _ in x < 512 ? (0, 200, 0, 255) : (0, 0, 200, 255) }
    let both = two.gray.image
    #expect(both[0, 0].red > both[1000, 0].red + 60)
  }

  @Test func silhouettes() {
    let white = bar.silhouette.image
    #expect(white[500, 300] == (255, 255, 255, 255) && white[150, 300].alpha == 128)
    #expect(white[0, 0].alpha == 0)
    let halves = art { x, _ in x < 512 ? (255, 255, 255, 255) : (0, 0, 0, 255) }
    let solid = halves.silhouette.image
    #expect(solid[0, 0].alpha == 255 && solid[1000, 0].alpha == 0)
  }
}

/// Lines of a fortieth of the side, each pixel exact at every size.
private func stripes(_ size: Int) -> Bitmap {
  var rgba = [UInt8](repeating: 0, count: size * size * 4)
  for x in 0..<size {
    /// The width of all lines before a place, as a part of one line and one gap.
    func covered(_ end: Int) -> Double {
      let lines = Double(end) / Double(size) * 20
      let whole = lines.rounded(.down)
      return whole / 2 + min(lines - whole, 0.5)
    }
    let part = (covered(x + 1) - covered(x)) * Double(size) / 20
    for y in 0..<size { rgba[(y * size + x) * 4 + 3] = UInt8((part * 255).rounded()) }
  }
  return Bitmap(width: size, height: size, rgba: rgba)
}

@Suite struct IconSizeTests {
  /// Sizes that are averaged, and sizes that are drawn, have what an average by area has.
  @Test(arguments: [16, 29, 48, 64, 87, 120, 180, 256, 512, 700])
  func vectorsAreExactAtEverySize(_ pixels: Int) throws {
    let art = try IconArt(isCancelled: { false }) { size, _ in stripes(size) }
    let image = try composed(art, .free, ground: sea, pixels: pixels)
    let ideal = stripes(pixels)
    for x in 0..<pixels {
      let (found, wanted) = (Int(image[x, 0].alpha), Int(ideal[x, 0].alpha))
      #expect(abs(found - wanted) <= 3, "\(pixels): \(x)")
    }
  }

  /// Nothing is lighter or darker than what it is made of.
  @Test(arguments: [16, 57, 180, 500]) func imagesHaveNoFringes(_ pixels: Int) throws {
    let edges = art { x, y in
      x < 517 ? (40, 60, 80, 255) : y < 700 ? (90, 200, 220, 255) : (0, 0, 0, 0)
    }
    let image = try composed(edges, .free, ground: sea, pixels: pixels)
    for y in 0..<pixels {
      for x in 0..<pixels where image[x, y].alpha > 0 {
        #expect((40...90).contains(image[x, y].red) && (80...220).contains(image[x, y].blue))
      }
    }
  }
}

@Suite struct RecipeTests {
  private func read(_ json: String, tokens: String? = nil) throws -> IconRecipe {
    func source(_ text: String) throws -> PlacedValue {
      try TokenReader.values(of: Array(text.utf8), file: "i.json")
    }
    return try IconRecipe(
      source(json), tokens: tokens.map { try TokenReader.read(source($0)) })
  }

  @Test func shapesBecomeSVG() throws {
    let recipe = try read(
      """
      { "icon": { "size": 100, "background": { "gradient": ["#112233", "#445566"], "angle": 90 },
        "foreground": [
          { "circle": [50, 50, 20.5], "fill": "#FFB000" },
          { "path": "M0 0 L10 10", "stroke": "#fff", "width": 2, "cap": "round" },
          { "star": { "at": [50, 50], "points": 4, "outer": 10, "inner": 5 }, "opacity": 0.5 },
          { "rect": [1, 2, 3, 4], "radius": 1 } ] } }
      """)
    #expect(recipe.ground == nil)
    let svg = recipe.svg([.background, .foreground])
    #expect(svg.contains("viewBox=\"0 0 100 100\""))
    #expect(svg.contains("<linearGradient id=\"g1\" x1=\"0\" y1=\"0.5\" x2=\"1\" y2=\"0.5\">"))
    #expect(svg.contains("<circle cx=\"50\" cy=\"50\" r=\"20.5\" fill=\"#ffb000\"/>"))
    #expect(
      svg.contains(
        "<path d=\"M0 0 L10 10\" stroke-width=\"2\" stroke-linecap=\"round\" fill=\"none\" stroke=\"#ffffff\"/>"
      ))
    #expect(svg.contains("points=\"50,40 53.5355,46.4645 60,50"))
    #expect(
      svg.contains("<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" rx=\"1\" fill=\"#000000\"/>"))
    #expect(!recipe.svg([.foreground]).contains("linearGradient"))
    #expect(!recipe.svg([.foreground], inWhite: true).contains("#ffb000"))
  }

  @Test func colorsOfTokensInTheirModes() throws {
    let recipe = try read(
      "{ \"icon\": { \"background\": \"{color.sea}\", \"foreground\": [{ \"circle\": [1, 1, 1], \"fill\": \"{lamp}\" }] } }",
      tokens:
        "{ \"colors\": { \"sea\": { \"light\": \"#102030\", \"dark\": \"#000000\" }, \"lamp\": { \"light\": \"#ffaa00\", \"dark\": \"#ffcc44\" } } }"
    )
    #expect(recipe.ground?[.light]?.hex == "#102030")
    #expect(recipe.svg([.foreground], in: .dark).contains("#ffcc44"))
    #expect(recipe.svg([.foreground], in: .darkHighContrast).contains("#ffcc44"))
  }

  @Test(arguments: [
    "{}", "{ \"icon\": {} }", "{ \"icon\": { \"foreground\": 3 } }",
    "{ \"icon\": { \"foreground\": [{ \"circle\": [1, 2] }] } }",
    "{ \"icon\": { \"foreground\": [{ \"circle\": [1, 2, -3] }] } }",
    "{ \"icon\": { \"foreground\": [{ \"cirle\": [1, 2, 3] }] } }",
    "{ \"icon\": { \"foreground\": [{ \"circle\": [1, 2, 3], \"fill\": \"red\" }] } }",
    "{ \"icon\": { \"foreground\": [{ \"circle\": [1, 2, 3], \"fill\": \"{color.sea}\" }] } }",
    "{ \"icon\": { \"foreground\": [{ \"path\": \"M0 0\\\" onload=\\\"x\" }] } }",
    "{ \"icon\": { \"foreground\": [{ \"path\": \"L0 0\" }] } }",
    "{ \"icon\": { \"foreground\": [{ \"star\": { \"at\": [1, 1] } }] } }",
    "{ \"icon\": { \"size\": 1e9, \"foreground\": [] } }",
    "{ \"icon\": { \"foreground\": [], \"backround\": \"#fff\" } }",
    "{ \"icon\": { \"foreground\": [{ \"circle\": [1, 2, 3], \"opacity\": 2 }] } }",
    "{ \"icon\": { \"foreground\": [{ \"circle\": [1, 2, 3], \"stroke\": \"#fff\", \"cap\": \"x\" }] } }",
    "{ \"icon\": { \"background\": { \"gradient\": [\"#fff\"] }, \"foreground\": [] } }",
  ])
  func faultsHavePlaces(_ json: String) {
    do {
      _ = try read(json)
      Issue.record("nothing was wrong with \(json)")
    } catch let failure as Failure {
      #expect(
        failure.diagnostics.allSatisfy { $0.place?.line == 1 }, "\(failure.diagnostics.map(\.text))"
      )
    } catch {
      Issue.record(error)
    }
  }
}
