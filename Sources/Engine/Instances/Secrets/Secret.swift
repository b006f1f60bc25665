// SPDX-License-Identifier: MIT
// Part of Platen: secret bytes: they print as dots and are wiped after use.

internal import CProcess
internal import Diagnostics
internal import Libc

/// A token or a password: it never prints itself, is not written into core dumps or swapped out
/// while it can be helped, and is wiped when the last user lets go of it.
///
/// It is neither `Codable` nor `Hashable` on purpose: nothing that writes or compares values in
/// general gets at the bytes. Safe: it owns them from `init` to `deinit`.
// Why unchecked: the bytes are written in `init` alone and freed in `deinit`; all that other
// threads can reach is reading them.
@safe
public final class Secret: @unchecked Sendable, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  private let bytes: UnsafeMutableRawBufferPointer

  /// Holds a copy of those bytes; the caller wipes its own.
  public init(copying source: some Collection<UInt8>) {
    CoreDumps.forbid()
    let count = source.count
    unsafe bytes = .allocate(byteCount: max(1, count), alignment: 1)
    // A limit on locked memory is not an error: the lock only keeps the bytes off the disk.
    _ = unsafe mlock(bytes.baseAddress, bytes.count)
    for (index, byte) in source.enumerated() where index < count { unsafe bytes[index] = byte }
    isEmpty = count == 0
  }

  /// Holds a copy of the bytes and wipes the ones it was made of.
  public convenience init(taking source: inout [UInt8]) {
    self.init(copying: source)
    wipe(&source)
  }

  deinit {
    unsafe wipe(bytes)
    _ = unsafe munlock(bytes.baseAddress, bytes.count)
    unsafe bytes.deallocate()
  }

  /// Indicates whether it is empty.
  public let isEmpty: Bool

  /// The number of bytes.
  var count: Int { unsafe isEmpty ? 0 : bytes.count }

  /// Lends the bytes; they must not be kept.
  func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try unsafe body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count]))
  }

  /// Indicates whether two hold the same, in a time that does not depend on where they differ.
  func holdsSame(as other: Secret) -> Bool {
    guard count == other.count else { return false }
    var difference: UInt8 = 0
    for index in 0..<count { unsafe difference |= bytes[index] ^ other.bytes[index] }
    return difference == 0
  }

  public var description: String { Secret.dots }
  public var debugDescription: String { Secret.dots }
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }

  /// The text in place of a secret wherever one would be printed.
  public static let dots = SecretMasking.mask
}

/// Overwrites secret bytes, so that they do not stay in freed memory.
func wipe(_ bytes: inout [UInt8]) {
  unsafe bytes.withUnsafeMutableBytes { unsafe wipe($0) }
  bytes = []
}

private func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
  if let base = bytes.baseAddress { unsafe explicit_bzero(base, bytes.count) }
}

/// A process that has held a secret leaves no core dump and lets no other process read its memory.
///
/// Core dumps stay off until it ends: libraries copy their arguments, and free them unwiped.
enum CoreDumps {
  /// Forbids them from now on. Calling it again does nothing more.
  static func forbid() { _ = once }

  private static let once: Void = {
    // A kernel without it is not an error; the limit on dumps is set all the same.
    _ = platen_forbid_dumps()
  }()
}
