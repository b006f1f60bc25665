// SPDX-License-Identifier: MIT
// Part of Platen: the jobs of a manifest: the kind and settings of each, for each input and combination.

internal import Diagnostics
internal import Values

extension ManifestReading {
  mutating func readJobs(_ list: PlacedValue) {
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

  mutating func readJob(_ value: PlacedValue) {
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
        hints: ["outputs: [\"${name}.\(kind.grammar.formats.first?.pathExtension ?? "png")\"]"])
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
  mutating func renameMisspelledKind(in members: inout [PlacedValue.Member]) {
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
  mutating func kind(of value: PlacedValue, _ members: [PlacedValue.Member]) -> (
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

  mutating func multiply(
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

  mutating func addJob(
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
      if JobGrammar.templateKeys.contains(member.key) {
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
    job.companionPlaces = input.companionPlaces
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

  mutating func uniqueID(_ base: String, _ combination: Matrix.Combination) -> String {
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
