// SPDX-License-Identifier: MIT
// Part of Platen: `platen history`: past runs, and what has changed since one of them.

import ArgumentParser
import Diagnostics
import Digests
import JSON
import Libc
import Pipeline
import Reports
import Text

/// `platen history`.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List past runs that built something, show one, or compare two.",
    discussion: """
      The last 100 runs are recorded. --compare with one number compares that run with the last.

      EXAMPLES
        platen history
        platen history /srv/maps --run 12
        platen history --compare 12..15
        platen history --compare 12
      """)

  @Argument(
    help:
      "The manifest, or its output directory (default: platen.yaml here or in a folder above).",
    completion: .file())
  var place: String?
  @Option(
    name: .customLong("run"), help: ArgumentHelp("Show what this run changed.", valueName: "n"))
  var single: Int?
  @Option(
    help: ArgumentHelp(
      "Show which outputs differ between the first and the second run.",
      valueName: "n..m"))
  var compare: Span?
  @OptionGroup(title: "General options") var common: CommonOptions

  /// Two runs; the second is the last run by default.
  struct Span: ExpressibleByArgument {
    var first: Int
    var second: Int?

    init?(argument: String) {
      let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
      let numbers = parts.map { Int($0) }
      if parts.count == 1, let first = numbers[0], first >= 0 {
        self.first = first
      } else if parts.count == 3, parts[1].isEmpty, let first = numbers[0], let second = numbers[2],
        first >= 0, second >= 0
      {
        self.first = first
        self.second = second
      } else {
        return nil
      }
    }
  }

  mutating func validate() throws {
    if single != nil, compare != nil {
      throw ValidationError("--run and --compare cannot be used together.")
    }
    if let place, Int(place) != nil, !Files.exists(place) {
      throw ValidationError("No such manifest: \(place); --run \(place) shows a run.")
    }
  }

  func run() throws {
    try common.console.exiting(otherwise: ExitStatus.jobFailed) {
      let root = try RunArgument.root(of: place)
      guard let outputs = Outputs.existing(root: root),
        let history = RunHistory.existing(in: outputs), let last = history.numbers.last
      else {
        throw Failure(
          .error(
            .historyNone, "no run is recorded in \(root)",
            hints: ["platen run builds what the manifest lists"]))
      }
      if let single {
        return printChanges(try found(single, in: history).changes)
      }
      if let compare {
        let second = compare.second ?? last
        for number in [compare.first, second] where number > last {
          _ = try found(number, in: history)
        }
        return printChanges(try history.difference(from: compare.first, to: second))
      }
      for number in history.numbers {
        do {
          list(try found(number, in: history))
        } catch let failure as Failure {
          // The other runs are known nevertheless.
          common.console.report(
            failure.diagnostics.map { .warning($0.code, $0.message, at: $0.place, hints: $0.hints) }
          )
        }
      }
    }
  }

  private func found(_ number: Int, in history: RunHistory) throws -> PastRun {
    if let run = try history.run(number) { return run }
    let known = history.numbers
    throw Failure(
      .error(
        .optionRun, "run \(number) is not recorded",
        hints: ["recorded runs: \(known.first ?? 0) to \(known.last ?? 0)"]))
  }

  // MARK: Output

  private func list(_ run: PastRun) {
    let totals = run.totals
    if common.isJSON {
      var json = JSONWriter()
      json.object { json in
        json.member("event", "run")
        json.member("run", run.number)
        json.member("finished", run.finished)
        json.member("tool", run.tool)
        json.member("built", totals.built)
        json.member("up-to-date", totals.upToDate)
        json.member("failed", totals.failed)
        json.member("cancelled", totals.cancelled)
        json.member("seconds", totals.seconds)
        json.member("changes", run.changes.count)
      }
      return StandardOutput.write(json.text + "\n")
    }
    StandardOutput.write(
      "\(run.number)  \(HistoryCommand.date(run.finished))  \(totals.summary) in "
        + "\(formatted(seconds: totals.seconds))\n")
  }

  private func printChanges(_ changes: [PastRun.Change]) {
    for change in changes {
      let verb =
        if change.outcome == .failed, change.before == change.after {
          "failed"
        } else if change.before == nil {
          "new"
        } else if change.after == nil {
          "gone"
        } else {
          "changed"
        }
      if common.isJSON {
        var json = JSONWriter()
        json.object { json in
          json.member("event", "change")
          json.member("change", verb)
          json.member("path", change.path)
          json.member("job", change.job.isEmpty ? nil : change.job)
          json.member("before", change.before?.description)
          json.member("after", change.after?.description)
        }
        StandardOutput.write(json.text + "\n")
      } else {
        let padding = String(repeating: " ", count: 7 - verb.count)
        let size = change.size.map { "  " + formatted(bytes: $0) } ?? ""
        StandardOutput.write("\(verb)\(padding)  \(printable(change.path))\(size)\n")
      }
    }
  }

  /// Day and time in the local time zone.
  private static func date(_ seconds: Int64) -> String {
    var moment = time_t(seconds)
    var local = tm()
    localtime_r(&moment, &local)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(local.tm_year + 1900)-\(two(local.tm_mon + 1))-\(two(local.tm_mday)) "
      + "\(two(local.tm_hour)):\(two(local.tm_min))"
  }
}
