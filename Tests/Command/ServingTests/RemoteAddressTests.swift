// SPDX-License-Identifier: MIT
// Part of Platen: tests of the address at which a phone controls a talk.

import JSON
import Rehearsal
import Testing
import Wire

@testable import Serving

@Suite struct RemoteAddressTests {
  private static func remote(
    host: String, _ headers: [String] = ["Authorization: Bearer a long one/+"],
    listening address: String = "0.0.0.0", needsToken: Bool = true
  ) throws -> RemoteAddress? {
    RemoteAddress(
      for: try request("/api/remote", host: host, headers),
      at: try Endpoint(address: address, port: 8080), own: ["192.168.1.7", "172.17.0.1"],
      needsToken: needsToken)
  }

  @Test(arguments: [
    ("hall.example:8080", "0.0.0.0", "http://hall.example:8080/remote"),
    ("localhost:8080", "0.0.0.0", "http://192.168.1.7:8080/remote"),
    ("127.0.0.1:8080", "10.0.0.4", "http://10.0.0.4:8080/remote"),
    ("a\"><b", "0.0.0.0", "http://192.168.1.7:8080/remote"),
  ])
  func `its host is one that others can reach`(
    host: String, listening: String, expected: String
  ) throws {
    #expect(try RemoteAddressTests.remote(host: host, listening: listening)?.address == expected)
  }

  @Test func `nothing is shown where only this machine has access or the token is unknown`() throws
  {
    #expect(try RemoteAddressTests.remote(host: "localhost:1", listening: "127.0.0.1") == nil)
    #expect(try RemoteAddressTests.remote(host: "hall:1", []) == nil)
    #expect(try RemoteAddressTests.remote(host: "hall:1", [], needsToken: false) != nil)
  }

  /// The page shows the address without the token, which is in the code.
  @Test func `the token is in the code alone`() throws {
    let bytes = try #require(try RemoteAddressTests.remote(host: "hall:1")?.json)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("long"))
    let json = try JSONDocument(parsing: bytes).root
    #expect(json["address"]?.string == "http://hall:1/remote")
    #expect(json["path"]?.string?.hasPrefix("M4 4h7v1h-7z") == true, "a finder pattern")
    let longer = try #require(
      try RemoteAddressTests.remote(
        host: "hall:1", ["Authorization: Bearer " + String(repeating: "x", count: 60)])?.json)
    #expect(longer.count > bytes.count)
  }

  @Test func `only presenters are answered`() throws {
    let routes = Routes(
      show: show(), rules: .init(token: AccessToken("a long one")), isLoopback: false)
    let refused = routes.route(try request("/api/remote", host: "hall"))
    guard case .answer(let response) = refused else {
      Issue.record("answered without the token")
      return
    }
    #expect(response.status == 403)
    let shown = routes.route(
      try request("/api/remote", host: "hall", ["Authorization: Bearer a long one"]))
    guard case .remote = shown else {
      Issue.record("refused with the token")
      return
    }
  }
}
