// SPDX-License-Identifier: MIT
// Part of Platen: a run as JUnit's XML, which build servers show.

internal import Diagnostics
public import Pipeline

/// A run as JUnit's XML: a test case for each job, its class the job's kind.
///
/// A failed job is a failure with what was wrong; one that was cancelled or never begun is skipped;
/// warnings are what a case wrote to standard output. As the schema of Jenkins and Surefire has it.
public enum JUnitReport {
  /// - Parameters:
  ///   - record: what the run did.
  ///   - name: what the suite is called.
  ///   - seconds: how long each job took.
  public static func xml(_ record: RunRecord, name: String, seconds: [String: Double]) -> [UInt8] {
    let failed = record.jobs.count { $0.outcome == .failed }
    let skipped = record.jobs.count { $0.outcome == .cancelled || $0.outcome == .skipped }
    let counts =
      "tests=\"\(record.jobs.count)\" failures=\"\(failed)\" errors=\"0\" skipped=\"\(skipped)\" "
      + "time=\"\(decimal(record.totals.seconds))\""
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<testsuites name=\"\(XML.escaped(record.tool))\" \(counts)>")
    lines.append("  <testsuite name=\"\(XML.escaped(name))\" \(counts)>")
    for job in record.jobs { lines += self.lines(of: job, seconds[job.id] ?? 0) }
    lines += ["  </testsuite>", "</testsuites>", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }

  private static func lines(of job: JobRecord, _ seconds: Double) -> [String] {
    let head =
      "    <testcase classname=\"\(XML.escaped(job.kind))\" name=\"\(XML.escaped(job.id))\" "
      + "time=\"\(decimal(seconds))\""
    var inner: [String] = []
    switch job.outcome {
    case .failed:
      let message = job.errors.first?.line ?? "it failed"
      let text = job.errors.map(\.text).joined(separator: "\n")
      let type = job.errors.first?.code.rawValue ?? "failed"
      inner.append(
        "      <failure message=\"\(XML.escaped(message))\" type=\"\(XML.escaped(type))\">"
          + XML.escaped(text) + "</failure>")
    case .cancelled, .skipped:
      inner.append("      <skipped message=\"\(job.outcome.rawValue)\"/>")
    case .made, .unchanged: break
    }
    let warnings = job.warnings.filter { $0.severity == .warning }
    if !warnings.isEmpty {
      let text = warnings.map(\.text).joined(separator: "\n")
      inner.append("      <system-out>\(XML.escaped(text))</system-out>")
    }
    return inner.isEmpty ? [head + "/>"] : [head + ">"] + inner + ["    </testcase>"]
  }

  private static func decimal(_ seconds: Double) -> String {
    let count = Int((min(max(0, seconds), 1e9) * 1000).rounded())
    let rest = String(count % 1000)
    return "\(count / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

/// Text for XML.
enum XML {
  /// The text with what means something to XML written as references, and what XML 1.0 cannot hold at
  /// all, such as control characters, replaced.
  static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "\n": out += "&#10;"
      case "\t": out += "&#9;"
      case "\r": out += "&#13;"
      default:
        let isLegal =
          scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        out.unicodeScalars.append(isLegal ? scalar : "\u{FFFD}")
      }
    }
    return out
  }
}
