// SPDX-License-Identifier: MIT
// Part of Platen: `write(2)` until all is written.

internal import Libc

/// Writes all of `bytes`, at the current position or at an offset. It waits for a non-blocking
/// stream.
///
/// - Returns: false where that cannot be; `errno` has the reason.
package func writeAll(
  _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int? = nil
) -> Bool {
  var done = 0
  while done < bytes.count {
    let start = unsafe bytes.baseAddress.map { unsafe $0 + done }
    let count =
      unsafe offset.map { unsafe pwrite(descriptor, start, bytes.count - done, off_t($0 + done)) }
      ?? write(descriptor, start, bytes.count - done)
    if count < 0 {
      if errno == EINTR { continue }
      guard errno == EAGAIN else { return false }
      var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&stream, 1, -1)
      continue
    }
    guard count > 0 else {
      errno = EIO
      return false
    }
    done += count
  }
  return true
}
