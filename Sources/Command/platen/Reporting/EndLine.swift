// SPDX-License-Identifier: MIT
// Part of Platen: the last of a run's JSON lines.

import JSON

/// The event with the exit status of the process; nothing follows it.
enum EndLine {
  static func text(status: Int32) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("event", "end")
      json.member("status", Int(status))
    }
    return json.text + "\n"
  }
}
