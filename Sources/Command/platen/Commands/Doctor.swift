// SPDX-License-Identifier: MIT
// Part of Platen: `platen doctor`: checks of all that jobs depend on besides their inputs.

import ArgumentParser
import Diagnostics
import Instances
import JSON
import JobKit
import Jobs
import Libc
import Meetings
import Pipeline
import Text

/// `platen doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check fonts, libraries, templates, cache, manifest and servers.",
    discussion: """
      Servers are those of the manifest; each is queried once. The exit status is 1 where a check \
      fails; a warning, such as a missing font, is not a failure.

      EXAMPLES
        platen doctor
        platen doctor nightly.yaml
      """)

  @Argument(
    help: "The manifest (default: platen.yaml in this folder or in one above it, if any).",
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var manifest: String?
  @OptionGroup(title: "Cache options") var cache: CacheFolder
  @OptionGroup(title: "General options") var common: CommonOptions

  /// The result of a check.
  private enum Outcome: String {
    case ok, warning, error
  }

  func run() throws {
    var isWell = true
    for check in [
      program, templates, fonts, hyphenation, zones, results, manifestAndServers,
    ] {
      for result in check() where !writeResult(result) { isWell = false }
    }
    if !isWell { throw Ended(ExitStatus.jobFailed) }
  }

  /// A line of the list of checks.
  private struct Result {
    var subject: String
    var outcome: Outcome
    var message: String
    var hints: [String] = []
  }

  /// Writes a result; false where it is an error.
  private func writeResult(_ result: Result) -> Bool {
    if common.isJSON {
      var json = JSONWriter()
      json.object { json in
        json.member("check", result.subject)
        json.member("outcome", result.outcome.rawValue)
        json.member("message", result.message)
        json.member("hints", result.hints)
      }
      StandardOutput.write(json.text + "\n")
    } else if !common.quiet || result.outcome != .ok {
      func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
      }
      StandardOutput.write(
        "\(padded(result.outcome.rawValue, 7))  \(padded(result.subject, 9))  "
          + printable(result.message) + "\n")
      for hint in result.hints {
        StandardOutput.write("\(padded("", 7))  \(padded("", 9))  hint: \(printable(hint))\n")
      }
    }
    return result.outcome != .error
  }

  /// The results for errors.
  private func failed(_ subject: String, _ error: any Error, _ outcome: Outcome = .error)
    -> [Result]
  {
    guard let failure = error as? Failure else {
      return [Result(subject: subject, outcome: outcome, message: "\(error)")]
    }
    return failure.diagnostics.map { Doctor.result(subject, $0, outcome) }
  }

  private static func result(
    _ subject: String, _ diagnostic: Diagnostic, _ outcome: Outcome
  ) -> Result {
    let place = diagnostic.place.map { "\($0.text): " } ?? ""
    return Result(
      subject: subject, outcome: outcome,
      message: "\(place)\(diagnostic.message) [\(diagnostic.code.rawValue)]",
      hints: diagnostic.hints)
  }

  // MARK: Checks

  private func program() -> [Result] {
    let libraries = LibraryVersions.all.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    return [
      Result(subject: "program", outcome: .ok, message: PlatenVersion.tool),
      Result(subject: "libraries", outcome: .ok, message: libraries),
    ]
  }

  private func templates() -> [Result] {
    do {
      let templates = try Templates.find(named: common.dataDir)
      let context = try RecipeContext.make(DiskEnvironment(), templates: common.dataDir)
      let looks = Jobs.lookKinds.flatMap { kind in
        kind.family.names(in: context).map { "\(kind.name) \($0)" }
      }
      return [
        Result(
          subject: "templates", outcome: .ok,
          message: "\(templates.folder): \(counted(looks.count, "look"))")
      ]
    } catch {
      return failed("templates", error)
    }
  }

  private func fonts() -> [Result] {
    do {
      let families = try FontInventory().families
      let missing = families.filter { $0.faces == 0 }
      let folders = FontInventory.folders.joined(separator: ", ")
      let installed =
        "\(families.count - missing.count) of \(families.count) known families are installed"
        + (folders.isEmpty ? "" : ", in \(folders)")
      guard !missing.isEmpty else {
        return [Result(subject: "fonts", outcome: .ok, message: installed)]
      }
      var packages: [String] = []
      for package in missing.compactMap(\.package) where !packages.contains(package) {
        packages.append(package)
      }
      let names = cappedList(missing.map(\.name))
      return [
        Result(
          subject: "fonts", outcome: .warning,
          message: "\(installed); substitutes are used in place of \(names)",
          hints: packages.isEmpty
            ? [] : ["apt-get install \(packages.sorted().joined(separator: " "))"])
      ]
    } catch {
      return failed("fonts", error)
    }
  }

  /// The hyphenation patterns of the machine.
  private func hyphenation() -> [Result] {
    do {
      let installed = try HyphenFiles.installed().filter { !$0.files.isEmpty }
      guard !installed.isEmpty else {
        return [
          Result(
            subject: "hyphens", outcome: .warning,
            message: "no hyphenation patterns: words are not divided at the ends of lines",
            hints: ["apt-get install hyphen-en-us, and so on for other languages"])
        ]
      }
      return [
        Result(
          subject: "hyphens", outcome: .ok,
          message: installed.map { "\($0.folder): \(counted($0.files.count, "pattern file"))" }
            .joined(separator: "; "))
      ]
    } catch {
      return failed("hyphens", error, .warning)
    }
  }

  /// The time zones of the machine.
  private func zones() -> [Result] {
    let disk = DiskEnvironment()
    let folders = ZoneRules.folders(variable: disk.variable)
    let found = folders.first { folder in
      ((try? disk.status(folder + "/Europe/Berlin")) ?? nil) != nil
    }
    return [
      found.map { Result(subject: "zones", outcome: .ok, message: $0) }
        ?? Result(
          subject: "zones", outcome: .warning,
          message: "no time zone files: zones are written as offsets such as +01:00",
          hints: ["apt-get install tzdata"])
    ]
  }

  private func results() -> [Result] {
    guard let folder = cache.folder else {
      return [Doctor.result("cache", StoreLocation.nowhere, .warning)]
    }
    do {
      // Opening it creates it and tries to write.
      _ = try LocalStore(folder: folder)
      let bytes = try StoreCare(folder: folder).info().bytes
      return [
        Result(subject: "cache", outcome: .ok, message: "\(folder): \(formatted(bytes: bytes))")
      ]
    } catch {
      return failed("cache", error, .warning)
    }
  }

  private func manifestAndServers() -> [Result] {
    let loaded: LoadedManifest
    do {
      loaded = try LoadedManifest.load(LoadedManifest.read(manifest), into: nil) {
        LoadedManifest.kept(by: $0, in: cache.folder)
      }
    } catch let failure as Failure
      where manifest == nil && failure.diagnostics.allSatisfy({ $0.code == .manifestMissing })
    {
      return [Result(subject: "manifest", outcome: .ok, message: "none here")]
    } catch {
      return failed("manifest", error)
    }
    let errors = loaded.faults.diagnostics
    guard errors.isEmpty else {
      return errors.map { Doctor.result("manifest", $0, .error) }
    }
    let jobs = counted(loaded.manifest.jobs.count, "job")
    return [
      Result(subject: "manifest", outcome: .ok, message: "\(loaded.manifest.file): \(jobs)")
    ] + servers(of: loaded.manifest)
  }

  private func servers(of manifest: Manifest) -> [Result] {
    let instances = manifest.instances.map(\.instance)
    guard !instances.isEmpty else { return [] }
    let control = RunControl()
    let signals = Signals()
    signals.cancel(control) { common.console.report($0) }
    let vault = CredentialVault(folder: manifest.folder)
    return InstanceHealth.check(instances, vault: vault) { control.cancellation.isCancelled }
      .flatMap { health in
        let warnings = health.warnings.map { Doctor.result("server", $0, .warning) }
        if let fault = health.error {
          return warnings + fault.diagnostics.map { Doctor.result("server", $0, .error) }
        }
        let state = health.health ?? "reachable, without a health report"
        return warnings + [
          Result(
            subject: "server", outcome: .ok,
            message: "\(health.name): \(state), \(health.signIn ?? "not signed in")")
        ]
      }
  }
}
