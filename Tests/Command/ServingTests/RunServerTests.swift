// SPDX-License-Identifier: MIT
// Part of Platen: tests of the server of an output root over real sockets: bounds, tokens, a clean end.

import Diagnostics
import Foundation
import JSON
import Rehearsal
import Testing

@testable import Serving

/// The actions of a test's desk.
private final class DeskTally: @unchecked Sendable {
  // Why unchecked: everything in it is touched under its lock.
  private let lock = NSLock()
  private var performed: [String] = []
  private var readTo = 0

  func note(_ request: String) { lock.withLock { performed.append(request) } }
  func note(read end: Int) { lock.withLock { readTo = max(readTo, end) } }
  var requests: [String] { lock.withLock { performed } }
  var furthest: Int { lock.withLock { readTo } }
}

/// A server of an output root on a thread of its own, at a port that is free.
private final class RunningServer {
  let server: RunServer
  let tally = DeskTally()
  private let isDone = DispatchSemaphore(value: 0)

  /// Moves the server to its thread.
  private struct Moved: @unchecked Sendable {
    // Why unchecked: nobody else touches it until the thread has ended, but for its handle.
    let server: RunServer
  }

  /// Bytes of `large.png`, by their places.
  static let large = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 5) }

  init(
    token: String? = nil, bounds: RunServer.Bounds = .init(),
    perform: @escaping @Sendable (RunServer.RunRequest) -> String? = { _ in nil },
    jobs: @escaping @Sendable () -> ShownFile? = { nil },
    image: @escaping @Sendable () -> ShownFile? = { nil }
  ) throws {
    let tally = tally
    server = try RunServer(
      at: Endpoint(address: "127.0.0.1", port: 0), token: token.map { AccessToken($0) },
      bounds: bounds,
      desk: .init(
        status: { #"{"phase":"running"}"# },
        perform: { request in
          tally.note(request.rawValue)
          return perform(request)
        },
        file: { path in
          switch path {
          case ".live/jobs/0": return jobs()
          case ".live/picture/a.png": return image()
          case "a.png": return ShownFile([1, 2, 3], isOutput: true)
          case "empty.txt": return ShownFile([], isOutput: true)
          case "large.png": return ShownFile(RunningServer.large, isOutput: true)
          case "endless.bin":
            return ShownFile(size: 1 << 28, isOutput: true) { buffer, offset in
              tally.note(read: offset + buffer.count)
              return buffer.count
            }
          case "cut.bin":
            return ShownFile(size: 1_000_000, isOutput: true) { buffer, offset in
              max(0, min(buffer.count, 400_000 - offset))
            }
          default: return nil
          }
        },
        empty: { Array("no run yet".utf8) }))
    let moved = Moved(server: server)
    let isDone = isDone
    Thread.detachNewThread {
      moved.server.run()
      isDone.signal()
    }
  }

  /// Ends the server.
  func stop() throws {
    server.handle.stop()
    try #require(isDone.wait(timeout: .now() + 60) == .success, "the server did not end")
    isDone.signal()
  }

  deinit { server.handle.stop() }

  func client() throws -> Client { try Client(port: server.endpoint.port) }

  /// A client that receives the state of the run.
  func watcher() throws -> Client {
    let client = try client()
    try #require(client.open("/live"))
    try #require(client.frame() != nil)
    return client
  }
}

extension Client {
  /// The next refusal; states of the run are skipped.
  fileprivate func refusal() throws -> String {
    while true {
      if let why = try nextMessage()["error"]?.string { return why }
    }
  }
}

@Suite struct RunServerTests {
  @Test func FilesOverOneConnection() throws {
    let running = try RunningServer()
    let client = try running.client()
    #expect(client.get("/").body == Array("no run yet".utf8))
    #expect(client.get("/a.png").body == [1, 2, 3])
    #expect(client.get("/none.png").status == 404)
    #expect(client.get("/empty.txt").status == 200)
    let large = client.get("/large.png")
    #expect(large.head.contains("Content-Length: 1500000"))
    #expect(large.body == RunningServer.large)
    client.send("HEAD /large.png HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(client.isEnded)
    let head = String(decoding: client.received, as: UTF8.self)
    #expect(head.contains("Content-Length: 1500000") && head.hasSuffix("\r\n\r\n"))
    try running.stop()
  }

  @Test func RequestsMayFollowOneAnotherUnasked() throws {
    let running = try RunningServer()
    let client = try running.client()
    let lines = ["/large.png", "/a.png", "/none"].map {
      "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n"
    }
    client.send(lines.joined())
    #expect(client.get("/a.png").body == RunningServer.large)
    try running.stop()
  }

  @Test func AFileThatWasCutShortEndsTheConnection() throws {
    let running = try RunningServer()
    let client = try running.client()
    client.send("GET /cut.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(client.isEnded)
    #expect(client.received.count < 500_000)
    try running.stop()
  }

  @Test func nothingIsSentWithoutTheToken() throws {
    let running = try RunningServer(token: "tide and table")
    for path in ["/", "/a.png", "/live", "/platen-run.json", "/?token=tide"] {
      #expect(try running.client().get(path).status == 401, "\(path)")
    }
    #expect(try !running.client().open("/live"))
    #expect(try running.client().get("/?token=tide%20and%20table").status == 200)
    #expect(running.tally.requests.isEmpty)
    try running.stop()
  }

  @Test func requestsReachTheRunAndRefusalsAreReported() throws {
    let running = try RunningServer { $0 == .cancel ? "no run is in progress" : nil }
    let client = try running.watcher()
    client.sendMessage("pause")
    client.sendMessage("destroy")
    #expect(try client.refusal() == "no such request")
    client.sendMessage("cancel")
    #expect(try client.refusal() == "no run is in progress")
    #expect(running.tally.requests == ["pause", "cancel"])
    client.sendMessage("\u{1}", opcode: 2)
    #expect(client.closing() == [3, 0xF0])
    try running.stop()
  }

  /// Requests without end by a client that reads no answer take no memory without end, and need no
  /// token first.
  @Test(arguments: ["/", "/a.png"]) func WhoOnlyAsksIsNotHeardForEver(path: String) throws {
    var bounds = RunServer.Bounds()
    bounds.waiting = 1 << 16
    bounds.idleTimeout = 2000
    for token in [nil, "tide and table"] {
      let running = try RunningServer(token: token, bounds: bounds)
      let asking = try running.client()
      let requests = Array(
        String(repeating: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 2000).utf8)
      var sent = 0
      while sent < 300, asking.send(requests) { sent += 1 }
      #expect(sent < 300, "the server took 600,000 requests with unread answers")
      #expect(try running.client().get("/a.png").status == (token == nil ? 200 : 401))
      try running.stop()
    }
  }

  @Test func WhoOnlyPingsIsLetGo() throws {
    var bounds = RunServer.Bounds()
    bounds.waiting = 1 << 16
    let running = try RunningServer(bounds: bounds)
    let client = try running.watcher()
    let pings = (0..<500).flatMap { _ in
      Client.frame(String(repeating: "p", count: 120), opcode: 9)
    }
    var sent = 0
    while sent < 1000, client.send(pings) { sent += 1 }
    #expect(sent < 1000, "the server answered 500,000 unread pings")
    #expect(try running.client().get("/a.png").status == 200)
    try running.stop()
  }

  /// A file that no client reads any further is not read from the disk either.
  @Test func AFileGoesAsItIsTaken() throws {
    var bounds = RunServer.Bounds()
    bounds.idleTimeout = 1500
    let running = try RunningServer(bounds: bounds)
    let deaf = try running.client()
    deaf.send("GET /endless.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
    // Until nothing is read any more.
    var furthest = 0
    var quiet = 0
    while furthest == 0 || quiet < 60 {
      usleep(50_000)
      quiet = running.tally.furthest == furthest ? quiet + 1 : 0
      furthest = running.tally.furthest
    }
    #expect(furthest > 0 && furthest < 64 << 20)
    // He is let go.
    while deaf.receive() {}
    #expect(deaf.isEnded)
    #expect(running.tally.furthest == furthest)
    try running.stop()
  }

  /// A request sent while an earlier one of the same client is being answered waits where it is.
  @Test func OneThingIsAskedAtATime() throws {
    var bounds = RunServer.Bounds()
    bounds.idleTimeout = 300
    bounds.heartbeat = 300
    let gate = DispatchSemaphore(value: 0)
    let running = try RunningServer(bounds: bounds) { _ in
      gate.wait()
      gate.signal()
      return nil
    }
    let client = try running.watcher()
    let asks = (0..<2000).flatMap { _ in Client.frame("pause") }
    var sent = 0
    while sent < 1500, client.send(asks) { sent += 1 }
    #expect(sent < 1500, "the server took 3,000,000 requests while one was under way")
    #expect(running.tally.requests == ["pause"])
    // Others are served meanwhile.
    #expect(try running.client().get("/a.png").status == 200)
    gate.signal()
    try running.stop()
    #expect(running.tally.requests == ["pause"])
  }

  @Test func ARunThatDoesNotAnswerKeepsNoFileWaiting() throws {
    let isAsked = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    let running = try RunningServer(jobs: {
      isAsked.signal()
      gate.wait()
      return ShownFile(Array("{}".utf8), isOutput: false, type: "application/json")
    })
    let asking = try running.client()
    asking.send("GET /.live/jobs/0 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try #require(isAsked.wait(timeout: .now() + 60) == .success, "the run got no request")
    #expect(try running.client().get("/a.png").status == 200)
    gate.signal()
    try running.stop()
  }

  @Test func AsManyImagesAreDrawnAtOnceAsAllowed() throws {
    var bounds = RunServer.Bounds()
    bounds.drawing = 2
    let begun = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    let running = try RunningServer(
      bounds: bounds,
      image: {
        begun.signal()
        gate.wait()
        return ShownFile([1], isOutput: false)
      })
    let clients = try (0..<3).map { _ in try running.client() }
    for client in clients {
      client.send("GET /.live/picture/a.png HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }
    for _ in 0..<2 {
      try #require(begun.wait(timeout: .now() + 60) == .success, "an image was not begun")
    }
    #expect(begun.wait(timeout: .now() + 0.2) == .timedOut, "a third image was begun")
    #expect(try running.client().get("/a.png").status == 200)
    for _ in 0..<3 { gate.signal() }
    try running.stop()
  }

  @Test func BoundsHold() throws {
    var bounds = RunServer.Bounds()
    bounds.connections = 8
    let running = try RunningServer(bounds: bounds)
    let watchers = try (0..<3).map { _ in try running.watcher() }
    // A flood of connections takes the place of other idle ones, and never of those who watch.
    let flood = try (0..<60).map { _ in try running.client() }
    #expect(try running.client().get("/a.png").status == 200)
    for watcher in watchers {
      watcher.sendMessage("nothing")
      #expect(try watcher.refusal() == "no such request")
    }
    _ = flood.count
    try running.stop()
  }

  @Test func theEndIsSentWithinAFile() throws {
    let running = try RunningServer()
    let watcher = try running.watcher()
    let taking = try running.client()
    taking.send("GET /endless.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
    for _ in 0..<20 { taking.receive() }
    try running.stop()
    #expect(watcher.closing() == [3, 0xE9])
    #expect(watcher.isEnded)
  }
}
