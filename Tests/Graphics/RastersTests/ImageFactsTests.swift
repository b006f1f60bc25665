// SPDX-License-Identifier: MIT
// Part of Platen: tests that finished images say what was written, and that damaged ones are told.

import Rasters
import TestSupport
import Testing

@Suite struct ImageFactsTests {
  private typealias Facts = (_ size: Int, _ read: (Int, Int) throws -> [UInt8]) throws -> ImageFacts

  /// Checks the facts of a file, and that a file which ends early is damaged.
  private func check(_ file: [UInt8], _ facts: Facts) throws {
    func read(_ file: [UInt8]) throws -> ImageFacts {
      try facts(file.count) { at, count in
        at < 0 ? [] : Array(file.dropFirst(at).prefix(count))
      }
    }
    #expect(try read(file) == ImageFacts(width: 50, height: 30))
    for count in [0, 1, 12, 40, file.count - 1] {
      #expect(throws: DamagedImage.self) { try read(Array(file.prefix(count))) }
    }
  }

  @Test func filesSayHowLargeTheyAre() throws {
    let image = RasterCase(50, 30)
    try check(JPEGWriterTests.file(image)) { try JPEGWriter.facts(size: $0, read: $1) }
    for packing in [WebPWriter.Packing.lossless, .lossy(quality: 90)] {
      try check(WebPWriterTests.file(image, packing)) { try WebPWriter.facts(size: $0, read: $1) }
    }
  }

  @Test func aDirectorySaysHowLargeATIFFIs() throws {
    let file = try TIFFWriterTests.file(RasterCase(50, 30))
    let facts = try TIFFWriter.facts(size: file.count) { Array(file.dropFirst($0).prefix($1)) }
    #expect(facts == ImageFacts(width: 50, height: 30))
    for count in [0, 15, 16, 64] {
      #expect(throws: DamagedImage.self) {
        try TIFFWriter.facts(size: count) { Array(file.prefix(count).dropFirst($0).prefix($1)) }
      }
    }
  }
}
