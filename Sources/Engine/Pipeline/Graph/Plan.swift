// SPDX-License-Identifier: MIT
// Part of Platen: all jobs as one graph, equal work merged, checked before anything runs.

public import Diagnostics

/// The plan of a run: its jobs, and the stages they need, each once.
///
/// Stages hold the stages they follow, so a cycle cannot be built; equal keys are one node. All
/// errors that can be found before anything runs are thrown here, at once.
public struct Plan: Sendable {
  /// The jobs in the order given.
  public let jobs: [Job]
  /// The possible conflicts of outputs on another disk: names that differ in letter case alone.
  public let warnings: [Diagnostic]
  /// The stages, inputs before those that follow them.
  let nodes: [StageNode]
  /// The nodes that each node follows, in order.
  let inputs: [[Int]]
  /// The nodes that each job needs, ascending.
  let needs: [[Int]]
  /// The jobs that need each node, ascending.
  let users: [[Int]]
  /// The places where each node is to be published.
  let targets: [[Target]]
  /// Indicates whether a node's result is kept for the caller.
  let isRequested: [Bool]
  /// The node of each key.
  private let numbers: [Key: Int]

  /// An output of a job.
  struct Target: Sendable {
    let job: Int
    let output: Int
    let path: OutputPath
  }

  /// The number of different stages.
  public var stageCount: Int { nodes.count }

  /// Merges the jobs' stages into one graph.
  ///
  /// - Throws: ``Failure`` with every job id that is used twice, every output path that leaves the
  ///   root, is written by two jobs (naming both places) or is a folder of another.
  public init(jobs: [Job]) throws {
    var log = DiagnosticLog()
    self.jobs = jobs

    var numbering = StageNumbering()
    var roots: [[Int]] = []
    var requestedNodes: Set<Int> = []
    var allTargets: [(node: Int, target: Target)] = []
    var ids: [String: Int] = [:]
    var paths = OutputPaths()
    for (index, job) in jobs.enumerated() {
      if let first = ids.updateValue(index, forKey: job.id) {
        log.record(
          .error(
            .jobDuplicate, "two jobs are called \"\(job.id)\"\(Plan.other(jobs[first].place))",
            at: job.place, hints: ["give one of them another id"]))
      }
      var ends: [Int] = []
      for (position, output) in job.outputs.enumerated() {
        let node = numbering.number(output.stage.node, &log)
        ends.append(node)
        do {
          let path = try OutputPath(output.path, placeholder: output.placeholder)
          try paths.insert(path, job: job.id, place: output.place ?? job.place)
          allTargets.append((node, Target(job: index, output: position, path: path)))
        } catch let failure as Failure {
          for var diagnostic in failure.diagnostics {
            diagnostic.place = diagnostic.place ?? output.place ?? job.place
            log.record(diagnostic)
          }
        }
      }
      for stage in job.requestedStages {
        let node = numbering.number(stage.node, &log)
        ends.append(node)
        requestedNodes.insert(node)
      }
      roots.append(ends)
    }
    log.record(paths.folderClashes())
    log.record(paths.setClashes())
    try log.throwIfErrors()
    warnings = paths.caseClashes()

    nodes = numbering.nodes
    numbers = numbering.numbers
    inputs = numbering.inputs
    isRequested = nodes.indices.map { requestedNodes.contains($0) }
    var targets = [[Target]](repeating: [], count: nodes.count)
    for (node, target) in allTargets { targets[node].append(target) }
    self.targets = targets
    (needs, users) = numbering.needs(of: roots)
  }

  /// The node of a key, if the plan has it.
  func number(of key: Key) -> Int? { numbers[key] }

  /// The jobs that may only take so long.
  var limitedJobs: [Int] { jobs.indices.filter { jobs[$0].timeLimit != nil } }

  static func other(_ place: SourceLocation?) -> String {
    // All outputs of a command line are at the same flag.
    guard let place, place.file != nil || place.line != nil else { return "" }
    var text = place.file ?? ""
    if let line = place.line { text += (text.isEmpty ? "line " : ":") + String(line) }
    if let field = place.field { text += (text.isEmpty ? "" : " ") + field }
    return ", the other at \(text)"
  }
}

/// The stages of a plan's jobs as they are numbered: equal keys are one node.
private struct StageNumbering {
  private(set) var nodes: [StageNode] = []
  /// The nodes that each node follows, in order.
  private(set) var inputs: [[Int]] = []
  private(set) var numbers: [Key: Int] = [:]
  private var known: [ObjectIdentifier: Int] = [:]

  /// Numbers a stage and all it follows; records two of one key that give different results.
  mutating func number(_ root: StageNode, _ log: inout DiagnosticLog) -> Int {
    // Depth first with a stack of our own: a chain of stages may be longer than a thread's stack.
    var stack = [root]
    while let node = stack.last {
      let identity = ObjectIdentifier(node)
      if known[identity] != nil {
        stack.removeLast()
        continue
      }
      let waiting = node.inputs.filter { known[ObjectIdentifier($0)] == nil }
      guard waiting.isEmpty else {
        stack.append(contentsOf: waiting.reversed())
        continue
      }
      stack.removeLast()
      if let same = numbers[node.key] {
        known[identity] = same
        if nodes[same].output != node.output {
          log.record(
            .error(
              .engine,
              "the stage \(node.name) gives a \(node.output) here and a \(nodes[same].output) "
                + "there, with one key",
              hints: ["give the two stages different names"]))
        }
        continue
      }
      known[identity] = nodes.count
      numbers[node.key] = nodes.count
      nodes.append(node)
      inputs.append(node.inputs.compactMap { known[ObjectIdentifier($0)] })
    }
    return known[ObjectIdentifier(root)] ?? 0
  }

  /// The nodes that each job needs, and the jobs that need each node.
  ///
  /// - Parameter roots: for each job, the nodes it requires.
  func needs(of roots: [[Int]]) -> (needs: [[Int]], users: [[Int]]) {
    var users = [[Int]](repeating: [], count: nodes.count)
    var needs: [[Int]] = []
    needs.reserveCapacity(roots.count)
    var lastVisitor = [Int](repeating: -1, count: nodes.count)
    for (job, ends) in roots.enumerated() {
      var stack = ends
      var needed: [Int] = []
      while let node = stack.popLast() {
        guard lastVisitor[node] != job else { continue }
        lastVisitor[node] = job
        needed.append(node)
        users[node].append(job)
        stack.append(contentsOf: inputs[node])
      }
      needs.append(needed.sorted())
    }
    return (needs, users)
  }
}

/// The output paths of a plan, to find two that are one.
private struct OutputPaths {
  private struct Owner {
    let path: OutputPath
    let job: String
    let place: SourceLocation?
  }
  private var owners: [String: Owner] = [:]
  private var order: [Owner] = []

  mutating func insert(_ path: OutputPath, job: String, place: SourceLocation?) throws {
    if let first = owners[path.text] {
      let who = first.job == job ? "the job \"\(job)\" twice" : "\"\(first.job)\" and \"\(job)\""
      throw Failure(
        .error(
          .outputDuplicate,
          "\(path.text) would be written by \(who)\(Plan.other(first.place))", at: place,
          hints: ["put what makes them differ into the name, such as a key of the matrix"]))
    }
    let owner = Owner(path: path, job: job, place: place)
    owners[path.text] = owner
    order.append(owner)
  }

  /// An error for every output that may be a file of another, which is a set.
  func setClashes() -> [Diagnostic] {
    guard order.contains(where: { $0.path.placeholder != nil }) else { return [] }
    let sorted = order.map { (ends: $0.path.ends, owner: $0) }.sorted {
      $0.ends.head.utf8.lexicographicallyPrecedes($1.ends.head.utf8)
    }
    var clashes: [Diagnostic] = []
    for (index, set) in sorted.enumerated() where set.owner.path.placeholder != nil {
      for other in sorted[(index + 1)...] {
        guard other.ends.head.hasPrefix(set.ends.head) else { break }
        guard set.owner.path.mayBe(other.owner.path) else { continue }
        // The stage that fills a folder knows the other outputs of its job.
        if set.owner.path.fillsFolder, set.owner.job == other.owner.job { continue }
        clashes.append(
          .error(
            .outputDuplicate,
            "\(other.owner.path.text) may be one of the files \(set.owner.path.text) of "
              + "\"\(set.owner.job)\"\(Plan.other(set.owner.place))",
            at: other.owner.place, hints: ["rename one of them"]))
      }
    }
    return clashes
  }

  /// A warning for every two files or folders whose names differ in letter case alone: a
  /// case-insensitive disk has room for one of them.
  func caseClashes() -> [Diagnostic] {
    var first: [String: Owner] = [:]
    first.reserveCapacity(order.count)
    var known: Set<[String]> = []
    var clashes: [Diagnostic] = []
    for owner in order {
      guard let other = first.updateValue(owner, forKey: owner.path.text.lowercased()) else {
        continue
      }
      // One warning about two such folders covers all files in them.
      let (own, its) = (owner.path.components, other.path.components)
      let count = (zip(own, its).enumerated().first { $1.0 != $1.1 }?.offset ?? 0) + 1
      let names = [its, own].map { $0.prefix(count).joined(separator: "/") }
      guard known.insert(names).inserted else { continue }
      clashes.append(
        .warning(
          .outputLetterCase,
          "\(names[0]) and \(names[1]) differ in letter case alone; on disks that take both for one, "
            + "one replaces the other\(Plan.other(other.place))",
          at: owner.place, hints: ["rename one of them"]))
    }
    let more = clashes.count - OutputPaths.mostCaseClashes
    guard more > 0 else { return clashes }
    return clashes.prefix(OutputPaths.mostCaseClashes)
      + [.warning(.outputLetterCase, "so do \(more) more name\(more == 1 ? "" : "s")")]
  }

  private static let mostCaseClashes = 20

  /// An error for every output that is a folder of another.
  func folderClashes() -> [Diagnostic] {
    order.compactMap { owner in
      for length in owner.path.components.indices.dropFirst() {
        let folder = owner.path.components[..<length].joined(separator: "/")
        if let file = owners[folder] {
          return .error(
            .outputDuplicate,
            "\(owner.path.text) needs a folder \(folder), which \"\(file.job)\" would write as a "
              + "file\(Plan.other(file.place))",
            at: owner.place, hints: ["rename one of them"])
        }
      }
      return nil
    }
  }
}
