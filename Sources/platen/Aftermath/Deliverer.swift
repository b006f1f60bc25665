// SPDX-License-Identifier: MIT
// Part of Platen: a dated copy of a run's outputs, for whoever gets them.

import Archive
import Diagnostics
import Digests
import JSON
import Pipeline
import Recipes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Copies outputs into a folder or a ZIP file beside others of its like, and lets the oldest go.
///
/// What is delivered is read where it was published, checked against the record, and written under
/// another name until it is whole. Which deliveries are ours is noted in the output root; no other file
/// is ever removed.
struct Deliverer {
  let delivery: Delivery
  let outputs: Outputs
  let record: RunRecord
  let title: String
  /// Output paths that are delivered; nil for all.
  let chosen: Set<String>?
  let now: time_t

  private static let notes = "deliveries"
  private static let metadata = "delivery.json"

  /// A file of a delivery.
  private struct Item {
    var path: String
    var size: Int
    var digest: String
    var job: JobRecord
  }

  /// Makes the delivery; its path.
  ///
  /// - Throws: `Failure`; then what was delivered before is as it was.
  func deliver() throws -> String {
    let name = name()
    let final = "\(delivery.to)/\(name)" + (delivery.form == .zip ? ".zip" : "")
    let items = items()
    guard !items.contains(where: { ["README.md", Deliverer.metadata].contains($0.path) }) else {
      throw Failure(
        .error(
          "delivery.name",
          "an output is called README.md or \(Deliverer.metadata), as a delivery's own",
          hints: ["give it another name, or leave it out with only"]))
    }
    try makeFolder(delivery.to)
    let notes = try NotesFolder(Deliverer.notes, in: outputs, creating: true)
    var known = noted(notes)
    if Files.exists(final), !known.contains(final) {
      throw Failure(
        .error(
          "delivery.exists", "\(final) is there already, and Platen did not deliver it",
          hints: ["choose another name with name:, such as ${name}-${date}-${time}"]))
    }
    let temporary = "\(delivery.to)/.\(name).\(getpid()).tmp"
    switch delivery.form {
    case .folder: try writeFolder(items, temporary)
    case .zip: try writeZip(items, temporary, in: name)
    }
    // What lies there is ours; it goes only when the new one is whole.
    if Files.exists(final) { try remove(final) }
    guard rename(temporary, final) == 0 else { throw refusal(final) }
    known.removeAll { $0 == final }
    known.append(final)
    if let keep = delivery.keep {
      for old in known.dropLast(keep) where Files.exists(old) { try remove(old) }
      known = Array(known.suffix(keep))
    }
    var json = JSONWriter()
    json.array { json in for path in known { json.string(path) } }
    try notes.write(json.utf8, as: "list.json")
    return final
  }

  // MARK: What it has

  private func items() -> [Item] {
    var items: [Item] = []
    for job in record.jobs {
      for output in job.outputs {
        guard output.outcome == .made || output.outcome == .unchanged,
          chosen?.contains(output.path) ?? true
        else { continue }
        if output.files.isEmpty {
          guard let size = output.size, let digest = output.digest else { continue }
          items.append(Item(path: output.path, size: size, digest: digest.description, job: job))
        } else {
          items += output.files.map {
            Item(path: $0.path, size: $0.size, digest: $0.digest.description, job: job)
          }
        }
      }
    }
    return items
  }

  private func bytes(of item: Item) throws -> [UInt8] {
    guard let bytes = outputs.contents(of: item.path, limit: 4 << 30), bytes.count == item.size
    else {
      throw Failure(
        .error(
          "delivery.input", "\(item.path) is not what the run published",
          hints: ["nothing was delivered; run again"]))
    }
    return bytes
  }

  private var readme: String {
    let totals = record.totals
    var lines = ["# \(title)", "", "Made by \(record.tool) on \(moment("-", ":"))."]
    if let readme = delivery.readme { lines += ["", readme] }
    lines += [
      "", "\(totals.made) jobs made anew, \(totals.unchanged) as they were.", "",
      "| file | size | kind | job |", "| --- | ---: | --- | --- |",
    ]
    func cell(_ text: String) -> String { printable(text).replacing("|", with: "\\|") }
    for item in items() {
      lines.append(
        "| \(cell(item.path)) | \(spoken(bytes: item.size)) | \(item.job.kind) | \(cell(item.job.id)) |"
      )
    }
    lines += ["", "What each file is, and its SHA-256, is in \(Deliverer.metadata).", ""]
    return lines.joined(separator: "\n")
  }

  private var metadata: [UInt8] {
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("format", Event.format)
      json.member("tool", record.tool)
      json.member("title", title)
      json.member("delivered", Int(now))
      json.member(
        "files",
        array: { json in
          for item in items() {
            json.object { json in
              json.member("path", item.path)
              json.member("size", item.size)
              json.member("sha256", item.digest)
              json.member("job", item.job.id)
              json.member("kind", item.job.kind)
              json.member("tags", array: { json in for tag in item.job.tags { json.string(tag) } })
            }
          }
        })
    }
    return json.utf8 + [UInt8(ascii: "\n")]
  }

  // MARK: Writing

  private func writeFolder(_ items: [Item], _ temporary: String) throws {
    do {
      try makeFolder(temporary)
      for item in items { try Files.write(bytes(of: item), to: "\(temporary)/\(item.path)") }
      try Files.write(metadata, to: "\(temporary)/\(Deliverer.metadata)")
      try Files.write(Array(readme.utf8), to: "\(temporary)/README.md")
    } catch {
      sweep(temporary, items.map(\.path))
      throw error
    }
  }

  private func writeZip(_ items: [Item], _ temporary: String, in name: String) throws {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw refusal(temporary) }
    defer { close(descriptor) }
    do {
      let zip = try ZipStream { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = append(
            descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { throw refusal(temporary) }
          rest = rest.dropFirst(count)
        }
      }
      try zip.add("\(name)/README.md", Array(readme.utf8))
      try zip.add("\(name)/\(Deliverer.metadata)", metadata)
      for item in items { try zip.add("\(name)/\(item.path)", bytes(of: item)) }
      try zip.finish()
      guard fsync(descriptor) == 0 || errno == EINVAL else { throw refusal(temporary) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  // MARK: Names and folders

  private func name() -> String {
    var day = now
    var local = tm()
    localtime_r(&day, &local)
    let folder = title.split(separator: ":").first.map(String.init) ?? title
    let safe = folder.map { $0 == "/" || $0.unicodeScalars.contains { $0.value < 0x20 } ? "-" : $0 }
    return delivery.name.replacing("${date}", with: Deliverer.date(local, "-"))
      .replacing("${time}", with: Deliverer.time(local, ""))
      .replacing("${name}", with: String(safe))
  }

  private func moment(_ day: String, _ hour: String) -> String {
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
    var folder = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      folder += part + "/"
      if mkdir(folder, 0o777) != 0, errno != EEXIST { throw refusal(String(folder.dropLast())) }
    }
  }

  /// The deliveries made from this root, oldest first.
  private func noted(_ notes: NotesFolder) -> [String] {
    guard let bytes = notes.read("list.json", limit: 8 << 20),
      let list = try? JSONDocument(parsing: bytes).root.elements
    else { return [] }
    return list.compactMap(\.string)
  }

  /// Removes a delivery of ours: a ZIP file, or those files of a folder that it was delivered with. What
  /// somebody has put there stays.
  private func remove(_ path: String) throws {
    guard Files.isFolder(path) else {
      if unlink(path) != 0, errno != ENOENT { throw refusal(path) }
      return
    }
    let files: [String]
    do {
      let bytes = try DiskEnvironment().read("\(path)/\(Deliverer.metadata)", limit: 256 << 20)
        .bytes
      files =
        try JSONDocument(parsing: bytes).root["files"]?.elements.compactMap { $0["path"]?.string }
        ?? []
    } catch {
      throw Failure(
        .error(
          "delivery.unknown", "\(path) has no \(Deliverer.metadata) that says what is in it",
          hints: ["it is left as it is; remove it yourself"]))
    }
    let own = Set(files + [Deliverer.metadata, "README.md"])
    guard try names(below: path).allSatisfy(own.contains) else {
      throw Failure(
        .error(
          "delivery.kept", "\(path) holds files that were not delivered, so it stays",
          hints: ["move them elsewhere"]))
    }
    sweep(path, files)
  }

  /// The files below a folder, by their paths from there.
  private func names(below folder: String) throws -> [String] {
    var found: [String] = []
    var folders = [""]
    while let inner = folders.popLast() {
      for entry in try DiskEnvironment().list(folder + inner) {
        let name = inner + "/" + entry.name
        if entry.isFolder, !entry.isLink {
          folders.append(name)
        } else {
          found.append(String(name.dropFirst()))
        }
      }
    }
    return found
  }

  /// Removes files of a folder, its own two, and folders that are empty then.
  private func sweep(_ folder: String, _ files: [String]) {
    var folders: Set<String> = []
    for file in files + [Deliverer.metadata, "README.md"] {
      // What a file says does not lead out of it.
      guard !file.hasPrefix("/"), !file.split(separator: "/").contains("..") else { continue }
      unlink("\(folder)/\(file)")
      var parts = file.split(separator: "/").dropLast()
      while !parts.isEmpty {
        folders.insert(parts.joined(separator: "/"))
        parts = parts.dropLast()
      }
    }
    for inner in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      rmdir("\(folder)/\(inner)")
    }
    rmdir(folder)
  }

  private func refusal(_ path: String) -> Failure {
    Failure(
      .error(
        .outputWrite, "the delivery \(path) cannot be written: \(String(cString: strerror(errno)))")
    )
  }
}

/// `write(2)`, under a name of its own.
private func append(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
