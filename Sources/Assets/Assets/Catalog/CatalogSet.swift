// SPDX-License-Identifier: MIT
// Part of Platen: requested sets of pictures in a catalog: slots, and the files for them.

/// A requested folder of a catalog.
public struct CatalogSet: Hashable, Sendable {
  /// A slot: its entry, and the file for it.
  public struct Slot: Hashable, Sendable {
    /// Without `filename`.
    public var entry: ContentsValue
    public var filename: String?

    public init(_ entry: ContentsValue, filename: String?) {
      self.entry = entry
      self.filename = filename
    }
  }

  /// `colors` or `images`.
  public var key: String
  /// Below the catalog, with its extension: `Images/harbour.imageset`.
  public var folder: String
  public var slots: [Slot]
  /// `properties` of the file, or nil.
  public var properties: ContentsValue?

  public init(
    folder: String, key: String = "images", slots: [Slot], properties: ContentsValue? = nil
  ) {
    self.folder = folder
    self.key = key
    self.slots = slots
    self.properties = properties
  }

  /// The `Contents.json` where there is none yet.
  public var contents: ContentsValue {
    .sorted([
      key: .list(slots.map(\.contents)), "info": .info, "properties": properties,
    ])
  }
}

extension CatalogSet.Slot {
  /// The entry with its file.
  public var contents: ContentsValue {
    var entry = entry
    entry["filename"] = filename.map(ContentsValue.text)
    return entry
  }
}

extension CatalogSet {
  /// An app's icon.
  ///
  /// - Parameter filename: the file for a slot.
  public init(icon name: String, slots: [IconSlot], filename: (IconSlot) -> String) {
    self.init(
      folder: name + ".appiconset",
      slots: slots.map { Slot($0.contents(filename: nil), filename: filename($0)) })
  }

  /// A color.
  public init(color name: String, _ set: ColorSet) {
    self.init(
      folder: name + ".colorset", key: "colors",
      slots: (set.contents["colors"]?.list ?? []).map { Slot($0, filename: nil) })
  }

  /// The name of an icon's file for a slot: slots of one size share a file.
  public static func iconFile(_ slot: IconSlot) -> String {
    let kind = slot.isTile ? "mac" : "icon"
    let appearance = slot.appearance == .any ? "" : "-" + slot.appearance.rawValue
    return "\(kind)-\(slot.pixels)\(appearance).png"
  }
}
