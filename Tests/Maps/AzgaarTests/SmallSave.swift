// SPDX-License-Identifier: MIT
// Part of Platen: a save small enough to be taken apart, made here section by section.

import Azgaar

/// A save of 1.147 with an island, two states and a river, whose sections a test may change.
struct SmallSave {
  var sections: [String]

  static let columns = 12
  static let rows = 9
  static let spacing = 10.0

  /// Grid points, row by row, shifted in a fixed pattern so that no four lie on a circle.
  private static var points: [[Double]] {
    (0..<rows * columns).map { index in
      let (row, column) = (index / columns, index % columns)
      return [
        5 + 10 * Double(column) + Double((index * 7) % 5) * 0.73,
        5 + 10 * Double(row) + Double((index * 11) % 7) * 0.57,
      ]
    }
  }

  private static var boundary: [[Double]] {
    var result: [[Double]] = []
    for x in stride(from: 0.0, through: 120, by: 20) { result += [[x, -10], [x, 100]] }
    for y in stride(from: 0.0, through: 90, by: 20) { result += [[-10, y], [130, y]] }
    return result
  }

  private static func isLand(_ index: Int) -> Bool {
    (2...6).contains(index / columns) && (3...8).contains(index % columns)
  }

  private static func isCoast(_ index: Int) -> Bool {
    let (row, column) = (index / columns, index % columns)
    for down in -1...1 {
      for right in -1...1 {
        let (r, c) = (row + down, column + right)
        guard (0..<rows).contains(r), (0..<columns).contains(c) else { continue }
        if isLand(r * columns + c) != isLand(index) { return true }
      }
    }
    return false
  }

  private static func list(_ value: (Int) -> Int) -> String {
    (0..<rows * columns).map { String(value($0)) }.joined(separator: ",")
  }

  private static func json(_ points: [[Double]]) -> String {
    "[" + points.map { "[\($0[0]),\($0[1])]" }.joined(separator: ",") + "]"
  }

  init() {
    sections = Array(repeating: "", count: 52)
    sections[0] = "1.147.1|license|2026-1-2|1234|120|90|1700000000000"
    sections[1] =
      #"km|2|square|m|1.8|°C|||||||500|1.5||||||{"winds":[225,45,225,315,135,315],"year":7,"era":"Ära | x","eraShort":"Ä","military":[{"icon":"x","name":"infantry","rural":0.25,"urban":0.2,"crew":1,"power":1,"type":"melee","separate":0}],"coastline":{"enabled":true,"maxDepth":3}}|Kleinland||default||8||1.5"#
    sections[2] = #"{"latT":18,"latN":40,"latS":22,"lonT":24,"lonW":-12,"lonE":12}"#
    sections[3] =
      "["
      + ["Marine", "Hot desert", "Cold desert", "Savanna", "Grassland"].enumerated().map {
        ##"{"i":\##($0),"name":"\##($1)","color":"#12345\##($0)","habitability":\##($0 * 10),"iconsDensity":0,"icons":[],"cost":10}"##
      }.joined(separator: ",") + "]"
    sections[4] = #"[{"id":"burg1","name":"Alt","legend":"<b>x</b>\r\nzwei"}]"#
    sections[5] = """
      <svg id="map" width="120" height="90" version="1.1" xmlns="http://www.w3.org/2000/svg"><defs><g id="filters"><path d="M0,0"/></g></defs>
      <g id="viewbox"><g id="ocean"><g id="oceanLayers" layers="-6,-3,-1"/></g><g id="rivers" fill="#5d97bb"/><g id="labels"/></g>
      <g id="legend"/><svg></svg>
      </svg>
      """
    sections[6] =
      #"{"spacing":10,"cellsX":12,"cellsY":9,"boundary":\#(SmallSave.json(SmallSave.boundary)),"points":\#(SmallSave.json(SmallSave.points)),"features":[0,{"i":1,"land":false,"border":true,"type":"ocean"},{"i":2,"land":true,"border":false,"type":"island"}],"cellsDesired":100}"#
    sections[7] = SmallSave.list { SmallSave.isLand($0) ? 30 + $0 % 20 : 5 }
    sections[8] = SmallSave.list { $0 % 30 }
    sections[9] = SmallSave.list { SmallSave.isLand($0) ? 2 : 1 }
    sections[10] = SmallSave.list {
      SmallSave.isLand($0) ? (SmallSave.isCoast($0) ? 1 : 0) : SmallSave.isCoast($0) ? -1 : -2
    }
    sections[11] = SmallSave.list { 20 - $0 / 12 }
    sections[12] =
      #"[0,{"i":1,"type":"ocean","land":false,"border":true,"cells":50,"firstCell":0,"vertices":[]},{"i":2,"type":"island","land":true,"border":false,"cells":30,"firstCell":20,"vertices":[1,2,3],"subtype":"isle","group":"sea_island"}]"#
    sections[13] =
      ##"[{"i":0,"name":"Wildlands","origins":[null]},{"i":1,"name":"Volk","base":1,"type":"River","origins":[0],"color":"#bc80bd","center":3,"code":"Vo","shield":"swiss","expansionism":1.2}]"##
    sections[14] =
      ##"[{"i":0,"name":"Neutrals","diplomacy":[["War","a"]]},{"i":1,"name":"Nord","form":"Monarchy","formName":"Reich","fullName":"Nordreich","color":"#ff0000","capital":1,"culture":1,"center":4,"pole":[50,40],"diplomacy":["x","x","Enemy"],"neighbors":[2],"provinces":[1],"campaigns":[{"name":"Krieg","start":-3}],"coa":{"t1":"argent","charges":[{"charge":"lion","t":"gules","p":"e"}],"shield":"heater"},"military":[{"i":0,"a":10,"n":0,"u":{"infantry":10},"cell":3,"x":50,"y":40,"bx":50,"by":40,"name":"1st","state":1,"icon":"x"}]},{"i":2,"name":"Süd","form":"Republic","fullName":"Südrepublik","color":"url(#hatch3)","capital":2,"culture":1,"diplomacy":["x","Enemy","x"],"neighbors":[1],"provinces":[]},{"i":3,"name":"Weg","removed":true}]"##
    sections[15] =
      #"[0,{"i":1,"cell":10,"x":45,"y":35,"name":"Alt","state":1,"culture":1,"feature":2,"capital":1,"port":1,"population":3.5,"type":"River","group":"capital","citadel":1,"coa":{"t1":"or"}},{"i":2,"cell":12,"x":60,"y":50,"name":"Neu","state":2,"culture":1,"feature":2,"capital":1,"port":0,"population":2,"type":"Generic","group":"city"},{"i":3,"cell":11,"x":50,"y":50,"name":"Fort","removed":true}]"#
    sections[29] =
      ##"[{"i":0,"name":"No religion","origins":null},{"i":1,"name":"Glaube","type":"Folk","form":"Animism","culture":1,"center":2,"deity":null,"color":"#00ff00","code":"Gl","origins":[0]}]"##
    sections[30] =
      ##"[0,{"i":1,"state":1,"center":5,"burg":1,"name":"Mark","formName":"Mark","fullName":"Mark Alt","color":"#0000ff","pole":[50,40]}]"##
    sections[31] = "German|5|12|lt|0|/English|6|11||0.1|Abingdon,Albrighton"
    sections[32] =
      #"[{"i":3,"source":10,"mouth":5,"discharge":40,"length":20.5,"width":0.2,"widthFactor":1.2,"sourceWidth":0.1,"parent":3,"cells":[10,9,-1],"basin":3,"name":"Bach","type":"Creek"}]"#
    sections[34] = #"[{"family":"Georgia"}]"#
    sections[35] =
      #"[{"i":0,"icon":"🌋","type":"volcanoes","dx":52,"px":13,"x":50,"y":40,"cell":8}]"#
    sections[36] = "{}"
    sections[37] =
      #"[{"i":0,"group":"roads","feature":2,"points":[[45,35,10],[60,50,12]]},{"i":4,"group":"trails","name":"Weg","points":[[45,35,10],[50,40,11],[60,50,12]]}]"#
    sections[38] =
      #"[{"i":0,"name":"Zone","type":"Rebels","cells":[3,4,4,5],"color":"url(#hatch1)"}]"#
    sections[39] =
      #"[{"i":0,"points":[[1,1],[5,1],[3,4]],"type":"glacier"},{"i":1,"points":[[1,1],[5,1],[3,4]],"type":"iceberg","cellId":2,"size":0.1,"offset":[2,3]}]"#
    for number in [41, 42, 43, 46, 49] { sections[number] = "[]" }
    sections[45] = #"<symbol id="good-custom-a" viewBox="0 0 1 1"><path d="M0,0"/></symbol>"#
    sections[47] = #"[{"i":0,"x":30,"y":20,"label":{"text":"Golf|von Alt","group":"added"}}]"#
    sections[48] =
      ##"{"labels":{"groups":{"state":{"fill":"#3e3e4b","font-size":"22%","filter":null}}},"burgIcons":{"capital":{"font-size":2}},"anchors":{},"relief":{"set":"simple"}}"##
    sections[50] = #"{"order":["ocean","rivers","labels"],"active":["ocean","labels"]}"#
    sections[51] = "{}"
    fillCells()
  }

  /// Writes the lists of the rebuilt cells, as many as there are when read without them.
  private mutating func fillCells() {
    let count = SmallSave.cellCount
    func list(_ value: (Int) -> String) -> String {
      (0..<count).map(value).joined(separator: ",")
    }
    sections[16] = list { "\($0 % 5)" }
    sections[17] = list { $0 == 10 ? "1" : $0 == 12 ? "2" : "0" }
    sections[18] = list { _ in "0" }
    sections[19] = list { $0 % 2 == 0 ? "1" : "0" }
    sections[20] = list { "\($0 * 3)" }
    sections[21] = list { $0 % 3 == 0 ? "0" : "\($0).1234" }
    sections[22] = list { $0 == 9 || $0 == 10 ? "3" : "0" }
    sections[24] = list { $0 % 4 == 0 ? "-2" : "\($0)" }
    sections[25] = list { $0 % 3 == 0 ? "1" : $0 % 3 == 1 ? "2" : "0" }
    sections[26] = list { _ in "1" }
    sections[27] = list { $0 % 3 == 0 ? "1" : "0" }
    sections[40] = list { _ in "0" }
    sections[44] = list { _ in "0" }
  }

  /// The number of cells the terrain rebuilds to; a wrong count would not read.
  static let cellCount = 117

  func bytes(_ newline: String = "\r\n") -> [UInt8] {
    Array(sections.joined(separator: newline).utf8)
  }
}
