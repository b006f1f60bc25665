// SPDX-License-Identifier: MIT
// Part of Platen: the files that deliveries read and write.

internal import Diagnostics
internal import Libc
internal import Pipeline
internal import Text

/// An output as the entry of an archive, and as the source of a copy.
final class DeliveredFile: TemporaryStorage {
  private let file: CheckedFile
  private let cancellation: Cancellation

  init(_ file: CheckedFile, _ cancellation: Cancellation) {
    self.file = file
    self.cancellation = cancellation
  }

  var count: Int { file.size }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try cancellation.check()
    return try file.read(into: buffer, at: offset)
  }

  /// Always throws: a delivery only reads.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    throw Failure(.error(.engine, "an output is not written to when it is delivered"))
  }

  func finish() throws { try file.finish() }
}

/// The archive under its temporary name, as it is written.
final class DeliveryArchive: TemporaryStorage {
  private(set) var count = 0
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw refusal }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    guard writeAll(descriptor, bytes, at: offset) else { throw refusal }
    count = max(count, offset + bytes.count)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      let taken = pread(
        descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
        off_t(offset + filled))
      if taken < 0, errno == EINTR { continue }
      guard taken >= 0 else { throw refusal }
      if taken == 0 { break }
      filled += taken
    }
    return filled
  }

  /// Brings it to the disk.
  func sync() throws {
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw refusal }
  }

  private var refusal: Failure {
    Failure(
      .error(
        .outputWrite, "the delivery \(path) cannot be written: \(systemErrorText(errno))")
    )
  }
}
