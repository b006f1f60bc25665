// SPDX-License-Identifier: MIT
// Part of Platen: the last run's figures in OpenMetrics' text, for a collector that reads files.

internal import JSON
package import Pipeline

/// The figures of a run as OpenMetrics 1.0 text, all of them gauges: they are of the last run, and
/// the next may be smaller. The node exporter's textfile collector reads it as it is.
package enum OpenMetrics {
  /// - Parameters:
  ///   - record: the record of the run.
  ///   - root: the output directory, which identifies a run's series.
  ///   - status: the exit status of the process.
  ///   - finished: when the run ended, in seconds since 1970.
  package static func text(
    _ record: RunRecord, root: String, status: Int32, finished: Int64
  ) -> [UInt8] {
    let totals = record.totals
    var text = Writer(root: root)
    text.family("platen_build_info", "gauge", "The program that ran.")
    text.sample("platen_build_info", [("tool", record.tool)], 1)
    text.family("platen_jobs", "gauge", "Jobs by outcome.")
    for (word, count) in [
      ("built", totals.built), ("up-to-date", totals.upToDate), ("failed", totals.failed),
      ("cancelled", totals.cancelled),
    ] { text.sample("platen_jobs", [("outcome", word)], Double(count)) }
    let outputs = record.jobs.flatMap(\.outputs)
    text.family("platen_outputs", "gauge", "Outputs by outcome.")
    for outcome in Outcome.allCases {
      let count = outputs.count { $0.outcome == outcome }
      text.sample("platen_outputs", [("outcome", outcome.rawValue)], Double(count))
    }
    text.family("platen_output_bytes", "gauge", "Bytes of all outputs.", unit: "bytes")
    text.sample("platen_output_bytes", [], Double(outputs.reduce(0) { $0 + ($1.size ?? 0) }))
    text.family("platen_warnings", "gauge", "Warnings.")
    text.sample("platen_warnings", [], Double(totals.warnings))
    text.family("platen_run_seconds", "gauge", "Duration of the run.", unit: "seconds")
    text.sample("platen_run_seconds", [], totals.seconds)
    text.family("platen_run_cpu_seconds", "gauge", "CPU time of stages.", unit: "seconds")
    text.sample("platen_run_cpu_seconds", [], totals.cpuSeconds)
    stages(record, &text)
    text.family("platen_exit_status", "gauge", "Exit status of the process; 0 is success.")
    text.sample("platen_exit_status", [], Double(status))
    text.family(
      "platen_run_end_timestamp_seconds", "gauge", "End of the run, in Unix time.",
      unit: "seconds")
    text.sample("platen_run_end_timestamp_seconds", [], Double(finished))
    return Array((text.text + "# EOF\n").utf8)
  }

  /// The total time of stages of each name, each stage once however many jobs share it.
  private static func stages(_ record: RunRecord, _ text: inout Writer) {
    var seen: Set<Key> = []
    var sums: [String: (count: Int, seconds: Double)] = [:]
    for stage in record.jobs.lazy.flatMap(\.stages)
    where stage.outcome == .built && stage.seconds > 0 && seen.insert(stage.key).inserted {
      sums[stage.name, default: (0, 0)].count += 1
      sums[stage.name, default: (0, 0)].seconds += stage.seconds
    }
    let names = sums.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    text.family("platen_stages", "gauge", "Stages that ran, by name.")
    for name in names {
      text.sample("platen_stages", [("stage", name)], Double(sums[name]?.count ?? 0))
    }
    text.family("platen_stage_seconds", "gauge", "Duration of stages, by name.", unit: "seconds")
    for name in names {
      text.sample("platen_stage_seconds", [("stage", name)], sums[name]?.seconds ?? 0)
    }
  }

  private struct Writer {
    var text = ""
    let root: String

    init(root: String) { self.root = root }

    mutating func family(_ name: String, _ kind: String, _ help: String, unit: String? = nil) {
      text += "# TYPE \(name) \(kind)\n"
      if let unit { text += "# UNIT \(name) \(unit)\n" }
      text += "# HELP \(name) \(help)\n"
    }

    mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
      let labels = ([("root", root)] + labels).map { "\($0)=\"\(Writer.escaped($1))\"" }
      text += "\(name){\(labels.joined(separator: ","))} \(Writer.number(value))\n"
    }

    private static func number(_ value: Double) -> String {
      value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : JSONWriter.format(value)
    }

    private static func escaped(_ text: String) -> String {
      text.map { character in
        switch character {
        case "\\": "\\\\"
        case "\"": "\\\""
        case "\n", "\r", "\r\n": "\\n"
        default: String(character)
        }
      }.joined()
    }
  }
}
