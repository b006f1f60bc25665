# SPDX-License-Identifier: MIT
# Part of Platen: the part of the benchmarks that is about large pictures and their forms.
"""Maps at sizes at which others give up, each form of picture, and what packing a PNG costs.

The generator's picture of 10,240 pixels across is a constant, as its others are. Pillow (libpng's
levels 6) and fpng (fpng-py-fix) pack the pixels of our own picture, in one process each, where the
rivals' virtual environment (RIVALS_DIR) has them; only the packing is timed there. What our packing
takes is what a PNG costs more than painting alone: the same map is written as a TIFF that is not
packed at all, whose copying of bytes is the disk's.
"""

import json
import os
import subprocess

# Seconds of wall time: the generator's own export of the 10k map eight times as large as its screen.
GENERATOR_10240 = 13.0

PACK = """
import json, resource, sys
from PIL import Image
Image.MAX_IMAGE_PIXELS = None
image = Image.open(sys.argv[2]).convert('RGB')
image.load()
def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
if sys.argv[1] == 'fpng':
    import fpng_py_fix
    data = image.tobytes()
    before = cpu()
    packed = fpng_py_fix.fpng_encode_image_to_memory(data, image.width, image.height, 3, 0)
    open(sys.argv[3], 'wb').write(packed)
else:
    before = cpu()
    image.save(sys.argv[3], compress_level=6)
print(json.dumps(cpu() - before))
"""


def python():
    return os.path.join(
        os.environ.get("RIVALS_DIR") or os.path.expanduser("~/.cache/platen-rivals"),
        "venv", "bin", "python")


def size(path):
    return os.path.getsize(path) / 1e6


def sizes(platen, folder, maps, repeat, measure, median, row):
    k10 = os.path.join(maps, "k10-continents", "k10-continents.map")
    out = lambda name: os.path.join(folder, name)

    def render(what, name, *options, note="", of=k10, runs=1):
        argv = [platen, "render", of, "-o", out(name), "-q", *options]
        cpu, wall, memory = median(argv, runs)
        row(what, cpu, wall, memory, f"{size(out(name)):.1f} MB{'; ' if note else ''}{note}")
        return cpu, wall

    if os.path.exists(k10):
        # The look whose time the constant is.
        cpu, wall = render("10k-cell save → 10,240 px PNG, look azgaar-base", "10240.png",
                           "--width", "10240", "--look", "azgaar-base",
                           runs=min(repeat, 3))
        print(f"(that is {GENERATOR_10240 / wall:.0f}× the generator, wall)", flush=True)
        for ending, options in [("png", []), ("jpg", []), ("webp", []),
                                ("webp", ["--lossless", "true"]), ("tif", []),
                                ("tif", ["--compression", "deflate"])]:
            render(" ".join(["10k-cell save → 8192 px", ending.upper(), *options]), f"a.{ending}",
                   "--width", "8192", *options, runs=min(repeat, 3))
        render("its heights → 8192 px PNG, 16 bits", "heights.png", "--width", "8192", "--show",
               "heightmap")
        packing(platen, k10, out, measure, row)
        render("10k-cell save → 16,384 × 9,216 PNG", "giga.png", "--width", "16384", "--height",
               "9216", note="250 MB of memory targeted")
        os.remove(out("giga.png"))
        render("10k-cell save → 65,536 × 36,864 PNG", "giga.png", "--width", "65536", "--height",
               "36864", note="400 MB and 30 s of CPU targeted")
        os.remove(out("giga.png"))
    million = out("million.map")
    cpu, wall, memory = measure([platen, "sample", "world", "-o", million, "--seed", "1", "--cells",
                                 "1000000", "-q"])
    row("`sample world` of a million cells", cpu, wall, memory, f"{size(million):.0f} MB")
    render("that world → 16,384 px PNG", "million.png", "--width", "16384", of=million)


def packing(platen, world, out, measure, row):
    """What packing 8192 × 4608 pixels of our map costs, ours and others."""
    options = ["--width", "8192", "--height", "4608", "-q", "-j1"]
    picture = out("pack.png")
    with_packing, _, _ = measure([platen, "render", world, "-o", picture, *options])
    without, _, _ = measure([platen, "render", world, "-o", out("pack.tif"), "--compression",
                             "none", *options])
    row("8192 × 4608 map packed as PNG, above the same as bare TIFF", with_packing - without, 0, 0,
        f"{size(picture):.2f} MB; no more CPU than fpng and no larger than libpng's level 6 targeted")
    for rival in ["fpng", "libpng"]:
        packed = out(f"{rival}.png")
        run = subprocess.run([python(), "-c", PACK, rival, picture, packed], capture_output=True,
                             text=True) if os.path.exists(python()) else None
        if run is None or run.returncode != 0:
            print(f"({rival} is not installed in the rivals' environment: not beside it)", flush=True)
            continue
        row(f"{rival}, the same pixels", float(json.loads(run.stdout)), 0, 0,
            f"{size(packed):.2f} MB")
