// SPDX-License-Identifier: MIT
// Part of Platen: tests of servers without end: each ends with an error that names it and the bound.

import Diagnostics
import Foundation
import Loopback
import TestSupport
import Testing

@testable import Instances

@Suite struct EndlessTests {
  /// A Bedrud server with so many fresh rooms on every page, whatever page it is.
  private func rooms(_ each: Int) throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.pathOnly {
      case "/api/health": return .json(#"{"status":"healthy"}"#)
      case "/api/admin/rooms":
        let page = request.query("page") ?? "1"
        let list = (0..<each).map { #"{"id":"r\#(page)-\#($0)","name":"room"}"# }
        return .json(#"{"rooms":[\#(list.joined(separator: ","))],"page":\#(page)}"#)
      default: return .json(#"{"participants":[]}"#)
      }
    }
  }

  private func message(_ refused: Failure?) -> String { refused?.diagnostics[0].message ?? "" }

  @Test(arguments: [1, 100]) func PagesWithoutEndEnd(_ each: Int) throws {
    let server = try rooms(each)
    defer { server.stop() }
    let client = try Instance.at(server, .bedrud) {
      if each == 1 { $0.limits.requests = 250 } else { $0.limits.entries = 250 }
    }.client()
    let refused = failure { _ = try client.holdings() }
    #expect(refused?.code == "instance.endless")
    #expect(
      message(refused) == "hall exceeds the limits: more than 250 "
        + (each == 1 ? "requests" : "entries in the list of rooms"))
    #expect(server.requests.count == (each == 1 ? 250 : 3))
    // Nothing more is requested.
    let requested = server.requests.count
    #expect(failure { _ = try client.fetch(Holding(id: "r1-0", title: "room")) } == refused)
    #expect(server.requests.count == requested)
  }

  @Test func APageMayBeNoLargerThanAnAnswerAndAListNeither() throws {
    let server = try rooms(100)
    defer { server.stop() }
    let client = try Instance.at(server, .bedrud) { $0.answerLimit = 1 << 14 }.client()
    let refused = failure { _ = try client.holdings() }
    #expect(refused?.code == "instance.endless")
    #expect(message(refused).hasSuffix("MiB of the list of rooms"))
    #expect(server.requests.count < 20)
  }

  @Test func AllAnswersTogetherHaveABound() throws {
    let server = try rooms(1)
    defer { server.stop() }
    let client = try Instance.at(server, .bedrud) { $0.limits.bytes = 1000 }.client()
    let refused = failure { for _ in 0..<200 { _ = try client.health() } }
    #expect(refused?.code == "instance.endless" && message(refused).hasSuffix("MiB of answers"))
    #expect(server.requests.count < 60)
  }

  @Test func AFetchHasAnHour() throws {
    let count = Counter()
    let server = try LoopbackServer { _ in
      count.next().isMultiple(of: 2)
        ? .json(#"{"status":"ok"}"#) : .answer(429, [("Retry-After", "99")], "")
    }
    defer { server.stop() }
    // Each answer costs 99 seconds of waiting.
    let client = try Instance.at(server, .bedrud).client(time: ScriptedTime())
    let refused = failure { for _ in 0..<60 { _ = try client.health() } }
    #expect(refused?.code == "instance.endless")
    #expect(
      message(refused) == "hall exceeds the limits: the fetch is not done after 3600 s")
    // The 37th wait is longer than what is left of the hour, so no request follows it.
    #expect(count.value == 73)
    // The time one's own rate takes is not the server's.
    let patient = try Instance.at(server, .bedrud) { $0.perMinute = 1 }
      .client(time: ScriptedTime())
    #expect(failure { for _ in 0..<200 { _ = try patient.health() } }?.code == "instance.endless")
    #expect(count.value > 73 + 144)
  }

  // MARK: Streams

  private func campaigns(_ answer: LoopbackServer.Reply) throws -> LoopbackServer {
    try LoopbackServer { request in
      request.path == "/mcp" ? answer : .answer(404, [], "")
    }
  }

  private static let stream = [("Content-Type", "text/event-stream")]
  private static let progress = Array(
    #"data: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\#n\#n"#.utf8)

  @Test func AStreamOfEventsWithoutAnAnswerEnds() throws {
    let server = try campaigns(.repeated(EndlessTests.stream, EndlessTests.progress))
    defer { server.stop() }
    let instance = try Instance.at(server, .worldarchitect) { $0.user = .variable("WHO") }
    let refused = failure { _ = try instance.client(variables: ["WHO": "u"]).holdings() }
    #expect(refused?.code == "instance.endless")
    #expect(
      message(refused)
        == "hall exceeds the limits: more than 1000 events and no answer among them")
    #expect(server.requests.count == 1)
  }

  @Test func AStreamOfRemarksEndsAtTheMostBytesOfAnAnswer() throws {
    let server = try campaigns(
      .repeated(EndlessTests.stream, [UInt8](repeating: UInt8(ascii: ":"), count: 1 << 14)))
    defer { server.stop() }
    let instance = try Instance.at(server, .worldarchitect) {
      $0.user = .variable("WHO")
      $0.answerLimit = 1 << 20
    }
    let refused = failure { _ = try instance.client(variables: ["WHO": "u"]).holdings() }
    #expect(refused?.code == "instance.too-large" && message(refused).contains("hall"))
    #expect(server.requests.count == 1)
  }

  @Test func ASlowStreamEndsAndIsNotTriedAgain() throws {
    let server = try campaigns(.repeated(EndlessTests.stream, EndlessTests.progress, pause: 0.2))
    defer { server.stop() }
    let instance = try Instance.at(server, .worldarchitect) {
      $0.user = .variable("WHO")
      $0.idleTimeout = 60
      $0.limits.seconds = 4
    }
    let refused = failure { _ = try instance.client(variables: ["WHO": "u"]).holdings() }
    #expect(refused?.code == "instance.endless")
    #expect(message(refused).hasSuffix("the fetch is not done after 4 s"))
    #expect(server.requests.count == 1)
  }

  @Test func CursorsThatLeadNowhereNewEnd() throws {
    let count = Counter()
    let server = try LoopbackServer { request in
      guard request.method == "POST" else { return .answer(200, [], "") }
      let id = request.text.firstMatch(of: /"id":([0-9]+)/)?.1 ?? "0"
      func result(_ json: String) -> LoopbackServer.Reply {
        .json(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(json)}"#)
      }
      if request.text.contains("tools/list") {
        return result(#"{"tools":[{"name":"a"}],"nextCursor":"c\#(count.next())"}"#)
      }
      return result(#"{"protocolVersion":"2025-06-18"}"#)
    }
    defer { server.stop() }
    let instance = try Instance.at(server, .worldarchitect) { $0.user = .variable("WHO") }
    let refused = failure { _ = try instance.client(variables: ["WHO": "u"]).holdings() }
    #expect(refused?.code == "instance.endless")
    #expect(message(refused).contains("100 pages of its list of tools without a new entry"))
    #expect(count.value == 101)
  }
}
