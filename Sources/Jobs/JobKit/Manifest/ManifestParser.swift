// SPDX-License-Identifier: MIT
// Part of Platen: the parser from a manifest's text to its jobs, which reports all errors at once.

internal import Diagnostics
internal import Instances
package import Pipeline
internal import Values

/// Reads manifests.
package struct ManifestParser: Sendable {
  /// Jobs after globs and matrices are multiplied out.
  package static let jobLimit = 1_000_000

  /// The kinds of job there are.
  package var kinds: [any JobKind]
  /// The environment that globs search; its folder is the manifest's.
  package var environment: any Environment
  /// The known holdings of instances, by their names.
  package var holdings: [String: InstanceHoldings] = [:]
  /// Indicates whether only the requirements of jobs from instances are read: jobs with such inputs
  /// are omitted, since their number is not known.
  package var isSurveying = false

  package init(kinds: [any JobKind], environment: any Environment) {
    self.kinds = kinds
    self.environment = environment
  }

  /// Reads, checks and multiplies out a manifest.
  ///
  /// - Parameters:
  ///   - bytes: YAML or JSON.
  ///   - file: its name, for messages.
  ///   - folder: its folder, as the working directory sees it.
  ///   - root: another output directory for this run (`--output-dir`), as the working directory
  ///     sees it.
  /// - Throws: `Failure` with all errors found, in the order of lines.
  package func parse(
    _ bytes: [UInt8], file: String, folder: String, into root: String? = nil
  ) throws -> Manifest {
    let (manifest, errors) = try read(bytes, file: file, folder: folder, into: root)
    try errors.throwIfAny()
    return manifest
  }

  /// Reads the valid parts of a manifest, and reports the errors of the rest, so that errors of its
  /// looks, layers and sizes can be shown together with its own.
  ///
  /// - Parameters: as those of `parse`.
  /// - Returns: the jobs that could be read, and the errors.
  /// - Throws: `Failure` when it is not a manifest at all.
  package func read(
    _ bytes: [UInt8], file: String, folder: String, into root: String? = nil
  ) throws -> (manifest: Manifest, errors: DiagnosticList) {
    guard let value = try PlacedValue(yaml: bytes, file: file) else {
      throw Failure(
        .error(
          .manifestEmpty, "the manifest is empty", at: SourceLocation(file: file),
          hints: ["platen init writes one to start from"]))
    }
    var reading = ManifestReading(parser: self, file: file, folder: folder, into: root)
    for warning in value.commentWarnings { reading.doubts.record(warning) }
    let manifest = try reading.manifest(value)
    return (manifest, reading.log)
  }
}

/// The state of reading one manifest.
private struct ManifestReading {
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
    for member in members where !["version", "defaults", "jobs"].contains(member.key) {
      if member.key == InstanceKeys.instances.name {
        instances = ManifestInstance.read(member.value, folder: folder, into: &log)
      } else if let key = ManifestKeys.whole.first(where: { $0.name == member.key }) {
        key.check(member.value, into: &log)
      } else {
        log.unknownKey(
          member, in: "the manifest",
          among: ["version", "defaults", "jobs"] + ManifestKeys.whole.map(\.name))
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
    return manifest
  }

  /// Reads the settings of the run. Invalid values are skipped, but their names are known: a job
  /// that names a pool with an invalid number is valid.
  private mutating func readRules(_ value: PlacedValue) {
    for member in value[ManifestKeys.pools.name]?.members ?? [] {
      pools[member.key] = max(1, member.value.integer ?? 1)
    }
    if let rules = value[ManifestKeys.retries.name], let limit = rules["limit"]?.integer {
      retries = Manifest.Retries(
        limit: limit, delay: rules["delay"]?.text.flatMap(DurationText.seconds))
    }
  }

  /// A kind's keys as this manifest has them: its pools are the words `pool` takes.
  private func jobKeys(of kind: any JobKind) -> [ManifestKey] {
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
  private var instanceName: TextForm {
    let names = instances.map(\.instance.name)
    return TextForm(
      name: "an instance", pattern: "",
      hint: names.isEmpty
        ? "instances: { NAME: { kind: …, url: … } } at the top declares one"
        : "the manifest's instances: \(names.joined(separator: ", "))"
    ) { names.contains($0) ? nil : "no such instance: \($0)" }
  }

  private mutating func checkVersion(_ value: PlacedValue) throws {
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

  private mutating func readDefaults(_ value: PlacedValue?) {
    var folderName = ManifestKeys.defaultFolder
    if let value {
      guard let members = value.members else {
        log.record(
          .manifestType, "defaults: expected a mapping, found \(value.description)", at: value.place
        )
        return
      }
      // A key that several kinds have must suit one of them; which, the job decides.
      let kinds = parser.kinds
      for member in members {
        let before = log.diagnostics.count
        let shapes = kinds.flatMap(jobKeys).filter { $0.name == member.key }
        if member.key == ManifestKeys.folder.name {
          ManifestKeys.folder.shape.check(member.value, named: member.key, into: &log)
          folderName = member.value.text ?? folderName
        } else if let key = shapes.first {
          let suits = shapes.contains { key in
            var errors = DiagnosticList()
            key.check(member.value, into: &errors)
            return errors.isEmpty
          }
          if !suits {
            var all = key
            all.shape = ManifestReading.union(of: shapes.map(\.shape), or: key.shape)
            all.check(member.value, into: &log)
          }
          // Errors here are reported once, and not again for each job.
          if log.diagnostics.count == before { defaults.append(member) }
        } else {
          var known: [String] = [ManifestKeys.folder.name]
          for key in kinds.flatMap(\.grammar.jobKeys) where !known.contains(key.name) {
            known.append(key.name)
          }
          log.unknownKey(member, in: "defaults", among: known)
        }
      }
    }
    root = into ?? joinedPath(folder, here(folderName))
  }

  /// All words of shapes that are words; otherwise the other shape.
  private static func union(of shapes: [Shape], or other: Shape) -> Shape {
    var words: [String] = []
    for shape in shapes {
      guard case .word(let own) = shape else { return other }
      words += own.filter { !words.contains($0) }
    }
    return .word(words)
  }

  /// The defaults that a job of a kind takes. A value that only another kind's key of that name
  /// takes is omitted, since defaults need not suit each job, except for the job's own keys, whose
  /// values override the defaults.
  private mutating func defaults(for keys: [ManifestKey], stated: [String]) -> Settings {
    Settings(
      defaults.compactMap { member in
        guard let key = keys.first(where: { $0.name == member.key }) else { return nil }
        var errors = DiagnosticList()
        let right = key.check(member.value, into: &errors)
        if stated.contains(member.key) {
          if errors.isEmpty { takenDefaults.insert(key.name) }
          return member
        }
        guard errors.isEmpty, let right else {
          if refusedDefaults[key.name] == nil { refusedDefaults[key.name] = errors.diagnostics }
          return nil
        }
        takenDefaults.insert(key.name)
        return PlacedValue.Member(key: member.key, place: member.place, value: right)
      })
  }

  /// Reports defaults that none of the jobs they were meant for could take.
  private mutating func checkDefaults() {
    for member in defaults where !takenDefaults.contains(member.key) {
      for fault in refusedDefaults[member.key] ?? [] { log.record(fault) }
    }
  }

  private mutating func readJobs(_ list: PlacedValue) {
    guard let elements = list.elements else {
      log.record(.manifestType, "jobs: expected a list, found \(list.description)", at: list.place)
      return
    }
    if elements.isEmpty {
      log.record(.manifestValue, "jobs is empty", at: list.place)
    }
    for element in elements {
      guard jobs.count < ManifestParser.jobLimit else {
        log.record(
          .manifestTooLarge, "more than \(ManifestParser.jobLimit) jobs", at: element.place,
          hints: ["split the manifest"])
        return
      }
      readJob(element)
    }
    checkDefaults()
  }

  private mutating func readJob(_ value: PlacedValue) {
    guard var members = value.members else {
      log.record(.manifestType, "a job is a mapping, not \(value.description)", at: value.place)
      return
    }
    renameMisspelledKind(in: &members)
    guard let kind = kind(of: value, members) else { return }
    let keys = jobKeys(of: kind)
    // Valid keys are processed, so that errors of looks, layers and names show with those of keys.
    var sound: [PlacedValue.Member] = []
    for member in members {
      if member.key == ManifestKeys.folder.name {
        log.record(
          .manifestValue, "output-dir is a key of defaults: a run has one output directory",
          at: member.place)
      } else if let key = keys.first(where: { $0.name == member.key }) {
        var own = DiagnosticList()
        if let right = key.check(member.value, into: &own) {
          sound.append(PlacedValue.Member(key: member.key, place: member.place, value: right))
        }
        for fault in own.diagnostics { log.record(fault.offeringMatrix(for: member)) }
      } else {
        log.unknownKey(member, in: kind.grammar.jobPhrase, among: keys.map(\.name))
      }
    }
    let lost = members.filter { member in !sound.contains { $0.key == member.key } }.map(\.key)
    var base = defaults(
      for: keys.filter { !lost.contains($0.name) }, stated: sound.map(\.key))
    base.override(with: sound, alternatives: kind.grammar.alternatives)
    if base[ManifestKeys.outputs] == nil, !lost.contains(ManifestKeys.outputs.name) {
      log.record(
        .manifestMissingKey, "the job lacks \"outputs\"", at: value.place,
        hints: ["outputs: [\"${name}.\(kind.grammar.forms.first?.pathExtension ?? "png")\"]"])
    }
    // Without its matrix a job's names are not what they would be.
    guard !lost.contains(ManifestKeys.matrix.name) else { return }
    var combinations: [Matrix.Combination] = [[]]
    if let matrix = base[ManifestKeys.matrix] {
      let before = log.diagnostics.count
      combinations = Matrix.combinations(
        of: matrix, keys: keys, kindKey: kind.name, into: &log)
      guard log.diagnostics.count == before else { return }
    }
    multiply(base, kind: kind, by: combinations, at: value.place)
  }

  /// Reports a key that is most likely a kind's, such as `maps`, and reads on as if it were.
  private mutating func renameMisspelledKind(in members: inout [PlacedValue.Member]) {
    let names = parser.kinds.map(\.name)
    guard !(members + defaults).contains(where: { names.contains($0.key) }) else { return }
    let known = Set(parser.kinds.flatMap { jobKeys(of: $0) }.map(\.name))
    for index in members.indices where !known.contains(members[index].key) {
      guard let near = nearMiss(members[index].key, among: names) else { continue }
      log.record(
        .manifestUnknownKey, "unknown key \"\(members[index].key)\" in a job",
        at: members[index].place, hints: ["did you mean \"\(near)\"?"])
      members[index].key = near
      return
    }
  }

  /// The kind whose key the job has, or else the defaults have.
  private mutating func kind(of value: PlacedValue, _ members: [PlacedValue.Member]) -> (
    any JobKind
  )? {
    var named = parser.kinds.filter { kind in members.contains { $0.key == kind.name } }
    if named.isEmpty {
      named = parser.kinds.filter { kind in defaults.contains { $0.key == kind.name } }
    }
    // A key of one kind may name an input of another: a meeting's recap has a campaign.
    let owners = named
    named.removeAll { kind in
      owners.contains { $0.name != kind.name && $0.grammar.keys.contains { $0.name == kind.name } }
    }
    guard let kind = named.first else {
      let known = parser.kinds.map { "\($0.name): FILE" }.joined(separator: ", ")
      log.record(
        .manifestKind, "this job has no kind", at: value.place,
        hints: ["name its input by its kind: \(known)"])
      return nil
    }
    let place = members.first { $0.key == kind.name }?.place ?? value.place
    if named.count > 1 {
      log.record(
        .manifestKind,
        "a job has one kind, not \(named.map(\.name).joined(separator: " and "))", at: place)
      return nil
    }
    return kind
  }

  // MARK: Multiplying out

  private mutating func multiply(
    _ base: Settings, kind: any JobKind, by combinations: [Matrix.Combination],
    at place: SourceLocation
  ) {
    let inputs = inputs(of: base, kind: kind)
    for input in inputs {
      for combination in combinations {
        guard jobs.count < ManifestParser.jobLimit else {
          log.record(
            .manifestTooLarge, "more than \(ManifestParser.jobLimit) jobs", at: place,
            hints: ["split the manifest"])
          return
        }
        var settings = base
        settings.override(with: combination, alternatives: kind.grammar.alternatives)
        addJob(settings, kind: kind, input: input, combination: combination, at: place)
      }
    }
  }

  /// A job's input: its path, or why there is none.
  private struct Input {
    var path: String
    /// Files that are read together with it.
    var companions: [String] = []
    /// The value of `${name}`, where it is not the stem of the path.
    var name: String?
    var error: Diagnostic?
    /// The place where the manifest names it.
    var place: SourceLocation
  }

  private mutating func inputs(of settings: Settings, kind: any JobKind) -> [Input] {
    guard let value = settings[name: kind.name] else { return [] }
    if let instance = settings[InstanceKeys.from] {
      return (value.elements ?? [value]).flatMap { held($0, by: instance, settings, kind) }
    }
    var inputs: [Input] = []
    for value in value.elements ?? [value] {
      let text = here(value.text ?? "")
      do {
        let found = try parser.environment.glob(text, folders: kind.grammar.takesFolders)
        for path in found {
          let parts =
            try namesOutputs(settings) ? parts(of: path, settings, kind, at: value.place) : []
          inputs += parts.isEmpty ? [Input(path: path, place: value.place)] : parts
        }
        if found.isEmpty {
          let fault = Diagnostic.error(
            .manifestNoMatch, "no file matches \"\(text)\"", at: value.place,
            hints: ["the pattern starts from the manifest's folder"])
          inputs.append(Input(path: text, error: fault, place: value.place))
        }
      } catch let failure as Failure where failure.diagnostics.contains(where: { $0.code == .glob })
      {
        for var fault in failure.diagnostics {
          fault.place = value.place
          log.record(fault)
        }
      } catch {
        // A folder that may not be read today fails its job, not the manifest.
        let fault = (error as? Failure)?.diagnostics.first
        inputs.append(
          Input(
            path: text, error: fault ?? .error(.manifestNoMatch, "\(error)", at: value.place),
            place: value.place))
      }
    }
    return inputs
  }

  /// Indicates whether the name of an output has `${name}`.
  private func namesOutputs(_ settings: Settings) -> Bool {
    (settings[ManifestKeys.outputs]?.elements ?? []).contains {
      ($0["file"] ?? $0).text?.contains("${name}") ?? false
    }
  }

  /// The inputs in a folder; empty where it is one input itself, or none.
  private func parts(
    of folder: String, _ settings: Settings, _ kind: any JobKind, at place: SourceLocation
  ) throws -> [Input] {
    try kind.grammar.parts(folder, settings, parser.environment).map {
      Input(path: $0[0], companions: Array($0.dropFirst()), place: place)
    }
  }

  /// Inputs that are on an instance.
  private mutating func held(
    _ value: PlacedValue, by instance: String, _ settings: Settings, _ kind: any JobKind
  ) -> [Input] {
    var pattern = value.text ?? ""
    // An unknown instance is reported already.
    guard let named = instances.first(where: { $0.instance.name == instance })?.instance else {
      return []
    }
    let held = named.kind
    guard held.heldKind == kind.name else {
      log.record(
        .manifestValue,
        "\(instance) is a \(held.rawValue) instance, which has \(held.heldKind)s, not \(kind.name)s",
        at: settings.place(of: InstanceKeys.from) ?? value.place)
      return []
    }
    if held == .bedrud, let room = roomName(pattern, kind, on: named, at: value.place) {
      pattern = room
    }
    demands.append(
      InstanceDemand(
        instance: instance, pattern: pattern, kind: kind.name,
        tags: settings[ManifestKeys.tags] ?? [], id: settings[ManifestKeys.id],
        outputs: (settings[ManifestKeys.outputs]?.elements ?? []).compactMap {
          ($0["file"] ?? $0).text
        },
        references: kind.references(in: settings),
        files: kind.filesReadBeside(settings).map { here($0) }))
    if parser.isSurveying { return [] }
    let folder = InstanceHoldings.folder(of: instance)
    let holdings = parser.holdings[instance] ?? InstanceHoldings()
    if pattern == ".", held == .bedrud {
      let report = holdings.report
      let fault =
        report?.error ?? (report == nil ? holdings.error ?? unreported(named, value) : nil)
      return [
        Input(
          path: "\(folder)/\(InstanceHoldings.reportName).json", name: instance, error: fault,
          place: value.place)
      ]
    }
    if pattern == "." {
      let fault = holdings.entries.isEmpty ? holdings.error : nil
      return [Input(path: folder, name: instance, error: fault, place: value.place)]
    }
    let found = holdings.matching(pattern)
    guard found.isEmpty else {
      return found.map {
        Input(path: "\(folder)/\($0.name).json", error: $0.error, place: value.place)
      }
    }
    let fault =
      holdings.error
      ?? .error(
        .manifestNoMatch, "\"\(pattern)\" not found on \(instance)", at: value.place,
        hints: [heldHint(pattern, holdings)])
    // Two that are down must not seem to write one file.
    return [
      Input(
        path: "\(folder)/\(pattern)", name: "\(instance)-\(demands.count)", error: fault,
        place: value.place)
    ]
  }

  private func unreported(_ instance: Instance, _ value: PlacedValue) -> Diagnostic {
    .error(
      .instanceNotFetched, "no report fetched from \(instance.name) yet", at: value.place,
      hints: ["platen run fetches it"])
  }

  /// The name of a room that is named by its name, its code or its link; nil for a pattern.
  private mutating func roomName(
    _ text: String, _ kind: any JobKind, on instance: Instance, at place: SourceLocation
  ) -> String? {
    guard text != ".", !text.contains(where: { "*?[".contains($0) }) else { return nil }
    do throws(Failure) {
      guard let link = try kind.link(in: text) else { return nil }
      if !link.server.isEmpty {
        let server = try WebAddress(link.server)
        guard server.origin == instance.address.origin else {
          log.record(
            .manifestValue,
            "this room is on \(server), and \(instance.name) is \(instance.address.root)",
            at: place, hints: ["name the instance that has the room"])
          return nil
        }
      }
      return link.name
    } catch {
      // Rooms are also known by their ids, which are not names.
      if text.contains("/") { log.record(error, foundFrom: place) }
      return nil
    }
  }

  private func heldHint(_ pattern: String, _ holdings: InstanceHoldings) -> String {
    let words = holdings.entries.prefix(2000).flatMap { [$0.name, $0.title] }
    if let near = nearMiss(pattern, among: words) { return "did you mean \"\(near)\"?" }
    let names = holdings.entries.prefix(8).map(\.name)
    if names.isEmpty { return "it has nothing that this account may see" }
    return "it has: " + names.joined(separator: ", ") + (names.count == 8 ? ", …" : "")
  }

  private mutating func addJob(
    _ settings: Settings, kind: any JobKind, input: Input, combination: Matrix.Combination,
    at place: SourceLocation
  ) {
    let name = safeFileName(input.name ?? stem(of: kind.grammar.naming(input.path)))
    var variables: [(name: String, value: String)] = [("name", name)]
    for member in combination { variables.append((member.key, member.value.nameInFile)) }
    // A pattern that found nothing has no name; it is itself what there is to say.
    var baseID = input.error == nil ? name : input.path
    var unnamed = combination
    if let template = settings[ManifestKeys.id] {
      let place = settings.place(of: ManifestKeys.id) ?? place
      baseID = expanded(template, variables, at: place) ?? template
      unnamed.removeAll { template.contains("${\($0.key)}") }
      warnUnreplaced(in: template, variables, at: place)
    }
    let id = uniqueID(baseID, unnamed)
    variables.insert(("id", safeFileName(baseID)), at: 1)
    var own = Settings()
    for var member in settings.all {
      if ["title", "subtitle"].contains(member.key) {
        if let text = member.value.text, text.contains("${"),
          let expanded = expanded(text, variables, at: member.value.place)
        {
          member.value.content = .text(expanded, isPlain: false)
        }
      } else if member.key != ManifestKeys.outputs.name {
        member.value = here(member.value)
      }
      own.set(member)
    }
    let settings = own
    var job = ManifestJob(
      id: id, baseID: baseID, kind: kind, tags: settings[ManifestKeys.tags] ?? [],
      input: input.path, error: input.error, settings: settings, outputs: [], place: place)
    job.inputPlace = input.place
    job.companions = input.companions
    job.matrixKeys = combination.map(\.key)
    job.inherited = Set(
      settings.all.filter { member in defaults.contains { $0.place == member.place } }.map(\.key))
    for value in settings[ManifestKeys.outputs]?.elements ?? [] {
      if let output = output(value, of: job, kind: kind, variables) { job.outputs.append(output) }
    }
    for warning in kind.grammar.alike(job.outputs) { doubts.record(warning) }
    if job.outputs.isEmpty, settings[ManifestKeys.outputs]?.elements?.isEmpty == true {
      log.record(
        .manifestValue, "outputs is empty: this job makes nothing",
        at: settings.place(of: ManifestKeys.outputs) ?? place)
    }
    jobs.append(job)
  }

  private mutating func uniqueID(_ base: String, _ combination: Matrix.Combination) -> String {
    let parts = [base] + combination.map(\.value.nameInFile)
    let wanted = parts.joined(separator: "/")
    var id = wanted
    var count = idCounts[wanted] ?? 1
    while !ids.insert(id).inserted {
      count += 1
      id = "\(wanted)#\(count)"
      idCounts[wanted] = count
    }
    return id
  }

  private mutating func output(
    _ value: PlacedValue, of job: ManifestJob, kind: any JobKind,
    _ variables: [(name: String, value: String)]
  ) -> OutputRequest? {
    let nameValue = value["file"] ?? value
    guard let template = nameValue.text,
      let name = expanded(
        here(template), variables + kind.grammar.placeholders, at: nameValue.place)
    else { return nil }
    warnUnreplaced(in: template, variables + kind.grammar.placeholders, at: nameValue.place)
    let path: String
    let form: OutputForm
    let placeholder: String?
    do throws(Failure) {
      path = try outputPath(name, root: root, from: isHere(template) ? folder : nil)
      form = try kind.grammar.form(of: path)
      placeholder = try form.placeholder(in: path)
      let own = placeholder == nil ? [] : [form.each, form.within]
      if let other = kind.grammar.placeholders.first(where: {
        path.contains($0.value) && !own.contains($0.name)
      }) {
        throw Failure(
          .error(
            .manifestVariable,
            "a .\(form.pathExtension) output is one file and cannot have \(other.value)"))
      }
    } catch {
      log.record(error, foundFrom: nameValue.place)
      return nil
    }
    var options = Settings(
      job.settings.all.filter { member in form.options.contains(member.key) })
    let own = (value.members ?? []).filter { $0.key != "file" }
    options.override(
      with: own.filter { form.options.contains($0.key) }, alternatives: kind.grammar.alternatives)
    for member in own where !form.options.contains(member.key) {
      log.record(
        .manifestValue, "unsupported option \"\(member.key)\" of a .\(form.pathExtension) output",
        at: member.place,
        hints: form.options.isEmpty
          ? ["it takes none"] : ["its options: \(form.options.joined(separator: ", "))"])
    }
    claim(path, of: template, for: job, at: nameValue.place)
    return OutputRequest(
      path: path, placeholder: placeholder, form: form.pathExtension, options: options,
      place: nameValue.place)
  }

  /// Notes that a job writes a path; reports when another does already.
  ///
  /// - Parameter template: the name as it is written.
  private mutating func claim(
    _ path: String, of template: String, for job: ManifestJob, at place: SourceLocation
  ) {
    if path.split(separator: "/").first == "platen-run.json" {
      log.record(
        .manifestName, "\"platen-run.json\" is reserved for the run record", at: place)
    }
    guard let other = writers[path] else {
      writers[path] = (place, job.id, job.input)
      return
    }
    let lines = [
      other.place.line ?? 0, place.line ?? 0, other.place.column ?? 0, place.column ?? 0,
    ]
    guard reportedPairs.insert(lines).inserted else { return }
    if other.job == job.id {
      log.record(
        .manifestDuplicateOutput, "\"\(path)\" would be written twice by one job",
        at: place, hints: ["give one of them another name"])
    } else if lines[0] == lines[1] {
      log.record(
        .manifestDuplicateOutput,
        "\"\(path)\" would be written by two jobs of line \(lines[1]): \(other.job) and \(job.id)",
        at: place, hints: [clashHint(job, other.input, template)])
    } else {
      log.record(
        .manifestDuplicateOutput,
        "\"\(path)\" would be written twice: here in line \(lines[1]) and in line \(lines[0])",
        at: place, hints: ["give one of them another name"])
    }
  }

  /// A hint at the cause of two jobs of one line that would write one path.
  private func clashHint(_ job: ManifestJob, _ other: String, _ template: String) -> String {
    let input = job.input
    if input == other, !job.matrixKeys.isEmpty {
      let keys = job.matrixKeys.map { "${\($0)}" }.filter { !template.contains($0) }
      return keys.isEmpty
        ? "two values of the matrix have the same name: remove one"
        : "add \(keys.joined(separator: " or ")) to the name"
    }
    guard input != other, safeFileName(stem(of: input)) == safeFileName(stem(of: other)) else {
      return "add ${name} or a key of the matrix to the name"
    }
    // `${name}` is the same for both.
    return "\(other) and \(input) have the same name: rename one, or give each its own job"
  }

  // MARK: Warnings

  /// Warns of a variable that is written without its `${` and `}` and so stays as it is.
  private mutating func warnUnreplaced(
    in template: String, _ variables: [(name: String, value: String)], at place: SourceLocation
  ) {
    // A name is one for all jobs of a pattern or matrix.
    guard namesLookedAt.insert(place).inserted,
      let written = unreplacedVariable(in: template, variables.map(\.name))
    else { return }
    doubts.record(
      .warning(
        .manifestVariable, "\"\(written.text)\" is not replaced", at: place,
        hints: ["write ${\(written.name)}"]))
  }

  /// One output cannot be a file and a folder on the way to another.
  private mutating func checkFoldersAmongFiles() {
    guard log.isEmpty else { return }
    for path in writers.keys.sorted() {
      var parts = path.split(separator: "/")
      parts.removeLast()
      while !parts.isEmpty {
        let folder = parts.joined(separator: "/")
        if let file = writers[folder], let inside = writers[path] {
          log.record(
            .manifestDuplicateOutput,
            "\"\(folder)\" is a file here and a folder in line \(inside.place.line ?? 0) (\"\(path)\")",
            at: file.place)
        }
        parts.removeLast()
      }
    }
  }

  private mutating func expanded(
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
  private func isHere(_ path: String) -> Bool { path == "${.}" || path.hasPrefix("${.}/") }

  /// A path of the manifest without `${.}`: its paths start from its folder anyway.
  private func here(_ path: String) -> String {
    guard isHere(path) else { return path }
    return path == "${.}" ? "." : String(path.dropFirst(5))
  }

  /// The same for every text of a value.
  private func here(_ value: PlacedValue) -> PlacedValue {
    var value = value
    switch value.content {
    case .text(let text, let isPlain): value.content = .text(here(text), isPlain: isPlain)
    case .list(let elements): value.content = .list(elements.map(here))
    default: break
    }
    return value
  }
}

extension Diagnostic {
  /// The error; that of a list in place of one value has a hint at the key that takes lists.
  fileprivate func offeringMatrix(for member: PlacedValue.Member) -> Diagnostic {
    guard code == .manifestType, place == member.value.place, hints.isEmpty,
      let elements = member.value.elements, !elements.isEmpty
    else { return self }
    let texts = elements.compactMap(\.text)
    guard texts.count == elements.count else { return self }
    var copy = self
    copy.hints = ["for a job of each: matrix: { \(member.key): [\(cappedList(texts))] }"]
    return copy
  }
}
