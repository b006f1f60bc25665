// SPDX-License-Identifier: MIT
// Part of Platen: polls of the chat, as clients save them, and members of packets that are not known.

internal import Diagnostics
internal import JSON

extension Reaction {
  /// Characters of an emoji, as clients limit them.
  static let longest = 32
}

extension ChatPoll {
  /// Options of one poll; clients offer six at most.
  private static let most = 100

  /// Reads a poll; nil where it is not an object, or has neither a question nor an option.
  ///
  /// - Parameter unread: gets members that are not known, by their path in the message.
  init?(
    _ view: JSONView, at position: ValuePosition, unread: inout [UnreadMember],
    _ warnings: inout MeetingWarnings
  ) {
    guard view.isObject else {
      warnings.record(view, insteadOf: "an object", at: position, "poll")
      return nil
    }
    self.init()
    id = view.field("id").line(100)
    question = warnings.line(view.field("question"), limit: 2000, at: position, "poll.question")
    if let list = view.field("options") { readOptions(list, at: position, &unread, &warnings) }
    if let list = view.field("votes") { readVotes(list, at: position, &warnings) }
    unread += UnreadMember.members(of: view, at: position, &warnings, in: "poll") {
      ["id", "question", "options", "votes"].contains($0)
    }
    guard !question.isEmpty || !options.isEmpty else {
      warnings.keep(view, at: position, "poll")
      warnings.record(.meetingPoll, "a poll without question and options", at: position, "poll")
      return nil
    }
  }

  private mutating func readOptions(
    _ view: JSONView, at position: ValuePosition, _ unread: inout [UnreadMember],
    _ warnings: inout MeetingWarnings
  ) {
    guard view.isArray else {
      return warnings.record(view, insteadOf: "a list", at: position, "options")
    }
    var known: Set<String> = []
    for (index, element) in view.elements.prefix(ChatPoll.most).enumerated() {
      if element.isObject {
        let path = "poll.options"
        let members = UnreadMember.members(of: element, at: position, &warnings, in: path) {
          ["id", "text"].contains($0)
        }
        unread += members.map { member in
          UnreadMember(
            name: "\(path)[\(index)]\(member.name.dropFirst(path.count))", json: member.json)
        }
      }
      let option = Option(
        id: element.isObject ? element.field("id").line(100) : "",
        text: element.isObject
          ? warnings.line(element.field("text"), limit: 2000, at: position, "poll.options.text")
          : "")
      guard !option.id.isEmpty, known.insert(option.id).inserted else {
        warnings.keep(element, at: position, "poll.options[\(index)]")
        warnings.record(
          .meetingPoll, "an option without an id of its own is omitted", at: position,
          "poll.options")
        continue
      }
      options.append(option)
    }
    if view.count > ChatPoll.most {
      warnings.record(
        .meetingLong, "\(view.count) options of one poll: the first \(ChatPoll.most) are taken",
        at: position, "poll.options")
    }
  }

  private mutating func readVotes(
    _ view: JSONView, at position: ValuePosition, _ warnings: inout MeetingWarnings
  ) {
    let known = Set(options.map(\.id))
    votes = ChatReader.byPerson(
      view, named: "votes of one poll", at: position, "poll.votes", &warnings
    ) { value, warnings in
      let option = (value as JSONView?).line(100)
      if known.contains(option) { return option }
      warnings.keep(value, at: position, "poll.votes")
      warnings.record(
        .meetingVote, "a vote for an option that the poll does not have is omitted", at: position,
        "poll.votes")
      return nil
    }.map { Vote(identity: $0.identity, option: $0.what) }
  }
}

extension UnreadMember {
  /// Members of one object, and bytes of one value as JSON.
  private static let limit = (members: 20, bytes: 16 << 10)

  /// The members of an object that are not known, each reported. Secrets are masked.
  ///
  /// - Parameter path: where the object is in its message; empty for the message itself.
  static func members(
    of view: JSONView, at position: ValuePosition, _ warnings: inout MeetingWarnings,
    in path: String = "",
    isKnown: (String) -> Bool
  ) -> [UnreadMember] {
    var members: [UnreadMember] = []
    for member in view.members {
      let key = member.key
      guard !isKnown(key) else { continue }
      let name = printable(path.isEmpty ? key : path + "." + key, limit: 100)
      var json = JSONWriter()
      writeValue(member.value, isSecret: SecretMasking.matches(key), to: &json)
      guard members.count < limit.members, json.utf8.count <= limit.bytes else {
        warnings.record(
          .meetingField, "unknown field \"\(name)\", too large to be kept: omitted", at: position,
          name)
        continue
      }
      warnings.record(
        .meetingField, "unknown field \"\(name)\": it is in .json and .zip outputs only",
        at: position,
        name)
      members.append(UnreadMember(name: name, json: json.text))
    }
    return members
  }

  /// A value as JSON, its secrets masked.
  ///
  /// - Parameter key: the name under which it was found.
  static func json(of view: JSONView, named key: String = "") -> String {
    var json = JSONWriter()
    writeValue(view, isSecret: SecretMasking.matches(key), to: &json)
    return json.text
  }

  private static func writeValue(_ view: JSONView, isSecret: Bool, to json: inout JSONWriter) {
    switch view.kind {
    case .null: json.null()
    case .object:
      json.object { json in
        for member in view.members {
          json.key(member.key)
          writeValue(
            member.value, isSecret: isSecret || SecretMasking.matches(member.key), to: &json)
        }
      }
    case .array:
      json.array { json in
        for element in view.elements { writeValue(element, isSecret: isSecret, to: &json) }
      }
    case _ where isSecret: json.string(SecretMasking.mask)
    case .bool: json.bool(view.bool ?? false)
    case .number:
      if let number = view.int { json.int(number) } else { json.double(view.double ?? 0) }
    case .string: json.string(view.string ?? "")
    }
  }
}
