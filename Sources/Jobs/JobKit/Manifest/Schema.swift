// SPDX-License-Identifier: MIT
// Part of Platen: the manifest's JSON Schema and its keys as a Markdown table, made from the same
// tables the parser checks with.

internal import JSON

/// The manifest's grammar for other programs and for people.
package struct ManifestSchema: Sendable {
  var kinds: [JobGrammar]

  package init(kinds: [any JobKind]) { self.kinds = kinds.map(\.grammar) }

  /// JSON Schema draft-07, which is what YAML editors read.
  package func json() -> String {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.member("$schema", "http://json-schema.org/draft-07/schema#")
      json.member("title", "Platen manifest, version \(ManifestKeys.version)")
      json.member("type", "object")
      json.array("required") {
        $0.string("version"); $0.string("jobs")
      }
      json.member("additionalProperties", false)
      json.object("properties") { json in
        json.object("version") { json in
          json.member("description", "The manifest's grammar")
          json.member("const", ManifestKeys.version)
        }
        write(ManifestKeys.whole, to: &json)
        json.object("defaults") { json in
          json.member("description", "Keys every job has unless it says otherwise")
          json.member("type", "object")
          json.member("additionalProperties", false)
          json.object("properties") { json in
            write([ManifestKeys.folder], to: &json)
            for key in allKeys { writeDefault(key, to: &json) }
          }
        }
        json.object("jobs") { json in
          json.member("description", "What to make")
          json.member("type", "array")
          json.member("minItems", 1)
          json.object("items") { json in
            if kinds.count == 1, let kind = kinds.first {
              json.member("$ref", "#/definitions/\(kind.name)")
            } else {
              json.array("anyOf") { json in
                for kind in kinds {
                  json.object { $0.member("$ref", "#/definitions/\(kind.name)") }
                }
              }
            }
          }
        }
      }
      json.object("definitions") { json in
        for kind in kinds {
          json.object(kind.name) { json in
            json.member("description", kind.summary)
            json.member("type", "object")
            json.member("additionalProperties", false)
            json.object("properties") { json in write(kind.jobKeys, of: kind, to: &json) }
          }
        }
      }
    }
    return json.text + "\n"
  }

  /// Every key with what it takes, as Markdown tables.
  package func markdown() -> String {
    var text = ""
    func table(_ keys: [ManifestKey]) {
      text += "| key | takes | what it is | example |\n| --- | --- | --- | --- |\n"
      for key in keys {
        let takes = (key.name == "matrix" ? "a mapping" : key.shape.spoken)
          .replacing("|", with: "\\|")
        text += "| `\(key.name)` | \(takes) | \(key.summary) | `\(key.example)` |\n"
      }
    }
    for kind in kinds {
      text += "## \(kind.name): \(kind.summary)\n\n"
      table(ManifestKeys.common(for: kind) + kind.keys)
      text += "\n### Options of its outputs\n\n"
      table(kind.options)
      text += "\n### Forms\n\n| ending | what | options |\n| --- | --- | --- |\n"
      for form in kind.forms {
        let options = form.options.map { "`\($0)`" }.joined(separator: " ")
        text += "| `.\(form.ending)` | \(form.summary) | \(options) |\n"
      }
      text += "\n"
    }
    text += "## the whole manifest\n\nBeside `version`, `defaults` and `jobs`:\n\n"
    table(ManifestKeys.whole)
    for key in ManifestKeys.whole {
      guard let keys = key.shape.mappingKeys else { continue }
      text += "\n### \(key.name)\n\n"
      table(keys)
    }
    text += "\n## defaults\n\nAny key of a job, and:\n\n"
    table([ManifestKeys.folder])
    return text
  }

  private var allKeys: [ManifestKey] {
    var keys: [ManifestKey] = []
    for key in kinds.flatMap(\.jobKeys) where !keys.contains(where: { $0.name == key.name }) {
      keys.append(key)
    }
    return keys
  }

  private func write(
    _ keys: [ManifestKey], of kind: JobGrammar? = nil, to json: inout JSONWriter
  ) {
    for key in keys {
      json.object(key.name) { json in
        json.member("description", key.summary + "; for example: " + key.example)
        if key.name == "matrix", let kind = kind ?? kinds.first {
          writeMatrix(kind, to: &json)
        } else {
          write(key.shape, to: &json)
        }
      }
    }
  }

  /// A key of the defaults, which suits one kind or another.
  private func writeDefault(_ key: ManifestKey, to json: inout JSONWriter) {
    var known: Set<String> = []
    let shapes = kinds.flatMap(\.jobKeys).filter { $0.name == key.name }.map(\.shape)
      .filter { shape in
        var json = JSONWriter(indent: nil)
        json.object { write(shape, to: &$0) }
        return known.insert(json.text).inserted
      }
    guard shapes.count > 1, key.name != "matrix" else { return write([key], to: &json) }
    json.object(key.name) { json in
      json.member("description", key.summary + "; for example: " + key.example)
      json.array("anyOf") { json in
        for shape in shapes { json.object { write(shape, to: &$0) } }
      }
    }
  }

  private func writeMatrix(_ kind: JobGrammar, to json: inout JSONWriter) {
    let keys = kind.jobKeys.filter {
      !ManifestKeys.fixed.contains($0.name) && $0.name != kind.name
    }
    func entries(_ json: inout JSONWriter) {
      json.member("type", "array")
      json.object("items") { json in
        json.member("type", "object")
        json.member("minProperties", 1)
        json.member("additionalProperties", false)
        json.object("properties") { json in write(keys, to: &json) }
      }
    }
    json.member("type", "object")
    json.member("additionalProperties", false)
    json.object("properties") { json in
      for key in keys {
        json.object(key.name) { json in
          json.member("type", "array")
          json.member("minItems", 1)
          json.member("uniqueItems", true)
          json.object("items") { json in write(key.shape, to: &json) }
        }
      }
      json.object("include") { entries(&$0) }
      json.object("exclude") { entries(&$0) }
    }
  }

  /// A shape's keywords, into the object that is open.
  private func write(_ shape: Shape, to json: inout JSONWriter) {
    switch shape {
    case .text:
      json.array("type") {
        $0.string("string"); $0.string("number"); $0.string("boolean")
      }
    case .path, .folder:
      json.array("type") {
        $0.string("string"); $0.string("number")
      }
      json.member("minLength", 1)
    case .word(let words): json.array("enum") { json in for word in words { json.string(word) } }
    case .form(let form):
      json.member("type", "string")
      json.member("pattern", form.pattern)
    case .flag: json.member("type", "boolean")
    case .integer(let range):
      json.member("type", "integer")
      json.member("minimum", range.lowerBound)
      json.member("maximum", range.upperBound)
    case .number(let range):
      json.member("type", "number")
      json.member("minimum", range.lowerBound)
      json.member("maximum", range.upperBound)
    case .list(let shape):
      json.member("type", "array")
      json.object("items") { write(shape, to: &$0) }
    case .oneOrMore(let shape):
      json.array("anyOf") { json in
        json.object { write(shape, to: &$0) }
        json.object { json in
          json.member("type", "array")
          json.member("minItems", 1)
          json.object("items") { write(shape, to: &$0) }
        }
      }
    case .mapping(let keys):
      json.member("type", "object")
      json.member("additionalProperties", false)
      let required = keys.filter(\.isRequired)
      if !required.isEmpty {
        json.array("required") { json in for key in required { json.string(key.name) } }
      }
      json.object("properties") { write(keys, to: &$0) }
    case .table(let shape):
      json.member("type", "object")
      json.object("additionalProperties") { write(shape, to: &$0) }
    case .either(let first, let second):
      json.array("anyOf") { json in
        json.object { write(first, to: &$0) }
        json.object { write(second, to: &$0) }
      }
    case .anything: break
    }
  }
}

extension JSONWriter {
  /// A member that is an object.
  mutating func object(_ name: String, _ body: (inout JSONWriter) throws -> Void)
    rethrows
  {
    try member(name, object: body)
  }

  /// A member that is an array.
  mutating func array(_ name: String, _ body: (inout JSONWriter) throws -> Void)
    rethrows
  {
    try member(name, array: body)
  }
}

extension Shape {
  /// The keys of the mapping it takes, or of those in the list it takes; nil where it takes none.
  fileprivate var mappingKeys: [ManifestKey]? {
    switch self {
    case .mapping(let keys): keys
    case .list(let shape), .oneOrMore(let shape): shape.mappingKeys
    case .either(let first, let second): first.mappingKeys ?? second.mappingKeys
    default: nil
    }
  }
}
