// SPDX-License-Identifier: MIT
// Part of Platen: the actual time of each slide compared with its planned time.

public import Diagnostics

/// The result of a rehearsal: time for each slide and each of its steps, against the plan.
///
/// A log may hold several runs through the talk; each reset of the clock begins another one. The
/// report covers the longest, since false starts and returns to the cover are short. Times are in
/// milliseconds.
public struct RehearsalReport: Hashable, Sendable {
  /// The plan for a slide of the talk as it is now.
  public struct Plan: Hashable, Sendable {
    public var title: String
    /// The number of parts that appear later.
    public var steps: Int
    /// The slide's planned seconds; nil if the talk does not specify any.
    public var planned: Int?
    /// The estimated seconds to speak its words.
    public var estimated: Int

    public init(title: String, steps: Int, planned: Int?, estimated: Int) {
      self.title = title
      self.steps = steps
      self.planned = planned
      self.estimated = estimated
    }

    /// The planned seconds, or the estimated ones.
    public var seconds: Int { planned ?? estimated }
  }

  /// A run through the talk.
  public struct Run: Hashable, Sendable {
    public var began: LiveTimestamp
    public var ended: LiveTimestamp
    /// The time the clock ran.
    public var spent: Int64
    /// Indicates whether it came to the talk's end.
    public var isDone: Bool
  }

  public struct Row: Hashable, Sendable {
    /// From 1, of the slides that are shown.
    public var number: Int
    public var plan: Plan
    public var spent: Int64
    /// The number of times it was shown.
    public var visits: Int
    /// The time for each number of steps shown, from 0.
    public var steps: [Int64]

    /// The time beyond the plan; negative for shorter.
    public var over: Int64 { spent - Int64(plan.seconds) * 1000 }
    /// The most steps that were shown.
    public var stepsShown: Int { steps.lastIndex { $0 > 0 } ?? 0 }
  }

  public var title: String
  public var runs: [Run]
  /// The run this report is of.
  public var run: Int
  public var rows: [Row]
  /// The time of the run while the clock was stopped.
  public var paused: Int64

  public var spent: Int64 { rows.reduce(0) { $0 + $1.spent } }
  /// Seconds planned for all slides.
  public var planned: Int { rows.reduce(0) { $0 + $1.plan.seconds } }
  public var over: Int64 { spent - Int64(planned) * 1000 }
  /// The number of slides with a planned time.
  public var plannedSlides: Int { rows.filter { $0.plan.planned != nil }.count }
  public var slidesShown: Int { rows.filter { $0.visits > 0 }.count }

  /// Makes the report.
  ///
  /// - Parameters:
  ///   - plan: The slides of the talk as it is now. Slides of the log are found in it by their
  ///     titles, or by their place where nothing but titles was changed.
  public static func make(
    of log: SessionLog, title: String, plan: [Plan]
  ) -> Diagnosed<RehearsalReport> {
    let now = LiveTalk(title: title, slides: plan.map { LiveTalk.Slide($0.title, steps: $0.steps) })
    var gathering = LogTimes(now)
    for entry in log.entries { gathering.addEntry(entry) }
    let runs = gathering.runs
    let longest = runs.indices.max { (runs[$0].run.spent, $1) < (runs[$1].run.spent, $0) }
    let chosen = longest.map { runs[$0] }
    let rows = plan.indices.map { index in
      let spent = chosen?.slides[index]
      return Row(
        number: index + 1, plan: plan[index], spent: spent?.total ?? 0, visits: spent?.visits ?? 0,
        steps: spent?.padded(to: plan[index].steps + 1) ?? [])
    }
    let report = RehearsalReport(
      title: title, runs: runs.map(\.run), run: longest ?? 0, rows: rows,
      paused: chosen?.paused ?? 0)
    return Diagnosed(report, warnings: gathering.warnings(chosen))
  }
}

/// Computes the time of each slide in each run from the entries of a log.
private struct LogTimes {
  struct SlideTime {
    var total: Int64 = 0
    var visits = 0
    var steps: [Int: Int64] = [:]

    func padded(to count: Int) -> [Int64] {
      (0..<Swift.max(count, (steps.keys.max() ?? -1) + 1)).map { steps[$0] ?? 0 }
    }
  }

  struct RunTimes {
    var run: RehearsalReport.Run
    var slides: [Int: SlideTime] = [:]
    var paused: Int64 = 0
    /// The time on slides that the talk no longer has.
    var lost: Int64 = 0
  }

  private let talk: LiveTalk
  /// The index in the current talk of each slide of the logged talk.
  private var places: [Int?] = []
  private var last: SessionLog.Entry?
  /// The index of the shown slide in the current talk.
  private var shown: Int?
  private var isShown = false
  private(set) var runs: [RunTimes] = []

  init(_ talk: LiveTalk) { self.talk = talk }

  mutating func addEntry(_ entry: SessionLog.Entry) {
    if let last { spend(entry.time.elapsed(since: last.time), in: last.state, until: entry.time) }
    if case .talk(let then) = entry.event { places = then.counterparts(in: talk) }
    if begins(entry) {
      runs.append(
        RunTimes(run: .init(began: entry.time, ended: entry.time, spent: 0, isDone: false)))
      isShown = false
    }
    let slide = entry.state.current.flatMap { $0 < places.count ? places[$0] : nil }
    let isUp = entry.state.current != nil
    if isUp, slide != shown || !isShown, let slide, !runs.isEmpty {
      runs[runs.count - 1].slides[slide, default: SlideTime()].visits += 1
    }
    shown = slide
    isShown = isUp
    if case .done = entry.state, !runs.isEmpty { runs[runs.count - 1].run.isDone = true }
    last = entry
  }

  /// Indicates whether the clock was set to 0.
  private func begins(_ entry: SessionLog.Entry) -> Bool {
    guard case .running(let since, _, _, 0) = entry.state else {
      // The log of a session that was on when it began.
      return runs.isEmpty && entry.state != .initial
    }
    if case .running(since, _, _, 0)? = last?.state { return false }
    return true
  }

  private mutating func spend(_ time: Int64, in state: LiveState, until end: LiveTimestamp) {
    guard !runs.isEmpty else { return }
    let run = runs.count - 1
    switch state {
    case .initial, .done: return
    case .paused: runs[run].paused += time
    case .running(_, _, let step, _):
      runs[run].run.spent += time
      if let shown {
        runs[run].slides[shown, default: SlideTime()].total += time
        runs[run].slides[shown, default: SlideTime()].steps[step, default: 0] += time
      } else {
        runs[run].lost += time
      }
    }
    runs[run].run.ended = end
  }

  func warnings(_ chosen: RunTimes?) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    guard let chosen else {
      return [.warning(.rehearsalNone, "the session never came to a slide")]
    }
    if let last, last.event != .end, last.state.isRunning {
      warnings.append(
        .warning(
          .rehearsalEnd,
          "the log breaks off while the clock runs: how long the last slide was up is not known"))
    }
    if chosen.lost > 0 {
      warnings.append(
        .warning(
          .rehearsalLost,
          "\(DurationFormat.text(chosen.lost)) went to slides that the talk has no longer",
          hints: ["name the talk as it was when it was rehearsed"]))
    }
    return warnings
  }
}
