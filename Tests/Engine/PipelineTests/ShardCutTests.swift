// SPDX-License-Identifier: MIT
// Part of Platen: the division of jobs among machines, compared with every possible one.

import Testing

@testable import Pipeline

@Suite struct ShardCutTests {
  /// Numbers that look random and are the same every time.
  private struct Numbers {
    var state: UInt64 = 88_172_645_463_325_252

    mutating func below(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
  }

  /// A case: the stages of each job, and their costs.
  private struct Work {
    var needs: [[Int]]
    var costs: [Int]

    func cost(of jobs: [Int]) -> Int {
      Set(jobs.flatMap { needs[$0] }).reduce(0) { $0 + costs[$1] }
    }

    func cut(into count: Int, least: Int = 0) -> ShardCut {
      ShardCut(
        needs: needs, stageCosts: costs, isDue: needs.map { _ in true }, count: count,
        least: least)
    }

    /// The least cost of the largest shard of all divisions.
    func best(of count: Int) -> Int {
      var shards = [Int](repeating: 0, count: needs.count)
      var best = Int.max
      while true {
        let most = (0..<count).map { shard in
          cost(of: shards.indices.filter { shards[$0] == shard })
        }.max()
        best = min(best, most ?? 0)
        guard let next = shards.firstIndex(where: { $0 < count - 1 }) else { return best }
        shards[next] += 1
        for index in 0..<next { shards[index] = 0 }
      }
    }
  }

  private func work(_ numbers: inout Numbers, sharing: Bool) -> Work {
    let jobs = 1 + numbers.below(7)
    let shared = sharing ? 1 + numbers.below(3) : 0
    return Work(
      needs: (0..<jobs).map { job in
        [job] + (jobs..<(jobs + shared)).filter { _ in numbers.below(2) == 0 }
      },
      costs: (0..<(jobs + shared)).map { _ in 1 + numbers.below(1000) })
  }

  @Test func everyJobIsInOneShardAndCostsAreThoseOfItsStages() {
    var numbers = Numbers()
    for round in 0..<1000 {
      let work = work(&numbers, sharing: round % 2 == 0)
      let count = 1 + numbers.below(4)
      let cut = work.cut(into: count)
      #expect(cut.shards.allSatisfy { $0.map((0..<count).contains) == true })
      #expect((0..<count).flatMap(cut.jobs).sorted() == Array(work.needs.indices))
      #expect(cut.costs == (0..<count).map { work.cost(of: cut.jobs(of: $0)) })
      #expect(cut == work.cut(into: count))
    }
  }

  @Test func theLargestShardIsNearThatOfTheBestDivision() {
    var numbers = Numbers()
    for _ in 0..<500 {
      let work = work(&numbers, sharing: false)
      let count = 1 + numbers.below(3)
      // Graham's bound for the longest first.
      let most = work.cut(into: count).costs.max() ?? 0
      #expect(3 * count * most <= (4 * count - 1) * work.best(of: count))
    }
    for _ in 0..<500 {
      let work = work(&numbers, sharing: true)
      let count = 1 + numbers.below(3)
      #expect((work.cut(into: count).costs.max() ?? 0) <= 2 * work.best(of: count))
    }
  }

  @Test func jobsThatShareAnExpensiveStageStayTogether() {
    // Ten worlds, each imported once for four images.
    var work = Work(needs: [], costs: [])
    for _ in 0..<10 {
      let world = work.costs.count
      work.costs.append(800)
      for image in 1...4 {
        work.needs.append([world, world + image])
        work.costs.append(100 * image)
      }
    }
    let cut = work.cut(into: 5)
    #expect(cut.costs.reduce(0, +) == work.cost(of: Array(work.needs.indices)))
    #expect(cut.costs == [3600, 3600, 3600, 3600, 3600])
  }

  @Test func oneStageOfAllJobsDoesNotTieThemTogether() {
    let work = Work(needs: (1...400).map { [0, $0] }, costs: [10] + (1...400).map { 90 + $0 % 20 })
    let cut = work.cut(into: 8)
    let fair = work.cost(of: Array(work.needs.indices)) / 8
    #expect(cut.costs.allSatisfy { abs($0 - fair) < fair / 10 })
  }

  @Test func aShardHasWorkThatIsWorthIt() {
    let work = Work(needs: (0..<100).map { [$0] }, costs: (0..<100).map { _ in 1000 })
    let cut = work.cut(into: 16, least: 30_000)
    #expect(cut.usedCount == 3 && cut.costs.count == 16)
    #expect(
      cut.costs.prefix(3).allSatisfy { $0 >= 30_000 }
        && cut.costs.dropFirst(3).allSatisfy { $0 == 0 })
    #expect(work.cut(into: 16, least: 1_000_000).costs[0] == 100_000)
    #expect(work.cut(into: 16).usedCount == 16)
  }

  @Test func jobsWithoutWorkAreLeftToTheLastRun() {
    let cut = ShardCut(
      needs: [[0], [1], [2]], stageCosts: [5, 5, 5], isDue: [true, false, true], count: 2, least: 0)
    #expect(cut.shards == [0, nil, 1] && cut.costs == [5, 5])
    let none = ShardCut(needs: [[0]], stageCosts: [5], isDue: [false], count: 2, least: 0)
    #expect(none.shards == [nil] && none.costs == [0, 0])
    #expect(ShardCut(needs: [], stageCosts: [], isDue: [], count: 3, least: 30).costs == [0, 0, 0])
  }

  @Test func aHundredThousandJobsAreDividedEvenly() {
    var numbers = Numbers()
    var work = Work(needs: [], costs: [])
    for world in 0..<1000 {
      let imported = work.costs.count
      work.costs.append(50 + world % 7 * 30)
      work.costs += (0..<5).map { _ in 80 + numbers.below(50) }
      for image in 0..<100 {
        work.needs.append([imported, imported + 1 + image % 5, work.costs.count])
        work.costs.append(60 + image * 10 + numbers.below(100))
      }
    }
    let total = work.costs.reduce(0, +)
    for count in [4, 16, 256] {
      let cut = work.cut(into: count, least: 30_000)
      #expect(cut.usedCount == count)
      // No shard has a twentieth more than a fair share, and few stages run twice.
      #expect((cut.costs.max() ?? 0) * count * 20 < total * 21)
      #expect(cut.costs.reduce(0, +) * 50 < total * 51)
    }
  }
}
