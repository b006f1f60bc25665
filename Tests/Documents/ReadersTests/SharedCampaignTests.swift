// SPDX-License-Identifier: MIT
// Part of Platen: real campaigns: each is read and rendered, or says why it is none.

import Diagnostics
import Documents
import TestSupport
import Testing

@testable import Readers

@Suite(.enabled(if: Shared.isPresent)) struct SharedCampaignTests {
  /// Files that mention campaigns without being one.
  private static let none: Set<String> = [
    "campaigns/exports/PDF_Test_Campaign.pdf", "campaigns/json/campaign_analysis_sariel_v2.json",
    "campaigns/json/campaign_snapshot_sariel_v2.json",
    "campaigns/json/combat_turns_dragon_knight_bug.json",
    "campaigns/json/mock_campaign_responses.json", "campaigns/json/sariel_campaign_exact.json",
    "campaigns/json/sariel_campaign_prompts.json",
    "campaigns/json/sariel_integration_test_results.json",
    "campaigns/schema/game_state.schema.json",
  ]

  private static func file(_ path: String) throws -> NamedBytes {
    NamedBytes(path, try Shared.bytes(path))
  }

  @Test(arguments: Shared.files(in: "campaigns", suffix: ""))
  func everyFileIsReadOrReported(path: String) throws {
    guard [".json", ".txt", ".pdf"].contains(where: path.hasSuffix) else { return }
    if SharedCampaignTests.none.contains(path) {
      let failure = #expect(throws: Failure.self) {
        try CampaignReader.read(files: [SharedCampaignTests.file(path)])
      }
      #expect(failure?.diagnostics.first?.place?.file == path)
      return
    }
    let read = try CampaignReader.read(files: [SharedCampaignTests.file(path)])
    _ = CampaignCheck.diagnostics(of: read.value)
    for kind in [BookOptions.Kind.book, .transcript] {
      for audience in BookOptions.Audience.allCases {
        for edition in [BookOptions.Edition.full, .summary, .last(5)] {
          var options = BookOptions()
          options.kind = kind
          options.audience = audience
          options.edition = edition
          if read.value.entries.isEmpty, edition != .summary { continue }
          let book = try CampaignBook.document(of: read.value, options: options).value
          #expect(book.warnings() == [])
          #expect(book.words.count > 1)
        }
      }
    }
  }

  /// The export and the log that was rebuilt from it are the same story.
  @Test func exportAndLogAgree() throws {
    let name = "Aristocrat_reborn_V2_MfM8TFz7"
    let text = try CampaignReader.read(
      files: [SharedCampaignTests.file("campaigns/exports/\(name).txt")]).value
    let json = try CampaignReader.read(
      files: [SharedCampaignTests.file("campaigns/reconstructed/\(name).story.json")]).value
    #expect(text.entries.count == json.entries.count)
    #expect(text.sceneCount == 50)
    for (one, other) in zip(text.entries, json.entries) {
      #expect(one.text == other.text)
      // Whoever rebuilt the log lost the end of a header that begins with a bracket of its own.
      if one.header?.beginsWithOther != true { #expect(one.header == other.header) }
      #expect(one.resources == other.resources)
    }
    #expect(text.title == json.title)
  }

  /// A transcript has the lines of the export it was read from.
  @Test func transcriptsAreTheExports() throws {
    let file = try SharedCampaignTests.file(
      "campaigns/exports/Aristocrat_reborn_V2_MfM8TFz7.txt")
    var options = BookOptions()
    options.kind = .transcript
    let book = try CampaignBook.document(
      of: try CampaignReader.read(files: [file]).value, options: options
    ).value
    func lines(_ text: [String]) -> [String] {
      text.flatMap { $0.lines.map(\.trimmed) }.filter { !$0.isEmpty }
    }
    let rendered = lines(book.words)
    let exported = lines([String(decoding: file.bytes, as: UTF8.self)])
    let differing = zip(rendered, exported).filter { $0 != $1 }
    #expect(rendered.count == exported.count)
    #expect(differing.isEmpty, "\(differing.prefix(3))")
  }

  /// The differences of a transcript from last year's export, and nothing else:
  /// - labels are today's, and a line of a player that was offered as a choice is called so;
  /// - scenes have a number between two rules;
  /// - the title is not repeated before the first entry;
  /// - tags of the game's own, `[Mode: …]` and records of changes to the state, are taken out;
  /// - the blanks at the ends of lines, and `\\n` for a line's end, are not kept.
  @Test(arguments: ["My_Epic_Adventure", "My_Epic_My_Epic_My_Epic_My_Epic_My_Epic"])
  func transcriptsOfLastYearsExports(name: String) throws {
    let file = try SharedCampaignTests.file("campaigns/exports/\(name).txt")
    var options = BookOptions()
    options.kind = .transcript
    let book = try CampaignBook.document(
      of: try CampaignReader.read(files: [file]).value, options: options
    ).value
    let labels = [
      "God:": ["God Mode:", "Player (choice: "],
      "Main Character:": ["Player (freeform):", "Player (choice: "], "Story:": ["Game Master:"],
    ]
    var exported: [String] = []
    var isState = false
    let text = String(decoding: file.bytes, as: UTF8.self).split(separator: "\\n")
      .joined(separator: "\n")
    for line in text.lines.map(\.trimmed) {
      if line.hasPrefix("[STATE_UPDATES_PROPOSED]") { isState = true }
      if !isState, !line.isEmpty, !(line.hasPrefix("[Mode: ") && line.hasSuffix("]")) {
        exported.append(line)
      }
      if line.hasPrefix("[END_STATE_UPDATES_PROPOSED]") { isState = false }
    }
    #expect(!isState)
    // The title.
    exported.removeFirst()
    var rendered = book.words.flatMap { $0.lines.map(\.trimmed) }.filter { !$0.isEmpty }
    var scenes = 0
    for index in rendered.indices.reversed() where rendered[index].hasPrefix("SCENE ") {
      #expect(
        rendered[index - 1] == rendered[index + 1] && rendered[index - 1].allSatisfy { $0 == "=" })
      rendered.removeSubrange(index - 1...index + 1)
      scenes += 1
    }
    #expect(scenes == exported.count { $0 == "Story:" })
    #expect(rendered.count == exported.count)
    for (new, old) in zip(rendered, exported) {
      if let names = labels[old] {
        #expect(names.contains { new.hasPrefix($0) }, "\(old) \(new)")
      } else if new != old {
        Issue.record("\(old.prefix(80)) became \(new.prefix(80))")
        return
      }
    }
  }

  /// With the state of the game beside it, a text becomes the whole book.
  @Test func aTextWithItsState() throws {
    let name = "Aristocrat_reborn_V2_MfM8TFz7"
    let read = try CampaignReader.read(files: [
      SharedCampaignTests.file("campaigns/exports/\(name).txt"),
      SharedCampaignTests.file("campaigns/json/\(name)_game_state.json"),
    ])
    let cast = try #require(read.value.state?.cast)
    #expect(cast.count { $0.name == "Millie" } == 1)
    let book = try CampaignBook.document(of: read.value).value
    for part in ["Dramatis personae", "Timeline", "Places"] {
      #expect(book.words.contains(part))
    }
    var options = BookOptions()
    options.edition = .summary
    let summary = try CampaignBook.document(of: read.value, options: options).value
    let count = summary.words.reduce(0) { $0 + words(in: $1) }
    #expect((300...1900).contains(count))
  }
}
