// SPDX-License-Identifier: MIT
// Part of Platen: the lock of an output root, held by this process and by another.

import Foundation
import Pipeline
import Synchronization
import TestSupport
import Testing

@Suite struct LockTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  /// Another process that holds the lock until it is killed.
  private func holder() throws -> Process {
    try scratch.write("pid 4711\nhost mill\n", to: ".platen.lock")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    // Told by a file that it has begun; --no-fork, so that killing it frees the lock.
    process.arguments = [
      "--no-fork", scratch(".platen.lock"), "/bin/sh", "-c",
      "touch '\(scratch("held"))'; exec sleep 60",
    ]
    try process.run()
    for _ in 0..<6000 where scratch.text("held") == nil { usleep(10_000) }
    try #require(scratch.text("held") != nil)
    return process
  }

  @Test func AnotherRunIsNamed() throws {
    let process = try holder()
    defer { kill(process.processIdentifier, SIGKILL) }
    do {
      _ = try Outputs(root: scratch.path, locking: .fail)
      Issue.record("the lock was taken twice")
    } catch {
      let text = "\(error)"
      #expect(text.contains("output.locked") && text.contains("process 4711 on mill"))
    }
  }

  @Test func AHolderThatIsKilledFreesTheRoot() throws {
    let process = try holder()
    let pid = process.processIdentifier
    var reported: [String] = []
    let outputs = try Outputs(root: scratch.path) { who in
      reported.append(who.description)
      kill(pid, SIGKILL)
    }
    #expect(reported == ["process 4711 on mill"])
    outputs.close()
    // It stays until a record is written, which the killed run owes; nobody has to wait for it.
    #expect(scratch.files == [".platen.lock", "held"])
    _ = try Outputs(root: scratch.path, locking: .fail)
  }

  @Test func WaitingCanBeCancelled() throws {
    let first = try Outputs(root: scratch.path)
    let flag = Cancellation()
    #expect(throws: Cancelled.self) {
      try Outputs(root: scratch.path, cancellation: flag) { _ in flag.cancel() }
    }
    first.close()
  }

  @Test func ClosingLetsTheNextOneIn() throws {
    let first = try Outputs(root: scratch.path)
    #expect(codes { try Outputs(root: scratch.path, locking: .fail) } == ["output.locked"])
    first.close()
    let second = try Outputs(root: scratch.path, locking: .fail)
    first.close()
    #expect(codes { try Outputs(root: scratch.path, locking: .fail) } == ["output.locked"])
    second.close()
    #expect(scratch.files == [])
  }

  @Test func noLockIsTakenWhereNoneIsRequested() throws {
    let first = try Outputs(root: scratch.path)
    _ = try Outputs(root: scratch.path, locking: .none)
    first.close()
  }

  /// Threads that take and free the lock in turn: never two at once, though the file is removed
  /// and made again all the time.
  @Test func NeverTwoAtOnce() throws {
    let inside = Atomic<Int>(0)
    let clashes = Atomic<Int>(0)
    let path = scratch.path
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<5 {
        guard let outputs = try? Outputs(root: path) else {
          clashes.add(1, ordering: .relaxed)
          return
        }
        if inside.add(1, ordering: .sequentiallyConsistent).newValue != 1 {
          clashes.add(1, ordering: .relaxed)
        }
        inside.subtract(1, ordering: .sequentiallyConsistent)
        outputs.close()
      }
    }
    #expect(clashes.load(ordering: .relaxed) == 0)
  }
}
