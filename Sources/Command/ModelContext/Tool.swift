// SPDX-License-Identifier: MIT
// Part of Platen: tools that a client can call: their parameters, and the schemas of these.

internal import JSON

/// A tool that a client can call.
public struct Tool: Sendable {
  /// The effects of a call, as hints for a client that lets its user decide.
  public enum Effect: Sendable, Hashable {
    /// Nothing is changed.
    case reading
    /// Files are written; the same call writes the same ones.
    case writing
    /// Files may be overwritten.
    case overwriting
  }

  /// A parameter of a call.
  public struct Parameter: Sendable {
    /// The values of a parameter.
    public enum Kind: Sendable, Hashable {
      case text
      case choice([String])
      case number(ClosedRange<Int>)
      case flag
      case texts
      /// Keys with texts, numbers, flags, or lists of them.
      case settings
    }

    public let name: String
    public let kind: Kind
    public let summary: String
    public let isRequired: Bool

    public init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false) {
      self.name = name
      self.kind = kind
      self.summary = summary
      self.isRequired = isRequired
    }
  }

  /// The name by which it is called: lowercase words joined by underscores.
  public let name: String
  public let title: String
  public let summary: String
  public let parameters: [Parameter]
  public let effect: Effect

  public init(
    _ name: String, title: String, summary: String, effect: Effect, parameters: [Parameter]
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.effect = effect
    self.parameters = parameters
  }
}

extension Tool {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("title", title)
      json.member("description", summary)
      json.key("inputSchema")
      writeInputSchema(to: &json)
      json.key("outputSchema")
      json.raw(ToolResult.schema)
      json.member("annotations") { json in
        json.member("title", title)
        json.member("readOnlyHint", effect == .reading)
        json.member("destructiveHint", effect == .overwriting)
        json.member("idempotentHint", true)
        json.member("openWorldHint", false)
      }
    }
  }

  private func writeInputSchema(to json: inout JSONWriter) {
    json.object { json in
      json.member("type", "object")
      json.member("properties") { json in
        for parameter in parameters {
          json.key(parameter.name)
          parameter.writeSchema(to: &json)
        }
      }
      let required = parameters.filter(\.isRequired).map(\.name)
      if !required.isEmpty { json.member("required", required) }
      json.member("additionalProperties", false)
    }
  }
}

extension JSONWriter {
  mutating func member(_ name: String, _ body: (inout JSONWriter) -> Void) {
    member(name, object: body)
  }
}

extension Tool.Parameter {
  fileprivate func writeSchema(to json: inout JSONWriter) {
    json.object { json in
      json.member("description", summary)
      switch kind {
      case .text: json.member("type", "string")
      case .choice(let values):
        json.member("type", "string")
        json.member("enum", values)
      case .number(let range):
        json.member("type", "integer")
        json.member("minimum", range.lowerBound)
        if range.upperBound < .max { json.member("maximum", range.upperBound) }
      case .flag: json.member("type", "boolean")
      case .texts:
        json.member("type", "array")
        json.member("items") { $0.member("type", "string") }
      case .settings:
        json.member("type", "object")
        json.member("additionalProperties") { json in
          json.member("type", ["string", "number", "boolean", "array"])
        }
      }
    }
  }
}
