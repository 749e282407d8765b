"""Turns requests into responses: paths, methods, problems and their headers."""

import re
import secrets
from html import escape

import test_endpoints
from operations import perform
from problems import CATALOGUE, Problem
from request import Request, Response
from store import store
from strict_json import write_json
from switches import fault, style, unless

OPERATIONS = {f"/api/v1/payments/{name}": name for name in ("create", "submit", "fetch")}


def respond(request: Request) -> Response:
    """Returns the response to a request, whatever the request is."""
    try:
        response = route(request)
    except Problem as problem:
        response = render(problem, request)
    except ConnectionAbortedError:
        raise
    except Exception:
        response = render(Problem("internal_error"), request)
    if not (fault("request-id-missing-on-errors") and response.status >= 400):
        if not (fault("request-id-missing-on-404") and response.status == 404):
            response.headers["X-Request-Id"] = request.id
    stored = fault("no-store-missing") or (fault("no-store-missing-on-errors") and response.status >= 400)
    stored |= fault("no-store-missing-on-replay") and "Idempotent-Replayed" in response.headers
    stored |= fault("no-store-missing-on-405") and response.status == 405
    if not stored:
        response.headers["Cache-Control"] = unless("no-store", cache_control_private="private, max-age=0")
    if fault("final-invoices-cached") and b'"PAID"' in response.body and request.operation == "fetch":
        response.headers["Cache-Control"] = "max-age=60"
    if fault("deprecation-without-sunset") or style("deprecated-with-sunset"):
        response.headers["Deprecation"] = "@1700000000"
    if fault("deprecation-as-true"):
        response.headers["Deprecation"] = "true"
    if style("deprecated-with-sunset"):
        response.headers["Sunset"] = "Wed, 01 Jan 2070 00:00:00 GMT"
        response.headers["Link"] = '</api/v2>; rel="successor-version"'
    return response


def route(request: Request) -> Response:
    """Finds the handler for a path and a method."""
    path = known_path(request)
    if path.startswith("/test/") and request.method == "POST":
        return test_endpoints.serve(request)
    operation = OPERATIONS.get(path)
    if operation is None:
        return page(request, path)
    request.operation = operation
    if request.method != "POST":
        return other_method(request)
    if (accept := request.one("accept")) and fault("accept-judged") and "json" not in accept and "*/*" not in accept:
        raise Problem("unsupported_media_type")
    return perform(request)


def known_path(request: Request) -> str:
    """Returns the request's path. Some faults normalize it first."""
    path = request.path
    if fault("path-with-slash-served"):
        path = path.rstrip("/")
    if fault("path-in-any-case"):
        path = path.lower()
    if fault("path-with-double-slashes-served"):
        path = re.sub("//+", "/", path)
    if fault("path-with-more-behind-served") and (match := re.match("/api/v1/payments/(create|submit|fetch)", path)):
        path = match[0]
    if fault("path-with-suffix-json-served"):
        path = path.removesuffix(".json")
    if fault("path-without-prefix-served") and path.startswith("/payments/"):
        path = "/api/v1" + path
    if fault("path-of-v2-served"):
        path = path.replace("/api/v2/", "/api/v1/")
    return path


def other_method(request: Request) -> Response:
    """Refuses methods other than POST."""
    method = request.method
    if (method == "PUT" and fault("put-is-post")) or (method == "PATCH" and fault("patch-is-post")):
        return perform(request)
    if method == "GET" and fault("get-with-body-is-post"):
        return perform(request)
    if method in ("GET", "HEAD") and fault("get-with-query-fetches") and request.operation == "fetch":
        id_ = re.search("(?:invoiceId|id)=([^&]+)", request.query)
        request.body = write_json({"invoiceId": id_[1] if id_ else ""}).encode()
        request.headers.append(("Content-Type", "application/json"))
        return perform(request)
    if method == "OPTIONS" and fault("options-is-204"):
        return Response(204, b"", headers={"Allow": "POST"})
    if method == "HEAD" and fault("head-is-200"):
        return Response(200, b"")
    if method == "DELETE" and fault("delete-is-404"):
        raise Problem("not_found")
    if fault("other-methods-are-404") or (method not in ("GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS") and fault("odd-methods-are-501")):
        raise Problem("not_found" if fault("other-methods-are-404") else "internal_error")
    if fault("method-judged-after-token") and not request.all("authorization"):
        raise Problem("unauthenticated", {"WWW-Authenticate": 'Bearer realm="payments"'})
    allow = {} if fault("allow-missing") else {"Allow": unless("POST", allow_lists_get="GET, POST")}
    if method == "HEAD" and fault("allow-missing-at-head"):
        allow = {}
    raise Problem("method_not_allowed", allow)


def page(request: Request, path: str) -> Response:
    """Serves the pages for payers and those about problems. Responds with 404 to everything else."""
    if path.startswith("/pay/") and path[5:] in store.invoices:
        title, text = "Payment", f"Pay with the note {store.invoices[path[5:]].note}."
    elif path.startswith("/problems/") and path[10:] in CATALOGUE and not fault("problem-pages-missing"):
        _, title, text = CATALOGUE[path[10:]]
    else:
        if fault("unknown-path-wants-token") and not request.all("authorization"):
            raise Problem("unauthenticated", {"WWW-Authenticate": 'Bearer realm="payments"'})
        if fault("unknown-path-is-405"):
            raise Problem("method_not_allowed", {"Allow": "POST"})
        if style("slash-redirected") and path.rstrip("/") in OPERATIONS:
            return Response(307, b"", headers={"Location": path.rstrip("/")})
        if style("own-404-page") or fault("unknown-path-is-html"):
            return Response(404, b"<!doctype html><title>404</title><p>Nothing is here.", "text/html")
        raise Problem("not_found")
    if request.method not in ("GET", "HEAD"):
        raise Problem("method_not_allowed", {"Allow": "GET, HEAD"})
    html = f"<!doctype html><html lang=en><title>{escape(title)}</title><h1>{escape(title)}</h1><p>{escape(text)}</p></html>"
    return Response(200, html.encode(), "text/html; charset=utf-8")


def render(problem: Problem, request: Request) -> Response:
    """Returns a problem in the form of RFC 9457."""
    code = problem.code
    status, title, detail = CATALOGUE[code]
    if fault("code-of-no-catalogue") and code == "receipt_not_final":
        code = "payment_pending"
    if fault("submit-validation-is-400") and code == "validation_failed" and request.operation == "submit":
        status = 400
    if fault("invoice-not-found-is-410") and code == "invoice_not_found":
        status = 410
    base = "" if fault("problem-type-relative") else request.base_url
    if fault("receipt-told-in-detail") and code == "receipt_invalid":
        detail += " It was " + re.sub('.*"webReceipt" *: *"([^"]*)".*', r"\1", request.body.decode("utf-8", "replace"), flags=re.S)
    if request.token and code == "invalid_token" and fault("token-told-in-detail"):
        detail += f" It was {request.token}."
    if fault("token-told-in-403") and status == 403:
        detail += f" ({request.token})"
    members = {
        "type": f"{base}/problems/{code}",
        "title": title,
        "status": status if not (fault("problem-status-disagrees-at-413") and status == 413) else 400,
        "detail": detail,
        "instance": request.path,
        "code": code,
        "requestId": request.id if not fault("problem-request-id-differs") else request.id + "x",
    }
    if problem.errors is not None and not fault("items-untold"):
        members["errors"] = problem.errors
    for name in ("title", "detail"):
        if fault(f"problem-without-{name}"):
            del members[name]
    if style("further-problem-members"):
        members |= {"help": "https://help.example/", "retryable": False}
    if style("problems-without-instance"):
        del members["instance"]
    kind = "application/problem+json"
    if fault("problems-as-plain-json") or (fault("problems-as-plain-json-at-503") and status == 503):
        kind = "application/json"
    if style("plain-errors-at-core"):
        return Response(status, b"refused", "text/plain", problem.headers)
    if style("errors-without-body-at-core"):
        return Response(status, b"", "text/plain", problem.headers)
    if style("every-refusal-is-400-at-core") and 402 <= status < 429:
        status = 400
    return Response(status, write_json(members).encode("utf-8", "surrogatepass"), kind, dict(problem.headers))


def new_request_id(count: int, sent: str | None) -> str:
    """Returns a unique id for a request."""
    if fault("request-ids-repeat-after-97"):
        return f"req_{count % 97:026d}"
    if fault("request-id-taken-from-client") and sent:
        return sent
    return "req_" + secrets.token_hex(13)
