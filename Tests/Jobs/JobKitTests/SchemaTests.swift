// SPDX-License-Identifier: MIT
// Part of Platen: tests that the JSON Schema and the parser judge alike.

import Diagnostics
import Foundation
import JobKit
import Jobs
import MapJobs
import Pipeline
import TestSupport
import Testing
import Values

@Suite struct SchemaTests {
  static let schema: SchemaValidator = {
    let text = ManifestSchema(kinds: Jobs.kinds).json()
    let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return SchemaValidator(root: root ?? [:])
  }()

  /// With the looks of this repository.
  static func context() throws -> RecipeContext {
    RecipeContext(
      environment: DiskEnvironment(folder: Shared.repository.path),
      templates: try Templates.find(
        named: Shared.repository.appendingPathComponent("Templates").path))
  }

  /// The value that an editor would resolve the YAML to.
  static func resolved(_ value: PlacedValue) -> Any {
    if let elements = value.elements { return elements.map(resolved) }
    if let members = value.members {
      return Dictionary(uniqueKeysWithValues: members.map { ($0.key, resolved($0.value)) })
    }
    if value.isNull { return NSNull() }
    if let flag = value.flag { return SchemaValidator.Flag(flag) }
    if let number = value.number { return number }
    return value.text ?? ""
  }

  static func faults(_ text: String) throws -> [String] {
    guard let value = try PlacedValue(yaml: Array(text.utf8), file: "platen.yaml") else {
      return ["nothing"]
    }
    return schema.faults(of: resolved(value))
  }

  @Test func everyManifestTheParserTakesTheSchemaTakes() throws {
    for each in try CaseDocument("Manifests/jobs.md").cases() {
      #expect(try SchemaTests.faults(each.input) == [], "\(each.title)")
    }
  }

  @Test func whatTheParserRefusesByItsKeysAndTypesTheSchemaRefuses() throws {
    // What needs more than one value to be judged (duplicates, variables, forms) no schema sees.
    let visible: Set<Diagnostic.Code> = [
      "manifest.unknown-key", "manifest.type", "manifest.version", "manifest.kind",
    ]
    var judged = 0
    for each in try CaseDocument("Manifests/errors.md").cases() {
      do {
        _ = try ManifestTests.parse(each.input)
      } catch let failure as Failure {
        let isVisible = failure.diagnostics.contains { visible.contains($0.code) }
        if isVisible || ["Words that are not known", "Regions", "No jobs"].contains(each.title) {
          judged += 1
          #expect(try SchemaTests.faults(each.input) != [], "\(each.title)")
        }
      }
    }
    #expect(judged >= 12)
  }

  /// Every example in the tables must be taken by its own key, in both judges.
  @Test func everyExampleIsRight() throws {
    for kind in Jobs.kinds {
      for key in kind.grammar.jobKeys where key.name != "outputs" {
        let input = key.name == kind.name ? "" : "\(kind.name): a.map, "
        let text = """
          version: 1
          pools: { large: 1 }
          instances: { archive: { \(SchemaTests.server(of: kind)), url: example.org } }
          jobs:
            - { \(input)\(key.name): \(key.example), outputs: ["${name}.\(kind.grammar.formats[0].pathExtension)"] }
          """
        let quoted = text.replacing("worlds/*.map", with: "\"worlds/*.map\"")
          .replacing("state:Ardenfell", with: "\"state:Ardenfell\"")
        let unique =
          key.name == "matrix" ? quoted.replacing("${name}", with: "${audience}") : quoted
        if key.name != kind.name {
          #expect(throws: Never.self, "\(key.name)") { try ManifestTests.parse(unique) }
        }
        #expect(try SchemaTests.faults(unique) == [], "\(key.name)")
      }
    }
  }

  /// The members that a server requires that has the input of such jobs.
  private static func server(of kind: any JobKind) -> String {
    ["meeting": "kind: bedrud", "talk": "kind: toboggan"][kind.name]
      ?? "kind: worldarchitect, user: \"env:READER\""
  }

  /// Editors read it at every start.
  @Test func itIsShort() throws {
    let text = try ManifestSchema(kinds: Jobs.kinds, in: SchemaTests.context()).json()
    #expect(text.utf8.count < 120_000)
  }

  /// The errors of a map job with another key, by the schema that offers looks and layers.
  static func offeredFaults(_ key: String) throws -> (faults: [String], schema: String) {
    let text = try ManifestSchema(kinds: Jobs.kinds, in: SchemaTests.context()).json()
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let manifest = "version: 1\njobs:\n  - map: a.map\n    \(key)\n    outputs: [a.pdf]\n"
    let value = try #require(try PlacedValue(yaml: Array(manifest.utf8), file: "platen.yaml"))
    return (SchemaValidator(root: root).faults(of: SchemaTests.resolved(value)), text)
  }

  /// Looks, layers and papers are offered; a file of one's own and other measures are taken as well.
  @Test(arguments: [
    "look: lectern.yaml", "look: parchment", "layers: [political, relief]", "layers: ocean",
    "layers: [political, -ice, burgs, -fog]", "paper: 30x40cm",
  ])
  func wordsAreOfferedAndOthersTaken(_ key: String) throws {
    let (faults, text) = try SchemaTests.offeredFaults(key)
    #expect(faults == [])
    for word in ["parchment", "political", "A4"] { #expect(text.contains("\"\(word)\"")) }
  }

  /// Editors mark what no list of layers may hold.
  @Test(arguments: ["politcal", "[political, -politcal]", "[political, --ice]", "[-burg]"])
  func unknownLayersAreMarked(_ layers: String) throws {
    #expect(try SchemaTests.offeredFaults("layers: \(layers)").faults != [])
  }

  /// A job with an error has the errors of its own kind alone.
  @Test func errorsAreThoseOfTheKind() throws {
    let faults = try SchemaTests.faults(
      "version: 1\njobs:\n  - map: a.map\n    widht: 100\n    outputs: [a.png]\n")
    #expect(faults == [".jobs[0]: unknown widht"])
  }

  /// Defaults stand in summaries, once; the schema has them as values.
  @Test func defaultsAreValues() throws {
    let text = ManifestSchema(kinds: Jobs.kinds).json()
    #expect(text.contains("\"default\":1,"))
    #expect(text.contains("\"examples\":[\"worlds/*.map\"]"))
  }

  @Test func theTablesNameEveryKey() {
    let text = ManifestSchema(kinds: Jobs.kinds).markdown()
    for key in MapKind().grammar.jobKeys { #expect(text.contains("| `\(key.name)` |")) }
  }
}

/// The part of JSON Schema draft-07 that Platen's schema uses; an unknown keyword fails the test.
struct SchemaValidator: @unchecked Sendable {
  // Never changed after `init`; `Any` alone keeps the compiler from seeing it.
  let root: [String: Any]

  /// A boolean that Foundation cannot take for a number.
  struct Flag {
    var value: Bool
    init(_ value: Bool) { self.value = value }
  }

  func faults(of value: Any) -> [String] { faults(value, root, "") }

  private func faults(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    var faults: [String] = []
    func fail(_ what: String) { faults.append("\(path): \(what)") }
    for (keyword, rule) in schema.sorted(by: { $0.key < $1.key }) {
      switch keyword {
      case "$schema", "title", "description", "$defs", "default", "examples", "then": break
      case "$ref":
        let name = (rule as? String)?.components(separatedBy: "/").last ?? ""
        let definitions = root["$defs"] as? [String: Any]
        guard let target = definitions?[name] as? [String: Any] else {
          fail("no definition \(name)")
          continue
        }
        faults += self.faults(value, target, path)
      case "type":
        let names = (rule as? [String]) ?? [rule as? String ?? ""]
        if !names.contains(where: { isType(value, $0) }) { fail("is not \(names)") }
      case "const": if value as? Double != rule as? Double { fail("const") }
      case "enum":
        if !((rule as? [String])?.contains { $0 == value as? String } ?? false) { fail("enum") }
      case "minimum": if let n = value as? Double, n < (rule as? Double ?? 0) { fail("minimum") }
      case "maximum": if let n = value as? Double, n > (rule as? Double ?? 0) { fail("maximum") }
      case "minLength": if let s = value as? String, s.count < (rule as? Int ?? 0) { fail("short") }
      case "minItems": if let a = value as? [Any], a.count < (rule as? Int ?? 0) { fail("few") }
      case "uniqueItems":
        if let a = value as? [Any], Set(a.map { "\($0)" }).count < a.count { fail("twice") }
      case "minProperties":
        if let o = value as? [String: Any], o.count < (rule as? Int ?? 0) { fail("few") }
      case "pattern":
        if let s = value as? String,
          s.range(of: rule as? String ?? "(", options: .regularExpression) == nil
        {
          fail("pattern")
        }
      case "anyOf":
        let options = rule as? [[String: Any]] ?? []
        let all = options.map { self.faults(value, $0, path) }
        if !all.contains([]) { faults += all.first ?? [] }
      case "allOf":
        for part in rule as? [[String: Any]] ?? [] { faults += self.faults(value, part, path) }
      case "if":
        let condition = rule as? [String: Any] ?? [:]
        if self.faults(value, condition, path).isEmpty {
          faults += self.faults(value, schema["then"] as? [String: Any] ?? [:], path)
        }
      case "not":
        if self.faults(value, rule as? [String: Any] ?? [:], path).isEmpty { fail("not") }
      case "propertyNames":
        for key in (value as? [String: Any] ?? [:]).keys {
          faults += self.faults(key, rule as? [String: Any] ?? [:], "\(path).\(key)")
        }
      case "items":
        for (i, element) in ((value as? [Any]) ?? []).enumerated() {
          faults += self.faults(element, rule as? [String: Any] ?? [:], "\(path)[\(i)]")
        }
      case "required":
        if let o = value as? [String: Any] {
          for key in rule as? [String] ?? [] where o[key] == nil { fail("lacks \(key)") }
        }
      case "properties":
        if let o = value as? [String: Any] {
          for (key, sub) in rule as? [String: Any] ?? [:] {
            if let member = o[key] {
              faults += self.faults(member, sub as? [String: Any] ?? [:], "\(path).\(key)")
            }
          }
        }
      case "additionalProperties":
        let known = schema["properties"] as? [String: Any] ?? [:]
        for (key, member) in value as? [String: Any] ?? [:] where known[key] == nil {
          if let sub = rule as? [String: Any] {
            faults += self.faults(member, sub, "\(path).\(key)")
          } else if rule as? Bool == false {
            fail("unknown \(key)")
          }
        }
      default: fail("unknown keyword \(keyword)")
      }
    }
    return faults
  }

  private func isType(_ value: Any, _ name: String) -> Bool {
    switch name {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": value is Flag
    case "number": value is Double
    case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
    default: false
    }
  }
}
