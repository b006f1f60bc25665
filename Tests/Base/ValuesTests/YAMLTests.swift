// SPDX-License-Identifier: MIT
// Part of Platen: tests of the reader of YAML: places, errors, limits, hostile input.

import Diagnostics
import TestSupport
import Testing
import Values

extension YAMLCodes {
  /// Codes that begin with `test`.
  static let test = YAMLCodes(
    syntax: Diagnostic.Code(rawValue: "test.yaml"),
    duplicateKey: Diagnostic.Code(rawValue: "test.duplicate-key"),
    depth: Diagnostic.Code(rawValue: "test.depth"),
    tooLarge: Diagnostic.Code(rawValue: "test.too-large"),
    encoding: Diagnostic.Code(rawValue: "test.encoding"))
}

/// Reads YAML as manifests are read.
func yaml(_ text: String, options: YAMLOptions = YAMLOptions(codes: .test)) throws -> PlacedValue? {
  try PlacedValue(yaml: Array(text.utf8), file: "a.yaml", options: options)
}

/// The error of a text, with its code and hints; nil where it is read.
func yamlError(_ text: String, options: YAMLOptions = YAMLOptions(codes: .test)) -> String? {
  do {
    _ = try yaml(text, options: options)
    return nil
  } catch let failure as Failure {
    return failure.diagnostics.map { ([$0.line + " [\($0.code.rawValue)]"] + $0.hints) }
      .flatMap(\.self).joined(separator: " | ")
  } catch {
    return "\(error)"
  }
}

@Suite struct YAMLTests {
  @Test(arguments: [
    (
      "a: b: c",
      "a.yaml:1:5: mapping values are not allowed in this context [test.yaml] | "
        + "a text with a colon must be quoted: \"b: c\""
    ),
    (
      "a: [1, 2",
      "a.yaml:2:1: in the list in brackets of line 1: expected \",\" or \"]\", "
        + "found the end of the file [test.yaml]"
    ),
    (
      "a: [\n1, 2\n",
      "a.yaml:3:1: in the list in brackets of line 1: expected \",\" or \"]\", "
        + "found the end of the file [test.yaml]"
    ),
    (
      "a: *.map",
      "a.yaml:1:5: expected a letter or a digit, found \".map\" [test.yaml] | "
        + "a name beginning with * must be quoted: \"*.map\""
    ),
    (
      "a: *b",
      "a.yaml:1:4: found undefined alias [test.yaml] | "
        + "a name beginning with * must be quoted: \"*.map\""
    ),
    (
      "a: &a [*a]",
      "a.yaml:1:8: found undefined alias [test.yaml] | "
        + "a name beginning with * must be quoted: \"*.map\""
    ),
    (
      "a:\n\t- b",
      "a.yaml:2:1: found character that cannot start any token [test.yaml] | "
        + "indent with spaces, not tabs"
    ),
    (
      "a:\n  - b: 1\n   c: 2",
      "a.yaml:3:4: in the list of line 2: expected \"-\", found \"c:\" [test.yaml] | "
        + "indented by 3 spaces, and the lines above it by 2 or 4"
    ),
    (
      "a:\n  b: 3\n c: 4",
      "a.yaml:3:2: in the mapping of line 1: expected a key, found \"c:\" [test.yaml] | "
        + "indented by 1 space, and the lines above it by 0 or 2"
    ),
    (
      "a:\n  - b: 1\n  c: 2",
      "a.yaml:3:3: in the list of line 2: expected \"-\", found \"c:\" [test.yaml] | "
        + "the keys of one list item must have the same indentation, here 4 spaces"
    ),
    (
      "a:\n  - b: x\n      # no key\n      c: 2",
      "a.yaml:4:7: in the mapping of line 2: expected a key, found \"c:\" [test.yaml] | "
        + "indented by 6 spaces, and the lines above it by 4"
    ),
    (
      "{ a: #ff0000, b: 1 }",
      "a.yaml:2:1: expected a value, found the end of the file [test.yaml] | "
        + "\"#\" begins a comment: write \"#ff0000\" in quotes"
    ),
    (
      "a: [{b: ${c}-${d}.png}]",
      "a.yaml:1:10: expected \",\" or \"}\", found \"{\" [test.yaml] | "
        + "a name with ${…} in brackets must be quoted: \"${c}-${d}.png\""
    ),
    ("a: \"b", "a.yaml:1:6: found unexpected end of stream [test.yaml]"),
    ("a: \"\\ud800\"", "a.yaml:1:7: found invalid Unicode character escape code [test.yaml]"),
    ("a: \u{1}", "a.yaml:1:4: control characters are not allowed [test.yaml]"),
    ("é: \u{7}\n", "a.yaml:1:4: control characters are not allowed [test.yaml]"),
    (
      "a: 1\n---\nb: 2\n",
      "a.yaml:2:1: expected one document, found another [test.yaml]"
    ),
    (
      "b: 1\na: 2\nc: { x: 1 }\nb: 3\na: 4",
      "a.yaml:2:1: written twice in one mapping: \"a\", \"b\" [test.duplicate-key]"
    ),
    ("1: a\n\"1\": b", "a.yaml:1:1: written twice in one mapping: \"1\" [test.duplicate-key]"),
    ("? [a]\n: b", "a.yaml:1:3: a key must be a word [test.yaml]"),
    ("{a: 1}: b", "a.yaml:1:1: a key must be a word [test.yaml]"),
    // A brace too many makes a key of a mapping.
    ("- { a: b, o}c: [d] }", "a.yaml:1:13: expected a key, found \"c:\" [test.yaml]"),
    ("<<: a\nb: [\n", "a.yaml:3:1: expected a value, found the end of the file [test.yaml]"),
    ("a: &a [x, x]\n? *a\n: 1", "a.yaml:2:3: a key must be a word [test.yaml]"),
    ("<<: a\nb: 1", "a.yaml:1:5: \"<<\" takes a mapping or a list of mappings [test.yaml]"),
    (
      "b: 1\n<<: [{a: 1}, x]",
      "a.yaml:2:14: \"<<\" takes a mapping or a list of mappings [test.yaml]"
    ),
    (
      "<<: {a: 1}\n<<: {b: 1}",
      "a.yaml:1:1: written twice in one mapping: \"<<\" [test.duplicate-key]"
    ),
  ]) func errorsHaveCodesPlacesAndHints(text: String, expected: String) {
    #expect(yamlError(text) == expected)
  }

  @Test func textThatIsNotUTF8IsRefused() {
    let failure = #expect(throws: Failure.self) {
      try PlacedValue(yaml: [0x76, 0xFF], file: "a.yaml", options: YAMLOptions(codes: .test))
    }
    #expect(failure?.diagnostics.first?.code == "test.encoding")
  }

  @Test func placesAreLinesAndColumnsInScalars() throws {
    let value = try #require(try yaml("\"é😀\": 1\nb:\n  - 'x'\n  -   y: |\n       z\n"))
    let members = value.members ?? []
    #expect(members.map(\.place.line) == [1, 2])
    #expect(
      members.first?.value.place == Diagnostics.SourceLocation(file: "a.yaml", line: 1, column: 7))
    let elements = try #require(value["b"]?.elements)
    #expect(elements.map(\.place.column) == [5, 7])
    #expect(elements[0].content == .text("x", isPlain: false))
    #expect(elements[1]["y"]?.content == .text("z\n", isPlain: false))
    #expect(
      elements[1]["y"]?.place == Diagnostics.SourceLocation(file: "a.yaml", line: 4, column: 10))
  }

  @Test(arguments: ["", "\u{FEFF}", "# only\n", "---\n", "~", "null", "---\n...\n", "\n\n"])
  func emptyDocumentsAreNothing(text: String) throws {
    #expect(try yaml(text) == nil)
  }

  @Test func byteOrderMarksAndWindowsLineEndingsAreRead() throws {
    let value = try yaml("\u{FEFF}a: 1\r\nb: [x]\r\n")
    #expect(value?["a"]?.place == Diagnostics.SourceLocation(file: "a.yaml", line: 1, column: 4))
    #expect(
      value?["b"]?.elements?.first?.place
        == Diagnostics.SourceLocation(file: "a.yaml", line: 2, column: 5))
  }

  @Test func mergedKeysYieldToOwnOnes() throws {
    let text = "b: &b { x: 1, y: 2 }\nc: &c { x: 5, z: 6 }\nit:\n  <<: [*b, *c]\n  y: 3\n"
    let it = try #require(try yaml(text)?["it"])
    #expect(it.members?.map(\.key) == ["y", "x", "z"])
    #expect(it["x"]?.text == "1")
    #expect(it["x"]?.place.line == 1)
    #expect(it["y"]?.text == "3")
    // In quotes it is a key as any other.
    #expect(try yaml("'<<': a")?["<<"]?.text == "a")
  }

  @Test func anchorsAreFollowed() throws {
    // An alias of a scalar is a key.
    #expect(yamlError("&k b: 1\n*k : 3\n")?.contains("written twice") == true)
    #expect(try yaml("&k b: 1\nc: { *k : 3 }")?["c"]?["b"]?.text == "3")
    #expect(try yaml("c: &x 1\nd: &x 2\ne: *x")?["e"]?.text == "2")
  }

  @Test func anchorsAreRefusedWhereNoneAreExpected() throws {
    var options = YAMLOptions(codes: .test)
    options.anchorRefusal = "anchors are not read"
    for text in ["a: &a 1", "a: &a [1]", "a: &a {}", "&a a: 1", "? &a b\n: 1"] {
      #expect(
        yamlError(text, options: options)
          == "a.yaml:1: anchors are not read [test.yaml] | "
          + "put a text that begins with \"&\" in quotes"
      )
    }
    let text = "a: |\n  x &y\nb: 'x &y'\nc: x &y & z\nd: [x&y, \"&a\"]\n"
    #expect(try yaml(text, options: options)?["c"]?.text == "x &y & z")
  }

  @Test func plainScalarsAreResolvedAsTold() throws {
    let text = "a: ~\nb: '~'\nc: 1\nd: \"\"\ne:\n"
    let plain = try #require(try yaml(text))
    #expect(plain["a"]?.content == .text("~", isPlain: true))
    let nulls = try #require(try yaml(text, options: .resolvingNulls(codes: .test)))
    #expect(nulls["a"]?.content == .null)
    #expect(nulls["b"]?.content == .text("~"))
    #expect(nulls["c"]?.content == .text("1", isPlain: true))
    #expect(nulls["d"]?.content == .text(""))
    #expect(nulls["e"]?.content == .null)
  }

  @Test func commentsInPlaceOfValuesAreFound() throws {
    let text = "# é😀\r\na:\r\n  c: #ff0000\r\nb:   #00ff00\r\nd: # of the sea\r\n\"é\": #é, x\r\n"
    let value = try #require(try yaml(text))
    func hint(_ value: PlacedValue?) -> String? { value?.hintWhenEmpty }
    #expect(hint(value["a"]?["c"]) == "\"#\" begins a comment: write \"#ff0000\" in quotes")
    #expect(hint(value["b"]) == "\"#\" begins a comment: write \"#00ff00\" in quotes")
    #expect(value["d"]?.isNull == true && hint(value["d"]) == nil)
    #expect(hint(value["é"]) == "\"#\" begins a comment: write \"#é\" in quotes")
    let nulls = try yaml(text, options: .resolvingNulls(codes: .test))
    #expect(hint(nulls?["b"]) == "\"#\" begins a comment: write \"#00ff00\" in quotes")
  }

  @Test func `a text that ends at a word behind # has a warning`() throws {
    let text =
      "é: # Über\r\ntitle: Ship #4 of 9 \r\nb:\n  - { c: a b\t#é\n  }\n  - one\n    two #3\n"
    let value = try #require(try yaml(text))
    #expect(value["title"]?.text == "Ship")
    #expect(
      value.commentWarnings.flatMap { [$0.line] + $0.hints } == [
        "a.yaml:2:8: warning: \"#\" begins a comment: the text is \"Ship\"",
        "write \"Ship #4 of 9\" in quotes, or a space after \"#\"",
        "a.yaml:4:10: warning: \"#\" begins a comment: the text is \"a b\"",
        "write \"a b #é\" in quotes, or a space after \"#\"",
        "a.yaml:6:5: warning: \"#\" begins a comment: the text is \"one two\"",
        "write \"one two #3\" in quotes, or a space after \"#\"",
      ])
    // An alias repeats no warning.
    #expect(try yaml("a: &x Ship #4\nb: *x\nc: { <<: { d: *x } }")?.commentWarnings.count == 1)
  }

  @Test(arguments: [
    "a: Ship # the fourth", "a: Ship #", "a: Ship ## x", "a: Ship #- b", "a: Ship#4",
    "a: 'Ship' #4", "a: \"Ship\" #4", "a: Ship\n#4", "a: 1600 #px", "a: -0.5 #px", "a: true #yes",
    "a: ~ #b", "a: null #b", "a: [b, c] #d", "a: #ff0000", "a: |\n  Ship #4\n", "#a\nb: c",
    "a: #b\n  c: d",
  ])
  func `usual comments have no warning`(text: String) throws {
    #expect(try yaml(text)?.commentWarnings.map(\.line) == [])
  }

  @Test(arguments: [
    ("\"\\ud83d\\ude00\"", "😀"), ("\"\\uD83D\\uDE00 \\u00e9\"", "😀 é"),
    ("\"\\\\ud83d\"", "\\ud83d"),
    ("\"\\uDBFF\\uDFFF\"", "\u{10FFFF}"), ("'a\\'", "a\\"),
  ]) func pairsOfEscapesAsInJSONAreRead(text: String, expected: String) throws {
    #expect(try yaml(text)?.text == expected)
  }

  @Test func textsMayHoldAnything() throws {
    #expect(try yaml("\"a\\0b\"")?.text == "a\0b")
    #expect(try yaml("!!str 1")?.content == .text("1", isPlain: true))
    #expect(try yaml(">-\n  a\n  b\n\n  c")?.text == "a b\nc")
  }

  @Test func errorsMayHaveOneCode() {
    var options = YAMLOptions(codes: .test)
    options.codes = YAMLCodes(all: Diagnostic.Code(rawValue: "deck.yaml"))
    for text in ["a: [", "a: 1\na: 2", String(repeating: "[", count: 100)] {
      #expect(yamlError(text, options: options)?.contains("[deck.yaml]") == true)
    }
  }

  // MARK: Limits

  @Test func filesHaveALargestSize() {
    var options = YAMLOptions(codes: .test)
    options.limits.bytes = 1 << 20
    options.sizeHint = "split it"
    let text = String(repeating: "#", count: (1 << 20) + 1)
    #expect(
      yamlError(text, options: options)
        == "a.yaml: the file is larger than 1 MiB [test.too-large] | split it")
  }

  @Test(arguments: ["[", "{a: ", "- ", "- - ", "&a [", "!!seq ["])
  func depthHasALimit(opening: String) {
    for count in [65, 5000, 200_000] {
      let said = yamlError(String(repeating: opening, count: count))
      #expect(said?.contains("nested more than 64 levels deep [test.depth]") == true)
    }
  }

  @Test func sixtyFourLevelsAreRead() throws {
    let text = String(repeating: "[", count: 63) + "x" + String(repeating: "]", count: 63)
    #expect(try yaml(text) != nil)
    #expect(yamlError("[" + text + "]")?.contains("test.depth") == true)
  }

  /// An alias is as deep as what it stands for.
  @Test func depthThroughAliasesHasALimit() {
    var text = "a0: &a0 x\n"
    for i in 1...100 { text += "a\(i): &a\(i) [*a\(i - 1)]\n" }
    #expect(yamlError(text)?.contains("test.depth") == true)
  }

  @Test func aliasesThatMultiplyAreRefusedAtOnce() {
    var text = "a0: &a0 [x, x]\n"
    for i in 1...30 { text += "a\(i): &a\(i) [*a\(i - 1), *a\(i - 1)]\n" }
    #expect(yamlError(text)?.contains("values once aliases are followed [test.too-large]") == true)
    let few = text.split(separator: "\n").prefix(11).joined(separator: "\n")
    for key in ["? *a10\n: 1", "*a10 : 1", "? [*a10]\n: 1", "k: { ? *a10 : 1 }"] {
      #expect(yamlError(few + "\n" + key)?.contains("a key must be a word") == true)
    }
    let keys = (0..<200).map { "k\($0): 1" }.joined(separator: ", ")
    let merges = "a: &a {\(keys)}\nc: [" + String(repeating: "{<<: *a},", count: 20_000) + "]"
    #expect(yamlError(merges)?.contains("test.too-large") == true)
  }

  @Test(arguments: [
    "[", "]", "{a: ", "- ", "a: b\n", "? a\n", "*a ", "&a ", "#", "\"", "'", "|\n", "\\u", "\t",
    "k: #c, ", "é😀 ", "!<", "%", "--- a\n", "[a, ", "{k: #x\n, ", "x: &a y\n", "a\n\n",
    "\"\\ud83d\\ude00\", ",
  ]) func hostileTextsTakeTimeThatGrowsAsTheyDo(unit: String) {
    for start in ["", "a: b: [", "[", "\"", "a: |\n ", "x: &a y\nz: ["] {
      let isLinear = isLinear(4_000) { count in
        _ = try? yaml(start + String(repeating: unit, count: count))
      }
      #expect(isLinear, "\(start)\(unit)")
    }
  }

  @Test func longMappingsTakeTimeThatGrowsAsTheyDo() throws {
    let isLinear = try isLinear(4_000) { count in
      let line = "{" + (0..<count).map { "k\($0): " }.joined(separator: ",") + "}"
      let members = try yaml(line)?.members
      #expect(members?.count == count)
      let block = (0..<count).map { "k\($0): é # c\n" }.joined()
      let more = try yaml(block)?.members
      #expect(more?.count == count)
    }
    #expect(isLinear)
  }
}
