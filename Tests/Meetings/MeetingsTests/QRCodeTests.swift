// SPDX-License-Identifier: MIT
// Part of Platen: tests of how much a QR code holds.

import Diagnostics
import QRCodes
import Testing

@Suite struct QRCodeTests {
  @Test(arguments: [QRCode.Correction.low, .medium, .quartile, .high])
  func eachLevelHasItsHeadings(correction: QRCode.Correction) throws {
    let text = String(repeating: "a", count: correction.mostBytes)
    #expect(try QRCode(text, correction: correction).side == 177)
    let failure = try #require(throws: Failure.self) {
      try QRCode(text + "a", correction: correction)
    }
    #expect(failure.diagnostics[0].hints[0].contains("\(correction.mostBytes) bytes"))
  }
}
