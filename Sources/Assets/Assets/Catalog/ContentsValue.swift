// SPDX-License-Identifier: MIT
// Part of Platen: the JSON of asset catalogs, read with nothing lost and written as Xcode does.

internal import Diagnostics
internal import JSON

/// A value of a `Contents.json`. Keys keep their order and numbers their spelling, so that what Platen
/// does not know comes back as it was.
public indirect enum ContentsValue: Hashable, Sendable {
  /// A key with its value.
  public struct Member: Hashable, Sendable {
    public var key: String
    public var value: ContentsValue
    public init(_ key: String, _ value: ContentsValue) {
      self.key = key
      self.value = value
    }
  }

  case null
  case bool(Bool)
  /// A number as it is spelled.
  case number(String)
  case text(String)
  case list([ContentsValue])
  case table([Member])

  /// Reads a file.
  ///
  /// - Throws: `Failure` `catalog.json` with line and column.
  public init(parsing bytes: [UInt8]) throws {
    do {
      let document = try JSONDocument(
        parsing: bytes, limits: JSONDocument.Limits(bytes: 8 << 20, depth: 32))
      self = document.withView { ContentsValue($0) }
    } catch {
      throw Failure(
        .error(
          .catalogJson, error.message, at: SourceLocation(line: error.line, column: error.column)))
    }
  }

  private init(_ view: JSONView) {
    switch view.kind {
    case .null: self = .null
    case .bool: self = .bool(view.bool ?? false)
    case .number: self = .number(view.looseString ?? "0")
    case .string: self = .text(view.string ?? "")
    case .array: self = .list(view.elements.map { ContentsValue($0) })
    case .object: self = .table(view.members.map { Member($0.key, ContentsValue($0.value)) })
    }
  }

  /// The value under a key of a table.
  public subscript(key: String) -> ContentsValue? {
    get {
      guard case .table(let members) = self else { return nil }
      return members.last { $0.key == key }?.value
    }
    set {
      guard case .table(var members) = self else { return }
      let index = members.lastIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?):
        // Xcode writes keys in order; among keys in order a new one finds its place.
        let at = members.firstIndex { $0.key > key } ?? members.count
        members.insert(Member(key, value), at: at)
      case (nil, nil): break
      }
      self = .table(members)
    }
  }

  public var text: String? { if case .text(let text) = self { text } else { nil } }
  public var list: [ContentsValue]? { if case .list(let list) = self { list } else { nil } }
  public var isTable: Bool { if case .table = self { true } else { false } }

  /// A number as it is spelled in the file; nil for the rest.
  var spelling: String? { if case .number(let text) = self { text } else { nil } }

  /// A number, or a text that spells one.
  public var number: Double? {
    switch self {
    case .number(let text), .text(let text): Double(text)
    default: nil
    }
  }

  /// A table with its keys in order, as Xcode writes them; nil values are omitted.
  public static func sorted(_ members: [String: ContentsValue?]) -> ContentsValue {
    .table(
      members.sorted { $0.key < $1.key }.compactMap { key, value in
        value.map { Member(key, $0) }
      })
  }

  /// The last member of every file.
  public static let info: ContentsValue = .sorted([
    "author": .text("xcode"), "version": .number("1"),
  ])

  // MARK: Writing

  /// The file: two spaces a level, a space before each colon, a line end at the end.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    writeValue(to: &bytes, indent: 0)
    return bytes + [0x0A]
  }

  private func writeValue(to bytes: inout [UInt8], indent: Int) {
    func line(_ level: Int) {
      bytes.append(0x0A)
      bytes.append(contentsOf: repeatElement(0x20, count: level * 2))
    }
    func quoted(_ text: String) {
      var json = JSONWriter()
      json.string(text)
      bytes.append(contentsOf: json.utf8)
    }
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .text(let text): quoted(text)
    case .list(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        line(indent + 1)
        element.writeValue(to: &bytes, indent: indent + 1)
      }
      if elements.isEmpty { bytes.append(0x0A) }
      line(indent)
      bytes.append(UInt8(ascii: "]"))
    case .table(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        line(indent + 1)
        quoted(member.key)
        bytes.append(contentsOf: " : ".utf8)
        member.value.writeValue(to: &bytes, indent: indent + 1)
      }
      if members.isEmpty { bytes.append(0x0A) }
      line(indent)
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
