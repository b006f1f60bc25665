// SPDX-License-Identifier: MIT
// Part of Platen: the symbols of a map that drawings of the user may replace, by the names of their
// files.

public import Atlas

/// A symbol that a drawing may replace.
public struct SymbolName: Hashable, Sendable {
  /// The name of its file, without `.svg`.
  public let name: String
  /// Its meaning on the map, as a part of a sentence.
  public let summary: String
  /// The name of the drawing that is used in its place where it has none of its own.
  public let standIn: String?

  init(_ name: String, _ summary: String, standIn: String? = nil) {
    self.name = name
    self.summary = summary
    self.standIn = standIn
  }

  /// All of them but markers of one type, of which each has ``markerPrefix`` and its type.
  public static let all =
    BurgRank.allCases.map(\.symbol) + burgGroups + [port] + ReliefKind.allCases.map(\.symbol)
    + [marker, compass]

  /// Groups of burgs that are drawn as forts, and may have drawings of their own.
  static let burgGroups = [
    SymbolName("monastery", "monasteries", standIn: "fort"),
    SymbolName("caravanserai", "caravanserais", standIn: "fort"),
    SymbolName("trading-post", "trading posts", standIn: "fort"),
  ]
  static let port = SymbolName("port", "the anchor beside ports")
  static let marker = SymbolName("marker", "markers of all types without a drawing of their own")
  static let compass = SymbolName("compass", "the compass rose with its letters")

  /// The prefix of names of markers of one type.
  public static let markerPrefix = "marker-"

  /// Types of markers that FMG makes. A world may have others.
  public static let markerTypes = [
    "battlefields", "bridges", "brigands", "canoes", "caves", "circuses", "dances",
    "disturbed-burials", "dungeons", "encounters", "fairs", "hill-monsters", "hot-springs", "inns",
    "jousts", "lake-monsters", "libraries", "lighthouses", "migration", "mines", "mirage",
    "necropolises", "pirates", "portals", "rifts", "ruins", "sacred-forests", "sacred-mountains",
    "sacred-palm-groves", "sacred-pineries", "sea-monsters", "statues", "volcanoes",
    "water-sources", "waterfalls",
  ]

  /// The name of the drawing of markers of a type: lowercase letters and digits, hyphens for all
  /// else.
  static func marker(ofType type: String) -> String {
    markerPrefix
      + String(type.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }

  /// The names of all drawings that a world may show, those of its own types of markers included.
  public static func known(in world: World) -> Set<String> {
    let types = markerTypes + world.markers.map(\.type).filter { !$0.isEmpty }
    return Set(all.map(\.name)).union(types.map(marker(ofType:)))
  }

  /// The symbol and the number of the variant that a file is for: `mountain` and `mountain-1` are
  /// the first of `mountain`, `mountain-2` is its second; nil for an unknown name.
  ///
  /// - Parameters:
  ///   - file: the file's name without `.svg`.
  ///   - known: all names.
  public static func variant(
    _ file: String, among known: Set<String>
  ) -> (name: String, number: Int)? {
    if known.contains(file) { return (file, 1) }
    guard let hyphen = file.lastIndex(of: "-") else { return nil }
    let (name, digits) = (String(file[..<hyphen]), file[file.index(after: hyphen)...])
    guard known.contains(name), (1...3).contains(digits.utf8.count), digits.first != "0",
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits)
    else { return nil }
    return (name, number)
  }
}

extension BurgRank {
  var symbol: SymbolName {
    switch self {
    case .capital: SymbolName("capital", "capitals of states")
    case .city: SymbolName("city", "cities")
    case .town: SymbolName("town", "towns")
    case .fort: SymbolName("fort", "forts")
    case .village: SymbolName("village", "villages")
    case .hamlet: SymbolName("hamlet", "hamlets", standIn: "village")
    }
  }
}

extension ReliefKind {
  var symbol: SymbolName {
    switch self {
    case .mount: SymbolName("mountain", "mountains")
    case .mountSnow:
      SymbolName("mountain-snow", "mountains with snow", standIn: ReliefKind.mount.symbol.name)
    case .vulcan: SymbolName("volcano", "volcanoes of the relief")
    case .hill: SymbolName("hill", "hills")
    case .dune: SymbolName("dune", "dunes")
    case .deciduous: SymbolName("deciduous", "deciduous trees")
    case .conifer: SymbolName("conifer", "conifers")
    case .coniferSnow:
      SymbolName("conifer-snow", "conifers with snow", standIn: ReliefKind.conifer.symbol.name)
    case .acacia: SymbolName("acacia", "acacias")
    case .palm: SymbolName("palm", "palms")
    case .grass: SymbolName("grass", "grass")
    case .swamp: SymbolName("swamp", "swamps")
    case .cactus: SymbolName("cactus", "cacti")
    case .deadTree: SymbolName("dead-tree", "dead trees")
    }
  }
}
