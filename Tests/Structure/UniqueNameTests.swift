// SPDX-License-Identifier: MIT
// Part of Platen: holds that no two files and no two types at the top of a file have one name, and that
// names of types that the glossary replaced do not return.

import Foundation
import TestSupport
import Testing

struct UniqueNameTests {
  /// Names that the package manager and the compiler prescribe.
  private static let prescribed: Set<String> = ["Package.swift", "main.swift"]

  /// Names of types that the glossary of the project replaced.
  private static let replaced: Set<String> = [
    "BlockCut", "DrawnPicture", "DrawnRules", "Gathering", "KeptFile", "LayerDress", "LooseReader",
    "MapWish", "NameCensus", "OwnWays", "Reins", "Seats", "SettledRun", "Spool",
    "TwinFields", "Warned", "Witness", "WordDress",
  ]

  /// The Swift files of the sources and the tests, those of the fuzzers included.
  private static let files: [(path: String, text: String)] = {
    let depth = Shared.repository.standardizedFileURL.pathComponents.count
    var found: [(path: String, text: String)] = []
    for folder in ["Sources", "Tests"] {
      let files = FileManager.default.enumerator(
        at: Shared.repository.appendingPathComponent(folder), includingPropertiesForKeys: nil,
        options: .skipsHiddenFiles)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift",
          let text = try? String(contentsOf: file, encoding: .utf8)
        else { continue }
        let path = file.standardizedFileURL.pathComponents.dropFirst(depth)
        found.append((path.joined(separator: "/"), text))
      }
    }
    return found
  }()

  /// The types that a file declares outside of other types.
  private static func topLevelTypes(in text: String) -> Set<String> {
    let declaration =
      #/(?:@\w+(?:\(.*\))? )*(?:[a-z]+ )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/#
    var types: Set<String> = []
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n")) {
      guard let first = bytes.first, first == UInt8(ascii: "@") || (97...122).contains(first)
      else { continue }
      let line = String(decoding: bytes, as: UTF8.self)
      guard !line.contains("import "), let match = line.prefixMatch(of: declaration) else {
        continue
      }
      types.insert(String(match.1))
    }
    return types
  }

  /// Names that several files have, each with the files.
  private static func shared(_ names: [(name: String, path: String)]) -> [String] {
    Dictionary(grouping: names, by: \.name).filter { $0.value.count > 1 }
      .map { "\($0.key): \($0.value.map(\.path).sorted().joined(separator: ", "))" }.sorted()
  }

  @Test func typesAreFound() {
    let text = """
      import struct Foundation.URL
      @Suite(.enabled(if: isPresent)) struct One {
        struct Inner {}
      }
      private final class Two {}
      public indirect enum Three { case four }
      // struct Five
      typealias Six = One
      """
    #expect(Self.topLevelTypes(in: text) == ["One", "Two", "Three", "Six"])
  }

  @Test func sharedNamesAreFound() {
    let names = [("One", "b"), ("Two", "b"), ("One", "a")].map { (name: $0.0, path: $0.1) }
    #expect(Self.shared(names) == ["One: a, b"])
  }

  @Test func filesHaveNamesOfTheirOwn() {
    #expect(Self.files.count > 1000)
    let names = Self.files.map {
      (name: String($0.path.split(separator: "/").last ?? ""), path: $0.path)
    }
    #expect(Self.shared(names.filter { !Self.prescribed.contains($0.name) }) == [])
  }

  @Test func typesHaveNamesOfTheirOwn() {
    let names = Self.files.flatMap { file in
      Self.topLevelTypes(in: file.text).map { (name: $0, path: file.path) }
    }
    #expect(names.count > 1500)
    #expect(Self.shared(names) == [])
  }

  @Test func replacedNamesDoNotReturn() {
    for file in Self.files where !file.path.hasSuffix("/UniqueNameTests.swift") {
      let words = file.text.utf8.split { byte in
        !(65...90).contains(byte) && !(97...122).contains(byte) && !(48...57).contains(byte)
      }
      let capitalized = words.filter { (65...90).contains($0.first ?? 0) }
      let found = Self.replaced.intersection(
        capitalized.map { String(decoding: $0, as: UTF8.self) })
      #expect(found == [], "\(file.path)")
    }
  }
}
