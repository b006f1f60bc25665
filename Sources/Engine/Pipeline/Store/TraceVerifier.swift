// SPDX-License-Identifier: MIT
// Part of Platen: whether the queries of a piece of work still have the same answers.

internal import Diagnostics
internal import Digests

/// The reason why a trace does not hold: the first answer that is another one now.
public enum TraceChange: Hashable, Sendable, CustomStringConvertible {
  /// The file is there, with other bytes.
  case changed(path: String)
  /// A file that existed is gone.
  case gone(path: String)
  /// A file that did not exist exists.
  case appeared(path: String)
  /// The folder has other names in it.
  case names(path: String)
  /// The variable has another value; nil is none.
  case variable(name: String, was: String?, is: String?)
  /// The world does not answer, as for want of permission.
  case unreadable(path: String)

  /// Such as `worlds/a.map changed`.
  public var description: String {
    switch self {
    case .changed(let path): "\(path) changed"
    case .gone(let path): "\(path) is gone"
    case .appeared(let path): "\(path) now exists"
    case .names(let path): "the names in \(path.isEmpty ? "the folder" : path) changed"
    case .variable(let name, let was?, let value?): "variable \(name) was \(was), is \(value)"
    case .variable(let name, nil, let value?): "variable \(name) was not set, is \(value)"
    case .variable(let name, let was?, nil): "variable \(name) was \(was), is not set"
    case .variable(let name, nil, nil): "variable \(name) changed"
    case .unreadable(let path): "\(path) cannot be read"
    }
  }
}

/// Queries the environment again for the answers in traces, each question once.
///
/// One serves a run: ten thousand actions that name one file cost one `stat`. Files are only read
/// when their digest is not known from their status. May be used from any thread.
public final class TraceVerifier: Sendable {
  private let environment: any Environment
  private let digests: FileDigests
  private let answers = Guarded(Answers())

  private struct Answers: Sendable {
    var files: [String: FileAnswer] = [:]
    var folders: [String: Digest?] = [:]
    var variables: [String: String?] = [:]
  }

  /// The known facts about a path.
  private struct FileAnswer: Sendable {
    /// Nil: no file. Failure: unknown.
    var status: Result<FileStatus?, Unanswered>
    var statAt: Int64
    /// Nil: not queried yet.
    var digest: Result<Digest, Unanswered>?
  }
  private struct Unanswered: Error {}

  /// - Parameters:
  ///   - environment: the environment of the stages.
  ///   - digests: the known digests of files by their status.
  public init(_ environment: any Environment, digests: FileDigests) {
    self.environment = environment
    self.digests = digests
  }

  /// The first access that would be answered otherwise now; nil when the trace holds.
  public func change(in trace: some Sequence<Trace.Access>) -> TraceChange? {
    for access in trace {
      if let change = change(of: access) { return change }
    }
    return nil
  }

  /// Indicates whether the trace holds.
  public func holds(_ trace: some Sequence<Trace.Access>) -> Bool { change(in: trace) == nil }

  /// The status of the file at a path when a trace queried it; nil when no trace did, or no file
  /// existed.
  func seen(_ path: String) -> FileStatus? {
    guard case .success(let status?)? = answers.withLock({ $0.files[path]?.status }) else {
      return nil
    }
    return status
  }

  /// The digest of a file now; nil where there is none that can be read.
  func content(of path: String) -> Digest? {
    let answer = answer(path)
    guard case .success(let status?) = answer.status, status.kind == .file else { return nil }
    return try? digest(path, status, answer).get()
  }

  private func change(of access: Trace.Access) -> TraceChange? {
    switch access {
    case .file(let path, let digest, let size):
      let answer = answer(path)
      switch answer.status {
      case .failure: return .unreadable(path: path)
      case .success(nil): return .gone(path: path)
      case .success(let status?):
        // A pipe or a device answers differently each time, and may wait for ever.
        guard status.kind == .file, status.size == size else { return .changed(path: path) }
        switch self.digest(path, status, answer) {
        case .failure: return .unreadable(path: path)
        case .success(let now): return now == digest ? nil : .changed(path: path)
        }
      }
    case .absent(let path):
      switch answer(path).status {
      case .failure: return .unreadable(path: path)
      case .success(nil): return nil
      case .success: return .appeared(path: path)
      }
    case .present(let path):
      switch answer(path).status {
      case .failure: return .unreadable(path: path)
      case .success(nil): return .gone(path: path)
      case .success: return nil
      }
    case .folder(let path, let digest):
      guard let now = names(path) else {
        if case .success(nil) = answer(path).status { return .gone(path: path) }
        return .unreadable(path: path)
      }
      return now == digest ? nil : .names(path: path)
    case .variable(let name, let was):
      let value = variable(name)
      return value == was ? nil : .variable(name: name, was: was, is: value)
    }
  }

  // The lock is not held during a query: two threads may make the same one at once, and the first
  // answer stays.

  private func answer(_ path: String) -> FileAnswer {
    if let known = answers.withLock({ $0.files[path] }) { return known }
    let timestamp = FileDigests.now()
    let status = Result { try environment.status(path) }.mapError { _ in Unanswered() }
    let answer = FileAnswer(status: status, statAt: timestamp)
    return answers.withLock { answers in
      if let first = answers.files[path] { return first }
      answers.files[path] = answer
      return answer
    }
  }

  private func digest(
    _ path: String, _ status: FileStatus, _ answer: FileAnswer
  ) -> Result<Digest, Unanswered> {
    if let known = answer.digest { return known }
    let digest: Result<Digest, Unanswered>
    if let known = digests.digest(for: status) {
      digest = .success(known)
    } else {
      digest = Result { try environment.read(path).digest }.mapError { _ in Unanswered() }
      if case .success(let now) = digest { digests.note(status, now, statAt: answer.statAt) }
    }
    answers.withLock { $0.files[path]?.digest = digest }
    return digest
  }

  private func names(_ path: String) -> Digest? {
    if let known = answers.withLock({ $0.folders[path] }) { return known }
    let names = (try? environment.list(path))?.digest
    answers.withLock { $0.folders[path] = .some(names) }
    return names
  }

  private func variable(_ name: String) -> String? {
    if let known = answers.withLock({ $0.variables[name] }) { return known }
    let value = environment.variable(name)
    answers.withLock { $0.variables[name] = .some(value) }
    return value
  }
}

/// An environment that remembers the digests of the files read through it, so that the next run
/// need not read them to know them.
public struct RememberingEnvironment: Environment {
  private let base: any Environment
  private let digests: FileDigests

  /// Passes every query on to `base`, and notes in `digests` the files it read.
  public init(_ base: any Environment, digests: FileDigests) {
    self.base = base
    self.digests = digests
  }

  public func read(_ path: String, limit: Int) throws -> FileBytes {
    let timestamp = FileDigests.now()
    // A path without a status can perhaps be read; its digest is just not remembered.
    let status = (try? base.status(path)) ?? nil
    let bytes = try base.read(path, limit: limit)
    if let status, status.size == bytes.count {
      digests.note(status, bytes.digest, statAt: timestamp)
    }
    return bytes
  }

  public var anchor: String { base.anchor }
  public func status(_ path: String) throws -> FileStatus? { try base.status(path) }
  public func list(_ folder: String) throws -> [FolderEntry] { try base.list(folder) }
  public func variable(_ name: String) -> String? { base.variable(name) }
}
