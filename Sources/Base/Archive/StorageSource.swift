// SPDX-License-Identifier: MIT
// Part of Platen: temporary storage as a source and target of libzip.

internal import CZip
internal import Text

/// A libzip source over a temporary file.
///
/// libzip takes errors as numbers: an error of the temporary file is kept here and rethrown when
/// the archive is closed.
// @safe: the object owns `error` from `init` to `deinit`; libzip's pointers are used only in the
// call that brings them, at the lengths it states.
@safe final class StorageSource {
  private let storage: any TemporaryStorage
  private var readOffset = 0
  private var writeOffset = 0
  private var error = unsafe zip_error_t()
  /// The first error of the temporary file.
  private(set) var caughtError: (any Error)?

  init(_ storage: any TemporaryStorage) {
    self.storage = storage
    unsafe zip_error_init(&error)
  }

  deinit { unsafe zip_error_fini(&error) }

  /// A source for libzip; it holds this object until it is freed.
  func open() throws -> OpaquePointer {
    let held = unsafe Unmanaged.passRetained(self)
    do {
      return try unsafe ZipError.opening { error in
        unsafe zip_source_function_create(
          { state, data, length, command in
            // libzip passes back the pointer it was given, which was retained for it.
            guard let state = unsafe state else { return -1 }
            let held = unsafe Unmanaged<StorageSource>.fromOpaque(state)
            if command == ZIP_SOURCE_FREE {
              unsafe held.release()
              return 0
            }
            return unsafe held.takeUnretainedValue().answer(command, data, length)
          }, held.toOpaque(), &error)
      }
    } catch {
      unsafe held.release()
      throw error
    }
  }

  private static let commands: zip_int64_t = [
    ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
    ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, ZIP_SOURCE_BEGIN_WRITE,
    ZIP_SOURCE_COMMIT_WRITE, ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_WRITE, ZIP_SOURCE_SEEK_WRITE,
    ZIP_SOURCE_TELL_WRITE, ZIP_SOURCE_REMOVE,
  ].reduce(0) { $0 | 1 << zip_int64_t($1.rawValue) }

  private func answer(
    _ command: zip_source_cmd_t, _ data: UnsafeMutableRawPointer?, _ length: zip_uint64_t
  ) -> zip_int64_t {
    switch command {
    case ZIP_SOURCE_SUPPORTS: return StorageSource.commands
    case ZIP_SOURCE_OPEN:
      readOffset = 0
      return 0
    case ZIP_SOURCE_BEGIN_WRITE:
      writeOffset = 0
      return 0
    case ZIP_SOURCE_CLOSE, ZIP_SOURCE_COMMIT_WRITE, ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_REMOVE:
      return 0
    case ZIP_SOURCE_TELL: return zip_int64_t(readOffset)
    case ZIP_SOURCE_TELL_WRITE: return zip_int64_t(writeOffset)
    case ZIP_SOURCE_SEEK: return unsafe seek(&readOffset, data, length)
    case ZIP_SOURCE_SEEK_WRITE: return unsafe seek(&writeOffset, data, length)
    case ZIP_SOURCE_ERROR: return unsafe zip_error_to_data(&error, data, length)
    case ZIP_SOURCE_STAT:
      guard let data = unsafe data, unsafe length >= MemoryLayout<zip_stat_t>.size else {
        return -1
      }
      let stat = unsafe data.assumingMemoryBound(to: zip_stat_t.self)
      unsafe zip_stat_init(stat)
      unsafe stat.pointee.size = zip_uint64_t(storage.count)
      unsafe stat.pointee.valid |= zip_uint64_t(ZIP_STAT_SIZE)
      return unsafe zip_int64_t(MemoryLayout<zip_stat_t>.size)
    case ZIP_SOURCE_READ:
      return attempt(ZIP_ER_READ) {
        let taken = try unsafe storage.read(
          into: UnsafeMutableRawBufferPointer(start: data, count: Int(length)), at: readOffset)
        readOffset += taken
        return taken
      }
    case ZIP_SOURCE_WRITE:
      return attempt(ZIP_ER_WRITE) {
        try unsafe storage.write(
          UnsafeRawBufferPointer(start: data, count: Int(length)), at: writeOffset)
        writeOffset += Int(length)
        return Int(length)
      }
    default:
      unsafe zip_error_set(&error, ZIP_ER_OPNOTSUPP, 0)
      return -1
    }
  }

  private func seek(
    _ offset: inout Int, _ data: UnsafeMutableRawPointer?, _ length: zip_uint64_t
  ) -> zip_int64_t {
    let target = unsafe zip_source_seek_compute_offset(
      zip_uint64_t(offset), zip_uint64_t(storage.count), data, length, &error)
    guard target >= 0 else { return -1 }
    offset = Int(target)
    return 0
  }

  private func attempt(_ code: Int32, _ body: () throws -> Int) -> zip_int64_t {
    do {
      return zip_int64_t(try body())
    } catch {
      if caughtError == nil { caughtError = error }
      unsafe zip_error_set(&self.error, code, 0)
      return -1
    }
  }
}
