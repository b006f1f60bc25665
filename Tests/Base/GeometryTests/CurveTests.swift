// SPDX-License-Identifier: MIT
// Part of Platen: curves against what d3-shape 1.3.7 draws through the same points.

import Geometry
import Testing

@Suite("Curves")
struct CurveTests {
  static let points = [Point(0, 0), Point(3, 1), Point(4, 5), Point(4, 5), Point(9, 2.5)]

  /// Each line: curve, how many of the points, what came out.
  static let expected = """
    basisClosed 1 [M,0,0,Z]
    basisClosed 2 [M,2,0.6666666666666666,L,1,0.3333333333333333,Z]
    basisClosed 3 [M,2.6666666666666665,1.5,C,3.3333333333333335,2.3333333333333335,3.6666666666666665,3.6666666666666665,3.1666666666666665,3.5,C,2.6666666666666665,3.3333333333333335,1.3333333333333333,1.6666666666666667,1.1666666666666667,1,C,1,0.3333333333333333,2,0.6666666666666666,2.6666666666666665,1.5]
    basisClosed 5 [M,2.6666666666666665,1.5,C,3.3333333333333335,2.3333333333333335,3.6666666666666665,3.6666666666666665,3.8333333333333335,4.333333333333333,C,4,5,4,5,4.833333333333333,4.583333333333333,C,5.666666666666667,4.166666666666667,7.333333333333333,3.3333333333333335,6.666666666666667,2.5,C,6,1.6666666666666667,3,0.8333333333333334,2,0.5833333333333334,C,1,0.3333333333333333,2,0.6666666666666666,2.6666666666666665,1.5]
    catmullRom 1 [M,0,0,Z]
    catmullRom 2 [M,0,0,L,3,1]
    catmullRom 3 [M,0,0,C,0,0,2.330590587585598,0.27711997574085157,3,1,C,3.7643707240784106,1.825426588448872,4,5,4,5]
    catmullRom 5 [M,0,0,C,0,0,2.330590587585598,0.27711997574085157,3,1,C,3.7643707240784106,1.825426588448872,4,5,4,5,C,4,5.000000000000001,4,4.999999999999999,4,5,C,4,5,9,2.5,9,2.5]
    catmullRom1 1 [M,0,0,Z]
    catmullRom1 2 [M,0,0,L,3,1]
    catmullRom1 3 [M,0,0,C,0,0,2.323088777128076,0.36747639830000545,3,1,C,3.882584254451062,1.8247098771100094,4,5,4,5]
    catmullRom1 5 [M,0,0,C,0,0,2.323088777128076,0.36747639830000545,3,1,C,3.882584254451062,1.8247098771100094,4,5,4,5,C,4,5,3.9999999999999996,4.999999999999999,4,5,C,4,5,9,2.5,9,2.5]
    catmullRomClosed 1 [M,0,0,Z]
    catmullRomClosed 2 [M,3,1,L,0,0,Z]
    catmullRomClosed 3 [M,3,1,C,3.7643707240784106,1.825426588448872,4.291397160416626,4.85567851330523,4,5,C,3.6368642142481713,5.179851774797141,-0.2853985538389006,0.40929842870840066,0,0,C,0.20056530299977013,-0.2876365779259284,2.330590587585598,0.27711997574085157,3,1]
    catmullRomClosed 5 [M,3,1,C,3.7643707240784106,1.825426588448872,4,5,4,5,C,4,5.000000000000001,4,4.999999999999999,4,5,C,4,5,9.072588152381098,3.251044180959931,9,2.5,C,8.906169377896234,1.529167427255876,0.016989549640487833,-0.05564140417552583,0,0,C,-0.009885314885356457,0.03237477229106039,2.330590587585598,0.27711997574085157,3,1]
    natural 1 [M,0,0,Z]
    natural 2 [M,0,0,L,3,1]
    natural 3 [M,0,0,C,1.1666666666666667,0.08333333333333337,2.3333333333333335,0.16666666666666674,3,1,C,3.6666666666666665,1.8333333333333333,3.833333333333333,3.4166666666666665,4,5]
    natural 5 [M,0,0,C,1.125,-0.014880952380952328,2.25,-0.029761904761904656,3,1,C,3.75,2.0297619047619047,4.125,4.104166666666667,4,5,C,3.8749999999999996,5.895833333333333,3.25,5.613095238095238,4,5,C,4.75,4.386904761904762,6.875,3.443452380952381,9,2.5]
    linear 1 [M,0,0,Z]
    linear 2 [M,0,0,L,3,1]
    linear 3 [M,0,0,L,3,1,L,4,5]
    linear 5 [M,0,0,L,3,1,L,4,5,L,4,5,L,9,2.5]
    """

  @Test(arguments: expected.split(separator: "\n").map(String.init))
  func drawsAsD3(line: String) throws {
    let words = line.split(separator: " ")
    let count = try #require(Int(words[1]))
    let points = Array(Self.points[..<count])
    let curve: ([Point]) -> Path =
      switch words[0] {
      case "basisClosed": Curve.basisClosed
      case "catmullRom": { Curve.catmullRom($0) }
      case "catmullRom1": { Curve.catmullRom($0, alpha: 1) }
      case "catmullRomClosed": { Curve.catmullRomClosed($0) }
      case "natural": Curve.natural
      default: Curve.linear
      }
    var found = describe(curve(points))
    // d3 leaves closed curves unclosed where they end at their beginning anyway.
    let expected = words[2].dropFirst().dropLast().split(separator: ",").map(String.init)
    if expected.last != "Z", found.last == "Z" { found.removeLast() }
    #expect(found.count == expected.count)
    for (a, b) in zip(found, expected) {
      if let x = Double(a), let y = Double(b) {
        #expect(abs(x - y) < 1e-12, "\(a) for \(b)")
      } else {
        #expect(a == b)
      }
    }
  }

  @Test func nothingFromNothing() {
    for curve in [Curve.basisClosed, Curve.natural, Curve.linear] {
      #expect(curve([]).isEmpty)
    }
    #expect(Curve.catmullRom([]).isEmpty)
    #expect(Curve.catmullRomClosed([]).isEmpty)
  }

  private func describe(_ path: Path) -> [String] {
    var words: [String] = []
    var index = 0
    func add(_ letter: String, _ count: Int, order: [Int]) {
      words.append(letter)
      for offset in order {
        words += ["\(path.points[index + offset].x)", "\(path.points[index + offset].y)"]
      }
      index += count
    }
    for verb in path.verbs {
      switch verb {
      case .move: add("M", 1, order: [0])
      case .line: add("L", 1, order: [0])
      case .curve: add("C", 3, order: [0, 1, 2])
      case .close: add("Z", 0, order: [])
      }
    }
    return words
  }
}
