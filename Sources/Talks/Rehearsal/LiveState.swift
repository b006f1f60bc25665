// SPDX-License-Identifier: MIT
// Part of Platen: the state of a live talk, and its JSON in both of Toboggan's protocols.

public import JSON

/// The state of a live talk: its slide, the number of steps shown, and the time of the clock.
///
/// These are the states of Toboggan's older protocol, which has a clock; those of today's are the
/// same with fewer fields. Slides and steps count from 0, times are milliseconds.
public enum LiveState: Hashable, Sendable {
  /// The talk has not begun.
  case initial
  /// The clock is stopped.
  case paused(current: Int?, step: Int, total: Int64)
  /// The clock has run since then, on top of what it had.
  case running(since: LiveTimestamp, current: Int, step: Int, total: Int64)
  /// The last slide is over.
  case done(current: Int, step: Int, total: Int64)

  /// The slide shown; nil before the first.
  public var current: Int? {
    switch self {
    case .initial: nil
    case .paused(let current, _, _): current
    case .running(_, let current, _, _), .done(let current, _, _): current
    }
  }

  public var step: Int {
    switch self {
    case .initial: 0
    case .paused(_, let step, _), .running(_, _, let step, _), .done(_, let step, _): step
    }
  }

  public var isRunning: Bool {
    if case .running = self { true } else { false }
  }

  /// The time of the clock, in milliseconds.
  public func total(at now: LiveTimestamp) -> Int64 {
    switch self {
    case .initial: return 0
    case .paused(_, _, let total), .done(_, _, let total): return total
    case .running(let since, _, _, let total):
      let (sum, overflow) = total.addingReportingOverflow(now.elapsed(since: since))
      return overflow ? .max : sum
    }
  }
}

/// A way to write states.
public enum LiveDialect: String, Hashable, Sendable {
  /// The states that Toboggan writes today: no pause, no clock. A pause is written as running, for
  /// the slide is shown as before.
  case today
  /// The states that Toboggan wrote until the end of 2025, with `Paused`, `since` and
  /// `total_duration`.
  case timed
}

extension LiveState {
  /// Writes the state: `{"state": "Running", …}`.
  public func write(to json: inout JSONWriter, in dialect: LiveDialect) {
    let isTimed = dialect == .timed
    func write(
      _ name: String, since: LiveTimestamp? = nil, _ current: Int?, _ step: Int, _ total: Int64,
      to json: inout JSONWriter
    ) {
      json.object { json in
        json.member("state", name)
        if isTimed, let since { json.member("since", since.description) }
        json.key("current")
        if let current { json.int(current) } else { json.null() }
        json.member("current_step", step)
        if isTimed {
          json.key("total_duration")
          json.object { json in
            json.member("secs", total / 1000)
            json.member("nanos", total % 1000 * 1_000_000)
          }
        }
      }
    }
    switch self {
    case .initial: json.object { json in json.member("state", "Init") }
    case .paused(nil, _, _) where !isTimed: json.object { json in json.member("state", "Init") }
    case .paused(let current, let step, let total):
      write(isTimed ? "Paused" : "Running", current, step, total, to: &json)
    case .running(let since, let current, let step, let total):
      write("Running", since: since, current, step, total, to: &json)
    case .done(let current, let step, let total): write("Done", current, step, total, to: &json)
    }
  }

  /// Reads a state as the older protocol writes it.
  init(json: JSONValue) throws(LiveError) {
    guard let name = json["state"]?.string else {
      throw LiveError("a state requires its name as \"state\"")
    }
    func count(_ key: String) throws(LiveError) -> Int {
      guard let number = json[key]?.int, number >= 0 else {
        throw LiveError("\(name) has no number as \"\(key)\"")
      }
      return number
    }
    func total() throws(LiveError) -> Int64 {
      let value = json["total_duration"]
      guard let seconds = value?["secs"]?.int, let nanos = value?["nanos"]?.int,
        (0...(1 << 40)).contains(seconds), (0..<1_000_000_000).contains(nanos)
      else { throw LiveError("\(name) has no \"total_duration\" of \"secs\" and \"nanos\"") }
      return Int64(seconds) * 1000 + Int64(nanos) / 1_000_000
    }
    switch name {
    case "Init": self = .initial
    case "Paused":
      let isNone = json["current"]?.isNull ?? true
      self = .paused(
        current: isNone ? nil : try count("current"), step: try count("current_step"),
        total: try total())
    case "Running":
      guard let since = json["since"]?.string.flatMap({ LiveTimestamp($0) }) else {
        throw LiveError("Running has no moment as \"since\"")
      }
      self = .running(
        since: since, current: try count("current"), step: try count("current_step"),
        total: try total())
    case "Done":
      self = .done(
        current: try count("current"), step: try count("current_step"), total: try total())
    default:
      throw LiveError("unknown state \"\(name)\"")
    }
  }
}

extension LiveState {
  /// The state in a few words, for messages: `Running on slide 3, step 1, 0:42`.
  public var summary: String {
    func describe(_ name: String, _ total: Int64) -> String {
      let slide = current.map { "slide \($0 + 1)" } ?? "no slide"
      return "\(name) on \(slide), step \(step), \(DurationFormat.text(total))"
    }
    switch self {
    case .initial: return "Init"
    case .paused(_, _, let total): return describe("Paused", total)
    case .running(let since, _, _, let total):
      return describe("Running", total) + " since \(since)"
    case .done(_, _, let total): return describe("Done", total)
    }
  }
}

/// Spans of time as people read them.
public enum DurationFormat {
  /// `m:ss`, with hours before it where there are any; milliseconds are cut off.
  public static func text(_ milliseconds: Int64) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = milliseconds.magnitude / 1000
    let (hours, minutes, rest) = (
      Int64(seconds / 3600), Int64(seconds / 60 % 60), Int64(seconds % 60)
    )
    let sign = milliseconds < 0 && seconds > 0 ? "\u{2212}" : ""
    return sign + (hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))")
  }
}
