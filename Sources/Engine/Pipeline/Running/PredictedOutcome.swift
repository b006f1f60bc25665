// SPDX-License-Identifier: MIT
// Part of Platen: the predicted outcome of a run and its reasons, without running anything.

public import Diagnostics

/// The predicted outcome of an output.
public enum Prospect: Hashable, Sendable {
  /// Nothing: it is up to date.
  case upToDate
  /// Build it from the bytes in the store.
  case restored(why: Reason)
  /// Build it, as far as can be known before anything ran: its inputs may turn out to be unchanged.
  case built(why: Reason)
  /// Nothing, for it cannot be made.
  case failed([Diagnostic])
}

/// The reason why an output is not left as it is.
public enum Reason: Hashable, Sendable, CustomStringConvertible {
  /// Everything is to be made.
  case forced
  /// No store is in use.
  case noStore
  /// The record has no entry of it.
  case neverMade
  /// An output that failed or was not finished the last time.
  case unfinished
  /// A setting of its job is another one.
  case setting(name: String, was: String?, is: String?)
  /// A stage on the way to it is another one, as with another look or another font.
  case stage(String)
  /// A file or variable that was read on the way, or when its job was planned, changed.
  case input(TraceChange)
  /// The store no longer knows it, or it was made by another build of the program.
  case forgotten
  /// The store has the entry but not the bytes.
  case bytesGone
  /// An output that is not there.
  case missing
  /// Other bytes are there.
  case edited

  /// A clause such as `worlds/a.map changed`.
  public var description: String {
    switch self {
    case .forced: "a rebuild of everything was requested"
    case .noStore: "the cache is off"
    case .neverMade: "it was never built"
    case .unfinished: "the last run did not build it"
    case .setting(let name, let was?, let value?): "\(name) was \(was) and is \(value)"
    case .setting(let name, nil, let value?): "\(name) was not set and is \(value)"
    case .setting(let name, let was?, nil): "\(name) was \(was) and is not set"
    case .setting(let name, nil, nil): "\(name) changed"
    case .stage(let name): "the parameters of \(name) changed"
    case .input(let change): "\(change)"
    case .forgotten: "the cache has no entry of it, or another build of the program built it"
    case .bytesGone: "the cache has lost its bytes"
    case .missing: "it is missing"
    case .edited: "it was changed"
    }
  }
}

/// The predicted outcome of a run, output by output.
public struct PredictedOutcome: Sendable {
  /// An output, and its predicted outcome.
  public struct Output: Sendable {
    /// The number of its job in the plan.
    public var job: Int
    /// Relative to the output directory.
    public var path: String
    public var prospect: Prospect
    /// Bytes it is thought to have, from the last time.
    public var size: Int?
    /// The stages on the way to it, inputs first.
    public var chain: [Step]
  }

  /// A stage on the way to an output.
  public struct Step: Hashable, Sendable {
    public var name: String
    public var key: Key
    /// The files it declares to read.
    public var files: [String]
    /// The numbers of the steps it follows in the chain.
    public var after: [Int]
    /// The time it took when it last ran.
    public var seconds: Double?
  }

  public var outputs: [Output]
  /// Seconds of work foreseen, from earlier durations.
  public var seconds: Double
  /// The number of stages to make that were never timed, nor others of their name in their jobs.
  public var untimed: Int

  /// Outputs that are built, from their inputs or from the store.
  public var due: Int {
    outputs.count {
      switch $0.prospect {
      case .upToDate, .failed: false
      case .restored, .built: true
      }
    }
  }
}

extension Engine {
  /// Returns the predicted outcome of a plan, with reasons.
  ///
  /// - Parameter last: the record of the last run, which shows the changes since.
  public func predictOutcome(_ plan: Plan, last: RunRecord?) -> PredictedOutcome {
    var seer = Seer(
      plan: plan, environment: environment, outputs: outputs, store: store, options: options,
      last: last)
    return seer.look()
  }
}

/// Checks each output as a run would, without running stages.
private struct Seer {
  let plan: Plan
  let environment: any Environment
  let outputs: Outputs?
  let store: (any ResultStore)?
  let options: Engine.Options
  let keys: ActionKeys
  let verifier: TraceVerifier?
  private let records: [String: JobRecord]
  private let durations: [Key: Double]

  init(
    plan: Plan, environment: any Environment, outputs: Outputs?, store: (any ResultStore)?,
    options: Engine.Options, last: RunRecord?
  ) {
    self.plan = plan
    self.environment = environment
    self.outputs = outputs
    self.store = store
    self.options = options
    keys = ActionKeys(salt: options.salt, folder: environment.anchor)
    verifier = store.map { TraceVerifier(environment, digests: $0.digests) }
    records = Dictionary(
      (last?.jobs ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    durations = last?.durations ?? [:]
  }

  mutating func look() -> PredictedOutcome {
    var predictedOutputs: [PredictedOutcome.Output] = []
    var toMake: Set<Int> = []
    for node in plan.nodes.indices {
      for target in plan.targets[node] {
        let (prospect, size) = prospect(of: target, node)
        if case .built = prospect { toMake.formUnion(above(node)) }
        predictedOutputs.append(
          PredictedOutcome.Output(
            job: target.job, path: target.path.text, prospect: prospect, size: size,
            chain: chain(to: node)))
      }
    }
    predictedOutputs.sort { $0.job < $1.job }
    let times = toMake.sorted().map(seconds)
    return PredictedOutcome(
      outputs: predictedOutputs, seconds: times.reduce(0) { $0 + ($1 ?? 0) },
      untimed: times.count { $0 == nil })
  }

  /// The time a stage may take: as long as it did, or else as long as its likes in the same job.
  /// With another look or size it is another stage, and about the same work.
  private func seconds(of node: Int) -> Double? {
    if let known = durations[plan.nodes[node].key] { return known }
    for job in plan.users[node] {
      let stages = records[plan.jobs[job].id]?.stages ?? []
      let likes = stages.filter { $0.name == plan.nodes[node].name && $0.seconds > 0 }
      if !likes.isEmpty { return likes.reduce(0) { $0 + $1.seconds } / Double(likes.count) }
    }
    return nil
  }

  private func prospect(of target: Plan.Target, _ node: Int) -> (Prospect, size: Int?) {
    let job = plan.jobs[target.job]
    let last = records[job.id]?.outputs.first { $0.path == target.path.text }
    let missing = above(node).sorted().flatMap { plan.nodes[$0].files }.flatMap(sourceErrors)
    if !missing.isEmpty { return (.failed(missing), nil) }
    if let outputs,
      let error = plan.folderInPlace(of: target, outputs.statuses(of: [target.path])[0], outputs)
    {
      return (.failed([error]), nil)
    }
    if options.force { return (.built(why: .forced), last?.size) }
    guard let store else { return (.built(why: .noStore), last?.size) }
    guard let action = store.action(for: keys.deep(plan.nodes[node])),
      case .file(let file) = action.result
    else {
      return (.built(why: difference(target, node)), last?.size)
    }
    if let change = verifier?.change(in: action.trace) {
      return (.built(why: .input(change)), file.size)
    }
    if outputs?.isInPlace(target.path, file, store.digests) == true {
      return (.upToDate, file.size)
    }
    guard store.contains(file.digest, size: file.size) else {
      return (.built(why: .bytesGone), file.size)
    }
    let isThere =
      file.members.isEmpty
      ? outputs?.identity(of: target.path) != nil
      : file.members.contains { member in
        (try? target.path.filled(with: member.name)).flatMap { outputs?.identity(of: $0) } != nil
      }
    return (.restored(why: isThere ? .edited : .missing), file.size)
  }

  /// The reasons why reading a file would fail.
  private func sourceErrors(_ path: String) -> [Diagnostic] {
    do {
      if let status = try environment.status(path), status.kind != .folder { return [] }
      _ = try environment.read(path, limit: 0)
      return []
    } catch let failure as Failure {
      return failure.diagnostics
    } catch {
      return [.error(.stage, "\(error)", at: SourceLocation(file: path))]
    }
  }

  /// The difference between a job and its record.
  private func difference(_ target: Plan.Target, _ node: Int) -> Reason {
    let job = plan.jobs[target.job]
    guard let record = records[job.id],
      let output = record.outputs.first(where: { $0.path == target.path.text })
    else { return .neverMade }
    guard output.isPublished else { return .unfinished }
    let was = Dictionary(
      record.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    for parameter in job.parameters where was[parameter.name] != parameter.value {
      return .setting(name: parameter.name, was: was[parameter.name], is: parameter.value)
    }
    let now = Set(job.parameters.map(\.name))
    for parameter in record.parameters where !now.contains(parameter.name) {
      return .setting(name: parameter.name, was: parameter.value, is: nil)
    }
    let known = Set(record.stages.map(\.key))
    guard let step = above(node).sorted().first(where: { !known.contains(plan.nodes[$0].key) })
    else { return .forgotten }
    // Parameters may come from files, such as the rows of cards.
    let read = Dictionary(
      record.inputs.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let changes = job.inputs.lazy.compactMap { input in
      read[input.path].flatMap { input.change(since: $0) }
    }
    return changes.first.map { Reason.input($0) } ?? .stage(plan.nodes[step].name)
  }

  /// A stage and all that it follows.
  private func above(_ node: Int) -> Set<Int> {
    var seen: Set<Int> = []
    var stack = [node]
    while let next = stack.popLast() {
      if seen.insert(next).inserted { stack += plan.inputs[next] }
    }
    return seen
  }

  private func chain(to node: Int) -> [PredictedOutcome.Step] {
    let members = above(node).sorted()
    var numbers: [Int: Int] = [:]
    for (number, member) in members.enumerated() { numbers[member] = number }
    return members.map { member in
      PredictedOutcome.Step(
        name: plan.nodes[member].name, key: plan.nodes[member].key,
        files: plan.nodes[member].files,
        after: plan.inputs[member].compactMap { numbers[$0] },
        seconds: durations[plan.nodes[member].key])
    }
  }
}

extension InputRecord {
  /// The change since an earlier record of the same file; nil where its bytes are the same.
  fileprivate func change(since earlier: InputRecord) -> TraceChange? {
    guard digest != earlier.digest else { return nil }
    if digest == nil { return .gone(path: path) }
    return earlier.digest == nil ? .appeared(path: path) : .changed(path: path)
  }
}
