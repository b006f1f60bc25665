// SPDX-License-Identifier: MIT
// Part of Platen: ZIP files written so that the same parts give the same bytes.

internal import CZip
internal import Diagnostics
public import Text

/// Collects entries and writes them as one ZIP, in the order they were added.
///
/// Time (1980-01-01 00:00, the format's first), order, compression level and attributes are fixed,
/// so the bytes depend on the entries and on the libraries' versions alone.
public struct ZipWriter {
  /// The compression method of an entry.
  public enum Method: Sendable, Hashable {
    /// Stored; for data that are already compressed, and for EPUB's first entry.
    case stored
    case deflated
  }

  private enum Content {
    case bytes([UInt8])
    case storage(any TemporaryStorage)
  }

  private struct Part {
    var name: String
    var content: Content
    var method: Method
  }
  private var parts: [Part] = []
  private var names: Set<String> = []
  private let level: Int

  /// - Parameter level: the compression level, 1 (fastest) to 9.
  public init(level: Int = 6) { self.level = min(max(level, 1), 9) }

  /// Adds an entry; folders follow from the names inside them and need no entries.
  ///
  /// - Throws: `Failure` with `archive.unsafe-name` or `archive.duplicate-name`.
  public mutating func addEntry(_ name: String, _ bytes: [UInt8], method: Method = .deflated) throws
  {
    try addEntry(Part(name: name, content: .bytes(bytes), method: method))
  }

  /// Adds an entry whose bytes are read from a temporary file when the archive is finished.
  ///
  /// - Throws: as the other.
  public mutating func addEntry(
    _ name: String, from storage: any TemporaryStorage, method: Method = .deflated
  ) throws {
    try addEntry(Part(name: name, content: .storage(storage), method: method))
  }

  private mutating func addEntry(_ part: Part) throws {
    let name = part.name
    if let objection = EntryName.objection(to: name) {
      throw Failure(
        .error(.archiveUnsafeName, "invalid entry name '\(name)': \(objection)"))
    }
    guard names.insert(name).inserted else {
      throw Failure(.error(.archiveDuplicateName, "two entries are named '\(name)'"))
    }
    parts.append(part)
  }

  /// The finished archive.
  ///
  /// - Throws: `Failure` with libzip's message where it cannot add an entry or compress.
  public consuming func finish() throws -> [UInt8] {
    let target = MemoryStorage()
    try pack(into: target)
    return target.bytes
  }

  /// Writes the finished archive to a sink through a temporary file: libzip returns to an entry's
  /// header after writing its data. Neither the entries added from temporary files nor the archive
  /// are in memory.
  ///
  /// - Throws: `Failure` with libzip's message where it cannot add an entry or compress; errors of
  ///   a temporary file or the sink.
  public consuming func finish(
    through storage: any TemporaryStorage, to sink: ByteSink
  ) throws {
    try pack(into: storage)
    try unsafe storage.copy(to: sink)
  }

  /// Writes the finished archive to its final place, an empty temporary file.
  ///
  /// - Throws: as the other.
  public consuming func finish(into storage: any TemporaryStorage) throws {
    try pack(into: storage)
  }

  private func pack(into storage: any TemporaryStorage) throws {
    if parts.isEmpty {
      try unsafe ZipWriter.emptyArchive.withUnsafeBytes { try unsafe storage.write($0, at: 0) }
      return
    }
    let target = StorageSource(storage)
    let source = try unsafe target.open()
    let archive: OpaquePointer
    do {
      unsafe archive = try ZipError.opening {
        unsafe zip_open_from_source(source, ZIP_TRUNCATE, &$0)
      }
    } catch {
      unsafe zip_source_free(source)
      throw error
    }

    // libzip reads the entries only when it closes: each stays in memory until then.
    var buffers: [UnsafeMutableRawBufferPointer] = unsafe []
    defer { for index in unsafe buffers.indices { unsafe buffers[index].deallocate() } }
    var isClosed = false
    defer { if !isClosed { unsafe zip_discard(archive) } }
    var sources = [target]
    for part in parts {
      let source: OpaquePointer?
      switch part.content {
      case .bytes(let bytes):
        let buffer = UnsafeMutableRawBufferPointer.allocate(
          byteCount: max(1, bytes.count), alignment: 16)
        unsafe buffer.copyBytes(from: bytes)
        unsafe buffers.append(buffer)
        unsafe source = zip_source_buffer(archive, buffer.baseAddress, zip_uint64_t(bytes.count), 0)
      case .storage(let storage):
        let made = StorageSource(storage)
        sources.append(made)
        unsafe source = try made.open()
      }
      try unsafe addEntry(part, from: source, to: archive)
    }
    guard unsafe zip_close(archive) == 0 else {
      for source in sources { if let error = source.caughtError { throw error } }
      throw unsafe ZipWriter.failure(archive, "the ZIP cannot be finished")
    }
    isClosed = true
  }

  /// An end-of-directory record alone; libzip writes no archive without entries.
  private static let emptyArchive: [UInt8] =
    [0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18)

  private func addEntry(
    _ part: Part, from source: OpaquePointer?, to archive: OpaquePointer
  ) throws {
    let makeError = {
      unsafe ZipWriter.failure(archive, "the entry '\(part.name)' cannot be added")
    }
    guard let source = unsafe source else { throw makeError() }
    let flags = zip_flags_t(ZIP_FL_ENC_UTF_8)
    let added = unsafe zip_file_add(archive, part.name, source, flags)
    guard added >= 0 else {
      unsafe zip_source_free(source)
      throw makeError()
    }
    let index = zip_uint64_t(added)
    let method = part.method == .stored ? ZIP_CM_STORE : ZIP_CM_DEFLATE
    // 0x21 is January 1, 1980; 0o100644 a plain file readable by everyone.
    guard
      unsafe zip_set_file_compression(archive, index, zip_int32_t(method), zip_uint32_t(level))
        == 0,
      unsafe zip_file_set_dostime(archive, index, 0, 0x21, 0) == 0,
      unsafe zip_file_set_external_attributes(
        archive, index, 0, zip_uint8_t(ZIP_OPSYS_UNIX), zip_uint32_t(0o100644) << 16) == 0
    else { throw makeError() }
  }

  private static func failure(_ archive: OpaquePointer, _ what: String) -> Failure {
    Failure(.error(.archiveWrite, unsafe "\(what): \(String(cString: zip_strerror(archive)))"))
  }
}
