// SPDX-License-Identifier: MIT
// Part of Platen: tests of the versions that manifests require.

import Testing

@testable import JobKit

@Suite struct PlatenVersionTests {
  @Test(arguments: [
    ("0", false), ("0.1", false), ("0.1.0", false), ("0.0.9", false), ("0.1.1", true),
    ("0.2", true),
    ("0.10", true), ("1", true), ("999999", true), ("", false), ("1.2.3.4", false), ("v1", false),
    ("1.", false), ("9999999", false),
  ])
  func versionsAreComparedByTheirNumbers(required: String, isNewer: Bool) {
    #expect(PlatenVersion.isOlder("0.1.0", than: required) == isNewer)
  }

  @Test(arguments: ["0", "0.1", "12.0.3"]) func versionsAreTaken(text: String) {
    #expect(PlatenVersion.form.errorMessage(text) == nil)
  }

  @Test(arguments: ["", "1.2.3.4", "1,2", "-1", "1.x", "latest"]) func othersAreNot(text: String) {
    #expect(PlatenVersion.form.errorMessage(text) == "invalid version \"\(text)\"")
  }
}
