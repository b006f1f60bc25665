// SPDX-License-Identifier: MIT
// Part of Platen: the log file of a session, written line by line.

import Diagnostics
import Libc
import Pipeline
import Rehearsal

/// The log of a session in progress. However the process ends, the lines written before are intact.
final class SessionFile {
  private let path: String
  private let descriptor: Int32
  /// The initial state of the session.
  let machine: LiveMachine
  /// Indicates whether a write failed; the talk continues nevertheless.
  private(set) var hasFailed = false

  /// Opens the log, and writes the beginning of the session.
  ///
  /// - Parameters:
  ///   - isContinued: Whether the log exists and its session continues.
  ///   - talk: The talk to show.
  /// - Throws: `Failure` when it cannot be opened, exists unexpectedly, or is damaged.
  init(
    _ path: String, isContinued: Bool, showing talk: LiveTalk, report: ([Diagnostic]) -> Void
  ) throws(Failure) {
    self.path = path
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    let now = SessionFile.now
    guard isContinued, Files.exists(path) else {
      descriptor = open(path, flags | O_EXCL, 0o644)
      guard descriptor >= 0 else {
        throw errno == EEXIST
          ? Failure(
            .error(
              .optionLog, "\(path) already exists",
              hints: ["continue its session with --resume", "or name another file"]))
          : SessionFile.refusal(path, "written")
      }
      machine = LiveMachine(talk)
      writeLine(
        SessionLog.line(
          .init(time: now, event: .talk(talk), state: machine.state), isFirst: true), report: report
      )
      return
    }
    let bytes = try SessionFile.bytes(of: path)
    let log: Diagnosed<SessionLog>
    do throws(Failure) {
      log = try SessionLog.read(bytes)
    } catch {
      throw error.inFile(path)
    }
    report(log.warnings.map { $0.inFile(path) })
    descriptor = open(path, flags, 0o644)
    guard descriptor >= 0 else { throw SessionFile.refusal(path, "written") }
    // An incomplete line of a killed process is removed.
    let isCut = log.warnings.contains { $0.code == .sessionCut }
    let end = isCut ? (bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) : bytes.count
    guard ftruncate(descriptor, off_t(end)) == 0 else { throw SessionFile.refusal(path, "cut") }
    var continued = log.value.machine
    let state = continued.change(to: talk, at: now)
    machine = continued
    if !isCut, bytes.last != 0x0A { writeLine([0x0A], report: report) }
    writeLine(SessionLog.line(.init(time: now, event: .talk(talk), state: state)), report: report)
  }

  deinit { close(descriptor) }

  func append(_ entry: SessionLog.Entry, report: ([Diagnostic]) -> Void) {
    writeLine(SessionLog.line(entry), report: report)
  }

  /// Writes the end of the session, and waits until it is on the disk.
  func end(at moment: LiveTimestamp, state: LiveState, report: ([Diagnostic]) -> Void) {
    append(.init(time: moment, event: .end, state: state), report: report)
    if fsync(descriptor) != 0, errno != EINVAL { fail(report) }
  }

  private static var now: LiveTimestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return LiveTimestamp(
      milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  private func writeLine(_ bytes: [UInt8], report: ([Diagnostic]) -> Void) {
    if !bytes.withUnsafeBytes({ writeAll(descriptor, $0) }) { fail(report) }
  }

  private func fail(_ report: ([Diagnostic]) -> Void) {
    guard !hasFailed else { return }
    hasFailed = true
    report(SessionFile.refusal(path, "written").diagnostics)
  }

  private static func bytes(of path: String) throws(Failure) -> [UInt8] {
    do {
      return try DiskEnvironment().read(path, limit: 256 << 20).bytes
    } catch let failure as Failure {
      throw failure
    } catch {
      throw refusal(path, "read")
    }
  }

  private static func refusal(_ path: String, _ verb: String) -> Failure {
    Failure(
      .error(
        .outputWrite, "the log \(path) cannot be \(verb): \(systemErrorText(errno))"))
  }
}
