// SPDX-License-Identifier: MIT
// Part of Platen: tests that bytes from outside cost time per byte, however they are cut.

import TestSupport
import Testing

@testable import Wire

@Suite struct TimeTests {
  @Test func ManyRequestsAtOnceCostTimePerByte() throws {
    let request = Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
    let linear = try isLinear(4000) { count in
      var reader = HTTPReader()
      reader.feed(Array([[UInt8]](repeating: request, count: count).joined()))
      var taken = 0
      while try reader.next() != nil { taken += 1 }
      #expect(taken == count)
    }
    #expect(linear)
  }

  @Test func ManyFramesAtOnceCostTimePerByte() throws {
    // A ping with nothing in it.
    let frame: [UInt8] = [0x89, 0x80, 1, 2, 3, 4]
    let linear = try isLinear(30_000) { count in
      var reader = WebSocketReader(limit: 1000)
      reader.feed(Array([[UInt8]](repeating: frame, count: count).joined()))
      var taken = 0
      while try reader.next() != nil { taken += 1 }
      #expect(taken == count)
    }
    #expect(linear)
  }

  @Test(arguments: ["X-Padding: x", "Connection: close"])
  func BlanksAroundAHeaderCostTimePerByte(header: String) throws {
    var limits = HTTPReader.Limits()
    limits.head = 1 << 20
    let linear = try isLinear(10_000) { count in
      var reader = HTTPReader(limits: limits)
      let blanks = String(repeating: "\t ", count: count)
      reader.feed("GET / HTTP/1.1\r\nHost: a\r\n\(header)\(blanks)\r\n\r\n".utf8)
      let request = try #require(try reader.next())
      #expect(request.headers.last?.value.utf8.count ?? 99 < 6)
      #expect(request.staysOpen == (header == "X-Padding: x"))
    }
    #expect(linear)
  }

  @Test func AQueueCostsTimePerByteHoweverSmallThePieces() {
    let linear = isLinear(100_000) { count in
      var queue = ByteQueue()
      queue.append([UInt8](repeating: 1, count: count))
      while !queue.isEmpty { queue.removeFirst() }
    }
    #expect(linear)
  }

  @Test func AQueueGivesWhatItTook() {
    var queue = ByteQueue()
    var expected: [UInt8] = []
    var next: UInt8 = 0
    // Pieces of all sizes in, pieces of all sizes out.
    for step in 0..<2000 {
      let piece = (0..<(step * 7 % 23)).map { _ in
        next &+= 1
        return next
      }
      queue.append(piece)
      expected += piece
      let taken = min(expected.count, step * 5 % 19)
      #expect(queue[0..<taken] == Array(expected.prefix(taken)))
      if taken > 0 { #expect(queue[taken - 1] == expected[taken - 1]) }
      queue.removeFirst(taken)
      expected.removeFirst(taken)
      #expect(queue.count == expected.count && queue.isEmpty == expected.isEmpty)
    }
    queue.withUnsafeBytes { #expect(Array($0) == expected) }
  }
}
