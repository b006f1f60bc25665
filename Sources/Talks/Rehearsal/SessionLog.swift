// SPDX-License-Identifier: MIT
// Part of Platen: a session as a log: events with their time and state, a line of JSON each.

public import Diagnostics
internal import JSON

/// The log of a session.
///
/// The first line names the talk: `{"session": 1, "time": …, "talk": …, "state": …}`. Each further
/// line has a `time` (RFC 3339), the `state` after it as the older protocol writes it, and one of
/// `command`, `talk` (the talk was changed, or the session was resumed) and `end` (no viewer was
/// connected any more).
public struct SessionLog: Hashable, Sendable {
  public enum Event: Hashable, Sendable {
    case talk(LiveTalk)
    case command(LiveCommand)
    case end
  }

  public struct Entry: Hashable, Sendable {
    public var time: LiveTimestamp
    public var event: Event
    /// The state after the event.
    public var state: LiveState

    public init(time: LiveTimestamp, event: Event, state: LiveState) {
      self.time = time
      self.event = event
      self.state = state
    }
  }

  /// The version of the format.
  public static let version = 1

  public private(set) var entries: [Entry]

  /// The entry as a line, with its line feed.
  ///
  /// - Parameter isFirst: Whether it begins a log.
  public static func line(_ entry: Entry, isFirst: Bool = false) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      if isFirst { json.member("session", version) }
      json.member("time", entry.time.description)
      switch entry.event {
      case .talk(let talk):
        json.key("talk")
        talk.write(to: &json)
      case .command(let command):
        json.key("command")
        command.write(to: &json)
      case .end: json.member("end", true)
      }
      json.key("state")
      entry.state.write(to: &json, in: .timed)
    }
    return json.utf8 + [0x0A]
  }
}

extension SessionLog {
  /// The limits on the size of a log.
  public struct Limits: Sendable {
    public var entries = 200_000
    /// Bytes of a line: the first one holds the titles of the talk.
    public var line = 8 << 20
    public init() {}
  }

  /// Reads a log and plays it through the machine: the state the log has after a command must be the
  /// state the command leads to.
  ///
  /// A last line that is cut off, as of a process that was killed, is skipped with a warning.
  ///
  /// - Throws: `Failure` `session.*` with the line that is wrong, and why.
  public static func read(
    _ bytes: [UInt8], limits: Limits = Limits()
  ) throws(Failure) -> Diagnosed<SessionLog> {
    var reading = Reading()
    var warnings: [Diagnostic] = []
    var rest = bytes[...]
    var number = 0
    while !rest.isEmpty {
      number += 1
      let end = rest.firstIndex(of: 0x0A)
      let line = Array(rest[..<(end ?? rest.endIndex)])
      rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
      do throws(LiveError) {
        guard reading.entries.count < limits.entries else {
          throw LiveError("the log has more than \(limits.entries) entries")
        }
        guard line.count <= limits.line else {
          throw LiveError("the line has more than \(limits.line) bytes")
        }
        try reading.take(line, number: number)
      } catch {
        if end == nil, !reading.entries.isEmpty {
          warnings.append(
            .warning(
              .sessionCut, "the last line is cut off and is skipped",
              at: SourceLocation(line: number)))
          break
        }
        throw Failure(
          .error(
            .sessionLine, error.message, at: SourceLocation(line: number),
            hints: number == 1
              ? ["a log is what platen serve --log wrote"]
              : ["the lines before it are whole: cut the log before line \(number) to use them"]))
      }
    }
    guard !reading.entries.isEmpty else {
      throw Failure(
        .error(
          .sessionEmpty, "this log is empty",
          hints: ["a log is what platen serve --log wrote"]))
    }
    for line in reading.backwards.prefix(1) {
      warnings.append(
        .warning(
          .sessionTime,
          "the clock went backwards \(reading.backwards.count == 1 ? "once" : "\(reading.backwards.count) times")"
            + "; no time passed there", at: SourceLocation(line: line)))
    }
    return Diagnosed(SessionLog(entries: reading.entries), warnings: warnings)
  }

  /// The log so far.
  private struct Reading {
    var entries: [Entry] = []
    var machine: LiveMachine?
    /// Lines that are earlier than those before them.
    var backwards: [Int] = []

    mutating func take(_ line: [UInt8], number: Int) throws(LiveError) {
      let document: JSONDocument
      do {
        document = try JSONDocument(parsing: line, limits: .init(bytes: line.count, depth: 16))
      } catch {
        throw LiveError("invalid JSON: \(error.message), in column \(error.column)")
      }
      let root = document.root
      guard root.kind == .object else { throw LiveError("expected a JSON object") }
      guard let time = root["time"]?.string.flatMap({ LiveTimestamp($0) }) else {
        throw LiveError("expected a moment as \"time\", such as \"2026-05-01T09:00:00.000Z\"")
      }
      guard let written = root["state"] else { throw LiveError("missing \"state\"") }
      let state = try LiveState(json: written)
      let event = try event(root)
      if let last = entries.last, time < last.time { backwards.append(number) }
      let come = try apply(event, at: time, state)
      guard come == state else {
        throw LiveError(
          "the log has the state \(state.summary), but the event leads to \(come.summary)")
      }
      entries.append(Entry(time: time, event: event, state: state))
    }

    private func event(_ root: JSONValue) throws(LiveError) -> Event {
      if let talk = root["talk"] {
        if entries.isEmpty {
          guard let version = root["session"]?.int else {
            throw LiveError(
              "this is not the log of a session: its first line has no \"session\"")
          }
          guard version == SessionLog.version else {
            throw LiveError(
              "the log is of version \(version), and this reads version \(SessionLog.version)")
          }
        }
        return .talk(try LiveTalk(json: talk))
      }
      guard !entries.isEmpty else {
        throw LiveError("this is not the log of a session: its first line has no \"talk\"")
      }
      if let command = root["command"] { return .command(try LiveCommand(json: command)) }
      guard root["end"]?.bool == true else {
        throw LiveError("expected \"command\", \"talk\" or \"end\"")
      }
      return .end
    }

    private mutating func apply(
      _ event: Event, at time: LiveTimestamp, _ state: LiveState
    ) throws(LiveError) -> LiveState {
      guard var machine else {
        guard case .talk(let talk) = event else { return state }
        // A log may begin in the midst of a talk.
        let slides = talk.slides
        if let current = state.current, !slides.indices.contains(current) {
          throw LiveError("the log is on slide \(current + 1) of \(slides.count)")
        }
        guard state.step <= (state.current.map { slides[$0].steps } ?? 0) else {
          throw LiveError("the log is on step \(state.step) of a slide that has fewer")
        }
        machine = LiveMachine(talk, state: state)
        return state
      }
      defer { self.machine = machine }
      switch event {
      case .talk(let talk): return machine.change(to: talk, at: time)
      case .end: return machine.state
      case .command(let command):
        if case .refusal(let why) = machine.apply(command, at: time) { throw LiveError(why) }
        return machine.state
      }
    }
  }

  /// The talk as it was last, and where it was left.
  public var machine: LiveMachine {
    var talk = LiveTalk(title: "", slides: [])
    for entry in entries {
      if case .talk(let changed) = entry.event { talk = changed }
    }
    return LiveMachine(talk, state: entries.last?.state ?? .initial)
  }
}
