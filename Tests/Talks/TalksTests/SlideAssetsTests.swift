// SPDX-License-Identifier: MIT
// Part of Platen: tests of the images that slides name.

import Testing

@testable import Talks

@Suite struct SlideAssetsTests {
  /// The beginning of a PNG of one pixel, and bytes of its own.
  private static func image(_ number: Int) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0] + Array("\(number)".utf8)
  }

  /// Folders of slides have many images of one name; each is looked up once.
  @Test(.timeLimit(.minutes(1))) func manyImagesOfOneNameAreKeptOnceEach() throws {
    let count = 30_000
    let assets = SlideAssets(
      options: TalkOptions(),
      asset: { path in
        // Every other folder has the image of the one before.
        path.split(separator: "/").first.flatMap { Int($0) }.map { Self.image($0 / 2) }
      })
    var names: [String] = []
    for folder in 0..<2 * count {
      names.append(try #require(assets.image("\(folder)/chart.png")).name)
    }
    #expect(assets.resources.count == count)
    #expect(Set(names).count == count)
    #expect(names[0] == "chart.png" && names[1] == "chart.png" && names[2] == "2-chart.png")
    #expect(names.last == "\(count)-chart.png")
  }
}
