// SPDX-License-Identifier: MIT
// Part of Platen: tests of who is sent what while a talk is given.

import JSON
import Testing

@testable import Rehearsal

/// A room with its actions, written as `viewer: message`.
private struct Hall {
  var room: LiveRoom
  var recorded: [SessionLog.Entry] = []
  var closed: [Int] = []
  var sent: [Int: [String]] = [:]

  init(_ talk: LiveTalk = talk(0, 2, 0), token: String? = nil) {
    room = LiveRoom(LiveMachine(talk), rules: .init(token: token.map { AccessToken($0) }))
  }

  mutating func enter(_ viewer: Int, _ register: String = #""name":"v""#) {
    room.connect(viewer)
    send(#"{"command":"Register",\#(register)}"#, viewer)
  }

  mutating func send(_ message: String, _ viewer: Int, at second: Int64 = 0) {
    take(room.receive(Array(message.utf8), from: viewer, at: at(second)))
  }

  mutating func order(_ command: String, _ viewer: Int, at second: Int64 = 0) {
    send(#"{"command":"\#(command)"}"#, viewer, at: second)
  }

  mutating func take(_ effects: [LiveRoom.Effect]) {
    for effect in effects {
      switch effect {
      case .send(let viewers, let text):
        for viewer in viewers { sent[viewer, default: []].append(text) }
      case .close(let viewer): closed.append(viewer)
      case .record(let entry): recorded.append(entry)
      }
    }
  }

  /// The messages to a viewer since the last call.
  mutating func received(_ viewer: Int) -> [String] { sent.removeValue(forKey: viewer) ?? [] }

  mutating func kinds(_ viewer: Int) -> [String] {
    received(viewer).map { text in
      (try? JSONDocument(parsing: Array(text.utf8)))?.root["type"]?.string ?? "none"
    }
  }
}

@Suite struct RoomTests {
  @Test func newViewersReceiveTheState() {
    var hall = Hall()
    hall.enter(1)
    #expect(
      hall.received(1) == [
        #"{"type":"Registered","client_id":{"idx":1,"version":1},"role":"Presenter"}"#,
        #"{"type":"State","state":{"state":"Init"}}"#,
      ])
    hall.order("NextSlide", 1, at: 5)
    #expect(
      hall.received(1) == [
        #"{"type":"State","state":{"state":"Running","current":0,"current_step":0}}"#
      ])
    hall.enter(2, #""name":"late","role":"Audience","dialect":"timed""#)
    #expect(
      hall.received(2) == [
        #"{"type":"Registered","client_id":{"idx":2,"version":1},"role":"Audience"}"#,
        #"{"type":"State","state":{"state":"Running","since":"2023-11-14T22:13:25.000Z","#
          + #""current":0,"current_step":0,"total_duration":{"secs":0,"nanos":0}},"elapsed":0}"#,
      ])
    #expect(
      hall.received(1) == [
        #"{"type":"ClientConnected","client_id":{"idx":2,"version":1},"name":"late"}"#
      ])
    hall.take(hall.room.leave(2))
    #expect(
      hall.received(1) == [
        #"{"type":"ClientDisconnected","client_id":{"idx":2,"version":1},"name":"late"}"#
      ])
  }

  @Test func newPresentersReceiveTheListOfViewers() {
    var hall = Hall()
    hall.enter(1, #""name":"first","role":"Audience""#)
    hall.room.connect(2)
    hall.enter(3, #""name":"ours","role":"Presenter""#)
    #expect(hall.kinds(3) == ["Registered", "State", "ClientConnected"], "registered viewers")
    // Toboggan's clients name no role, and hear of those only who come after them.
    hall.enter(6)
    #expect(hall.kinds(6) == ["Registered", "State"])
    hall.enter(4, #""name":"late","role":"Audience""#)
    #expect(hall.kinds(4) == ["Registered", "State"])
    hall.enter(5, #""client":"an older one""#)
    #expect(hall.kinds(5) == ["State"])
  }

  @Test func allViewersReceiveTheStateInTheirProtocol() {
    var hall = Hall()
    hall.enter(1)
    hall.enter(2, #""name":"b","role":"Audience""#)
    hall.enter(3, #""client":"an-id-of-its-own""#)
    for viewer in 1...3 { _ = hall.received(viewer) }
    hall.order("Next", 1, at: 1)
    hall.order("Pause", 1, at: 3)
    let today = [
      #"{"type":"State","state":{"state":"Running","current":0,"current_step":0}}"#,
      #"{"type":"State","state":{"state":"Running","current":0,"current_step":0}}"#,
    ]
    #expect(hall.received(1) == today)
    #expect(hall.received(2) == today)
    #expect(
      hall.received(3).last
        == #"{"type":"State","state":{"state":"Paused","current":0,"current_step":0,"#
        + #""total_duration":{"secs":2,"nanos":0}},"elapsed":2000}"#)
    hall.order("Blink", 1)
    for viewer in 1...3 { #expect(hall.kinds(viewer) == ["Blink"]) }
    #expect(
      hall.recorded.map(\.event) == [.command(.nextSlide), .command(.pause), .command(.blink)])
  }

  /// Commands of the audience move nothing; nor do those of unknown viewers.
  @Test func theAudienceCannotMoveTheTalk() {
    let others: [LiveCommand] = [.register(.init(name: "x")), .unregister, .ping]
    for command in commands(of: talk(0, 2, 0)) where !others.contains(command) {
      var hall = Hall()
      hall.enter(1, #""name":"a","role":"Audience""#)
      hall.room.connect(2)
      _ = hall.received(1)
      for viewer in [1, 2] {
        var json = JSONWriter()
        command.write(to: &json)
        hall.send(json.text, viewer)
        #expect(hall.kinds(viewer) == ["Error"])
      }
      #expect(hall.room.machine.state == .initial)
      #expect(hall.recorded.isEmpty)
    }
  }

  @Test func presentingRequiresTheTokenIfOneIsSet() {
    func role(_ register: String) -> String? {
      var hall = Hall(token: "let me in")
      hall.enter(1, register)
      let first = hall.received(1).first ?? ""
      return (try? JSONDocument(parsing: Array(first.utf8)))?.root["role"]?.string
    }
    #expect(role(#""name":"x""#) == "Audience")
    #expect(role(#""name":"x","role":"Presenter""#) == "Audience")
    #expect(role(#""name":"x","role":"Presenter","token":"let me i""#) == "Audience")
    #expect(role(#""name":"x","token":"let me in""#) == "Presenter")
    #expect(role(#""name":"x","token":"let me in","role":"Presenter""#) == "Presenter")
    #expect(role(#""name":"x","token":"let me in","role":"Audience""#) == "Audience")
    var hall = Hall(token: "let me in")
    hall.enter(1, #""name":"x","role":"Presenter","token":"wrong""#)
    #expect(hall.kinds(1) == ["Registered", "State", "Error"])
    // One try a connection.
    hall.send(#"{"command":"Register","name":"x","token":"let me in"}"#, 1)
    #expect(hall.kinds(1) == ["Error"])
    hall.order("Next", 1)
    #expect(hall.room.machine.state == .initial)
  }

  @Test func invalidMessagesAreRefusedUpToALimit() {
    var hall = Hall()
    hall.enter(1)
    _ = hall.received(1)
    for number in 1...hall.room.rules.mostInvalidMessages {
      hall.send("{", 1)
      #expect(hall.kinds(1) == ["Error"])
      #expect(hall.closed.isEmpty, "after \(number)")
    }
    hall.send("{", 1)
    #expect(hall.closed == [1])
    // What is asked in vain is no broken message.
    var other = Hall()
    other.enter(1)
    for _ in 0..<100 { other.send(#"{"command":"GoTo","slide":99}"#, 1) }
    #expect(other.closed.isEmpty && other.recorded.isEmpty)
    // A message too long.
    other.send("{\"command\":\"Ping\"" + String(repeating: " ", count: 5000) + "}", 1)
    #expect(other.kinds(1).last == "Error")
  }

  @Test func pingsAreAnsweredAndUnregisteringDisconnects() {
    var hall = Hall()
    hall.room.connect(1)
    hall.order("Ping", 1)
    #expect(hall.received(1) == [#"{"type":"Pong"}"#])
    hall.order("Unregister", 1)
    #expect(hall.closed == [1])
    hall.send(#"{"command":"Ping"}"#, 77)
    #expect(hall.sent.isEmpty, "no viewer of that number")
  }

  /// A server that is killed right after a viewer received a move has the move in its log.
  @Test func statesAreRecordedBeforeTheyAreSent() {
    var hall = Hall()
    hall.enter(1)
    let requested = ["NextSlide", "Pause", "Blink"].map { #"{"command":"\#($0)"}"# }
    let answers = requested.map { hall.room.receive(Array($0.utf8), from: 1, at: at(1)) }
    for effects in answers + [hall.room.change(to: talk(0), at: at(2))] {
      guard case .record? = effects.first, case .send? = effects.last else {
        Issue.record("sent before it was recorded: \(effects)")
        continue
      }
    }
  }

  @Test func aChangedTalkIsSentAndRecorded() {
    var hall = Hall()
    hall.enter(1)
    hall.order("Last", 1)
    _ = hall.received(1)
    let changed = talk(0, 0)
    hall.take(hall.room.change(to: changed, at: at(9)))
    #expect(
      hall.received(1) == [
        #"{"type":"TalkChange","state":{"state":"Running","current":0,"current_step":0}}"#
      ])
    #expect(hall.recorded.last?.event == .talk(changed))
  }

  @Test func aRoomHasALimitOfViewers() {
    var rules = LiveRoom.Rules()
    rules.mostViewers = 2
    var room = LiveRoom(LiveMachine(talk(0)), rules: rules)
    room.connect(1)
    #expect(!room.isFull)
    room.connect(2)
    #expect(room.isFull)
    _ = room.leave(1)
    #expect(!room.isFull)
  }
}
