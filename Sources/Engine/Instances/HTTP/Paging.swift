// SPDX-License-Identifier: MIT
// Part of Platen: lists read page by page, to the end and no further.

/// The position in a list that comes in numbered pages.
///
/// Servers behave differently past the end (an empty page, the last one again) and lists change
/// while they are read, so three things end it: enough entries, an empty page, a page without
/// anything new. ``ListBounds`` limits the number of entries.
struct PageWalk: Sendable {
  /// The next page to request, from 1.
  private(set) var page = 1
  /// Entries in a page.
  let limit: Int
  private var seen: Set<String> = []
  private(set) var isDone = false
  /// The number of entries in all, from the last page that had it.
  private var total: Int?

  /// The number of entries read and in all, where the pages ended before the number the server
  /// reported.
  var missing: (read: Int, total: Int)? {
    guard isDone, let total, seen.count < total else { return nil }
    return (seen.count, total)
  }

  /// Pages of the most entries a server gives.
  init(limit: Int = 100) { self.limit = limit }

  /// Takes a page.
  ///
  /// - Parameters:
  ///   - ids: the ids of its entries.
  ///   - total: how many entries there are in all, where the server reports it.
  /// - Returns: the places in the page of entries not seen before: one added to the list while it
  ///   is read moves others onto the next page.
  mutating func take(_ ids: [String], total: Int?) -> [Int] {
    let new = ids.indices.filter { seen.insert(ids[$0]).inserted }
    page += 1
    self.total = total ?? self.total
    if new.isEmpty || total.map({ seen.count >= $0 }) == true { isDone = true }
    return new
  }
}

/// The position in a list that comes with cursors.
struct CursorWalk: Sendable {
  /// Consecutive pages without a new entry that a list may have: servers that filter their results
  /// return some.
  static let idlePageLimit = 100

  /// The cursor of the next request; nil for the beginning.
  private(set) var cursor: String?
  private var seen: Set<String> = []
  private var idlePages = 0
  private(set) var isDone = false

  /// Indicates whether the list continues without a new entry.
  var isIdle: Bool { idlePages >= CursorWalk.idlePageLimit }

  /// Takes a page's cursor; one that was there before would lead round and round.
  ///
  /// - Parameter entries: the number of entries of the page that were not seen before.
  mutating func take(next: String?, hasMore: Bool?, entries: Int) {
    idlePages = entries > 0 ? 0 : idlePages + 1
    guard let next, !next.isEmpty, hasMore != false, seen.insert(next).inserted else {
      isDone = true
      return
    }
    cursor = next
  }
}
