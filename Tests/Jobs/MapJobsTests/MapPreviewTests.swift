// SPDX-License-Identifier: MIT
// Part of Platen: tests of maps drawn on request while their look is edited.

import Diagnostics
import Foundation
import JSON
import JobKit
import Jobs
import Pipeline
import Pixels
import TestSupport
import Testing

@testable import MapJobs

/// A folder with one small world and a look in it.
private final class MapInputs {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "platen-preview-\(UUID().uuidString)")
  private static let templates = Shared.repository.appendingPathComponent("Templates").path

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let world = SampleFile.world(seed: 3, cells: 1500, width: 800, height: 450, name: "Tilia")
    try Data(world).write(to: folder.appendingPathComponent("a.map"))
    try save(sea: "#204060")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var look: String { folder.path + "/mine.yaml" }

  func save(sea: String) throws { try save("extends: parchment\nocean.fill: \"\(sea)\"\n") }

  func save(_ text: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent("mine.yaml"))
  }

  func preview() throws -> MapPreview {
    let templates = MapInputs.templates
    return try MapPreview(
      .init(input: folder.path + "/a.map", look: look), width: 2,
      makeContext: {
        RecipeContext(
          environment: DiskEnvironment(), templates: try Templates.find(named: templates),
          filedLooks: Jobs.filedLooks)
      }, report: { _ in })
  }
}

@Suite struct MapPreviewTests {
  /// The revision and the errors that the page learns.
  private func status(_ preview: MapPreview) throws -> (revision: Int, errors: [String]) {
    let document = try JSONDocument(parsing: Array(preview.status.utf8))
    return document.withView { view in
      (
        view["revision"]?.int ?? 0,
        view["errors"]?.elements.compactMap(\.string).map { String($0) } ?? []
      )
    }
  }

  private func tile(_ preview: MapPreview, _ path: String) throws -> Bitmap {
    try PNGDecoder.decode(try #require(preview.file(at: path[...]), "\(path)"))
  }

  /// Two checks: a file is read when it no longer changes.
  private func refresh(_ preview: MapPreview) {
    for _ in 0..<3 { preview.refresh() }
  }

  @Test func tilesAreDrawnForEveryChoiceAndForNothingElse() throws {
    let folder = try MapInputs()
    let preview = try folder.preview()
    let players = try tile(preview, "1/0/0/player/0/0/0.png")
    #expect(players.width == 512 && players.height == 512)
    #expect(try tile(preview, "1/0/0/gm/0/0/0.png") != players)
    #expect(try tile(preview, "1/1/0/player/0/0/0.png") != players)
    #expect(try tile(preview, "1/0/2/player/0/0/0.png") != players)
    // Revisions distinguish addresses only.
    #expect(try tile(preview, "x/0/0/player/0/0/0.png") == players)
    for path in [
      "1/0/0/player/0/0/1.png", "1/0/0/player/0/1/0.png", "1/0/0/player/6/0/0.png",
      "1/0/0/player/-1/0/0.png", "1/0/0/debug/0/0/0.png", "1/99/0/player/0/0/0.png",
      "1/0/99/player/0/0/0.png", "1/-1/0/player/0/0/0.png", "1/0/0/player/0/0/0", "1/0/0.png", "",
    ] {
      #expect(preview.file(at: path[...]) == nil, "\(path)")
    }
    #expect(try status(preview).errors.isEmpty)
  }

  /// Tiles of a zoom show what the tile of the zoom below shows.
  @Test func tilesOfAZoomAreItsPicture() throws {
    let folder = try MapInputs()
    let preview = try folder.preview()
    let whole = try tile(preview, "1/0/0/player/0/0/0.png")
    var sums = (whole: 0, parts: 0)
    for y in stride(from: 0, to: whole.height, by: 2) {
      for x in stride(from: 0, to: whole.width, by: 2) {
        sums.whole += Int(whole[x, y].green)
      }
    }
    for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let part = try tile(preview, "1/0/0/player/1/\(column)/\(row).png")
      for y in stride(from: 0, to: part.height, by: 4) {
        for x in stride(from: 0, to: part.width, by: 4) {
          sums.parts += Int(part[x, y].green)
        }
      }
    }
    #expect(abs(sums.whole - sums.parts) < sums.whole / 50)
  }

  @Test func aSavedLookIsDrawnAgainAndAnErrorIsNot() throws {
    let folder = try MapInputs()
    let preview = try folder.preview()
    let path = "1/0/0/player/0/0/0.png"
    let first = try tile(preview, path)
    refresh(preview)
    #expect(try status(preview).revision == 1)

    try folder.save(sea: "#602040")
    refresh(preview)
    #expect(try status(preview).revision == 2)
    let second = try tile(preview, path)
    #expect(second != first)

    try folder.save("extends: parchment\nocean.fil: red\n")
    refresh(preview)
    let state = try status(preview)
    #expect(state.revision == 2)
    #expect(state.errors.count == 1 && state.errors[0].hasPrefix(folder.look + ":2:1: error: "))
    #expect(try tile(preview, path) == second)
    // Also a view that was not requested before the error.
    #expect(try tile(preview, "2/0/0/gm/0/0/0.png") != second)

    try folder.save(sea: "#204060")
    refresh(preview)
    #expect(try status(preview).revision == 3)
    #expect(try status(preview).errors.isEmpty)
    #expect(try tile(preview, path) == first)
  }

  @Test func anotherWorldIsReadAgain() throws {
    let folder = try MapInputs()
    let preview = try folder.preview()
    let first = try tile(preview, "1/0/0/player/0/0/0.png")
    let world = SampleFile.world(seed: 4, cells: 1500, width: 800, height: 450, name: "Acer")
    try Data(world).write(to: folder.folder.appendingPathComponent("a.map"))
    refresh(preview)
    #expect(try status(preview).revision == 2)
    #expect(try tile(preview, "2/0/0/player/0/0/0.png") != first)
    #expect(try preview.page().contains("Acer"))
  }

  @Test func thePageListsWhatCanBeChosen() throws {
    let folder = try MapInputs()
    let page = try folder.preview().page()
    #expect(page.contains("data-name=\"\(folder.look)\" selected>"))
    for name in ["parchment", "engraved", "political", "gm"] {
      #expect(page.contains("data-name=\"\(name)\""), "\(name)")
    }
    #expect(page.contains("\"folder\":\".live/picture/1/0/0/player/\""))
    #expect(!page.contains("{{"))
  }

  @Test func errorsAtTheBeginningAreReported() throws {
    let folder = try MapInputs()
    try folder.save("extends: nothing-like-it\n")
    #expect(throws: Failure.self) { try folder.preview() }
  }
}
