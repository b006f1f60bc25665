// SPDX-License-Identifier: MIT
// Part of Platen: the steps of a slide as animations of PresentationML (ECMA-376-1, 19.5).

internal import Documents

/// The animations of a slide: the shapes that come up with each click.
struct SlideTiming {
  /// A shape, or one of its paragraphs, that comes up.
  struct Effect {
    /// From 1.
    var step: Int
    /// The shape's id.
    var shape: Int
    /// The paragraph's index; nil for all of the shape.
    var paragraph: Int?
    /// Indicates whether the shape has text.
    var hasText: Bool
  }

  private(set) var effects: [Effect] = []

  mutating func addEffects(of other: SlideTiming) { effects += other.effects }

  /// Adds a shape of text by the steps of its paragraphs: as a whole where they come up together.
  mutating func addText(_ shape: Int, steps: [Int]) {
    guard let first = steps.first, steps.contains(where: { $0 > 0 }) else { return }
    if steps.allSatisfy({ $0 == first }) {
      return effects.append(Effect(step: first, shape: shape, paragraph: nil, hasText: true))
    }
    for (index, step) in steps.enumerated() where step > 0 {
      effects.append(Effect(step: step, shape: shape, paragraph: index, hasText: true))
    }
  }

  /// Adds all shapes in a piece of a slide's tree.
  mutating func addShapes(of xml: String, step: Int) {
    guard step > 0 else { return }
    for shape in xml.split(separator: "<p:cNvPr id=\"").dropFirst(xml.hasPrefix("<") ? 1 : 0) {
      guard let id = Int(shape.prefix { $0 != "\"" }) else { continue }
      effects.append(
        Effect(step: step, shape: id, paragraph: nil, hasText: shape.contains("<p:txBody>")))
    }
  }

  /// The element after the slide's tree; empty where nothing comes up later.
  var xml: String {
    guard !effects.isEmpty else { return "" }
    var last = 2
    func id() -> Int {
      last += 1
      return last
    }
    let wait = { (delay: String) in
      "<p:stCondLst><p:cond delay=\"\(delay)\"/></p:stCondLst>"
    }
    var clicks = ""
    for step in Set(effects.map(\.step)).sorted() {
      clicks +=
        "<p:par><p:cTn id=\"\(id())\" fill=\"hold\">\(wait("indefinite"))<p:childTnLst>"
        + "<p:par><p:cTn id=\"\(id())\" fill=\"hold\">\(wait("0"))<p:childTnLst>"
      for (place, effect) in effects.filter({ $0.step == step }).enumerated() {
        let target =
          effect.paragraph.map {
            "<p:spTgt spid=\"\(effect.shape)\"><p:txEl><p:pRg st=\"\($0)\" end=\"\($0)\"/></p:txEl></p:spTgt>"
          } ?? "<p:spTgt spid=\"\(effect.shape)\"/>"
        clicks +=
          "<p:par><p:cTn id=\"\(id())\" presetID=\"1\" presetClass=\"entr\" presetSubtype=\"0\""
          + " fill=\"hold\"\(effect.hasText ? " grpId=\"0\"" : "")"
          + " nodeType=\"\(place == 0 ? "clickEffect" : "withEffect")\">\(wait("0"))<p:childTnLst>"
          + "<p:set><p:cBhvr><p:cTn id=\"\(id())\" dur=\"1\" fill=\"hold\">\(wait("0"))</p:cTn>"
          + "<p:tgtEl>\(target)</p:tgtEl><p:attrNameLst><p:attrName>style.visibility</p:attrName>"
          + "</p:attrNameLst></p:cBhvr><p:to><p:strVal val=\"visible\"/></p:to></p:set>"
          + "</p:childTnLst></p:cTn></p:par>"
      }
      clicks += "</p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:par>"
    }
    let ends = [("prev", "onPrev"), ("next", "onNext")].map { name, event in
      "<p:\(name)CondLst><p:cond evt=\"\(event)\" delay=\"0\"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:\(name)CondLst>"
    }.joined()
    return "<p:timing><p:tnLst><p:par><p:cTn id=\"1\" dur=\"indefinite\" restart=\"never\""
      + " nodeType=\"tmRoot\"><p:childTnLst><p:seq concurrent=\"1\" nextAc=\"seek\"><p:cTn id=\"2\""
      + " dur=\"indefinite\" nodeType=\"mainSeq\"><p:childTnLst>\(clicks)</p:childTnLst></p:cTn>"
      + ends + "</p:seq></p:childTnLst></p:cTn></p:par></p:tnLst>\(builds)</p:timing>"
  }

  /// The list of the ways texts are built; empty without them, as the list may not be.
  private var builds: String {
    var known: Set<Int> = []
    let list = effects.filter { $0.hasText && known.insert($0.shape).inserted }.map { effect in
      "<p:bldP spid=\"\(effect.shape)\" grpId=\"0\""
        + (effect.paragraph == nil ? " animBg=\"1\"/>" : " build=\"p\"/>")
    }.joined()
    return list.isEmpty ? "" : "<p:bldLst>\(list)</p:bldLst>"
  }
}

extension Attributes {
  /// The step with which a block or an item comes up; 0 for what is there from the beginning.
  var step: Int { value(Slide.stepKey).flatMap { Int($0) } ?? 0 }
}
