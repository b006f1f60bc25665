// SPDX-License-Identifier: MIT
// Part of Platen: tests of the flags that are made of the keys of jobs.

import Diagnostics
import Testing
import Values

@testable import JobKit
@testable import Jobs

@Suite struct KeyFlagTests {
  /// Keys of a job that no flag of a command without a manifest sets, and why.
  private static let without: [String: String] = [
    "id": "names a job of a manifest", "tags": "selects among jobs", "matrix": "makes several jobs",
    "outputs": "is -o", "from": "names a server of a manifest",
    "priority": "orders jobs", "pool": "names a pool of a manifest", "timeout": "limits jobs",
    "aliases": "is a mapping", "figures": "is a mapping", "fields": "is a mapping",
    "colors": "is a mapping",
  ]

  /// The options of `platen render` itself.
  private static let ofRender: Set<String> = [
    "output", "kind", "force", "fail-on-warnings", "jobs", "memory", "json", "color",
    "quiet", "verbose", "data-dir", "help", "version",
  ]

  @Test(arguments: Jobs.kinds.map { $0.name })
  func `each key is a flag, but those that cannot be`(kind: String) throws {
    let grammar = try #require(Jobs.kind(named: kind)).grammar
    let flags = Set(grammar.flags.map(\.key.name))
    let missing = grammar.jobKeys.map(\.name).filter { name in
      !flags.contains(name) && name != kind && KeyFlagTests.without[name] == nil
        && (name != "audience" || grammar.takesAudience)
    }
    #expect(missing == [])
    #expect(flags.isDisjoint(with: Set(KeyFlagTests.without.keys).union([kind])))
  }

  /// An audience of icons would change nothing.
  @Test func `an audience is offered where outputs differ by it`() throws {
    for kind in Jobs.kinds {
      let isOffered = kind.grammar.flags.contains { $0.name == "audience" }
      #expect(
        isOffered == ["map", "campaign", "meeting", "gazetteer", "diff"].contains(kind.name),
        "\(kind.name)"
      )
      var settings = Settings()
      settings.set("audience", to: "gm", flag: "audience")
      let isTaken = (try? kind.grammar.check(settings)) != nil
      #expect(isTaken == isOffered, "\(kind.name)")
    }
  }

  @Test func `keys of several kinds are one flag`() {
    var counts: [String: KeyFlag.Count] = [:]
    var keys: [String: String] = [:]
    for flag in Jobs.kinds.flatMap(\.grammar.flags) {
      #expect(counts.updateValue(flag.count, forKey: flag.name) ?? flag.count == flag.count)
      #expect(keys.updateValue(flag.key.name, forKey: flag.name) ?? flag.key.name == flag.key.name)
      #expect(!KeyFlagTests.ofRender.contains(flag.name), "--\(flag.name)")
    }
  }

  private func settings(_ name: String, _ shape: Shape, _ flag: FlagForm, _ texts: [String])
    -> PlacedValue?
  {
    let key = ManifestKey(name, shape, "a key", example: "a", flag: flag)
    var settings = Settings()
    KeyFlag(key)?.set(texts, in: &settings)
    return settings[name: name]
  }

  @Test func `a flag says what its shape takes`() {
    #expect(settings("width", .integer(1...9), .standard, ["3", "4"])?.integer == 4)
    let words = settings("tables", .oneOrMore(.word(["a", "b"])), .standard, ["a, b"])
    #expect(words?.elements?.compactMap(\.text) == ["a", "b"])
    #expect(settings("tables", .oneOrMore(.word(["a", "b"])), .standard, ["a"])?.text == "a")
    let texts = settings("authors", .oneOrMore(.text), .named("author"), ["Holt, Mira", "Tom"])
    #expect(texts?.elements?.compactMap(\.text) == ["Holt, Mira", "Tom"])
    #expect(texts?.place.field == "--author")
    let layers = settings("layers", .oneOrMore(.text), .joined, ["political,-frame"])
    #expect(layers?.elements?.compactMap(\.text) == ["political", "-frame"])
    let own = ManifestKey("fields", .table(of: .text), "a mapping", example: "{ a: b }")
    #expect(KeyFlag(own) == nil)
  }

  @Test func `a flag without a value sets nothing`() {
    #expect(settings("width", .integer(1...9), .standard, []) == nil)
  }
}
