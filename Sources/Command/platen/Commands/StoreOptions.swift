// SPDX-License-Identifier: MIT
// Part of Platen: where the cache is and whether it is used, as flags.

import ArgumentParser
import Diagnostics
import Digests
import JobKit
import Jobs
import Pipeline

/// Where the cache is.
struct CacheFolder: ParsableArguments {
  @Option(
    name: .customLong("cache-dir"),
    help: ArgumentHelp(
      "Where results are kept; PLATEN_CACHE_DIR or the user's cache folder when left out.",
      valueName: "dir"), completion: .directory)
  var path: String?

  /// The folder, or nil where neither the flag nor the environment says one.
  var folder: String? {
    StoreLocation.folder(
      option: path, variable: { Terminal.variable($0) })
  }
}

/// What every command that runs jobs of a manifest takes.
struct StoreOptions: ParsableArguments {
  @Flag(help: "Build everything again, up to date or not.")
  var rebuild = false
  @Flag(name: .customLong("no-cache"), help: "Neither use results of earlier runs nor keep any.")
  var isOff = false
  @OptionGroup var cache: CacheFolder

  /// The store, or nil where there is none. A cache that cannot be used is no reason not to run.
  func open(_ voice: Voice) -> LocalStore? {
    guard !isOff else { return nil }
    guard let folder = cache.folder else {
      voice.say([StoreLocation.nowhere])
      return nil
    }
    do {
      return try LocalStore(folder: folder)
    } catch let failure as Failure {
      voice.say(
        failure.diagnostics.map {
          Diagnostic(
            .warning, $0.code, $0.message + "; everything is made anew", at: $0.place,
            hints: $0.hints)
        })
    } catch {
      voice.say([.warning(.storeUnusable, "the cache cannot be used: \(error)")])
    }
    return nil
  }
}

extension ResultStore {
  /// What decides every result besides manifest and inputs: this very program and its libraries.
  var salt: String {
    let libraries = LibraryVersions.all.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    // Where the system does not show the program, its version must do.
    let program = try? digests.digest(of: "/proc/self/exe", in: DiskEnvironment())
    return "\(PlatenVersion.tool), \(program?.description ?? "-"), \(libraries)"
  }
}
