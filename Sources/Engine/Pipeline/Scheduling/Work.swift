// SPDX-License-Identifier: MIT
// Part of Platen: the scheduler's input from a plan: numbers only.

extension Scheduler {
  /// The work to do: a graph of stages, each known by its number.
  struct Work: Sendable {
    /// The stages that each stage follows; each has a smaller number.
    var inputs: [[Int]]
    /// The way each stage's result is known to a later run.
    var sorts: [StageSort]
    /// The direct demand for each stage.
    var demands: [Demand]
    /// The memory estimate of each stage.
    var weights: [MemoryEstimate]
    /// The time each stage is thought to take, in any unit.
    var durations: [Double]
    /// The priority of each stage; the greater goes first. Empty: all alike.
    var priorities: [Int] = []
    /// The pools that each stage takes a place in while it runs. Empty: none takes any.
    var pools: [[Int]] = []
    /// Jobs that may only take so long.
    var limits: [TimeLimit] = []
    /// The number of jobs that need each stage; looked at only where there are limits.
    var users: [Int] = []
  }

  /// The direct demand for a stage, apart from the stages that follow it.
  enum Demand: UInt8, Hashable, Sendable {
    /// Nothing: it runs only when a stage that follows it needs its result.
    case none
    /// Its file, published.
    case file
    /// Its result, held until the run ends.
    case value
  }

  /// A job that may only take so long.
  struct TimeLimit: Sendable {
    /// The stages it needs.
    var stages: [Int]
    /// Working seconds from the start of the first of them.
    var seconds: Double
  }

  /// The settings of a run.
  struct Rules: Sendable {
    /// The number of stages that may run at once.
    var width = 1
    /// Bytes that running stages and held results may use together.
    var budget = Int.max
    /// Indicates whether nothing new starts after the first failure.
    var failFast = false
    /// Indicates whether a store is in use that may know a stage's result.
    var remembers = false
    /// The number of stages that may have a place in each pool at once.
    var pools: [Int] = []
    /// The number of retries of a stage that failed for a passing reason.
    var retries = 0
    /// Working seconds before the first retry; each further one waits twice as long.
    var retryDelay = 1.0
    /// Seconds that running stages have to stop on request.
    var grace = 10.0
  }

  /// An event.
  enum Event: Hashable, Sendable {
    /// The driver is ready; these stages are known to fail.
    case begin(lost: [Int])
    /// The store's answer, after ``Effect/look(_:)`` or ``Effect/find(_:)``.
    case answered(Int, Answer)
    /// A stage wrote its file, which is still to be published.
    case written(Int)
    /// A stage gave its result; one with a file to publish has published it.
    case made(Int)
    /// The store's bytes or value of a stage are missing after all.
    case unusable(Int)
    /// A stage threw; a passing reason may be gone when it is tried again.
    case failed(Int, passing: Bool)
    /// A stage stopped on request.
    case cancelled(Int)
    /// The time of an ``Effect/wake(at:)`` has come.
    case tick
    /// Nothing new is to start until ``resume``.
    case pause
    case resume
    /// Nothing new is to start any more; when it is `now`, running stages are requested to stop as
    /// well.
    case stop(now: Bool)
  }

  /// The store's answer about a stage.
  enum Answer: Hashable, Sendable {
    /// A stage whose result the store does not know.
    case unknown
    /// A stage that the store knows; a file is to be published, or a value to be made if it is
    /// needed.
    case known
    /// A stage that the store knows, and whose files are up to date.
    case inPlace
  }

  /// An effect to execute.
  enum Effect: Hashable, Sendable {
    /// Look up this stage in the store by its inputs, all the way up.
    case look(Int)
    /// Look up this stage in the store by the identities of what it follows, now all known.
    case find(Int)
    /// Run this stage.
    case start(Int)
    /// Publish this stage's file: the one it wrote, or the one the store has.
    case publish(Int)
    /// This stage's result is no longer needed.
    case release(Int)
    /// This stage ends without having run: it was not needed.
    case settle(Int)
    /// This stage ends without having run: it needs that one, which failed, or only that one
    /// and others that ended needed it.
    case skip(Int, because: Int)
    /// This stage ends without having come to its end, because the run or its jobs stop.
    case cancel(Int)
    /// Request this running stage to stop.
    case interrupt(Int)
    /// This running stage has not stopped in time and ends as cancelled, even if it continues.
    case abandon(Int)
    /// This limit is over: its job has failed.
    case expire(Int)
    /// Send ``Event/tick`` at this time, or after it; a later one of these replaces it.
    case wake(at: Double)
  }

  /// The state of a stage.
  enum State: UInt8, Hashable, Sendable {
    /// A stage that has not been demanded yet.
    case idle
    /// A stage that is being looked up in the store, by its inputs.
    case looking
    /// A stage that waits until each of its inputs is identified.
    case waiting
    /// A stage that is being looked up in the store, by the identities of its inputs.
    case finding
    /// Its identity is known, though it was not built.
    case known
    /// A stage that must run, and waits for its inputs.
    case blocked
    /// A stage that waits for a place to run in.
    case ready
    case running
    /// A stage that failed for a passing reason, and waits to be tried again.
    case retrying
    /// Its file is being published.
    case publishing
    case built, upToDate, failed, skipped, cancelled

    /// Indicates whether the stage has not ended.
    var isOpen: Bool { rawValue < State.built.rawValue }
    /// Indicates whether the stage ended without a result.
    var isLost: Bool { rawValue >= State.failed.rawValue }
  }

  /// The phase of the run.
  enum Phase: Hashable, Sendable { case running, paused, cancelling, done }
}
