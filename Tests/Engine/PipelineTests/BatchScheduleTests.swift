// SPDX-License-Identifier: MIT
// Part of Platen: a batch run of three hundred worlds and forty campaigns played through the scheduler on
// machines with more cores than there are to test on.

import Testing

@testable import Pipeline

/// The graph of the batch run of `bench --only batch`, each stage as long as that run recorded it, to what
/// grows with the world or the book.
private struct BatchRun {
  private(set) var inputs: [[Int]] = []
  private(set) var seconds: [Double] = []
  private(set) var sorts: [StageSort] = []
  private(set) var demands: [Scheduler.Demand] = []

  private mutating func add(_ seconds: Double, after inputs: Int..., makes: Bool = false) -> Int {
    self.inputs.append(inputs)
    self.seconds.append(seconds)
    sorts.append(makes ? .kept : .transient)
    demands.append(makes ? .file : .none)
    return self.inputs.count - 1
  }

  /// Numbers from the first to the last, each as many times the one before.
  private static func spread(_ first: Double, _ last: Double, _ count: Int) -> [Double] {
    var ratio = 1.0
    // The root of the ratio, by halving: no more is needed of it.
    var (low, high) = (1.0, last / first)
    for _ in 0..<60 {
      ratio = (low + high) / 2
      if (0..<(count - 1)).reduce(first, { value, _ in value * ratio }) < last {
        low = ratio
      } else {
        high = ratio
      }
    }
    return (0..<count).map { index in (0..<index).reduce(first) { value, _ in value * ratio } }
  }

  init(worlds: Int, campaigns: Int) {
    for cells in BatchRun.spread(5, 50, worlds) {
      let world = add(0.01 + 0.0015 * cells)
      for _ in 0..<2 {
        let scene = add(0.01 + 0.0015 * cells, after: world)
        _ = add(0.35 + 0.006 * cells, after: scene, makes: true)
        _ = add(0.20 + 0.022 * cells, after: scene, makes: true)
      }
    }
    for words in BatchRun.spread(20, 300, campaigns) {
      let campaign = add(0.00008 * words)
      let book = add(0.00015 * words, after: campaign)
      _ = add(0.003 * words, after: book, makes: true)
      _ = add(0.0009 * words, after: book, makes: true)
      _ = add(0.0002 * words, after: book, makes: true)
      let summary = add(0.02, after: campaign)
      _ = add(0.15, after: summary, makes: true)
    }
  }

  /// The duration of the run on so many cores, and what part of their time until shortly before its end
  /// they compute.
  func play(cores: Int, tail: Double) -> (seconds: Double, busy: Double) {
    var machine = Scheduler(
      Scheduler.Work(
        inputs: inputs, sorts: sorts, demands: demands,
        weights: inputs.map { _ in MemoryEstimate(running: 1, held: 1) }, durations: seconds),
      rules: Scheduler.Rules(width: cores))
    var running: [(end: Double, start: Double, node: Int)] = []
    var done: [(start: Double, end: Double)] = []
    var timestamp = 0.0
    func apply(_ event: Scheduler.Event) {
      var events = [event]
      while !events.isEmpty {
        for effect in machine.apply(events.removeFirst(), at: timestamp) {
          switch effect {
          case .look(let node), .find(let node): events.append(.answered(node, .unknown))
          case .start(let node): running.append((timestamp + seconds[node], timestamp, node))
          // The disk is not what keeps cores waiting.
          case .publish(let node): events.append(.made(node))
          default: break
          }
        }
      }
    }
    apply(.begin(lost: []))
    while !machine.isDone {
      guard let next = running.indices.min(by: { running[$0].end < running[$1].end }) else { break }
      let stage = running.remove(at: next)
      timestamp = stage.end
      done.append((stage.start, stage.end))
      apply(demands[stage.node] == .file ? .written(stage.node) : .made(stage.node))
    }
    let until = timestamp * (1 - tail)
    let computed = done.reduce(0) { $0 + max(0, min($1.end, until) - min($1.start, until)) }
    return (timestamp, computed / (until * Double(cores)))
  }
}

@Suite struct BatchScheduleTests {
  @Test(arguments: [2, 16, 64]) func coresAreBusyUntilTheLast(cores: Int) {
    let batch = BatchRun(worlds: 300, campaigns: 40)
    let alone = batch.play(cores: 1, tail: 0)
    let (seconds, busy) = batch.play(cores: cores, tail: 0.02)
    #expect(busy >= 0.9, "\(cores) cores: \(busy)")
    #expect(alone.seconds / seconds >= 0.9 * Double(cores), "\(alone.seconds / seconds)")
    #expect(abs(alone.seconds - batch.seconds.reduce(0, +)) < 1e-6)
  }
}
