# SPDX-License-Identifier: MIT
# Part of Platen: a small tree of worlds and a manifest, and what must hold of what is made of it.
"""What `faults` and `soak` share: the tree they work on and the checks both make."""

import hashlib
import json
import os
import shutil
import subprocess

RECORD = "platen-run.json"


class Fault(Exception):
    """Something that must hold does not."""


class Tree:
    """A folder with worlds, a manifest, an output root `out` and a cache of its own."""

    def __init__(self, platen, folder):
        self.platen = platen
        self.folder = folder
        self.root = os.path.join(folder, "out")
        self.cache = os.path.join(folder, "cache")
        os.makedirs(folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def make_world(self, name, seed, cells=1000):
        call(
            [self.platen, "sample", "world", "-o", self.path(name), "--force", "--seed", str(seed),
             "--cells", str(cells), "--width", "320", "--height", "200"])

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def environment(self, cache=None):
        environment = dict(os.environ)
        environment["PLATEN_CACHE_DIR"] = cache or self.cache
        return environment

    def command(self, *arguments, root=None):
        return [self.platen, "run", self.path("platen.yaml"), "--output-dir", root or self.root,
                *arguments]

    def run(self, *arguments, root=None, cache=None):
        """Runs undisturbed with events: (status, events, what it said on standard error)."""
        process = subprocess.run(
            self.command("--json", *arguments, root=root), env=self.environment(cache),
            stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False)
        events = []
        for line in process.stdout.decode().splitlines():
            events.append(json.loads(line))
        return process.returncode, events, process.stderr.decode(errors="replace")

    def notes(self):
        """The notes of runs that found nothing to do: names with what tells one from another."""
        try:
            names = [name for name in os.listdir(self.cache) if name.endswith(".settled")]
        except FileNotFoundError:
            return {}
        found = {}
        for name in names:
            status = os.stat(os.path.join(self.cache, name))
            found[name] = (status.st_ino, status.st_ctime_ns)
        return found

    def plain(self):
        """Runs undisturbed as people do: (status, whether by the short way, what it said)."""
        before = self.notes()
        process = subprocess.run(
            self.command(), env=self.environment(), stdin=subprocess.DEVNULL,
            capture_output=True, timeout=300, check=False)
        # The ordinary way takes the note away and perhaps writes another.
        is_short = bool(before) and before == self.notes()
        return process.returncode, is_short, process.stderr.decode(errors="replace")

    def clear(self):
        """Back to a tree that was never run."""
        for folder in (self.root, self.cache):
            shutil.rmtree(folder, ignore_errors=True)


def call(command, **options):
    return subprocess.run(
        command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, timeout=300, **options)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def published(root):
    """Files under their final names: name to digest. The record and the notes in .platen say when
    they were made, so they are not among them; nor are temporary files and the lock."""
    found = {}
    for folder, folders, names in os.walk(root):
        if folder == root and ".platen" in folders:
            folders.remove(".platen")
        for name in names:
            path = os.path.join(folder, name)
            relative = os.path.relpath(path, root)
            if relative == RECORD or name.startswith(".platen"):
                continue
            if os.path.islink(path):
                found[relative] = "a link to " + os.readlink(path)
                continue
            try:
                found[relative] = digest(path)
            except FileNotFoundError:
                continue
    return found


def leftovers(*folders):
    """Temporary files and locks of an output root that lie about when nothing runs."""
    found = []
    for top in folders:
        for folder, _, names in os.walk(top):
            found += [os.path.join(folder, name) for name in names if name.startswith(".platen")]
    return sorted(found)


def record(root):
    """The record of the last run, or None where there is none that can be read."""
    try:
        with open(os.path.join(root, RECORD), encoding="utf-8") as file:
            return json.load(file)
    except (FileNotFoundError, ValueError):
        return None


def compare(found, expected, what):
    for name in sorted(set(found) | set(expected)):
        if name not in found:
            raise Fault(f"{what}: {name} is missing")
        if name not in expected:
            raise Fault(f"{what}: {name} should not be there")
        if found[name] != expected[name]:
            raise Fault(f"{what}: {name} is not what an undisturbed run makes of it")


def whole(found, allowed, what):
    """Every file that is there is one of those that may be: none is empty, partial or mixed."""
    for name, value in found.items():
        if value not in allowed.get(name, ()):
            raise Fault(f"{what}: {name} is published and is not whole")


def stages(events):
    """The stages that were started, as (name, job)."""
    return [(event["stage"], event["job"]) for event in events if event["event"] == "stage-started"]


def settled(tree, expected, what, has_record=True):
    """The state after a clean run: outputs as expected, a record of them, no leftovers."""
    compare(published(tree.root), expected, what)
    if has_record:
        recorded = record(tree.root)
        if recorded is None:
            raise Fault(f"{what}: the record is missing or cannot be read")
        said = {
            output["path"]: output["sha256"] for job in recorded["jobs"]
            for output in job["outputs"]}
        compare(said, expected, what + ", the record")
    left = leftovers(tree.root, tree.cache)
    if left:
        raise Fault(f"{what}: left behind: {', '.join(left)}")
