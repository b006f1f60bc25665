// SPDX-License-Identifier: MIT
// Part of Platen: the reading of one manifest: its version, settings of the run, and jobs.

internal import Diagnostics
internal import Instances
internal import Pipeline
internal import Values

/// The state of reading one manifest.
struct ManifestReading {
  let parser: ManifestParser
  let file: String
  let folder: String
  let into: String?
  var log = DiagnosticList()
  var defaults: [PlacedValue.Member] = []
  /// Defaults that jobs took, and errors of those that some kind of job could not take.
  var takenDefaults: Set<String> = []
  var refusedDefaults: [String: [Diagnostic]] = [:]
  var root = ""
  var pools: [String: Int] = [:]
  var instances: [ManifestInstance] = []
  var demands: [InstanceDemand] = []
  var retries: Manifest.Retries?
  var jobs: [ManifestJob] = []
  /// The job that writes each path.
  var writers: [String: (place: SourceLocation, job: String, input: String)] = [:]
  /// Pairs of lines already reported, so that a matrix of a thousand causes one error.
  var reportedPairs: Set<[Int]> = []
  var ids: Set<String> = []
  /// The last number added to each id that several jobs would have.
  var idCounts: [String: Int] = [:]
  /// Warnings of possible errors, each once.
  var doubts = DiagnosticList()
  /// Positions of names that were searched for placeholders.
  var namesLookedAt: Set<SourceLocation> = []

  init(parser: ManifestParser, file: String, folder: String, into: String?) {
    self.parser = parser
    self.file = file
    self.folder = folder
    self.into = into
  }

  mutating func manifest(_ value: PlacedValue) throws -> Manifest {
    guard let members = value.members else {
      throw Failure(
        .error(
          .manifestType,
          "a manifest is a mapping with version and jobs, not \(value.description)",
          at: value.place, hints: ["platen init writes one to start from"]))
    }
    try checkVersion(value)
    try checkMinimumVersion(value)
    for member in members where !["version", "defaults", "jobs"].contains(member.key) {
      if member.key == InstanceKeys.instances.name {
        instances = ManifestInstance.read(member.value, folder: folder, into: &log)
      } else if let key = ManifestKeys.whole.first(where: { $0.name == member.key }) {
        key.check(member.value, into: &log)
      } else {
        log.unknownKey(
          member, in: "the manifest",
          among: ["version", "defaults", "jobs"] + ManifestKeys.whole.map(\.name),
          hint: hint(atMisplaced: member.key))
      }
    }
    readRules(value)
    readDefaults(value["defaults"])
    if let list = value["jobs"] {
      readJobs(list)
    } else {
      log.record(
        .manifestMissingKey, "the manifest lacks \"jobs\"", at: value.place,
        hints: ["jobs: [{ map: world.map, outputs: [world.png] }]"])
    }
    checkFoldersAmongFiles()
    for warning in jobs.optionsWithoutEffect { doubts.record(warning) }
    var manifest = Manifest(file: file, folder: folder, root: root, jobs: jobs)
    manifest.pools = pools
    manifest.retries = retries
    manifest.cache = CacheKeys.read(
      value[CacheKeys.cache.name], folder: folder, into: &log)
    manifest.instances = instances
    manifest.demands = demands
    manifest.warnings = doubts.inOrderOfLines
    manifest.hasLogs = value[ManifestKeys.logs.name]?.flag ?? false
    manifest.hasReport = value[ManifestKeys.report.name]?.flag ?? false
    manifest.pageSettings = Settings(
      defaults.filter { [SharedKeys.language.name, SharedKeys.phrases.name].contains($0.key) })
    manifest.onFinish = AfterRunKeys.actions(value[AfterRunKeys.onFinish.name], into: &log)
    manifest.deliveries = AfterRunKeys.deliveries(
      value[AfterRunKeys.deliver.name], folder: folder, into: &log)
    manifest.serverFiles = NamedFile.ofServers(in: value)
    manifest.deliveryFolders = NamedFile.ofDeliveries(in: value)
    return manifest
  }

  /// Reads the settings of the run. Invalid values are skipped, but their names are known: a job
  /// that names a pool with an invalid number is valid.
  mutating func readRules(_ value: PlacedValue) {
    for member in value[ManifestKeys.pools.name]?.members ?? [] {
      pools[member.key] = max(1, member.value.integer ?? 1)
    }
    if let rules = value[ManifestKeys.retries.name], let limit = rules["limit"]?.integer {
      retries = Manifest.Retries(
        limit: limit, delay: rules["delay"]?.text.flatMap(DurationText.seconds))
    }
  }

  /// A kind's keys as this manifest has them: its pools are the words `pool` takes.
  func jobKeys(of kind: any JobKind) -> [ManifestKey] {
    kind.grammar.jobKeys.map { key in
      var key = key
      if key.name == InstanceKeys.from.name { key.shape = .form(instanceName) }
      guard key.name == "pool" else { return key }
      key.shape =
        pools.isEmpty
        ? .form(
          TextForm(
            name: "a pool", pattern: "", hint: "pools: { NAME: PLACES } at the top declares one"
          ) { "no such pool: \($0); the manifest declares none" })
        : .word(pools.keys.sorted())
      return key
    }
  }

  /// The instances of this manifest.
  var instanceName: TextForm {
    let names = instances.map(\.instance.name)
    return TextForm(
      name: "an instance", pattern: "",
      hint: names.isEmpty
        ? "instances: { NAME: { kind: …, url: … } } at the top declares one"
        : "the manifest's instances: \(names.joined(separator: ", "))"
    ) { names.contains($0) ? nil : "no such instance: \($0)" }
  }

  mutating func checkVersion(_ value: PlacedValue) throws {
    guard let version = value["version"] else {
      log.record(
        .manifestVersion, "the manifest lacks \"version\"", at: value.place,
        hints: ["write \"version: \(ManifestKeys.version)\" as its first line"])
      return
    }
    guard let number = version.integer, number >= 1 else {
      log.record(
        .manifestVersion, "version: expected a whole number, found \(version.description)",
        at: version.place, hints: ["version: \(ManifestKeys.version)"])
      return
    }
    guard number > ManifestKeys.version else { return }
    // Whatever else is unknown here may well be right in the version it was written for.
    throw Failure(
      .error(
        .manifestVersion,
        "this manifest is version \(number); this Platen reads version \(ManifestKeys.version)",
        at: version.place, hints: ["a newer Platen reads it"]))
  }

  /// Checks `minimum-version`; whatever else is unknown may well be right in the version it names.
  private func checkMinimumVersion(_ value: PlacedValue) throws {
    guard let required = value[ManifestKeys.minimumVersion.name], let text = required.text,
      PlatenVersion.isOlder(than: text)
    else { return }
    throw Failure(
      .error(
        .manifestVersion,
        "this manifest requires Platen \(text) or later, and this is \(PlatenVersion.current)",
        at: required.place))
  }

  // MARK: Names

  mutating func expanded(
    _ template: String, _ variables: [(name: String, value: String)], at place: SourceLocation
  ) -> String? {
    do throws(Failure) {
      return try expandName(template, variables)
    } catch {
      log.record(error, foundFrom: place)
      return nil
    }
  }

  /// Indicates whether a path begins with `${.}`: it starts from the manifest's folder.
  func isHere(_ path: String) -> Bool { path == "${.}" || path.hasPrefix("${.}/") }

  /// A path of the manifest without `${.}`: its paths start from its folder anyway.
  func here(_ path: String) -> String {
    guard isHere(path) else { return path }
    return path == "${.}" ? "." : String(path.dropFirst(5))
  }

  /// The same for every text of a value.
  func here(_ value: PlacedValue) -> PlacedValue {
    var value = value
    switch value.content {
    case .text(let text, let isPlain): value.content = .text(here(text), isPlain: isPlain)
    case .list(let elements): value.content = .list(elements.map(here))
    default: break
    }
    return value
  }
}
