# SPDX-License-Identifier: MIT
# Part of Platen: the part of the benchmarks that is about books, beside pandoc and Typst.
"""Books of 220 to 10,000 scenes from generated stories, in every form.

The story comes from the generator of the shared rivals, which also gives the rivals their Markdown
and JSON. Rivals that are installed run in the same run: pandoc makes DOCX, text and EPUB of the
Markdown; Typst and fpdf2, in the rivals' own virtual environment (RIVALS_DIR), make a PDF of the
JSON.
"""

import json
import os
import shutil
import sys

# Of 10,000 scenes: how many times faster than the rival each form is asked to be, and in what memory.
ASKED = {"docx": (30, 200), "txt": (100, 200), "pdf": (5, 600), "epub": (None, None)}

# Scenes, words (None for the generator's own, about 190 a scene), forms, what is asked of all of them
# together and of the PDF alone. The first is the median of real campaigns, the second a long one.
BOOKS = [
    (220, 103_000, ("docx", "txt", "pdf", "epub"), "1.5 s and 100 MB targeted", ""),
    (430, 203_000, ("pdf",), "", "2 s targeted"),
    (10_000, None, ("docx", "txt", "pdf", "epub"), "", ""),
]


def generated(gen_campaign, scenes, words):
    """A book of so many scenes; where words are asked for, each is several of the generator's."""
    if not words:
        return gen_campaign.campaign(scenes)
    book = gen_campaign.campaign(round(words / 184))
    parts = [scene for chapter in book["chapters"] for scene in chapter["scenes"]]
    packed = []
    for i in range(scenes):
        own = parts[i * len(parts) // scenes:(i + 1) * len(parts) // scenes]
        packed.append({**own[0], "text": "\n\n".join(part["text"] for part in own)})
    titles = [chapter["title"] for chapter in book["chapters"]]
    book["chapters"] = [
        {"title": title, "scenes": packed[i * 20:(i + 1) * 20]}
        for i, title in enumerate(titles) if packed[i * 20:(i + 1) * 20]]
    return book


def story(book):
    """The generated book as a campaign that was played: a line of the player before each scene."""
    entries = []
    clock = 1_700_000_000
    for chapter in book["chapters"]:
        clock += 5 * 3600
        for scene in chapter["scenes"]:
            clock += 60
            entries.append({
                "actor": "user", "mode": "character", "text": f"I go on to {scene['location']}.",
                "timestamp": clock, "part": 1})
            clock += 60
            entries.append({
                "actor": "gemini", "text": f"## {scene['title']}\n\n{scene['text']}",
                "timestamp": clock, "part": 1, "entities_mentioned": scene["cast"],
                "session_header": f"[SESSION_HEADER]\nTimestamp: {scene['date']}\n"
                f"Location: {scene['location']}\nStatus: Level 3\nConditions: None"})
    cast = {who["name"]: {"role": who["klass"], "level": who["level"]}
            for who in book["characters"]}
    return {"campaign": {"title": book["title"]}, "story": entries,
            "game_state": {"game_state_version": 1, "session_id": "s", "turn_number": len(entries),
                           "npc_data": cast}}


def rivals_of(form, markdown, data, out, tools, is_long):
    """Names and commands of who makes the form beside us."""
    if form == "pdf":
        python = os.path.join(
            os.environ.get("RIVALS_DIR") or os.path.expanduser("~/.cache/platen-rivals"),
            "venv", "bin", "python")
        if os.path.exists(python):
            program = os.path.join(tools, "doc_tools.py")
            yield "Typst", [python, program, "typst", data, out]
            if not is_long:
                yield "fpdf2", [python, program, "fpdf2", data, out]
    elif shutil.which("pandoc"):
        writer = {"docx": "docx", "txt": "plain", "epub": "epub3"}[form]
        yield "pandoc", ["pandoc", "-s", "--toc", "--toc-depth=2", markdown, "-t", writer, "-o", out]


def books(platen, folder, shared, repeat, median, row):
    tools = os.path.join(shared, "rivals")
    if not os.path.exists(os.path.join(tools, "gen_campaign.py")):
        print("(no shared rivals: books are not measured; set PLATEN_SHARED)", file=sys.stderr)
        return
    # The rivals' modules make folders of their own where they are told to.
    os.environ.setdefault("RIVALS_DIR", os.path.expanduser("~/.cache/platen-rivals"))
    sys.path.insert(0, tools)
    import gen_campaign

    out = lambda name: os.path.join(folder, name)
    for count, words, forms, together, alone in BOOKS:
        book = generated(gen_campaign, count, words)
        size = sum(len(scene["text"].split())
                   for chapter in book["chapters"] for scene in chapter["scenes"])
        name = f"{count:,} scenes, {round(size, -3):,} words"
        with open(out("book.json"), "w", encoding="utf-8") as file:
            json.dump(book, file, ensure_ascii=False)
        with open(out("book.md"), "w", encoding="utf-8") as file:
            file.write(gen_campaign.to_md(book))
        with open(out("story.json"), "w", encoding="utf-8") as file:
            json.dump(story(book), file, ensure_ascii=False)
        del book
        is_long = count >= 1000
        # What pandoc and Typst take for all forms one after the other: they make one at a time.
        theirs_together = 0.0
        for form in forms:
            argv = [platen, "render", out("story.json"), "-o", out(f"ours.{form}"), "-q"]
            try:
                cpu, wall, memory = median(argv, 3 if is_long else repeat)
            except RuntimeError as fault:
                print(f"| {name} → {form} |  |  |  | {str(fault)[-120:]} |")
                continue
            notes = []
            rivals = []
            for rival, command in rivals_of(
                    form, out("book.md"), out("book.json"), out(f"theirs.{form}"), tools, is_long):
                try:
                    theirs = median(command, 1)
                except RuntimeError as fault:
                    print(f"({rival} is not measured: {str(fault).splitlines()[-1]})", file=sys.stderr)
                    continue
                if rival != "fpdf2":
                    theirs_together += theirs[0]
                notes.append(f"{theirs[0] / cpu:.0f}× less CPU than {rival}")
                rivals.append((rival, theirs))
            if is_long and ASKED[form][0]:
                notes.append(f"{ASKED[form][0]}× and {ASKED[form][1]} MB targeted")
            if form == "pdf" and alone:
                notes.append(alone)
            row(f"{name} → {form}", cpu, wall, memory, "; ".join(notes))
            for rival, theirs in rivals:
                row(f"{rival}, the same → {form}", *theirs)
        if len(forms) < 2:
            continue
        argv = [platen, "render", out("story.json"), "-q"]
        for form in ("pdf", "docx", "txt", "epub"):
            argv += ["-o", out(f"all.{form}")]
        try:
            cpu, wall, memory = median(argv, 3 if is_long else repeat)
            notes = [together] if together else []
            if theirs_together:
                notes.append(f"{theirs_together / cpu:.0f}× less CPU than Typst and pandoc, four runs")
            row(f"{name} → pdf, docx, txt and epub together", cpu, wall, memory, "; ".join(notes))
        except RuntimeError as fault:
            print(f"| {name} → all |  |  |  | {str(fault)[-120:]} |")
