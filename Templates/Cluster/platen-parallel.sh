#!/bin/sh
# Part of Platen: a run of a manifest on several machines, with GNU parallel over ssh.
#
#   sh platen-parallel.sh HOST[,HOST...] [MANIFEST [SHARDS]]   # platen.yaml, and two shards a host
#
# HOST is as parallel takes it, : for this machine. All machines see this folder under the same path,
# have the same Platen and the same fonts; one that differs refuses. A shard that failed is tried once
# more, on another machine where there is one. The last run, here, builds what the shards left and
# writes the record and deliveries.
#
# PLATEN       the program (default: platen)
# PLAN_FLAGS   further options of platen plan, such as --only tag:nightly
set -eu
: "${PLATEN:=platen}" "${PLAN_FLAGS:=}"
hosts=${1:?usage: platen-parallel.sh HOST[,HOST...] [MANIFEST [SHARDS]]}
manifest=${2:-platen.yaml}
shards=${3:-$((2 * $(printf '%s' "$hosts" | tr -cd , | wc -c) + 2))}

# Status 1: an input is missing. Its jobs fail, the others are built.
# shellcheck disable=SC2086 # several options in one variable
list=$("$PLATEN" plan "$manifest" --freeze "$manifest.plan" --shards "$shards" $PLAN_FLAGS) ||
  [ $? -eq 1 ]
printf '%s\n' "$list"
# Shards without work need no task.
used=$(printf '%s\n' "$list" | grep -c '^  shard [0-9]') || used=1

seq "$used" | parallel --sshlogin "$hosts" --workdir "$PWD" --jobs 1 --retries 2 --line-buffer --tag \
  --joblog "$manifest.joblog" \
  "$PLATEN" run "$manifest" --plan "$manifest.plan" --shard "{}/$shards" || true
exec "$PLATEN" run "$manifest" --plan "$manifest.plan" --shard last
