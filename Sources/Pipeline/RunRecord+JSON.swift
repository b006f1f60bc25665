// SPDX-License-Identifier: MIT
// Part of Platen: the record as JSON, both ways.

internal import Diagnostics
internal import Digests
public import JSON

extension RunRecord {
  /// The record as the text of `platen-run.json`: indented, every key always there, null where
  /// there is nothing.
  public var json: [UInt8] {
    var writer = JSONWriter(indent: 1)
    writer.object { writer in
      writer.member("format", Event.format)
      writer.member("tool", tool)
      writer.member("totals", object: { totals.writeMembers(to: &$0) })
      writer.member("jobs", array: { writer in for job in jobs { job.write(to: &writer) } })
    }
    return writer.utf8 + [UInt8(ascii: "\n")]
  }
}

extension JobRecord {
  /// Writes the job as a JSON object.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("kind", kind)
      writer.member("outcome", outcome.rawValue)
      writer.member("tags", array: { writer in for tag in tags { writer.string(tag) } })
      writer.member(
        "parameters",
        object: { writer in
          for parameter in parameters { writer.member(parameter.name, parameter.value) }
        })
      writer.member("inputs", array: { writer in for input in inputs { input.write(to: &writer) } })
      writer.member("stages", array: { writer in for stage in stages { stage.write(to: &writer) } })
      writer.member(
        "warnings", array: { writer in for warning in warnings { warning.write(to: &writer) } })
      writer.member("errors", array: { writer in for error in errors { error.write(to: &writer) } })
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
  }
}

extension RunTotals {
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("made", made)
    writer.member("unchanged", unchanged)
    writer.member("failed", failed)
    writer.member("cancelled", cancelled)
    writer.member("warnings", warnings)
    writer.member("stages", stages)
    writer.member("seconds", seconds.roundedToMicroseconds)
    writer.member("cpu-seconds", cpuSeconds.roundedToMicroseconds)
    writer.member("is-cancelled", isCancelled)
  }
}
