// SPDX-License-Identifier: MIT
// Part of Platen: `platen check`: everything that is wrong with a manifest, a look or a map.

import ArgumentParser
import Diagnostics
import Pipeline
import Recipes

/// `platen check`.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say everything that is wrong with a manifest, a look or a map, and make nothing.",
    discussion: """
      platen check
      platen check worlds/ardenfell.map looks/mine.yaml

      What a file is, its content says. A folder means every map in it.
      """)

  @Argument(help: "Files or folders; the nearest manifest when left out.", completion: .file())
  var files: [String] = []
  @Flag(help: "Exit with 2 when there were warnings.")
  var failOnWarnings = false
  @OptionGroup var common: CommonOptions

  func run() throws {
    let voice = common.voice
    var status = ExitStatus.success
    var warnings = 0
    for file in files.isEmpty ? [nil] : files.map(Optional.some) {
      do {
        warnings += try check(file, voice)
      } catch let ended as Ended {
        status = max(status, ended.status)
      }
    }
    if status != ExitStatus.success { throw Ended(status) }
    if failOnWarnings, warnings > 0 { throw Ended(ExitStatus.warnings) }
  }

  /// Checks one file or folder; returns how many warnings there were.
  private func check(_ file: String?, _ voice: Voice) throws -> Int {
    guard let file else { return try checkManifest(nil, voice) }
    if Files.isFolder(file) { return try checkMaps(file, voice) }
    let bytes = try voice.ending { try DiskEnvironment().read(file == "-" ? "/dev/stdin" : file) }
    if bytes.withUnsafeBytes({ WorldFile.recognizes($0) }) { return try checkMaps(file, voice) }
    switch DocumentKind(bytes.bytes, file: file) {
    case .manifest: return try checkManifest(file, voice)
    case .look: return try checkLook(file, voice)
    case .other: return try checkMaps(file, voice)
    }
  }

  private func checkManifest(_ file: String?, _ voice: Voice) throws -> Int {
    try voice.ending(otherwise: ExitStatus.manifest) {
      let loaded = try LoadedManifest.load(file, into: nil)
      let manifest = loaded.manifest
      let context = try loaded.context(templates: common.templates)
      let jobs = try Recipes.jobs(of: manifest, in: context)
      _ = try Plan(jobs: jobs)
      var missing = FaultList()
      for job in manifest.jobs {
        if let fault = job.fault {
          missing.record(fault)
        } else if try loaded.environment.status(job.input) == nil {
          missing.record(
            .error(.fileMissing, "there is no file \"\(job.input)\"", at: job.place))
        }
      }
      guard missing.isEmpty else {
        voice.say(missing.inOrderOfLines)
        throw Ended(ExitStatus.jobFailed)
      }
      let outputs = manifest.jobs.reduce(0) { $0 + $1.outputs.count }
      voice.say(
        "\(manifest.file): \(counted(manifest.jobs.count, "job")), "
          + "\(counted(outputs, "output")): nothing wrong")
      if common.verbose {
        voice.say("output root: \(manifest.root)")
        voice.say(
          "templates: \((try? Templates.find(named: common.templates).folder) ?? "none found")")
      }
      return 0
    }
  }

  private func checkLook(_ file: String, _ voice: Voice) throws -> Int {
    try voice.ending(otherwise: ExitStatus.manifest) {
      let context = try RecipeContext.make(DiskEnvironment(), templates: common.templates)
      _ = try context.looks.look(inFile: file)
      voice.say("\(file): nothing wrong with this look")
      return 0
    }
  }

  private func checkMaps(_ file: String, _ voice: Voice) throws -> Int {
    var warnings = 0
    let failed = try WorldWalk(file).forEach(voice) { inspection in
      voice.say(inspection.warnings)
      warnings += inspection.warnings.count
      voice.say(inspection.line)
    }
    if failed { throw Ended(ExitStatus.jobFailed) }
    return warnings
  }
}

/// What a file that is no map may be.
private enum DocumentKind {
  case manifest, look, other

  init(_ bytes: [UInt8], file: String) {
    let isNamedSo = [".yaml", ".yml"].contains(where: file.hasSuffix)
    guard let members = (try? YAMLValue(parsing: bytes, file: file))??.members else {
      self = isNamedSo ? .manifest : .other
      return
    }
    let keys = Set(members.map(\.key))
    // JavaScript's source maps have a version, too.
    let isManifest =
      keys.contains("jobs") || keys.contains("defaults")
      || keys.contains("version") && keys.isDisjoint(with: ["mappings", "sources", "sections"])
    if isManifest {
      self = .manifest
    } else {
      self = isNamedSo || keys.contains("extends") ? .look : .other
    }
  }
}

/// A number with its noun.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
