// SPDX-License-Identifier: MIT
// Part of Platen: tests of requests out of bytes: whole, in pieces, damaged, too long.

import Testing

@testable import Wire

private func read(_ text: String, limits: HTTPReader.Limits = .init()) throws(HTTPError)
  -> [HTTPRequest]
{
  var reader = HTTPReader(limits: limits)
  reader.feed(Array(text.replacing("\n", with: "\r\n").utf8))
  var requests: [HTTPRequest] = []
  while let request = try reader.next() { requests.append(request) }
  return requests
}

private func status(_ text: String, limits: HTTPReader.Limits = .init()) -> Int? {
  do throws(HTTPError) {
    return try read(text, limits: limits).isEmpty ? nil : 200
  } catch {
    return error.status
  }
}

private let usual = """
  GET /slides/3/1-1920.png?v=7&x HTTP/1.1
  Host: localhost:8080
  Accept: image/png
  Accept-Encoding:gzip
  X-Empty:


  """

@Suite struct HTTPTests {
  @Test func ARequestIsRead() throws {
    let request = try #require(try read(usual).first)
    #expect(request.method == "GET")
    #expect(request.path == "/slides/3/1-1920.png")
    #expect(request.query == "v=7&x")
    #expect(request.headers.map(\.name) == ["host", "accept", "accept-encoding", "x-empty"])
    #expect(request[header: "accept-encoding"] == "gzip")
    #expect(request[header: "x-empty"] == "")
    #expect(request[header: "cookie"] == nil)
    #expect(request.staysOpen)
  }

  /// The bytes have the same meaning, however they come.
  @Test func RequestsMayComeInPieces() throws {
    let bytes = Array((usual + usual).replacing("\n", with: "\r\n").utf8)
    let whole = try read(usual + usual)
    #expect(whole.count == 2)
    for size in 1...bytes.count {
      var reader = HTTPReader()
      var requests: [HTTPRequest] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.feed(bytes[start..<min(start + size, bytes.count)])
        while let request = try reader.next() { requests.append(request) }
      }
      #expect(requests == whole)
      #expect(reader.isEmpty)
    }
  }

  @Test func ConnectionsStayOpenOrNot() throws {
    func stays(_ version: String, _ header: String) throws -> Bool {
      try #require(try read("GET / HTTP/\(version)\nHost: x\n\(header)\n\n").first).staysOpen
    }
    #expect(try stays("1.1", "A: b"))
    #expect(try !stays("1.1", "Connection: keep-alive, Close"))
    #expect(try !stays("1.0", "A: b"))
    #expect(try stays("1.0", "Connection: Keep-Alive"))
  }

  @Test func WhatIsNoRequestIsRefused() {
    #expect(status("GET / HTTP/1.1\nHost: x\n") == nil, "its head is not whole yet")
    #expect(status("\n\nGET / HTTP/1.1\nHost: x\n\n") == 200)
    for (text, expected) in [
      ("GET /\n\n", 400), ("G ET / HTTP/1.1\nHost: x\n\n", 400),
      ("GET  / HTTP/1.1\nHost: x\n\n", 400),
      ("GET x HTTP/1.1\nHost: x\n\n", 400), ("GET http://x/ HTTP/1.1\nHost: x\n\n", 400),
      ("GET /é HTTP/1.1\nHost: x\n\n", 400), ("GET / HTTP/2.0\nHost: x\n\n", 505),
      ("GET / HTTP/1.1\n\n", 400), ("GET / HTTP/1.1\nHost: x\nHost: y\n\n", 400),
      ("GET / HTTP/1.1\nHost : x\n\n", 400), ("GET / HTTP/1.1\n Host: x\n\n", 400),
      ("GET / HTTP/1.1\nHost: x\n folded\n\n", 400), ("GET / HTTP/1.1\nHost: x\nno colon\n\n", 400),
      ("GET / HTTP/1.1\nHost: x\u{0}\n\n", 400), ("GET /%zz HTTP/1.1\nHost: x\n\n", 400),
      ("GET /%00 HTTP/1.1\nHost: x\n\n", 400), ("GET /%FF HTTP/1.1\nHost: x\n\n", 400),
      ("GET /a/../b HTTP/1.1\nHost: x\n\n", 400), ("GET /%2e%2E/b HTTP/1.1\nHost: x\n\n", 400),
      ("GET /a%2f..%2fb HTTP/1.1\nHost: x\n\n", 400), ("GET /a..b HTTP/1.1\nHost: x\n\n", 200),
      ("POST / HTTP/1.1\nHost: x\nContent-Length: 3\n\nabc", 413),
      ("POST / HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n", 413),
      ("POST / HTTP/1.1\nHost: x\nContent-Length: x\n\n", 400),
      ("POST / HTTP/1.1\nHost: x\nContent-Length: +3\n\nabc", 400),
      ("POST / HTTP/1.1\nHost: x\nContent-Length: 3\nContent-Length: 3\n\nabc", 400),
      ("GET / HTTP/1.1\nHost: x\nContent-Length: 0\n\n", 200), ("GET / HTTP/1.0\n\n", 200),
    ] { #expect(status(text) == expected, "\(text)") }
  }

  /// A body comes with its request, however it is cut, and no other request is made of it.
  @Test func BodiesOfCommands() throws {
    let text =
      "POST /a HTTP/1.1\nHost: x\nContent-Length: 16\n\nGET / HTTP/1.1\n\nGET /b HTTP/1.1\nHost: x\n\n"
    var limits = HTTPReader.Limits()
    limits.body = 16
    for step in 1...text.utf8.count {
      var reader = HTTPReader(limits: limits)
      var requests: [HTTPRequest] = []
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: step) {
        reader.feed(bytes[start..<min(start + step, bytes.count)])
        while let request = try reader.next() { requests.append(request) }
      }
      #expect(requests.map(\.path) == ["/a", "/b"])
      #expect(requests.first?.body == Array("GET / HTTP/1.1\n\n".utf8))
      #expect(reader.isIdle)
    }
    var unfinished = HTTPReader(limits: limits)
    unfinished.feed(Array(text.utf8.prefix(60)))
    #expect(try unfinished.next() == nil && !unfinished.isIdle)
    for (more, status) in [
      ("POST / HTTP/1.1\nContent-Length: 17", 413), ("PUT / HTTP/1.1\nContent-Length: 3", 413),
    ] {
      var reader = HTTPReader(limits: limits)
      reader.feed(Array((more + "\nHost: x\n\n").utf8))
      do throws(HTTPError) {
        _ = try reader.next()
        Issue.record("\(more) was taken")
      } catch {
        #expect(error.status == status)
      }
    }
  }

  @Test func ParametersOfQueries() throws {
    func value(_ query: String) throws -> String? {
      var reader = HTTPReader()
      reader.feed(Array("GET /?\(query) HTTP/1.1\nHost: x\n\n".utf8))
      return try #require(try reader.next()).parameter("token")
    }
    #expect(try value("token=a%20b") == "a b" && value("x=1&token=c=d") == "c=d")
    #expect(try value("tokens=a") == nil && value("token") == nil && value("token=%zz") == nil)
    #expect(try value("token=%FF") == nil)
  }

  @Test func LimitsHoldBeforeTheHeadIsWhole() {
    let long = "GET /" + String(repeating: "a", count: 20_000)
    #expect(status(long) == 431)
    #expect(status("GET / HTTP/1.1\nHost: x\nA: " + String(repeating: "b", count: 17_000)) == 431)
    let many = String(repeating: "A: b\n", count: 101)
    #expect(status("GET / HTTP/1.1\nHost: x\n" + many + "\n") == 431)
    #expect(
      status("GET / HTTP/1.1\n" + String(repeating: "A: b\n", count: 99) + "Host: x\n\n") == 200)
  }

  /// Empty lines are let through before a request, and no request comes of them alone.
  @Test func EmptyLinesAreNotTakenForEver() throws {
    let line = Array("\r\n".utf8)
    var reader = HTTPReader()
    #expect(reader.isIdle)
    for _ in 0..<32 {
      reader.feed(line)
      #expect(try reader.next() == nil)
      #expect(reader.isEmpty && !reader.isIdle)
    }
    var other = reader
    reader.feed(line)
    #expect(throws: HTTPError.self) { try reader.next() }
    // A request begins the count anew.
    for _ in 0..<3 {
      other.feed(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
      #expect(try other.next() != nil && other.isIdle)
      for _ in 0..<32 { other.feed(line) }
      #expect(try other.next() == nil)
    }
    #expect(status(String(repeating: "\n", count: 1 << 20)) == 400)
  }

  @Test func DamagedRequestsDoNoHarm() {
    let whole = Array(usual.replacing("\n", with: "\r\n").utf8)
    for place in whole.indices {
      for byte in [UInt8(0), 0x0A, 0x0D, 0x20, 0x25, 0x3A, 0xFF] {
        var bent = whole
        bent[place] = byte
        var reader = HTTPReader()
        reader.feed(bent)
        while (try? reader.next()) ?? nil != nil {}
      }
    }
  }

  @Test func AnswersAsBytes() {
    let answer = HTTPResponse(200, "text/plain", Array("hé".utf8)).with("Cache-Control", "no-store")
    #expect(
      String(decoding: answer.bytes(staysOpen: true), as: UTF8.self)
        == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nCache-Control: no-store\r\n"
        + "Content-Length: 3\r\nConnection: keep-alive\r\n\r\nhé")
    let head = String(decoding: answer.bytes(isHead: true, staysOpen: false), as: UTF8.self)
    #expect(head.hasSuffix("Content-Length: 3\r\nConnection: close\r\n\r\n"))
  }
}
