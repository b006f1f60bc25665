// SPDX-License-Identifier: MIT
// Part of Platen: two exports of a campaign are compared scene by scene and name by name.

import Comparison
import Diagnostics
import Testing

@testable import Readers

@Suite struct CampaignDifferencesTests {
  private static func campaign(_ scenes: [String], _ state: String) throws -> Campaign {
    let entries = scenes.enumerated().map { number, text in
      #"{"actor":"gemini","text":"\#(text)","timestamp":\#(number),"#
        + #""session_header":"Location: The Mill\nStatus: Lvl 4 | Gold: 20gp"}"#
    }
    return try Fixture.read(
      json: #"{"story":[\#(entries.joined(separator: ","))],"game_state":{\#(state)}}"#
        .replacing("\n", with: "\\n")
    ).value
  }

  @Test func scenesPeopleAndHero() throws {
    let old = try Self.campaign(
      ["Rain.", "Hail.", "Snow."],
      #""player_character_data":{"name":"Ada","level":4},"npc_data":{"Odo":{"role":"miller"},"Ilse":{"role":"nun"}}"#
    )
    let new = try Self.campaign(
      ["Rain.", "Hail!", "Sleet.", "Sun.", "Dusk."],
      #""player_character_data":{"name":"Ada","level":5},"npc_data":{"Odo":{"role":"reeve"},"Brann":{"role":"smith"}}"#
    )
    let differences = CampaignDifferences(from: old, to: new)
    func names(_ table: CampaignDifferences.Table, _ kind: CampaignDifferences.Kind) -> [String] {
      differences.changes.filter { $0.table == table && $0.kind == kind }.map(\.name)
    }
    #expect(names(.scenes, .added) == ["4–5"])
    // Marks alone do not count.
    #expect(names(.scenes, .changed) == ["3"])
    #expect(names(.people, .added) == ["Brann"] && names(.people, .removed) == ["Ilse"])
    let odo = differences.changes.first { $0.name == "Odo" }
    #expect(odo?.fields.map(\.name) == ["role"] && odo?.fields.first?.new == "reeve")
    let hero = differences.changes.first { $0.table == .hero }
    #expect(hero?.fields.map(\.name) == ["level"])
    #expect(CampaignDifferences(from: old, to: old).isEmpty)
    #expect(
      CampaignDifferences(from: old, to: new, tables: [.hero]).changes.map(\.table) == [.hero])
  }
}
