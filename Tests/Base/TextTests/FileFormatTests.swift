// SPDX-License-Identifier: MIT
// Part of Platen: tests of the table of formats of files.

import Testing
import Text

@Suite struct FileFormatTests {
  @Test func `a path extension is of one format`() {
    let pathExtensions = FileFormat.allCases.flatMap(\.pathExtensions)
    #expect(Set(pathExtensions).count == pathExtensions.count)
    for format in FileFormat.allCases {
      #expect(!format.pathExtensions.isEmpty)
      for pathExtension in format.pathExtensions {
        #expect(
          pathExtension == pathExtension.lowercased()
            && FileFormat(pathExtension: pathExtension) == format)
      }
    }
  }

  @Test(
    arguments: [
      ("a/B.PNG", "image/png"), ("a.jpeg", "image/jpeg"), ("a.tif", "image/tiff"),
      ("a.html", "text/html; charset=utf-8"), ("notes", "application/octet-stream"),
      ("a.unheard", "application/octet-stream"),
      // Browsers run scripts in XML; as text it is only read.
      ("a.plist", "text/plain; charset=utf-8"),
    ])
  func `a name says the media type`(path: String, type: String) {
    #expect(FileFormat.mediaType(of: path) == type)
  }

  @Test func `some formats have small images`() {
    #expect(FileFormat(path: "a.png")?.preview == .itself)
    #expect(FileFormat(path: "a.pdf")?.preview == .made)
    #expect(FileFormat(path: "a.csv")?.preview == nil)
  }
}
