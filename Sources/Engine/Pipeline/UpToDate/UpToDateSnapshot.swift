// SPDX-License-Identifier: MIT
// Part of Platen: the snapshot of a run that found nothing to do, so that the next can verify at
// once that there still is nothing to do.
//
// An ordinary up-to-date run reads the manifest, plans ten thousand jobs with their stages and
// keys, looks up each in the store, and checks each entry against the disk: a third of a second, of
// which the disk's answers are a tenth. When no job has work to do, the result depends on those
// answers alone. They are stored here, and as long as the disk gives the same ones, the result is
// the same. The first that differs starts an ordinary run: a snapshot can only prevent work, never
// cause any.
//
// The file, written whole and then renamed, numbers with their lowest byte first:
//
//     header   8 bytes "PlatenS\n" · u64 version · u64 bytes that follow · u64 checksum of these
//     body     circumstances, timestamp, root, journal, counts, warnings, questions
//
// A question is a byte for its kind, a name that ends with a zero byte, and the answer. Files are
// queried in the folder that was opened last, so that the system resolves its path once.

internal import Diagnostics
internal import Digests
internal import Libc

/// The snapshot of a run that found nothing to do, with its basis.
public struct UpToDateSnapshot: Sendable {
  let parts: Parts
  /// The file's bytes.
  let encoded: [UInt8]
  /// The beginning of the questions in them.
  private let start: Int

  /// The output directory.
  public var root: String { parts.root }
  /// The questions and their answers.
  var questions: [UInt8] { Array(encoded[start...]) }

  /// All but the questions.
  struct Parts: Sendable {
    /// All other factors of a run: the manifest, the program, flags.
    var circumstances: Digest
    /// When it was, in seconds since 1970.
    var timestamp: UInt64
    var root: String
    /// The journal of the store that knew the outputs.
    var journal: JournalState
    /// The number of jobs.
    var jobs: Int
    /// The number of their stages.
    var stages: Int
    /// The number of files of their outputs.
    var files: Int
    /// The diagnostics to report again.
    var warnings: [(stage: Event.StageEvent, diagnostic: Diagnostic)]
  }

  /// A journal only grows, unless it is written again.
  struct JournalState: Hashable, Sendable {
    var identity: FileIdentity
    var size: Int
  }

  /// Kinds of questions.
  fileprivate enum Question: UInt8 {
    /// A folder is opened: the following names are in it.
    case folder = 1
    /// `stat` of a file.
    case fileStatus
    /// The kind of the file at a path.
    case kind
    /// The names in a folder.
    case names
    /// A variable of the process.
    case variable
    /// A folder of the output directory is opened, links not followed. Where its `stat` is another
    /// one, something was made there since, and leftovers of killed runs are removed.
    case outputFolder
    /// `stat` of an output, links not followed.
    case output
  }

  /// More than this is not written down, and not read either.
  static let sizeLimit = 256 << 20
  /// The most warnings that are recorded: more are not worth the bytes.
  static let warningLimit = 1_000
  /// The time a snapshot is trusted; then an ordinary run notes in the store what is still in use.
  static let lifetime = LocalStore.snapshotLifetime
}

// MARK: The file

extension UpToDateSnapshot {
  private static let magic: UInt64 = 0x0A53_6E65_7461_6C50
  /// Raised whenever the layout changes.
  private static let version: UInt64 = 3
  private static let headerSize = 32

  /// Reads a file's bytes; nil when they are damaged.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count >= UpToDateSnapshot.headerSize else { return nil }
    func word(_ index: Int) -> UInt64 {
      unsafe bytes.withUnsafeBytes {
        unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
      }
    }
    guard word(0) == UpToDateSnapshot.magic, word(1) == UpToDateSnapshot.version,
      word(2) == UInt64(bytes.count - UpToDateSnapshot.headerSize),
      word(3) == UpToDateSnapshot.checksum(of: bytes[UpToDateSnapshot.headerSize...])
    else { return nil }
    do throws(MalformedBytes) {
      let result: Result<UpToDateSnapshot, MalformedBytes> = unsafe bytes.withUnsafeBytes {
        buffer in
        Result { () throws(MalformedBytes) in
          var reader = unsafe ByteReader(buffer)
          reader.skip(UpToDateSnapshot.headerSize)
          return try UpToDateSnapshot(reading: &reader, of: bytes)
        }
      }
      self = try result.get()
    } catch {
      return nil
    }
  }

  private init(reading reader: inout ByteReader, of bytes: [UInt8]) throws(MalformedBytes) {
    let circumstances = try reader.digest()
    let timestamp = try reader.fixed()
    let root = try reader.text()
    let journal = JournalState(
      identity: FileIdentity(device: try reader.fixed(), number: try reader.fixed()),
      size: try reader.number())
    let jobs = try reader.number()
    let stages = try reader.number()
    let files = try reader.number()
    var warnings: [(Event.StageEvent, Diagnostic)] = []
    for _ in 0..<(try reader.count()) {
      let name = try reader.text()
      let key = Key(digest: try reader.digest())
      let job = try reader.text()
      let stage = Event.StageEvent(name: name, key: key, job: job, sharedBy: try reader.number())
      warnings.append((stage, try Diagnostic(reading: &reader)))
    }
    parts = Parts(
      circumstances: circumstances, timestamp: timestamp, root: root, journal: journal, jobs: jobs,
      stages: stages, files: files, warnings: warnings)
    start = reader.position
    encoded = bytes
  }

  /// Each step is one-to-one in the sum and in the word, as in a journal's records.
  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe FrameFormat.sum(UInt64(bytes.count), $0) }
  }

  /// Writes down a run.
  init(_ parts: Parts, questions: [UInt8]) {
    var writer = ByteWriter(capacity: questions.count + 4096)
    writer.write(parts.circumstances)
    writer.write(fixed: parts.timestamp)
    writer.write(parts.root)
    writer.write(fixed: parts.journal.identity.device)
    writer.write(fixed: parts.journal.identity.number)
    writer.write(parts.journal.size)
    writer.write(parts.jobs)
    writer.write(parts.stages)
    writer.write(parts.files)
    writer.write(parts.warnings.count)
    for (stage, diagnostic) in parts.warnings {
      writer.write(stage.name)
      writer.write(stage.key.digest)
      writer.write(stage.job)
      writer.write(stage.sharedBy)
      diagnostic.write(to: &writer)
    }
    start = UpToDateSnapshot.headerSize + writer.bytes.count
    let body = writer.bytes + questions
    var header = ByteWriter(capacity: UpToDateSnapshot.headerSize + body.count)
    header.write(fixed: UpToDateSnapshot.magic)
    header.write(fixed: UpToDateSnapshot.version)
    header.write(fixed: UInt64(body.count))
    header.write(fixed: UpToDateSnapshot.checksum(of: body[...]))
    encoded = header.bytes + body
    self.parts = parts
  }

  /// Writes questions with their answers.
  struct QuestionWriter {
    private var writer = ByteWriter(capacity: 1 << 16)
    private var folder: String?

    var bytes: [UInt8] { writer.bytes }

    mutating func fileStatus(_ status: FileStatus, of path: String) {
      let (folder, name) = QuestionWriter.split(path)
      if folder != self.folder {
        begin(.folder, folder)
        self.folder = folder
      }
      begin(.fileStatus, name)
      writeStatus(status)
    }

    mutating func kind(_ kind: FileStatus.Kind?, of path: String) {
      begin(.kind, path)
      writer.write(byte: UpToDateSnapshot.code(of: kind))
    }

    mutating func names(_ sum: NameSum, of path: String) {
      begin(.names, path)
      for word in [sum.count, sum.first, sum.second] { writer.write(fixed: word) }
    }

    mutating func variable(_ name: String, _ value: String?) {
      begin(.variable, name)
      writer.write(value)
    }

    mutating func outputFolder(_ path: String, _ status: FileStatus) {
      begin(.outputFolder, path)
      writeStatus(status)
      folder = nil
    }

    mutating func output(_ status: FileStatus, name: String) {
      begin(.output, name)
      writeStatus(status)
    }

    private mutating func begin(_ question: Question, _ name: String) {
      writer.write(byte: question.rawValue)
      writer.write(terminated: name)
    }

    private mutating func writeStatus(_ status: FileStatus) {
      writer.write(byte: UpToDateSnapshot.code(of: status.kind))
      writer.write(fixed: status.identity.device)
      writer.write(fixed: status.identity.number)
      writer.write(fixed: UInt64(bitPattern: Int64(status.size)))
      writer.write(fixed: UInt64(bitPattern: status.modified))
      writer.write(fixed: UInt64(bitPattern: status.changed))
    }

    /// A path's folder, as it is opened, and the name in it.
    private static func split(_ path: String) -> (folder: String, name: String) {
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
      let name = String(path[path.utf8.index(after: slash)...])
      // With its slash: that of the top is all there is of it.
      return (String(path[...slash]), name)
    }
  }

  private static func code(of kind: FileStatus.Kind?) -> UInt8 {
    switch kind {
    case nil: 0
    case .file: 1
    case .folder: 2
    case .other: 3
    }
  }
}

// MARK: Asking again

extension UpToDateSnapshot {
  /// Indicates whether the disk gives every answer it gave then.
  ///
  /// - Parameter outputs: the output directory, locked.
  func holds(in outputs: Outputs) -> Bool {
    unsafe encoded.withUnsafeBytes { bytes in
      var reader = unsafe ByteReader(bytes)
      reader.skip(start)
      do throws(MalformedBytes) {
        return try UpToDateSnapshot.checkAnswers(&reader, outputs)
      } catch {
        return false
      }
    }
  }

  private static func checkAnswers(
    _ reader: inout ByteReader, _ outputs: Outputs
  ) throws(MalformedBytes) -> Bool {
    var folder: FileDescriptor?
    var outputFolder: OpenFolder?
    while !reader.isAtEnd {
      guard let question = Question(rawValue: try reader.byte()) else { return false }
      let name = try unsafe reader.terminatedText()
      switch question {
      case .folder:
        let number = unsafe open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return false }
        folder = FileDescriptor(owning: number)
      case .fileStatus:
        guard let number = folder?.number else { return false }
        guard try unsafe isSame(&reader, name, in: number, flags: 0) else { return false }
      case .kind:
        guard try unsafe reader.byte() == kindCode(at: name) else { return false }
      case .names:
        let sum = NameSum(
          count: try reader.fixed(), first: try reader.fixed(), second: try reader.fixed())
        guard unsafe NameSum.of(name) == sum else { return false }
      case .variable:
        let value = try reader.optionalText()
        guard unsafe getenv(name).map({ unsafe String(cString: $0) }) == value else { return false }
      case .outputFolder:
        let path = unsafe String(cString: name).split(separator: "/").map(String.init)
        guard let opened = try? outputs.open(path, creating: false) else { return false }
        if try unsafe !isSame(&reader, ".", in: opened.descriptor.number, flags: 0) {
          PartialFile.sweep(opened.descriptor)
        }
        outputFolder = opened
      case .output:
        guard let number = outputFolder?.descriptor.number else { return false }
        guard try unsafe isSame(&reader, name, in: number, flags: AT_SYMLINK_NOFOLLOW) else {
          return false
        }
      }
    }
    return true
  }

  /// Indicates whether `stat` gives the same result as before.
  private static func isSame(
    _ reader: inout ByteReader, _ name: UnsafePointer<CChar>, in folder: Int32, flags: Int32
  ) throws(MalformedBytes) -> Bool {
    let kind = try reader.byte()
    let device = try reader.fixed()
    let number = try reader.fixed()
    let size = Int64(bitPattern: try reader.fixed())
    let modified = Int64(bitPattern: try reader.fixed())
    let changed = Int64(bitPattern: try reader.fixed())
    var status = stat()
    guard unsafe fstatat(folder, name, &status, flags) == 0 else { return false }
    return code(of: FileStatus(status).kind) == kind
      && UInt64(status.st_dev) == device && UInt64(status.st_ino) == number
      && Int64(status.st_size) == size
      && FileStatus.nanoseconds(status.st_mtim) == modified
      && FileStatus.nanoseconds(status.st_ctim) == changed
  }

  /// The kind of the file at a path; nil when that is unknown.
  private static func kindCode(at path: UnsafePointer<CChar>) -> UInt8? {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return code(of: FileStatus(status).kind) }
    return errno == ENOENT || errno == ENOTDIR ? code(of: nil) : nil
  }
}
