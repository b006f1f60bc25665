// SPDX-License-Identifier: MIT
// Part of Platen: times as servers, browsers, phones and databases write them.

internal import JSON
internal import Readers

extension Timestamp {
  /// The first time of a room, in 2010: a smaller number of seconds counts from 2001, as Apple's do.
  private static let firstRoom = 1_262_304_000.0
  /// From 1970 to the beginning of 2001.
  private static let reference = 978_307_200.0

  /// A number as a clock writes it: seconds, milliseconds, microseconds or nanoseconds since 1970, or
  /// seconds since 2001 as Apple's encoders write them; its size determines which.
  ///
  /// - Returns: nil for a number that is not a time from 2001 to the year 5000.
  init?(clock number: Double) {
    guard number.isFinite, number > 0 else { return nil }
    var seconds = number
    if number > 1e17 {
      seconds = number / 1e9
    } else if number > 1e14 {
      seconds = number / 1e6
    } else if number > 1e11 {
      seconds = number / 1e3
    }
    if seconds < Timestamp.firstRoom { seconds += Timestamp.reference }
    guard seconds < 95_617_584_000 else { return nil }
    self.init(microseconds: Int((seconds * 1_000_000).rounded()))
  }

  /// A time in JSON: a number, a number as text, an ISO text with a zone, a fraction or neither, or
  /// `YYYY-MM-DD HH:MM:SS`. Texts without a zone are UTC, as the server writes them.
  init?(meeting view: JSONView?) {
    guard let view else { return nil }
    if view.kind == .number, let number = view.double {
      self.init(clock: number)
    } else if let text = view.string {
      if let timestamp = Timestamp(iso: text) {
        // Go writes the year 1 for a time that was never set.
        guard timestamp.microseconds > 0 else { return nil }
        self = timestamp
      } else if let number = view.looseDouble {
        self.init(clock: number)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }
}
