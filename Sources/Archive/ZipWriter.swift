// SPDX-License-Identifier: MIT
// Part of Platen: ZIP files written so that the same parts give the same bytes.

internal import CZip
internal import Diagnostics

/// Collects entries and writes them as one ZIP, in the order they were added.
///
/// Time (1980-01-01 00:00, the format's first), order, compression level and attributes are fixed,
/// so the bytes depend on the entries and on the libraries' versions alone.
public struct ZipWriter {
  /// How an entry is kept.
  public enum Method: Sendable, Hashable {
    /// As it is; for what is compressed already, and for EPUB's first entry.
    case stored
    case deflated
  }

  private struct Part {
    var name: String
    var bytes: [UInt8]
    var method: Method
  }
  private var parts: [Part] = []
  private var names: Set<String> = []

  public init() {}

  /// Adds an entry; a folder is made by the names inside it and needs no entry of its own.
  ///
  /// - Throws: `Failure` with `archive.unsafe-name` or `archive.duplicate-name`.
  public mutating func add(_ name: String, _ bytes: [UInt8], method: Method = .deflated) throws {
    if let objection = EntryName.objection(to: name) {
      throw Failure(
        .error("archive.unsafe-name", "an entry cannot be called '\(name)': \(objection)"))
    }
    guard names.insert(name).inserted else {
      throw Failure(.error("archive.duplicate-name", "two entries are called '\(name)'"))
    }
    parts.append(Part(name: name, bytes: bytes, method: method))
  }

  /// The finished archive.
  ///
  /// - Throws: `Failure` with libzip's words where it cannot add an entry or compress at the end.
  public consuming func finish() throws -> [UInt8] {
    if parts.isEmpty { return ZipWriter.emptyArchive }
    let target = try ZipError.opening { zip_source_buffer_create(nil, 0, 0, &$0) }
    // `zip_close` gives back its own reference; this one lets us read what it wrote.
    zip_source_keep(target)
    defer { zip_source_free(target) }
    let archive: OpaquePointer
    do {
      archive = try ZipError.opening { zip_open_from_source(target, ZIP_TRUNCATE, &$0) }
    } catch {
      zip_source_free(target)
      throw error
    }

    // libzip reads the entries only when it closes: each stays in memory of its own until then.
    var buffers: [UnsafeMutableRawBufferPointer] = []
    defer { for buffer in buffers { buffer.deallocate() } }
    var isClosed = false
    defer { if !isClosed { zip_discard(archive) } }
    for part in parts {
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(1, part.bytes.count), alignment: 16)
      buffer.copyBytes(from: part.bytes)
      buffers.append(buffer)
      try ZipWriter.add(part, from: buffer, to: archive)
    }
    guard zip_close(archive) == 0 else {
      throw ZipWriter.failure(archive, "the ZIP cannot be finished")
    }
    isClosed = true
    return try ZipWriter.read(target)
  }

  /// An end-of-directory record and nothing else; libzip writes no archive at all without entries.
  private static let emptyArchive: [UInt8] =
    [0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18)

  private static func add(
    _ part: Part, from buffer: UnsafeMutableRawBufferPointer, to archive: OpaquePointer
  ) throws {
    let source = zip_source_buffer(
      archive, buffer.baseAddress, zip_uint64_t(part.bytes.count), 0)
    guard let source else { throw failure(archive, "the entry '\(part.name)' cannot be added") }
    let flags = zip_flags_t(ZIP_FL_ENC_UTF_8)
    let added = zip_file_add(archive, part.name, source, flags)
    guard added >= 0 else {
      zip_source_free(source)
      throw failure(archive, "the entry '\(part.name)' cannot be added")
    }
    let index = zip_uint64_t(added)
    let method = part.method == .stored ? ZIP_CM_STORE : ZIP_CM_DEFLATE
    // 0x21 is the first of January 1980; 0o100644 a plain file everybody may read.
    guard zip_set_file_compression(archive, index, zip_int32_t(method), 6) == 0,
      zip_file_set_dostime(archive, index, 0, 0x21, 0) == 0,
      zip_file_set_external_attributes(
        archive, index, 0, zip_uint8_t(ZIP_OPSYS_UNIX), zip_uint32_t(0o100644) << 16) == 0
    else { throw failure(archive, "the entry '\(part.name)' cannot be added") }
  }

  private static func read(_ source: OpaquePointer) throws -> [UInt8] {
    var stat = zip_stat_t()
    zip_stat_init(&stat)
    guard zip_source_stat(source, &stat) == 0, zip_source_open(source) == 0 else {
      throw ZipError.failure(zip_source_error(source))
    }
    defer { zip_source_close(source) }
    var output = [UInt8](repeating: 0, count: Int(stat.size))
    var filled = 0
    while filled < output.count {
      let count = output.withUnsafeMutableBytes { room in
        zip_source_read(
          source, room.baseAddress.map { $0 + filled }, zip_uint64_t(room.count - filled))
      }
      guard count > 0 else { throw ZipError.failure(zip_source_error(source)) }
      filled += Int(count)
    }
    return output
  }

  private static func failure(_ archive: OpaquePointer, _ what: String) -> Failure {
    Failure(.error("archive.write", "\(what): \(String(cString: zip_strerror(archive)))"))
  }
}
