// SPDX-License-Identifier: MIT
// Part of Platen: how long the rest of a run may take, from how long its stages took before.

/// The time that the rest of a run may take.
///
/// A stage's estimate is its last duration, or else that of stages of the same name, then or in
/// this run. The ratio of actual to estimated time so far scales the rest. Pure: timestamps are
/// parameters.
struct Forecast: Sendable {
  /// The number of each stage's name.
  private let names: [Int]
  /// The time that each stage took when it last ran, or nil.
  private let recorded: [Double?]
  private var isOpen: [Bool]
  /// Seconds recorded of open stages.
  private var openSeconds = 0.0
  /// Open stages of which nothing is recorded, by name.
  private var openUnknown: [Int]
  /// The known durations of stages by name.
  private var sums: [Double]
  private var counts: [Int]
  /// The time that ended stages took, and their recorded durations.
  private var taken = 0.0
  private var predictedSeconds = 0.0
  private var running: [(node: Int, since: Double)] = []

  /// - Parameters:
  ///   - names: the names of the stages.
  ///   - recorded: how long each took the last time.
  init(names: [String], recorded: [Double?]) {
    var numbers: [String: Int] = [:]
    self.names = names.map { name in
      let number = numbers[name] ?? numbers.count
      numbers[name] = number
      return number
    }
    self.recorded = recorded
    isOpen = [Bool](repeating: true, count: names.count)
    openUnknown = [Int](repeating: 0, count: numbers.count)
    sums = [Double](repeating: 0, count: numbers.count)
    counts = [Int](repeating: 0, count: numbers.count)
    for (node, seconds) in recorded.enumerated() {
      if let seconds {
        openSeconds += seconds
        sums[self.names[node]] += seconds
        counts[self.names[node]] += 1
      } else {
        openUnknown[self.names[node]] += 1
      }
    }
  }

  /// The running stages, in the order they began.
  var underWay: [(node: Int, since: Double)] { running }

  /// A stage began.
  mutating func start(_ node: Int, at timestamp: Double) { running.append((node, timestamp)) }

  /// A stage no longer computes; it may still be published.
  mutating func pause(_ node: Int) { running.removeAll { $0.node == node } }

  /// A stage ended.
  ///
  /// - Parameter seconds: how long it took; nil when it did not run to its end.
  mutating func end(_ node: Int, after seconds: Double?) {
    pause(node)
    // Of a run with nothing to do nothing is foreseen.
    guard node < isOpen.count, isOpen[node] else { return }
    isOpen[node] = false
    let name = names[node]
    if let known = recorded[node] {
      openSeconds = max(0, openSeconds - known)
    } else {
      openUnknown[name] -= 1
    }
    guard let seconds else { return }
    if let known = recorded[node] {
      taken += seconds
      predictedSeconds += known
    } else {
      sums[name] += seconds
      counts[name] += 1
    }
  }

  /// Seconds the rest may take on so many cores; nil when too little is known.
  func remaining(at timestamp: Double, width: Int) -> Double? {
    var unknown = 0.0
    var unknownCount = 0
    for name in openUnknown.indices where openUnknown[name] > 0 {
      if counts[name] > 0 {
        unknown += Double(openUnknown[name]) * sums[name] / Double(counts[name])
      } else {
        unknownCount += openUnknown[name]
      }
    }
    let knownCount = counts.reduce(0, +)
    guard knownCount > 0 else { return nil }
    if unknownCount > 0 {
      // Names that were never timed are thought to be like the rest, as long as they are few.
      guard unknownCount <= knownCount else { return nil }
      let mean = sums.reduce(0, +) / Double(knownCount)
      // One that already runs much longer is not like the rest: reading is timed first, drawing is
      // what takes long.
      let isUnlike = running.contains { node, since in
        node < names.count && counts[names[node]] == 0 && timestamp - since > max(1, 2 * mean)
      }
      guard !isUnlike else { return nil }
      unknown += Double(unknownCount) * mean
    }
    // A few short stages are a poor estimate of the pace.
    let pace = predictedSeconds >= 1 ? min(5, max(0.2, taken / predictedSeconds)) : 1
    var work = openSeconds * pace + unknown
    var longest = 0.0
    for (node, since) in running where node < names.count {
      let name = names[node]
      guard
        let whole = recorded[node].map({ $0 * pace })
          ?? (counts[name] > 0 ? sums[name] / Double(counts[name]) : nil)
      else { continue }
      let elapsed = max(0, timestamp - since)
      // A stage that takes longer than foreseen is thought to need an eighth more.
      let rest = max(whole - elapsed, elapsed / 8)
      work += rest - whole
      longest = max(longest, rest)
    }
    return max(longest, max(0, work) / Double(max(1, width)))
  }
}
