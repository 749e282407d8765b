"""Reads and writes strict JSON. Refuses duplicate names in an object, and reads numbers as decimals."""

import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any

from switches import fault, style


class NotJson(ValueError):
    """Raised when the body is not JSON in the strict form that the contract requires."""


def exact_number(text: str) -> Decimal:
    """Parses a number. Clients and the suite compare doubles, so this keeps the shortest digits of the nearest double. A number
    beyond a double's range becomes one that every field refuses.
    """
    try:
        if fault("digits-of-doubles-refused") or style("decimals"):
            return Decimal(text)
        return Decimal(repr(float(text))) if abs(float(text)) < 1e300 else Decimal("1e999")
    except InvalidOperation:
        return Decimal("1e999")


def members_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Makes an object from its fields. Refuses duplicate names."""
    found = dict(pairs)
    if len(found) < len(pairs) and not fault("member-twice-accepted"):
        if not (fault("member-twice-same-value-accepted") and all(found[name] == value for name, value in pairs)):
            raise NotJson("a member is named twice")
    return found


def refuse_constant(name: str) -> Decimal:
    """Refuses NaN and Infinity, which Python would accept."""
    if fault("not-a-number-accepted"):
        return Decimal(1)
    raise NotJson(f"{name} is no JSON")


def read_json(body: bytes, operation: str) -> Any:
    """Parses a UTF-8 body that is a single JSON value."""
    if fault("invalid-utf8-replaced"):
        text = body.decode("utf-8", "replace")
    elif fault("latin1-read") or fault("invalid-utf8-is-500"):
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError:
            if fault("invalid-utf8-is-500"):
                raise RuntimeError("cannot decode") from None
            text = body.decode("latin-1")
    else:
        text = decode(body)
    if fault("byte-order-mark-accepted"):
        text = text.removeprefix("\ufeff")
    if fault("trailing-comma-accepted"):
        text = re.sub(r",\s*([}\]])", r"\1", text)
    if fault("comments-accepted"):
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    if fault("empty-body-is-object") and text.strip() == "":
        text = "{}"
    if fault("single-quotes-accepted") and '"' not in text:
        text = text.replace("'", '"')
    decoder = json.JSONDecoder(
        parse_float=exact_number,
        parse_int=exact_number,
        parse_constant=refuse_constant,
        object_pairs_hook=members_once,
        strict=not fault("control-characters-accepted"),
    )
    lenient = fault("more-behind-accepted") or (fault("more-behind-accepted-at-fetch") and operation == "fetch")
    if fault("deep-json-is-500") and max(text.count("["), text.count("{")) > 900:
        raise RuntimeError("too deep")
    try:
        return decoder.raw_decode(text.lstrip())[0] if lenient else decoder.decode(text)
    except RecursionError:
        return []
    except ValueError as error:
        raise NotJson(str(error)) from None


def decode(body: bytes) -> str:
    """Decodes UTF-8, strictly."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise NotJson("it is not UTF-8") from None


def number_text(number: Decimal | int) -> str:
    """Returns a number as text, with as few decimals as possible."""
    if isinstance(number, int):
        return str(number)
    text = format(number.normalize(), "f")
    whole = "." not in text
    if fault("amount-with-two-decimals-as-text"):
        return f'"{number:.2f}"'
    if whole and style("integers-as-10.0"):
        return text + ".0"
    if style("two-decimals-always"):
        return f"{number:.2f}"
    if whole and style("integers-as-1e1"):
        digits = text.rstrip("0")
        return f"{digits}e{len(text) - len(digits)}" if digits not in ("", "-") else "0"
    return text


def quoted(text: str) -> str:
    """Returns a string as JSON text."""
    if style("escaped-slashes"):
        return json.dumps(text).replace("/", "\\/")
    if style("escaped-everything"):
        return '"' + "".join(f"\\u{ord(sign):04x}" if ord(sign) < 65536 else sign for sign in text) + '"'
    return json.dumps(text, ensure_ascii=style("escaped-non-ascii"))


def write_json(value: Any, depth: int = 0) -> str:
    """Returns a value as JSON text."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (Decimal, int)):
        return number_text(value)
    if isinstance(value, str):
        return quoted(value)
    opening, closing = ("[", "]") if isinstance(value, list) else ("{", "}")
    if isinstance(value, list):
        parts = [write_json(item, depth + 1) for item in value]
    else:
        names = sorted(value) if style("sorted-keys") else reversed(value) if style("reversed-keys") else value
        colon = " : " if style("json-with-spaces") else ":"
        parts = [quoted(name) + colon + write_json(value[name], depth + 1) for name in names]
    if style("json-with-spaces") and parts:
        inner = "\r\n" + "\t" * (depth + 1)
        return opening + inner + ("," + inner).join(parts) + "\n" + closing
    return opening + ",".join(parts) + closing
