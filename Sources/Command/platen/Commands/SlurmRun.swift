// SPDX-License-Identifier: MIT
// Part of Platen: `platen run --on slurm`: shards as tasks of a cluster, followed to their end.

import ArgumentParser
import Diagnostics
import JSON
import JobKit
import Libc
import Pipeline
import Text

/// An engine that starts shards on other machines.
enum ClusterEngine: String, CaseIterable, ExpressibleByArgument {
  case slurm
}

/// A run whose shards are tasks of Slurm: submitted as an array, followed with `squeue`, and finished
/// here by the last run of the plan.
///
/// A submitted array is noted in the output directory. Another run there takes it up again instead of
/// submitting a second one.
struct SlurmRun {
  let command: RunCommand
  let console: Console

  /// A submitted array.
  private struct Submission {
    var job: String
    var plan: String
    var tasks: Int
    var shards: Int
  }

  /// The states of an array's tasks.
  private struct Standing: Hashable {
    var waiting = 0
    var running = 0
    var failed = 0
    var open: Int { waiting + running }
  }

  func run() throws {
    let root = try command.what.load(keptIn: command.store.cache.folder).manifest.root
    let folder = root + "/.platen/shards"
    if let fault = Files.makeFolders(folder) {
      throw Failure(.error(.outputRoot, "\(folder) cannot be made: \(fault)"))
    }
    let control = RunControl()
    let signals = Signals()
    let console = console
    signals.cancel(control) { console.report($0) }
    let submission: Submission
    if let earlier = try noted(in: folder) {
      submission = earlier
      console.report("following job \(earlier.job) of Slurm, which was submitted before")
    } else {
      submission = try submit(in: folder)
      console.report(
        "submitted job \(submission.job) of Slurm: \(counted(submission.tasks, "shard"))")
    }
    if command.cluster.detach {
      return console.report("it continues; the same command without --detach follows it")
    }
    try follow(submission, in: root, control)
    if control.cancellation.isCancelled {
      _ = try? slurm("scancel \(submission.job)")
      unlink(note(in: folder))
      unlink(submission.plan)
      throw Ended(signals.status ?? ExitStatus.interrupted)
    }
    var last = command
    last.frozen.plan = submission.plan
    last.frozen.shard = .last
    let frozen = try FrozenRun(submission.plan, .last)
    last.what.only = frozen.plan.basis.only
    last.store.rebuild = frozen.plan.basis.isRebuild
    defer {
      unlink(note(in: folder))
      unlink(submission.plan)
    }
    try RunSession(last, LoadedManifest.read(command.what.manifest), console, frozen: frozen).run()
  }

  // MARK: Submission

  private func note(in folder: String) -> String { folder + "/slurm.json" }

  /// The array that an earlier run submitted and that is not finished; nil for none.
  private func noted(in folder: String) throws -> Submission? {
    let bytes = Files.prefix(of: note(in: folder), count: 1 << 16)
    guard !bytes.isEmpty, let object = try? JSONDocument(parsing: bytes).root,
      let job = object["job"]?.string, !job.isEmpty,
      job.utf8.allSatisfy({ (48...57).contains($0) }),
      let plan = object["plan"]?.string, plan.hasPrefix(folder + "/"), !plan.contains(".."),
      Files.exists(plan), let tasks = object["tasks"]?.int, let shards = object["shards"]?.int
    else { return nil }
    return Submission(job: job, plan: plan, tasks: tasks, shards: shards)
  }

  private func submit(in folder: String) throws -> Submission {
    let most = try largestArray()
    let shards = min(command.cluster.shards ?? ClusterOptions.defaultShards, most)
    let draft = "\(folder)/new-\(getpid()).plan"
    let freezing = PlanFreezing(
      path: draft, shards: shards, leastSeconds: FrozenPlan.defaultLeastSeconds,
      what: command.what, engine: command.engine, store: command.store, common: command.common)
    let frozen = try freezing.freeze()
    let plan = "\(folder)/\(frozen.id.prefix(32)).plan"
    guard rename(draft, plan) == 0 else {
      throw Failure(.error(.outputWrite, "\(plan) cannot be written: \(systemErrorText(errno))"))
    }
    let tasks = max(1, frozen.cut?.usedCount ?? 1)
    let job = try slurm(
      "sbatch --parsable --job-name=platen --array=1-\(tasks) --requeue --open-mode=append "
        + "--output=\(shellWord("\(folder)/\(frozen.id.prefix(32))-%a.log")) "
        + "--wrap \(shellWord(taskCommand(plan, shards)))")
    let number = job.prefix { $0.isASCII && $0.isNumber }
    guard !number.isEmpty else {
      throw Failure(.error(.clusterRefused, "sbatch gave no number of a job: \(printable(job))"))
    }
    let submission = Submission(job: String(number), plan: plan, tasks: tasks, shards: shards)
    var json = JSONWriter()
    json.object { json in
      json.member("job", submission.job)
      json.member("plan", plan)
      json.member("tasks", tasks)
      json.member("shards", shards)
    }
    try Files.write(json.utf8, to: note(in: folder))
    return submission
  }

  /// The command line of a task, for a shell.
  private func taskCommand(_ plan: String, _ shards: Int) -> String {
    var words = [Files.realPath("/proc/self/exe") ?? "platen", "run"]
    if let manifest = command.what.manifest { words.append(manifest) }
    words += ["--plan", plan]
    let options: [(String, String?)] = [
      ("--output-dir", command.what.outputDir), ("--data-dir", command.common.dataDir),
      ("--cache-dir", command.store.cache.path), ("--remote-cache", command.store.remote),
      ("--memory", command.engine.memory),
    ]
    for (name, value) in options {
      if let value { words += [name, value] }
    }
    if command.store.isOff { words.append("--no-cache") }
    return "exec " + words.map(shellWord).joined(separator: " ")
      + " --shard \"$SLURM_ARRAY_TASK_ID/\(shards)\" -j \"${SLURM_CPUS_ON_NODE:-1}\""
  }

  /// The most tasks of an array.
  private func largestArray() throws -> Int {
    let config = try slurm("scontrol show config")
    for line in config.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 3, words[0] == "MaxArraySize", let size = Int(words[2]) {
        return max(1, min(size - 1, ShardChoice.most))
      }
    }
    return 1000
  }

  // MARK: Following

  /// Waits until no task is left, and reports changes.
  private func follow(
    _ submission: Submission, in root: String, _ control: RunControl
  ) throws {
    let outputs = try Outputs(root: root, locking: .share, cancellation: control.cancellation)
    defer { outputs.close() }
    let job = submission.job
    let socket = try? ControlSocket(in: outputs, control) { request in
      switch request {
      case .pause: _ = try? slurm("scontrol hold \(job)")
      case .resume: _ = try? slurm("scontrol release \(job)")
      case .cancel, .status: break
      }
    }
    defer { socket?.close() }
    var shown: Standing?
    var delay: UInt32 = 1
    while !control.cancellation.isCancelled {
      let standing = standing(of: job)
      if let standing, standing != shown {
        shown = standing
        delay = 1
        let done = max(0, submission.tasks - standing.open)
        console.report(
          "job \(job): \(done) of \(counted(submission.tasks, "shard")) done, "
            + "\(standing.running) running, \(standing.waiting) waiting"
            + (standing.failed == 0 ? "" : ", \(standing.failed) not successful"))
        // Finished arrays are forgotten after a while: the last run finds out what is missing.
        if standing.open == 0 {
          if standing.failed > 0 {
            console.report("their logs are \(submission.plan.dropLast(".plan".count))-N.log")
          }
          return
        }
      }
      for _ in 0..<(delay * 10) where !control.cancellation.isCancelled { usleep(100_000) }
      delay = min(delay * 2, 10)
    }
  }

  /// The states of tasks; nil where the controller does not answer.
  private func standing(of job: String) -> Standing? {
    guard let text = try? slurm("squeue -h -r -t all -j \(job) -o %T") else {
      return nil
    }
    var standing = Standing()
    for state in text.split(separator: "\n") {
      switch state {
      case "PENDING", "REQUEUED", "SUSPENDED", "REQUEUE_HOLD": standing.waiting += 1
      case "RUNNING", "COMPLETING", "CONFIGURING", "STAGE_OUT", "SIGNALING", "RESIZING",
        "STOPPED":
        standing.running += 1
      case "COMPLETED": break
      default: standing.failed += 1
      }
    }
    return standing
  }
}

/// Runs a command of Slurm; returns what it prints.
///
/// An array that the controller has forgotten has no tasks.
///
/// - Throws: `Failure` where it is not installed or fails.
private func slurm(_ words: String) throws -> String {
  guard let pipe = popen("LC_ALL=C \(words) 2>&1", "r") else {
    throw Failure(.error(.processStart, "a shell cannot be started: \(systemErrorText(errno))"))
  }
  var text: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, pipe)
    if count == 0 { break }
    // An array of ten thousand tasks has a line for each.
    if text.count < 16 << 20 { text += buffer.prefix(count) }
  }
  let status = pclose(pipe)
  let output = String(decoding: text, as: UTF8.self)
  if status == 0 { return output }
  if output.contains("Invalid job id") { return "" }
  let name = words.prefix { $0 != " " }
  let isMissing = status >> 8 == 127
  throw Failure(
    .error(
      .clusterRefused,
      isMissing
        ? "\(name) was not found"
        : "\(name) failed: \(printable(output.split(separator: "\n").first.map(String.init) ?? ""))",
      hints: isMissing ? ["run it on a machine that has the commands of Slurm"] : []))
}
