// SPDX-License-Identifier: MIT
// Part of Platen: a plan written to a file, line by line.

internal import Diagnostics
package import Digests
internal import JSON
internal import Libc

/// The numbers of a plan that a frozen one has besides its stages and jobs.
package struct FrozenEstimates: Sendable {
  /// Milliseconds that each stage may take.
  package var costs: [Int]
  /// Bytes that each stage may need.
  package var memory: [Int]
  /// Indicates for each job whether something of it is to be built.
  package var isDue: [Bool]
  /// The number of stages whose time is known from earlier runs.
  package var timed: Int
}

/// The facts from which the time of a stage that never ran is estimated.
package struct StageFacts: Hashable, Sendable {
  package var name: String
  /// The kind of the first job that needs it.
  package var kind: String
  /// Indicates whether it writes a file.
  package var writesFile: Bool
  /// Indicates whether it reads a file.
  package var readsFile: Bool
  /// Bytes of the files that it and those before it read.
  package var inputBytes: Int
  /// The memory estimate.
  package var memory: Int
}

extension Plan {
  /// The stages that a job needs, ascending.
  package func stages(ofJob job: Int) -> [Int] { needs[job] }

  /// The division of its jobs.
  package func cut(into count: Int, by estimates: FrozenEstimates, leastSeconds: Int) -> ShardCut {
    ShardCut(
      needs: needs, stageCosts: estimates.costs, isDue: estimates.isDue, count: count,
      least: leastSeconds * 1000)
  }
}

extension Engine {
  /// Estimates the time and memory of a plan's stages, and finds the jobs with work to do.
  ///
  /// A stage takes as long as it did, or else as those of its name in jobs of its kind did on
  /// average, or else what `model` returns in seconds.
  ///
  /// - Parameter last: the record of earlier runs.
  package func estimates(
    of plan: Plan, last: RunRecord?, model: (StageFacts) -> Double
  ) -> FrozenEstimates {
    let durations = last?.durations ?? [:]
    var likes: [String: (sum: Double, count: Int)] = [:]
    for job in last?.everyJob ?? [] {
      for stage in job.stages where stage.seconds > 0 {
        let like = likes["\(job.kind)\n\(stage.name)"] ?? (0, 0)
        likes["\(job.kind)\n\(stage.name)"] = (like.sum + stage.seconds, like.count + 1)
      }
    }
    var sizes: [String: Int] = [:]
    func size(_ path: String) -> Int {
      if let known = sizes[path] { return known }
      let size = max(0, (try? environment.status(path))?.size ?? 0)
      sizes[path] = size
      return size
    }
    var bytes = [Int](repeating: 0, count: plan.nodes.count)
    var costs = bytes
    var timed = 0
    for (number, node) in plan.nodes.enumerated() {
      // Inputs have smaller numbers. What two of them read is counted twice, which an estimate may.
      bytes[number] = plan.inputs[number].reduce(node.files.reduce(0) { $0 &+ size($1) }) {
        min($0 &+ bytes[$1], 1 << 50)
      }
      let seconds: Double
      let kind = plan.users[number].first.map { plan.jobs[$0].kind } ?? ""
      if let known = durations[node.key] {
        seconds = known
        timed += 1
      } else if let like = likes["\(kind)\n\(node.name)"] {
        seconds = like.sum / Double(like.count)
      } else {
        seconds = model(
          StageFacts(
            name: node.name, kind: kind, writesFile: node.sort == .kept,
            readsFile: !node.files.isEmpty, inputBytes: bytes[number],
            memory: node.memory.running))
      }
      costs[number] = Int(max(0, min(seconds * 1000, 1e9)).rounded())
    }
    return FrozenEstimates(
      costs: costs, memory: plan.nodes.map(\.memory.running), isDue: dueJobs(of: plan),
      timed: timed)
  }

  /// Indicates for each job whether some output of it is to be built, or it has none.
  private func dueJobs(of plan: Plan) -> [Bool] {
    var isDue = plan.jobs.map { $0.outputs.isEmpty || $0.hasUnknownOutputs }
    let keys = ActionKeys(salt: options.salt, folder: environment.anchor)
    let verifier = store.map { TraceVerifier(environment, digests: $0.digests) }
    for node in plan.nodes.indices where !plan.targets[node].isEmpty {
      var file: FileArtifact?
      if !options.force, let action = store?.action(for: keys.deep(plan.nodes[node])),
        case .file(let artifact) = action.result, verifier?.holds(action.trace) == true
      {
        file = artifact
      }
      for target in plan.targets[node] where !isDue[target.job] {
        isDue[target.job] =
          file.map { outputs?.isInPlace(target.path, $0, store?.digests) != true } ?? true
      }
    }
    return isDue
  }

  /// Writes a plan as a frozen one, in place of a file of that name.
  ///
  /// - Parameters:
  ///   - parts: fonts and templates that outputs depend on.
  ///   - more: files that a job reads besides those its stages name.
  ///   - progress: is called now and then; throws to stop.
  /// - Returns: the digest of its lines, and the number of bytes and files.
  /// - Throws: ``Failure`` with the code `output.write`.
  package func freeze(
    _ plan: Plan, on basis: FrozenPlan.Basis, _ estimates: FrozenEstimates,
    parts: [FrozenPlan.File], more: (Int) -> [String], digests: FileDigests, to path: String
  ) throws -> (id: Digest, bytes: Int, files: Int) {
    let file = try LineFile(path)
    try file.line { basis.write(to: &$0) }
    for part in parts { try file.line { part.write(to: &$0) } }
    var numbers: [String: Int] = [:]
    var count = parts.count
    func number(of input: String) throws -> Int {
      if let known = numbers[input] { return known }
      let digest = try? digests.digest(of: input, in: environment)
      try file.line { FrozenPlan.File(.input, input, digest).write(to: &$0) }
      numbers[input] = count
      count += 1
      return count - 1
    }
    // The files of a stage are those of each job that needs it.
    var own = [[Int]](repeating: [], count: plan.nodes.count)
    for (node, stage) in plan.nodes.enumerated() {
      own[node] = try stage.files.map(number)
      try file.line { line in
        line.object { line in
          line.member("stage", stage.name)
          line.member("key", stage.key.description)
          line.member("ms", estimates.costs[node])
          line.member("memory", estimates.memory[node])
        }
      }
    }
    for (index, job) in plan.jobs.enumerated() {
      var files = Set(plan.needs[index].flatMap { own[$0] })
      for input in job.inputs.map(\.path) + more(index) { files.insert(try number(of: input)) }
      let outputs = plan.outputPaths(ofJob: index)
      try file.line { line in
        line.object { line in
          line.member("job", job.id)
          line.member("kind", job.kind)
          line.member("stages", plan.needs[index])
          line.member("files", files.sorted())
          line.member("outputs", outputs)
          line.member("due", estimates.isDue[index])
        }
      }
    }
    let (id, bytes) = try file.finish()
    return (id, bytes, count)
  }
}

extension Plan {
  /// The paths of a job's outputs, in its order.
  package func outputPaths(ofJob job: Int) -> [String] {
    jobs[job].outputs.map { output in
      (try? OutputPath(output.path, placeholder: output.placeholder))?.text ?? output.path
    }
  }
}

extension FrozenPlan.Basis {
  fileprivate func write(to line: inout JSONWriter) {
    func write(_ texts: [FrozenPlan.NamedText], _ line: inout JSONWriter) {
      for text in texts { line.member(text.name, text.text) }
    }
    line.object { line in
      line.member("platen-plan", FrozenPlan.format)
      line.member("tool", tool)
      line.member("program", program?.description)
      line.member("libraries", object: { write(libraries, &$0) })
      line.member("manifest", manifest)
      line.member("sha256", manifestDigest.description)
      line.member("only", only)
      line.member("rebuild", isRebuild)
      line.member("variables", object: { write(variables, &$0) })
      line.member("shard-seconds", leastSeconds)
    }
  }
}

extension FrozenPlan.File {
  fileprivate func write(to line: inout JSONWriter) {
    line.object { line in
      line.member(role.rawValue, path)
      line.member("sha256", digest?.description)
    }
  }
}

/// A file that is written line by line under a temporary name; renamed when it is complete.
private final class LineFile {
  private let path: String
  private let name: String
  private let folder: FileDescriptor
  private let partial: PartialFile
  private var writer = JSONWriter()
  private var buffer: [UInt8] = []
  private var hasher = SHA256()
  private var count = 0

  init(_ path: String) throws {
    self.path = path
    let slash = path.lastIndex(of: "/")
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let place = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    do throws(SystemError) {
      guard !name.isEmpty else { throw SystemError(code: EISDIR, call: "open") }
      folder = try FileDescriptor.open(place, O_RDONLY | O_DIRECTORY)
      partial = try LineFile.partial(in: folder)
    } catch {
      throw Failure.writing(path, error)
    }
  }

  deinit { partial.discard(in: folder) }

  private static func partial(in folder: borrowing FileDescriptor) throws(SystemError)
    -> PartialFile
  {
    for number in 1..<100 {
      do {
        return try PartialFile(
          in: folder, name: "\(PartialFile.prefix)plan-\(getpid())-\(number)\(PartialFile.suffix)")
      } catch  where error.code == EEXIST {
        continue
      }
    }
    throw SystemError(code: EEXIST, call: "open")
  }

  func line(_ body: (inout JSONWriter) -> Void) throws {
    body(&writer)
    buffer += writer.utf8
    buffer.append(UInt8(ascii: "\n"))
    writer = JSONWriter()
    if buffer.count >= 1 << 18 { try flush() }
  }

  /// Writes the last line, brings the file to the disk and gives it its name.
  func finish() throws -> (id: Digest, bytes: Int) {
    try flush()
    var finished = SHA256()
    swap(&finished, &hasher)
    let id = finished.finalize()
    try line { $0.object { $0.member("end", id.description) } }
    try flush()
    do throws(SystemError) {
      try partial.descriptor.sync()
      try partial.rename(to: name, in: folder)
      try folder.syncFolder()
    } catch {
      throw Failure.writing(path, error)
    }
    return (id, count)
  }

  private func flush() throws {
    hasher.update(buffer)
    count += buffer.count
    do throws(SystemError) {
      try partial.descriptor.writeAll(buffer)
    } catch {
      throw Failure.writing(path, error)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
