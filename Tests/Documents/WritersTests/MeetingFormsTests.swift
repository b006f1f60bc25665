// SPDX-License-Identifier: MIT
// Part of Platen: minutes in every form, each with the structure of the tree (row 2 of the acceptance
// list).

import Diagnostics
import Documents
import Foundation
import Meetings
import Readers
import TestSupport
import Testing

@Suite struct MeetingFormsTests {
  private static func ours() throws -> Meeting {
    let name = "Samples/ClubEvening/evening.json"
    let file = Shared.repository.appendingPathComponent(name)
    let side = """
      {"agenda": ["Tea", {"title": "Roof", "who": "Ada"}], "notes": "# Well\\n\\n- [x] all *done*",
       "polls": [{"question": "When?", "options": [{"label": "Fri", "votes": 2}]}],
       "actions": ["Buy oil"], "next": "Friday", "title": "The evening"}
      """
    return try MeetingReader.read(files: [
      NamedBytes(name, [UInt8](Data(contentsOf: file))),
      NamedBytes("side.json", Array(side.utf8)),
    ]).value
  }

  @Test(arguments: [true, false])
  func minutesAreTheSameInEveryForm(includesModeration: Bool) throws {
    var options = MinutesOptions()
    options.includesModeration = includesModeration
    let document = try Minutes.document(of: try Self.ours(), options: options).value
    #expect(document.warnings().isEmpty)
    try CampaignFormsTests().expectSameStructure(document)
  }

  @Test func attendanceAndRecapAreTheSameInEveryForm() throws {
    let meeting = try Self.ours()
    let options = MinutesOptions()
    for document in [
      try Minutes.attendance(of: meeting, options: options).value,
      try Minutes.recap(of: meeting, campaign: nil, options: options).value,
    ] { try CampaignFormsTests().expectSameStructure(document) }
  }

  /// The shared fixtures, all of them as one meeting.
  @Test(.enabled(if: Shared.isPresent))
  func sharedFixturesAreTheSameInEveryForm() throws {
    let names = [
      "room.json", "room-participants.db-shape.json", "chat.sessionStorage.json",
      "system-messages.json",
    ]
    let files = try names.map { NamedBytes($0, try Shared.bytes("meetings/" + $0)) }
    let meeting = try MeetingReader.read(files: files).value
    #expect(meeting.participants.count == 5)
    #expect(meeting.messages.count == 7)
    #expect(meeting.events.map(\.kind) == [.kick, .ban, .spotlight])
    let document = try Minutes.document(of: meeting, options: MinutesOptions()).value
    try CampaignFormsTests().expectSameStructure(document)
  }
}
