// SPDX-License-Identifier: MIT
// Part of Platen: tests of a shared cache on a server: its requests, and what a bad server can do.

import Diagnostics
import Digests
import Foundation
import Loopback
import Pipeline
import TestSupport
import Testing

@testable import Instances

@Suite struct HTTPCacheTests {
  private let entry = RemoteEntry.content(Digest.of("bytes"))

  private func cache(_ server: LoopbackServer, token: String? = nil) throws -> HTTPCache {
    HTTPCache(
      address: try WebAddress(server.url + "/platen"),
      token: token.map { Secret(copying: $0.utf8) },
      transport: CurlTransport(authority: nil, agent: "platen/test"))
  }

  private func bytes(_ cache: HTTPCache, limit: Int = 100) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    return try cache.get(entry, limit: limit) { bytes.append(contentsOf: $0) } ? bytes : nil
  }

  @Test func EntriesAreGotAskedForAndPutAsWhole() throws {
    let kept = Guarded<[String: [UInt8]]>([:])
    let server = try LoopbackServer { request in
      switch request.method {
      case "PUT":
        kept.withLock { $0[request.path] = request.body }
        return .answer(201, [], "")
      default:
        guard let body = kept.withLock({ $0[request.path] }) else {
          return .answer(404, [], "none")
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n"
        return .raw([(0, Array(head.utf8) + (request.method == "HEAD" ? [] : body))])
      }
    }
    defer { server.stop() }
    let cache = try cache(server, token: "tok")
    #expect(try bytes(cache) == nil)
    #expect(try !cache.contains(entry))
    let content: [UInt8] = [0, 255, 10, 13, 0, 7]
    try cache.put(entry, size: content.count) { buffer, offset in
      // In pieces.
      let count = min(2, content.count - offset)
      buffer.copyBytes(from: content[offset..<offset + count])
      return count
    }
    #expect(try cache.contains(entry))
    #expect(try bytes(cache) == content)
    #expect(server.requests.map(\.method) == ["GET", "HEAD", "PUT", "HEAD", "GET"])
    #expect(server.requests.allSatisfy { $0.path == "/platen/\(entry.path)" })
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer tok" })
    #expect(server.requests[2].headers["content-length"] == "6")
  }

  @Test(arguments: [
    (401, "the token is missing or not accepted"), (500, "status 500"), (302, "redirects"),
    (413, "too large"), (206, "status 206"),
  ])
  func OtherAnswersAreErrors(_ status: Int, _ reason: String) throws {
    let server = try LoopbackServer { _ in
      .answer(status, [("Location", "http://127.0.0.1:1/")], "x")
    }
    defer { server.stop() }
    let cache = try cache(server)
    let error = #expect(throws: RemoteCacheError.self) { _ = try bytes(cache) }
    #expect(error?.description.contains(reason) == true)
    #expect(throws: RemoteCacheError.self) { _ = try cache.contains(entry) }
    if status != 206 {
      #expect(throws: RemoteCacheError.self) { try cache.put(entry, size: 0) { _, _ in 0 } }
    }
  }

  @Test func AnswersWithoutEndAndCutOnesAreErrors() throws {
    for reply in [LoopbackServer.Reply.endless(), .cut("half")] {
      let server = try LoopbackServer { _ in reply }
      defer { server.stop() }
      let cache = try cache(server)
      #expect(throws: RemoteCacheError.self) { _ = try bytes(cache) }
    }
  }

  @Test func ASourceThatCannotBeReadIsItsOwnError() throws {
    struct Unreadable: Error {}
    let server = try LoopbackServer { _ in .answer(201, [], "") }
    defer { server.stop() }
    let cache = try cache(server)
    #expect(throws: Unreadable.self) {
      try cache.put(entry, size: 9) { _, _ in throw Unreadable() }
    }
  }

  @Test func AddressesAreServersOrFolders() throws {
    #expect(try SharedCache.Place("file:///srv/cache") == .folder("/srv/cache"))
    #expect(
      try SharedCache.Place("https://c.example.org/x/")
        == .server(WebAddress("https://c.example.org/x")))
    for bad in ["file://host/x", "file:x", "file:///", "ftp://x", "https://a:b@c"] {
      #expect(throws: Failure.self) { _ = try SharedCache.Place(bad) }
    }
    let vault = CredentialVault(folder: "/", variable: { _ in "tok" })
    #expect(throws: Failure.self) {
      _ = try HTTPCache(
        address: WebAddress("http://cache.example.org"), token: .variable("X"), authority: nil,
        vault: vault, agent: "platen/test")
    }
  }
}
