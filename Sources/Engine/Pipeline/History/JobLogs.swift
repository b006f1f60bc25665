// SPDX-License-Identifier: MIT
// Part of Platen: a log for each job: its stages, their messages, their durations.

public import Diagnostics
internal import Digests
internal import Dispatch
internal import Libc

/// Writes a log for each job of a run into `.platen/logs` of the output directory.
///
/// Logs are for people: no output depends on them, and a run continues without them when they
/// cannot be written. A line is in its file soon after it was logged, so that you can watch a job
/// and see the last step of a killed run. An up-to-date job keeps the log it has.
public final class JobLogs: Sendable {
  /// The folder of logs, below the output directory.
  public static let folder = ".platen/logs"
  /// Bytes a log may have.
  public static let limit = 1 << 20
  /// The bytes of them reserved for the end, which is the most informative part.
  static let reserve = 16 << 10

  private let place: OpenFolder
  private let queue = DispatchQueue(label: "platen.logs")
  /// Jobs that have logged something in this run.
  private let begun = Guarded<Set<String>>([])
  private let files = Guarded<[String: File]>([:])
  private let firstFailure = Guarded<Failure?>(nil)

  /// The file of a job's log.
  private struct File: Sendable {
    var size = 0
    var isCut = false
  }

  /// - Throws: ``Failure`` when the folder cannot be made.
  public init(in outputs: Outputs) throws {
    do {
      place = try outputs.open(
        JobLogs.folder.split(separator: "/").map(String.init), creating: true)
    } catch let error as SystemError {
      throw Failure.writing(JobLogs.folder, error)
    }
  }

  /// Indicates whether a job has logged something in this run.
  func hasBegun(_ job: String) -> Bool { begun.withLock { $0.contains(job) } }

  /// Adds a line to a job's log.
  ///
  /// - Parameters:
  ///   - seconds: since the run began.
  ///   - isEnd: whether it may use the space reserved for the end.
  func addLine(_ text: String, to job: String, at seconds: Double, isEnd: Bool = false) {
    let isFirst = begun.withLock { $0.insert(job).inserted }
    // Lines after the first stand under it.
    let line = JobLogs.column(seconds) + text.replacing("\n", with: "\n           ") + "\n"
    queue.async { [self] in writeLine(Array(line.utf8), to: job, isFirst: isFirst, isEnd: isEnd) }
  }

  /// Waits until everything is written; the first thing that went wrong, if any.
  public func finish() -> Failure? {
    queue.sync {}
    return firstFailure.withLock { $0 }
  }

  private func writeLine(_ bytes: [UInt8], to job: String, isFirst: Bool, isEnd: Bool) {
    var file = files.withLock { $0[job] } ?? File()
    var bytes = bytes
    let room = JobLogs.limit - file.size - (isEnd ? 0 : JobLogs.reserve)
    if bytes.count > room || (file.isCut && !isEnd) {
      guard !file.isCut else { return }
      file.isCut = true
      bytes = Array("… cut here: a log holds at most \(JobLogs.limit) bytes\n".utf8)
      guard file.size + bytes.count <= JobLogs.limit else { return }
    }
    file.size += bytes.count
    files.withLock { $0[job] = file }
    do throws(SystemError) {
      let mode = isFirst ? O_TRUNC : O_APPEND
      let log = try place.descriptor.open(
        JobLogs.fileName(of: job), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | mode, mode: 0o644)
      try log.writeAll(bytes)
    } catch {
      let failure = Failure.writing("\(JobLogs.folder)/\(JobLogs.fileName(of: job))", error)
      firstFailure.withLock { if $0 == nil { $0 = failure } }
    }
  }

  /// The name of a job's log: its id, with characters that file names cannot have written as `%`
  /// and two hex digits; so no two jobs share one. A long id is cut and ends with its digest.
  static func fileName(of job: String) -> String {
    var name = ""
    for scalar in job.unicodeScalars {
      let isUnsafe =
        scalar.value < 32 || scalar.value == 127 || "/\\:*?\"<>|%".unicodeScalars.contains(scalar)
        || (scalar == "." && name.isEmpty)
      if isUnsafe {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        name += (digits.count < 2 ? "%0" : "%") + digits
      } else {
        name.unicodeScalars.append(scalar)
      }
    }
    if name.utf8.count > 200 {
      var start = name.unicodeScalars[...]
      while start.count > 100 || Substring(start).utf8.count > 150 { start.removeLast() }
      name = Substring(start) + "-" + Digest.of(job).description.prefix(16)
    }
    return name + ".log"
  }

  /// Seconds in a column of eleven characters, to the millisecond.
  private static func column(_ seconds: Double) -> String {
    let text = thousandths(seconds)
    return String(repeating: " ", count: max(0, 9 - text.count)) + text + "  "
  }

  /// Seconds with three digits after the point.
  static func thousandths(_ seconds: Double) -> String {
    let count = Int((min(max(seconds, 0), 1e9) * 1000).rounded())
    let rest = String(count % 1000)
    return "\(count / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
