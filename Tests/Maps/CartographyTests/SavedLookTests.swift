// SPDX-License-Identifier: MIT
// Part of Platen: tests of the looks that are saved in maps.

import Atlas
import Azgaar
import Cartography
import Diagnostics
import Drawing
import TestSupport
import Testing

@Suite struct SavedLookTests {
  private func saved(_ groups: [String: [String: String]]) -> SavedLook {
    var presentation = Presentation()
    presentation.groups = groups
    return SavedLook(of: presentation, over: .azgaarBase)
  }

  private func codes(_ look: SavedLook) -> [String] { look.diagnostics.map(\.code.rawValue) }

  @Test func aWorldWithoutALookSaysSo() {
    let look = saved([:])
    #expect(codes(look) == ["look.unsaved"])
    #expect(look.layers == nil)
  }

  @Test func statesAreNamedAsTheyWere() {
    var presentation = Presentation()
    presentation.groups = ["landmass": ["fill": "#ffffff"]]
    presentation.stateNames = "short"
    let look = SavedLook(of: presentation, over: .parchment).look
    #expect(look.value(of: "labels.states.names") == .text("auto"))
  }

  @Test func attributesBecomeSettings() {
    let look = saved([
      "landmass": ["fill": "rgb(238, 246, 251)", "opacity": "0.5"],
      "borders/stateBorders": [
        "stroke": "navy", "stroke-width": "1.5", "stroke-dasharray": "4 2", "opacity": "0.5",
        "stroke-linecap": "round",
      ],
      "routes/roads": ["stroke": "#123456", "stroke-dasharray": ""],
      "labels/burgLabels/cities": [
        "fill": "#abcdef", "font-family": "'Pirata One', serif", "font-size": "3", "data-size": "9",
        "style": "text-shadow: white 0px 0px 4px;",
      ],
      "icons/burgIcons/towns": ["fill": "#ffffff", "size": "0.5", "stroke-width": "0.12"],
    ]).look
    #expect(look.value(of: "land.fill") == .text("#eef6fb80"))
    #expect(look.value(of: "borders.states.color") == .text("#00008080"))
    #expect(look.value(of: "borders.states.width") == .number(1.5))
    #expect(look.value(of: "borders.states.dash") == .list([.number(4), .number(2)]))
    #expect(look.value(of: "borders.states.round") == .flag(true))
    // A group without a width has SVG's own, one without dashes none.
    #expect(look.value(of: "routes.roads.width") == .number(1))
    #expect(look.value(of: "routes.roads.dash") == .list([]))
    #expect(look.value(of: "burgs.capital.label.size") == .number(9))
    #expect(look.value(of: "burgs.capital.label.halo.width") == .number(1))
    guard case .list(let families)? = look.value(of: "burgs.capital.label.families") else {
      Issue.record("no families")
      return
    }
    #expect(families.prefix(2) == [.text("Pirata One"), .text("serif")])
    #expect(look.value(of: "burgs.town.size") == .number(1))
  }

  /// Up to 1.6 fills and halos share the opacity of the group around them.
  @Test func halosAreAsFaintAsTheGroupAroundThem() {
    let old = saved([
      "regions": ["opacity": "0.4"], "regions/statesBody": [:],
      "regions/statesHalo": ["opacity": "0.9", "data-width": "10", "style": "display: block;"],
    ]).look
    #expect(old.value(of: "states.opacity") == .number(0.4))
    #expect(old.value(of: "states.fill-opacity") == .number(1))
    #expect(old.value(of: "states.band.opacity") == .number(0.9))
    #expect(old.value(of: "states.band.width") == .number(5))
    let new = saved([
      "regions": [:], "regions/statesBody": ["opacity": "0.3"],
      // The first versions have no width beside the line's own.
      "regions/statesHalo": ["opacity": "0.4", "stroke-width": "8"],
    ]).look
    #expect(new.value(of: "states.opacity") == .number(1))
    #expect(new.value(of: "states.fill-opacity") == .number(0.3))
    #expect(new.value(of: "states.band.opacity") == .number(0.4))
    #expect(new.value(of: "states.band.width") == .number(4))
  }

  @Test func newStyleSizesArePartsOfAHundred() {
    let look = saved([
      "labels/state": ["fill": "#111111", "font-size": "22%"],
      "labels/capital": ["fill": "#111111", "font-size": "6%", "style": "text-shadow: none"],
      "icons/burgIcons/capital": [
        "data-icon": "#icon-watabou-capital", "font-size": "4", "stroke-width": "1",
      ],
    ]).look
    #expect(look.value(of: "labels.states.size") == .number(22))
    #expect(look.value(of: "burgs.capital.label.size") == .number(6))
    #expect(look.value(of: "burgs.capital.label.halo.width") == .number(0))
    #expect(look.value(of: "burgs.capital.mark") == .text("castle"))
    #expect(look.value(of: "burgs.capital.stroke.width") == .number(0.4))
  }

  @Test func whatHasNoSettingIsNamed() {
    var presentation = Presentation()
    presentation.groups = [
      "terrs/landHeights": ["scheme": "wild", "filter": "url(#turbulence)"],
      "texture": ["data-href": "data:image/png;base64,AAAA"],
      "icons/burgIcons/city": ["data-icon": "#icon-custom"],
    ]
    presentation.active = ["heightmap", "labels", "no such layer"]
    let look = SavedLook(of: presentation, over: .azgaarBase)
    #expect(codes(look) == ["look.saved"])
    let message = look.diagnostics.first?.message ?? ""
    for word in ["wild", "turbulence of heightmap", "texture", "#icon-custom", "no such layer"] {
      #expect(message.contains(word), "\(word)")
    }
    #expect(look.layers?.layers.map(\.rawValue).contains("heightmap") == true)
  }

  @Test(arguments: ["-7", "1e9", "NaN", "", "  ", "url(#x)", "99999999999999999999", "\u{1F600}"])
  func nonsenseIsNoTrouble(text: String) {
    let attributes = [
      "opacity", "fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "data-size",
      "size", "scheme", "skip", "relax", "style", "filter", "layers", "letter-spacing",
      "font-family", "data-icon", "curve", "data-width", "background-color",
    ]
    let values = Dictionary(uniqueKeysWithValues: attributes.map { ($0, text) })
    let groups = [
      "landmass", "terrs", "rivers", "labels/states", "icons/burgIcons/cities", "map", "vignette",
      "borders/stateBorders", "ocean/oceanLayers", "ocean/oceanLayers/oceanBase", "oceanicPattern",
      "regions/statesHalo", "scaleBar", "texture", "ice", "temperature",
    ]
    let look = saved(Dictionary(uniqueKeysWithValues: groups.map { ($0, values) })).look
    for field in MapLook.fields {
      var copy = look
      #expect(throws: Never.self) {
        try field.set(&copy, try #require(field.get(look)))
      }
    }
  }

  @Test(
    .enabled(if: Shared.isPresent),
    arguments: Shared.files(in: "maps/saves", suffix: ".map")
      + Shared.files(in: "maps/generator", suffix: ".map"))
  func everySharedSaveHasALook(path: String) throws {
    // Damaged saves are refused elsewhere.
    let bytes = try Shared.bytes(path)
    guard let world = try? bytes.withUnsafeBytes({ try AzgaarReader.read($0) }).value.world else {
      return
    }
    let saved = SavedLook(of: world.presentation, over: .azgaarBase)
    #expect(!world.presentation.groups.isEmpty)
    #expect(!codes(saved).contains("look.unsaved"))
    #expect(SavedLook(of: world.presentation, over: .azgaarBase).look == saved.look)
    // The sea's color is that of a shape in it.
    #expect(world.presentation.groups["ocean/oceanLayers/oceanBase"]?["fill"] != nil)
  }
}
