// SPDX-License-Identifier: MIT
// Part of Platen: `platen instances`: the servers a manifest names, and whether they are available.

import ArgumentParser
import Diagnostics
import Instances
import JSON
import JobKit
import Pipeline
import Text

/// `platen instances`.
struct InstancesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "instances",
    abstract: "List the servers a manifest names, or check health and sign-in of each.",
    discussion: """
      An instance is a server that provides inputs of jobs: a Bedrud server holds meetings, a \
      WorldArchitect server campaigns, a Toboggan server the talk it shows.

        instances:
          archive:
            kind: worldarchitect
            url: https://play.example.org
            credential: file:secrets/archive
            user: env:PLAYER_ID
        jobs:
          - campaign: "*"
            from: archive
            outputs: ["books/${name}.pdf"]

      The manifest names a credential and never contains it: env:NAME is a variable, file:PATH a file \
      that only you may read (chmod 600), keyring:NAME an entry of the system's keyring. It holds a \
      token, or JSON: {"accessToken": …, "refreshToken": …} or {"email": …, "password": …}. A renewed \
      token is written back to the same place.

      platen run fetches what changed since the last run. If an instance is down, the last fetched copy \
      is used, with a warning (with stale: fail the jobs fail instead). Platen only reads; it never \
      changes anything on a server.

      EXAMPLES
        platen instances list
        platen instances check nightly.yaml club
      """,
    subcommands: [List.self, Check.self])

  /// The arguments of both subcommands.
  struct Place: ParsableArguments {
    @Argument(
      help:
        "The manifest (default: platen.yaml here or in a folder above).",
      completion: .file(extensions: ["yaml", "yml", "json"]))
    var manifest: String?
    @OptionGroup(title: "Cache options") var cache: CacheFolder
    @OptionGroup(title: "General options") var common: CommonOptions

    /// The manifest with its instances.
    ///
    /// - Throws: `Failure` with all errors in the manifest, and where it names no instances.
    func load() throws -> LoadedManifest {
      let store = cache.folder
      let loaded = try LoadedManifest.load(try LoadedManifest.read(manifest), into: nil) {
        LoadedManifest.kept(by: $0, in: store)
      }
      try loaded.faults.throwIfAny()
      return loaded
    }

    /// Prints the last line of a list of instances, with `--json`.
    func writeCount(_ count: Int, of manifest: Manifest) {
      common.console.write(event: "instances") { json in
        json.member("manifest", manifest.file)
        json.member("count", count)
      }
    }
  }

  /// `platen instances list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the servers the manifest names, and what was fetched from them before.",
      discussion: """
        EXAMPLES
          platen instances list
          platen instances list nightly.yaml --json
        """)
    @OptionGroup var place: Place

    func run() throws {
      try place.common.console.exiting(otherwise: ExitStatus.manifest) {
        let loaded = try place.load()
        for described in loaded.manifest.instances {
          let instance = described.instance
          let kept = InstanceFetch.kept(described, in: place.cache.folder).entries.count
          let jobs = loaded.manifest.demands.count { $0.instance == instance.name }
          if place.common.isJSON {
            place.common.console.write(event: "instance") { json in
              json.member("name", instance.name)
              json.member("kind", instance.kind.rawValue)
              json.member("url", instance.address.description)
              json.member("credential", instance.credential?.description)
              json.member("copies", kept)
              json.member("jobs", jobs)
            }
          } else {
            let credential = instance.credential.map { ", credential \($0)" } ?? ""
            StandardOutput.write(
              "\(instance.name): \(instance.kind.rawValue) at "
                + printable("\(instance.address)\(credential)")
                + ", \(counted(kept, "copy", "copies"))\n")
          }
        }
        if loaded.manifest.instances.isEmpty {
          place.common.console.report("\(printable(loaded.manifest.file)) has no instances")
        }
        place.writeCount(loaded.manifest.instances.count, of: loaded.manifest)
      }
    }
  }

  /// `platen instances check`.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check health and sign-in of each server; exit with 69 if none is available.",
      discussion: """
        EXAMPLES
          platen instances check
          platen instances check nightly.yaml club
        """)
    @OptionGroup var place: Place
    @Argument(help: "Check only these instances.") var names: [String] = []

    func run() throws {
      let console = place.common.console
      try console.exiting(otherwise: ExitStatus.manifest) {
        let loaded = try place.load()
        let known = loaded.manifest.instances.map(\.instance)
        for name in names where !known.contains(where: { $0.name == name }) {
          throw Failure(
            .error(
              .optionInstance, "unknown instance \"\(name)\"",
              hints: [nearMissHint(name, among: known.map(\.name), listedBy: "instances list")]))
        }
        let requested = known.filter { names.isEmpty || names.contains($0.name) }
        let control = RunControl()
        let signals = Signals()
        signals.cancel(control) { console.report($0) }
        let vault = CredentialVault(folder: loaded.manifest.folder)
        let health = InstanceHealth.check(requested, vault: vault) {
          control.cancellation.isCancelled
        }
        if let status = signals.status { throw Ended(status) }
        for health in health { printHealth(health, console) }
        place.writeCount(health.count, of: loaded.manifest)
        let bad = health.count { $0.error != nil }
        if bad > 0 {
          throw Ended(bad == health.count ? ExitStatus.unavailable : ExitStatus.jobFailed)
        }
      }
    }

    private func printHealth(_ health: InstanceHealth, _ console: Console) {
      if console.isJSON {
        console.write(event: "instance") { json in
          json.member("name", health.name)
          json.member("health", health.health)
          json.member("sign-in", health.signIn)
          json.member("ok", health.error == nil)
        }
      } else if health.error == nil {
        StandardOutput.write(
          "\(health.name): \(health.health ?? "health not reported"), "
            + "\(health.signIn ?? "not signed in")\n")
      } else {
        StandardOutput.write("\(health.name): unavailable\n")
      }
      console.report(health.warnings)
      if let fault = health.error { console.report(fault.diagnostics) }
    }
  }
}
