// SPDX-License-Identifier: MIT
// Part of Platen: composes lists with bullets or numbers.

internal import Documents
internal import Drawing

extension Composer {
  func compose(
    _ list: List, _ language: String, in room: Room, into chunks: inout [Chunk]
  ) {
    let style = styles.resolve("list", list.attributes.classes, in: room.style, language: language)
    let node = styles.node(style)
    let element = galley.element(.list, in: room.element)
    galley.structure.elements[Int(element)].numbering = Composer.numbering(of: list)
    var inner = room
    inner.depth += 1
    inner.listDepth += 1
    inner.isInner = true
    inner.style = style
    let labels = list.items.indices.map {
      self.label(of: list, item: $0, depth: room.listDepth, node)
    }
    let run = styles.runStyle(of: style)
    let widest = labels.map { label in
      styles.words.width(of: label, font: run.font) * run.size
    }.max()
    let hang = min(room.width / 3, max(node.size * 1.4, (widest ?? 0) + node.size * 0.5))
    inner.width = max(20, room.width - hang - node.marginStart)
    let firstOfList = chunks.count
    for (i, item) in list.items.enumerated() {
      let itemElement = galley.element(.listItem, in: element)
      let labelElement = galley.element(.label, in: itemElement)
      inner.element = galley.element(.listBody, in: itemElement)
      inner.style =
        item.attributes.classes.isEmpty
        ? styles.resolve(.item, in: style)
        : styles.resolve("item", item.attributes.classes, in: style)
      // An item's marker is on the side on which its text begins.
      inner.isRightToLeft =
        room.isRightToLeft || (room.direction == .automatic && Composer.beginsRightToLeft(item))
      inner.x = room.x + (inner.isRightToLeft ? 0 : hang + node.marginStart)
      var set: [Chunk] = []
      compose(item.blocks, in: inner, into: &set)
      attach(
        LineLabel(
          text: labels[i], style: style, element: labelElement, end: -node.size * 0.45),
        to: &set, in: inner, style: inner.style)
      let itemNode = styles.node(inner.style)
      if !set.isEmpty {
        if list.isTight {
          set[0].spaceBefore = i == 0 ? set[0].spaceBefore : itemNode.spaceBefore
          set[set.count - 1].spaceAfter = itemNode.spaceAfter
        }
        if !item.attributes.id.isEmpty {
          galley.ids.insert(item.attributes.id)
          set[0].ids.append(item.attributes.id)
        }
      }
      chunks += set
    }
    Composer.addMargins(of: node, to: &chunks, from: firstOfList)
  }

  private static func beginsRightToLeft(_ item: List.Item) -> Bool {
    guard case .paragraph(let first)? = item.blocks.first else { return false }
    if let own = first.attributes.value("direction").flatMap(Direction.init), own != .automatic {
      return own == .rightToLeft
    }
    guard BidiScan.needsLevels(first.inlines) else { return false }
    var text = ""
    BidiScan.collect(first.inlines, into: &text)
    return BidiScan.firstStrongIsRightToLeft(text)
  }

  private static func numbering(of list: List) -> StructureElement.Numbering {
    guard case .ordered(_, let style) = list.marker else { return .disc }
    return switch style {
    case .decimal: .decimal
    case .lowerLetter: .lowerLetter
    case .upperLetter: .upperLetter
    case .lowerRoman: .lowerRoman
    case .upperRoman: .upperRoman
    }
  }

  private func label(of list: List, item: Int, depth: Int, _ node: NodeStyle) -> String {
    if let isDone = list.items[item].isDone { return isDone ? "☑" : "☐" }
    switch list.marker {
    case .bullet:
      let markers = node.marker.map { [$0] } ?? ["•", "–", "◦"]
      return markers[depth % markers.count]
    case .ordered(let start, let style):
      return Numerals.text(start.addingReportingOverflow(item).partialValue, style) + "."
    }
  }
}

/// Numbers as lists print them.
enum Numerals {
  static func text(_ number: Int, _ style: List.NumberStyle) -> String {
    switch style {
    case .decimal: String(number)
    case .lowerLetter: letters(number)
    case .upperLetter: letters(number).uppercased()
    case .lowerRoman: roman(number)
    case .upperRoman: roman(number).uppercased()
    }
  }

  private static func letters(_ number: Int) -> String {
    guard number > 0 else { return String(number) }
    var left = number
    var text = ""
    while left > 0 {
      let digit = (left - 1) % 26
      text = String(UnicodeScalar(UInt8(97 + digit))) + text
      left = (left - 1) / 26
    }
    return text
  }

  private static func roman(_ number: Int) -> String {
    guard (1..<4000).contains(number) else { return String(number) }
    var left = number
    var text = ""
    for (value, sign) in [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
      (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ] {
      while left >= value {
        text += sign
        left -= value
      }
    }
    return text
  }
}
