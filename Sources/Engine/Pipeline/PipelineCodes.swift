// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about the engine.

public import Diagnostics

extension Diagnostic.Code {
  public static let engine = Self(
    "engine.internal", .internalError,
    "An internal error: the engine found itself in a state that should not exist.",
    "Please report it with the command and the manifest.")
  public static let engineInput = Self(
    "engine.input", .internalError,
    "An internal error: a stage got another input than it was made with.",
    "Please report it with the command and the manifest.")
  public static let engineMemory = Self(
    "engine.memory", .data,
    "A stage may need more memory than stages may take together, so it runs alone.",
    "Raise --memory if the machine has more.")
  public static let environmentDate = Self(
    "environment.date", .data,
    "The variable SOURCE_DATE_EPOCH is not a number of seconds since 1970.",
    "Set it to a whole number, or unset it.")
  public static let fileIsFolder = Self(
    "file.folder", .data,
    "A folder was found where a file is expected. Name a file in it.")
  public static let fileMissing = Self(
    "file.missing", .data,
    "The file does not exist.",
    "Check the path, which is relative to the manifest's folder or, for options, to the",
    "current one.")
  public static let glob = Self(
    "file.pattern", .data,
    "A pattern of file names is not valid, for example because a bracket is not closed.",
    "Correct the place that the message names; a name without patterns needs no *, ? or [.")
  public static let filePermission = Self(
    "file.permission", .data,
    "You do not have permission to read or write the file or folder.",
    "Change its permissions, or run as its owner.")
  public static let fileTooLarge = Self(
    "file.too-large", .data,
    "The file is larger than Platen reads. Check that it is the file you meant.")
  public static let fileUnreadable = Self(
    "file.unreadable", .inputOutput,
    "Reading a file failed: the disk or the network it is on has an error.",
    "Check both for the reason that the message states, and run again.")
  public static let historyGap = Self(
    "history.gap", .data,
    "A run in between is no longer recorded, since only the most recent runs are, so what it",
    "changed is unknown.",
    "Nothing needs to be done; compare two runs that platen history lists.")
  public static let jobDuplicate = Self(
    "job.duplicate", .data,
    "Two jobs have the same name. Rename one of them.")
  public static let jobTime = Self(
    "job.time", .data,
    "The job took longer than its key timeout allows, or a stage did not stop on request.",
    "Raise the limit, or make the output smaller.")
  public static let manifestName = Self(
    "manifest.name", .manifest,
    "The name of an output is not valid as a file name.",
    "Remove control characters and marks on slashes, and shorten it.")
  public static let memory = Self(
    "option.memory", .usage,
    "The text is not an amount of memory. Write it as in 512M, 4G or 50%.")
  public static let outputChanged = Self(
    "output.changed", .data,
    "An output was changed after the run published it. Run again.")
  public static let outputCheck = Self(
    "output.check", .data,
    "A finished file did not pass its check and was not published.",
    "Please report it with the input.")
  public static let outputDuplicate = Self(
    "output.duplicate", .data,
    "Two jobs would write the same file. Give one of them another name.")
  package static let outputLetterCase = Self(
    "output.letter-case", .data,
    "Names of two outputs differ in letter case alone, so a disk that ignores case holds only one.",
    "Rename one of them.")
  public static let outputIsInput = Self(
    "output.is-input", .data,
    "An output would overwrite one of the inputs. Choose another name or output directory.")
  public static let outputLocked = Self(
    "output.locked", .busy,
    "Another run uses the output directory.",
    "Wait for it, stop it with platen cancel, or choose another directory.")
  public static let outputPath = Self(
    "output.path", .data,
    "The path of an output is not valid or leads out of the output directory.",
    "Correct it in the manifest.")
  public static let outputRoot = Self(
    "output.root", .outputDirectory,
    "The output directory cannot be made or opened. Check the path and its permissions.")
  public static let outputSpace = Self(
    "output.space", .data,
    "The disk may not have room for the outputs.",
    "Free some space, or choose another output directory.")
  public static let outputWrite = Self(
    "output.write", .inputOutput,
    "Writing or publishing a file failed.",
    "The usual causes are a full disk, missing permissions or a lost network drive.")
  package static let planDiffers = Self(
    "plan.differs", .manifest,
    "This machine does not have what the frozen plan was written from: a file, a font, a template,",
    "a library or Platen itself differs.",
    "Make them the same as on the machine that wrote the plan, or write it again with",
    "platen plan --freeze.")
  package static let planUnreadable = Self(
    "plan.unreadable", .manifest,
    "The file is not a frozen plan, is damaged or is of another version.",
    "Write it again with platen plan --freeze.")
  public static let record = Self(
    "record.unreadable", .data,
    "The record of earlier runs is damaged or of a newer version, so outputs are checked",
    "again. Nothing needs to be done.")
  public static let runNone = Self(
    "run.none", .data,
    "No run is in progress in this output directory.",
    "Check the directory, or start one with platen run.")
  public static let runRefused = Self(
    "run.refused", .data,
    "The run does not do what was requested, for example because it is already ending.",
    "Try again, or wait for its end.")
  public static let runSocket = Self(
    "run.socket", .data,
    "The socket of a run cannot be made or reached.",
    "Check that the run belongs to you and that the path is not too long.")
  public static let stage = Self(
    "stage.failed", .data,
    "A step of the job failed with an error of the system or a library, as for lack of",
    "memory or disk space.",
    "Remove the cause that the message states and run again; if there is none, please report",
    "it with the input.")
  public static let storeBusy = Self(
    "store.busy", .busy,
    "Another process uses the cache in a way that excludes this.",
    "Try again when it has finished.")
  public static let storeDamaged = Self(
    "store.damaged", .data,
    "Something in the cache was damaged and was deleted; it is built again.",
    "Check the disk if this happens often.")
  public static let storeShared = Self(
    "store.shared", .data,
    "The cache that machines share does not answer, refuses, or has entries that are not valid.",
    "Results are made on this machine instead. Check its address, its token and its signing key.")
  public static let storeUnusable = Self(
    "store.unusable", .data,
    "The cache cannot be used, so everything is built again. Check the folder of --cache-dir.")
  public static let storeUnwritable = Self(
    "store.unwritable", .data,
    "The cache cannot be written, so results are not cached.",
    "Free some space, or choose another --cache-dir.")
}

extension CodeTable {
  /// The codes of diagnostics about the engine.
  public static let pipeline = CodeTable(
    "Pipeline", "the engine",
    [
      .engine, .engineInput, .engineMemory, .environmentDate, .fileIsFolder, .fileMissing,
      .glob, .filePermission, .fileTooLarge, .fileUnreadable, .historyGap, .jobDuplicate,
      .jobTime, .manifestName, .memory, .outputChanged, .outputCheck, .outputDuplicate,
      .outputIsInput, .outputLetterCase, .outputLocked, .outputPath, .outputRoot, .outputSpace,
      .outputWrite,
      .planDiffers, .planUnreadable, .record, .runNone, .runRefused, .runSocket, .stage, .storeBusy,
      .storeDamaged,
      .storeShared, .storeUnusable, .storeUnwritable,
    ])
}
