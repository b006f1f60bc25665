// SPDX-License-Identifier: MIT
// Part of Platen: the loop that listens, reads, answers and tells viewers of a talk's moves.

public import Diagnostics
internal import Dispatch
internal import Pipeline
public import Rehearsal
internal import Wire

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A server of one talk: HTTP and WebSocket on one thread, pictures drawn on others.
///
/// Every resource has a bound, so that nobody who can reach the server can take it down: connections,
/// bytes of a request and of a message, bytes that wait to be read by somebody who does not, time
/// without a word.
public final class LiveServer {
  public struct Bounds: Sendable {
    /// Connections at once, those of viewers among them.
    public var connections = 600
    /// Bytes that wait for one viewer.
    public var waiting = 1 << 20
    /// Bytes of pictures that are kept.
    public var pictures = 96 << 20
    /// Pictures drawn at once.
    public var drawing = 2
    /// Milliseconds a request may take to come, and a connection to wait for another one.
    public var patience: Int64 = 10_000
    /// Milliseconds between questions whether a viewer is there, who is given up after two.
    public var heartbeat: Int64 = 20_000
    public init() {}
  }

  /// What the server tells whoever started it.
  public struct Reports {
    /// What time it is.
    public var now: () -> Moment
    /// Something was done that belongs in the log of the session.
    public var record: (SessionLog.Entry) -> Void
    /// Something happened that a person may want to know.
    public var say: (String) -> Void

    public init(
      now: @escaping () -> Moment, record: @escaping (SessionLog.Entry) -> Void,
      say: @escaping (String) -> Void
    ) {
      self.now = now
      self.record = record
      self.say = say
    }
  }

  /// What other threads say to the server.
  public struct Handle: Sendable {
    fileprivate let letters: Letters

    /// Has the server take leave of everybody and end.
    public func stop() { letters.put(.stop) }
    /// Has the server show another version.
    public func change(to show: Show) { letters.put(.show(show)) }
  }

  private var routes: Routes
  private var room: LiveRoom
  private let reports: Reports
  private let bounds: Bounds
  private let letters: Letters
  /// Below 0 once nobody is let in any more.
  private var listener: Int32
  /// Where it listens.
  public let endpoint: Endpoint

  private var connections: [Int: Connection] = [:]
  private var made = 0
  private var shelf: PictureShelf
  private let artists = DispatchQueue(label: "pictures", attributes: .concurrent)
  private var isStopping = false
  private var nextBeat: Int64 = 0
  /// Until when nobody is let in, for want of files.
  private var isShutUntil: Int64 = 0

  /// Begins to listen; answers once it runs.
  ///
  /// - Throws: `Failure` `serve.address`.
  public init(
    at endpoint: Endpoint, show: Show, pages: Pages, machine: LiveMachine,
    rules: LiveRoom.Rules, bounds: Bounds = Bounds(), reports: Reports
  ) throws(Failure) {
    letters = try Letters()
    let (listener, port) = try endpoint.listen()
    self.listener = listener
    var endpoint = endpoint
    endpoint.port = port
    self.endpoint = endpoint
    routes = Routes(show: show, pages: pages, rules: rules, isLoopback: endpoint.isLoopback)
    room = LiveRoom(machine, rules: rules)
    shelf = PictureShelf(limit: bounds.pictures)
    self.bounds = bounds
    self.reports = reports
  }

  deinit { if listener >= 0 { close(listener) } }

  public var handle: Handle { Handle(letters: letters) }

  /// Where the talk is.
  public var machine: LiveMachine { room.machine }

  private static var clock: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  // MARK: The loop

  /// Serves until it is told to stop.
  public func run() {
    nextBeat = LiveServer.clock + bounds.heartbeat
    while !isStopping || !connections.isEmpty {
      var waits = [pollfd(fd: letters.wake, events: Int16(POLLIN), revents: 0)]
      let isOpen = LiveServer.clock >= isShutUntil
      waits.append(pollfd(fd: isOpen ? listener : -1, events: Int16(POLLIN), revents: 0))
      let open = connections.keys.sorted()
      for number in open {
        guard let connection = connections[number] else { continue }
        let events =
          (isHeard(connection) ? POLLIN : 0) | (connection.hasOutgoing ? POLLOUT : 0)
        waits.append(pollfd(fd: connection.socket, events: Int16(events), revents: 0))
      }
      let count = poll(&waits, nfds_t(waits.count), 250)
      if count < 0, errno != EINTR {
        reports.say("waiting for viewers failed: \(String(cString: strerror(errno)))")
        return
      }
      if waits[0].revents != 0 { for letter in letters.take() { read(letter) } }
      if waits[1].revents != 0, listener >= 0 { accept() }
      for (number, wait) in zip(open, waits[2...]) where wait.revents != 0 {
        guard let connection = connections[number] else { continue }
        if wait.revents & Int16(POLLERR | POLLNVAL) != 0 {
          drop(connection)
          continue
        }
        if wait.revents & Int16(POLLIN | POLLHUP) != 0 { readable(connection) }
        if connections[number] != nil { flush(connection) }
        // Requests that came before the answers to others were read.
        if case .reading(let reader) = connection.phase, !reader.isEmpty { proceed(connection) }
      }
      tick()
    }
  }

  /// Whoever asks on and on and reads no answer is not heard any more.
  private func isHeard(_ connection: Connection) -> Bool {
    connection.isListening && connection.waitingBytes <= bounds.waiting
  }

  private func read(_ letter: Letter) {
    switch letter {
    case .stop:
      guard !isStopping else { return }
      isStopping = true
      close(listener)
      listener = -1
      let now = LiveServer.clock
      for connection in connections.values.sorted(by: { $0.number < $1.number }) {
        if connection.isWebSocket {
          connection.send(WebSocket.close(.goingAway, "the server stops"))
        }
        connection.phase = .ending
        connection.deadline = now + 500
        flush(connection)
      }
    case .show(let show):
      guard show.version != routes.show.version else { return }
      routes.show = show
      perform(room.change(to: show.talk, at: reports.now()))
    case .picture(let key, let bytes):
      for number in shelf.end(key, bytes) {
        guard let connection = connections[number],
          case .waiting(let reader, let isHead, let staysOpen, let isLasting) = connection.phase
        else { continue }
        connection.phase = .reading(reader)
        let answer =
          bytes.map { LiveServer.picture($0, isLasting: isLasting) }
          ?? .text(500, "this slide cannot be drawn")
        self.answer(answer, isHead: isHead, staysOpen: staysOpen, on: connection)
        proceed(connection)
      }
      draw()
    case .fault(let message): reports.say(message)
    }
  }

  /// What is due by now: connections nothing came over, questions whether viewers are there.
  private func tick() {
    let now = LiveServer.clock
    for connection in connections.values where now >= connection.deadline { drop(connection) }
    guard now >= nextBeat else { return }
    nextBeat = now + bounds.heartbeat
    for connection in connections.values where connection.isWebSocket {
      connection.send(WebSocket.frame(.ping, []))
      flush(connection)
    }
  }

  // MARK: Connections

  private func accept() {
    // A few at a time: those who are there are served between.
    for _ in 0..<32 {
      let socket = Glibc.accept(listener, nil, nil)
      if socket < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        if errno != EAGAIN, errno != EWOULDBLOCK {
          // No files, no memory: those who are there go on, others come later.
          isShutUntil = LiveServer.clock + 200
        }
        return
      }
      guard prepare(socket), connections.count < bounds.connections || makeRoom() else {
        Glibc.close(socket)
        continue
      }
      var one: Int32 = 1
      setsockopt(
        socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
      made += 1
      connections[made] = Connection(
        number: made, socket: socket, now: LiveServer.clock, patience: bounds.patience)
    }
  }

  /// Lets the connection go that has waited longest for nothing.
  private func makeRoom() -> Bool {
    let idle = connections.values.filter { connection in
      if case .reading = connection.phase { !connection.hasOutgoing } else { false }
    }
    guard let oldest = idle.min(by: { ($0.heard, $0.number) < ($1.heard, $1.number) }) else {
      return false
    }
    drop(oldest)
    return true
  }

  private func drop(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    Glibc.close(connection.socket)
    shelf.forget(connection.number)
    perform(room.leave(connection.number))
  }

  private func readable(_ connection: Connection) {
    switch connection.read() {
    case .nothing: return
    case .end: drop(connection)
    case .bytes(let bytes):
      let now = LiveServer.clock
      connection.heard = now
      switch connection.phase {
      case .reading(var reader):
        // A request has so long from its first byte, however it trickles.
        if reader.isEmpty { connection.deadline = now + bounds.patience }
        reader.feed(bytes)
        connection.phase = .reading(reader)
      case .webSocket(var reader):
        connection.deadline = now + 2 * bounds.heartbeat + bounds.patience
        reader.feed(bytes)
        connection.phase = .webSocket(reader)
      case .waiting, .ending, .lingering: return
      }
      proceed(connection)
    }
  }

  /// Does what came over a connection.
  private func proceed(_ connection: Connection) {
    while connections[connection.number] != nil {
      switch connection.phase {
      case .reading(var reader):
        guard connection.waitingBytes <= bounds.waiting else { return }
        let request: HTTPRequest?
        do throws(HTTPFault) {
          request = try reader.next()
        } catch {
          answer(
            .text(error.status, error.message), isHead: false, staysOpen: false, on: connection)
          return
        }
        connection.phase = .reading(reader)
        guard let request else { return }
        take(request, on: connection)
      case .webSocket(var reader):
        let event: WebSocketEvent?
        do throws(WebSocketFault) {
          event = try reader.next()
        } catch {
          end(connection, error.code, error.message)
          return
        }
        connection.phase = .webSocket(reader)
        guard let event else { return }
        take(event, on: connection)
      case .waiting, .ending, .lingering: return
      }
    }
  }

  private func take(_ request: HTTPRequest, on connection: Connection) {
    let isHead = request.method == "HEAD"
    let staysOpen = request.staysOpen && !isStopping
    switch routes.route(request) {
    case .answer(let response):
      answer(response, isHead: isHead, staysOpen: staysOpen, on: connection)
    case .webSocket(let response):
      guard !room.isFull else {
        answer(
          .text(503, "there are too many viewers: \(room.rules.mostViewers) at once"),
          isHead: false, staysOpen: false, on: connection)
        return
      }
      guard case .reading(let reader) = connection.phase else { return }
      var webSocket = WebSocketReader(limit: room.rules.longestMessage)
      webSocket.feed(reader.pending)
      connection.phase = .webSocket(webSocket)
      connection.deadline = LiveServer.clock + 2 * bounds.heartbeat + bounds.patience
      connection.send(response.bytes(staysOpen: true))
      room.connect(connection.number)
      flush(connection)
    case .picture(let key, let isLasting):
      if let bytes = shelf.find(key) {
        answer(
          LiveServer.picture(bytes, isLasting: isLasting), isHead: isHead, staysOpen: staysOpen,
          on: connection)
      } else if case .reading(let reader) = connection.phase {
        connection.phase = .waiting(
          reader, isHead: isHead, staysOpen: staysOpen, isLasting: isLasting)
        // Drawing takes what it takes.
        connection.deadline = .max
        shelf.wait(connection.number, for: key)
        draw()
      }
    }
  }

  private func take(_ event: WebSocketEvent, on connection: Connection) {
    switch event {
    case .text(let message):
      perform(room.receive(message, from: connection.number, at: reports.now()))
    case .binary:
      perform(room.broken("a message is text", by: connection.number))
    case .ping(let payload):
      connection.send(WebSocket.frame(.pong, payload))
      flush(connection)
    case .pong: break
    case .close: end(connection, .normal)
    }
  }

  // MARK: Saying

  private func answer(
    _ response: HTTPResponse, isHead: Bool, staysOpen: Bool, on connection: Connection
  ) {
    connection.send(response.bytes(isHead: isHead, staysOpen: staysOpen))
    connection.deadline = LiveServer.clock + bounds.patience
    if !staysOpen { connection.phase = .ending }
    flush(connection)
  }

  private func end(_ connection: Connection, _ code: WebSocket.CloseCode, _ reason: String = "") {
    perform(room.leave(connection.number))
    connection.send(WebSocket.close(code, reason))
    connection.phase = .ending
    connection.deadline = LiveServer.clock + 2000
    flush(connection)
  }

  /// Sends what waits; ends what is to end.
  private func flush(_ connection: Connection) {
    guard connections[connection.number] != nil else { return }
    let before = connection.waitingBytes
    guard connection.write() else { return drop(connection) }
    // Somebody who reads a large picture slowly reads.
    if connection.waitingBytes < before, !connection.isWebSocket, connection.deadline < .max,
      !isStopping
    {
      connection.deadline = LiveServer.clock + bounds.patience
    }
    if connection.isWebSocket, connection.waitingBytes > bounds.waiting { return drop(connection) }
    if case .ending = connection.phase, !connection.hasOutgoing {
      // Closed at once, what the other side had still sent would take the last words from it.
      shutdown(connection.socket, Int32(SHUT_WR))
      connection.phase = .lingering
      connection.deadline = min(connection.deadline, LiveServer.clock + 1000)
    }
  }

  private func perform(_ effects: [LiveRoom.Effect]) {
    for effect in effects {
      switch effect {
      case .record(let entry): reports.record(entry)
      case .close(let viewer):
        if let connection = connections[viewer] { end(connection, .refused) }
      case .send(let viewers, let text):
        let frame = WebSocket.text(text)
        for viewer in viewers {
          guard let connection = connections[viewer], connection.isWebSocket else { continue }
          connection.send(frame)
          flush(connection)
        }
      }
    }
  }

  // MARK: Pictures

  private static func picture(_ bytes: [UInt8], isLasting: Bool) -> HTTPResponse {
    HTTPResponse(200, "image/png", bytes)
      .with(
        "Cache-Control", isLasting ? "private, max-age=31536000, immutable" : "no-store")
  }

  private func draw() {
    while let key = shelf.begin(atOnce: bounds.drawing) {
      let letters = letters
      let show = routes.show
      // The talk was changed while somebody waited: the slide may be gone.
      guard key.version == show.version else {
        letters.put(.picture(key, nil))
        continue
      }
      artists.async {
        do {
          letters.put(.picture(key, try show.picture(key.slide, key.steps, key.width)))
        } catch {
          let why = (error as? Failure)?.diagnostics.first?.message ?? "\(error)"
          letters.put(.fault("slide \(key.slide + 1) cannot be drawn: \(why)"))
          letters.put(.picture(key, nil))
        }
      }
    }
  }
}
