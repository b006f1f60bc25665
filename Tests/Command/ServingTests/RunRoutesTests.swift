// SPDX-License-Identifier: MIT
// Part of Platen: tests of what is shown of an output root, and to whom.

import Rehearsal
import TestSupport
import Testing
import Wire

@testable import Serving

@Suite struct RunRoutesTests {
  private func route(
    _ path: String, _ headers: [String] = [], token: String? = nil, host: String = "localhost:1",
    method: String = "GET", isLoopback: Bool = true
  ) throws -> RunRoutes.Route {
    try RunRoutes(token: token.map { AccessToken($0) }, isLoopback: isLoopback).route(
      request(path, host: host, headers, method: method))
  }

  private func status(_ route: RunRoutes.Route) -> Int {
    switch route {
    case .answer(let response), .webSocket(let response): response.status
    case .file: 200
    }
  }

  @Test func thePageIsAtTheTop() throws {
    #expect(try route("/") == .file("report.html", cookie: nil))
    #expect(try route("/maps/a%20b.png") == .file("maps/a b.png", cookie: nil))
  }

  /// Files that the page requests while a run is in progress are outside of all outputs.
  @Test func theRunInProgressIsBelowAFolderOfItsOwn() throws {
    #expect(try route("/.live/jobs/17") == .file(".live/jobs/17", cookie: nil))
    #expect(
      try route("/.live/picture/maps/a%20b.png") == .file(".live/picture/maps/a b.png", cookie: nil)
    )
    for path in ["/.live", "/.live/", "/.live/.platen/x", "/.live/picture/.hidden", "/.live//x"] {
      #expect(status(try route(path)) == 404, "\(path)")
    }
  }

  @Test(arguments: [
    "/.platen.sock", "/.platen/history/000001.json", "/maps/.hidden", "//x", "/a//b", "/a/",
  ])
  func whatIsNobodysBusiness(path: String) throws {
    #expect(status(try route(path)) == 404)
  }

  @Test func strangersAreRefused() throws {
    #expect(status(try route("/", host: "evil.example")) == 403)
    #expect(status(try route("/", ["Origin: http://evil.example"])) == 403)
    #expect(status(try route("/", method: "POST")) == 405)
  }

  @Test func withATokenEverythingNeedsIt() throws {
    func ask(_ path: String, _ headers: [String] = []) throws -> Int {
      status(try route(path, headers, token: "tide & table", host: "x", isLoopback: false))
    }
    #expect(try ask("/") == 401)
    #expect(try ask("/a.png") == 401)
    #expect(try ask("/?token=wrong") == 401)
    #expect(try ask("/?token=") == 401)
    #expect(try ask("/?x=1&token=tide%20%26%20table") == 200)
    #expect(try ask("/a.png", ["Authorization: Bearer tide & table"]) == 200)
    #expect(try ask("/a.png", ["Cookie: a=b; platen-token=tide%20%26%20table"]) == 200)
    #expect(try ask("/a.png", ["Cookie: platen-token=tide"]) == 401)
    #expect(try ask("/live") == 401)
  }

  @Test func onceShownTheBrowserShowsIt() throws {
    let shown = try route("/?token=a%3B%20b", token: "a; b", host: "x", isLoopback: false)
    guard case .file("report.html", let cookie?) = shown else {
      Issue.record("\(shown)")
      return
    }
    #expect(cookie == "platen-token=a%3B%20b; HttpOnly; SameSite=Strict; Path=/")
    // And no other way into a header.
    #expect(!cookie.contains("\r") && !cookie.contains("\n"))
  }

  @Test func refusalsAreJSON() {
    #expect(RunRoutes.refusal("a \"b\" \\ \n c") == #"{"error":"a \"b\" \\   c"}"#)
  }

  private func policy(_ path: String, isOutput: Bool = true) -> String? {
    let file = ShownFile([1], isOutput: isOutput)
    let response = RunRoutes.response(to: file, at: path, cookie: nil)
    // Nothing of it is shown within another site's page, in browsers of whatever age.
    #expect(response.headers.contains { $0.name == "X-Frame-Options" && $0.value == "DENY" })
    #expect(response.headers.contains { $0.name == "X-Content-Type-Options" })
    return response.headers.first { $0.name == "Content-Security-Policy" }?.value
  }

  @Test func whatAJobMadeMayDoNothing() {
    for path in ["a.svg", "a.html", "A.HTML", "report.html"] {
      #expect(policy(path) == "sandbox; frame-ancestors 'none'")
    }
    // Browsers show no PDF in a sandbox.
    for path in ["a.pdf", "a.png", "a.json", "a"] {
      #expect(policy(path) == "frame-ancestors 'none'")
    }
    #expect(policy("report.html", isOutput: false) == "frame-ancestors 'none'")
    #expect(RunRoutes.response(to: nil, at: "a", cookie: nil).status == 404)
  }
}
