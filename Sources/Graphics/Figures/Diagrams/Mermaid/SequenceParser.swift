// SPDX-License-Identifier: MIT
// Part of Platen: Mermaid's notation for sequence diagrams.

internal import Drawing

/// The messages between participants, in order.
struct SequenceChart: Hashable, Sendable {
  struct Participant: Hashable, Sendable {
    var id: String
    var label: String
    var isActor: Bool
  }

  enum Arrow: Hashable, Sendable { case none, filled, cross, open }

  enum Side: Hashable, Sendable { case left, right, over }

  enum Event: Hashable, Sendable {
    case message(from: Int, to: Int, text: String, isDotted: Bool, head: Arrow, tail: Arrow)
    case note(Side, from: Int, to: Int, text: String)
    /// A box around what follows, with what it is, such as `loop`.
    case begin(kind: String, text: String)
    /// Another part of the box.
    case part(String)
    case end
    /// A ground behind what follows.
    case ground(Color)
    case endGround
    case activate(Int)
    case deactivate(Int)
  }

  var participants: [Participant] = []
  var events: [Event] = []

  /// The text in it.
  var words: [String] {
    events.compactMap { event in
      guard case .message(let from, let to, let text, _, _, _) = event else { return nil }
      let names = (participants[from].label, participants[to].label)
      return "\(names.0) → \(names.1): \(text)".replacing("\n", with: " ")
    }
  }
}

struct SequenceParser {
  private let source: MermaidSource
  private var made = SequenceChart()
  private var index: [String: Int] = [:]
  private var open: [String] = []
  private var number: Int?
  private(set) var leftOut: [String] = []
  private var knownLeftOut: Set<String> = []

  private static let eventLimit = 400
  private static let participantLimit = 30

  init(_ source: MermaidSource) { self.source = source }

  mutating func chart() throws(DiagramError) -> SequenceChart {
    for line in source.lines {
      guard made.events.count < SequenceParser.eventLimit else {
        throw DiagramError(
          "it has more than \(SequenceParser.eventLimit) messages and notes",
          hint: "cut it into several diagrams", line: line.number)
      }
      try statement(line.text, line.number)
    }
    guard open.isEmpty else {
      throw DiagramError(
        "a block has no end", hint: "end it with end", line: source.lines.last?.number ?? 1)
    }
    guard !made.participants.isEmpty else {
      throw DiagramError(
        "it has no messages or notes", hint: "write A->>B: Hello below its first line",
        line: source.head.number)
    }
    return made
  }

  private mutating func statement(_ text: String, _ line: Int) throws(DiagramError) {
    let word = String(text.prefix { !$0.isWhitespace })
    let rest = MermaidSource.trimmed(text.dropFirst(word.count))
    switch word.lowercased() {
    case "participant", "actor": try declare(rest, isActor: word.lowercased() == "actor", line)
    case "create":
      let kind = String(rest.prefix { !$0.isWhitespace })
      try declare(MermaidSource.trimmed(rest.dropFirst(kind.count)), isActor: kind == "actor", line)
      leaveOut("participants that come later")
    case "destroy": leaveOut("participants that go")
    case "autonumber":
      number = rest == "off" ? nil : Int(rest.split(separator: " ").first ?? "1") ?? 1
    case "activate": made.events.append(.activate(try participant(rest, line)))
    case "deactivate": made.events.append(.deactivate(try participant(rest, line)))
    case "note": try note(rest, line)
    case "loop", "alt", "opt", "par", "critical", "break":
      guard open.count < 10 else {
        throw DiagramError("blocks are nested too deep", hint: "at most 10 deep", line: line)
      }
      open.append(word)
      made.events.append(.begin(kind: word.lowercased(), text: MermaidText.plain(rest)))
    case "else", "and", "option":
      guard let last = open.last, last != "rect", last != "box" else {
        throw DiagramError("unexpected \"\(word)\" outside a block", hint: "remove it", line: line)
      }
      made.events.append(.part(MermaidText.plain(rest)))
    case "rect":
      guard let color = Color(css: rest) else {
        throw DiagramError(
          "invalid color \"\(rest)\"", hint: "write rgb(200, 220, 240)", line: line)
      }
      open.append("rect")
      made.events.append(.ground(color))
    case "box":
      open.append("box")
      leaveOut("boxes around participants")
    case "end" where rest.isEmpty:
      guard let kind = open.popLast() else {
        throw DiagramError("unexpected \"end\" outside a block", hint: "remove it", line: line)
      }
      if kind == "rect" {
        made.events.append(.endGround)
      } else if kind != "box" {
        made.events.append(.end)
      }
    case "link", "links", "properties", "details": leaveOut("links of participants")
    case "title": break
    default: try message(text, line)
    }
  }

  private mutating func leaveOut(_ what: String) {
    if knownLeftOut.insert(what).inserted { leftOut.append(what) }
  }

  private mutating func declare(_ text: String, isActor: Bool, _ line: Int) throws(DiagramError) {
    var id = text
    var label = text
    if let range = text.firstRange(of: " as ") {
      id = MermaidSource.trimmed(text[..<range.lowerBound])
      label = MermaidSource.trimmed(text[range.upperBound...])
    }
    let place = try participant(id, line)
    made.participants[place].label = MermaidText.plain(label)
    made.participants[place].isActor = isActor
  }

  private mutating func participant(_ name: String, _ line: Int) throws(DiagramError) -> Int {
    let id = MermaidSource.trimmed(name)
    if let known = index[id] { return known }
    guard !id.isEmpty else {
      throw DiagramError("expected a participant", hint: "write A->>B: Hello", line: line)
    }
    guard made.participants.count < SequenceParser.participantLimit else {
      throw DiagramError(
        "more than \(SequenceParser.participantLimit) participants",
        hint: "cut it into several diagrams", line: line)
    }
    index[id] = made.participants.count
    made.participants.append(
      SequenceChart.Participant(id: id, label: MermaidText.plain(id), isActor: false))
    return made.participants.count - 1
  }

  private mutating func note(_ text: String, _ line: Int) throws(DiagramError) {
    guard let colon = text.firstIndex(of: ":") else {
      throw DiagramError(
        "a note is empty", hint: "write Note right of A: words", line: line)
    }
    let place = text[..<colon]
    let words = MermaidText.plain(MermaidSource.trimmed(text[text.index(after: colon)...]))
    let lower = place.lowercased()
    for (prefix, side) in [
      ("right of ", SequenceChart.Side.right), ("left of ", .left), ("over ", .over),
    ] where lower.hasPrefix(prefix) {
      let names = place.dropFirst(prefix.count).split(separator: ",").map(String.init)
      let from = try participant(names.first ?? "", line)
      let to = names.count > 1 ? try participant(names[1], line) : from
      made.events.append(.note(side, from: min(from, to), to: max(from, to), text: words))
      return
    }
    throw DiagramError(
      "invalid position of a note \"\(String(place))\"",
      hint: "write right of A, left of A or over A,B", line: line)
  }

  private static let arrows:
    [(sign: String, isDotted: Bool, head: SequenceChart.Arrow, tail: SequenceChart.Arrow)] = [
      ("<<-->>", true, .filled, .filled), ("<<->>", false, .filled, .filled),
      ("-->>", true, .filled, .none), ("->>", false, .filled, .none), ("--x", true, .cross, .none),
      ("-x", false, .cross, .none), ("--)", true, .open, .none), ("-)", false, .open, .none),
      ("-->", true, .none, .none), ("->", false, .none, .none),
    ]

  private mutating func message(_ text: String, _ line: Int) throws(DiagramError) {
    let colon = text.firstIndex(of: ":") ?? text.endIndex
    let ends = text[..<colon]
    // The arrow that begins first; of those that begin together, the longest.
    let found = SequenceParser.arrows.compactMap { arrow in
      ends.firstRange(of: arrow.sign).map { (arrow, $0) }
    }.min {
      ($0.1.lowerBound, -$0.0.sign.count) < ($1.1.lowerBound, -$1.0.sign.count)
    }
    guard let (arrow, range) = found else {
      throw DiagramError(
        "invalid message \"\(String(text.prefix(40)))\"", hint: "write A->>B: Hello", line: line)
    }
    let from = try participant(String(ends[..<range.lowerBound]), line)
    var target = MermaidSource.trimmed(ends[range.upperBound...])
    var change: Character?
    if let sign = target.first, sign == "+" || sign == "-" {
      change = sign
      target.removeFirst()
    }
    let to = try participant(target, line)
    var words =
      colon < text.endIndex
      ? MermaidText.plain(MermaidSource.trimmed(text[text.index(after: colon)...])) : ""
    if let count = number {
      words = "\(count). \(words)"
      // The greatest number there is has no next one.
      number = count == .max ? count : count + 1
    }
    made.events.append(
      .message(
        from: from, to: to, text: words, isDotted: arrow.isDotted, head: arrow.head,
        tail: arrow.tail))
    if change == "+" { made.events.append(.activate(to)) }
    if change == "-" { made.events.append(.deactivate(from)) }
  }
}
