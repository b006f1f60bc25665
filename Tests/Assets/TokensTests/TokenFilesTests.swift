// SPDX-License-Identifier: MIT
// Part of Platen: tests of tokens in several files: folders, resolvers, themes; real ones.

import Diagnostics
import Foundation
import TestSupport
import Testing
import Tokens

/// A loader of files that are here alone.
private func loader(_ files: [String: String], themes: [String] = []) -> TokenLoader {
  TokenLoader(
    themes: themes,
    read: { path in
      guard let text = files[path] else {
        throw Failure(.error("file.missing", "no such file: \(path)"))
      }
      return Array(text.utf8)
    },
    list: { folder in
      let base = folder == "." ? "" : folder + "/"
      guard files[folder] == nil else { return nil }
      var entries: Set<TokenLoader.Entry> = []
      for path in files.keys where path.hasPrefix(base) {
        let parts = path.dropFirst(base.count).split(separator: "/")
        if let first = parts.first {
          entries.insert(TokenLoader.Entry(String(first), isFolder: parts.count > 1))
        }
      }
      return entries.isEmpty ? nil : entries.sorted { $0.name < $1.name }
    })
}

/// A loader of files below the shared folder.
private var shared: TokenLoader {
  TokenLoader(
    read: { try Shared.bytes($0) },
    list: { folder in
      let root = Shared.root.appendingPathComponent(folder)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder),
        isFolder.boolValue
      else { return nil }
      return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted().map { name in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(
          atPath: root.appendingPathComponent(name).path, isDirectory: &isFolder)
        return TokenLoader.Entry(name, isFolder: isFolder.boolValue)
      }
    })
}

@Suite struct TokenFilesTests {
  private func hex(_ set: TokenSet, _ name: String, _ mode: TokenMode = .light) -> String? {
    set[name]?.color(in: mode)?.hex
  }

  @Test func referencesAcrossFilesAndModesByName() throws {
    let set = try loader([
      "t/base.json": ##"{"ink": {"$type": "color", "$value": "{paper}"}}"##,
      "t/theme-dark.json": ##"{"paper": {"$type": "color", "$value": "#000000"}}"##,
      "t/theme-light.json": ##"{"paper": {"$type": "color", "$value": "#ffffff"}}"##,
      "t/theme-dark-hc.json": ##"{"paper": {"$type": "color", "$value": "#010101"}}"##,
      "t/package.json": ##"{"name": "no tokens"}"##,
      "t/readme.md": "# No tokens",
    ]).load(["t"])
    #expect(set.tokens.map(\.name) == ["ink", "paper"])
    #expect(hex(set, "ink") == "#ffffff" && hex(set, "ink", .dark) == "#000000")
    #expect(hex(set, "ink", .darkHighContrast) == "#010101")
    #expect(set.warnings.isEmpty, "\(set.warnings.map(\.text))")
  }

  /// A brand is chosen by its context; the other modifier has its modes.
  @Test(arguments: [([], "#aa0000"), (["B"], "#00bb00"), (["brand/B"], "#00bb00")])
  func aContextIsChosen(themes: [String], expected: String) throws {
    let files = [
      "x.resolver.json": """
      { "version": "2025.10", "sets": { "base": { "sources": [] } },
        "modifiers": {
          "brand": { "default": "A", "contexts": {
            "A": [{ "$ref": "a.json" }], "B": [{ "$ref": "b.json" }] } },
          "mode": { "default": "light", "contexts": {
            "light": [], "dark": [{ "$ref": "dark.json" }] } } },
        "resolutionOrder": [{ "$ref": "#/modifiers/brand" }, { "$ref": "#/modifiers/mode" }] }
      """,
      "a.json": ##"{"x": {"$value": "#aa0000", "$type": "color"}}"##,
      "b.json": ##"{"x": {"$value": "#00bb00", "$type": "color"}}"##,
      "dark.json": ##"{"x": {"$value": "#111111", "$type": "color"}}"##,
    ]
    let set = try loader(files, themes: themes).load(["x.resolver.json"])
    #expect(hex(set, "x") == expected && hex(set, "x", .dark) == "#111111")
    #expect(set.warnings.contains { $0.code == .tokensMode } == themes.isEmpty)
    // A mode may be chosen as well: it is the only one then.
    let dark = try loader(files, themes: themes + ["dark"]).load(["x.resolver.json"])
    #expect(hex(dark, "x") == "#111111" && dark.modes == [.light])
  }

  @Test func aThemeIsChosen() throws {
    let files = [
      "$themes.json": """
      [{ "name": "Sea", "group": "brand", "selectedTokenSets": { "sea": "enabled" } },
       { "name": "Land", "group": "brand", "selectedTokenSets": { "land": "enabled" } }]
      """,
      "sea.json": ##"{"x": {"value": "#0000aa", "type": "color"}}"##,
      "land.json": ##"{"x": {"value": "#00aa00", "type": "color"}}"##,
    ]
    #expect(hex(try loader(files).load(["."]), "x") == "#0000aa")
    #expect(hex(try loader(files, themes: ["Land"]).load(["."]), "x") == "#00aa00")
    let error = #expect(throws: Failure.self) {
      try loader(files, themes: ["Air", "Land"]).load(["."])
    }
    #expect(error?.diagnostics.map(\.code) == [.tokensMode])
    #expect(error?.diagnostics.first?.hints == ["there are Sea, Land"])
  }

  @Test func laterFilesCountAndItIsReported() throws {
    let set = try loader([
      "a.json":
        ##"{"x": {"value": "#111111", "type": "color"}, "y": {"value": "#222222", "type": "color"}}"##,
      "b.json":
        ##"{"x": {"value": "#333333", "type": "color"}, "y": {"value": "#222222", "type": "color"}}"##,
    ]).load(["a.json", "b.json"])
    #expect(hex(set, "x") == "#333333")
    #expect(set.warnings.map(\.message) == ["x replaces that of a.json"])
    #expect(set.warnings.first?.place?.file == "b.json")
  }

  @Test func aFileOfTheDarkAloneIsRead() throws {
    let set = try loader([
      "dark.json": ##"{"x": {"$value": "#111111", "$type": "color"}}"##
    ]).load(["dark.json"])
    #expect(hex(set, "x") == "#111111" && set.modes == [.light])
  }

  @Test func tokensOfTheDarkAloneCountForAll() throws {
    let set = try loader([
      "light.json": ##"{"x": {"$value": "#ffffff", "$type": "color"}}"##,
      "dark.json":
        ##"{"x": {"$value": "#111111", "$type": "color"}, "y": {"$value": "#222222", "$type": "color"}}"##,
    ]).load(["light.json", "dark.json"])
    #expect(hex(set, "x") == "#ffffff" && hex(set, "x", .dark) == "#111111")
    #expect(hex(set, "y") == "#222222")
    #expect(set.warnings.map(\.code) == ["tokens.mode"])
  }

  @Test func setsOfAFolderHaveAnOrder() throws {
    let set = try loader([
      "s/$metadata.json": ##"{"tokenSetOrder": ["core/b", "core/a"]}"##,
      "s/core/a.json": ##"{"x": {"$value": "#aaaaaa", "$type": "color"}}"##,
      "s/core/b.json": ##"{"x": {"$value": "#bbbbbb", "$type": "color"}}"##,
    ]).load(["s"])
    #expect(hex(set, "x") == "#aaaaaa")
  }

  @Test func commentsOfJSON5() throws {
    let set = try loader([
      "a.json5":
        "// a\n{ /* b\n */ color: { red: { value: '#f00' /* c */, type: 'color', }, }, } // d"
    ]).load(["a.json5"])
    #expect(hex(set, "color.red") == "#ff0000")
    #expect(set.tokens.first?.place.line == 3)
  }

  /// Programs that read JSON do so; github/primer has such a file.
  @Test func theLastOfTwoValuesOfAKeyInJSON5IsTaken() throws {
    let set = try loader([
      "a.json5": "{ color: { red: { $value: '#f00', $type: 'color', $value: '#0f0' } } }"
    ]).load(["a.json5"])
    #expect(hex(set, "color.red") == "#00ff00")
  }

  @Test(arguments: [
    "../b.json", "/etc/passwd", "file:///etc/passwd", "https://x.example/b.json",
    "c/../../b.json", "..\\b.json", "",
  ]) func resolversStayInTheirFolder(_ path: String) {
    let files = [
      "a/r.resolver.json":
        "{\"resolutionOrder\": [{\"type\": \"set\", \"name\": \"s\", \"sources\": [{\"$ref\": \"\(path.replacingOccurrences(of: "\\", with: "\\\\"))\"}]}]}",
      "b.json": ##"{"x": {"$value": "#ffffff", "$type": "color"}}"##,
    ]
    #expect(throws: Failure.self) { try loader(files).load(["a/r.resolver.json"]) }
  }

  @Test func resolversOfFilesAndParts() throws {
    let set = try loader([
      "r.resolver.json": """
      {"version": "2025.10", "resolutionOrder": [
        {"type": "set", "name": "own", "sources": [{"$ref": "./in/a.json"},
          {"$ref": "in/b.json#/deep/part"}, {"$ref": "#/sets/s"}]}],
       "sets": {"s": {"sources": [{"$ref": "#/sets/s"}, {"z": {"$type": "color", "$value": "{x}"}}]}}}
      """,
      "in/a.json": ##"{"x": {"$value": "#ffffff", "$type": "color"}}"##,
      "in/b.json": ##"{"deep": {"part": {"y": {"$value": "#000000", "$type": "color"}}}}"##,
    ]).load(["r.resolver.json"])
    #expect(set.tokens.map(\.name) == ["x", "y", "z"])
  }

  @Test func severalResolversNeedAChoice() {
    let files = ["f/a.resolver.json": "{}", "f/b.resolver.json": "{}"]
    #expect(throws: Failure.self) { try loader(files).load(["f"]) }
  }

  // MARK: Real files

  @Test(.enabled(if: Shared.isPresent)) func resolverOfFigmasDesignSystem() throws {
    let set = try shared.load(["assets/tokens/figma-sds/figma-sds.resolver.json"])
    #expect(set.tokens.count == 298 && set.warnings.isEmpty)
    #expect(set.modes == [.light, .dark])
    let folder = try shared.load(["assets/tokens/figma-sds"])
    #expect(folder.tokens == set.tokens)
  }

  @Test(.enabled(if: Shared.isPresent)) func exampleOfStyleDictionary() throws {
    let set = try shared.load(["assets/tokens/style-dictionary/complete/tokens"])
    #expect(set.tokens.count == 360)
    #expect(set["size.icon.small"]?.value(in: .light) == .dimension(TokenLength(1.5, .rem)))
    #expect(hex(set, "color.background.inverse") == "#263238")
    #expect(
      set.warnings.filter { $0.severity == .warning }.map(\.code) == [
        "tokens.unit", "tokens.type",
      ])
  }

  @Test(.enabled(if: Shared.isPresent)) func exampleWithValuesThatAreNoTokens() throws {
    let set = try shared.load(["assets/tokens/style-dictionary/transitive-transforms/tokens"])
    #expect(set.tokens.count >= 70, "\(set.warnings.map(\.text))")
  }

  @Test(.enabled(if: Shared.isPresent)) func themesOfDesignsystemet() throws {
    let set = try shared.load(["assets/tokens/designsystemet/design-tokens"])
    #expect(set.tokens.count >= 529)
    #expect(set.modes == [.light, .dark])
    guard
      case .typography(let type)? = set["typography.heading.medium"]?.value(in: .light)
        ?? set.tokens.first(where: { $0.type == .typography })?.value(in: .light)
    else {
      Issue.record("no typography")
      return
    }
    #expect(type.families.first == "Inter" && type.lineHeight == 1.3 || type.lineHeight == 1.5)
  }

  @Test(.enabled(if: Shared.isPresent)) func filesOfGestalt() throws {
    let set = try shared.load(["assets/tokens/gestalt/classic"])
    #expect(set.modes == [.light, .dark])
    #expect(set["elevation.floating"]?.type == .shadow)
    #expect(set.tokens.count >= 238)
  }
}
