// SPDX-License-Identifier: MIT
// Part of Platen: pictures of slides that were drawn, and who waits for those that are not.

/// Keeps pictures up to so many bytes, the latest used longest.
struct PictureShelf {
  private let limit: Int
  private var pictures: [PictureKey: (bytes: [UInt8], used: Int)] = [:]
  private var total = 0
  private var clock = 0
  /// Connections by what they wait for.
  private var waiting: [PictureKey: [Int]] = [:]
  /// What is to be drawn next, first come first.
  private var queue: [PictureKey] = []
  private var drawing = 0

  init(limit: Int) { self.limit = limit }

  /// A picture that is there.
  mutating func find(_ key: PictureKey) -> [UInt8]? {
    guard let found = pictures[key] else { return nil }
    clock += 1
    pictures[key]?.used = clock
    return found.bytes
  }

  /// Somebody waits for a picture.
  mutating func wait(_ connection: Int, for key: PictureKey) {
    if waiting[key] == nil { queue.append(key) }
    waiting[key, default: []].append(connection)
  }

  /// What is to be drawn now, if not enough is being drawn already; nothing nobody waits for.
  mutating func begin(atOnce most: Int) -> PictureKey? {
    while drawing < most, !queue.isEmpty {
      let key = queue.removeFirst()
      guard let who = waiting[key], !who.isEmpty else {
        waiting[key] = nil
        continue
      }
      drawing += 1
      return key
    }
    return nil
  }

  /// A picture was drawn, or could not be; gives who waited for it.
  mutating func end(_ key: PictureKey, _ bytes: [UInt8]?) -> [Int] {
    drawing -= 1
    if let bytes, bytes.count <= limit, pictures[key] == nil {
      clock += 1
      pictures[key] = (bytes, clock)
      total += bytes.count
      while total > limit, let oldest = pictures.min(by: { $0.value.used < $1.value.used }) {
        pictures[oldest.key] = nil
        total -= oldest.value.bytes.count
      }
    }
    return waiting.removeValue(forKey: key) ?? []
  }

  /// Somebody waits no longer.
  mutating func forget(_ connection: Int) {
    for key in waiting.keys { waiting[key]?.removeAll { $0 == connection } }
  }
}
