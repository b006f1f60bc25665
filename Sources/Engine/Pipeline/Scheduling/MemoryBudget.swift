// SPDX-License-Identifier: MIT
// Part of Platen: how much memory the stages may take together.

internal import Diagnostics
internal import Libc

/// The memory the stages of a run may take together, in bytes.
public struct MemoryBudget: Hashable, Sendable {
  /// Bytes.
  public let bytes: Int

  public init(bytes: Int) { self.bytes = max(0, bytes) }

  /// The default part of the free memory that is used.
  public static let defaultShare = 0.7

  /// Reads an amount such as `2G`, `512M`, `1.5GiB`, `800000K` or a plain number of bytes.
  ///
  /// The letters are powers of 1024, in either case, with or without `B` or `iB` after them.
  ///
  /// - Throws: ``Failure`` with the code `option.memory`.
  public init(parsing text: String) throws {
    func refuse() -> Failure {
      Failure(
        .error(
          .memory, "invalid amount of memory \"\(text)\"",
          hints: ["write a number with K, M, G or T after it, such as 2G or 512M"]))
    }
    var unit = Substring(text.uppercased())
    let number = unit.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    unit = unit[number.endIndex...].drop { $0 == " " }
    let factors: [(String, Int)] = [("", 0), ("K", 10), ("M", 20), ("G", 30), ("T", 40)]
    guard number.first != ".", let value = Double(number),
      let factor = factors.first(where: { letter, _ in
        unit == letter || unit == "\(letter)B" || (!letter.isEmpty && unit == "\(letter)IB")
      })
    else { throw refuse() }
    let bytes = value * Double(1 << factor.1)
    guard bytes >= 1, bytes < 9e18 else { throw refuse() }
    self.bytes = Int(bytes)
  }

  /// The default share of the memory still available to this process: of the machine's free memory
  /// and of the rest in each control group around it, whichever is least.
  public static func standard() -> MemoryBudget {
    MemoryBudget(bytes: Int(Double(available(reading: contents(of:))) * defaultShare))
  }

  /// The memory still available, in bytes, by the kernel's files; 1 GiB without them.
  ///
  /// - Parameter read: the text of a file, or nil when it is not there.
  static func available(reading read: (String) -> String?) -> Int {
    var least: Int?
    func consider(_ bytes: Int?) {
      guard let bytes else { return }
      least = min(least ?? .max, max(0, bytes))
    }
    if let kibibytes = number(named: "MemAvailable:", in: read("/proc/meminfo") ?? "") {
      consider(kibibytes.multipliedReportingOverflow(by: 1024).partialValue)
    }
    for line in (read("/proc/self/cgroup") ?? "").split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let isV2 = fields[0] == "0" && fields[1].isEmpty
      guard isV2 || fields[1].split(separator: ",").contains("memory") else { continue }
      let mount = isV2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory"
      // A limit may be on any parent group; within a container the path may not be visible.
      var path = fields[2].split(separator: "/")[...]
      while true {
        let group = mount + path.map { "/\($0)" }.joined()
        consider(
          isV2
            ? room(
              in: group, limit: "memory.max", usage: "memory.current", cache: "inactive_file", read)
            : room(
              in: group, limit: "memory.limit_in_bytes", usage: "memory.usage_in_bytes",
              cache: "total_inactive_file", read))
        if path.isEmpty { break }
        path = path.dropLast()
      }
    }
    return least ?? 1 << 30
  }

  /// The memory that a control group still allows, or nil when it sets no limit.
  private static func room(
    in group: String, limit: String, usage: String, cache: String, _ read: (String) -> String?
  ) -> Int? {
    func whole(_ name: String) -> Int? {
      read("\(group)/\(name)").flatMap { Int($0.prefix { $0 != "\n" }) }
    }
    guard let limit = whole(limit), let usage = whole(usage) else { return nil }
    // The page cache counts as used, but is freed on demand.
    let cached = number(named: cache, in: read("\(group)/memory.stat") ?? "") ?? 0
    return limit - max(0, usage - cached)
  }

  private static func number(named name: String, in text: String) -> Int? {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      if words.count >= 2, words[0] == name { return Int(words[1]) }
    }
    return nil
  }

  private static func contents(of path: String) -> String? {
    guard let file = try? FileDescriptor.open(path, O_RDONLY) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    // These files have no size, and give all they have at once.
    let count = unsafe read(file.number, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
