// SPDX-License-Identifier: MIT
// Part of Platen: the texts of exports in PDF are those that were exported.

import Diagnostics
import Readers
import Testing

@testable import CampaignJobs

@Suite struct CampaignPDFTests {
  private static let rule = String(repeating: "=", count: 60)

  private static func campaign(_ text: String) throws -> Campaign {
    let export = try #require(CampaignPDF.export(text))
    return try CampaignReader.read(files: [NamedBytes("a.pdf", Array(export.utf8))]).value
  }

  /// Blank lines at the ends of pages are lost. Rules of other lengths are the story's.
  @Test func scenesAreFound() throws {
    let rule = Self.rule
    let campaign = try Self.campaign(
      "God Mode:\nA keeper.\n\(rule)\nSCENE 1\n\(rule)\n[Timestamp: 1 DR\nLocation: The Mill]\n\n"
        + "Game Master:\nRain.\n\(rule)==\nSCENE 9\n\(rule)==\n\nPlayer (freeform):\nI wait.\n")
    #expect(
      campaign.entries.map(\.text) == [
        "A keeper.", "Rain.\n\(rule)==\nSCENE 9\n\(rule)==", "I wait.",
      ])
    #expect(campaign.entries[1].place == "The Mill")
  }

  @Test func exportsOf2025AreFound() throws {
    let campaign = try Self.campaign("Story:\nThe test begins.\nMain Character:\nI go.\n")
    #expect(campaign.entries.map(\.text) == ["The test begins.", "I go."])
  }

  @Test func otherTextsAreNone() {
    #expect(CampaignPDF.export("A letter.\nYours, Odo.\n") == nil)
    let file = NamedBytes("a.pdf", Array("%PDF-1.4 nothing".utf8))
    #expect(CampaignPDF.text(of: file).bytes == file.bytes)
  }
}
