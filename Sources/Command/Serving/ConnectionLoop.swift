// SPDX-License-Identifier: MIT
// Part of Platen: the loop that listens, reads and sends, for all servers.

internal import Diagnostics
internal import Libc
internal import Wire

/// The callbacks of a loop to its server. All of them are called on the loop's thread.
protocol ConnectionDesk: AnyObject {
  /// A note from another thread.
  associatedtype Note: Sendable

  func read(_ note: Note)
  /// Responds to a request: immediately, or by having the connection wait.
  func take(_ request: HTTPRequest, isHead: Bool, staysOpen: Bool, on connection: Connection)
  /// Handles a message of a WebSocket.
  func receive(_ message: [UInt8], isText: Bool, on connection: Connection)
  /// Handles the sending of some queued bytes.
  func wentOut(_ connection: Connection)
  /// Handles the end of a connection; may be called twice.
  func leave(_ connection: Connection)
  /// Reports a problem to the user.
  func warn(_ trouble: String)
}

/// The limits for everyone who can reach a server.
struct ConnectionBounds {
  /// The maximum number of connections.
  var connections: Int
  /// The maximum of bytes queued for a client that does not read; with more, its input is not read.
  var waiting: Int
  /// Milliseconds for a request to arrive, and for a connection to wait for another request.
  var idleTimeout: Int64
  /// Milliseconds between pings; a client is dropped after two without response.
  var heartbeat: Int64
  /// The limits of a request.
  var request = HTTPReader.Limits()
}

/// Connections of a server, all of them on one thread.
///
/// Every resource has a limit, so that no client can take the server down: connections, bytes of a
/// request and of a message, bytes queued for a client that does not read, time without input.
final class ConnectionLoop<Desk: ConnectionDesk> {
  /// The address it listens on.
  let endpoint: Endpoint
  let letters: MessageQueue<Desk.Note>
  let bounds: ConnectionBounds
  private(set) var isStopping = false

  private weak var desk: Desk?
  /// The listening socket; below 0 once no more connections are accepted.
  private var listener: Int32
  private var connections: [Int: Connection] = [:]
  private var made = 0
  private var nextBeat: Int64 = 0
  /// The time until which no connections are accepted, for lack of file descriptors.
  private var isShutUntil: Int64 = 0

  /// Begins to listen; responds once it runs.
  ///
  /// - Throws: `Failure` `serve.address`.
  init(at endpoint: Endpoint, bounds: ConnectionBounds) throws(Failure) {
    letters = try MessageQueue()
    let (listener, port) = try endpoint.listen()
    self.listener = listener
    var endpoint = endpoint
    endpoint.port = port
    self.endpoint = endpoint
    self.bounds = bounds
  }

  deinit { if listener >= 0 { close(listener) } }

  /// Milliseconds of a monotonic clock.
  var clock: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// An open connection.
  subscript(number: Int) -> Connection? { connections[number] }

  /// The connections that receive messages.
  var webSockets: [Connection] {
    connections.values.filter(\.isWebSocket).sorted { $0.number < $1.number }
  }

  // MARK: The loop

  /// Serves until it is stopped.
  func run(for desk: Desk) {
    self.desk = desk
    nextBeat = clock + bounds.heartbeat
    while !isStopping || !connections.isEmpty {
      var waits = [pollfd(fd: letters.wake, events: Int16(POLLIN), revents: 0)]
      let isOpen = clock >= isShutUntil
      waits.append(pollfd(fd: isOpen ? listener : -1, events: Int16(POLLIN), revents: 0))
      let open = connections.keys.sorted()
      for number in open {
        guard let connection = connections[number] else { continue }
        let events =
          (isReading(connection) ? POLLIN : 0) | (connection.hasOutgoing ? POLLOUT : 0)
        waits.append(pollfd(fd: connection.socket, events: Int16(events), revents: 0))
      }
      let count = poll(&waits, nfds_t(waits.count), 250)
      if count < 0, errno != EINTR {
        desk.warn("polling the connections failed: \(systemErrorText(errno))")
        return
      }
      if waits[0].revents != 0 {
        for letter in letters.take() {
          switch letter {
          case .stop: stop()
          case .note(let note): desk.read(note)
          }
        }
      }
      if waits[1].revents != 0, listener >= 0 { accept() }
      for (number, wait) in zip(open, waits[2...]) where wait.revents != 0 {
        guard let connection = connections[number] else { continue }
        if wait.revents & Int16(POLLERR | POLLNVAL) != 0 {
          drop(connection)
          continue
        }
        if wait.revents & Int16(POLLIN | POLLHUP) != 0 { readable(connection) }
        if connections[number] != nil { flush(connection) }
        // Requests that arrived before the responses to others were read.
        if case .reading = connection.phase, !connection.requests.isEmpty { proceed(connection) }
      }
      tick()
    }
  }

  /// A client that sends requests without reading responses is no longer read.
  private func isReading(_ connection: Connection) -> Bool {
    connection.isListening && connection.waitingBytes <= bounds.waiting
  }

  private func stop() {
    guard !isStopping else { return }
    isStopping = true
    close(listener)
    listener = -1
    let now = clock
    for connection in connections.values.sorted(by: { $0.number < $1.number }) {
      if connection.isWebSocket {
        connection.send(WebSocket.close(.goingAway, "the server is stopping"))
      }
      connection.phase = .ending
      connection.deadline = now + 500
      flush(connection)
    }
  }

  /// Handles what is due: drops idle connections and sends pings.
  private func tick() {
    let now = clock
    for connection in connections.values where now >= connection.deadline { drop(connection) }
    guard now >= nextBeat else { return }
    nextBeat = now + bounds.heartbeat
    for connection in webSockets {
      connection.send(WebSocket.frame(.ping, []))
      flush(connection)
    }
  }

  // MARK: Connections

  private func accept() {
    // A few at a time: existing connections are served in between.
    for _ in 0..<32 {
      let socket = Libc.accept(listener, nil, nil)
      if socket < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        if errno != EAGAIN, errno != EWOULDBLOCK {
          // No descriptors, no memory: existing connections continue, others are accepted later.
          isShutUntil = clock + 200
        }
        return
      }
      guard prepare(socket), connections.count < bounds.connections || makeRoom() else {
        Libc.close(socket)
        continue
      }
      var one: Int32 = 1
      setsockopt(
        socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
      made += 1
      connections[made] = Connection(
        number: made, socket: socket, limits: bounds.request, now: clock,
        idleTimeout: bounds.idleTimeout)
    }
  }

  /// Drops the connection that has been idle longest.
  private func makeRoom() -> Bool {
    let idle = connections.values.filter { connection in
      if case .reading = connection.phase { !connection.hasOutgoing } else { false }
    }
    guard let oldest = idle.min(by: { ($0.lastReceived, $0.number) < ($1.lastReceived, $1.number) })
    else {
      return false
    }
    drop(oldest)
    return true
  }

  /// Ends a connection without a message.
  func drop(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    Libc.close(connection.socket)
    desk?.leave(connection)
  }

  private func readable(_ connection: Connection) {
    switch connection.read() {
    case .nothing: return
    case .end: drop(connection)
    case .bytes(let bytes):
      let now = clock
      connection.lastReceived = now
      switch connection.phase {
      case .reading:
        // The limit counts from a request's first byte, however slowly it arrives.
        if connection.requests.isIdle { connection.deadline = now + bounds.idleTimeout }
        connection.requests.feed(bytes)
      case .webSocket:
        connection.deadline = now + 2 * bounds.heartbeat + bounds.idleTimeout
        connection.messages.feed(bytes)
      case .waiting, .ending, .lingering: return
      }
      proceed(connection)
    }
  }

  /// Handles the input of a connection.
  func proceed(_ connection: Connection) {
    while connections[connection.number] != nil, !connection.isBusy {
      switch connection.phase {
      case .reading:
        guard connection.waitingBytes <= bounds.waiting else { return }
        let request: HTTPRequest?
        do throws(HTTPError) {
          request = try connection.requests.next()
        } catch {
          answer(
            .text(error.status, error.message), isHead: false, staysOpen: false, on: connection)
          return
        }
        guard let request else { return }
        desk?.take(
          request, isHead: request.method == "HEAD", staysOpen: request.staysOpen && !isStopping,
          on: connection)
      case .webSocket:
        let event: WebSocketEvent?
        do throws(WebSocketError) {
          event = try connection.messages.next()
        } catch {
          end(connection, error.code, error.message)
          return
        }
        guard let event else { return }
        take(event, on: connection)
      case .waiting, .ending, .lingering: return
      }
    }
  }

  private func take(_ event: WebSocketEvent, on connection: Connection) {
    switch event {
    case .text(let message): desk?.receive(message, isText: true, on: connection)
    case .binary: desk?.receive([], isText: false, on: connection)
    case .ping(let payload):
      connection.send(WebSocket.frame(.pong, payload))
      flush(connection)
    case .pong: break
    case .close: end(connection, .normal)
    }
  }

  // MARK: Sending

  /// Responds to a request with the whole body.
  func answer(
    _ response: HTTPResponse, isHead: Bool, staysOpen: Bool, on connection: Connection
  ) {
    connection.send(response.bytes(isHead: isHead, staysOpen: staysOpen))
    finish(staysOpen: staysOpen, on: connection)
  }

  /// Handles the end of a response.
  func finish(staysOpen: Bool, on connection: Connection) {
    connection.deadline = clock + bounds.idleTimeout
    if !staysOpen || isStopping { connection.phase = .ending }
    flush(connection)
  }

  /// Makes a connection a WebSocket; the caller sends the first message.
  func open(_ response: HTTPResponse, longestMessage: Int, on connection: Connection) {
    guard case .reading = connection.phase else { return }
    connection.messages = WebSocketReader(limit: longestMessage)
    connection.messages.feed(connection.requests.pending)
    connection.requests = HTTPReader()
    connection.phase = .webSocket
    connection.deadline = clock + 2 * bounds.heartbeat + bounds.idleTimeout
    connection.send(response.bytes(staysOpen: true))
  }

  /// Closes a WebSocket with a message.
  func end(_ connection: Connection, _ code: WebSocket.CloseCode, _ reason: String = "") {
    desk?.leave(connection)
    connection.send(WebSocket.close(code, reason))
    connection.phase = .ending
    connection.deadline = clock + 2000
    flush(connection)
  }

  /// Sends the queued bytes; ends the connection where it is to end.
  func flush(_ connection: Connection) {
    guard connections[connection.number] != nil else { return }
    let before = connection.waitingBytes
    guard connection.writeAnswers() else { return drop(connection) }
    // A client that reads a large image slowly is not idle.
    if connection.waitingBytes < before, !connection.isWebSocket, connection.deadline < .max,
      !isStopping
    {
      connection.deadline = clock + bounds.idleTimeout
    }
    if connection.isWebSocket, connection.waitingBytes > bounds.waiting { return drop(connection) }
    if case .ending = connection.phase, !connection.hasOutgoing {
      // Closed immediately, unread input would make the other side lose the last bytes.
      shutdown(connection.socket, Int32(SHUT_WR))
      connection.phase = .lingering
      connection.deadline = min(connection.deadline, clock + 1000)
    }
    desk?.wentOut(connection)
  }
}
