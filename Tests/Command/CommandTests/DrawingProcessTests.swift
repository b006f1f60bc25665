// SPDX-License-Identifier: MIT
// Part of Platen: SVG drawn in processes with limits, and files made to take more than these.

import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Vectors

@Suite struct DrawingProcessTests {
  private func processes(
    seconds: Int = 60, memory: Int = 4 << 30
  ) -> SVGProcesses {
    SVGProcesses(
      [Command.binaries.appendingPathComponent("platen").path, "--draw-svg"],
      limits: SVGProcess.Limits(cpuSeconds: seconds, memory: memory))
  }

  private func svg(_ body: String, _ declarations: String = "") -> [UInt8] {
    let head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>"
    return Array((declarations + head + body + "</svg>").utf8)
  }

  private func pixels(
    _ processes: SVGProcesses, _ bytes: [UInt8], side: Int = 64,
    isCancelled: () -> Bool = { false }
  ) throws -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: side * side * 4)
    try pixels.withUnsafeMutableBufferPointer {
      try processes.draw(bytes, width: side, height: side, into: $0, isCancelled: isCancelled)
    }
    return pixels
  }

  private let circle = "<circle cx='50' cy='50' r='40' fill='#369' stroke='red'/>"

  /// A filter whose attributes are declared rather than written: nothing that reads the file's tags
  /// sees them, and librsvg makes noise for minutes.
  private var hidden: [UInt8] {
    svg(
      "<filter id='f'><feTurbulence/></filter><rect width='99' height='99' filter='url(#f)'/>",
      "<!DOCTYPE svg [<!ATTLIST feTurbulence numOctaves CDATA '100000000' baseFrequency CDATA '.9'>]>"
    )
  }

  @Test func itDrawsWhatTheProgramDraws() throws {
    let processes = processes()
    let bytes = svg(circle)
    let size = try processes.size(of: bytes, isCancelled: { false })
    #expect(size?.width == 100 && size?.height == 100)
    var own = [UInt8](repeating: 0, count: 64 * 64 * 4)
    try own.withUnsafeMutableBufferPointer { own in
      try bytes.withUnsafeBufferPointer {
        try SVGDrawer.draw($0, width: 64, height: 64, into: own)
      }
    }
    #expect(try pixels(processes, bytes) == own)
    #expect(own.contains { $0 != 0 })
    // Its own words come through, and the process goes on.
    let failure = #expect(throws: Failure.self) { try pixels(processes, Array("<svg".utf8)) }
    #expect(failure?.diagnostics.first?.code == "svg.damaged")
    #expect(try processes.size(of: svg(""), isCancelled: { false }) != nil)
    #expect(
      try processes.size(of: Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)) { false }
        == nil)
  }

  @Test func whatTakesTooLongIsGivenUp() throws {
    let processes = processes(seconds: 1)
    #expect(code { _ = try pixels(processes, hidden) } == "svg.time")
    #expect(code { _ = try pixels(processes, svg(circle)) } == nil)
  }

  /// The address sanitizer reports memory it cannot allocate as an error.
  private static let isSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil

  @Test(.disabled(if: isSanitized, "memory is limited by addresses"))
  func whatTakesTooMuchMemoryIsGivenUp() throws {
    let line =
      "<path d='M-1e6 0" + String(repeating: "L1e6 100L-1e6 0", count: 2000)
      + "' stroke='black' fill='none' stroke-dasharray='.01'/>"
    let processes = processes(memory: 256 << 20)
    #expect(code { _ = try pixels(processes, svg(line)) } == "svg.draw")
    #expect(code { _ = try pixels(processes, svg(circle)) } == nil)
  }

  @Test func aCancelledRunDoesNotWait() throws {
    var requested = 0
    let reason = code {
      _ = try pixels(processes(), hidden) {
        requested += 1
        return requested > 2
      }
    }
    #expect(reason == "CancellationError()")
  }

  @Test func oneThatEndedMeanwhileIsReplaced() throws {
    let processes = processes()
    let first = try pixels(processes, svg(circle))
    let number = try #require(processes.idleNumbers.first)
    kill(number, SIGKILL)
    // Its socket is closed when it is gone.
    while kill(number, 0) == 0, !isDead(number) { usleep(1000) }
    #expect(try pixels(processes, svg(circle)) == first)
    #expect(processes.idleNumbers.first != number)
  }

  private func isDead(_ number: pid_t) -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    return text.map { $0.contains(") Z ") } ?? true
  }

  @Test func aProgramThatCannotBeStartedIsSaid() {
    let missing = SVGProcesses(["/no/such/program"])
    #expect(code { _ = try missing.size(of: svg(""), isCancelled: { false }) } == "svg.process")
    let other = SVGProcesses(["/bin/true"])
    #expect(code { _ = try other.size(of: svg(""), isCancelled: { false }) } == "svg.process")
  }
}
