// SPDX-License-Identifier: MIT
// Part of Platen: a real HTTP server on this machine for tests, as well- or ill-behaved as they
// ask.

internal import CTLS
internal import Libc

/// A server on a port of its own of 127.0.0.1, with a thread for each connection. What it answers,
/// a closure returns.
public final class LoopbackServer: @unchecked Sendable {
  /// The request.
  public struct Request: Sendable {
    public var method: String
    /// With its query.
    public var path: String
    /// Names in lower case.
    public var headers: [String: String]
    public var body: [UInt8]
    /// The number of the connection it came by, counted from 1.
    public var connection: Int

    public var text: String { String(decoding: body, as: UTF8.self) }
    public var pathOnly: String { String(path.prefix { $0 != "?" }) }
    /// A value of the query.
    public func query(_ name: String) -> String? {
      let pairs = path.split(separator: "?").dropFirst().first?.split(separator: "&") ?? []
      return pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
  }

  /// The answer.
  public indirect enum Reply: Sendable {
    case answer(Int, [(String, String)] = [], String)
    /// Bytes as they are, with a pause before each; then the connection ends.
    case raw([(pause: Double, bytes: [UInt8])])
    /// A header that promises more than comes, and the end.
    case cut(String)
    /// A body that continues until the other side has enough.
    case endless([(String, String)] = [])
    /// Those bytes again and again, with a pause before each, until the other side has enough.
    case repeated([(String, String)] = [], [UInt8], pause: Double = 0)
    /// The same, later.
    case slow(Double, Reply)
    /// An event stream; it stays open for so many seconds after the last event.
    case events([String], headers: [(String, String)] = [], open: Double = 0)

    public static func json(_ body: String, status: Int = 200) -> Reply {
      .answer(status, [("Content-Type", "application/json")], body)
    }
  }

  /// A key and a certificate, as files.
  public struct Identity: Sendable {
    public var certificate: String
    public var key: String
    public init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  public let port: Int
  private let isSecure: Bool
  private let listener: Int32
  private let context: OpaquePointer?
  private let handler: @Sendable (Request) -> Reply
  // All that threads share is below, and is touched under `lock` alone.
  private var lock = pthread_mutex_t()
  private var seen: [Request] = []
  private var open: Set<Int32> = []
  private var connectionCount = 0
  private var isStopped = false

  public init(
    identity: Identity? = nil, _ handler: @escaping @Sendable (Request) -> Reply
  ) throws {
    self.handler = handler
    signal(SIGPIPE, SIG_IGN)
    pthread_mutex_init(&lock, nil)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard bound else { throw Trouble(what: "no port: \(errno)") }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    isSecure = identity != nil
    if let identity {
      context = SSL_CTX_new(TLS_server_method())
      guard SSL_CTX_use_certificate_chain_file(context, identity.certificate) == 1,
        SSL_CTX_use_PrivateKey_file(context, identity.key, SSL_FILETYPE_PEM) == 1
      else { throw Trouble(what: "no certificate") }
    } else {
      context = nil
    }
    spawn { [self] in accepting() }
  }

  deinit {
    SSL_CTX_free(context)
    pthread_mutex_destroy(&lock)
  }

  private struct Trouble: Error { var what: String }

  /// The server's address.
  public var url: String { "\(isSecure ? "https" : "http")://127.0.0.1:\(port)" }

  /// The requests until now.
  public var requests: [Request] { locked { seen } }

  /// The count of connections.
  public var connections: Int { locked { connectionCount } }

  public func stop() {
    // Threads that use a socket close it: a number that is closed here would be another's by the
    // time they come back to it.
    locked {
      isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      for socket in open { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  private func locked<T>(_ body: () -> T) -> T {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    return body()
  }

  private func accepting() {
    while true {
      let socket = accept(listener, nil, nil)
      guard socket >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        close(listener)
        return
      }
      var yes: Int32 = 1
      setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
      let number = locked {
        open.insert(socket)
        connectionCount += 1
        return connectionCount
      }
      spawn { [self] in
        Line(socket, context).use { converse($0, number) }
        locked {
          open.remove(socket)
          close(socket)
        }
      }
    }
  }

  private func converse(_ line: Line, _ number: Int) {
    while let request = line.request(number) {
      locked { seen.append(request) }
      guard give(handler(request), on: line) else { return }
    }
  }

  /// Indicates whether the connection continues.
  private func give(_ reply: Reply, on line: Line) -> Bool {
    func head(_ status: Int, _ headers: [(String, String)]) -> String {
      "HTTP/1.1 \(status) Scripted\r\n" + headers.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
    }
    switch reply {
    case .answer(let status, let headers, let body):
      let length = ("Content-Length", "\(body.utf8.count)")
      return line.write(Array((head(status, headers + [length]) + body).utf8))
    case .raw(let pieces):
      for piece in pieces {
        pause(piece.pause)
        guard line.write(piece.bytes) else { return false }
      }
      return false
    case .cut(let body):
      let promised = [
        ("Content-Type", "application/json"), ("Content-Length", "\(body.utf8.count + 100)"),
      ]
      _ = line.write(Array((head(200, promised) + body).utf8))
      return false
    case .endless(let headers):
      var isOpen = line.write(Array(head(200, headers).utf8))
      let piece = [UInt8](repeating: 32, count: 1 << 16)
      while isOpen, !locked({ isStopped }) { isOpen = line.write(piece) }
      return false
    case .repeated(let headers, let bytes, let seconds):
      var isOpen = line.write(Array(head(200, headers).utf8))
      while isOpen, !locked({ isStopped }) {
        pause(seconds)
        isOpen = line.write(bytes)
      }
      return false
    case .slow(let seconds, let reply):
      pause(seconds)
      return give(reply, on: line)
    case .events(let events, let headers, let seconds):
      let type = ("Content-Type", "text/event-stream")
      guard line.write(Array(head(200, headers + [type]).utf8)) else { return false }
      for event in events {
        let lines = event.split(separator: "\n", omittingEmptySubsequences: false)
        let text = "event: message\n" + lines.map { "data: \($0)\n" }.joined() + "\n"
        guard line.write(Array(text.utf8)) else { return false }
      }
      pause(seconds)
      return false
    }
  }

  private func pause(_ seconds: Double) {
    var left = seconds
    while left > 0, !locked({ isStopped }) {
      usleep(UInt32(min(left, 0.02) * 1e6))
      left -= 0.02
    }
  }
}

/// One connection, encrypted or not.
private final class Line {
  private let socket: Int32
  private let tls: OpaquePointer?
  private var rest: [UInt8] = []

  init(_ socket: Int32, _ context: OpaquePointer?) {
    self.socket = socket
    tls = context.flatMap(SSL_new)
    if let tls { SSL_set_fd(tls, socket) }
  }

  deinit { if let tls { SSL_free(tls) } }

  func use(_ body: (Line) -> Void) {
    if let tls, SSL_accept(tls) != 1 { return }
    body(self)
    if let tls { SSL_shutdown(tls) }
  }

  func write(_ bytes: [UInt8]) -> Bool {
    var done = 0
    return bytes.withUnsafeBytes { bytes in
      while done < bytes.count {
        let base = bytes.baseAddress! + done
        let count =
          tls.map { Int(SSL_write($0, base, Int32(bytes.count - done))) }
          ?? send(socket, base, bytes.count - done, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  private func more() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count =
      tls.map { Int(SSL_read($0, &buffer, Int32(buffer.count))) }
      ?? recv(socket, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    rest += buffer[..<count]
    return true
  }

  /// The next request, or nil at the end.
  func request(_ number: Int) -> LoopbackServer.Request? {
    let mark = Array("\r\n\r\n".utf8)
    var end: Int?
    while true {
      end = rest.indices.first { rest[$0...].starts(with: mark) }
      if end != nil { break }
      guard more() else { return nil }
    }
    let head = String(decoding: rest[..<end!], as: UTF8.self).components("\r\n")
    let words = head[0].split(separator: " ").map(String.init)
    var headers: [String: String] = [:]
    for line in head.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers[line[..<colon].lowercased()] = String(value)
    }
    rest.removeFirst(end! + 4)
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while rest.count < length { guard more() else { return nil } }
    let body = Array(rest[..<length])
    rest.removeFirst(length)
    guard words.count == 3 else { return nil }
    return LoopbackServer.Request(
      method: words[0], path: words[1], headers: headers, body: body, connection: number)
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }
}

/// Runs a body on a thread of its own.
private func spawn(_ body: @escaping @Sendable () -> Void) {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { box in
      Unmanaged<Box>.fromOpaque(box!).takeRetainedValue().body()
      return nil
    }, Unmanaged.passRetained(Box(body)).toOpaque())
  pthread_detach(thread)
}
