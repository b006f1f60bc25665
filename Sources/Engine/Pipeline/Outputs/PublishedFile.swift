// SPDX-License-Identifier: MIT
// Part of Platen: files that were published, read again: whole, or piece by piece.

internal import Diagnostics
public import Digests
internal import Libc

extension Outputs {
  /// Reads a file that was published, links not followed; nil where there is none, it is too large or
  /// cannot be read.
  public func contents(of path: String, limit: Int) -> [UInt8]? {
    guard let file = published(path), file.size <= limit else { return nil }
    return file.prefix(file.size)
  }

  /// Opens a file that was published, links not followed; nil where there is none, or it may not be
  /// read.
  public func published(_ path: String) -> PublishedFile? {
    guard let path = try? OutputPath(path), path.placeholder == nil,
      let folder = try? open(path.folder, creating: false),
      let file = try? folder.descriptor.open(path.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return PublishedFile(file, path: path.text, size: Int(status.st_size))
  }

  /// Opens the record of the last run; nil where there is none.
  public func publishedRecord() -> PublishedFile? {
    guard let folder = try? openRoot(),
      let file = try? folder.open(RunRecord.fileName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return PublishedFile(file, path: RunRecord.fileName, size: Int(status.st_size))
  }
}

/// A file that was published, open to be read piece by piece. It stays the same file when another
/// one takes its name.
public final class PublishedFile: Sendable {
  /// Below the output directory.
  public let path: String
  /// Bytes, as it was opened.
  public let size: Int
  private let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor, path: String, size: Int) {
    self.descriptor = descriptor
    self.path = path
    self.size = size
  }

  /// Reads from an offset until `buffer` is full or the file ends; returns how many bytes came.
  ///
  /// - Throws: ``Failure`` with the code `file.unreadable`.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    do throws(SystemError) {
      return try unsafe descriptor.readFull(buffer, at: offset)
    } catch {
      throw Failure(
        .error(.fileUnreadable, "\(path) cannot be read: \(error.text)"),
        isPassing: error.isPassing)
    }
  }

  /// The first bytes, fewer where the file has no more; nil where they cannot be read.
  package func prefix(_ count: Int) -> [UInt8]? {
    try? unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = try unsafe read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
    }
  }
}

/// A file that was published, read from its beginning to its end and compared with its entry in a
/// record. It is open while it is read. Used on one thread at a time.
public final class CheckedFile {
  /// Bytes, as the record has them.
  public let size: Int
  private let path: String
  private let digest: Digest
  private let outputs: Outputs
  private var file: PublishedFile?
  private var hasher: SHA256?
  private var hashed = 0
  private var isChecked = false

  public init(_ path: String, size: Int, digest: Digest, in outputs: Outputs) {
    self.path = path
    self.size = size
    self.digest = digest
    self.outputs = outputs
  }

  /// Reads on: from 0, then from where the last piece ended. Nothing comes any more once all has come.
  ///
  /// - Throws: ``Failure`` with the code `output.changed` when it is another file than the record
  ///   has, at the latest with the last piece; `file.unreadable`.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    if isChecked, offset >= size { return 0 }
    if offset == 0 {
      guard let opened = outputs.published(path), opened.size == size else { throw refusal }
      (file, hashed, isChecked) = (opened, 0, false)
      hasher = SHA256()
    }
    guard let file, offset == hashed else { throw refusal }
    let taken = try unsafe file.read(into: buffer, at: offset)
    unsafe hasher?.update(UnsafeRawBufferPointer(rebasing: buffer[..<taken]))
    hashed += taken
    // A truncated file ends early.
    if hashed >= size || taken == 0 {
      self.file = nil
      guard hashed == size, hasher.take()?.finalize() == digest else { throw refusal }
      isChecked = true
    }
    return taken
  }

  /// To be called when it was read.
  ///
  /// - Throws: ``Failure`` with the code `output.changed` unless all of it was, and was right.
  public func finish() throws { guard isChecked else { throw refusal } }

  private var refusal: Failure {
    Failure(
      .error(
        .outputChanged, "\(path) is not what the run published",
        hints: ["something else has written to it; run again"]))
  }
}
