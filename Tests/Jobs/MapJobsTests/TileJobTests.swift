// SPDX-License-Identifier: MIT
// Part of Platen: tests of tiles of maps: put together again they are the picture of their zoom.

import Archive
import Diagnostics
import Foundation
import JobKit
import Jobs
import Pipeline
import Pixels
import TestSupport
import Testing
import Worldsmith

/// A folder with one small world and a manifest in it.
private final class TileFolder {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "platen-tiles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let world = SampleFile.world(seed: 3, cells: 1500, width: 800, height: 450, name: "Tilia")
    try Data(world).write(to: folder.appendingPathComponent("a.map"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func jobs(_ job: String) throws -> [Job] {
    let environment = DiskEnvironment(folder: folder.path)
    let text =
      "version: 1\njobs:\n  - map: a.map\n    label-density: 1\n    \(job)\n"
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment).parse(
      Array(text.utf8), file: folder.path + "/platen.yaml", folder: folder.path)
    return try Jobs.jobs(
      of: manifest,
      in: RecipeContext(
        environment: environment, templates: try Templates.find(named: TileFolder.templates)))
  }

  private static let templates = Shared.repository.appendingPathComponent("Templates").path

  /// Runs a job's outputs; its record is found by the next run.
  @discardableResult func run(_ job: String, width: Int = 2) throws -> RunResult {
    let outputs = try Outputs(root: folder.path + "/out")
    defer { outputs.close() }
    let engine = Engine(
      environment: DiskEnvironment(folder: folder.path), outputs: outputs,
      options: .init(tool: "test"))
    let result = try engine.run(try Plan(jobs: try jobs(job)), on: DispatchRunner(width: width))
    _ = try result.savedRecord(in: outputs)
    return result
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent("out/" + name)))
  }

  func picture(_ name: String) throws -> Bitmap { try PNGDecoder.decode(try bytes(name)) }

  /// The files below a folder of the output root, sorted.
  func files(_ name: String) -> [String] {
    let root = folder.appendingPathComponent("out/" + name)
    let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return all.filter { name in
      var isFolder: ObjCBool = false
      let path = root.appendingPathComponent(name).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }
}

@Suite struct TileJobTests {
  /// Tiles laid next to each other, as large as the expected image; everything beyond it is
  /// transparent.
  private func stitched(
    like wanted: Bitmap, tileSize: Int, tile: (Int, Int) throws -> Bitmap
  ) throws -> Bitmap {
    var rgba = [UInt8](repeating: 0, count: wanted.width * wanted.height * 4)
    for row in 0..<(wanted.height + tileSize - 1) / tileSize {
      for column in 0..<(wanted.width + tileSize - 1) / tileSize {
        let tile = try tile(column, row)
        #expect(tile.width == tileSize && tile.height == tileSize)
        for y in 0..<tileSize {
          for x in 0..<tileSize {
            let pixel = tile[x, y]
            let (left, top) = (column * tileSize + x, row * tileSize + y)
            guard left < wanted.width, top < wanted.height else {
              if pixel != (0, 0, 0, 0) { Issue.record("ink at \(left), \(top)") }
              continue
            }
            let at = (top * wanted.width + left) * 4
            (rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3]) = pixel
          }
        }
      }
    }
    return Bitmap(width: wanted.width, height: wanted.height, rgba: rgba)
  }

  @Test(arguments: ["xyz", "tms"], [256, 100])
  func `tiles are the picture of their zoom`(scheme: String, side: Int) throws {
    let shop = try TileFolder()
    let widths = (0...2).map { side << $0 }
    let pictures = widths.map { "{ file: w\($0).png, width: \($0) }" }.joined(separator: ", ")
    try shop.run(
      "layers: [states, borders]\n    outputs: [\(pictures), { file: t/, tiles: \(scheme), zooms: 2, tile-size: \(side) }]"
    )
    for (zoom, width) in widths.enumerated() {
      let wanted = try shop.picture("w\(width).png")
      let found = try stitched(like: wanted, tileSize: side) { column, row in
        let row = scheme == "tms" ? (1 << zoom) - 1 - row : row
        return try shop.picture("t/\(zoom)/\(column)/\(row).png")
      }
      #expect(found == wanted, "zoom \(zoom)")
    }
    let count = shop.files("t").filter { $0.hasSuffix(".png") }.count
    #expect(count == 1 + 4 + 12)
    #expect(shop.files("t").contains("tilemapresource.xml") == (scheme == "tms"))
  }

  @Test func `tiles of a tall region fill the height`() throws {
    let shop = try TileFolder()
    let part = "region: \"px:100,20,150,400\", padding: 3"
    try shop.run(
      "layers: [states, borders]\n    outputs: [{ file: p.png, height: 512, \(part) }, { file: t.zip, zooms: 1-1, \(part) }]"
    )
    let wanted = try shop.picture("p.png")
    #expect(wanted.height == 512)
    let archive = try ZipReader(bytes: try shop.bytes("t.zip"))
    let found = try stitched(like: wanted, tileSize: 256) { column, row in
      try PNGDecoder.decode(
        archive.contents(of: #require(archive.entry(named: "1/\(column)/\(row).png"))))
    }
    #expect(found == wanted)
  }

  @Test func `each zoom has letters of one size where they are fixed`() throws {
    let shop = try TileFolder()
    try shop.run(
      """
      outputs: [{ file: p.png, width: 512, text-size: fixed }, { file: s.png, width: 512 },
            { file: t/, zooms: 1, text-size: fixed }]
      """)
    let wanted = try shop.picture("p.png")
    let found = try stitched(like: wanted, tileSize: 256) { column, row in
      try shop.picture("t/1/\(column)/\(row).png")
    }
    #expect(found == wanted)
    #expect(try found != shop.picture("s.png"))
  }

  @Test(arguments: [0, 1]) func `deep zoom's largest level is the picture`(overlap: Int) throws {
    let shop = try TileFolder()
    try shop.run(
      """
      layers: [states, borders]
          outputs: [{ file: p.png, width: 700 },
            { file: deep/a/, tiles: dzi, width: 700, overlap: \(overlap), tile-size: 254 }]
      """)
    let wanted = try shop.picture("p.png")
    for row in 0..<2 {
      for column in 0..<3 {
        let tile = try shop.picture("deep/a/a_files/10/\(column)_\(row).png")
        let left = max(0, column * 254 - overlap)
        let top = max(0, row * 254 - overlap)
        #expect(tile.width == min(700, (column + 1) * 254 + overlap) - left)
        #expect(tile.height == min(wanted.height, (row + 1) * 254 + overlap) - top)
        for y in 0..<tile.height {
          for x in 0..<tile.width where tile[x, y] != wanted[left + x, top + y] {
            Issue.record("tile \(column)_\(row) differs at \(x), \(y)")
            return
          }
        }
      }
    }
    let files = shop.files("deep/a")
    #expect(files.contains("a.dzi") && files.contains("index.html"))
    #expect(files.contains("a_files/0/0_0.png") && !files.contains { $0.hasPrefix("a_files/11") })
    #expect(try shop.picture("deep/a/a_files/0/0_0.png").width == 1)
  }

  @Test func `bytes depend on no number of workers`() throws {
    let job =
      "outputs: [{ file: t/, zooms: 3 }, { file: t.zip, zooms: 3 }, { file: t.mbtiles, zooms: 3 }]"
    let one = try TileFolder()
    let four = try TileFolder()
    try one.run(job, width: 1)
    try four.run(job, width: 4)
    #expect(one.files("") == four.files(""))
    for name in one.files("") where name != "platen-run.json" {
      #expect(try one.bytes(name) == four.bytes(name), "\(name)")
    }
  }

  @Test func `the highest zoom is that of the tiles' size`() throws {
    let shop = try TileFolder()
    let jobs = try shop.jobs("outputs: [{ file: t.mbtiles, zooms: 11-11, tile-size: 64 }]")
    #expect(jobs.count == 1)
  }

  @Test func `the page speaks the job's language`() throws {
    let shop = try TileFolder()
    try shop.run(
      "language: de-AT\n    outputs: [{ file: t/, zooms: 1 }, { file: t.zip, zooms: 1 }]")
    let page = String(decoding: try shop.bytes("t/index.html"), as: UTF8.self)
    #expect(page.contains("<html lang=\"de-AT\">"))
    #expect(page.contains("aria-label=\"Karte von Tilia\""))
    #expect(page.contains("title=\"Vergrößern (+)\""))
    #expect(!page.contains("{{") && !page.contains("Zoom in") && !page.contains("Whole map"))
    let archive = try ZipReader(bytes: try shop.bytes("t.zip"))
    let packed = try archive.contents(of: #require(archive.entry(named: "index.html")))
    #expect(packed == Array(page.utf8))
    try shop.run("outputs: [{ file: t/, zooms: 1 }]")
    let english = String(decoding: try shop.bytes("t/index.html"), as: UTF8.self)
    #expect(english.contains("<html lang=\"en\">") && english.contains("title=\"Zoom in (+)\""))
  }

  @Test func `what a pyramid lost is known to the next run`() throws {
    let shop = try TileFolder()
    try shop.run("outputs: [{ file: t/, zooms: 2 }]")
    let outputs = try Outputs(root: shop.folder.path + "/out", locking: .none)
    let before = try #require(try RunRecord.last(in: outputs))
    let again = try shop.run("outputs: [{ file: t/, zooms: 1 }]")
    // All that is left of it lay there already, and yet it is another set.
    #expect(again.hasMadeSets)
    let gone = again.record.orphaned(since: before).map(\.path)
    #expect(gone.count == 12 && gone.allSatisfy { $0.hasPrefix("t/2/") })
  }

  @Test(arguments: [
    ("{ file: t/, zooms: 5-2 }", "manifest.value"), ("{ file: t/, zooms: 11 }", "tiles.option"),
    ("{ file: t/, zooms: 13, tile-size: 64 }", "manifest.value"),
    ("{ file: t/, zooms: 10, tile-size: 512 }", "tiles.option"),
    ("{ file: t/, tiles: zxy }", "manifest.value"),
    ("{ file: t/, tiles: dzi, zooms: 2 }", "tiles.option"),
    ("{ file: t/, overlap: 1 }", "tiles.option"),
    ("{ file: t/, text-size: fixed }", "tiles.option"),
    ("{ file: t/, tile-format: webp }", "manifest.value"),
    ("{ file: t.mbtiles, tiles: dzi }", "manifest.value"),
    ("{ file: t.png, zooms: 3 }", "manifest.value"),
    ("{ file: t/, tile-size: 10 }", "manifest.value"),
  ])
  func `what cannot be is said before anything runs`(output: String, code: String) throws {
    let shop = try TileFolder()
    do {
      _ = try shop.jobs("outputs: [\(output)]")
      Issue.record("\(output) was taken")
    } catch let failure as Failure {
      #expect(failure.diagnostics.map(\.code.rawValue) == [code], "\(failure.diagnostics)")
      #expect(failure.diagnostics.allSatisfy { $0.place?.line != nil })
    }
  }

  @Test(arguments: [
    ("{ file: t/, zooms: 9 }", " files; a folder may have 100000"),
    ("{ file: t.zip, zooms: 10, region: \"px:0,0,400,400\" }", "these would be 1398101 tiles"),
    ("{ file: t/, width: 300000 }", "manifest"),
  ])
  func `a pyramid that is too large fails by its number`(output: String, message: String) throws {
    let shop = try TileFolder()
    do {
      let result = try shop.run("outputs: [\(output)]")
      let said = result.record.jobs.flatMap(\.errors).map(\.message).joined(separator: "\n")
      #expect(said.contains(message), "\(said)")
      #expect(shop.files("t").isEmpty)
    } catch let failure as Failure {
      #expect(message == "manifest", "\(failure.diagnostics)")
    }
  }
}
