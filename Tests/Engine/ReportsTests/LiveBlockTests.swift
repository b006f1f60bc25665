// SPDX-License-Identifier: MIT
// Part of Platen: the block on a terminal fits it, and says where the run stands.

import Pipeline
import Testing

@testable import Reports

@Suite struct LiveBlockTests {
  static var status: RunStatus {
    var status = RunStatus()
    status.phase = .running
    status.jobs = 40
    status.built = 8
    status.upToDate = 1
    status.failed = 1
    status.workingSeconds = 30
    status.remainingSeconds = 90
    status.running = [
      .init(stage: "rasterize", job: "w17/political", seconds: 61),
      .init(stage: "read", job: "w18", seconds: 0.4),
    ]
    return status
  }

  @Test func reportsTheStateOfTheRun() {
    let block = LiveBlock(columns: 80, rows: 9, isUnicode: false)
    #expect(
      block.lines(LiveBlockTests.status)
        == [
          "######---------------------  25 %  10/40, 1 failed, 30 s, about 1:30 min left",
          "  1:01 min  rasterize  w17/political",
          "       0 s  read       w18",
        ])
  }

  @Test(arguments: 20...90) func isNeverWiderThanTheTerminal(columns: Int) {
    var status = LiveBlockTests.status
    status.running.append(
      .init(
        stage: "a stage with a very long name", job: String(repeating: "城市é", count: 40), seconds: 5
      ))
    for rows in 1...5 {
      let lines = LiveBlock(columns: columns, rows: rows, isUnicode: true).lines(status)
      #expect(lines.count <= rows)
      for line in lines { #expect(LiveBlock.width(of: line) < columns, "\(line)") }
    }
  }

  @Test func saysWhatThereIsNoRoomFor() {
    var status = LiveBlockTests.status
    status.running += (0..<8).map { .init(stage: "read", job: "w\($0)", seconds: 0) }
    let lines = LiveBlock(columns: 80, rows: 4, isUnicode: true).lines(status)
    #expect(lines.count == 4)
    #expect(lines.last == "  and 8 more")
  }

  @Test func pausedRunsPredictNoRemainingTime() {
    var status = LiveBlockTests.status
    status.phase = .paused
    let line = LiveBlock(columns: 80, rows: 2, isUnicode: true).lines(status)[0]
    #expect(line.contains("paused") && !line.contains("left"))
  }

  @Test func isNotDoneBeforeItIs() {
    var status = LiveBlockTests.status
    status.remainingSeconds = 0
    #expect(LiveBlock(columns: 80, rows: 2, isUnicode: true).lines(status)[0].contains(" 99 %"))
  }

  @Test(arguments: [
    (0.2, "0 s"), (59.4, "59 s"), (60, "1:00 min"), (3599, "59:59 min"), (3661, "1:01 h"),
    (.infinity, "0 s"), (-3, "0 s"),
  ]) func saysDurations(seconds: Double, text: String) {
    #expect(LiveBlock.clock(seconds) == text)
  }

  @Test func leavesOutTheMiddle() {
    let wide = LiveBlock(columns: 80, rows: 2, isUnicode: true)
    #expect(wide.cut("abcdefghij", to: 5) == "ab…ij")
    #expect(wide.cut("abcdefghij", to: 10) == "abcdefghij")
    #expect(wide.cut("城市城市城市", to: 6) == "城…市")
    #expect(wide.cut("abc", to: 0) == "")
    #expect(LiveBlock(columns: 80, rows: 2, isUnicode: false).cut("abcdefghij", to: 5) == "ab~ij")
  }

  @Test(arguments: 20...60) func inksAreNeverCutInTwo(columns: Int) {
    var status = LiveBlockTests.status
    status.failed = 12
    let block = LiveBlock(columns: columns, rows: 2, isUnicode: true) { text, _ in "<\(text)>" }
    for line in block.lines(status) {
      #expect(line.count { $0 == "<" } == line.count { $0 == ">" }, "\(line)")
    }
  }

  @Test func aControlCharacterOfAJobDoesNothingToTheTerminal() {
    var status = LiveBlockTests.status
    status.running = [.init(stage: "read", job: "a\u{1B}[2Jb\n", seconds: 1)]
    let line = LiveBlock(columns: 80, rows: 2, isUnicode: true).lines(status)[1]
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
  }
}
