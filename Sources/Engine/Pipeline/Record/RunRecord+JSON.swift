// SPDX-License-Identifier: MIT
// Part of Platen: the record as JSON, both ways.

internal import Diagnostics
internal import Digests
public import JSON

extension RunRecord {
  /// The record as the text of `platen-run.json`: indented, every key always there, null without a
  /// value.
  public var json: [UInt8] {
    var writer = JSONWriter(indent: 1)
    writer.object { writer in
      writer.member("format", Event.format)
      writer.member("tool", tool)
      writer.member("totals", object: { totals.writeMembers(to: &$0) })
      // Before the jobs, so that the head of the file shows whether there are others.
      writer.member("manifest", manifest)
      writer.member("others", array: { writer in for other in others { other.write(to: &writer) } })
      ManifestRecord(manifest: manifest, jobs: jobs, orphans: orphans).writeMembers(to: &writer)
      if !warnings.isEmpty {
        writer.member("warnings", warnings)
      }
      // Few manifests deliver.
      guard !deliveries.isEmpty else { return }
      writer.member(
        "deliveries",
        array: { writer in
          for delivery in deliveries { writer.object { delivery.writeMembers(to: &$0) } }
        })
    }
    return writer.utf8 + [UInt8(ascii: "\n")]
  }
}

extension ManifestRecord {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("manifest", manifest)
      writeMembers(to: &writer)
    }
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("jobs", array: { writer in for job in jobs { job.write(to: &writer) } })
    writer.member(
      "orphans",
      array: { writer in
        for orphan in orphans { writer.object { orphan.writeMembers(to: &$0) } }
      })
  }
}

extension RunRecord {
  /// The number of bytes from a record's beginning that `showsFailures` and `isOnly` need: the
  /// totals and a path.
  static let headSize = 8192

  /// Indicates whether a record that begins so has failed or cancelled jobs, by its totals, which
  /// stand at its head. Unreadable totals count as well: such a record is damaged.
  static func showsFailures(head: [UInt8]) -> Bool {
    let text = String(decoding: head.prefix(headSize), as: UTF8.self)
    guard let totals = text.firstRange(of: "\"totals\": {") else { return true }
    return ["failed", "cancelled"].contains { name in
      guard let key = text[totals.upperBound...].firstRange(of: "\"\(name)\": ") else {
        return true
      }
      return text[key.upperBound...].prefix { $0.isNumber } != "0"
    }
  }

  /// The number of warnings the totals of a record that begins so count; nil where they cannot be
  /// made out.
  static func warningCount(head: [UInt8]) -> Int? {
    let text = String(decoding: head.prefix(headSize), as: UTF8.self)
    guard let totals = text.firstRange(of: "\"totals\": {"),
      let key = text[totals.upperBound...].firstRange(of: "\"warnings\": ")
    else { return nil }
    return Int(text[key.upperBound...].prefix { $0.isNumber })
  }

  /// Indicates whether a record that begins so is of this manifest and of no other.
  static func isOnly(_ manifest: String?, head: [UInt8]) -> Bool {
    let text = String(decoding: head.prefix(headSize), as: UTF8.self)
    var only = JSONWriter(indent: 1)
    only.object { writer in
      writer.member("manifest", manifest)
      writer.member("others", array: { _ in })
    }
    // Without the braces around it and the line that ends with the last.
    return text.contains(only.text.dropFirst().dropLast(2))
  }
}

extension JobRecord {
  /// Writes the job as a JSON object.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("kind", kind)
      writer.member("outcome", outcome.rawValue)
      writer.member("tags", tags)
      writer.member(
        "parameters",
        object: { writer in
          for parameter in parameters { writer.member(parameter.name, parameter.value) }
        })
      writer.member("inputs", array: { writer in for input in inputs { input.write(to: &writer) } })
      writer.member("stages", array: { writer in for stage in stages { stage.write(to: &writer) } })
      writer.member("warnings", warnings)
      writer.member("errors", errors)
      writer.member(
        "outputs",
        array: { writer in
          for output in outputs { writer.object { output.writeMembers(to: &$0) } }
        })
    }
  }
}

extension InputRecord {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("path", path)
      writer.member("size", optional: size)
      writer.member("sha256", digest?.description)
    }
  }
}

extension StageRecord {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("key", key.description)
      writer.member("outcome", outcome.rawValue)
      writer.member("seconds", seconds.roundedToMicroseconds)
      writer.member("cpu-seconds", cpuSeconds.roundedToMicroseconds)
      writer.member("shared-by", sharedBy)
    }
  }
}

extension OutputRecord {
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("path", path)
    writer.member("outcome", outcome.rawValue)
    writer.member("size", optional: size)
    writer.member("width", optional: facts.width)
    writer.member("height", optional: facts.height)
    writer.member("pages", optional: facts.pages)
    writer.member("sha256", digest?.description)
    if isShared { writer.member("is-shared", true) }
    // Of ten thousand outputs hardly any is a set.
    guard !files.isEmpty else { return }
    writer.member(
      "files",
      array: { writer in
        for file in files {
          writer.object { writer in
            writer.member("path", file.path)
            writer.member("size", file.size)
            writer.member("sha256", file.digest.description)
          }
        }
      })
  }
}

extension RunTotals {
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("built", built)
    writer.member("up-to-date", upToDate)
    writer.member("failed", failed)
    writer.member("cancelled", cancelled)
    writer.member("files", files)
    writer.member("warnings", warnings)
    writer.member("stages", stages)
    writer.member("seconds", seconds.roundedToMicroseconds)
    writer.member("cpu-seconds", cpuSeconds.roundedToMicroseconds)
    writer.member("is-cancelled", isCancelled)
  }
}

extension DeliveryRecord {
  /// Writes the members of a JSON object; null without a value.
  public func writeMembers(to writer: inout JSONWriter) {
    writer.member("to", to)
    writer.member("outcome", outcome.rawValue)
    writer.member("path", path)
    writer.member("reason", reason)
  }
}

// MARK: Reading

extension RunRecord {
  /// Reads the text of `platen-run.json`. It ignores unknown keys: fields may be added without
  /// raising the format.
  ///
  /// - Throws: ``Failure`` with the code `record.unreadable`.
  public init(json bytes: [UInt8]) throws {
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONDocument(parsing: bytes).root
    } catch {
      throw RecordReader(file: RunRecord.fileName).refusal(
        error.message, line: error.line, column: error.column)
    }
    let reader = RecordReader(file: RunRecord.fileName)
    let format = try reader.int(root, "format")
    guard format == Event.format else {
      throw reader.refusal("format \(format) is not supported (expected \(Event.format))")
    }
    let own = try ManifestRecord(root, reader)
    self.init(
      tool: try reader.string(root, "tool"), manifest: own.manifest, jobs: own.jobs,
      totals: try RunTotals(reader.member(root, "totals"), reader), orphans: own.orphans,
      others: try root["others"] == nil
        ? [] : reader.list(root, "others").map { try ManifestRecord($0, reader) })
    warnings =
      try root["warnings"] == nil
      ? [] : reader.list(root, "warnings").map { try Diagnostic($0, reader) }
    deliveries = (root["deliveries"]?.elements ?? []).compactMap { value in
      guard let to = value["to"]?.string,
        let outcome = value["outcome"]?.string.flatMap(DeliveryRecord.Outcome.init(rawValue:))
      else { return nil }
      return DeliveryRecord(
        to: to, outcome: outcome, path: value["path"]?.string, reason: value["reason"]?.string)
    }
  }
}

extension ManifestRecord {
  fileprivate init(_ value: JSONValue, _ reader: RecordReader) throws {
    self.init(
      manifest: value["manifest"]?.string,
      jobs: try reader.list(value, "jobs").map { try JobRecord($0, reader) },
      // Records of before there were any have none.
      orphans: try value["orphans"] == nil
        ? [] : reader.list(value, "orphans").map { try OutputRecord($0, reader) })
  }
}

/// Reads the fields of a record from JSON; its errors name the missing field.
struct RecordReader {
  let file: String

  func refusal(_ message: String, line: Int? = nil, column: Int? = nil) -> Failure {
    Failure(
      .error(
        .record, "the record cannot be read: \(message)",
        at: SourceLocation(file: file, line: line, column: column),
        hints: ["delete it; the next run writes a new one"]))
  }

  func member(_ value: JSONValue, _ key: String) throws -> JSONValue {
    guard let member = value[key] else { throw refusal("\(key) is missing") }
    return member
  }

  func string(_ value: JSONValue, _ key: String) throws -> String {
    guard let text = try member(value, key).string else { throw refusal("\(key) is not a text") }
    return text
  }

  func int(_ value: JSONValue, _ key: String) throws -> Int {
    guard let number = try member(value, key).int else {
      throw refusal("\(key) is not a whole number")
    }
    return number
  }

  func double(_ value: JSONValue, _ key: String) throws -> Double {
    guard let number = try member(value, key).double else {
      throw refusal("\(key) is not a number")
    }
    return number
  }

  func list(_ value: JSONValue, _ key: String) throws -> [JSONValue] {
    let member = try member(value, key)
    guard member.kind == .array else { throw refusal("\(key) is not a list") }
    return member.elements
  }

  func outcome(_ value: JSONValue) throws -> Outcome {
    let text = try string(value, "outcome")
    guard let outcome = Outcome(rawValue: text) else {
      throw refusal("unknown outcome \"\(text)\"")
    }
    return outcome
  }

  func digest(_ value: JSONValue, _ key: String) throws -> Digest? {
    guard let text = value[key]?.string else { return nil }
    guard let digest = Digest(hex: text) else { throw refusal("\(key) is not a SHA-256") }
    return digest
  }
}

extension JobRecord {
  fileprivate init(_ value: JSONValue, _ reader: RecordReader) throws {
    self.init(
      id: try reader.string(value, "id"), kind: try reader.string(value, "kind"),
      tags: try reader.list(value, "tags").compactMap(\.string),
      parameters: try reader.member(value, "parameters").members.map {
        Job.Parameter($0.key, $0.value.string ?? "")
      },
      outcome: try reader.outcome(value),
      inputs: try reader.list(value, "inputs").map {
        InputRecord(
          path: try reader.string($0, "path"), size: $0["size"]?.int,
          digest: try reader.digest($0, "sha256"))
      },
      stages: try reader.list(value, "stages").map { try StageRecord($0, reader) },
      warnings: try reader.list(value, "warnings").map { try Diagnostic($0, reader) },
      errors: try reader.list(value, "errors").map { try Diagnostic($0, reader) },
      outputs: try reader.list(value, "outputs").map { try OutputRecord($0, reader) })
  }
}

extension OutputRecord {
  fileprivate init(_ value: JSONValue, _ reader: RecordReader) throws {
    self.init(
      path: try reader.string(value, "path"), outcome: try reader.outcome(value),
      size: value["size"]?.int, digest: try reader.digest(value, "sha256"),
      facts: FileFacts(
        width: value["width"]?.int, height: value["height"]?.int, pages: value["pages"]?.int),
      files: try value["files"] == nil
        ? []
        : reader.list(value, "files").map { file in
          guard let digest = try reader.digest(file, "sha256") else {
            throw reader.refusal("a file has no digest")
          }
          return FileRecord(
            path: try reader.string(file, "path"), size: try reader.int(file, "size"),
            digest: digest)
        },
      isShared: value["is-shared"]?.bool ?? false)
  }
}

extension StageRecord {
  fileprivate init(_ value: JSONValue, _ reader: RecordReader) throws {
    guard let digest = try reader.digest(value, "key") else {
      throw reader.refusal("a stage has no key")
    }
    self.init(
      name: try reader.string(value, "name"), key: Key(digest: digest),
      outcome: try reader.outcome(value), seconds: try reader.double(value, "seconds"),
      cpuSeconds: try reader.double(value, "cpu-seconds"),
      sharedBy: try reader.int(value, "shared-by"))
  }
}

extension Diagnostic {
  fileprivate init(_ value: JSONValue, _ reader: RecordReader) throws {
    let text = try reader.string(value, "severity")
    guard let severity = Severity(rawValue: text) else {
      throw reader.refusal("unknown severity \"\(text)\"")
    }
    let place = SourceLocation(
      file: value["file"]?.string, line: value["line"]?.int, column: value["column"]?.int,
      field: value["field"]?.string)
    self.init(
      severity, Code(rawValue: try reader.string(value, "code")),
      try reader.string(value, "message"), at: place == SourceLocation() ? nil : place,
      hints: try reader.list(value, "hints").compactMap(\.string))
  }
}

extension RunTotals {
  init(_ value: JSONValue, _ reader: RecordReader) throws {
    built = try reader.int(value, "built")
    upToDate = try reader.int(value, "up-to-date")
    failed = try reader.int(value, "failed")
    cancelled = try reader.int(value, "cancelled")
    // Earlier versions did not count them.
    files = value["files"]?.int ?? 0
    warnings = try reader.int(value, "warnings")
    stages = try reader.int(value, "stages")
    seconds = try reader.double(value, "seconds")
    cpuSeconds = try reader.double(value, "cpu-seconds")
    isCancelled = try reader.member(value, "is-cancelled").bool ?? false
  }
}
