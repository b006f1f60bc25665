// SPDX-License-Identifier: MIT
// Part of Platen: a run on a terminal: its progress in a block that is rewritten in place, and the
// failures above it.

import Diagnostics
import Dispatch
import Pipeline
import Reports

/// Keeps the block of a run up to date until the run ends.
final class LiveReporter: PlainReporter {
  private let timer: any DispatchSourceTimer
  private let isOver = Guarded(false)
  /// The duration up to which a run shows no block.
  private static let delay = DispatchTimeInterval.milliseconds(250)
  private static let beat = DispatchTimeInterval.milliseconds(125)

  init(_ console: Console, root: String, of plan: Plan?, _ control: RunControl) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "block"))
    super.init(console, root: root, of: plan)
    let terminal = console.terminal
    timer.schedule(deadline: .now() + LiveReporter.delay, repeating: LiveReporter.beat)
    timer.setEventHandler { [isOver] in
      let status = control.status
      guard status.phase != .preparing, status.phase != .done else { return }
      let size = Terminal.size
      // As many lines as leave room for the messages above it.
      let rows = max(1, min(9, size.rows / 2))
      let block = LiveBlock(
        columns: size.columns, rows: rows, isUnicode: Terminal.isUnicode, ink: terminal.ink)
      let lines = block.lines(status)
      isOver.withLock { isOver in
        if !isOver { StandardError.show(lines) }
      }
    }
    timer.resume()
  }

  override func finished(_ job: String, _ outcome: Outcome, _ seconds: Double, _ paths: [String]) {
    if outcome == .failed || console.verbosity == .verbose {
      report(line(job, outcome, seconds, paths))
    }
  }

  override func summary(_ totals: RunTotals) {
    end()
    super.summary(totals)
  }

  private func end() {
    timer.cancel()
    isOver.withLock { isOver in
      isOver = true
      StandardError.show([])
    }
  }

  deinit { end() }
}

extension Terminal {
  /// The color of a part of the block.
  @Sendable func ink(_ text: String, _ part: LiveBlock.Ink) -> String {
    switch part {
    case .done: ink(text, Ink.green)
    case .failed: ink(text, Ink.red)
    case .name: ink(text, Ink.cyan)
    case .left, .faint: ink(text, Ink.faint)
    }
  }
}
