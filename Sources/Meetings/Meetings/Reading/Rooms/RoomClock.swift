// SPDX-License-Identifier: MIT
// Part of Platen: times of other systems' files placed on one time line.

internal import Readers

extension ZoneRules {
  /// The point in time at which clocks of the zone show a time.
  func timestamp(local microseconds: Int) -> Timestamp {
    let first = offset(at: Timestamp(microseconds: microseconds)) * 1_000_000
    let second = offset(at: Timestamp(microseconds: microseconds - first)) * 1_000_000
    return Timestamp(microseconds: microseconds - second)
  }

  /// The time that clocks of the zone show, in microseconds since 1970.
  func local(_ timestamp: Timestamp) -> Int {
    timestamp.microseconds + offset(at: timestamp) * 1_000_000
  }
}

/// Places times of files on one time line: that of the calendar where any time has a day, else that
/// of a day where any is one of a clock, else that of the recording.
struct RoomClock {
  let zone: ZoneRules
  let base: TimeBase
  /// The beginning, on the time line; nil where it is not known.
  let start: Timestamp?

  static let day = 86_400_000_000

  /// - Parameters:
  ///   - times: every time of every file.
  ///   - isDated: whether the meeting has points in time already.
  ///   - candidates: what may be the beginning, the most certain first.
  init(
    zone: ZoneRules, times: some Sequence<RoomTime>, isDated: Bool, candidates: [RoomTime]
  ) {
    self.zone = zone
    var hasClock = false
    var hasDay = isDated
    func look(_ time: RoomTime) {
      switch time {
      case .instant, .local: hasDay = true
      case .clock: hasClock = true
      case .elapsed: break
      }
    }
    for time in times { look(time) }
    for time in candidates { look(time) }
    base = hasDay ? .calendar : hasClock ? .clock : .elapsed
    var first: Timestamp?
    for candidate in candidates where first == nil {
      switch (candidate, base) {
      case (.instant(let time), _): first = time
      case (.local(let time), _): first = zone.timestamp(local: time)
      case (.clock(let time), .clock): first = Timestamp(microseconds: time)
      case (.clock, .calendar), (.clock, .elapsed), (.elapsed, _): continue
      }
    }
    // A day that is not that of the most certain time, with that time.
    if base == .calendar, let day = first, case .clock(let time)? = candidates.first {
      let local = zone.local(day)
      let midnight = local - RoomClock.clock(of: local)
      first = zone.timestamp(local: midnight + time)
    }
    start = base == .elapsed ? Timestamp(microseconds: 0) : first
  }

  private static func clock(of local: Int) -> Int {
    let rest = local % day
    return rest < 0 ? rest + day : rest
  }

  /// A time on the time line; nil where it cannot be placed.
  ///
  /// - Parameter own: the beginning of the recording by the file itself.
  func timestamp(_ time: RoomTime, own: Timestamp? = nil) -> Timestamp? {
    switch time {
    case .instant(let time): return time
    case .local(let local): return zone.timestamp(local: local)
    case .elapsed(let microseconds):
      return (own ?? start).map { Timestamp(microseconds: $0.microseconds + microseconds) }
    case .clock(let clock):
      switch base {
      case .clock:
        guard let start, clock + RoomClock.day / 2 < start.microseconds else {
          return Timestamp(microseconds: clock)
        }
        return Timestamp(microseconds: clock + RoomClock.day)
      case .calendar:
        guard let start else { return nil }
        let local = zone.local(start)
        let begun = RoomClock.clock(of: local)
        let isNextDay = clock + RoomClock.day / 2 < begun
        return zone.timestamp(local: local - begun + clock + (isNextDay ? RoomClock.day : 0))
      case .elapsed: return nil
      }
    }
  }
}
