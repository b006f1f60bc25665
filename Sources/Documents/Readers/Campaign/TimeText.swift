// SPDX-License-Identifier: MIT
// Part of Platen: times as campaigns write them: variants of ISO texts, seconds, milliseconds.

internal import JSON
internal import Text

extension Timestamp {
  /// Reads what stands for a time in a campaign: an ISO text with `T` or a blank, with `Z`, an offset
  /// or neither; seconds or milliseconds since 1970; an object with `seconds` and `nanoseconds`.
  init?(_ view: JSONView) {
    switch view.kind {
    case .string:
      guard let text = view.string else { return nil }
      if let timestamp = Timestamp(iso: text) {
        self = timestamp
      } else if let number = view.looseDouble {
        self.init(number: number)
      } else {
        return nil
      }
    case .number:
      guard let number = view.double else { return nil }
      self.init(number: number)
    case .object:
      guard
        let seconds = (view["seconds"] ?? view["_seconds"])?.looseInt,
        seconds.magnitude < 1 << 42
      else { return nil }
      let nanoseconds = (view["nanoseconds"] ?? view["_nanoseconds"])?.looseInt ?? 0
      self.init(microseconds: seconds * 1_000_000 + min(max(nanoseconds, 0), 999_999_999) / 1000)
    default: return nil
    }
  }

  /// Seconds, or milliseconds where seconds would lie past the year 5000.
  private init?(number: Double) {
    guard number.isFinite, abs(number) < 1e15 else { return nil }
    let seconds = abs(number) > 1e11 ? number / 1000 : number
    self.init(microseconds: Int((seconds * 1_000_000).rounded()))
  }

  /// `2026-05-15 13:55:14.739702+00:00` and what is near it.
  public init?(iso text: String) {
    var digits = text.trimmed.utf8[...]
    func number(_ count: Int) -> Int? {
      guard digits.count >= count else { return nil }
      var value = 0
      for byte in digits.prefix(count) {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      digits = digits.dropFirst(count)
      return value
    }
    func take(_ byte: UInt8) -> Bool {
      guard digits.first == byte else { return false }
      digits = digits.dropFirst()
      return true
    }
    guard let year = number(4), take(UInt8(ascii: "-")), let month = number(2),
      take(UInt8(ascii: "-")), let day = number(2), (1...12).contains(month),
      (1...31).contains(day)
    else { return nil }
    var seconds = CivilDay.days(year: year, month: month, day: day) * 86400
    var micros = 0
    if take(UInt8(ascii: "T")) || take(UInt8(ascii: "t")) || take(0x20) {
      guard let hour = number(2), hour < 25, take(UInt8(ascii: ":")), let minute = number(2)
      else { return nil }
      var second = 0
      if take(UInt8(ascii: ":")) {
        guard let value = number(2) else { return nil }
        second = value
      }
      if take(UInt8(ascii: ".")) {
        var scale = 100_000
        while let byte = digits.first, (0x30...0x39).contains(byte) {
          micros += Int(byte - 0x30) * scale
          scale /= 10
          digits = digits.dropFirst()
        }
      }
      seconds += hour * 3600 + minute * 60 + second
      _ = take(0x20)
      if digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-") {
        let sign = digits.first == UInt8(ascii: "-") ? -1 : 1
        digits = digits.dropFirst()
        guard let hours = number(2) else { return nil }
        _ = take(UInt8(ascii: ":"))
        seconds -= sign * (hours * 3600 + (number(2) ?? 0) * 60)
      }
    }
    self.init(microseconds: seconds * 1_000_000 + micros)
  }

  /// The day in UTC, as `2026-05-15`.
  public var isoDay: String {
    var days = microseconds / 86_400_000_000
    if microseconds < 0, microseconds % 86_400_000_000 != 0 { days -= 1 }
    return CivilDay.text(days)
  }
}
