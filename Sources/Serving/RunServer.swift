// SPDX-License-Identifier: MIT
// Part of Platen: the loop that shows an output root and the run that goes on in it to browsers.

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

/// A server of one output root: its page, its files, where its run stands, and the run's reins.
///
/// It takes part in no run: it asks the run for its status, so it may come and go as it likes. Every
/// resource has a bound, as those of ``LiveServer`` have.
public final class RunServer {
  /// What whoever started the server does for it. All of it may be called from another thread.
  public struct Desk: Sendable {
    /// Where the run stands, as a line of JSON; nil where none goes on.
    public var status: @Sendable () -> String?
    /// Asks the run for something; a sentence where that cannot be.
    public var ask: @Sendable (RunRequest) -> String?
    /// A file below the output root; nil where there is none, or it may not be seen.
    public var file: @Sendable (String) -> [UInt8]?
    /// The page where no run has left one.
    public var empty: @Sendable () -> [UInt8]

    public init(
      status: @escaping @Sendable () -> String?,
      ask: @escaping @Sendable (RunRequest) -> String?,
      file: @escaping @Sendable (String) -> [UInt8]?, empty: @escaping @Sendable () -> [UInt8]
    ) {
      self.status = status
      self.ask = ask
      self.file = file
      self.empty = empty
    }
  }

  /// What a browser may ask of a run.
  public enum RunRequest: String, Sendable, CaseIterable {
    case pause, resume, cancel
  }

  /// Stops the server from another thread.
  public struct Handle: Sendable {
    fileprivate let mail: Mail
    public func stop() { mail.put(.stop) }
  }

  fileprivate enum Note: Sendable {
    case stop
    case status(String)
    case refused(Int, String)
    case file(Int, HTTPResponse)
  }

  /// Notes from other threads, and a pipe that wakes the loop.
  fileprivate final class Mail: Sendable {
    private let box = Guarded<[Note]>([])
    let wake: Int32
    private let bell: Int32

    init() throws(Failure) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0, ends.allSatisfy(prepare) else {
        throw Failure(
          .error("serve.system", "no pipe can be made: \(String(cString: strerror(errno)))"))
      }
      (wake, bell) = (ends[0], ends[1])
    }

    deinit {
      close(wake)
      close(bell)
    }

    func put(_ note: Note) {
      box.withLock { $0.append(note) }
      var one: UInt8 = 1
      _ = write(bell, &one, 1)
    }

    func take() -> [Note] {
      var bytes = [UInt8](repeating: 0, count: 256)
      while Glibc.read(wake, &bytes, bytes.count) == bytes.count {}
      return box.withLock { box in
        defer { box = [] }
        return box
      }
    }
  }

  private static let mostConnections = 128
  private static let longestMessage = 256
  private static let patience: Int64 = 10_000
  private static let heartbeat: Int64 = 20_000
  static let idle = "{\"phase\":\"idle\"}"

  /// Where it listens.
  public let endpoint: Endpoint
  private let desk: Desk
  private let routes: RunRoutes
  private let mail: Mail
  private var listener: Int32
  private var connections: [Int: Connection] = [:]
  private var made = 0
  private var isStopping = false
  private var nextBeat: Int64 = 0
  private var status = RunServer.idle
  private let clerks = DispatchQueue(label: "run.desk", attributes: .concurrent)
  private let watch = DispatchQueue(label: "run.watch")

  /// Begins to listen; answers once it runs.
  ///
  /// - Parameter token: what whoever comes has to show; nil only where nobody else can come.
  /// - Throws: `Failure` `serve.address`.
  public init(at endpoint: Endpoint, token: Secret?, desk: Desk) throws(Failure) {
    mail = try Mail()
    let (listener, port) = try endpoint.listen()
    self.listener = listener
    var endpoint = endpoint
    endpoint.port = port
    self.endpoint = endpoint
    self.desk = desk
    routes = RunRoutes(token: token, isLoopback: endpoint.isLoopback)
  }

  deinit { if listener >= 0 { close(listener) } }

  public var handle: Handle { Handle(mail: mail) }

  private static var clock: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  // MARK: The loop

  /// Serves until it is told to stop.
  public func run() {
    let timer = DispatchSource.makeTimerSource(queue: watch)
    timer.schedule(deadline: .now(), repeating: 0.4, leeway: .milliseconds(50))
    timer.setEventHandler { [mail, desk] in mail.put(.status(desk.status() ?? RunServer.idle)) }
    timer.resume()
    defer { timer.cancel() }
    nextBeat = RunServer.clock + RunServer.heartbeat
    while !isStopping || !connections.isEmpty {
      var waits = [pollfd(fd: mail.wake, events: Int16(POLLIN), revents: 0)]
      waits.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
      let open = connections.keys.sorted()
      for number in open {
        guard let connection = connections[number] else { continue }
        let events = (connection.isListening ? POLLIN : 0) | (connection.hasOutgoing ? POLLOUT : 0)
        waits.append(pollfd(fd: connection.socket, events: Int16(events), revents: 0))
      }
      if poll(&waits, nfds_t(waits.count), 250) < 0, errno != EINTR { return }
      if waits[0].revents != 0 { for note in mail.take() { read(note) } }
      if waits[1].revents != 0, listener >= 0 { accept() }
      for (number, wait) in zip(open, waits[2...]) where wait.revents != 0 {
        guard let connection = connections[number] else { continue }
        if wait.revents & Int16(POLLERR | POLLNVAL) != 0 {
          drop(connection)
          continue
        }
        if wait.revents & Int16(POLLIN | POLLHUP) != 0 { readable(connection) }
        if connections[number] != nil { flush(connection) }
      }
      let now = RunServer.clock
      for connection in connections.values where now >= connection.deadline { drop(connection) }
      if now >= nextBeat {
        nextBeat = now + RunServer.heartbeat
        for connection in connections.values where connection.isWebSocket {
          connection.send(WebSocket.frame(.ping, []))
          flush(connection)
        }
      }
    }
  }

  private func read(_ note: Note) {
    switch note {
    case .stop:
      guard !isStopping else { return }
      isStopping = true
      close(listener)
      listener = -1
      for connection in Array(connections.values) {
        if connection.isWebSocket {
          connection.send(WebSocket.close(.goingAway, "the server stops"))
        }
        connection.phase = .ending
        connection.deadline = RunServer.clock + 500
        flush(connection)
      }
    case .status(let line):
      guard line != status else { return }
      status = line
      for connection in Array(connections.values) where connection.isWebSocket {
        say(line, to: connection)
      }
    case .refused(let number, let why):
      guard let connection = connections[number], connection.isWebSocket else { return }
      say(RunRoutes.refusal(why), to: connection)
    case .file(let number, let response):
      guard let connection = connections[number],
        case .waiting(let reader, let isHead, let staysOpen, _) = connection.phase
      else { return }
      connection.phase = .reading(reader)
      answer(response, isHead: isHead, staysOpen: staysOpen, on: connection)
      proceed(connection)
    }
  }

  private func say(_ text: String, to connection: Connection) {
    // Whoever does not read is told where the run stands when he does.
    guard connection.waitingBytes < 1 << 20 else { return drop(connection) }
    connection.send(WebSocket.text(text))
    flush(connection)
  }

  // MARK: Connections

  private func accept() {
    for _ in 0..<16 {
      let socket = Glibc.accept(listener, nil, nil)
      guard socket >= 0 else {
        if errno == EMFILE || errno == ENFILE { usleep(100_000) }
        return
      }
      guard prepare(socket), connections.count < RunServer.mostConnections else {
        Glibc.close(socket)
        continue
      }
      made += 1
      connections[made] = Connection(
        number: made, socket: socket, now: RunServer.clock, patience: RunServer.patience)
    }
  }

  private func drop(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    Glibc.close(connection.socket)
  }

  private func readable(_ connection: Connection) {
    switch connection.read() {
    case .nothing: return
    case .end: drop(connection)
    case .bytes(let bytes):
      let now = RunServer.clock
      switch connection.phase {
      case .reading(var reader):
        if reader.isEmpty { connection.deadline = now + RunServer.patience }
        reader.feed(bytes)
        connection.phase = .reading(reader)
      case .webSocket(var reader):
        connection.deadline = now + 2 * RunServer.heartbeat + RunServer.patience
        reader.feed(bytes)
        connection.phase = .webSocket(reader)
      case .waiting, .ending, .lingering: return
      }
      proceed(connection)
    }
  }

  private func proceed(_ connection: Connection) {
    while connections[connection.number] != nil {
      switch connection.phase {
      case .reading(var reader):
        let request: HTTPRequest?
        do throws(HTTPFault) {
          request = try reader.next()
        } catch {
          return answer(
            .text(error.status, error.message), isHead: false, staysOpen: false, on: connection)
        }
        connection.phase = .reading(reader)
        guard let request else { return }
        take(request, reader, on: connection)
      case .webSocket(var reader):
        let event: WebSocketEvent?
        do throws(WebSocketFault) {
          event = try reader.next()
        } catch {
          return end(connection, error.code, error.message)
        }
        connection.phase = .webSocket(reader)
        guard let event else { return }
        take(event, on: connection)
      case .waiting, .ending, .lingering: return
      }
    }
  }

  private func take(_ request: HTTPRequest, _ reader: HTTPReader, on connection: Connection) {
    let isHead = request.method == "HEAD"
    let staysOpen = request.staysOpen && !isStopping
    switch routes.route(request) {
    case .answer(let response):
      answer(response, isHead: isHead, staysOpen: staysOpen, on: connection)
    case .webSocket(let response):
      var webSocket = WebSocketReader(limit: RunServer.longestMessage)
      webSocket.feed(reader.pending)
      connection.phase = .webSocket(webSocket)
      connection.deadline = RunServer.clock + 2 * RunServer.heartbeat + RunServer.patience
      connection.send(response.bytes(staysOpen: true))
      say(status, to: connection)
    case .file(let path, let cookie):
      connection.phase = .waiting(reader, isHead: isHead, staysOpen: staysOpen, isLasting: false)
      connection.deadline = .max
      clerks.async { [mail, desk, number = connection.number] in
        let isPage = path == RunRoutes.page
        let bytes = desk.file(path) ?? (isPage ? desk.empty() : nil)
        mail.put(.file(number, RunRoutes.response(bytes, path: path, cookie: cookie)))
      }
    }
  }

  private func take(_ event: WebSocketEvent, on connection: Connection) {
    switch event {
    case .text(let message):
      guard let request = RunRequest(rawValue: String(decoding: message, as: UTF8.self)) else {
        return say(RunRoutes.refusal("no such request"), to: connection)
      }
      clerks.async { [mail, desk, number = connection.number] in
        if let why = desk.ask(request) { mail.put(.refused(number, why)) }
        mail.put(.status(desk.status() ?? RunServer.idle))
      }
    case .binary: end(connection, .refused, "a message is text")
    case .ping(let payload):
      connection.send(WebSocket.frame(.pong, payload))
      flush(connection)
    case .pong: break
    case .close: end(connection, .normal)
    }
  }

  private func answer(
    _ response: HTTPResponse, isHead: Bool, staysOpen: Bool, on connection: Connection
  ) {
    connection.send(response.bytes(isHead: isHead, staysOpen: staysOpen))
    connection.deadline = RunServer.clock + RunServer.patience
    if !staysOpen { connection.phase = .ending }
    flush(connection)
  }

  private func end(_ connection: Connection, _ code: WebSocket.CloseCode, _ reason: String = "") {
    connection.send(WebSocket.close(code, reason))
    connection.phase = .ending
    connection.deadline = RunServer.clock + 2000
    flush(connection)
  }

  private func flush(_ connection: Connection) {
    guard connections[connection.number] != nil else { return }
    let before = connection.waitingBytes
    guard connection.write() else { return drop(connection) }
    if connection.waitingBytes < before, !connection.isWebSocket, connection.deadline < .max,
      !isStopping
    {
      connection.deadline = RunServer.clock + RunServer.patience
    }
    if case .ending = connection.phase, !connection.hasOutgoing {
      shutdown(connection.socket, Int32(SHUT_WR))
      connection.phase = .lingering
      connection.deadline = min(connection.deadline, RunServer.clock + 1000)
    }
  }
}
