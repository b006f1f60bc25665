// SPDX-License-Identifier: MIT
// Part of Platen: ZIP files read from memory, with limits on their decoded size.

internal import CZip
internal import Diagnostics

/// The limits of a ZIP.
public struct ZipLimits: Sendable, Hashable {
  /// Entries in the archive.
  public var entries: Int
  /// Bytes that one entry may decode to.
  public var entryBytes: Int
  /// Bytes that all entries read from one archive may decode to.
  public var totalBytes: Int
  /// Decoded bytes for each compressed byte; checked after the first megabyte of an entry.
  public var ratio: Int

  public init(
    entries: Int = 65_535, entryBytes: Int = 1 << 29, totalBytes: Int = 1 << 30, ratio: Int = 200
  ) {
    self.entries = entries
    self.entryBytes = entryBytes
    self.totalBytes = totalBytes
    self.ratio = ratio
  }
}

/// Reads a ZIP held in memory.
///
/// The file is untrusted: sizes are counted, not taken from its records, and an archive with unsafe
/// names or with entries that share bytes is rejected as a whole.
// @safe: the object owns `memory` and `archive` until `deinit`, which closes the archive before it
// frees the bytes that the archive reads. libzip checks the indices it is given.
@safe public final class ZipReader {
  /// The directory's data on one entry.
  public struct Entry: Sendable, Hashable {
    /// Index in the archive's directory.
    public let index: Int
    public let name: String
    /// Decoded size as the archive states it.
    public let size: Int
    public let compressedSize: Int
    public var isFolder: Bool { name.hasSuffix("/") }
  }

  /// Every entry, in the order of the archive's directory.
  public let entries: [Entry]

  private let memory: UnsafeMutableRawBufferPointer
  private let archive: OpaquePointer
  private let limits: ZipLimits
  private var decoded = 0

  /// Indicates whether `bytes` begin as a ZIP does; an empty archive counts.
  public static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
      || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Opens an archive and checks its directory; the bytes are copied.
  ///
  /// - Throws: `Failure` with `archive.damaged`, `archive.too-many-entries`, `archive.unsafe-name`,
  ///   `archive.duplicate-name` or `archive.overlap`.
  public convenience init(bytes: UnsafeRawBufferPointer, limits: ZipLimits = ZipLimits()) throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    unsafe memory.copyMemory(from: bytes)
    try unsafe self.init(owning: memory, limits: limits)
  }

  /// The same from an array.
  public convenience init(bytes: [UInt8], limits: ZipLimits = ZipLimits()) throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    unsafe memory.copyBytes(from: bytes)
    try unsafe self.init(owning: memory, limits: limits)
  }

  private init(owning memory: UnsafeMutableRawBufferPointer, limits: ZipLimits) throws {
    var opened = false
    defer { if !opened { unsafe memory.deallocate() } }

    let directory = try unsafe CentralDirectory(memory.bindMemory(to: UInt8.self).span)
    if directory.extents.count > limits.entries {
      throw Failure(
        .error(
          .archiveTooManyEntries,
          "the ZIP has \(directory.extents.count) entries; \(limits.entries) are allowed"))
    }
    if let (a, b) = directory.overlap {
      throw Failure(
        .error(
          .archiveOverlap,
          "entries \(a) and \(b) of the ZIP share bytes, like a decompression bomb"))
    }

    let archive = try unsafe ZipError.opening { error in
      let size = zip_uint64_t(memory.count)
      guard let source = unsafe zip_source_buffer_create(memory.baseAddress, size, 0, &error) else {
        return nil
      }
      guard let archive = unsafe zip_open_from_source(source, ZIP_RDONLY, &error) else {
        unsafe zip_source_free(source)
        return nil
      }
      return unsafe archive
    }
    defer { if !opened { unsafe zip_discard(archive) } }
    entries = try unsafe ZipReader.list(archive, expecting: directory.extents.count)
    unsafe self.memory = memory
    unsafe self.archive = archive
    self.limits = limits
    opened = true
  }

  deinit {
    unsafe zip_discard(archive)
    unsafe memory.deallocate()
  }

  /// The first entry with this name, or nil.
  public func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

  /// The decoded bytes of an entry, checked against its size and its CRC.
  ///
  /// - Throws: `Failure` with `archive.encrypted`, `archive.too-large`, `archive.ratio` or
  ///   `archive.damaged`, naming the entry.
  public func contents(of entry: Entry) throws -> [UInt8] {
    let place = SourceLocation(field: "entry \(entry.name)")
    let allowed = min(limits.entryBytes, limits.totalBytes - decoded)
    let tooLarge = Failure(
      .error(
        .archiveTooLarge,
        "the entry decompresses to more than the limit of \(max(0, allowed)) bytes", at: place))
    guard entry.size <= allowed else { throw tooLarge }
    guard let file = unsafe zip_fopen_index(archive, zip_uint64_t(entry.index), 0) else {
      throw unsafe ZipError.failure(zip_get_error(archive), at: place)
    }
    defer { unsafe zip_fclose(file) }

    let byRatio = entry.compressedSize.multipliedReportingOverflow(by: max(1, limits.ratio))
    let honest = max(1 << 20, byRatio.overflow ? Int.max : byRatio.partialValue)
    let step = 1 << 16
    var output: [UInt8] = []
    output.reserveCapacity(min(entry.size, honest))
    var chunk = [UInt8](repeating: 0, count: step)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe zip_fread(file, $0.baseAddress, zip_uint64_t($0.count))
      }
      if count < 0 { throw unsafe ZipError.failure(zip_file_get_error(file), at: place) }
      if count == 0 { break }
      output.append(contentsOf: chunk[..<Int(count)])
      if output.count > allowed { throw tooLarge }
      if output.count > honest {
        throw Failure(
          .error(
            .archiveRatio,
            "the entry decompresses to more than \(limits.ratio) times its size,"
              + " like a decompression bomb",
            at: place))
      }
    }
    // libzip checks the CRC of the bytes, not their number.
    guard output.count == entry.size else {
      throw Failure(
        .error(
          .archiveDamaged,
          "the ZIP is damaged: its directory states \(entry.size) bytes for the entry, "
            + "which has \(output.count)",
          at: place, hints: ["copy or download it again"]))
    }
    decoded += output.count
    return output
  }

  private static func list(_ archive: OpaquePointer, expecting count: Int) throws -> [Entry] {
    let found = unsafe Int(zip_get_num_entries(archive, 0))
    guard found == count else {
      throw Failure(
        .error(
          .archiveDamaged,
          "the ZIP is damaged: its directory can be read as \(count) or as \(found) entries"))
    }
    var entries: [Entry] = []
    var names: Set<String> = []
    for index in 0..<found {
      var stat = unsafe zip_stat_t()
      unsafe zip_stat_init(&stat)
      guard unsafe zip_stat_index(archive, zip_uint64_t(index), 0, &stat) == 0,
        let text = unsafe stat.name
      else {
        throw unsafe ZipError.failure(
          zip_get_error(archive), at: SourceLocation(field: "entry \(index)"))
      }
      let name = unsafe String(cString: text)
      if let objection = EntryName.objection(to: name) {
        throw Failure(
          .error(.archiveUnsafeName, "invalid entry name '\(name)' in the ZIP: \(objection)"))
      }
      guard names.insert(name).inserted else {
        throw Failure(.error(.archiveDuplicateName, "the ZIP has two entries named '\(name)'"))
      }
      unsafe entries.append(
        Entry(
          index: index, name: name, size: Int(clamping: stat.size),
          compressedSize: Int(clamping: stat.comp_size)))
    }
    return entries
  }
}
