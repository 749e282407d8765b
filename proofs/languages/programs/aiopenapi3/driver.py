"""Drives aiopenapi3, which reads the document when it starts."""

import json
import ssl
from functools import lru_cache
from pathlib import Path

import httpx2
from aiopenapi3 import OpenAPI
from aiopenapi3.errors import HTTPStatusError, HTTPStatusIndicatedError
from harness import failure, invoice, problem, serve

document = json.loads(Path("payments.json").read_text())


# Reads the certificates only once. The client opens a session for each call, and each session would read them again.
certificates = ssl.create_default_context()


def open_session(*args, **options) -> httpx2.Client:
    return httpx2.Client(*args, **{"verify": certificates, **options})


@lru_cache
def open_api(url):
    # aiopenapi3 always calls the first server that the document lists, so the URL is put there.
    text = json.dumps({**document, "servers": [{"url": url}]})
    return OpenAPI.loads(f"{url}/openapi.json", text, session_factory=open_session)


def read(model, text):
    return open_api("http://127.0.0.1").components.schemas[model].get_type().model_validate_json(text)


def call(order):
    try:
        return invoice(send(order))
    except HTTPStatusIndicatedError as error:
        refusal = read("Problem", error.data)
        return problem(error.status_code, refusal.code, refusal.errors)
    except HTTPStatusError as error:
        return failure(error.http_status, error)


def send(order):
    api = open_api(order["url"])
    api.authenticate(bearerAuth=order["token"])
    body = order["body"]
    if order["op"] == "create":
        parameters = {"Idempotency-Key": order["key"]} if "key" in order else {}
        return api._.createPayment(data={**body, "amount": float(body["amount"])}, parameters=parameters)
    return (api._.fetchPayment if order["op"] == "fetch" else api._.submitReceipt)(data=body)


def read_event(text):
    event = read("InvoiceEvent", text)
    return event.type, event.sequence, event.data


serve(call, read_event)
