// SPDX-License-Identifier: MIT
// Part of Platen: from a run that found nothing to do to its snapshot.

internal import Diagnostics
public import Digests

extension RunResult {
  /// The snapshot of this run for ``LocalStore/keep(_:for:)``. Nil when it did something, or when
  /// timestamps cannot prove that nothing changes from here on because a file was too young.
  ///
  /// - Parameters:
  ///   - recorder: the queries of the disk while planning.
  ///   - circumstances: all other factors of a run, including the manifest's bytes.
  ///   - environment: the one the stages read.
  ///   - outputs: the output directory, locked, with nothing in it that no job makes any more.
  ///   - manifest: the name of the manifest, see ``Outputs/manifestName(of:)``.
  ///   - store: the one the run used.
  public func upToDateSnapshot(
    _ recorder: DependencyRecorder, circumstances: Digest, environment: DiskEnvironment,
    outputs: Outputs,
    manifest: String? = nil, store: LocalStore
  ) -> UpToDateSnapshot? {
    let notes = recorder.notes
    guard totals.built + totals.failed + totals.cancelled == 0, !totals.isCancelled,
      totals.upToDate > 0, notes.isComplete, let journal = store.journalState
    else { return nil }
    let basis = basis
    guard !basis.hasMore, basis.warnings.count <= UpToDateSnapshot.warningLimit else { return nil }
    var queries = SnapshotQueries(
      environment: environment, outputs: outputs, manifest: manifest, digests: store.digests,
      basis: basis)
    queries.take(notes)
    guard queries.takeAccesses(), queries.takeOutputs() else { return nil }
    return UpToDateSnapshot(
      UpToDateSnapshot.Parts(
        circumstances: circumstances, timestamp: StoreClock.seconds(), root: outputs.root,
        journal: journal, jobs: totals.upToDate, stages: basis.stages, files: totals.files,
        warnings: basis.warnings),
      questions: queries.questions.bytes)
  }
}

/// Gathers queries whose answers reveal every later change.
private struct SnapshotQueries {
  let environment: DiskEnvironment
  let outputs: Outputs
  let manifest: String?
  let digests: FileDigests
  let basis: RunBasis
  var questions = UpToDateSnapshot.QuestionWriter()
  /// Paths, as the system takes them, that were queried with all their timestamps.
  private var recorded: Set<String> = []

  init(
    environment: DiskEnvironment, outputs: Outputs, manifest: String?, digests: FileDigests,
    basis: RunBasis
  ) {
    self.environment = environment
    self.outputs = outputs
    self.manifest = manifest
    self.digests = digests
    self.basis = basis
    recorded.reserveCapacity(basis.accesses.count)
  }

  mutating func take(_ notes: DependencyRecorder.Notes) {
    for (path, answer) in notes.answers {
      switch answer {
      case .fileStatus(let status): questions.fileStatus(status, of: path)
      case .names(let sum): questions.names(sum, of: path)
      case .kind(let kind): questions.kind(kind, of: path)
      }
    }
    for (name, value) in notes.variables { questions.variable(name, value) }
  }

  mutating func takeAccesses() -> Bool {
    var others: Set<Trace.Access> = []
    for access in basis.accesses {
      if case .file(let path, let digest, let size) = access {
        let place = environment.resolved(path)
        guard recorded.insert(place).inserted else { continue }
        guard let status = basis.seen(path) ?? (try? environment.status(path)) ?? nil,
          status.size == size, digests.digest(for: status) == digest
        else { return false }
        questions.fileStatus(status, of: place)
      } else if others.insert(access).inserted, !take(access) {
        return false
      }
    }
    for path in basis.files {
      let place = environment.resolved(path)
      guard recorded.insert(place).inserted else { continue }
      guard let status = try? environment.status(path), status.kind != .folder else {
        return false
      }
      questions.kind(status.kind, of: place)
    }
    return true
  }

  private mutating func take(_ access: Trace.Access) -> Bool {
    switch access {
    case .file: return true
    case .absent(let path):
      // `try?` would not distinguish a missing file from an unknown one.
      do {
        guard try environment.status(path) == nil else { return false }
      } catch {
        return false
      }
      questions.kind(nil, of: environment.resolved(path))
    case .present(let path):
      guard let status = try? environment.status(path) else { return false }
      questions.kind(status.kind, of: environment.resolved(path))
    case .folder(let path, let digest):
      guard let entries = try? environment.list(path), entries.digest == digest else {
        return false
      }
      var sum = NameSum()
      for entry in entries { sum.add(entry) }
      questions.names(sum, of: environment.resolved(path))
    case .variable(let name, let value):
      guard environment.variable(name) == value else { return false }
      questions.variable(name, value)
    }
    return true
  }

  mutating func takeOutputs() -> Bool {
    let record = outputs.statusOfRecord()
    guard !outputs.isRecordDue(by: manifest), let record,
      FileDigests.isStable(record, at: FileDigests.now(), isOurs: false)
    else { return false }
    guard takeFolder([]) else { return false }
    questions.output(record, name: RunRecord.fileName)
    var last: ArraySlice<String> = []
    let statuses = outputs.statuses(of: basis.outputs.map(\.path))
    for (output, status) in zip(basis.outputs, statuses) {
      guard let status, status.size == output.size,
        digests.digest(for: status) == output.digest
      else { return false }
      if output.path.folder != last {
        last = output.path.folder
        guard takeFolder(last) else { return false }
      }
      questions.output(status, name: output.path.name)
    }
    return true
  }

  private mutating func takeFolder(_ path: ArraySlice<String>) -> Bool {
    guard let folder = try? outputs.open(path, creating: false),
      let status = try? folder.descriptor.status()
    else { return false }
    questions.outputFolder(path.joined(separator: "/"), FileStatus(status))
    return true
  }
}
