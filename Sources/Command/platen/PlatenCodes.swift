// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about the command line.

import Diagnostics

extension Diagnostic.Code {
  static let clusterRefused = Self(
    "cluster.refused", .unavailable,
    "A command of the cluster is missing or failed.",
    "Run it on a machine that can submit jobs, and remove the cause that the message states.")
  static let commandInternal = Self(
    "command.internal", .internalError,
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
    "The world to begin with does not exist or its path cannot be used in a manifest.",
    "Name the .map or .wfmap file of a world, without control characters in its path.")
  static let inspectKind = Self(
    "inspect.kind", .data,
    "The file is not of a kind that is inspected or checked.",
    "Name a map, a campaign, a talk, a meeting, rows, design tokens or an asset catalog.")
  static let jobserverUnreachable = Self(
    "jobserver.unreachable", .data,
    "The jobserver of make cannot be reached, so one core is used.",
    "Begin the line of the rule with +, or use -j.")
  static let manifestMissing = Self(
    "manifest.missing", .manifest,
    "No manifest was found. platen init writes one; platen render INPUT -o OUTPUT needs none.")
  static let mapUnreadable = Self(
    "map.unreadable", .data,
    "A map could not be read for a reason that has no message of its own.",
    "Save the map again and try once more; if that does not help, please report it with the",
    "file.")
  static let mcpArgument = Self(
    "mcp.argument", .usage,
    "An argument of a tool of platen mcp is invalid. Correct it as the message has it.")
  static let mcpConfinement = Self(
    "mcp.confinement", .usage,
    "The system cannot confine platen mcp to its folders: that needs Landlock, of Linux 5.13.",
    "Use a newer system, or --no-confinement, which relies on the checks of paths alone.")
  static let mcpExists = Self(
    "mcp.exists", .data,
    "The file of a tool of platen mcp exists. Set \"overwrite\", or name another file.")
  static let mcpPath = Self(
    "mcp.path", .data,
    "A path of a tool of platen mcp is outside the folders of the server, or does not exist.",
    "Name a file in these folders; start the server with the folders it should serve.")
  static let mcpSize = Self(
    "mcp.size", .data,
    "An answer of platen mcp is too large. Request less: a page, a table, a smaller picture.")
  static let mcpStatus = Self(
    "mcp.status", .internalError,
    "A command that platen mcp ran ended without an answer. Report it with the arguments.")
  static let mcpTime = Self(
    "mcp.time", .data,
    "A tool of platen mcp took too long. Request less, or start it with a larger --timeout.")
  static let mcpWrite = Self(
    "mcp.write", .data,
    "The server writes no files. Its user can start it with --allow-write.")
  static let optionCache = Self(
    "option.cache", .usage,
    "The cache has no folder. Name one with --cache-dir or PLATEN_CACHE_DIR.")
  static let optionCode = Self(
    "option.code", .usage,
    "No message has that code: it is misspelled or of another version.",
    "Use the code in the hint; platen schema --codes lists all of them.")
  static let optionCommand = Self(
    "option.command", .usage,
    "No command of that name exists, or the name could mean several.",
    "Use a command in the hint; platen help lists all of them.")
  static let optionFormat = Self(
    "option.format", .usage,
    "The format does not go with the file extension that -o names.",
    "Change one of the two, as the hint shows.")
  static let optionFrame = Self(
    "option.frame", .usage,
    "Only GeoJSON has coordinates in degrees or map units, and another format is requested.",
    "Omit --coordinates, or write a .geojson file.")
  static let optionInstance = Self(
    "option.instance", .usage,
    "The manifest has no instance of that name under instances.",
    "Use the name in the hint, or add the instance to the manifest.")
  static let optionKind = Self(
    "option.kind", .usage,
    "No kind of job or starter has that name, usually a typo.",
    "Use the name in the hint; platen help init and platen help render list all of them.")
  static let optionLog = Self(
    "option.log", .usage,
    "The log exists or cannot be written.",
    "Use --resume to continue its session, or name another file.")
  static let optionOutput = Self(
    "option.output", .usage,
    "No job builds that output, or its path is not one that can be written.",
    "Write the name as the hint shows; platen plan -v lists all outputs.")
  static let optionResponseFile = Self(
    "option.response-file", .usage,
    "A file of arguments (@FILE) cannot be read, or a quote in it is not closed.",
    "Check the path and the quotes; write @@ for an argument that begins with @.")
  static let optionRun = Self(
    "option.run", .usage,
    "No run of that number is recorded, since only the most recent runs are.",
    "Choose one of the numbers in the hint.")
  static let optionTable = Self(
    "option.table", .usage,
    "The format holds another number of tables than --tables names, or always holds all of them.",
    "Write the option as the hint shows, or omit it.")
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
    "The input is not one that the command shows: a talk or an output directory for serve, a",
    "map, campaign, talk, meeting or cards for preview.",
    "Use the command in the hint.")
  static let serveTrouble = Self(
    "serve.trouble", .data,
    "An error occurred while serving, such as a slide that is only half written, and the",
    "server continues.",
    "Nothing needs to be done unless it repeats; then remove the cause that the message states.")
  static let talkUnreadable = Self(
    "talk.unreadable", .data,
    "A talk could not be read for a reason that has no message of its own.",
    "Build or save the talk again; if that does not help, please report it with the folder.")
}

extension CodeTable {
  /// The codes of diagnostics about the command line.
  static let platen = CodeTable(
    "platen", "the command line",
    [
      .clusterRefused, .commandInternal, .depsName, .fileExists, .finishTime, .historyNone,
      .initPath, .initWorld, .inspectKind, .jobserverUnreachable, .manifestMissing,
      .mapUnreadable, .mcpArgument, .mcpConfinement, .mcpExists, .mcpPath, .mcpSize, .mcpStatus,
      .mcpTime, .mcpWrite, .optionCache,
      .optionCode, .optionCommand, .optionFormat, .optionFrame, .optionInstance, .optionKind,
      .optionLog, .optionOutput, .optionResponseFile, .optionRun, .optionTable, .optionToken,
      .optionUsage, .outputOrphan, .outputShared, .outputUnknown, .planSet, .processStart,
      .serveInput, .serveTrouble, .talkUnreadable,
    ])
}
