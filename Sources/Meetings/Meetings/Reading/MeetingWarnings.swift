// SPDX-License-Identifier: MIT
// Part of Platen: warnings about invalid values of a file, by field.

internal import Diagnostics
internal import JSON
internal import Readers

/// The position of a value in a file.
enum ValuePosition: Hashable {
  case whole
  /// A member of a bundle, by its name with the members it is in: `stats`.
  case member(String)
  /// An element of a list: `chat[2]`.
  case element(of: String, Int)
  /// A line of a file of lines, counted from 1.
  case line(Int)
  /// A character of a text, counted from 1 in its line.
  case character(line: Int, column: Int)

  /// The source location of a member of this value, or of the value itself.
  func place(of member: String = "", in file: String) -> SourceLocation {
    switch self {
    case .whole: SourceLocation(file: file, field: member.isEmpty ? nil : member)
    case .member(let name): SourceLocation(file: file, field: ValuePosition.joined(name, member))
    case .element(let list, let index):
      SourceLocation(file: file, field: ValuePosition.joined("\(list)[\(index)]", member))
    case .line(let number):
      SourceLocation(file: file, line: number, field: member.isEmpty ? nil : member)
    case .character(let line, let column):
      SourceLocation(file: file, line: line, column: column, field: member.isEmpty ? nil : member)
    }
  }

  /// The field of a list that is a member of this value.
  func list(_ member: String) -> String {
    switch self {
    case .whole: member
    case .member(let name): ValuePosition.joined(name, member)
    case .element(let list, let index): ValuePosition.joined("\(list)[\(index)]", member)
    case .line(let number), .character(let number, _):
      "line \(number)" + (member.isEmpty ? "" : " " + member)
    }
  }

  /// The part that is equal for all elements of a list.
  fileprivate var pattern: String {
    switch self {
    case .whole: ""
    case .member(let name): name
    case .element(let list, _): list + "[]"
    case .line, .character: "line"
    }
  }

  private static func joined(_ name: String, _ member: String) -> String {
    let name = printable(name, limit: 80)
    return member.isEmpty ? name : name + "." + member
  }
}

/// Collects warnings about invalid values. A problem that many elements of a list share is reported
/// once, for the first element, with the number of others.
struct MeetingWarnings {
  /// The file that is being read.
  var file = ""
  private var firsts: [Diagnostic] = []
  private var counts: [Int] = []
  private var places: [String: Int] = [:]
  /// Values that are not read of the files, as far as they are not too many.
  private(set) var unread: [UnreadRecord] = []
  private var unreadBytes = 0
  /// The number of values that were too many or too large to be kept.
  private var unkept = 0

  /// The limits of characters of a message and of a name, of attachments, and of people who vote or
  /// react; clients send far fewer.
  static let longest = (text: 100_000, name: 500, attachments: 100, people: 10_000)
  /// After the year 5000.
  private static let lastTime = 95_617_584_000
  /// The number of kinds of warnings that are distinguished.
  private static let kindLimit = 100

  /// The most values that are not read and kept, and their bytes.
  private static let unreadLimit = (count: 20_000, bytes: 8 << 20)

  /// Keeps a value that is not read, with its place, for the archive.
  mutating func keep(_ view: JSONView, at position: ValuePosition, _ member: String = "") {
    guard unread.count < MeetingWarnings.unreadLimit.count else { return unkept += 1 }
    let name = member.split(separator: ".").last.map(String.init) ?? ""
    keep(UnreadMember.json(of: view, named: name), at: position, member)
  }

  /// Keeps JSON that is not read, its secrets masked already.
  mutating func keep(_ json: String, at position: ValuePosition, _ member: String = "") {
    let size = json.utf8.count
    guard unread.count < MeetingWarnings.unreadLimit.count,
      unreadBytes + size <= MeetingWarnings.unreadLimit.bytes
    else { return unkept += 1 }
    unreadBytes += size
    let place = position.place(of: member, in: file)
    unread.append(
      UnreadRecord(
        file: file.split(separator: "/").last.map(String.init) ?? "", line: place.line,
        field: place.field ?? "", json: json))
  }

  /// The collected warnings, in the order in which they occurred.
  var diagnostics: [Diagnostic] {
    let more =
      unkept == 0
      ? []
      : [
        Diagnostic.warning(
          .meetingField,
          "\(unkept) more values that are not read are too many or too large to be kept: omitted")
      ]
    return warnings + more
  }

  private var warnings: [Diagnostic] {
    firsts.indices.map { index in
      guard counts[index] > 1 else { return firsts[index] }
      var diagnostic = firsts[index]
      diagnostic.message += ", and so \(counts[index] - 1) more in this list or file"
      return diagnostic
    }
  }

  mutating func record(
    _ code: Diagnostic.Code, _ message: String, at position: ValuePosition, _ member: String = ""
  ) {
    // Kinds of values and packets are few; other words may hold numbers.
    let codes: [Diagnostic.Code] = [.meetingType, .meetingPacket, .meetingLine, .meetingField]
    let kind = codes.contains(code) ? message : ""
    let key = [file, code.rawValue, position.pattern, member, kind].joined(separator: "\n")
    if let place = places[key] {
      counts[place] += 1
      return
    }
    // Untrusted input may have any number of keys.
    guard firsts.count < MeetingWarnings.kindLimit else { return counts[firsts.count - 1] += 1 }
    places[key] = firsts.count
    counts.append(1)
    firsts.append(.warning(code, message, at: position.place(of: member, in: file)))
  }

  /// Records a value of another kind than expected.
  mutating func record(
    _ view: JSONView, insteadOf wanted: String, at position: ValuePosition, _ member: String = ""
  ) {
    keep(view, at: position, member)
    record(
      .meetingType, "expected \(wanted), found \(MeetingWarnings.name(view.kind)): omitted",
      at: position, member)
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

  /// A time; other values are reported, except those that servers write for a time that is not set.
  mutating func time(
    _ view: JSONView?, at position: ValuePosition, _ member: @autoclosure () -> String
  )
    -> Timestamp?
  {
    guard let view else { return nil }
    let timestamp = Timestamp(meeting: view)
    if let timestamp, timestamp.seconds < MeetingWarnings.lastTime { return timestamp }
    if timestamp == nil, MeetingWarnings.isUnset(view) { return nil }
    record(
      .meetingTime, "not a time from 2001 to the year 5000: omitted", at: position, member())
    return nil
  }

  /// Indicates whether it is a value that servers write for a time that is not set: 0, an empty
  /// text, or the year 1.
  static func isUnset(_ view: JSONView?) -> Bool {
    guard let view else { return true }
    if let number = view.double { return number == 0 }
    guard let text = view.string else { return false }
    return text.isEmpty || text == "0" || text.hasPrefix("0001-01-01")
  }

  /// A text of one line.
  mutating func line(
    _ view: JSONView?, limit: Int = MeetingWarnings.longest.name, at position: ValuePosition,
    _ member: @autoclosure () -> String
  ) -> String {
    guard let view else { return "" }
    guard view.kind != .array, view.kind != .object else {
      record(view, insteadOf: "a text", at: position, member())
      return ""
    }
    let line = (view as JSONView?).line(limit)
    if unsafe view.scalarBytes.count > limit, line.hasSuffix("…") {
      record(.meetingLong, "longer than \(limit) characters: cut off there", at: position, member())
    }
    return line
  }

  /// A boolean; false for other values, which are reported.
  mutating func flag(
    _ view: JSONView?, at position: ValuePosition, _ member: @autoclosure () -> String
  ) -> Bool {
    optionalFlag(view, at: position, member()) ?? false
  }

  /// A boolean; nil for other values, which are reported.
  mutating func optionalFlag(
    _ view: JSONView?, at position: ValuePosition, _ member: @autoclosure () -> String
  )
    -> Bool?
  {
    guard let view else { return nil }
    let flag = view.looseBool
    if flag == nil { record(view, insteadOf: "true or false", at: position, member()) }
    return flag
  }

  /// A whole number; nil for other values, which are reported.
  mutating func number(
    _ view: JSONView?, at position: ValuePosition, _ member: @autoclosure () -> String
  )
    -> Int?
  {
    guard let view else { return nil }
    let number = view.looseInt
    if number == nil { record(view, insteadOf: "a whole number", at: position, member()) }
    return number
  }
}
