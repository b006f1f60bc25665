// SPDX-License-Identifier: MIT
// Part of Platen: existing files in the output directory, and which of them Platen wrote.

internal import Assets
internal import Diagnostics
internal import Digests
internal import JobKit
internal import Pipeline

/// Inspects folders that users also edit.
///
/// The files that it reads are outputs of the job, not sources, which outputs may not replace.
final class CatalogState {
  private let environment: any Environment
  private let root: String
  private let digests: FileDigests
  /// Indicates whether there is a record of Platen's files; `platen render` has none, and then
  /// replaces only files that it noted.
  private let hasRecord: Bool
  private let rendered: RenderedFiles
  /// Indicates whether existing files are replaced, even if Platen did not write them.
  private let replaces: Bool
  /// The cached results of earlier runs: a killed run leaves no record.
  private let store: (any ResultStore)?
  /// Digests of files that a killed run published.
  private let unrecorded: [String: Digest]
  private var known: [String: OutputRecord]?
  private var knownPictures: Set<FileIdentity>?

  init(
    root: String, hasRecord: Bool, in environment: any Environment, digests: FileDigests,
    store: (any ResultStore)?, unrecorded: [String: Digest] = [:],
    rendered: RenderedFiles = RenderedFiles(), replaces: Bool = false
  ) {
    self.unrecorded = unrecorded
    self.rendered = rendered
    self.replaces = replaces
    self.store = store
    self.root = root
    self.hasRecord = hasRecord
    self.environment = environment
    self.digests = digests
  }

  /// Indicates whether a folder is the output directory or inside it.
  func isOutput(_ place: String) -> Bool {
    let (place, root) = (plainPath(place), plainPath(root))
    return !root.isEmpty && (place == root || place.hasPrefix(root + "/"))
  }

  /// Returns the contents of a set's folder.
  ///
  /// - Parameters:
  ///   - folder: the path in the output directory.
  ///   - requested: names of images that would be written there.
  /// - Throws: `Failure` if it cannot be read.
  func existing(in folder: String, requested: Set<String>) throws -> CatalogMerge.Existing {
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
        throw Failure(
          failure.inFile(path).diagnostics.map {
            .error(
              .catalogUnreadable, $0.message, at: $0.place,
              hints: ["repair the file, or remove it to replace it"])
          })
      }
    }
    // Without a record, such a file may be identical to the new one, which is found out later.
    let own = names.filter { name in
      if isOwn(folder + "/" + name, place + "/" + name) { return true }
      guard !hasRecord else { return false }
      if replaces, folder.hasSuffix(".colorset"), name == "Contents.json" { return true }
      return requested.contains(name) && (replaces || spared(folder + "/" + name) != nil)
    }
    return .init(
      contents: contents, files: Set(names), own: Set(own),
      isShared: contents != nil && isShared(folder + "/Contents.json", place + "/Contents.json"))
  }

  /// Indicates whether a file exists that Platen never wrote according to the record: neither that
  /// name nor those bytes.
  func isSomebodys(_ path: String) -> Bool {
    let place = root == "." ? path : root + "/" + path
    guard hasRecord, outputs()[path] == nil,
      (try? environment.status(place))??.kind == .file
    else { return false }
    return !isOwn(path, place)
  }

  /// Returns the bytes of an existing file that may not be Platen's, in the absence of a record;
  /// nil if it does not exist, cannot be read, or was written by an earlier `platen render`.
  func spared(_ path: String) -> [UInt8]? {
    guard !hasRecord, !replaces else { return nil }
    let place = root == "." ? path : root + "/" + path
    guard !isOwn(path, place) else { return nil }
    let bytes = (try? environment.read(place, limit: 256 << 20).bytes) ?? []
    return bytes.isEmpty ? nil : bytes
  }

  /// An image in a set that Platen did not write.
  struct Image {
    var file: String
    /// The part of its name that identifies it within the set.
    var suffix: String
    var scale: Int
    /// The size in pixels.
    var width: Int
    var height: Int
  }

  /// Returns the images of a set that Platen did not write, smallest scale first.
  func images(in folder: String) throws -> [Image] {
    let place = root == "." ? folder : root + "/" + folder
    let existing = try existing(in: folder, requested: [])
    let entries = existing.contents?["images"]?.list ?? []
    return entries.compactMap { entry -> Image? in
      guard let file = entry["filename"]?.text, existing.files.contains(file),
        !existing.own.contains(file),
        let variant = ImageVariant(name: "", entry: entry, isAny: true), let scale = variant.scale,
        let size = size(of: place + "/" + file)
      else { return nil }
      return Image(
        file: file, suffix: variant.suffix, scale: scale, width: size.width, height: size.height)
    }.sorted { $0.scale < $1.scale }
  }

  /// Returns the size of an image in pixels; nil for vectors and other files.
  func size(of place: String) -> (width: Int, height: Int)? {
    guard let bytes = try? environment.read(place, limit: 256 << 20).bytes,
      let facts = AssetImageFacts(bytes), let width = facts.width, let height = facts.height,
      width > 0,
      height > 0
    else { return nil }
    return (width, height)
  }

  /// Returns the list of a set that is a source of images; nil if it cannot be read.
  func list(of place: String) -> ContentsValue? {
    guard let bytes = try? environment.read(place + "/Contents.json", limit: 8 << 20).bytes else {
      return nil
    }
    return try? ContentsValue(parsing: bytes)
  }

  /// Indicates whether Platen wrote an image in a set, by the record, or by the store after a
  /// killed run: such an image is not a source of others.
  func wrote(_ place: String) -> Bool {
    guard hasRecord, let status = try? environment.status(place) else { return false }
    if images().contains(status.identity) { return true }
    guard place.lowercased().hasSuffix(".png"), let store,
      let digest = try? digests.digest(of: place, in: environment)
    else { return false }
    return store.contains(digest, size: status.size)
  }

  /// Returns the images in sets that are unchanged according to the record.
  private func images() -> Set<FileIdentity> {
    if let knownPictures { return knownPictures }
    var found: Set<FileIdentity> = []
    for (path, output) in outputs() where path.contains(".imageset/") && output.digest != nil {
      let place = root == "." ? path : root + "/" + path
      guard let status = try? environment.status(place),
        (try? digests.digest(of: place, in: environment)) == output.digest
      else { continue }
      found.insert(status.identity)
    }
    knownPictures = found
    return found
  }

  /// Returns the folders of sets in a catalog by name, so that sets moved to a group are found.
  func sets(in catalog: String) throws -> [String: String] {
    var found: [String: String] = [:]
    func walk(_ folder: String, _ depth: Int) throws {
      let place = root == "." ? catalog + folder : root + "/" + catalog + folder
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

  /// Indicates whether a file is as Platen wrote it, by the record or the store; without a record,
  /// by the notes of an earlier `platen render`.
  private func isOwn(_ path: String, _ place: String) -> Bool {
    if !hasRecord, rendered[path] == nil { return false }
    guard let digest = try? digests.digest(of: place, in: environment) else { return false }
    guard hasRecord else { return rendered[path] == digest }
    if outputs()[path]?.digest == digest { return true }
    guard let store, let size = (try? environment.status(place))??.size else { return false }
    return store.contains(digest, size: size)
  }

  /// Indicates whether an existing file is older than Platen's changes, or was changed since: all
  /// files except those that the record lists as only Platen's.
  private func isShared(_ path: String, _ place: String) -> Bool {
    guard hasRecord else {
      return !(replaces && path.hasSuffix(".colorset/Contents.json")) && !isOwn(path, place)
    }
    guard let output = outputs()[path], !output.isShared, let digest = output.digest else {
      return true
    }
    return (try? digests.digest(of: place, in: environment)) != digest
  }

  private func outputs() -> [String: OutputRecord] {
    if let known { return known }
    var outputs: [String: OutputRecord] = [:]
    let path = root == "." ? RunRecord.fileName : root + "/" + RunRecord.fileName
    // An unreadable record counts as none: then no file is known to be Platen's, and all are kept.
    if let bytes = try? DiskEnvironment().read(path, limit: 1 << 30).bytes,
      let record = try? RunRecord(json: bytes)
    {
      for output in record.everyOutput {
        outputs[output.path] = output
      }
    }
    for (path, digest) in unrecorded {
      outputs[path, default: OutputRecord(path: path, outcome: .built)].digest = digest
    }
    known = outputs
    return outputs
  }
}
