// SPDX-License-Identifier: MIT
// Part of Platen: documents of commands: what is typed, and what comes of it.

import Foundation
import TestSupport
import Testing

/// A Markdown document of commands.
///
/// A fenced block marked `file NAME`, or `yaml file=NAME` with any other language, is a file in the
/// folder the commands run in. A fenced block that begins with `% ` is a command for `sh`, followed
/// by its standard input and a line `^D` where it has one, by what it writes to standard output, by
/// lines `2> …` of standard error and by a line `=> N` where the status is not 0.
///
/// A fenced block that begins with `$ ` shows a terminal, for readers of the manual: commands, each
/// with the lines it prints below it, standard output first, and a line `[exit status N]` where the
/// status is not 0. A line that ends in a backslash continues in the next.
///
/// `…` in an expected line stands for anything in that line, a line of `…` alone for any lines.
struct CommandDocument: CustomTestStringConvertible, Sendable {
  let url: URL
  var testDescription: String { url.lastPathComponent }

  static var all: [CommandDocument] {
    let folder = Shared.repository.appendingPathComponent("Tests/Command/CommandTests/Commands")
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let documents = (found ?? []).filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
    // The README and the manual are among them, so that what they show is what happens.
    let manual = Shared.repository.appendingPathComponent("Sources/Command/platen/Manual.docc")
    let pages = FileManager.default.enumerator(at: manual, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
    return
      (documents + (pages ?? []) + [Shared.repository.appendingPathComponent("README.md")])
      .map(CommandDocument.init)
  }

  /// A fenced block: what stands behind its fence, and its lines.
  struct Block {
    var info: String
    var lines: [String]
    /// The range of its lines in the document.
    var range: Range<Int>
  }

  func blocks(of lines: [String]) -> [Block] {
    var blocks: [Block] = []
    var open: (info: String, start: Int)?
    for (index, line) in lines.enumerated() where line.hasPrefix("```") {
      if let (info, start) = open {
        blocks.append(
          Block(info: info, lines: Array(lines[start..<index]), range: start..<index))
        open = nil
      } else {
        open = (String(line.dropFirst(3)).trimmingCharacters(in: .whitespaces), index + 1)
      }
    }
    return blocks
  }

  /// The file that a block with these words behind its fence is; nil for other blocks.
  private static func fileName(_ info: String) -> String? {
    if info.hasPrefix("file ") { return String(info.dropFirst(5)) }
    return info.split(separator: " ").first { $0.hasPrefix("file=") }.map {
      String($0.dropFirst(5))
    }
  }

  /// A command as a terminal shows it, and what is expected below it.
  private struct Entry {
    var lines: [String]
    var expected: [String] = []

    var command: String {
      let text = lines.joined(separator: "\n")
      return String(text.dropFirst(2))
    }
  }

  /// The commands of a block that shows a terminal.
  private static func entries(_ lines: [String]) -> [Entry] {
    var entries: [Entry] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        entries.append(Entry(lines: [line]))
      } else if let last = entries.last, last.expected.isEmpty, last.lines.last?.last == "\\" {
        entries[entries.count - 1].lines.append(line)
      } else if !entries.isEmpty {
        entries[entries.count - 1].expected.append(line)
      }
    }
    return entries
  }

  /// The text that a terminal shows of a command's output.
  private static func shown(_ printed: [String]) -> [String] {
    printed.map { line in
      if line.hasPrefix("2> ") { return String(line.dropFirst(3)) }
      if line == "2>" { return "" }
      return line.hasPrefix("=> ") ? "[exit status \(line.dropFirst(3))]" : line
    }
  }

  /// Runs every block in order; the expected and the found output of blocks where they differ.
  func run() throws {
    let isRecording = ProcessInfo.processInfo.environment["PLATEN_RECORD"] != nil
    var lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    let scratch = try Scratch()
    var replacements: [(Range<Int>, [String])] = []
    for block in blocks(of: lines) {
      if let name = CommandDocument.fileName(block.info) {
        try scratch.write(block.lines.joined(separator: "\n") + "\n", to: name)
      } else if let first = block.lines.first, first.hasPrefix("$ ") {
        var recorded: [String] = []
        for entry in CommandDocument.entries(block.lines) {
          let printed = CommandDocument.shown(
            try Command.run(entry.command, input: [], in: scratch.url))
          let fits = CommandDocument.fits(entry.expected, printed)
          recorded += entry.lines + (fits ? entry.expected : printed)
          if !fits, !isRecording {
            Issue.record(
              "\(url.lastPathComponent):\(block.range.lowerBound): \(entry.lines[0])\n--- expected\n\(entry.expected.joined(separator: "\n"))\n--- printed\n\(printed.joined(separator: "\n"))"
            )
          }
        }
        if isRecording, recorded != block.lines { replacements.append((block.range, recorded)) }
      } else if let first = block.lines.first, first.hasPrefix("% ") {
        var rest = Array(block.lines.dropFirst())
        var input: [String] = []
        if let end = rest.firstIndex(of: "^D") {
          input = Array(rest[..<end])
          rest = Array(rest[(end + 1)...])
        }
        let said = try Command.run(String(first.dropFirst(2)), input: input, in: scratch.url)
        if !CommandDocument.fits(rest, said) {
          if isRecording {
            let head = block.lines.count - rest.count
            replacements.append((block.range, Array(block.lines[..<head]) + said))
          } else {
            Issue.record(
              "\(url.lastPathComponent):\(block.range.lowerBound): \(first)\n--- expected\n\(rest.joined(separator: "\n"))\n--- found\n\(said.joined(separator: "\n"))"
            )
          }
        }
      }
    }
    if !replacements.isEmpty {
      Issue.record("\(url.lastPathComponent): recorded; run again without recording")
      for (range, new) in replacements.reversed() { lines.replaceSubrange(range, with: new) }
      try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
    }
  }

  /// Indicates whether lines are as expected, `…` standing for anything.
  static func fits(_ expected: [String], _ actual: [String]) -> Bool {
    guard let first = expected.first else { return actual.isEmpty }
    let rest = Array(expected.dropFirst())
    if first == "…" {
      return (0...actual.count).contains { fits(rest, Array(actual[$0...])) }
    }
    guard let line = actual.first, fits(line: first, line) else { return false }
    return fits(rest, Array(actual.dropFirst()))
  }

  private static func fits(line expected: String, _ actual: String) -> Bool {
    let parts = expected.components(separatedBy: "…")
    guard parts.count > 1 else { return expected == actual }
    guard actual.hasPrefix(parts[0]), actual.hasSuffix(parts[parts.count - 1]) else { return false }
    var rest = Substring(actual)
    for part in parts where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}

/// A command run by the shell with the built tool at hand, in surroundings that are always alike.
enum Command {
  /// The folder the built `platen` is in.
  static let binaries: URL = {
    if let named = ProcessInfo.processInfo.environment["PLATEN_BIN"] {
      return URL(fileURLWithPath: named).deletingLastPathComponent()
    }
    let bundle = CommandLine.arguments.first { $0.contains("platenPackageTests") }
    return bundle.map { path in
      let parts = path.components(separatedBy: "/platenPackageTests")
      return URL(fileURLWithPath: parts[0])
    } ?? Shared.repository.appendingPathComponent(".build/release")
  }()

  /// The place where a sanitizer built into the tool puts its reports, as `.ci/sanitize` sets it.
  private static let sanitizerOptions: [String: String] = {
    let own = ProcessInfo.processInfo.environment
    var options: [String: String] = [:]
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] { options[name] = own[name] }
    options["LSAN_OPTIONS"] = own["PLATEN_COMMANDS_LSAN_OPTIONS"]
    return options
  }()

  /// The variables a command sees, and no others.
  static func surroundings(in folder: URL) -> [String: String] {
    let own = [
      "PATH": binaries.path + ":/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path,
      "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "xterm",
    ]
    return own.merging(sanitizerOptions) { $1 }
  }

  static func run(_ command: String, input: [String], in folder: URL) throws -> [String] {
    let out = folder.appendingPathComponent(".stdout")
    let err = folder.appendingPathComponent(".stderr")
    let process = Process()
    // A command that waits for what never comes is a failure (124), not a run that never ends.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["600", "/bin/sh", "-c", "(\(command)) >.stdout 2>.stderr"]
    process.currentDirectoryURL = folder
    process.environment = surroundings(in: folder)
    let pipe = Pipe()
    process.standardInput = pipe
    try process.run()
    if !input.isEmpty {
      pipe.fileHandleForWriting.write(Data((input.joined(separator: "\n") + "\n").utf8))
    }
    try pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    var lines = try self.lines(out) + self.lines(err).map { $0.isEmpty ? "2>" : "2> " + $0 }
    if process.terminationStatus != 0 { lines.append("=> \(process.terminationStatus)") }
    for file in [out, err] { try FileManager.default.removeItem(at: file) }
    return lines
  }

  private static func lines(_ file: URL) throws -> [String] {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    guard !text.isEmpty else { return [] }
    var lines = text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

@Suite struct CommandTests {
  @Test(arguments: CommandDocument.all) func documentHolds(_ document: CommandDocument) throws {
    try document.run()
  }

  @Test func thereAreDocuments() { #expect(CommandDocument.all.count >= 5) }

  @Test(arguments: [
    (["a…c"], ["abc"], true), (["a…c"], ["abd"], false), (["…"], [], true),
    (["…", "x"], ["a", "b", "x"], true), (["a", "…"], ["b"], false), ([], ["a"], false),
  ]) func ellipsesStandForAnything(expected: [String], actual: [String], fits: Bool) {
    #expect(CommandDocument.fits(expected, actual) == fits)
  }
}
