// SPDX-License-Identifier: MIT
// Part of Platen: holds that names of folders say what is in them: tests are called as what they test,
// and of two folders of a module only one uses the other.

import Foundation
import TestSupport
import Testing

struct FolderTests {
  private static let sources = Shared.repository.appendingPathComponent("Sources")

  private static func folders(in folder: URL) -> [String] {
    let entries = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    return (entries ?? []).filter {
      (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }.map(\.lastPathComponent).sorted()
  }

  // MARK: Names of tests

  /// Folders of tests that are called after a part of a module, or after a program.
  private static let parts: Set<String> = [
    "ChartsTests", "DiagramsTests", "MathematicsTests", "CommandTests",
  ]

  /// The folders of `Tests` that are called as folders of `Sources` hold a folder for each module that
  /// has tests, and are one target each.
  @Test func testsAreCalledAsWhatTheyTest() throws {
    let package = try String(
      contentsOf: Shared.repository.appendingPathComponent("Package.swift"), encoding: .utf8)
    for folder in Self.folders(in: Self.sources) where !["Bindings", "Products"].contains(folder) {
      let tests = Shared.repository.appendingPathComponent("Tests/\(folder)")
      let modules = Set(Self.folders(in: Self.sources.appendingPathComponent(folder)))
      for name in Self.folders(in: tests) {
        #expect(
          name.hasSuffix("Tests") && modules.contains(String(name.dropLast(5)))
            || Self.parts.contains(name), "Tests/\(folder)/\(name)")
      }
      #expect(package.contains("tests(\n      \"\(folder)\""), "\(folder)Tests")
    }
  }

  // MARK: Folders inside a module

  /// The types that the files of a folder declare and those that they name.
  private struct Words {
    var declared: Set<String> = []
    var named: Set<String> = []
  }

  /// Words before the name of a type.
  private static let declaring: Set<String> = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]

  /// The capitalized words of code, and the types that it declares at its top: comments and what is
  /// between quotes are omitted.
  private static func words(of text: String) -> Words {
    var words = Words()
    var isQuoted = false
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let quotes = String(decoding: line, as: UTF8.self).components(separatedBy: "\"\"\"").count - 1
      if quotes > 0 || isQuoted {
        if quotes % 2 == 1 { isQuoted.toggle() }
        continue
      }
      var word: [UInt8] = []
      var before = ""
      var isText = false
      var last: UInt8 = 0
      func end() {
        guard !word.isEmpty else { return }
        let text = String(decoding: word, as: UTF8.self)
        if (65...90).contains(word[0]) {
          // What is declared inside of a type is known by that type's name.
          if declaring.contains(before), line.first != UInt8(ascii: " ") {
            words.declared.insert(text)
          } else {
            words.named.insert(text)
          }
        }
        before = text
        word.removeAll(keepingCapacity: true)
      }
      for byte in line {
        if byte == UInt8(ascii: "\""), last != UInt8(ascii: "\\") {
          end()
          isText.toggle()
        } else if !isText {
          if byte == UInt8(ascii: "/"), last == UInt8(ascii: "/") { break }
          let isLetter =
            (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte)
            || byte == UInt8(ascii: "_")
          if isLetter { word.append(byte) } else { end() }
        }
        last = byte
      }
      if !isText { end() }
    }
    return words
  }

  /// The types that the folders of a module declare and name.
  private static func words(in module: URL) -> [String: Words] {
    var found: [String: Words] = [:]
    for folder in folders(in: module) where !folder.hasSuffix(".docc") {
      let files = FileManager.default.enumerator(
        at: module.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift",
          let text = try? String(contentsOf: file, encoding: .utf8)
        else { continue }
        let words = words(of: text)
        found[folder, default: Words()].declared.formUnion(words.declared)
        found[folder, default: Words()].named.formUnion(words.named)
      }
    }
    return found
  }

  /// Lists of folders each of which uses the others, by way of others or not.
  private static func cycles(of folders: [String: Words]) -> [[String]] {
    let names = folders.keys.sorted()
    var uses: [String: Set<String>] = [:]
    for name in names {
      for other in names where other != name {
        // A name that several folders declare is that of an extension or of a nested type.
        let own = (folders[other]?.declared ?? []).filter { type in
          names.filter { folders[$0]?.declared.contains(type) == true }.count == 1
        }
        if folders[name]?.named.isDisjoint(with: own) == false {
          uses[name, default: []].insert(other)
        }
      }
    }
    func reached(from name: String) -> Set<String> {
      var seen: Set<String> = []
      var next = [name]
      while let one = next.popLast() {
        for other in uses[one] ?? [] where seen.insert(other).inserted { next.append(other) }
      }
      return seen
    }
    let reach = Dictionary(uniqueKeysWithValues: names.map { ($0, reached(from: $0)) })
    var lists: Set<[String]> = []
    for name in names where reach[name]?.contains(name) == true {
      lists.insert(
        names.filter {
          reach[name]?.contains($0) == true && reach[$0]?.contains(name) == true
        })
    }
    return lists.sorted { $0[0] < $1[0] }
  }

  @Test func wordsAreToldFromTextAndComments() {
    let words = Self.words(
      of: """
        /// A Comment.
        package struct One: Two { // Three
          let text = "Four \\" Five"
          enum Six { case seven(Seven) }
        }
        """)
    #expect(words.declared == ["One"])
    #expect(words.named == ["Two", "Six", "Seven"])
  }

  @Test func foldersThatUseEachOtherAreFound() {
    let folders = [
      "A": Words(declared: ["One"], named: ["Two"]),
      "B": Words(declared: ["Two"], named: ["Three"]),
      "C": Words(declared: ["Three"], named: ["One"]), "D": Words(declared: [], named: ["One"]),
    ]
    #expect(Self.cycles(of: folders) == [["A", "B", "C"]])
  }

  @Test func foldersOfAModuleDoNotUseEachOther() {
    for folder in Self.folders(in: Self.sources) where folder != "Bindings" {
      for name in Self.folders(in: Self.sources.appendingPathComponent(folder)) {
        let cycles = Self.cycles(
          of: Self.words(in: Self.sources.appendingPathComponent("\(folder)/\(name)")))
        #expect(cycles == [], "\(folder)/\(name)")
      }
    }
  }
}
