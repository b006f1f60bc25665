// SPDX-License-Identifier: MIT
// Part of Platen: a dated copy of a run's outputs, for its recipients.

internal import Archive
internal import Diagnostics
internal import Digests
internal import JSON
internal import Libc
internal import Pipeline
internal import Text

/// Copies outputs into a folder or a ZIP file beside others of its like, and lets the oldest go.
///
/// Outputs are read where they were published, compared with the record, and written under another
/// name until they are whole. Notes in the output directory list Platen's deliveries; no other file
/// is ever removed. Used while the output directory is locked.
struct Deliverer {
  let delivery: Delivery
  let outputs: Outputs
  let record: RunRecord
  let title: String
  /// Output paths that are delivered; nil for all.
  let chosen: Set<String>?
  /// The other deliveries of the manifest: theirs are not this one's to remove.
  let others: [Delivery]
  let now: time_t
  let cancellation: Cancellation

  /// A file of a delivery.
  private struct Item {
    /// Among the outputs.
    var path: String
    /// The place in the delivery.
    var place: String
    /// Indicates whether it is of a job some of whose files name others.
    var keepsName: Bool
    var size: Int
    var digest: Digest
    var job: JobRecord
  }

  /// An enclosed file.
  private struct Enclosed {
    var path: String
    var bytes: [UInt8]
    var digest: Digest
  }

  /// The most an enclosed file may have.
  private static let enclosedLimit = 64 << 20

  /// The result of a delivery.
  struct Result {
    /// The path as shown to people.
    var path: String
    /// The leftovers that could not be removed.
    var warnings: [Diagnostic] = []
  }

  /// Makes the delivery, unless the last one held the same files; nil then.
  ///
  /// - Throws: `Failure` or `Cancelled`; then earlier deliveries are unchanged.
  func deliver() throws -> Result? {
    var items = items()
    guard !items.isEmpty else {
      throw Failure(.warning(.deliveryEmpty, "it has no outputs"))
    }
    let enclosed = try enclosed()
    var notes = DeliveryNotes(of: outputs)
    if notes.unfinished != nil {
      notes.recover()
      try notes.write(in: outputs)
    }
    let files = digest(of: items, enclosed)
    let found = Files.realPath(delivery.to)
    if let found, notes.isDelivered(files, as: kind(of: delivery, at: found)) { return nil }
    let version = version(in: found, notes)
    for index in items.indices { items[index].place = place(of: items[index], version) }
    try checkNames(of: items, enclosed)
    try makeFolder(delivery.to)
    guard let place = Files.realPath(delivery.to) else { throw refusal(delivery.to) }
    let top = name(version)
    let name = top + suffix
    let final = "\(place)/\(name)"
    var result = Result(path: "\(delivery.to)/\(name)")
    if notes.isDamaged {
      result.warnings.append(
        .warning(.deliveryUnknown, "earlier deliveries are not known: the note is damaged"))
    }
    // Before anything is copied.
    try check(final, name: result.path, notes)
    let temporary = free(place, name, "tmp")
    try make(temporary)
    let unfinished = DeliveryNotes.Unfinished(
      temporary: temporary, final: final, aside: free(place, name, "old"),
      number: Files.number(of: temporary) ?? "")
    do {
      notes.begin(unfinished)
      try notes.write(in: outputs)
      switch delivery.format {
      case .folder: try fill(folder: temporary, items, enclosed)
      case .zip: try fill(zip: temporary, top: top, items, enclosed)
      }
      try put(unfinished)
    } catch {
      Files.removeAll(temporary)
      // A moved file that could not be restored is restored the next time.
      if !Files.isThere(unfinished.aside) { notes.settle() }
      try? notes.write(in: outputs)
      throw error
    }
    notes.end(at: final, files, as: kind(of: delivery, at: place), of: record.manifest)
    try notes.write(in: outputs)
    result.warnings += tidy(unfinished, place, &notes)
    return result
  }

  /// Checks that everything in the delivery has a name of its own.
  private func checkNames(of items: [Item], _ enclosed: [Enclosed]) throws {
    let taken = Set(items.map(\.place))
    guard taken.count == items.count else {
      throw Failure(
        .error(
          .deliveryName, "two outputs would be called the same in a delivery",
          hints: ["give one of them another name, or remove files:"]))
    }
    if let twice = enclosed.first(where: { taken.contains($0.path) }) {
      throw Failure(
        .error(
          .deliveryName, "\(twice.path) is enclosed, and an output has the same name",
          hints: ["give one of them another name"]))
    }
    guard taken.isDisjoint(with: [OldDelivery.readme, OldDelivery.metadata]) else {
      throw Failure(
        .error(
          .deliveryName,
          "an output is called \(OldDelivery.readme) or \(OldDelivery.metadata), as a delivery's own",
          hints: ["give it another name, or exclude it with only:"]))
    }
  }

  // MARK: Old and new

  /// The kind of a delivery: the next one of a kind is made only when its content differs.
  private func kind(of delivery: Delivery, at place: String) -> String {
    let parts =
      [place, delivery.name, delivery.format.rawValue] + [record.manifest].compactMap(\.self)
    return Digest.of(parts.joined(separator: "\0")).description
  }

  /// The digest of a delivery's content.
  private func digest(of items: [Item], _ enclosed: [Enclosed]) -> String {
    var hasher = SHA256()
    for item in items { hasher.update(Array("\(item.path)\0\(item.digest)\n".utf8)) }
    for file in enclosed { hasher.update(Array("\(file.path)\0\(file.digest)\n".utf8)) }
    hasher.update(Array((delivery.readme ?? "").utf8))
    if let files = delivery.files { hasher.update(Array("\0\(files)".utf8)) }
    return hasher.finalize().description
  }

  /// Finds out whether a delivery may have its name.
  private func check(_ final: String, name: String, _ notes: DeliveryNotes) throws {
    guard Files.isThere(final) else { return }
    guard notes.delivered.contains(final) else {
      throw Failure(
        .error(
          .deliveryExists, "\(name) exists, and Platen did not create it",
          hints: ["choose another name with name:, such as ${name}-${date}-${time}"]))
    }
    try OldDelivery(path: final, name: name).check()
  }

  /// A name beside the final one that nothing has.
  private func free(_ place: String, _ name: String, _ suffix: String) -> String {
    let stem = "\(place)/.\(name).\(getpid())"
    var path = "\(stem).\(suffix)"
    var number = 1
    while Files.isThere(path) {
      number += 1
      path = "\(stem)-\(number).\(suffix)"
    }
    return path
  }

  /// Renames a complete delivery to its final name. An earlier one is moved aside first, except for
  /// a file, which is replaced in one step.
  private func put(_ delivery: DeliveryNotes.Unfinished) throws {
    let isReplaced = Files.isThere(delivery.final)
    let stepsAside =
      isReplaced && (Files.isFolder(delivery.final) || Files.isFolder(delivery.temporary))
    if stepsAside, rename(delivery.final, delivery.aside) != 0 { throw refusal(delivery.final) }
    guard rename(delivery.temporary, delivery.final) == 0 else {
      let failure = refusal(delivery.final)
      if stepsAside { rename(delivery.aside, delivery.final) }
      throw failure
    }
    sync(folder: parent(of: delivery.final))
  }

  /// Removes superseded deliveries. The delivery is complete: what cannot be removed is reported.
  private func tidy(
    _ unfinished: DeliveryNotes.Unfinished, _ place: String, _ notes: inout DeliveryNotes
  ) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    func attempt(_ body: () throws -> Void) {
      do {
        try body()
      } catch {
        warnings +=
          (error as? Failure)?.diagnostics.map {
            .warning($0.code, $0.message, at: $0.place, hints: $0.hints)
          } ?? [.warning(.deliveryOldFiles, "\(error)")]
      }
    }
    if Files.isThere(unfinished.aside) {
      attempt {
        try OldDelivery(path: unfinished.aside, name: shown(unfinished.aside, place)).remove()
      }
    }
    let others = Set(
      others.compactMap { other in Files.realPath(other.to).map { kind(of: other, at: $0) } })
    let here = notes.delivered.filter {
      parent(of: $0) == place && !notes.isDelivered($0, asOneOf: others)
        && notes.isDelivered($0, by: record.manifest)
    }
    // It was removed from outside.
    for gone in here where !Files.isThere(gone) { notes.forget(gone) }
    if let keep = delivery.keep {
      for old in here.filter(Files.isThere).dropLast(keep) {
        attempt {
          try OldDelivery(path: old, name: shown(old, place)).remove()
          notes.forget(old)
        }
      }
    }
    notes.settle()
    attempt { try notes.write(in: outputs) }
    return warnings
  }

  /// A path relative to its folder as written in the manifest.
  private func shown(_ path: String, _ place: String) -> String {
    path.hasPrefix(place + "/") ? delivery.to + path.dropFirst(place.count) : path
  }

  private func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  // MARK: What it has

  private func items() -> [Item] {
    var items: [Item] = []
    for job in record.jobs {
      let makesSets = job.outputs.contains { !$0.files.isEmpty }
      for output in job.outputs {
        guard output.outcome == .built || output.outcome == .upToDate,
          chosen?.contains(output.path) ?? true
        else { continue }
        if output.files.isEmpty {
          guard let size = output.size, let digest = output.digest else { continue }
          items.append(
            Item(
              path: output.path, place: output.path, keepsName: makesSets, size: size,
              digest: digest, job: job))
        } else {
          items += output.files.map {
            Item(
              path: $0.path, place: $0.path, keepsName: true, size: $0.size, digest: $0.digest,
              job: job)
          }
        }
      }
    }
    return items
  }

  /// The files that go along, read.
  private func enclosed() throws -> [Enclosed] {
    try delivery.enclosed.map { file in
      do {
        let read = try DiskEnvironment().read(file.path, limit: Deliverer.enclosedLimit)
        return Enclosed(path: file.name, bytes: read.bytes, digest: read.digest)
      } catch let failure as Failure {
        throw Failure(failure.diagnostics.map { $0.found(from: file.place) })
      }
    }
  }

  private func readme(_ items: [Item]) -> String {
    let totals = record.totals
    var lines = ["# \(title)", "", "Made by \(record.tool) on \(timestamp("-", ":"))."]
    if let readme = delivery.readme { lines += ["", readme] }
    lines += [
      "",
      "\(counted(totals.built, "job")) built, \(totals.upToDate) up to date"
        + (totals.failed > 0 ? ", \(totals.failed) failed and omitted." : "."), "",
      "| file | size | kind | job |", "| --- | ---: | --- | --- |",
    ]
    func cell(_ text: String) -> String { printable(text).replacing("|", with: "\\|") }
    for item in items {
      lines.append(
        "| \(cell(item.place)) | \(formatted(bytes: item.size)) | \(item.job.kind) | \(cell(item.job.id)) |"
      )
    }
    lines += ["", "What each file is, and its SHA-256, is in \(OldDelivery.metadata).", ""]
    return lines.joined(separator: "\n")
  }

  private func metadata(_ items: [Item], _ enclosed: [Enclosed]) -> [UInt8] {
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("format", Event.format)
      json.member("tool", record.tool)
      json.member("title", title)
      json.member("delivered", Int(now))
      json.member(
        "files",
        array: { json in
          for item in items {
            json.object { json in
              json.member("path", item.place)
              json.member("size", item.size)
              json.member("sha256", item.digest.description)
              json.member("job", item.job.id)
              json.member("kind", item.job.kind)
              json.member("tags", array: { json in for tag in item.job.tags { json.string(tag) } })
            }
          }
          for file in enclosed {
            json.object { json in
              json.member("path", file.path)
              json.member("size", file.bytes.count)
              json.member("sha256", file.digest.description)
            }
          }
        })
    }
    return json.utf8 + [UInt8(ascii: "\n")]
  }

  // MARK: Writing

  /// Creates the file or folder that the delivery is written into.
  private func make(_ path: String) throws {
    switch delivery.format {
    case .folder: guard mkdir(path, 0o777) == 0 else { throw refusal(delivery.to) }
    case .zip: close(try create(path, for: delivery.to))
    }
  }

  private func fill(folder: String, _ items: [Item], _ enclosed: [Enclosed]) throws {
    var folders: Set<String> = [folder]
    func makeFolders(above path: String) throws {
      var above = parent(of: path)
      if !folders.contains(above) { try makeFolder(above) }
      while folders.insert(above).inserted { above = parent(of: above) }
    }
    for item in items {
      try cancellation.check()
      let path = "\(folder)/\(item.place)"
      try makeFolders(above: path)
      let source = source(of: item)
      try writeFile(path) { put in try source.copy(to: put) }
      try source.finish()
    }
    for file in enclosed {
      let path = "\(folder)/\(file.path)"
      try makeFolders(above: path)
      try writeFile(path) { put in try file.bytes.withUnsafeBytes(put) }
    }
    try writeFile("\(folder)/\(OldDelivery.metadata)") { put in
      try metadata(items, enclosed).withUnsafeBytes(put)
    }
    try writeFile("\(folder)/\(OldDelivery.readme)") { put in
      try Array(readme(items).utf8).withUnsafeBytes(put)
    }
    for folder in folders { sync(folder: folder) }
  }

  private func fill(
    zip path: String, top: String, _ items: [Item], _ enclosed: [Enclosed]
  ) throws {
    var zip = ZipWriter()
    try zip.addEntry("\(top)/\(OldDelivery.readme)", Array(readme(items).utf8))
    try zip.addEntry("\(top)/\(OldDelivery.metadata)", metadata(items, enclosed))
    for file in enclosed { try zip.addEntry("\(top)/\(file.path)", file.bytes) }
    let sources = items.map(source)
    for (item, source) in Swift.zip(items, sources) {
      try zip.addEntry(
        "\(top)/\(item.place)", from: source,
        method: Deliverer.isCompressed(item.path) ? .stored : .deflated)
    }
    let archive = try DeliveryArchive(path)
    try zip.finish(into: archive)
    for source in sources { try source.finish() }
    try archive.sync()
  }

  private func source(of item: Item) -> DeliveredFile {
    DeliveredFile(
      CheckedFile(item.path, size: item.size, digest: item.digest, in: outputs), cancellation)
  }

  /// Indicates whether a file's format is one that deflate does not make smaller.
  private static func isCompressed(_ path: String) -> Bool {
    FileFormat(path: path)?.isCompressed ?? false
  }

  private func create(_ path: String, for name: String) throws -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw refusal(name) }
    return descriptor
  }

  /// Writes a new file and brings it to the disk.
  private func writeFile(
    _ path: String, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let descriptor = try create(path, for: path)
    defer { close(descriptor) }
    try body { bytes in
      guard writeAll(descriptor, bytes) else { throw refusal(path) }
    }
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw refusal(path) }
  }

  /// Brings the names in a folder to the disk, where the file system can do that.
  private func sync(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  // MARK: Names and folders

  /// The file extension of the delivery, empty for a folder.
  private var suffix: String { delivery.format == .zip ? ".zip" : "" }

  /// The number after those of the deliveries that are there; 1 where names bear none.
  private func version(in place: String?, _ notes: DeliveryNotes) -> Int {
    guard let place, delivery.name.contains("${version}") else { return 1 }
    let mark = "\0"
    let around = filled(delivery.name, mark).split(
      separator: mark, omittingEmptySubsequences: false)
    let start = "\(place)/\(around.first ?? "")"
    let made = notes.delivered.compactMap { path -> Int? in
      guard path.hasPrefix(start) else { return nil }
      return Int(path.dropFirst(start.count).prefix(9).prefix { $0.isASCII && $0.isNumber })
    }
    var version = (made.max() ?? 0) + 1
    while Files.isThere("\(place)/\(name(version))\(suffix)") { version += 1 }
    return version
  }

  private func name(_ version: Int) -> String { filled(delivery.name, "\(version)") }

  /// The path of an output in a delivery.
  private func place(of item: Item, _ version: Int) -> String {
    let path = item.path
    guard let files = delivery.files, !item.keepsName else { return path }
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let name = path[start...]
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    // The file's own name last: it may look like a variable.
    return path[..<start]
      + filled(files, "\(version)").replacing("${file}", with: String(name[..<dot])) + name[dot...]
  }

  private func filled(_ pattern: String, _ version: String) -> String {
    var day = now
    var local = tm()
    localtime_r(&day, &local)
    let folder = title.split(separator: ":").first.map(String.init) ?? title
    let safe = folder.map { $0 == "/" || $0.unicodeScalars.contains { $0.value < 0x20 } ? "-" : $0 }
    return pattern.replacing("${date}", with: Deliverer.date(local, "-"))
      .replacing("${day}", with: Deliverer.date(local, ""))
      .replacing("${time}", with: Deliverer.time(local, ""))
      .replacing("${version}", with: version)
      .replacing("${name}", with: String(safe))
  }

  private func timestamp(_ day: String, _ hour: String) -> String {
    var seconds = now
    var local = tm()
    localtime_r(&seconds, &local)
    return Deliverer.date(local, day) + " " + Deliverer.time(local, hour)
  }

  private static func date(_ time: tm, _ mark: String) -> String {
    ["\(time.tm_year + 1900)", two(time.tm_mon + 1), two(time.tm_mday)].joined(separator: mark)
  }

  private static func time(_ time: tm, _ mark: String) -> String {
    [two(time.tm_hour), two(time.tm_min)].joined(separator: mark)
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func makeFolder(_ path: String) throws {
    if let refused = Files.makeFolders(path) { throw refusal(refused) }
  }

  private func refusal(_ path: String) -> Failure {
    Failure(
      .error(
        .outputWrite, "the delivery \(path) cannot be written: \(systemErrorText(errno))")
    )
  }
}
