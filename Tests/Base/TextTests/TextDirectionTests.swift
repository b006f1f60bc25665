// SPDX-License-Identifier: MIT
// Part of Platen: tests of which way text runs.

import Testing
import Text

struct TextDirectionTests {
  @Test func theFirstStrongLetterTells() {
    for text in ["שלום world", "12 שלום", "…٣ مرحبا", "\u{200F}abc", "\u{FEFF}שלום"] {
      #expect(TextDirection.firstIsRightToLeft(in: text) == true, "\(text)")
      #expect(TextDirection.firstIsRightToLeft(in: Substring(text)) == true, "\(text)")
    }
    for text in ["world שלום", "12 мир שלום", "\u{200E}שלום", "٣ a", "\u{FEFF}a"] {
      #expect(TextDirection.firstIsRightToLeft(in: text) == false, "\(text)")
      #expect(TextDirection.firstIsRightToLeft(in: Substring(text)) == false, "\(text)")
    }
    for text in ["", "12 — 34!", "٣٤٪", "؟"] {
      #expect(TextDirection.firstIsRightToLeft(in: text) == nil, "\(text)")
    }
  }

  @Test func bytesAloneNeverMissALetter() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), TextDirection.isRightToLeft(scalar) == true,
        scalar.properties.isAlphabetic
      else { continue }
      var text = String(scalar)
      #expect(text.withUTF8 { TextDirection.mayRunRightToLeft(UnsafeRawBufferPointer($0)) })
    }
    var plain = "Žluťoučký кůň 漢字 — €"
    #expect(!plain.withUTF8 { TextDirection.mayRunRightToLeft(UnsafeRawBufferPointer($0)) })
  }
}
