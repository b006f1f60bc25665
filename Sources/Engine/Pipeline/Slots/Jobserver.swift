// SPDX-License-Identifier: MIT
// Part of Platen: GNU make's jobserver, from the side of a program that make has started.
//
// make writes a byte for each job it may run beside the first into a pipe or a fifo, and names it
// in MAKEFLAGS: `--jobserver-auth=R,W` (also `--jobserver-fds=R,W`) or, from make 4.4,
// `--jobserver-auth=fifo:PATH`. A program that does more than one thing at once reads a byte for
// each, and writes the same byte back. See "POSIX Jobserver Interaction" in make's manual.

internal import Diagnostics
internal import Dispatch
internal import Libc

/// The jobserver of the make that started this process: a token for every core but one.
public final class Jobserver: Sendable {
  /// The jobserver in MAKEFLAGS.
  public struct Invitation: Hashable, Sendable {
    /// The place of the tokens.
    public enum Place: Hashable, Sendable {
      case pipe(read: Int32, write: Int32)
      case fifo(String)
    }
    public var place: Place
    /// The number of jobs make runs at once, where it is specified.
    public var jobs: Int?

    /// Reads MAKEFLAGS; nil when they name no jobserver.
    public init?(makeFlags: String) {
      // The rest are variables of make's command line.
      let words = makeFlags.split(separator: " ").prefix { $0 != "--" }
      var place: Place?
      for word in words {
        if word.hasPrefix("-j"), let number = Int(word.dropFirst(2)) { jobs = number }
        for name in ["--jobserver-auth=", "--jobserver-fds="] where word.hasPrefix(name) {
          let value = word.dropFirst(name.count)
          if value.hasPrefix("fifo:") {
            place = .fifo(String(value.dropFirst(5)))
            continue
          }
          let numbers = value.split(separator: ",").compactMap { Int32($0) }
          if numbers.count == 2 { place = .pipe(read: numbers[0], write: numbers[1]) }
        }
      }
      guard let place else { return nil }
      self.place = place
    }
  }

  /// One of its own that does not block: whether others read meanwhile cannot be known.
  private let reading: FileDescriptor
  private let writing: FileDescriptor
  private struct Held {
    /// The bytes taken.
    var bytes: [UInt8] = []
    /// Indicates whether no more are to be taken.
    var isLeft = false
  }
  private let held = Guarded(Held())
  private let queue = DispatchQueue(label: "platen.jobserver")

  /// Joins a jobserver; nil where it cannot be reached, as in a rule that does not begin with `+`.
  public init?(_ invitation: Invitation) {
    switch invitation.place {
    case .fifo(let path):
      guard let reading = Jobserver.open(path, O_RDWR), Jobserver.isPipe(reading.number),
        let writing = Jobserver.open(path, O_RDWR)
      else { return nil }
      self.reading = reading
      self.writing = writing
    case .pipe(let read, let write):
      // By way of /proc it becomes a description of our own: to make the one we were given not
      // block would do so for everybody who has it.
      guard read >= 0, write >= 0, Jobserver.isPipe(read), Jobserver.isPipe(write),
        let reading = Jobserver.open("/proc/self/fd/\(read)", O_RDONLY),
        let writing = Jobserver.open("/proc/self/fd/\(write)", O_WRONLY)
      else { return nil }
      self.reading = reading
      self.writing = writing
    }
  }

  /// Takes a token if there is one; does not wait.
  func take() -> Bool {
    held.withLock { held in
      guard !held.isLeft else { return false }
      var byte: UInt8 = 0
      var count = unsafe read(reading.number, &byte, 1)
      while count < 0, errno == EINTR { count = unsafe read(reading.number, &byte, 1) }
      guard count == 1 else { return false }
      held.bytes.append(byte)
      return true
    }
  }

  /// Gives one back.
  func give() {
    held.withLock { held in
      guard let byte = held.bytes.popLast() else { return }
      put(byte)
    }
  }

  /// Gives back all that were taken, and takes no more: whatever the process ends by, make is to
  /// have them.
  public func giveUp() {
    held.withLock { held in
      held.isLeft = true
      while let byte = held.bytes.popLast() { put(byte) }
    }
  }

  /// Calls once, from another thread, when there may be a token.
  func whenAvailable(_ call: @escaping @Sendable () -> Void) {
    let wait: @Sendable () -> Void = { [weak self] in
      while let waiting = self {
        // Not longer, so that it is freed with the last other reference.
        if waiting.hasSomething(within: 200) { return call() }
      }
    }
    // Dispatch has few threads, and one that waits is one less for stages.
    if !DetachedThread.run(wait) { queue.async(execute: wait) }
  }

  private func hasSomething(within milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ready, 1, milliseconds) > 0
  }

  deinit { giveUp() }

  /// The pipe always has room for tokens that were taken.
  private func put(_ byte: UInt8) {
    var byte = byte
    while unsafe write(writing.number, &byte, 1) < 0, errno == EINTR {}
  }

  private static func open(_ path: String, _ flags: Int32) -> FileDescriptor? {
    let number = unsafe Libc.open(path, flags | O_NONBLOCK | O_CLOEXEC)
    return number >= 0 ? FileDescriptor(owning: number) : nil
  }

  private static func isPipe(_ number: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }
}
