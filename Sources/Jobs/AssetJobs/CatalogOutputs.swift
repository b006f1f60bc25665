// SPDX-License-Identifier: MIT
// Part of Platen: the output files of an asset catalog.

internal import Assets
internal import Diagnostics
internal import JobKit
internal import Pipeline
internal import Tokens

/// The files of a catalog, known before anything runs: the new sets, merged with existing ones.
struct CatalogOutputs {
  let request: OutputRequest
  let sources: AssetSources
  let icon: IconStages?
  let settings: Settings
  let state: CatalogState
  /// Converts the path of an input for `state`.
  let resolve: (String) -> String
  /// Returns the number of pixels of a PNG; nil if unknown.
  let pixels: (String) -> Int?

  /// Paths of files in the output directory, and the stages that write them.
  private(set) var files: Files = []
  typealias Files = [(path: String, stage: Stage<FileArtifact>)]
  private(set) var notes: [Diagnostic] = []
  /// Files that existed before and are modified.
  private(set) var shared: Set<String> = []
  /// Planned files that are kept as is, since Platen did not write them.
  private(set) var left: [String] = []

  init(
    _ request: OutputRequest, _ sources: AssetSources, _ icon: IconStages?, _ settings: Settings,
    _ state: CatalogState, resolve: @escaping (String) -> String,
    pixels: @escaping (String) -> Int?
  ) throws {
    self.request = request
    self.sources = sources
    self.icon = icon
    self.settings = settings
    self.state = state
    self.resolve = resolve
    self.pixels = pixels
    try make()
  }

  private mutating func make() throws {
    let there = try state.sets(in: request.path)
    var groups: Set<String> = [""]
    // On case-insensitive disks, two names that differ in case are one.
    let folded = Dictionary(
      there.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first })
    func folder(_ set: String, in group: String) -> String {
      let folder =
        there[set] ?? folded[set.lowercased()] ?? (group.isEmpty ? set : group + "/" + set)
      // A group of Platen, and not one that the user moved the set to.
      if !group.isEmpty, folder.lowercased() == (group + "/" + set).lowercased() {
        groups.insert(group)
      }
      return folder
    }
    var plans: [(set: CatalogSet, stage: (String) -> Stage<FileArtifact>)] = []
    if let icon, let slots = iconSlots() {
      let name = request.options[AssetKeys.iconName] ?? "AppIcon"
      var set = CatalogSet(icon: name, slots: slots, filename: CatalogSet.iconFile)
      set.folder = folder(set.folder, in: "")
      var pictures: [String: IconImage] = [:]
      for slot in slots { pictures[CatalogSet.iconFile(slot)] = IconImage(slot) }
      plans.append(
        (
          set,
          { name in icon.png(pictures[name] ?? IconImage(.any, .square, pixels: 1024)) }
        ))
    }
    if let tokens = sources.tokens {
      let colors = ColorSet.all(of: tokens)
      try checkNames(colors.map(\.name), of: tokens)
      for (name, color) in colors {
        var set = CatalogSet(color: name, color)
        set.folder = folder(set.folder, in: "Colors")
        plans.append((set, { _ in AssetStages.text("") }))
      }
    }
    let sets = ImageSets(sources, settings, pixels: pixels)
    let pictures = try sets.catalogSets(size: { state.size(of: resolve($0)) }) { set in
      let folder = there[set] ?? folded[set.lowercased()] ?? "Images/" + set
      return try state.images(in: request.path + "/" + folder)
    }
    notes += pictures.warnings
    for plan in pictures.sets {
      var set = plan.set
      set.folder = folder(set.folder, in: "Images")
      plans.append((set, plan.stage))
    }
    for (set, stage) in plans { try addSet(set, stage) }
    for group in groups.sorted() { try addGroup(group) }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private func iconSlots() -> [IconSlot]? {
    let sizes = request.options[AssetKeys.icons] ?? "single"
    guard sizes != "none" else { return nil }
    var slots: [IconSlot] = []
    for device in request.options[AssetKeys.devices] ?? ["ios"] {
      switch (device, sizes) {
      case ("macos", _): slots += IconSlots.mac
      case ("watchos", "single"): slots += IconSlots.watch
      case ("watchos", _): slots += IconSlots.watchLadder
      case (_, "legacy"): slots += IconSlots.ladder
      case (_, "all"): slots += IconSlots.fullLadder
      default: slots += IconSlots.single
      }
    }
    return slots
  }

  /// Refuses two tokens with the same color set.
  private func checkNames(_ names: [String], of tokens: TokenSet) throws {
    var seen: Set<String> = []
    for name in names where !seen.insert(name.lowercased()).inserted {
      throw Failure(
        .error(
          .tokensName, "duplicate color name \(name) in a catalog", at: request.place,
          hints: ["rename one of the tokens"]))
    }
  }

  private mutating func addSet(
    _ set: CatalogSet, _ stage: (String) -> Stage<FileArtifact>
  ) throws {
    let folder = request.path + "/" + set.folder
    let requested = Set(set.slots.compactMap(\.filename))
    let existing = try state.existing(in: folder, requested: requested)
    let merge = CatalogMerge(set, into: existing)
    notes += merge.notes.map { note in
      var note = note
      note.place = SourceLocation(file: folder)
      return note
    }
    var pictures: Files = []
    for name in merge.files.sorted() {
      let path = folder + "/" + name
      guard existing.files.contains(name), let bytes = state.spared(path) else {
        pictures.append((path, stage(name)))
        continue
      }
      pictures.append((path, stage(name).sparing(bytes, CatalogOutputs.spared(path))))
    }
    if let contents = merge.contents {
      // The list must not name images that could not be made.
      files.append(
        (folder + "/Contents.json", json(contents).following(pictures.map(\.stage))))
      if existing.isShared { shared.insert(folder + "/Contents.json") }
    } else {
      left.append(folder + "/Contents.json")
    }
    // A file of Platen that is in no slot anymore is an orphan.
    let others = requested.subtracting(merge.files).subtracting(existing.own)
    left += others.sorted().map { folder + "/" + $0 }
    files += pictures
  }

  /// Returns a warning about a file that may not be Platen's, in the absence of a record.
  static func spared(_ path: String) -> Diagnostic {
    .warning(
      .catalogForeign, "the file differs from what Platen would write, so it is kept as is",
      at: SourceLocation(file: path),
      hints: ["use --force to overwrite it, or remove it"])
  }

  /// Adds the list of the catalog or of a group; one not written by Platen is kept as is.
  private mutating func addGroup(_ group: String) throws {
    let folder = group.isEmpty ? request.path : request.path + "/" + group
    let existing = try state.existing(in: folder, requested: [])
    guard existing.contents == nil || existing.own.contains("Contents.json") else {
      left.append(folder + "/Contents.json")
      return
    }
    files.append((folder + "/Contents.json", json(.sorted(["info": .info]))))
    if existing.isShared { shared.insert(folder + "/Contents.json") }
  }

  private func json(_ contents: ContentsValue) -> Stage<FileArtifact> {
    AssetStages.bytes(contents.bytes) { try Verification.json($0) }
  }
}
