// SPDX-License-Identifier: MIT
// Part of Platen: how many stages run at once and how much memory they take, as flags.

import ArgumentParser
import Diagnostics
import JobKit
import Libc
import Pipeline

/// The options of every command that runs stages.
struct EngineOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp(
      "How many stages run at once (default: the number of cores).", valueName: "n"),
    transform: wholeNumber(in: 1...1024))
  var jobs: Int?
  @Option(
    help: ArgumentHelp(
      "Memory for all stages together, such as 2G (default: 70% of the free memory).",
      valueName: "amount"))
  var memory: String?

  var width: Int { jobs ?? EngineOptions.cores }

  /// The number of stages that run at once, and the jobserver they share their cores with: that of
  /// the make that started this process, unless `-j` specifies how many cores are its own.
  func cores(_ console: Console) -> (width: Int, jobserver: Jobserver?) {
    guard jobs == nil, let flags = Terminal.variable("MAKEFLAGS") else { return (width, nil) }
    guard let invitation = Jobserver.Invitation(makeFlags: flags) else {
      // `make -j1` has no jobserver, and means one.
      return (flags.split(separator: " ").contains("-j1") ? 1 : width, nil)
    }
    guard let jobserver = Jobserver(invitation) else {
      console.report([
        .warning(
          .jobserverUnreachable, "make's jobserver cannot be reached: one core is used",
          hints: [
            "begin the line of the rule with +", "set the number of cores for platen with -j",
          ])
      ])
      return (1, nil)
    }
    Jobserver.inUse.withLock { $0 = jobserver }
    return (min(1024, max(1, invitation.jobs ?? EngineOptions.cores)), jobserver)
  }

  /// - Parameter makesNothing: whether nothing runs and no memory limit is reported; free memory is
  ///   then not queried.
  func options(failFast: Bool = false, makesNothing: Bool = false) throws -> Engine.Options {
    let memory = makesNothing && self.memory == nil ? MemoryBudget(bytes: 0) : try budget()
    return Engine.Options(tool: PlatenVersion.tool, memory: memory, failFast: failFast)
  }

  private func budget() throws -> MemoryBudget {
    guard let memory else { return .standard() }
    do {
      return try MemoryBudget(parsing: memory)
    } catch let failure as Failure {
      throw Failure(failure.diagnostics.map { $0.found(from: SourceLocation(field: "--memory")) })
    }
  }

  static var cores: Int { max(1, min(1024, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
