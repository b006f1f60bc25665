// SPDX-License-Identifier: MIT
// Part of Platen: tests of users' own images in books of campaigns.

import Diagnostics
import Documents
internal import JobKit
import Readers
import Testing
import Values

@testable import CampaignJobs

@Suite struct StoryFiguresTests {
  /// The first bytes of a PNG of that size, which is all that is read here.
  private static func png(_ width: UInt8, _ height: UInt8) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
      + [0, 0, 0, width, 0, 0, 0, height]
  }

  private static func figures(_ images: [(String, String)]) -> StoryFigures? {
    let members = images.map { subject, path in
      PlacedValue.Member(
        key: subject, place: SourceLocation(field: "figures"),
        value: PlacedValue(typed: path, at: SourceLocation(field: subject)))
    }
    var settings = Settings()
    settings.set(
      PlacedValue.Member(
        key: "figures", place: SourceLocation(field: "figures"),
        value: PlacedValue(.mapping(members), at: SourceLocation(field: "figures"))))
    return StoryFigures(settings, .english)
  }

  private static let story = """
    {"story": [
    {"actor":"gemini","timestamp":1,
    "text":"[SESSION_HEADER]\\nTimestamp: Day 1\\nLocation: The Ford\\n\\nIt rains."},
    {"actor":"user","timestamp":2,"mode":"character","text":"I wait."},
    {"actor":"gemini","timestamp":3,"text":"Odo Reed waves."}]}
    """

  /// The ids of headings and the names of images, in order.
  private static func order(_ blocks: [Block]) -> [String] {
    blocks.flatMap { block -> [String] in
      switch block {
      case .heading(let heading): [heading.attributes.id]
      case .figure(let figure): [figure.image.alternative]
      case .division(let division): order(division.blocks)
      default: []
      }
    }.filter { !$0.isEmpty && !$0.hasPrefix("platen") }
  }

  @Test func `images are behind the headings of their scenes`() throws {
    let campaign = try CampaignReader.read(
      files: [NamedBytes("a.json", Array(Self.story.utf8))], options: .init()
    ).value
    let book = try CampaignBook.document(of: campaign).value
    let figures = try #require(
      Self.figures([
        ("odo reed", "o.png"), ("the ford", "f.png"), ("2", "s.png"), ("Bree", "b.png"),
      ]))
    let made = try figures.addFigures(to: book, of: campaign) { path in
      path == "o.png" ? Self.png(30, 80) : Self.png(90, 50)
    }
    let order = Self.order(made.value.blocks)
    #expect(
      order.prefix(6) == ["chapter-1", "scene-1", "the ford", "scene-2", "odo reed", "Scene #2"])
    #expect(made.value.resources.count == 3)
    #expect(made.warnings.map(\.code) == [.campaignFigure])
    let shares = made.value.blocks.flatMap(Self.images).map(\.share)
    #expect(shares == [1, 0.5, 1])
  }

  private static func images(_ block: Block) -> [Image] {
    switch block {
    case .figure(let figure): [figure.image]
    case .division(let division): division.blocks.flatMap(images)
    default: []
    }
  }

  @Test func `files that are no images are errors`() throws {
    let figures = try #require(Self.figures([("1", "a.gif")]))
    let failure = #expect(throws: Failure.self) {
      try figures.addFigures(to: Document(), of: Campaign(title: "", source: .json)) { _ in
        Array("GIF89a".utf8)
      }
    }
    #expect(failure?.diagnostics.map(\.code) == [.campaignFigure])
    #expect(Self.figures([]) == nil)
  }
}
