// SPDX-License-Identifier: MIT
// Part of Platen: a run on a terminal, by way of a pseudo-terminal and what its screen shows.

import Foundation
import Libc
import TestSupport
import Testing

@Suite struct TerminalTests {
  /// A world, a manifest of six pictures and a job that fails.
  private static func folder() throws -> Scratch {
    let scratch = try Scratch()
    let manifest = """
      version: 1
      jobs:
        - { map: gone.map, outputs: [gone.png] }
        - id: sheet
          map: a.map
          matrix: { width: [3001, 3002, 3003, 3004, 3005, 3006] }
          outputs: ["${width}.png"]

      """
    try scratch.write(manifest, to: "platen.yaml")
    let said = try Command.run(
      "platen sample world -o a.map --cells 10000 -q", input: [], in: scratch.url)
    try #require(said == [])
    return scratch
  }

  @Test func theBlockShowsTheRunAndLeavesNothingBehind() throws {
    let scratch = try TerminalTests.folder()
    let first = try PseudoTerminal.run("platen run -j 2", in: scratch.url, columns: 100, rows: 24)
    #expect(first.status == 1)
    // A bar, then what is under way with its stage.
    let blocks = first.screens.filter { $0.contains { $0.contains(" %  ") } }
    #expect(!blocks.isEmpty)
    #expect(
      blocks.contains { screen in
        screen.contains { $0.contains("/7, 1 failed, ") }
          && screen.contains { $0.contains("rasterize") && $0.contains("sheet/300") }
      }, "\(blocks.last ?? [])")
    // That a job failed is printed as it happens, above the block.
    for screen in blocks {
      let bar = try #require(screen.lastIndex { $0.contains(" %  ") })
      #expect(screen.lastIndex { $0.contains("failed gone") }.map { $0 < bar } ?? true)
    }
    #expect(blocks.contains { $0.contains { $0.contains("failed gone") } })
    let last = try #require(first.screens.last)
    // Why it failed follows in the end.
    #expect(last.count == 4, "\(last)")
    #expect(last[0] == "[1/7] failed gone")
    #expect(last[1].hasPrefix("platen.yaml:3:12: error: gone.map: "))
    #expect(last[1].hasSuffix(" [file.missing]"))
    #expect(last[2] == "job: gone")
    #expect(
      last[3].hasPrefix("7 jobs: 6 built, 0 up to date, 1 failed (6 files) in "), "\(last)")
    // How long it takes is foreseen the second time.
    let second = try PseudoTerminal.run(
      "platen run -j 2 --rebuild", in: scratch.url, columns: 100, rows: 24)
    #expect(
      second.screens.contains { $0.contains { $0.contains(", about ") && $0.contains(" left") } })
  }

  @Test func aSmallTerminalHasASmallBlock() throws {
    let scratch = try TerminalTests.folder()
    let run = try PseudoTerminal.run("platen run -j 4", in: scratch.url, columns: 34, rows: 5)
    let last = try #require(run.screens.last)
    #expect(last.filter { $0.contains(" %  ") }.isEmpty, "\(last)")
    #expect(run.screens.allSatisfy { $0.filter { $0.contains(" %  ") }.count <= 1 })
  }

  @Test func whatIsSaidMeanwhileStandsAboveTheBlock() throws {
    let scratch = try TerminalTests.folder()
    // Paused as soon as there is a run, resumed once the block says so.
    let isSeen = scratch.url.appendingPathComponent("seen")
    let run = try PseudoTerminal.run(
      """
      platen run -j 1 &
      until platen pause 2>/dev/null; do sleep 0.05; done
      until [ -e seen ]; do sleep 0.05; done
      platen resume 2>/dev/null
      wait $!
      """, in: scratch.url, columns: 90, rows: 24
    ) { screen in
      guard screen.contains(where: { $0.contains(" %  ") && $0.contains(", paused, ") }) else {
        return
      }
      _ = FileManager.default.createFile(atPath: isSeen.path, contents: nil)
    }
    let last = try #require(run.screens.last)
    #expect(last.contains("paused: no further jobs are started"), "\(last)")
    #expect(last.contains("resumed"))
    #expect(
      run.screens.contains { $0.contains { $0.contains(" %  ") && $0.contains(", paused, ") } })
    #expect(last.filter { $0.contains(" %  ") }.isEmpty)
  }

  @Test(arguments: ["CI=1 platen run", "TERM=dumb platen run", "platen run 2>&1 | cat"])
  func elsewhereItIsPlainLines(command: String) throws {
    let scratch = try TerminalTests.folder()
    let run = try PseudoTerminal.run(
      "\(command)", in: scratch.url, columns: 100, rows: 24,
      environment: ["NO_COLOR": "1"])
    #expect(!run.bytes.contains(0x1B))
    let last = try #require(run.screens.last)
    #expect(last.filter { $0.hasPrefix("[") }.count == 7, "\(last)")
  }
}

/// A command with a terminal of a given size for its standard output and error.
enum PseudoTerminal {
  struct Run {
    var bytes: [UInt8]
    /// The lines on the screen after each piece that came, without empty lines at its end.
    var screens: [[String]]
    var status: Int32
  }

  static func run(
    _ command: String, in folder: URL, columns: Int, rows: Int, environment: [String: String] = [:],
    onScreen: ([String]) -> Void = { _ in }
  ) throws -> Run {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // What posix_openpt, unlockpt and ptsname do, which the module does not show: TIOCSPTLCK, TIOCGPTN.
    var number: Int32 = 0
    let isOpen =
      master >= 0 && ioctl(master, 0x4004_5431, &number) == 0
      && ioctl(master, 0x8004_5430, &number) == 0
    try #require(isOpen)
    let name = "/dev/pts/\(number)"
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    let isSized = ioctl(master, UInt(TIOCSWINSZ), &size) == 0
    try #require(isSized)
    let slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(slave >= 0)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["900", "/bin/sh", "-c", command]
    process.currentDirectoryURL = folder
    process.environment = Command.surroundings(in: folder).merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
    process.standardError = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
    try process.run()
    close(slave)
    var run = Run(bytes: [], screens: [], status: 0)
    var screen = Screen(columns: columns, rows: rows)
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(master, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      // EIO: the last one who had it open is gone.
      guard count > 0 else { break }
      run.bytes += piece.prefix(count)
      screen.write(piece.prefix(count))
      run.screens.append(screen.text)
      onScreen(screen.text)
    }
    process.waitUntilExit()
    close(master)
    run.status = process.terminationStatus
    return run
  }
}

/// The part of a terminal that shows what a block does to it.
struct Screen {
  let columns: Int
  let rows: Int
  private var cells: [[Character]]
  private var row = 0
  private var column = 0
  private var wraps = true
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = [[Character]](repeating: [], count: rows)
  }

  var text: [String] {
    var lines = cells.map { cells in
      String(cells[..<((cells.lastIndex { $0 != " " }).map { $0 + 1 } ?? 0)])
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  mutating func write(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    // A character or a sequence may be cut in two.
    while let (length, action) = next() {
      pending.removeFirst(length)
      action(&self)
    }
  }

  private func next() -> (Int, (inout Screen) -> Void)? {
    guard let first = pending.first else { return nil }
    if first == 0x1B {
      guard pending.count > 1 else { return nil }
      precondition(pending[1] == UInt8(ascii: "["), "an unknown sequence")
      guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) })
      else { return nil }
      let parameters = String(decoding: pending[2..<end], as: UTF8.self)
      let final = pending[end]
      return (end + 1, { $0.control(parameters, final) })
    }
    if first == 0x0D { return (1, { $0.column = 0 }) }
    if first == 0x0A { return (1, { $0.lineFeed() }) }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard pending.count >= length else { return nil }
    let character = Character(String(decoding: pending.prefix(length), as: UTF8.self))
    return (length, { $0.put(character) })
  }

  private mutating func put(_ character: Character) {
    if column == columns {
      guard wraps else { return }
      column = 0
      lineFeed()
    }
    while cells[row].count <= column { cells[row].append(" ") }
    cells[row][column] = character
    column += 1
  }

  private mutating func lineFeed() {
    row += 1
    guard row == rows else { return }
    row = rows - 1
    cells.removeFirst()
    cells.append([])
  }

  private mutating func control(_ parameters: String, _ final: UInt8) {
    switch (parameters, final) {
    case (_, UInt8(ascii: "m")): break
    case (_, UInt8(ascii: "A")): row = max(0, row - (Int(parameters) ?? 1))
    case ("", UInt8(ascii: "J")):
      cells[row] = Array(cells[row].prefix(column))
      for below in (row + 1)..<max(rows, row + 1) { cells[below] = [] }
    case ("?7", UInt8(ascii: "l")): wraps = false
    case ("?7", UInt8(ascii: "h")): wraps = true
    default: preconditionFailure("an unknown sequence: \(parameters) \(final)")
    }
  }
}
