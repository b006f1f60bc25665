// SPDX-License-Identifier: MIT
// Part of Platen: tests of the manifest: its faults, its jobs, its limits.

import Diagnostics
import Foundation
import Pipeline
import TestSupport
import Testing
import Values

@testable import JobKit
@testable import Jobs

@Suite struct ManifestTests {
  static let environment = SealedEnvironment(
    texts: Dictionary(
      uniqueKeysWithValues: [
        "b.map", "a.map", "._a.map", ".hidden.map", "deep/c.map", "notes.txt",
      ].map { ("worlds/" + $0, "") }))

  static let parser = ManifestParser(kinds: Jobs.kinds, environment: environment)

  @Test func `jobs of one name are numbered, with gaps where a number is taken`() throws {
    let jobs = ["a", "a#2", "a", "b", "a", "b"].map {
      "  - { map: \"worlds/a.map\", id: \"\($0)\", "
    }
    let text = jobs.enumerated().map { "\($1)outputs: [\($0).png] }\n" }.joined()
    let manifest = try ManifestTests.parse("version: 1\njobs:\n" + text)
    #expect(manifest.jobs.map(\.id) == ["a", "a#2", "a#3", "b", "a#4", "b#2"])
  }

  @Test func `whether a place has an error is known without a search`() {
    let linear = isLinear(2_000) { count in
      var list = DiagnosticList()
      for line in 1...count where !list.hasError(at: SourceLocation(line: line)) {
        list.record(.error("test", "wrong", at: SourceLocation(line: line)))
        list.record(.error("test", "wrong again", at: SourceLocation(line: line)))
      }
      #expect(list.diagnostics.count == 2 * count)
    }
    #expect(linear)
  }

  static func parse(_ text: String) throws -> Manifest {
    try parser.parse(Array(text.utf8), file: "platen.yaml", folder: ".")
  }

  /// The view of a person: the errors, or the jobs.
  static func said(_ text: String) -> String {
    do {
      return describe(try parse(text))
    } catch let failure as Failure {
      return failure.diagnostics.map(\.text).joined(separator: "\n")
    } catch {
      return "unexpected: \(error)"
    }
  }

  static func describe(_ manifest: Manifest) -> String {
    func options(_ settings: Settings) -> String {
      settings.all.map { member in
        let value =
          member.value.text ?? member.value.elements?.compactMap(\.text).joined(separator: "+")
        return " \(member.key)=\(value ?? "…")"
      }.joined()
    }
    var lines = ["root \(manifest.root)"]
    for job in manifest.jobs {
      var own = Settings()
      for member in job.settings.all
      where !["map", "outputs", "matrix", "id", "tags"].contains(member.key) { own.set(member) }
      let tags = job.tags.isEmpty ? "" : " [\(job.tags.joined(separator: ", "))]"
      lines.append("\(job.id): \(job.input)\(tags)\(options(own))")
      if let fault = job.error { lines.append("  " + fault.line) }
      for output in job.outputs {
        lines.append("  \(output.format) \(output.path)\(options(output.options))")
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test func allErrorsAreReportedWithTheirLocations() throws {
    try CaseDocument("Manifests/errors.md").check(ManifestTests.said)
  }

  @Test func goodManifestsBecomeJobs() throws {
    try CaseDocument("Manifests/jobs.md").check(ManifestTests.said)
  }

  @Test func aByteOrderMarkAndWindowsLineEndsAreRead() throws {
    let text = "\u{FEFF}version: 1\r\njobs:\r\n  - map: a.map\r\n    outputs: [a.png]\r\n"
    #expect(try ManifestTests.parse(text).jobs.count == 1)
  }

  @Test func textThatIsNotUTF8IsRefused() throws {
    let failure = #expect(throws: Failure.self) {
      try ManifestTests.parser.parse([0x76, 0xFF, 0xFE], file: "m.yaml", folder: ".")
    }
    #expect(failure?.diagnostics.first?.code == "manifest.encoding")
  }

  @Test func aHugeFileIsRefused() throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: YAMLLimits().bytes + 1)
    let failure = #expect(throws: Failure.self) {
      try ManifestTests.parser.parse(bytes, file: "m.yaml", folder: ".")
    }
    #expect(failure?.diagnostics.first?.code == "manifest.too-large")
  }

  @Test(arguments: ["[", "{a: ", "- "]) func deepNestingIsRefused(opening: String) throws {
    let text = String(repeating: opening, count: 5000)
    #expect(throws: Failure.self) { try ManifestTests.parse(text) }
  }

  @Test func thirtyDoublingAnchorsAsAKeyAreRefusedAtOnce() throws {
    var text = "a0: &a0 [x, x]\n"
    for i in 1...30 { text += "a\(i): &a\(i) [*a\(i - 1), *a\(i - 1)]\n" }
    for key in ["? *a30\n: 1\n", "*a30 : 1\n", "{ [*a30]: 1 }\n", "k: { ? *a30 : 1 }\n"] {
      #expect(throws: Failure.self) { try ManifestTests.parse(text + key) }
    }
  }

  @Test func aMatrixOfMillionsIsRefused() throws {
    let widths = (1...1000).map(String.init).joined(separator: ", ")
    let text = """
      version: 1
      jobs:
        - map: a.map
          matrix: { width: [\(widths)], height: [\(widths)] }
          outputs: ["${width}x${height}.png"]
      """
    let failure = #expect(throws: Failure.self) { try ManifestTests.parse(text) }
    #expect(failure?.diagnostics.map(\.code) == ["manifest.matrix"])
  }

  /// Whatever a manifest is turned into, it is read or refused.
  @Test func mutatedManifestsAreReadOrRefused() throws {
    let seeds = try CaseDocument("Manifests/jobs.md").cases().map { Array($0.input.utf8) }
    let spice = Array("{}[]:,&*?!|>-#'\"%@`\\\t\n ${}0~".utf8) + [0, 0x80, 0xFF, 0xED, 0xC3]
    var state: UInt64 = 42
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var read = 0
    for round in 0..<2000 {
      var bytes = seeds[round % seeds.count]
      for _ in 0...next(4) {
        let at = next(bytes.count)
        switch next(4) {
        case 0: bytes[at] = spice[next(spice.count)]
        case 1: bytes.insert(spice[next(spice.count)], at: at)
        case 2: bytes.removeSubrange(at..<min(bytes.count, at + 1 + next(6)))
        default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + next(30))], at: at)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      do {
        _ = try ManifestTests.parser.parse(bytes, file: "platen.yaml", folder: ".")
        read += 1
      } catch is Failure {}
    }
    #expect(read > 10 && read < 1990)
  }

  @Test func tenThousandJobsAreReadFast() throws {
    var text = "version: 1\njobs:\n"
    for i in 0..<10_000 { text += "  - { map: w\(i).map, outputs: [\"${name}.png\"] }\n" }
    #expect(try ManifestTests.parse(text).jobs.count == 10_000)
  }

  @Test func theNearestManifestAboveIsFound() {
    let files: Set = ["/a/platen.json", "/a/platen.yaml", "/a/b/platen.json"]
    func find(_ folder: String) -> String? { findManifest(from: folder) { files.contains($0) } }
    #expect(find("/a/b/c") == "/a/b/platen.json")
    #expect(find("/a") == "/a/platen.yaml")
    #expect(find("/x") == nil)
  }

  @Test(arguments: [
    ("$name.png", "name"), ("$name-small.png", "name"), ("$name_small.png", "name"),
    ("x_{name}.png", "name"), ("$name_of.png", "name_of"), ("${name}_small.png", nil),
    ("$names.png", nil), ("$$name", "name"), ("{{name}}", "name"), ("${x}{name_of}", "name_of"),
    ("${x}$name", "name"), ("{name", nil), ("a$", nil), ("{", nil), ("", nil),
  ]) func variablesWithoutBracesAreFound(template: String, name: String?) {
    #expect(unreplacedVariable(in: template, ["name", "name_of"])?.name == name)
  }
}
