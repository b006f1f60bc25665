// SPDX-License-Identifier: MIT
// Part of Platen: tests of the versions that manifests require.

import Testing

@testable import JobKit

@Suite struct PlatenVersionTests {
  @Test(arguments: [
    ("0.0.9", false), ("0.1.0", false), ("0.1.1", true), ("0.2.0", true), ("0.10.0", true),
    ("1.0.0", true), ("999999.0.0", true), ("", false), ("1", false), ("1.2.3.4", false),
    ("v1.0.0", false), ("1.0.", false), ("9999999.0.0", false),
  ])
  func versionsAreComparedByTheirNumbers(required: String, isNewer: Bool) {
    #expect(PlatenVersion.isOlder("0.1.0", than: required) == isNewer)
  }

  @Test(arguments: ["0.0.0", "0.1.0", "12.0.3"]) func versionsAreTaken(text: String) {
    #expect(PlatenVersion.form.errorMessage(text) == nil)
  }

  @Test(arguments: ["", "1.2", "1.2.3.4", "1,2,3", "-1.0.0", "1.x.0", "latest"]) func othersAreNot(
    text: String
  ) {
    #expect(PlatenVersion.form.errorMessage(text) == "invalid version \"\(text)\"")
  }
}
