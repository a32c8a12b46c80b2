"""Uploads, submits, follows and fetches with the official Python client; prints one JSON object per line."""

import json
import sys

from comfy_sdk import Comfy
from comfy_sdk.events import Log, OutputReady, Preview, Progress, StatusChange


def say(**words):
    print(json.dumps(words), flush=True)


def tell(event):
    match event:
        case Progress():
            say(event="progress", value=event.value, nodes_total=event.nodes_total, step=event.step)
        case StatusChange():
            say(event="status", status=event.status)
        case OutputReady():
            say(event="output", name=event.output.name, bytes=len(event.output.to_bytes()))
        case Preview():
            say(event="preview", content_type=event.content_type, bytes=len(event.data))
        case Log():
            say(event="log", level=event.level)


def main(graph_text, picture):
    # COMFY_BASE_URL and COMFY_API_KEY name the surface.
    with Comfy() as client:
        graph = client.workflows.from_str(graph_text)
        with open(picture, "rb") as file:
            asset = client.assets.from_bytes(file.read(), filename="photo.png", content_type="image/png")
        graph.set_input("1", "image", asset)
        job = client.submit(graph)
        say(event="submitted", id=job.id)
        for event in job.events():
            tell(event)
        result = job.result()
        say(event="result", status=result.status, sizes=[len(output.to_bytes()) for output in result.outputs])


main(*sys.argv[1:])
