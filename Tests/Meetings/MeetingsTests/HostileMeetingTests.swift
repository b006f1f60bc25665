// SPDX-License-Identifier: MIT
// Part of Platen: tests of what somebody might send to break a reader.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing
import Text

@testable import Meetings

@Suite struct HostileMeetingTests {
  @Test func deepJSONIsRefused() {
    for open in ["[", "{\"chat\":", "{\"a\":"] {
      let text = String(repeating: open, count: 100_000)
      #expect(!faults { try read(("a.json", text)) }.isEmpty)
    }
    let nested = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(!faults { try read(("a.json", nested)) }.isEmpty)
  }

  @Test func nestingOfBundlesIsLimited() throws {
    let text =
      String(repeating: "{\"admin\":", count: 50) + "{}" + String(repeating: "}", count: 50)
    _ = try? read(("a.json", text))
  }

  private func attachment(_ url: String) throws -> (Meeting, [Diagnostic]) {
    let list = "[{\"kind\": \"image\", \"url\": \"\(url)\", \"w\": 1e30, \"h\": -5}]"
    let read = try read(("a.json", "[\(Club.message(Club.start, "u", "A", "x", list))]"))
    return (read.value, read.warnings)
  }

  /// A PNG's head that declares so many pixels.
  private func head(_ width: UInt32, _ height: UInt32) -> String {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    bytes += Array("IHDR".utf8)
    for value in [width, height] {
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
    bytes += [8, 6, 0, 0, 0, 0, 0, 0, 0]
    return "data:image/png;base64," + Base64.encode(bytes)
  }

  @Test(arguments: [(UInt32(60_000), UInt32(60_000)), (.max, .max), (16_385, 1), (8_000, 8_000)])
  func picturesThatWouldFillTheMemory(width: UInt32, height: UInt32) throws {
    let (meeting, said) = try attachment(head(width, height))
    #expect(meeting.images.isEmpty)
    #expect(said.map(\.code) == ["meeting.image-large"])
    #expect(meeting.messages[0].attachments[0].source == .missing("large"))
  }

  @Test(arguments: [
    "data:image/png;base64,!!!!", "data:image/png,abc", "data:", "data:image/png;base64,",
    "data:image/svg+xml;base64,PHN2Zy8+", "data:text/html;base64,PGgxPg==",
  ])
  func whatIsNoPicture(url: String) throws {
    let (meeting, said) = try attachment(url)
    #expect(meeting.images.isEmpty)
    #expect(said.map(\.code) == ["meeting.image-format"])
  }

  @Test(arguments: [
    "/uploads/chat/../../etc/passwd", "/uploads/chat/a/../b.png", "/uploads/chat/.hidden",
    "/uploads/chat/", "/etc/passwd", "file:///etc/passwd", "/uploads/chat/a b.png", "",
  ])
  func pathsThatLeadElsewhereAreNotAsked(url: String) throws {
    var options = MeetingReader.Options()
    options.attachment = { name in
      Issue.record("requested \(name)")
      return nil
    }
    let list = "[{\"url\": \"\(url)\"}]"
    let read = try read(
      ("a.json", "[\(Club.message(Club.start, "u", "A", "x", list))]"), options: options)
    #expect(read.value.images.isEmpty)
    _ = try Minutes.document(of: read.value, options: MinutesOptions())
  }

  @Test func filesThatAChatNamesAreFoundInEveryForm() {
    let text = #"""
      {"url": "/uploads/chat/a1.png"} {"url": "\/uploads\/chat\/b2.jpg"}
      "{\"url\": \"\\/uploads\\/chat\\/c3.gif\"}" https://x.y/uploads/chat/a1.png?z
      /uploads/chat/../up.png /uploads/chat/.d /uploads/chat/ /uploads /uploads/chat
      """#
    #expect(ChatUploads.names(in: Array(text.utf8), limit: 9) == ["a1.png", "b2.jpg", "c3.gif"])
    #expect(ChatUploads.names(in: Array(text.utf8), limit: 2) == ["a1.png", "b2.jpg"])
    #expect(ChatUploads.names(in: [], limit: 9) == [])
  }

  @Test func namesAndTextsOfAnyKind() throws {
    let nasty = [
      "\\u0000", "\\ud800", "\\u202e gnp.exe", "<script>alert(1)</script>", "# x", "| a | b |",
      String(repeating: "z\\u0301", count: 2000), "\\u2028", "\\u0007", "{1} {2}", "=1+1",
    ]
    for text in nasty {
      let meeting = try read(("a.json", "[\(Club.message(Club.start, text, text, text))]")).value
      let rendered = try Minutes.document(of: meeting, options: MinutesOptions())
      #expect(rendered.value.warnings().isEmpty)
      let tables = MeetingTables(meeting, options: MinutesOptions())
      _ = try tables.chatCSV()
      _ = try tables.json()
    }
  }

  @Test func timesFarAwayDoNotOverflow() throws {
    let times = ["9.2e18", "-9e18", "1e17", "99999999999999999", "\"9999-12-31T23:59:59Z\""]
    let rows = times.map {
      "{\"userId\": \"u\($0)\", \"roomId\": \"r\", \"joinedAt\": \($0), \"leftAt\": 5}"
        .replacing("\"u\"", with: "\"u").replacing("Z\"\"", with: "Z\"")
    }
    for row in rows {
      guard let meeting = try? read(("a.json", "[\(row)]")).value else { continue }
      _ = try Minutes.document(of: meeting, options: MinutesOptions())
      _ = try MeetingTables(meeting, options: MinutesOptions()).attendanceCSV()
    }
  }
}
