// SPDX-License-Identifier: MIT
// Part of Platen: tests of colors: hex, spaces, light, contrast.

import Testing
import Tokens

@Suite struct TokenColorTests {
  @Test func everyByteComesBack() {
    for byte in UInt8.min...UInt8.max {
      let pair = (byte < 16 ? "0" : "") + String(byte, radix: 16)
      let color = TokenColor(hex: "#" + pair + "00ff")
      #expect(color?.hex == "#" + pair + "00ff")
      #expect(color?.bytes.red == byte)
    }
  }

  @Test func shortHexAndAlpha() {
    #expect(TokenColor(hex: "#1af") == TokenColor(hex: "#11aaff"))
    #expect(TokenColor(hex: "#11aaff80")?.alpha == 128 / 255.0)
    #expect(TokenColor(hex: "#11aaff80")?.hex == "#11aaff80")
  }

  @Test(arguments: ["", "#", "#12", "#12345", "#1234567", "123456", "#12345g", "#é23456"])
  func whatIsNoColor(_ text: String) { #expect(TokenColor(hex: text) == nil) }

  @Test func lightAndBack() {
    #expect(TokenColor.light(0) == 0)
    #expect(abs(TokenColor.light(1) - 1) < 1e-12)
    // IEC 61966-2-1: half the code is about a fifth of the light.
    #expect(abs(TokenColor.light(0.5) - 0.21404) < 1e-5)
    for step in 0...1000 {
      let code = Double(step) / 1000
      #expect(abs(TokenColor.code(TokenColor.light(code)) - code) < 1e-7)
    }
  }

  @Test func displayP3ByWayOfLight() {
    // Known pairs of CSS Color 4: sRGB red is 0.9175 0.2003 0.1386 in Display P3.
    let red = TokenColor(1, 0, 0).converted(to: .displayP3)
    #expect(abs(red.red - 0.91749) < 1e-4)
    #expect(abs(red.green - 0.20029) < 1e-4)
    #expect(abs(red.blue - 0.13856) < 1e-4)
    let back = red.converted(to: .sRGB)
    #expect(abs(back.red - 1) < 1e-6 && abs(back.green) < 1e-6 && abs(back.blue) < 1e-6)
    #expect(!TokenColor(1, 0, 0, space: .displayP3).isInSRGB)
    for gray in stride(from: 0.0, through: 1, by: 0.1) {
      let same = TokenColor(gray, gray, gray).converted(to: .displayP3)
      #expect(abs(same.red - gray) < 1e-9 && abs(same.blue - gray) < 1e-9)
    }
  }

  @Test(arguments: [
    ("hsl", 120.0, 100.0, 50.0, "#00ff00"), ("hsl", -120, 100, 50, "#0000ff"),
    ("hsl", 30, 50, 40, "#996633"), ("hwb", 0, 0, 0, "#ff0000"),
    ("hwb", 200, 60, 60, "#808080"), ("hwb", 120, 20, 20, "#33cc33"),
    ("srgb-linear", 0.5, 0.5, 0.5, "#bcbcbc"),
    ("oklch", 0.6279553, 0.25768330, 29.2338803, "#ff0000"),
    ("oklab", 1, 0, 0, "#ffffff"), ("oklab", 0, 0, 0, "#000000"),
  ])
  func otherSpaces(_ space: String, _ a: Double, _ b: Double, _ c: Double, _ hex: String) {
    #expect(TokenColor(space: space, a, b, c, alpha: 1)?.hex == hex)
  }

  @Test func unknownSpace() { #expect(TokenColor(space: "cmyk", 0, 0, 0, alpha: 1) == nil) }

  @Test func contrastOfKnownPairs() throws {
    let black = TokenColor(0, 0, 0)
    let white = TokenColor(1, 1, 1)
    #expect(abs(Contrast(of: black, on: white).ratio - 21) < 1e-9)
    #expect(Contrast(of: white, on: white).ratio == 1)
    // #767676 is the lightest gray that passes AA on white, #777777 fails.
    let passing = try #require(TokenColor(hex: "#767676"))
    let failing = try #require(TokenColor(hex: "#777777"))
    #expect(Contrast(of: passing, on: white).text == "4.54")
    #expect(Contrast(of: passing, on: white).level == .AA)
    #expect(Contrast(of: failing, on: white).text == "4.47")
    #expect(Contrast(of: failing, on: white).level == .large)
    #expect(Contrast(of: white, on: black) == Contrast(of: black, on: white))
  }

  @Test func transparentTextCountsAsItIsSeen() {
    let half = TokenColor(0, 0, 0, alpha: 0.5)
    let seen = TokenColor(0.5, 0.5, 0.5)
    let white = TokenColor(1, 1, 1)
    #expect(abs(Contrast(of: half, on: white).ratio - Contrast(of: seen, on: white).ratio) < 1e-9)
  }
}
