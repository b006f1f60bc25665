// SPDX-License-Identifier: MIT
// Part of Platen: the fuzz target of what instances stream: server-sent events.

@testable import Instances

extension FuzzTarget {
  /// Events mean the same, however their bytes are cut.
  static let eventStream = FuzzTarget(
    name: "events", longest: 1 << 14, timePerByte: 4,
    words: ["data:", "data: ", "event: ", "\r\n\r\n", "\n\n", "\r\r", "\u{FEFF}", ": comment"],
    seeds: { seeds in
      seeds.add("\u{3F}\u{FEFF}data: a\ndata: b\n\nevent: x\r\ndata:c\r\n\r\n: d\r\rdata\r\r")
      seeds.addLiterals(in: ["Tests/Engine/InstancesTests"], after: [3]) { $0.contains("data:") }
    },
    read: { bytes in
      let (content, pieces) = pieces(bytes)
      var (whole, cut) = (EventStream(), EventStream())
      let expected = whole.take(content)
      expectEqual(pieces.flatMap { cut.take($0) }, expected, "events cut into pieces")
      if expected.reduce(0, { $0 + $1.count }) > content.count { fatalError("more than came in") }
    })
}
