// SPDX-License-Identifier: MIT
// Part of Platen: the cache of slide images, and the connections that wait for images.

/// A cache of images up to a number of bytes; the least recently used are evicted first.
struct ImageCache {
  private let limit: Int
  private var pictures: [SlideImageKey: (bytes: [UInt8], used: Int)] = [:]
  private var total = 0
  private var clock = 0
  /// The waiting connections by image.
  private var waiting: [SlideImageKey: [Int]] = [:]
  /// The images to draw, in the order of requests.
  private var queue: [SlideImageKey] = []
  private var drawing = 0

  init(limit: Int) { self.limit = limit }

  /// A cached image.
  mutating func find(_ key: SlideImageKey) -> [UInt8]? {
    guard let found = pictures[key] else { return nil }
    clock += 1
    pictures[key]?.used = clock
    return found.bytes
  }

  /// Adds a connection that waits for an image.
  mutating func wait(_ connection: Int, for key: SlideImageKey) {
    if waiting[key] == nil { queue.append(key) }
    waiting[key, default: []].append(connection)
  }

  /// The next image to draw, unless enough are being drawn; images no connection waits for are
  /// skipped.
  mutating func begin(atOnce most: Int) -> SlideImageKey? {
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

  /// Stores a drawn image, if any; returns the connections that waited for it.
  mutating func end(_ key: SlideImageKey, _ bytes: [UInt8]?) -> [Int] {
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

  /// Removes a waiting connection.
  mutating func forget(_ connection: Int) {
    for key in waiting.keys { waiting[key]?.removeAll { $0 == connection } }
  }
}
