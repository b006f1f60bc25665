// SPDX-License-Identifier: MIT
// Part of Platen: `platen serve` in two real browsers, where there is one.

import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct BrowserTests {
  /// A browser that the script can drive, and something to run it.
  private static let isPossible =
    Program.isThere("python3") && ["chromium", "google-chrome"].contains(where: Program.isThere)

  @Test(.enabled(if: isPossible, "no python3, or no browser: install chromium"))
  func TwoBrowsersAreInStepThroughARestart() throws { try BrowserTests.holds("browsers") }

  @Test(.enabled(if: isPossible, "no python3, or no browser: install chromium"))
  func ThePageOfARunCanBeUsed() throws { try BrowserTests.holds("report") }

  @Test(.enabled(if: isPossible, "no python3, or no browser: install chromium"))
  func ARunIsShownToTwoBrowsers() throws { try BrowserTests.holds("runs") }

  @Test(.enabled(if: isPossible, "no python3, or no browser: install chromium"))
  func TilesCanBeMovedAndZoomed() throws { try BrowserTests.holds("tiles") }

  @Test(.enabled(if: isPossible, "no python3, or no browser: install chromium"))
  func MapsAndPagesAreShownWhileTheirLookIsEdited() throws { try BrowserTests.holds("preview") }

  /// Runs a script of `Tests/Browsers`, which reports that all held.
  private static func holds(_ name: String) throws {
    let scratch = try Scratch()
    let script = Shared.repository.appendingPathComponent("Tests/Browsers/\(name)").path
    let said = try Command.run(
      "PYTHONDONTWRITEBYTECODE=1 python3 '\(script)' '\(Command.binaries.path)/platen'", input: [],
      in: scratch.url)
    #expect(said.count == 1 && said[0].hasSuffix("all held"), "\(said.joined(separator: "\n"))")
  }
}
