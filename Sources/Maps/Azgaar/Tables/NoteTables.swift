// SPDX-License-Identifier: MIT
// Part of Platen: notes, name bases and coordinates out of a save.

internal import Atlas
internal import Diagnostics
internal import JSON

extension MapNote {
  /// The notes of an array; ones without a subject are omitted with a warning.
  static func all(in array: JSONView, log: inout DiagnosticLog) -> [MapNote] {
    let notes: [MapNote] = array.elements.compactMap { row in
      guard let subject = row["id"]?.looseString else { return nil }
      return MapNote(
        subject: subject, name: row["name"]?.looseString ?? "",
        legend: row["legend"]?.looseString ?? "")
    }
    log.recordLostRows(array.count - notes.count, of: "notes", lacking: "an id")
    return notes
  }
}

extension NameBase {
  /// Reads section 31: `name|min|max|doubled|rate|names`, joined by `/`.
  static func all(section: UnsafeRawBufferPointer) -> [NameBase] {
    guard unsafe !section.isEmpty else { return [] }
    return unsafe section.split(at: UInt8(ascii: "/")).map { entry in
      let fields = unsafe entry.split(at: UInt8(ascii: "|"))
      func text(_ index: Int) -> String { unsafe index < fields.count ? fields[index].text : "" }
      var base = NameBase(name: text(0))
      base.minLength = Int(text(1)) ?? 0
      base.maxLength = Int(text(2)) ?? 0
      base.doubledLetters = text(3)
      base.multiwordRate = unsafe fields.count > 4 ? DecimalText.double(fields[4].trimmed) ?? 0 : 0
      base.names = text(5)
      return base
    }
  }

  /// Reads an export's name bases.
  static func all(in array: JSONView) -> [NameBase] {
    array.elements.compactMap { row in
      guard let name = row["name"]?.looseString else { return nil }
      var base = NameBase(name: name)
      base.minLength = row["min"]?.looseInt ?? 0
      base.maxLength = row["max"]?.looseInt ?? 0
      base.doubledLetters = row["d"]?.looseString ?? ""
      base.multiwordRate = row["m"]?.looseDouble ?? 0
      base.names = row["b"]?.looseString ?? ""
      return base
    }
  }
}

extension GeographicBounds {
  init?(_ view: JSONView) {
    guard let north = view["latN"]?.looseDouble, let south = view["latS"]?.looseDouble,
      let west = view["lonW"]?.looseDouble, let east = view["lonE"]?.looseDouble
    else { return nil }
    self.init(north: north, south: south, west: west, east: east)
  }
}
