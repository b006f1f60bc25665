// SPDX-License-Identifier: MIT
// Part of Platen: libcurl, opened when it is first needed.

internal import CCurl
internal import Libc

/// libcurl's functions, found in the library at the first request to an instance.
///
/// It is opened and not linked because most commands use no instance, and its thirty libraries take
/// longer to load than `platen --version` may.
///
/// Safe to hold and to hand on: neither the table nor the library is ever freed.
@safe struct Curl: Sendable {
  private static let opened: Result<Curl, TransportError> = open()

  /// The functions, which are never changed once they are found.
  nonisolated(unsafe) let table: UnsafePointer<platen_curl>

  /// The library.
  ///
  /// - Throws: `TransportError` where there is none.
  static func library() throws(TransportError) -> Curl { try opened.get() }

  private static func open() -> Result<Curl, TransportError> {
    func refuse(_ message: String) -> Result<Curl, TransportError> {
      .failure(TransportError(kind: .unusable, message: message))
    }
    guard let library = unsafe dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL) else {
      let why = unsafe dlerror().map { unsafe String(cString: $0) } ?? "it is not installed"
      return refuse("cannot open libcurl, which instances require: \(why)")
    }
    // Both stay for as long as the process: the last use of a handle is unknown.
    let table = UnsafeMutablePointer<platen_curl>.allocate(capacity: 1)
    unsafe table.initialize(to: platen_curl())
    guard unsafe platen_curl_load(table, library) != 0,
      let prepare = unsafe table.pointee.global_init
    else {
      return refuse("the libcurl of this machine lacks functions that are needed")
    }
    guard prepare(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else {
      return refuse("libcurl cannot be set up")
    }
    return unsafe .success(Curl(table: UnsafePointer(table)))
  }
}

/// One handle of libcurl: one connection, kept open for the next request to the same server.
///
/// Safe except for the pointers passed to it: the handle is there from `init` to `deinit`, and each
/// way to set an option is used with options of its kind alone.
@safe final class CurlHandle {
  let curl: Curl
  let handle: UnsafeMutableRawPointer

  init(_ curl: Curl) throws(TransportError) {
    guard let handle = unsafe curl.table.pointee.easy_init?() else {
      throw TransportError(kind: .unusable, message: "libcurl has no memory for a connection")
    }
    self.curl = curl
    unsafe self.handle = handle
  }

  deinit { unsafe curl.table.pointee.easy_cleanup?(handle) }

  func set(_ option: CURLoption, _ value: Int) {
    _ = unsafe platen_curl_set_number(curl.table, handle, option, value)
  }
  func setLarge(_ option: CURLoption, _ value: Int) {
    _ = unsafe platen_curl_set_large(curl.table, handle, option, Int64(value))
  }
  func set(_ option: CURLoption, pointer: UnsafeRawPointer?) {
    _ = unsafe platen_curl_set_pointer(curl.table, handle, option, pointer)
  }
  /// libcurl keeps a copy of the text.
  func set(_ option: CURLoption, _ text: String) {
    unsafe text.withCString { unsafe set(option, pointer: $0) }
  }
  func reset() { unsafe curl.table.pointee.easy_reset?(handle) }
}
