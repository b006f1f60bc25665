// SPDX-License-Identifier: MIT
// Part of Platen: the short way to nothing: it is taken when nothing changed, and never otherwise.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// A tree of numbers, planned by a pattern and a file of settings, and run as the command runs it:
/// the short way where there is one, else the ordinary one, which remembers what it rested on.
@Suite struct UpToDateSnapshotTests {
  private struct Tree {
    let scratch: Scratch
    let key = Digest.of("key")

    init() throws {
      scratch = try Scratch()
      try scratch.write("1 2 3", to: "in/a.txt")
      try scratch.write("4 5", to: "in/b.txt")
      try scratch.write("sum", to: "look.txt")
      try scratch.write("", to: "elsewhere/x")
    }

    /// The result of a run.
    struct Came: Equatable {
      var isShort: Bool
      var made = 0
      var unchanged = 0
      var failed = 0
      var warnings: [String] = []
    }

    var store: LocalStore { get throws { try LocalStore(folder: scratch("cache")) } }

    func plan(_ environment: any Environment) throws -> Plan {
      let greeting = try environment.read("look.txt")
      return try Plan(
        jobs: environment.glob("in/*.txt").map { path in
          let name = path.split(separator: "/").last ?? ""
          return job(String(name), publishes: [("sub/\(name)", page(path, greeting))])
        })
    }

    private func page(_ path: String, _ greeting: FileBytes) -> Stage<FileArtifact> {
      let text = Stage<String>("read", version: 1, files: [path]) { context in
        let text = String(decoding: try context.read(path).bytes, as: UTF8.self)
        let isMore = try context.environment.status(path + ".more") != nil
        return Diagnosed(
          text + (isMore ? " 100" : ""),
          warnings: text.contains("odd") ? [.warning("test.odd", "\(path) is odd")] : [])
      }
      let word = String(decoding: greeting.bytes, as: UTF8.self)
      return .file("print", version: 1, parameters: .of(word), after: text) { _, file, text in
        guard !text.contains("broken") else { throw Failure(.error("test.broken", "broken")) }
        let sum = text.split(separator: " ").compactMap { Int($0) }.reduce(0, +)
        try file.write("\(word) \(sum)\n")
        return []
      }
    }

    private func options() -> Engine.Options {
      Engine.Options(tool: "test 1", salt: "1", memory: MemoryBudget(bytes: 1 << 30))
    }

    func run(circumstances: String = "") throws -> Came {
      let circumstances = Digest.of(circumstances)
      let outputs = try Outputs(root: scratch("out"))
      defer { outputs.close() }
      let store = try store
      var warnings: [String] = []
      func note(_ event: Event) {
        if case .warning(let diagnostic, _) = event { warnings.append(diagnostic.message) }
      }
      let disk = DiskEnvironment(folder: scratch.path)
      if let snapshot = UpToDateSnapshot.last(
        for: key, circumstances: circumstances, inStore: scratch("cache")),
        store.holds(snapshot, for: key, in: outputs)
      {
        #expect(snapshot.root == scratch("out"))
        let totals = Engine(
          environment: disk, outputs: outputs, options: options(), onEvent: note
        ).repeatUpToDateRun(snapshot, width: 1, seconds: 0)
        #expect(store.takeDiagnostics().isEmpty)
        return came(totals, warnings, isShort: true)
      }
      store.removeSnapshots(in: outputs)
      let recorder = DependencyRecorder()
      let plan = try plan(recorder.watching(disk))
      let result = try Engine(
        environment: disk, outputs: outputs, store: store, options: options(), onEvent: note
      ).run(plan, on: ScriptedRunner())
      store.flush()
      try result.saveRecord(in: outputs)
      if let snapshot = result.upToDateSnapshot(
        recorder, circumstances: circumstances, environment: disk, outputs: outputs, store: store)
      {
        store.keep(snapshot, for: key, in: outputs)
      }
      #expect(store.takeDiagnostics().allSatisfy { $0.severity == .note })
      return came(result.totals, warnings, isShort: false)
    }

    private func came(_ totals: RunTotals, _ warnings: [String], isShort: Bool) -> Came {
      #expect(totals.warnings == warnings.count)
      return Came(
        isShort: isShort, made: totals.built, unchanged: totals.upToDate, failed: totals.failed,
        warnings: warnings)
    }

    /// The actions of the ordinary way, without doing them.
    func prediction() throws -> Came {
      let disk = DiskEnvironment(folder: scratch.path)
      let predicted = try Engine(
        environment: disk, outputs: Outputs(root: scratch("out"), locking: .none),
        store: try store, options: options()
      ).predictOutcome(try plan(disk), last: nil)
      return Came(
        isShort: false, made: predicted.due, unchanged: predicted.outputs.count - predicted.due)
    }

    /// The outputs of a run that knows nothing of earlier ones.
    func fresh() throws -> [String: String] {
      let root = scratch("fresh")
      try? FileManager.default.removeItem(atPath: root)
      let outputs = try Outputs(root: root)
      defer { outputs.close() }
      let disk = DiskEnvironment(folder: scratch.path)
      _ = try Engine(environment: disk, outputs: outputs, options: options())
        .run(try plan(disk), on: ScriptedRunner())
      return published("fresh")
    }

    func published(_ root: String) -> [String: String] {
      var files: [String: String] = [:]
      for name in scratch.files where name.hasPrefix(root + "/sub/") {
        files[String(name.dropFirst(root.count))] = scratch.text(name)
      }
      return files
    }

    /// Longer than timestamps take to show a change.
    func wait() { usleep(30_000) }

    /// Runs until the short way is taken.
    func settle() throws {
      wait()
      for _ in 0..<3 {
        if try run().isShort { return }
        wait()
      }
      Issue.record("the short way is never taken")
    }

    var settledFile: String? {
      scratch.files.first { $0.hasSuffix(UpToDateSnapshot.suffix) }.map { scratch($0) }
    }
  }

  /// Something that happens between two runs, and whether the short way is still right.
  struct Change: Sendable, CustomTestStringConvertible {
    var name: String
    var command: String
    var isShort = false
    var testDescription: String { name }
  }

  static let changes: [Change] = [
    Change(name: "nothing", command: "true", isShort: true),
    Change(name: "a file elsewhere", command: "echo > elsewhere/y", isShort: true),
    Change(name: "an input touched", command: "touch in/a.txt"),
    Change(name: "an input edited", command: "echo 7 > in/a.txt"),
    Change(
      name: "an input edited, its size and stamp the same",
      command: "touch -r in/a.txt s && printf '3 2 2' > in/a.txt && touch -r s in/a.txt"),
    Change(
      name: "an input replaced by its like",
      command: "cp -p in/a.txt new && mv new in/a.txt"),
    Change(name: "an input gone", command: "rm in/b.txt"),
    Change(name: "a new input", command: "cp in/a.txt in/c.txt"),
    Change(name: "an input renamed", command: "mv in/a.txt in/c.txt"),
    Change(name: "a file beside inputs", command: "echo > in/other"),
    Change(
      name: "a file beside inputs that came and went", command: "echo > in/other && rm in/other",
      isShort: true),
    Change(
      name: "a file beside inputs, the folder's stamp set back",
      command: "touch -r in s && echo > in/other && touch -r s in"),
    Change(name: "an input that is a folder now", command: "rm in/b.txt && mkdir in/b.txt"),
    Change(name: "a link to another input", command: "ln -sf ../elsewhere/x in/b.txt"),
    Change(name: "the folder of inputs renamed", command: "mv in was && cp -rp was in"),
    Change(name: "what was looked for in vain", command: "echo > in/a.txt.more"),
    Change(name: "settings edited", command: "printf 'Sum' > look.txt"),
    Change(name: "settings touched", command: "touch look.txt"),
    Change(name: "an output gone", command: "rm out/sub/a.txt"),
    Change(name: "an output edited", command: "echo >> out/sub/a.txt"),
    Change(
      name: "an output edited, its size and stamp the same",
      command:
        "touch -r out/sub/a.txt s && printf 'sum 7\\n' > out/sub/a.txt && touch -r s out/sub/a.txt"
    ),
    Change(
      name: "an output that is a link to itself elsewhere",
      command: "mv out/sub/a.txt elsewhere && ln -s ../../elsewhere/a.txt out/sub/a.txt"),
    Change(
      name: "the output folder a link", command: "mv out/sub was && ln -s ../was out/sub"),
    Change(name: "all outputs gone", command: "rm -r out/sub"),
    Change(name: "the output root gone", command: "rm -r out"),
    Change(name: "the record gone", command: "rm out/platen-run.json"),
    Change(
      name: "the record replaced", command: "cp out/platen-run.json r && mv r out/platen-run.json"),
    Change(name: "a killed run's lock", command: "echo 'pid 1' > out/.platen.lock"),
    Change(name: "a dead run's file", command: "echo > out/sub/.platen-1-1.tmp", isShort: true),
    Change(name: "the cache gone", command: "rm -r cache"),
    Change(name: "the journal gone", command: "rm cache/deep.journal"),
    Change(
      name: "the journal copied", command: "cp cache/deep.journal j && mv j cache/deep.journal"),
    Change(name: "the journal cut short", command: "truncate -s 100 cache/deep.journal"),
    Change(name: "kept bytes gone", command: "rm -r cache/blobs", isShort: true),
  ]

  @Test(arguments: changes) func theShortWayFindsWhatTheOrdinaryDoes(_ change: Change) throws {
    let tree = try Tree()
    try tree.settle()
    #expect(shell("cd '\(tree.scratch.path)' && \(change.command)") == 0)
    // Looking mends a journal, and the run would not see the damage.
    let prediction = change.name.contains("cut short") ? nil : try tree.prediction()
    let came = try tree.run()
    #expect(came.isShort == change.isShort)
    if let prediction {
      // What is made anew may turn out to lie there already.
      #expect(came.made + came.failed <= prediction.made)
      if came.isShort { #expect(prediction.made == 0 && came.unchanged == prediction.unchanged) }
    }
    let fresh = try tree.fresh()
    for (name, text) in tree.published("out") where fresh[name] != nil {
      #expect(text == fresh[name])
    }
    if came.failed == 0 { #expect(Set(fresh.keys).isSubset(of: tree.published("out").keys)) }
    let leftovers = tree.scratch.files.filter { $0.hasPrefix("out/") && $0.hasSuffix(".tmp") }
    #expect(leftovers.isEmpty)
    // And it finds back to the short way, unless a job cannot be made.
    if came.failed == 0 { try tree.settle() }
  }

  @Test func aLinkWhoseEndBecomesAFileIsSeen() throws {
    let tree = try Tree()
    #expect(
      shell("cd '\(tree.scratch.path)' && mkdir elsewhere/d && ln -s ../elsewhere/d in/z.txt") == 0)
    try tree.settle()
    #expect(try tree.run().isShort)
    #expect(
      shell("cd '\(tree.scratch.path)' && rmdir elsewhere/d && echo 9 > elsewhere/d") == 0)
    let came = try tree.run()
    #expect(!came.isShort && came.made == 1 && came.unchanged == 2)
  }

  @Test func warningsAreReportedAgain() throws {
    let tree = try Tree()
    try tree.scratch.write("1 odd", to: "in/a.txt")
    try tree.settle()
    #expect(
      try tree.run()
        == Tree.Came(isShort: true, unchanged: 2, warnings: ["in/a.txt is odd"]))
  }

  @Test func failedRunsHaveNoSnapshot() throws {
    let tree = try Tree()
    try tree.scratch.write("broken", to: "in/a.txt")
    for _ in 0..<3 {
      tree.wait()
      let came = try tree.run()
      #expect(!came.isShort && came.failed == 1)
    }
    #expect(tree.settledFile == nil)
  }

  @Test func HoweverFastEditsComeTheNextRunSeesThem() throws {
    let tree = try Tree()
    try tree.settle()
    for round in 10..<60 {
      try tree.scratch.write("\(round)", to: "in/a.txt")
      _ = try tree.run()
      try tree.scratch.write("\(round + 1)", to: "in/a.txt")
      _ = try tree.run()
      #expect(tree.scratch.text("out/sub/a.txt") == "sum \(round + 1)\n")
      try tree.scratch.write("s\(round)", to: "look.txt")
      _ = try tree.run()
      _ = try tree.run()
      try tree.scratch.write("t\(round)", to: "look.txt")
      _ = try tree.run()
      #expect(tree.scratch.text("out/sub/b.txt") == "t\(round) 9\n")
      try tree.scratch.write("sum", to: "look.txt")
    }
  }

  @Test func AFileThatIsTooYoungIsNotTrusted() throws {
    let scratch = try Scratch()
    let disk = DiskEnvironment(folder: scratch.path)
    // What was written within the tick in which it is looked at may be written again in that tick.
    // The clock of files may be behind ours, so they are looked at as soon as they are written.
    for isRead in [true, false] {
      let recorder = DependencyRecorder()
      try scratch.write("1", to: "young")
      if isRead {
        _ = try recorder.watching(disk).read("young")
      } else {
        recorder.see(scratch("young"))
      }
      let written = try #require(try disk.status("young")).modified
      // A machine that dawdles for longer than a tick here has nothing to say.
      if FileDigests.now() - written < FileDigests.tick { #expect(!recorder.notes.isComplete) }
      usleep(30_000)
      let later = DependencyRecorder()
      _ = try later.watching(disk).read("young")
      later.see(scratch("young"))
      #expect(later.notes.isComplete && later.notes.answers.count == 1)
    }
  }

  @Test func recordersNoteEachQueryOnce() throws {
    let scratch = try Scratch()
    try scratch.write("1", to: "in/a")
    usleep(30_000)
    let disk = DiskEnvironment(folder: scratch.path)
    let recorder = DependencyRecorder()
    let world = recorder.watching(disk)
    for _ in 0..<2 {
      _ = try world.status("in")
      _ = try world.status("gone")
      _ = try world.read("in/a")
      _ = try world.list("in")
      _ = try? world.list("gone")
      _ = try? world.read("gone")
      _ = world.variable("PLATEN_NO_SUCH_VARIABLE")
    }
    #expect(recorder.notes.isComplete)
    #expect(
      recorder.notes.answers.map(\.path)
        == ["in", "gone", "in/a", "in"].map { scratch($0) })
    #expect(recorder.notes.variables.map(\.name) == ["PLATEN_NO_SUCH_VARIABLE"])
    // Two answers to one question, and whatever was made of the first may be wrong now.
    try scratch.write("1", to: "gone")
    _ = try world.status("gone")
    #expect(!recorder.notes.isComplete)
    // A folder is no file: what the disk refuses now it may not refuse the next time.
    let other = DependencyRecorder()
    _ = try? other.watching(disk).read("in")
    #expect(!other.notes.isComplete)
  }

  @Test func AnotherManifestOrProgramIsAnotherRun() throws {
    let tree = try Tree()
    try tree.settle()
    #expect(try !tree.run(circumstances: "other").isShort)
    tree.wait()
    #expect(try tree.run(circumstances: "other").isShort)
    #expect(try !tree.run().isShort)
  }

  @Test func aRunInARootRemovesOtherSnapshots() throws {
    let tree = try Tree()
    try tree.settle()
    let outputs = try Outputs(root: tree.scratch("elsewhere/root"))
    try tree.store.removeSnapshots(in: outputs)
    outputs.close()
    #expect(tree.settledFile != nil)
    let same = try Outputs(root: tree.scratch("out/../out"))
    try tree.store.removeSnapshots(in: same)
    same.close()
    #expect(tree.settledFile == nil)
  }

  @Test func ClearingAndPruningTakeItAway() throws {
    for isClearing in [true, false] {
      let tree = try Tree()
      try tree.settle()
      let care = try StoreCare(folder: tree.scratch("cache"))
      #expect(care.info().other.count == 1)
      _ = try isClearing ? care.clear() : care.prune()
      #expect(tree.settledFile == nil)
      let came = try tree.run()
      #expect(!came.isShort)
      #expect(came.unchanged == 2)
    }
  }

  @Test func DamageIsPassedOver() throws {
    let tree = try Tree()
    try tree.settle()
    let file = try #require(tree.settledFile)
    let good = try #require(FileManager.default.contents(atPath: file))
    let bytes = [UInt8](good)
    #expect(UpToDateSnapshot(decoding: bytes)?.parts.jobs == 2)
    for length in 0..<bytes.count {
      #expect(UpToDateSnapshot(decoding: Array(bytes[..<length])) == nil)
    }
    for place in bytes.indices {
      var bad = bytes
      bad[place] ^= 0x10
      #expect(UpToDateSnapshot(decoding: bad) == nil)
    }
    #expect(UpToDateSnapshot(decoding: bytes + [0]) == nil)
    for bad in [Data(), good.dropLast(), good + Data([0]), Data("nonsense".utf8)] {
      try bad.write(to: URL(fileURLWithPath: file))
      let came = try tree.run()
      #expect(came == Tree.Came(isShort: false, unchanged: 2))
      tree.wait()
    }
    #expect(try tree.run().isShort)
  }

  @Test func ItIsBelievedForADay() throws {
    let tree = try Tree()
    try tree.settle()
    let file = try #require(tree.settledFile)
    let good = try #require(FileManager.default.contents(atPath: file))
    let run = try #require(UpToDateSnapshot(decoding: [UInt8](good)))
    for (age, isShort) in [(0, true), (86_000, true), (86_401, false), (-1000, false)] {
      let store = try tree.store
      let outputs = try Outputs(root: tree.scratch("out"))
      store.keep(run.aged(by: age), for: tree.key, in: outputs)
      outputs.close()
      #expect(try tree.run().isShort == isShort, "\(age)")
      tree.wait()
    }
  }

  @Test func onlyTheNewestAreRetained() throws {
    let tree = try Tree()
    try tree.settle()
    let file = try #require(tree.settledFile)
    let good = try #require(FileManager.default.contents(atPath: file))
    let run = try #require(UpToDateSnapshot(decoding: [UInt8](good)))
    let store = try tree.store
    let outputs = try Outputs(root: tree.scratch("out"))
    for number in 0..<(UpToDateSnapshot.countLimit + 10) {
      store.keep(run, for: Digest.of("\(number)"), in: outputs)
    }
    outputs.close()
    let kept = tree.scratch.files.filter { $0.hasSuffix(UpToDateSnapshot.suffix) }
    #expect(kept.count == UpToDateSnapshot.countLimit)
  }

  @Test func NamesAreKnownWhateverTheirOrder() {
    let names = (0..<50).map { FolderEntry(name: "w\($0).map", isFolder: $0 % 7 == 0) }
    func sum(_ entries: some Sequence<FolderEntry>) -> NameSum {
      var sum = NameSum()
      for entry in entries { sum.add(entry) }
      return sum
    }
    let whole = sum(names)
    #expect(sum(names.reversed()) == whole)
    #expect(sum(names + [FolderEntry(name: ".platen.lock", isFolder: false)]) == whole)
    #expect(sum(names + [FolderEntry(name: ".platen-1-2.tmp", isFolder: false)]) == whole)
    for index in names.indices {
      var other = names
      other.remove(at: index)
      #expect(sum(other) != whole)
      other = names
      other[index].isFolder.toggle()
      #expect(sum(other) != whole)
      other[index] = FolderEntry(name: names[index].name + "~", isFolder: names[index].isFolder)
      #expect(sum(other) != whole)
    }
  }
}

extension UpToDateSnapshot {
  /// The same, found so many seconds earlier.
  fileprivate func aged(by seconds: Int) -> UpToDateSnapshot {
    var parts = parts
    parts.timestamp = UInt64(Int(StoreClock.seconds()) - seconds)
    return UpToDateSnapshot(parts, questions: questions)
  }
}
