// SPDX-License-Identifier: MIT
// Part of Platen: the socket in an output directory that controls the run there.
//
// The Unix socket .platen.sock exists in the output directory during a run; only its owner may
// connect. A client sends one line, "pause", "resume", "cancel", "status" or "jobs N", and gets one
// back: "ok", for "status" and "jobs" a JSON object, or "error: " and the reason. The name of a
// Unix socket has at most 108 bytes and that of a folder may have more, so both sides go by way of
// /proc/self/fd.

internal import Diagnostics
internal import Dispatch
internal import Libc

/// Listens in an output directory for requests to its run. Only under the lock of the directory.
///
/// It answers on a thread of its own; a slow or silent client delays other clients for a moment,
/// and never the run.
public final class ControlSocket {
  static let name = ".platen.sock"
  /// A status lists running stages for a thousand cores at most, and a list of jobs is cut into
  /// pieces.
  private static let answerLimit = 16 << 20
  fileprivate static let jobs = "jobs "

  /// A request to a run.
  public enum Request: String, Sendable, CaseIterable {
    case pause, resume, cancel, status
  }

  // Holds the lock for as long as there is a socket.
  private let outputs: Outputs
  private let source: any DispatchSourceRead
  private var isOpen = true

  /// Begins to listen; the socket of a killed run is replaced.
  ///
  /// - Parameters:
  ///   - outputs: the output directory, locked by this run.
  ///   - control: the control of the run.
  ///   - onRequest: receives the request, on another thread.
  /// - Throws: ``Failure`` with the code `run.socket` where no socket can be.
  public init(
    in outputs: Outputs, _ control: RunControl,
    onRequest: @escaping @Sendable (Request) -> Void = { _ in }
  ) throws {
    self.outputs = outputs
    let listener: Int32
    do throws(SystemError) {
      listener = try ControlSocket.listen(in: outputs)
    } catch {
      throw Failure(
        .error(
          .runSocket,
          "the run in \(outputs.root) cannot be paused from outside: \(error.text) (\(error.call))",
          hints: ["Ctrl-Z pauses it and Ctrl-C ends it all the same"]))
    }
    source = DispatchSource.makeReadSource(
      fileDescriptor: listener, queue: DispatchQueue(label: "platen.control"))
    let clerk = Clerk(control: control, onRequest: onRequest)
    source.setEventHandler { clerk.serve(listener) }
    source.setCancelHandler { Libc.close(listener) }
    source.resume()
  }

  /// Ends the listening and removes the socket.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    outputs.removeSocket(ControlSocket.name)
    source.cancel()
  }

  deinit { close() }

  private static func listen(in outputs: Outputs) throws(SystemError) -> Int32 {
    let folder = try outputs.openRoot()
    outputs.removeSocket(name)
    let socket = FileDescriptor(owning: try SystemError.check("socket") { make() })
    // Before it has a name: so no other user can connect at any time.
    try SystemError.check("fchmod") { fchmod(socket.number, 0o600) }
    var address = address(in: folder)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    _ = try unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Result { () throws(SystemError) in
          try SystemError.check("bind") { unsafe bind(socket.number, address, size) }
        }
      }
    }.get()
    do throws(SystemError) {
      try SystemError.check("listen") { Libc.listen(socket.number, 16) }
      // The source takes over a number of its own.
      return try SystemError.check("dup") { fcntl(socket.number, F_DUPFD_CLOEXEC, 0) }
    } catch {
      outputs.removeSocket(name)
      throw error
    }
  }

  fileprivate static func make() -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    return socket(AF_UNIX, Int32(kind), 0)
  }

  fileprivate static func address(in folder: borrowing FileDescriptor) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // Forty bytes at most; the rest stays zero.
    let path = "/proc/self/fd/\(folder.number)/\(name)"
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return address
  }
}

// MARK: The other side

extension ControlSocket {
  /// Sends a request to the run of an output directory and returns its answer, without the newline.
  ///
  /// - Throws: ``Failure`` with the code `run.none` when no run is in progress there, `run.socket`
  ///   when its socket fails, `run.refused` when it refuses the request.
  public static func send(_ request: Request, to root: String) throws -> String {
    try send(line: request.rawValue, to: root)
  }

  /// The jobs of the run of an output directory that have changed since a revision, 0 for all, as a
  /// line of JSON with `run`, `jobs`, `revision` and whether there are `more`.
  ///
  /// - Throws: as ``send(_:to:)`` does.
  public static func jobs(since revision: Int, in root: String) throws -> String {
    try send(line: jobs + "\(revision)", to: root)
  }

  private static func send(line: String, to root: String) throws -> String {
    func failure(_ error: SystemError) -> Failure {
      switch error.code {
      case ENOENT, ENOTDIR, ECONNREFUSED:
        Failure(
          .error(
            .runNone, "no run is in progress in \(root)",
            hints: ["name the manifest of the run, or its output directory"]))
      case EAGAIN, ETIMEDOUT, EINPROGRESS:
        Failure(.error(.runSocket, "the run in \(root) does not answer"))
      default:
        Failure(
          .error(
            .runSocket,
            "the run in \(root) cannot be reached: \(error.text) (\(error.call))",
            hints: error.code == EACCES ? ["it belongs to another user"] : []))
      }
    }
    let answer: String
    do {
      answer = try exchange(line + "\n", root)
    } catch let error as SystemError {
      throw failure(error)
    } catch let stopped as StoppedProcess {
      throw Failure(
        .error(
          .runSocket,
          "the run in \(root) is stopped (process \(stopped.number)), so it cannot answer",
          hints: ["let it continue with fg in its terminal or kill -CONT \(stopped.number)"]))
    }
    guard answer.hasPrefix("error: ") else { return answer }
    throw Failure(.error(.runRefused, String(answer.dropFirst(7))))
  }

  /// - Throws: ``SystemError``; ``StoppedProcess`` when nothing came of it for that reason.
  private static func exchange(_ line: String, _ root: String) throws -> String {
    let folder = try FileDescriptor.open(root, O_RDONLY | O_DIRECTORY)
    let socket = FileDescriptor(owning: try SystemError.check("socket") { make() })
    var address = address(in: folder)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    _ = try unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Result { () throws(SystemError) in
          try SystemError.check("connect") { unsafe connect(socket.number, address, size) }
        }
      }
    }.get()
    // It would find the request when it continues, and no client waiting for the answer.
    try StoppedProcess.check(socket.peer)
    try socket.sendLine(line)
    guard let answer = try socket.receiveLine(within: 10, limit: answerLimit) else {
      try StoppedProcess.check(socket.peer)
      throw SystemError(code: ETIMEDOUT, call: "recv")
    }
    return answer
  }
}

/// A process that is stopped, as after Ctrl-Z or SIGSTOP.
private struct StoppedProcess: Error {
  let number: Int32

  /// - Throws: ``StoppedProcess`` when the process is stopped; not where its state is unknown.
  static func check(_ number: Int32?) throws {
    guard let number,
      let file = try? DiskEnvironment().read("/proc/\(number)/stat", limit: 4096).bytes
    else { return }
    // The state follows the program's name, which is in parentheses and may hold some itself.
    let state = String(decoding: file, as: UTF8.self).split(separator: ")").last?.first {
      $0 != " "
    }
    if state == "T" || state == "t" { throw StoppedProcess(number: number) }
  }
}

/// Answers those who connect.
private struct Clerk: Sendable {
  let control: RunControl
  let onRequest: @Sendable (ControlSocket.Request) -> Void

  /// Answers everybody who waits.
  func serve(_ listener: Int32) {
    while true {
      let number = accept(listener, nil, nil)
      guard number >= 0 else {
        // Without a free number the same error would return at once, forever.
        if [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno) { usleep(100_000) }
        return
      }
      let client = FileDescriptor(owning: number)
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      _ = fcntl(number, F_SETFL, O_NONBLOCK)
      // A client that closed before its answer got an error: a process that was stopped finds such
      // requests when it continues.
      guard let line = try? client.receiveLine(within: 1, limit: 64), !client.hasHungUp else {
        continue
      }
      try? client.sendLine(answer(line) + "\n", within: 1)
    }
  }

  private func answer(_ line: String) -> String {
    if line.hasPrefix(ControlSocket.jobs), let revision = Int(line.dropFirst(5)) {
      return control.progress.jsonLine(since: revision)
    }
    guard let request = ControlSocket.Request(rawValue: line) else {
      let known = ControlSocket.Request.allCases.map(\.rawValue).joined(separator: ", ")
      return "error: no such request; known: \(known)"
    }
    let status = control.status
    if request == .status { return status.jsonLine }
    guard status.phase != .stopping, status.phase != .done else {
      return request == .cancel ? "ok" : "error: the run is ending"
    }
    switch request {
    case .pause: control.send(.pause)
    case .resume: control.send(.resume)
    case .cancel: control.send(.stop(now: true))
    case .status: break
    }
    onRequest(request)
    return "ok"
  }
}

extension FileDescriptor {
  /// Sends a text over a socket that does not block; most fit its buffer whole.
  fileprivate func sendLine(_ text: String, within seconds: Double = 0) throws(SystemError) {
    let end = Clock.wall() + seconds
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      let code = errno
      let left = end - Clock.wall()
      guard code == EAGAIN || code == EINTR, left > 0 else {
        throw SystemError(code: code, call: "send")
      }
      var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&waiting, 1, Int32(left * 1000) + 1)
    }
  }

  /// Indicates whether the other side of a socket has closed it; one that only sends no more still
  /// waits for its answer.
  fileprivate var hasHungUp: Bool {
    var waiting = pollfd(fd: number, events: 0, revents: 0)
    return unsafe poll(&waiting, 1, 0) > 0 && Int32(waiting.revents) & POLLHUP != 0
  }

  /// The process that listens at the other side of a socket; nil where the system does not report
  /// it.
  fileprivate var peer: Int32? {
    // `struct ucred`: process, user, group.
    var credentials: [Int32] = [0, 0, 0]
    var size = socklen_t(credentials.count * MemoryLayout<Int32>.size)
    guard unsafe getsockopt(number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
      return nil
    }
    return credentials[0]
  }

  /// Receives a line over a non-blocking socket, without its newline; nil when it does not come in
  /// time, is too long or never ends.
  fileprivate func receiveLine(within seconds: Double, limit: Int) throws(SystemError) -> String? {
    let end = Clock.wall() + seconds
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(limit, 64 << 10))
    while bytes.count <= limit {
      let left = end - Clock.wall()
      guard left > 0 else { return nil }
      var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      let ready = try SystemError.check("poll") { unsafe poll(&waiting, 1, Int32(left * 1000) + 1) }
      guard ready > 0 else { continue }
      let count = try SystemError.check("recv") { unsafe recv(number, &piece, piece.count, 0) }
      if count == 0 { return nil }
      // Only new bytes are searched: an answer may be long.
      if let newline = piece[..<count].firstIndex(of: UInt8(ascii: "\n")) {
        return String(decoding: bytes + piece[..<newline], as: UTF8.self)
      }
      bytes += piece[..<count]
    }
    return nil
  }
}
