// SPDX-License-Identifier: MIT
// Part of Platen: what every reader of worlds takes and gives, whatever its format.

public import Digests

/// The options of a reader.
public struct ImportOptions: Sendable, Hashable {
  /// New names for biomes, culture types and government forms.
  public var mapping: ImportMapping
  /// Indicates whether what is whole of a damaged file is read, with a warning `map.lost` for all
  /// that is not, where the file would be refused otherwise.
  public var salvages: Bool
  public init(mapping: ImportMapping = ImportMapping(), salvages: Bool = false) {
    self.mapping = mapping
    self.salvages = salvages
  }
}

/// World Foundry's `import_mapping`: what unknown or unwanted words are to be called.
public struct ImportMapping: Sendable, Hashable {
  public var biomes: [Int: String]
  public var cultureTypes: [String: String]
  public var governmentTypes: [String: String]
  public init(
    biomes: [Int: String] = [:], cultureTypes: [String: String] = [:],
    governmentTypes: [String: String] = [:]
  ) {
    self.biomes = biomes
    self.cultureTypes = cultureTypes
    self.governmentTypes = governmentTypes
  }
}

/// A world and how it was read.
public struct ImportedWorld: Sendable {
  public var world: World
  public var report: ImportReport
  public init(world: World, report: ImportReport) {
    self.world = world
    self.report = report
  }
}

/// The properties of a file that a reader found.
public struct ImportReport: Sendable, Hashable {
  /// `azgaar-map`, `azgaar-json-full`, `azgaar-json-minimal`, `azgaar-json-pack`,
  /// `azgaar-json-grid`, `worldfoundry-json`, `wfmap`, `platen-world`.
  public var format: String
  public var version: String?
  /// The day it was saved as `2026-02-13`, where the file states one that can be read.
  public var savedOn: String?
  /// Indicates whether the container had to be repaired (line ends, a lost header, gzip, base64,
  /// …).
  public var isRepaired: Bool
  /// Number of sections, for formats that have them.
  public var sections: Int?
  /// Tables and how many rows each has, in the format's order.
  public var tables: [TableCount]

  public struct TableCount: Sendable, Hashable {
    public var name: String
    public var count: Int
    public init(_ name: String, _ count: Int) {
      self.name = name
      self.count = count
    }
  }

  public init(
    format: String, version: String? = nil, isRepaired: Bool = false, sections: Int? = nil,
    tables: [TableCount] = []
  ) {
    self.format = format
    self.version = version
    self.isRepaired = isRepaired
    self.sections = sections
    self.tables = tables
  }

  /// The day a file was saved on, from `2022-1-1` or the beginning of an RFC 3339 timestamp; nil
  /// for anything else.
  public static func day(_ text: String?) -> String? {
    guard let day = text?.prefix(while: { $0 != "T" && $0 != " " }) else { return nil }
    let parts = day.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1...].allSatisfy({ $0.count <= 2 }),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let date = Int(parts[2]),
      year > 0, (1...12).contains(month), (1...31).contains(date)
    else { return nil }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts[0])-\(padded(month))-\(padded(date))"
  }
}

extension ImportOptions: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(mapping, salvages) }
}

extension ImportMapping: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(biomes, cultureTypes, governmentTypes)
  }
}
