// SPDX-License-Identifier: MIT
// Part of Platen: the names of the manifests that share an output directory.

internal import Libc

extension Outputs {
  /// The name by which the record knows a manifest: its path relative to the output directory, so
  /// that it stays the same when both are moved together.
  ///
  /// - Parameter path: the manifest's path, as the working directory sees it. Its last component
  ///   need not exist and is not followed where it is a symbolic link.
  public func manifestName(of path: String) -> String {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let from = absoluteRoot.split(separator: "/")
    let to = (Files.realPath(folder) ?? folder).split(separator: "/")
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: from.count - shared)
    return (up + to[shared...] + [Substring(name)]).joined(separator: "/")
  }

  /// The path of a manifest the record names, from the top of the file system.
  public func manifestPath(of name: String) -> String {
    var path = absoluteRoot.split(separator: "/")
    for component in name.split(separator: "/") {
      if component == ".." { _ = path.popLast() } else { path.append(component) }
    }
    return "/" + path.joined(separator: "/")
  }

  /// The entries of other manifests that a run with these outputs records: without their orphans
  /// that it makes, and, for manifests that are gone or unknown, without files that no longer
  /// exist.
  func present(_ others: [ManifestRecord], besides made: Set<String>) -> [ManifestRecord] {
    others.compactMap { other in
      var other = other
      other.orphans.removeAll { made.contains($0.path) }
      if other.manifest.map(hasManifest) != true {
        func isGone(_ output: OutputRecord) -> Bool {
          output.onDisk.allSatisfy { (try? OutputPath($0.path)).flatMap(identity) == nil }
        }
        for job in other.jobs.indices { other.jobs[job].outputs.removeAll(where: isGone) }
        other.jobs.removeAll(where: \.outputs.isEmpty)
        other.orphans.removeAll(where: isGone)
      }
      return other.jobs.isEmpty && other.orphans.isEmpty ? nil : other
    }
  }

  /// Indicates whether a manifest the record names may still exist. One that came from standard
  /// input never had a file.
  public func hasManifest(_ name: String) -> Bool {
    if name == "-" || name.hasSuffix("/-") { return true }
    return unsafe access(manifestPath(of: name), F_OK) == 0 || errno != ENOENT && errno != ENOTDIR
  }
}
