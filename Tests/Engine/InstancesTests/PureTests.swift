// SPDX-License-Identifier: MIT
// Part of Platen: tests of what needs no server: addresses, waits, paging, frames, streams.

import Diagnostics
import JSON
import TestSupport
import Testing

@testable import Instances

@Suite struct WebAddressTests {
  @Test(arguments: [
    ("meet.example.org", "https://meet.example.org"),
    ("https://meet.example.org/", "https://meet.example.org"),
    ("HTTPS://Meet.Example.ORG:443//", "https://meet.example.org"),
    ("http://meet.example.org:80", "http://meet.example.org"),
    ("http://meet.example.org:443/", "http://meet.example.org:443"),
    ("meet.example.org:8443/base/", "https://meet.example.org:8443/base"),
    (" localhost:1 ", "https://localhost:1"), ("[::1]:8080/a", "https://[::1]:8080/a"),
    ("http://[FE80::1]", "http://[fe80::1]"),
  ]) func OneSpellingForEveryWayOfWritingIt(_ given: String, _ expected: String) throws {
    let address = try WebAddress(given)
    #expect(address.description == expected)
    #expect(try WebAddress(address.description) == address)
  }

  @Test(arguments: [
    "", "https://", "ftp://a.b", "a b", "a.b:0", "a.b:65536", "a.b:x", "a.b:", "-a.b", ".a", "a..b",
    "[::1", "[::1]x", "[abc]", "a.b/ü", "ä.b", "a.b/\n", "file:///etc/passwd",
    "javascript:alert(1)",
    "a_b@c", "[::1]:99999",
  ]) func WhatIsNoneIsRefused(_ given: String) {
    #expect(failure { _ = try WebAddress(given) } != nil)
  }

  @Test func AnAddressWithAPasswordIsRefusedWithoutRepeatingIt() {
    for given in ["https://mira:hush-hush@a.b", "hush-hush@a.b/c"] {
      let refused = failure { _ = try WebAddress(given) }
      #expect(refused?.code == "credential.inline")
      #expect(refused?.everything.contains("hush") == false)
    }
  }

  @Test(arguments: [
    "a.b?token=hush-hush", "https://a.b/c?d=hush-hush", "http://a.b#hush-hush", "a.b/#", "a.b/?",
  ]) func WhatStandsBehindAnAddressIsRefusedWithoutRepeatingIt(_ given: String) {
    let refused = failure { _ = try WebAddress(given) }
    #expect(refused?.code == "instance.address")
    #expect(refused?.everything.contains("hush") == false)
  }

  @Test(arguments: [
    ("https://c.d/e?f=g", "https://c.d/e?f=g"), ("//c.d/e?f#g", "https://c.d/e?f"),
    ("https://c.d/e", "https://c.d/e"), ("//c.d:8/e", "https://c.d:8/e"),
    ("/e?f", "https://a.b/e?f"),
    ("e", "https://a.b/x/e"), ("../e", "https://a.b/e"), ("../../../e", "https://a.b/e"),
    ("./e/", "https://a.b/x/e/"), ("?f", "https://a.b/x/y?f"), ("/e#f", "https://a.b/e"),
  ]) func WhereAnAnswerLeads(_ location: String, _ expected: String) throws {
    let from = try #require(WebAddress("https://a.b").following("/x/y?z=1"))
    #expect(from.following(location)?.description == expected)
  }

  @Test(arguments: ["mailto:x", "ftp://a.b/", "/a b", "/ü", "https://u:p@a.b/"])
  func WhereNoneLeads(_ location: String) throws {
    #expect(try WebAddress("https://a.b/x").following(location) == nil)
  }

  @Test(arguments: [
    ("http://127.0.0.1:5", true), ("localhost", true), ("[::1]", true), ("127.9.9.9", true),
    ("127.example.org", false), ("10.0.0.1", false), ("a.localhost", true),
    ("localhost.org", false),
  ]) func ThisMachineIsKnown(_ given: String, _ isLoopback: Bool) throws {
    #expect(try WebAddress(given).isLoopback == isLoopback)
  }

  @Test func QueriesAreEscaped() throws {
    let address = try WebAddress("a.b/c").asking([("page", "1"), ("q", "a b&ü/")])
    #expect(address.description == "https://a.b/c?page=1&q=a%20b%26%C3%BC%2F")
  }
}

@Suite struct RetryTests {
  @Test func WaitsDoubleFromHalfToWhole() {
    let rules = RetryRules(limit: 4, delay: 1, longest: 5)
    let least = (0..<6).map { rules.wait(after: $0, requested: nil, chance: 0) }
    #expect(least == [0.5, 1, 2, 2.5, nil, nil])
    let most = (0..<4).compactMap { rules.wait(after: $0, requested: nil, chance: 0.999_999) }
    #expect(zip(most, [1, 2, 4, 5]).allSatisfy { $0 <= $1 && $0 > $1 * 0.99 })
    #expect(
      RetryRules(limit: 100, delay: 1, longest: 9).wait(after: 90, requested: nil, chance: 1) == 9)
    #expect(RetryRules(limit: 0).wait(after: 0, requested: nil, chance: 0) == nil)
  }

  @Test func retryAfterIsRespected() {
    let rules = RetryRules(limit: 3, delay: 1, longest: 60)
    #expect(rules.wait(after: 0, requested: 7, chance: 0) == 7)
    #expect(rules.wait(after: 2, requested: 1, chance: 0) == 2)
    #expect(rules.wait(after: 0, requested: 0, chance: 0) == 0.5)
    #expect(rules.wait(after: 0, requested: 61, chance: 0) == nil)
  }

  @Test(
    arguments: [
      ("0", 0), ("120", 120), (" 5 ", 5), ("99999999999999999999", 1e9),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
      ("soon", nil), ("-1", nil), ("1.5", nil), ("", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 25:49:37 GMT", nil),
    ] as [(String, Double?)]) func RetryAfterIsANumberOrADate(_ header: String, _ expected: Double?)
  {
    // 1994-11-06 08:49:00
    #expect(RetryRules.requested(header, date: 784_111_740) == expected)
  }

  @Test func TurnsAreSpacedEvenly() {
    let rate = RateLimit(perMinute: 30)
    #expect([0, 0, 1, 100, 100].map { rate.turn(at: $0) } == [0, 2, 3, 0, 2])
    let free = RateLimit(perMinute: nil)
    #expect((0..<3).map { _ in free.turn(at: 0) } == [0, 0, 0])
  }
}

@Suite struct PagingTests {
  /// Reads a list of so many entries from a server that gives `size` a page, and past the end what
  /// it does there.
  private func read(
    _ count: Int, size: Int, total: Int?, pastEnd: (Int) -> [Int] = { _ in [] }
  ) -> (entries: [Int], pages: Int) {
    var walk = PageWalk(limit: size)
    var found: [Int] = []
    var pages = 0
    while !walk.isDone {
      let start = (walk.page - 1) * size
      let entries =
        start < count ? Array(start..<min(count, start + size)) : pastEnd(walk.page)
      pages += 1
      found += walk.take(entries.map(String.init), total: total).map { entries[$0] }
    }
    return (found, pages)
  }

  @Test func EveryListIsReadToItsEndAndNoFurther() {
    for count in 0...12 {
      for size in 1...5 {
        let (entries, pages) = read(count, size: size, total: count)
        #expect(entries == Array(0..<count))
        #expect(pages == max(1, (count + size - 1) / size))
        #expect(read(count, size: size, total: nil).entries == entries)
        // A server that gives the last page for ever, and one that says there are more than it has.
        let again = read(count, size: size, total: count + 7) { _ in
          Array(max(0, count - size)..<count)
        }
        #expect(again.entries == entries)
      }
    }
  }

  @Test func EntriesPushedOntoTheNextPageAreNotReadTwice() {
    var walk = PageWalk(limit: 2)
    #expect(walk.take(["a", "b"], total: 4) == [0, 1])
    #expect(walk.take(["b", "c"], total: 4) == [1])
    #expect(!walk.isDone)
    #expect(walk.take(["d"], total: 4) == [0])
    #expect(walk.isDone)
  }

  @Test func missingEntriesOfAListAreFound() {
    var walk = PageWalk(limit: 2)
    _ = walk.take(["a", "b"], total: 100_000)
    #expect(walk.missing == nil)
    _ = walk.take(["a", "b"], total: 100_000)
    #expect(walk.isDone && walk.missing?.read == 2 && walk.missing?.total == 100_000)
    var whole = PageWalk(limit: 2)
    _ = whole.take(["a", "b"], total: 3)
    // One was taken away while the list was read.
    _ = whole.take([], total: 2)
    #expect(whole.isDone && whole.missing == nil)
  }

  @Test func CursorsEndWhereNothingFollowsOrTheyGoRound() {
    var walk = CursorWalk()
    #expect(walk.cursor == nil && !walk.isDone)
    walk.take(next: "a", hasMore: true, entries: 1)
    walk.take(next: "b", hasMore: nil, entries: 1)
    #expect(walk.cursor == "b" && !walk.isDone)
    var round = walk
    round.take(next: "a", hasMore: true, entries: 1)
    #expect(round.isDone)
    for (next, more) in [(nil, true), ("", true), ("c", false)] as [(String?, Bool?)] {
      var end = walk
      end.take(next: next, hasMore: more, entries: 1)
      #expect(end.isDone)
    }
  }

  @Test func PagesWithoutAnythingNewMakeAListIdle() {
    var walk = CursorWalk()
    for page in 1..<CursorWalk.idlePageLimit {
      walk.take(next: "\(page)", hasMore: true, entries: 0)
    }
    #expect(!walk.isIdle)
    var other = walk
    walk.take(next: "last", hasMore: true, entries: 0)
    #expect(walk.isIdle && !walk.isDone)
    other.take(next: "last", hasMore: true, entries: 1)
    #expect(!other.isIdle)
  }
}

@Suite struct EventStreamTests {
  private let text =
    "\u{FEFF}: a remark\r\nevent: message\r\ndata: {\"a\":\rdata:1}\n\nid: 4\n\ndata\n\n"
    + "data:  two blanks\n\nretry: 3\ndata: cut off"

  @Test func resultsAreEqualWhereverItIsCut() {
    let bytes = Array(text.utf8)
    let whole = ["{\"a\":\n1}", "", " two blanks"]
    for cut in 0...bytes.count {
      for second in stride(from: cut, through: bytes.count, by: 7) {
        var stream = EventStream()
        let events =
          stream.take(bytes[..<cut]) + stream.take(bytes[cut..<second])
          + stream.take(bytes[second...])
        #expect(events.map { String(decoding: $0, as: UTF8.self) } == whole)
      }
    }
  }
}

@Suite struct JSONRPCTests {
  private func reply(_ text: String, to id: Int = 3) throws -> String {
    try JSONDocument(parsing: Array(text.utf8)).withView { view in
      switch JSONRPC.reply(in: view, to: id) {
      case .result(let result): "result \(result.int ?? -1)"
      case .error(let code, let message): "error \(code) \(message)"
      case .other: "other"
      }
    }
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":3,"result":7}"#, "result 7"),
    (#"{"jsonrpc":"2.0","id":"3","result":7}"#, "result 7"),
    (#"{"jsonrpc":"2.0","id":4,"result":7}"#, "other"),
    (#"{"jsonrpc":"2.0","id":3}"#, "other"),
    (#"{"jsonrpc":"2.0","method":"x","id":3,"result":7}"#, "other"),
    (#"{"jsonrpc":"2.0","method":"notifications/progress"}"#, "other"),
    (#"[{"id":1,"result":1},{"id":3,"result":7}]"#, "result 7"), ("[]", "other"), ("5", "other"),
    (#"{"id":3,"error":{"code":-32601,"message":"no"}}"#, "error -32601 no"),
    (#"{"id":null,"error":{"code":-32700,"message":"no"}}"#, "error -32700 no"),
    (#"{"id":4,"error":{"code":1,"message":"no"}}"#, "other"),
    (#"{"id":3,"error":{}}"#, "error 0 no reason given"),
    (#"{"id":3,"error":null,"result":7}"#, "result 7"),
  ]) func AnswersAreToldFromTheRest(_ text: String, _ expected: String) throws {
    #expect(try reply(text) == expected)
  }

  @Test func RequestsAreNumberedAndNotificationsAreNot() {
    let request = JSONRPC.request("tools/call", id: 3) { $0.member("name", "x\"") }
    #expect(
      String(decoding: request, as: UTF8.self)
        == #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"x\""}}"#)
    let notification = JSONRPC.request("a", id: nil) { _ in }
    #expect(
      String(decoding: notification, as: UTF8.self)
        == #"{"jsonrpc":"2.0","method":"a","params":{}}"#)
  }
}

@Suite struct JSONCopyTests {
  @Test(arguments: [
    #"{"a":[1,-2.50,1e400,"ü\n",null,true,{"b":{}}],"c":""}"#, "[]", "7", #""x""#,
  ]) func ValuesAreCopiedAsTheyWere(_ text: String) throws {
    var json = JSONWriter()
    try JSONDocument(parsing: Array(text.utf8)).withView { json.copy($0) }
    #expect(json.text == text)
  }
}
