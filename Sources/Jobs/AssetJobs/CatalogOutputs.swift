// SPDX-License-Identifier: MIT
// Part of Platen: an asset catalog as files to be made.

internal import Assets
internal import Diagnostics
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Tokens
internal import Vectors

/// The files of a catalog, known before anything runs: what is wanted, laid over what is there.
struct CatalogOutputs {
  let request: OutputRequest
  let sources: AssetSources
  let icon: IconStages?
  let settings: Settings
  let state: CatalogState
  /// Turns an input's path into one `state` takes.
  let resolve: (String) -> String
  /// How many pixels a PNG has; nil where that is not known.
  let pixels: (String) -> Int?

  /// Names of files below the output root, and the stages that make them.
  private(set) var files: Files = []
  typealias Files = [(path: String, stage: Stage<KeptFile>)]
  private(set) var notes: [Diagnostic] = []
  /// Those of the files that were there before and are written into.
  private(set) var shared: Set<String> = []
  /// Files that are wanted, and left to whoever made them.
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
    // On some disks two names that differ in case are one.
    let folded = Dictionary(
      there.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first })
    func folder(_ set: String, in group: String) -> String {
      let folder =
        there[set] ?? folded[set.lowercased()] ?? (group.isEmpty ? set : group + "/" + set)
      // A group of Platen's own, and not one that somebody moved the set to.
      if !group.isEmpty, folder.lowercased() == (group + "/" + set).lowercased() {
        groups.insert(group)
      }
      return folder
    }
    var plans: [(set: CatalogSet, stage: (String) -> Stage<KeptFile>)] = []
    if let icon, let slots = iconSlots() {
      let name = request.options[AssetKeys.iconName] ?? "AppIcon"
      var set = CatalogSet(icon: name, slots: slots, filename: CatalogSet.iconFile)
      set.folder = folder(set.folder, in: "")
      var pictures: [String: IconPicture] = [:]
      for slot in slots { pictures[CatalogSet.iconFile(slot)] = IconPicture(slot) }
      plans.append(
        (
          set,
          { name in icon.png(pictures[name] ?? IconPicture(.any, .square, pixels: 1024)) }
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
    let sets = ImageSets(sources.images, settings, pixels: pixels)
    let pictures = try sets.catalogSets(size: { state.size(of: resolve($0)) }) { set in
      let folder = there[set] ?? folded[set.lowercased()] ?? "Images/" + set
      return try state.pictures(in: request.path + "/" + folder)
    }
    notes += pictures.warnings
    for plan in pictures.sets {
      var set = plan.set
      set.folder = folder(set.folder, in: "Images")
      plans.append((set, plan.stage))
    }
    for (set, stage) in plans { try add(set, stage) }
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

  /// Two tokens whose color sets would be one.
  private func checkNames(_ names: [String], of tokens: TokenSet) throws {
    var seen: Set<String> = []
    for name in names where !seen.insert(name.lowercased()).inserted {
      throw Failure(
        .error(
          .tokensName, "two colors are called \(name) in a catalog", at: request.place,
          hints: ["rename one of the tokens"]))
    }
  }

  private mutating func add(
    _ set: CatalogSet, _ stage: (String) -> Stage<KeptFile>
  ) throws {
    let folder = request.path + "/" + set.folder
    let wanted = Set(set.slots.compactMap(\.filename))
    let existing = try state.existing(in: folder, wanted: wanted)
    let merge = CatalogMerge(set, into: existing)
    notes += merge.notes.map { note in
      var note = note
      note.place = Place(file: folder)
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
      // A list names no pictures that could not be made.
      files.append(
        (folder + "/Contents.json", json(contents).following(pictures.map(\.stage))))
      if existing.isShared { shared.insert(folder + "/Contents.json") }
    } else {
      left.append(folder + "/Contents.json")
    }
    // What is Platen's still, and in no slot any more, is an orphan.
    let others = wanted.subtracting(merge.files).subtracting(existing.own)
    left += others.sorted().map { folder + "/" + $0 }
    files += pictures
  }

  /// Said of a file that may be somebody's, there being no record.
  static func spared(_ path: String) -> Diagnostic {
    .warning(
      .catalogLeft, "it is another file than Platen would write: it is left alone",
      at: Place(file: path),
      hints: ["--force puts Platen's in its place, or remove it to have it made"])
  }

  /// The catalog's own file, or a group's; somebody's own is left as it is.
  private mutating func addGroup(_ group: String) throws {
    let folder = group.isEmpty ? request.path : request.path + "/" + group
    let existing = try state.existing(in: folder, wanted: [])
    guard existing.contents == nil || existing.own.contains("Contents.json") else {
      left.append(folder + "/Contents.json")
      return
    }
    files.append((folder + "/Contents.json", json(.sorted(["info": .info]))))
    if existing.isShared { shared.insert(folder + "/Contents.json") }
  }

  private func json(_ contents: ContentsValue) -> Stage<KeptFile> {
    AssetStages.bytes(contents.bytes) { try Verification.json($0) }
  }
}
