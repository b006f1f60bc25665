#!/bin/sh
# Part of Platen: a run of a manifest on a cluster with Slurm.
#
#   sh platen-slurm.sh [MANIFEST [SHARDS]]      # platen.yaml, and at most 4 shards
#
# It writes the plan with the digests of all inputs, submits its shards as an array, and behind it the
# run that builds what they left and writes the record and deliveries; it waits for neither. All nodes
# see this folder under the same path, have the same Platen and the same fonts; one that differs
# refuses. A task that is lost with its node is queued again; a task that runs twice does no harm.
#
# PLATEN         the program (default: platen)
# PLAN_FLAGS     further options of platen plan, such as --only tag:nightly
# SBATCH_FLAGS   further options of sbatch, such as --partition=x --time=60 --cpus-per-task=4
set -eu
: "${PLATEN:=platen}" "${PLAN_FLAGS:=}" "${SBATCH_FLAGS:=}"
export PLATEN

# Status 75 is a temporary reason, such as a busy output directory: the task is queued again.
task() {
  status=0
  "$PLATEN" run "$@" -j "${SLURM_CPUS_ON_NODE:-1}" || status=$?
  if [ $status -eq 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 5 ]; then
    scontrol requeue "$SLURM_JOB_ID"
  fi
  exit $status
}
case ${1-} in
--task) task "$2" --plan "$2.plan" --shard "$SLURM_ARRAY_TASK_ID/$3" ;;
--last) task "$2" --plan "$2.plan" --shard last ;;
esac

manifest=${1:-platen.yaml}
shards=${2:-4}
# Indexes of an array are smaller than this limit of the cluster.
most=$(scontrol show config | sed -n 's/^MaxArraySize *= *\([0-9]*\).*/\1/p')
if [ -n "$most" ] && [ "$shards" -ge "$most" ]; then shards=$((most - 1)); fi

# Status 1: an input is missing. Its jobs fail, the others are built.
# shellcheck disable=SC2086 # several options in one variable
list=$("$PLATEN" plan "$manifest" --freeze "$manifest.plan" --shards "$shards" $PLAN_FLAGS) ||
  [ $? -eq 1 ]
printf '%s\n' "$list"
# Shards without work need no task.
used=$(printf '%s\n' "$list" | grep -c '^  shard [0-9]') || used=1

# shellcheck disable=SC2086
array=$(sbatch --parsable --job-name=platen --array="1-$used" --requeue --open-mode=append \
  --output="$manifest.%a.log" $SBATCH_FLAGS "$0" --task "$manifest" "$shards")
array=${array%%;*}
# shellcheck disable=SC2086
last=$(sbatch --parsable --job-name=platen-last --dependency="afterany:$array" --requeue \
  --open-mode=append --output="$manifest.last.log" $SBATCH_FLAGS "$0" --last "$manifest")
last=${last%%;*}
echo "submitted: tasks 1-$used of job $array, then job $last"
echo "follow them with: squeue -j $array,$last; cancel them with: scancel $array $last"
