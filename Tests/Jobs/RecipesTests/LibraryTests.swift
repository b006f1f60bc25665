// SPDX-License-Identifier: MIT
// Part of Platen: tests of libraries: their covers, and which folders are some.

import Canvas
import Diagnostics
import Digests
import Drawing
import Geometry
import Pipeline
import Readers
import Testing

@testable import Recipes

@Suite struct LibraryTests {
  private func cover(_ title: String, _ hero: String = "") throws -> Scene {
    try CampaignCover(title: title, hero: hero, families: ["EB Garamond"])
      .scene(text: FontLibrary(FontSet()))
  }

  @Test(arguments: [
    "", "I", "The Salt Road", "Of Kings and Caravans and the Long Winter of the Northern Provinces",
    "Donaudampfschifffahrtsgesellschaft", String(repeating: "word ", count: 4000),
  ])
  func `letters stay on the board`(title: String) throws {
    let scene = try cover(title, "Runa Vess of the Very Long and Honourable Name, Human Ranger")
    let board = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
    for case .text(let text) in scene.nodes {
      for glyph in text.glyphs { #expect(board.contains(glyph.position), "\(text.source)") }
    }
  }

  @Test func `a title has its own cover, the same each time`() throws {
    func digest(_ title: String) throws -> Digest { Digest(canonicalOf: try cover(title)) }
    #expect(try digest("The Salt Road") == digest("The Salt Road"))
    #expect(try digest("The Salt Road") != digest("The Ford"))
  }

  /// A folder has no bytes that would tell its kind, so its names do.
  @Test(arguments: [
    (["ford.json", "mill.txt"], "campaign"), (["story.jsonl"], "campaign"),
    (["chat.json", "room.json"], "meeting"), (["slides", "notes.txt"], "talk"),
    (["world.map", "index.json"], "map"), (["pictures"], "map"),
  ])
  func `a folder of data holds campaigns`(names: [String], kind: String) {
    #expect(Recipes.kind(of: "folder", outputs: ["x.pdf"], names: names) { [] }.name == kind)
  }

  /// What is damaged beside several campaigns is read with the first of them, which says so.
  @Test func `a damaged campaign beside others is no job, and is said`() throws {
    func story(_ title: String) -> String {
      """
      {"campaign": {"title": "\(title)"}, "story": [
        {"actor": "gemini", "text": "\(title) begins by the gate.", "timestamp": 1700000000}]}
      """
    }
    let damaged = String(story("Ford").dropLast(20))
    let files = ["f/a.json": damaged, "f/b.json": story("Bell"), "f/c.json": story("Mill")]
      .mapValues { Array($0.utf8) }
    let parts = try CampaignFiles.parts(of: "f", in: SealedEnvironment(files: files))
    #expect(parts == [["f/b.json", "f/a.json"], ["f/c.json"]])
    let read = try CampaignReader.read(
      files: parts[0].map { NamedBytes($0, files[$0] ?? []) }, options: .init())
    #expect(read.value.title == "Bell")
    #expect(read.warnings.contains { $0.place?.file == "f/a.json" })
  }
}
