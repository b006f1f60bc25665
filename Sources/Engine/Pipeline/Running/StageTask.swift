// SPDX-License-Identifier: MIT
// Part of Platen: the work on a thread of the runner: run a stage, or publish its file.

internal import Diagnostics
internal import Digests

/// The result of a piece of work, made on its thread and read on the engine's.
struct Report: Sendable {
  enum Ending: Sendable {
    /// A value, and its digest where the stage has a digest function and the digest is required.
    case value(any Sendable, Digest?)
    /// A file that is still to be published.
    case written(WrittenFile)
    /// The outcome of publishing at each target.
    case published([Result<Outcome, Failure>])
    /// The store's entry turned out to be unusable.
    case unusable
    case failed(Failure)
    case cancelled
  }
  var ending: Ending
  var warnings: [Diagnostic] = []
  var trace: [Trace.Access] = []
  var seconds = 0.0
  var cpuSeconds = 0.0
}

/// The place of a report between its thread and the engine's.
final class Slot: Sendable {
  private let report = Guarded<Report?>(nil)
  func put(_ value: Report) { report.withLock { $0 = value } }
  func take() -> Report? {
    report.withLock { held in
      defer { held = nil }
      return held
    }
  }
}

/// All a stage needs to run on another thread.
struct StageTask: Sendable {
  let node: StageNode
  let inputs: [any Sendable]
  let targets: [OutputPath]
  let environment: any Environment
  let outputs: Outputs?
  let cancellation: Cancellation
  let spareSlots: SpareSlots?
  /// Indicates whether the digest of the value is required.
  let isDigested: Bool

  func run() -> Report {
    let began = Clock.wall()
    let beganComputing = Clock.thread()
    let tracing = TracingEnvironment(environment)
    let context = StageContext(
      environment: tracing, cancellation: cancellation, spareSlots: spareSlots)
    var warnings: [Diagnostic] = []
    let ending = work(context, &warnings)
    return Report(
      ending: ending, warnings: warnings.map(node.placed), trace: tracing.trace.accesses,
      seconds: Clock.wall() - began,
      cpuSeconds: Clock.thread() - beganComputing + context.helpersSeconds.withLock { $0 })
  }

  private func work(_ context: StageContext, _ warnings: inout [Diagnostic]) -> Report.Ending {
    do {
      try cancellation.check()
      switch node.work {
      case .value(let run, let digest):
        let result = try run(context, inputs)
        warnings = result.warnings
        return .value(result.value, isDigested ? digest?(result.value) : nil)
      case .file(let work):
        guard let outputs else {
          throw Failure(.error(.engine, "a file stage ran without an output directory"))
        }
        let written = try outputs.write(
          targets, check: work.check, cancellation: cancellation
        ) { try work.write(context, $0, inputs) }
        warnings = written.warnings
        return .written(written)
      }
    } catch let stop where stop is Cancelled || stop is CancellationError {
      return cancellation.isCancelled
        ? .cancelled
        : .failed(Failure(.error(.stage, "\(node.name) stopped without a request")))
    } catch let failure as Failure {
      return .failed(Failure(failure.diagnostics.map(node.placed), isPassing: failure.isPassing))
    } catch let error as SystemError {
      return .failed(Failure.writing(targets.first?.text ?? "a temporary file", error))
    } catch {
      return .failed(Failure(.error(.stage, "\(node.name) failed: \(error)")))
    }
  }
}

/// All that is needed to publish a stage's file on another thread.
struct Publication: Sendable {
  enum Source: Sendable {
    case written(WrittenFile)
    case kept(FileArtifact)
  }
  let source: Source
  let targets: [OutputPath]
  /// The places of the targets in the manifest.
  let places: [SourceLocation?]
  /// The accesses of the stages before it: it must not replace a file that they have read.
  let accesses: [[Trace.Access]]
  let environment: any Environment
  let outputs: Outputs
  let store: (any ResultStore)?
  /// The store's entries for it.
  let actions: [(ActionKey, Action)]

  func run() -> Report {
    let began = Clock.wall()
    let beganComputing = Clock.thread()
    let ending = publish()
    return Report(
      ending: ending, seconds: Clock.wall() - began,
      cpuSeconds: Clock.thread() - beganComputing)
  }

  private func publish() -> Report.Ending {
    switch source {
    case .written(let written):
      // First kept, then published: a run that is killed in between finds the work done.
      if let store {
        let descriptor = written.place.partial.descriptor.number
        unsafe store.keep(written.file.digest, size: written.file.size, descriptor: descriptor) {
          try unsafe written.place.partial.descriptor.readFull($0, at: $1)
        }
        // Before the actions, which write the notes until then to the disk.
        if let thumbnail = written.thumbnail {
          store.keep(thumbnail: thumbnail, of: written.file.digest)
        }
        for (key, action) in actions { store.record(action, for: key) }
      }
      return .published(
        outputs.publish(
          written, at: targets, refusing: refusals(of: written.file), noting: store?.digests))
    case .kept(let file):
      guard let store else { return .unusable }
      do throws(StoreDamage) {
        let results = try outputs.restore(
          file, at: targets, refusing: refusals(of: file), from: store)
        for (key, action) in actions { store.record(action, for: key) }
        return .published(results)
      } catch { return .unusable }
    }
  }

  /// The reasons why a file, or a set of files, is not published at targets, by their positions: an
  /// input is what is there.
  private func refusals(of file: FileArtifact) -> [Int: Failure] {
    let paths: [[OutputPath]] = targets.map { target in
      guard target.placeholder != nil else { return [target] }
      // What fills a folder may update files of it that it has read.
      return target.fillsFolder
        ? [] : file.members.compactMap { try? target.filled(with: $0.name) }
    }
    let statuses = paths.map(outputs.statuses)
    guard statuses.contains(where: { $0.contains { $0 != nil } }) else { return [:] }
    var names: [FileIdentity: String] = [:]
    var looked: Set<String> = []
    for case .file(let path, _, _) in accesses.joined() where looked.insert(path).inserted {
      if let status = try? environment.status(path) { names[status.identity] = path }
    }
    var refusals: [Int: Failure] = [:]
    for index in targets.indices {
      let faults = zip(paths[index], statuses[index]).compactMap { path, status in
        status.flatMap { names[$0.identity] }.map {
          Diagnostic.overwriting($0, path, at: places[index])
        }
      }
      if !faults.isEmpty { refusals[index] = Failure(faults) }
    }
    return refusals
  }
}
