// SPDX-License-Identifier: MIT
// Part of Platen: credentials read from where they are kept, and renewed ones put back there.

internal import Diagnostics
internal import Libc
internal import Pipeline

/// Reads credentials by reference and puts renewed ones back.
public struct CredentialVault: Sendable {
  /// The folder relative paths of files start from: the manifest's.
  public var folder: String
  /// The value of a variable of the process.
  public var variable: @Sendable (String) -> String?
  /// The system's keyring.
  public var keyring: any Keyring

  public init(
    folder: String, keyring: any Keyring = SecretTool(),
    variable: (@Sendable (String) -> String?)? = nil
  ) {
    self.folder = folder
    self.keyring = keyring
    self.variable = variable ?? { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
  }

  /// The content of the referenced place.
  ///
  /// - Throws: `Failure` `credential.missing`, `credential.permissions`, `credential.keyring` or
  ///   `credential.unreadable`.
  func secret(at reference: CredentialReference) throws(Failure) -> Secret {
    // Before it is read, so that it is never unprotected.
    CoreDumps.forbid()
    switch reference {
    case .variable(let name):
      guard let value = variable(name), !value.isEmpty else {
        throw Failure(
          .error(
            .credentialMissing, "the variable \(name) is not set",
            hints: ["set it where platen is started, or name another place"]))
      }
      return Secret(copying: value.utf8)
    case .file(let path): return try PrivateFile(path: resolved(path), name: path).read()
    case .keyring(let service, let account):
      guard let secret = try keyring.secret(service: service, account: account) else {
        throw Failure(
          .error(
            .credentialMissing, "the keyring has nothing for \(account) of \(service)",
            hints: [
              "secret-tool store --label 'Platen \(account)' service \(service) username \(account)"
            ]))
      }
      return secret
    }
  }

  /// Puts a renewed credential where the old one was.
  ///
  /// - Throws: `Failure` `credential.write`; for a variable, which lasts no longer than this
  ///   process.
  func put(_ secret: Secret, at reference: CredentialReference) throws(Failure) {
    switch reference {
    case .variable(let name):
      throw Failure(
        .error(
          .credentialWrite, "a renewed token cannot be kept in the variable \(name)",
          hints: ["keep it with file: or keyring:, or the next run must sign in again"]))
    case .file(let path): try PrivateFile(path: resolved(path), name: path).replace(with: secret)
    case .keyring(let service, let account):
      try keyring.put(secret, service: service, account: account)
    }
  }

  /// The identity of a place, however it is written: of an existing file the file itself, else its
  /// normalized path. Nothing is read.
  public func identity(of reference: CredentialReference) -> String {
    guard case .file(let path) = reference else { return reference.description }
    let whole = resolved(path)
    var status = stat()
    if unsafe stat(whole, &status) == 0 { return "file \(status.st_dev) \(status.st_ino)" }
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !whole.hasPrefix("/") {
        parts.append(part)
      }
    }
    return "file:" + (whole.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  private func resolved(_ path: String) -> String {
    if path.hasPrefix("~/"), let home = variable("HOME") { return home + path.dropFirst() }
    return path.hasPrefix("/") || folder == "." ? path : folder + "/" + path
  }
}

/// A file that only its owner may read.
struct PrivateFile {
  /// The path as passed to the system.
  let path: String
  /// The name that the user gave it.
  let name: String

  /// The content of the file.
  ///
  /// Its owner and permissions come from the open file, so they cannot change in between.
  ///
  /// - Throws: `Failure` `credential.missing`, `credential.permissions`, `credential.unreadable`.
  func read() throws(Failure) -> Secret {
    let place = SourceLocation(file: name)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      let code = errno
      guard code == ENOENT || code == ENOTDIR else {
        throw Failure(
          .error(.credentialUnreadable, "this cannot be read: \(systemErrorText(code))", at: place))
      }
      throw Failure(
        .error(
          .credentialMissing, "no such file", at: place,
          hints: ["paths start from the manifest's folder"]))
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw Failure(
        .error(.credentialUnreadable, "this cannot be read: \(systemErrorText(errno))", at: place))
    }
    try check(status)
    var buffer = [UInt8](repeating: 0, count: Credential.limit + 1)
    defer { wipe(&buffer) }
    var filled = 0
    while filled < buffer.count {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe Libc.read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Failure(
          .error(.credentialUnreadable, "this cannot be read: \(systemErrorText(errno))", at: place)
        )
      }
      if count == 0 { break }
      filled += count
    }
    guard filled <= Credential.limit else {
      throw Failure(
        .error(
          .credentialContent, "a credential has at most \(Credential.limit) bytes", at: place))
    }
    return Secret(copying: buffer[..<filled])
  }

  /// Checks that the file is a regular file of the user's own that others can neither read nor
  /// write.
  private func check(_ status: stat) throws(Failure) {
    let place = SourceLocation(file: name)
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(
        .error(.credentialUnreadable, "this is not a file", at: place, hints: ["name a file"]))
    }
    guard status.st_uid == geteuid() else {
      throw Failure(
        .error(
          .credentialPermissions, "this file is another user's, who may read and change it",
          at: place, hints: ["keep credentials in a file of your own"]))
    }
    guard status.st_mode & 0o077 == 0 else {
      throw Failure(
        .error(
          .credentialPermissions,
          "others may read or change this file: its mode is "
            + "0\(String(status.st_mode & 0o777, radix: 8))", at: place,
          hints: ["chmod 600 \(name)"]))
    }
  }

  /// Writes a file beside it and renames that over it: whenever the process ends, one of the two is
  /// there, whole, with the mode 0600. A symbolic link stays, and its target is replaced.
  ///
  /// - Throws: `Failure` `credential.write`.
  func replace(with secret: Secret) throws(Failure) {
    let target = Files.realPath(path) ?? path
    let temporary = "\(target).platen-\(getpid())"
    // Of a killed process with the same number; no other program makes such names.
    unsafe unlink(temporary)
    let descriptor = unsafe open(
      temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw makeFailure("made", errno) }
    var failed: (what: String, code: Int32)?
    // The mask of the process may take rights, and never gives any.
    if fchmod(descriptor, 0o600) != 0 { failed = ("given its mode", errno) }
    unsafe secret.withBytes { bytes in
      var written = 0
      while failed == nil, written < bytes.count, let base = bytes.baseAddress {
        let count = unsafe write(descriptor, base + written, bytes.count - written)
        if count < 0, errno == EINTR { continue }
        if count < 0 { failed = ("written", errno) } else { written += count }
      }
    }
    if failed == nil, fsync(descriptor) != 0 { failed = ("written", errno) }
    close(descriptor)
    if failed == nil, unsafe rename(temporary, target) != 0 { failed = ("put in its place", errno) }
    if let failed {
      unsafe unlink(temporary)
      throw makeFailure(failed.what, failed.code)
    }
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    let parent = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if parent >= 0 {
      _ = fsync(parent)
      close(parent)
    }
  }

  private func makeFailure(_ what: String, _ code: Int32) -> Failure {
    Failure(
      .error(
        .credentialWrite,
        "the renewed token could not be kept: no file could be \(what): "
          + systemErrorText(code), at: SourceLocation(file: name),
        hints: ["the server may take the old one no longer; sign in again and replace it"]))
  }
}
