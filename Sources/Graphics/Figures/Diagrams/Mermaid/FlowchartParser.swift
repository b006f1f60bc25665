// SPDX-License-Identifier: MIT
// Part of Platen: Mermaid's notation for flowcharts, statement by statement.

internal import Drawing

struct FlowchartParser {
  private let source: MermaidSource
  private var chart = Flowchart()
  private var nodeIndex: [String: Int] = [:]
  private var groupIndex: [String: Int] = [:]
  private var open: [Int] = []
  private var classes: [String: Flowchart.Look] = [:]
  private var linkLooks: [(edges: [Int]?, look: Flowchart.Look)] = []
  private(set) var leftOut: [String] = []
  private var knownLeftOut: Set<String> = []

  private static let nodeLimit = 200
  private static let edgeLimit = 400
  private static let depthLimit = 8

  init(_ source: MermaidSource) { self.source = source }

  mutating func flowchart() throws(DiagramError) -> Flowchart {
    let head = source.head.text.split(separator: ";", maxSplits: 1)
    chart.direction = try direction(
      head.first.map(MermaidSource.trimmed) ?? "", line: source.head.number)
    if head.count > 1 { try statements(String(head[1]), line: source.head.number) }
    for line in source.lines { try statements(line.text, line: line.number) }
    guard open.isEmpty else {
      throw DiagramError(
        "a subgraph has no end", hint: "end it with end", line: source.lines.last?.number ?? 1)
    }
    guard !chart.nodes.isEmpty else {
      throw DiagramError(
        "it has no nodes", hint: "write A --> B below its first line", line: source.head.number)
    }
    resolveGroups()
    applyLooks()
    let pieces = LayeredGraph.pieceCount(of: chart)
    guard pieces <= LayeredGraph.mostPieces else {
      throw DiagramError(
        "its links and subgraphs reach over \(pieces) ranks in all, and up to"
          + " \(LayeredGraph.mostPieces) are laid out",
        hint: "make long links shorter, or cut it into several diagrams", line: source.head.number)
    }
    return chart
  }

  private func direction(_ word: String, line: Int) throws(DiagramError) -> Flowchart.Direction {
    switch word {
    case "TD", "TB", "": .down
    case "BT": .up
    case "LR": .right
    case "RL": .left
    default:
      throw DiagramError(
        "invalid direction \"\(word)\"", hint: "write TD, BT, LR or RL", line: line)
    }
  }

  // MARK: Statements

  /// Statements of a line, separated by semicolons outside of quotes and brackets.
  private mutating func statements(_ text: String, line: Int) throws(DiagramError) {
    var statement = ""
    var isQuoted = false
    var depth = 0
    for character in text + ";" {
      switch character {
      case "\"": isQuoted.toggle()
      case "[", "(", "{": if !isQuoted { depth += 1 }
      case "]", ")", "}": if !isQuoted { depth -= 1 }
      case ";" where !isQuoted && depth <= 0:
        let trimmed = MermaidSource.trimmed(statement)
        if !trimmed.isEmpty { try self.statement(trimmed, line: line) }
        statement = ""
        depth = 0
        continue
      default: break
      }
      statement.append(character)
    }
    let rest = MermaidSource.trimmed(statement.dropLast(statement.last == ";" ? 1 : 0))
    if !rest.isEmpty { try self.statement(rest, line: line) }
  }

  private mutating func statement(_ text: String, line: Int) throws(DiagramError) {
    let word = String(text.prefix { !$0.isWhitespace })
    let rest = MermaidSource.trimmed(text.dropFirst(word.count))
    switch word {
    case "subgraph": try beginGroup(rest, line: line)
    case "end" where rest.isEmpty:
      guard open.popLast() != nil else {
        throw DiagramError("unexpected \"end\" outside a subgraph", hint: "remove it", line: line)
      }
    case "direction" where !open.isEmpty && !rest.isEmpty:
      _ = try direction(rest, line: line)
      leaveOut("a direction of a subgraph's own")
    case "classDef":
      let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
      let look = try look(parts.count > 1 ? parts[1] : "", line: line)
      for name in (parts.first ?? "").split(separator: ",") { classes[String(name)] = look }
    case "class" where rest.contains(" "):
      let parts = rest.split(separator: " ", maxSplits: 1)
      for id in parts[0].split(separator: ",") { addClass(String(parts[1]), to: String(id)) }
    case "style" where rest.contains(" "):
      let parts = rest.split(separator: " ", maxSplits: 1)
      let look = try look(String(parts[1]), line: line)
      for id in parts[0].split(separator: ",") {
        if let group = groupIndex[String(id)] {
          chart.groups[group].look = look.over(chart.groups[group].look)
        } else {
          let node = try node(String(id), line: line)
          chart.nodes[node].look = look.over(chart.nodes[node].look)
        }
      }
    case "linkStyle" where rest.contains(" "):
      let parts = rest.split(separator: " ", maxSplits: 1)
      let look = try look(String(parts[1]), line: line)
      let edges: [Int]? =
        parts[0] == "default" ? nil : parts[0].split(separator: ",").compactMap { Int($0) }
      linkLooks.append((edges, look))
    case "click", "href": leaveOut("links and actions of nodes")
    default: try chain(text, line: line)
    }
  }

  private mutating func leaveOut(_ what: String) {
    if knownLeftOut.insert(what).inserted { leftOut.append(what) }
  }

  private mutating func beginGroup(_ text: String, line: Int) throws(DiagramError) {
    guard open.count < FlowchartParser.depthLimit, chart.groups.count < 60 else {
      throw DiagramError(
        "too many subgraphs", hint: "at most 60, nested 8 deep", line: line)
    }
    var id = text
    var title = text
    if let bracket = text.firstIndex(of: "["), text.last == "]" {
      id = MermaidSource.trimmed(text[..<bracket])
      title = String(text[text.index(after: bracket)...].dropLast())
    } else if text.first == "\"" {
      id = String(text.filter { $0 != "\"" })
    }
    if id.isEmpty { id = "subgraph \(chart.groups.count + 1)" }
    groupIndex[id] = chart.groups.count
    chart.groups.append(
      Flowchart.Group(id: id, title: MermaidText.plain(title), parent: open.last))
    open.append(chart.groups.count - 1)
  }

  // MARK: Chains

  /// `A & B -->|label| C --- D`.
  private mutating func chain(_ text: String, line: Int) throws(DiagramError) {
    var scan = LinkScanner(text, line: line)
    defer { for what in scan.leftOut { leaveOut(what) } }
    var before = try nodes(&scan)
    while !scan.isAtEnd {
      guard let link = try scan.link() else {
        throw scan.syntaxError("expected a link, found \"\(scan.rest)\"")
      }
      let after = try nodes(&scan)
      let label = MermaidText.plain(link.label)
      for from in before {
        for to in after {
          guard chart.edges.count < FlowchartParser.edgeLimit else {
            throw scan.syntaxError("more than \(FlowchartParser.edgeLimit) edges")
          }
          chart.edges.append(
            Flowchart.Edge(
              from: from, to: to, label: label, line: link.line,
              tail: link.tail, head: link.head, length: link.length))
        }
      }
      before = after
    }
  }

  private mutating func nodes(_ scan: inout LinkScanner) throws(DiagramError) -> [Int] {
    var found = [try node(&scan)]
    while scan.take("&") { found.append(try node(&scan)) }
    return found
  }

  private mutating func node(_ scan: inout LinkScanner) throws(DiagramError) -> Int {
    let id = scan.identifier()
    guard !id.isEmpty else { throw scan.syntaxError("expected a node, found \"\(scan.rest)\"") }
    let body = try scan.shape()
    var index: Int
    if body == nil, nodeIndex[id] == nil, let group = groupIndex[id] {
      index = -1 - group
    } else {
      index = try node(id, line: scan.line)
    }
    if let (shape, label) = body, index >= 0 {
      chart.nodes[index].shape = shape
      if let label { chart.nodes[index].label = MermaidText.plain(label) }
    }
    while scan.take(":::") { addClass(scan.identifier(), to: id) }
    return index
  }

  private mutating func node(_ id: String, line: Int) throws(DiagramError) -> Int {
    if let known = nodeIndex[id] {
      // The subgraph it is first named in within is its own.
      if chart.nodes[known].group == nil { chart.nodes[known].group = open.last }
      return known
    }
    guard chart.nodes.count < FlowchartParser.nodeLimit else {
      throw DiagramError(
        "more than \(FlowchartParser.nodeLimit) nodes",
        hint: "cut it into several diagrams", line: line)
    }
    nodeIndex[id] = chart.nodes.count
    chart.nodes.append(Flowchart.Node(id: id, label: id, group: open.last))
    return chart.nodes.count - 1
  }

  private mutating func addClass(_ name: String, to id: String) {
    if let group = groupIndex[id], nodeIndex[id] == nil {
      chart.groups[group].classes.append(name)
    } else if let index = nodeIndex[id] {
      chart.nodes[index].classes.append(name)
    } else {
      pendingClasses.append((id, name))
    }
  }
  private var pendingClasses: [(id: String, name: String)] = []

  // MARK: At the end

  /// Names that turned out to be subgraphs are not nodes; subgraphs with nothing in them are, so that
  /// every subgraph that is left has a node that stands for it.
  private mutating func resolveGroups() {
    var replaced: [Int: Int] = [:]
    for (index, node) in chart.nodes.enumerated() where node.label == node.id {
      if let group = groupIndex[node.id] { replaced[index] = -1 - group }
    }
    // A subgraph contains the nodes of the subgraphs in it.
    var isHeld = [Bool](repeating: false, count: chart.groups.count)
    for group in chart.groups { if let parent = group.parent { isHeld[parent] = true } }
    for (index, node) in chart.nodes.enumerated() where replaced[index] == nil {
      if let group = node.group { isHeld[group] = true }
    }
    var added: [Int: Int] = [:]
    for (group, own) in chart.groups.enumerated() where !isHeld[group] {
      var node = Flowchart.Node(
        id: own.id, label: own.title, classes: own.classes, look: own.look, group: own.parent)
      // A node of its name stands where the subgraph does.
      if let named = nodeIndex[own.id], replaced[named] == -1 - group {
        replaced[named] = nil
        node.shape = chart.nodes[named].shape
        node.classes += chart.nodes[named].classes
        node.look = chart.nodes[named].look.over(own.look)
        chart.nodes[named] = node
        added[-1 - group] = named
      } else {
        added[-1 - group] = chart.nodes.count
        chart.nodes.append(node)
      }
    }
    guard !replaced.isEmpty || !added.isEmpty else { return }
    var kept: [Int: Int] = [:]
    var nodes: [Flowchart.Node] = []
    for (index, node) in chart.nodes.enumerated() where replaced[index] == nil {
      kept[index] = nodes.count
      nodes.append(node)
    }
    func moved(_ end: Int) -> Int {
      let node = added[end] ?? end
      return node < 0 ? node : replaced[node] ?? kept[node] ?? node
    }
    for i in chart.edges.indices {
      chart.edges[i].from = moved(chart.edges[i].from)
      chart.edges[i].to = moved(chart.edges[i].to)
    }
    chart.nodes = nodes
    nodeIndex = nodeIndex.compactMapValues { kept[$0] }
  }

  private mutating func applyLooks() {
    for (id, name) in pendingClasses {
      if let index = nodeIndex[id] { chart.nodes[index].classes.append(name) }
    }
    let usual = classes["default"] ?? Flowchart.Look()
    for i in chart.nodes.indices {
      var look = usual
      for name in chart.nodes[i].classes { look = (classes[name] ?? Flowchart.Look()).over(look) }
      chart.nodes[i].look = chart.nodes[i].look.over(look)
    }
    for i in chart.groups.indices {
      var look = Flowchart.Look()
      for name in chart.groups[i].classes { look = (classes[name] ?? Flowchart.Look()).over(look) }
      chart.groups[i].look = chart.groups[i].look.over(look)
    }
    for (edges, look) in linkLooks {
      for edge in edges ?? Array(chart.edges.indices) where chart.edges.indices.contains(edge) {
        chart.edges[edge].look = look.over(chart.edges[edge].look)
      }
    }
  }

  /// `fill:#f9f,stroke:#333,stroke-width:2px`.
  private mutating func look(_ text: String, line: Int) throws(DiagramError) -> Flowchart.Look {
    var look = Flowchart.Look()
    for part in FlowchartParser.declarations(text) {
      let sides = part.split(separator: ":", maxSplits: 1).map(MermaidSource.trimmed)
      guard sides.count == 2 else { continue }
      switch sides[0] {
      case "fill", "stroke", "color":
        guard let color = Color(css: sides[1]) else {
          throw DiagramError(
            "invalid color \"\(sides[1])\"", hint: "write #rrggbb or a color of CSS", line: line)
        }
        switch sides[0] {
        case "fill": look.fill = color
        case "stroke": look.stroke = color
        default: look.color = color
        }
      case "stroke-width":
        let digits = sides[1].prefix { $0.isNumber || $0 == "." }
        look.strokeWidth = Double(digits).map { min(12, max(0, $0)) }
      case "stroke-dasharray": look.isDashed = sides[1] != "0" && sides[1] != "none"
      default: leaveOut("the declaration \"\(sides[0])\"")
      }
    }
    return look
  }

  /// Cut at commas outside of parentheses.
  private static func declarations(_ text: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append("")
      } else if character != ";" {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
