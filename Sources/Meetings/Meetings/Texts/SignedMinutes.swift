// SPDX-License-Identifier: MIT
// Part of Platen: what makes minutes formal: quorum, agenda, decisions, tasks, lines to sign.

internal import Documents
internal import Readers

extension MinutesMaker {
  // MARK: People

  /// Writes who sent apologies, each with the reason where it is known.
  mutating func writeApologies() {
    let items = meeting.side.apologies.map { person -> List.Item in
      let facts = person.remark.isEmpty ? [] : [[isolated(person.remark)]]
      return List.Item([.paragraph(Paragraph([isolated(person.name)] + bracketed(facts)))])
    }
    section(.apologies, "apologies", items.isEmpty ? [] : [.list(List(.bullet, items))])
  }

  /// The quorum in a sentence; nil where none is specified.
  var quorum: String? {
    guard let quorum = meeting.side.quorum else { return nil }
    let members = attendance.attendees.count { person in
      person.role != .guest && !person.flags.contains(.banned)
        && !person.flags.contains(.notApproved)
    }
    let present = quorum.present ?? members
    return phrases(
      present >= quorum.required ? .quorumMet : .quorumMissed, phrases.grouped(present),
      phrases.grouped(quorum.required))
  }

  // MARK: Agenda

  /// The agenda: a numbered list, or a table where items have numbers of their own or items below
  /// them.
  mutating func writeAgenda() {
    let agenda = meeting.side.numberedAgenda
    guard !agenda.isEmpty else { return }
    let isPlain = agenda.allSatisfy { $0.depth == 0 && $0.item.number.isEmpty }
    guard !isPlain else {
      let items = agenda.map { _, _, item in
        List.Item([.paragraph(Paragraph([.text(item.title)] + bracketed(facts(of: item))))])
      }
      return section(
        .agenda, "agenda", [.list(List(.ordered(start: 1, style: .decimal), items))])
    }
    let rows = agenda.map { number, _, item in
      Table.Row([
        Table.Cell([isolation.address(number)], isHeader: true),
        Table.Cell([isolated(item.title)] + bracketed(facts(of: item))),
      ])
    }
    section(
      .agenda, "agenda",
      [
        .table(
          Table(
            columns: [Table.Column(), Table.Column()], head: [head(.agendaNumber, .agendaItem)],
            body: rows, .classes("agenda")))
      ])
  }

  private func facts(of item: SideNotes.AgendaItem) -> [[Inline]] {
    var facts: [[Inline]] = []
    if !item.who.isEmpty { facts.append([isolated(item.who)]) }
    if let minutes = item.minutes {
      facts.append([.text(phrases(.minutesShort, String(minutes)))])
    }
    return facts
  }

  /// Writes what was discussed, item by item, with the decisions of each.
  mutating func writeDiscussion() {
    let decisions = meeting.side.numberedDecisions
    var inner: [Block] = []
    for (number, _, item) in meeting.side.numberedAgenda {
      let own = decisions.filter {
        !$0.decision.item.isEmpty && !$0.decision.isNoted
          && ($0.decision.item == number || $0.decision.item == item.title)
      }
      guard !item.notes.isEmpty else { continue }
      inner.append(
        .heading(
          Heading(
            3, [isolation.address(number), .text(" "), isolated(item.title)],
            .id("item-\(inner.count)"))))
      inner += markdown(item.notes, below: 3)
      for (number, decision) in own {
        inner.append(
          .paragraph(
            Paragraph(
              [
                .strong([.text(phrases(.decisionReference, number))]), .text(": "),
                isolated(decision.text),
              ], .classes("decision"))))
      }
    }
    section(.discussion, "discussion", inner)
  }

  // MARK: Decisions and tasks

  /// The decisions with their votes and results; columns that nothing fills are omitted.
  mutating func writeDecisions() {
    let decisions = meeting.side.numberedDecisions
    guard !decisions.isEmpty else { return }
    let items = Dictionary(
      meeting.side.numberedAgenda.map { ($0.item.title, $0.number) },
      uniquingKeysWith: { a, _ in a }
    )
    let hasVotes = decisions.contains { entry in
      let decision = entry.decision
      return [decision.ayes, decision.noes, decision.abstentions].contains { $0 != nil }
    }
    let hasResults = decisions.contains { result(of: $0.decision) != nil }
    var columns: [Phrase] = [.agendaNumber, .decision]
    if hasVotes { columns += [.votesFor, .votesAgainst, .abstentions] }
    if hasResults { columns.append(.voteResult) }
    let rows = decisions.map { number, decision -> Table.Row in
      var facts: [[Inline]] = []
      if !decision.item.isEmpty {
        facts.append([
          .text(phrases[.agendaItem] + " "),
          isolated(items[decision.item] ?? decision.item),
        ])
      }
      if !decision.proposedBy.isEmpty {
        facts.append(filled(.proposedBy, [isolated(decision.proposedBy)]))
      }
      if !decision.secondedBy.isEmpty {
        facts.append(filled(.secondedBy, [isolated(decision.secondedBy)]))
      }
      var cells = [
        Table.Cell([isolation.address(number)], isHeader: true),
        Table.Cell([isolated(decision.text)] + bracketed(facts)),
      ]
      if hasVotes {
        cells += [decision.ayes, decision.noes, decision.abstentions].map { count in
          Table.Cell([.text(count.map { phrases.grouped($0) } ?? "")])
        }
      }
      if hasResults { cells.append(Table.Cell([isolated(result(of: decision) ?? "")])) }
      return Table.Row(cells)
    }
    let numbers: [Phrase] = [.votesFor, .votesAgainst, .abstentions]
    section(
      .decisions, "decisions",
      [
        .table(
          Table(
            columns: columns.map { Table.Column(numbers.contains($0) ? .end : .start) },
            head: [head(columns)], body: rows, .classes("decisions")))
      ])
  }

  /// The result as written, or by the votes: carried with more for it than against it.
  private func result(of decision: SideNotes.Decision) -> String? {
    if !decision.result.isEmpty { return decision.result }
    return decision.isCarried.map { phrases[$0 ? .carried : .notCarried] }
  }

  /// Tasks as a table of who does what by when.
  func taskTable(_ items: [ActionItem]) -> Block {
    let rows = items.map { item -> Table.Row in
      var inlines: [Inline] = []
      MessageText.append(item.text, to: &inlines)
      if let time = item.time { inlines += bracketed([[.text(clock.time(time))]]) }
      return Table.Row([
        Table.Cell(inlines, isHeader: true),
        Table.Cell([isolated(item.who)]),
        Table.Cell([.text(phrases.date(item.due))]),
        Table.Cell([.text(phrases[item.isDone ? .done : .toDo])]),
      ])
    }
    let columns: [Phrase] = [.task, .owner, .dueDay, .state]
    return .table(
      Table(
        columns: columns.map { _ in Table.Column() }, head: [head(columns)], body: rows,
        .classes("tasks")))
  }

  // MARK: Signatures

  /// Lines to sign on, each with a name and what the person is, and a line for place and date.
  mutating func writeSignatures() {
    var people: [SideNotes.Person]
    switch meeting.side.signatures {
    case .none: return
    case .people(let named): people = named
    case .standard:
      let chair = meeting.side.chair.isEmpty ? host : meeting.side.chair
      people = [SideNotes.Person(chair, remark: phrases[.chair])]
      people += options.authors.map { SideNotes.Person($0, remark: phrases[.minutesTaker]) }
      if options.authors.isEmpty {
        people.append(SideNotes.Person("", remark: phrases[.minutesTaker]))
      }
    }
    let line = Inline.text(String(repeating: "_", count: 30))
    let rows = people.map { person -> Table.Row in
      let words = [person.name, person.remark].filter { !$0.isEmpty }
      var signer: [Inline] = [.text("\u{A0}"), .lineBreak, line, .lineBreak]
      for (index, word) in words.enumerated() {
        if index > 0 { signer.append(.text(phrases[.comma])) }
        signer.append(isolated(word))
      }
      if words.isEmpty { signer.append(.text(phrases[.signature])) }
      return Table.Row([
        Table.Cell(signer),
        Table.Cell([
          .text("\u{A0}"), .lineBreak, line, .lineBreak, .text(phrases[.placeAndDate]),
        ]),
      ])
    }
    guard !rows.isEmpty else { return }
    section(
      .signatures, "signatures",
      [
        .table(
          Table(
            columns: [Table.Column(share: 0.5), Table.Column(share: 0.5)], body: rows,
            .classes(Block.sideBySide, "signatures")))
      ])
  }

  // MARK: Tables

  func head(_ phrases: Phrase...) -> Table.Row { head(phrases) }

  func head(_ columns: [Phrase]) -> Table.Row {
    Table.Row(columns.map { Table.Cell([.text(phrases[$0])]) })
  }
}
