// SPDX-License-Identifier: MIT
// Part of Platen: a run's queries to the store, and its new entries.

internal import Diagnostics
internal import Digests

/// Results of earlier runs: looked up, used, and recorded.
extension Run {
  /// Takes the results of files that the store does not know, and that other machines have shared, into
  /// the store.
  static func takeShared(
    for plan: Plan, from store: any ResultStore, _ keys: ActionKeys, _ verifier: TraceVerifier,
    into known: inout [Int: Action]
  ) {
    let nodes = plan.nodes.indices.filter { plan.nodes[$0].sort == .kept && known[$0] == nil }
    guard !nodes.isEmpty else { return }
    let wanted = nodes.map { keys.deep($0, of: plan, verifier) }
    let actions = store.sharedActions(for: wanted) { verifier.holds($0.trace) }
    for (index, action) in actions.enumerated() {
      guard let action else { continue }
      store.record(action, for: wanted[index])
      known[nodes[index]] = action
    }
  }

  /// Looks up a stage by all that it is made of.
  mutating func look(_ node: Int) -> Scheduler.Answer {
    guard let store, stages[node].failure == nil, let action = knownDeep.removeValue(forKey: node)
    else { return .unknown }
    stages[node].isKnownDeep = true
    return accept(action, of: node, store)
  }

  /// Looks up a stage by the identities of its inputs.
  mutating func find(_ node: Int) -> Scheduler.Answer {
    guard let store, stages[node].failure == nil, let key = shallowKey(of: node),
      let action = store.action(for: key), verifier?.holds(action.trace) == true
    else { return .unknown }
    stages[node].isKnownDeep = false
    return accept(action, of: node, store)
  }

  private mutating func accept(
    _ action: Action, of node: Int, _ store: any ResultStore
  ) -> Scheduler.Answer {
    switch action.result {
    case .value(let digest):
      stages[node].identity = digest
      stages[node].known = action
      replay(action, of: node)
      return .known
    case .file(let file):
      let isInPlace = plan.targets[node].indices.allSatisfy { index in
        outputs?.isInPlace(
          plan.targets[node][index].path, file, store.digests,
          seen: targetStatuses.flatMap { $0.statuses[$0.starts[node] + index] }) ?? false
      }
      guard isInPlace || store.contains(file.digest, size: file.size) else { return .unknown }
      stages[node].known = action
      stages[node].identity = file.digest
      values[node] = file
      replay(action, of: node)
      guard isInPlace else { return .known }
      stages[node].outcome = .upToDate
      for target in plan.targets[node] { note(file, at: target, .success(.upToDate)) }
      if !stages[node].isKnownDeep { record(deepAction(of: node, file)) }
      close(node)
      return .inPlace
    }
  }

  /// Reports again the diagnostics of the time when the work was done.
  private mutating func replay(_ action: Action, of node: Int) {
    stages[node].trace = action.trace
    stages[node].seconds = action.seconds
    for stageWarnings in action.warnings {
      warn(plan.number(of: stageWarnings.stage) ?? node, stageWarnings.diagnostics)
    }
  }

  private func shallowKey(of node: Int) -> ActionKey? {
    identities(above: node).map { keys.shallow(plan.nodes[node], inputs: $0) }
  }

  func identities(above node: Int) -> [Digest]? {
    var identities: [Digest] = []
    for input in plan.inputs[node] {
      guard let identity = stages[input].identity else { return nil }
      identities.append(identity)
    }
    return identities
  }

  /// The store's entry for a stage that ran.
  func shallowAction(of node: Int, _ result: Action.Result) -> (ActionKey, Action)? {
    guard let key = shallowKey(of: node) else { return nil }
    let stage = stages[node]
    let stageWarnings = Action.StageWarnings(
      stage: plan.nodes[node].key, diagnostics: stage.warnings)
    return (
      key,
      Action(
        result: result, trace: stage.trace, warnings: stage.warnings.isEmpty ? [] : [stageWarnings],
        seconds: stage.seconds)
    )
  }

  /// The store's entry for a file, with all that was seen on the way to it.
  func deepAction(of node: Int, _ file: FileArtifact) -> (ActionKey, Action) {
    var trace = Trace()
    var warnings: [Action.StageWarnings] = []
    var seen: Set<Int> = []
    var stack = [node]
    while let next = stack.popLast() {
      guard seen.insert(next).inserted else { continue }
      for access in stages[next].trace { trace.record(access) }
      let key = plan.nodes[next].key
      if let known = stages[next].known, !stages[next].hasRun {
        warnings += known.warnings
      } else if !stages[next].warnings.isEmpty {
        warnings.append(Action.StageWarnings(stage: key, diagnostics: stages[next].warnings))
      }
      // Entries found by the deep key were verified with it.
      if !stages[next].isKnownDeep { stack += plan.inputs[next].reversed() }
    }
    return (
      store?.isShared == true
        ? keys.deep(node, of: plan, verifier) : keys.deep(plan.nodes[node]),
      Action(
        result: .file(file), trace: trace.accesses, warnings: warnings,
        seconds: stages[node].seconds)
    )
  }

  func record(_ note: (ActionKey, Action)?) {
    if let note { store?.record(note.1, for: note.0) }
  }
}
