// SPDX-License-Identifier: MIT
// Part of Platen: tests of SVG read as shapes: they look as librsvg draws them, and what only it
// draws is named.

import Canvas
import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Vectors

private func svg(_ body: String, _ attributes: String = "viewBox='0 0 40 40'") -> [UInt8] {
  Array(
    ("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
      + "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' \(attributes)>\(body)</svg>")
      .utf8)
}

private struct Unexpected: Error {
  let what: String
}

private func shapes(_ file: [UInt8], color: Color = .black) throws -> SVGShapes {
  let reading = try SVGShapes.read(file, color: color)
  guard case .shapes(let shapes) = reading else {
    throw Unexpected(what: "\(reading)")
  }
  return shapes
}

/// A drawing that is read as shapes and drawn by librsvg.
struct ShapePair: CustomTestStringConvertible {
  let name: String
  let body: String
  var testDescription: String { name }

  static let all = [
    ShapePair(
      name: "basic shapes",
      body: """
        <rect x='2' y='2' width='12' height='9' fill='#c08040'/>
        <rect x='16' y='2' width='14' height='10' rx='4' ry='2' fill='teal' stroke='black'/>
        <circle cx='8' cy='22' r='6' fill='rgb(200,30,60)'/>
        <ellipse cx='26' cy='22' rx='9' ry='4' fill='none' stroke='#224' stroke-width='2'/>
        <line x1='2' y1='34' x2='18' y2='38' stroke='black' stroke-width='1.5'/>
        <polyline points='20,34 24,38 28,34' fill='none' stroke='green' stroke-width='2'/>
        <polygon points='31 32,38 32 34.5,39' fill='navy'/>
        """),
    ShapePair(
      name: "path data",
      body: """
        <path d='M2 2h10v8l-5 4-5-4z m14 0 l10 0 0 8-10 0Z' fill='#456'/>
        <path d='M4 20c2-6 8-6 10 0s8 6 10 0' fill='none' stroke='#833' stroke-width='2'/>
        <path d='M4 30q4-8 8 0t8 0 8 0' fill='none' stroke='#383' stroke-width='2'/>
        <path d='M30 4a4 8 30 1 1-.01 0zM32 34A5 5 0 0134 24' fill='#cb8' stroke='black'/>
        <path d='M6 36a3 2 0 11 8 0' fill='none' stroke='black'/>
        """),
    ShapePair(
      name: "groups and transforms",
      body: """
        <g fill='#a33' stroke='#222' stroke-width='1' transform='translate(20 20) rotate(30)'>
          <rect x='-8' y='-8' width='16' height='16'/>
          <g transform='scale(.5) skewX(20)' fill='gold'><rect x='-8' y='-8' width='16' height='16'/></g>
        </g>
        <rect transform='matrix(2 0 0 .5 4 30)' x='1' y='1' width='8' height='12' fill='none'
          stroke='blue' stroke-width='2'/>
        <g opacity='.5'><circle cx='30' cy='8' r='6'/><circle cx='34' cy='10' r='6' fill='red'/></g>
        """),
    ShapePair(
      name: "styles",
      body: """
        <style>/* of a program */ .a { fill: #258; } .b, #c { fill: none; stroke: #852;
          stroke-width: 2px } rect.a { stroke: black }</style>
        <rect class='a' x='2' y='2' width='10' height='10' fill='red'/>
        <circle class='a b' cx='24' cy='8' r='6'/>
        <path id='c' d='M2 20h16l-4 10z' style='stroke-linejoin:round;stroke-dasharray:3 1.5'/>
        <path d='M22 18h16v16h-16z M26 22h8v8h-8z' style='fill-rule:evenodd;fill:#584'/>
        <rect x='2' y='32' width='9' height='6' style='display:none'/>
        <rect x='13' y='34' width='5' height='5' fill='black' fill-opacity='.4'/>
        """),
    ShapePair(
      name: "parts used again",
      body: """
        <defs><path id='leaf' d='M0 0q6-4 10 0-4 4-10 0z'/></defs>
        <use xlink:href='#leaf' x='4' y='10' fill='green'/>
        <use href='#leaf' transform='translate(10 24) rotate(40)' fill='#796' stroke='black'/>
        <g id='pair'><circle cx='28' cy='10' r='3'/><circle cx='34' cy='10' r='3' fill='red'/></g>
        <use href='#pair' y='14' fill='blue'/>
        """),
    ShapePair(
      name: "gradients",
      body: """
        <defs>
          <linearGradient id='sky'><stop offset='0' stop-color='#fff'/>
            <stop offset='100%' style='stop-color:#036;stop-opacity:.9'/></linearGradient>
          <linearGradient id='down' xlink:href='#sky' x1='0' y1='0' x2='0' y2='1'/>
          <linearGradient id='slanted' href='#sky' gradientUnits='userSpaceOnUse' x1='2' y1='22'
            x2='18' y2='38' gradientTransform='translate(1 0)'/>
          <radialGradient id='sun' cx='.5' cy='.5' r='.5'><stop stop-color='gold'/>
            <stop offset='1' stop-color='#b40'/></radialGradient>
        </defs>
        <rect x='2' y='2' width='16' height='16' fill='url(#sky)'/>
        <rect x='22' y='2' width='16' height='10' fill='url(#down)' stroke='black'/>
        <rect x='2' y='22' width='16' height='16' fill='url(#slanted)'/>
        <circle cx='30' cy='28' r='8' fill='url(#sun)'/>
        """),
    ShapePair(
      name: "cut off",
      body: """
        <clipPath id='frame'><rect x='4' y='4' width='20' height='20'/></clipPath>
        <g clip-path='url(#frame)'><circle cx='22' cy='22' r='14' fill='#743'/></g>
        <circle cx='38' cy='38' r='8' fill='#347'/>
        """),
  ]
}

@Suite struct SVGShapesTests {
  @Test(arguments: ShapePair.all) func looksTheSame(_ pair: ShapePair) throws {
    let file = svg(pair.body)
    let read = try shapes(file)
    let scene = Scene(
      size: Size(width: read.box.width, height: read.box.height), background: .white,
      nodes: read.nodes)
    let fonts = try FontLibrary(FontSet())
    let ours = try ImageCanvas.bitmap(of: scene, width: 320, height: 320, fonts: fonts)
    let theirs = try SVGDrawing(file).drawn(width: 320, height: 320)
    let apart = Apart(ours, theirs)
    #expect(apart.mean < 0.5 && apart.far < 0.3, "\(apart)")
    var empty = scene
    empty.nodes = []
    let without = try ImageCanvas.bitmap(of: empty, width: 320, height: 320, fonts: fonts)
    #expect(Apart(without, ours).mean > 5)
  }

  @Test func currentColorIsTheGivenOne() throws {
    let red = Color(0.8, 0.1, 0.1)
    let read = try shapes(
      svg(
        "<g fill='currentColor'><rect x='8' y='8' width='4' height='4'/>"
          + "<rect x='8' y='8' color='#00f' width='4' height='4' stroke='currentcolor'/></g>"),
      color: red)
    let fills = read.nodes.compactMap { node -> Paint? in
      if case .path(let node) = node { node.fill?.paint } else { nil }
    }
    #expect(fills == [.color(red), .color(Color(0, 0, 1))])
  }

  @Test func theBoxIsThatOfTheFile() throws {
    let one = try shapes(svg("", "viewBox='-5 -6 10 12' width='90' height='10'"))
    #expect(one.box == Rect(x: -5, y: -6, width: 10, height: 12))
    let other = try shapes(svg("", "width='1in' height='48'"))
    #expect(other.box == Rect(x: 0, y: 0, width: 96, height: 48))
  }

  /// Programs write much beside the drawing.
  @Test func whatIsNotDrawnIsSkipped() throws {
    let read = try shapes(
      svg(
        "<title>A</title><metadata><x/></metadata><inkscape:grid><path d='none'/></inkscape:grid>"
          + "<!-- <text/> --><script>draw()</script><path inkscape:label='x' d='M0 0h4v4z'/>"))
    #expect(read.nodes.count == 1)
  }

  @Test(arguments: [
    ("<text>A</text>", "<text>"), ("<image href='a.png'/>", "<image>"),
    ("<g filter='url(#f)'><path d='M0 0h1'/></g>", "filter"), ("<svg/>", "<svg>"),
    ("<rect width='10%' height='4'/>", "width: 10%"),
    ("<rect width='4' height='4' fill='url(#p)'/>", "a paint that is not in it"),
    ("<style>g > rect { fill: red }</style>", "style rules"),
    ("<rect width='4' height='4' fill='var(--a)'/>", "fill: var(--a)"),
    ("<rect mask='url(#m)' width='4' height='4'/>", "mask"),
    ("<use href='b.svg#a'/>", "<use>"),
  ])
  func whatOnlyLibrsvgDrawsIsNamed(_ body: String, _ word: String) throws {
    guard case .beyond(let what) = try SVGShapes.read(svg(body), color: .black) else {
      Issue.record("it is read")
      return
    }
    #expect(what.contains(word), "\(what)")
  }

  @Test func errorsHaveTheirLine() throws {
    func fault(_ file: [UInt8]) throws -> Diagnostic {
      do {
        _ = try SVGShapes.read(file, color: .black)
      } catch let failure as Failure {
        return failure.diagnostics[0]
      }
      throw Unexpected(what: "it is read")
    }
    let cut = try fault(Array("<svg xmlns='http://www.w3.org/2000/svg'>\n<g>\n</svg>".utf8))
    #expect(cut.code == "svg.damaged" && cut.place?.line == 3)
    let path = try fault(svg("\n\n<path d='M0 0 L4 bad'/>"))
    #expect(path.code == "svg.damaged" && path.place?.line == 3)
    #expect(try fault([]).code == "svg.damaged")
    #expect(try fault(Array("<html/>".utf8)).code == "svg.damaged")
    #expect(try fault([0x1F, 0x8B]).code == "svg.compressed")
    #expect(try fault(svg("", "")).code == "svg.size")
  }

  @Test func hostileFilesAreRefusedSoon() throws {
    func codes(_ file: [UInt8]) -> [String] {
      TestSupport.codes { try SVGShapes.read(file, color: .black) }
    }
    let deep = String(repeating: "<g>", count: 100) + String(repeating: "</g>", count: 100)
    #expect(codes(svg(deep)) == ["svg.too-large"])
    #expect(codes(svg(String(repeating: "<g/>", count: 30_000))) == ["svg.too-large"])
    #expect(codes(svg("<g id='a'><use href='#a'/><use href='#a'/></g>")) == ["svg.too-large"])
    let groups = (1...8).map {
      "<g id='a\($0)'>" + String(repeating: "<use href='#a\($0 - 1)'/>", count: 30) + "</g>"
    }
    #expect(codes(svg("<path id='a0' d='M0 0h1'/>" + groups.joined())) == ["svg.too-large"])
    let points = "M0 0" + String(repeating: "h1", count: 120_000)
    #expect(codes(svg("<path d='\(points)'/>")) == ["svg.too-large"])
    #expect(codes([UInt8](repeating: 0x20, count: SVGShapes.limit + 1)) == ["svg.too-large"])
    let bomb = """
      <!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><title>&b;</title></svg>
      """
    #expect(codes(Array(bomb.utf8)) == ["svg.entity"])
    #expect(codes(svg("<path d='M1e6 1e6h9e6h9e6'/>")) == ["svg.damaged"])
    let comments = String(repeating: "/*/", count: 200_000)
    #expect(codes(svg("<style>\(comments)</style>")) == [])
  }

  /// Illustrator declares words that its files use.
  @Test func entitiesOfWordsAreRead() throws {
    let text = """
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
      <!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY red "#ff0000">]>
      <svg xmlns="&ns;" viewBox="0 0 8 8"><rect width="8" height="8" fill="&red;"/></svg>
      """
    #expect(try shapes(Array(text.utf8)).nodes.count == 1)
  }
}
