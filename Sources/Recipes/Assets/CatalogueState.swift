// SPDX-License-Identifier: MIT
// Part of Platen: what lies in the output root already, and which of it Platen wrote.

internal import Assets
internal import Diagnostics
internal import Digests
internal import Pipeline

/// Looks into folders that people edit, too.
///
/// What it reads are no sources of the job, which no output may replace: they are its outputs.
final class CatalogueState {
  private let environment: any Environment
  private let root: String
  private let digests: FileDigests
  /// Whether there is a record to know Platen's files by; `platen render` has none, and then nothing
  /// that lies there is replaced.
  private let hasRecord: Bool
  /// What earlier runs kept: a run that was killed leaves no record.
  private let store: (any ResultStore)?
  private var known: [String: OutputRecord]?

  init(
    root: String, hasRecord: Bool, in environment: any Environment, digests: FileDigests,
    store: (any ResultStore)?
  ) {
    self.store = store
    self.root = root
    self.hasRecord = hasRecord
    self.environment = environment
    self.digests = digests
  }

  /// What lies in a set's folder.
  ///
  /// - Parameters:
  ///   - folder: below the output root.
  ///   - wanted: names of pictures that would be made there.
  /// - Throws: `Failure` where it cannot be looked into.
  func existing(in folder: String, wanted: Set<String>) throws -> CatalogueMerge.Existing {
    let place = root == "." ? folder : root + "/" + folder
    guard try environment.status(place)?.kind == .folder else { return .init() }
    let names = try environment.list(place).filter { !$0.isFolder }.map(\.name)
    guard !names.isEmpty else { return .init() }
    var contents: ContentsValue?
    if names.contains("Contents.json") {
      let path = place + "/Contents.json"
      do {
        contents = try ContentsValue(parsing: environment.read(path, limit: 8 << 20).bytes)
      } catch let failure as Failure {
        throw failure.inFile(path)
      }
    }
    // Without a record a file of that name may be what would be made: that is seen when it is made.
    let own = names.filter { name in
      hasRecord
        ? isOwn(folder + "/" + name, place + "/" + name)
        : wanted.contains(name) && spared(folder + "/" + name) != nil
    }
    return .init(
      contents: contents, files: Set(names), own: Set(own),
      isShared: contents != nil && isShared(folder + "/Contents.json", place + "/Contents.json"))
  }

  /// The bytes of a file that lies there and may be somebody's, since there is no record; nil where
  /// nothing does, or nothing that can be read.
  func spared(_ path: String) -> [UInt8]? {
    guard !hasRecord else { return nil }
    let place = root == "." ? path : root + "/" + path
    let bytes = (try? environment.read(place, limit: 256 << 20).bytes) ?? []
    return bytes.isEmpty ? nil : bytes
  }

  /// Folders of sets below a catalogue, by their names, so that a set that somebody keeps in a group
  /// is found there.
  func sets(in catalogue: String) throws -> [String: String] {
    var found: [String: String] = [:]
    func walk(_ folder: String, _ depth: Int) throws {
      let place = root == "." ? catalogue + folder : root + "/" + catalogue + folder
      guard depth < 16, try environment.status(place)?.kind == .folder else { return }
      for entry in try environment.list(place) where entry.isFolder && !entry.isLink {
        let path = folder + "/" + entry.name
        if entry.name.contains(".") {
          if found[entry.name] == nil { found[entry.name] = String(path.dropFirst()) }
        } else {
          try walk(path, depth + 1)
        }
      }
    }
    try walk("", 0)
    return found
  }

  /// Whether a file is as Platen wrote it: as the record says, or as the store has it.
  private func isOwn(_ path: String, _ place: String) -> Bool {
    guard let digest = try? digests.digest(of: place, in: environment) else { return false }
    if outputs()[path]?.digest == digest { return true }
    guard let store, let size = (try? environment.status(place))??.size else { return false }
    return store.contains(digest, size: size)
  }

  /// Whether a file that is there was there before Platen wrote into it, or somebody changed it since:
  /// all but one that the record knows as Platen's alone.
  private func isShared(_ path: String, _ place: String) -> Bool {
    guard let output = outputs()[path], !output.isShared, let digest = output.digest else {
      return true
    }
    return (try? digests.digest(of: place, in: environment)) != digest
  }

  private func outputs() -> [String: OutputRecord] {
    if let known { return known }
    var outputs: [String: OutputRecord] = [:]
    let path = root == "." ? RunRecord.fileName : root + "/" + RunRecord.fileName
    // One that cannot be read is as good as none: then nothing is known to be Platen's, and all stays.
    if let bytes = try? DiskEnvironment().read(path, limit: 1 << 30).bytes,
      let record = try? RunRecord(json: bytes)
    {
      for output in record.jobs.flatMap(\.outputs) + record.orphans {
        outputs[output.path] = output
      }
    }
    known = outputs
    return outputs
  }
}
