// SPDX-License-Identifier: MIT
// Part of Platen: what a run is to leave behind for other programs, as flags.

import ArgumentParser
import Diagnostics
import JobKit
import Jobs
import Pipeline
import Reports

/// Whose rules a file of dependencies is written by.
enum DependencyForm: String, CaseIterable, ExpressibleByArgument {
  case make, ninja

  var form: DependencyFile.Form {
    switch self {
    case .make: .make
    case .ninja: .ninja
    }
  }
}

/// The files a run writes about itself. None of them is an output: they lie where the user says.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When everything stood at the end as it should: write what was read, for make's include.",
      valueName: "file"), completion: .file())
  var depfile: String?
  @Option(
    help: ArgumentHelp(
      "How --depfile is written: make (the default) or ninja, for its depfile.", valueName: "format"
    ))
  var depfileFormat = DependencyForm.make
  @Option(
    help: ArgumentHelp(
      "Touch this file when everything stands as it should; what --depfile speaks of.",
      valueName: "file"), completion: .file())
  var stamp: String?
  @Option(
    help: ArgumentHelp(
      "Write a trace of the run that Perfetto opens (ui.perfetto.dev).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var trace: String?
  @Option(
    help: ArgumentHelp("Write the jobs as JUnit's XML, for build servers.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?
  @Option(
    help: ArgumentHelp(
      "Write the run's figures as OpenMetrics text, for a collector that reads files.",
      valueName: "file"), completion: .file(extensions: ["prom"]))
  var metrics: String?
  @Flag(
    help:
      "Make a page of the run that shows it at a glance: report.html in the output root.")
  var report = false

  /// Indicates whether any is asked for; then the run goes the ordinary way, which knows what they
  /// tell.
  var areAsked: Bool { report || [depfile, stamp, trace, junit, metrics].contains { $0 != nil } }

  /// Writes what build servers are told of a run that never began.
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
      throw ValidationError("--depfile, --stamp, --trace, --junit and --metrics name a file each.")
    }
    guard Set(files).count == files.count else {
      throw ValidationError(
        "--depfile, --stamp, --trace, --junit and --metrics name different files.")
    }
  }
}
