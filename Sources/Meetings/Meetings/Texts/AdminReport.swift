// SPDX-License-Identifier: MIT
// Part of Platen: the report on a server for administrators: users, rooms, activity, settings.

public import Diagnostics
public import Documents
internal import Readers

/// Makes the report on a server for administrators.
public enum AdminReport {
  /// Users, rooms, invitations, current activity, and settings with their secrets masked.
  ///
  /// - Throws: `Failure` `meeting.no-admin` where nothing of it was read.
  public static func document(
    of meeting: Meeting, options: MinutesOptions
  ) throws -> Diagnosed<Document> {
    guard !meeting.admin.isEmpty else {
      throw Failure(
        .error(
          .meetingNoAdmin, "no users, rooms or settings found in it",
          hints: ["give the server's database, or saved answers of its /api/admin"]))
    }
    var report = ReportMaker(meeting: meeting, options: options)
    return Diagnosed(report.document())
  }
}

private struct ReportMaker {
  let meeting: Meeting
  let options: MinutesOptions
  var blocks: [Block] = []

  private var admin: AdminData { meeting.admin }
  private var phrases: Phrasebook { options.phrases }
  private var clock: MeetingClock { options.clock }

  init(meeting: Meeting, options: MinutesOptions) {
    self.meeting = meeting
    self.options = options
  }

  mutating func document() -> Document {
    let server =
      meeting.instance.isEmpty
      ? meeting.room.base.isEmpty ? phrases[.server] : meeting.room.base : meeting.instance
    let title = options.title.isEmpty ? phrases(.serverReport, server) : options.title
    var mast: [Block] = [
      .heading(Heading(1, [.text(title)], .classes("title"), isListed: false))
    ]
    if !options.subtitle.isEmpty {
      mast.append(.text(options.subtitle, .classes("subtitle")))
    }
    blocks.append(.division(Division(mast, .classes("masthead"))))
    writeHead()
    writeLive()
    writeRooms()
    writeUsers()
    writeInvites()
    writeSettings()
    var metadata = Metadata(title: title, language: options.language)
    metadata.direction = options.isRightToLeft ? .rightToLeft : .leftToRight
    metadata.authors = options.authors
    metadata.date = options.date
    return Document(metadata: metadata, blocks: blocks)
  }

  private mutating func writeHead() {
    var pairs: [KeyValues.Pair] = []
    func add(_ phrase: Phrase, _ value: String?) {
      if let value, !value.isEmpty { pairs.append(KeyValues.Pair(phrases[phrase], value)) }
    }
    add(.server, meeting.instance)
    if !meeting.room.base.isEmpty {
      pairs.append(
        KeyValues.Pair(
          [.text(phrases[.link])],
          [.link(Link(meeting.room.base, [.text(meeting.room.base)]))]))
    }
    add(.date, options.date)
    add(.timeZone, clock.zone.name)
    if !admin.users.isEmpty { add(.users, phrases.grouped(admin.users.count)) }
    if !admin.rooms.isEmpty { add(.roomsTitle, phrases.grouped(admin.rooms.count)) }
    add(.online, admin.online.map { phrases.grouped($0) })
    if !pairs.isEmpty { blocks.append(.keyValues(KeyValues(pairs, .classes("meeting-head")))) }
  }

  private mutating func section(_ phrase: Phrase, _ id: String, _ inner: [Block]) {
    guard !inner.isEmpty else { return }
    blocks.append(.heading(Heading(2, [.text(phrases[phrase])], .id(id))))
    blocks += inner
  }

  /// The columns of a table with users' text: names, which have a direction of their own, and
  /// addresses.
  private static let names: Set<Phrase> = [.room, .host, .name, .createdBy]
  private static let addresses: Set<Phrase> = [.email]

  /// A table whose first column heads its rows.
  private func table(_ head: [Phrase], _ rows: [[String]], ends: Set<Int> = []) -> Block {
    let isolation = BidiIsolation(isRightToLeft: options.isRightToLeft)
    func inline(_ text: String, _ column: Phrase) -> Inline {
      if ReportMaker.addresses.contains(column) { return isolation.address(text) }
      return ReportMaker.names.contains(column) ? isolation.name(text) : .text(text)
    }
    return .table(
      Table(
        columns: head.indices.map { Table.Column(ends.contains($0) ? .end : .start) },
        head: [Table.Row(head.map { Table.Cell([.text(phrases[$0])]) })],
        body: rows.map { row in
          Table.Row(
            row.enumerated().map { Table.Cell([inline($1, head[$0])], isHeader: $0 == 0) })
        }))
  }

  private func yes(_ value: Bool?) -> String { value.map { phrases[$0 ? .yes : .no] } ?? "" }

  private func state(_ isActive: Bool?) -> String {
    isActive.map { phrases[$0 ? .inUse : .inactive] } ?? ""
  }

  private func shortNote(_ name: String) -> [Block] {
    admin.shortLists.filter { $0.name == name }.map {
      .text(
        phrases(.incompleteList, phrases.grouped($0.read), phrases.grouped($0.total)),
        .classes("limits"))
    }
  }

  private mutating func writeLive() {
    var inner: [Block] = []
    let numbers = [
      (Phrase.people, admin.live?.participants), (.publishers, admin.live?.publishers),
      (.activeRooms, admin.live?.activeRooms),
    ].compactMap { phrase, value in
      value.map { KeyValues.Pair(phrases[phrase], phrases.grouped($0)) }
    }
    if !numbers.isEmpty { inner.append(.keyValues(KeyValues(numbers))) }
    if let live = admin.live, !live.rooms.isEmpty {
      inner.append(
        table(
          [.room, .people, .publishers, .created],
          live.rooms.map { room in
            [
              room.name, phrases.grouped(room.participants), phrases.grouped(room.publishers),
              room.created.map(clock.stamp) ?? "",
            ]
          }, ends: [1, 2]))
    }
    if !admin.present.isEmpty {
      inner.append(
        table(
          [.name, .room, .joined],
          admin.present.map { person in
            [
              person.name.isEmpty ? name(person.identity) : person.name, person.room,
              person.joined.map(clock.stamp) ?? "",
            ]
          }))
    }
    section(.liveNow, "live", inner)
  }

  private mutating func writeRooms() {
    guard !admin.rooms.isEmpty else { return }
    let rows = admin.rooms.map { room in
      [
        room.name, name(room.adminID.isEmpty ? room.createdBy : room.adminID),
        room.archived.map { phrases[.archived] + " " + clock.shownDay($0) } ?? state(room.isActive),
        yes(room.isPublic), room.created.map(clock.stamp) ?? "",
        room.expires.map(clock.stamp) ?? "",
      ]
    }
    section(
      .roomsTitle, "rooms",
      [table([.room, .host, .state, .isPublicRoom, .created, .expires], rows)]
        + shortNote("rooms"))
  }

  private func name(_ identity: String) -> String { meeting.names[identity] ?? identity }

  private mutating func writeUsers() {
    guard !admin.users.isEmpty else { return }
    let rows = admin.users.map { user in
      [
        user.name, user.email, user.provider,
        user.accesses.isEmpty
          ? (user.isAdmin ? phrases[.administrator] : "")
          : user.accesses.joined(separator: phrases[.comma]),
        state(user.isActive), user.created.map(clock.shownDay) ?? "",
      ]
    }
    section(
      .users, "users",
      [table([.name, .email, .provider, .rights, .state, .created], rows)] + shortNote("users"))
  }

  private mutating func writeInvites() {
    guard !admin.invites.isEmpty else { return }
    let rows = admin.invites.map { invite in
      [
        invite.email, name(invite.createdBy), invite.expires.map(clock.stamp) ?? "",
        use(of: invite),
      ]
    }
    section(.invitations, "invitations", [table([.email, .createdBy, .expires, .used], rows)])
  }

  /// The time an invitation was used, and the user.
  private func use(of invite: AdminData.Invite) -> String {
    let parts = [invite.used.map(clock.stamp) ?? "", name(invite.usedBy)].filter { !$0.isEmpty }
    return parts.isEmpty ? phrases[.no] : parts.joined(separator: phrases[.comma])
  }

  private mutating func writeSettings() {
    guard !admin.settings.isEmpty else { return }
    let rows = admin.settings.map { [$0.name, $0.value] }
    let masked = admin.settings.count { $0.isMasked }
    section(
      .settings, "settings",
      [
        table([.setting, .value], rows),
        .text(phrases(.secretsMasked, String(masked)), .classes("limits")),
      ])
  }
}
