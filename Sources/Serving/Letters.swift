// SPDX-License-Identifier: MIT
// Part of Platen: what other threads say to a server's loop, and how they wake it.

internal import Diagnostics
internal import Pipeline

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What other threads have to say.
enum Letter: Sendable {
  case stop
  case show(Show)
  /// A picture was drawn; nil where it could not be.
  case picture(PictureKey, [UInt8]?)
  case fault(String)
}

/// A letter box that wakes the server.
final class Letters: Sendable {
  private let box = Guarded<[Letter]>([])
  /// Readable while there are letters.
  let wake: Int32
  private let bell: Int32

  init() throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0, ends.allSatisfy(prepare) else {
      throw Failure(
        .error("serve.system", "no pipe can be made: \(String(cString: strerror(errno)))"))
    }
    wake = ends[0]
    bell = ends[1]
  }

  deinit {
    close(wake)
    close(bell)
  }

  func put(_ letter: Letter) {
    box.withLock { $0.append(letter) }
    // A pipe that is full is readable already.
    var one: UInt8 = 1
    _ = write(bell, &one, 1)
  }

  func take() -> [Letter] {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(wake, &bytes, bytes.count) == bytes.count {}
    return box.withLock { box in
      defer { box = [] }
      return box
    }
  }
}

/// Has a socket or pipe neither wait nor outlive the program that this one may become; false where
/// that cannot be.
func prepare(_ descriptor: Int32) -> Bool {
  fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
}
