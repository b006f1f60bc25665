// SPDX-License-Identifier: MIT
// Part of Platen: sixteen bytes say together what each says alone.

import Documents
import Testing

@Suite struct ByteBlockTests {
  /// Every byte at every place, among others of which nothing is so.
  @Test func everyByteIsFoundWhereItStands() {
    let ranges: [ClosedRange<UInt8>] = [0...0x1F, 0x20...0x7E, 0x41...0x5A, 0x80...0xFF, 7...7]
    for range in ranges {
      let other: UInt8 = range.contains(0x30) ? 0x7F : 0x30
      for value in UInt8.min...UInt8.max {
        for place in 0..<ByteBlock.count {
          var bytes = [UInt8](repeating: other, count: 20)
          bytes[place + 2] = value
          let within = bytes.withUnsafeBytes { ByteBlock($0, at: 2).isWithin(range) }
          let expected = range.contains(value) ? place : nil
          if within.first != expected || within.isEmpty != (expected == nil) {
            Issue.record("\(value) at \(place) within \(range)")
          }
        }
      }
    }
  }

  @Test func placesAreJoinedAndTurned() {
    let bytes = Array("Wow, www and  two".utf8)
    bytes.withUnsafeBytes { bytes in
      let block = ByteBlock(bytes, at: 0)
      let next = ByteBlock(bytes, at: 1)
      let w = UInt8(ascii: "w")
      #expect(block.equals(w).first == 2)
      #expect(block.lowercased.equals(w).first == 0)
      #expect((block.equals(w) & next.equals(w)).first == 5)
      #expect((block.equals(0x20) & next.equals(0x20)).first == 12)
      #expect((block.equals(w) | block.equals(UInt8(ascii: ","))).first == 2)
      #expect((!block.isWithin(0x41...0x7A)).first == 3)
      #expect(block.equals(0).isEmpty)
    }
  }
}
