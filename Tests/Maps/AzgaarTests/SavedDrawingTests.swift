// SPDX-License-Identifier: MIT
// Part of Platen: what old saves keep in their drawing alone must come out of it.

import Atlas
import Azgaar
import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct SavedDrawingTests {
  /// The small save as version 1.0 would have written it, with `drawing` for what tables lack.
  private func old(_ drawing: String, definitions: String = "", fields: Int = 31) -> SmallSave {
    var save = SmallSave()
    save.sections[0] = "1.0|license|2019-1-2|1234|120|90"
    save.sections[1] = "mi|1|square|ft|1.8|°F|2||0.2|#ffffff|99|99|1000|1|15|33|26|-27|114|[225,45]"
    save.sections[5] =
      ##"<svg id="map" width="120" height="90" background-color="#000000"><defs>\##(definitions)</defs><g id="viewbox">\##(drawing)</g><g id="scaleBar"><rect/></g></svg>"##
    save.sections.removeLast(52 - fields)
    return save
  }

  @Test func rivers() throws {
    let save = old(
      ##"<g id="rivers" fill="#5d97bb"><path d="M10,10C12,12,14,14,20,20L30,30C31,31,31,32,30,32L10,11Z" id="river3" data-width="1.4"/><path id="river5" d="M1,1"/></g>"##
    )
    let world = try read(save.bytes()).value.world
    #expect(world.rivers.map(\.id) == [3])
    let river = try #require(world.rivers[id: 3])
    #expect(river.widthFactor == 1.4)
    #expect(river.ribbon?.verbs == [.move, .curve, .line, .curve, .line, .close])
    #expect(river.length > 25 && river.length < 35)
    let cells = try #require(world.cells)
    #expect(cells.mesh.sites[river.mouth].distance(to: Point(10, 10)) < 10)
    // The cells' river numbers stand, since the river is there now.
    #expect(cells.river.contains(3))
  }

  @Test func riversWithoutACourseKeepTheirRow() throws {
    var save = old(
      #"<g id="rivers"><path id="river3" d="M10,10L20,20L30,30L20,21Z"/></g>"#, fields: 33)
    save.sections[32] =
      #"[{"i":3,"parent":0,"length":77,"source":10,"mouth":5,"basin":3,"name":"Bach","type":"River"}]"#
    let river = try #require(try read(save.bytes()).value.world.rivers[id: 3])
    #expect(river.name == "Bach" && river.length == 77 && river.source == 10)
    #expect(river.ribbon != nil && river.cells.isEmpty)
  }

  @Test func riversOfATableTakeTheirWidthFromTheDrawing() throws {
    var save = old(
      #"<g id="rivers"><path id="river3" d="M10,10L20,20L30,30L20,21Z" data-width="1.7"/></g>"#,
      fields: 33)
    save.sections[32] =
      #"[{"i":3,"parent":0,"length":77,"source":10,"mouth":5,"basin":3,"name":"Bach"}]"#
    let river = try #require(try read(save.bytes()).value.world.rivers[id: 3])
    #expect(river.widthFactor == 1.7 && river.sourceWidth == 0.1)
  }

  @Test func markersWithoutASizeHaveTheirWidth() throws {
    let save = old(
      ##"<g id="markers"><use id="markerElement1" data-x="50" data-y="40" width="36"/></g>"##)
    #expect(try read(save.bytes()).value.world.markers.map(\.size) == [36])
  }

  @Test func signsOfWinds() throws {
    let save = old(
      ##"<g id="prec"><circle cx="9" cy="9" r="2"/><g id="wind"><text x="20" y="33.5">⇉</text><text x="60" y="42">⇊</text><text x="60" y="1">?</text><text y="1">⇇</text></g></g>"##
    )
    #expect(
      try read(save.bytes()).value.world.presentation.winds == [
        SavedWind(.east, Point(20, 33.5)), SavedWind(.south, Point(60, 42)),
      ])
  }

  @Test func riversWithACourseNeedNoRibbon() throws {
    var save = old(#"<g id="rivers"><path id="river3" d="M10,10L20,20L30,30Z"/></g>"#, fields: 33)
    save.sections[32] = #"[{"i":3,"cells":[10,9],"name":"Bach"}]"#
    let world = try read(save.bytes()).value.world
    #expect(world.rivers[id: 3]?.ribbon == nil)
  }

  @Test func routes() throws {
    let save = old(
      #"<g id="routes"><g id="roads"><path id="road0" d="M10,10C10,10,10,10,10,10C11,11,12,12,20,20C21,21,22,22,30,25"/></g><g id="searoutes"><path id="s0" d="M1,1L5,5"/></g><g id="Pfade"><path d="M2,2L3,3L4,5"/></g></g>"#
    )
    let world = try read(save.bytes()).value.world
    #expect(world.routes.map(\.group) == ["roads", "searoutes", "Pfade"])
    #expect(world.routes[0].points == [Point(10, 10), Point(20, 20), Point(30, 25)])
    #expect(world.routes[0].cells.count == 3)
    #expect(world.presentation.active.contains("routes"))
  }

  @Test func markersAndTheirNotes() throws {
    var save = old(
      ##"<g id="markers"><use id="markerElement1" xlink:href="#marker_mine" data-id="#marker_mine" data-x="50" data-y="40" x="35" y="10" data-size="1.5" width="45"/><use id="markerElement4" href="#marker_x" data-id="#marker_x" data-x="20" data-y="30" data-size="1" transform="translate(2,-3)"/></g>"##,
      definitions:
        ##"<g id="defs-markers"><symbol id="marker_mine" viewBox="0 0 30 30"><path d="M6,19"/><circle cx="15" cy="15" r="10" fill="#ffffff" stroke="#102030" stroke-width="1"/><text x="48%" y="52%" font-size="13.5px">⛏</text></symbol><symbol id="marker_x"><circle opacity="0"/><text x="50%" y="50%" font-size="20px">a&amp;b</text></symbol></g>"##
    )
    save.sections[4] = #"[{"id":"markerElement4","name":"N","legend":""}]"#
    let world = try read(save.bytes()).value.world
    #expect(world.markers.map(\.id) == [1, 4])
    #expect(world.markers[0].type == "mine" && world.markers[0].icon == "⛏")
    #expect(world.markers[0].size == 45 && world.markers[0].iconSize == 13.5)
    #expect(world.markers[0].iconOffset == Point(48, 52))
    #expect(world.markers[0].stroke == "#102030" && world.markers[0].pin == "bubble")
    #expect(world.markers[1].icon == "a&b" && world.markers[1].pin == "no")
    #expect(world.markers[1].position == Point(22, 27))
    #expect(world.notes[0].subject == "marker4")
  }

  @Test func zonesAndIce() throws {
    let save = old(
      ##"<g id="zones"><g id="zone0" data-description="Rebels &amp; co" data-type="Rebels" data-cells="3,4,4,9999" fill="url(#hatch2)"><polygon points="1,1"/></g><g id="zone1" data-description="Z" data-cells="5" fill="#ff0000" style="display: none"/></g><g id="ice"><polygon points="1,1,5,1,3,4" type="iceShield"/><polygon points="1,1 5,1 3,4" cell="3" size="0.3" transform="translate(4 5)"/><polygon points="1,1"/></g>"##
    )
    let imported = try read(save.bytes())
    let world = imported.value.world
    #expect(world.zones.map(\.name) == ["Rebels & co", "Z"])
    #expect(world.zones[0].cells == [3, 4])
    #expect(world.zones[0].color == .hatch(2) && world.zones[1].color == .rgb(255, 0, 0))
    #expect(world.zones.map(\.isHidden) == [false, true])
    #expect(world.ice.map(\.kind) == [.glacier, .iceberg])
    #expect(world.ice[1].offset == Point(4, 5) && world.ice[1].size == 0.3)
    #expect(codes(imported.warnings).contains("map.cell-reference"))
  }

  /// However a drawing hides what it holds, players see none of it.
  @Test(arguments: [
    (#"style="display: none""#, true), (#"display="none""#, true),
    (#"style="opacity:.5;visibility: hidden""#, true), (#"visibility="hidden""#, true),
    (#"style="fill: red; DISPLAY : none !important;""#, true), (#"opacity="0""#, true),
    (#"style="opacity: 0.0""#, true), (#"style="opacity: 0.1""#, false),
    (#"style="display: inline" display="none""#, false), ("", false),
  ])
  func hiddenElements(attribute: String, isHidden: Bool) throws {
    let save = old(
      ##"<g id="zones"><g id="zone0" data-description="Z" data-cells="3" \##(attribute)/></g><g id="markers"><use id="marker1" data-id="#marker_mine" data-x="20" data-y="30" data-size="1" \##(attribute)/></g><g id="labels"><g id="states"><text id="stateLabel1" \##(attribute)><textPath><tspan>N</tspan></textPath></text></g><g id="addedLabels"><text id="label1" x="10" y="10" \##(attribute)>A</text></g><g id="own" style="display:none"><text x="10" y="10">B</text></g><g id="burgLabels"><g id="cities"><text id="burgLabel1" data-id="1" \##(attribute)>C</text></g></g></g>"##
    )
    let world = try read(save.bytes()).value.world
    #expect(world.zones.map(\.isHidden) == [isHidden])
    #expect(world.markers.map(\.isHidden) == [isHidden])
    #expect(world.addedLabels.map(\.label.isHidden) == [isHidden, true])
    #expect(world.states[id: 1]?.label?.isHidden == isHidden)
    #expect(world.burgs[id: 1]?.label?.isHidden == isHidden)
  }

  @Test func relief() throws {
    let drawing =
      ##"<g id="terrain" set="simple"><use href="#relief-mount-1" x="10.5" y="20" width="14.2" height="14.2"/><use xlink:href="#relief-hill-3-bw" data-type="#relief-hill-1" x="1" y="2" width="6" height="6"/><use href="#relief-hill-1" x="1" y="2"/><use x="1" y="2" width="6"/><g><use href="#relief-grass-1" x="5" y="6" width="7"/></g></g>"##
    let world = try read(old(drawing).bytes()).value.world
    #expect(
      world.relief == [
        ReliefIcon(symbol: "mount-1", position: Point(10.5, 20), size: 14.2),
        ReliefIcon(symbol: "hill-3-bw", position: Point(1, 2), size: 6),
        ReliefIcon(symbol: "grass-1", position: Point(5, 6), size: 7),
      ])
  }

  @Test func whatFollowsALabelIsNoPartOfIt() throws {
    let save = old(
      ##"<g id="labels"><g id="states"><text id="stateLabel1"><textPath><tspan>Mein Norden</tspan></textPath></text></g></g><g id="armies"><g id="army1"><g id="regiment1-0"><text>1504</text><text class="regimentIcon">👑</text></g></g></g>"##
    )
    #expect(try read(save.bytes()).value.world.states[id: 1]?.label?.text == "Mein Norden")
  }

  @Test func namesThatNewDrawingsShow() throws {
    var save = SmallSave()
    save.sections[5] = save.sections[5].replacing(
      #"<g id="labels"/>"#,
      with:
        ##"<g id="labels"><g id="labels-state"><text id="stateLabel1" data-id="1"><textPath href="#textPath_stateLabel1">Nordreich</textPath></text><text id="stateLabel2"><textPath><tspan>Süd</tspan></textPath></text></g></g>"##
    )
    let states = try read(save.bytes()).value.world.states
    #expect(states.map(\.drawnName) == ["Nordreich", "Süd"])
    #expect(states.allSatisfy { $0.label == nil })
  }

  /// A dragged name is the user's, another's way a proposal, and FMG's own, bent at the
  /// pole, nothing at all.
  @Test(arguments: [
    ("", "M10,10C11,11,12,12,20,15L30,30", true, 3), ("translate(3,-2)", "M10,10L30,30", false, 2),
    ("", "M10,30C20,31,30,35,50,40C60,42,70,44,90,50", nil, 0),
    ("translate(3,-2)", "M10,30C20,31,30,35,50,40C60,42,70,44,90,50", false, 3),
    ("", "", nil, 0),
  ])
  func waysOfStatesNames(transform: String, way: String, isProposal: Bool?, points: Int) throws {
    let save = old(
      ##"<g id="labels"><g id="states"><text id="stateLabel1" transform="\##(transform)"><textPath href="#textPath_stateLabel1" font-size="80%" startOffset="40%"><tspan>Nordreich</tspan></textPath></text></g></g>"##,
      definitions:
        ##"<g id="textPaths"><path id="textPath_stateLabel1" d="\##(way)"/></g>"##)
    let label = try read(save.bytes()).value.world.states[id: 1]?.label
    #expect(label?.isProposal == isProposal)
    #expect((label?.path.count ?? 0) == points)
    if isProposal == false {
      #expect(label?.offset == Point(3, -2) && label?.fontSize == 80 && label?.startOffset == 40)
    }
    #expect(label?.text == nil)
  }

  /// A user may move a label to any group, make groups and hide them.
  @Test func labelsInGroupsOfTheUser() throws {
    let save = old(
      ##"<g id="labels"><g id="states"><text id="label7" x="5" y="6">Bucht</text><text id="stateLabel2" letter-spacing="2px"><textPath href="#textPath_stateLabel2" font-size="60%"><tspan>Süd</tspan></textPath></text></g><g id="straits" font-size="6"><text id="stateLabel1"><textPath href="#textPath_stateLabel1" font-size="80%"><tspan>Nordreich</tspan></textPath></text><text id="label8" x="7" y="8" style="letter-spacing: 1.5px">Enge</text></g><g id="faint" opacity="0"><text x="1" y="2">Nie</text></g><g id="burgLabels" style="display: none"><g id="cities"><text id="burgLabel1" data-id="1">Alt</text></g></g></g>"##,
      definitions:
        ##"<g id="textPaths"><path id="textPath_stateLabel1" d="M10,10L30,30"/><path id="textPath_stateLabel2" d="M10,30C20,31,30,35,50,40C60,42,70,44,90,50"/></g>"##
    )
    let world = try read(save.bytes()).value.world
    #expect(world.addedLabels.map(\.text) == ["Bucht", "Enge", "Nie"])
    #expect(world.addedLabels.map(\.label.group) == ["states", "straits", "faint"])
    #expect(world.addedLabels.map(\.label.letterSpacing) == [nil, 1.5, nil])
    #expect(world.addedLabels.map(\.label.isHidden) == [false, false, true])
    let (first, second) = (try #require(world.states[id: 1]), try #require(world.states[id: 2]))
    #expect(first.label?.group == "straits" && first.drawnLabel?.group == "straits")
    #expect(first.drawnLabel?.fontSize == 80 && first.drawnLabel?.path.count == 2)
    #expect(second.label?.group == nil && second.drawnLabel?.letterSpacing == 2)
    // A way may be FMG's own, and its size with it, and yet they are what the save shows.
    #expect(second.label?.isProposal == true && second.label?.fontSize == nil)
    #expect(second.drawnLabel?.fontSize == 60 && second.drawnLabel?.path.count == 3)
    #expect(world.burgs[id: 1]?.label?.isHidden == true)
  }

  @Test func movedHiddenAndRewrittenNamesOfBurgs() throws {
    let save = old(
      ##"<g id="labels"><g id="burgLabels"><g id="cities"><text id="burgLabel1" data-id="1" transform="translate(12.5,-4)">Alt</text></g><g id="towns"><text id="burgLabel2" style="display: none" transform="translate(0.3,0)">Anders</text></g></g></g>"##
    )
    let world = try read(save.bytes()).value.world
    #expect(world.burgs[id: 1]?.label?.offset == Point(12.5, -4))
    #expect(world.burgs[id: 1]?.label?.text == nil)
    #expect(world.burgs[id: 2]?.label?.text == "Anders")
    #expect(world.burgs[id: 2]?.label?.isHidden == true)
    #expect(world.burgs[id: 2]?.label?.offset == .zero)
  }

  @Test func aLabelsWayIsBounded() throws {
    let way = "M0,0" + (1...5000).map { "L\($0 % 100),\($0 % 90)" }.joined()
    let save = old(
      ##"<g id="labels"><g id="states"><text id="stateLabel1"><textPath href="#textPath_x"><tspan>Nord</tspan></textPath></text></g></g>"##,
      definitions: ##"<g id="textPaths"><path id="textPath_x" d="\##(way)"/></g>"##)
    #expect(try read(save.bytes()).value.world.states[id: 1]?.label?.path.count == 200)
  }

  @Test func labelsAndGroupsOfBurgs() throws {
    var save = old(
      ##"<g id="labels"><g id="states"><text id="stateLabel1"><textPath href="#textPath_stateLabel1"><tspan x="0">Mein </tspan><tspan x="0">Norden</tspan></textPath></text><text id="stateLabel2"><textPath><tspan>Süd</tspan><tspan>republik</tspan></textPath></text></g><g id="addedLabels"><text id="label1" transform="translate(1,2)"><textPath xlink:href="#textPath_label1" font-size="120%"><tspan>Golf </tspan><tspan>von Alt</tspan></textPath></text></g><g id="burgLabels"><g id="cities"><text id="burgLabel1" data-id="1">Alt</text></g></g></g><g id="icons"><g id="burgIcons"><g id="cities" size="1"><circle id="burg1" data-id="1"/></g><g id="towns"><circle id="burg2" data-id="2"/></g></g><g id="anchors"><g id="towns"><use data-id="1"/></g></g></g>"##,
      definitions:
        #"<g id="deftemp"><g id="textPaths"><path id="textPath_label1" d="M10,10C11,11,12,12,20,15C21,16,22,17,30,10"/></g></g>"#
    )
    save.sections[14] = save.sections[14].split(
      separator: "Südrepublik", omittingEmptySubsequences: false
    ).joined(separator: "Süd republik")
    save.sections[15] = save.sections[15].split(separator: #","group":"capital""#).joined()
      .split(separator: #","group":"city""#).joined()
    let world = try read(save.bytes()).value.world
    #expect(world.states[id: 1]?.label?.text == "Mein|Norden")
    #expect(world.states[id: 2]?.label == nil)
    // Which of two names is shown, is no change of the user's.
    #expect(world.states.map(\.drawnName) == [nil, "Süd|republik"])
    #expect(world.addedLabels.map(\.text) == ["Golf|von Alt"])
    #expect(world.addedLabels[0].label.path == [Point(11, 12), Point(21, 17), Point(31, 12)])
    #expect(world.addedLabels[0].position == Point(21, 17))
    #expect(world.addedLabels[0].label.fontSize == 120)
    #expect(world.burgs.map(\.group) == ["cities", "towns"])
    #expect(world.presentation.groups["icons/burgIcons/cities"]?["size"] == "1")
  }

  @Test func layersAndStyle() throws {
    let save = old(
      ##"<g id="ocean"/><g id="landmass" fill="#eef6fb"/><g id="terrs"/><g id="biomes"><path/></g><g id="lakes" style="display:none"/><g id="rivers" display="none"><path/></g><g id="regions" opacity="0.4"><g id="statesBody"><path/></g></g><g id="labels" font-family="A &quot;B&quot;"/><g id="fogging-cont"><g id="fogging"/></g>"##
    )
    let presentation = try read(save.bytes()).value.world.presentation
    #expect(
      presentation.order == [
        "ocean", "landmass", "heightmap", "biomes", "lakes", "rivers", "states", "labels",
        "fogging", "scaleBar",
      ])
    #expect(
      presentation.active == ["ocean", "landmass", "biomes", "states", "labels", "scaleBar"])
    #expect(presentation.groups["landmass"] == ["fill": "#eef6fb"])
    #expect(presentation.groups["labels"] == ["font-family": "A \"B\""])
    #expect(presentation.groups["map"] == ["background-color": "#000000"])
  }

  @Test(arguments: [
    "<g id=\"rivers\"><path d=\"M1,1Lx", "</g></g></g></svg></svg>", "<g><g><g id='x",
    "<!-- <g id=\"rivers\">", "<g id=\"rivers\"><path id=\"river1\" d=\"", "<", "<<>><g/></g>",
    "<g id=\"markers\"><use data-x=\"NaN\" data-y=\"1\"/></g>",
    "<g id=\"rivers\"><path id=\"river1\" d=\"L1,1C9M1e308,1e308L1e308,-1e308,5,5,6,6\"/></g>",
    "<g id=\"labels\"><g id=\"x\"><text>&#xD800;&bad;&#99999999;&</text></g></g>",
  ])
  func brokenMarkupIsPassedOver(drawing: String) throws {
    let world = try read(old(drawing).bytes()).value.world
    #expect(world.cells?.count == SmallSave.cellCount)
  }

  // MARK: Real saves

  /// Every text of the drawing that is a state's name is known with its way and its size.
  @Test(.enabled(if: Shared.isPresent), arguments: readableSaves)
  func namesOfStatesInRealSaves(path: String) throws {
    let bytes = try Shared.bytes(path)
    let world = try read(bytes).value.world
    let text = String(decoding: bytes, as: UTF8.self)
    let ids = text.components(separatedBy: " id=\"stateLabel").dropFirst()
      .compactMap { Int($0.prefix { $0.isNumber }) }
    let known = Set(ids).filter { world.states.contains(id: $0) }
    let drawn = world.states.filter { $0.drawnLabel != nil }
    #expect(Set(drawn.map(\.id)).isSubset(of: known))
    // Some are hidden.
    #expect(drawn.count * 10 >= known.count * 9)
    #expect(drawn.allSatisfy { ($0.drawnLabel?.fontSize ?? 0) > 0 })
    #expect(drawn.allSatisfy { ($0.drawnLabel?.path.count ?? 0) > 1 })
  }

  @Test(
    .enabled(if: Shared.isPresent),
    arguments: readableSaves.filter { $0.contains("old-v") || $0.contains("saves/") })
  func minedTablesAreAsManyAsTheElementsOfTheDrawing(path: String) throws {
    let bytes = try Shared.bytes(path)
    let imported = try read(bytes).value
    let world = imported.world
    let text = String(decoding: bytes, as: UTF8.self)
    let start = try #require(text.range(of: "<svg"))
    let end = try #require(text.range(of: "{\"spacing\""))
    let drawing = text[start.lowerBound..<end.lowerBound]
    func part(_ id: String, to next: String) -> Substring {
      guard let from = drawing.range(of: "<g id=\"\(id)\""),
        let to = drawing[from.upperBound...].range(of: "<g id=\"\(next)\"")
      else { return "" }
      return drawing[from.lowerBound..<to.lowerBound]
    }
    func count(_ word: String, in text: Substring) -> Int {
      text.components(separatedBy: word).count - 1
    }
    let sections = try #require(imported.report.sections)
    if sections < 33 {
      #expect(world.rivers.count == count("<path", in: part("rivers", to: "terrain")))
    }
    if sections < 38 {
      #expect(world.routes.count == count("<path", in: part("routes", to: "temperature")))
    }
    if sections < 36 {
      #expect(world.markers.count == count("<use", in: part("markers", to: "fogging-cont")))
    }
    if sections < 39 {
      #expect(world.zones.count == count("data-cells=", in: drawing))
    }
    #expect(!world.routes.contains { route in route.points.contains { !$0.isFinite } })
    for river in world.rivers where river.cells.isEmpty { #expect(river.ribbon != nil) }
    // A version with groups of its own says so in its options; the others had two.
    #expect(world.burgs.allSatisfy { !$0.group.isEmpty } || path.contains("Movia"))
  }
}
