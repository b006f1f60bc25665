// SPDX-License-Identifier: MIT
// Part of Platen: tests of campaigns as notes: every link leads to a note, nothing of game masters is in
// a vault for players.

import Diagnostics
import Documents
import Foundation
import Readers
import TestSupport
import Testing
import Vaults

@testable import CampaignJobs

@Suite struct CampaignVaultTests {
  private func notes(audience: BookOptions.Audience = .player) throws -> [VaultNote] {
    let file = Shared.repository.appendingPathComponent("Samples/SaltRoad/saltroad.json")
    let campaign = try CampaignReader.read(
      files: [NamedBytes("saltroad.json", [UInt8](try Data(contentsOf: file)))]
    ).value
    var options = BookOptions()
    options.audience = audience
    let document = try CampaignBook.document(of: campaign, options: options).value
    return CampaignVault(of: document, options.phrases).notes
  }

  private func files(_ notes: [VaultNote]) throws -> [(path: String, text: String)] {
    try VaultFiles(
      VaultContent(of: "c", notes),
      VaultOptions(audience: "player", phrases: .english, imageFolder: "Images"),
      merging: VaultState(), in: "v"
    ).files.filter { $0.path.hasSuffix(".md") }
      .map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
  }

  @Test func `sessions, people, places and quests are notes`() throws {
    let notes = try notes()
    let kinds = Dictionary(grouping: notes) { String($0.id.prefix { $0 != "/" }) }
    #expect(kinds["session"]?.count == 3)
    #expect(kinds["quest"]?.count == 3)
    #expect(kinds["person"]?.contains { $0.name == "Odd Brenner" } == true)
    #expect(kinds["person"]?.contains { $0.name == "Runa Vess" } == true)
    #expect(kinds["place"]?.contains { $0.name == "Jarnheim" } == true)
    #expect(Set(notes.map(\.id)).count == notes.count)
  }

  @Test(arguments: [BookOptions.Audience.player, .gm])
  func `no link leads nowhere`(_ audience: BookOptions.Audience) throws {
    let files = try files(notes(audience: audience))
    let dangling = VaultCheck.dangling(in: files)
    #expect(dangling.isEmpty, "\(dangling.prefix(3))")
    let person = try #require(files.first { $0.path.hasSuffix("/Odd Brenner.md") })
    #expect(person.text.contains("#Scene 2|Scene #2]]"))
    let session = try #require(files.first { $0.text.contains("platen-id: session/1\n") })
    #expect(session.text.contains("[[Odd Brenner]]"))
  }
}
