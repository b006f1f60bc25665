// SPDX-License-Identifier: MIT
// Part of Platen: where a run stands, for whoever asks while it goes on.

internal import JSON

/// Where a run stands at a moment.
public struct RunStatus: Hashable, Sendable {
  /// What the run is doing.
  public enum Phase: String, Hashable, Sendable {
    /// Its plan is being made.
    case preparing
    case running
    /// Nothing new starts until it is resumed.
    case paused
    /// Nothing new starts any more.
    case stopping
    /// Every stage has ended.
    case done
  }

  public var phase = Phase.preparing
  /// How many jobs there are.
  public var jobs = 0
  /// How many of them ended, by how.
  public var made = 0
  public var unchanged = 0
  public var failed = 0
  public var cancelled = 0
  /// Seconds worked so far; pauses do not count.
  public var workingSeconds = 0.0

  public init() {}

  /// The status as a line of JSON, without the newline.
  public var jsonLine: String {
    var json = JSONWriter()
    json.object { json in
      json.member("phase", phase.rawValue)
      json.member("jobs", jobs)
      json.member("made", made)
      json.member("unchanged", unchanged)
      json.member("failed", failed)
      json.member("cancelled", cancelled)
      json.member("working-seconds", workingSeconds.roundedToMicroseconds)
    }
    return json.text
  }
}
