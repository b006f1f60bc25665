// SPDX-License-Identifier: MIT
// Part of Platen: a JSON Schema as a tree, in which what is needed twice is written once.

internal import JSON
internal import Values

/// A value of a JSON Schema.
indirect enum SchemaNode: Hashable {
  case object([Member])
  case array([SchemaNode])
  case text(String)
  case integer(Int)
  case number(Double)
  case flag(Bool)
  case null
  /// A schema with a name of its own: written in place where it is used once, and under
  /// `$defs` with references to it where it is used more often.
  case shared(name: String, SchemaNode)
  /// A reference to a definition that is always written.
  case reference(String)

  struct Member: Hashable {
    var name: String
    var value: SchemaNode

    init(_ name: String, _ value: SchemaNode) { (self.name, self.value) = (name, value) }
  }

  static func texts(_ texts: [String]) -> SchemaNode { .array(texts.map { .text($0) }) }

  /// A value of YAML.
  init(_ value: PlacedValue) {
    if let elements = value.elements {
      self = .array(elements.map { SchemaNode($0) })
    } else if let members = value.members {
      self = .object(members.map { Member($0.key, SchemaNode($0.value)) })
    } else if value.isNull {
      self = .null
    } else if let flag = value.flag {
      self = .flag(flag)
    } else if let integer = value.integer {
      self = .integer(integer)
    } else if let number = value.number {
      self = .number(number)
    } else {
      self = .text(value.text ?? "")
    }
  }
}

/// Writes a schema with its definitions.
struct SchemaWriter {
  private var uses: [SchemaNode: Int] = [:]
  private var names: [SchemaNode: String] = [:]
  private var taken: Set<String>
  /// Shared schemas in the order in which they were first referred to.
  private var definitions: [(name: String, node: SchemaNode)] = []

  /// - Parameters:
  ///   - root: the members of the schema, in order.
  ///   - definitions: schemas that ``SchemaNode/reference(_:)`` names.
  static func writeRoot(
    _ root: [SchemaNode.Member], definitions: [SchemaNode.Member]
  ) -> String {
    var writer = SchemaWriter(taken: Set(definitions.map(\.name)))
    for member in root + definitions { writer.count(member.value) }
    var members = root.map { SchemaNode.Member($0.name, writer.resolved($0.value)) }
    var written = definitions.map { SchemaNode.Member($0.name, writer.resolved($0.value)) }
    var next = 0
    while next < writer.definitions.count {
      let (name, node) = writer.definitions[next]
      written.append(SchemaNode.Member(name, writer.resolved(node)))
      next += 1
    }
    members.append(SchemaNode.Member("$defs", .object(written)))
    return SchemaWriter.text(.object(members), indent: 0) + "\n"
  }

  private init(taken: Set<String>) { self.taken = taken }

  private mutating func count(_ node: SchemaNode) {
    switch node {
    case .object(let members): for member in members { count(member.value) }
    case .array(let elements): for element in elements { count(element) }
    case .shared(_, let inner):
      uses[node, default: 0] += 1
      // What is in a definition is written once, however often that is referred to.
      if uses[node] == 1 { count(inner) }
    case .text, .integer, .number, .flag, .null, .reference: break
    }
  }

  /// The tree with shared schemas in place or as references.
  private mutating func resolved(_ node: SchemaNode) -> SchemaNode {
    switch node {
    case .object(let members):
      return .object(members.map { SchemaNode.Member($0.name, resolved($0.value)) })
    case .array(let elements): return .array(elements.map { resolved($0) })
    case .shared(let name, let inner):
      guard uses[node, default: 0] > 1 else { return resolved(inner) }
      return .reference(definition(of: node, called: name, inner))
    case .text, .integer, .number, .flag, .null, .reference: return node
    }
  }

  private mutating func definition(
    of node: SchemaNode, called requested: String, _ inner: SchemaNode
  ) -> String {
    if let name = names[node] { return name }
    var name = requested
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(requested)-\(number)"
      number += 1
    }
    names[node] = name
    definitions.append((name, inner))
    return name
  }

  /// Columns up to which an object or a list is on one line.
  private static let lineWidth = 240

  private static func text(_ node: SchemaNode, indent: Int) -> String {
    let line = compact(node)
    if indent + line.count <= lineWidth { return line }
    let end = "\n" + String(repeating: " ", count: indent)
    switch node {
    case .object(let members):
      return "{"
        + filled(members, indent: indent + 1) { member, indent in
          "\(quoted(member.name)):\(text(member.value, indent: indent))"
        } + end + "}"
    case .array(let elements):
      return "[" + filled(elements, indent: indent + 1, text) + end + "]"
    case .text, .integer, .number, .flag, .null, .shared, .reference: return line
    }
  }

  /// Items on indented lines, as many on each as it holds; those of several lines are on their own.
  private static func filled<Item>(
    _ items: [Item], indent: Int, _ text: (Item, Int) -> String
  ) -> String {
    let margin = "\n" + String(repeating: " ", count: indent)
    var result = ""
    var column = lineWidth
    for (index, item) in items.enumerated() {
      let text = text(item, indent) + (index + 1 < items.count ? "," : "")
      let isShort = !text.contains("\n")
      if isShort, column + 1 + text.count <= lineWidth {
        result += " " + text
        column += 1 + text.count
      } else {
        result += margin + text
        column = isShort ? indent + text.count : lineWidth
      }
    }
    return result
  }

  private static func compact(_ node: SchemaNode) -> String {
    switch node {
    case .object(let members):
      return "{"
        + members.map { "\(quoted($0.name)):\(compact($0.value))" }.joined(separator: ", ") + "}"
    case .array(let elements): return "[" + elements.map(compact).joined(separator: ", ") + "]"
    case .text(let text): return quoted(text)
    case .integer(let number): return String(number)
    case .number(let number): return JSONWriter.format(number)
    case .flag(let flag): return flag ? "true" : "false"
    case .null: return "null"
    case .shared(_, let inner): return compact(inner)
    case .reference(let name): return "{\"$ref\":\(quoted("#/$defs/" + name))}"
    }
  }

  /// A text as a string of JSON, which is also one of YAML.
  static func quoted(_ text: String) -> String {
    var json = JSONWriter(indent: nil)
    json.string(text)
    return json.text
  }
}
