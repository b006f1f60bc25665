// SPDX-License-Identifier: MIT
// Part of Platen: the files a manifest names.

package import Diagnostics
internal import Instances
internal import Values

/// A file or folder that a manifest names.
package struct NamedFile {
  /// The key that names it.
  package var key: String
  package var path: String
  package var place: SourceLocation
  package var isFolder: Bool

  package init(key: String, path: String, place: SourceLocation, isFolder: Bool) {
    self.key = key
    self.path = path
    self.place = place
    self.isFolder = isFolder
  }
}

extension NamedFile {
  /// The files that a manifest's servers and cache name: certificates, and credentials in files.
  ///
  /// Files of the user's home, such as `~/token`, are not among them.
  static func ofServers(in manifest: PlacedValue) -> [NamedFile] {
    let servers = manifest[InstanceKeys.instances.name]?.members?.map(\.value) ?? []
    var files: [NamedFile] = []
    for server in servers + [manifest[CacheKeys.cache.name]].compactMap(\.self) {
      for member in server.members ?? [] {
        guard let text = member.value.text else { continue }
        var path = text
        if member.key != "ca-file" {
          guard ["credential", "signing-key", "user"].contains(member.key),
            case .file(let name)? = try? CredentialReference(text), !name.hasPrefix("~/")
          else { continue }
          path = name
        }
        files.append(
          NamedFile(key: member.key, path: path, place: member.value.place, isFolder: false))
      }
    }
    return files
  }

  /// The folders that a manifest's deliveries are put into, which need not exist.
  static func ofDeliveries(in manifest: PlacedValue) -> [NamedFile] {
    let deliveries = manifest[AfterRunKeys.deliver.name].map { $0.elements ?? [$0] } ?? []
    return deliveries.compactMap { delivery in
      let to = delivery["to"] ?? delivery
      return to.text.map { NamedFile(key: "to", path: $0, place: to.place, isFolder: true) }
    }
  }
}

extension JobGrammar {
  /// The keys that name files or folders, with their shapes, `.path` or `.folder`: without the
  /// input, and those that are read when jobs are planned, which report what is wrong with them.
  static func fileKeys(_ name: String, _ keys: [ManifestKey]) -> [String: Shape] {
    let read: Set = [name, "fonts", "import-mapping", "phrases"]
    return Dictionary(
      keys.compactMap { key in
        read.contains(key.name) ? nil : key.shape.ofFiles.map { (key.name, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension Shape {
  /// The member of a mapping that names the file which may be written in its place.
  fileprivate static var fileMember: String { "file" }

  /// The shape of the files it takes; nil where it takes none.
  fileprivate var ofFiles: Shape? {
    switch self {
    case .path, .folder: self
    // A file, or a mapping that names it.
    case .either(.path, .mapping(let keys)) where keys.contains { $0.name == Shape.fileMember }:
      self
    case .list(let shape), .oneOrMore(let shape), .table(let shape): shape.ofFiles
    default: nil
    }
  }
}

extension ManifestJob {
  /// The files and folders it names besides its input.
  package var namedFiles: [NamedFile] {
    var files: [NamedFile] = []
    var seen: Set<SourceLocation> = []
    let grammar = kind.grammar
    for member in settings.all + outputs.flatMap(\.options.all) {
      let shape = grammar.fileKeys[member.key]
      let isFile = grammar.isFile[member.key]
      guard shape != nil || isFile != nil else { continue }
      var isFolder = false
      if case .folder? = shape { isFolder = true }
      var isMapped = false
      if case .either? = shape { isMapped = true }
      let values =
        member.value.elements ?? (isMapped ? nil : member.value.members?.map(\.value))
      for var value in values ?? [member.value] {
        if isMapped, let file = value[Shape.fileMember] { value = file }
        guard let path = value.text, shape != nil || isFile?(path) == true,
          seen.insert(value.place).inserted
        else { continue }
        files.append(
          NamedFile(key: member.key, path: path, place: value.place, isFolder: isFolder))
      }
    }
    return files
  }

  /// Its input and the files that are read together with it, at the places that name them.
  package var inputFiles: [NamedFile] {
    let places =
      inputPlace.map {
        [(input, $0)]
          + companions.compactMap { path in
            companionPlaces[path].map { (path, $0) }
          }
      } ?? []
    return places.map { path, place in
      NamedFile(key: kind.name, path: path, place: place, isFolder: false)
    }
  }
}
