// SPDX-License-Identifier: MIT
// Part of Platen: what is found out before anything runs, and what work is known by.

import Diagnostics
import Pipeline
import Testing

@Suite struct PlanTests {
  private func job(_ id: String, _ paths: [String], line: Int) -> Job {
    Job(
      id: id, kind: "file",
      outputs: paths.enumerated().map { index, path in
        Job.Output(
          path, from: file("\(id)-\(index)", "x"),
          at: Diagnostics.SourceLocation(file: "platen.yaml", line: line))
      })
  }

  private func faults(_ jobs: [Job]) -> [Diagnostic] {
    do {
      _ = try Plan(jobs: jobs)
      return []
    } catch {
      return (error as? Failure)?.diagnostics ?? []
    }
  }

  @Test func TwoJobsThatWriteOneFileAreBothNamed() {
    let faults = faults([job("a", ["x.png"], line: 3), job("b", ["./x.png"], line: 9)])
    #expect(faults.map(\.code) == [.outputDuplicate])
    #expect(faults[0].place?.line == 9)
    #expect(faults[0].message.contains("\"a\" and \"b\""))
    #expect(faults[0].message.contains("platen.yaml:3"))
  }

  @Test func allErrorsAreShownAtOnce() {
    let faults = faults([
      job("a", ["x.png", "x.png"], line: 1), job("a", ["../up.png"], line: 2),
      job("c", ["x.png/below.txt"], line: 3),
    ])
    #expect(
      faults.map(\.code) == [.outputDuplicate, .jobDuplicate, .outputPath, .outputDuplicate])
    #expect(faults.compactMap(\.place?.line) == [1, 2, 3])
  }

  @Test func NamesThatDifferInCaseAloneAreWarnedOf() throws {
    let plan = try Plan(jobs: [
      job("a", ["x.png", "Sets/pier/1.png", "Sets/pier/2.png"], line: 3),
      job("b", ["X.png", "Sets/Pier/1.png", "Sets/Pier/2.png", "y.png"], line: 9),
    ])
    #expect(plan.warnings.map(\.code) == [.outputLetterCase, .outputLetterCase])
    #expect(plan.warnings[0].message.hasPrefix("x.png and X.png differ in letter case alone"))
    #expect(plan.warnings[1].message.hasPrefix("Sets/pier and Sets/Pier differ"))
    for warning in plan.warnings {
      #expect(warning.severity == .warning && warning.place?.line == 9)
      #expect(warning.message.hasSuffix("the other at platen.yaml:3"))
    }
    let many = (0..<60).flatMap { ["a\($0)", "A\($0)"] }
    let all = try Plan(jobs: [job("a", many, line: 1)]).warnings
    #expect(all.count == 21 && all.last?.message == "so do 40 more names")
  }

  @Test func EqualStagesAreCountedOnce() throws {
    let shared = number("n", 1)
    let plan = try Plan(jobs: [
      Job(id: "a", kind: "k", requestedStages: [sum("s", shared, number("n", 1)).erased]),
      Job(id: "b", kind: "k", requestedStages: [sum("t", shared, shared).erased]),
    ])
    #expect(plan.stageCount == 3)
  }

  @Test func ALongChainNeedsNoStack() throws {
    var stage = number("n", 0)
    for index in 0..<3_000 {
      stage = Stage("next", version: 1, parameters: .of(index), after: stage) { _, n in
        Diagnosed(n + 1)
      }
    }
    let end = stage
    let (result, _) = try run([Job(id: "a", kind: "k", requestedStages: [end.erased])])
    #expect(result.value(of: end) == 3_000)
  }
}

@Suite struct KeyTests {
  private func key(
    _ name: String = "n", _ version: Int = 1, _ parameters: String = "p", _ files: [String] = ["f"],
    _ inputs: [Key] = []
  ) -> Key {
    Key(name: name, version: version, parameters: .of(parameters), files: files, inputs: inputs)
  }

  @Test func EqualFieldsEqualKey() { #expect(key() == key()) }

  @Test func EachFieldCounts() {
    let base = key()
    let others = [
      key("m"), key("n", 2), key("n", 1, "q"), key("n", 1, "p", ["g"]), key("n", 1, "p", []),
      key("n", 1, "p", ["f", "f"]), key("n", 1, "p", ["f"], [base]),
      key("n", 1, "p", ["f"], [base, base]),
    ]
    #expect(Set(others + [base]).count == others.count + 1)
  }

  @Test func FieldsDoNotRunIntoEachOther() {
    #expect(key("ab", 1, "c") != key("a", 1, "bc"))
    #expect(key("a", 1, "", ["b", "c"]) != key("a", 1, "", ["bc"]))
    #expect(key("a", 11, "") != key("a", 1, "1"))
  }

  @Test func TheOrderOfInputsCounts() {
    let a = key("a")
    let b = key("b")
    #expect(key("n", 1, "", [], [a, b]) != key("n", 1, "", [], [b, a]))
  }

  /// The form of keys is on users' disks: this may only change together with it.
  @Test func TheFormStays() {
    #expect(
      key("compose", 3, "look=parchment", ["worlds/a.map"]).description
        == "616308d27a1d413112047d6b20a9f19f88d6bfc69b0383716fee9969f39030c1")
  }
}
