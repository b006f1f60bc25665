# SPDX-License-Identifier: MIT
# Part of Platen: the official client of the Model Context Protocol calls every tool of platen mcp:
# client.py PROGRAM FOLDER. It validates each answer against the schema that the tool declares.
import asyncio
import os
import sys

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

CALLS = [
    ("inspect", {"path": "w.map"}),
    ("check", {"path": "platen.yaml"}),
    ("plan", {}),
    ("render", {"path": "w.map", "width": 100}),
    ("run", {}),
    ("explain", {"subject": "w.png"}),
    ("history", {}),
    ("looks", {"kind": "map"}),
    ("sample_world", {"output": "client.map", "cells": 1000, "overwrite": True}),
    ("export_campaign", {"campaign_id": "w.map", "format": "txt"}),
    ("search_world", {"path": "w.map", "table": "states"}),
    ("schema", {}),
]
# A world is no campaign: an error that a model sees.
FAILING = {"export_campaign"}


async def main(program, folder):
    environment = {"PLATEN_DATA_DIR": os.environ["PLATEN_DATA_DIR"]}
    server = StdioServerParameters(
        command=program, args=["mcp", folder, "--allow-write"], env=environment)
    for mode in ("auto", "legacy"):
        async with Client(server, mode=mode, read_timeout_seconds=120) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            assert names == [name for name, _ in CALLS], names
            for name, arguments in CALLS:
                result = await client.call_tool(name, arguments)
                assert result.is_error == (name in FAILING), (mode, name, result)
            resources = (await client.list_resources()).resources
            assert len(resources) > 10
            for resource in resources[:2] + resources[-1:]:
                assert (await client.read_resource(resource.uri)).contents
            prompts = (await client.list_prompts()).prompts
            assert len(prompts) == 2
    print("everything was as declared")


asyncio.run(main(*sys.argv[1:]))
