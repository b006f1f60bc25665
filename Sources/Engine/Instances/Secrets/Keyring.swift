// SPDX-License-Identifier: MIT
// Part of Platen: the system's keyring, by way of the program that comes with libsecret.

internal import CProcess
public import Diagnostics
internal import Libc

/// The store in which the system keeps secrets for its user.
public protocol Keyring: Sendable {
  /// The entry for an account of a service, or nil without one.
  ///
  /// - Throws: `Failure` `credential.keyring` where no keyring runs, or it does not answer.
  func secret(service: String, account: String) throws(Failure) -> Secret?

  /// Keeps a secret in the place of the one before.
  ///
  /// - Throws: `Failure` `credential.keyring`.
  func put(_ secret: Secret, service: String, account: String) throws(Failure)
}

/// The keyring, accessed by `secret-tool`.
///
/// A program and not the library: libsecret brings GLib's threads and a bus connection into the
/// process, and a locked keyring may wait for a password, which no timeout of the library ends. The
/// program is given up after a while, and the secret goes through pipes, never through arguments or
/// variables.
public struct SecretTool: Keyring {
  /// The program's name or path.
  public var program: String
  /// Seconds it may take: long enough for one to unlock the keyring who sits there.
  public var timeout: Double

  public init(program: String = "secret-tool", timeout: Double = 30) {
    self.program = program
    self.timeout = timeout
  }

  public func secret(service: String, account: String) throws(Failure) -> Secret? {
    var answer = try run(["lookup", "service", service, "username", account], input: nil)
    defer { wipe(&answer.output) }
    // It ends with 1 both for a missing entry and for a refusal; it prints a reason in the second
    // case alone.
    if answer.status == 0, !answer.output.isEmpty { return Secret(copying: answer.output) }
    if !answer.complaint.isEmpty { throw makeFailure("does not answer: \(answer.complaint)") }
    return nil
  }

  public func put(_ secret: Secret, service: String, account: String) throws(Failure) {
    var answer = try run(
      ["store", "--label", "Platen: \(account)", "service", service, "username", account],
      input: secret)
    wipe(&answer.output)
    guard answer.status == 0 else {
      throw makeFailure("does not keep the renewed token: \(answer.complaint)")
    }
  }

  private struct Answer {
    var status: Int32
    var output: [UInt8]
    /// The first line of its error output.
    var complaint: String
  }

  private func makeFailure(_ what: String) -> Failure {
    Failure(
      .error(
        .credentialKeyring, "the keyring \(what)",
        hints: ["use env: or file: where no keyring runs, as on most servers"]))
  }

  /// Runs the program with pipes for its input and output.
  private func run(_ arguments: [String], input: Secret?) throws(Failure) -> Answer {
    // Read ends and write ends of its input, output and error output.
    var pipes: [[Int32]] = []
    defer { for end in pipes.joined() where end >= 0 { close(end) } }
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
        throw makeFailure("cannot be reached: \(systemErrorText(errno))")
      }
      pipes.append(ends)
    }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, pipes[0][0], 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, pipes[1][1], 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, pipes[2][1], 2)
    var process: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map {
      unsafe strdup($0)
    }
    unsafe words.append(nil)
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    let refused = unsafe posix_spawnp(&process, program, &actions, nil, &words, environ)
    guard refused == 0 else {
      throw makeFailure(
        refused == ENOENT
          ? "cannot be reached: \(program) is not installed (package libsecret-tools)"
          : "cannot be reached: \(systemErrorText(refused))")
    }
    for (pipe, end) in [(0, 0), (1, 1), (2, 1)] {
      close(pipes[pipe][end])
      pipes[pipe][end] = -1
    }
    unsafe input?.withBytes { bytes in
      var written = 0
      // A pipe holds 64 KiB, and a credential is not longer. SIGPIPE is ignored by the program.
      while written < bytes.count, let base = bytes.baseAddress {
        let count = unsafe write(pipes[0][1], base + written, bytes.count - written)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        written += count
      }
    }
    close(pipes[0][1])
    pipes[0][1] = -1

    let deadline = Stopwatch.now() + timeout
    var output = drain(pipes[1][0], until: deadline)
    var complaint = drain(pipes[2][0], until: deadline)
    if output == nil || complaint == nil { kill(process, SIGKILL) }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard output != nil, complaint != nil else {
      if output != nil { wipe(&output!) }
      throw makeFailure("did not answer within \(Int(timeout)) s; is it locked?")
    }
    let line = String(decoding: (complaint ?? []).prefix { $0 != 10 }.prefix(200), as: UTF8.self)
    wipe(&complaint!)
    let hasExited = status & 0x7F == 0
    return Answer(
      status: hasExited ? status >> 8 & 0xFF : -1, output: output ?? [], complaint: line)
  }

  /// Reads to the end; nil where that did not come in time.
  private func drain(_ descriptor: Int32, until deadline: Double) -> [UInt8]? {
    // As large as it may become, so that no copy of a secret is left behind by growing.
    var bytes = [UInt8](repeating: 0, count: Credential.limit + 1)
    var filled = 0
    while true {
      let left = deadline - Stopwatch.now()
      guard left > 0 else { return nil }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&waiting, 1, Int32(min(left * 1000, 60_000)) + 1)
      if ready < 0, errno != EINTR { return nil }
      guard ready > 0 else { continue }
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Libc.read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0, filled + count < bytes.count else { break }
      filled += count
    }
    let result = Array(bytes[..<filled])
    wipe(&bytes)
    return result
  }
}
