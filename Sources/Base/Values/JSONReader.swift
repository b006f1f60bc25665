// SPDX-License-Identifier: MIT
// Part of Platen: JSON as values with their places.

public import Diagnostics
public import JSON

extension PlacedValue {
  /// The form of places in JSON.
  public enum JSONPlaces: Sendable {
    /// Line and column.
    case lines
    /// Names of fields, `slides[2].title`, for large files that programs write.
    case fields
  }

  /// Reads JSON.
  ///
  /// - Parameters:
  ///   - file: the file in the places.
  ///   - code: the code of errors.
  /// - Throws: `Failure` with line and column.
  public init(
    json bytes: [UInt8], file: String? = nil, code: Diagnostic.Code,
    places: JSONPlaces = .lines, limits: JSONDocument.Limits
  ) throws {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes, limits: limits)
    } catch {
      throw Failure(
        .error(
          code, error.message,
          at: SourceLocation(file: file, line: error.line, column: error.column)))
    }
    self = unsafe document.withView { root in
      switch places {
      case .lines:
        // Values come in the order of their offsets, so lines are counted once.
        var lines = LineCounter(bytes, file: file)
        return PlacedValue(root, &lines)
      case .fields: return PlacedValue(root, file: file, field: "")
      }
    }
  }

  private init(_ view: JSONView, _ lines: inout LineCounter) {
    let place = lines.place(of: view.offset)
    let content: Content
    switch view.kind {
    case .array: content = .list(view.elements.map { PlacedValue($0, &lines) })
    case .object:
      content = .mapping(
        view.members.map { member in
          let keyPlace = lines.place(of: member.name.offset)
          return Member(
            key: member.key, place: keyPlace, value: PlacedValue(member.value, &lines))
        })
    default: content = Content(scalar: view)
    }
    self.init(content, at: place)
  }

  private init(_ view: JSONView, file: String?, field: String) {
    let content: Content
    switch view.kind {
    case .array:
      content = .list(
        view.elements.enumerated().map { index, element in
          PlacedValue(element, file: file, field: "\(field)[\(index)]")
        })
    case .object:
      content = .mapping(
        view.members.map { member in
          let key = member.key
          let name = field.isEmpty ? key : field + "." + key
          return Member(
            key: key, place: SourceLocation(file: file, field: name),
            value: PlacedValue(member.value, file: file, field: name))
        })
    default: content = Content(scalar: view)
    }
    self.init(content, at: SourceLocation(file: file, field: field.isEmpty ? nil : field))
  }
}

extension PlacedValue.Content {
  fileprivate init(scalar view: JSONView) {
    switch view.kind {
    case .bool: self = .bool(view.bool ?? false)
    case .number: self = .number(unsafe String(decoding: view.scalarBytes, as: UTF8.self))
    case .string: self = .text(view.string ?? "")
    default: self = .null
    }
  }
}

/// Turns rising byte offsets into lines and columns.
private struct LineCounter {
  private let bytes: [UInt8]
  private let file: String?
  private var offset = 0
  private var line = 1
  private var column = 1

  init(_ bytes: [UInt8], file: String?) {
    self.bytes = bytes
    self.file = file
  }

  mutating func place(of target: Int) -> SourceLocation {
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
    return SourceLocation(file: file, line: line, column: column)
  }
}
