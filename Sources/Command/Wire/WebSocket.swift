// SPDX-License-Identifier: MIT
// Part of Platen: WebSocket: how one begins, its messages out of bytes as they come, and as bytes.

internal import CCrypto
internal import Text

/// The handshake and the frames of RFC 6455, on the server's side.
public enum WebSocket {
  /// Indicates whether a request is for a WebSocket, even an invalid one.
  public static func isAsked(by request: HTTPRequest) -> Bool {
    request.lists("websocket", in: "upgrade")
  }

  /// The response that opens a WebSocket.
  ///
  /// - Throws: `HTTPError` where the request breaks section 4.2.1.
  public static func accept(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    guard request.method == "GET", request.minorVersion == 1, isAsked(by: request),
      request.lists("upgrade", in: "connection")
    else { throw HTTPError(400, "a WebSocket requires GET, Upgrade and Connection") }
    guard request[header: "sec-websocket-version"] == "13" else {
      throw HTTPError(426, "only version 13 of WebSocket is supported")
    }
    // 16 bytes as base64.
    guard let key = request[header: "sec-websocket-key"], key.utf8.count == 24, key.hasSuffix("==")
    else { throw HTTPError(400, "a WebSocket requires a key of 16 bytes") }
    return HTTPResponse(
      101,
      headers: [
        .init("Upgrade", "websocket"), .init("Connection", "Upgrade"),
        .init("Sec-WebSocket-Accept", proof(of: key)),
      ])
  }

  static func proof(of key: String) -> String {
    let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
    var digest = [UInt8](repeating: 0, count: 20)
    let status = unsafe EVP_Digest(text, text.count, &digest, nil, EVP_sha1(), nil)
    precondition(status == 1, "libcrypto could not compute a SHA-1")
    return Base64.encode(digest)
  }

  public enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10
  }

  /// The reason for closing a WebSocket, by section 7.4.1.
  public enum CloseCode: UInt16, Sendable {
    case normal = 1000
    /// The server is stopping.
    case goingAway = 1001
    case protocolFault = 1002
    case notText = 1007
    case refused = 1008
    case tooLong = 1009
  }

  /// A message in one frame, without a mask, as servers send them.
  public static func frame(_ opcode: Opcode, _ payload: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = [0x80 | opcode.rawValue]
    let count = payload.count
    if count < 126 {
      bytes.append(UInt8(count))
    } else if count <= 0xFFFF {
      bytes += [126, UInt8(count >> 8), UInt8(count & 0xFF)]
    } else {
      bytes.append(127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(count >> shift & 0xFF))
      }
    }
    return bytes + payload
  }

  public static func text(_ text: String) -> [UInt8] { frame(.text, text.utf8) }

  public static func close(_ code: CloseCode, _ reason: String = "") -> [UInt8] {
    // Control frames hold at most 125 bytes.
    frame(
      .close,
      [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + Array(reason.utf8).prefix(120))
  }
}

/// An event received over a WebSocket.
public enum WebSocketEvent: Hashable, Sendable {
  /// A whole message, joined from its frames; well-formed UTF-8.
  case text([UInt8])
  case binary([UInt8])
  case ping([UInt8])
  case pong
  case close
}

/// The error that prevents further reading, and the code to close with.
public struct WebSocketError: Error, Hashable, Sendable {
  public var code: WebSocket.CloseCode
  public var message: String
  init(_ code: WebSocket.CloseCode, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// A reader of events from the bytes of a client.
public struct WebSocketReader: Sendable {
  private let limit: Int
  private var bytes = ByteQueue()
  private var message: [UInt8] = []
  private var kind: WebSocket.Opcode?

  /// - Parameter limit: Bytes of a message, over all its frames; a longer one is an error before it
  ///   has arrived completely.
  public init(limit: Int) { self.limit = limit }

  public mutating func feed(_ more: some Collection<UInt8>) { bytes.append(more) }

  /// The next event; nil until more bytes arrive. After an error no more events can be read.
  public mutating func next() throws(WebSocketError) -> WebSocketEvent? {
    while let frame = try takeFrame() {
      if let event = try take(frame) { return event }
    }
    return nil
  }

  private struct Frame {
    var opcode: WebSocket.Opcode
    var isLast: Bool
    var payload: [UInt8]
  }

  private mutating func takeFrame() throws(WebSocketError) -> Frame? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] & 0x70 == 0 else {
      throw WebSocketError(.protocolFault, "a frame uses reserved bits")
    }
    guard let opcode = WebSocket.Opcode(rawValue: bytes[0] & 0x0F) else {
      throw WebSocketError(.protocolFault, "unknown kind of frame")
    }
    guard bytes[1] & 0x80 != 0 else {
      throw WebSocketError(.protocolFault, "the frames of a client must be masked")
    }
    let isLast = bytes[0] & 0x80 != 0
    let short = Int(bytes[1] & 0x7F)
    if opcode.rawValue >= 8, !isLast || short > 125 {
      throw WebSocketError(.protocolFault, "a control frame must be short and not fragmented")
    }
    let lengthBytes = short == 126 ? 2 : short == 127 ? 8 : 0
    guard bytes.count >= 2 + lengthBytes else { return nil }
    let long = bytes[2..<(2 + lengthBytes)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let length = lengthBytes == 0 ? UInt64(short) : long
    guard length <= UInt64(limit), Int(length) + message.count <= limit || opcode.rawValue >= 8
    else { throw WebSocketError(.tooLong, "the message is longer than \(limit) bytes") }
    let start = 2 + lengthBytes + 4
    let end = start + Int(length)
    guard bytes.count >= end else { return nil }
    let mask = bytes[(start - 4)..<start]
    var payload = bytes[start..<end]
    for index in payload.indices { payload[index] ^= mask[index & 3] }
    bytes.removeFirst(end)
    return Frame(opcode: opcode, isLast: isLast, payload: payload)
  }

  private mutating func take(_ frame: Frame) throws(WebSocketError) -> WebSocketEvent? {
    switch frame.opcode {
    case .ping: return .ping(frame.payload)
    case .pong: return .pong
    case .close: return .close
    case .continuation:
      guard kind != nil else {
        throw WebSocketError(.protocolFault, "a continuation without a message")
      }
    case .text, .binary:
      guard kind == nil else {
        throw WebSocketError(.protocolFault, "a message begins before the last one ended")
      }
      kind = frame.opcode
    }
    message += frame.payload
    guard frame.isLast else { return nil }
    let whole = message
    let isText = kind == .text
    message = []
    kind = nil
    guard isText else { return .binary(whole) }
    guard String(validating: whole, as: UTF8.self) != nil else {
      throw WebSocketError(.notText, "the text is not UTF-8")
    }
    return .text(whole)
  }
}
