// SPDX-License-Identifier: MIT
// Part of Platen: tests of the server over real sockets: viewers in step, bounds, a clean end.

import Diagnostics
import Foundation
import JSON
import Rehearsal
import TestSupport
import Testing

@testable import Serving

/// A server on a thread of its own, at a port that is free.
final class RunningTalk {
  let server: LiveServer
  let port: UInt16
  private let isDone = DispatchSemaphore(value: 0)
  private let log = Log()

  private final class Log: @unchecked Sendable {
    // Why unchecked: written by the server's thread alone, and read once it has ended.
    var entries: [SessionLog.Entry] = []
    var said: [String] = []
  }

  /// Moves the server to its thread.
  private struct Moved: @unchecked Sendable {
    // Why unchecked: nobody else touches it until the thread has ended, but for its handle.
    let server: LiveServer
  }

  init(
    _ show: Show = show(), token: String? = nil, viewers: Int = 100,
    bounds: LiveServer.Bounds = .init(), port: UInt16 = 0, machine: LiveMachine? = nil
  ) throws {
    let log = log
    var rules = LiveRoom.Rules(token: token.map { AccessToken($0) })
    rules.mostViewers = viewers
    server = try LiveServer(
      at: Endpoint(address: "127.0.0.1", port: port), show: show,
      machine: machine ?? LiveMachine(show.talk), rules: rules, bounds: bounds,
      reports: .init(
        now: { LiveTimestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
        record: { log.entries.append($0) }, warn: { log.said.append($0) }))
    self.port = server.endpoint.port
    let moved = Moved(server: server)
    let isDone = isDone
    Thread.detachNewThread {
      moved.server.run()
      isDone.signal()
    }
  }

  /// Ends the server; what was recorded.
  @discardableResult func stop() throws -> [SessionLog.Entry] {
    server.handle.stop()
    try #require(isDone.wait(timeout: .now() + 60) == .success, "the server did not end")
    isDone.signal()
    return log.entries
  }

  deinit { server.handle.stop() }

  func client() throws -> Client { try Client(port: port) }

  /// A client that is registered.
  func viewer(_ more: String = "") throws -> Client {
    let client = try client()
    try #require(client.open())
    client.order("Register", #","name":"test"\#(more)"#)
    _ = try client.nextMessage("State")
    return client
  }
}

@Suite struct ServerTests {
  @Test func PagesOverOneConnection() throws {
    let running = try RunningTalk()
    let client = try running.client()
    #expect(client.get("/").body == Array("the page viewer.html".utf8))
    #expect(client.get("/nothing").status == 404)
    let picture = client.get("/slides/v1/1/0-1920.png")
    #expect(String(decoding: picture.body, as: UTF8.self) == "picture v1 1 0 1920")
    #expect(picture.head.contains("immutable"))
    // The second time it is there already.
    #expect(client.get("/slides/v1/1/0-1920.png").body == picture.body)
    client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(client.isEnded)
    #expect(String(decoding: client.received, as: UTF8.self).hasSuffix("Connection: close\r\n\r\n"))
    try running.stop()
  }

  @Test func RequestsMayFollowOneAnotherUnasked() throws {
    let running = try RunningTalk()
    let client = try running.client()
    let request = "GET /slides/v1/0/0-640.png HTTP/1.1\r\nHost: localhost\r\n\r\n"
    client.send(request + "GET /look.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(client.get("/api/talk").body == Array("picture v1 0 0 640".utf8))
    try running.stop()
  }

  /// Many viewers, one of them moving: all receive the same, in order.
  @Test func ViewersAreInStep() throws {
    let running = try RunningTalk()
    let presenter = try running.viewer()
    let others = try (0..<20).map { _ in try running.viewer(#","role":"Audience""#) }
    for command in ["NextSlide", "NextStep", "NextStep", "Pause", "First", "Last", "NextSlide"] {
      presenter.order(command)
    }
    let expected = ["0/0", "0/1", "1/0", "1/0", "0/0", "1/0", "1/0"]
    for client in [presenter] + others {
      let heard = try expected.map { _ in
        let state = try client.nextMessage("State")["state"]
        return "\(state?["current"]?.int ?? -1)/\(state?["current_step"]?.int ?? -1)"
      }
      #expect(heard == expected)
    }
    #expect(try running.stop().map(\.state).last?.current == 1)
  }

  @Test func CommandsOfWatchersAndBrokenOnesAreAnswered() throws {
    let running = try RunningTalk(token: "let me in")
    let watcher = try running.viewer()
    watcher.order("NextSlide")
    #expect(
      try watcher.nextMessage("Error")["message"]?.string
        == "This viewer is watching, not presenting")
    watcher.sendMessage("{")
    #expect(
      try watcher.nextMessage("Error")["message"]?.string?.hasPrefix("Invalid command") == true)
    watcher.sendMessage("\u{1}", opcode: 2)
    #expect(
      try watcher.nextMessage("Error")["message"]?.string
        == "Invalid command format: expected a text message")
    watcher.order("Ping")
    _ = try watcher.nextMessage("Pong")
    watcher.sendMessage("here?", opcode: 9)
    let pong = try #require(watcher.frame())
    #expect(pong.opcode == 10 && pong.payload == Array("here?".utf8))
    let presenter = try running.viewer(#","token":"let me in""#)
    presenter.order("NextSlide")
    #expect(try watcher.nextMessage("State")["state"]?["current"]?.int == 0)
    #expect(try running.stop().count == 1)
  }

  @Test func AViewerWhoBreaksTheProtocolIsLetGoAndOthersAreNot() throws {
    let running = try RunningTalk()
    let other = try running.viewer()
    for (bytes, code) in [
      ([UInt8](arrayLiteral: 0x81, 0x01, 97), UInt8(0xEA)),
      ([0x81, 0xFF, 0, 0, 1, 0, 0, 0, 0, 0], 0xF1), ([0x81, 0x82, 0, 0, 0, 0, 0xC3, 0x28], 0xEF),
    ] {
      let client = try running.viewer()
      client.send(bytes)
      #expect(client.closing() == [3, code])
      #expect(client.isEnded)
    }
    other.order("NextSlide")
    #expect(try other.nextMessage("State")["state"]?["current"]?.int == 0)
    try running.stop()
  }

  @Test func BoundsHold() throws {
    var bounds = LiveServer.Bounds()
    bounds.connections = 8
    let running = try RunningTalk(viewers: 3, bounds: bounds)
    let viewers = try (0..<3).map { _ in try running.viewer() }
    let refused = try running.client()
    #expect(!refused.open(), "a fourth viewer is one too many")
    // A flood of connections takes the place of other idle ones, and never of viewers.
    let flood = try (0..<60).map { _ in try running.client() }
    #expect(try running.client().get("/api/talk").status == 200)
    viewers[0].order("NextSlide")
    for viewer in viewers {
      #expect(try viewer.nextMessage("State")["state"]?["current"]?.int == 0)
    }
    _ = flood.count
    // A head without an end.
    let long = try running.client()
    let line = [UInt8](repeating: 97, count: 1 << 16)
    long.send("GET / HTTP/1.1\r\nA: ")
    for _ in 0..<64 { if !long.send(line) { break } }
    long.receive()
    #expect(String(decoding: long.received.prefix(12), as: UTF8.self) == "HTTP/1.1 431")
    try running.stop()
  }

  /// Empty lines without end come to an end, and keep no client waiting.
  @Test func NewlinesWithoutEndAreRefused() throws {
    let running = try RunningTalk()
    let flood = try running.client()
    let lines = [UInt8](repeating: 0x0A, count: 1 << 16)
    for _ in 0..<64 { if !flood.send(lines) { break } }
    flood.receive()
    #expect(String(decoding: flood.received.prefix(12), as: UTF8.self) == "HTTP/1.1 400")
    #expect(try running.client().get("/api/talk").status == 200)
    try running.stop()
  }

  /// A client that sends tiny frames and reads no answer is disconnected like others.
  @Test func PingsWithoutEndCostNoOtherViewer() throws {
    var bounds = LiveServer.Bounds()
    bounds.waiting = 1 << 16
    let running = try RunningTalk(bounds: bounds)
    let flood = try running.viewer()
    let pings = Array([[UInt8]](repeating: Client.frame("", opcode: 9), count: 10_000).joined())
    var sent = 0
    while sent < 400, flood.send(pings) { sent += 1 }
    #expect(sent < 400, "the server took 4,000,000 pings with unread answers")
    #expect(try running.client().get("/api/talk").status == 200)
    try running.stop()
  }

  @Test func WhoSaysNothingIsLetGo() throws {
    var bounds = LiveServer.Bounds()
    bounds.idleTimeout = 1500
    bounds.heartbeat = 1000
    let running = try RunningTalk(bounds: bounds)
    let silent = try running.client()
    let halfway = try running.client()
    halfway.send("GET / HT")
    #expect(silent.isEnded && halfway.isEnded)
    // A viewer that answers no ping; its system answers for it only when somebody reads.
    let viewer = try running.viewer()
    let began = Date()
    #expect(viewer.isEnded)
    #expect(Date().timeIntervalSince(began) > 0.5)
    try running.stop()
  }

  /// Requests without end by a client that reads no answer take no memory without end.
  @Test func WhoOnlyAsksIsNotHeardForEver() throws {
    var bounds = LiveServer.Bounds()
    bounds.waiting = 1 << 16
    bounds.idleTimeout = 2000
    let running = try RunningTalk(bounds: bounds)
    let asking = try running.client()
    let requests = Array(
      String(repeating: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 2000).utf8)
    var sent = 0
    while sent < 200, asking.send(requests) { sent += 1 }
    #expect(sent < 200, "the server took 400,000 requests with unread answers")
    #expect(try running.client().get("/api/talk").status == 200)
    try running.stop()
  }

  /// A client that never reads is disconnected, and keeps no other waiting.
  @Test func WhoDoesNotReadIsLetGo() throws {
    var bounds = LiveServer.Bounds()
    bounds.waiting = 1 << 16
    let running = try RunningTalk(bounds: bounds)
    let deaf = try running.viewer(#","dialect":"timed""#)
    let presenter = try running.viewer()
    for number in 0..<40_000 {
      presenter.order(number.isMultiple(of: 2) ? "NextStep" : "PreviousStep")
      _ = try presenter.nextMessage("State")
    }
    var heard = 0
    while deaf.frame() != nil { heard += 1 }
    #expect(heard < 40_000)
    presenter.order("Last")
    #expect(try presenter.nextMessage("State")["state"]?["current"]?.int == 1)
    try running.stop()
  }

  @Test func AChangedTalkIsTold() throws {
    let running = try RunningTalk()
    let viewer = try running.viewer()
    viewer.order("Last")
    _ = try viewer.nextMessage("State")
    running.server.handle.change(to: show("v2", titles: ["New", "A", "B"]))
    #expect(try viewer.nextMessage("TalkChange")["state"]?["current"]?.int == 2)
    let client = try running.client()
    #expect(client.get("/api/talk").body == Array(#"{"title":"T","version":"v2"}"#.utf8))
    #expect(client.get("/slides/v2/2/1-640.png").body == Array("picture v2 2 1 640".utf8))
    #expect(client.get("/slides/v1/2/1-640.png").head.contains("no-store"))
    let entries = try running.stop()
    #expect(entries.count == 2)
  }

  @Test func theEndIsReportedAndThePortIsReleased() throws {
    let first = try RunningTalk()
    let viewer = try first.viewer()
    viewer.order("NextSlide")
    _ = try viewer.nextMessage("State")
    try first.stop()
    #expect(viewer.closing() == [3, 0xE9])
    #expect(viewer.isEnded)
    // Where it was, at the same place.
    let second = try RunningTalk(port: first.port, machine: first.server.machine)
    let again = try second.client()
    #expect(again.open())
    again.order("Register", #","name":"again""#)
    #expect(try again.nextMessage("State")["state"]?["current"]?.int == 0)
    try second.stop()
  }

  @Test func occupiedPortsAreReported() throws {
    let running = try RunningTalk()
    do {
      _ = try RunningTalk(port: running.port)
      Issue.record("two listen at one port")
    } catch let failure as Failure {
      #expect(failure.diagnostics.first?.code == "serve.address")
      #expect(failure.diagnostics.first?.hints.isEmpty == false)
    }
    try running.stop()
  }

  @Test func AddressesAreChecked() throws {
    #expect(throws: Failure.self) { try Endpoint(address: "hall.example", port: 1) }
    #expect(throws: Failure.self) { try Endpoint(address: "127.0.0.1.1", port: 1) }
    for address in ["127.0.0.1", "localhost", "::1", "127.9.9.9"] {
      #expect(try Endpoint(address: address, port: 1).isLoopback)
    }
    for address in ["0.0.0.0", "::", "10.1.2.3", "192.168.1.5"] {
      #expect(try !Endpoint(address: address, port: 1).isLoopback)
    }
    #expect(try Endpoint(address: "::1", port: 8080).authority == "[::1]:8080")
  }
}
