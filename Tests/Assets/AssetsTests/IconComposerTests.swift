// SPDX-License-Identifier: MIT
// Part of Platen: tests of icons composed: grounds, circles, corners, one color.

import Assets
import Diagnostics
import Pixels
import Testing
import Tokens
import Values

private let side = IconComposer.side

private func art(_ pixel: (Int, Int) -> (UInt8, UInt8, UInt8, UInt8)) -> Bitmap {
  var rgba = [UInt8](repeating: 0, count: side * side * 4)
  for y in 0..<side {
    for x in 0..<side {
      let i = (y * side + x) * 4
      (rgba[i], rgba[i + 1], rgba[i + 2], rgba[i + 3]) = pixel(x, y)
    }
  }
  return Bitmap(width: side, height: side, rgba: rgba)
}

/// A red bar out of the middle, half transparent at one end.
private let bar = art { x, y in
  guard (100..<900).contains(x), (200..<420).contains(y) else { return (0, 0, 0, 0) }
  return (220, 40, 30, x < 200 ? 128 : 255)
}

private let sea = IconGround.color(TokenColor(15 / 255, 76 / 255, 102 / 255))

@Suite struct IconComposerTests {
  @Test func theStoresIconHasNoTransparency() {
    let icon = IconComposer.composed(bar, .square, ground: sea)
    #expect(IconComposer.isOpaque(icon))
    #expect(icon[0, 0] == (15, 76, 102, 255))
    #expect(icon[500, 300] == (220, 40, 30, 255))
    // Half of one and half of the other, as screens mix them.
    #expect(icon[150, 300] == (118, 58, 66, 255))
  }

  @Test func aPictureAsGround() {
    let ground = IconGround.image(art { x, _ in x < 512 ? (9, 8, 7, 255) : (0, 0, 0, 0) })
    let icon = IconComposer.composed(bar, .square, ground: ground)
    #expect(icon[10, 10] == (9, 8, 7, 255) && icon[1000, 10] == (255, 255, 255, 255))
  }

  @Test(arguments: [66.0 / 108, 0.8]) func whatIsSeenLiesInTheCircle(_ part: Double) {
    let images = [
      bar, art { _, _ in (9, 9, 9, 255) },
      art { x, y in x + y < 300 ? (9, 9, 9, 255) : (0, 0, 0, 0) },
      art { x, y in
        (x - 40) * (x - 40) + (y - 40) * (y - 40) < 900 ? (9, 9, 9, 255) : (0, 0, 0, 0)
      },
    ]
    for image in images {
      let safe = IconComposer.composed(image, .safe(part, onGround: false), ground: sea)
      for pixels in [108, 432, 1024] {
        let small = Resampler(safe).resized(width: pixels, height: pixels)
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

  @Test func anEmptyPictureStaysEmpty() {
    let empty = Bitmap(width: side, height: side)
    #expect(IconComposer.composed(empty, .safe(0.5, onGround: false), ground: sea) == empty)
  }

  @Test func corners() {
    let circle = IconComposer.composed(bar, .circle, ground: sea)
    #expect(circle[0, 0].alpha == 0 && circle[140, 140].alpha == 0)
    #expect(circle[512, 1].alpha == 255 && circle[160, 160].alpha == 255)
    // A mark that reaches into the corners is kept whole.
    let dots = art { x, y in
      (x < 100 && y < 100) || (x > 923 && y > 923) ? (200, 0, 0, 255) : (0, 0, 0, 0)
    }
    let kept = IconComposer.composed(dots, .circle, ground: sea)
    var red = 0
    for y in 0..<side {
      for x in 0..<side where kept[x, y].red > 150 && kept[x, y].alpha == 255 { red += 1 }
    }
    #expect(red > 7_000)
    let tile = IconComposer.composed(bar, .tile, ground: sea)
    #expect(tile[50, 512].alpha == 0 && tile[105, 512].alpha == 255 && tile[512, 512].alpha == 255)
    #expect(tile[104, 104].alpha == 0 && tile[923, 923].alpha == 0)
    let rounded = IconComposer.composed(bar, .rounded(0.25), ground: sea)
    #expect(rounded[0, 0].alpha == 0 && rounded[300, 0].alpha == 255)
  }

  @Test func otherSizesAreFitted() {
    let wide = Bitmap(width: 200, height: 100, rgba: Array(repeating: 255, count: 80_000))
    let fitted = IconComposer.fitted(wide)
    #expect(fitted.width == side && fitted.height == side)
    #expect(fitted[512, 100].alpha == 0 && fitted[512, 512].alpha == 255)
    #expect(IconComposer.fitted(bar) == bar)
  }

  @Test func gray() {
    let gray = IconComposer.gray(bar)
    for x in stride(from: 0, to: side, by: 50) {
      let (red, green, blue, alpha) = gray[x, 300]
      #expect(red == green && green == blue && alpha == bar[x, 300].alpha)
    }
    // A green looks lighter than a blue of the same figures.
    let two = art { x, _ in x < 512 ? (0, 200, 0, 255) : (0, 0, 200, 255) }
    let both = IconComposer.gray(two)
    #expect(both[0, 0].red > both[1000, 0].red + 60)
  }

  @Test func silhouettes() {
    let white = IconComposer.silhouette(bar)
    #expect(white[500, 300] == (255, 255, 255, 255) && white[150, 300].alpha == 128)
    #expect(white[0, 0].alpha == 0)
    let solid = IconComposer.silhouette(
      art { x, _ in x < 512 ? (255, 255, 255, 255) : (0, 0, 0, 255) })
    #expect(solid[0, 0].alpha == 255 && solid[1000, 0].alpha == 0)
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
