// SPDX-License-Identifier: MIT
// Part of Platen: local times of a time zone, by the rules of a compiled zone file.

internal import Diagnostics
public import Digests
public import Readers

/// The offset of clocks from UTC at a time: one that is always the same, or by the rules of a zone
/// file.
///
/// Source: RFC 8536, "The Time Zone Information Format (TZif)", and POSIX for the rule at its end.
public struct ZoneRules: Hashable, Sendable {
  /// The name as minutes print it: `Europe/Prague`, `UTC`, `UTC+03:30`.
  public let name: String
  /// The times at which another offset begins, in seconds since 1970, ascending.
  private var changes: [Int] = []
  /// The offsets in seconds that begin then.
  private var offsets: [Int] = []
  /// Before the first change.
  private var first = 0
  /// After the last change; nil where the last offset stays.
  private var rule: ZoneRule?

  public static let utc = ZoneRules(name: "UTC", offset: 0)

  private init(name: String, offset: Int) {
    self.name = name
    first = offset
  }

  /// A zone that needs no file: `UTC`, `Z`, `GMT`, or an offset such as `+03:30`; nil for the rest.
  public init?(fixed text: String) {
    switch text {
    case "UTC", "Z", "GMT", "Etc/UTC", "utc": self = .utc
    default:
      guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
      let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 }),
        let hours = Int(parts[0]), (0...14).contains(hours),
        let minutes = parts.count == 2 ? Int(parts[1]) : 0, (0...59).contains(minutes)
      else { return nil }
      let seconds = hours * 3600 + minutes * 60
      self.init(name: "UTC" + text, offset: sign == "-" ? -seconds : seconds)
    }
  }

  /// Indicates whether a text may be the name of a zone's file: `Europe/Prague`.
  public static func isName(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return (1...3).contains(parts.count) && text.utf8.count <= 64
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x5F: true
            default: false
            }
          }
      }
  }

  /// Reads a compiled zone file.
  ///
  /// - Throws: `Failure` `meeting.zone` where it is none.
  public init(name: String, file bytes: [UInt8]) throws {
    self.init(name: name, offset: 0)
    func failure() -> Failure {
      Failure(.error(.meetingZone, "the file of the zone \(name) is not a zone file"))
    }
    guard var header = Header(bytes, at: 0) else { throw failure() }
    var wide = 4
    if header.version >= 0x32 {
      // A second block with times of eight bytes follows the first.
      guard let second = Header(bytes, at: header.end(timeBytes: 4)) else { throw failure() }
      header = second
      wide = 8
    }
    guard header.end(timeBytes: wide) <= bytes.count, header.types > 0 else { throw failure() }
    func big(_ at: Int, _ count: Int) -> Int {
      var value = Int(Int8(bitPattern: bytes[at]))
      for byte in bytes[at + 1..<at + count] { value = value << 8 | Int(byte) }
      return value
    }
    let indices = header.start + header.times * wide
    let types = indices + header.times
    func offset(_ type: Int) throws -> Int {
      guard type < header.types else { throw failure() }
      let seconds = big(types + type * 6, 4)
      guard abs(seconds) < 26 * 3600 else { throw failure() }
      return seconds
    }
    first = try offset(0)
    for place in 0..<header.times {
      let time = big(header.start + place * wide, wide)
      if let last = changes.last, time <= last { throw failure() }
      changes.append(time)
      offsets.append(try offset(Int(bytes[indices + place])))
    }
    if wide == 8 {
      let start = header.end(timeBytes: 8)
      let line = bytes[min(start + 1, bytes.count)...].prefix { $0 != 0x0A }
      if !line.isEmpty {
        guard let rule = ZoneRule(String(decoding: line, as: UTF8.self)) else { throw failure() }
        self.rule = rule
      }
    }
  }

  /// The counts at the head of a block.
  private struct Header {
    var version: UInt8
    var start: Int
    var times: Int
    var types: Int
    private var letters: Int
    private var leaps: Int
    private var standard: Int
    private var universal: Int

    init?(_ bytes: [UInt8], at place: Int) {
      guard place >= 0, place + 44 <= bytes.count,
        bytes[place..<place + 4].elementsEqual("TZif".utf8)
      else { return nil }
      func count(_ index: Int) -> Int {
        bytes[place + 20 + index * 4..<place + 24 + index * 4].reduce(0) { $0 << 8 | Int($1) }
      }
      version = bytes[place + 4]
      start = place + 44
      universal = count(0)
      standard = count(1)
      leaps = count(2)
      times = count(3)
      types = count(4)
      letters = count(5)
      guard [universal, standard, leaps, times, types, letters].allSatisfy({ $0 <= 100_000 })
      else { return nil }
    }

    func end(timeBytes: Int) -> Int {
      start + times * (timeBytes + 1) + types * 6 + letters + leaps * (timeBytes + 4) + standard
        + universal
    }
  }

  /// Seconds that clocks are ahead of UTC.
  public func offset(at timestamp: Timestamp) -> Int {
    let seconds = timestamp.seconds
    guard let last = changes.last, let firstChange = changes.first, seconds >= firstChange else {
      return changes.isEmpty ? rule?.offset(at: seconds) ?? first : first
    }
    if seconds >= last, let rule { return rule.offset(at: seconds) }
    // The last change that is not after it.
    var (low, high) = (0, changes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if changes[middle] <= seconds { low = middle } else { high = middle }
    }
    return offsets[low]
  }
}

extension Timestamp {
  /// Whole seconds since 1970, downwards.
  var seconds: Int {
    let whole = microseconds / 1_000_000
    return microseconds % 1_000_000 < 0 ? whole - 1 : whole
  }
}

extension ZoneRules: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(name, changes, offsets, first, rule?.text)
  }
}
