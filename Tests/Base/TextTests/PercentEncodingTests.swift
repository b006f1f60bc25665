// SPDX-License-Identifier: MIT
// Part of Platen: tests of text in addresses.

import Testing
import Text

struct PercentEncodingTests {
  @Test func signsThatAreNotKeptAreEncoded() {
    #expect(PercentEncoding.encode("aZ09-._~ é/[`{@") == "aZ09-._~%20%C3%A9%2F%5B%60%7B%40")
    #expect(PercentEncoding.encode("a/b.c-d\n", keeping: "/") == "a/b%2Ec%2Dd%0A")
  }

  @Test func escapesAreDecodedAndDamagedOnesKeptOrRefused() {
    #expect(PercentEncoding.decode("a%20%c3%A9") == Array("a é".utf8))
    #expect(PercentEncoding.decode(Substring("%%41%4%zz%")) == Array("%A%4%zz%".utf8))
    #expect(PercentEncoding.decode(validating: "%41b") == Array("Ab".utf8))
    for text in ["%", "%4", "%zz", "%+f"] {
      #expect(PercentEncoding.decode(validating: text) == nil)
    }
  }
}
