// SPDX-License-Identifier: MIT
// Part of Platen: what a file of tokens says before it is known what it means, with places.

public import Diagnostics
internal import JSON

/// A value as written in a file of tokens, with its line and column.
///
/// YAML hands its scalars over as text; whether `400` is a number is decided by what is wanted.
public struct TokenSource: Hashable, Sendable {
  public indirect enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([TokenSource])
    case table([Member])
  }

  /// A key with its value.
  public struct Member: Hashable, Sendable {
    public var key: String
    public var place: Place
    public var value: TokenSource

    public init(_ key: String, at place: Place, _ value: TokenSource) {
      self.key = key
      self.place = place
      self.value = value
    }
  }

  public var content: Content
  public var place: Place
  /// What to do about an empty value, where the file shows what was meant.
  public var hintWhenEmpty: String?

  public init(_ content: Content, at place: Place) {
    self.content = content
    self.place = place
  }

  /// ``hintWhenEmpty`` as the hints of a diagnostic.
  public var emptyHints: [String] { hintWhenEmpty.map { [$0] } ?? [] }

  /// The value under a key of a table, the last one where the key occurs twice.
  public subscript(key: String) -> TokenSource? {
    members.last { $0.key == key }?.value
  }

  public var members: [Member] { if case .table(let members) = content { members } else { [] } }
  public var isTable: Bool { if case .table = content { true } else { false } }
  public var elements: [TokenSource]? {
    if case .list(let elements) = content { elements } else { nil }
  }

  public var text: String? { if case .text(let text) = content { text } else { nil } }

  /// A number, or a text that spells one.
  public var number: Double? {
    switch content {
    case .number(let number): number
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  public var flag: Bool? {
    switch content {
    case .bool(let flag): flag
    case .text("true"): true
    case .text("false"): false
    default: nil
    }
  }

  /// What a person would call it.
  public var spoken: String {
    switch content {
    case .null: "nothing"
    case .bool(let flag): "\(flag)"
    case .number(let number): JSONWriter.format(number)
    case .text(let text): "\"\(printable(text, limit: 60))\""
    case .list: "a list"
    case .table: "a mapping"
    }
  }
}

extension TokenSource {
  /// Bytes of a file, tables within each other: far above what designs come to.
  private static let limits = JSONDocument.Limits(bytes: 16 << 20, depth: 64)

  /// Reads JSON.
  ///
  /// - Throws: `Failure` `tokens.json` with line and column.
  public init(json bytes: [UInt8], file: String) throws {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes, limits: TokenSource.limits)
    } catch {
      throw Failure(
        .error(
          "tokens.json", error.message,
          at: Place(file: file, line: error.line, column: error.column)))
    }
    // Values come in the order of their offsets, so lines are counted once.
    var lines = LineCounter(bytes)
    self = unsafe document.withView { TokenSource($0, file: file, &lines) }
  }

  private init(_ view: JSONView, file: String, _ lines: inout LineCounter) {
    let place = lines.place(of: view.offset, in: file)
    let content: Content
    switch view.kind {
    case .null: content = .null
    case .bool: content = .bool(view.bool ?? false)
    case .number: content = view.double.map(Content.number) ?? .null
    case .string: content = .text(view.string ?? "")
    case .array: content = .list(view.elements.map { TokenSource($0, file: file, &lines) })
    case .object:
      content = .table(
        view.members.map { member in
          let keyPlace = lines.place(of: member.name.offset, in: file)
          return Member(
            member.key, at: keyPlace, TokenSource(member.value, file: file, &lines))
        })
    }
    self.init(content, at: place)
  }
}

/// Turns rising byte offsets into lines and columns.
private struct LineCounter {
  let bytes: [UInt8]
  var offset = 0
  var line = 1
  var column = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func place(of target: Int, in file: String) -> Place {
    while offset < target, offset < bytes.count {
      let byte = bytes[offset]
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
    return Place(file: file, line: line, column: column)
  }
}
