// SPDX-License-Identifier: MIT
// Part of Platen: the jobs of a run with their states, as they change, for its followers.

internal import Diagnostics
internal import Digests
internal import JSON
internal import Libc

/// The jobs of a run that is under way, with their states and the outputs published so far.
///
/// Each change of a job raises the revision, so that a follower only needs the changes since the
/// last one.
final class RunProgress: Sendable {
  private struct Content: Sendable {
    /// The identifier that distinguishes this run from others.
    var run = ""
    var jobs: [Job] = []
    var outputs: [[OutputRecord]] = []
    /// The number of stages of each job that are under way.
    var underWay: [Int] = []
    /// The outcomes of jobs; nil while they have not ended.
    var outcomes: [Outcome?] = []
    var seconds: [Double] = []
    var errors: [Int: [Diagnostic]] = [:]
    /// The job of each revision, from 1; only the last one of a job counts.
    var log: [Int] = []
    var latest: [Int] = []

    mutating func change(_ job: Int) {
      log.append(job)
      latest[job] = log.count
    }
  }

  private let content = Guarded(Content())

  /// An answer ends with the job that takes it past so many bytes.
  private static let answerSize = 256 << 10
  /// The most outputs of one job that are listed individually.
  private static let outputLimit = 1000

  /// Begins with the jobs of a plan, none of which has started.
  func begin(_ jobs: [Job], outputs: [[OutputRecord]]) {
    content.withLock { content in
      content = Content()
      content.run = "\(getpid())-\(Int64(Clock.wall() * 1e6))"
      content.jobs = jobs
      content.outputs = outputs
      content.underWay = [Int](repeating: 0, count: jobs.count)
      content.outcomes = [Outcome?](repeating: nil, count: jobs.count)
      content.seconds = [Double](repeating: 0, count: jobs.count)
      content.log = Array(jobs.indices)
      content.latest = jobs.indices.map { $0 + 1 }
    }
  }

  /// Notes that a stage of those jobs has started, or is being published.
  func stageStarted(of jobs: [Int]) {
    content.withLock { content in
      for job in jobs {
        content.underWay[job] += 1
        if content.underWay[job] == 1 { content.change(job) }
      }
    }
  }

  /// Notes that such a stage has ended.
  func stageEnded(of jobs: [Int]) {
    content.withLock { content in
      for job in jobs {
        content.underWay[job] -= 1
        if content.underWay[job] == 0, content.outcomes[job] == nil { content.change(job) }
      }
    }
  }

  /// Notes the outcome of an output.
  func note(_ output: OutputRecord, at index: Int, of job: Int) {
    content.withLock { content in
      content.outputs[job][index] = output
      content.change(job)
    }
  }

  /// Notes how a job ended.
  func end(
    _ job: Int, _ outcome: Outcome, seconds: Double, outputs: [OutputRecord], errors: [Diagnostic]
  ) {
    content.withLock { content in
      content.outcomes[job] = outcome
      content.outputs[job] = outputs
      content.seconds[job] = seconds
      if !errors.isEmpty { content.errors[job] = errors }
      content.change(job)
    }
  }

  /// The jobs that have changed since a revision, in the order of their changes, as a line of JSON
  /// without its newline: `run`, `revision` (the one to continue from), `more`, `jobs`.
  func jsonLine(since revision: Int) -> String {
    let content = content.withLock { $0 }
    var json = JSONWriter()
    json.object { json in
      json.member("run", content.run)
      var next = min(max(0, revision), content.log.count)
      json.member(
        "jobs",
        array: { json in
          while next < content.log.count, json.utf8.count < RunProgress.answerSize {
            let job = content.log[next]
            next += 1
            if content.latest[job] == next { RunProgress.write(job, of: content, to: &json) }
          }
        })
      json.member("revision", next)
      json.member("more", next < content.log.count)
    }
    return json.text
  }

  private static func write(_ number: Int, of content: Content, to json: inout JSONWriter) {
    let job = content.jobs[number]
    let outcome = content.outcomes[number]
    let open = content.underWay[number] > 0 ? "running" : "waiting"
    json.object { json in
      json.member("number", number)
      json.member("id", job.id)
      json.member("kind", job.kind)
      json.member("tags", job.tags)
      json.member("outcome", outcome?.rawValue ?? open)
      json.member("seconds", content.seconds[number].roundedToMicroseconds)
      json.member(
        "errors",
        array: { json in
          for error in content.errors[number] ?? [] {
            json.object { json in
              json.member("text", error.line)
              json.member("hints", error.hints)
            }
          }
        })
      let outputs = content.outputs[number]
      json.member(
        "outputs",
        array: { json in
          for output in outputs.prefix(outputLimit) {
            writeOutput(output, isOpen: outcome == nil, open: open, to: &json)
          }
        })
      json.member("omitted", max(0, outputs.count - outputLimit))
    }
  }

  private static func writeOutput(
    _ output: OutputRecord, isOpen: Bool, open: String, to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("path", output.files.first?.path ?? output.path)
      // Until its job has ended, an output that is not there is one that is still to come.
      json.member(
        "outcome", isOpen && output.outcome == .skipped ? open : output.outcome.rawValue)
      json.member("size", optional: output.size)
      json.member("width", optional: output.facts.width)
      json.member("height", optional: output.facts.height)
      json.member("pages", optional: output.facts.pages)
      json.member("files", optional: output.files.isEmpty ? nil : output.files.count)
      json.member("sha256", (output.files.first?.digest ?? output.digest)?.description)
    }
  }
}
