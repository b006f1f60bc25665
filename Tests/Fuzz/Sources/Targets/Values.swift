// SPDX-License-Identifier: MIT
// Part of Platen: fuzz targets of values: TOML, YAML, CSV, SQL, tokens, XML, time zones, manifests.

import Archive
import CSV
import Diagnostics
import Foundation
import Pipeline
import Readers
import Text
import Tokens
import Values

@testable import JobKit
@testable import Jobs
@testable import Meetings
@testable import Rows
@testable import Talks
@testable import Writers

extension FuzzTarget {
  static let toml = FuzzTarget(
    name: "toml", timePerByte: 10,
    words: [
      "[a]\n", "[[a]]\n", "a = ", "\"\"\"", "'''", "{ a = 1 }", "[1, 2]", "1979-05-27T07:32:00Z",
      "0x1F", "1e3", "inf",
      "nan", "\\u00E9", "# c\n", "a.b.c = ", "\r\n", "true", "+1_000",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Talks/TalksTests", "Tests/Base/ValuesTests"]) {
        $0.contains("=")
      }
      seeds.addFiles(in: ["Samples", "Tests"], ["toml"])
    },
    read: { _ = try PlacedValue(toml: $0, code: Diagnostic.Code(rawValue: "a.toml")) })

  static let yaml = FuzzTarget(
    name: "yaml", longest: 1 << 13, timePerByte: 40, time: 400,
    words: [
      "a: ", "- ", "&a", "*a", "<<: *a", "{a: b}", "[a, b]", "|\n", ">-\n", "---\n", "...\n",
      "!!str ", "'", "\"", "# c\n",
      "? ", "\t", "\u{FEFF}", "%YAML 1.2\n", "~", "0o17", "1_000", "\\u",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: [
        "Tests/Jobs", "Tests/Talks/TalksTests", "Tests/Base/ValuesTests",
      ]) {
        $0.contains(":")
      }
      seeds.addFiles(in: ["Samples", "Tests", "Templates"], ["yaml", "yml"])
    },
    read: { bytes in
      _ = try? PlacedValue(builtYAML: Array(bytes))
      _ = try PlacedValue(
        yaml: Array(bytes), file: "a.yaml",
        options: YAMLOptions(codes: YAMLCodes(all: Diagnostic.Code(rawValue: "a.yaml"))))
    })

  static let csv = FuzzTarget(
    name: "csv", timePerByte: 15,
    words: [
      "\"", "\"\"", ",", ";", "\t", "\r\n", "\n", "\u{EF}\u{BB}\u{BF}", "id,name\n", "true", "1.5",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Base/RowsTests", "Tests/Cards/CardsTests", "Tests/Jobs"]) {
        $0.contains(",")
      }
      seeds.addFiles(in: ["Samples", "Tests"], ["csv"])
    },
    read: { bytes in
      try checkCell(String(decoding: bytes, as: UTF8.self))
      try checkRows(RowSet(csv: Array(bytes), file: "rows.csv"))
    })

  /// A text is read from a cell as it was written into it.
  private static func checkCell(_ text: String) throws {
    expectEqual(CSVText.unguarded(CSVText.guarded(text)), text, "an apostrophe is not taken off")
    guard !text.isEmpty else { return }
    var written = CSVText()
    written.row(["a"])
    written.row([text])
    let rows = try RowSet(csv: written.bytes, file: "rows.csv")
    expectEqual(rows.tables.first?.rows.first?["a"], .text(text), "a cell is not read as written")
  }

  static let sql = FuzzTarget(
    name: "sql", timePerByte: 30,
    words: [
      "CREATE TABLE a (b text);", "INSERT INTO a (b) VALUES ('c');", "COPY a (b) FROM stdin;\n",
      "\\.\n", "$$", "E'\\n'",
      "--", "/*", "*/", "NULL", "SELECT", "ON CONFLICT", "DO NOTHING", "''", "\"", "::text",
      "ARRAY[", "now()", "LIKE",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Base/RowsTests", "Tests/Cards/CardsTests", "Tests/Jobs"]) {
        $0.uppercased().contains("INSERT") || $0.uppercased().contains("COPY")
      }
      seeds.addFiles(in: ["Samples", "Tests"], ["sql"])
    },
    read: { try checkRows(RowSet(sql: Array($0), file: "rows.sql")) })

  private static func checkRows(_ rows: RowSet) throws {
    _ = rows.rowWarnings()
    for table in rows.tables.prefix(3) { _ = rows.joined(table).count }
  }

  /// Design tokens in all forms: JSON, and YAML by way of it.
  static let tokens = FuzzTarget(
    name: "tokens", longest: 1 << 13, timePerByte: 60,
    words: [
      "\"$value\":", "\"$type\": \"color\"", "\"{a.b}\"", "\"#ff00aa\"", "\"$extensions\":",
      "\"light\":", "\"dark\":", "\"1rem\"",
      "\"200ms\"", "\"cubicBezier\"", "\"typography\"", "\"shadow\"", "\"colors\":", "{\"a\":",
      "\"value\":", "\"type\":", "\"$ref\": \"#/a/b\"", "\"$extends\": \"{a}\"", "{a} * 2",
      "rgba({a}, .5)", "\"resolutionOrder\": [", "\"contexts\":", "\"$themes\": [", "\"modify\":",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Assets/TokensTests", "Tests/Assets/AssetsTests"]) {
        $0.contains("{")
      }
      seeds.addFiles(in: ["Samples", "Tests"], ["json"])
    },
    read: { _ = try TokenReader.read(TokenReader.values(of: Array($0), file: "tokens.json")) })

  /// Parts of Word templates; what is written is read as what it was.
  static let xml = FuzzTarget(
    name: "xml", timePerByte: 15,
    words: [
      "<w:p>", "</w:p>", "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"",
      "<!--", "-->",
      "<![CDATA[", "]]>", "&lt;", "&#10;", "&#x1F600;", "xml:space=\"preserve\"", "<?xml ", "?>",
      "/>", "='",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Documents/WritersTests"]) { $0.contains("<") }
      seeds.addFiles(in: ["Templates", "Tests"], ["xml", "rels"])
      seeds.add("<a b=\"c\">d<e/>&amp;<!-- f --><![CDATA[g]]></a>")
    },
    read: { bytes in
      let tree = try XMLTreeParser.parse(Array(bytes), part: "part.xml")
      let first = try written(tree)
      let again: XMLTree
      do {
        again = try XMLTreeParser.parse(first, part: "part.xml")
      } catch {
        fatalError("what was written is not read: \(error)")
      }
      expectEqual(try written(again), first, "written again")
      _ = try? XMLTreeParser.parse(Array(bytes), part: "part.xml", keepingInBody: "w:sectPr")
    })

  private static func written(_ tree: XMLTree) throws -> [UInt8] {
    let storage = MemoryStorage()
    let output = XMLOutput(storage)
    tree.write(to: output)
    try output.finish()
    return storage.bytes
  }

  static let zones = FuzzTarget(
    name: "zones", longest: 1 << 12, timePerByte: 20,
    words: [
      "TZif2", "TZif3", "\nCET-1CEST,M3.5.0,M10.5.0/3\n", "<+0330>-3:30", ",J60", ",0/-167",
      "\u{7F}\u{FF}\u{FF}\u{FF}",
    ],
    seeds: { seeds in
      for zone in [
        "Europe/Prague", "Asia/Tehran", "America/Sao_Paulo", "Africa/Casablanca", "Pacific/Apia",
        "UTC",
        "Antarctica/Troll", "America/Scoresbysund",
      ] {
        if let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + zone) {
          seeds.add(Array(data))
        }
      }
    },
    read: { bytes in
      let rules = try ZoneRules(name: "Test/Zone", file: Array(bytes))
      for seconds in [0, -1, 1_700_000_000, 4_102_444_800, -9_000_000_000, 253_402_300_799] {
        let offset = rules.offset(at: Timestamp(microseconds: seconds * 1_000_000))
        guard abs(offset) <= 14 * 86_400 else { fatalError("clocks \(offset) seconds from UTC") }
      }
    })

  static let manifest = FuzzTarget(
    name: "manifest", longest: 1 << 13, timePerByte: 100, time: 600,
    words: [
      "version: 1\n", "jobs:\n", "  - map: a.map\n", "    outputs: [a.png]\n",
      "matrix: { a: [1, 2] }", "${a}", "${name}", "*.map",
      "**/*", "defaults:\n", "deliver:\n", "pools:\n", "timeout: 1h", "retries: 3", "when: always",
      "instances:\n", "width: 100",
      "region: ", "audience: ", "look: ", "talk: ", "meeting: ", "campaign: ", "cards: ",
      "assets: ", "tags: [a]", "id: a",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Jobs"]) { $0.contains("jobs:") }
      seeds.addFiles(in: ["Samples", "Tests/Command/CommandTests"], ["yaml"])
    },
    read: { bytes in
      let parser = ManifestParser(kinds: Jobs.kinds, environment: manifestFolder)
      _ = try parser.read(Array(bytes), file: "platen.yaml", folder: ".")
    })

  private static let manifestFolder = SealedEnvironment(
    texts: [
      "a.map": "", "b.map": "", "maps/c.map": "", "maps/d.map": "", "talk/slides/1.md": "",
      "rows.csv": "",
      "story.json": "", "evening.json": "", "tokens.yaml": "",
    ], variables: ["HOME": "/home", "a": "b"])
}
