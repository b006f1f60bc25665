// SPDX-License-Identifier: MIT
// Part of Platen: the bounds of one fetch from an instance, so that a server without end comes to one.

internal import Diagnostics

/// The most that one fetch from an instance may take in all.
///
/// The limits are generous: a server of a hundred thousand rooms keeps within them. A fetch that
/// exceeds one ends with `instance.endless`, and nothing more is requested.
public struct FetchLimits: Hashable, Sendable {
  /// Requests, retries and redirects among them.
  public var requests = 100_000
  /// The entries of one list.
  public var entries = 100_000
  /// Bytes of all answers, unpacked. The pages of one list have at most as many as one answer
  /// (``Instance/answerLimit``), since they are held in memory.
  public var bytes = 8 << 30
  /// Seconds from the first request on, besides the time that a rate makes requests wait.
  public var seconds = 3600.0

  /// The usual limits.
  public init() {}
}

/// The use of a fetch so far.
struct FetchUse: Sendable {
  var requests = 0
  var bytes = 0
  /// When the first request was made.
  var began: Double?
}

/// The bounds of one list that comes in pages.
struct ListBounds {
  let session: Session
  let what: String
  /// The bytes the session had received when the list began.
  let start: Int

  /// Throws where a list of so many entries exceeds the limits.
  ///
  /// - Parameter isIdle: whether its pages bring nothing new any more.
  /// - Throws: `Failure` `instance.endless`.
  func check(entries: Int, isIdle: Bool = false) throws(Failure) {
    let instance = session.instance
    if isIdle {
      throw session.endless(
        "\(CursorWalk.idlePageLimit) pages of \(what) without a new entry")
    }
    if entries > instance.limits.entries {
      throw session.endless("more than \(instance.limits.entries) entries in \(what)")
    }
    if session.bytesReceived - start > instance.answerLimit {
      throw session.endless("more than \(instance.answerLimit >> 20) MiB of \(what)")
    }
  }
}

extension Session {
  /// The bounds of a list that is about to be read.
  func listBounds(_ what: String) -> ListBounds {
    ListBounds(session: self, what: what, start: bytesReceived)
  }
}
