// SPDX-License-Identifier: MIT
// Part of Platen: publishing sets of files.

internal import Diagnostics
internal import Digests

extension Outputs {
  /// The most files of a set that are open at once; a larger set is published in several groups.
  private static let mostDrafts = 256

  /// Has each file of a set looked at.
  ///
  /// - Returns: the common state of all of them.
  func look(
    at set: FileArtifact, in file: FinishedFile, target: OutputPath?, check: FileCheck
  ) throws -> FileFacts {
    guard target == nil || target?.placeholder != nil else {
      throw Failure(
        .error(.engine, "\(file.target) names one file, and its stage gives a set of them"))
    }
    var shared: FileFacts?
    for (member, offset) in zip(set.members, set.memberOffsets) {
      // A name that leads out of the root is found out before anything is placed.
      let name = try target?.filled(with: member.name).text ?? member.name
      let facts = try check(FinishedFile(member, at: offset, of: file, target: name))
      shared = shared == nil || shared == facts ? facts : FileFacts()
    }
    return shared ?? FileFacts()
  }

  /// Indicates whether every file of a set exists with the recorded content.
  func isSetInPlace(_ target: OutputPath, _ set: FileArtifact, _ digests: FileDigests?) -> Bool {
    set.isSet
      && set.members.allSatisfy { member in
        guard let path = try? target.filled(with: member.name) else { return false }
        return isInPlace(path, FileArtifact(size: member.size, digest: member.digest), digests)
      }
  }

  /// Places the files of a set, all of them written before the first takes its name.
  ///
  /// - Parameter source: the set's bytes.
  func placeSet(
    _ target: OutputPath, _ set: FileArtifact, from source: PartialFile,
    noting digests: FileDigests?
  ) -> Result<Outcome, Failure> {
    var made = false
    var pending: [(partial: PartialFile, path: OutputPath, folder: OpenFolder, digest: Digest)] = []
    defer { for file in pending { file.partial.discard(in: file.folder.descriptor) } }
    func settle() throws {
      for file in pending {
        try rename(file.partial, to: file.path, in: file.folder, file.digest, noting: digests)
      }
      var synced: Set<ObjectIdentifier> = []
      for file in pending where synced.insert(ObjectIdentifier(file.folder)).inserted {
        try file.folder.descriptor.syncFolder()
      }
      pending = []
    }
    do {
      for (member, offset) in zip(set.members, set.memberOffsets) {
        let path = try target.filled(with: member.name)
        let folder = try open(path.folder, creating: true)
        let file = FileArtifact(size: member.size, digest: member.digest)
        if isSame(path, in: folder.descriptor, file, digests) { continue }
        made = true
        if pending.count == Outputs.mostDrafts { try settle() }
        try prepare(path.folder)
        let partial = try makePartialFile(in: folder.descriptor)
        pending.append((partial, path, folder, member.digest))
        try partial.fill(from: source.descriptor, range: offset..<offset + member.size)
        try partial.descriptor.sync()
      }
      try settle()
      return .success(made ? .built : .upToDate)
    } catch {
      return .failure(refusal(of: target, error))
    }
  }

  /// Publishes a set out of a store.
  ///
  /// - Throws: ``StoreDamage`` when the store does not have it after all.
  func restoreSet(
    _ set: FileArtifact, at targets: [OutputPath], refusing refused: [Int: Failure],
    from store: any ResultStore
  ) throws(StoreDamage) -> [Result<Outcome, Failure>] {
    var results: [Result<Outcome, Failure>] = []
    for (index, target) in targets.enumerated() {
      if let failure = refused[index] {
        results.append(.failure(failure))
        continue
      }
      do {
        let folder = try open(target.folder, creating: true)
        let partial = try makePartialFile(in: folder.descriptor)
        defer { partial.discard(in: folder.descriptor) }
        // Taken over as a whole: only then its digest is verified.
        try unsafe store.fetch(set.digest, size: set.size) {
          try unsafe partial.descriptor.writeAll($0)
        }
        results.append(placeSet(target, set, from: partial, noting: store.digests))
      } catch let damage as StoreDamage {
        throw damage
      } catch {
        results.append(.failure(refusal(of: target, error)))
      }
    }
    return results
  }
}
