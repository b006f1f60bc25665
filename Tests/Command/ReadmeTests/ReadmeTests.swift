// SPDX-License-Identifier: MIT
// Part of Platen: tests that the example of README works and is the one that stands there.

import Foundation
import Pixels
import TestSupport
import Testing
import Worldsmith

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
    let file = "Tests/Command/ReadmeTests/ReadmeExample.swift"
    let source = try String(
      contentsOf: Shared.repository.appendingPathComponent(file), encoding: .utf8)
    let code = try #require(source.range(of: "import Azgaar"))
    #expect(readme.contains(source[code.lowerBound...]))
  }
}
