// SPDX-License-Identifier: MIT
// Part of Platen: an evening of a tabletop group: who was there, and what happened in its campaign.

public import Diagnostics
public import Documents
public import Readers

extension Minutes {
  /// A recap: who was there, what happened, loot and experience, notes, things to do, when they meet
  /// next.
  ///
  /// Lines of notes that begin with `GM:` are for the game master: they are omitted for players.
  ///
  /// - Parameter campaign: what was played; nil where there is none.
  /// - Throws: `Failure` `meeting.empty` without participants and messages.
  public static func recap(
    of meeting: Meeting, campaign: Campaign?, options: MinutesOptions
  ) throws -> Diagnosed<Document> {
    try check(meeting)
    var maker = MinutesMaker(meeting.visible(options), options)
    return maker.recap(of: campaign)
  }
}

extension MinutesMaker {
  mutating func recap(of campaign: Campaign?) -> Diagnosed<Document> {
    let evening = campaign.flatMap { campaign in
      span.map { span in
        CampaignEvening(
          of: campaign, from: span.from, to: span.to, audience: options.audience,
          phrases: phrases,
          time: { clock.time($0) })
      }
    }
    // The people who were there, without the actions of moderators.
    let people = attendance.attendees.filter { attendee in
      !attendee.flags.contains(.banned) && !attendee.flags.contains(.notApproved)
    }
    writeHead(phrases[.recapTitle], people: people.count)
    writePeople(people)
    if let evening {
      if evening.count == 0 {
        warnings.append(
          .warning(
            .meetingNothingPlayed,
            "no scene of the campaign was played at the time of this meeting",
            hints: ["times are compared in UTC: are those of the campaign right?"]))
      }
      section(
        .whatHappened, "what-happened",
        evening.scenes.isEmpty ? [.text(phrases[.nothingPlayed])] : evening.scenes)
      section(.fought, "fights", evening.fights)
      section(.lootAndExperience, "loot", evening.rewards)
      section(.currentSituation, "where-it-stands", evening.currentSituation)
    }
    writeNotes()
    writeActions()
    writeNext()
    if let evening { section(.gameMasterNotes, "game-master", evening.secrets) }
    return finished(withPictures: false)
  }

  private mutating func writePeople(_ people: [Attendee]) {
    let items = people.map { person -> List.Item in
      var facts: [[Inline]] = []
      if person.role != .participant { facts.append([.text(phrases[person.role.phrase])]) }
      if let joined = person.joined {
        let time =
          person.left.flatMap { left in
            left < joined ? nil : phrases(.range, clock.time(joined), clock.time(left))
          }
          ?? phrases(.fromTime, clock.time(joined))
        facts.append([.text(time)])
      }
      return List.Item([
        .paragraph(Paragraph([.strong([isolated(person.name)])] + bracketed(facts)))
      ])
    }
    section(.whoWasThere, "who", items.isEmpty ? [] : [.list(List(.bullet, items))])
  }
}
