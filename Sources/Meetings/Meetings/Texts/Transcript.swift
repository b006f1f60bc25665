// SPDX-License-Identifier: MIT
// Part of Platen: messages and events in the order of time, in clusters as the client shows them.

internal import Readers

/// Messages of one sender that follow one another, or events.
struct TranscriptUnit {
  enum Content {
    /// Places in the meeting's messages.
    case messages(Range<Int>)
    /// Places in its events.
    case events(Range<Int>)
  }
  var content: Content
  /// The time of its first line; nil where it has none.
  var time: Timestamp?
  /// The day it is on where that is another than of the unit before, in days since 1970.
  var newDay: Int?
}

enum Transcript {
  /// A pause after which the same sender begins again: more than five minutes.
  private static let pause = 5 * 60 * 1_000_000

  /// The units in order, by the client's rules: a cluster ends with another sender, an event,
  /// another day, or a pause of more than five minutes.
  static func units(of meeting: Meeting, clock: MeetingClock) -> [TranscriptUnit] {
    let messages = meeting.messages
    let events = meeting.events
    var units: [TranscriptUnit] = []
    var nextEvent = 0
    var day: Int?
    var lastTime: Int?
    var cluster = 0..<0
    var sender = ""
    var clusterTime: Timestamp?
    var clusterDay: Int?

    func closeCluster() {
      guard !cluster.isEmpty else { return }
      units.append(
        TranscriptUnit(content: .messages(cluster), time: clusterTime, newDay: clusterDay))
      cluster = 0..<0
    }
    /// The day of a timestamp, if it differs from the previous day.
    func dayChange(_ time: Timestamp?) -> Int? {
      guard let time else { return nil }
      let own = clock.local(time).day
      guard own != day else { return nil }
      day = own
      return own
    }
    func takeEvents(before limit: Int) {
      while nextEvent < events.count, (events[nextEvent].time?.microseconds ?? .max) <= limit {
        closeCluster()
        let event = events[nextEvent]
        let change = dayChange(event.time)
        if change == nil, case .events(let range)? = units.last?.content {
          units[units.count - 1].content = .events(range.lowerBound..<nextEvent + 1)
        } else {
          units.append(
            TranscriptUnit(
              content: .events(nextEvent..<nextEvent + 1), time: event.time, newDay: change))
        }
        nextEvent += 1
      }
    }

    for (index, message) in messages.enumerated() {
      if let time = message.time { takeEvents(before: time.microseconds) }
      let own = message.sender
      let change = dayChange(message.time)
      let time = message.time?.microseconds
      let paused =
        time.flatMap { now in lastTime.map { now - $0 > pause } } ?? false
      if cluster.isEmpty || own != sender || change != nil || paused {
        closeCluster()
        cluster = index..<index
        sender = own
        clusterTime = message.time
        clusterDay = change
      }
      cluster = cluster.lowerBound..<index + 1
      lastTime = time ?? lastTime
    }
    closeCluster()
    takeEvents(before: .max)
    return units
  }
}
