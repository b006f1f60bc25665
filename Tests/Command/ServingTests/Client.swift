// SPDX-License-Identifier: MIT
// Part of Platen: a client of plain sockets, for tests of the server.

import Foundation
import JSON
import Testing

@testable import Serving

/// One connection to a server on this machine.
final class Client {
  private let socket: Int32
  private(set) var received: [UInt8] = []

  init(port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafeBytes(of: &place) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        connect(socket, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    try #require(status == 0, "no server listens at \(port)")
    var timeout = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  /// Sends bytes; false where the other side is gone.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// More of what comes; false where nothing comes any more.
  @discardableResult func receive() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    received += bytes[..<count]
    return true
  }

  /// Indicates whether the other side ends, whatever it sent before.
  var isEnded: Bool {
    while receive() {}
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, 0) == 0
  }

  /// A request and its answer: its status and its body.
  func get(_ path: String, _ headers: String...) -> (status: Int, head: String, body: [UInt8]) {
    let lines = ["GET \(path) HTTP/1.1", "Host: localhost"] + headers
    send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    while true {
      if let answer = takeAnswer() { return answer }
      guard receive() else { return (0, "", received) }
    }
  }

  /// Sends a command over HTTP.
  func post(_ command: String, _ headers: String...) -> (status: Int, head: String, body: [UInt8]) {
    let lines =
      ["POST /api/command HTTP/1.1", "Host: localhost", "Content-Type: application/json"] + headers
      + ["Content-Length: \(command.utf8.count)"]
    send(lines.joined(separator: "\r\n") + "\r\n\r\n" + command)
    while true {
      if let answer = takeAnswer() { return answer }
      guard receive() else { return (0, "", received) }
    }
  }

  private func takeAnswer() -> (status: Int, head: String, body: [UInt8])? {
    guard let end = Data(received).firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
    let status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
    let length =
      head.split(separator: "\r\n").compactMap { line in
        line.hasPrefix("Content-Length: ") ? Int(line.dropFirst(16)) : nil
      }.first ?? 0
    guard received.count >= end.upperBound + length else { return nil }
    let body = Array(received[end.upperBound..<end.upperBound + length])
    received.removeFirst(end.upperBound + length)
    return (status, head, body)
  }

  // MARK: WebSocket

  /// Opens a WebSocket; false where that is refused.
  @discardableResult func open(_ path: String = "/api/ws") -> Bool {
    get(
      path, "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"
    ).status == 101
  }

  func sendMessage(_ text: String, opcode: UInt8 = 1) { send(Client.frame(text, opcode: opcode)) }

  /// A frame as clients send it.
  static func frame(_ text: String, opcode: UInt8 = 1) -> [UInt8] {
    let payload = Array(text.utf8)
    var frame = [0x80 | opcode]
    if payload.count < 126 {
      frame.append(0x80 | UInt8(payload.count))
    } else {
      frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    }
    let mask: [UInt8] = [7, 77, 177, 250]
    return frame + mask + payload.enumerated().map { $0.element ^ mask[$0.offset & 3] }
  }

  func order(_ command: String, _ more: String = "") {
    sendMessage(#"{"command":"\#(command)"\#(more)}"#)
  }

  /// The next frame; nil where none comes.
  func frame() -> (opcode: UInt8, payload: [UInt8])? {
    while true {
      if received.count >= 2 {
        let short = Int(received[1] & 0x7F)
        let start = short == 126 ? 4 : 2
        if received.count >= start {
          let length = short == 126 ? Int(received[2]) << 8 | Int(received[3]) : short
          if received.count >= start + length {
            let frame = (received[0] & 0x0F, Array(received[start..<start + length]))
            received.removeFirst(start + length)
            return frame
          }
        }
      }
      guard receive() else { return nil }
    }
  }

  /// The code the other side closes with, whatever it sends before; nil where it does not close.
  func closing() -> [UInt8]? {
    while let frame = frame() {
      if frame.opcode == 8 { return Array(frame.payload.prefix(2)) }
    }
    return nil
  }

  /// The next message that comes, which has to be a text. Signs of life before it are skipped: a
  /// server on a busy machine sends them at any time.
  func nextMessage() throws -> JSONValue {
    var next = try #require(self.frame())
    while next.opcode == 9 { next = try #require(self.frame()) }
    try #require(next.opcode == 1)
    return try JSONDocument(parsing: next.payload).root
  }

  /// The next text of that type; others before it are skipped.
  func nextMessage(_ type: String) throws -> JSONValue {
    while true {
      let message = try nextMessage()
      if message["type"]?.string == type { return message }
    }
  }
}
