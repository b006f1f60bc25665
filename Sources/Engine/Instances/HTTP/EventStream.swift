// SPDX-License-Identifier: MIT
// Part of Platen: streams of server-sent events, taken apart as they come.

/// Takes a `text/event-stream` apart (HTML, "Server-sent events"): lines end with CR, LF or both, an
/// event ends with an empty line, its data lines are joined by LF.
///
/// Only the data is kept: names and numbers of events mean nothing in the answers that are read here.
struct EventStream: Sendable {
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var hasReturn = false
  private var isStart = true

  /// Takes more of the stream.
  ///
  /// - Returns: the data of the events that ended in it.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
    var events: [[UInt8]] = []
    for byte in bytes {
      // The second half of a line's end, perhaps of the piece before.
      if hasReturn, byte == 10 {
        hasReturn = false
        continue
      }
      hasReturn = byte == 13
      if byte == 10 || byte == 13 {
        if let event = endLine() { events.append(event) }
      } else {
        line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() -> [UInt8]? {
    defer { isStart = false }
    var line = self.line[...]
    self.line = []
    if isStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    guard !line.isEmpty else {
      guard hasData else { return nil }
      hasData = false
      defer { data = [] }
      return data
    }
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    guard name.elementsEqual("data".utf8) else { return nil }
    var value = line.dropFirst(name.count + 1)
    if value.first == 32 { value = value.dropFirst() }
    if hasData { data.append(10) }
    data += value
    hasData = true
    return nil
  }
}
