// SPDX-License-Identifier: MIT
// Part of Platen: an evening of a tabletop group: who was there, and what happened in its campaign.

public import Diagnostics
public import Documents
public import Readers

extension Minutes {
  /// A recap: who was there, what happened, loot and experience, notes, things to do, when they meet
  /// next.
  ///
  /// Lines of notes that begin with `GM:` are for the game master: they are left out for players.
  ///
  /// - Parameter campaign: what was played; nil where there is none.
  /// - Throws: `Failure` `meeting.empty` where nobody was there and nothing was written.
  public static func recap(
    of meeting: Meeting, campaign: Campaign?, options: MinutesOptions
  ) throws -> Warned<Document> {
    try check(meeting)
    var meeting = meeting
    if options.audience == .player {
      GameMasterLines.remove(fromNotesOf: &meeting)
      GameMasterLines.remove(fromChatOf: &meeting)
    }
    var maker = MinutesMaker(meeting, options)
    return maker.recap(of: campaign)
  }
}

/// Lines that are for the game master alone.
enum GameMasterLines {
  /// Whether a line is marked as one: `GM: …`, `- GM: …`, `> GM: …`.
  static func isMarked(_ line: some StringProtocol) -> Bool {
    let text = line.drop { $0.isWhitespace || "-*+>#_".contains($0) }
    return text.prefix(3).uppercased() == "GM:"
  }

  /// Takes them out of what people added: notes, agenda, things to do, the next date.
  static func remove(fromNotesOf meeting: inout Meeting) {
    meeting.side.notes = meeting.side.notes.map(without)
    meeting.side.agenda.removeAll { isMarked($0.title) }
    meeting.side.actions.removeAll { isMarked($0.text) }
    if isMarked(meeting.side.next) { meeting.side.next = "" }
  }

  /// Takes them out of messages: of a recap alone, for minutes tell what was written.
  static func remove(fromChatOf meeting: inout Meeting) {
    meeting.messages = meeting.messages.compactMap { message in
      guard message.text.utf8.contains(UInt8(ascii: ":")) else { return message }
      var message = message
      message.text = without(message.text)
      return message.text.isEmpty && message.attachments.isEmpty ? nil : message
    }
  }

  /// A text without marked lines; what runs on below one, up to a blank line, goes with it.
  static func without(_ text: String) -> String {
    var kept: [Substring] = []
    var isInside = false
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let isBlank = line.allSatisfy(\.isWhitespace)
      if isMarked(line) {
        isInside = true
      } else if isBlank || "-*+#".contains(line.first ?? " ") && isInside {
        isInside = false
      }
      if !isInside { kept.append(line) }
    }
    return kept.joined(separator: "\n")
  }
}

extension MinutesMaker {
  mutating func recap(of campaign: Campaign?) -> Warned<Document> {
    let evening = campaign.flatMap { campaign in
      span.map { span in
        CampaignEvening(
          of: campaign, from: span.from, to: span.to, audience: options.audience,
          phrases: phrases,
          time: { clock.time($0) })
      }
    }
    writeHead(phrases[.recapTitle])
    writeWho()
    if let evening {
      if evening.count == 0 {
        warnings.append(
          .warning(
            "meeting.nothing-played",
            "no scene of the campaign was played at the time of this meeting",
            hints: ["times are compared in UTC: are those of the campaign right?"]))
      }
      section(
        .whatHappened, "what-happened",
        evening.scenes.isEmpty ? [.text(phrases[.nothingPlayed])] : evening.scenes)
      section(.fought, "fights", evening.fights)
      section(.lootAndExperience, "loot", evening.rewards)
      section(.whereItStands, "where-it-stands", evening.standing)
    }
    writeNotes()
    writeActions()
    writeNext()
    if let evening { section(.gameMasterNotes, "game-master", evening.secrets) }
    return finished(withPictures: false)
  }

  /// Those who were there, without what moderators thought of them.
  private mutating func writeWho() {
    let rows = attendance.attendees.filter { attendee in
      !attendee.flags.contains(.banned) && !attendee.flags.contains(.notApproved)
    }
    guard !rows.isEmpty else { return }
    let items = rows.map { row -> List.Item in
      var inlines: [Inline] = [.strong([.text(row.name)])]
      var facts: [String] = []
      if row.role != .participant { facts.append(phrases[row.role.phrase]) }
      if let joined = row.joined {
        facts.append(
          row.left.map { phrases(.range, clock.time(joined), clock.time($0)) }
            ?? phrases(.range, clock.time(joined), phrases[.stillOpen]))
      }
      if !facts.isEmpty {
        inlines.append(
          .span(Span([.text(" (" + facts.joined(separator: ", ") + ")")], .classes("time"))))
      }
      return List.Item([.paragraph(Paragraph(inlines))])
    }
    section(.whoWasThere, "who", [.list(List(.bullet, items))])
  }
}
