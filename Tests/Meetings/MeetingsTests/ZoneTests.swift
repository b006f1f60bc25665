// SPDX-License-Identifier: MIT
// Part of Platen: tests of time zones against the zone files of the machine.

import Documents
import Foundation
import Readers
import Testing

@testable import Meetings

@Suite struct ZoneTests {
  private func zone(_ name: String) throws -> ZoneRules {
    let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/" + name))
    return try ZoneRules(name: name, file: Array(data))
  }

  /// Foundation's own values, every few days over two centuries, years beyond the table included.
  @Test(arguments: [
    "Europe/Prague", "Asia/Tehran", "Asia/Shanghai", "America/New_York", "Australia/Lord_Howe",
    "America/Sao_Paulo", "Africa/Casablanca", "Asia/Kathmandu", "Europe/Dublin",
    "America/Santiago", "Etc/GMT+5", "Antarctica/Troll",
  ])
  func agreesWithFoundation(name: String) throws {
    let rules = try zone(name)
    let theirs = try #require(TimeZone(identifier: name))
    for seconds in stride(from: 0, to: 4_102_444_800, by: 86_400 * 3 + 3_607) {
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(
        rules.offset(at: Timestamp(microseconds: seconds * 1_000_000))
          == theirs.secondsFromGMT(for: date), "\(name) at \(seconds)")
    }
  }

  @Test func zonesAreFoundInTheFoldersOfSharedData() throws {
    let folders = ZoneRules.folders {
      ["TZDIR": "/zones", "XDG_DATA_DIRS": "/nix/share", "HOME": "/home/a"][$0]
    }
    #expect(
      folders.prefix(4) == [
        "/zones", "/nix/share/zoneinfo", "/usr/local/share/zoneinfo", "/usr/share/zoneinfo",
      ])
    let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Prague"))
    var asked: [String] = []
    let rules = try ZoneRules(named: "Europe/Prague", in: folders) { path in
      asked.append(path)
      return path == "/nix/share/zoneinfo/Europe/Prague" ? Array(data) : nil
    }
    #expect(asked == ["/zones/Europe/Prague", "/nix/share/zoneinfo/Europe/Prague"])
    #expect(rules.offset(at: Timestamp(microseconds: 0)) == 3600)
  }

  @Test func theHourThatIsSkippedAndTheOneThatComesTwice() throws {
    let rules = try zone("Europe/Prague")
    // 2026-03-29T01:00:00Z and 2026-10-25T01:00:00Z.
    for (seconds, before, after) in [(1_774_746_000, 3600, 7200), (1_792_890_000, 7200, 3600)] {
      #expect(rules.offset(at: Timestamp(microseconds: (seconds - 1) * 1_000_000)) == before)
      #expect(rules.offset(at: Timestamp(microseconds: seconds * 1_000_000)) == after)
    }
  }

  @Test(arguments: [("UTC", 0), ("Z", 0), ("+03:30", 12_600), ("-09", -32_400), ("+14:00", 50_400)])
  func fixedOffsets(text: String, seconds: Int) throws {
    let zone = try #require(ZoneRules(fixed: text))
    #expect(zone.offset(at: Timestamp(microseconds: 0)) == seconds)
  }

  @Test(arguments: ["+3", "+15:00", "+03:60", "3:30", "", "+aa:bb", "Europe/Prague"])
  func invalidOffsets(text: String) { #expect(ZoneRules(fixed: text) == nil) }

  @Test(arguments: [
    "../etc/passwd", "/etc/passwd", "Europe//Prague", "Europe/Prag ue", "", "a/b/c/d",
  ])
  func whatIsNoName(text: String) { #expect(!ZoneRules.isName(text)) }

  @Test func truncatedFilesAreRefusedOrRead() throws {
    let path = "/usr/share/zoneinfo/Europe/Prague"
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    for count in stride(from: 0, to: bytes.count, by: 7) {
      _ = try? ZoneRules(name: "x", file: Array(bytes.prefix(count)))
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      if let rules = try? ZoneRules(name: "x", file: damaged) {
        _ = rules.offset(at: Timestamp(microseconds: 1_773_428_400_000_000))
      }
    }
  }

  @Test func daysAndSpans() throws {
    let clock = MeetingClock(zone: try zone("Asia/Tehran"), phrases: .english)
    let timestamp = Timestamp(microseconds: Club.start * 1000)
    #expect(clock.stamp(timestamp) == "2026-03-13 22:30")
    #expect(clock.iso(timestamp) == "2026-03-13T22:30:00+03:30")
    #expect(clock.longDay(timestamp) == "Friday, 13 March 2026")
    let later = Timestamp(microseconds: (Club.start + 7_200_000) * 1000)
    #expect(clock.span(timestamp, later) == "2026-03-13 22:30 to 2026-03-14 00:30")
    #expect(clock.duration(timestamp, later) == "2:00")
    #expect(clock.duration(later, timestamp) == nil)
  }
}
