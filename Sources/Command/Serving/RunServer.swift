// SPDX-License-Identifier: MIT
// Part of Platen: the server that shows an output directory and its run in browsers.

package import Diagnostics
internal import Dispatch
package import Rehearsal
internal import Wire

/// A file shown under a path of an output directory.
package struct ShownFile: Sendable {
  /// The number of bytes, now or when the file is complete.
  package var size: Int
  /// Indicates whether a job wrote it: then it is shown in a sandbox.
  package var isOutput: Bool
  /// The media type; nil where the path determines it.
  package var type: String?
  /// Reads at an offset until the buffer is full or the file ends; returns the number of bytes
  /// read.
  package var read: @Sendable (UnsafeMutableRawBufferPointer, Int) throws -> Int

  package init(
    size: Int, isOutput: Bool, type: String? = nil,
    read: @escaping @Sendable (UnsafeMutableRawBufferPointer, Int) throws -> Int
  ) {
    self.size = size
    self.isOutput = isOutput
    self.type = type
    self.read = read
  }

  /// A file whose bytes are in memory.
  package init(_ bytes: [UInt8], isOutput: Bool, type: String? = nil) {
    self.init(size: bytes.count, isOutput: isOutput, type: type) { buffer, offset in
      let count = max(0, min(buffer.count, bytes.count - offset))
      guard count > 0 else { return 0 }
      bytes.withUnsafeBytes { all in
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[offset..<offset + count]))
      }
      return count
    }
  }
}

/// A server of one output directory: its page, its files, the progress of its run and run control;
/// or of a preview, whose images are drawn on request.
///
/// It is independent of the run: it queries the run for its status, so it can start and stop at any
/// time. A ``ConnectionLoop`` handles its connections, with limits on all resources that clients
/// use. Files are sent in pieces, each after the previous one was sent.
package final class RunServer {
  package struct Bounds: Sendable {
    /// The maximum number of connections.
    package var connections = 128
    /// The maximum of bytes queued for one browser.
    package var waiting = 1 << 20
    /// The number of bytes of a file read at once.
    package var piece = 1 << 18
    /// Milliseconds for a request to arrive, and for a connection to wait for another request.
    package var idleTimeout: Int64 = 10_000
    /// Milliseconds between pings; a browser is dropped after two without response.
    package var heartbeat: Int64 = 20_000
    /// The number of images drawn at once.
    package var drawing = 1
    /// Seconds between calls of `status`.
    package var beat = 0.4
    package init() {}
  }

  /// The callbacks of the server to its owner. All of them may be called from another thread.
  package struct Desk: Sendable {
    /// Returns the status of the run as a line of JSON; nil where no run is in progress.
    package var status: @Sendable () -> String?
    /// Sends the run a request; returns an error message where that fails.
    package var perform: @Sendable (RunRequest) -> String?
    /// Returns the file shown under a path below the output directory; nil where none exists or it
    /// may not be shown. The page itself requests paths that begin with `.live/` while a run is in
    /// progress: the changes since a revision (`.live/jobs/17`), thumbnails of outputs
    /// (`.live/picture/` and the path of one).
    package var file: @Sendable (String) -> ShownFile?
    /// Returns the page shown where no run has written one.
    package var empty: @Sendable () -> [UInt8]

    package init(
      status: @escaping @Sendable () -> String?,
      perform: @escaping @Sendable (RunRequest) -> String?,
      file: @escaping @Sendable (String) -> ShownFile?, empty: @escaping @Sendable () -> [UInt8]
    ) {
      self.status = status
      self.perform = perform
      self.file = file
      self.empty = empty
    }
  }

  /// A request of a browser to a run.
  package enum RunRequest: String, Sendable, CaseIterable {
    case pause, resume, cancel
  }

  /// Stops the server from another thread.
  package struct Handle: Sendable {
    fileprivate let letters: MessageQueue<RunNote>
    package func stop() { letters.stop() }
  }

  private static let longestMessage = 256
  private static let idle = "{\"phase\":\"idle\"}"

  private let desk: Desk
  private let bounds: Bounds
  private let routes: RunRoutes
  private let loop: ConnectionLoop<RunServer>
  /// The files being sent, by connection.
  private var sendings: [Int: Sending] = [:]
  private var status = RunServer.idle
  /// The queue that looks for files and reads them, for all clients.
  private let clerks = DispatchQueue(label: "run.files")
  /// The queues that draw images, each serially, in turn and apart from files.
  private let artists: [DispatchQueue]
  private var turn = 0
  /// The queue that sends requests to the run.
  private let messenger = DispatchQueue(label: "run.asks")
  private let watch = DispatchQueue(label: "run.watch")

  /// A file being sent to a browser.
  private struct Sending {
    let file: ShownFile
    var offset = 0
    var isBeingRead = false
  }

  /// Begins to listen; responds once it runs.
  ///
  /// - Parameter token: the token that clients must send; nil only where no other machine has
  ///   access.
  /// - Throws: `Failure` `serve.address`.
  package init(
    at endpoint: Endpoint, token: AccessToken?, bounds: Bounds = Bounds(), desk: Desk
  ) throws(Failure) {
    loop = try ConnectionLoop(
      at: endpoint,
      bounds: ConnectionBounds(
        connections: bounds.connections, waiting: bounds.waiting, idleTimeout: bounds.idleTimeout,
        heartbeat: bounds.heartbeat))
    self.desk = desk
    self.bounds = bounds
    artists = (0..<max(1, bounds.drawing)).map { DispatchQueue(label: "run.pictures.\($0)") }
    routes = RunRoutes(token: token, isLoopback: loop.endpoint.isLoopback)
  }

  /// The address it listens on.
  package var endpoint: Endpoint { loop.endpoint }

  package var handle: Handle { Handle(letters: loop.letters) }

  /// Serves until it is stopped.
  package func run() {
    let timer = DispatchSource.makeTimerSource(queue: watch)
    timer.schedule(deadline: .now(), repeating: bounds.beat, leeway: .milliseconds(50))
    timer.setEventHandler { [letters = loop.letters, desk] in
      letters.put(.status(desk.status() ?? RunServer.idle))
    }
    timer.resume()
    defer { timer.cancel() }
    loop.run(for: self)
  }

  private func nextArtist() -> DispatchQueue {
    turn += 1
    return artists[turn % artists.count]
  }

  private func sendText(_ text: String, to connection: Connection) {
    connection.send(WebSocket.text(text))
    loop.flush(connection)
  }

  // MARK: Files

  /// Begins to respond with a file.
  private func begin(
    _ file: ShownFile?, at path: String, cookie: String?, to connection: Connection
  ) {
    guard case .waiting(let isHead, let staysOpen, _) = connection.phase else { return }
    let head = RunRoutes.response(to: file, at: path, cookie: cookie)
    guard let file, !isHead, file.size > 0 else {
      connection.phase = .reading
      connection.send(
        head.bytes(isHead: isHead, staysOpen: staysOpen, length: file.map(\.size)))
      loop.finish(staysOpen: staysOpen, on: connection)
      return loop.proceed(connection)
    }
    connection.send(head.bytes(isHead: true, staysOpen: staysOpen, length: file.size))
    connection.deadline = loop.clock + bounds.idleTimeout
    sendings[connection.number] = Sending(file: file)
    loop.flush(connection)
  }

  /// Reads the next piece of a file when the previous one was sent.
  private func readOn(_ connection: Connection) {
    guard let sending = sendings[connection.number], !sending.isBeingRead, !connection.hasOutgoing,
      case .waiting = connection.phase
    else { return }
    sendings[connection.number]?.isBeingRead = true
    // The disk may take its time.
    connection.deadline = .max
    let (number, size) = (connection.number, min(bounds.piece, sending.file.size - sending.offset))
    clerks.async { [letters = loop.letters] in
      var count = 0
      let bytes = try? [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
        count = try sending.file.read(UnsafeMutableRawBufferPointer(buffer), sending.offset)
        filled = count
      }
      letters.put(.piece(number, count == size ? bytes : nil))
    }
  }

  private func take(piece: [UInt8]?, on connection: Connection) {
    guard var sending = sendings[connection.number],
      case .waiting(_, let staysOpen, _) = connection.phase
    else { return }
    // Its length was announced: the early end shows the client that the file has changed.
    guard let piece else { return loop.drop(connection) }
    connection.send(piece)
    sending.offset += piece.count
    sending.isBeingRead = false
    guard sending.offset >= sending.file.size else {
      sendings[connection.number] = sending
      connection.deadline = loop.clock + bounds.idleTimeout
      return loop.flush(connection)
    }
    sendings[connection.number] = nil
    connection.phase = .reading
    loop.finish(staysOpen: staysOpen, on: connection)
    loop.proceed(connection)
  }
}

/// A note from another thread to the server of an output directory.
enum RunNote: Sendable {
  case status(String)
  /// The result of a connection's request to the run; an error message where it failed.
  case answered(Int, String?)
  case file(Int, ShownFile?, path: String, cookie: String?)
  /// The next bytes of a file; nil where they cannot be read.
  case piece(Int, [UInt8]?)
}

extension RunServer: ConnectionDesk {
  func read(_ note: RunNote) {
    switch note {
    case .status(let line):
      guard line != status else { return }
      status = line
      for connection in loop.webSockets { sendText(line, to: connection) }
    case .answered(let number, let why):
      guard let connection = loop[number] else { return }
      connection.isBusy = false
      guard connection.isWebSocket else { return }
      if let why { sendText(RunRoutes.refusal(why), to: connection) }
      loop.proceed(connection)
    case .file(let number, let file, let path, let cookie):
      guard let connection = loop[number] else { return }
      begin(file, at: path, cookie: cookie, to: connection)
    case .piece(let number, let bytes):
      guard let connection = loop[number] else { return }
      take(piece: bytes, on: connection)
    }
  }

  func take(_ request: HTTPRequest, isHead: Bool, staysOpen: Bool, on connection: Connection) {
    switch routes.route(request) {
    case .answer(let response):
      loop.answer(response, isHead: isHead, staysOpen: staysOpen, on: connection)
    case .webSocket(let response):
      loop.open(response, longestMessage: RunServer.longestMessage, on: connection)
      sendText(status, to: connection)
    case .file(let path, let cookie):
      guard case .reading = connection.phase else { return }
      connection.phase = .waiting(isHead: isHead, staysOpen: staysOpen, isLasting: false)
      connection.deadline = .max
      // What the run is asked for waits for the run, and no file for it.
      let queue =
        if path.hasPrefix(RunRoutes.live + "picture/") {
          nextArtist()
        } else if path.hasPrefix(RunRoutes.live + "jobs/") {
          messenger
        } else {
          clerks
        }
      queue.async { [letters = loop.letters, desk, number = connection.number] in
        let file =
          desk.file(path)
          ?? (path == RunRoutes.page ? ShownFile(desk.empty(), isOutput: false) : nil)
        letters.put(.file(number, file, path: path, cookie: cookie))
      }
    }
  }

  func receive(_ message: [UInt8], isText: Bool, on connection: Connection) {
    guard isText else { return loop.end(connection, .refused, "expected a text message") }
    guard let request = RunRequest(rawValue: String(decoding: message, as: UTF8.self)) else {
      return sendText(RunRoutes.refusal("no such request"), to: connection)
    }
    // One at a time: what else it asks for waits where it is.
    connection.isBusy = true
    messenger.async { [letters = loop.letters, desk, number = connection.number] in
      let why = desk.perform(request)
      letters.put(.status(desk.status() ?? RunServer.idle))
      letters.put(.answered(number, why))
    }
  }

  func wentOut(_ connection: Connection) { readOn(connection) }

  func leave(_ connection: Connection) { sendings[connection.number] = nil }

  func warn(_ trouble: String) {}
}
