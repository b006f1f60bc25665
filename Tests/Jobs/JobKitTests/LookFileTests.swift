// SPDX-License-Identifier: MIT
// Part of Platen: tests of looks read from files.

import Cartography
import Diagnostics
import Drawing
import JobKit
import Jobs
import MapJobs
import Pipeline
import Testing

@Suite struct LookFileTests {
  static func looks(_ texts: [String: String]) -> LookFile {
    LookFile(environment: SealedEnvironment(texts: texts), templates: nil)
  }

  static func faults(_ text: String) -> [String] {
    do {
      _ = try looks(["mine.yaml": text]).look(of: MapLook.self, named: "./mine.yaml")
      return []
    } catch let failure as Failure {
      return failure.diagnostics.map(\.text)
    } catch { return ["\(error)"] }
  }

  @Test func builtInLooksAreFoundByName() throws {
    #expect(try LookFileTests.looks([:]).look(of: MapLook.self, named: "parchment") == .parchment)
    #expect(LookFileTests.looks([:]).lookNames(of: MapLook.self).contains("azgaar-base"))
  }

  @Test func aLookWrittenOutReadsBackTheSame() throws {
    for look in MapLook.builtIn {
      var read = try LookFileTests.looks(["a.yaml": look.yaml]).look(
        of: MapLook.self, named: "a.yaml")
      read.name = look.name
      #expect(read == look, "\(look.name)")
    }
  }

  @Test func nestedAndDottedNamesAreTheSame() throws {
    let looks = LookFileTests.looks([
      "a.yaml": "extends: azgaar-base\nland: { fill: \"#123456\" }\n",
      "b.yaml": "extends: azgaar-base\nland.fill: \"#123456\"\n",
      "sub/c.yaml": "extends: ../a.yaml\nvignette.opacity: 0.5\n",
    ])
    let a = try looks.look(of: MapLook.self, named: "a.yaml")
    var b = try looks.look(of: MapLook.self, named: "b.yaml")
    b.name = a.name
    #expect(a == b)
    #expect(a.value(of: "land.fill") == .text("#123456"))
    let c = try looks.look(of: MapLook.self, named: "sub/c.yaml")
    #expect(c.value(of: "land.fill") == .text("#123456"))
    #expect(c.value(of: "vignette.opacity") == .number(0.5))
  }

  @Test func everyErrorIsReportedWithItsLocation() {
    #expect(
      LookFileTests.faults(
        """
        extends: parchmnet
        land:
          fil: "#fff"
          fill: reddish
        vignette.opacity: 7
        title: Atlas
        """) == [
          "mine.yaml:1:10: unknown look \"parchmnet\" for maps\nhint: did you mean \"parchment\"?\nhint: platen looks lists them",
          "mine.yaml:3:3: unknown setting \"land.fil\" in a map look\nhint: did you mean \"land.fill\"?",
          "mine.yaml:4:9: land.fill takes a color such as \"#aabbcc\", or none, not \"reddish\"",
          "mine.yaml:5:19: vignette.opacity takes a number from 0 to 1, not 7",
          "mine.yaml:6:1: unknown setting \"title\" in a map look\nhint: platen looks --settings lists them",
        ])
  }

  @Test(arguments: [
    ("sea: { color: red }", "ocean.fill"), ("sea.color: red", "ocean.fill"),
    ("sea: red", "ocean.fill"), ("water.colour: red", "ocean.fill"),
    ("sea.depths: [1]", "ocean.depths"), ("land.color: red", "land.fill"),
    ("coastline.color: red", "coast.line.color"),
  ]) func otherWordsForASettingLeadToIt(_ text: String, _ setting: String) {
    let faults = LookFileTests.faults(text)
    #expect(faults.count == 1)
    #expect(faults.first?.hasSuffix("\nhint: did you mean \"\(setting)\"?") == true, "\(faults)")
  }

  @Test func theSavedLookIsAmongThoseThatAreKnown() {
    let failure = #expect(throws: Failure.self) {
      try LookFileTests.looks([:]).look(of: MapLook.self, named: "savd")
    }
    #expect(failure?.diagnostics.first?.hints.first == "did you mean \"saved\"?")
  }

  @Test func circlesEnd() {
    let looks = LookFileTests.looks([
      "a.yaml": "extends: ./b.yaml", "b.yaml": "extends: ./a.yaml",
    ])
    #expect(throws: Failure.self) { try looks.look(of: MapLook.self, named: "a.yaml") }
  }

  @Test(arguments: ["[]", "1", "\"", "a: &a [*a]"]) func whatIsNoLookIsRefused(text: String) {
    #expect(LookFileTests.faults(text) != [])
  }

  @Test func anEmptyLookIsTheFirstBuiltIn() throws {
    #expect(LookFileTests.faults("") == [])
  }
}
