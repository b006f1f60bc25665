// SPDX-License-Identifier: MIT
// Part of Platen: a plan as the scheduler knows it.

extension Plan {
  /// The input of the scheduler: numbers only.
  ///
  /// - Parameters:
  ///   - durations: how long stages took before.
  ///   - pools: the names of the pools, in the scheduler's order.
  func work(durations: [Key: Double], pools: [String]) -> Scheduler.Work {
    let known = durations.isEmpty ? [] : nodes.compactMap { durations[$0.key] }
    // A stage that never ran is thought to take as long as the others do on average.
    let standard = known.isEmpty ? 1 : known.reduce(0, +) / Double(known.count)
    var work = Scheduler.Work(
      inputs: inputs, sorts: nodes.map(\.sort),
      demands: nodes.indices.map {
        isRequested[$0] ? .value : targets[$0].isEmpty ? .none : .file
      },
      weights: nodes.map(\.memory),
      durations: durations.isEmpty
        ? [Double](repeating: standard, count: nodes.count)
        : nodes.map { durations[$0.key] ?? standard })
    if jobs.contains(where: { $0.priority != 0 }) {
      // A stage of several jobs is as urgent as the most urgent of them.
      work.priorities = users.map { $0.map { jobs[$0].priority }.max() ?? 0 }
    }
    if jobs.contains(where: { $0.pool != nil }) {
      work.pools = users.map { users in
        Set(users.compactMap { jobs[$0].pool.flatMap(pools.firstIndex) }).sorted()
      }
    }
    let limited = limitedJobs
    if !limited.isEmpty {
      work.limits = limited.map {
        Scheduler.TimeLimit(stages: needs[$0], seconds: jobs[$0].timeLimit ?? .infinity)
      }
      work.users = users.map(\.count)
    }
    return work
  }
}
