// SPDX-License-Identifier: MIT
// Part of Platen: `platen check`: all errors in a manifest, a look or an input.

import ArgumentParser
import Diagnostics
import JSON
import JobKit
import Jobs
import Pipeline
import Text
import Values

/// `platen check`.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Report all errors in a manifest, a look or an input, and build nothing.",
    discussion: """
      For a manifest, check looks for every file it names. It reads inputs, templates, looks, tokens, \
      rows and fonts, and looks up regions and posters in their worlds.

      The content of a file determines its kind. A folder means every map, campaign, talk and meeting \
      in it, unless it is an asset catalog, a set of one, Android's res, or a site with its manifest. \
      A folder of slides is checked as a talk.

      \(Platen.aliasSentence(of: "check"))

      EXAMPLES
        platen check
        platen check worlds/ardenfell.map looks/mine.yaml
        platen check App/Assets.xcassets app/src/main/res web
        platen check content/spells.csv brand/tokens.yaml
      """)

  @Argument(help: "Files or folders (default: the nearest manifest).", completion: .file())
  var files: [String] = []
  @Flag(help: "Exit with 2 if there are warnings.")
  var failOnWarnings = false
  @OptionGroup(title: "General options") var common: CommonOptions

  func run() throws {
    try EndLine.writing(common.isJSON) { try checkAll() }
  }

  private func checkAll() throws {
    let console = common.console(failingOnWarnings: failOnWarnings).withoutRepetitions
    var status = ExitStatus.success
    var warnings = 0
    for file in files.isEmpty ? [nil] : files.map(Optional.some) {
      do {
        warnings += try check(file, console)
      } catch let ended as Ended {
        status = max(status, ended.status)
      }
    }
    if status != ExitStatus.success { throw Ended(status) }
    if failOnWarnings, warnings > 0 { throw Ended(ExitStatus.warnings) }
  }

  /// Checks one file or folder; returns how many warnings there were.
  private func check(_ file: String?, _ console: Console) throws -> Int {
    guard let file else {
      return try checkManifest(try console.exiting { try LoadedManifest.read(nil) }, console)
    }
    if Files.isFolder(file) || file.lowercased().hasSuffix(".toml")
      || Jobs.kind(ofWhole: file, in: DiskEnvironment()) != nil
    {
      return try checkFolder(file, console)
    }
    // Read once: standard input cannot be read again.
    let bytes = try console.exiting(always: ExitStatus.jobFailed) {
      try InputSearch.bytes(of: file)
    }
    if Jobs.kind(of: bytes, at: file) != nil { return try inspect(file, bytes, console) }
    switch TextFileKind(bytes.bytes, file: file) {
    case .manifest:
      return try checkManifest(LoadedManifest.Source(path: file, bytes: bytes), console)
    case .look: return try checkLook(file, bytes, console)
    case .other: return try inspect(file, bytes, console)
    }
  }

  private func checkManifest(_ source: LoadedManifest.Source, _ console: Console) throws -> Int {
    try console.exiting(otherwise: ExitStatus.manifest) {
      let store = StoreLocation.folder(option: nil, variable: { Terminal.variable($0) })
      let loaded = try LoadedManifest.load(source, into: nil) {
        LoadedManifest.kept(by: $0, in: store)
      }
      let manifest = loaded.manifest
      let context = try loaded.context(templates: common.dataDir)
      var missing = try loaded.missingFiles()
      let jobs: [Job]
      let clashes: [Diagnostic]
      do {
        jobs = try loaded.jobs(in: context)
        clashes = try Plan(jobs: jobs).warnings
      } catch let failure as Failure {
        var faults = DiagnosticList()
        faults.record(failure, foundFrom: nil)
        for fault in missing.diagnostics { faults.record(fault) }
        throw Failure(faults.inOrderOfLines)
      }
      let named = Set(missing.diagnostics.map(\.place))
      let findings = try loaded.findings(ofChecksOf: jobs)
      for fault in findings.errors
      where fault.code != .fileMissing || !named.contains(fault.place) {
        missing.record(fault)
      }
      missing.recordErrors(knownOf: jobs)
      var known: Set<Diagnostic> = []
      let planned =
        loaded.manifest.warnings + clashes + context.absentFonts + jobs.flatMap(\.warnings)
      // Stages repeat what planning found, without its line.
      let messages = Set(planned.map(\.message))
      let warnings = (planned + findings.warnings.filter { !messages.contains($0.message) })
        .filter { warning in
          warning.severity == .warning && known.insert(warning).inserted
        }
      console.report(warnings)
      console.report(missing.inOrderOfLines)
      let outputs = manifest.jobs.reduce(0) { $0 + $1.outputs.count }
      writeResult(
        of: manifest.file, "manifest", jobs: manifest.jobs.count, outputs: outputs,
        warnings + missing.diagnostics)
      guard missing.isEmpty else { throw Ended(ExitStatus.jobFailed) }
      console.report(
        "\(manifest.file): \(counted(manifest.jobs.count, "job")), "
          + "\(counted(outputs, "output")): "
          + (warnings.isEmpty ? "nothing wrong" : counted(warnings.count, "warning")))
      if common.verbose {
        console.report("output directory: \(manifest.root)")
        console.report("templates: \(context.templatesFolder ?? "none found")")
      }
      return warnings.count
    }
  }

  private func checkLook(_ path: String, _ bytes: FileBytes, _ console: Console) throws -> Int {
    try console.exiting(otherwise: ExitStatus.manifest) {
      let context = try RecipeContext.make(DiskEnvironment(), templates: common.dataDir)
      let family = Jobs.lookKind(of: bytes, at: path, in: context).family
      let texts = (try? PlacedValue(yaml: bytes.bytes, file: path))??.commentWarnings ?? []
      let warnings = try texts + family.warnings(of: bytes, at: path, in: context)
      console.report(warnings)
      writeResult(of: path, "look", warnings)
      if warnings.isEmpty {
        console.report("\(path): nothing wrong with this look for \(family.things)")
      }
      return warnings.count
    }
  }

  private func inspect(_ path: String, _ bytes: FileBytes, _ console: Console) throws -> Int {
    try console.exiting(always: ExitStatus.jobFailed) {
      let inspection = try InputSearch.inspection(of: bytes, path: path)
      let warnings = report(inspection, console)
      if Check.hasErrors(inspection) { throw Ended(ExitStatus.jobFailed) }
      return warnings
    }
  }

  /// Indicates whether it has findings that a talk's own settings deny.
  private static func hasErrors(_ inspection: any FileInspection) -> Bool {
    inspection.warnings.contains { $0.severity == .error }
  }

  private func checkFolder(_ path: String, _ console: Console) throws -> Int {
    var warnings = 0
    var hasErrors = false
    let failed = try InputSearch(path).forEach(console) { inspection in
      warnings += report(inspection, console)
      if Check.hasErrors(inspection) { hasErrors = true }
    }
    if failed || hasErrors { throw Ended(ExitStatus.jobFailed) }
    return warnings
  }

  /// Reports what a file is, with its warnings; returns the number of warnings.
  private func report(_ inspection: any FileInspection, _ console: Console) -> Int {
    console.report(inspection.warnings)
    console.report(inspection.checkLine)
    writeResult(of: inspection.path, "input", inspection.warnings)
    return inspection.warnings.count { $0.severity != .note }
  }

  /// Prints the result for a file, with `--json`.
  private func writeResult(
    of file: String, _ kind: String, jobs: Int? = nil, outputs: Int? = nil, _ found: [Diagnostic]
  ) {
    common.console.write(event: "checked") { json in
      json.member("file", file)
      json.member("kind", kind)
      json.key("jobs")
      if let jobs { json.int(jobs) } else { json.null() }
      json.key("outputs")
      if let outputs { json.int(outputs) } else { json.null() }
      json.member("errors", found.count { $0.severity == .error })
      json.member("warnings", found.count { $0.severity == .warning })
    }
  }
}

/// The kind of a file that is not a map.
private enum TextFileKind {
  case manifest, look, other

  init(_ bytes: [UInt8], file: String) {
    let isNamedSo = [".yaml", ".yml"].contains(where: file.hasSuffix)
    if manifestNames.contains(where: { file == $0 || file.hasSuffix("/" + $0) }) {
      self = .manifest
      return
    }
    guard let members = (try? PlacedValue(yaml: bytes, file: file))??.members else {
      self = isNamedSo ? .manifest : .other
      return
    }
    let keys = Set(members.map(\.key))
    // JavaScript's source maps also have a version.
    let isManifest =
      keys.contains("jobs") || keys.contains("defaults")
      || keys.contains("version") && keys.isDisjoint(with: ["mappings", "sources", "sections"])
    if isManifest {
      self = .manifest
    } else {
      // Standard input has no name; JSON that is not a manifest is rarely a look.
      let isUnnamed = file == "-" && bytes.first != UInt8(ascii: "{")
      self = isNamedSo || isUnnamed || keys.contains("extends") ? .look : .other
    }
  }
}
