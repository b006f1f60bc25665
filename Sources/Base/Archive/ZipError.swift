// SPDX-License-Identifier: MIT
// Part of Platen: libzip's errors as diagnostics.

internal import CZip
internal import Diagnostics

enum ZipError {
  /// Runs a call that creates an archive or a source and fills in an error when it fails.
  static func opening(
    _ body: (inout zip_error_t) -> OpaquePointer?
  ) throws -> OpaquePointer {
    var error = unsafe zip_error_t()
    unsafe zip_error_init(&error)
    defer { unsafe zip_error_fini(&error) }
    guard let opened = unsafe body(&error) else { throw unsafe failure(&error) }
    return unsafe opened
  }

  /// The error, with libzip's own text.
  static func failure(_ error: UnsafeMutablePointer<zip_error_t>?, at place: SourceLocation? = nil)
    -> Failure
  {
    guard let error = unsafe error else {
      return Failure(.error(.archiveDamaged, "the ZIP cannot be read", at: place))
    }
    let text = unsafe String(cString: zip_error_strerror(error))
    switch unsafe zip_error_code_zip(error) {
    case ZIP_ER_NOPASSWD, ZIP_ER_WRONGPASSWD:
      return Failure(
        .error(
          .archiveEncrypted, "the ZIP is protected with a password", at: place,
          hints: ["pack it again without one"]))
    case ZIP_ER_COMPNOTSUPP, ZIP_ER_ENCRNOTSUPP, ZIP_ER_OPNOTSUPP:
      return Failure(
        .error(
          .archiveUnsupported, "unsupported compression method in the ZIP: \(text)", at: place,
          hints: ["pack it again with deflate"]))
    case ZIP_ER_MEMORY:
      return Failure(.error(.archiveMemory, "not enough memory for the ZIP: \(text)", at: place))
    default:
      return Failure(
        .error(
          .archiveDamaged, "the ZIP is damaged: \(text)", at: place,
          hints: ["copy or download it again"]))
    }
  }
}
