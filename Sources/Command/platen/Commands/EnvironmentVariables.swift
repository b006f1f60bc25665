// SPDX-License-Identifier: MIT
// Part of Platen: the environment variables that the command reads, for its help.

/// Environment variables with their meaning.
enum EnvironmentVariables {
  static let all: [(name: String, meaning: String)] = [
    ("PLATEN_CACHE_DIR", "folder of the cache, like --cache-dir"),
    ("PLATEN_DATA_DIR", "folder of looks and starter manifests, like --data-dir"),
    ("PLATEN_TOKEN", "token of platen serve and platen preview"),
    ("PLATEN_SENDMAIL", "program that sends mail (default: sendmail)"),
    ("SOURCE_DATE_EPOCH", "time in PDFs of maps, in seconds since 1970"),
    ("MAKEFLAGS", "jobserver of make, whose slots a run takes"),
    ("NO_COLOR, CLICOLOR_FORCE", "messages without or with colors, where --color is auto"),
    ("XDG_CACHE_HOME, XDG_STATE_HOME", "folders of the user's cache and state"),
    ("XDG_DATA_DIRS, XDG_DATA_HOME", "folders with fonts, hyphen, zoneinfo (default: /usr/share)"),
    ("TMPDIR", "folder of temporary files (default: /tmp)"),
  ]
}
