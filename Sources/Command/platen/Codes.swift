// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about the command line.

import Diagnostics

extension Diagnostic.Code {
  static let commandFault = Self(
    "command.fault", .internalError,
    "An internal error of the command. Report it with the message and the arguments.")
  static let depsName = Self(
    "deps.name", .data,
    "A name cannot be written into a dependency file.",
    "Rename the file without control characters and ; = % * ? [ ].")
  static let fileExists = Self(
    "file.exists", .data,
    "The file exists and is not overwritten. Use --force to overwrite it.")
  static let finishTime = Self(
    "finish.time", .data,
    "An action of on-finish took too long and was ended. Start long work in the background.")
  static let historyNone = Self(
    "history.none", .data,
    "No run of this output directory is recorded. platen run builds what the manifest lists.")
  static let initPath = Self(
    "init.path", .data,
    "A path with control characters cannot be written into a timer. Rename the folder.")
  static let initWorld = Self(
    "init.world", .data,
    "The world to begin with does not exist or its path cannot be used.",
    "Name the file of a map.")
  static let jobserverUnreachable = Self(
    "jobserver.unreachable", .data,
    "The jobserver of make cannot be reached, so one core is used.",
    "Begin the line of the rule with +, or use -j.")
  static let manifestMissing = Self(
    "manifest.missing", .manifest,
    "No manifest was found. platen init writes one; platen render INPUT -o OUTPUT needs none.")
  static let mapUnreadable = Self(
    "map.unreadable", .data,
    "A map could not be read for an unexpected reason. The message includes it.")
  static let optionCache = Self(
    "option.cache", .usage,
    "The cache has no folder. Name one with --cache-dir or PLATEN_CACHE_DIR.")
  static let optionCode = Self(
    "option.code", .usage,
    "No message has that code.",
    "The hint shows the nearest one; platen schema --codes lists them all.")
  static let optionCommand = Self(
    "option.command", .usage,
    "No command of that name exists. The hint shows the nearest one.")
  static let optionForm = Self(
    "option.form", .usage,
    "The format does not fit the path of -o. The hint shows how to write it.")
  static let optionFrame = Self(
    "option.frame", .usage,
    "Only GeoJSON has coordinates of a frame. Omit the option.")
  static let optionInstance = Self(
    "option.instance", .usage,
    "The manifest has no instance of that name. The hint shows the nearest one.")
  static let optionKind = Self(
    "option.kind", .usage,
    "No kind of job or starter has that name. The hint shows the nearest one.")
  static let optionLog = Self(
    "option.log", .usage,
    "The log exists or cannot be written.",
    "Use --resume to continue its session, or name another file.")
  static let optionOutput = Self(
    "option.output", .usage,
    "The output is not one that a job builds, or not a path that can be written.",
    "The hint shows the nearest one.")
  static let optionResponseFile = Self(
    "option.response-file", .usage,
    "A file of arguments (@FILE) cannot be read, or a quote in it is not closed. @@ at the",
    "beginning is a plain @.")
  static let optionRun = Self(
    "option.run", .usage,
    "No run of that number is recorded. The hint lists the recorded ones.")
  static let optionTable = Self(
    "option.table", .usage,
    "The tables do not fit the format. The hint shows how to write it.")
  static let optionToken = Self(
    "option.token", .usage,
    "Others could reach the server, so it needs a token of at least 8 characters.",
    "Set PLATEN_TOKEN or --token, or omit --address.")
  static let optionUsage = Self(
    "option.usage", .usage,
    "The arguments are not valid: an unknown option, a missing or invalid value, or options that do",
    "not go together. platen COMMAND --help lists what a command takes.")
  static let outputOrphan = Self(
    "output.orphan", .data,
    "No job builds these files of earlier runs any longer.",
    "Remove them with --prune, which keeps files that were changed.")
  static let outputShared = Self(
    "output.shared", .data,
    "Two manifests build the same file in one output directory.",
    "Let one of them build it, or give one another directory.")
  static let outputUnknown = Self(
    "output.unknown", .data,
    "A file of an earlier version may belong to another manifest, so it is not removed.",
    "Delete it yourself if no manifest builds it.")
  static let planSet = Self(
    "plan.set", .data,
    "The files of this output are known only when they are built. Nothing needs to be done.")
  static let processStart = Self(
    "process.start", .data,
    "A program could not be started. Check that it is installed and may be run.")
  static let serveInput = Self(
    "serve.input", .data,
    "The file is not a talk or an output directory.",
    "Use platen render to build outputs from it.")
  static let serveTrouble = Self(
    "serve.trouble", .data,
    "An error occurred while serving, and the server continues. The message describes it.")
  static let talkUnreadable = Self(
    "talk.unreadable", .data,
    "A talk could not be read for an unexpected reason. The message includes it.")
}

extension CodeTable {
  /// The codes of diagnostics about the command line.
  static let platen = CodeTable(
    "platen", "the command line",
    [
      .commandFault, .depsName, .fileExists, .finishTime, .historyNone, .initPath, .initWorld,
      .jobserverUnreachable, .manifestMissing, .mapUnreadable, .optionCache, .optionCode,
      .optionCommand, .optionForm, .optionFrame, .optionInstance, .optionKind, .optionLog,
      .optionOutput, .optionResponseFile, .optionRun, .optionTable, .optionToken, .optionUsage,
      .outputOrphan, .outputShared, .outputUnknown, .planSet, .processStart, .serveInput,
      .serveTrouble, .talkUnreadable,
    ])
}
