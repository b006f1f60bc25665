// SPDX-License-Identifier: MIT
// Part of Platen: the console: diagnostics as text or as JSON, in color or without.

import Diagnostics
import JSON
import Pipeline
import Reports

/// The verbosity of a command.
enum Verbosity: Comparable {
  case quiet, normal, verbose
}

/// Prints messages on standard error, or as JSON lines on standard output.
struct Console: RunConsole {
  var terminal: Terminal
  var verbosity: Verbosity
  /// Indicates whether all output is JSON on standard output.
  var isJSON: Bool
  /// Indicates whether warnings are shown even when quiet, since they determine the exit status.
  var showsWarnings = false
  /// The service for which diagnostics are repeated as annotations of a pull request.
  var annotations: Annotations?
  /// Words hints about keys of jobs as flags, where the job comes from flags.
  private var wording: FlagWording?
  /// The printed diagnostics, where each is printed once.
  private var printed: Guarded<Set<Diagnostic>>?

  init(
    terminal: Terminal, verbosity: Verbosity, isJSON: Bool, annotations: Annotations? = nil
  ) {
    self.terminal = terminal
    self.verbosity = verbosity
    self.isJSON = isJSON
    self.annotations = annotations
  }

  /// The same console, but it prints no diagnostic twice as text.
  var withoutRepetitions: Console {
    var console = self
    console.printed = isJSON ? nil : Guarded([])
    return console
  }

  /// The same console, but hints about keys of jobs are worded as flags.
  func wordingHints(with wording: FlagWording?) -> Console {
    var console = self
    console.wording = wording
    return console
  }

  /// Prints a line for people, unless quiet or JSON output is requested.
  func report(_ line: String) {
    if !isJSON, verbosity > .quiet { StandardError.write(line + "\n") }
  }

  /// Prints diagnostics; warnings are omitted when quiet, unless they determine the exit status.
  func report(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { report(diagnostic) }
  }

  /// Prints a diagnostic, with the jobs it is about.
  func report(_ diagnostic: Diagnostic, jobs: [String] = [], count: Int = 0) {
    var diagnostic = diagnostic
    if let wording { diagnostic.hints = diagnostic.hints.map(wording.worded) }
    if isJSON {
      write(event: "diagnostic") { json in
        json.key("diagnostic")
        diagnostic.write(to: &json)
      }
    } else {
      guard shows(diagnostic.severity),
        printed?.withLock({ $0.insert(diagnostic).inserted }) != false
      else { return }
      var text = text(of: diagnostic)
      if !jobs.isEmpty { text += "\n" + jobLine(jobs, count: count) }
      StandardError.write(text + "\n")
    }
    annotate(diagnostic)
  }

  /// Repeats a diagnostic as an annotation, where annotations are requested.
  func annotate(_ diagnostic: Diagnostic) {
    guard let annotations, shows(diagnostic.severity) else { return }
    StandardError.write(annotations.command(diagnostic) + "\n")
  }

  private func jobLine(_ jobs: [String], count: Int) -> String {
    let label = max(count, jobs.count) == 1 ? "job:" : "jobs:"
    var list = cappedList(jobs.map { printable($0) })
    if count > jobs.count { list += " and \(count - jobs.count) more" }
    return terminal.ink(label, .cyan) + " " + list
  }

  /// Prints an event as a line of JSON, with `--json`.
  func write(event name: String, _ members: (inout JSONWriter) -> Void) {
    writeObject { json in
      json.member("event", name)
      members(&json)
    }
  }

  /// Prints an object as a line of JSON, with `--json`.
  func writeObject(_ members: (inout JSONWriter) -> Void) {
    guard isJSON else { return }
    var json = JSONWriter()
    json.object(members)
    StandardOutput.write(json.text + "\n")
  }

  /// Indicates whether a severity is shown: errors always, warnings unless quiet, notes when
  /// verbose.
  func shows(_ severity: Diagnostic.Severity) -> Bool {
    switch severity {
    case .error: true
    case .warning: verbosity > .quiet || showsWarnings
    case .note: verbosity == .verbose
    }
  }

  private func text(of diagnostic: Diagnostic) -> String {
    guard terminal.hasColor else { return diagnostic.report }
    let parts = diagnostic.parts
    let ink: Terminal.Ink =
      switch parts.severity {
      case .error: .red
      case .warning: .yellow
      case .note: .cyan
      }
    let line =
      terminal.ink(parts.location + ":", .bold) + " "
      + terminal.ink(parts.severity.rawValue + ":", ink) + " \(parts.message) "
      + terminal.ink("[\(parts.code)]", Terminal.Ink.faint)
    let hints = diagnostic.hints.map { terminal.ink("hint:", .cyan) + " " + printable($0) }
    return ([line] + hints).joined(separator: "\n")
  }
}

/// Annotations of a pull request on GitHub, as commands of its workflows.
struct Annotations {
  /// The working directory below the repository's root.
  private let folder: String

  init() {
    let working = Files.realPath(".") ?? ""
    let root =
      (Terminal.variable("GITHUB_WORKSPACE") ?? "").isEmpty
      ? nil : Terminal.variable("GITHUB_WORKSPACE").flatMap(Files.realPath)
    folder =
      root.flatMap { working.hasPrefix($0 + "/") ? String(working.dropFirst($0.count + 1)) : nil }
      ?? ""
  }

  /// The command that annotates a diagnostic's line.
  func command(_ diagnostic: Diagnostic) -> String {
    diagnostic.workflowCommand(below: folder)
  }
}
