// SPDX-License-Identifier: MIT
// Part of Platen: the facts about a run before its first job: missing inputs, the amount of work
// and of output, and the free space.

public import Diagnostics
internal import JSON

/// The facts about a run with something to build, before its first job.
public struct Preflight: Hashable, Sendable {
  /// Outputs that are not known to be up to date; a change may have no effect.
  public var outputs: Int
  /// Jobs that cannot be built, because their input is missing.
  public var missing: Int
  /// Seconds it may take, from how long stages took before; nil when unknown.
  public var seconds: Double?
  /// Bytes those outputs had the last time, nil when none of them is known.
  public var bytes: Int?
  /// The free bytes at the output directory; nil when unknown.
  public var free: Int?
  /// Bytes that the largest of its stages may take.
  public var memory: Int
  /// The warnings about a lack of space or memory.
  public var warnings: [Diagnostic]

  public init(
    outputs: Int, missing: Int, seconds: Double?, bytes: Int?, free: Int?, memory: Int,
    warnings: [Diagnostic]
  ) {
    self.outputs = outputs
    self.missing = missing
    self.seconds = seconds
    self.bytes = bytes
    self.free = free
    self.memory = memory
    self.warnings = warnings
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("outputs", outputs)
    json.member("missing", missing)
    json.key("seconds")
    if let seconds { json.double(seconds.roundedToMicroseconds) } else { json.null() }
    json.member("bytes", optional: bytes)
    json.member("free", optional: free)
    json.member("memory", memory)
    json.member("diagnostics", warnings)
  }
}

extension Preflight {
  /// Any disk in use as a target has more than this free.
  private static let reserve = 16 << 20

  /// Returns the warnings.
  static func warnings(
    bytes: Int?, free: Int?, root: String, memory: Int, heaviest: String, budget: Int
  ) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    if let free, free < max(bytes ?? 0, reserve) {
      let wanted = bytes.map { "\(megabytes($0)) are to be written and " } ?? ""
      warnings.append(
        .warning(
          .outputSpace, "\(wanted)\(megabytes(free)) are free in \(root)",
          hints: ["make room, or choose another place with --output-dir"]))
    }
    if memory > budget, budget > 0 {
      warnings.append(
        .warning(
          .engineMemory,
          "\(heaviest) may take \(megabytes(memory)), more than the \(megabytes(budget)) that stages may "
            + "take together: it runs alone", hints: ["raise the limit with --memory"]))
    }
    return warnings
  }

  private static func megabytes(_ bytes: Int) -> String { "\(max(1, bytes / 1_000_000)) MB" }
}
