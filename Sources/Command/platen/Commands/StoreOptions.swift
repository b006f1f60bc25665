// SPDX-License-Identifier: MIT
// Part of Platen: flags of the cache.

import ArgumentParser
import Diagnostics
import Digests
import Instances
import JobKit
import Pipeline

/// The option of the cache's folder.
struct CacheFolder: ParsableArguments {
  @Option(
    name: .customLong("cache-dir"),
    help: ArgumentHelp(
      "The folder of cached results (default: PLATEN_CACHE_DIR, or the user's cache folder).",
      valueName: "dir"), completion: .directory)
  var path: String?

  /// The folder, or nil where neither the flag nor the environment specifies one.
  var folder: String? {
    StoreLocation.folder(
      option: path, variable: { Terminal.variable($0) })
  }
}

/// The options of every command that runs jobs of a manifest.
struct StoreOptions: ParsableArguments {
  @Flag(help: "Rebuild everything, even if up to date.")
  var rebuild = false
  @Flag(name: .customLong("no-cache"), help: "Neither use nor write cached results.")
  var isOff = false
  @OptionGroup var cache: CacheFolder
  @Option(
    name: .customLong("remote-cache"),
    help: ArgumentHelp(
      "A cache that machines share, as cache: in a manifest, or none.", valueName: "address"))
  var remote: String?

  mutating func validate() throws { _ = try flaggedCache() }

  /// The cache that the flag names; nil without a flag, and for none.
  private func flaggedCache() throws -> SharedCache.Place? {
    guard let remote, remote != "none" else { return nil }
    do {
      return try SharedCache.Place(remote)
    } catch {
      throw ValidationError(
        "--remote-cache: " + (error.diagnostics.first?.message ?? "invalid address"))
    }
  }

  /// The cache that machines share: that of the flag, or the manifest's.
  ///
  /// A credential of the manifest is sent to its own address alone.
  ///
  /// - Throws: `ValidationError` for a flag that is not the address of a cache.
  private func sharedCache(of manifest: Manifest) throws -> SharedCache? {
    guard remote != nil else { return manifest.cache }
    guard let place = try flaggedCache() else { return nil }
    return manifest.cache?.place == place ? manifest.cache : SharedCache(place)
  }

  /// The store with the shared cache behind it, if there is one. A run does not depend on it.
  func share(
    _ local: LocalStore?, of manifest: Manifest, _ console: Console
  ) throws -> SharedStore? {
    guard let local, let cache = try sharedCache(of: manifest) else { return nil }
    do {
      return try cache.store(
        over: local, vault: CredentialVault(folder: manifest.folder), agent: PlatenVersion.tool)
    } catch let failure as Failure {
      console.report(
        failure.diagnostics.map {
          Diagnostic(
            .warning, $0.code, "the shared cache is not used: " + $0.message, at: $0.place,
            hints: $0.hints)
        })
      return nil
    }
  }

  /// The store, or nil where there is none. A run does not depend on a usable cache.
  func open(_ console: Console) -> LocalStore? {
    guard !isOff else { return nil }
    guard let folder = cache.folder else {
      console.report([StoreLocation.nowhere])
      return nil
    }
    do {
      return try LocalStore(folder: folder)
    } catch let failure as Failure {
      console.report(
        failure.diagnostics.map {
          Diagnostic(
            .warning, $0.code, $0.message + "; everything is rebuilt", at: $0.place,
            hints: $0.hints)
        })
    } catch {
      console.report([.warning(.storeUnusable, "the cache cannot be used: \(error)")])
    }
    return nil
  }
}

extension ResultStore {
  /// The part of every result's key besides manifest and inputs: this program and its libraries.
  var salt: String {
    let libraries = LibraryVersions.all.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    // Where the program's file is not accessible, its version is used.
    let program = try? digests.digest(of: "/proc/self/exe", in: DiskEnvironment())
    return "\(PlatenVersion.tool), \(program?.description ?? "-"), \(libraries)"
  }
}
