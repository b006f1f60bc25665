// SPDX-License-Identifier: MIT
// Part of Platen: tests of the light of colors.

import Testing
import Text

@Suite struct LuminanceTests {
  @Test func `the limits of WCAG and of sRGB part no codes of 8 bits`() {
    for byte in 0...255 {
      let code = Double(byte) / 255
      #expect((code <= 0.03928) == (code <= 0.04045), "\(byte)")
    }
  }

  @Test func `codes come back from their light`() {
    for byte in 0...255 {
      let code = Double(byte) / 255
      #expect(abs(Luminance.code(Luminance.linear(code)) - code) < 1e-6)
    }
  }

  @Test func `contrast runs from 1 to 21`() {
    let white = Luminance.relative(red: 1, green: 1, blue: 1)
    #expect(abs(white - 1) < 1e-12)
    #expect(abs(Luminance.contrast(0, white) - 21) < 1e-9)
    #expect(Luminance.contrast(white, 0) == Luminance.contrast(0, white))
    #expect(Luminance.contrast(0.4, 0.4) == 1)
  }
}
