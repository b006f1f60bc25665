// SPDX-License-Identifier: MIT
// Part of Platen: tests of logs of sessions: what was said live comes out of them again.

import Diagnostics
import TestSupport
import Testing

@testable import Rehearsal

/// A session as a server keeps it.
struct LoggedSession {
  var machine: LiveMachine
  var log: [UInt8]

  init(_ talk: LiveTalk, at timestamp: LiveTimestamp = at(0)) {
    machine = LiveMachine(talk)
    log = SessionLog.line(
      .init(time: timestamp, event: .talk(talk), state: .initial), isFirst: true)
  }

  mutating func send(_ command: LiveCommand, at timestamp: LiveTimestamp) {
    if case .refusal = machine.apply(command, at: timestamp) { return }
    log += SessionLog.line(.init(time: timestamp, event: .command(command), state: machine.state))
  }

  mutating func change(to talk: LiveTalk, at timestamp: LiveTimestamp) {
    let state = machine.change(to: talk, at: timestamp)
    log += SessionLog.line(.init(time: timestamp, event: .talk(talk), state: state))
  }

  mutating func end(at timestamp: LiveTimestamp) {
    log += SessionLog.line(.init(time: timestamp, event: .end, state: machine.state))
  }
}

private func fault(_ log: [UInt8]) -> Diagnostic? {
  do {
    _ = try SessionLog.read(log)
    return nil
  } catch {
    return error.diagnostics.first
  }
}

private func text(_ lines: String...) -> [UInt8] {
  Array((lines.joined(separator: "\n") + "\n").utf8)
}

@Suite struct LogTests {
  /// Every pair of commands after every command, in every small talk.
  @Test(arguments: smallTalks) func aReplayedLogEqualsTheLiveSession(_ talk: LiveTalk) throws {
    for first in commands(of: talk) {
      for second in commands(of: talk) {
        for third in commands(of: talk) {
          var session = LoggedSession(talk)
          session.send(first, at: at(1))
          session.send(second, at: at(3))
          session.send(third, at: at(7))
          session.end(at: at(8))
          let read = try SessionLog.read(session.log)
          #expect(read.warnings.isEmpty)
          #expect(read.value.machine == session.machine)
        }
      }
    }
  }

  @Test func aTalkThatChangedDuringTheSessionIsReplayed() throws {
    var session = LoggedSession(talk(0, 2, 0))
    session.send(.goTo(1), at: at(1))
    session.send(.nextStep, at: at(2))
    session.change(to: talk(0, 0, 1, 2), at: at(3))
    session.send(.last, at: at(4))
    let read = try SessionLog.read(session.log).value
    #expect(read.machine == session.machine)
    #expect(read.entries.count == 5)
  }

  @Test func formatOfTheLog() {
    var session = LoggedSession(talk(1))
    session.send(.nextSlide, at: at(1))
    session.end(at: at(2))
    #expect(
      String(decoding: session.log, as: UTF8.self) == """
        {"session":1,"time":"2023-11-14T22:13:20.000Z","talk":{"title":"T","slides":[{"title":"S0","steps":1}]},"state":{"state":"Init"}}
        {"time":"2023-11-14T22:13:21.000Z","command":{"command":"NextSlide"},"state":{"state":"Running","since":"2023-11-14T22:13:21.000Z","current":0,"current_step":0,"total_duration":{"secs":0,"nanos":0}}}
        {"time":"2023-11-14T22:13:22.000Z","end":true,"state":{"state":"Running","since":"2023-11-14T22:13:21.000Z","current":0,"current_step":0,"total_duration":{"secs":0,"nanos":0}}}

        """)
  }

  @Test func errorsOfADamagedLogHaveLineAndReason() {
    let head =
      #"{"session":1,"time":"2026-01-01T00:00:00Z","talk":{"title":"T","slides":[{"title":"A","steps":0}]},"state":{"state":"Init"}}"#
    let begun =
      #"{"time":"2026-01-01T00:00:01Z","command":{"command":"Next"},"state":{"state":"Running","since":"2026-01-01T00:00:01Z","current":0,"current_step":0,"total_duration":{"secs":0,"nanos":0}}}"#
    #expect(fault(text(head, begun)) == nil)
    func check(_ log: [UInt8], _ line: Int?, _ message: String) {
      let fault = fault(log)
      #expect(fault?.place?.line == line)
      #expect(fault?.message == message)
    }
    check([], nil, "this log is empty")
    check(text("x"), 1, "invalid JSON: expected a value, found 'x', in column 1")
    check(text("[]"), 1, "expected a JSON object")
    check(
      text(begun), 1, "this is not the log of a session: its first line has no \"talk\"")
    check(
      text(head.replacing(#""session":1,"#, with: "")), 1,
      "this is not the log of a session: its first line has no \"session\"")
    check(
      text(head.replacing(#""session":1"#, with: #""session":2"#)), 1,
      "the log is of version 2, and this reads version 1")
    check(
      text(head.replacing(#""title":"A""#, with: #""title":1"#)), 1,
      "slide 1 of the talk has no \"title\" or no number of \"steps\"")
    check(
      text(head.replacing(#""steps":0"#, with: #""steps":1000000000"#)), 1,
      "slide 1 of the talk has no \"title\" or no number of \"steps\"")
    check(
      text(head, begun.replacing("T00:00:01Z\",\"c", with: "\",\"c")), 2,
      "expected a moment as \"time\", such as \"2026-05-01T09:00:00.000Z\"")
    check(
      text(head, begun.replacing("\"Next\"", with: "\"Nxt\"")), 2,
      "unknown command \"Nxt\"; did you mean \"Next\"?")
    check(
      text(head, begun.replacing(#""command":{"#, with: #""commend":{"#)), 2,
      "expected \"command\", \"talk\" or \"end\"")
    check(
      text(head, "", begun.replacing("\"Next\"", with: "\"Pause\"")), 3,
      "the log has the state Running on slide 1, step 0, 0:00 since 2026-01-01T00:00:01.000Z, but the event leads to Init"
    )
    check(
      text(head, begun.replacing(#""command":"Next""#, with: #""command":"GoTo","slide":1"#)), 2,
      "Slide index 1 not found, total slides: 1")
    check(
      text(head, begun.replacing(#""state":"Running""#, with: #""state":"Walking""#)), 2,
      "unknown state \"Walking\"")
    check(
      text(head, begun.replacing(#""secs":0"#, with: #""secs":9223372036854775807"#)), 2,
      "Running has no \"total_duration\" of \"secs\" and \"nanos\"")
  }

  /// A log cut anywhere is read as far as it is whole, or its line is reported.
  @Test func aTruncatedLogIsReadUpToItsEnd() throws {
    var session = LoggedSession(talk(1, 0))
    session.send(.nextSlide, at: at(1))
    session.send(.nextStep, at: at(3))
    let first = try #require(session.log.firstIndex(of: 0x0A)) + 1
    for end in 0...session.log.count {
      let cut = Array(session.log[..<end])
      if end < first - 1 {
        #expect(fault(cut) != nil)
        continue
      }
      let read = try SessionLog.read(cut)
      let lines = cut.count { $0 == 0x0A }
      // A line that lacks nothing but its line feed is whole.
      let isWhole = end == session.log.count || session.log[end] == 0x0A || cut.last == 0x0A
      #expect(read.value.entries.count == lines + (isWhole && cut.last != 0x0A ? 1 : 0))
      #expect(read.warnings.map(\.code) == (isWhole ? [] : ["session.cut"]))
    }
  }

  @Test func aClockThatGoesBackwardsIsReported() throws {
    var session = LoggedSession(talk(0, 0))
    session.send(.nextSlide, at: at(10))
    session.send(.nextSlide, at: at(5))
    let read = try SessionLog.read(session.log)
    #expect(read.warnings.map(\.code) == ["session.time"])
    #expect(read.warnings.first?.place?.line == 3)
  }

  @Test func logsHaveLimits() {
    var session = LoggedSession(talk(0))
    for second in Int64(0)..<20 { session.send(.nextSlide, at: at(second)) }
    var limits = SessionLog.Limits()
    limits.entries = 10
    #expect(throws: Failure.self) { try SessionLog.read(session.log, limits: limits) }
    limits = SessionLog.Limits()
    limits.line = 20
    #expect(throws: Failure.self) { try SessionLog.read(session.log, limits: limits) }
  }
}
