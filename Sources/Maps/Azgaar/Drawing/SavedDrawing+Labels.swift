// SPDX-License-Identifier: MIT
// Part of Platen: labels that saves before 1.140 keep only in their drawing: added ones, the ways
// of states' names, and what was moved or written by hand.

internal import Atlas
internal import Drawing
internal import Geometry

extension SavedDrawing {
  /// Points of a label's way that are kept; FMG's editor makes a handful.
  private static let pathLimit = 200

  /// Texts in the groups under `#labels` that hold neither states' nor burgs' names. A user may move
  /// them to the group of states, as states' names to groups of the user's own.
  var addedLabels: [AddedLabel] {
    var labels: [AddedLabel] = []
    for element in elements["labels"] ?? [] where element.name == "text" {
      let group = labelGroup(of: element)
      guard group != "labels", !group.hasPrefix("burgLabels"), stateID(of: element) == nil
      else { continue }
      let text = joined(element.lines)
      guard !text.isEmpty else { continue }
      let offset = element.attributes.translation
      let path = curve(of: element).map { $0 + offset }
      let position: Point
      if !path.isEmpty {
        position = path[path.count / 2]
      } else if let place = place(of: element) {
        position = place + offset
      } else {
        continue
      }
      var label = AddedLabel(id: labels.count, position: position, text: text)
      label.label.text = text
      label.label.path = path
      label.label.group = group
      label.label.isHidden = isHidden(element) || groups[element.group].attributes.isTransparent
      adoptLetters(of: element, in: &label.label)
      labels.append(label)
    }
    return labels
  }

  /// The ways that states' names ran, which versions up to 1.139 keep nowhere else, and what the
  /// user did to them: a text that is neither name nor full name, a group that was dragged, another
  /// group.
  func completeStateLabels(_ world: inout World) {
    let found = stateTexts
    world.states.mutateAll { state in
      guard state.label == nil, let element = found[state.id] else { return }
      var label = LabelOverride()
      let text = joined(element.lines)
      let plain = String(text.map { $0 == "|" ? " " : $0 })
      if !text.isEmpty, plain != state.name, plain != state.fullName { label.text = text }
      label.path = curve(of: element)
      if isGenerators(label.path, pole: state.pole) { label.path = [] }
      label.offset = element.attributes.translation
      label.isHidden = isHidden(element)
      label.group = ownGroup(of: element)
      adoptLetters(of: element, in: &label)
      if label.offset != .zero, label.path.isEmpty { label.path = curve(of: element) }
      // Only the dragged one is known to be the user's; another's way may be FMG's own.
      label.isProposal = label.offset == .zero
      if label.isProposal { label.fontSize = nil }
      if label.text != nil || label.path.count > 1 || label.isHidden || label.group != nil {
        state.label = label
      }
    }
  }

  /// Takes over which of a state's two names the drawing shows, how it is parted into lines, and the
  /// way it runs, in letters of which size and group.
  func adoptDrawnNames(_ world: inout World) {
    let found = stateTexts
    world.states.mutateAll { state in
      guard let element = found[state.id] else { return }
      let text = joined(element.lines)
      let plain = String(text.map { $0 == "|" ? " " : $0 })
      if plain == state.name || plain == state.fullName { state.drawnName = text }
      var label = LabelOverride()
      label.path = curve(of: element)
      guard label.path.count > 1, !isHidden(element), state.label?.isHidden != true else { return }
      label.offset = element.attributes.translation
      label.group = ownGroup(of: element)
      adoptLetters(of: element, in: &label)
      state.drawnLabel = label
    }
  }

  /// The texts that are names of states, by the states' ids, in whatever group they are.
  private var stateTexts: [Int: Element] {
    var found: [Int: Element] = [:]
    for element in elements["labels"] ?? [] where element.name == "text" {
      if let id = stateID(of: element) { found[id] = element }
    }
    return found
  }

  /// The state that a text names; nil for other texts.
  private func stateID(of element: Element) -> Int? {
    guard let id = element.attributes["id"], id.hasPrefix("stateLabel") else { return nil }
    return Int(id.trimmingPrefix("stateLabel"))
  }

  /// The group of a text below `#labels`; later versions write their names beside the ids.
  private func labelGroup(of element: Element) -> String {
    let group = groups[element.group]
    return group.attributes["data-group"] ?? String(group.path.trimmingPrefix("labels/"))
  }

  /// The group of a state's name where it is not the one of all.
  private func ownGroup(of element: Element) -> String? {
    let group = labelGroup(of: element)
    return ["states", "state", "labels"].contains(group) ? nil : group
  }

  /// Indicates whether a text or a group around it below `#labels` is not seen.
  private func isHidden(_ element: Element) -> Bool {
    if element.isHidden { return true }
    var path = groups[element.group].path[...]
    while let slash = path.lastIndex(of: "/") {
      if group(String(path))?.isHidden == true { return true }
      path = path[..<slash]
    }
    return false
  }

  /// Burgs' names that were dragged, hidden or written again.
  func completeBurgLabels(_ world: inout World) {
    var found: [Int: Element] = [:]
    for element in elements["labels"] ?? [] where element.name == "text" {
      guard groups[element.group].path.hasPrefix("labels/burgLabels"),
        let id = (element.attributes["data-id"] ?? element.attributes["id"]).flatMap({
          Int($0.trimmingPrefix("burgLabel"))
        })
      else { continue }
      found[id] = element
    }
    world.burgs.mutateAll { burg in
      guard burg.label == nil, let element = found[burg.id] else { return }
      var label = LabelOverride()
      let text = joined(element.lines)
      if !text.isEmpty, text != burg.name { label.text = text }
      let offset = element.attributes.translation
      // A click that slipped moves a label by a fraction of a unit, and means nothing.
      if offset.length > 1, offset.isFinite { label.offset = offset }
      label.isHidden = isHidden(element)
      adoptLetters(of: element, in: &label)
      if label != LabelOverride() { burg.label = label }
    }
  }

  // MARK: Of one element

  /// Reads size, spacing and position along the way, as far as this text has its own.
  private func adoptLetters(of element: Element, in label: inout LabelOverride) {
    func percent(_ name: StaticString) -> Double? {
      element.textPath?.number(name, unit: "%")
        .flatMap { $0.isFinite && $0 > 0 && $0 <= 1000 ? $0 : nil }
    }
    label.fontSize = percent("font-size")
    // The middle is what all have.
    label.startOffset = percent("startOffset").flatMap { $0 != 50 && $0 < 100 ? $0 : nil }
    let spacing =
      element.textPath?.property("letter-spacing") ?? element.attributes.property("letter-spacing")
    label.letterSpacing = spacing.flatMap { Double($0.hasSuffix("px") ? $0.dropLast(2) : $0[...]) }
      .flatMap { $0 != 0 && abs($0) <= 1000 ? $0 : nil }
  }

  /// Indicates whether a way is one that versions from 1.105 on find by themselves: bent once, at
  /// the pole.
  private func isGenerators(_ path: [Point], pole: Point?) -> Bool {
    guard path.count == 3, let pole else { return false }
    return path[1].distance(to: pole) < 1
  }

  private func place(of element: Element) -> Point? {
    guard let x = element.attributes.number("x"), let y = element.attributes.number("y")
    else { return nil }
    return Point(x, y)
  }

  /// The points of the curve that a text runs along.
  private func curve(of element: Element) -> [Point] {
    guard let href = element.textPath?["href"] ?? element.textPath?["xlink:href"],
      let d = unsafe textPaths[String(href.trimmingPrefix("#"))]
    else { return [] }
    // As much as so many points take: many texts may name one path.
    let head = unsafe d.part(0..<min(d.count, 1 << 14))
    return unsafe Array(PathDataReader.read(head).path.anchors.prefix(SavedDrawing.pathLimit))
  }

  /// Lines without blanks round them, parted by `|`.
  private func joined(_ lines: [String]) -> String {
    lines.map { line in
      String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }.filter { !$0.isEmpty }.joined(separator: "|")
  }
}
