// SPDX-License-Identifier: MIT
// Part of Platen: a delivery that goes, with the files it was delivered with and no others.

internal import Diagnostics
internal import JSON
internal import Libc
internal import Pipeline

/// A delivery made earlier: a ZIP file, or a folder whose files its own metadata names. Files that
/// others have put into it stay, and so does the folder then.
struct OldDelivery {
  /// From the top of the file system.
  let path: String
  /// The name as shown to people.
  let name: String

  static let metadata = Delivery.metadataName
  static let readme = Delivery.readmeName

  init(path: String, name: String? = nil) {
    self.path = path
    self.name = name ?? path
  }

  /// Finds out whether it may go; nothing is touched.
  ///
  /// - Throws: `Failure` where it has to stay.
  func check() throws { _ = try own() }

  /// Removes it.
  ///
  /// - Throws: `Failure` where it has to stay, or cannot be removed.
  func remove() throws {
    guard let files = try own() else {
      guard unlink(path) == 0 || errno == ENOENT else { throw refusal() }
      return
    }
    var folders: Set<String> = []
    for file in files {
      guard unlink("\(path)/\(file)") == 0 || errno == ENOENT else { throw refusal() }
      var parts = file.split(separator: "/").dropLast()
      while !parts.isEmpty {
        folders.insert(parts.joined(separator: "/"))
        parts = parts.dropLast()
      }
    }
    for inner in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      rmdir("\(path)/\(inner)")
    }
    // The list of its files goes last: a half-removed delivery can still be removed.
    unlink("\(path)/\(OldDelivery.readme)")
    unlink("\(path)/\(OldDelivery.metadata)")
    guard rmdir(path) == 0 || errno == ENOENT else { throw refusal() }
  }

  /// The files of a folder besides its own two; nil for a single file.
  private func own() throws -> [String]? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw refusal()
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: break
    default:
      throw Failure(
        .error(
          .deliveryUnknown, "\(name) was changed since its delivery, so it is kept",
          hints: ["move it elsewhere"]))
    }
    let files: [String]
    do {
      let bytes = try DiskEnvironment().read("\(path)/\(OldDelivery.metadata)", limit: 256 << 20)
        .bytes
      files =
        try JSONDocument(parsing: bytes).root["files"]?.elements.compactMap { $0["path"]?.string }
        ?? []
    } catch {
      throw Failure(
        .error(
          .deliveryUnknown, "\(name) has no \(OldDelivery.metadata) that lists its files",
          hints: ["it is kept as is; delete it yourself"]))
    }
    let own = Set(files + [OldDelivery.metadata, OldDelivery.readme])
    guard try names().allSatisfy(own.contains) else {
      throw Failure(
        .error(
          .deliveryOldFiles, "\(name) holds files that were not delivered, so it is kept",
          hints: ["move them elsewhere"]))
    }
    // The paths in a file never lead out of it.
    return files.filter {
      !$0.hasPrefix("/") && !$0.hasMarkedSlash && !$0.split(separator: "/").contains("..")
    }
  }

  /// The files in it, by their paths from there; a link is one of them, wherever it leads.
  private func names() throws -> [String] {
    var found: [String] = []
    var folders = [""]
    while let inner = folders.popLast() {
      for entry in try DiskEnvironment().list(path + inner) {
        let name = inner + "/" + entry.name
        if entry.isFolder, !entry.isLink {
          folders.append(name)
        } else {
          found.append(String(name.dropFirst()))
        }
      }
    }
    return found
  }

  private func refusal() -> Failure {
    Failure(
      .error(.outputWrite, "\(name) cannot be removed: \(systemErrorText(errno))"))
  }
}
