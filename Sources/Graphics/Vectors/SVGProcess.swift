// SPDX-License-Identifier: MIT
// Part of Platen: librsvg in processes of its own, with limits on time, memory and files.

internal import CRSVG
internal import Diagnostics
internal import Libc

/// A message between the program and the processes that draw: a header, and as many bytes as it
/// specifies.
struct SVGMessage {
  enum Kind: UInt32 {
    /// A file, to be measured or drawn.
    case measure, draw
    /// Width and height as two `Double`s; pixels; nothing, where a file states no size.
    case result, noSize
    /// Code, message, line and column, if any, and hints, a zero byte between them.
    case failure
  }
  var kind: Kind
  var width = 0
  var height = 0
  var count = 0

  static let headerBytes = 16

  var header: [UInt8] {
    [kind.rawValue, UInt32(width), UInt32(height), UInt32(count)].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
  }

  init(_ kind: Kind, width: Int = 0, height: Int = 0, count: Int = 0) {
    (self.kind, self.width, self.height, self.count) = (kind, width, height, count)
  }

  /// - Parameter header: of ``headerBytes``; nil comes of any other kind than those above.
  init?(_ header: [UInt8]) {
    let words = (0..<4).map { word in
      (0..<4).reduce(0) { $0 | Int(header[4 * word + $1]) << (8 * $1) }
    }
    guard let kind = Kind(rawValue: UInt32(words[0])) else { return nil }
    self.init(kind, width: words[1], height: words[2], count: words[3])
  }
}

/// A process that draws, and the socket to it.
struct SVGProcess: Sendable {
  /// The limits of a file's drawing.
  struct Limits: Sendable {
    /// Seconds of a processor's time for one measuring or drawing.
    var cpuSeconds: Int
    /// Bytes of addresses beyond those it has at its start.
    var memory: Int
    /// Bytes of a file it writes, such as a cache of fonts: what is beyond them is not written.
    var fileBytes = 1 << 20
    /// Files it has open.
    var files = 128

    /// The first two as arguments of a program.
    var arguments: [String] { [String(cpuSeconds), String(memory)] }

    init(cpuSeconds: Int = 60, memory: Int = 4 << 30) {
      (self.cpuSeconds, self.memory) = (cpuSeconds, memory)
    }

    /// - Parameter arguments: as ``arguments``; nil comes of others.
    init?(_ arguments: [String]) {
      let numbers = arguments.compactMap { Int($0) }.filter { (1...1 << 40).contains($0) }
      guard arguments.count == 2, numbers.count == 2 else { return nil }
      self.init(cpuSeconds: numbers[0], memory: numbers[1])
    }
  }

  let number: pid_t
  let socket: Int32

  /// Variables a drawing process is given: where libraries and fonts are, and which language.
  private static let variables = [
    "ASAN_", "FC_", "FONTCONFIG_", "HOME", "LANG", "LC_", "LD_", "LSAN_", "PATH", "TMPDIR", "TSAN_",
    "UBSAN_", "XDG_",
  ]

  /// - Parameter command: the program that serves with ``serve(on:limits:)``, and its arguments.
  /// - Throws: `Failure` `svg.process`.
  init(_ command: [String]) throws {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let type = Int32(SOCK_STREAM)
    #endif
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SVGProcess.refusal(errno) }
    defer { close(ends[1]) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    // GLib's own messages are not for people.
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Dispatch's threads block signals, and Ctrl-C is the program's own business.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe sigdelset(&all, SIGKILL)
    unsafe sigdelset(&all, SIGSTOP)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))
    let words = unsafe command.map { unsafe strdup($0) } + [nil]
    let variables = unsafe SVGProcess.environment.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    var process: pid_t = 0
    let refused = unsafe posix_spawn(&process, command[0], &actions, &attributes, words, variables)
    guard refused == 0 else {
      close(ends[0])
      throw SVGProcess.refusal(refused)
    }
    number = process
    socket = ends[0]
  }

  private static var environment: [String] {
    var own: [String] = []
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let variable = unsafe String(cString: text)
      if variables.contains(where: { variable.hasPrefix($0) }) { own.append(variable) }
      unsafe entry += 1
    }
    return own
  }

  private static func refusal(_ code: Int32) -> Failure {
    Failure(
      .error(
        .svgProcess,
        unsafe "no process to draw in can be started: \(String(cString: strerror(code)))"))
  }

  enum Termination {
    case status(Int32)
    case signal(Int32)
    /// By ``end(after:)``.
    case killed
  }

  /// Ends it.
  ///
  /// - Parameter milliseconds: how long it has to end by itself.
  @discardableResult
  func end(after milliseconds: Int = 0) -> Termination {
    close(socket)
    var status: Int32 = 0
    // Until it is waited for, its number is not reused.
    for turn in 0...milliseconds {
      if turn > 0 { usleep(1000) }
      let ended = unsafe waitpid(number, &status, WNOHANG)
      guard ended == 0 || (ended < 0 && errno == EINTR) else {
        return status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
      }
    }
    kill(number, SIGKILL)
    while waitpid(number, nil, 0) < 0, errno == EINTR {}
    return .killed
  }

  // MARK: Bytes

  /// Sends bytes; false where the other end is closed.
  static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Bool {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let count = unsafe put(socket, rest)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }

  /// Fills a buffer; false where less than that comes.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait between two calls of `mayGoOn`; without end where negative.
  ///   - mayGoOn: called while nothing comes; false gives up.
  static func receive(
    _ buffer: UnsafeMutableRawBufferPointer, from socket: Int32, every milliseconds: Int32 = -1,
    while mayGoOn: () -> Bool = { true }
  ) -> Bool {
    var rest = unsafe buffer
    while unsafe !rest.isEmpty {
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&waiting, 1, milliseconds)
      if ready == 0 || (ready < 0 && errno == EINTR) {
        guard mayGoOn() else { return false }
        continue
      }
      let count = unsafe recv(socket, rest.baseAddress, rest.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      unsafe rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }

  // MARK: Within it

  /// Measures and draws what comes through a socket until it is closed.
  ///
  /// - Parameter limits: of the whole process; nil leaves it as it is.
  static func serve(on socket: Int32, limits: Limits?) {
    if let limits { confine(limits) }
    while true {
      var header = [UInt8](repeating: 0, count: SVGMessage.headerBytes)
      guard unsafe header.withUnsafeMutableBytes({ unsafe receive($0, from: socket) }),
        let request = SVGMessage(header), request.count <= SVGDrawing.limit,
        max(request.width, request.height) <= SVGDrawing.sideLimit
      else { return }
      var bytes = [UInt8](repeating: 0, count: request.count)
      guard unsafe bytes.withUnsafeMutableBytes({ unsafe receive($0, from: socket) }) else {
        return
      }
      if let limits { limitTime(limits) }
      let (kind, answer) = unsafe bytes.withUnsafeBufferPointer { unsafe answered(request, $0) }
      let reply = SVGMessage(
        kind, width: request.width, height: request.height, count: answer.count)
      guard unsafe reply.header.withUnsafeBytes({ unsafe send($0, to: socket) }),
        unsafe answer.withUnsafeBytes({ unsafe send($0, to: socket) })
      else { return }
    }
  }

  private static func answered(
    _ request: SVGMessage, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (SVGMessage.Kind, [UInt8]) {
    do {
      guard request.kind == .draw else {
        guard let size = try unsafe SVGDrawer.size(of: bytes) else { return (.noSize, []) }
        return unsafe (.result, [size.width, size.height].withUnsafeBytes { unsafe Array($0) })
      }
      var pixels = [UInt8](repeating: 0, count: request.width * request.height * 4)
      try unsafe pixels.withUnsafeMutableBufferPointer {
        try unsafe SVGDrawer.draw(bytes, width: request.width, height: request.height, into: $0)
      }
      return (.result, pixels)
    } catch {
      let known = (error as? Failure)?.diagnostics.first
      let place = [known?.place?.line, known?.place?.column].map { $0.map(String.init) ?? "" }
      let words =
        [known?.code.rawValue ?? Diagnostic.Code.svgDraw.rawValue, known?.message ?? "\(error)"]
        + place
        + (known?.hints ?? [])
      return (.failure, Array(words.joined(separator: "\u{0}").utf8))
    }
  }

  /// Closes what it was given beside the socket, and has the system hold it to its limits.
  private static func confine(_ limits: Limits) {
    for descriptor in 3..<Int32(1024) { close(descriptor) }
    // A file that grows too large is an error of its writer, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    platen_limit_process(
      UInt(limits.fileBytes), UInt(limits.files), UInt(addresses + limits.memory))
  }

  /// Bytes of addresses the process has.
  private static var addresses: Int {
    guard let file = unsafe fopen("/proc/self/statm", "r") else { return 1 << 30 }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard unsafe fgets(&line, Int32(line.count), file) != nil else { return 1 << 30 }
    return unsafe strtol(line, nil, 10) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// Has the process end by a signal when it has computed for long from now on.
  private static func limitTime(_ limits: Limits) {
    var used = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
    platen_limit_processor(UInt(Int(used.tv_sec) + 1 + limits.cpuSeconds))
  }
}

/// The processes that draw: as many as draw at once, started when one is needed.
final class SVGProcesses: Sendable {
  private let command: [String]
  private let idle = Guarded<[SVGProcess]>([])
  /// Seconds by the wall after which a process is given up that neither answers nor computes.
  private static let timeout = 600

  /// - Parameter program: a program that calls ``SVGDrawing/serve(_:)`` with the arguments that follow.
  init(_ program: [String], limits: SVGProcess.Limits = SVGProcess.Limits()) {
    command = program + limits.arguments
  }

  /// The numbers of the processes that wait.
  var idleNumbers: [pid_t] { idle.withLock { $0.map(\.number) } }

  deinit { for process in idle.withLock({ $0 }) { process.end() } }

  /// The size of a file; nil where it states none.
  func size(
    of bytes: [UInt8], isCancelled: () -> Bool
  ) throws -> (width: Double, height: Double)? {
    var size = [0.0, 0.0]
    let isThere = try unsafe size.withUnsafeMutableBytes {
      try unsafe exchange(SVGMessage(.measure, count: bytes.count), bytes, into: $0, isCancelled)
    }
    return isThere ? (size[0], size[1]) : nil
  }

  func draw(
    _ bytes: [UInt8], width: Int, height: Int, into pixels: UnsafeMutableBufferPointer<UInt8>,
    isCancelled: () -> Bool
  ) throws {
    let request = SVGMessage(.draw, width: width, height: height, count: bytes.count)
    _ = try unsafe exchange(
      request, bytes, into: UnsafeMutableRawBufferPointer(pixels), isCancelled)
  }

  /// - Returns: whether the buffer was filled; it is not where a file states no size.
  private func exchange(
    _ request: SVGMessage, _ bytes: [UInt8], into buffer: UnsafeMutableRawBufferPointer,
    _ isCancelled: () -> Bool
  ) throws -> Bool {
    let process = try taken(request, bytes)
    let end = ContinuousClock.now + .seconds(SVGProcesses.timeout)
    func mayGoOn() -> Bool { !isCancelled() && ContinuousClock.now < end }
    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
      unsafe SVGProcess.receive(buffer, from: process.socket, every: 100, while: mayGoOn)
    }
    var header = [UInt8](repeating: 0, count: SVGMessage.headerBytes)
    guard unsafe header.withUnsafeMutableBytes(receive), let reply = SVGMessage(header)
    else { throw failure(of: process, isCancelled()) }
    switch reply.kind {
    case .result where reply.count == buffer.count:
      guard unsafe receive(buffer) else { throw failure(of: process, isCancelled()) }
      idle.withLock { $0.append(process) }
      return true
    case .noSize where request.kind == .measure:
      idle.withLock { $0.append(process) }
      return false
    case .failure where reply.count <= 1 << 16:
      var words = [UInt8](repeating: 0, count: reply.count)
      guard unsafe words.withUnsafeMutableBytes(receive) else {
        throw failure(of: process, isCancelled())
      }
      let parts = words.split(separator: 0, omittingEmptySubsequences: false).map {
        printable(String(decoding: $0, as: UTF8.self), limit: 400)
      }
      guard parts.count >= 4 else { throw failure(of: process, false) }
      idle.withLock { $0.append(process) }
      let line = Int(parts[2])
      throw Failure(
        .error(
          Diagnostic.Code(rawValue: parts[0]), parts[1],
          at: line.map { SourceLocation(line: $0, column: Int(parts[3])) },
          hints: Array(parts.dropFirst(4))))
    default: throw failure(of: process, false)
    }
  }

  /// A process that has been sent a request; one that ended while it had nothing to do is replaced.
  private func taken(_ request: SVGMessage, _ bytes: [UInt8]) throws -> SVGProcess {
    while true {
      let old = idle.withLock { $0.popLast() }
      let process = try old ?? SVGProcess(command)
      let isSent =
        unsafe request.header.withUnsafeBytes { unsafe SVGProcess.send($0, to: process.socket) }
        && bytes.withUnsafeBytes { unsafe SVGProcess.send($0, to: process.socket) }
      if isSent { return process }
      let reason = failure(of: process, false)
      if old == nil { throw reason }
    }
  }

  /// The error of a process that gave no answer; it is ended.
  private func failure(of process: SVGProcess, _ isCancelled: Bool) -> any Error {
    // A process whose socket is closed is about to end, and may have a reason.
    let ending = process.end(after: isCancelled ? 0 : 1000)
    if isCancelled { return CancellationError() }
    switch ending {
    case .signal(SIGXCPU), .killed:
      return Failure(
        .error(
          .svgTime, "it takes too long to draw",
          hints: ["draw it into a PNG, or take out filters, masks and patterns within others"]))
    case .signal(let signal):
      return Failure(
        .error(
          .svgDraw,
          "it cannot be drawn: librsvg needs too much memory or fails (signal \(signal))",
          hints: ["draw it smaller, or into a PNG"]))
    case .status(let status):
      return Failure(
        .error(.svgProcess, "the process that draws ended with status \(status)"))
    }
  }
}

/// `send(2)` under a name of its own, without a signal where the other end is closed.
private func put(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
}
