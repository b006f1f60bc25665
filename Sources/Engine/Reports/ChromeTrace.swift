// SPDX-License-Identifier: MIT
// Part of Platen: a run as a trace in the form that Perfetto and chrome://tracing open.

internal import JSON
internal import Pipeline

/// A run as a trace: a lane for each stage that ran in parallel with others, a mark for each event.
///
/// The form is the Trace Event Format's JSON object with complete (`X`), instant (`i`) and metadata
/// (`M`) events; times are microseconds since the run began.
package enum ChromeTrace {
  /// The trace of a run.
  package static func json(_ notes: RunNotes) -> [UInt8] {
    let spans = notes.spans.sorted { ($0.start, $0.stage.name) < ($1.start, $1.stage.name) }
    let lanes = lanes(of: spans)
    var json = JSONWriter()
    json.object { json in
      json.member("displayTimeUnit", "ms")
      json.key("traceEvents")
      json.array { json in
        name("process_name", notes.begin?.tool ?? "platen", thread: 0, &json)
        for lane in 0...(lanes.max() ?? 0) {
          name("thread_name", lane == 0 ? "run" : "lane \(lane)", thread: lane, &json)
        }
        for (span, lane) in zip(spans, lanes) { writeSpan(span, lane: lane, &json) }
        for instant in notes.instants {
          json.object { json in
            json.member("name", instant.name)
            json.member("cat", "run")
            json.member("ph", "i")
            json.member("s", "p")
            json.member("ts", microseconds(instant.at))
            json.member("pid", 1)
            json.member("tid", 0)
          }
        }
      }
    }
    return json.utf8 + [UInt8(ascii: "\n")]
  }

  /// The first lane that is free, from 1, for each span in the order they began.
  static func lanes(of spans: [RunNotes.Span]) -> [Int] {
    var ends: [Double] = []
    return spans.map { span in
      // An end and a start are reported by different threads: a tiny overlap counts as none.
      let slack = 0.0005
      if let free = ends.firstIndex(where: { $0 <= span.start + slack }) {
        ends[free] = span.start + span.seconds
        return free + 1
      }
      ends.append(span.start + span.seconds)
      return ends.count
    }
  }

  private static func writeSpan(_ span: RunNotes.Span, lane: Int, _ json: inout JSONWriter) {
    json.object { json in
      json.member("name", span.stage.name)
      json.member("cat", "stage")
      json.member("ph", "X")
      json.member("ts", microseconds(span.start))
      json.member("dur", max(1, microseconds(span.seconds)))
      json.member("pid", 1)
      json.member("tid", lane)
      json.key("args")
      json.object { json in
        json.member("job", span.stage.job)
        json.member("outcome", span.outcome.rawValue)
        json.member("shared-by", span.stage.sharedBy)
        json.member("key", span.stage.key.description)
      }
    }
  }

  private static func name(
    _ kind: String, _ name: String, thread: Int, _ json: inout JSONWriter
  ) {
    json.object { json in
      json.member("name", kind)
      json.member("ph", "M")
      json.member("pid", 1)
      json.member("tid", thread)
      json.member("args", object: { $0.member("name", name) })
    }
  }

  private static func microseconds(_ seconds: Double) -> Int {
    Int((min(max(0, seconds), 1e9) * 1e6).rounded())
  }
}
