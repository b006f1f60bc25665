// SPDX-License-Identifier: MIT
// Part of Platen: holds that each code of a message is declared once, listed, explained and used.

import Foundation
import TestSupport
import Testing

struct CodeTests {
  /// A code as a `MODULECodes.swift` declares it.
  private struct Declaration {
    let module: String
    let name: String
    let code: String
    let explanation: String
  }

  /// Names of files in outputs that are spelled as a code is, each with the file that writes them.
  private static let fileNames = [
    "meeting.json": "MeetingArchive.swift", "tokens.json": "TokenLoader.swift",
  ]

  /// Files that read codes which this or another version wrote.
  private static let readers: Set<String> = [
    "Action+Bytes.swift", "DiagnosticCode.swift", "RunRecord+JSON.swift", "SVGProcess.swift",
  ]

  private static let sources: [(module: String, file: String, text: String)] = {
    let folder = Shared.repository.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let depth = folder.standardizedFileURL.pathComponents.count
    var sources: [(module: String, file: String, text: String)] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", let text = try? String(contentsOf: file, encoding: .utf8)
      else { continue }
      let path = file.standardizedFileURL.pathComponents
      sources.append((path[depth + 1], file.lastPathComponent, text))
    }
    return sources
  }()

  private static let tables = sources.filter { isTable($0.file, of: $0.module) }

  /// Indicates whether a file is its module's table of codes: `AtlasCodes.swift` in `Atlas`.
  private static func isTable(_ file: String, of module: String) -> Bool {
    file == "\(module.prefix(1).uppercased())\(module.dropFirst())Codes.swift"
  }

  private static let declarations: [Declaration] = tables.flatMap { table in
    table.text.matches(
      of: #/static let (\w+) = Self\(\s*"([^"]+)", \.\w+,((?:\s*"(?:[^"\\]|\\.)*",?)+)\s*\)/#
    ).map {
      Declaration(
        module: table.module, name: String($0.1), code: String($0.2), explanation: String($0.3))
    }
  }

  @Test func codesAreDeclaredOnce() {
    #expect(Self.declarations.count > 700)
    let codes = Dictionary(grouping: Self.declarations, by: \.code)
    #expect(codes.values.filter { $0.count > 1 }.map { $0[0].code } == [])
    let names = Dictionary(grouping: Self.declarations, by: \.name)
    #expect(names.values.filter { $0.count > 1 }.map { $0[0].name } == [])
  }

  /// Every declaration is matched, listed in its module's table, and explained in sentences.
  @Test func codesAreListedAndExplained() {
    for table in Self.tables {
      let own = Self.declarations.filter { $0.module == table.module }
      #expect(own.count == table.text.components(separatedBy: " = Self(").count - 1)
      let list = Set(
        table.text.components(separatedBy: "CodeTable(").last?.matches(of: #/\.(\w+)/#)
          .map { String($0.1) } ?? [])
      #expect(list == Set(own.map(\.name)), "\(table.module)")
      for code in own {
        #expect(code.explanation.hasSuffix(".\""), "\(code.code)")
        #expect(code.explanation.count > 30, "\(code.code)")
      }
    }
  }

  /// An explanation ends with what to do, not with a pointer to the message it explains.
  @Test func explanationsEndWithWhatToDo() {
    for code in Self.declarations {
      let text = code.explanation.replacing(#/",\s*"/#, with: " ")
      let last = text.split(separator: ". ").last.map(String.init) ?? ""
      #expect(!last.contains(#/^\W*The (message|hint|location|place)\b/#), "\(code.code): \(last)")
    }
  }

  /// A kind of job gives its own table.
  @Test func tablesAreRegistered() {
    let lists = Self.sources.filter {
      ["CodeTable+Jobs.swift", "CodeTables.swift"].contains($0.file)
        || $0.module.hasSuffix("Jobs") && $0.file.hasSuffix("Kind.swift")
    }
    #expect(lists.count > 2)
    let listed = Set(
      lists.flatMap { $0.text.matches(of: #/\.(\w+)\b/#).map { $0.1.lowercased() } })
    for table in Self.tables {
      #expect(listed.contains(table.module.lowercased()), "\(table.module)")
    }
  }

  /// A code in a call is a declared one; only those that were stored are made from their text.
  @Test func noCodeIsALiteral() {
    let codes = Set(Self.declarations.map(\.code))
    for source in Self.sources where !Self.isTable(source.file, of: source.module) {
      for piece in source.text.utf8.split(separator: UInt8(ascii: "\"")) where piece.count < 60 {
        let code = String(decoding: piece, as: UTF8.self)
        guard codes.contains(code), Self.fileNames[code] != source.file else { continue }
        Issue.record("\(source.file): \"\(code)\" is a literal")
      }
      if source.text.contains("Code(rawValue:") {
        #expect(Self.readers.contains(source.file), "\(source.file)")
      }
    }
  }

  @Test func codesAreUsed() {
    var used: Set<String> = []
    for source in Self.sources where !Self.isTable(source.file, of: source.module) {
      for piece in source.text.utf8.split(separator: UInt8(ascii: ".")) {
        let name = piece.prefix { Character(Unicode.Scalar($0)).isLetter || (48...57).contains($0) }
        used.insert(String(decoding: name, as: UTF8.self))
      }
    }
    #expect(Self.declarations.map(\.name).filter { !used.contains($0) } == [])
  }
}
