// SPDX-License-Identifier: MIT
// Part of Platen: tests of libcurl's side against real servers: certificates, slowness, floods, cuts.

import Diagnostics
import Foundation
import Loopback
import TestSupport
import Testing

@testable import Instances

@Suite struct TransportTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func send(
    _ server: LoopbackServer, _ path: String = "/x", authority: String? = nil,
    over transport: CurlTransport? = nil, change: (inout ClientRequest) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> ClientResponse {
    var request = ClientRequest(
      .get, try WebAddress(server.url).appending(String(path.dropFirst())))
    request.idleTimeout = 5
    change(&request)
    let transport = transport ?? CurlTransport(authority: authority, agent: "platen/test")
    return try transport.send(request, isCancelled: isCancelled)
  }

  private func trouble(_ body: () throws -> ClientResponse) -> TransportError.Kind? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? TransportError)?.kind
    }
  }

  @Test func AnAnswerComesWithStatusHeadersAndBody() throws {
    let server = try LoopbackServer { request in
      .answer(
        418, [("X-One", "1"), ("x-two", " b "), ("Content-Type", "Text/Plain; charset=utf-8")],
        request.method + request.text)
    }
    defer { server.stop() }
    let answer = try send(server) {
      $0.method = .post
      $0.body = .json(Array("{}".utf8))
      $0.headers = [("X-Mine", "m")]
      $0.bearer = Secret(copying: "tok".utf8)
    }
    #expect(answer.status == 418 && String(decoding: answer.body, as: UTF8.self) == "POST{}")
    #expect(answer.header("x-one") == "1" && answer.header("x-two") == "b")
    #expect(answer.type == "text/plain")
    let seen = try #require(server.requests.first)
    #expect(seen.headers["authorization"] == "Bearer tok" && seen.headers["x-mine"] == "m")
    #expect(seen.headers["user-agent"] == "platen/test")
    #expect(seen.headers["content-type"] == "application/json")
  }

  @Test func ConnectionsAreUsedAgainAndATokenIsNotSentTwice() throws {
    let server = try LoopbackServer { _ in .json("{}") }
    defer { server.stop() }
    let transport = CurlTransport(authority: nil, agent: "platen/test")
    for number in 0..<5 {
      _ = try send(server, over: transport) {
        if number == 0 { $0.bearer = Secret(copying: "tok".utf8) }
        if number == 2 {
          $0.method = .post
          $0.body = .json([0x7B, 0x7D])
        }
      }
    }
    #expect(server.connections == 1)
    #expect(
      server.requests.map { $0.headers["authorization"] != nil } == [true]
        + Array(repeating: false, count: 4))
    #expect(server.requests.map(\.method) == ["GET", "GET", "POST", "GET", "GET"])
  }

  @Test(.enabled(if: Program.isThere("openssl"))) func OnlyItsOwnAuthorityIsBelieved() throws {
    let certificates = try Certificates(in: scratch.url)
    let others = try Certificates(in: scratch.url, name: "others")
    let server = try LoopbackServer(identity: certificates.identity) { _ in .json("{}") }
    defer { server.stop() }
    #expect(try send(server, authority: certificates.authority).status == 200)
    #expect(trouble { try send(server, authority: others.authority) } == .certificate)
    #expect(trouble { try send(server) } == .certificate)
    #expect(trouble { try send(server, authority: scratch("none.pem")) } == .certificate)
    // Two instances of one run keep theirs apart.
    let second = try LoopbackServer(identity: others.identity) { _ in .json("{}") }
    defer { second.stop() }
    let mine = CurlTransport(authority: certificates.authority, agent: "platen/test")
    let theirs = CurlTransport(authority: others.authority, agent: "platen/test")
    #expect(try send(server, over: mine).status == 200)
    #expect(try send(second, over: theirs).status == 200)
    #expect(trouble { try send(second, over: mine) } == .certificate)
  }

  @Test func OneWhoIsSilentIsGivenUp() throws {
    let server = try LoopbackServer { _ in .slow(60, .json("{}")) }
    defer { server.stop() }
    do {
      _ = try send(server) {
        $0.idleTimeout = 1
        $0.timeout = 600
      }
      Issue.record("it was waited for")
    } catch {
      let error = try #require(error as? TransportError)
      #expect(error.kind == .timedOut)
      // In libcurl's words: no other bound ended it.
      #expect(error.message.hasSuffix("the last 1 seconds"), "\(error.message)")
    }
  }

  /// A byte now and then is not a reason to wait for ever, however alive the server is.
  @Test func endlessAndSilentServersAreDistinguished() throws {
    let server = try LoopbackServer { _ in .repeated([], [UInt8(ascii: " ")], pause: 0.05) }
    defer { server.stop() }
    let ended = trouble {
      try send(server) {
        $0.idleTimeout = 60
        $0.timeout = 3
      }
    }
    #expect(ended == .endless)
  }

  @Test func OneWhoIsSlowIsWaitedFor() throws {
    let server = try LoopbackServer { _ in
      .raw([
        (0.3, Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n".utf8)), (0.3, [65, 66]),
        (0.3, [67, 68]),
      ])
    }
    defer { server.stop() }
    #expect(try send(server).body == [65, 66, 67, 68])
  }

  @Test(arguments: [false, true]) func ABodyWithoutEndIsCutAtTheLimit(_ saysLength: Bool) throws {
    let server = try LoopbackServer { _ in
      .endless(saysLength ? [("Content-Length", "99999999999")] : [])
    }
    defer { server.stop() }
    #expect(trouble { try send(server) { $0.limit = 1 << 20 } } == .tooLarge)
  }

  @Test func HeadersWithoutEndAreCutAsWell() throws {
    let line = Array(("X-More: " + String(repeating: "a", count: 8000) + "\r\n").utf8)
    let server = try LoopbackServer { _ in
      .raw([(0, Array("HTTP/1.1 200 OK\r\n".utf8))] + Array(repeating: (0, line), count: 100))
    }
    defer { server.stop() }
    #expect(trouble { try send(server) } == .tooLarge)
  }

  @Test func truncatedAndInvalidAnswersAreDistinguished() throws {
    let replies: [LoopbackServer.Reply] = [
      .cut("{\"a\":"), .raw([]), .raw([(0, Array("HTTP/1.1 200 OK\r\nTransfer-Enc".utf8))]),
      .raw([(0, Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab".utf8))]),
      .raw([(0, Array("SSH-2.0-OpenSSH_9.2\r\n\r\n".utf8))]),
    ]
    // An end in the middle of headers is the end of an empty body to libcurl: no JSON, so no answer.
    let expected: [TransportError.Kind?] = [.cut, .cut, nil, .cut, .unusable]
    for (reply, kind) in zip(replies, expected) {
      let server = try LoopbackServer { _ in reply }
      #expect(trouble { try send(server) } == kind)
      server.stop()
    }
    let gone = try LoopbackServer { _ in .json("{}") }
    gone.stop()
    // Its thread closes the listener when it comes to it.
    var kind: TransportError.Kind?
    for _ in 0..<1000 {
      kind = trouble { try send(gone) }
      if kind == .unreachable { break }
      usleep(10_000)
    }
    #expect(kind == .unreachable)
  }

  @Test func CancellingEndsWaiting() throws {
    let server = try LoopbackServer { _ in .slow(60, .json("{}")) }
    defer { server.stop() }
    // libcurl asks now and then while it waits.
    let requested = Counter()
    let cancelled = trouble {
      try send(server, change: { $0.idleTimeout = 60 }, isCancelled: { requested.next() > 2 })
    }
    #expect(cancelled == .cancelled)
  }

  @Test func AnOpenStreamEndsWithItsAnswer() throws {
    let server = try LoopbackServer { _ in .events(["one", "two"], open: 60) }
    defer { server.stop() }
    let answer = try send(server) {
      $0.idleTimeout = 30
      $0.isEnough = { String(decoding: $0, as: UTF8.self).contains("two") }
    }
    #expect(answer.status == 200 && answer.body.count > 20)
  }
}
