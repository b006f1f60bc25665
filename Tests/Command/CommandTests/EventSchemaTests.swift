// SPDX-License-Identifier: MIT
// Part of Platen: the lines of `platen run --json` are what their schema says.

import Foundation
import JSON
import TestSupport
import Testing

@Suite struct EventSchemaTests {
  @Test func everyLineIsWhatTheSchemaSays() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      version: 1
      jobs:
        - { map: a.map, outputs: [a.png, a.json, { file: a.pdf, paper: A5 }], width: 300 }
        - { map: gone.map, outputs: [gone.png] }
        - { map: odd.json, outputs: [odd.png] }
        - { talk: talk.md, outputs: ["slides/${slide}.png"] }

      """, to: "platen.yaml")
    try scratch.write("# One\n\nHello.\n\n---\n\n# Two\n\nBye.\n", to: "talk.md")
    try scratch.write(
      #"{"metadata": {"name": "T", "width": 90, "height": 50}, "heightmap": {}}"#, to: "odd.json")
    try scratch.write("version: 1\njobs:\n  - { map: a.map, outputs: [a.xyz] }\n", to: "wrong.yaml")
    func lines(_ command: String) throws -> [String] {
      try Command.run(command, input: [], in: scratch.url).filter { !$0.hasPrefix("=> ") }
    }
    _ = try lines("platen sample world -o a.map --cells 1000 -q")
    let schema = Validator(
      try JSONDocument(
        parsing: Array(try lines("platen schema --events").joined(separator: "\n").utf8)
      ).root)
    var seen: Set<String> = []
    for command in [
      "platen run --json", "platen run --json", "platen run --json wrong.yaml",
      "platen run --json nothing.yaml", "platen run --json --only a --rebuild --fail-on-warnings",
      "platen check --json", "platen check --json a.map nothing.yaml",
    ] {
      let said = try lines(command)
      #expect(!said.contains { $0.hasPrefix("2>") }, "\(said)")
      for line in said {
        let event = try JSONDocument(parsing: Array(line.utf8)).root
        #expect(schema.faults(event) == [], "\(line)")
        seen.insert(event["event"]?.string ?? "")
        // Nothing of it may be left out, and nothing else be in it.
        let members = event.members.map { ($0.key, line) }
        for (key, _) in members where key != "files" {
          #expect(schema.faults(event, without: key) != [], "\(key) of \(line)")
        }
      }
      #expect(said.last?.hasPrefix("{\"event\":\"end\",\"status\":") == true, "\(command)")
      #expect(said.filter { $0.contains("\"event\":\"end\"") }.count == 1)
    }
    #expect(
      seen.isSuperset(of: [
        "begin", "job-started", "stage-started", "stage-finished", "warning", "output",
        "job-finished", "summary", "diagnostic", "checked", "end",
      ]), "\(seen)")
    let made = try JSONDocument(parsing: Array(#"{"event":"made-up"}"#.utf8)).root
    #expect(schema.faults(made) != [])
  }
}

/// The part of JSON Schema that Platen's schema uses.
private struct Validator {
  let root: JSONValue
  init(_ root: JSONValue) { self.root = root }

  /// The errors in a line, of which a key is omitted.
  func faults(_ value: JSONValue, without key: String? = nil) -> [String] {
    faults(value, root, "", without: key)
  }

  private func faults(
    _ value: JSONValue, _ schema: JSONValue, _ path: String, without omitted: String?
  ) -> [String] {
    if let reference = schema["$ref"]?.string {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let found = root["definitions"]?[name] else { return ["\(path): no \(reference)"] }
      return faults(value, found, path, without: omitted)
    }
    if let choices = schema["oneOf"]?.elements {
      let fitting = choices.filter { faults(value, $0, path, without: omitted).isEmpty }
      return fitting.count == 1 ? [] : ["\(path): fits \(fitting.count) of \(choices.count)"]
    }
    var found: [String] = []
    if let wanted = schema["const"] {
      if wanted.string != value.string || wanted.int != value.int { found.append("\(path): const") }
    }
    if let choices = schema["enum"]?.elements {
      if !choices.contains(where: { $0.string == value.string }) { found.append("\(path): enum") }
    }
    if let type = schema["type"] {
      let names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
      if !names.contains(where: { isOf($0, value) }) { found.append("\(path): not \(names)") }
    }
    if let least = schema["minimum"]?.double, let number = value.double, number < least {
      found.append("\(path): below \(least)")
    }
    if let pattern = schema["pattern"]?.string, let text = value.string {
      let fits = (try? Regex(pattern).wholeMatch(in: text)) != nil
      if !fits { found.append("\(path): not \(pattern)") }
    }
    if let items = schema["items"] {
      for (index, element) in value.elements.enumerated() {
        found += faults(element, items, "\(path)[\(index)]", without: nil)
      }
    }
    let keys = value.members.map(\.key).filter { $0 != omitted }
    for name in schema["required"]?.elements.compactMap(\.string) ?? []
    where value.kind == .object && !keys.contains(name) {
      found.append("\(path): lacks \(name)")
    }
    if let properties = schema["properties"] {
      for key in keys {
        if let property = properties[key], let member = value[key] {
          found += faults(member, property, "\(path).\(key)", without: nil)
        } else if schema["additionalProperties"]?.bool == false {
          found.append("\(path): knows no \(key)")
        }
      }
    }
    return found
  }

  private func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch type {
    case "object": value.kind == .object
    case "array": value.kind == .array
    case "string": value.kind == .string
    case "boolean": value.bool != nil && value.kind != .string
    case "null": value.kind == .null
    case "integer": value.kind == .number && value.int != nil
    case "number": value.kind == .number
    default: false
    }
  }
}
