// SPDX-License-Identifier: MIT
// Part of Platen: the loop of `platen mcp`: lines from standard input, work beside it, answers.

import Diagnostics
import Libc
import ModelContext
import Pipeline

/// The server of one client, over standard input and output.
final class AssistantServer: Sendable {
  /// The settings with which the server was started.
  struct Setup: Sendable {
    var folders: AssistantFolders
    var program: String
    var options: [String]
    var variables: [(String, String)]
    /// The most seconds of a call.
    var seconds: Int
    var jobKeys: Set<String>
  }

  /// The most calls at once; further ones wait.
  private static let width = 4

  private struct State {
    var session: ServerSession
    var running = 0
    var waiting: [Work] = []
    var calls = 0
    var isEnding = false
  }

  private let setup: Setup
  private let state: Guarded<State>
  private let output = Guarded(true)
  private let signals = Guarded<[Int32]>([])

  init(_ setup: Setup) {
    self.setup = setup
    state = Guarded(
      State(
        session: ServerSession(
          AssistantDescription.server(writes: !setup.folders.writable.isEmpty))))
  }

  /// Serves until standard input ends, a signal arrives or the client no longer reads; whatever is
  /// under way then is ended.
  func run() {
    let stops = StopSignals(signals)
    defer { stops.end() }
    var line: [UInt8] = []
    var isTooLong = false
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while signals.withLock({ $0.isEmpty }), output.withLock({ $0 }) {
      var event = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, 100) > 0 else { continue }
      let taken = read(0, &buffer, buffer.count)
      if taken < 0, errno == EINTR || errno == EAGAIN { continue }
      guard taken > 0 else { break }
      var rest = buffer[..<taken]
      while let end = rest.firstIndex(of: 0x0A) {
        line += rest[..<end]
        rest = rest[(end + 1)...]
        isTooLong = isTooLong || line.count > ServerSession.longestLine
        isTooLong ? send(ServerSession.answerToLongLine()) : receive(line)
        isTooLong = false
        line.removeAll(keepingCapacity: line.capacity < 1 << 20)
      }
      line += rest
      if line.count > ServerSession.longestLine {
        isTooLong = true
        line.removeAll()
      }
    }
    end()
  }

  private func receive(_ line: [UInt8]) {
    for action in state.withLock({ $0.session.receive(line) }) {
      switch action {
      case .send(let text): send(text)
      case .begin(let work):
        state.withLock { $0.waiting.append(work) }
        beginNext()
      case .cancel(let id):
        // Its process notices within a tenth of a second.
        state.withLock { state in state.waiting.removeAll { $0.id == id } }
      }
    }
  }

  /// Begins work that waits, where there is room.
  private func beginNext() {
    let next = state.withLock { state -> Work? in
      guard state.running < AssistantServer.width, !state.waiting.isEmpty else { return nil }
      state.running += 1
      return state.waiting.removeFirst()
    }
    guard let next else { return }
    let isStarted = DetachedThread.run { [self] in
      perform(next)
      state.withLock { $0.running -= 1 }
      beginNext()
    }
    if !isStarted {
      perform(next)
      state.withLock { $0.running -= 1 }
      beginNext()
    }
  }

  private func perform(_ work: Work) {
    let number = state.withLock { state in
      state.calls += 1
      return state.calls
    }
    let scratch = "\(setup.folders.scratch)/\(number)"
    mkdir(scratch, 0o700)
    let process = CommandProcess(
      program: setup.program, options: setup.options, variables: setup.variables,
      seconds: setup.seconds,
      isCanceled: { [self] in
        state.withLock { $0.isEnding || !$0.session.isUnderWay(work) }
      })
    let result = outcome(of: work, process, scratch)
    // Before the answer: a client that has it may look at the folder.
    Files.removeAll(scratch)
    guard let result else { return }
    if let line = state.withLock({ $0.session.finish(work, result) }) { send(line) }
  }

  /// The result of work, faults among them; nil where it was canceled.
  private func outcome(
    of work: Work, _ process: CommandProcess, _ scratch: String
  ) -> WorkResult? {
    do {
      return try result(of: work, process, scratch)
    } catch {
      switch error {
      case .canceled: return nil
      case .failed(let failure):
        return .failed(
          ProtocolError(.internalFault, failure.diagnostics.first?.message ?? "internal error"))
      case .tookTooLong(let seconds):
        return .failed(ProtocolError(.internalFault, "took more than \(seconds) s"))
      case .printedTooMuch:
        return .failed(ProtocolError(.internalFault, "the answer is too large"))
      }
    }
  }

  private func result(
    of work: Work, _ process: CommandProcess, _ scratch: String
  ) throws(CommandProcess.Interruption) -> WorkResult {
    let resources = AssistantResources(folders: setup.folders, process: process)
    switch work.task {
    case .listResources(let cursor): return try resources.list(cursor: cursor)
    case .readResource(let address):
      return try resources.read(address, notFound: work.missingResource)
    case .call(let tool, let arguments):
      guard let known = AssistantTool(rawValue: tool.name) else {
        return .failed(ProtocolError(.invalidParameters, "unknown tool"))
      }
      var last = ContinuousClock.now - .seconds(1)
      let call = AssistantCall(
        tool: known, arguments: arguments, folders: setup.folders, process: process,
        jobKeys: setup.jobKeys, scratch: scratch,
        report: { [self] done, total, message in
          // A few notes a second are enough for a reader.
          guard work.reportsProgress, ContinuousClock.now - last > .milliseconds(200) else {
            return
          }
          last = ContinuousClock.now
          if let line = state.withLock({ $0.session.progress(of: work, done, of: total, message) })
          {
            send(line)
          }
        })
      return .called(try call.perform())
    }
  }

  private func send(_ line: String) {
    output.withLock { isOpen in
      guard isOpen else { return }
      var text = line + "\n"
      isOpen = text.withUTF8 { writeAll(1, UnsafeRawBufferPointer($0)) }
    }
  }

  /// Ends what is under way, and waits for it for at most six seconds.
  private func end() {
    state.withLock { state in
      state.isEnding = true
      state.waiting = []
    }
    for _ in 0..<120 where state.withLock({ $0.running > 0 }) { usleep(50_000) }
    Files.removeAll(setup.folders.scratch)
  }
}
