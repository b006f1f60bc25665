// SPDX-License-Identifier: MIT
// Part of Platen: an append-only file of records by key, read in one go, that survives whatever
// ends a process.
//
// What it must do: answer 10,000 keys a few milliseconds after it is opened; take appends from
// several processes at once; lose nothing that was appended when the process dies, and no more
// than the records hit when bytes go bad.
//
// So it is one file, read whole and searched in place: only a table of offsets is built from it
// (10,000 records of 200 bytes: 2 MB read, 256 kB of table). A database would do as well and brings
// a library, a lock for each lookup and a repair tool; a file for each record costs an open for
// each lookup, which is what the null run cannot afford.
//
// `FrameFormat` has the bytes. When two records have one key, the later one holds, and the earlier
// is dead. When more than half of the file is dead, a new one replaces it; a process that has the
// old one open notices before it appends that the name leads elsewhere, and reads the new one.
//
// Appending takes the file's lock, cuts what a dead process left unfinished at the end, and writes
// all that has gathered in one call. Nothing is synced: after a power cut records may be missing,
// and checksums reveal it.

internal import Diagnostics
internal import Libc

/// Records by key in one append-only file. Not for several threads at once.
struct Journal: Sendable {
  /// The file's name in the store's folder.
  let name: String
  /// Bytes in a key, at least 16.
  let keySize: Int

  private let folder: StoreFolder
  private let diagnostics: StoreDiagnostics

  /// Records one after another: those of the file as it was read, then those of this process. Their
  /// offsets here differ from those in the file.
  private var content: [UInt8] = []
  private var index: KeyIndex
  /// The start in `content` of records that are not in the file yet.
  private var pendingStart = 0
  /// Bytes of all records in `index`.
  private var liveBytes = 0
  /// Records to be appended again with a newer stamp.
  private var stale: [Int] = []

  private var isLoaded = false
  private var file: SharedFile?
  private var isReadOnly = false
  /// The file is not a journal of this format and is set aside before anything is written.
  private var isForeign = false
  /// Bytes that are not records were found before the end.
  private var isDamaged = false
  private var format: FrameFormat
  /// The length up to which the file is known.
  private var known = 0
  /// The lock was not available the last time.
  private var wasLocked = false

  /// Records used within this time, in seconds, are not stamped again: one day.
  static let timestampAge: UInt64 = 86_400
  /// Smaller files are not worth writing again.
  static let compactionSize = 64 << 10
  /// Larger files are not read: 5 million records and more.
  static let limit = 2 << 30
  /// The suffix of a file that is set aside.
  static let asideSuffix = ".old"
  /// The time to wait for the lock, in milliseconds.
  static let timeout = 2_000

  init(name: String, keySize: Int, in folder: StoreFolder, diagnostics: StoreDiagnostics) {
    self.name = name
    self.keySize = keySize
    self.folder = folder
    self.diagnostics = diagnostics
    index = KeyIndex(keySize: keySize, keyOffset: FrameFormat.prefixSize)
    format = FrameFormat(keySize: keySize)
  }

  // MARK: Asking

  /// Calls `body` with the payload of a key, if there is one.
  ///
  /// - Parameter now: seconds since 1970; notes that the record was used.
  mutating func withPayload<R>(
    of key: UnsafeRawBufferPointer, now: UInt64, _ body: (UnsafeRawBufferPointer) -> R
  ) -> R? {
    load()
    let format = format
    var used: Int?
    let result: R? = unsafe content.withUnsafeBytes { bytes in
      guard let base = key.baseAddress, key.count == keySize,
        let place = unsafe index.place(of: base, in: bytes)
      else { return nil }
      // A stamp of the future is a clock that was wrong; it is set right.
      let timestamp = unsafe format.timestamp(at: place, in: bytes)
      if timestamp > now || now - timestamp >= Journal.timestampAge { used = place }
      return unsafe body(format.payload(at: place, in: bytes))
    }
    if let used { stale.append(used) }
    return result
  }

  /// All that hold: key, stamp and payload, in the order they were written.
  mutating func forEach(
    _ body: (
      _ key: UnsafeRawBufferPointer, _ timestamp: UInt64, _ payload: UnsafeRawBufferPointer
    ) -> Void
  ) {
    load()
    let format = format
    unsafe content.withUnsafeBytes { bytes in
      for place in index.places {
        unsafe body(
          format.key(at: place, in: bytes), format.timestamp(at: place, in: bytes),
          format.payload(at: place, in: bytes))
      }
    }
  }

  /// The number of records that hold.
  mutating func count() -> Int {
    load()
    return index.count
  }

  /// Bytes that wait to be written.
  var pendingBytes: Int { content.count - pendingStart }

  // MARK: Noting

  /// Notes a payload; does nothing when the key has the same already.
  mutating func append(
    key: UnsafeRawBufferPointer, payload: UnsafeRawBufferPointer, now: UInt64
  ) {
    load()
    guard key.count == keySize, format.overhead + payload.count <= FrameFormat.bodyLimit else {
      return
    }
    let isKnown = unsafe withPayload(of: key, now: now) { old in
      unsafe old.count == payload.count
        && old.elementsEqual(payload)
    }
    if isKnown == true { return }
    let place = content.count
    unsafe format.append(key: key, timestamp: now, payload: payload, to: &content)
    insert(place)
  }

  private mutating func insert(_ place: Int) {
    unsafe content.withUnsafeBytes { bytes in
      unsafe liveBytes += FrameFormat.size(at: place, in: bytes)
      if let old = unsafe index.insert(place, in: bytes) {
        unsafe liveBytes -= FrameFormat.size(at: old, in: bytes)
      }
    }
  }

  // MARK: Reading

  /// Reads the file, once.
  private mutating func load() {
    guard !isLoaded else { return }
    isLoaded = true
    do throws(SystemError) {
      try open(creating: false)
      try readFile()
      // The unfinished record of a killed process, or of one that is still writing it.
      if let file, !isReadOnly, !isForeign, try file.descriptor.size() > known,
        try file.descriptor.lock(LOCK_EX, timeout: 0)
      {
        defer { file.descriptor.unlock() }
        if isNamed(file) { try catchUp() }
      }
    } catch  where error.code == ENOENT {
      return
    } catch {
      // Opened, read and checked again before anything is written to it.
      file = nil
      diagnostics.report(
        .warning(
          .storeUnusable,
          "\(name) of the store in \(folder.path) cannot be read: \(error.text) (\(error.call)); "
            + "its records are not used",
          hints: Failure.hints(error)))
    }
  }

  private mutating func open(creating: Bool) throws(SystemError) {
    let flags = O_APPEND | O_NOFOLLOW | O_NONBLOCK
    isReadOnly = false
    do throws(SystemError) {
      file = SharedFile(
        try folder.descriptor.open(name, O_RDWR | flags | (creating ? O_CREAT : 0), mode: 0o600))
    } catch  where !creating && [EROFS, EACCES, EPERM].contains(error.code) {
      file = SharedFile(try folder.descriptor.open(name, O_RDONLY | flags))
      isReadOnly = true
    }
    guard let status = try file?.descriptor.status(), status.st_mode & S_IFMT == S_IFREG else {
      file = nil
      throw SystemError(code: EINVAL, call: "open")
    }
  }

  /// Reads the whole file, and forgets the previous records.
  private mutating func readFile() throws(SystemError) {
    guard let file else { return }
    let size = try file.descriptor.size()
    let bytes = size > Journal.limit ? [] : try file.descriptor.read(at: 0, count: size)
    known = 0
    isForeign = false
    content = []
    pendingStart = 0
    liveBytes = 0
    stale = []
    index = KeyIndex(keySize: keySize, keyOffset: FrameFormat.prefixSize)
    // A process that was killed while making the file left less than a header, or nothing.
    guard size >= FrameFormat.headerSize else { return }
    do throws(FrameFormat.HeaderError) {
      let result: Result<FrameFormat, FrameFormat.HeaderError> = unsafe bytes.withUnsafeBytes {
        bytes in
        Result { () throws(FrameFormat.HeaderError) in
          try unsafe FrameFormat(header: bytes, keySize: keySize)
        }
      }
      format = try result.get()
    } catch {
      isForeign = true
      diagnostics.report(
        .warning(
          .storeDamaged,
          "\(name) of the store in \(folder.path) "
            + (error == .version
              ? "was written by another version of Platen" : "does not begin as it should")
            + "; a new one is begun, and the old one is set aside as \(asideName)"))
      return
    }
    content = bytes
    index = KeyIndex(
      keySize: keySize, keyOffset: FrameFormat.prefixSize, expected: bytes.count / 192)
    take(from: FrameFormat.headerSize, at: FrameFormat.headerSize)
    pendingStart = content.count
  }

  /// Takes in the records of `content` from `start` on; `content` begins at `offset` in the file.
  private mutating func take(from start: Int, at offset: Int) {
    var index = index
    self.index = KeyIndex(keySize: keySize, keyOffset: FrameFormat.prefixSize)
    var live = liveBytes
    let scan = unsafe content.withUnsafeBytes { bytes in
      unsafe format.scan(bytes, from: start) { place, size in
        live += size
        if let old = unsafe index.insert(place, in: bytes) {
          unsafe live -= FrameFormat.size(at: old, in: bytes)
        }
      }
    }
    self.index = index
    liveBytes = live
    known = offset + scan.end - start
    if scan.damagedPlaces > 0 {
      isDamaged = true
      diagnostics.report(
        .warning(
          .storeDamaged,
          "\(name) of the store in \(folder.path) is damaged in \(scan.damagedPlaces) "
            + "\(scan.damagedPlaces == 1 ? "place" : "places") (\(scan.damagedBytes) bytes); "
            + "the records there are lost"))
    }
    content.removeLast(content.count - scan.end)
  }

  // MARK: Writing

  /// Writes pending records to the file; does nothing without any.
  ///
  /// - Throws: ``SystemError`` when it cannot be written; then the pending records are never
  ///   written, and are still known here.
  mutating func flush() throws(SystemError) {
    load()
    guard pendingStart < content.count else { return }
    do throws(SystemError) {
      try withLock { (journal) throws(SystemError) in try journal.writeRecords() }
    } catch {
      pendingStart = content.count
      throw error
    }
  }

  /// Ends a run: stamps the used records, writes pending ones, and rewrites the file when that is
  /// worth it.
  mutating func finish() throws(SystemError) {
    guard isLoaded else { return }
    if !isReadOnly { restamp() }
    // The last chance, so it is waited for even when it was in vain before.
    wasLocked = false
    try flush()
    if wasLocked { throw SystemError(code: EWOULDBLOCK, call: "flock") }
    let isWasteful = known - FrameFormat.headerSize > 2 * liveBytes
    if file != nil, !isReadOnly, isDamaged || (isWasteful && known > Journal.compactionSize) {
      try unsafe compact()
    }
  }

  /// Rewrites the file with the valid records and, of those, the ones that `isIncluded` accepts.
  ///
  /// - Parameter isIncluded: is given key, stamp and payload.
  mutating func compact(
    keeping isIncluded: (UnsafeRawBufferPointer, UInt64, UnsafeRawBufferPointer) -> Bool = {
      _, _, _ in true
    }
  ) throws(SystemError) {
    load()
    guard file != nil, !isForeign else { return }
    try withLock { (journal) throws(SystemError) in try unsafe journal.rewrite(keeping: isIncluded)
    }
  }

  /// Appends the records that were used, as they are, with the stamp of now.
  private mutating func restamp() {
    guard !stale.isEmpty else { return }
    let now = StoreClock.seconds()
    for place in stale {
      let copy = unsafe content.withUnsafeBytes { bytes -> [UInt8]? in
        guard let base = bytes.baseAddress,
          unsafe index.place(of: base + place + FrameFormat.prefixSize, in: bytes) == place
        else { return nil }
        let size = unsafe FrameFormat.size(at: place, in: bytes)
        return unsafe Array(UnsafeRawBufferPointer(rebasing: bytes[place..<place + size]))
      }
      guard var copy else { continue }
      format.setTimestamp(now, of: &copy)
      let place = content.count
      content.append(contentsOf: copy)
      insert(place)
    }
    stale = []
  }

  /// Calls `body` while no other process writes, with the file its name leads to opened and read.
  private mutating func withLock(
    _ body: (inout Journal) throws(SystemError) -> Void
  ) throws(SystemError) {
    while true {
      if file == nil || isReadOnly { try reopen() }
      guard let file else { return }
      guard
        try file.descriptor.lock(LOCK_EX, timeout: wasLocked ? 0 : Journal.timeout)
      else {
        // Another process was stopped while writing. Pending records stay pending.
        wasLocked = true
        return
      }
      defer { file.descriptor.unlock() }
      wasLocked = false
      guard isNamed(file) else {
        try reopen()
        continue
      }
      if isForeign {
        try SystemError.check("rename") {
          unsafe renameat(folder.descriptor.number, name, folder.descriptor.number, asideName)
        }
        try reopen()
        continue
      }
      try catchUp()
      try body(&self)
      return
    }
  }

  private var asideName: String { name + Journal.asideSuffix }

  /// Opens the file the name leads to now, and reads it; pending records stay pending.
  private mutating func reopen() throws(SystemError) {
    let pending = Array(content[pendingStart...])
    do throws(SystemError) {
      try open(creating: true)
      try readFile()
    } catch {
      file = nil
      throw error
    }
    pendingStart = content.count
    content.append(contentsOf: pending)
    var place = pendingStart
    while place < content.count {
      insert(place)
      unsafe place += content.withUnsafeBytes { unsafe FrameFormat.size(at: place, in: $0) }
    }
  }

  /// Indicates whether the name still leads to this file.
  private func isNamed(_ file: SharedFile) -> Bool {
    guard let named = folder.status(name), let held = try? file.descriptor.status() else {
      return false
    }
    return named.st_ino == held.st_ino && named.st_dev == held.st_dev
  }

  /// Under the lock: reads the records others have appended, and cuts an unfinished one.
  private mutating func catchUp() throws(SystemError) {
    guard let file else { return }
    let size = try file.descriptor.size()
    if size < FrameFormat.headerSize {
      // New, or its maker was killed; or it was emptied from outside.
      try SystemError.check("ftruncate") { ftruncate(file.descriptor.number, 0) }
      format = FrameFormat(keySize: keySize)
      try file.descriptor.writeAll(format.header)
      known = FrameFormat.headerSize
      return
    }
    // Shorter than it was: Platen never does that. The known records still hold.
    known = max(FrameFormat.headerSize, min(known, size))
    guard size > known else { return }

    let more = try file.descriptor.read(at: known, count: size - known)
    let start = content.count
    let pending = pendingStart..<start
    content.append(contentsOf: more)
    take(from: start, at: known)
    if !pending.isEmpty { putLast(pending) }
    if known < size {
      diagnostics.report(
        .note(
          .storeDamaged,
          "\(name) of the store in \(folder.path) ended in the middle of a record, as when a "
            + "process is killed; \(size - known) bytes were cut off"))
      try SystemError.check("ftruncate") { ftruncate(file.descriptor.number, off_t(known)) }
    }
  }

  /// Moves pending records behind those that others wrote meanwhile, so that all pending ones are
  /// at the end.
  private mutating func putLast(_ pending: Range<Int>) {
    let waiting = Array(content[pending])
    pendingStart = content.count
    var place = content.count
    content.append(contentsOf: waiting)
    while place < content.count {
      insert(place)
      unsafe place += content.withUnsafeBytes { unsafe FrameFormat.size(at: place, in: $0) }
    }
  }

  /// Under the lock: appends pending records.
  private mutating func writeRecords() throws(SystemError) {
    guard let file, pendingStart < content.count else { return }
    format.seal(&content, from: pendingStart)
    let start = pendingStart
    do throws(SystemError) {
      let result: Result<Void, SystemError> = unsafe content.withUnsafeBytes { bytes in
        Result { () throws(SystemError) in
          try unsafe file.descriptor.writeAll(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
      }
      try result.get()
    } catch {
      // A full disk: half a record is cut off at once; if not even that goes, the next one does it.
      _ = ftruncate(file.descriptor.number, off_t(known))
      throw error
    }
    known += content.count - start
    pendingStart = content.count
  }

  /// Under the lock: replaces the file by a new one with the valid records.
  private mutating func rewrite(
    keeping isIncluded: (UnsafeRawBufferPointer, UInt64, UnsafeRawBufferPointer) -> Bool
  ) throws(SystemError) {
    let fresh = FrameFormat(keySize: keySize)
    var bytes = fresh.header
    bytes.reserveCapacity(FrameFormat.headerSize + liveBytes)
    unsafe content.withUnsafeBytes { content in
      for place in index.places
      where unsafe isIncluded(
        format.key(at: place, in: content), format.timestamp(at: place, in: content),
        format.payload(at: place, in: content))
      {
        let size = unsafe FrameFormat.size(at: place, in: content)
        unsafe bytes.append(contentsOf: content[place..<place + size])
      }
    }
    fresh.seal(&bytes, from: FrameFormat.headerSize)
    let partial = try folder.makePartialFile()
    defer { partial.discard(in: folder.descriptor) }
    try partial.descriptor.writeAll(bytes)
    // Once in a long while, and all there is: here a power cut is not to cost everything.
    try partial.descriptor.sync()
    let file = SharedFile(
      try folder.descriptor.open(partial.name, O_RDWR | O_APPEND | O_NOFOLLOW))
    try partial.rename(to: name, in: folder.descriptor)
    self.file = file
    isDamaged = false
    try readFile()
  }
}

extension FrameFormat {
  /// The key of the record at `place`.
  func key(at place: Int, in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = place + FrameFormat.prefixSize
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<start + keySize])
  }

  /// The payload of the record at `place`.
  func payload(at place: Int, in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let end = unsafe place + FrameFormat.size(at: place, in: bytes)
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[place + overhead..<end])
  }

  /// Sets the stamp of the one record in `bytes`.
  func setTimestamp(_ timestamp: UInt64, of bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBytes {
      unsafe $0.storeBytes(
        of: timestamp.littleEndian, toByteOffset: FrameFormat.prefixSize + keySize, as: UInt64.self)
    }
  }
}

/// The clock the store's own notes are made by; nothing that is made depends on it.
enum StoreClock {
  /// Seconds since 1970.
  static func seconds() -> UInt64 { UInt64(max(0, nanoseconds() / 1_000_000_000)) }

  /// Nanoseconds since 1970.
  static func nanoseconds() -> Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return FileStatus.nanoseconds(now)
  }
}
