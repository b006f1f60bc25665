// SPDX-License-Identifier: MIT
// Part of Platen: `platen plan`: what a run would build, and why.

import ArgumentParser
import Diagnostics
import JSON
internal import JobKit
import Pipeline
import Text

/// `platen plan`.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Print what a run would build and why, and build nothing.",
    discussion: """
      Up-to-date outputs are counted, and listed with -v. A run may build less than the plan lists: \
      when a changed input gives the same intermediate result, the remaining stages are skipped.

      platen list is platen plan --outputs, which prints only the names of outputs.

      --freeze writes the plan to a file, for several machines: platen run --plan FILE --shard 1/4 \
      builds a quarter of its work, and refuses where something differs from the plan.

      EXAMPLES
        platen plan
        platen plan --only tag:print --json
        platen plan --dot | dot -Tsvg -o plan.svg
        platen plan --outputs
        platen plan --freeze night.plan --shards 4
      """)

  @OptionGroup var what: ManifestOptions
  @Flag(help: "Plan only jobs that failed or did not finish in the last run.")
  var failed = false
  @Flag(help: "Print the stages and their dependencies as a graph for Graphviz.")
  var dot = false
  @Flag(help: "Print only the names of all outputs, one per line, for build systems.")
  var outputs = false
  @Option(
    help: ArgumentHelp(
      "Write the plan to a file for platen run --plan, with the digests of all it depends on.",
      valueName: "file"), completion: .file())
  var freeze: String?
  @Option(
    help: ArgumentHelp("With --freeze: list the work of each of n shards.", valueName: "n"),
    transform: wholeNumber(in: 1...ShardChoice.most))
  var shards: Int?
  @Option(
    help: ArgumentHelp(
      "With --freeze: the least work that is worth a shard (default: 30).", valueName: "seconds"),
    transform: wholeNumber(in: 0...1_000_000))
  var shardSeconds: Int?
  @OptionGroup(title: "Resource options") var engine: EngineOptions
  @OptionGroup(title: "Cache options") var store: StoreOptions
  @OptionGroup(title: "General options") var common: CommonOptions

  mutating func validate() throws {
    try refuseEmpty(freeze, of: "--freeze", expecting: "a file")
    if freeze == nil, shards != nil || shardSeconds != nil {
      throw ValidationError("--\(shards != nil ? "shards" : "shard-seconds") requires --freeze.")
    }
    if freeze != nil, outputs || dot || failed {
      let other = outputs ? "outputs" : dot ? "dot" : "failed"
      throw ValidationError("--freeze and --\(other) cannot be used together.")
    }
  }

  func run() throws {
    try common.console.exiting(otherwise: ExitStatus.manifest) {
      if let freeze {
        return try PlanFreezing(
          path: freeze, shards: shards,
          leastSeconds: shardSeconds ?? FrozenPlan.defaultLeastSeconds, what: what,
          engine: engine, store: store, common: common
        ).writePlan()
      }
      if outputs { return try OutputList(what: what, store: store, common: common).writeList() }
      try PlanReport(
        what: what, failed: failed, engine: engine, store: store, common: common, isGraph: dot
      ).writeReport()
    }
  }
}

/// The predicted outcome of a run.
struct Prediction {
  let loaded: LoadedManifest
  let plan: Plan
  let predicted: PredictedOutcome
  /// The files that jobs name and that are missing.
  let missing: DiagnosticList
  /// The sheets of paper of outputs that are to be built, by path.
  let sheets: [String: PaperSheets]

  /// Predicts what a run would do; creates no folder and takes no lock.
  init(
    _ what: ManifestOptions, failed: Bool, engine: EngineOptions, store: StoreOptions,
    common: CommonOptions
  ) throws {
    var loaded = try what.load(keptIn: store.cache.folder)
    let outputs = Outputs.existing(root: loaded.manifest.root)
    let last = LastRun(of: outputs, manifest: loaded.manifest.file)
    if failed { loaded.select(failedIn: last, common.console) }
    let results = store.open(common.console)
    let plan = try loaded.plan(templates: common.dataDir, store: results, in: outputs).plan
    last.take(plan)
    var options = try engine.options()
    options.force = store.rebuild
    if let results { options.salt = results.salt }
    let engine = Engine(
      environment: loaded.environment, outputs: outputs, store: results, options: options)
    var predicted = engine.predictOutcome(plan, last: last.record)
    // A job that fails before it starts builds nothing.
    for index in predicted.outputs.indices {
      let faults = plan.jobs[predicted.outputs[index].job].knownErrors
      if !faults.isEmpty { predicted.outputs[index].prospect = .failed(faults) }
    }
    // Stages may read more files than they declare.
    missing = try loaded.missingFiles()
    let faults = Dictionary(grouping: missing.diagnostics, by: \.place)
    for index in predicted.outputs.indices {
      if case .failed = predicted.outputs[index].prospect { continue }
      let files = loaded.manifest.jobs[predicted.outputs[index].job].inputFiles
      let reasons = files.flatMap { faults[$0.place] ?? [] }
      if !reasons.isEmpty { predicted.outputs[index].prospect = .failed(reasons) }
    }
    self.predicted = predicted
    results?.flush()
    common.console.report(results?.takeDiagnostics() ?? [])
    let due = Set(
      predicted.outputs.filter(\.prospect.isDue).map(\.path))
    sheets = try loaded.sheets(of: plan.jobs.flatMap(\.outputs).filter { due.contains($0.path) })
    self.loaded = loaded
    self.plan = plan
  }
}

/// A plan as lines for people, as JSON lines or as a graph, with `--json` as a member of an object.
struct PlanReport {
  var what: ManifestOptions
  var failed: Bool
  var engine: EngineOptions
  var store: StoreOptions
  var common: CommonOptions
  var isGraph = false

  func writeReport() throws {
    let prediction = try Prediction(
      what, failed: failed, engine: engine, store: store, common: common)
    common.console.report(prediction.loaded.manifest.warnings + prediction.plan.warnings)
    if isGraph, common.isJSON {
      common.console.writeObject { $0.member("text", prediction.graph) }
    } else if isGraph {
      StandardOutput.write(prediction.graph)
    } else if common.isJSON {
      prediction.writeJSON()
    } else {
      prediction.writeText(verbose: common.verbose)
    }
    // Missing files are reported, and end the command as they would end the run.
    var missing = prediction.missing
    missing.recordErrors(knownOf: prediction.plan.jobs)
    common.console.report(missing.inOrderOfLines)
    let cannotBeMade = prediction.predicted.outputs.contains {
      if case .failed = $0.prospect { true } else { false }
    }
    guard missing.isEmpty, !cannotBeMade else { throw Ended(ExitStatus.jobFailed) }
  }
}

extension Prediction {
  private var byJob: [(job: Job, outputs: [PredictedOutcome.Output])] {
    var outputs = [[PredictedOutcome.Output]](repeating: [], count: plan.jobs.count)
    for output in predicted.outputs { outputs[output.job].append(output) }
    return zip(plan.jobs, outputs).map { ($0, $1) }
  }

  func writeText(verbose: Bool) {
    for ((job, outputs), listed) in zip(byJob, loaded.manifest.jobs) {
      // A pattern without matches gives its outputs no name; that is reported at the end.
      let shown =
        listed.error == nil ? outputs.filter { verbose || $0.prospect != .upToDate } : []
      guard !shown.isEmpty || listed.error != nil else { continue }
      StandardOutput.write("\(printable(job.id))\n")
      for output in shown {
        let path = printable("\(loaded.manifest.root)/\(output.path)")
        StandardOutput.write("  \(output.prospect.verb) \(path)\(output.prospect.clause)\n")
        if let sheets = sheets[output.path] { StandardOutput.write("        \(sheets.text)\n") }
      }
    }
    let unchanged = predicted.outputs.count { $0.prospect == .upToDate }
    var text =
      "\(counted(predicted.due, "output")) to build, \(unchanged) up to date, "
      + "\(counted(plan.jobs.count, "job")), \(counted(plan.stageCount, "stage"))"
    let size = predicted.outputs.filter { $0.prospect != .upToDate }.compactMap(\.size)
    if !size.isEmpty { text += ", about \(formatted(bytes: size.reduce(0, +)))" }
    if predicted.seconds >= 0.05 {
      text += ", about \(formatted(seconds: predicted.seconds)) of work"
      if predicted.untimed > 0 { text += " and stages that were never timed" }
    }
    StandardOutput.write(text + "\n")
  }

  func writeJSON() {
    for ((job, outputs), listed) in zip(byJob, loaded.manifest.jobs) {
      var json = JSONWriter()
      json.object { json in
        json.member("event", "job")
        json.member("job", job.id)
        json.member("kind", job.kind)
        json.member("input", listed.input)
        json.member("tags", job.tags)
        json.member(
          "outputs", array: { json in for output in outputs { json.string(output.path) } })
        json.member(
          "predictions",
          array: { json in
            for output in outputs {
              json.object { json in
                json.member("path", output.path)
                json.member("outcome", output.prospect.word)
                json.member("reason", output.prospect.reason)
                json.member("cached", output.prospect.isCached)
                json.key("size")
                if let size = output.size { json.int(size) } else { json.null() }
                json.key("sheets")
                if let sheets = sheets[output.path] { sheets.write(to: &json) } else { json.null() }
              }
            }
          })
      }
      StandardOutput.write(json.text + "\n")
    }
    var json = JSONWriter()
    json.object { json in
      json.member("event", "plan")
      json.member("jobs", plan.jobs.count)
      json.member("outputs", predicted.outputs.count)
      json.member("stages", plan.stageCount)
      json.member("due", predicted.due)
      json.member("seconds", predicted.seconds)
      json.member("untimed", predicted.untimed)
      json.member("root", loaded.manifest.root)
    }
    StandardOutput.write(json.text + "\n")
  }

  /// The stages and files as a graph in Graphviz's language.
  var graph: String {
    func quoted(_ text: String) -> String {
      let safe = printable(text).map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
      return "\"\(safe)\""
    }
    var lines: [String] = []
    var seen: Set<Key> = []
    var files: Set<String> = []
    for output in predicted.outputs {
      for step in output.chain where seen.insert(step.key).inserted {
        let id = quoted(step.key.description)
        lines.append("  \(id) [label=\(quoted(step.name))];")
        for file in step.files {
          if files.insert(file).inserted {
            lines.append("  \(quoted("file " + file)) [label=\(quoted(file)), shape=note];")
          }
          lines.append("  \(quoted("file " + file)) -> \(id);")
        }
        for input in step.after {
          lines.append("  \(quoted(output.chain[input].key.description)) -> \(id);")
        }
      }
      guard let last = output.chain.last else { continue }
      let name = quoted("out " + output.path)
      let color = output.prospect == .upToDate ? "" : ", style=filled, fillcolor=\"#f3d9a4\""
      lines.append("  \(name) [label=\(quoted(output.path)), shape=note\(color)];")
      lines.append("  \(quoted(last.key.description)) -> \(name);")
    }
    return
      (["digraph platen {", "  rankdir=LR; node [shape=box, fontname=\"sans-serif\"];"]
      + lines + ["}", ""]).joined(separator: "\n")
  }
}

extension PaperSheets {
  /// Writes the sheets as an object.
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("count", count)
      json.member("columns", columns)
      json.member("rows", rows)
      json.member("paper", paper)
      json.member("scale", scale)
    }
  }
}

extension Prospect {
  /// Indicates whether the output is to be built, from its inputs or from the cache.
  var isDue: Bool {
    switch self {
    case .restored, .built: true
    case .upToDate, .failed: false
    }
  }

  /// The prediction as a word in lists.
  var verb: String {
    switch self {
    case .upToDate: "keep "
    case .restored, .built: "build"
    case .failed: "cannot build"
    }
  }

  /// The prediction as a word in JSON.
  var word: String {
    switch self {
    case .upToDate: "up-to-date"
    case .restored, .built: "built"
    case .failed: "failed"
    }
  }

  var reason: String? {
    switch self {
    case .upToDate: nil
    case .restored(let why), .built(let why): why.description
    case .failed(let faults): faults.first.map { Prospect.describe($0) }
    }
  }

  /// Indicates whether a run copies the output from the cache instead of running stages.
  var isCached: Bool {
    switch self {
    case .restored: true
    case .upToDate, .built, .failed: false
    }
  }

  var clause: String {
    (reason.map { ": \(printable($0))" } ?? "") + (isCached ? "; the cached copy is used" : "")
  }

  private static func describe(_ fault: Diagnostic) -> String {
    (fault.place?.file.map { "\($0): " } ?? "") + fault.message
  }
}
