// SPDX-License-Identifier: MIT
// Part of Platen: tests of how an instance is asked: retries, redirects, tokens, and who sees them.

import Diagnostics
import Foundation
import Loopback
import TestSupport
import Testing

@testable import Instances

@Suite struct SessionTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func session(
    _ instance: Instance, variables: [String: String] = [:],
    keyring: any Keyring = MemoryKeyring(), time: any Timekeeper = ScriptedTime(),
    signing: BedrudSigning? = BedrudSigning()
  ) -> Session {
    Session(
      instance, transport: CurlTransport(authority: nil, agent: "platen/test"), timekeeper: time,
      vault: CredentialVault(folder: scratch.path, keyring: keyring) { variables[$0] },
      signing: signing, cancelled: { false })
  }

  private func request(_ instance: Instance, _ path: String = "x") -> ClientRequest {
    var request = ClientRequest(.get, instance.address.appending(path))
    request.idleTimeout = instance.idleTimeout
    return request
  }

  /// Gives its scripted answers, and sends no request.
  private struct ScriptedTransport: HTTPTransport {
    let answer: @Sendable (ClientRequest) throws(TransportError) -> ClientResponse
    func send(
      _ request: ClientRequest, isCancelled: @Sendable () -> Bool
    ) throws(TransportError) -> ClientResponse { try answer(request) }
  }

  @Test func AnAnswerThatDoesNotEndFailsItsOwnRequest() throws {
    let server = try LoopbackServer { _ in .json("{}") }
    defer { server.stop() }
    let instance = try Instance.at(server, .bedrud)
    let slow = instance.address.appending("slow")
    let count = Counter()
    let session = Session(
      instance,
      transport: ScriptedTransport { request throws(TransportError) in
        count.next()
        guard request.address.description == slow.description else {
          return ClientResponse(status: 200)
        }
        throw TransportError(kind: .endless, message: "an answer that has not ended")
      }, timekeeper: ScriptedTime(),
      vault: CredentialVault(folder: scratch.path, keyring: MemoryKeyring()) { _ in nil },
      signing: nil, cancelled: { false })
    #expect(
      failure { _ = try session.send(request(instance, "slow")) }?.code == "instance.unavailable")
    #expect(count.value == 1, "it is not tried again")
    // Others are asked for all the same.
    #expect(try session.send(request(instance)).status == 200)
    #expect(failure { _ = try session.send(request(instance, "slow")) } != nil)
    let refused = failure { _ = try session.send(request(instance, "slow")) }
    #expect(count.value == 4)
    // After two in a row nobody is.
    #expect(failure { _ = try session.send(request(instance)) } == refused)
    #expect(count.value == 4)
  }

  // MARK: Again

  @Test(arguments: [408, 425, 429, 500, 502, 503, 504]) func WhatMayPassIsTriedAgain(
    _ status: Int
  ) throws {
    let count = Counter()
    let server = try LoopbackServer { _ in
      count.next() < 3 ? .answer(status, [], "") : .json("{}")
    }
    defer { server.stop() }
    let time = ScriptedTime()
    let instance = try Instance.at(server, .bedrud)
    #expect(try session(instance, time: time).send(request(instance)).status == 200)
    #expect(count.value == 3 && time.waits == [0.5, 1])
  }

  @Test(arguments: [400, 403, 404, 405, 501]) func WhatWillNotPassIsNot(_ status: Int) throws {
    let count = Counter()
    let server = try LoopbackServer { _ in
      count.next()
      return .answer(status, [], "")
    }
    defer { server.stop() }
    let instance = try Instance.at(server, .bedrud)
    #expect(try session(instance).send(request(instance)).status == status)
    #expect(count.value == 1)
  }

  @Test func RetryAfterIsWaitedForWithinReason() throws {
    let count = Counter()
    let server = try LoopbackServer { request in
      switch (request.path, count.next()) {
      case ("/x", 1): .answer(429, [("Retry-After", "7")], "")
      case ("/x", 2): .answer(503, [("Retry-After", "Fri, 15 Jan 2027 08:00:09 GMT")], "")
      case ("/x", _): .json("{}")
      default: .answer(429, [("Retry-After", "4000")], #"{"error":"too fast"}"#)
      }
    }
    defer { server.stop() }
    // 2027-01-15 08:00:00
    let time = ScriptedTime(date: 1_800_000_000)
    let instance = try Instance.at(server, .bedrud)
    let session = session(instance, time: time)
    #expect(try session.send(request(instance)).status == 200)
    #expect(time.waits == [7, 9])
    let refused = failure { _ = try session.send(request(instance, "y")) }
    #expect(refused?.code == "instance.unavailable" && refused?.isPassing == true)
    #expect(refused?.diagnostics[0].message.contains("4000 s") == true)
    // Nothing more is asked of one who wants to be left alone.
    let requested = count.value
    #expect(failure { _ = try session.send(request(instance)) } == refused)
    #expect(count.value == requested)
  }

  @Test func abandonedWorkIsNotRequestedAgain() throws {
    let server = try LoopbackServer { _ in .raw([]) }
    defer { server.stop() }
    let instance = try Instance.at(server, .bedrud) { $0.retries.limit = 1 }
    let session = session(instance)
    for _ in 0..<10 {
      let refused = failure { _ = try session.send(request(instance)) }
      #expect(refused?.code == "instance.unavailable")
    }
    // Twice, each with its retry; libcurl itself tries a fresh connection where a kept one is dead.
    #expect(server.requests.count == 4)
  }

  @Test func theRateLimitIsRespected() throws {
    let server = try LoopbackServer { _ in .json("{}") }
    defer { server.stop() }
    let time = ScriptedTime()
    let instance = try Instance.at(server, .bedrud) { $0.perMinute = 60 }
    let session = session(instance, time: time)
    for _ in 0..<4 { _ = try session.send(request(instance)) }
    #expect(time.waits == [1, 1, 1])
  }

  // MARK: Elsewhere

  @Test(arguments: [301, 302, 303, 307, 308]) func AnotherServerIsNotShownTheToken(
    _ status: Int
  ) throws {
    let other = try LoopbackServer { _ in .json("{}") }
    defer { other.stop() }
    let place = other.url
    let server = try LoopbackServer { request in
      request.path == "/here"
        ? .answer(status, [("Location", "/x")], "")
        : .answer(status, [("Location", "\(place)/there")], "")
    }
    defer { server.stop() }
    let instance = try Instance.at(server, .bedrud, credential: "env:T")
    let session = session(instance, variables: ["T": "hush-hush-hush-hush"])
    #expect(try session.send(request(instance, "here")).status == 200)
    #expect(server.requests.map { $0.headers["authorization"] != nil } == [true, true])
    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    // What was to be posted here is not posted there.
    var post = request(instance, "here")
    post.method = .post
    post.body = .json(Array("{}".utf8))
    let refused = failure { _ = try session.send(post) }
    #expect(status == 303 || refused?.code == "instance.unusable")
    #expect(other.requests.allSatisfy { $0.method == "GET" && $0.body.isEmpty })
  }

  @Test func RoundAndRoundIsNotFollowed() throws {
    let server = try LoopbackServer { _ in .answer(302, [("Location", "/x")], "") }
    defer { server.stop() }
    let instance = try Instance.at(server, .bedrud)
    let refused = failure { _ = try session(instance).send(request(instance)) }
    #expect(refused?.code == "instance.unusable")
    #expect(server.requests.count == 6)
  }

  // MARK: Tokens

  /// A server that takes one token, renews it, and lists its requests.
  private func renewing(
    _ good: String, refresh: String = "ref-1111-2222-3333", gives: String? = nil
  ) throws -> LoopbackServer {
    try LoopbackServer { request in
      if request.path == "/api/auth/refresh" {
        return request.text.contains("\"\(refresh)\"")
          ? .json(
            #"{"accessToken":"\#(gives ?? good)","refreshToken":"ref-next-next-next"}"#)
          : .json(#"{"error":"\#(request.text.filter { $0 != "\"" }) is not known"}"#, status: 401)
      }
      return request.headers["authorization"] == "Bearer \(good)"
        ? .json("{}") : .json(#"{"error":"invalid or expired token"}"#, status: 401)
    }
  }

  @Test func ARefusedTokenIsRenewedOnceAndPutBackWhereItWas() throws {
    let server = try renewing("new-new-new-new-new")
    defer { server.stop() }
    let old = #"{"accessToken":"old-old-old-old-old","refreshToken":"ref-1111-2222-3333"}"#
    let new = #"{"accessToken":"new-new-new-new-new","refreshToken":"ref-next-next-next"}"# + "\n"
    try scratch.writeSecret(old, to: "t")
    let byFile = try Instance.at(server, .bedrud, credential: "file:t")
    #expect(try session(byFile).send(request(byFile)).status == 200)
    #expect(scratch.text("t") == new)
    #expect(try scratch.mode("t") == 0o600)
    // The second night.
    let before = server.requests.count
    #expect(try session(byFile).send(request(byFile)).status == 200)
    #expect(server.requests.count == before + 1)

    let keyring = MemoryKeyring(["platen/hall": old])
    let byKeyring = try Instance.at(server, .bedrud, credential: "keyring:hall")
    #expect(try session(byKeyring, keyring: keyring).send(request(byKeyring)).status == 200)
    #expect(keyring["platen/hall"] == new)

    let byVariable = try Instance.at(server, .bedrud, credential: "env:T")
    let last = session(byVariable, variables: ["T": old])
    #expect(try last.send(request(byVariable)).status == 200)
    #expect(last.warnings.map(\.code.rawValue) == ["credential.write"])
  }

  @Test func EightWhoAreRefusedTogetherRenewOnce() throws {
    let server = try renewing("new-new-new-new-new")
    defer { server.stop() }
    try scratch.writeSecret(
      #"{"accessToken":"old-old-old-old-old","refreshToken":"ref-1111-2222-3333"}"#, to: "t")
    let instance = try Instance.at(server, .bedrud, credential: "file:t")
    let session = session(instance)
    let good = Counter()
    let request = request(instance)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      if (try? session.send(request))?.status == 200 { good.next() }
    }
    #expect(good.value == 8)
    #expect(server.requests.count { $0.path == "/api/auth/refresh" } == 1)
  }

  @Test func OneRefreshAndThenItFails() throws {
    let server = try renewing("good-good-good-good", gives: "bad-bad-bad-bad-bad")
    defer { server.stop() }
    try scratch.writeSecret(
      #"{"accessToken":"old-old-old-old-old","refreshToken":"ref-1111-2222-3333"}"#, to: "t")
    let instance = try Instance.at(server, .bedrud, credential: "file:t")
    let session = session(instance)
    let refused = failure { _ = try session.send(request(instance)) }
    #expect(refused?.code == "instance.auth")
    #expect(server.requests.count { $0.path == "/api/auth/refresh" } == 1)
    let requested = server.requests.count
    #expect(failure { _ = try session.send(request(instance)) }?.code == "instance.auth")
    #expect(server.requests.count == requested)
  }

  @Test func EightWhoAreAlwaysRefusedRenewOnce() throws {
    let server = try renewing("good-good-good-good", gives: "bad-bad-bad-bad-bad")
    defer { server.stop() }
    try scratch.writeSecret(
      #"{"accessToken":"old-old-old-old-old","refreshToken":"ref-1111-2222-3333"}"#, to: "t")
    let instance = try Instance.at(server, .bedrud, credential: "file:t")
    let session = session(instance)
    let refused = Counter()
    let request = request(instance)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      if failure({ _ = try session.send(request) })?.code == "instance.auth" { refused.next() }
    }
    #expect(refused.value == 8)
    #expect(server.requests.count { $0.path == "/api/auth/refresh" } == 1)
  }

  @Test func ATokenThatRunsOutLaterIsRenewedAgain() throws {
    let count = Counter()
    let server = try LoopbackServer { request in
      guard request.path == "/x" else {
        return .json(#"{"accessToken":"tok-\#(count.next())-tok-tok-tok","refreshToken":"r"}"#)
      }
      let isLast = request.headers["authorization"] == "Bearer tok-\(count.value)-tok-tok-tok"
      return isLast ? .json("{}") : .answer(401, [], "")
    }
    defer { server.stop() }
    try scratch.writeSecret(#"{"accessToken":"old-old-old-old-old","refreshToken":"r"}"#, to: "t")
    let instance = try Instance.at(server, .bedrud, credential: "file:t")
    let session = session(instance)
    #expect(try session.send(request(instance)).status == 200)
    // The server forgets what it gave: that was good once, and is renewed.
    count.next()
    #expect(try session.send(request(instance)).status == 200)
    #expect(count.value == 3)
  }

  @Test func AnotherServerThatWantsATokenIsNamed() throws {
    let other = try LoopbackServer { _ in .answer(401, [], "") }
    defer { other.stop() }
    let place = other.url
    let server = try LoopbackServer { _ in .answer(302, [("Location", "\(place)/there")], "") }
    defer { server.stop() }
    try scratch.writeSecret(#"{"accessToken":"old-old-old-old-old","refreshToken":"r"}"#, to: "t")
    let instance = try Instance.at(server, .bedrud, credential: "file:t")
    let refused = failure { _ = try session(instance).send(request(instance)) }
    #expect(refused?.code == "instance.unusable")
    #expect(refused?.diagnostics[0].message.contains("redirects to another server") == true)
    #expect(refused?.everything.contains("sign in again") == false)
    #expect(server.requests.map(\.path) == ["/x"])
    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
  }

  @Test func secretsRepeatedByServersAreMasked() throws {
    let server = try renewing("good-good-good-good", refresh: "another")
    defer { server.stop() }
    try scratch.writeSecret(
      #"{"accessToken":"hush-access-hush-hush","refreshToken":"hush-refresh-hush-hush"}"#, to: "t")
    let instance = try Instance.at(server, .bedrud, credential: "file:t")
    let refused = failure { _ = try session(instance).send(request(instance)) }
    #expect(refused?.code == "instance.auth")
    #expect(refused?.everything.contains("is not known") == true)
    #expect(refused?.everything.contains("hush") == false)
    let echo = try LoopbackServer { .json(#"{"you":"\#($0.headers["authorization"] ?? "")"}"#) }
    defer { echo.stop() }
    let other = try Instance.at(echo, .bedrud, credential: "env:T")
    let kept = failure {
      _ = try session(other, variables: ["T": "hush-access-hush-hush"]).send(request(other))
    }
    #expect(kept?.code == "instance.answer" && kept?.everything.contains("hush") == false)
  }

  @Test func ATokenRepeatedInBase64IsRefusedAndMaskedAsThePlainOneIs() throws {
    let token = "hush-access-hush-hush"
    let base64 = Data("u:\(token)".utf8).base64EncodedString()
    let echo = try LoopbackServer { request in
      request.path == "/x"
        ? .json(#"{"you":"\#(base64)"}"#)
        : .json(#"{"error":"no \#(base64) here"}"#, status: 404)
    }
    defer { echo.stop() }
    let instance = try Instance.at(echo, .bedrud, credential: "env:T")
    let session = session(instance, variables: ["T": token])
    #expect(failure { _ = try session.send(request(instance)) }?.code == "instance.answer")
    let refused = failure { _ = try session.json(request(instance, "y"), "it") }
    #expect(refused?.everything.contains(base64) == false)
    // An answer that is none keeps its secret as well.
    let words = session.words(
      of: ClientResponse(status: 404, body: Array(#"{"error":"no \#(base64) here"}"#.utf8)))
    #expect(words.contains(Secret.dots) && !words.contains(base64.prefix(12)))
  }

  @Test func WhatAnotherRunHasRenewedIsTakenAndNotRenewedAgain() throws {
    let folder = scratch.url
    let server = try LoopbackServer { request in
      if request.headers["authorization"] == "Bearer new-new-new-new-new" { return .json("{}") }
      // While we ask, somebody else puts a new one in its place.
      let path = folder.appendingPathComponent("t").path
      try? #"{"accessToken":"new-new-new-new-new","refreshToken":"r"}"#
        .write(toFile: path, atomically: false, encoding: .utf8)
      return .answer(401, [], "")
    }
    defer { server.stop() }
    try scratch.writeSecret(#"{"accessToken":"old-old-old-old-old","refreshToken":"r"}"#, to: "t")
    let instance = try Instance.at(server, .bedrud, credential: "file:t")
    #expect(try session(instance).send(request(instance)).status == 200)
    #expect(server.requests.map(\.path) == ["/x", "/x"])
  }

  @Test func passwordsAreUsedOnceAndNotStored() throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/api/auth/login":
        request.text == #"{"email":"mira@example.org","password":"hush \"hush\""}"#
          ? .json(#"{"user":{"id":"1"},"tokens":{"accessToken":"tok-tok-tok-tok-tok"}}"#)
          : .answer(401, [], "")
      default:
        request.headers["authorization"] == "Bearer tok-tok-tok-tok-tok"
          ? .json("{}") : .answer(401, [], "")
      }
    }
    defer { server.stop() }
    let kept = #"{"email":"mira@example.org","password":"hush \"hush\""}"#
    try scratch.writeSecret(kept, to: "t")
    let instance = try Instance.at(server, .bedrud, credential: "file:t")
    let session = session(instance)
    for _ in 0..<3 { #expect(try session.send(request(instance)).status == 200) }
    #expect(server.requests.map(\.path) == ["/api/auth/login", "/x", "/x", "/x"])
    #expect(scratch.text("t") == kept)
  }

  @Test func aMissingCredentialEndsItBeforeAnyRequest() throws {
    let server = try LoopbackServer { _ in .json("{}") }
    defer { server.stop() }
    let instance = try Instance.at(server, .bedrud, credential: "env:NONE")
    let refused = failure { _ = try session(instance).send(request(instance)) }
    #expect(refused?.code == "credential.missing" && server.requests.isEmpty)
  }

  @Test func TwoInstancesNeverShareATokenOrARefusal() throws {
    let server = try LoopbackServer { request in
      request.headers["authorization"] == "Bearer one-one-one-one-one"
        ? .json("{}") : .answer(401, [], "")
    }
    defer { server.stop() }
    let variables = ["A": "one-one-one-one-one", "B": "two-two-two-two-two"]
    let a = try Instance.at(server, .bedrud, credential: "env:A")
    let b = try Instance.at(server, .bedrud, credential: "env:B") { $0.name = "attic" }
    let (one, two) = (session(a, variables: variables), session(b, variables: variables))
    #expect(try one.send(request(a)).status == 200)
    #expect(failure { _ = try two.send(request(b)) }?.code == "instance.auth")
    #expect(try one.send(request(a)).status == 200)
    #expect(
      server.requests.map { $0.headers["authorization"]?.hasSuffix("one-one-one") }
        == [true, false, true])
  }
}
