// SPDX-License-Identifier: MIT
// Part of Platen: what fuzzing begins with: inputs of the tests, samples, and those made here.

import Foundation
import TestSupport

/// Inputs to begin with, collected.
struct Seeds {
  private(set) var inputs: [[UInt8]] = []
  private var known: Set<[UInt8]> = []
  private let longest: Int

  init(longest: Int) { self.longest = longest }

  /// Adds an input; one that is longer than the target's longest is skipped.
  mutating func add(_ bytes: [UInt8]) {
    guard bytes.count <= longest, known.insert(bytes).inserted else { return }
    inputs.append(bytes)
  }

  mutating func add(_ text: String) { add(Array(text.utf8)) }

  /// Adds files of these extensions, with whatever stands before them.
  mutating func addFiles(
    in folders: [String], _ extensions: Set<String>, after prefix: [UInt8] = [],
    atMost most: Int = 400
  ) {
    var count = 0
    for folder in folders {
      let start = folder.hasPrefix("/") ? folder : Shared.repository.path + "/" + folder
      let paths = FileManager.default.enumerator(atPath: start)?.compactMap { $0 as? String } ?? []
      for path in paths.sorted() where count < most {
        guard extensions.contains((path as NSString).pathExtension.lowercased()),
          let data = FileManager.default.contents(atPath: start + "/" + path)
        else { continue }
        let before = inputs.count
        add(prefix + data)
        count += inputs.count - before
      }
    }
  }

  /// Adds the string literals in Swift files of a folder, and the fenced blocks in Markdown files,
  /// where `isWanted` takes them.
  mutating func addLiterals(
    in folders: [String], after prefix: [UInt8] = [],
    where isWanted: (String) -> Bool = { _ in true }
  ) {
    for folder in folders {
      let start = Shared.repository.path + "/" + folder
      let paths = FileManager.default.enumerator(atPath: start)?.compactMap { $0 as? String } ?? []
      for path in paths.sorted() {
        guard let data = FileManager.default.contents(atPath: start + "/" + path) else { continue }
        let text = String(decoding: data, as: UTF8.self)
        let found =
          switch (path as NSString).pathExtension {
          case "swift": Seeds.literals(in: text)
          case "md": Seeds.fenced(in: text)
          default: [String]()
          }
        for literal in found where isWanted(literal) { add(prefix + Array(literal.utf8)) }
      }
    }
  }

  /// Long literals without their indentation, and short ones of some length; escapes are resolved,
  /// interpolations stay as written.
  static func literals(in source: String) -> [String] {
    var found: [String] = []
    var block: [Substring]?
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.drop { $0 == " " }
      if let lines = block {
        if trimmed.hasPrefix("\"\"\"") {
          let indent = line.count - trimmed.count
          found.append(lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n"))
          block = nil
        } else {
          block = lines + [line]
        }
      } else if line.hasSuffix("\"\"\"") {
        block = []
      } else {
        for match in line.matches(of: /"((?:[^"\\]|\\.){4,})"/) { found.append(String(match.1)) }
      }
    }
    return found.map(unescaped)
  }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var result = text
    for (escape, character) in [("\\n", "\n"), ("\\t", "\t"), ("\\r", "\r"), ("\\\"", "\"")] {
      result = result.replacingOccurrences(of: escape, with: character)
    }
    return result.replacingOccurrences(of: "\\\\", with: "\\")
  }

  private static func fenced(in text: String) -> [String] {
    var found: [String] = []
    var block: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let lines = block { found.append(lines.joined(separator: "\n")) }
        block = block == nil ? [] : nil
      } else if let lines = block {
        block = lines + [line]
      }
    }
    return found
  }

  /// Writes a target's seeds, each a file called after its content.
  static func write(_ target: FuzzTarget, to folder: String) throws {
    var seeds = Seeds(longest: target.longest)
    try target.seeds(&seeds)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for input in seeds.inputs {
      // FNV-1a: names need to be the same for the same bytes, and no more.
      let sum = input.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      try Data(input).write(to: URL(fileURLWithPath: "\(folder)/seed-\(String(sum, radix: 16))"))
    }
  }

  /// A file of a target's words, as libFuzzer reads them.
  static func dictionary(of target: FuzzTarget) -> String {
    let path = NSTemporaryDirectory() + "platen-fuzz-\(target.name)-\(getpid()).dict"
    let lines = target.words.map { word in
      // Bytes beyond ASCII are written as scalars up to U+00FF.
      let bytes = word.unicodeScalars.flatMap {
        $0.value <= 0xFF ? [UInt8($0.value)] : Array(String($0).utf8)
      }
      let quoted = bytes.map { byte in
        (0x20...0x7E).contains(byte) && byte != 0x22 && byte != 0x5C
          ? String(UnicodeScalar(byte)) : String(format: "\\x%02X", byte)
      }
      return "\"\(quoted.joined())\""
    }
    try? Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
    return path
  }
}
