// SPDX-License-Identifier: MIT
// Part of Platen: the checks of a run before its first stage starts.

internal import Diagnostics

extension Plan {
  /// Returns the error for an output whose name a directory has.
  func folderInPlace(of target: Target, _ status: FileStatus?, _ outputs: Outputs) -> Diagnostic? {
    guard status?.kind == .folder, target.path.placeholder == nil else { return nil }
    let failure = Failure.writing(
      "\(outputs.root)/\(target.path)", SystemError(code: SystemError.isFolder, call: "rename"))
    var error = failure.diagnostics.first
    error?.place = jobs[target.job].outputs[target.output].place
    return error
  }
}

/// The checks before anything starts.
extension Run {
  /// The facts before the first job; nil when nothing is to be built.
  func preflight(lost: [Int]) -> Preflight? {
    let lost = Set(lost)
    let due = plan.nodes.indices.filter { node in
      guard !plan.targets[node].isEmpty else { return false }
      return knownDeep[node] == nil
    }
    guard !due.isEmpty else { return nil }
    var needed: Set<Int> = []
    var stack = due
    var missing: Set<Int> = []
    while let node = stack.popLast() {
      guard needed.insert(node).inserted else { continue }
      if lost.contains(node) { missing.formUnion(plan.users[node]) }
      stack += plan.inputs[node]
    }
    var rest = forecast
    for node in plan.nodes.indices where !needed.contains(node) { rest.end(node, after: nil) }
    let sizes = due.count <= width ? [:] : options.sizes()
    let known = due.flatMap { plan.targets[$0] }.compactMap { sizes[$0.path.text] }
    let bytes = known.isEmpty ? nil : known.reduce(0, +)
    let heaviest = needed.max {
      (plan.nodes[$0].memory.running, $1) < (plan.nodes[$1].memory.running, $0)
    }
    let memory = heaviest.map { plan.nodes[$0].memory.running } ?? 0
    let free = outputs?.freeBytes
    return Preflight(
      outputs: due.reduce(0) { $0 + plan.targets[$1].count }, missing: missing.count,
      seconds: rest.remaining(at: Clock.wall(), width: width), bytes: bytes, free: free,
      memory: memory,
      warnings: options.lacking
        + Preflight.warnings(
          bytes: bytes, free: free, root: outputs?.root ?? "", memory: memory,
          heaviest: heaviest.map { plan.nodes[$0].name } ?? "", budget: options.memory.bytes))
  }

  /// The stages that cannot work out: a file they read is missing, or one they would write is one
  /// that is read.
  mutating func findLost() -> [(Int, Failure)] {
    var failures: [String: Failure] = [:]
    var looked: Set<String> = []
    var identities: [FileIdentity: String] = [:]
    var lost: [(Int, Failure)] = []
    identities.reserveCapacity(plan.jobs.count)
    looked.reserveCapacity(plan.jobs.count)
    for node in plan.nodes {
      for path in node.files where looked.insert(path).inserted {
        do {
          // Where the store had an entry, its check has just read the status.
          if let status = try verifier?.seen(path) ?? environment.status(path),
            status.kind != .folder
          {
            identities[status.identity] = path
          } else {
            // Reading gives the best reason why it cannot be read.
            _ = try environment.read(path, limit: 0)
          }
        } catch let failure as Failure {
          failures[path] = failure
        } catch {
          failures[path] = Failure(.error(.stage, "\(error)", at: SourceLocation(file: path)))
        }
      }
    }
    // Stages may read more files than they declare: those of a folder, or the file of a manuscript.
    for path in options.sources + plan.jobs.flatMap({ $0.sources.keys.sorted() })
    where looked.insert(path).inserted {
      // A file that is gone since it was read cannot be overwritten.
      guard let status = try? environment.status(path), status.kind == .file else { continue }
      if identities[status.identity] == nil { identities[status.identity] = path }
    }
    let targetStatuses = TargetStatuses(
      statuses: outputs?.statuses(of: plan.targets.joined().map(\.path)) ?? [],
      starts: plan.targets.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) })
    if outputs != nil { self.targetStatuses = targetStatuses }
    for (index, node) in plan.nodes.enumerated() {
      var diagnostics: [Diagnostic] = []
      for path in node.files {
        guard let failure = failures[path] else { continue }
        diagnostics += failure.diagnostics
        if failure.diagnostics.contains(where: { $0.code == .fileMissing }) {
          stages[index].trace.append(.absent(path: path))
        }
      }
      if let outputs {
        for (offset, target) in plan.targets[index].enumerated() {
          guard let status = targetStatuses.statuses[targetStatuses.starts[index] + offset] else {
            continue
          }
          if let input = identities[status.identity] {
            diagnostics.append(overwriting(input, target))
          } else if plan.targets[index].count == 1,
            let error = plan.folderInPlace(of: target, status, outputs)
          {
            // The other targets of a file are published all the same.
            diagnostics.append(error)
          }
        }
      }
      if !diagnostics.isEmpty { lost.append((index, Failure(diagnostics))) }
    }
    return lost
  }

  /// The accesses of a node's stage and of those before it.
  func accesses(of node: Int) -> [[Trace.Access]] {
    var traces: [[Trace.Access]] = []
    var met: Set<Int> = [node]
    var stack = [node]
    while let node = stack.popLast() {
      traces.append(stages[node].trace)
      for input in plan.inputs[node] where met.insert(input).inserted { stack.append(input) }
    }
    return traces
  }

  private func overwriting(_ input: String, _ target: Plan.Target) -> Diagnostic {
    .overwriting(
      input, target.path, at: plan.jobs[target.job].outputs[target.output].place)
  }
}

extension Diagnostic {
  /// Returns the error for an output that would replace a file its job reads.
  static func overwriting(
    _ input: String, _ path: OutputPath, at place: SourceLocation?
  ) -> Diagnostic {
    .error(
      .outputIsInput, "\(path) is the input \(input) itself", at: place,
      hints: ["choose another name or another output directory"])
  }
}
