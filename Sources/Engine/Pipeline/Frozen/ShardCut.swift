// SPDX-License-Identifier: MIT
// Part of Platen: the jobs of a plan divided among machines, by their estimated cost.

/// The division of a plan's jobs into shards of about the same cost.
///
/// Jobs that share stages stay together as far as that costs no balance: the stages that would save
/// the most are looked at first, and their jobs join groups that are not larger than a part of a
/// shard. Then the most expensive group goes to the shard that has the least work, counting stages
/// that the shard runs anyway once. Whole numbers and fixed orders alone decide, so every machine
/// comes to the same division.
package struct ShardCut: Hashable, Sendable {
  /// The shard of each job, from 0; nil for jobs without work, which the last run looks at.
  package private(set) var shards: [Int?]
  /// Milliseconds of work in each shard, each stage counted once.
  package private(set) var costs: [Int]
  /// The number of shards that have work; the others, if any, would have too little.
  package let usedCount: Int

  /// - Parameters:
  ///   - needs: the stages that each job needs, by number.
  ///   - stageCosts: milliseconds that each stage may take.
  ///   - isDue: whether a job has work at all.
  ///   - count: the number of shards, at least 1.
  ///   - least: milliseconds of work that are worth a shard.
  package init(
    needs: [[Int]], stageCosts: [Int], isDue: [Bool], count: Int, least: Int
  ) {
    let due = needs.indices.filter { isDue[$0] }
    var groups = StageGroups(needs: needs, costs: stageCosts, jobs: due)
    let total = groups.total
    let used = max(1, min(count, least > 0 ? total / least : count))
    usedCount = used
    shards = [Int?](repeating: nil, count: needs.count)
    costs = [Int](repeating: 0, count: count)
    guard used > 1 else {
      for job in due { shards[job] = 0 }
      costs[0] = total
      return
    }
    groups.join(upTo: (total + used - 1) / used)
    for (members, shard) in groups.assigned(to: used, costs: &costs) {
      for job in members { shards[job] = shard }
    }
  }

  /// The jobs of a shard, ascending.
  package func jobs(of shard: Int) -> [Int] { shards.indices.filter { shards[$0] == shard } }
}

/// Jobs in groups, and the stages that each group needs.
private struct StageGroups {
  private let needs: [[Int]]
  private let costs: [Int]
  private let jobs: [Int]
  /// The jobs that need each stage, ascending.
  private var users: [[Int]]
  /// The job that stands for each job's group, or one nearer to it.
  private var parents: [Int]
  /// The stages of each group and their cost, at the job that stands for it.
  private var stages: [Set<Int>]
  private var sums: [Int]
  /// The cost of all stages, each once.
  let total: Int

  init(needs: [[Int]], costs: [Int], jobs: [Int]) {
    self.needs = needs
    self.costs = costs
    self.jobs = jobs
    var users = [[Int]](repeating: [], count: costs.count)
    for job in jobs {
      for stage in needs[job] { users[stage].append(job) }
    }
    total = zip(users, costs).reduce(0) { $0 + ($1.0.isEmpty ? 0 : $1.1) }
    self.users = users
    parents = Array(needs.indices)
    // A set for each job would take more memory than the plan: only joined groups have one.
    stages = [Set<Int>](repeating: [], count: needs.count)
    sums = needs.map { $0.reduce(0) { $0 + costs[$1] } }
  }

  private mutating func root(of job: Int) -> Int {
    var job = job
    while parents[job] != job {
      parents[job] = parents[parents[job]]
      job = parents[job]
    }
    return job
  }

  private func stageList(_ group: Int) -> Set<Int> {
    stages[group].isEmpty ? Set(needs[group]) : stages[group]
  }

  /// Joins jobs that share stages, those that share the most expensive ones first, into groups of at
  /// most an eighth of `limit`; up to a third where that saves a quarter of the smaller group.
  mutating func join(upTo limit: Int) {
    let shared = costs.indices.filter { users[$0].count > 1 && costs[$0] > 0 }
      .sorted { (costs[$1], $0) < (costs[$0], $1) }
    var apart: Set<[Int]> = []
    for stage in shared {
      var current = root(of: users[stage][0])
      for user in users[stage].dropFirst() {
        let other = root(of: user)
        guard other != current else { continue }
        let pair = [min(current, other), max(current, other)]
        // Groups only grow, so what was too large stays too large.
        guard !apart.contains(pair), let sum = joinedCost(current, other, limit) else {
          apart.insert(pair)
          current = other
          continue
        }
        current = unite(pair[0], pair[1], sum)
      }
    }
  }

  /// The cost of two groups together; nil where they are to stay apart.
  private func joinedCost(_ one: Int, _ other: Int, _ limit: Int) -> Int? {
    let least = min(sums[one], sums[other])
    guard max(sums[one], sums[other]) <= limit else { return nil }
    let (small, large) =
      stageList(one).count < stageList(other).count
      ? (stageList(one), stageList(other)) : (stageList(other), stageList(one))
    let saved = small.reduce(0) { $0 + (large.contains($1) ? costs[$1] : 0) }
    let sum = sums[one] + sums[other] - saved
    return sum <= limit / 8 || sum <= limit / 3 && 4 * saved >= least ? sum : nil
  }

  private mutating func unite(_ one: Int, _ other: Int, _ sum: Int) -> Int {
    let (kept, gone) =
      stageList(one).count < stageList(other).count ? (other, one) : (one, other)
    let added = stageList(gone)
    if stages[kept].isEmpty { stages[kept] = Set(needs[kept]) }
    stages[kept].formUnion(added)
    stages[gone] = []
    parents[gone] = kept
    sums[kept] = sum
    return kept
  }

  /// The jobs of each group with its shard: the most expensive first, to the shard that ends first
  /// with it.
  mutating func assigned(
    to count: Int, costs loads: inout [Int]
  ) -> [(jobs: [Int], shard: Int)] {
    var members: [Int: [Int]] = [:]
    for job in jobs { members[root(of: job), default: []].append(job) }
    let groups = members.values.sorted { one, other in
      // Of equal costs, the first job decides.
      let (cost, otherCost) = (sums[root(of: one[0])], sums[root(of: other[0])])
      return cost != otherCost ? cost > otherCost : one[0] < other[0]
    }
    var groupCount = [Int](repeating: 0, count: costs.count)
    for group in groups {
      for stage in stageList(root(of: group[0])) { groupCount[stage] += 1 }
    }
    // The shards that run a stage of several groups.
    var holders: [Int: Set<Int>] = [:]
    return groups.map { group in
      let needed = stageList(root(of: group[0]))
      let common = needed.filter { groupCount[$0] > 1 && costs[$0] > 0 }
      let sum = sums[root(of: group[0])]
      var saved = [Int](repeating: 0, count: count)
      for stage in common {
        for shard in holders[stage] ?? [] { saved[shard] += costs[stage] }
      }
      let shard = (0..<count).min { (loads[$0] - saved[$0], $0) < (loads[$1] - saved[$1], $1) } ?? 0
      loads[shard] += sum - saved[shard]
      for stage in common { holders[stage, default: []].insert(shard) }
      return (group, shard)
    }
  }
}
