// SPDX-License-Identifier: MIT
// Part of Platen: ZIP files of many small entries, written to a sink entry by entry.

internal import CDeflate
internal import Diagnostics
public import Text

/// Writes a ZIP entry by entry, each in memory only until it is compressed.
///
/// It never seeks, so no temporary file is needed: an entry's sizes and checksum are known before
/// its header is written. For entries larger than memory there is ``ZipWriter``. Time, order,
/// compression level and attributes are fixed as there, so the bytes depend on the entries and on
/// libdeflate's version alone. Fields follow PKWARE's APPNOTE, sections 4.3.7, 4.3.12, 4.3.14 to 4.3.16.
// @safe: the object owns the compressor from `init` to `deinit`, and libdeflate is given the sizes
// of the buffers it reads and writes.
@safe public final class ZipStream {
  fileprivate struct Record {
    var name: String
    var method: UInt16
    var checksum: UInt32
    var compressedSize: UInt32
    var size: UInt32
    var offset: Int
  }

  private let sink: ByteSink
  private let compressor: OpaquePointer
  private var room: [UInt8] = []
  private var records: [Record] = []
  private var names: Set<String> = []
  private var offset = 0

  /// - Parameter level: the compression level, 1 (fastest) to 12.
  /// - Throws: `Failure` with `archive.memory` without memory for a compressor.
  public init(level: Int = 6, to sink: @escaping ByteSink) throws {
    guard let compressor = unsafe libdeflate_alloc_compressor(Int32(min(max(level, 1), 12))) else {
      throw Failure(.error(.archiveMemory, "not enough memory for a compressor"))
    }
    unsafe self.compressor = compressor
    unsafe self.sink = sink
  }

  deinit { unsafe libdeflate_free_compressor(compressor) }

  /// Adds an entry and writes it. Data that deflate would not make smaller are stored.
  ///
  /// - Throws: `Failure` with `archive.unsafe-name`, `archive.duplicate-name` or, for 4 GB and more,
  ///   `archive.too-large`; what the sink throws.
  public func addEntry(
    _ name: String, _ bytes: UnsafeRawBufferPointer, method: ZipWriter.Method = .deflated
  ) throws {
    if let objection = EntryName.objection(to: name) {
      throw Failure(
        .error(.archiveUnsafeName, "invalid entry name '\(name)': \(objection)"))
    }
    guard names.insert(name).inserted else {
      throw Failure(.error(.archiveDuplicateName, "two entries are named '\(name)'"))
    }
    guard let size = UInt32(exactly: bytes.count), size < UInt32.max, name.utf8.count < 0x1_0000
    else {
      throw Failure(.error(.archiveTooLarge, "the entry '\(name)' has 4 GB or more"))
    }
    var compressed = 0
    if method == .deflated, unsafe !bytes.isEmpty {
      if room.count < bytes.count { room = [UInt8](repeating: 0, count: bytes.count) }
      // Zero where the result would not fit, that is, would not be smaller.
      compressed = unsafe room.withUnsafeMutableBytes {
        unsafe libdeflate_deflate_compress(
          compressor, bytes.baseAddress, bytes.count, $0.baseAddress, bytes.count - 1)
      }
    }
    let record = unsafe Record(
      name: name, method: compressed > 0 ? 8 : 0,
      checksum: libdeflate_crc32(0, bytes.baseAddress, bytes.count),
      compressedSize: compressed > 0 ? UInt32(compressed) : size, size: size, offset: offset)
    records.append(record)

    var header: [UInt8] = []
    header.put(UInt32(0x0403_4B50))
    header.put(record)
    header.put(UInt16(0))
    header.append(contentsOf: name.utf8)
    try writeBytes(header)
    if compressed > 0 {
      try unsafe room.withUnsafeBytes {
        try unsafe writeBytes(UnsafeRawBufferPointer(rebasing: $0[..<compressed]))
      }
    } else {
      try unsafe writeBytes(bytes)
    }
  }

  /// Adds a file as the other does, from an array.
  public func addEntry(
    _ name: String, _ bytes: [UInt8], method: ZipWriter.Method = .deflated
  ) throws {
    try unsafe bytes.withUnsafeBytes { try unsafe addEntry(name, $0, method: method) }
  }

  /// Writes the directory, which ends the archive.
  public func finish() throws {
    let start = offset
    for record in records {
      let isFar = record.offset >= Int(UInt32.max)
      var entry: [UInt8] = []
      entry.put(UInt32(0x0201_4B50))
      entry.put(UInt16(3 << 8 | (isFar ? 45 : 20)))
      entry.put(record)
      entry.put(UInt16(isFar ? 12 : 0))
      // Comment, disk, internal attributes; then a plain file readable by everyone.
      entry.put(UInt16(0))
      entry.put(UInt16(0))
      entry.put(UInt16(0))
      entry.put(UInt32(0o100644) << 16)
      entry.put(isFar ? UInt32.max : UInt32(record.offset))
      entry.append(contentsOf: record.name.utf8)
      if isFar {
        entry.put(UInt16(1))
        entry.put(UInt16(8))
        entry.put(UInt64(record.offset))
      }
      try writeBytes(entry)
    }
    let size = offset - start
    var end: [UInt8] = []
    let isLarge = records.count >= 0xFFFF || start >= Int(UInt32.max) || size >= Int(UInt32.max)
    if isLarge {
      let place = offset
      end.put(UInt32(0x0606_4B50))
      end.put(UInt64(44))
      end.put(UInt16(3 << 8 | 45))
      end.put(UInt16(45))
      end.put(UInt32(0))
      end.put(UInt32(0))
      end.put(UInt64(records.count))
      end.put(UInt64(records.count))
      end.put(UInt64(size))
      end.put(UInt64(start))
      end.put(UInt32(0x0706_4B50))
      end.put(UInt32(0))
      end.put(UInt64(place))
      end.put(UInt32(1))
    }
    end.put(UInt32(0x0605_4B50))
    end.put(UInt16(0))
    end.put(UInt16(0))
    end.put(UInt16(clamping: records.count))
    end.put(UInt16(clamping: records.count))
    end.put(UInt32(clamping: size))
    end.put(UInt32(clamping: start))
    end.put(UInt16(0))
    try writeBytes(end)
  }

  private func writeBytes(_ bytes: [UInt8]) throws {
    try unsafe bytes.withUnsafeBytes { try unsafe writeBytes($0) }
  }

  private func writeBytes(_ bytes: UnsafeRawBufferPointer) throws {
    if unsafe bytes.isEmpty { return }
    try unsafe sink(bytes)
    offset += bytes.count
  }
}

extension [UInt8] {
  fileprivate mutating func put(_ value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// The fields that the header of an entry and its record in the directory have in common.
  fileprivate mutating func put(_ record: ZipStream.Record) {
    put(UInt16(20))
    // Bit 11: the name is UTF-8. Omitted for ASCII, since old readers of EPUB check it.
    put(UInt16(record.name.utf8.allSatisfy { $0 < 0x80 } ? 0 : 0x0800))
    put(record.method)
    // Midnight of January 1, 1980.
    put(UInt16(0))
    put(UInt16(0x21))
    put(record.checksum)
    put(record.compressedSize)
    put(record.size)
    put(UInt16(record.name.utf8.count))
  }
}
