// SPDX-License-Identifier: MIT
// Part of Platen: tests of run control: runs paused, resumed and ended through a socket.

import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Pipeline

@Suite struct RunControlTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func outputs(_ name: String = "out") throws -> Outputs {
    try Outputs(root: scratch(name), locking: .fail)
  }

  private func code(_ body: () throws -> Void) -> Diagnostic.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? Failure)?.diagnostics.first?.code
    }
  }

  @Test func aMissingRunIsReported() throws {
    #expect(code { _ = try ControlSocket.send(.pause, to: scratch("none")) } == .runNone)
    let outputs = try outputs()
    #expect(code { _ = try ControlSocket.send(.pause, to: scratch("out")) } == .runNone)
    let socket = try ControlSocket(in: outputs, RunControl())
    #expect(try ControlSocket.send(.pause, to: scratch("out")) == "ok")
    socket.close()
    #expect(code { _ = try ControlSocket.send(.pause, to: scratch("out")) } == .runNone)
    #expect(!FileManager.default.fileExists(atPath: scratch("out/.platen.sock")))
  }

  @Test func OnlyItsOwnerMaySpeakToIt() throws {
    let socket = try ControlSocket(in: outputs(), RunControl())
    var status = stat()
    #expect(stat(scratch("out/.platen.sock"), &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFSOCK && status.st_mode & 0o777 == 0o600)
    socket.close()
  }

  @Test func ALongPathIsNoHindrance() throws {
    let deep = Array(repeating: String(repeating: "deep", count: 20), count: 4).joined(
      separator: "/")
    let socket = try ControlSocket(in: outputs(deep), RunControl())
    #expect(try ControlSocket.send(.resume, to: scratch(deep)) == "ok")
    socket.close()
  }

  @Test func WhatADeadRunLeftIsReplaced() throws {
    let outputs = try outputs()
    #expect(
      shell(
        "python3 -c 'import socket; s = socket.socket(socket.AF_UNIX); s.bind(\"\(scratch("out/.platen.sock"))\")'"
      ) == 0)
    #expect(code { _ = try ControlSocket.send(.pause, to: scratch("out")) } == .runNone)
    let socket = try ControlSocket(in: outputs, RunControl())
    #expect(try ControlSocket.send(.pause, to: scratch("out")) == "ok")
    socket.close()
  }

  @Test func aFileOfThatNameStaysAndIsReported() throws {
    let outputs = try outputs()
    try scratch.write("mine", to: "out/.platen.sock")
    #expect(code { _ = try ControlSocket(in: outputs, RunControl()) } == .runSocket)
    #expect(scratch.text("out/.platen.sock") == "mine")
  }

  @Test func ASilentClientKeepsOthersForAMomentOnly() throws {
    let socket = try ControlSocket(in: outputs(), RunControl())
    defer { socket.close() }
    let silent = connected(scratch("out/.platen.sock"))
    defer { close(silent) }
    #expect(silent >= 0)
    #expect(try ControlSocket.send(.pause, to: scratch("out")) == "ok")
  }

  /// The case of a run stopped by a signal: it finds the requests made meanwhile, and each client
  /// has received the answer that nothing came of it.
  @Test func WhoHasGoneIsNotObeyed() throws {
    let control = RunControl()
    let requests = Guarded<[ControlSocket.Request]>([])
    let socket = try ControlSocket(in: outputs(), control) { request in
      requests.withLock { $0.append(request) }
    }
    defer { socket.close() }
    // The first keeps the socket busy while the second comes and goes.
    let silent = connected(scratch("out/.platen.sock"))
    defer { close(silent) }
    let gone = connected(scratch("out/.platen.sock"))
    #expect(write(gone, "pause\n", 6) == 6)
    close(gone)
    #expect(try ControlSocket.send(.resume, to: scratch("out")) == "ok")
    #expect(requests.withLock { $0 } == [.resume])
    #expect(control.take() == [.resume])
  }

  /// The end of the input, as `socat` and `nc -N` have it.
  @Test func WhoOnlySendsNoMoreIsAnswered() throws {
    let control = RunControl()
    let socket = try ControlSocket(in: outputs(), control)
    defer { socket.close() }
    let client = connected(scratch("out/.platen.sock"))
    defer { close(client) }
    #expect(write(client, "pause\n", 6) == 6)
    #expect(shutdown(client, Int32(SHUT_WR)) == 0)
    var answer = [UInt8](repeating: 0, count: 16)
    #expect(read(client, &answer, 16) == 3)
    #expect(answer.starts(with: Array("ok\n".utf8)))
    #expect(control.take() == [.pause])
  }

  @Test func APausedRunStartsNothingUntilItIsResumed() throws {
    let outputs = try outputs()
    let control = RunControl()
    let socket = try ControlSocket(in: outputs, control)
    let root = scratch("out")
    let order = Guarded<[String]>([])
    let first = Stage<Int>("first", version: 1) { _ in
      order.withLock { $0.append("first") }
      _ = try ControlSocket.send(.pause, to: root)
      return Diagnosed(1)
    }
    let second = Stage<Int>("second", version: 1, after: first) { _, value in
      order.withLock { $0.append("second") }
      return Diagnosed(value + 1)
    }
    DispatchQueue.global().async {
      while control.status.phase != .paused { usleep(1000) }
      usleep(300_000)
      let message = try? ControlSocket.send(.status, to: root)
      order.withLock { $0.append(message ?? "no status") }
      _ = try? ControlSocket.send(.resume, to: root)
    }
    var events: [String] = []
    let engine = Engine(
      environment: empty, outputs: outputs, options: Engine.Options(tool: "test 1"),
      control: control,
      onEvent: { event in
        switch event {
        case .paused: events.append("paused")
        case .resumed: events.append("resumed")
        default: break
        }
      })
    let plan = try Plan(jobs: [Job(id: "a", kind: "test", requestedStages: [second.erased])])
    let result = try engine.run(plan, on: DispatchRunner(width: 1))
    #expect(result.value(of: second) == 2)
    #expect(events == ["paused", "resumed"])
    let message = order.withLock { $0 }
    #expect(message.count == 3 && message[0] == "first" && message[2] == "second")
    #expect(message[1].hasPrefix(#"{"phase":"paused","jobs":1,"#), "\(message[1])")
    #expect(control.status.phase == .done && control.status.built == 1)
    #expect(control.status.workingSeconds < result.totals.seconds - 0.25)
    #expect(code { _ = try ControlSocket.send(.pause, to: root) } == .runRefused)
    socket.close()
  }

  @Test func ACancelledRunEnds() throws {
    let outputs = try outputs()
    let control = RunControl()
    let socket = try ControlSocket(in: outputs, control)
    let root = scratch("out")
    let endless = Stage<Int>("endless", version: 1) { context in
      _ = try ControlSocket.send(.cancel, to: root)
      while true {
        try context.checkCancellation()
        usleep(1000)
      }
    }
    let engine = Engine(
      environment: empty, outputs: outputs, options: Engine.Options(tool: "test 1"),
      control: control)
    let plan = try Plan(jobs: [Job(id: "a", kind: "test", requestedStages: [endless.erased])])
    let result = try engine.run(plan, on: DispatchRunner(width: 1))
    #expect(result.totals.isCancelled && result.totals.cancelled == 1)
    socket.close()
  }

  /// A job over its time does not keep the others, even if it never stops and there is one slot.
  @Test func AStageThatDoesNotStopKeepsNoOthers() throws {
    let isLetGo = Guarded(false)
    defer { isLetGo.withLock { $0 = true } }
    let endless = Stage<Int>("endless", version: 1) { _ in
      while !isLetGo.withLock({ $0 }) { usleep(1000) }
      return Diagnosed(1)
    }
    let others = (0..<3).map { index in
      Stage<Int>("other \(index)", version: 1) { _ in Diagnosed(index) }
    }
    var options = Engine.Options(tool: "test 1")
    options.grace = 0.05
    var warnings: [String] = []
    var ends: [String] = []
    let engine = Engine(
      environment: empty, outputs: try outputs(), options: options,
      onEvent: { event in
        if case .warning(let warning, _) = event { warnings.append(warning.message) }
        if case .stageFinished(let stage, .cancelled, _) = event { ends.append(stage.name) }
      })
    var limited = Job(id: "endless", kind: "test", requestedStages: [endless.erased])
    limited.timeLimit = 0.05
    let jobs =
      [limited]
      + others.enumerated().map { Job(id: "\($0)", kind: "test", requestedStages: [$1.erased]) }
    let result = try engine.run(try Plan(jobs: jobs), on: DispatchRunner(width: 1))
    #expect(result.totals.failed == 1 && result.totals.built == 3)
    #expect(others.map { result.value(of: $0) } == [0, 1, 2])
    #expect(
      warnings == ["endless did not stop within 0.050 s and continues until the run ends"])
    #expect(ends == ["endless"], "it ended for those who heard it begin")
  }

  @Test func requestsBeforeTheRunApply() throws {
    let control = RunControl()
    control.send(.pause)
    let started = Guarded(false)
    let stage = Stage<Int>("one", version: 1) { _ in
      started.withLock { $0 = true }
      return Diagnosed(1)
    }
    DispatchQueue.global().async {
      while control.status.phase != .paused { usleep(1000) }
      usleep(50_000)
      #expect(!started.withLock { $0 })
      control.send(.resume)
    }
    let engine = Engine(
      environment: empty, outputs: nil, options: Engine.Options(tool: "test 1"),
      control: control)
    let plan = try Plan(jobs: [Job(id: "a", kind: "test", requestedStages: [stage.erased])])
    #expect(try engine.run(plan, on: DispatchRunner(width: 1)).value(of: stage) == 1)
  }
}

/// A client that has connected and sends nothing; negative when it cannot.
private func connected(_ path: String) -> Int32 {
  let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  guard path.utf8.count < 108 else { return -1 }
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let result = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  return result == 0 ? client : -1
}
