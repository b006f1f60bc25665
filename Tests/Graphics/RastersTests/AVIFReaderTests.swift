// SPDX-License-Identifier: MIT
// Part of Platen: tests of AVIF images, read where libheif is installed.

import Diagnostics
import Foundation
import Libraries
import Pixels
import Testing

@testable import Rasters

@Suite struct AVIFReaderTests {
  /// Two red and two blue columns, 4 × 2 pixels.
  private static let file = """
    AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAA
    AAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAKgAAAChpaW5mAAAAAAABAAAA
    GmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAABAAAAAIAAAAQcGl4aQAA
    AAADCAgIAAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAMm1kYXQS
    AAoIOAQ7CAhoNIAyHBAAAIulLfjJfSifes9/925Hn9hdnbvjGaBOFZA=
    """

  private func bytes() throws -> [UInt8] {
    Array(
      try #require(Data(base64Encoded: AVIFReaderTests.file, options: .ignoreUnknownCharacters)))
  }

  @Test func anImageIsRead() throws {
    let file = try bytes()
    #expect(AVIFReader.recognizes(file))
    do {
      let image = try AVIFReader.decode(file)
      #expect(image.width == 4 && image.height == 2)
      let (first, last) = (image.rgba.prefix(4).map(Int.init), image.rgba.suffix(4).map(Int.init))
      #expect(first[0] > 200 && first[2] < 60 && first[3] == 255)
      #expect(last[2] > 200 && last[0] < 60 && last[3] == 255)
    } catch let failure as Failure {
      // Without the library, or its decoder of AV1.
      let codes: [Diagnostic.Code] = [.libraryMissing, .libraryOld, .avifDamaged]
      #expect(codes.contains(try #require(failure.diagnostics.first).code))
    }
  }

  @Test func damagedFilesAreErrors() throws {
    let file = try bytes()
    for length in [16, 40, file.count / 2, file.count - 8] {
      #expect(throws: Failure.self) { try AVIFReader.decode(Array(file.prefix(length))) }
    }
    #expect(!AVIFReader.recognizes(Array("ftypavif".utf8)))
    #expect(!AVIFReader.recognizes([0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0]))
  }
}
