// SPDX-License-Identifier: MIT
// Part of Platen: warnings about values of a file that could not be taken as they are, by field.

internal import Diagnostics
internal import JSON
internal import Readers

/// A position in a file.
enum Spot: Hashable {
  case whole
  /// A member of a bundle, by its name with the members it is in: `stats`.
  case member(String)
  /// An element of a list: `chat[2]`.
  case element(of: String, Int)
  /// A line of a file of lines, counted from 1.
  case line(Int)

  /// The place of a member of the value there, or of the value itself.
  func place(of member: String = "", in file: String) -> SourceLocation {
    switch self {
    case .whole: SourceLocation(file: file, field: member.isEmpty ? nil : member)
    case .member(let name): SourceLocation(file: file, field: Spot.joined(name, member))
    case .element(let list, let index):
      SourceLocation(file: file, field: Spot.joined("\(list)[\(index)]", member))
    case .line(let number):
      SourceLocation(file: file, line: number, field: member.isEmpty ? nil : member)
    }
  }

  /// The spot of a list that is a member of the value there.
  func list(_ member: String) -> String {
    switch self {
    case .whole: member
    case .member(let name): Spot.joined(name, member)
    case .element(let list, let index): Spot.joined("\(list)[\(index)]", member)
    case .line(let number): "line \(number)" + (member.isEmpty ? "" : " " + member)
    }
  }

  /// The part it shares with the other elements of its list.
  fileprivate var sort: String {
    switch self {
    case .whole: ""
    case .member(let name): name
    case .element(let list, _): list + "[]"
    case .line: "line"
    }
  }

  private static func joined(_ name: String, _ member: String) -> String {
    let name = printable(name, limit: 80)
    return member.isEmpty ? name : name + "." + member
  }
}

/// Gathers warnings about values that could not be taken as they are. A problem that many elements
/// of a list share is reported once, for the first of them, and counted.
struct MeetingWarnings {
  /// The file that is being read.
  var file = ""
  private var firsts: [Diagnostic] = []
  private var counts: [Int] = []
  private var places: [String: Int] = [:]

  /// Letters of one message, attachments, people who vote or react; clients send far fewer.
  static let longest = (text: 100_000, name: 500, attachments: 100, people: 10_000)
  /// After the year 5000.
  private static let lastTime = 95_617_584_000
  /// The number of kinds of warnings that are distinguished.
  private static let mostSorts = 100

  /// The gathered warnings, in the order in which they occurred.
  var diagnostics: [Diagnostic] {
    firsts.indices.map { index in
      guard counts[index] > 1 else { return firsts[index] }
      var diagnostic = firsts[index]
      diagnostic.message += ", and so \(counts[index] - 1) more in this list or file"
      return diagnostic
    }
  }

  mutating func record(
    _ code: Diagnostic.Code, _ message: String, at spot: Spot, _ member: String = ""
  ) {
    // Kinds of values and packets are few; other words may hold numbers.
    let kind = code == .meetingType || code == .meetingPacket ? message : ""
    let sort = [file, code.rawValue, spot.sort, member, kind].joined(separator: "\n")
    if let place = places[sort] {
      counts[place] += 1
      return
    }
    // Untrusted input may have any number of keys.
    guard firsts.count < MeetingWarnings.mostSorts else { return counts[firsts.count - 1] += 1 }
    places[sort] = firsts.count
    counts.append(1)
    firsts.append(.warning(code, message, at: spot.place(of: member, in: file)))
  }

  /// Records a value of another kind than expected.
  mutating func record(
    _ view: JSONView, insteadOf wanted: String, at spot: Spot, _ member: String = ""
  ) {
    record(
      .meetingType, "expected \(wanted), found \(MeetingWarnings.name(view.kind)): omitted",
      at: spot, member)
  }

  private static func name(_ kind: JSONKind) -> String {
    switch kind {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  // MARK: Values

  /// A time; other values are reported, but for those servers write of a time that was never set.
  mutating func time(_ view: JSONView?, at spot: Spot, _ member: @autoclosure () -> String)
    -> Timestamp?
  {
    guard let view else { return nil }
    let moment = Timestamp(meeting: view)
    if let moment, moment.seconds < MeetingWarnings.lastTime { return moment }
    if moment == nil, MeetingWarnings.isUnset(view) { return nil }
    record(
      .meetingTime, "not a time from 2001 to the year 5000: omitted", at: spot, member())
    return nil
  }

  /// Indicates whether it is what servers write of a time that was never set: 0, nothing, or the
  /// year 1.
  static func isUnset(_ view: JSONView?) -> Bool {
    guard let view else { return true }
    if let number = view.double { return number == 0 }
    guard let text = view.string else { return false }
    return text.isEmpty || text == "0" || text.hasPrefix("0001-01-01")
  }

  /// A text of one line.
  mutating func line(
    _ view: JSONView?, limit: Int = MeetingWarnings.longest.name, at spot: Spot,
    _ member: @autoclosure () -> String
  ) -> String {
    guard let view else { return "" }
    guard view.kind != .array, view.kind != .object else {
      record(view, insteadOf: "a text", at: spot, member())
      return ""
    }
    let line = (view as JSONView?).line(limit)
    if unsafe view.scalarBytes.count > limit, line.hasSuffix("…") {
      record(.meetingLong, "longer than \(limit) characters: cut off there", at: spot, member())
    }
    return line
  }

  /// True or false; false where it is neither.
  mutating func flag(_ view: JSONView?, at spot: Spot, _ member: @autoclosure () -> String) -> Bool
  {
    optionalFlag(view, at: spot, member()) ?? false
  }

  /// True or false; nil where it is neither.
  mutating func optionalFlag(_ view: JSONView?, at spot: Spot, _ member: @autoclosure () -> String)
    -> Bool?
  {
    guard let view else { return nil }
    let flag = view.looseBool
    if flag == nil { record(view, insteadOf: "true or false", at: spot, member()) }
    return flag
  }

  /// A whole number; nil where it is none.
  mutating func number(_ view: JSONView?, at spot: Spot, _ member: @autoclosure () -> String)
    -> Int?
  {
    guard let view else { return nil }
    let number = view.looseInt
    if number == nil { record(view, insteadOf: "a whole number", at: spot, member()) }
    return number
  }
}
