// SPDX-License-Identifier: MIT
// Part of Platen: the lines by which fields are divided and ordinaries edged.

internal import Geometry

/// The course of an edge: straight, wavy, embattled, …
enum PartitionLine: String, CaseIterable, Sendable {
  case straight, engrailed, invecked, embattled, wavy, raguly, dancetty, dentilly, angled, urdy
  case indented, bevilled, nowy, nowyReversed, potenty, potentyDexter, potentySinister
  case embattledGhibellin, embattledNotched, embattledGrady, dovetailed, dovetailedIndented, nebuly
  case rayonne, seaWaves, dragonTeeth, firTrees, flechy, barby, enclavy, escartely, arched
  case archedReversed

  /// One turn of the line: along it from 0 to 1, and away from what it edges from -1 to 1.
  private struct Turn {
    /// The length of a turn, and its reach to either side.
    var length: Double
    var reach: Double
    /// Indicates whether there is one turn in the middle of an edge instead of one after another.
    var isSingle = false
    /// `M`, `L` and `C` as in `OutlineText`.
    var text: String
  }

  private var turn: Turn? {
    switch self {
    case .straight: nil
    case .wavy:
      Turn(length: 40, reach: 6, text: "M0,0 C.18,1.35 .32,1.35 .5,0 C.68,-1.35 .82,-1.35 1,0")
    case .engrailed: Turn(length: 25, reach: 7, text: "M0,.7 C.2,-.8 .8,-.8 1,.7")
    case .invecked: Turn(length: 25, reach: 7, text: "M0,-.7 C.2,.8 .8,.8 1,-.7")
    case .embattled:
      Turn(length: 25, reach: 10, text: "M0,-.5 L.25,-.5 .25,.5 .75,.5 .75,-.5 1,-.5")
    case .raguly: Turn(length: 28, reach: 10, text: "M0,-.5 L.3,-.5 .5,.5 1,.5 .8,-.5 1,-.5")
    case .dancetty: Turn(length: 50, reach: 14, text: "M0,-.75 L.5,.75 1,-.75")
    case .indented: Turn(length: 18, reach: 8, text: "M0,-.6 L.5,.6 1,-.6")
    case .dentilly: Turn(length: 14, reach: 8, text: "M0,-.6 L0,.6 1,-.6")
    case .angled: Turn(length: 150, reach: 12, isSingle: true, text: "M0,-.7 L.5,-.7 .5,.7 1,.7")
    case .bevilled:
      Turn(length: 150, reach: 12, isSingle: true, text: "M0,-.8 L.6,-.8 .4,.8 1,.8")
    case .urdy:
      Turn(
        length: 30, reach: 9,
        text: "M0,-.15 L.25,-.8 .5,-.15 .5,.15 .75,.8 1,.15 1,-.15")
    case .nowy:
      Turn(
        length: 150, reach: 25, isSingle: true, text: "M0,0 L.34,0 C.34,1.16 .66,1.16 .66,0 L1,0")
    case .nowyReversed:
      Turn(
        length: 150, reach: 25, isSingle: true,
        text: "M0,0 L.34,0 C.34,-1.16 .66,-1.16 .66,0 L1,0")
    case .potenty:
      Turn(
        length: 32, reach: 9,
        text: "M0,-.7 L.4,-.7 .4,0 .15,0 .15,.7 .85,.7 .85,0 .6,0 .6,-.7 1,-.7")
    case .potentyDexter:
      Turn(length: 28, reach: 9, text: "M0,-.7 L.45,-.7 .45,0 .15,0 .15,.7 .8,.7 .8,-.7 1,-.7")
    case .potentySinister:
      Turn(length: 28, reach: 9, text: "M0,-.7 L.2,-.7 .2,.7 .85,.7 .85,0 .55,0 .55,-.7 1,-.7")
    case .embattledGhibellin:
      Turn(
        length: 28, reach: 11, text: "M0,-.6 L.22,-.6 .22,.7 .5,.2 .78,.7 .78,-.6 1,-.6")
    case .embattledNotched:
      Turn(
        length: 32, reach: 11,
        text: "M0,-.6 L.2,-.6 .2,.6 .4,.6 .4,0 .6,0 .6,.6 .8,.6 .8,-.6 1,-.6")
    case .embattledGrady:
      Turn(
        length: 36, reach: 12,
        text: "M0,-.7 L.12,-.7 .12,0 .3,0 .3,.7 .7,.7 .7,0 .88,0 .88,-.7 1,-.7")
    case .dovetailed:
      Turn(length: 32, reach: 9, text: "M0,-.6 L.35,-.6 .2,.6 .8,.6 .65,-.6 1,-.6")
    case .dovetailedIndented:
      Turn(length: 36, reach: 11, text: "M0,-.6 L.35,-.6 .2,.3 .5,.8 .8,.3 .65,-.6 1,-.6")
    case .nebuly:
      Turn(length: 38, reach: 9, text: "M0,-.8 C.8,-.8 -.3,.8 .5,.8 C1.3,.8 .2,-.8 1,-.8")
    case .rayonne:
      Turn(
        length: 26, reach: 13,
        text: "M0,-.7 C.2,-.2 .45,.0 .2,.9 C.5,.55 .62,.2 .58,-.2 C.56,-.4 .8,-.1 1,-.7")
    case .seaWaves:
      Turn(
        length: 38, reach: 10,
        text:
          """
          M0,-.6 C.35,-.6 .45,.75 .8,.75 C.95,.75 1.02,.5 .95,.3 C.8,.45 .66,.2 \
          .72,-.1 C.78,-.4 .9,-.6 1,-.6
          """
      )
    case .dragonTeeth:
      Turn(length: 22, reach: 11, text: "M0,-.7 C.1,0 .35,.6 .85,.9 C.65,.3 .75,-.4 1,-.7")
    case .firTrees:
      Turn(
        length: 30, reach: 15,
        text: """
          M0,-.8 L.42,-.8 .42,-.55 .1,-.55 .35,-.05 .22,-.05 .5,.9 .78,-.05 .65,-.05 \
          .9,-.55 .58,-.55 .58,-.8 1,-.8
          """)
    case .flechy:
      Turn(
        length: 34, reach: 12,
        text: "M0,-.7 L.38,-.7 .38,.1 .16,.1 .5,.8 .84,.1 .62,.1 .62,-.7 1,-.7")
    case .barby:
      Turn(
        length: 34, reach: 12,
        text: "M0,-.6 L.4,-.6 .4,.1 .18,-.2 .5,.8 .82,-.2 .6,.1 .6,-.6 1,-.6")
    case .enclavy:
      Turn(
        length: 150, reach: 14, isSingle: true,
        text: "M0,-.4 L.36,-.4 .36,.8 .64,.8 .64,-.4 1,-.4")
    case .escartely:
      Turn(
        length: 150, reach: 14, isSingle: true,
        text: "M0,.4 L.42,.4 .42,-.8 .58,-.8 .58,.4 1,.4")
    case .arched:
      Turn(length: 150, reach: 22, isSingle: true, text: "M0,0 C.28,1.3 .72,1.3 1,0")
    case .archedReversed:
      Turn(length: 150, reach: 22, isSingle: true, text: "M0,0 C.28,-1.3 .72,-1.3 1,0")
    }
  }

  private static let turns: [PartitionLine: (Turn, Path)] = {
    var result: [PartitionLine: (Turn, Path)] = [:]
    for line in allCases {
      if let turn = line.turn { result[line] = (turn, OutlineText.path(turn.text)) }
    }
    return result
  }()

  /// Adds the edge from `a` to `b` to a path; what it edges lies to the right of the way.
  ///
  /// - Parameters:
  ///   - size: what the turns are multiplied by.
  ///   - single: what the reach of a line of one turn is multiplied by.
  ///   - isMirrored: whether the line is run through from `b` to `a`.
  func append(
    from a: Point, to b: Point, size: Double = 1, single: Double = 1, isMirrored: Bool = false,
    _ path: inout Path
  ) {
    let way = b - a
    let length = way.length
    guard let (turn, drawn) = PartitionLine.turns[self], length > 1e-6 else {
      path.line(to: b)
      return
    }
    let unit =
      isMirrored
      ? drawn.reversed.applying(AffineMap(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)) : drawn
    let along = way / length
    let out = Point(along.y, -along.x) * (turn.reach * size * (turn.isSingle ? single : 1))
    let count = turn.isSingle ? 1 : max(1, Int((length / (turn.length * size)).rounded()))
    let step = turn.isSingle ? min(turn.length * size, length) : length / Double(count)
    let start = turn.isSingle ? (length - step) / 2 : 0
    for index in 0..<count {
      let origin = a + along * (start + Double(index) * step)
      func place(_ p: Point) -> Point { origin + along * (p.x * step) + out * p.y }
      var at = 0
      for verb in unit.verbs {
        switch verb {
        case .move, .line:
          path.line(to: place(unit.points[at]))
          at += 1
        case .curve:
          path.curve(
            to: place(unit.points[at + 2]), place(unit.points[at]), place(unit.points[at + 1]))
          at += 3
        case .close: continue
        }
      }
    }
    // What the last turn ends off the line by is carried on.
    let off = turn.isSingle ? out * (unit.points.last?.y ?? 0) : .zero
    path.line(to: b + off)
  }
}
