// SPDX-License-Identifier: MIT
// Part of Platen: `platen serve` in two real browsers, where there is one.

import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct BrowserTests {
  /// A browser that the script can drive, and something to run it.
  private static let isPossible = isThere(["python3"]) && isThere(["chromium", "google-chrome"])

  /// Whether one of these commands is there.
  private static func isThere(_ names: [String]) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return names.contains { name in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
  }

  @Test(.enabled(if: isPossible, "no python3, or no browser: install chromium"))
  func TwoBrowsersAreInStepThroughARestart() throws { try BrowserTests.holds("browsers") }

  @Test(.enabled(if: isPossible, "no python3, or no browser: install chromium"))
  func ThePageOfARunCanBeUsed() throws { try BrowserTests.holds("report") }

  @Test(.enabled(if: isPossible, "no python3, or no browser: install chromium"))
  func ARunIsShownToTwoBrowsers() throws { try BrowserTests.holds("runs") }

  @Test(.enabled(if: isPossible, "no python3, or no browser: install chromium"))
  func TilesCanBeMovedAndZoomed() throws { try BrowserTests.holds("tiles") }

  /// Runs a script of `Tests/Browsers`, which says that all held.
  private static func holds(_ name: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("platen-browsers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = Shared.repository.appendingPathComponent("Tests/Browsers/\(name)").path
    let said = try Command.run(
      "PYTHONDONTWRITEBYTECODE=1 python3 '\(script)' '\(Command.binaries.path)/platen'", input: [],
      in: folder)
    #expect(said.count == 1 && said[0].hasSuffix("all held"), "\(said.joined(separator: "\n"))")
  }
}
