// SPDX-License-Identifier: MIT
// Part of Platen: the HTML of a slide of a deck in one file becomes steps: pauses, fragments, lists
// item by item, columns.

internal import Documents

/// Groups the nodes of a slide into steps.
///
/// Steps are at the top of a slide, in lists there, and within columns, whose parts then state the
/// step they come up with. One within other blocks is shown with them and counted.
struct DeckSteps {
  private let assets: SlideAssets
  /// Pixels of a slide in the deck's program.
  private let size: (width: Double, height: Double)
  /// Indicates whether a list in a quote is one whose items come up one after another, or the
  /// opposite where lists do that.
  private let turnsInQuotes: Bool
  private let line: Int
  private(set) var losses: DeckLosses
  private(set) var groups: [[HTMLNode]] = [[]]
  private var isIncremental: Bool
  /// The step of the slide that the first group is.
  private let base: Int
  /// The steps that add to what an earlier one shows, and have no nodes of their own.
  private(set) var innerSteps: Set<Int> = []
  private var hasPaused = false

  init(
    assets: SlideAssets, size: (width: Double, height: Double), turnsInQuotes: Bool,
    isIncremental: Bool, line: Int, losses: DeckLosses, base: Int = 0
  ) {
    self.assets = assets
    self.size = size
    self.turnsInQuotes = turnsInQuotes
    self.isIncremental = isIncremental
    self.line = line
    self.losses = losses
    self.base = base
  }

  /// Takes the notes that HTML has in elements of their own.
  static func takeNotes(_ nodes: inout [HTMLNode]) -> [HTMLNode] {
    var notes: [HTMLNode] = []
    nodes.removeAll { node in
      guard case .element(let element) = node, element.name == "aside", element.has("notes") else {
        return false
      }
      notes += element.children
      return true
    }
    return notes
  }

  mutating func addNodes(_ nodes: [HTMLNode]) { for node in nodes { addNode(node) } }

  private mutating func addNode(_ node: HTMLNode) {
    guard case .element(let element) = node else {
      append(node)
      return
    }
    if element.has(DeckMark.pauseClass), element.name == "hr" {
      groups.append([])
      hasPaused = true
    } else if element.has(DeckMark.incrementalClass), element.name == "hr" {
      isIncremental = element["data-on"] == "1"
    } else if element.has(DeckMark.elementClass) {
      if DeckSteps.isFragment(element) { makeStep(ofLast: element) }
    } else if element.name == "ul" || element.name == "ol" {
      addList(element)
    } else if DeckSteps.isColumns(element) {
      addColumns(element)
    } else if element.has("deck-columns") {
      append(.element(table(gathering: element)))
    } else if element.name == "blockquote", turnsInQuotes, DeckSteps.isList(element.children) {
      let before = isIncremental
      isIncremental.toggle()
      addNodes(element.children)
      isIncremental = before
    } else if element.name == "v-clicks" || element.has("incremental")
      || element.has("nonincremental")
    {
      addIncremental(element)
    } else if element.name == "v-click" {
      groups.append([])
      addNodes(element.children)
    } else if element.name == "v-after" || element.name == "v-switch" {
      addNodes(element.children)
    } else if DeckSteps.isFragment(element) || DeckSteps.marksFragment(element) {
      groups.append([])
      append(cleaned(node, isStep: true))
    } else if ["div", "section", "center", "article"].contains(element.name), hasSteps(element) {
      // What is around steps is no box of its own.
      addNodes(element.children)
    } else {
      append(cleaned(node))
    }
  }

  private mutating func append(_ node: HTMLNode) { groups[groups.count - 1].append(node) }

  private mutating func addIncremental(_ element: HTMLElement) {
    let before = isIncremental
    isIncremental = !element.has("nonincremental")
    if element["depth"] != nil || element["every"] != nil {
      losses.record(.stepOrder, line: line)
    }
    for child in element.children {
      if element.name == "v-clicks", case .element(let inner) = child, inner.name != "ul",
        inner.name != "ol"
      {
        groups.append([])
      }
      addNode(child)
    }
    isIncremental = before
  }

  // MARK: Fragments

  private static func isFragment(_ element: HTMLElement) -> Bool {
    if element["v-click"] != nil { return true }
    if element.has(DeckMark.elementClass) {
      return (element["data-class"] ?? "").split(separator: " ").contains("fragment")
    }
    return element.has("fragment")
  }

  /// Indicates whether a mark directly in it, or in its paragraph, makes it a step.
  private static func marksFragment(_ element: HTMLElement) -> Bool {
    element.children.contains { node in
      guard case .element(let child) = node else { return false }
      if child.has(DeckMark.elementClass) { return isFragment(child) }
      return child.name == "p" && element.name == "li" && marksFragment(child)
    } || isClick(element)
  }

  /// Indicates whether a paragraph is what one click shows.
  private static func isClick(_ element: HTMLElement) -> Bool {
    guard element.name == "p", let inner = elements(element.children), inner.count == 1 else {
      return false
    }
    return inner[0].name == "v-click"
  }

  /// Makes the element before a mark a step of its own.
  private mutating func makeStep(ofLast mark: HTMLElement) {
    var blank: [HTMLNode] = []
    while case .text(let text)? = groups[groups.count - 1].last, text.allSatisfy(\.isWhitespace) {
      blank.append(groups[groups.count - 1].removeLast())
    }
    guard let last = groups[groups.count - 1].popLast() else { return }
    groups.append([last])
  }

  private func hasSteps(_ element: HTMLElement) -> Bool {
    var found =
      isIncremental && element.name != "pre"
      && element.children.contains { $0.name == "ul" || $0.name == "ol" }
    element.children.walk { inner in
      if inner.has(DeckMark.pauseClass) || inner.has(DeckMark.incrementalClass)
        || inner.has(DeckMark.elementClass) || DeckSteps.isFragment(inner)
        || inner.has("incremental") || inner.name == "v-clicks" || inner.name == "v-click"
      {
        found = true
      }
    }
    return found
  }

  // MARK: Lists

  private static func isList(_ nodes: [HTMLNode]) -> Bool {
    let elements = nodes.filter { node in
      if case .text(let text) = node { return !text.allSatisfy(\.isWhitespace) }
      return true
    }
    return elements.count == 1 && (elements[0].name == "ul" || elements[0].name == "ol")
  }

  /// Adds a list; items that come up later are lists that continue it.
  private mutating func addList(_ element: HTMLElement) {
    let isStep: [Bool] = element.children.map { node in
      guard case .element(let item) = node, item.name == "li" else { return false }
      return isIncremental || DeckSteps.isFragment(item) || DeckSteps.marksFragment(item)
    }
    guard isStep.contains(true) else {
      append(cleaned(.element(element)))
      return
    }
    var list = element
    list.children = []
    var number = element["start"].flatMap { Int($0) } ?? 1
    var isBegun = false
    func finished(_ list: HTMLElement) -> Bool { list.children.contains { $0.name == "li" } }
    for (index, child) in element.children.enumerated() {
      if isStep[index] {
        if finished(list) { append(.element(list)) }
        groups.append([])
        list.children = []
        if isBegun {
          list.attributes = element.attributes.filter { $0.name != "start" && $0.name != "class" }
          list.attributes.append(("class", Block.continuedList))
          if element.name == "ol" { list.attributes.append(("start", String(number))) }
        }
      }
      if child.name == "li" {
        isBegun = true
        number += 1
      }
      list.children.append(cleaned(child, isStep: isStep[index]))
    }
    if finished(list) { append(.element(list)) }
  }

  // MARK: Columns

  /// The elements among nodes; nil where there is text beside them.
  private static func elements(_ nodes: [HTMLNode]) -> [HTMLElement]? {
    var result: [HTMLElement] = []
    for node in nodes {
      switch node {
      case .text(let text): if !text.allSatisfy(\.isWhitespace) { return nil }
      case .element(let element): result.append(element)
      }
    }
    return result
  }

  private static let columnNames: Set<String> = [
    "columns", "row", "cols", "two-columns", "two-cols", "twocols", "r-hstack", "grid", "flex",
    "multicolumn", "multi-column", "container",
  ]

  /// Indicates whether the divisions in an element are columns.
  private static func isColumns(_ element: HTMLElement) -> Bool {
    guard element.name == "div" || element.name == "section",
      let inner = elements(element.children), (2...6).contains(inner.count),
      inner.allSatisfy({
        ["div", "section", "ul", "ol", "p", "img", "table", "pre"].contains($0.name)
      })
    else { return false }
    if element.has("columns") { return true }
    let style = (element["style"] ?? "").lowercased().filter { !$0.isWhitespace }
    if style.contains("display:flex") || style.contains("display:grid") {
      return !style.contains("flex-direction:column")
    }
    return element.classes.contains { columnNames.contains($0) || $0.hasPrefix("grid-cols-") }
  }

  /// Divisions of remark's that stand at the left and the right.
  private static func side(of element: HTMLElement) -> Int? {
    if ["left-column", "pull-left", "left", "column-left"].contains(where: element.has) {
      return 0
    }
    if ["right-column", "pull-right", "right", "column-right"].contains(where: element.has) {
      return 1
    }
    return nil
  }

  private mutating func addColumns(_ element: HTMLElement) {
    let columns = DeckSteps.elements(element.children) ?? []
    let place = groups.count - 1
    // A pause holds back all that follows, a fragment itself alone.
    var pause: Int?
    let contents = columns.map { column -> [HTMLNode] in
      let own = ["div", "section"].contains(column.name) ? column.children : [.element(column)]
      let held = pause
      var inner = DeckSteps(
        assets: assets, size: size, turnsInQuotes: turnsInQuotes, isIncremental: isIncremental,
        line: line, losses: losses, base: base + groups.count - 1)
      inner.addNodes(own)
      (losses, isIncremental) = (inner.losses, inner.isIncremental)
      var content = held.map { [DeckSteps.comingUp(inner.groups[0], with: $0)] } ?? inner.groups[0]
      for group in inner.groups.dropFirst() {
        groups.append([])
        let step = base + groups.count - 1
        innerSteps.insert(step)
        if !group.isEmpty { content.append(DeckSteps.comingUp(group, with: step)) }
      }
      if inner.hasPaused { pause = base + groups.count - 1 }
      return content
    }
    if pause != nil { hasPaused = true }
    groups[place].append(.element(table(of: columns, contents)))
  }

  /// Nodes that come up with a step, where an earlier one has its place for them.
  static func comingUp(_ nodes: [HTMLNode], with step: Int) -> HTMLNode {
    .element(HTMLElement("div", [(HTMLElement.stepAttribute, String(step))], nodes))
  }

  /// A table without lines that has columns for cells.
  ///
  /// - Parameter contents: the nodes of each; nil for those in it.
  private mutating func table(
    of columns: [HTMLElement], _ contents: [[HTMLNode]]? = nil
  ) -> HTMLElement {
    var shares = columns.map { column -> Double in
      if let share = column["data-share"].flatMap(Double.init), share > 0 { return share }
      var width = column["data-width"] ?? column["width"]
      for own in StyleDeclaration.list(column["style"] ?? "") where own.name == "width" {
        width = own.value
      }
      return width.flatMap { DeckLength.percent($0, of: size.width) } ?? 0
    }
    // Columns without a width share what the others leave.
    let rest = max(10, 100 - shares.reduce(0, +)) / Double(max(1, shares.count { $0 == 0 }))
    shares = shares.map { $0 == 0 ? rest : $0 }
    let sum = shares.reduce(0, +)
    var cells: [HTMLNode] = []
    for (index, column) in columns.enumerated() {
      let own = ["div", "section"].contains(column.name) ? column.children : [.element(column)]
      cells.append(
        .element(
          HTMLElement(
            "td", [("data-share", String(shares[index] / sum))],
            contents?[index] ?? cleaned(own))))
    }
    return HTMLElement(
      "table", [("class", Block.sideBySide)], [.element(HTMLElement("tr", [], cells))])
  }

  /// Blocks in rows of so many.
  private mutating func table(gathering element: HTMLElement) -> HTMLElement {
    let count = element["data-count"].flatMap { Int($0) } ?? 2
    let blocks = element.children.filter {
      if case .text(let text) = $0 { return !text.allSatisfy(\.isWhitespace) }
      return true
    }
    var rows: [HTMLNode] = []
    for start in stride(from: 0, to: blocks.count, by: count) {
      let row = blocks[start..<min(blocks.count, start + count)]
      rows.append(
        .element(
          HTMLElement(
            "tr", [],
            row.map {
              .element(
                HTMLElement("td", [("data-share", String(1 / Double(count)))], [cleaned($0)]))
            })))
    }
    return HTMLElement("table", [("class", Block.sideBySide)], rows)
  }

  /// Puts divisions for the left and the right that follow each other into columns.
  static func pairing(_ nodes: [HTMLNode]) -> [HTMLNode] {
    var result: [HTMLNode] = []
    var index = 0
    while index < nodes.count {
      guard case .element(let left) = nodes[index], side(of: left) == 0 else {
        result.append(nodes[index])
        index += 1
        continue
      }
      var next = index + 1
      while next < nodes.count, case .text(let text) = nodes[next],
        text.allSatisfy(\.isWhitespace)
      {
        next += 1
      }
      guard next < nodes.count, case .element(let right) = nodes[next], side(of: right) == 1 else {
        result.append(nodes[index])
        index += 1
        continue
      }
      var (one, other) = (left, right)
      // The program has the left one narrow.
      if left.has("left-column") {
        one.attributes.append(("data-width", "50%"))
        other.attributes.append(("data-width", "50%"))
      }
      result.append(
        .element(HTMLElement("div", [("class", "columns")], [.element(one), .element(other)])))
      index = next + 1
    }
    return result
  }

  // MARK: Other elements

  /// The node without marks; steps in it are counted.
  ///
  /// - Parameter isStep: whether the node is a step itself, so that its own mark is none in it.
  private mutating func cleaned(_ node: HTMLNode, isStep: Bool = false) -> HTMLNode {
    guard case .element(var element) = node else { return node }
    if element.name == "img" {
      resize(&element)
      return .element(element)
    }
    if element.name == "v-click" || element.name == "v-clicks" || element.name == "v-after" {
      element.name =
        element.children.contains { $0.name == "p" || $0.name == "ul" } ? "div" : "span"
      if !isStep { losses.record(.innerSteps, line: line) }
    }
    element.children = cleaned(element.children, isStep: isStep)
    return .element(element)
  }

  /// The nodes without marks.
  private mutating func cleaned(_ nodes: [HTMLNode], isStep: Bool = false) -> [HTMLNode] {
    var children: [HTMLNode] = []
    for child in nodes {
      if case .element(let inner) = child {
        if inner.has(DeckMark.incrementalClass) { continue }
        if inner.has(DeckMark.pauseClass) {
          losses.record(.innerSteps, line: line)
          continue
        }
        if inner.has(DeckMark.elementClass) {
          if DeckSteps.isFragment(inner), !isStep { losses.record(.innerSteps, line: line) }
          continue
        }
        if DeckSteps.isColumns(inner) {
          children.append(.element(table(of: DeckSteps.elements(inner.children) ?? [])))
          continue
        }
        if DeckSteps.isFragment(inner) { losses.record(.innerSteps, line: line) }
        if isStep, inner.name == "p" || inner.name == "v-click" {
          children.append(cleaned(child, isStep: true))
          continue
        }
      }
      children.append(cleaned(child))
    }
    return children
  }

  /// Gives an image whose size is in pixels that part of a column.
  private func resize(_ element: inout HTMLElement) {
    var width = element["width"]
    var height = element["height"].flatMap { DeckLength.percent($0, of: size.height) }
    for own in StyleDeclaration.list(element["style"] ?? "") {
      if own.name == "width" || own.name == "max-width" { width = own.value }
      if own.name == "height" || own.name == "max-height" {
        height = DeckLength.percent(own.value, of: size.height)
      }
    }
    if let own = element["data-deck-height"].flatMap(Double.init) { height = own }
    var percent = width.flatMap { DeckLength.percent($0, of: size.width) }
    if percent == nil, let height, let image = assets.image(element["src"] ?? ""),
      let file = assets.resources.first(where: { $0.name == image.name }), file.height > 0
    {
      percent = min(
        100,
        height / 100 * size.height * Double(file.width) / Double(file.height) / size.width * 100)
    }
    element.attributes.removeAll { ["width", "height", "data-deck-height"].contains($0.name) }
    if let percent { element.attributes.append(("width", "\(percent)%")) }
  }
}
