// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about named servers.

package import Diagnostics

extension Diagnostic.Code {
  package static let credentialContent = Self(
    "credential.content", .unavailable,
    "The credential is empty, too long or not of the kind that the instance takes.",
    "Give a token, or JSON with accessToken and refreshToken.")
  package static let credentialInline = Self(
    "credential.inline", .unavailable,
    "The secret itself seems to be in the manifest or an address.",
    "Name a place instead: env:NAME, file:PATH or keyring:NAME.")
  package static let credentialKeyring = Self(
    "credential.keyring", .unavailable,
    "The system's keyring cannot be used or does not answer.",
    "Use env: or file: on servers, where none runs.")
  package static let credentialMissing = Self(
    "credential.missing", .unavailable,
    "The variable, file or keyring entry that holds the credential does not exist.",
    "Set it where Platen is started.")
  package static let credentialPermissions = Self(
    "credential.permissions", .unavailable,
    "Other users may read or change the file of the credential.",
    "Restrict it with: chmod 600 FILE.")
  package static let credentialReference = Self(
    "credential.reference", .unavailable,
    "The text does not name a place to read a credential from.",
    "Write env:NAME, file:PATH or keyring:NAME.")
  package static let credentialUnreadable = Self(
    "credential.unreadable", .unavailable,
    "The file of the credential cannot be read. Check the path and its permissions.")
  package static let credentialWrite = Self(
    "credential.write", .unavailable,
    "A renewed token could not be kept, so the next run may have to sign in again.",
    "Keep it with file: or keyring: in a place you can write.")
  package static let instanceAddress = Self(
    "instance.address", .unavailable,
    "The address of the instance is not valid.",
    "Write it as https://host, https://host:8443 or https://host/path.")
  package static let instanceAnswer = Self(
    "instance.answer", .unavailable,
    "The instance gave an answer that cannot be used.",
    "Check that the address is that of the right server and version.")
  package static let instanceAuth = Self(
    "instance.auth", .unavailable,
    "The instance does not accept the credential. Sign in again and replace it.")
  package static let instanceCancelled = Self(
    "instance.cancelled", .unavailable,
    "Fetching ended because the run was cancelled. Run again.")
  package static let instanceCertificate = Self(
    "instance.certificate", .unavailable,
    "The server's certificate is not trusted or not for this host.",
    "Name the authority of a server of your own with ca-file.")
  package static let instanceEndless = Self(
    "instance.endless", .unavailable,
    "The instance returns more than the limits allow.",
    "Raise limits for a server as large as that.")
  package static let instanceForbidden = Self(
    "instance.forbidden", .unavailable,
    "The account may not see what was requested.",
    "Contact an administrator, or use another account.")
  package static let instanceMissing = Self(
    "instance.missing", .unavailable,
    "The instance does not have what was requested. Check its id or name.")
  package static let instancePages = Self(
    "instance.pages", .unavailable,
    "A list of the instance ended or repeated before all entries came, so some are missing.",
    "Run again.")
  package static let instanceRefused = Self(
    "instance.refused", .unavailable,
    "The request would do more than read, which Platen never does.",
    "Name only things that can be read.")
  package static let instanceTooLarge = Self(
    "instance.too-large", .unavailable,
    "An answer of the instance exceeds the size limit. Raise limits, or request less.")
  package static let instanceTool = Self(
    "instance.tool", .unavailable,
    "The instance does not have the tool that is needed, or it failed.",
    "Check the version of the server.")
  package static let instanceUnavailable = Self(
    "instance.unavailable", .unavailable,
    "The instance cannot be reached, does not answer in time or limits the rate of requests.",
    "Check the network; rate limits the requests.")
  package static let instanceUnusable = Self(
    "instance.unusable", .unavailable,
    "The instance redirects to another server, or this system's network library cannot be",
    "used for it.",
    "Name the server itself with url, or install the library that the message names.")
}

extension CodeTable {
  /// The codes of diagnostics about named servers.
  package static let instances = CodeTable(
    "Instances", "named servers",
    [
      .credentialContent, .credentialInline, .credentialKeyring, .credentialMissing,
      .credentialPermissions, .credentialReference, .credentialUnreadable, .credentialWrite,
      .instanceAddress, .instanceAnswer, .instanceAuth, .instanceCancelled,
      .instanceCertificate, .instanceEndless, .instanceForbidden, .instanceMissing,
      .instancePages, .instanceRefused, .instanceTooLarge, .instanceTool,
      .instanceUnavailable, .instanceUnusable,
    ])
}
