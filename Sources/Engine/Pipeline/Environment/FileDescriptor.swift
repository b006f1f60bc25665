// SPDX-License-Identifier: MIT
// Part of Platen: file descriptors that close themselves, and system calls that throw.

internal import Libc

/// An open file, closed at the end of its lifetime.
struct FileDescriptor: ~Copyable, Sendable {
  let number: Int32

  /// Takes over `number`.
  init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a path relative to this folder.
  func open(_ name: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor
  {
    FileDescriptor(
      owning: try SystemError.check("open") { unsafe openat(number, name, flags | O_CLOEXEC, mode) }
    )
  }

  /// Opens a path relative to the working folder.
  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError)
    -> FileDescriptor
  {
    FileDescriptor(
      owning: try SystemError.check("open") {
        unsafe openat(AT_FDCWD, path, flags | O_CLOEXEC, mode)
      })
  }

  /// Returns the result of `fstat`.
  func status() throws(SystemError) -> stat {
    var result = stat()
    try SystemError.check("fstat") { unsafe fstat(number, &result) }
    return result
  }

  /// Bytes in the file.
  func size() throws(SystemError) -> Int { Int(try status().st_size) }

  /// Writes its data to the disk.
  func sync() throws(SystemError) {
    try SystemError.check("fsync") { fsync(number) }
  }

  /// Brings a folder's names to the disk, where the file system can do that.
  func syncFolder() throws(SystemError) {
    do throws(SystemError) {
      try sync()
    } catch  where error.code == EINVAL || error.code == EOPNOTSUPP {
      // Some network and user-space file systems sync no folders; there is nothing else to call.
    }
  }

  /// Writes all of `bytes`.
  func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let count = try SystemError.check("write") {
        unsafe write(number, rest.baseAddress, rest.count)
      }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes all of `bytes` at an offset.
  func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      done += try SystemError.check("write") {
        unsafe pwrite(number, rest.baseAddress, rest.count, off_t(offset + done))
      }
    }
  }

  /// Reads at an offset until `buffer` is full or the file ends; returns how much came.
  func readFull(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int
  {
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try SystemError.check("read") {
        unsafe pread(number, rest.baseAddress, rest.count, off_t(offset + filled))
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Writes all of `bytes`.
  func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    // Array's own method is not generic over the error, hence the Result, here and below.
    let result: Result<Void, SystemError> = unsafe bytes.withUnsafeBytes { buffer in
      Result { () throws(SystemError) in try unsafe writeAll(buffer) }
    }
    try result.get()
  }

  /// Fills `buffer` as far as the file goes; returns the number of bytes read.
  func readFull(_ buffer: inout [UInt8], at offset: Int) throws(SystemError) -> Int {
    let result: Result<Int, SystemError> = unsafe buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(SystemError) in try unsafe readFull(bytes, at: offset) }
    }
    return try result.get()
  }

  /// Takes the lock of the whole file without waiting; false when another holds it.
  func tryLock() throws(SystemError) -> Bool {
    do {
      try SystemError.check("flock") { flock(number, LOCK_EX | LOCK_NB) }
      return true
    } catch  where error.code == EWOULDBLOCK {
      return false
    }
  }
}

/// An open file that may be held by several.
final class SharedFile: Sendable {
  let descriptor: FileDescriptor
  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
}

/// A system call that failed.
struct SystemError: Error, Hashable {
  /// `errno`.
  let code: Int32
  /// The call's name.
  let call: String

  /// The system's text for it.
  var text: String { systemErrorText(code) }

  /// Runs a call until it is not interrupted; throws when it returns a negative number.
  @discardableResult
  static func check<N: SignedInteger>(_ call: String, _ body: () -> N) throws(SystemError) -> N {
    while true {
      let result = body()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemError(code: code, call: call) }
    }
  }
}

extension SystemError {
  /// Indicates whether the same call may succeed later without intervention: too much is open,
  /// something is busy, a share or the network is away. A full or broken disk and missing
  /// permissions do not pass.
  var isPassing: Bool {
    switch code {
    case EAGAIN, EINTR, EMFILE, ENFILE, ENOMEM, ENOBUFS, EBUSY, ETXTBSY, EDEADLK, ENOLCK, ESTALE,
      ETIMEDOUT, ENETDOWN, ENETUNREACH, ENETRESET, ECONNABORTED, ECONNRESET, ECONNREFUSED,
      ENOTCONN, EHOSTDOWN, EHOSTUNREACH, EREMOTEIO, ECOMM, ENOLINK:
      true
    default: false
    }
  }

  static let noSpace = ENOSPC
  static let quota = EDQUOT
  static let readOnly = EROFS
  static let access = EACCES
  static let notPermitted = EPERM
  static let tooLarge = EFBIG
  static let tooManyFiles = EMFILE
  static let isFolder = EISDIR
}
