// SPDX-License-Identifier: MIT
// Part of Platen: tests of looks for decks: those we hand out, users' own, and what is wrong.

import Books
import Cartography
import Diagnostics
import Documents
import Drawing
import Foundation
import MapJobs
import Pipeline
import TestSupport
import Testing
import Typesetting
import Values

@testable import JobKit
@testable import Jobs
@testable import TalkJobs

@Suite struct DeckLookTests {
  private func looks(_ texts: [String: String] = [:]) throws -> LookFile {
    let folder = Shared.repository.appendingPathComponent("Templates").path
    return LookFile(
      environment: SealedEnvironment(texts: texts), templates: try Templates.find(named: folder),
      kinds: Jobs.filedLooks)
  }

  private func faults(_ text: String) throws -> [String] {
    do {
      _ = try looks(["mine.yaml": text]).look(of: DeckLook.self, named: "./mine.yaml")
      return []
    } catch let failure as Failure {
      return failure.diagnostics.map(\.text)
    }
  }

  @Test func `the three looks are files`() throws {
    let looks = try looks()
    #expect(looks.lookNames(of: DeckLook.self) == ["daylight", "evening", "lecture"])
    for look in DeckLook.all {
      let file = GeneratedFile(
        "Templates/Looks/Decks/\(look.name).yaml",
        from: "Sources/Documents/Typesetting/Deck/DeckLook.swift")
      #expect(try file.fault(expecting: look.yaml) == nil)
      // As it is in the source, not with the digits of the file.
      #expect(try looks.look(of: DeckLook.self, named: look.name).palette == look.palette)
      #expect(!look.about.isEmpty)
    }
  }

  @Test(arguments: DeckLook.all.map(\.name))
  func `a look written out reads back the same`(name: String) throws {
    let look = try looks().look(of: DeckLook.self, named: name)
    let read = try looks(["a.yaml": look.yaml]).look(of: DeckLook.self, named: "a.yaml")
    #expect(read.yaml.replacing("a.yaml", with: name) == look.yaml)
  }

  @Test func `a look in the job overrides the talk's own`() throws {
    let text = """
      { bg: "#102030", accent: teal, fonts: { title: [Lato], code: DejaVu Sans Mono },
        sizes: { title: 44, body: 20, code: 15 } }
      """
    let value = try #require(try PlacedValue(yaml: Array(text.utf8), file: "a.yaml"))
    var faults = DiagnosticList()
    Shape.mapping(InlineDeckLook.keys).check(value, named: "look", into: &faults)
    #expect(faults.isEmpty)
    let place = try #require(InlineDeckLook(value))
    #expect(place.base == nil)
    let look = place.applied(to: .daylight)
      .applying([.init("bg", "#ffffff"), .init("fg", "#eeeeee")] + place.colors)
    #expect(look.palette.ground == Color(hex: "#102030"))
    #expect(look.palette.ink == Color(hex: "#eeeeee"))
    #expect(look.palette.accent == Color(hex: "#008080"))
    #expect(look.palette.titleFamilies == ["Lato"])
    #expect(look.palette.codeFamilies == ["DejaVu Sans Mono"])
    #expect(look.style.patches[".slide-title"]?.size == 44)
    #expect(look.style.patches["body"]?.size == 20)
    #expect(look.style.patches["code"]?.scale == 0.75)
    let name = PlacedValue(.text("evening", isPlain: true), at: Diagnostics.SourceLocation())
    #expect(InlineDeckLook(name) == nil && InlineDeckLook(nil) == nil)
  }

  @Test func `settings of a look override those derived from its colors`() throws {
    let look = try looks([
      "mine.yaml": """
      extends: ./base.yaml
      colors.accent: "#7a1f3d"
      styles: { .slide-title: { size: 31 }, code.leading: 2 }
      """, "base.yaml": "extends: evening\nslide: { side: 80 }\nstyles.code.leading: 1.9",
    ]).look(of: DeckLook.self, named: "mine.yaml")
    #expect(look.palette.accent == Color(hex: "#7a1f3d"))
    #expect(look.palette.ink == DeckLook.evening.palette.ink)
    #expect(look.side == 80)
    #expect(look.style.patches[".slide-title"]?.size == 31)
    #expect(look.style.patches[".slide-title"]?.color == Color(hex: "#7a1f3d"))
    #expect(look.style.patches["code"]?.leading == 2)
    // A talk's own colors and larger text leave it standing.
    let themed = look.applying([.init("accent", "#123456")]).enlarged()
    #expect(themed.style.patches[".slide-title"]?.color == Color(hex: "#123456"))
    #expect(themed.style.patches[".slide-title"]?.size == 31 * 1.25)
  }

  @Test func `errors are reported by line`() throws {
    #expect(
      try faults("extends: daylihgt\ncolors:\n  acent: \"#123\"\nstyles.slide-title.size: 3")
        == [
          "mine.yaml:1:10: unknown look \"daylihgt\" for talks\n"
            + "hint: did you mean \"daylight\"?\nhint: platen looks lists them",
          "mine.yaml:3:3: unknown setting \"colors.acent\" in a talk look\n"
            + "hint: did you mean \"colors.accent\"?",
          "mine.yaml:4:1: unknown setting \"styles.slide-title.size\" in a talk look\n"
            + "hint: did you mean \"styles..slide-title.size\"?",
        ])
    #expect(
      try faults("land.fill: none")
        == [
          "mine.yaml:1:1: unknown setting \"land.fill\" in a talk look\n"
            + "hint: it is a setting of looks for maps; this look is read as one for talks"
        ])
  }

  @Test func `a look's file has a description`() throws {
    let looks = try looks()
    /// The kind whose looks fit best, the first of equals.
    func kind(_ text: String) throws -> String? {
      let settings = try #require(try PlacedValue(yaml: Array(text.utf8), file: "a.yaml"))
      let claims = [
        ("map", looks.claim(of: MapLook.self, on: settings)),
        ("campaign", looks.claim(of: BookLook.self, on: settings)),
        ("talk", looks.claim(of: DeckLook.self, on: settings)),
      ]
      let best = claims.map(\.1).max()
      return claims.first { $0.1 == best }?.0
    }
    #expect(try kind("colors: { ink: \"#000\" }") == "talk")
    #expect(try kind("extends: evening") == "talk")
    #expect(try kind("extends: evening\nstyles: {}") == "talk")
    #expect(try kind("extends: parchment\nstyles: {}") == "campaign")
    #expect(try kind("extends: parchment") == "map")
  }
}
