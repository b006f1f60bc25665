// SPDX-License-Identifier: MIT
// Part of Platen: libyaml's parser as a source of events.

internal import CYAML

/// The next item of libyaml in a stream.
struct YAMLEvent {
  enum Kind {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(String, isPlain: Bool)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
  }

  var kind: Kind
  /// The anchor of a node.
  var anchor: String?
  /// The position of its beginning.
  var mark: YAMLMark
  /// The position behind it.
  var end: YAMLMark
}

/// A position in a stream, in Unicode scalars from 0.
struct YAMLMark {
  var index: Int
  var line: Int
  var column: Int
}

extension YAMLMark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(index: mark.index, line: mark.line, column: mark.column)
  }
}

/// The error that libyaml stops at.
struct YAMLError: Error {
  /// The problem.
  var problem: String
  /// The position; nil where bytes are not characters of YAML.
  var mark: YAMLMark?
  /// The byte that is not a character of YAML.
  var offset: Int?
  /// The construct libyaml was reading, and its start.
  var context: (text: String, mark: YAMLMark)?
}

/// Events of one stream of UTF-8 that the caller keeps in place.
// @safe: the parser never moves, for it holds a pointer to itself, and is freed in `deinit` with
// all that libyaml allocated for it, after errors as well. What is read from an event is copied.
@safe final class YAMLParser {
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// Begins to parse `text`.
  ///
  /// Unsafe, because the compiler does not check it: `text` must stay where it is as long as the
  /// parser is used, and must not be empty.
  @unsafe init(_ text: UnsafeBufferPointer<UInt8>) {
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    // Fails only without memory, and then parsing fails.
    unsafe yaml_parser_initialize(parser)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deinitialize(count: 1)
    unsafe parser.deallocate()
  }

  /// Parses the next event.
  func next() throws(YAMLError) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw error }
    defer { unsafe yaml_event_delete(&event) }
    return unsafe YAMLEvent(event)
  }

  private var error: YAMLError {
    let parser = unsafe self.parser.pointee
    let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "out of memory"
    switch unsafe parser.error {
    case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
      let context = unsafe parser.context.map {
        unsafe (text: String(cString: $0), mark: YAMLMark(parser.context_mark))
      }
      return unsafe YAMLError(
        problem: problem, mark: YAMLMark(parser.problem_mark), context: context)
    case YAML_READER_ERROR: return unsafe YAMLError(problem: problem, offset: parser.problem_offset)
    default: return YAMLError(problem: "out of memory")
    }
  }
}

extension YAMLEvent {
  @unsafe fileprivate init(_ event: yaml_event_t) {
    mark = YAMLMark(unsafe event.start_mark)
    end = YAMLMark(unsafe event.end_mark)
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: kind = .streamStart
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_ALIAS_EVENT: kind = .alias(unsafe name(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      // A scalar may hold U+0000.
      let text = unsafe String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      kind = .scalar(text, isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE)
      anchor = unsafe name(scalar.anchor)
    case YAML_SEQUENCE_START_EVENT:
      kind = .sequenceStart
      anchor = unsafe name(event.data.sequence_start.anchor)
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      kind = .mappingStart
      anchor = unsafe name(event.data.mapping_start.anchor)
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    default: kind = .streamEnd
    }
  }
}

/// The name of an anchor, which libyaml takes from ASCII letters and digits alone.
private func name(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
  unsafe text.map { unsafe String(cString: $0) }
}
