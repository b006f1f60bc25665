// SPDX-License-Identifier: MIT
// Part of Platen: files of earlier runs that no job makes any more.

internal import Diagnostics
public import Digests
internal import Libc

extension RunRecord {
  /// The files of earlier runs of this manifest that a plan no longer makes, sorted by path. Files
  /// of other manifests are excluded.
  public func orphans(in plan: Plan) -> [OutputRecord] {
    let made = MadePaths(of: plan)
    let foreign = Set(others.flatMap(\.everyOutput).flatMap(\.onDisk).map(\.path))
    var seen: Set<String> = []
    return (jobs.flatMap(\.outputs) + orphans).filter { !made.contains($0.path) }
      .flatMap(\.onDisk).filter { output in
        // A file that was never published has no digest, and is not Platen's.
        guard output.digest != nil, !made.contains(output.path), !foreign.contains(output.path)
        else { return false }
        return seen.insert(output.path).inserted
      }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Files of sets that earlier runs of this manifest made and this one did not, such as the image
  /// of a removed slide. Files of other manifests are excluded, and files that people write into.
  public func orphaned(since last: RunRecord) -> [OutputRecord] {
    var before: [String: [String: OutputRecord]] = [:]
    for output in last.orphans + last.jobs.flatMap(\.outputs) where !output.files.isEmpty {
      for file in output.onDisk { before[output.path, default: [:]][file.path] = file }
    }
    guard !before.isEmpty else { return [] }
    let foreign = Set(last.others.flatMap(\.everyOutput).flatMap(\.onDisk).map(\.path))
    return jobs.flatMap(\.outputs).filter { $0.digest != nil && !$0.isShared }.flatMap { output in
      let made = foreign.union(output.files.map(\.path))
      return (before[output.path] ?? [:]).values.filter { !made.contains($0.path) }
    }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Takes over the existing files of outputs that were not built this time, for the next run.
  ///
  /// - Parameter unknown: ids of jobs that failed before their outputs were known.
  mutating func adoptExistingFiles(of last: RunRecord, unknown: Set<String> = []) {
    for job in jobs.indices where unknown.contains(jobs[job].id) {
      let known = Set(jobs[job].outputs.map(\.path))
      let before = last.jobs.first { $0.id == jobs[job].id }?.outputs ?? []
      jobs[job].outputs += before.filter { !known.contains($0.path) }.map { output in
        var output = output
        output.outcome = .skipped
        return output
      }
    }
    var before: [String: OutputRecord] = [:]
    for output in last.jobs.lazy.flatMap(\.outputs) where output.digest != nil {
      before[output.path] = output
    }
    for job in jobs.indices {
      for place in jobs[job].outputs.indices where jobs[job].outputs[place].digest == nil {
        guard let existing = before[jobs[job].outputs[place].path] else { continue }
        jobs[job].outputs[place].size = existing.size
        jobs[job].outputs[place].digest = existing.digest
        jobs[job].outputs[place].files = existing.files
      }
    }
  }
}

extension Plan {
  /// The outputs of its jobs, relative to the output directory.
  public var outputPaths: Set<String> { Set(targets.joined().map(\.path.text)) }

  /// The digest of the list of these paths, in the order of the plan.
  public var outputsDigest: Digest {
    var hasher = SHA256()
    var text: [UInt8] = []
    for target in targets.joined() {
      text.append(contentsOf: target.path.text.utf8)
      text.append(0)
      if text.count >= 8192 {
        hasher.update(text)
        text.removeAll(keepingCapacity: true)
      }
    }
    hasher.update(text)
    return hasher.finalize()
  }
}

extension Outputs {
  /// The state of a file an earlier run wrote.
  public enum LeftoverState: Hashable, Sendable {
    /// A file that is gone.
    case gone
    /// The file is as it was written.
    case untouched
    /// The file was changed or replaced.
    case edited
  }

  /// Returns the state of a file an earlier run wrote.
  public func leftoverState(of output: OutputRecord, digests: FileDigests? = nil) -> LeftoverState {
    guard let path = try? OutputPath(output.path), identity(of: path) != nil else { return .gone }
    guard let size = output.size, let digest = output.digest else { return .edited }
    let file = FileArtifact(size: size, digest: digest)
    return isInPlace(path, file, digests) ? .untouched : .edited
  }

  /// The content at an output's path under the output directory; nil without a readable file.
  public func bytes(of output: OutputRecord, limit: Int) -> [UInt8]? {
    guard let path = try? OutputPath(output.path), identity(of: path) != nil else { return nil }
    return try? DiskEnvironment().read(root + "/" + path.text, limit: limit).bytes
  }

  /// Replaces a file that Platen had written into, whole or not at all. Its entry in the record
  /// becomes invalid, so this run must write a record.
  ///
  /// - Throws: ``Failure`` with the code `output.write`.
  public func rewrite(_ output: OutputRecord, with bytes: [UInt8]) throws {
    let file = FileArtifact(size: bytes.count, digest: Digest.of(bytes))
    _ = try place(OutputPath(output.path), file, noting: nil) { partial throws(SystemError) in
      try partial.descriptor.writeAll(bytes)
    }.get()
    markRecordDue()
  }

  /// Removes an unchanged file of an earlier run, and folders that are empty then.
  ///
  /// - Returns: its state; only an untouched file is removed.
  /// - Throws: ``Failure`` with the code `output.write`.
  public func prune(_ output: OutputRecord) throws -> LeftoverState {
    let leftoverState = leftoverState(of: output)
    guard leftoverState == .untouched else { return leftoverState }
    let path = try OutputPath(output.path)
    try remove(path)
    return leftoverState
  }
}
