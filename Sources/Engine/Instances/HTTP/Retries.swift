// SPDX-License-Identifier: MIT
// Part of Platen: when a request is tried again, and how long one waits before.

internal import Text

/// The number and the delays of retries.
public struct RetryRules: Hashable, Sendable {
  /// The number of tries after the first.
  public var limit: Int
  /// Seconds before the first retry; each further one waits twice as long.
  public var delay: Double
  /// The most seconds one wait may take, whatever the server requests.
  public var longest: Double

  public init(limit: Int = 3, delay: Double = 1, longest: Double = 120) {
    self.limit = limit
    self.delay = delay
    self.longest = longest
  }

  /// The time to wait before a retry, or nil where it is not tried again.
  ///
  /// - Parameters:
  ///   - attempt: how many retries there were already.
  ///   - requested: seconds the server requested (`Retry-After`).
  ///   - chance: from 0 to below 1. Between half of the wait and all of it is waited, so that many
  ///     clients turned away together do not come back together.
  func wait(after attempt: Int, requested: Double?, chance: Double) -> Double? {
    guard attempt < limit else { return nil }
    let doubled = min(longest, delay * Double(1 << min(attempt, 30)))
    let own = doubled * (0.5 + 0.5 * min(max(chance, 0), 1))
    guard let requested else { return own }
    // A server that requests an hour's pause is not retried earlier; the run continues without it.
    return requested > longest ? nil : max(own, requested)
  }

  /// Indicates whether a status may be another one soon.
  static func isPassing(_ status: Int) -> Bool {
    [408, 425, 429, 500, 502, 503, 504].contains(status)
  }

  /// The seconds in a `Retry-After` header (RFC 9110, 10.2.3): a number, or a date.
  ///
  /// - Parameter date: now, in seconds since 1970.
  static func requested(_ header: String?, date: Double) -> Double? {
    guard let header else { return nil }
    let text = header.drop { $0 == " " }.prefix { $0 != ";" }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty, digits.count == text.trimmedCount {
      return digits.count > 9 ? 1e9 : Double(digits)
    }
    return HTTPDate.seconds(String(text)).map { max(0, $0 - date) }
  }
}

extension Substring {
  fileprivate var trimmedCount: Int {
    var text = self
    while text.last == " " { text.removeLast() }
    return text.count
  }
}

/// Dates of HTTP headers, as all servers of today write them: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970, or nil where it is none.
  static func seconds(_ text: String) -> Double? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
      let month = months.firstIndex(of: String(words[2])), let year = Int(words[3]),
      (1...31).contains(day), (1970...9999).contains(year)
    else { return nil }
    let time = words[4].split(separator: ":").map { Int($0) ?? -1 }
    guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]),
      (0...60).contains(time[2])
    else { return nil }
    return Double(
      CivilDay.days(year: year, month: month + 1, day: day) * 86_400 + time[0] * 3600
        + time[1] * 60 + time[2])
  }
}
