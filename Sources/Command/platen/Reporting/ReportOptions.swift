// SPDX-License-Identifier: MIT
// Part of Platen: flags of the files that a run writes for other programs.

import ArgumentParser
import Diagnostics
import JobKit
import Pipeline
import Reports

/// The format of a dependency file.
enum DependencyFormat: String, CaseIterable, ExpressibleByArgument {
  case make, ninja

  var format: DependencyFile.Format {
    switch self {
    case .make: .make
    case .ninja: .ninja
    }
  }
}

/// The files a run writes about itself. None of them is an output: the user chooses their paths.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "If the run succeeds, write the files it read as rules for make's include.",
      valueName: "file"), completion: .file())
  var depfile: String?
  @Option(help: ArgumentHelp("The format of --depfile.", valueName: "format"))
  var depfileFormat = DependencyFormat.make
  @Option(
    help: ArgumentHelp(
      "If the run succeeds, touch this file, the target of --depfile.",
      valueName: "file"), completion: .file())
  var stamp: String?
  @Option(
    help: ArgumentHelp(
      "Write a trace of the run for Perfetto (ui.perfetto.dev).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var trace: String?
  @Option(
    help: ArgumentHelp("Write the jobs as JUnit XML, for build servers.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?
  @Option(
    help: ArgumentHelp(
      "Write the run's statistics as OpenMetrics text, for a collector that reads files.",
      valueName: "file"), completion: .file(extensions: ["prom"]))
  var metrics: String?
  @Flag(
    help:
      "Write an overview of the run: report.html in the output directory.")
  var report = false

  /// Indicates whether any is requested; then the run does not take the fast path, which lacks
  /// their data.
  var areRequested: Bool {
    report || [depfile, stamp, trace, junit, metrics].contains { $0 != nil }
  }

  /// Writes the report for build servers of a run that did not begin.
  func write(_ failure: Failure, name: String?) -> [Diagnostic] {
    guard let junit else { return [] }
    do {
      try Files.write(
        JUnitReport.xml(failure, tool: PlatenVersion.tool, name: name ?? "platen.yaml"), to: junit)
      return []
    } catch {
      return (error as? Failure)?.diagnostics
        ?? [.error(.outputWrite, "\(junit) cannot be written: \(error)")]
    }
  }

  mutating func validate() throws {
    let files = [depfile, stamp, trace, junit, metrics].compactMap(\.self)
    guard files.allSatisfy({ !$0.isEmpty }) else {
      throw ValidationError(
        "--depfile, --stamp, --trace, --junit and --metrics each require a file.")
    }
    guard Set(files).count == files.count else {
      throw ValidationError(
        "--depfile, --stamp, --trace, --junit and --metrics must name different files.")
    }
  }
}
