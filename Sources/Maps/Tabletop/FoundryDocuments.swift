// SPDX-License-Identifier: MIT
// Part of Platen: documents of Foundry VTT as they are written: scenes with notes, journals with pages,
// folders and tables, in the form that versions 12 to 14 read.

internal import JSON

/// The documents of one export.
package struct FoundryDocuments: Hashable, Sendable {
  /// The id of the adventure that holds them all.
  package var id: String
  package var name: String
  /// A line about it.
  package var caption: String
  package var folders: [FoundryFolder] = []
  package var journals: [FoundryJournal] = []
  package var scenes: [FoundryScene] = []
  package var tables: [FoundryTable] = []
  /// The ownership of users without one of their own.
  package var access: FoundryAccess

  package init(id: String, name: String, caption: String, access: FoundryAccess) {
    self.id = id
    self.name = name
    self.caption = caption
    self.access = access
  }
}

/// The access of users to a document.
package enum FoundryAccess: Int, Hashable, Sendable {
  /// Of a page: that of its journal.
  case inherited = -1
  case none = 0
  case observer = 2
}

/// A folder of documents of one type.
package struct FoundryFolder: Hashable, Sendable {
  package enum Content: String, Hashable, Sendable {
    case scene = "Scene"
    case journal = "JournalEntry"
    case table = "RollTable"
  }
  package var id: String
  package var name: String
  package var content: Content
  package var parent: String?
}

/// A journal with its pages.
package struct FoundryJournal: Hashable, Sendable {
  package var id: String
  package var name: String
  package var folder: String?
  package var pages: [Page] = []

  /// A page of HTML.
  package struct Page: Hashable, Sendable {
    package var id: String
    package var name: String
    /// 1 for a chapter, 2 for a part of one.
    package var level: Int
    package var html: String
  }
}

/// A map with its pins.
package struct FoundryScene: Hashable, Sendable {
  package var id: String
  package var name: String
  package var folder: String?
  /// The path of the image, below Foundry's data.
  package var image: String
  package var frame: SceneFrame
  package var grid: FoundryGrid
  /// The journal about the scene's subject.
  package var journal: String?
  package var page: String?
  package var notes: [Note] = []

  /// A pin.
  package struct Note: Hashable, Sendable {
    package var id: String
    package var journal: String
    package var page: String?
    /// The place in pixels of the image.
    package var x: Int
    package var y: Int
    /// One of Foundry's own icons.
    package var icon: String
    package var text: String
    package var size: Int
  }
}

/// A table for dice; each row comes as often as any other.
package struct FoundryTable: Hashable, Sendable {
  package var id: String
  package var name: String
  package var folder: String?
  /// HTML with the id of each row.
  package var rows: [Row] = []

  package struct Row: Hashable, Sendable {
    package var id: String
    package var html: String
  }
}

// MARK: JSON

extension FoundryDocuments {
  /// The version whose form documents have: later ones convert what they changed.
  package static let coreVersion = "12.343"
  /// The least version that reads them.
  package static let leastVersion = "12"
  /// The id that version 14 gives to a scene's only level.
  private static let level = "defaultLevel0000"
  /// The step between documents in order.
  fileprivate static let step = 100_000

  /// The adventure with all documents, as the value of its pack.
  package var adventure: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("_id", id)
      json.member("name", name)
      json.key("img")
      json.string(scenes.first?.image)
      json.member("caption", caption)
      json.member("description", "")
      json.key("folders")
      json.array { json in
        for (index, folder) in folders.enumerated() {
          json.object { writeFolder(folder, index, &$0) }
        }
      }
      json.key("journal")
      json.array { json in
        for (index, journal) in journals.enumerated() {
          json.object { writeJournal(journal, index, isAlone: false, &$0) }
        }
      }
      json.key("scenes")
      json.array { json in
        for (index, scene) in scenes.enumerated() {
          json.object { writeScene(scene, index, isAlone: false, &$0) }
        }
      }
      json.key("tables")
      json.array { json in
        for (index, table) in tables.enumerated() {
          json.object { writeTable(table, index, isAlone: false, &$0) }
        }
      }
      for kind in ["actors", "items", "macros", "cards", "playlists", "combats"] {
        json.key(kind)
        json.array { _ in }
      }
      json.key("folder")
      json.null()
      json.member("sort", 0)
      FoundryDocuments.writeEnd(&json)
    }
    return json.utf8
  }

  /// The key of the adventure in its pack.
  package var adventureKey: String { "!adventures!\(id)" }

  /// A journal as Foundry exports one.
  package func json(_ journal: FoundryJournal) -> [UInt8] {
    var json = JSONWriter(indent: 2)
    json.object { writeJournal(journal, 0, isAlone: true, &$0) }
    return json.utf8
  }

  /// A scene as Foundry exports one.
  package func json(_ scene: FoundryScene) -> [UInt8] {
    var json = JSONWriter(indent: 2)
    json.object { writeScene(scene, 0, isAlone: true, &$0) }
    return json.utf8
  }

  /// A table as Foundry exports one.
  package func json(_ table: FoundryTable) -> [UInt8] {
    var json = JSONWriter(indent: 2)
    json.object { writeTable(table, 0, isAlone: true, &$0) }
    return json.utf8
  }

  private func writeFolder(_ folder: FoundryFolder, _ index: Int, _ json: inout JSONWriter) {
    json.member("_id", folder.id)
    json.member("name", folder.name)
    json.member("type", folder.content.rawValue)
    json.member("description", "")
    json.key("folder")
    json.string(folder.parent)
    json.member("sorting", "m")
    json.key("color")
    json.null()
    json.member("sort", (index + 1) * FoundryDocuments.step)
    FoundryDocuments.writeEnd(&json)
  }

  private func writeJournal(
    _ journal: FoundryJournal, _ index: Int, isAlone: Bool, _ json: inout JSONWriter
  ) {
    json.member("_id", journal.id)
    json.member("name", journal.name)
    json.key("pages")
    json.array { json in
      for (index, page) in journal.pages.enumerated() {
        json.object { json in
          json.member("_id", page.id)
          json.member("name", page.name)
          json.member("type", "text")
          json.key("title")
          json.object { json in
            json.member("show", true)
            json.member("level", page.level)
          }
          json.key("text")
          json.object { json in
            json.member("content", page.html)
            json.member("format", 1)
          }
          json.member("sort", (index + 1) * FoundryDocuments.step)
          writeOwnership(.inherited, &json)
          FoundryDocuments.writeEnd(&json)
        }
      }
    }
    writePlace(journal.folder, index, isAlone, &json)
  }

  private func writeTable(
    _ table: FoundryTable, _ index: Int, isAlone: Bool, _ json: inout JSONWriter
  ) {
    json.member("_id", table.id)
    json.member("name", table.name)
    json.member("img", "icons/svg/d20-black.svg")
    json.member("description", "")
    json.member("formula", "1d\(max(1, table.rows.count))")
    json.member("replacement", true)
    json.member("displayRoll", true)
    json.key("results")
    json.array { json in
      for (index, row) in table.rows.enumerated() {
        json.object { json in
          json.member("_id", row.id)
          json.member("type", "text")
          // Version 12 reads the text, later ones the description.
          json.member("text", row.html)
          json.member("description", row.html)
          json.member("weight", 1)
          json.member("range", [index + 1, index + 1])
          json.member("drawn", false)
          FoundryDocuments.writeEnd(&json)
        }
      }
    }
    writePlace(table.folder, index, isAlone, &json)
  }

  private func writeScene(
    _ scene: FoundryScene, _ index: Int, isAlone: Bool, _ json: inout JSONWriter
  ) {
    let frame = scene.frame
    json.member("_id", scene.id)
    json.member("name", scene.name)
    json.member("active", false)
    json.member("navigation", true)
    json.member("navOrder", index * FoundryDocuments.step)
    json.member("width", frame.width)
    json.member("height", frame.height)
    json.member("padding", 0)
    json.key("initial")
    json.object { json in
      json.member("x", frame.width / 2)
      json.member("y", frame.height / 2)
      json.member("scale", max(0.1, min(1, 1600 / Double(max(frame.width, frame.height)))))
    }
    // Version 14 has backgrounds on levels.
    json.key("background")
    json.object { $0.member("src", scene.image) }
    json.member("initialLevel", FoundryDocuments.level)
    json.key("levels")
    json.array { json in
      json.object { json in
        json.member("_id", FoundryDocuments.level)
        json.member("name", scene.name)
        json.key("elevation")
        json.object { json in
          json.member("bottom", 0)
          json.key("top")
          json.null()
        }
        json.key("background")
        json.object { $0.member("src", scene.image) }
      }
    }
    json.key("grid")
    json.object { json in
      json.member("type", scene.grid.type)
      json.member("size", frame.cell)
      json.member("style", "solidLines")
      json.member("thickness", 1)
      json.member("color", "#000000")
      json.member("alpha", 0.2)
      json.member("distance", frame.distance)
      json.member("units", frame.unit)
    }
    json.member("tokenVision", false)
    json.key("fog")
    json.object { $0.member("exploration", false) }
    json.key("environment")
    json.object { json in
      json.member("darknessLevel", 0)
      json.key("globalLight")
      json.object { $0.member("enabled", true) }
    }
    json.key("journal")
    json.string(scene.journal)
    json.key("journalEntryPage")
    json.string(scene.page)
    json.key("notes")
    json.array { json in
      for note in scene.notes { json.object { writeNote(note, &$0) } }
    }
    for kind in [
      "tiles", "drawings", "walls", "lights", "sounds", "regions", "tokens", "templates",
    ] {
      json.key(kind)
      json.array { _ in }
    }
    writePlace(scene.folder, index, isAlone, &json)
  }

  private func writeNote(_ note: FoundryScene.Note, _ json: inout JSONWriter) {
    json.member("_id", note.id)
    json.member("entryId", note.journal)
    json.key("pageId")
    json.string(note.page)
    json.member("x", note.x)
    json.member("y", note.y)
    json.member("elevation", 0)
    json.member("sort", 0)
    json.key("texture")
    json.object { json in
      json.member("src", note.icon)
      json.member("tint", "#ffffff")
    }
    json.member("iconSize", note.size)
    json.member("text", note.text)
    json.member("fontSize", 32)
    json.member("textAnchor", 1)
    json.member("textColor", "#ffffff")
    json.member("global", true)
    json.key("flags")
    json.object { _ in }
  }

  /// Writes the folder of a document, its place in it and who may read it.
  private func writePlace(
    _ folder: String?, _ index: Int, _ isAlone: Bool, _ json: inout JSONWriter
  ) {
    json.key("folder")
    // A document alone comes without its folder.
    json.string(isAlone ? nil : folder)
    json.member("sort", (index + 1) * FoundryDocuments.step)
    writeOwnership(access, &json)
    FoundryDocuments.writeEnd(&json)
  }

  private func writeOwnership(_ access: FoundryAccess, _ json: inout JSONWriter) {
    json.key("ownership")
    json.object { $0.member("default", access.rawValue) }
  }

  /// Writes what all documents end with.
  private static func writeEnd(_ json: inout JSONWriter) {
    json.key("flags")
    json.object { _ in }
    json.key("_stats")
    json.object { json in
      json.member("coreVersion", coreVersion)
      for key in ["systemId", "systemVersion", "createdTime", "modifiedTime", "lastModifiedBy"] {
        json.key(key)
        json.null()
      }
    }
  }
}

// MARK: The module

/// The description of a module for Foundry, and its folder's files.
package struct FoundryModule: Hashable, Sendable {
  /// The name of the folder of the pack, and of the pack.
  package static let pack = "atlas"
  package static let manifestName = "module.json"

  package var id: String
  package var title: String
  package var description: String
  package var authors: [String]
  package var license: String
  package var access: FoundryAccess

  package init(
    id: String, title: String, description: String, authors: [String], license: String,
    access: FoundryAccess
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.authors = authors
    self.license = license
    self.access = access
  }

  /// Indicates whether Foundry can have a module of that name in a folder of that name.
  package static func isValid(id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= 64
      && id.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }

  /// The manifest of the module.
  package var manifest: [UInt8] {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.member("id", id)
      json.member("title", title)
      json.member("description", description)
      json.member("version", "1.0.0")
      json.key("compatibility")
      json.object { $0.member("minimum", FoundryDocuments.leastVersion) }
      json.key("authors")
      json.array { json in
        for author in authors { json.object { $0.member("name", author) } }
      }
      if !license.isEmpty { json.member("license", license) }
      json.key("packs")
      json.array { json in
        json.object { json in
          json.member("name", FoundryModule.pack)
          json.member("label", title)
          json.member("path", "packs/\(FoundryModule.pack)")
          json.member("type", "Adventure")
          json.key("ownership")
          json.object { json in
            json.member("PLAYER", access == .observer ? "OBSERVER" : "NONE")
            json.member("ASSISTANT", "OWNER")
          }
        }
      }
    }
    var bytes = json.utf8
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
