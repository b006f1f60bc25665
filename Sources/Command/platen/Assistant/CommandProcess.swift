// SPDX-License-Identifier: MIT
// Part of Platen: a command run in a process of its own, with its lines read as they come.

import Diagnostics
import JSON
import Libc

/// The answer of a command with `--json`.
struct CommandAnswer: Sendable {
  var status: Int32
  /// The objects it printed, in order.
  var objects: [JSONValue] = []
  /// The bytes it printed, where they were requested instead.
  var text: [UInt8] = []
}

/// A run of this program with other arguments, in a process of its own: an input that brings it
/// down ends the call and not the server.
struct CommandProcess: Sendable {
  /// The reason why a command has no answer.
  enum Interruption: Error {
    /// The client no longer waits for it.
    case canceled
    /// The time was up.
    case tookTooLong(seconds: Int)
    /// More was printed than is kept.
    case printedTooMuch
    case failed(Failure)
  }

  let program: String
  /// Options for every command.
  let options: [String]
  let variables: [(String, String)]
  /// The most seconds that a command may take.
  let seconds: Int
  /// Indicates whether the client no longer waits.
  let isCanceled: @Sendable () -> Bool

  /// The most bytes of an answer.
  private static let mostBytes = 64 << 20

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - words: the command and its arguments.
  ///   - isText: whether it prints a text, and not one object on each line.
  ///   - observe: called with each object as soon as it is printed.
  func run(
    _ words: [String], isText: Bool = false, observe: (JSONValue) -> Void = { _ in }
  ) throws(Interruption) -> CommandAnswer {
    // Options before the words that are arguments whatever they begin with.
    let end = words.firstIndex(of: "--") ?? words.endIndex
    let child: ChildProcess
    do {
      child = try ChildProcess(
        program, words[..<end] + (isText ? [] : ["--json"]) + options + words[end...],
        variables: variables, group: true, hasOutput: true)
    } catch let failure as Failure {
      throw .failed(failure)
    } catch {
      throw .failed(Failure(.error(.processStart, "\(error)")))
    }
    var answer = CommandAnswer(status: 0)
    do {
      try read(from: child, isText: isText, into: &answer, observe: observe)
    } catch {
      child.end()
      throw error
    }
    answer.status = child.wait()
    return answer
  }

  private func read(
    from child: ChildProcess, isText: Bool, into answer: inout CommandAnswer,
    observe: (JSONValue) -> Void
  ) throws(Interruption) {
    let start = ContinuousClock.now
    var line: [UInt8] = []
    var count = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if isCanceled() { throw .canceled }
      if ContinuousClock.now - start > .seconds(seconds) { throw .tookTooLong(seconds: seconds) }
      var event = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, 100) > 0 else { continue }
      let taken = Libc.read(child.output, &buffer, buffer.count)
      if taken < 0, errno == EINTR { continue }
      guard taken > 0 else { break }
      count += taken
      if count > CommandProcess.mostBytes { throw .printedTooMuch }
      if isText {
        answer.text += buffer[..<taken]
        continue
      }
      var rest = buffer[..<taken]
      while let end = rest.firstIndex(of: 0x0A) {
        line += rest[..<end]
        rest = rest[(end + 1)...]
        if let document = try? JSONDocument(parsing: line) {
          answer.objects.append(document.root)
          observe(document.root)
        }
        line.removeAll(keepingCapacity: true)
      }
      line += rest
    }
  }
}
