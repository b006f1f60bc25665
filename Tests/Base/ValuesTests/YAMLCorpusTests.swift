// SPDX-License-Identifier: MIT
// Part of Platen: tests of YAML against expectations of libyaml's own events, recorded in yaml.md.

import Diagnostics
import Foundation
import TestSupport
import Testing
import Values

/// YAML that tests and guides contain.
enum YAMLCorpus {
  /// A text and the dump that goes with it.
  struct Case: Sendable, CustomTestStringConvertible {
    var title: String
    var text: String
    var dump: String
    var testDescription: String { title }
  }

  /// The cases of `yaml.md`, which was made by another program over libyaml's events.
  static let cases: [Case] = {
    let url = Shared.repository.appendingPathComponent("Tests/Base/ValuesTests/yaml.md")
    guard let document = try? String(contentsOf: url, encoding: .utf8) else { return [] }
    return document.components(separatedBy: "\n## ").dropFirst().map { section in
      let parts = section.components(separatedBy: "\n~~~")
      func body(_ index: Int) -> String {
        guard parts.indices.contains(index), let end = parts[index].firstIndex(of: "\n") else {
          return ""
        }
        return String(parts[index][parts[index].index(after: end)...])
      }
      return Case(
        title: parts[0], text: unescaped(body(1)), dump: body(3))
    }
  }()

  /// Control characters are escaped in the document, so that editors keep them.
  private static func unescaped(_ text: String) -> String {
    text.replacing("␉", with: "\t").replacing("␍", with: "\r").replacing("␄", with: "")
  }

  /// Every file in YAML of the repository and of the shared folder, by its path.
  static let files: [String] = {
    var paths: [String] = []
    for root in ["Samples", "Templates", "Tests"].map(Shared.repository.appendingPathComponent)
      + (Shared.isPresent ? [Shared.root] : [])
    {
      guard let walk = FileManager.default.enumerator(atPath: root.path) else { continue }
      for case let path as String in walk {
        if [".yaml", ".yml"].contains(where: path.hasSuffix), !path.contains(".build/") {
          paths.append(root.appendingPathComponent(path).path)
        }
      }
    }
    return paths.sorted()
  }()

  static func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
  }

  /// The values that a text is read as: a line a value, with the places of keys and values.
  static func dump(_ text: String) -> String {
    do {
      guard let value = try yaml(text) else { return "nothing" }
      var lines: [String] = []
      show(value, indent: "", head: "", into: &lines)
      return lines.joined(separator: "\n")
    } catch let failure as Failure {
      return failure.diagnostics.map {
        "error \($0.place?.line ?? 0):\($0.place?.column ?? 0): \($0.message)"
      }.joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  private static func show(
    _ value: PlacedValue, indent: String, head: String, into lines: inout [String]
  ) {
    func at(_ place: Diagnostics.SourceLocation) -> String {
      "\(place.line ?? 0):\(place.column ?? 0)"
    }
    func escaped(_ text: String) -> String {
      text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\t", with: "\\t")
        .replacing("\r", with: "\\r")
    }
    let start = indent + head + at(value.place)
    switch value.content {
    case .text(let text, let isPlain):
      lines.append(start + (isPlain ? " plain" : " quoted") + " \"\(escaped(text))\"")
    case .list(let elements):
      lines.append(start + " list")
      for element in elements { show(element, indent: indent + "  ", head: "", into: &lines) }
    case .mapping(let members):
      lines.append(start + " mapping")
      for member in members {
        show(
          member.value, indent: indent + "  ",
          head: "\(at(member.place)) \(escaped(member.key)) = ", into: &lines)
      }
    default: lines.append(start + " \(value.content)")
    }
  }
}

@Suite struct YAMLCorpusTests {
  @Test func thereAreCases() {
    #expect(YAMLCorpus.cases.count > 60)
    #expect(YAMLCorpus.files.count > 10)
  }

  @Test func filesAreRead() throws {
    for path in YAMLCorpus.files {
      let text = String(decoding: YAMLCorpus.bytes(path), as: UTF8.self)
      // Packs have holes that are filled before they are read.
      guard !text.contains("{{") else { continue }
      // A file for Kubernetes has several documents; no file that Platen reads has.
      guard !text.contains("\n---\n") else { continue }
      let value = try yaml(text)
      #expect(value?.members?.isEmpty == false || value?.elements?.isEmpty == false, "\(path)")
    }
  }

  @Test(arguments: YAMLCorpus.cases) func textsAreReadAsRecorded(each: YAMLCorpus.Case) {
    #expect(YAMLCorpus.dump(each.text) == each.dump)
  }
}
