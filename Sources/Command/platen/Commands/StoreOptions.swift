// SPDX-License-Identifier: MIT
// Part of Platen: flags of the cache.

import ArgumentParser
import Diagnostics
import Digests
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
