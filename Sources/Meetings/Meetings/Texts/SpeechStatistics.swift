// SPDX-License-Identifier: MIT
// Part of Platen: the number and times of each person's messages, for a chart.

internal import Diagnostics
public import Digests
internal import Documents
internal import Readers

/// The data of a chart of a chat.
public struct SpeechStatistics: Hashable, Sendable, Digestible {
  public struct Speaker: Hashable, Sendable, Digestible {
    public var name: String
    public var messages: Int
    /// The positions between the first message and the last, 0…1.
    public var times: [Double]

    public func add(to digester: inout Digester) {
      digester.addFields(name, messages, times)
    }
  }

  public struct Tick: Hashable, Sendable, Digestible {
    public var place: Double
    public var label: String
    public func add(to digester: inout Digester) { digester.addFields(place, label) }
  }

  /// Those who wrote most first; beyond the twelfth, all others together.
  public var speakers: [Speaker] = []
  public var ticks: [Tick] = []
  /// The chart in a sentence or two.
  public var sentence = ""
  /// The times at which people were there; nil where fewer than two people have known times.
  public var presence: Presence?

  /// The data of a chart of attendance.
  public struct Presence: Hashable, Sendable, Digestible {
    /// A person's visits.
    public struct Lane: Hashable, Sendable, Digestible {
      public var name: String
      /// The positions of each visit's beginning and end along the whole, 0…1.
      public var visits: [[Double]]

      public func add(to digester: inout Digester) { digester.addFields(name, visits) }
    }

    /// Lanes in the order of attendance; beyond the twenty-fourth, all others together.
    public var lanes: [Lane]
    public var ticks: [Tick]
    public var sentence: String

    public func add(to digester: inout Digester) { digester.addFields(lanes, ticks, sentence) }
  }

  private static let most = 12

  /// Counts the messages, and finds who was there when; empty of messages where fewer than two people wrote, or no time is known.
  public init(_ whole: Meeting, options: MinutesOptions) {
    let meeting = whole.visible(options).value
    presence = SpeechStatistics.presence(in: meeting, options)
    let times = meeting.messages.compactMap(\.time)
    guard let first = times.min(), let last = times.max(), last > first else { return }
    let attendance = Attendance(meeting)
    let clock = options.clock(of: meeting)
    let span = Double(last.microseconds - first.microseconds)
    var places: [String: Int] = [:]
    var all: [Speaker] = []
    for message in meeting.messages {
      guard let time = message.time else { continue }
      let sender = message.sender
      let place: Int
      if let known = places[sender] {
        place = known
      } else {
        place = all.count
        places[sender] = place
        all.append(Speaker(name: attendance.sender(of: message), messages: 0, times: []))
      }
      all[place].messages += 1
      all[place].times.append(Double(time.microseconds - first.microseconds) / span)
    }
    guard all.count >= 2 else { return }
    let order = all.indices.sorted { (-all[$0].messages, $0) < (-all[$1].messages, $1) }
    speakers = order.prefix(SpeechStatistics.most).map { all[$0] }
    let others = order.dropFirst(SpeechStatistics.most)
    if !others.isEmpty {
      speakers.append(
        Speaker(
          name: "+ \(others.count)", messages: others.reduce(0) { $0 + all[$1].messages },
          times: others.flatMap { all[$0].times }))
    }
    ticks = SpeechStatistics.ticks(from: first, to: last, clock)
    let phrases = options.phrases
    sentence = phrases(
      .whoSpokeWhenDescription, phrases.grouped(all.count), clock.stamp(first), clock.stamp(last),
      phrases(.whoSpokeWhenMost, speakers[0].name, phrases.grouped(speakers[0].messages)))
  }

  private static let mostLanes = 24

  private static func presence(in meeting: Meeting, _ options: MinutesOptions) -> Presence? {
    let people = Attendance(meeting).attendees.filter { !$0.stays.isEmpty }
    let ends = people.flatMap(\.stays).flatMap { [$0.from, $0.to].compactMap(\.self) }
    guard people.count >= 2, let first = ends.min(), let last = ends.max(), last > first else {
      return nil
    }
    let span = Double(last.microseconds - first.microseconds)
    func place(_ time: Timestamp?) -> Double {
      Double((time ?? first).microseconds - first.microseconds) / span
    }
    var lanes = people.prefix(mostLanes).map { person in
      Presence.Lane(
        name: person.name, visits: person.stays.map { [place($0.from), place($0.to)] })
    }
    let others = people.dropFirst(mostLanes)
    if !others.isEmpty {
      lanes.append(
        Presence.Lane(
          name: "+ \(others.count)",
          visits: others.flatMap(\.stays).map { [place($0.from), place($0.to)] }))
    }
    let clock = options.clock(of: meeting)
    let phrases = options.phrases
    return Presence(
      lanes: lanes, ticks: ticks(from: first, to: last, clock),
      sentence: phrases(
        .attendanceOverTimeDescription, phrases.grouped(people.count), clock.stamp(first),
        clock.stamp(last)))
  }

  /// Round times by the clocks of the zone, about six of them; days where it lasted for days.
  private static func ticks(from: Timestamp, to: Timestamp, _ clock: MeetingClock) -> [Tick] {
    let length = max(1, to.seconds - from.seconds)
    let steps = [300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]
    var step = steps.first { length / $0 <= 7 } ?? 86_400
    while length / step > 7 { step *= 2 }
    let offset = clock.base == .calendar ? clock.zone.offset(at: from) : 0
    var next = ((from.seconds + offset + step - 1) / step) * step - offset
    var ticks: [Tick] = []
    while next <= to.seconds {
      let timestamp = Timestamp(microseconds: next * 1_000_000)
      let place =
        Double(timestamp.microseconds - from.microseconds)
        / Double(max(1, to.microseconds - from.microseconds))
      ticks.append(
        Tick(
          place: place, label: step >= 86_400 ? clock.shownDay(timestamp) : clock.time(timestamp)))
      next += step
    }
    return ticks
  }

  public func add(to digester: inout Digester) {
    digester.addFields(speakers, ticks, sentence, presence)
  }
}
