// SPDX-License-Identifier: MIT
// Part of Platen: the server that shows a talk to viewers and tells them of its moves.

package import Diagnostics
internal import Dispatch
internal import JSON
internal import Libc
package import Rehearsal
internal import Wire

/// A server of one talk: HTTP and WebSocket on one thread, images drawn on others. A
/// ``ConnectionLoop`` handles its connections, with limits on all resources that clients use.
package final class LiveServer {
  package struct Bounds: Sendable {
    /// The maximum number of connections, those of viewers included.
    package var connections = 600
    /// The maximum of bytes queued for one viewer.
    package var waiting = 1 << 20
    /// The maximum of bytes of cached images.
    package var pictures = 96 << 20
    /// The maximum number of images drawn in parallel.
    package var drawing = 2
    /// Milliseconds for a request to arrive, and for a connection to wait for another request.
    package var idleTimeout: Int64 = 10_000
    /// Milliseconds between pings; a viewer is dropped after two without response.
    package var heartbeat: Int64 = 20_000
    package init() {}
  }

  /// The callbacks from the server to its owner.
  package struct Reports {
    /// Returns the current time.
    package var now: () -> LiveTimestamp
    /// Records an entry in the log of the session.
    package var record: (SessionLog.Entry) -> Void
    /// Reports a problem to the user.
    package var warn: (String) -> Void

    package init(
      now: @escaping () -> LiveTimestamp, record: @escaping (SessionLog.Entry) -> Void,
      warn: @escaping (String) -> Void
    ) {
      self.now = now
      self.record = record
      self.warn = warn
    }
  }

  /// Control of the server from other threads.
  package struct Handle: Sendable {
    fileprivate let letters: MessageQueue<LiveNote>

    /// Closes all connections and ends the server.
    package func stop() { letters.stop() }
    /// Shows another version.
    package func change(to show: Show) { letters.put(.show(show)) }
  }

  private var routes: Routes
  private var room: LiveRoom
  private let reports: Reports
  private let bounds: Bounds
  private let loop: ConnectionLoop<LiveServer>
  private var cache: ImageCache
  /// The time at which it began to listen.
  private let start: LiveTimestamp
  /// The times of connections that are WebSockets.
  private var connected: [Int: LiveTimestamp] = [:]
  private let artists = DispatchQueue(label: "pictures", attributes: .concurrent)

  /// Begins to listen; responds once it runs.
  ///
  /// - Throws: `Failure` `serve.address`.
  package init(
    at endpoint: Endpoint, show: Show, machine: LiveMachine, rules: LiveRoom.Rules,
    bounds: Bounds = Bounds(), reports: Reports
  ) throws(Failure) {
    var limits = HTTPReader.Limits()
    limits.body = rules.longestMessage
    loop = try ConnectionLoop(
      at: endpoint,
      bounds: ConnectionBounds(
        connections: bounds.connections, waiting: bounds.waiting, idleTimeout: bounds.idleTimeout,
        heartbeat: bounds.heartbeat, request: limits))
    routes = Routes(show: show, rules: rules, isLoopback: loop.endpoint.isLoopback)
    room = LiveRoom(machine, rules: rules)
    cache = ImageCache(limit: bounds.pictures)
    self.bounds = bounds
    self.reports = reports
    start = reports.now()
  }

  /// The address it listens on.
  package var endpoint: Endpoint { loop.endpoint }

  package var handle: Handle { Handle(letters: loop.letters) }

  /// The current state of the talk.
  package var machine: LiveMachine { room.machine }

  /// Serves until it is stopped.
  package func run() { loop.run(for: self) }

  private func perform(_ effects: [LiveRoom.Effect]) {
    for effect in effects {
      switch effect {
      case .record(let entry): reports.record(entry)
      case .close(let viewer):
        if let connection = loop[viewer] { loop.end(connection, .refused) }
      case .send(let viewers, let text):
        let frame = WebSocket.text(text)
        for viewer in viewers {
          guard let connection = loop[viewer], connection.isWebSocket else { continue }
          connection.send(frame)
          loop.flush(connection)
        }
      }
    }
  }

  // MARK: Programs

  /// The response to a command over HTTP.
  private func command(_ message: [UInt8]) -> HTTPResponse {
    do throws(LiveError) {
      let (answer, effects) = try room.obey(message, at: reports.now())
      perform(effects)
      return json(Array(answer.utf8))
    } catch {
      return .text(422, error.message)
    }
  }

  /// The response of `/health`.
  private var health: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("status", "Ok")
      json.member("started_at", start.description)
      json.member("elapsed", LiveServer.words(reports.now().elapsed(since: start)))
      json.member("talk", room.machine.talk.title)
      json.member("active_clients", room.registeredCount)
    }
    return json.utf8
  }

  /// A span of time as Toboggan writes it: `1m 2s 3ms`.
  private static func words(_ milliseconds: Int64) -> String {
    let parts = [
      (milliseconds / 3_600_000, "h"), (milliseconds / 60_000 % 60, "m"),
      (milliseconds / 1000 % 60, "s"), (milliseconds % 1000, "ms"),
    ].filter { $0.0 > 0 }
    return parts.isEmpty ? "0s" : parts.map { "\($0.0)\($0.1)" }.joined(separator: " ")
  }

  private func json(_ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(200, "application/json", bytes).with("Cache-Control", "no-store")
      .with("X-Content-Type-Options", "nosniff")
  }

  // MARK: Pictures

  private static func picture(_ bytes: [UInt8], isLasting: Bool) -> HTTPResponse {
    HTTPResponse(200, "image/png", bytes)
      .with(
        "Cache-Control", isLasting ? "private, max-age=31536000, immutable" : "no-store")
  }

  private func draw() {
    while let key = cache.begin(atOnce: bounds.drawing) {
      let letters = loop.letters
      let show = routes.show
      // The talk was changed while clients waited: the slide may have been removed.
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

/// A note from another thread to the server of a talk.
enum LiveNote: Sendable {
  case show(Show)
  /// A drawn image; nil where drawing failed.
  case picture(SlideImageKey, [UInt8]?)
  case fault(String)
}

extension LiveServer: ConnectionDesk {
  func read(_ note: LiveNote) {
    switch note {
    case .show(let show):
      guard show.version != routes.show.version else { return }
      routes.show = show
      perform(room.change(to: show.talk, at: reports.now()))
    case .picture(let key, let bytes):
      for number in cache.end(key, bytes) {
        guard let connection = loop[number],
          case .waiting(let isHead, let staysOpen, let isLasting) = connection.phase
        else { continue }
        connection.phase = .reading
        let answer =
          bytes.map { LiveServer.picture($0, isLasting: isLasting) }
          ?? .text(500, "this slide cannot be drawn")
        loop.answer(answer, isHead: isHead, staysOpen: staysOpen, on: connection)
        loop.proceed(connection)
      }
      draw()
    case .fault(let message): reports.warn(message)
    }
  }

  func take(_ request: HTTPRequest, isHead: Bool, staysOpen: Bool, on connection: Connection) {
    switch routes.route(request) {
    case .answer(let response):
      loop.answer(response, isHead: isHead, staysOpen: staysOpen, on: connection)
    case .webSocket(let response, let token):
      guard !room.isFull else {
        loop.answer(
          .text(503, "too many viewers: the limit is \(room.rules.mostViewers)"),
          isHead: false, staysOpen: false, on: connection)
        return
      }
      loop.open(response, longestMessage: room.rules.longestMessage, on: connection)
      room.connect(connection.number, showing: token)
      connected[connection.number] = reports.now()
      loop.flush(connection)
    case .command(let message):
      loop.answer(command(message), isHead: isHead, staysOpen: staysOpen, on: connection)
    case .viewers:
      let list = room.viewersJSON { viewer in
        guard let connection = loop[viewer], let time = connected[viewer] else { return nil }
        return (connection.peer, time)
      }
      loop.answer(json(list), isHead: isHead, staysOpen: staysOpen, on: connection)
    case .remote(let request):
      let remote = RemoteAddress(
        for: request, at: loop.endpoint, own: RemoteAddress.ownAddresses,
        needsToken: room.rules.token != nil)
      // Without an address that others can reach, there is nothing to show.
      loop.answer(
        remote?.json.map(json) ?? HTTPResponse(204), isHead: isHead, staysOpen: staysOpen,
        on: connection)
    case .health:
      loop.answer(json(health), isHead: isHead, staysOpen: staysOpen, on: connection)
    case .picture(let key, let isLasting):
      if let bytes = cache.find(key) {
        loop.answer(
          LiveServer.picture(bytes, isLasting: isLasting), isHead: isHead, staysOpen: staysOpen,
          on: connection)
      } else if case .reading = connection.phase {
        connection.phase = .waiting(
          isHead: isHead, staysOpen: staysOpen, isLasting: isLasting)
        // Drawing takes what it takes.
        connection.deadline = .max
        cache.wait(connection.number, for: key)
        draw()
      }
    }
  }

  func receive(_ message: [UInt8], isText: Bool, on connection: Connection) {
    perform(
      isText
        ? room.receive(message, from: connection.number, at: reports.now())
        : room.refuseInvalidMessage("expected a text message", by: connection.number))
  }

  func wentOut(_ connection: Connection) {}

  func leave(_ connection: Connection) {
    cache.forget(connection.number)
    connected[connection.number] = nil
    perform(room.leave(connection.number))
  }

  func warn(_ trouble: String) { reports.warn(trouble) }
}
