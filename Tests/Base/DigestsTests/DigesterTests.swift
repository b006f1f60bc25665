// SPDX-License-Identifier: MIT
// Part of Platen: what a digester's stream is, and that no two values have one.

import Testing

@testable import Digests

@Suite struct DigesterTests {
  /// Values of one type next to each other, and of types made of the same parts.
  @Test func valuesThatDifferHaveStreamsThatDiffer() {
    var seen: [[UInt8]: String] = [:]
    func add<T: Digestible>(_ values: [T]) {
      for value in values {
        let name = "\(T.self) \(value)"
        let stream = Digester.stream(of: value)
        if let other = seen.updateValue(name, forKey: stream) {
          Issue.record("\(name) and \(other) have one stream")
        }
      }
    }
    add([0, 1, -1, 256, Int.min, Int.max])
    add([UInt64(0), 1, .max])
    add([0.0, -0.0, 1, -1, .infinity, .nan, .signalingNaN, .leastNonzeroMagnitude])
    add([Float(0), -0.0, 1])
    add([false, true])
    add(["", "a", "ab", "é", "e\u{301}", "\0", "0"])
    // One nil for all types: structures and optionals are nameless.
    add([nil, .some(nil), .some(0), .some(1)] as [Int??])
    add([[], [0], [0, 0], [1], [256]] as [[Int]])
    add([[0], [1], [256]] as [[Int32]])
    add([[0], [1], [255]] as [[UInt8]])
    add([[], ["", ""], ["ab"], ["a", "b"], ["", "ab"]] as [[String]])
    add([[[0]], [[], [0]], [[0], []], [[0, 1]], [[0], [1]]] as [[[Int]]])
    add([[nil], [0], [nil, 0], [0, nil]] as [[Int?]])
    add([["a": 1], ["a": 1, "b": 2], ["a": 2, "b": 1], ["b": 1]] as [[String: Int]])
    add([[1: "a"], [1: "b"], [2: "a"]] as [[Int: String]])
    add([
      Pair(first: "a", second: "b"), Pair(first: "ab", second: ""), Pair(first: "", second: "ab"),
    ])
    add([Choice.none, .one(1), .other(1), .both(1, 2)])
    add([Digest.of("a"), Digest.of("b")])
  }

  private struct Pair: Digestible {
    var first: String
    var second: String
    func add(to digester: inout Digester) { digester.addFields(first, second) }
  }

  private enum Choice: Digestible {
    case none
    case one(Int)
    case other(Int)
    case both(Int, Int)
    func add(to digester: inout Digester) {
      switch self {
      case .none: digester.addCase(0)
      case .one(let value): digester.addCase(1, value)
      case .other(let value): digester.addCase(2, value)
      case .both(let first, let second): digester.addCase(3, first, second)
      }
    }
  }

  /// The bytes themselves, worked out by hand: a change of the format must be meant.
  @Test func theStreamIsWrittenDown() {
    func stream(_ value: some Digestible) -> String {
      Digester.stream(of: value).map { byte in
        (0x21...0x7E).contains(byte) ? String(UnicodeScalar(byte)) : "\(byte)."
      }.joined()
    }
    let three = "3.0.0.0.0.0.0.0."
    let two = "2.0.0.0.0.0.0.0."
    #expect(stream(3) == "i" + three)
    #expect(stream(UInt16(3)) == "u" + three)
    #expect(stream(-2) == "i254.255.255.255.255.255.255.255.")
    #expect(stream(1.0) == "d0.0.0.0.0.0.240.?")
    #expect(stream(Float(1)) == "s0.0.128.?")
    #expect(stream("abc") == "\"" + three + "abc")
    #expect(stream(Int?.none) == "-")
    #expect(stream(Int?.some(3)) == "+i" + three)
    #expect(stream([true, false]) == "*u1." + two + "1.0.")
    #expect(stream([3, 2]) == "*i8." + two + three + two)
    #expect(stream([3, 2] as [UInt16]) == "*u2." + two + "3.0.2.0.")
    #expect(stream(["a", "b"]) == "[" + two + "\"1.0.0.0.0.0.0.0.a\"1.0.0.0.0.0.0.0.b")
    #expect(stream(["b": true, "a": false]).hasPrefix("{" + two + "\"1.0.0.0.0.0.0.0.af"))
    #expect(stream(Pair(first: "", second: "")) == "(2.\"0.0.0.0.0.0.0.0.\"0.0.0.0.0.0.0.0.")
    #expect(stream(Choice.both(3, 2)) == "|3.(2.i" + three + "i" + two)
  }

  /// Whatever the length of the pieces, the buffer's edges included, the digest is that of the
  /// stream.
  @Test(arguments: [0, 1, 8180, 8181, 8182, 8183, 8191, 8192, 8193, 16_384, 100_000])
  func theDigestIsOfTheStream(length: Int) {
    let value = [
      String(repeating: "x", count: length), String(repeating: "y", count: 8192 - length % 100),
      "z",
    ]
    #expect(Digest(canonicalOf: value) == Digest.of(Digester.stream(of: value)))
    let numbers = (0..<length).map { Int32(truncatingIfNeeded: $0 &* 2_654_435_761) }
    #expect(Digest(canonicalOf: numbers) == Digest.of(Digester.stream(of: numbers)))
  }

  private struct OneByOne<T: Digestible & FixedWidthInteger>: Digestible {
    var values: [T]
    func add(to digester: inout Digester) {
      let kind: DigestTag = T.isSigned ? .signed : .unsigned
      values.withUnsafeBufferPointer {
        digester.addPacked(kind, $0, isMemory: false) { $1.appendRaw($0) }
      }
    }
  }

  /// Memory fed at once gives the same as bytes in sequence, as on a machine of another order.
  @Test func memoryIsWhatOneByOneGives() {
    func check<T: Digestible & FixedWidthInteger>(_: T.Type) {
      let values = (0..<3000).map { T(truncatingIfNeeded: $0 &* 2_654_435_761) }
      #expect(Digester.stream(of: values) == Digester.stream(of: OneByOne(values: values)))
    }
    check(Int8.self)
    check(UInt8.self)
    check(Int16.self)
    check(UInt16.self)
    check(Int32.self)
    check(UInt32.self)
    check(Int64.self)
    check(Int.self)
  }

  /// A dictionary's own order changes with every process and with its capacity.
  @Test func tablesAreInTheOrderOfTheirKeys() {
    let pairs = (0..<500).map { ("key \($0)", $0) }
    var roomy: [String: Int] = [:]
    roomy.reserveCapacity(10_000)
    for (key, value) in pairs.reversed() { roomy[key] = value }
    let tight = Dictionary(uniqueKeysWithValues: pairs)
    #expect(Digest(canonicalOf: roomy) == Digest(canonicalOf: tight))
    #expect("Z".precedes("a") && "a".precedes("é") && "é".precedes("日") && !"a".precedes("a"))
    #expect((-1).precedes(0) && !1.precedes(1))
  }
}
