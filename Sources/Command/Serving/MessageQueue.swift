// SPDX-License-Identifier: MIT
// Part of Platen: what other threads say to a server's loop, and how they wake it.

internal import Diagnostics
internal import Libc

/// A message from another thread.
enum ServerMessage<Note: Sendable>: Sendable {
  /// Stops the server.
  case stop
  case note(Note)
}

/// A queue of messages that wakes the server.
final class MessageQueue<Note: Sendable>: Sendable {
  private let box = Guarded<[ServerMessage<Note>]>([])
  /// The pipe's end that is readable while messages are queued.
  let wake: Int32
  private let bell: Int32

  init() throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0, ends.allSatisfy(prepare) else {
      throw Failure(
        .error(.serveSystem, "a pipe cannot be created: \(systemErrorText(errno))"))
    }
    wake = ends[0]
    bell = ends[1]
  }

  deinit {
    close(wake)
    close(bell)
  }

  /// Sends the message to stop.
  func stop() { put(letter: .stop) }

  func put(_ note: Note) { put(letter: .note(note)) }

  private func put(letter: ServerMessage<Note>) {
    box.withLock { $0.append(letter) }
    // A pipe that is full is readable already.
    var one: UInt8 = 1
    _ = write(bell, &one, 1)
  }

  func take() -> [ServerMessage<Note>] {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(wake, &bytes, bytes.count) == bytes.count {}
    return box.withLock { box in
      defer { box = [] }
      return box
    }
  }
}

/// Makes a socket or pipe nonblocking and closed on exec; false where that fails.
func prepare(_ descriptor: Int32) -> Bool {
  fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
}
