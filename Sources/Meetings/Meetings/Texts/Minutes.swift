// SPDX-License-Identifier: MIT
// Part of Platen: a meeting as a document: minutes, or the attendance alone.

public import Diagnostics
public import Digests
public import Documents
public import Readers

/// The options of a document about a meeting.
public struct MinutesOptions: Sendable {
  /// The file of the meeting as people named it, for warnings.
  public var file: String?
  /// The title; if empty, it is made from the room's name.
  public var title = ""
  public var subtitle = ""
  public var authors: [String] = []
  /// The printed date; if empty, that of the meeting.
  public var date = ""
  /// The language of people's texts as a BCP 47 tag; Platen's words are in the language of the phrases.
  public var language = "en"
  public var isRightToLeft = false
  public var phrases = Phrasebook.english
  public var zone = ZoneRules.utc
  /// Indicates whether the document lists what moderators did, and who was muted or banned.
  public var includesModeration = true
  /// Indicates whether minutes have the chat and the transcript.
  public var includesChat = true
  /// The readers: lines that are marked `GM:` are not for players.
  public var audience = BookOptions.Audience.player
  /// Indicates whether the audience was specified; otherwise, omitting such lines is a warning.
  public var isAudienceStated = false

  public init() {}

  var clock: MeetingClock { MeetingClock(zone: zone, phrases: phrases) }

  /// The clock of the times of a meeting.
  func clock(of meeting: Meeting) -> MeetingClock {
    MeetingClock(zone: zone, phrases: phrases, base: meeting.timeBase)
  }
}

/// Makes documents of a meeting.
public enum Minutes {
  /// The id of the heading of attendance; charts are inserted after it.
  public static let attendanceID = "attendance"

  /// The minutes: head, attendance, agenda, notes, decisions, polls, things to do, chat, transcript,
  /// moderation, lines to sign.
  ///
  /// - Throws: `Failure` `meeting.empty` where nothing of a meeting is there.
  public static func document(
    of meeting: Meeting, options: MinutesOptions
  ) throws -> Diagnosed<Document> {
    try check(meeting)
    var maker = MinutesMaker(meeting.visible(options), options)
    return maker.minutes()
  }

  /// Head and attendance alone.
  ///
  /// - Throws: as `document`.
  public static func attendance(
    of meeting: Meeting, options: MinutesOptions
  ) throws -> Diagnosed<Document> {
    try check(meeting)
    var maker = MinutesMaker(Diagnosed(meeting.visible(options).value), options)
    return maker.attendanceList()
  }

  static func check(_ meeting: Meeting) throws {
    try checkRoom(of: meeting)
    guard meeting.isEmpty, !meeting.isIdle else { return }
    var message = "no participants and no messages found"
    var hints = [
      "give a saved chat, or rows of participants from the server's database",
      "a folder takes several files as parts of one meeting",
    ]
    let admin = meeting.admin
    let room = meeting.room.name
    if !room.isEmpty {
      message =
        "no participants and no messages found in the room \"\(printable(room, limit: 80))\""
    }
    if !admin.users.isEmpty || admin.isListed || admin.live != nil || !admin.settings.isEmpty
      || admin.online != nil
    {
      if room.isEmpty {
        message = "an administrator's data of a server is in it, and nothing of a meeting"
      }
      hints.insert("show: admin (--show admin) makes a report on the server of it", at: 0)
    } else if !admin.servers.isEmpty, admin.isEmpty {
      message =
        "a list of servers is in it, and nothing of a meeting: "
        + admin.servers.prefix(8).map { $0.label.isEmpty ? $0.address : $0.label }
        .joined(separator: ", ")
      hints = [
        "servers for jobs are listed under instances: in the manifest",
        "beside a meeting (with:) the list gives the name of its server",
      ]
    }
    throw Failure(.error(.meetingEmpty, message, hints: hints))
  }

  /// The warning about a meeting without people and messages.
  static func idleWarnings(_ meeting: Meeting, _ options: MinutesOptions) -> [Diagnostic] {
    guard meeting.isIdle else { return [] }
    let room = meeting.room.name
    return [
      .warning(
        .meetingIdle,
        "no participants and no messages found"
          + (room.isEmpty ? "" : " in the room \"\(printable(room, limit: 80))\""),
        at: options.file.map { SourceLocation(file: $0) })
    ]
  }

  /// - Throws: `Failure` `meeting.room` where it may have been in several rooms.
  static func checkRoom(of meeting: Meeting) throws {
    guard !meeting.candidateRooms.isEmpty else { return }
    throw Failure(
      .error(
        .meetingRoom, "there are \(meeting.candidateRooms.count) rooms in it: which one is meant?",
        hints: [
          "room: "
            + meeting.candidateRooms.prefix(8).map { printable($0, limit: 80) }
            .joined(separator: ", or ")
        ]))
  }
}

/// Builds one document.
struct MinutesMaker {
  let meeting: Meeting
  let options: MinutesOptions
  let phrases: Phrasebook
  let clock: MeetingClock
  let attendance: Attendance
  /// The time of the meeting.
  let span: (from: Timestamp, to: Timestamp)?
  /// The indices of messages that others reply to, by their ids.
  let messagePlaces: [String: Int]
  var blocks: [Block] = []
  var warnings: [Diagnostic] = []

  /// - Parameter meeting: the meeting as its readers may see it.
  init(_ meeting: Diagnosed<Meeting>, _ options: MinutesOptions) {
    var shown = meeting.value
    if !options.includesModeration { shown.events.removeAll(where: \.isModeration) }
    self.meeting = shown
    warnings = Minutes.idleWarnings(shown, options) + meeting.warnings
    self.options = options
    phrases = options.phrases
    clock = options.clock(of: meeting.value)
    let wanted = Set(meeting.value.messages.lazy.map(\.replyTo).filter { !$0.isEmpty })
    messagePlaces = Dictionary(
      meeting.value.messages.indices.lazy.map { (meeting.value.messages[$0].id, $0) }
        .filter { wanted.contains($0.0) }, uniquingKeysWith: { first, _ in first })
    attendance = Attendance(meeting.value)
    span = meeting.value.shownSpan
  }

  mutating func minutes() -> Diagnosed<Document> {
    writeHead(phrases[.minutes])
    if meeting.isIdle { blocks.append(.text(phrases[.emptyRoom], .classes("limits"))) }
    writeAttendance()
    writeApologies()
    writeAgenda()
    writeDiscussion()
    writeNotes()
    writeDecisions()
    writePolls()
    writeActions()
    if options.includesChat {
      writeChat()
      writeSpeech()
    }
    writeEvents(.moderation, "moderation", meeting.events.filter(\.isModeration))
    writeEvents(.roomEvents, "room-events", meeting.events.filter { !$0.isModeration })
    writeApps()
    writeUploads()
    writeRecordings()
    writeNext()
    writeSignatures()
    return finished()
  }

  mutating func attendanceList() -> Diagnosed<Document> {
    writeHead(phrases[.attendance])
    if meeting.isIdle { blocks.append(.text(phrases[.emptyRoom], .classes("limits"))) }
    writeAttendance()
    writeApologies()
    writeSignatures()
    return finished()
  }

  func finished(withPictures: Bool = true) -> Diagnosed<Document> {
    var document = Document(metadata: metadata, blocks: blocks)
    guard withPictures else { return Diagnosed(document, warnings: warnings) }
    document.resources = meeting.images.filter(\.isShown).map { image in
      Resource(
        name: MinutesMaker.resourceName(image), mediaType: image.mediaType,
        width: image.width, height: image.height, bytes: image.bytes)
    }
    return Diagnosed(document, warnings: warnings)
  }

  static func resourceName(_ image: AttachedImage) -> String {
    String(image.sha256.prefix(16) + image.fileName.dropFirst(64))
  }

  // MARK: Head

  var title: String {
    if !options.title.isEmpty { return options.title }
    if !meeting.title.isEmpty { return meeting.title }
    return meeting.room.name.isEmpty ? phrases[.meeting] : meeting.room.name
  }

  private var metadata: Metadata {
    var metadata = Metadata(title: title, language: options.language)
    metadata.direction = options.isRightToLeft ? .rightToLeft : .leftToRight
    metadata.subtitle = options.subtitle
    metadata.authors = options.authors
    metadata.date = options.date.isEmpty ? span.map { clock.day($0.from) } ?? "" : options.date
    metadata.subject = meeting.room.link ?? meeting.room.name
    return metadata
  }

  /// The name of the room's host; empty where it is not known.
  var host: String {
    let room = meeting.room
    let identity = room.adminID.isEmpty ? room.createdBy : room.adminID
    if !identity.isEmpty {
      let name = attendance.name(identity)
      if name != identity { return name }
    }
    let people = attendance.attendees
    return (people.first { $0.role == .admin } ?? people.first { $0.role == .moderator })?.name
      ?? ""
  }

  /// - Parameter people: how many there are, where not all are shown.
  mutating func writeHead(_ kind: String, people: Int? = nil) {
    var mast: [Block] = [
      .heading(Heading(1, [.text(title)], .classes("title"), isListed: false))
    ]
    let day = span.map { clock.longDay($0.from) } ?? ""
    let line = day.isEmpty ? kind : kind + phrases[.comma] + day
    mast.append(
      .text(options.subtitle.isEmpty ? line : options.subtitle, .classes("subtitle")))
    blocks.append(.division(Division(mast, .classes("masthead"))))
    var pairs: [KeyValues.Pair] = []
    func add(_ phrase: Phrase, _ value: String) {
      if !value.isEmpty { pairs.append(KeyValues.Pair(phrases[phrase], value)) }
    }
    let room = meeting.room
    add(.server, meeting.instance)
    add(.room, room.name)
    if let link = room.link {
      pairs.append(
        KeyValues.Pair([.text(phrases[.link])], [.link(Link(link, [.text(link)]))]))
    }
    if let span {
      // How long people who are still there will stay is unknown.
      let isGoingOn =
        meeting.messages.isEmpty && meeting.speech.isEmpty
        && attendance.attendees.allSatisfy {
          $0.source == .live
        }
      let words =
        isGoingOn
        ? phrases(.fromTime, clock.stamp(span.from)) : clock.span(span.from, span.to)
      switch clock.base {
      case .calendar:
        pairs.append(
          KeyValues.Pair([.text(phrases[.date])], isolation.sentence([.text(words)])))
      case .clock:
        pairs.append(
          KeyValues.Pair([.text(phrases[.time])], isolation.sentence([.text(words)])))
      case .elapsed: add(.duration, clock.time(span.to))
      }
    }
    add(.venue, meeting.side.place)
    add(.archived, room.archived.map(clock.stamp) ?? "")
    if clock.base == .calendar { add(.timeZone, clock.zone.name) }
    add(.chair, meeting.side.chair)
    if host != meeting.side.chair { add(.host, host) }
    if !options.authors.isEmpty {
      add(.authors, options.authors.joined(separator: phrases[.comma]))
    }
    let count = people ?? attendance.attendees.count
    if count > 0 || meeting.speech.isEmpty { add(.people, phrases.grouped(count)) }
    add(.quorum, quorum ?? "")
    if !meeting.messages.isEmpty { add(.messageCount, phrases.grouped(meeting.messages.count)) }
    blocks.append(.keyValues(KeyValues(pairs, .classes("meeting-head"))))
  }

  mutating func section(_ phrase: Phrase, _ id: String, _ inner: [Block]) {
    guard !inner.isEmpty else { return }
    blocks.append(.heading(Heading(2, [.text(phrases[phrase])], .id(id))))
    blocks += inner
  }

  // MARK: Attendance

  mutating func writeAttendance() {
    let rows = attendance.attendees
    guard !rows.isEmpty else { return }
    // Chats and transcripts of other systems name people and nothing else of them.
    let hasTimes = rows.contains { $0.joined != nil || $0.left != nil }
    let areNamesAlone = !meeting.formats.isEmpty || rows.allSatisfy { $0.source == .stated }
    guard hasTimes || !areNamesAlone || rows.contains(where: { $0.seconds != nil }) else {
      return writeNames(rows)
    }
    var head: [Phrase] = [.name, .role, .joined, .left, .duration, .remarks]
    // An empty column is omitted.
    let remarks = rows.map(remarks)
    if remarks.allSatisfy(\.isEmpty) { head.removeLast() }
    if !hasTimes, areNamesAlone { head.removeAll { $0 == .joined || $0 == .left } }
    // The head states the day, so it is repeated only if it differs.
    let first = span.map { clock.day($0.from) }
    let body = rows.indices.map { index -> Table.Row in
      let row = rows[index]
      let joined = row.joined.map { clock.day($0) == first ? clock.time($0) : clock.stamp($0) }
      let sameDay = row.joined.map { joined in
        row.left.map { clock.day($0) == clock.day(joined) } ?? true
      }
      let left =
        row.left.map { sameDay == true ? clock.time($0) : clock.stamp($0) }
        ?? (row.source != .visit || row.joined == nil ? "" : phrases[.stillOpen])
      var cells: [Table.Cell] = [
        Table.Cell([isolated(row.name)], isHeader: true),
        Table.Cell([.text(phrases[row.role.phrase])]),
      ]
      if head.contains(.joined) {
        cells += [Table.Cell([.text(joined ?? "")]), Table.Cell([.text(left)])]
      }
      let duration =
        row.seconds.map {
          clock.duration(Timestamp(microseconds: 0), Timestamp(microseconds: $0 * 1_000_000)) ?? ""
        } ?? row.joined.flatMap { from in row.left.flatMap { clock.duration(from, $0) } }
      cells.append(
        Table.Cell([.text(duration ?? (left == phrases[.stillOpen] ? left : ""))]))
      if head.last == .remarks { cells.append(Table.Cell([.text(remarks[index])])) }
      return Table.Row(cells)
    }
    var inner: [Block] = [
      .table(
        Table(
          columns: head.map { Table.Column($0 == .duration ? .end : .start) },
          head: [Table.Row(head.map { Table.Cell([.text(phrases[$0])]) })], body: body,
          .classes("attendance")))
    ]
    for (source, phrase) in [(Attendee.Source.visit, Phrase.lastVisitOnly), (.live, .liveOnly)]
    where rows.contains(where: { $0.source == source }) {
      inner.append(
        .paragraph(Paragraph(isolation.sentence([.text(phrases[phrase])]), .classes("limits"))))
    }
    section(.attendance, Minutes.attendanceID, inner)
  }

  /// A list of names alone.
  private mutating func writeNames(_ rows: [Attendee]) {
    let items = rows.map { row in
      let facts = row.remark.isEmpty ? [] : [[isolated(row.remark)]]
      return List.Item([.paragraph(Paragraph([isolated(row.name)] + bracketed(facts)))])
    }
    section(.attendance, Minutes.attendanceID, [.list(List(.bullet, items))])
  }

  private func remarks(_ row: Attendee) -> String {
    var words: [String] = row.remark.isEmpty ? [] : [row.remark]
    if row.source == .chat { words.append(phrases[.chatOnly]) }
    if row.source == .speech { words.append(phrases[.transcriptOnly]) }
    if row.source == .live { words.append(phrases[.inRoomNow]) }
    if row.visits > 1 { words.append(phrases(.visitCount, phrases.grouped(row.visits))) }
    if options.includesModeration { words += row.flags.map { phrases[$0.phrase] } }
    return words.joined(separator: phrases[.comma])
  }

  // MARK: Agenda, notes, polls, action items

  /// Notes in Markdown; their headings are of lower levels than Platen's.
  mutating func writeNotes() {
    section(.notes, "notes", markdown(meeting.side.notes, below: 2))
  }

  /// Texts in Markdown, their headings below a level.
  mutating func markdown(_ texts: [String], below level: Int) -> [Block] {
    var options = MarkdownReader.Options()
    options.headingShift = level
    options.listsHeadings = false
    var reader = MarkdownReader(options: options)
    let inner = texts.flatMap { reader.blocks(of: $0) }
    warnings += reader.tally.warnings
    return inner
  }

  /// Polls that people added, then those of the chat, each with its author and time.
  private mutating func writePolls() {
    var tables = meeting.side.polls.map { poll -> Block in
      var facts: [[Inline]] = []
      if let closed = poll.closed {
        facts.append(isolation.sentence([.text(phrases(.closed, clock.stamp(closed)))]))
      }
      return table(
        of: poll.question, facts, poll.options.map { (label: $0.label, votes: $0.votes) })
    }
    for message in meeting.messages {
      guard let poll = message.poll, !message.isDeleted else { continue }
      let sender = attendance.sender(of: message)
      var facts: [[Inline]] = sender.isEmpty ? [] : [[isolated(sender)]]
      if let time = message.time { facts.append([.text(clock.stamp(time))]) }
      tables.append(
        table(
          of: poll.question, facts, poll.counted.map { (label: $0.option.text, votes: $0.votes) },
          voters: voters(in: poll)))
    }
    section(.polls, "polls", tables)
  }

  /// The names of those who voted for each option; nil where no name is known, or too many voted for
  /// a table.
  private func voters(in poll: ChatPoll) -> [[String]]? {
    guard (1...MinutesMaker.mostVoters).contains(poll.votes.count),
      poll.votes.contains(where: { attendance.name($0.identity) != $0.identity })
    else { return nil }
    return poll.options.map { option in
      poll.votes.filter { $0.option == option.id }.map { vote in
        let name = attendance.name(vote.identity)
        return name == vote.identity ? phrases[.somebody] : name
      }
    }
  }

  private static let mostVoters = 60

  /// A poll's options with their votes and the share of each in all of them.
  ///
  /// - Parameter voters: the names of those who voted for each option; nil for a count alone.
  private func table(
    of question: String, _ facts: [[Inline]], _ options: [(label: String, votes: Int)],
    voters: [[String]]? = nil
  ) -> Block {
    let total = options.reduce(0) { $0 + $1.votes }
    func names(_ index: Int) -> [Inline] {
      voters?[index].enumerated().flatMap { place, name in
        (place == 0 ? [] : [.text(phrases[.comma])]) + [isolated(name)]
      } ?? []
    }
    let columns: [Phrase] = [.option, .votes, .share] + (voters == nil ? [] : [.votedBy])
    return .table(
      Table(
        caption: [.strong([isolated(question)])] + bracketed(facts),
        columns: columns.map { Table.Column($0 == .votes || $0 == .share ? .end : .start) },
        head: [head(columns)],
        body: options.enumerated().map { index, option in
          let share = total == 0 ? "" : "\((option.votes * 100 + total / 2) / total) %"
          return Table.Row(
            [
              Table.Cell([isolated(option.label)], isHeader: true),
              Table.Cell([.text(phrases.grouped(option.votes))]), Table.Cell([.text(share)]),
            ] + (voters == nil ? [] : [Table.Cell(names(index))]))
        }, .classes("poll")))
  }

  mutating func writeActions() {
    let actions = ActionItems.of(meeting, attendance, clock: clock, phrases: phrases)
    // Who does what by when is a table, as soon as anything of it is known.
    if actions.contains(where: { !$0.due.isEmpty }) {
      return section(.actionItems, "to-do", [taskTable(actions)])
    }
    let items = actions.map { item -> List.Item in
      var inlines: [Inline] = []
      MessageText.append(item.text, to: &inlines)
      var facts: [[Inline]] = []
      if !item.who.isEmpty { facts.append([isolated(item.who)]) }
      if let time = item.time { facts.append([.text(clock.time(time))]) }
      if !item.due.isEmpty { facts.append([.text(phrases(.due, phrases.date(item.due)))]) }
      return List.Item([.paragraph(Paragraph(inlines + bracketed(facts)))], isDone: item.isDone)
    }
    section(.actionItems, "to-do", items.isEmpty ? [] : [.list(List(.bullet, items))])
  }

  mutating func writeNext() {
    guard !meeting.side.next.isEmpty else { return }
    section(.nextMeeting, "next", [.text(meeting.side.next)])
  }

  // MARK: Events and recordings

  private mutating func writeEvents(_ phrase: Phrase, _ id: String, _ events: [RoomEvent]) {
    guard !events.isEmpty else { return }
    let rows = events.map { event in
      Table.Row([
        Table.Cell([.text(event.time.map(clock.stamp) ?? phrases[.noTime])], isHeader: true),
        Table.Cell(sentence(event)),
      ])
    }
    section(
      phrase, id,
      [
        .table(
          Table(
            columns: [Table.Column(), Table.Column()],
            head: [
              Table.Row([
                Table.Cell([.text(phrases[.time])]), Table.Cell([.text(phrases[phrase])]),
              ])
            ], body: rows, .classes(id)))
      ])
  }

  private mutating func writeRecordings() {
    guard !meeting.recordings.isEmpty else { return }
    let rows = meeting.recordings.map { recording in
      let time = recording.started ?? recording.completed
      let name = Inline.text(recording.kind.isEmpty ? phrases[.unknown] : recording.kind)
      let isLinked = recording.url.hasPrefix("https://") || recording.url.hasPrefix("http://")
      let duration = recording.duration.flatMap {
        clock.duration(Timestamp(microseconds: 0), Timestamp(microseconds: min($0, 1 << 40) * 1000))
      }
      return Table.Row([
        Table.Cell([.text(time.map(clock.stamp) ?? phrases[.noTime])], isHeader: true),
        Table.Cell([isLinked ? .link(Link(recording.url, [name])) : name]),
        Table.Cell([.text(duration ?? "")]),
        Table.Cell([.text(recording.bytes.map { phrases.byteCount($0) } ?? "")]),
        Table.Cell([
          .text([recording.status, recording.error].filter { !$0.isEmpty }.joined(separator: ": "))
        ]),
      ])
    }
    let head: [Phrase] = [.time, .recording, .duration, .size, .state]
    section(
      .recordings, "recordings",
      [
        .table(
          Table(
            columns: head.map { Table.Column($0 == .duration || $0 == .size ? .end : .start) },
            head: [Table.Row(head.map { Table.Cell([.text(phrases[$0])]) })], body: rows,
            .classes("recordings")))
      ])
  }
}

extension Phrasebook {
  /// A number of bytes in the largest unit of which there is at least one, rounded: `1 MB`.
  func byteCount(_ bytes: Int) -> String {
    let units: [(Phrase, Int)] = [
      (.gigabytes, 1_000_000_000), (.megabytes, 1_000_000), (.kilobytes, 1000),
    ]
    for (unit, size) in units where bytes >= size {
      return self(unit, grouped((bytes + size / 2) / size))
    }
    return self(.bytes, grouped(bytes))
  }
}

extension Attendee.Role {
  var phrase: Phrase {
    switch self {
    case .admin: .admin
    case .moderator: .moderator
    case .participant: .participant
    case .guest: .guest
    }
  }
}

extension Attendee.Flag {
  var phrase: Phrase {
    switch self {
    case .muted: .muted
    case .videoOff: .videoOff
    case .chatBlocked: .chatBlocked
    case .banned: .banned
    case .onStage: .onStage
    case .notApproved: .notApproved
    }
  }
}

extension RoomEvent.Kind {
  var phrase: Phrase {
    switch self {
    case .kick: .kicked
    case .ban: .bannedBy
    case .spotlight: .spotlighted
    case .deafen: .deafened
    case .undeafen: .undeafened
    case .askUnmute: .askedToUnmute
    case .askCamera: .askedForCamera
    case .stage: .unknownEvent
    case .roomCreated: .roomCreated
    case .roomJoined: .roomJoined
    case .roomEnded: .roomEnded
    case .roomClosed: .roomClosed
    case .roomArchived: .roomArchived
    case .roomSuspended: .roomSuspended
    case .roomDeleted: .roomDeleted
    case .handRaised: .handRaised
    }
  }
}

extension MinutesOptions: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      file, title, subtitle, authors, date, language, isRightToLeft, phrases, zone,
      includesModeration, includesChat, audience, isAudienceStated)
  }
}
