// SPDX-License-Identifier: MIT
// Part of Platen: the example of README, compiled and run; what is between the marks stands there.

// README begins
import Azgaar
import Canvas
import Cartography
import Foundation
import Pixels
import TestSupport
import Testing
import Worldsmith

func drawWorld(_ save: [UInt8]) throws -> [UInt8] {
  let world = try save.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
  let fonts = try FontLibrary(FontSet())
  let request = MapRequest(look: .parchment, layers: .political)
  let scene = try MapComposer(request: request, text: fonts).compose(world).value
  return try PNGEncoder.encode(
    ImageCanvas.bitmap(of: scene, width: 1600, height: 900, fonts: fonts))
}
// README ends

@Suite struct ReadmeTests {
  @Test func theExampleDrawsAWorld() throws {
    let save = SampleWorld.map(seed: 3, cells: 1000, width: 1280, height: 720)
    let picture = try drawWorld(save)
    let size = picture.withUnsafeBytes { PNGDecoder.size(of: $0) }
    #expect(size?.width == 1600 && size?.height == 900)
  }

  @Test func theExampleStandsInTheReadme() throws {
    let readme = try String(
      contentsOf: Shared.repository.appendingPathComponent("README.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let begin = try #require(source.range(of: "// README begins\n"))
    let end = try #require(source.range(of: "// README ends\n"))
    #expect(readme.contains(source[begin.upperBound..<end.lowerBound]))
  }
}
