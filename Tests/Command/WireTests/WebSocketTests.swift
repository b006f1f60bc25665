// SPDX-License-Identifier: MIT
// Part of Platen: tests of WebSocket: the handshake, frames whole and in pieces, and what breaks them.

import Testing

@testable import Wire

/// A frame as a client sends it.
private func sent(
  _ opcode: UInt8, _ text: String, isLast: Bool = true, mask: [UInt8] = [1, 2, 3, 4]
) -> [UInt8] {
  let payload = Array(text.utf8)
  var bytes = [(isLast ? 0x80 : 0) | opcode]
  if payload.count < 126 {
    bytes.append(0x80 | UInt8(payload.count))
  } else {
    bytes += [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
  }
  return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset & 3] }
}

private func events(_ bytes: [UInt8], limit: Int = 1000) throws(WebSocketError) -> [WebSocketEvent]
{
  var reader = WebSocketReader(limit: limit)
  reader.feed(bytes)
  var events: [WebSocketEvent] = []
  while let event = try reader.next() { events.append(event) }
  return events
}

private func code(_ bytes: [UInt8], limit: Int = 1000) -> WebSocket.CloseCode? {
  do throws(WebSocketError) {
    _ = try events(bytes, limit: limit)
    return nil
  } catch {
    return error.code
  }
}

private func text(_ text: String) -> WebSocketEvent { .text(Array(text.utf8)) }

@Suite struct WebSocketTests {
  private func request(_ headers: String, method: String = "GET") throws -> HTTPRequest {
    var reader = HTTPReader()
    reader.feed(
      Array(
        "\(method) /api/ws HTTP/1.1\nHost: x\n\(headers)\n\n".replacing("\n", with: "\r\n").utf8))
    return try #require(try reader.next())
  }

  @Test func TheHandshakeOfTheStandard() throws {
    // The example of section 1.3.
    let requested = try request(
      """
      Upgrade: WebSocket
      Connection: keep-alive, Upgrade
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
      Sec-WebSocket-Version: 13
      """)
    let answer = try WebSocket.accept(requested)
    #expect(
      String(decoding: answer.bytes(staysOpen: true), as: UTF8.self)
        == "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n")
  }

  @Test func HandshakesThatAreNoneAreRefused() throws {
    let headers = [
      "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version: 13",
    ]
    for missing in headers.indices {
      var some = headers
      some[missing] = "X: y"
      let requested = try request(some.joined(separator: "\n"))
      #expect(throws: HTTPError.self) { try WebSocket.accept(requested) }
    }
    let posted = try request(headers.joined(separator: "\n"), method: "POST")
    #expect(throws: HTTPError.self) { try WebSocket.accept(posted) }
    let old = try request(headers.joined(separator: "\n").replacing("13", with: "8"))
    #expect { try WebSocket.accept(old) } throws: { ($0 as? HTTPError)?.status == 426 }
  }

  @Test func MessagesWholeAndInFrames() throws {
    #expect(try events(sent(1, "hello")) == [text("hello")])
    #expect(try events(sent(1, "")) == [text("")])
    #expect(try events(sent(2, "ab")) == [.binary([97, 98])])
    let long = String(repeating: "x", count: 700)
    #expect(try events(sent(1, long)) == [text(long)])
    // Cut within a letter, with a ping between.
    let pieces =
      sent(1, "a", isLast: false) + sent(9, "?") + sent(0, "bc", isLast: false) + sent(0, "d")
    #expect(try events(pieces) == [.ping([63]), text("abcd")])
    #expect(try events(sent(10, "x") + sent(8, "\u{3}é")) == [.pong, .close])
  }

  @Test func FramesMayComeInPieces() throws {
    let bytes =
      sent(1, "one") + sent(9, "p") + sent(1, "tw", isLast: false) + sent(0, "o") + sent(8, "")
    let whole = try events(bytes)
    #expect(whole == [text("one"), .ping([112]), text("two"), .close])
    for size in 1...bytes.count {
      var reader = WebSocketReader(limit: 100)
      var found: [WebSocketEvent] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.feed(bytes[start..<min(start + size, bytes.count)])
        while let event = try reader.next() { found.append(event) }
      }
      #expect(found == whole)
    }
  }

  @Test func WhatBreaksTheProtocolIsTold() {
    #expect(code([0x81, 0x01, 97]) == .protocolFault, "no mask")
    #expect(code([0xC1, 0x80, 0, 0, 0, 0]) == .protocolFault, "a reserved bit")
    #expect(code([0x83, 0x80, 0, 0, 0, 0]) == .protocolFault, "an unknown frame")
    #expect(code(sent(9, "x", isLast: false)) == .protocolFault, "a ping in pieces")
    #expect(code([0x89, 0xFE, 0, 200]) == .protocolFault, "a long ping")
    #expect(code(sent(0, "x")) == .protocolFault, "continues and never began")
    #expect(code(sent(1, "x", isLast: false) + sent(1, "y")) == .protocolFault, "two at once")
    #expect(code([0x81, 0x82, 0, 0, 0, 0, 0xC3, 0x28]) == .notText)
  }

  /// A message that would be too long is an error as soon as its head states the length.
  @Test func LimitsHoldBeforeAMessageIsThere() {
    #expect(code(sent(1, String(repeating: "x", count: 300)), limit: 300) == nil)
    #expect(code([0x81, 0xFE, 1, 45], limit: 300) == .tooLong)
    #expect(code([0x81, 0xFF] + [UInt8](repeating: 0xFF, count: 8), limit: 300) == .tooLong)
    #expect(code([0x81, 0xFF, 0x80] + [UInt8](repeating: 0, count: 7), limit: 300) == .tooLong)
    let half = String(repeating: "x", count: 200)
    #expect(code(sent(1, half, isLast: false) + sent(0, half), limit: 300) == .tooLong)
    #expect(code(sent(1, half, isLast: false) + sent(9, "still") + sent(0, "y"), limit: 300) == nil)
  }

  @Test func FramesOfServers() {
    #expect(WebSocket.text("hi") == [0x81, 2, 104, 105])
    #expect(
      WebSocket.frame(.text, [UInt8](repeating: 7, count: 126)).prefix(4) == [0x81, 126, 0, 126])
    let long = WebSocket.frame(.binary, [UInt8](repeating: 7, count: 65_536))
    #expect(long.prefix(10) == [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0])
    #expect(WebSocket.close(.goingAway) == [0x88, 2, 3, 0xE9])
    #expect(WebSocket.close(.refused, String(repeating: "x", count: 500)).count == 2 + 122)
  }
}
