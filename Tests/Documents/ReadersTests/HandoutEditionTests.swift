// SPDX-License-Identifier: MIT
// Part of Platen: tests of sheets of the hero and primers for new players.

import Diagnostics
import Documents
import TestSupport
import Testing

@testable import Readers

@Suite struct HandoutEditionTests {
  /// A story in which the hero meets Odo at the mill; the state has more than that.
  private static func campaign() throws -> Campaign {
    try Fixture.read(
      json: """
        {"story": [{"actor":"gemini","timestamp":1,
        "text":"[SESSION_HEADER]\\nTimestamp: Day 3, 09:00\\nLocation: Old Mill\\n\\nOdo Reed waves."}],
        "game_state": {"player_character_data": {"name": "Ada Vane (the Last Queen)",
        "race": "elf", "class": "Ranger", "level": 4, "hp_current": 21, "hp_max": 30,
        "equipment": {"main_hand": "Ash Bow"}, "features": ["Keen Ear"]},
        "npc_data": {"Odo Reed": {"role": "Miller",
        "relationships": {"player": {"trust_level": -3, "disposition": "courteous"}}},
        "Hidden Hand": {"role": "Spy of the king"}},
        "world_data": {"locations": {
        "mill": {"name": "Old Mill", "description": "A wheel without water."},
        "crypt": {"name": "Low Crypt", "description": "Dry and deep."}}},
        "custom_campaign_state": {"active_missions": [{"title": "Find the water"}]}}}
        """
    ).value
  }

  private static func book(
    _ edition: BookOptions.Edition, _ audience: BookOptions.Audience = .player
  ) throws -> Document {
    var options = BookOptions()
    options.edition = edition
    options.audience = audience
    return try CampaignBook.document(of: campaign(), options: options).value
  }

  @Test func aSheetHasTheHeroAlone() throws {
    let book = try Self.book(.character)
    let text = book.everything
    for known in ["Ada Vane", "elf Ranger, level 4", "21 of 30", "Ash Bow", "Keen Ear", "Old Mill"]
    {
      #expect(text.contains(known), "\(known)")
    }
    // The last of the hero's titles is not told at once, nor is the story.
    for other in ["Last Queen", "Odo Reed", "Low Crypt", "Find the water"] {
      #expect(!text.contains(other), "\(other)")
    }
    #expect(book.headings(depth: 2).contains { $0.inlines.plainText == "Equipment" })
  }

  @Test func aSheetNeedsAState() throws {
    let story = try Fixture.read(json: #"[{"actor":"gemini","text":"It rains.","timestamp":1}]"#)
    var options = BookOptions()
    options.edition = .character
    let failure = #expect(throws: Failure.self) {
      try CampaignBook.document(of: story.value, options: options)
    }
    #expect(failure?.diagnostics.first?.code == "campaign.no-character")
  }

  @Test(arguments: [BookOptions.Audience.player, .gm])
  func aPrimerHasWhatPlayersKnow(audience: BookOptions.Audience) throws {
    let text = try Self.book(.primer, audience).everything
    for known in ["Ada Vane", "Odo Reed", "Miller", "A wheel without water.", "Find the water"] {
      #expect(text.contains(known), "\(known)")
    }
    for secret in ["Hidden Hand", "Spy of the king", "Dry and deep."] {
      #expect(text.contains(secret) == (audience != .player), "\(secret)")
    }
    #expect(text.contains("\u{2212}3") == (audience != .player))
    // The book has no scenes that a link could lead to.
    #expect(!text.contains("First seen"))
  }

  @Test func aPrimerOfAStoryAloneHasItsPlaces() throws {
    let book = try Fixture.book("second-generation.json") { $0.edition = .primer }
    let sections = book.headings(depth: 2).map(\.inlines.plainText)
    #expect(sections.contains("Places") && sections.last == "Current situation")
    #expect(!sections.contains { $0.hasPrefix("Scene") })
  }
}
