// SPDX-License-Identifier: MIT
// Part of Platen: the sheets of paper of outputs, shown before they are drawn.

import Cartography
import Diagnostics
import Pipeline
import Text

/// Shows the sheets of paper that the outputs of a run take: those of posters once they are laid
/// out, and with `-v` single sheets before anything is built.
struct SheetLines {
  private let console: Console
  /// The lines of outputs whose sheets are known from the start.
  private var known: [String] = []
  /// The paths of outputs, by the stages that determine their sheets.
  private var paths: [Key: [String]] = [:]
  private var started: Set<Key> = []

  init(of jobs: [Job], on console: Console) {
    self.console = console
    for output in jobs.lazy.flatMap(\.outputs) {
      switch output.sheets {
      case .known(let sheets): known.append("\(printable(output.path)): \(sheets.text)")
      case .found(let stage): paths[stage.key, default: []].append(output.path)
      case nil: break
      }
    }
  }

  /// Shows the sheets that an event is about; returns whether it needs to be shown no more.
  mutating func show(_ event: Event) -> Bool {
    switch event {
    case .preflight where console.verbosity == .verbose:
      for line in known { console.report(line) }
    case .stageStarted(let stage) where paths[stage.key] != nil: started.insert(stage.key)
    case .warning(let diagnostic, let stage) where started.contains(stage.key):
      switch diagnostic.code {
      case .posterSheetCount:
        let paths = paths[stage.key, default: []].map { printable($0) }
        console.report("\(cappedList(paths)): \(diagnostic.message)")
        return true
      case .posterManySheets:
        console.report([diagnostic])
        return true
      default: break
      }
    case .begin, .preflight, .jobStarted, .stageStarted, .stageFinished, .warning, .output,
      .jobFinished, .retrying, .paused, .resumed, .summary:
      break
    }
    return false
  }
}
