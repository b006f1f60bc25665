// SPDX-License-Identifier: MIT
// Part of Platen: another program, started, fed and waited for.

import CProcess
import Diagnostics
import Libc

/// A started program; it shares the output of this process, unless that is read.
struct ChildProcess: Sendable {
  let number: pid_t
  /// The pipe to its standard input; below 0 without one.
  private let input: Int32
  /// The pipe from its standard output; below 0 without one. It is closed by ``wait()``.
  let output: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: a path, or a name to be looked up.
  ///   - arguments: without the program's own name.
  ///   - variables: added to the environment of this process.
  ///   - isFed: whether it receives input with ``feed(_:)``.
  ///   - toStandardError: whether its output goes to the standard error of this process.
  ///   - group: whether it has its own process group, so that this process forwards Ctrl-C.
  ///   - hasOutput: whether its output is read from ``output``.
  /// - Throws: `Failure` `process.start`.
  init(
    _ program: String, _ arguments: [String], variables: [(String, String)] = [],
    isFed: Bool = false, toStandardError: Bool = false, group: Bool = false,
    hasOutput: Bool = false
  ) throws {
    var outputs: [Int32] = [-1, -1]
    if hasOutput, pipe2(&outputs, O_CLOEXEC) != 0 { throw ChildProcess.refusal(program, errno) }
    var ends: [Int32] = [-1, -1]
    if isFed {
      guard pipe2(&ends, O_CLOEXEC) == 0 else {
        let code = errno
        for end in outputs where end >= 0 { close(end) }
        throw ChildProcess.refusal(program, code)
      }
      // A program that does not read is not waited for; its own end of the pipe blocks as usual.
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if isFed {
      posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    if hasOutput { posix_spawn_file_actions_adddup2(&actions, outputs[1], 1) }
    if toStandardError { posix_spawn_file_actions_adddup2(&actions, 2, 1) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // It must not ignore the signals that this process ignores.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGTSTP, SIGXFSZ] {
      sigaddset(&signals, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGDEF)
    if group { flags |= Int32(POSIX_SPAWN_SETPGROUP) }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    var own: [String] = []
    var entry = environ
    while let text = entry.pointee {
      own.append(String(cString: text))
      entry += 1
    }
    let names = Set(variables.map(\.0))
    own.removeAll { text in names.contains { text.hasPrefix($0 + "=") } }
    let all = (own + variables.map { "\($0)=\($1)" }).map { strdup($0) } + [nil]
    defer {
      for word in words { free(word) }
      for variable in all { free(variable) }
    }
    var process: pid_t = 0
    let refused = posix_spawnp(&process, program, &actions, &attributes, words, all)
    if isFed { close(ends[0]) }
    if hasOutput { close(outputs[1]) }
    guard refused == 0 else {
      if isFed { close(ends[1]) }
      if hasOutput { close(outputs[0]) }
      throw ChildProcess.refusal(program, refused)
    }
    number = process
    input = ends[1]
    output = outputs[0]
  }

  /// Writes as much input as it takes without waiting, and closes the pipe after the last byte; a
  /// program that does not read its input is not an error.
  ///
  /// - Returns: the bytes not yet written.
  func feed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { put(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return rest }
      rest = count > 0 ? rest.dropFirst(count) : []
    }
    close(input)
    return rest
  }

  /// Waits until it has ended; returns its exit status, 128 plus the number for a signal.
  func wait() -> Int32 {
    if output >= 0 { close(output) }
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0 {
      guard errno == EINTR else { return 127 }
    }
    return ChildProcess.code(status)
  }

  /// Ends it and what it has started, where it has a group of its own: cleanly, or by force after
  /// five seconds.
  func end() {
    kill(-number, SIGTERM)
    for _ in 0..<100 {
      if poll() != nil {
        if output >= 0 { close(output) }
        return
      }
      usleep(50_000)
    }
    kill(-number, SIGKILL)
    _ = wait()
  }

  /// Its exit status, or nil while it runs.
  func poll() -> Int32? {
    var status: Int32 = 0
    return waitpid(number, &status, WNOHANG) == number ? ChildProcess.code(status) : nil
  }

  private static func code(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  private static func refusal(_ program: String, _ code: Int32) -> Failure {
    Failure(
      .error(.processStart, "\(program) cannot be started: \(systemErrorText(code))"))
  }
}

/// `write(2)`, under another name.
private func put(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
