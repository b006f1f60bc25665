// SPDX-License-Identifier: MIT
// Part of Platen: tests of checks of Icon Composer's icons.

import Diagnostics
import Testing

@testable import Assets

@Suite struct IconBundleTests {
  private static let icon = """
    {"fill": {"automatic-gradient": "extended-srgb:0.00000,0.53333,1.00000,1.00000"},
     "groups": [{"layers": [{"glass": true, "image-name": "wave.svg", "name": "wave",
         "fill-specializations": [{"value": "automatic"},
           {"appearance": "dark", "value": {"solid": "display-p3:1,1,1,1"}}],
         "position": {"scale": 1.5, "translation-in-points": [0, -12.5]}}],
       "blur-material": null, "shadow": {"kind": "neutral", "opacity": 0.5},
       "translucency": {"enabled": true, "value": 0.5}}],
     "supported-platforms": {"circles": ["watchOS"], "squares": "shared"}}
    """

  private func findings(
    _ text: String, _ others: [String: String] = ["Assets/wave.svg": "<svg/>"]
  ) -> IconBundleLint.Findings {
    var files = others
    files["icon.json"] = text
    return IconBundleLint.findings(
      in: FileTree(Array(files.keys)) { [files] in Array((files[$0] ?? "").utf8) })
  }

  @Test func aValidIconHasNoFindings() {
    let found = findings(IconBundleTests.icon)
    #expect(found.diagnostics == [])
    #expect(found.groups == 1 && found.layers == 1)
  }

  /// Each change, and the field and code of what is found.
  @Test(arguments: [
    ("\"blur-material\"", "\"blur-materiel\"", "groups[0].blur-materiel", "iconbundle.key"),
    ("\"neutral\"", "\"soft\"", "groups[0].shadow.kind", "iconbundle.value"),
    (", \"opacity\": 0.5}", "}", "groups[0].shadow", "iconbundle.key"),
    ("\"value\": 0.5}", "\"value\": 2}", "groups[0].translucency.value", "iconbundle.value"),
    (
      "\"dark\"", "\"night\"", "groups[0].layers[0].fill-specializations[1].appearance",
      "iconbundle.value"
    ),
    (
      "display-p3:1,1,1,1", "display-p3:1,1,1",
      "groups[0].layers[0].fill-specializations[1].value.solid", "iconbundle.value"
    ),
    ("extended-srgb:", "srbg:", "fill.automatic-gradient", "iconbundle.value"),
    (
      "[0, -12.5]", "[0]", "groups[0].layers[0].position.translation-in-points",
      "iconbundle.value"
    ),
    ("\"watchOS\"", "\"watchos\"", "supported-platforms.circles", "iconbundle.value"),
    ("\"name\": \"wave\"", "\"name\": \"\"", "groups[0].layers[0].name", "iconbundle.key"),
    (
      "\"shadow\"",
      "\"refractivity\": {\"enabled\": true, \"strength\": 1, \"depth\": 1}, \"shadow\"",
      "groups[0].refractivity", "iconbundle.key"
    ),
    ("\"groups\"", "\"features\": [\"glow\"], \"groups\"", "features[0]", "iconbundle.value"),
  ])
  func whatXcodeRefusesIsFound(old: String, new: String, field: String, code: String) {
    let changed = IconBundleTests.icon.replacing(old, with: new)
    #expect(changed != IconBundleTests.icon)
    let found = findings(changed).diagnostics
    #expect(found.map(\.place?.field) == [field])
    #expect(found.map(\.code.rawValue) == [code])
  }

  @Test func groupsAndFilesAreCounted() {
    let none = findings("{\"groups\": [], \"supported-platforms\": {\"squares\": [\"iOS\"]}}")
    #expect(none.diagnostics.map(\.code.rawValue) == ["iconbundle.groups", "iconbundle.file"])
    let missing = findings(IconBundleTests.icon, [:]).diagnostics
    #expect(missing.map(\.message) == ["wave.svg is not in Assets"])
    let other = findings(
      IconBundleTests.icon, ["Assets/wave.svg": "GIF89a0000", "Assets/old.png": "x"]
    ).diagnostics
    #expect(
      other.map(\.message) == ["wave.svg is not an SVG or PNG image", "no layer names this file"])
    #expect(findings("{").diagnostics.map(\.code.rawValue) == ["catalog.json"])
    #expect(findings("[]").diagnostics.map(\.code.rawValue) == ["iconbundle.value"])
  }
}
