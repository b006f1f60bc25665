// SPDX-License-Identifier: MIT
// Part of Platen: one connection: its socket, what came over it and what is to go.

internal import Libc
internal import Wire

/// One connection of a server. All of it is used by the server's thread alone.
final class Connection {
  enum Phase {
    /// Requests are read.
    case reading
    /// A request waits for its image or its file; further input waits as well.
    case waiting(isHead: Bool, staysOpen: Bool, isLasting: Bool)
    case webSocket
    /// The remaining bytes are sent, then nothing more.
    case ending
    /// Nothing more is sent; input is discarded until the other side has read the last bytes.
    case lingering
  }

  let number: Int
  let socket: Int32
  var phase = Phase.reading
  /// The reader of requests. Readers are changed in place: a copy of one costs its bytes.
  var requests: HTTPReader
  /// The reader of messages, once it is a WebSocket.
  var messages = WebSocketReader(limit: 0)
  /// Indicates whether a request of it is in progress; further input waits.
  var isBusy = false
  /// The time at which it is dropped, in milliseconds of the server's clock.
  var deadline: Int64
  /// The time of its last input.
  var lastReceived: Int64
  /// The address of the other side in figures.
  let peer: String

  private var outgoing = ByteQueue()

  init(
    number: Int, socket: Int32, limits: HTTPReader.Limits, now: Int64, idleTimeout: Int64
  ) {
    self.number = number
    self.socket = socket
    requests = HTTPReader(limits: limits)
    peer = Endpoint.peer(of: socket) ?? ""
    deadline = now + idleTimeout
    lastReceived = now
  }

  var hasOutgoing: Bool { !outgoing.isEmpty }

  /// The number of bytes still to send.
  var waitingBytes: Int { outgoing.count }

  var isWebSocket: Bool {
    if case .webSocket = phase { true } else { false }
  }

  /// Indicates whether input is read now.
  var isListening: Bool {
    switch phase {
    case .reading, .webSocket: !isBusy
    case .lingering: true
    case .waiting, .ending: false
    }
  }

  /// Queues bytes for sending.
  func send(_ bytes: [UInt8]) { outgoing.append(bytes) }

  /// Sends as many bytes as the socket takes; false where the other side has disconnected.
  func writeAnswers() -> Bool {
    while !outgoing.isEmpty {
      let count = outgoing.withUnsafeBytes { bytes in
        Libc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == EWOULDBLOCK
      }
      outgoing.removeFirst(count)
    }
    return true
  }

  enum Reading {
    case bytes([UInt8])
    case nothing
    case end
  }

  /// Reads the available input, at most 64 KiB.
  func read() -> Reading {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
      repeat {
        count = recv(socket, buffer.baseAddress, buffer.count, 0)
      } while count < 0 && errno == EINTR
      filled = max(0, count)
    }
    if count > 0 { return .bytes(bytes) }
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? .nothing : .end
  }
}
