// SPDX-License-Identifier: MIT
// Part of Platen: the block on a terminal that shows where a run stands, as lines.

internal import Diagnostics
package import Pipeline

/// The status of a run, as a few lines for a terminal: a bar with counts and the remaining time,
/// and a line for each stage under way.
package struct LiveBlock: Sendable {
  /// The inks it is written in.
  package enum Ink: Sendable { case done, left, name, failed, faint }

  /// Columns of the terminal.
  package var columns: Int
  /// Lines there are for it.
  package var rows: Int
  /// Indicates whether more than ASCII can be shown.
  package var isUnicode: Bool
  private let ink: @Sendable (String, Ink) -> String

  /// - Parameter ink: colors a text, where there are colors.
  package init(
    columns: Int, rows: Int, isUnicode: Bool,
    ink: @escaping @Sendable (String, Ink) -> String = { text, _ in text }
  ) {
    self.columns = max(20, columns)
    self.rows = max(1, rows)
    self.isUnicode = isUnicode
    self.ink = ink
  }

  /// The lines, none wider than the terminal.
  package func lines(_ status: RunStatus) -> [String] {
    [head(status)] + stages(status)
  }

  // MARK: The bar

  private func head(_ status: RunStatus) -> String {
    let share = min(1, max(0, status.share))
    // Not 100 before it is over.
    let percent = min(status.ended < status.jobs ? 99 : 100, Int(share * 100))
    let number = "\(percent)"
    let figure = String(repeating: " ", count: max(0, 3 - number.count)) + "\(number) %"
    var parts = ["\(status.ended)/\(status.jobs)"]
    let plainFailed = status.failed > 0 ? ", \(status.failed) failed" : ""
    switch status.phase {
    case .preparing: parts.append("preparing")
    case .paused: parts.append("paused")
    case .stopping: parts.append("stopping")
    case .running, .done: break
    }
    parts.append(LiveBlock.clock(status.workingSeconds))
    if status.phase == .running, let left = status.remainingSeconds {
      parts.append("about \(LiveBlock.clock(left)) left")
    }
    let rest = parts.dropFirst().map { ", " + $0 }.joined()
    let width = figure.count + parts[0].count + plainFailed.count + rest.count + 5
    let room = min(30, columns - 1 - width)
    let bar = room >= 8 ? self.bar(share, width: room) + " " : ""
    // The text to cut has no color: a code cut in two would color all that follows.
    guard LiveBlock.width(of: figure + parts[0] + plainFailed + rest) + 2 < columns else {
      return cut(figure + "  " + parts[0] + plainFailed + rest, to: columns - 1)
    }
    let failed = plainFailed.isEmpty ? "" : ink(plainFailed, .failed)
    return bar + figure + "  " + parts[0] + failed + rest
  }

  private func bar(_ share: Double, width: Int) -> String {
    let full = min(width, Int(share * Double(width)))
    let (done, left) = isUnicode ? ("━", "─") : ("#", "-")
    return ink(String(repeating: done, count: full), .done)
      + ink(String(repeating: left, count: width - full), .left)
  }

  // MARK: What is under way

  private func stages(_ status: RunStatus) -> [String] {
    let room = max(0, rows - 1)
    guard room > 0, !status.running.isEmpty else { return [] }
    // The last line has the number of those without room.
    let shown = status.running.prefix(status.running.count > room ? room - 1 : room)
    let times = shown.map { LiveBlock.clock($0.seconds) }
    let timeWidth = times.map(\.count).max() ?? 0
    let names = shown.map { cut(printable($0.stage), to: min(16, columns - 5 - timeWidth)) }
    let nameWidth = names.map { LiveBlock.width(of: $0) }.max() ?? 0
    var lines: [String] = []
    for (stage, (name, time)) in zip(shown, zip(names, times)) {
      let padding = String(repeating: " ", count: nameWidth - LiveBlock.width(of: name))
      let left = columns - 1 - 2 - nameWidth - 2 - 2 - timeWidth
      let indent = String(repeating: " ", count: timeWidth - time.count)
      let job = left > 3 ? padding + "  " + cut(printable(stage.job), to: left) : ""
      lines.append("  " + indent + ink(time, .faint) + "  " + ink(name, .name) + job)
    }
    let more = status.running.count - shown.count
    if more > 0 { lines.append(cut("  and \(more) more", to: columns - 1)) }
    return lines
  }

  // MARK: Texts

  /// A duration in a few characters: `4 s`, `2:05 min`, `1:02 h`.
  package static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds.isFinite ? seconds : 0), 3e7).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60):\(two(whole % 60)) min" }
    return "\(whole / 3600):\(two(whole / 60 % 60)) h"
  }

  /// A text of at most so many columns, its middle omitted where it is longer: both ends of a job's
  /// name are the most distinctive.
  func cut(_ text: String, to columns: Int) -> String {
    guard LiveBlock.width(of: text) > columns else { return text }
    let mark = isUnicode ? "…" : "~"
    guard columns > 1 else { return columns == 1 ? mark : "" }
    let characters = Array(text)
    var head: [Character] = []
    var tail: [Character] = []
    var left = columns - 1
    var first = 0
    var last = characters.count - 1
    while first <= last {
      let isHead = head.count <= tail.count
      let character = characters[isHead ? first : last]
      let width = LiveBlock.width(of: String(character))
      guard width <= left else { break }
      left -= width
      if isHead {
        head.append(character)
        first += 1
      } else {
        tail.append(character)
        last -= 1
      }
    }
    return String(head) + mark + String(tail.reversed())
  }

  /// Columns a text takes on a terminal: two for wide characters of East Asian typography and for
  /// emoji, none for combining marks.
  static func width(of text: String) -> Int {
    text.reduce(0) { sum, character in
      var width = 0
      for scalar in character.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: continue
        default: break
        }
        width = max(width, isWide(scalar.value) ? 2 : 1)
      }
      return sum + width
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
