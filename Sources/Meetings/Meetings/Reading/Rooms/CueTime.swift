// SPDX-License-Identifier: MIT
// Part of Platen: times of cues and of lines, as transcripts write them: `01:02:03.004`.

/// A time of digits: two or three groups with colons between, and a fraction.
struct CueTime {
  /// Microseconds; nil where the number is beyond ``limit``, or minutes or seconds are beyond 59.
  let microseconds: Int?
  /// The number of digits in each group.
  let lengths: [Int]
  /// The separator before the fraction; nil where there is none.
  let separator: UInt8?
  let fractionDigits: Int

  /// About 31 years: beyond it, no time counts from the start of a recording.
  static let limit = 1_000_000_000_000_000

  /// Indicates whether WebVTT has it so: hours optional, then two digits each, a point and three.
  var isStrict: Bool {
    separator == UInt8(ascii: ".") && fractionDigits == 3 && lengths.suffix(2) == [2, 2]
      && (lengths.count == 2 || lengths[0] >= 2)
  }

  /// Takes a time from the beginning of bytes; nil where there is none, and nothing is taken.
  init?(taking rest: inout ArraySlice<UInt8>) {
    var left = rest
    var groups: [Int] = []
    var lengths: [Int] = []
    var isFar = false
    while groups.count < 3 {
      let digits = left.prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      var value = 0
      for digit in digits {
        value = value * 10 + Int(digit - 0x30)
        if value > CueTime.limit {
          isFar = true
          value = CueTime.limit
        }
      }
      groups.append(value)
      lengths.append(digits.count)
      left = left.dropFirst(digits.count)
      guard left.first == UInt8(ascii: ":"), groups.count < 3 else { break }
      left = left.dropFirst()
    }
    guard groups.count >= 2 else { return nil }
    var fraction = 0
    var separator: UInt8?
    var fractionDigits = 0
    if let mark = left.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
      let digits = left.dropFirst().prefix { (0x30...0x39).contains($0) }
      if !digits.isEmpty {
        separator = mark
        fractionDigits = digits.count
        var scale = 100_000
        for digit in digits.prefix(6) {
          fraction += Int(digit - 0x30) * scale
          scale /= 10
        }
        left = left.dropFirst(digits.count + 1)
      }
    }
    if groups.count == 2 { groups.insert(0, at: 0) }
    let isPossible = !isFar && groups[1] < 60 && groups[2] < 60
    let seconds = isPossible ? min(groups[0], CueTime.limit / 3600) * 3600 : 0
    let total = (seconds + groups[1] * 60 + groups[2]) &* 1_000_000 &+ fraction
    microseconds =
      isPossible && groups[0] <= CueTime.limit / 3_600_000_000 && total < CueTime.limit
      ? total : nil
    self.lengths = lengths
    self.separator = separator
    self.fractionDigits = fractionDigits
    rest = left
  }
}

/// The two times of a cue, as its line has them.
struct CueTimes {
  var from: CueTime
  var to: CueTime
  /// The part of the line behind them.
  var rest: ArraySlice<UInt8>

  /// The times of a line such as `00:01.000 --> 00:02.500 align:start`; nil for other lines.
  init?(_ line: ArraySlice<UInt8>, separator: String = "-->") {
    let mark = separator.utf8
    var rest = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let from = CueTime(taking: &rest) else { return nil }
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    guard rest.starts(with: mark) else { return nil }
    rest = rest.dropFirst(mark.count).drop { $0 == 0x20 || $0 == 0x09 }
    guard let to = CueTime(taking: &rest) else { return nil }
    (self.from, self.to, self.rest) = (from, to, rest)
  }
}
