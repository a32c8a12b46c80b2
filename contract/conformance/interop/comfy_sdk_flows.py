"""The flows that the README of comfy-sdk describes, one after the other; prints one JSON object per flow.

Argument: a folder for files, with photo.png. COMFY_BASE_URL, COMFY_ROUTER_BASE_URL, COMFY_API_KEY: the surface.
"""

import asyncio
import io
import json
import os
import random
import sys
import time
import urllib.request
import uuid
from pathlib import Path

import comfy_sdk
from comfy_sdk import AsyncComfy, BinaryResult, Comfy, RouterError, router_exceptions
from comfy_sdk.events import OutputReady, StatusChange

FOLDER = Path(sys.argv[1])
PHOTO = FOLDER / "photo.png"
BASE_URL = os.environ["COMFY_BASE_URL"]
API_KEY = os.environ.get("COMFY_API_KEY")
NOBODY = "00000000-0000-4000-8000-000000000000"
FLOWS = []
client = Comfy()
state = {}


def flow(name):
    def add(work):
        FLOWS.append((name, work))
        return work

    return add


def graph(image, prefix="interop-py"):
    return {
        "1": {"class_type": "LoadImage", "inputs": {"image": image}},
        "2": {"class_type": "ImageInvert", "inputs": {"image": ["1", 0]}},
        "3": {"class_type": "SaveImage", "inputs": {"images": ["2", 0], "filename_prefix": prefix}},
    }


def long_graph():
    """Runs until it is canceled, on either engine."""
    color = random.randrange(0xFFFFFF)
    nodes = {"0": {"class_type": "EmptyImage", "inputs": {"width": 1024, "height": 1024, "batch_size": 1, "color": color}}}
    for index in range(1, 101):
        inputs = {"image": [str(index - 1), 0], "blur_radius": 31, "sigma": 10}
        nodes[str(index)] = {"class_type": "ImageBlur", "inputs": inputs}
    nodes["saved"] = {"class_type": "SaveImage", "inputs": {"images": ["100", 0], "filename_prefix": "interop-long"}}
    return nodes


def raised(kind, work):
    try:
        work()
    except kind as error:
        return error
    raise AssertionError(f"{kind.__name__} was expected")


@flow("workflows.from_file, assets.from_file, run, get_outputs, to_file")
def _():
    file = FOLDER / "workflow_py.json"
    file.write_text(json.dumps(graph("photo.png")))
    workflow = client.workflows.from_file(file)
    asset = client.assets.from_file(PHOTO)
    workflow.set_input("1", "image", asset)
    job = client.run(workflow)
    saved = job.get_outputs("3")[0].to_file(FOLDER / "out-py.png")
    assert Path(saved).read_bytes()[1:4] == b"PNG"
    state.update(job=job, asset=asset)


@flow("workflows.from_json and from_str, submit, wait, refresh")
def _():
    for workflow in (
        client.workflows.from_json(graph("photo.png", "interop-py-json")),
        client.workflows.from_str(json.dumps(graph("photo.png", "interop-py-str"))),
    ):
        workflow.set_input("1", "image", client.assets.from_file(PHOTO))
        job = client.submit(workflow)
        job.wait()
        job.refresh()
        assert job.status == "succeeded" and len(job.outputs) == 1, job.status


@flow("assets: the same bytes are not uploaded again")
def _():
    asset = client.assets.from_file(PHOTO)
    assert asset.commit()
    assert asset.created_new is False
    assert asset.job_id is None


@flow("assets.from_bytes, from_stream and from_url")
def _():
    text = client.assets.from_bytes(f"some text {time.time()}".encode(), filename="note.txt", content_type="text/plain")
    stream = client.assets.from_stream(io.BytesIO(PHOTO.read_bytes()), filename="again.png")
    # The client sends no credential to this URL, so it must not need one.
    url = client.assets.from_url(f"{BASE_URL}/api/v2/health")
    assert all([text.commit(), stream.commit(), url.commit()])


@flow("assets.get, get_download_url, delete")
def _():
    made = client.assets.from_bytes(f"short-lived {time.time()}".encode(), filename="a.txt", content_type="text/plain")
    name = made.commit()
    assert client.assets.get(name).id == name
    assert made.get_download_url().url.startswith("http")
    made.delete()
    raised(comfy_sdk.NotFound, lambda: client.assets.get(name))
    raised(comfy_sdk.NotFound, lambda: client.assets.delete(name))


@flow("job.events to the end")
def _():
    job = client.submit(client.workflows.from_json(graph(client.assets.from_file(PHOTO), f"py-{time.time_ns()}")))
    events = list(job.events())
    assert any(isinstance(event, OutputReady) for event in events), events
    assert [event.status for event in events if isinstance(event, StatusChange)][-1] == "succeeded"
    job.result()


@flow("job.events of a job that has ended")
def _():
    events = list(client.jobs.get(state["job"].id).events())
    assert [event.status for event in events if isinstance(event, StatusChange)][-1] == "succeeded"


@flow("outputs: type, name, size, job, to_bytes with a range, to_stream")
def _():
    output = state["job"].outputs[0]
    assert (output.type, output.content_type, output.job_id) == ("image", "image/png", state["job"].id)
    data = output.to_bytes()
    assert len(data) == output.size_bytes
    assert output.to_bytes(range=(0, 15)) == data[:16]
    stream = io.BytesIO()
    assert output.to_stream(stream) == len(data)
    assert stream.getvalue() == data


@flow("outputs.get_download_url")
def _():
    link = state["job"].outputs[0].get_download_url()
    headers = {"Authorization": f"Bearer {API_KEY}"} if API_KEY else {}
    with urllib.request.urlopen(urllib.request.Request(link.url, headers=headers)) as response:
        assert len(response.read()) > 100


@flow("an output as the input of the next job")
def _():
    output = client.assets.get(state["job"].outputs[0].id)
    assert client.run(client.workflows.from_json(graph(output, "interop-py-next"))).status == "succeeded"


@flow("jobs.get, get_workflow")
def _():
    found = client.jobs.get(state["job"].id).get_workflow()
    assert found.format == "api"
    assert found.graph["2"]["class_type"] == "ImageInvert"


@flow("submit with metadata, job.metadata, list_jobs with a filter")
def _():
    label = uuid.uuid4().hex
    metadata = {"client": label, "batch": "7"}
    job = client.submit(client.workflows.from_json(graph(client.assets.from_file(PHOTO))), metadata=metadata)
    assert job.metadata == metadata
    found = list(client.list_jobs(metadata={"client": label}))
    assert [one.id for one in found] == [job.id]
    assert found[0].metadata == metadata


@flow("list_jobs over several pages")
def _():
    listed = [job.id for job in client.list_jobs(limit=2)]
    assert state["job"].id in listed
    assert len(listed) == len(set(listed)) > 2


@flow("errors of labels: metadata_invalid, invalid_metadata_filter, invalid_cursor")
def _():
    workflow = client.workflows.from_json(graph(client.assets.from_file(PHOTO)))
    assert raised(comfy_sdk.ComfyError, lambda: client.submit(workflow, metadata={"a b": "x"})).code == "metadata_invalid"
    filters = {str(index): "x" for index in range(4)}
    assert raised(comfy_sdk.ComfyError, lambda: list(client.list_jobs(metadata=filters))).code == "invalid_metadata_filter"


@flow("cancel of a running job")
def _():
    job = client.submit(client.workflows.from_json(long_graph()))
    while job.status == "queued":
        job.refresh()
    job.cancel()
    job.wait(timeout=60)
    assert job.status == "canceled", job.status
    job.cancel()
    raised(comfy_sdk.JobFailed, job.result)


@flow("submit with an api_key for partner nodes")
def _():
    workflow = client.workflows.from_json(graph(client.assets.from_file(PHOTO), "interop-py-key"))
    job = client.run(workflow, api_key="a-key-of-partner-nodes")
    assert "a-key-of-partner-nodes" not in json.dumps(job.get_workflow().graph)


@flow("errors: WorkflowFormatUi, InvalidWorkflow, MissingAsset, NotFound")
def _():
    submit = lambda nodes: lambda: client.submit(client.workflows.from_json(nodes))
    raised(comfy_sdk.WorkflowFormatUi, submit({"nodes": [], "links": []}))
    raised(comfy_sdk.InvalidWorkflow, submit({"1": {"class_type": "NoSuchClassAnywhere", "inputs": {}}}))
    raised(comfy_sdk.MissingAsset, submit(graph({"__type": "core/ASSET", "info": {"id": NOBODY}})))
    raised(comfy_sdk.NotFound, lambda: client.jobs.get(NOBODY))


@flow("errors: IdempotencyKeyReuse, Unauthorized")
def _():
    workflow = client.workflows.from_json(graph(client.assets.from_file(PHOTO)))
    key = str(uuid.uuid4())
    client.submit(workflow, idempotency_key=key)
    error = raised(comfy_sdk.IdempotencyKeyReuse, lambda: client.submit(workflow, idempotency_key=key))
    assert error.idempotency_key == key
    raised(comfy_sdk.Unauthorized, lambda: Comfy(api_key="wrong").jobs.get(state["job"].id))


@flow("AsyncComfy: upload, run, events, outputs")
def _():
    async def work():
        async with AsyncComfy() as other:
            workflow = other.workflows.from_json(graph(other.assets.from_file(PHOTO), f"async-{time.time_ns()}"))
            job = await other.submit(workflow)
            events = [event async for event in job.events()]
            await job.result()
            assert any(isinstance(event, StatusChange) for event in events)
            assert len(await job.outputs[0].to_bytes()) > 100
            assert [one.id async for one in other.list_jobs(limit=50)].count(job.id) == 1
            assert isinstance(await other.models.run("flowdeck/digest", DIGEST), dict)
            handle = await other.models.submit("flowdeck/chime", {"text": "async"})
            assert isinstance(await handle.get(), BinaryResult)

    asyncio.run(work())


DIGEST = {"messages": [{"role": "user", "content": "The tide is low. The harbour is quiet."}]}


@flow("models.run: JSON and bytes, and a key that is used again")
def _():
    key = str(uuid.uuid4())
    first = client.models.run("flowdeck/digest", DIGEST, idempotency_key=key)
    assert client.models.run("flowdeck/digest", DIGEST, idempotency_key=key) == first
    sound = client.models.run("flowdeck/chime", {"text": "run"})
    assert isinstance(sound, BinaryResult)
    assert sound.content_type.startswith("audio/") and sound.request_id and len(sound.content) > 10_000


@flow("models.list, page by page, and models.schema with an etag")
def _():
    names = [model.id for model in client.models.list(limit=2)]
    assert "flowdeck/digest" in names and len(names) == len(set(names)) > 2
    page = client.models.list(limit=2).page()
    assert (len(page.data), page.has_more, page.limit) == (2, True, 2) and page.request_id
    assert client.models.list(limit=2, cursor=page.next_cursor).page().data[0] != page.data[0]
    schema = client.models.schema("flowdeck/digest")
    assert "paths" in schema.document
    assert client.models.schema("flowdeck/digest", etag=schema.etag).unchanged is True


@flow("models.submit, status, handle, iter_events, get, cancel of one that has ended")
def _():
    handle = client.models.submit("flowdeck/chime", {"text": f"queue {time.time()}"})
    assert handle.status().status in ("IN_QUEUE", "IN_PROGRESS", "COMPLETED")
    again = client.models.handle("flowdeck/chime", handle.request_id)
    assert [update.status for update in again.iter_events(timeout=60)][-1] == "COMPLETED"
    assert isinstance(again.get(), BinaryResult)
    raised(router_exceptions.AlreadyCompleted, handle.cancel)


@flow("models.subscribe with updates, models.submit under one key")
def _():
    updates = []
    result = client.models.subscribe("flowdeck/digest", DIGEST, on_queue_update=updates.append, timeout=60)
    assert isinstance(result, dict) and updates[-1].status == "COMPLETED"
    key = str(uuid.uuid4())
    ids = {client.models.submit("flowdeck/digest", DIGEST, idempotency_key=key).request_id for _ in range(3)}
    assert len(ids) == 1


@flow("cancel of a queued model call")
def _():
    handle = client.models.submit("flowdeck/erosion", {})
    handle.cancel()
    last = list(handle.iter_events(timeout=60))[-1]
    assert last.error_type == "cancelled", last


@flow("errors of models: ModelNotFound, InvalidInput, RequestNotFound")
def _():
    unknown = raised(router_exceptions.ModelNotFound, lambda: client.models.run("flowdeck/no-such-model", {}))
    assert isinstance(unknown, RouterError) and unknown.request_id
    invalid = raised(router_exceptions.InvalidInput, lambda: client.models.run("flowdeck/digest", {"messages": 7}))
    assert invalid.detail and invalid.idempotency_key
    queued = raised(router_exceptions.InvalidInput, lambda: client.models.subscribe("flowdeck/digest", {"messages": 7}))
    assert [error.loc for error in queued.errors] == [error.loc for error in invalid.errors] != [], queued.errors
    raised(router_exceptions.ModelNotFound, lambda: client.models.schema("flowdeck/no-such-model"))
    raised(router_exceptions.RequestNotFound, lambda: client.models.handle("flowdeck/chime", NOBODY).get())


for name, work in FLOWS:
    problem = None
    try:
        work()
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    print(json.dumps({"flow": name, "error": problem}), flush=True)
