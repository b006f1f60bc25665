// SPDX-License-Identifier: MIT
// Part of Platen: tests of the JSON of states and commands, in both protocols' words.

import JSON
import Testing

@testable import Rehearsal

private func command(_ text: String) throws -> LiveCommand {
  try LiveCommand(message: Array(text.utf8), limit: 4096)
}

private func fault(_ text: String) -> String {
  do {
    return "read as \(try command(text).name)"
  } catch {
    return (error as? LiveError)?.message ?? "\(error)"
  }
}

private func json(_ state: LiveState, _ dialect: LiveDialect) -> String {
  var json = JSONWriter()
  state.write(to: &json, in: dialect)
  return json.text
}

@Suite struct ProtocolTests {
  @Test func statesInTheOlderProtocol() throws {
    let messages = [
      json(.initial, .timed), json(.paused(current: nil, step: 0, total: 0), .timed),
      json(.paused(current: 2, step: 1, total: 61_250), .timed),
      json(.running(since: at(0), current: 0, step: 0, total: 0), .timed),
      json(.done(current: 4, step: 2, total: 1), .timed),
    ]
    #expect(
      messages == [
        #"{"state":"Init"}"#,
        #"{"state":"Paused","current":null,"current_step":0,"total_duration":{"secs":0,"nanos":0}}"#,
        #"{"state":"Paused","current":2,"current_step":1,"total_duration":{"secs":61,"nanos":250000000}}"#,
        #"{"state":"Running","since":"2023-11-14T22:13:20.000Z","current":0,"current_step":0,"#
          + #""total_duration":{"secs":0,"nanos":0}}"#,
        #"{"state":"Done","current":4,"current_step":2,"total_duration":{"secs":0,"nanos":1000000}}"#,
      ])
  }

  @Test func statesInTheCurrentProtocol() {
    #expect(json(.initial, .today) == #"{"state":"Init"}"#)
    #expect(json(.paused(current: nil, step: 0, total: 9), .today) == #"{"state":"Init"}"#)
    // There is no pause today: the slide is shown as before.
    #expect(
      json(.paused(current: 2, step: 1, total: 9), .today)
        == #"{"state":"Running","current":2,"current_step":1}"#)
    #expect(
      json(.running(since: at(0), current: 0, step: 0, total: 9), .today)
        == #"{"state":"Running","current":0,"current_step":0}"#)
    #expect(
      json(.done(current: 4, step: 2, total: 9), .today)
        == #"{"state":"Done","current":4,"current_step":2}"#)
  }

  @Test(arguments: smallTalks) func statesAreReadAsWritten(_ talk: LiveTalk) throws {
    for state in states(of: talk) + [.paused(current: nil, step: 0, total: 7)] {
      let document = try JSONDocument(parsing: Array(json(state, .timed).utf8))
      #expect(try LiveState(json: document.root) == state)
    }
  }

  @Test func commandsOfBothProtocols() throws {
    let words: [(String, LiveCommand)] = [
      ("First", .first), ("Last", .last), ("NextSlide", .nextSlide), ("Next", .nextSlide),
      ("PreviousSlide", .previousSlide), ("Previous", .previousSlide), ("NextStep", .nextStep),
      ("PreviousStep", .previousStep), ("Blink", .blink), ("Ping", .ping), ("Play", .play),
      ("Pause", .pause), ("Resume", .resume), ("Unregister", .unregister),
    ]
    for (word, meant) in words {
      #expect(try command(#"{"command":"\#(word)"}"#) == meant)
    }
    #expect(try command(#"{"command":"GoTo","slide":3,"more":[]}"#) == .goTo(3))
    #expect(
      try command(#"{"command":"Register","name":"Hall","token":"s3","role":"Presenter"}"#)
        == .register(.init(name: "Hall", token: AccessToken("s3"), role: .presenter)))
    #expect(
      try command(#"{"command":"Register","name":"Hall","dialect":"timed"}"#)
        == .register(.init(name: "Hall", dialect: .timed)))
    // Older clients say an id of their own, and how they draw.
    #expect(
      try command(#"{"command":"Register","client":"5f0c…","renderer":"Html"}"#)
        == .register(.init(name: "viewer", dialect: .timed, isOlder: true)))
    #expect(try command(#"{"command":"Unregister","client":{"idx":1,"version":1}}"#) == .unregister)
  }

  @Test func commandsAreReadAsWritten() throws {
    for meant in commands(of: talk(0, 0)) {
      var json = JSONWriter()
      meant.write(to: &json)
      #expect(try command(json.text) == meant)
    }
  }

  @Test func invalidCommandsAreReportedWithAReason() {
    #expect(fault("") == "a message is JSON: 1:1: expected a value, found the end of the text")
    #expect(fault("[]") == "a command is an object with its name as \"command\"")
    #expect(fault(#"{"command":7}"#) == "a command is an object with its name as \"command\"")
    #expect(
      fault(#"{"command":"NextSlid"}"#)
        == "unknown command \"NextSlid\"; did you mean \"NextSlide\"?")
    #expect(
      fault(#"{"command":"GoTo"}"#) == "GoTo requires a slide, counted from 0, as \"slide\"")
    for slide in ["-1", "1.5", "1e99", "\"1\"", "null"] {
      #expect(
        fault(#"{"command":"GoTo","slide":\#(slide)}"#)
          == "GoTo requires a slide, counted from 0, as \"slide\"")
    }
    #expect(fault(#"{"command":"Register"}"#) == "Register requires the viewer's name as \"name\"")
    #expect(
      fault(#"{"command":"Register","name":"x","role":"King"}"#)
        == "unknown role \"King\"")
    #expect(fault(String(repeating: "[", count: 40)).hasPrefix("a message is JSON: "))
    let long = #"{"command":"\#(String(repeating: "x", count: 5000))"}"#
    #expect(fault(long).hasPrefix("a message is JSON: "))
  }

  /// Cut off or bent anywhere, a message is refused or read, and never more.
  @Test func damagedMessagesAreRefused() {
    let whole = Array(#"{"command":"Register","name":"Hé","token":"x","role":"Audience"}"#.utf8)
    for place in whole.indices {
      _ = try? LiveCommand(message: Array(whole[..<place]), limit: 4096)
      for byte in [UInt8(0), 0x22, 0x7B, 0x5C, 0xFF] {
        var bent = whole
        bent[place] = byte
        _ = try? LiveCommand(message: bent, limit: 4096)
      }
    }
  }

  @Test func tokensAreNeverPrintedAndMatchThemselves() {
    let secret = AccessToken("correct horse")
    #expect("\(secret)" == "(secret)")
    #expect(!"\(LiveCommand.register(.init(name: "x", token: secret)))".contains("horse"))
    #expect(!String(reflecting: secret).contains("horse"))
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(!dumped.contains("99"), "the bytes are not to be seen")
    #expect(secret.opens(for: AccessToken("correct horse")))
    for other in [
      "", "correct hors", "correct horsf", "correct horse ", "correct horsecorrect horse",
    ] {
      #expect(!secret.opens(for: AccessToken(other)))
    }
    #expect(!AccessToken("").opens(for: AccessToken("")))
  }

  @Test func timestampsAreReadAndWritten() {
    #expect(LiveTimestamp(milliseconds: 0).description == "1970-01-01T00:00:00.000Z")
    #expect(LiveTimestamp(milliseconds: -1).description == "1969-12-31T23:59:59.999Z")
    #expect(LiveTimestamp("2026-11-21T16:20:05.25Z")?.description == "2026-11-21T16:20:05.250Z")
    #expect(
      LiveTimestamp("2026-11-21T18:20:05.250999+02:00")?.description == "2026-11-21T16:20:05.250Z")
    #expect(LiveTimestamp("2024-02-29T00:00:00Z") != nil)
    #expect(LiveTimestamp(milliseconds: .max).description == "9999-12-31T23:59:59.999Z")
    #expect(LiveTimestamp(milliseconds: .min).description == "0001-01-01T00:00:00.000Z")
    for text in [
      "", "2026-11-21", "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
      "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+0200",
      "2026-01-01T00:00:00Zx", "0000-01-01T00:00:00Z",
    ] {
      #expect(LiveTimestamp(text) == nil, "\(text)")
    }
    for day in stride(from: Int64(-700_000), to: 2_900_000, by: 997) {
      let timestamp = LiveTimestamp(milliseconds: day * 86_400_000 + 12_345)
      #expect(LiveTimestamp(timestamp.description) == timestamp)
    }
  }
}
