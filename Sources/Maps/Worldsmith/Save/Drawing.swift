// SPDX-License-Identifier: MIT
// Part of Platen: the drawing section of a save, as little of it as its programs need.

internal import Geometry

/// The save's drawing: every group that FMG looks for, with its style, without what FMG draws
/// itself when it opens the save.
struct Drawing {
  private let size: Size

  init(_ draft: Draft) { size = draft.ground.size }

  var text: String {
    let (width, height) = (Int(size.width), Int(size.height))
    return """
      <svg id="map" width="\(width)" height="\(height)" version="1.1" \
      xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      background-color="#000000"><defs>\(definitions)</defs>\
      <g id="viewbox" shape-rendering="optimizeSpeed" style="cursor: default;">\
      \(Drawing.layers(width, height).map(\.text).joined())</g>\
      \(Drawing.furniture.map(\.text).joined())</svg>
      """
  }

  private var definitions: String {
    let (width, height) = (Int(size.width), Int(size.height))
    return """
      <g id="filters">\
      <filter id="dropShadow" name="Shadow 2"><feGaussianBlur in="SourceAlpha" stdDeviation="2"/>\
      <feOffset dx="1" dy="2"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>\
      </filter></g>\
      <g id="deftemp"><g id="featurePaths"/><g id="textPaths"/><g id="statePaths"/>\
      <g id="defs-emblems"/><mask id="land"/>\
      <mask id="water"><rect x="0" y="0" width="100%" height="100%" fill="white"/></mask>\
      <mask id="fog"><rect x="0" y="0" width="\(width)" height="\(height)" fill="white"/></mask></g>\
      <pattern id="oceanic" width="100" height="100" patternUnits="userSpaceOnUse">\
      <image id="oceanicPattern" href="" opacity="0.2"/></pattern>\
      <mask id="vignette-mask"><rect x="0" y="0" width="100%" height="100%" fill="white"/>\
      <rect id="vignette-rect" fill="black" x="0.3%" y="0.4%" width="99.6%" height="99.2%" \
      rx="5%" ry="5%" filter="blur(20px)"/></mask>
      """
  }

  /// A group with its attributes and what it holds.
  private struct Group {
    var id: String
    var attributes: String
    var children: [Group]
    var markup: String

    init(
      _ id: String, _ attributes: String = "", _ children: [Group] = [], markup: String = ""
    ) {
      self.id = id
      self.attributes = attributes
      self.children = children
      self.markup = markup
    }

    var text: String {
      let open = attributes.isEmpty ? "<g id=\"\(id)\"" : "<g id=\"\(id)\" \(attributes)"
      let inside = markup + children.map(\.text).joined()
      return inside.isEmpty ? open + "/>" : open + ">" + inside + "</g>"
    }
  }

  private static let hidden = "style=\"display: none;\""

  private static func layers(_ width: Int, _ height: Int) -> [Group] {
    let sheet = "x=\"0\" y=\"0\" width=\"\(width)\" height=\"\(height)\""
    return [
      Group(
        "ocean", "",
        [
          Group(
            "oceanLayers", "layers=\"-6,-3,-1\"",
            markup: "<rect id=\"oceanBase\" \(sheet) fill=\"#4a73a8\"/>"),
          Group("oceanPattern", "", markup: "<rect fill=\"url(#oceanic)\" \(sheet)/>"),
        ]),
      Group("landmass", "opacity=\"1\" fill=\"#eef4f2\"", markup: "<rect \(sheet)/>"),
      Group("texture", "\(hidden) mask=\"url(#land)\""),
      Group(
        "terrs", hidden,
        [
          Group("oceanHeights", "data-render=\"0\" scheme=\"bright\" opacity=\"1\""),
          Group("landHeights", "scheme=\"bright\" opacity=\"1\" skip=\"5\" mask=\"url(#land)\""),
        ]),
      Group("lakes", "", lakes),
      Group("biomes", "\(hidden) mask=\"url(#land)\""),
      Group("cells", "\(hidden) stroke=\"#808080\" stroke-width=\"0.1\""),
      Group("gridOverlay", "\(hidden) opacity=\"0.8\" scale=\"1\" type=\"pointyHex\""),
      Group("coordinates", "\(hidden) data-size=\"12\" stroke=\"#d4d4d4\""),
      Group("compass", "\(hidden) opacity=\"0.8\" mask=\"url(#water)\""),
      Group("rivers", "fill=\"#5d97bb\""), Group("terrain"),
      Group("relig", "\(hidden) opacity=\"0.7\" stroke=\"#777777\" stroke-width=\"0\""),
      Group("cults", "\(hidden) opacity=\"0.6\" stroke=\"#777777\" stroke-width=\"0.5\""),
      Group(
        "regions", "",
        [
          Group("statesBody", "opacity=\"0.4\""),
          Group("statesHalo", "opacity=\"0.4\" data-width=\"10\" stroke-width=\"10\" \(hidden)"),
        ]),
      Group("provs", "\(hidden) opacity=\"0.7\" fill=\"#000000\" font-size=\"10\""),
      Group("zones", "\(hidden) opacity=\"0.6\" stroke=\"#333333\" stroke-width=\"0\""),
      Group("borders", "fill=\"none\"", borders), Group("routes", "fill=\"none\"", routes),
      Group("temperature", "\(hidden) font-size=\"8px\" fill=\"#000000\" stroke-width=\"1.8\""),
      Group(
        "coastline", "",
        [
          Group(
            "sea_island",
            "opacity=\"0.5\" stroke=\"#1f3846\" stroke-width=\"0.5\" auto-filter=\"1\""),
          Group("lake_island", "opacity=\"1\" stroke=\"#7c8eaf\" stroke-width=\"0.35\""),
        ]),
      Group("ice", "opacity=\"0.9\" fill=\"#f1f8fe\" stroke=\"#e8f0f6\" stroke-width=\"0.5\""),
      Group(
        "goods", hidden,
        [Group("goodsCells"), Group("goodsIcons", "data-size=\"6\""), Group("goodsBurgs")]),
      Group("markets", hidden), Group("tradeAnimation", hidden),
      Group("prec", "\(hidden) fill=\"#003dff\"", [Group("wind")]),
      Group(
        "population", "\(hidden) stroke-width=\"1.6\"",
        [Group("rural", "stroke=\"#0000ff\""), Group("urban", "stroke=\"#ff0000\"")]),
      Group(
        "emblems", "\(hidden) opacity=\"0.9\"",
        ["burgEmblems", "provinceEmblems", "stateEmblems"].map { Group($0, "data-size=\"1\"") }),
      Group("icons", "", [Group("burgIcons"), Group("anchors")]),
      Group("labels", "font-size=\"100px\""),
      Group("armies", "\(hidden) opacity=\"1\" box-size=\"3\" stroke=\"#000000\""),
      Group("markers", "\(hidden) rescale=\"1\""),
      Group("fogging-cont", "mask=\"url(#fog)\"", [Group("fogging", hidden)]),
      Group("ruler", hidden), Group("debug"),
    ]
  }

  private static let lakes = [
    Group("freshwater", "opacity=\"0.5\" fill=\"#a6c1fd\" stroke=\"#5f799d\" stroke-width=\"0.7\""),
    Group("salt", "opacity=\"0.5\" fill=\"#409b8a\" stroke=\"#388985\" stroke-width=\"0.7\""),
    Group("sinkhole", "opacity=\"1\" fill=\"#5bc9fd\" stroke=\"#53a3b0\" stroke-width=\"0.7\""),
    Group("frozen", "opacity=\"0.95\" fill=\"#cdd4e7\" stroke=\"#cfe0eb\" stroke-width=\"0\""),
    Group("lava", "opacity=\"0.7\" fill=\"#90270d\" stroke=\"#f93e0c\" stroke-width=\"2\""),
    Group("dry", "opacity=\"1\" fill=\"#c9bfa7\" stroke=\"#8e816f\" stroke-width=\"0.7\""),
  ]

  private static let borders = [
    Group(
      "stateBorders",
      "opacity=\"0.8\" stroke=\"#56566d\" stroke-width=\"1\" stroke-dasharray=\"2\""),
    Group(
      "provinceBorders",
      "opacity=\"0.8\" stroke=\"#56566d\" stroke-width=\"0.12\" stroke-dasharray=\"0.75 0.75\""),
  ]

  private static let routes = [
    Group(
      "roads", "opacity=\"0.9\" stroke=\"#d06324\" stroke-width=\"0.7\" stroke-dasharray=\"2\""),
    Group(
      "trails",
      "opacity=\"0.9\" stroke=\"#d06324\" stroke-width=\"0.25\" stroke-dasharray=\".8 1.6\""),
    Group(
      "searoutes",
      "opacity=\"0.9\" stroke=\"#ffffff\" stroke-width=\"0.35\" stroke-dasharray=\"1 2\" "
        + "stroke-linecap=\"round\""),
  ]

  /// The parts that do not move with the map.
  private static let furniture = [
    Group("scaleBar", "opacity=\"1\" fill=\"#353540\" data-x=\"99\" data-y=\"99\""),
    Group("vignette", "mask=\"url(#vignette-mask)\" opacity=\"0.3\" fill=\"#000000\""),
    Group("legend", hidden),
  ]
}
