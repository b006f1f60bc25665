// SPDX-License-Identifier: MIT
// Part of Platen: decimal text must become the very Double that the standard library makes of it.

import JSON
import Testing

private func double(_ text: String) -> Double? {
  Array(text.utf8).withUnsafeBytes { DecimalText.double($0) }
}

@Suite struct DecimalTextTests {
  @Test(arguments: [
    "0", "-0", "1", "-1", "0.1", "0.3", "75.35999999999999", "352.9119017626854", "1e22", "1e23",
    "9007199254740993", "9007199254740992.5", "9007199254740993.0000001", "18446744073709551615",
    "99999999999999999999", "1.7976931348623157e308", "5e-324", "2.2250738585072011e-308",
    "0.000000000000000000000000000001", "123456789012345678.9", "1234567890123456789e-19",
    "4503599627370496.5", "4503599627370497.5", "0.5000000000000001110223024625156540423631668",
    "12.509999999999998", "-.5", "5.", "1E3", "1e-3", "00012.50",
  ])
  func matchesTheStandardLibrary(text: String) {
    let expected = Double(text) ?? Double(text + "0") ?? .nan
    #expect(double(text)?.bitPattern == expected.bitPattern)
  }

  @Test(arguments: [
    "", "-", ".", "e5", "1e", "1e+", "NaN", "Infinity", "1 ", " 1", "1,5", "0x10", "1e999",
  ])
  func refuses(text: String) { #expect(double(text) == nil) }

  /// Random mantissas of every length with the point at every place.
  @Test func sweep() {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    for _ in 0..<20_000 {
      let value = random() >> (random() % 64)
      var digits = String(value)
      let point = Int(random() % UInt64(digits.count + 4))
      if point > 0 {
        digits = String(repeating: "0", count: max(0, point + 1 - digits.count)) + digits
        digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -point))
      }
      if random() % 4 == 0 { digits += "e\(Int(random() % 60) - 30)" }
      #expect(double(digits)?.bitPattern == Double(digits)?.bitPattern, "\(digits)")
    }
  }

  @Test func scanStopsBehindTheNumber() {
    let text = Array("12.5,7".utf8)
    text.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var at = 0
      #expect(DecimalText.scan(base, &at, buffer.count) == 12.5)
      #expect(at == 4)
      #expect(DecimalText.scan(base, &at, buffer.count) == nil)
      #expect(at == 4)
    }
  }
}
