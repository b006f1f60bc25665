// SPDX-License-Identifier: MIT
// Part of Platen: the handle a file stage streams its bytes into, and the file looked at after.

internal import Diagnostics
internal import Digests
internal import Libc

/// Takes the bytes of a file as they are made, hashing and counting them.
///
/// Used by one stage on one thread. The first error is final: the stage fails even if a library
/// swallows an error of ``write(_:)-(UnsafeRawBufferPointer)``.
public final class FileWriter {
  /// The number of bytes that have been taken.
  public private(set) var count = 0
  /// The files of a set, as far as they have been taken.
  private(set) var members: [ArtifactMember] = []

  /// A thumbnail of the file, as a JPEG or PNG, for pages that show many files; nil for none. No
  /// byte of the file depends on it.
  public var thumbnail: [UInt8]?

  private let partial: PartialFile
  private let target: String
  private let cancellation: Cancellation
  private var hasher = SHA256()
  private var memberHasher = SHA256()
  private var isInMember = false
  private var buffer: [UInt8] = []
  private var caughtError: (any Error)?

  /// Small writes are gathered to this many bytes; larger ones go straight through.
  private static let bufferSize = 64 << 10

  init(_ partial: PartialFile, target: String, cancellation: Cancellation) {
    self.partial = partial
    self.target = target
    self.cancellation = cancellation
  }

  /// Takes bytes.
  ///
  /// - Throws: ``Failure`` with the code `output.write` when the disk refuses them, ``Cancelled``
  ///   when the run was cancelled.
  public func write(_ bytes: UnsafeRawBufferPointer) throws {
    if let caughtError { throw caughtError }
    do {
      count += bytes.count
      unsafe hasher.update(bytes)
      if isInMember { unsafe memberHasher.update(bytes) }
      if buffer.count + bytes.count > FileWriter.bufferSize { try flush() }
      if bytes.count >= FileWriter.bufferSize {
        try cancellation.check()
        try unsafe partial.descriptor.writeAll(bytes)
      } else {
        unsafe buffer.append(contentsOf: bytes)
      }
    } catch {
      throw stick(error)
    }
  }

  /// Takes bytes.
  public func write(_ bytes: [UInt8]) throws {
    try unsafe bytes.withUnsafeBytes { try unsafe write($0) }
  }

  /// Takes the UTF-8 of a text.
  public func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try unsafe write(UnsafeRawBufferPointer($0)) }
  }

  /// Takes a file of a set, written by `body`.
  func member(_ name: String, _ body: () throws -> Void) throws {
    let start = count
    memberHasher = SHA256()
    isInMember = true
    defer { isInMember = false }
    try body()
    if let caughtError { throw caughtError }
    guard count > start else {
      throw stick(Failure(.error(.outputCheck, "\(target) would have an empty file, \(name)")))
    }
    var hasher = SHA256()
    swap(&hasher, &memberHasher)
    let digest = hasher.finalize()
    members.append(ArtifactMember(name: name, size: count - start, digest: digest))
  }

  /// Writes the buffered bytes and returns the size and digest of the file; throws the first error.
  func finish() throws -> (size: Int, digest: Digest) {
    if let caughtError { throw caughtError }
    do { try flush() } catch { throw stick(error) }
    var finished = SHA256()
    swap(&finished, &hasher)
    return (count, finished.finalize())
  }

  /// Discards the finished content: another file is written in its place.
  func restart() throws {
    do throws(SystemError) {
      let number = partial.descriptor.number
      try SystemError.check("ftruncate") { ftruncate(number, 0) }
      try SystemError.check("lseek") { Int(lseek(number, 0, SEEK_SET)) }
    } catch {
      throw stick(error)
    }
    count = 0
    members = []
    thumbnail = nil
  }

  private func flush() throws {
    guard !buffer.isEmpty else { return }
    try cancellation.check()
    try partial.descriptor.writeAll(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private func stick(_ error: any Error) -> any Error {
    let shown: any Error =
      if let error = error as? SystemError { Failure.writing(target, error) } else { error }
    caughtError = shown
    return shown
  }
}

/// A file that was written and not yet published, opened again for its check.
public final class FinishedFile {
  /// The target, relative to the output directory.
  public let target: String
  /// Bytes.
  public let size: Int

  private let file: SharedFile
  /// The start in the file on the disk: that of a set holds many.
  private let start: Int

  init(_ descriptor: consuming FileDescriptor, target: String) throws(SystemError) {
    size = try descriptor.size()
    file = SharedFile(descriptor)
    start = 0
    self.target = target
  }

  /// A file of a set, which is part of the set's file.
  init(_ member: ArtifactMember, at start: Int, of set: FinishedFile, target: String) {
    size = member.size
    file = set.file
    self.start = start
    self.target = target
  }

  /// Reads at an offset until `buffer` is full or the file ends; returns how much came.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let room = max(0, min(buffer.count, size - offset))
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
    do throws(SystemError) {
      return try unsafe file.descriptor.readFull(part, at: start + offset)
    } catch {
      throw Failure.writing(target, error)
    }
  }

  /// At most `count` bytes from an offset.
  public func read(at offset: Int, count: Int) throws -> [UInt8] {
    let wanted = max(0, min(count, size - offset))
    return try unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      filled = try unsafe read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
  }

  /// All its bytes.
  public func read() throws -> [UInt8] { try read(at: 0, count: size) }
}

extension Failure {
  /// Returns the error for an output that cannot be written.
  static func writing(_ target: String, _ error: SystemError) -> Failure {
    let why =
      error.code == SystemError.isFolder
      ? "a directory has that name" : "\(error.text) (\(error.call))"
    return Failure(
      .error(
        .outputWrite, "\(target) cannot be written: \(why)",
        hints: Failure.hints(error)), isPassing: error.isPassing)
  }

  static func hints(_ error: SystemError) -> [String] {
    switch error.code {
    case SystemError.noSpace: ["free some space, or choose another output directory"]
    case SystemError.quota: ["free some of your quota, or choose another output directory"]
    case SystemError.readOnly:
      ["the file system is mounted read-only; choose another output directory"]
    case SystemError.access, SystemError.notPermitted:
      ["give yourself permission to write there, or choose another output directory"]
    case SystemError.tooLarge: ["the file is larger than the limit of the process (ulimit -f)"]
    case SystemError.tooManyFiles: ["allow more open files (ulimit -n), or use fewer jobs (-j)"]
    case SystemError.isFolder: ["move the directory, or give the output another name"]
    default: []
    }
  }
}
