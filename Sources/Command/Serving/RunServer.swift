// SPDX-License-Identifier: MIT
// Part of Platen: the server that shows an output root and the run that goes on in it to browsers.

package import Diagnostics
internal import Dispatch
internal import Pipeline
package import Rehearsal
internal import Wire

/// What is shown of an output root under a path.
package struct ShownFile: Sendable {
  /// Bytes there are, or will be.
  package var size: Int
  /// Indicates whether a job made it: then it is shown, and may do nothing.
  package var isOutput: Bool
  /// The media type; nil where the path tells it.
  package var type: String?
  /// Reads at an offset until the buffer is full or the file ends; how many bytes came.
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

  /// Bytes that are in memory anyhow.
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

/// A server of one output directory: its page, its files, where its run stands, and the run's reins.
///
/// It takes part in no run: it asks the run for its status, so it may come and go as it likes. Its
/// connections are those of a ``ConnectionLoop``, with bounds for all that somebody could ask too
/// much of; files go piece by piece, the next when the last has gone.
package final class RunServer {
  package struct Bounds: Sendable {
    /// Connections at once.
    package var connections = 128
    /// Bytes that wait for one browser.
    package var waiting = 1 << 20
    /// Bytes of a file that are read at once.
    package var piece = 1 << 18
    /// Milliseconds a request may take to come, and a connection to wait for another one.
    package var patience: Int64 = 10_000
    /// Milliseconds between questions whether a browser is there, which is given up after two.
    package var heartbeat: Int64 = 20_000
    package init() {}
  }

  /// What whoever started the server does for it. All of it may be called from another thread.
  package struct Desk: Sendable {
    /// Where the run stands, as a line of JSON; nil where none goes on.
    package var status: @Sendable () -> String?
    /// Asks the run for something; a sentence where that cannot be.
    package var ask: @Sendable (RunRequest) -> String?
    /// What is shown under a path below the output root; nil where there is nothing, or it may not
    /// be seen. Paths that begin with `.live/` are those the page itself asks for while a run is in
    /// progress: what has changed since a revision (`.live/jobs/17`), small pictures of outputs
    /// (`.live/picture/` and the path of one).
    package var file: @Sendable (String) -> ShownFile?
    /// The page where no run has left one.
    package var empty: @Sendable () -> [UInt8]

    package init(
      status: @escaping @Sendable () -> String?,
      ask: @escaping @Sendable (RunRequest) -> String?,
      file: @escaping @Sendable (String) -> ShownFile?, empty: @escaping @Sendable () -> [UInt8]
    ) {
      self.status = status
      self.ask = ask
      self.file = file
      self.empty = empty
    }
  }

  /// What a browser may ask of a run.
  package enum RunRequest: String, Sendable, CaseIterable {
    case pause, resume, cancel
  }

  /// Stops the server from another thread.
  package struct Handle: Sendable {
    fileprivate let letters: Letters<RunNote>
    package func stop() { letters.stop() }
  }

  private static let longestMessage = 256
  private static let idle = "{\"phase\":\"idle\"}"

  private let desk: Desk
  private let bounds: Bounds
  private let routes: RunRoutes
  private let loop: ConnectionLoop<RunServer>
  /// Files on their way, by connection.
  private var sendings: [Int: Sending] = [:]
  private var status = RunServer.idle
  /// Looks for files and reads them; so many at once, whoever asks.
  private let clerks = DispatchQueue(label: "run.files")
  /// Makes small pictures, one at a time, which no file need wait for.
  private let artists = DispatchQueue(label: "run.pictures")
  /// Speaks to the run.
  private let messenger = DispatchQueue(label: "run.asks")
  private let watch = DispatchQueue(label: "run.watch")

  /// A file on its way to a browser.
  private struct Sending {
    let file: ShownFile
    var offset = 0
    var isBeingRead = false
  }

  /// Begins to listen; answers once it runs.
  ///
  /// - Parameter token: what whoever comes has to show; nil only where nobody else can come.
  /// - Throws: `Failure` `serve.address`.
  package init(
    at endpoint: Endpoint, token: Secret?, bounds: Bounds = Bounds(), desk: Desk
  ) throws(Failure) {
    loop = try ConnectionLoop(
      at: endpoint,
      bounds: ConnectionBounds(
        connections: bounds.connections, waiting: bounds.waiting, patience: bounds.patience,
        heartbeat: bounds.heartbeat))
    self.desk = desk
    self.bounds = bounds
    routes = RunRoutes(token: token, isLoopback: loop.endpoint.isLoopback)
  }

  /// Where it listens.
  package var endpoint: Endpoint { loop.endpoint }

  package var handle: Handle { Handle(letters: loop.letters) }

  /// Serves until it is told to stop.
  package func run() {
    let timer = DispatchSource.makeTimerSource(queue: watch)
    timer.schedule(deadline: .now(), repeating: 0.4, leeway: .milliseconds(50))
    timer.setEventHandler { [letters = loop.letters, desk] in
      letters.put(.status(desk.status() ?? RunServer.idle))
    }
    timer.resume()
    defer { timer.cancel() }
    loop.run(for: self)
  }

  private func say(_ text: String, to connection: Connection) {
    connection.send(WebSocket.text(text))
    loop.flush(connection)
  }

  // MARK: Files

  /// Begins to answer with a file.
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
    connection.deadline = loop.clock + bounds.patience
    sendings[connection.number] = Sending(file: file)
    loop.flush(connection)
  }

  /// Reads the next piece of a file when the last has gone.
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
    // Its length was promised: whoever waits is told by the end that it is not what it was.
    guard let piece else { return loop.drop(connection) }
    connection.send(piece)
    sending.offset += piece.count
    sending.isBeingRead = false
    guard sending.offset >= sending.file.size else {
      sendings[connection.number] = sending
      connection.deadline = loop.clock + bounds.patience
      return loop.flush(connection)
    }
    sendings[connection.number] = nil
    connection.phase = .reading
    loop.finish(staysOpen: staysOpen, on: connection)
    loop.proceed(connection)
  }
}

/// What other threads have to say to the server of an output root.
enum RunNote: Sendable {
  case status(String)
  /// What a connection asked of the run was done; a sentence where it could not be.
  case asked(Int, String?)
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
      for connection in loop.webSockets { say(line, to: connection) }
    case .asked(let number, let why):
      guard let connection = loop[number] else { return }
      connection.isBusy = false
      guard connection.isWebSocket else { return }
      if let why { say(RunRoutes.refusal(why), to: connection) }
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
      say(status, to: connection)
    case .file(let path, let cookie):
      guard case .reading = connection.phase else { return }
      connection.phase = .waiting(isHead: isHead, staysOpen: staysOpen, isLasting: false)
      connection.deadline = .max
      // What the run is asked for waits for the run, and no file for it.
      let queue =
        if path.hasPrefix(RunRoutes.live + "picture/") {
          artists
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

  func hear(_ message: [UInt8], isText: Bool, on connection: Connection) {
    guard isText else { return loop.end(connection, .refused, "a message is text") }
    guard let request = RunRequest(rawValue: String(decoding: message, as: UTF8.self)) else {
      return say(RunRoutes.refusal("no such request"), to: connection)
    }
    // One at a time: what else it asks for waits where it is.
    connection.isBusy = true
    messenger.async { [letters = loop.letters, desk, number = connection.number] in
      let why = desk.ask(request)
      letters.put(.status(desk.status() ?? RunServer.idle))
      letters.put(.asked(number, why))
    }
  }

  func wentOut(_ connection: Connection) { readOn(connection) }

  func leave(_ connection: Connection) { sendings[connection.number] = nil }

  func say(_ trouble: String) {}
}
