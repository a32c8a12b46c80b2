"""Submits, follows, collects, cancels and subscribes with the official Python client; prints one JSON object per line."""

import json

from comfy_sdk import Comfy
from comfy_sdk.router_exceptions import AlreadyCompleted, InvalidInput, RequestNotFound

QUICK = "flowdeck/chime"
SLOW = "flowdeck/erosion"


def say(**words):
    print(json.dumps(words), flush=True)


def main():
    # COMFY_BASE_URL, COMFY_ROUTER_BASE_URL and COMFY_API_KEY name the gateway.
    with Comfy() as client:
        models = client.models
        handle = models.submit(QUICK, {"text": "queue"})
        again = models.handle(QUICK, handle.request_id)
        seen = [update.status for update in again.iter_events()]
        result = again.get()
        say(event="submitted", seen=seen, result=type(result).__name__, bytes=len(result.content))
        try:
            handle.cancel()
        except AlreadyCompleted:
            say(event="already_completed")

        updates = []
        models.subscribe(QUICK, {"text": "subscribe"}, on_queue_update=lambda update: updates.append(update.status))
        say(event="subscribed", last=updates[-1])

        key = "a-key-of-the-live-suite"
        ids = {models.submit(QUICK, {"text": "once"}, idempotency_key=key).request_id for _ in range(3)}
        say(event="keyed", requests=len(ids))

        try:
            models.subscribe(QUICK, {"text": 7, "seed": "no number"})
        except InvalidInput as error:
            say(event="invalid", status=error.http_status)
        try:
            models.handle(QUICK, "00000000-0000-4000-8000-000000000000").get()
        except RequestNotFound:
            say(event="not_found")

        slow = models.submit(SLOW, {})
        slow.cancel()
        for update in slow.iter_events(timeout=60):
            last = update
        say(event="canceled", error_type=last.error_type)


main()
