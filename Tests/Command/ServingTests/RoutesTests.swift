// SPDX-License-Identifier: MIT
// Part of Platen: tests of what is answered to which request, and to whom nothing is.

import Rehearsal
import Testing
import Wire

@testable import Serving

/// A show of two slides whose images name their subject.
func show(_ version: String = "v1", titles: [String] = ["A", "B"], steps: Int = 1) -> Show {
  Show(
    version: version,
    talk: LiveTalk(title: "T", slides: titles.map { LiveTalk.Slide($0, steps: steps) }),
    talkJSON: Array(#"{"title":"T","version":"\#(version)"}"#.utf8),
    slides: titles.map { Array(#"{"t":"\#($0)"}"#.utf8) },
    presenterSlides: titles.map { Array(#"{"t":"\#($0) with notes"}"#.utf8) },
    colors: Array(":root {}".utf8),
    pages: Pages(Pages.names.map { ($0, Array("the page \($0)".utf8)) })
  ) { slide, steps, width in Array("picture \(version) \(slide) \(steps) \(width)".utf8) }
}

private func making(token: String? = nil, isLoopback: Bool = true) -> Routes {
  Routes(
    show: show(), rules: .init(token: token.map { AccessToken($0) }),
    isLoopback: isLoopback)
}

/// A request as it comes.
func request(
  _ path: String, host: String = "localhost:8080", _ headers: [String] = [], method: String = "GET"
) throws -> HTTPRequest {
  var reader = HTTPReader()
  let lines = ["\(method) \(path) HTTP/1.1", "Host: \(host)"] + headers
  reader.feed(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
  return try #require(try reader.next())
}

private func status(_ route: RequestRoute) -> Int {
  switch route {
  case .answer(let response), .webSocket(let response, _): response.status
  case .picture, .command, .viewers, .health, .remote: 200
  }
}

private func body(_ route: RequestRoute) -> String {
  if case .answer(let response) = route {
    String(decoding: response.body, as: UTF8.self)
  } else {
    ""
  }
}

@Suite struct RoutesTests {
  @Test func PagesAndData() throws {
    let routes = making()
    for (path, expected) in [
      ("/", "the page viewer.html"), ("/presenter", "the page presenter.html"),
      ("/remote", "the page remote.html"),
      ("/live.js", "the page live.js"), ("/look.css", ":root {}"),
      ("/api/talk", #"{"title":"T","version":"v1"}"#),
      ("/api/slides", #"{"slides":[{"t":"A with notes"},{"t":"B with notes"}]}"#),
      ("/api/slides/1", #"{"t":"B with notes"}"#),
    ] { #expect(body(routes.route(try request(path))) == expected) }
    for path in ["/nothing", "/slides", "/presenter/", "/Templates/Live/live.js", "/live.css/x"] {
      #expect(status(routes.route(try request(path))) == 404, "\(path)")
    }
    #expect(status(routes.route(try request("/", method: "DELETE"))) == 405)
  }

  @Test func PagesLetNothingElseIn() throws {
    guard case .answer(let page) = making().route(try request("/")) else {
      Issue.record("no page found")
      return
    }
    let policy = page.headers.first { $0.name == "Content-Security-Policy" }?.value ?? ""
    #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
  }

  @Test func PicturesAreThoseThereAre() throws {
    let routes = making()
    #expect(
      routes.route(try request("/slides/v1/1/0-1920.png"))
        == .picture(
          SlideImageKey(version: "v1", slide: 1, steps: 0, width: 1920), isLasting: true))
    // What is shown now, where an older version is asked for, and not to be kept as that.
    #expect(
      routes.route(try request("/slides/old/1/0-1920.png"))
        == .picture(
          SlideImageKey(version: "v1", slide: 1, steps: 0, width: 1920), isLasting: false))
    for path in [
      "/slides/v1/2/0-1920.png", "/slides/v1/-1/0-1920.png", "/slides/v1/0/2-1920.png",
      "/slides/v1/0/-1-1920.png", "/slides/v1/0/0-1921.png", "/slides/v1/0/0-99999999.png",
      "/slides/v1/0/0.png", "/slides/v1/0/0-1920.jpg", "/slides/v1/0/0-1920.png/x",
      "/slides/v1/99999999999999999999/0-1920.png",
    ] { #expect(status(routes.route(try request(path))) == 404, "\(path)") }
  }

  /// A page of another site, and a name made to lead here, get nothing.
  @Test func OthersPagesGetNothing() throws {
    let routes = making()
    for path in ["/", "/api/slides", "/api/ws", "/slides/v1/0/0-1920.png"] {
      for host in ["evil.example", "127.0.0.1.evil.example", "10.0.0.7:8080", "", "[::2]"] {
        #expect(status(routes.route(try request(path, host: host))) == 403, "\(host)")
      }
      let origin = ["Origin: http://evil.example"]
      #expect(status(routes.route(try request(path, origin))) == 403)
      #expect(status(routes.route(try request(path, ["Origin: null"]))) == 403)
      #expect(status(routes.route(try request(path, ["Origin: http://localhost:8081"]))) == 403)
    }
    for host in ["localhost", "LocalHost:1", "127.0.0.1:8080", "127.1.2.3", "[::1]:8080", "[::1]"] {
      #expect(status(routes.route(try request("/", host: host))) == 200, "\(host)")
    }
    #expect(
      status(routes.route(try request("/", ["Origin: http://localhost:8080"]))) == 200)
    let open = making(token: "let me in", isLoopback: false)
    #expect(status(open.route(try request("/", host: "hall.example:8080"))) == 200)
    #expect(
      status(open.route(try request("/", host: "hall.example", ["Origin: http://evil.example"])))
        == 403)
  }

  @Test func NotesAreForThosePresenting() throws {
    let routes = making(token: "let me in", isLoopback: false)
    func slides(_ headers: String...) throws -> String {
      body(routes.route(try request("/api/slides", host: "hall", headers)))
    }
    let all = #"{"slides":[{"t":"A with notes"},{"t":"B with notes"}]}"#
    let some = #"{"slides":[{"t":"A"},{"t":"B"}]}"#
    #expect(try slides() == some)
    #expect(try slides("Authorization: Bearer let me in") == all)
    #expect(try slides("Authorization: bearer let me in") == all)
    #expect(try slides("Authorization: Bearer let me i") == some)
    #expect(try slides("Authorization: Basic let me in") == some)
    #expect(try slides("Authorization: let me in") == some)
    // Browsers cannot set headers on every request.
    func slide(_ query: String) throws -> String {
      body(routes.route(try request("/api/slides/0\(query)", host: "hall")))
    }
    #expect(try slide("?token=let%20me%20in") == #"{"t":"A with notes"}"#)
    #expect(try slide("?a=b&token=let%20me%20i") == #"{"t":"A"}"#)
    #expect(try slide("") == #"{"t":"A"}"#)
  }

  @Test func SingleSlides() throws {
    let routes = making()
    for (path, expected) in [
      ("/api/slides/2", 404), ("/api/slides/-1", 404), ("/api/slides/one", 400),
      ("/api/slides/", 400), ("/api/slides/99999999999999999999", 400), ("/api/slides/0/1", 404),
    ] { #expect(status(routes.route(try request(path))) == expected, "\(path)") }
  }

  @Test func CommandsAreForThosePresenting() throws {
    let routes = making(token: "let me in", isLoopback: false)
    func answer(_ headers: String..., method: String = "POST", path: String = "/api/command") throws
      -> RequestRoute
    {
      routes.route(try request(path, host: "hall", headers, method: method))
    }
    let key = "Authorization: Bearer let me in"
    let json = "Content-Type: application/json; charset=utf-8"
    #expect(try answer(key, json) == .command([]))
    #expect(status(try answer(json)) == 403)
    #expect(status(try answer(key)) == 415)
    #expect(status(try answer(key, "Content-Type: text/plain")) == 415)
    #expect(status(try answer(key, json, method: "GET")) == 405)
    #expect(status(try answer(key, json, path: "/api/talk")) == 405)
    #expect(status(try answer(key, json, "Origin: http://evil.example")) == 403)
    #expect(status(try answer(method: "GET", path: "/api/clients")) == 403)
    #expect(try answer(key, method: "GET", path: "/api/clients") == .viewers)
    #expect(try answer(method: "GET", path: "/health") == .health)
  }
}

@Suite struct ImageCacheTests {
  private func key(_ slide: Int) -> SlideImageKey {
    SlideImageKey(version: "v", slide: slide, steps: 0, width: 640)
  }

  @Test func APictureIsDrawnOnceForAllWhoWait() {
    var cache = ImageCache(limit: 100)
    cache.wait(1, for: key(0))
    cache.wait(2, for: key(0))
    cache.wait(3, for: key(1))
    #expect(cache.begin(atOnce: 2) == key(0))
    #expect(cache.begin(atOnce: 2) == key(1))
    #expect(cache.begin(atOnce: 2) == nil)
    #expect(cache.end(key(0), [1, 2]) == [1, 2])
    #expect(cache.find(key(0)) == [1, 2])
    // One that could not be drawn is tried again when it is asked for again.
    #expect(cache.end(key(1), nil) == [3])
    #expect(cache.find(key(1)) == nil)
    cache.wait(3, for: key(1))
    #expect(cache.begin(atOnce: 1) == key(1))
  }

  @Test func NothingIsDrawnForThoseWhoHaveGone() {
    var cache = ImageCache(limit: 100)
    cache.wait(1, for: key(0))
    cache.wait(2, for: key(1))
    cache.forget(1)
    #expect(cache.begin(atOnce: 1) == key(1))
    cache.forget(2)
    #expect(cache.end(key(1), [9]) == [])
    #expect(cache.find(key(1)) == [9])
  }

  @Test func TheOldestGoFirst() {
    var cache = ImageCache(limit: 10)
    for slide in 0..<3 {
      cache.wait(1, for: key(slide))
      _ = cache.begin(atOnce: 9)
      _ = cache.end(key(slide), [UInt8](repeating: 0, count: 4))
      _ = cache.find(key(0))
    }
    #expect(cache.find(key(0)) != nil)
    #expect(cache.find(key(1)) == nil)
    #expect(cache.find(key(2)) != nil)
    cache.wait(1, for: key(7))
    _ = cache.begin(atOnce: 9)
    _ = cache.end(key(7), [UInt8](repeating: 0, count: 11))
    #expect(cache.find(key(7)) == nil, "one larger than the cache is not kept")
  }
}
