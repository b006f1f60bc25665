// SPDX-License-Identifier: MIT
// Part of Platen: tests of colors as style sheets write them.

import TestSupport
import Testing
import Tokens

@Suite struct CSSColorTests {
  /// Values of CSS Color 4 and of its tests.
  @Test(arguments: [
    ("#abc", "#aabbcc"), ("#ABCD", "#aabbccdd"), ("#a1b2c3", "#a1b2c3"),
    ("rgb(255, 0, 51)", "#ff0033"), ("rgb(255 0 51 / 50%)", "#ff003380"),
    ("rgba(255,0,51,.5)", "#ff003380"), ("rgb(100% 0% 20%)", "#ff0033"),
    ("RGB(300, -20, 0)", "#ff0000"), ("rgba(#102030, 0.5)", "#10203080"),
    ("rgba(color(srgb 1 0 0 / 1), 25%)", "#ff000040"),
    ("hsl(120, 100%, 25%)", "#008000"), ("hsl(120deg 100% 25% / 0.5)", "#00800080"),
    ("hsl(0.5turn 100 50)", "#00ffff"), ("hsla(-120, 100%, 50%, 1)", "#0000ff"),
    ("hsl(200grad 100% 50%)", "#00ffff"), ("hsl(3.14159265rad 100% 50%)", "#00ffff"),
    ("hwb(90 50% 50%)", "#808080"), ("hwb(194 0% 0% / .5)", "#00c3ff80"),
    ("lab(46.2775% -47.5621 48.5837)", "#008000"), ("lab(100% 0 0)", "#ffffff"),
    ("lch(46.2775% 67.9892 134.3912)", "#008000"), ("lch(0% 0 0)", "#000000"),
    ("oklab(51.975% -0.1403 0.10768)", "#008000"), ("oklch(51.975% 0.17686 142.495)", "#008000"),
    ("oklch(0.51975 44.215% 142.495deg)", "#008000"), ("oklch(0 none none)", "#000000"),
    ("color(srgb 0 0.50196 0)", "#008000"), ("color(srgb-linear 0 0.21586 0)", "#008000"),
    ("color(a98-rgb 0.281363 0.498012 0.116746)", "#008000"),
    ("color(prophoto-rgb 0.230479 0.395789 0.129968)", "#008000"),
    ("color(rec2020 0.235202 0.431704 0.085432)", "#008000"),
    ("color(xyz 0.07719 0.15438 0.02573)", "#008000"),
    ("color(xyz-d65 0.07719 0.15438 0.02573)", "#008000"),
    ("color(xyz-d50 0.08312 0.154746 0.020961)", "#008000"),
    ("color(display-p3 0.21604 0.49418 0.13151)", "#008000"),
    ("RebeccaPurple", "#663399"), (" tomato ", "#ff6347"), ("transparent", "#00000000"),
  ]) func formsOfColors(_ text: String, _ hex: String) throws {
    #expect(TokenColor(css: text)?.hex == hex)
  }

  @Test(arguments: [
    "", "#", "#12", "#12345", "reddish", "rgb()", "rgb(1,2)", "rgb(1 2 3 4 5)", "rgb(a b c)",
    "rgb(1 2 3", "hsl(120 x 5%)", "color(cmyk 0 0 0)", "color(srgb 1 1)", "rgb(nan 0 0)",
    "lab(inf 0 0)", "rgba(, 0.5)", "rgba(reddish, 0.5)", "oklch(1e999 0 0)", "var(--x)",
    "rgb(((((((((((((1 2 3)))))))))))))", "currentcolor", "none",
  ]) func textsThatAreNotColors(_ text: String) {
    #expect(TokenColor(css: text) == nil)
  }

  @Test func longTextsAreNotColors() {
    #expect(TokenColor(css: String(repeating: "(", count: 100_000)) == nil)
    #expect(TokenColor(css: "rgb(" + String(repeating: " ", count: 1000) + "1 2 3)") == nil)
  }

  @Test func wideColorsStayWide() throws {
    let color = try #require(TokenColor(css: "color(display-p3 1 0 0)"))
    #expect(color.space == .displayP3 && !color.isInSRGB)
    let vivid = try #require(TokenColor(css: "oklch(0.7 0.25 145)"))
    #expect(vivid.space == .displayP3)
  }
}
