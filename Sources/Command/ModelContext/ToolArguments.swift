// SPDX-License-Identifier: MIT
// Part of Platen: the arguments of a call, checked against the parameters of its tool.

internal import JSON
internal import Text

/// The arguments of a call, which match the parameters of its tool.
public struct ToolArguments: Sendable {
  private let values: [String: JSONValue]

  /// Checks arguments; all errors are reported at once, for the client's model to correct.
  init(_ given: JSONValue?, for tool: Tool) throws(InvalidArguments) {
    var faults: [String] = []
    var values: [String: JSONValue] = [:]
    if let given, given.kind != .object {
      throw InvalidArguments(faults: ["\"arguments\" is not an object"])
    }
    for (key, value) in given?.members ?? [] {
      guard let parameter = tool.parameters.first(where: { $0.name == key }) else {
        let known = tool.parameters.map(\.name).joined(separator: ", ")
        faults.append(
          "unknown argument \"\(key.prefix(60))\"; "
            + (known.isEmpty ? "none are taken" : "known: \(known)"))
        continue
      }
      // Clients send null for what is not given.
      if value.isNull { continue }
      if let fault = parameter.fault(in: value) {
        faults.append("\(key): \(fault)")
      } else {
        values[key] = value
      }
    }
    for parameter in tool.parameters where parameter.isRequired && values[parameter.name] == nil {
      let isFaulty = faults.contains { $0.hasPrefix(parameter.name + ":") }
      if !isFaulty { faults.append("\(parameter.name): missing; \(parameter.summary)") }
    }
    guard faults.isEmpty else { throw InvalidArguments(faults: Array(faults.prefix(8))) }
    self.values = values
  }

  /// A text, or nil where it is not given.
  public func text(_ name: String) -> String? { values[name]?.string }
  /// A whole number, or nil where it is not given.
  public func number(_ name: String) -> Int? { values[name]?.int }
  /// A flag; false where it is not given.
  public func flag(_ name: String) -> Bool { values[name]?.bool ?? false }
  /// Texts; empty where they are not given.
  public func texts(_ name: String) -> [String] {
    values[name]?.elements.compactMap(\.string) ?? []
  }
  /// Keys with their values as texts, in the order given.
  public func settings(_ name: String) -> [(key: String, values: [String])] {
    (values[name]?.members ?? []).map { key, value in
      (
        key,
        value.kind == .array ? value.elements.compactMap(\.settingText) : [value.settingText ?? ""]
      )
    }
  }
}

/// The errors in a call's arguments.
struct InvalidArguments: Error {
  var faults: [String]
}

extension Tool.Parameter {
  /// The longest text that is taken, in bytes.
  private static let longest = 64 << 10
  /// The most elements of a list or an object.
  private static let most = 1000

  fileprivate func fault(in value: JSONValue) -> String? {
    switch kind {
    case .text: return Tool.Parameter.textFault(value)
    case .choice(let values):
      guard let text = value.string, values.contains(text) else {
        return "expected one of \(values.joined(separator: ", "))"
      }
      return nil
    case .number(let range):
      guard let number = value.int, range.contains(number) else {
        let most = range.upperBound == .max ? "" : " to \(range.upperBound)"
        return "expected a whole number from \(range.lowerBound)\(most)"
      }
      return nil
    case .flag: return value.bool == nil ? "expected true or false" : nil
    case .texts:
      guard value.kind == .array, value.count <= Tool.Parameter.most else {
        return "expected a list of at most \(Tool.Parameter.most) texts"
      }
      return value.elements.lazy.compactMap { Tool.Parameter.textFault($0) }.first
    case .settings:
      guard value.kind == .object, value.count <= Tool.Parameter.most else {
        return "expected an object of at most \(Tool.Parameter.most) keys"
      }
      for (key, value) in value.members {
        let isValid =
          value.kind == .array
          ? value.elements.allSatisfy { $0.settingText != nil } : value.settingText != nil
        if !isValid { return "\"\(key.prefix(60))\" is not a text, a number, a flag or a list" }
      }
      return nil
    }
  }

  private static func textFault(_ value: JSONValue) -> String? {
    guard let text = value.string else { return "expected a text" }
    if text.utf8.count > longest { return "the text has more than \(longest) bytes" }
    return text.utf8.contains(0) ? "the text has a zero byte" : nil
  }
}

extension JSONValue {
  /// A scalar as a text, as it would be written on a command line; nil for what is none, and for a
  /// text with a zero byte.
  fileprivate var settingText: String? {
    switch kind {
    case .string: string.flatMap { $0.utf8.contains(0) ? nil : $0 }
    case .number: int.map(String.init) ?? double.map(JSONWriter.format)
    case .bool: bool.map { "\($0)" }
    case .null, .array, .object: nil
    }
  }
}
