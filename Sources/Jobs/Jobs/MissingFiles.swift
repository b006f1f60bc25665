// SPDX-License-Identifier: MIT
// Part of Platen: the files a manifest's jobs name, looked for before anything is made of them.

internal import Diagnostics
package import JobKit
package import Pipeline
internal import Reports
internal import Text
internal import Values

extension Manifest {
  /// The files that jobs, deliveries, servers and the cache name and that are missing, of the wrong kind, or patterns
  /// where one file is expected; each at its line.
  ///
  /// - Throws: `Failure` where the disk cannot be read.
  package func missingFiles(in environment: DiskEnvironment) throws -> DiagnosticList {
    var missing = DiagnosticList()
    var known: [String: FileStatus?] = [:]
    func status(_ path: String) throws -> FileStatus? {
      if let status = known[path] { return status }
      let status = try environment.status(path)
      known[path] = status
      return status
    }
    func missingFile(_ file: NamedFile) -> Diagnostic {
      // Reading reports files of similar names.
      var hints: [String] = []
      do {
        _ = try environment.read(file.path, limit: 0)
      } catch {
        hints = (error as? Failure)?.diagnostics.first?.hints ?? []
      }
      return .error(
        .fileMissing, "no such \(file.isFolder ? "folder" : "file"): \(file.path)",
        at: file.place, hints: hints)
    }
    func fileIsFolder(_ file: NamedFile) -> Diagnostic {
      .error(
        .fileIsFolder, "\(file.key): expected a file, found the folder \"\(file.path)\"",
        at: file.place)
    }
    func folderIsFile(_ file: NamedFile) -> Diagnostic {
      .error(
        .fileIsFolder, "\(file.key): expected a folder, found the file \"\(file.path)\"",
        at: file.place)
    }
    let referable = ReferableJobs(jobs + unchosen)
    for job in jobs {
      if let fault = job.error {
        // An instance that was not queried yet is not an error.
        if fault.code != InstanceFetch.notQueried { missing.record(fault) }
      } else {
        for file in job.inputFiles {
          guard let status = try status(file.path) else {
            missing.record(missingFile(file))
            continue
          }
          guard status.kind == .file else { continue }
          let bytes = environment.beginning(of: file.path, count: 1 << 16)
          if let other = Jobs.certainKind(of: bytes), !other.isSame(as: job.kind),
            job.kind.claim(onBeginning: bytes) < .certain
          {
            missing.record(.otherKind(other, file, of: job.kind))
          }
        }
      }
      for file in job.namedFiles {
        if let status = try status(file.path) {
          if file.isFolder, status.kind == .file {
            missing.record(folderIsFile(file))
          } else if !file.isFolder, status.kind == .folder,
            !job.kind.grammar.folderKeys.contains(file.key)
          {
            missing.record(fileIsFolder(file))
          }
          continue
        }
        guard file.path.contains(where: { "*?[".contains($0) }) else {
          missing.record(missingFile(file))
          continue
        }
        guard job.kind.grammar.patternKeys.contains(file.key) else {
          missing.record(
            .fileMissing, "\(file.key): expected one file, found the pattern \"\(file.path)\"",
            at: file.place, hints: ["write the name of one file"])
          continue
        }
        if try environment.glob(file.path).isEmpty {
          missing.record(
            .manifestNoMatch, "no file matches \"\(file.path)\"", at: file.place,
            hints: ["the pattern starts from the manifest's folder"])
        }
      }
      try recordMissingReferences(of: job, among: referable, into: &missing, status)
    }
    for file in deliveries.flatMap(\.enclosed) {
      guard let place = file.place else { continue }
      let named = NamedFile(key: "enclose", path: file.name, place: place, isFolder: false)
      switch try status(file.name)?.kind {
      case nil: missing.record(missingFile(named))
      case .folder?: missing.record(fileIsFolder(named))
      default: break
      }
    }
    for file in serverFiles {
      switch try status(file.path)?.kind {
      case nil: missing.record(missingFile(file))
      case .folder?: missing.record(fileIsFolder(file))
      default: break
      }
    }
    for folder in deliveryFolders where try status(folder.path)?.kind == .file {
      missing.record(folderIsFile(folder))
    }
    return missing
  }

  /// Records the references of a job to jobs of another kind that are neither a job's id nor a
  /// file.
  private func recordMissingReferences(
    of job: ManifestJob, among jobs: ReferableJobs, into missing: inout DiagnosticList,
    _ status: (String) throws -> FileStatus?
  ) throws {
    for reference in job.kind.references(in: job.settings) {
      let name = reference.name
      let others = jobs.names[reference.kind] ?? []
      guard jobs.known[reference.kind]?.contains(name) != true, try status(name) == nil else {
        continue
      }
      missing.record(
        .fileMissing, "no such \(reference.kind) job or file: \(name)",
        at: job.settings[name: reference.kind]?.place ?? job.place,
        hints: others.isEmpty
          ? [] : [nearMissHint(name, among: others, listedBy: "plan")])
    }
  }
}

/// The jobs that others may refer to, by their kinds.
private struct ReferableJobs {
  /// All ids, with and without the values of a matrix.
  private(set) var known: [String: Set<String>] = [:]
  /// The ids without those values, in the order of the jobs.
  private(set) var names: [String: [String]] = [:]

  init(_ jobs: [ManifestJob]) {
    for job in jobs {
      let kind = job.kind.name
      known[kind, default: []].insert(job.id)
      names[kind, default: []].append(job.baseID)
    }
    for (kind, all) in names { known[kind, default: []].formUnion(all) }
  }
}

extension ManifestJob {
  /// An error where its input's name is that of another kind's.
  var kindFaults: [Diagnostic] {
    guard let file = inputFiles.first, file.place.file != nil,
      !kind.sharedExtensions.contains(fileExtension(of: input)),
      let other = Jobs.plainKind(of: input, prefix: { [] }), !other.isSame(as: kind)
    else { return [] }
    return [.otherKind(other, file, of: kind)]
  }
}

extension Diagnostic {
  /// The error for an input that is of another kind than its job.
  fileprivate static func otherKind(
    _ other: any JobKind, _ file: NamedFile, of kind: any JobKind
  ) -> Diagnostic {
    .error(
      .manifestKind,
      "expected \(kind.expectedPhrase), found \(other.inputPhrase): \(file.path)", at: file.place,
      hints: ["\(other.name): \(file.path) makes a job of it"])
  }
}
