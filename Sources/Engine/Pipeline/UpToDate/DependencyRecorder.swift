// SPDX-License-Identifier: MIT
// Part of Platen: the queries of the disk during planning, recorded so that they can be repeated.

internal import Diagnostics
internal import Libc

/// Records the queries of this machine while a run was planned, and their answers, so that the next
/// run can verify at the cost of a `stat` each that its plan would be the same.
///
/// A ``Trace`` records the queries of a piece of work by their results, and holds on any machine;
/// this records them by the state of this machine's disk, and is valid only there. May be used from
/// any thread.
public final class DependencyRecorder: Sendable {
  /// The query about a path, and the answer.
  enum Answer: Hashable, Sendable {
    /// The kind of the file there; nil without one.
    case kind(FileStatus.Kind?)
    /// The result of `stat` before it was read.
    case fileStatus(FileStatus)
    /// The sum of the names in the folder.
    case names(NameSum)
  }

  /// All that was noted.
  struct Notes: Sendable {
    /// Paths from the working folder, each question once.
    var answers: [(path: String, answer: Answer)] = []
    var variables: [(name: String, value: String?)] = []
    /// Indicates whether everything can be queried again: every file was old enough for its
    /// timestamps to reveal a later change, nothing was refused, nothing changed meanwhile.
    var isComplete = true

    fileprivate var known: [Question: Answer] = [:]
    fileprivate var knownVariables: [String: String?] = [:]
  }

  /// One path may be queried in each of these ways.
  fileprivate enum Question: Hashable {
    case kind(String)
    case fileStatus(String)
    case names(String)
  }

  private let state = Guarded(Notes())

  public init() {}

  var notes: Notes { state.withLock { $0 } }

  /// The folders whose names were queried, and the missing paths that were looked for: where new
  /// files would be found the next time. Paths from the working folder.
  public var places: [String] {
    notes.answers.compactMap { path, answer in
      switch answer {
      case .names, .kind(nil): path
      case .kind, .fileStatus: nil
      }
    }
  }

  /// The environment with a note taken of every question.
  public func watching(_ environment: DiskEnvironment) -> any Environment {
    RecordedEnvironment(base: environment, recorder: self)
  }

  /// Notes a file that is about to be read by other means than an environment.
  ///
  /// - Parameter path: absolute, or from the working folder.
  public func see(_ path: String) {
    let timestamp = FileDigests.now()
    do {
      if let status = try DiskEnvironment().status(path) {
        note(status, of: path, at: timestamp)
      } else {
        note(.kind(nil), .kind(path), path)
      }
    } catch {
      spoil()
    }
  }

  fileprivate func note(kind: FileStatus.Kind?, of path: String) {
    note(.kind(kind), .kind(path), path)
  }

  /// - Parameter timestamp: a time before `status` was read.
  fileprivate func note(_ status: FileStatus, of path: String, at timestamp: Int64) {
    guard FileDigests.isStable(status, at: timestamp, isOurs: false) else { return spoil() }
    note(.fileStatus(status), .fileStatus(path), path)
  }

  fileprivate func note(names entries: [FolderEntry], of path: String) {
    var sum = NameSum()
    for entry in entries { sum.add(entry) }
    note(.names(sum), .names(path), path)
  }

  fileprivate func note(variable name: String, _ value: String?) {
    state.withLock { notes in
      if let known = notes.knownVariables.updateValue(value, forKey: name) {
        if known != value { notes.isComplete = false }
      } else {
        notes.variables.append((name, value))
      }
    }
  }

  /// Notes a query that cannot be repeated.
  fileprivate func spoil() { state.withLock { $0.isComplete = false } }

  private func note(_ answer: Answer, _ question: Question, _ path: String) {
    state.withLock { notes in
      if let known = notes.known.updateValue(answer, forKey: question) {
        if known != answer { notes.isComplete = false }
      } else {
        notes.answers.append((path, answer))
      }
    }
  }
}

/// A disk environment whose queries are recorded.
private struct RecordedEnvironment: Environment {
  let base: DiskEnvironment
  let recorder: DependencyRecorder

  var anchor: String { base.anchor }

  func status(_ path: String) throws -> FileStatus? {
    try refusing {
      let status = try base.status(path)
      recorder.note(kind: status?.kind, of: base.resolved(path))
      return status
    }
  }

  func read(_ path: String, limit: Int) throws -> FileBytes {
    try refusing {
      let timestamp = FileDigests.now()
      if let status = try base.status(path) {
        recorder.note(status, of: base.resolved(path), at: timestamp)
      } else {
        recorder.note(kind: nil, of: base.resolved(path))
      }
      return try base.read(path, limit: limit)
    }
  }

  func list(_ folder: String) throws -> [FolderEntry] {
    try refusing {
      guard try base.status(folder) != nil else {
        recorder.note(kind: nil, of: base.resolved(folder))
        return try base.list(folder)
      }
      let entries = try base.list(folder)
      recorder.note(names: entries, of: base.resolved(folder))
      return entries
    }
  }

  func variable(_ name: String) -> String? {
    let value = base.variable(name)
    recorder.note(variable: name, value)
    return value
  }

  /// A query that the disk refuses now may succeed the next time; a missing file is an answer.
  private func refusing<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let failure as Failure where failure.diagnostics.first?.code == .fileMissing {
      throw failure
    } catch {
      recorder.spoil()
      throw error
    }
  }
}

/// The digest of a list of names, whatever their order: two sums over their hashes.
///
/// It covers thousands of names in the order in which the system gives them, so they are not sorted
/// and no texts are made of them. Platen's own names in an output directory during a run are
/// omitted: they come and go, and are not inputs.
struct NameSum: Hashable, Sendable {
  private(set) var count: UInt64 = 0
  private(set) var first: UInt64 = 0
  private(set) var second: UInt64 = 0

  init() {}

  init(count: UInt64, first: UInt64, second: UInt64) {
    self.count = count
    self.first = first
    self.second = second
  }

  mutating func add(_ entry: FolderEntry) {
    unsafe entry.name.withCString { unsafe add($0, isFolder: entry.isFolder, isLink: entry.isLink) }
  }

  mutating func add(_ name: UnsafePointer<CChar>, isFolder: Bool, isLink: Bool) {
    if unsafe name[0] == 0x2E, unsafe NameSum.isOurs(name) { return }
    // FNV-1a over the bytes, then mixed so that the sums of two lists are unlike.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var place = 0
    while unsafe name[place] != 0 {
      hash = unsafe (hash ^ UInt64(UInt8(bitPattern: name[place]))) &* 0x0000_0100_0000_01B3
      place += 1
    }
    hash ^= (isFolder ? 1 : 0) | (isLink ? 2 : 0)
    count += 1
    first &+= NameSum.mix(hash &+ 0x9E37_79B9_7F4A_7C15)
    second &+= NameSum.mix(hash ^ UInt64(truncatingIfNeeded: place) &* 0xD6E8_FEB8_6659_FD93)
  }

  private static func isOurs(_ name: UnsafePointer<CChar>) -> Bool {
    guard unsafe strncmp(name, ".platen", 7) == 0 else { return false }
    let text = unsafe String(cString: name)
    return text == OutputLock.name || text == ControlSocket.name
      || text.hasPrefix(PartialFile.prefix) && text.hasSuffix(PartialFile.suffix)
  }

  /// The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// The sum of a folder as it is now; nil when it cannot be listed.
  static func of(_ path: UnsafePointer<CChar>) -> NameSum? {
    let number = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let folder = FileDescriptor(owning: number)
    var sum = NameSum()
    unsafe folder.forEachEntry { entry in
      unsafe entry.withName { name in
        guard unsafe strcmp(name, ".") != 0, unsafe strcmp(name, "..") != 0 else { return }
        switch unsafe Int(entry.pointee.d_type) {
        case Int(DT_REG): unsafe sum.add(name, isFolder: false, isLink: false)
        case Int(DT_DIR): unsafe sum.add(name, isFolder: true, isLink: false)
        default: unsafe sum.add(DiskEnvironment.entry(String(cString: name), in: folder))
        }
      }
    }
    return sum
  }
}
