// SPDX-License-Identifier: MIT
// Part of Platen: YAML as values that know where they stand.

internal import Diagnostics
internal import Yams

enum YAMLSource {
  /// Bytes of a deck in YAML: the parser keeps ten times as much.
  private static let most = 32 << 20

  /// - Throws: `Failure` with the place of the first fault.
  static func read(_ bytes: [UInt8]) throws -> SourceValue {
    guard bytes.count <= most else {
      throw Failure(.error("talk.yaml", "the deck is larger than \(most >> 20) MiB"))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.error("talk.text", "this is no text in UTF-8"))
    }
    if let line = anchorLine(bytes) {
      throw Failure(
        .error(
          "talk.yaml", "anchors are not read in a deck", at: Place(line: line),
          hints: ["put a text with \" &\" in it in quotes"]))
    }
    do {
      guard let root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot() else {
        throw Failure(.error("talk.yaml", "this file is empty"))
      }
      return try value(root, depth: 0)
    } catch let error as YamlError {
      switch error {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        throw Failure(
          .error("talk.yaml", problem, at: Place(line: mark.line, column: mark.column)))
      default: throw Failure(.error("talk.yaml", "this is no YAML"))
      }
    }
  }

  private static func value(_ node: Node, depth: Int) throws -> SourceValue {
    let place = Place(line: node.mark?.line, column: node.mark?.column)
    guard depth < TOMLReader.deepest else {
      throw Failure(.error("talk.yaml", "lists and tables are too deep", at: place))
    }
    switch node {
    case .scalar(let scalar):
      return SourceValue(
        content(scalar.string, isPlain: scalar.style == .plain || scalar.style == .any), at: place)
    case .sequence(let sequence):
      return SourceValue(.array(try sequence.map { try value($0, depth: depth + 1) }), at: place)
    case .mapping(let mapping):
      let members = try mapping.map { key, member in
        SourceValue.Member(
          key: key.scalar?.string ?? "",
          place: Place(line: key.mark?.line, column: key.mark?.column),
          value: try value(member, depth: depth + 1))
      }
      return SourceValue(.table(members), at: place)
    case .alias: throw Failure(.error("talk.yaml", "an alias that leads nowhere", at: place))
    }
  }

  private static func content(_ text: String, isPlain: Bool) -> SourceValue.Content {
    guard isPlain else { return .string(text) }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True": return .bool(true)
    case "false", "False": return .bool(false)
    default: break
    }
    if let number = Int(text) { return .integer(number) }
    return .string(text)
  }

  /// The first line with an anchor in it.
  ///
  /// Yams compares keys with all that their aliases stand for, so a few anchors, each twice the one
  /// before, would keep it busy for years; no program writes decks with them. Texts in quotes and
  /// blocks of text below `|` or `>` are passed over.
  private static func anchorLine(_ bytes: [UInt8]) -> Int? {
    guard bytes.contains(UInt8(ascii: "&")) else { return nil }
    var line = 0
    var blockIndent: Int?
    var quote: UInt8?
    for text in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      line += 1
      let indent = text.prefix { $0 == 0x20 }.count
      if let outer = blockIndent, quote == nil {
        if indent > outer || text.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
        blockIndent = nil
      }
      var previous: UInt8 = 0x20
      for (index, byte) in zip(text.indices, text) {
        defer { previous = byte }
        if let open = quote {
          let isEscaped = open == UInt8(ascii: "\"") && previous == UInt8(ascii: "\\")
          if byte == open, !isEscaped { quote = nil }
          continue
        }
        let begins = [0x20, 0x2C, 0x5B, 0x7B].contains(previous)
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): if begins { quote = byte }
        case UInt8(ascii: "&"):
          let next = text.index(after: index)
          if begins, next < text.endIndex, text[next] != 0x20 { return line }
        default: break
        }
      }
      let end = text.reversed().drop { $0 == 0x20 || $0 == 0x0D }
        .drop { [0x2B, 0x2D].contains($0) || (0x31...0x39).contains($0) }
      if quote == nil, let last = end.first, last == UInt8(ascii: "|") || last == UInt8(ascii: ">"),
        end.dropFirst().first == 0x20
      {
        // In a list, the text is indented more than the dash.
        blockIndent = indent
      }
    }
    return nil
  }
}
