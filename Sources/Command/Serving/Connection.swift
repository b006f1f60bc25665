// SPDX-License-Identifier: MIT
// Part of Platen: one connection: its socket, what came over it and what is to go.

internal import Libc
internal import Wire

/// One connection of a server. All of it is used by the server's thread alone.
final class Connection {
  enum Phase {
    /// Requests are read.
    case reading
    /// A request waits for its picture or its file; what comes meanwhile waits as well.
    case waiting(isHead: Bool, staysOpen: Bool, isLasting: Bool)
    case webSocket
    /// What is left to go goes, then no more is said.
    case ending
    /// Nothing more is said; what comes is thrown away until the other side has read the last of
    /// it.
    case lingering
  }

  let number: Int
  let socket: Int32
  var phase = Phase.reading
  /// What came of requests. Readers are changed where they are: a copy of one costs its bytes.
  var requests = HTTPReader()
  /// What came of messages, once it is a WebSocket.
  var messages = WebSocketReader(limit: 0)
  /// Indicates whether something it asked for is being done; what comes meanwhile waits.
  var isBusy = false
  /// When it is given up, in milliseconds of the server's clock.
  var deadline: Int64
  /// When something came over it last.
  var heard: Int64

  private var outgoing = ByteQueue()

  init(number: Int, socket: Int32, now: Int64, patience: Int64) {
    self.number = number
    self.socket = socket
    deadline = now + patience
    heard = now
  }

  var hasOutgoing: Bool { !outgoing.isEmpty }

  /// Bytes that are still to go out.
  var waitingBytes: Int { outgoing.count }

  var isWebSocket: Bool {
    if case .webSocket = phase { true } else { false }
  }

  /// Indicates whether what comes is read now.
  var isListening: Bool {
    switch phase {
    case .reading, .webSocket: !isBusy
    case .lingering: true
    case .waiting, .ending: false
    }
  }

  /// Has bytes go out when they can.
  func send(_ bytes: [UInt8]) { outgoing.append(bytes) }

  /// Sends what the socket takes; false where the other side is gone.
  func write() -> Bool {
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

  /// What has come, at most 64 KiB of it.
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
