// SPDX-License-Identifier: MIT
// Part of Platen: libraries that are loaded when they are first used.

package import Diagnostics
internal import Libc

/// A shared library, loaded by name and never unloaded.
///
/// `platen` starts in milliseconds, and most of its runs draw no SVG and write no WebP.
package struct LoadedLibrary: Sendable {
  package let name: String
  /// The handle that `dlopen` returned, as a number, so that it may be kept anywhere.
  private let handle: UInt

  /// - Throws: `Failure` `library.missing` naming the package to install.
  package init(_ name: String, package: String) throws {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      let why = dlerror().map { String(cString: $0) } ?? "not found"
      throw Failure(
        .error(
          .libraryMissing, "\(name) cannot be loaded: \(why)",
          hints: ["install the package \(package)"]))
    }
    self.name = name
    self.handle = UInt(bitPattern: handle)
  }

  /// The handle that `dlopen` returned, for bindings that look their functions up themselves.
  package var pointer: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: handle) }

  /// The function or variable of that name.
  ///
  /// - Throws: `Failure` `library.old`.
  package func symbol<T>(_ symbol: String, as _: T.Type) throws -> T {
    guard let address = dlsym(pointer, symbol) else {
      throw isOld("it has no \(symbol)")
    }
    return unsafeBitCast(address, to: T.self)
  }

  /// Returns the error for a library that lacks something.
  package func isOld(_ why: String) -> Failure {
    Failure(
      .error(
        .libraryOld, "\(name) is too old: \(why)", hints: ["install a newer version of it"]))
  }

  /// The identity of the library's build, for libraries that have no version: the name of its file,
  /// links followed, and its size.
  package func identity(with symbol: String) throws -> String {
    var status = stat()
    guard let file = try file(with: symbol), stat(file, &status) == 0 else { return name }
    return "\(file.split(separator: "/").last.map(String.init) ?? name) \(status.st_size)"
  }

  /// The library's file, links followed, by a symbol in it; nil where it cannot be found.
  package func file(with symbol: String) throws -> String? {
    typealias Locate =
      @convention(c) (UnsafeRawPointer?, UnsafeMutablePointer<UInt>?) -> Int32
    let address = try self.symbol(symbol, as: UnsafeRawPointer.self)
    // Glibc declares it only with its extensions enabled. It fills in four pointers, of which the
    // first leads to the file's name.
    let locate = try self.symbol("dladdr", as: Locate.self)
    var places: [UInt] = [0, 0, 0, 0]
    guard locate(address, &places) != 0, let path = UnsafePointer<CChar>(bitPattern: places[0]),
      let file = realpath(path, nil)
    else { return nil }
    defer { free(file) }
    return String(cString: file)
  }
}
