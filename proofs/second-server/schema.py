"""The schemas of the three operations' bodies."""

import re
from decimal import Decimal
from typing import Any

from addresses import judge_url
from problems import Problem
from switches import fault, style, unless

Items = list[dict[str, Any]]
TAG = re.compile(r"\$?[0-9]*[A-Za-z][A-Za-z0-9]*")
MEMBERS = {
    "create": ("cashTag", "amount", "isWhiteLabel", "callbackUrl", "returnUrl"),
    "submit": ("invoiceId", "webReceipt"),
    "fetch": ("invoiceId",),
}
OPTIONAL = ("isWhiteLabel", "callbackUrl", "returnUrl")


def validate(operation: str, body: Any) -> dict[str, Any]:
    """Returns the body, or refuses it with an item for each mistake."""
    if not isinstance(body, dict):
        if fault("array-body-is-500") and isinstance(body, list):
            raise RuntimeError("no object")
        if fault("null-body-hangs-up") and body is None:
            raise ConnectionAbortedError
        if fault("array-of-one-accepted") and isinstance(body, list) and len(body) == 1 and isinstance(body[0], dict):
            return validate(operation, body[0])
        raise Problem("validation_failed", errors=[item("", "type")])
    errors: Items = []
    checked = dict(body)
    for name in body:
        if name not in MEMBERS[operation]:
            if fault("prototype-name-is-500") and name in ("__proto__", "constructor"):
                raise RuntimeError("prototype")
            if not fault(f"{operation}-ignores-unknown-members") and not style("unknown-members-ignored"):
                if not (fault("unknown-members-with-x-ignored") and name.startswith("x-")):
                    errors.append(item(name, "unknown_property"))
            checked.pop(name)
    for name in MEMBERS[operation]:
        if name not in body:
            if name not in OPTIONAL:
                errors.append(item(name, "required"))
        elif body[name] is None and name in OPTIONAL and not (fault(f"null-{name}-refused") or style("null-refused")):
            checked.pop(name)
        else:
            if fault(f"{name}-coerced"):
                checked[name] = coerce(name, body[name])
            for code in JUDGES[name](checked[name]):
                errors.append(item(name, code))
    if errors:
        raise Problem("validation_failed", errors=errors[:1] if fault("only-first-item-told") else errors)
    return checked


def item(name: str, code: str) -> dict[str, Any]:
    """Makes the item for a mistake in the body, with a JSON pointer."""
    pointer = "/" + name.replace("~", "~0").replace("/", "~1") if name else ""
    if fault("pointer-with-dots") and name:
        pointer = "$." + name
    if fault("pointer-not-escaped") and name:
        pointer = "/" + name
    if fault("unknown-member-item-says-type") and code == "unknown_property":
        code = "type"
    return {"pointer": pointer, "code": code, "detail": f"{code.replace('_', ' ')} at {pointer or 'the body'}"}


def coerce(name: str, value: Any) -> Any:
    """Converts a value to the type of its field. Only faults use this."""
    if name == "amount" and isinstance(value, str) and re.fullmatch(r"\d+(\.\d+)?", value):
        return Decimal(value)
    if name == "amount" and isinstance(value, bool):
        return Decimal(int(value))
    if name == "isWhiteLabel" and value in ("true", "false", 0, 1):
        return value in ("true", 1)
    if name in ("cashTag", "invoiceId", "webReceipt") and isinstance(value, Decimal):
        return str(value)
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def judge_tag(value: Any) -> list[str]:
    """Checks a cashTag."""
    if not isinstance(value, str):
        return ["type"]
    if fault("long-tag-is-500") and len(value) > 1000:
        raise RuntimeError("value too long for column")
    if fault("non-ascii-tag-is-500") and not value.isascii():
        raise RuntimeError("ascii codec")
    if fault("emoji-tag-is-500") and any(ord(sign) > 65535 for sign in value):
        raise RuntimeError("utf8mb3")
    if fault("zero-in-tag-is-500") and "\0" in value:
        raise RuntimeError("zero byte")
    if value == "":
        return ["too_short"] if not fault("empty-tag-accepted") else []
    if fault("tag-trimmed"):
        value = value.strip()
    if fault("tag-line-end-passes"):
        value = value.removesuffix("\n")
    if fault("tag-of-digits-accepted") and re.fullmatch(r"\$?\d{1,20}", value):
        return []
    if fault("tag-other-letters-accepted") and re.fullmatch(r"\$?\w{1,20}", value.replace("_", "!")):
        return []
    if fault("tag-other-digits-accepted") and re.fullmatch(r"\$?[A-Za-z]\d{1,19}", value):
        return []
    if fault("tag-underscore-accepted"):
        value = value.replace("_", "a")
    if fault("tag-hyphen-accepted"):
        value = value.replace("-", "a")
    if fault("tag-two-dollars-accepted") and value.startswith("$$"):
        value = value[1:]
    if fault("tag-must-begin-with-letter") and re.match(r"\$?\d", value):
        return ["pattern"]
    if fault("tag-without-dollar-refused") and not value.startswith("$"):
        return ["pattern"]
    if fault("tag-capitals-refused") and value != value.lower():
        return ["pattern"]
    if not TAG.fullmatch(value):
        return ["pattern"]
    bare = value if fault("dollar-counts-as-letter") else value.removeprefix("$")
    return ["too_long"] if len(bare) > unless(20, tag_of_21_accepted=21, tag_of_20_refused=19) else []


def judge_amount(value: Any) -> list[str]:
    """Checks the value of an amount. Its notation does not matter here."""
    if not isinstance(value, Decimal):
        return ["type"]
    codes = []
    least = unless("0.01", one_cent_refused="0.02", zero_accepted="0", negative_accepted="-1000000")
    most = unless("999999.99", most_refused="999999.98", million_accepted="1000000", any_amount_accepted="1e900")
    if fault("huge-number-is-500") and value > Decimal("1e30"):
        raise RuntimeError("numeric field overflow")
    if not Decimal(least) <= value <= Decimal(most):
        codes.append("amount_out_of_range")
    decimals = -int(value.as_tuple().exponent)
    if fault("amount-spelling-judged") and decimals > 2:
        codes.append("amount_precision")
    elif fault("exponents-refused") and int(value.as_tuple().exponent) > 0:
        codes.append("type")
    elif fault("amount-divided-by-cent") and abs(float(value) / 0.01 - round(float(value) / 0.01)) > 1e-12:
        codes.append("amount_precision")
    elif abs(value) < Decimal("1e9") and value != round(value, 2):
        if not fault("amount-rounded") and not (fault("last-bit-passes") and abs(value - round(value, 2)) < Decimal("1e-9")):
            codes.append("amount_precision")
    if fault("amount-item-says-type"):
        codes = ["type"] * bool(codes)
    return codes


def judge_flag(value: Any) -> list[str]:
    """Checks isWhiteLabel."""
    return [] if isinstance(value, bool) else ["type"]


def judge_text(value: Any, most: int) -> list[str]:
    """Checks that a string has between 1 and the maximum number of characters."""
    if not isinstance(value, str):
        return ["type"]
    if fault("lone-surrogate-is-500"):
        value.encode()
    return ["too_short"] if value == "" else ["too_long"] if len(value) > most else []


def judge_id(value: Any) -> list[str]:
    """Checks an invoiceId."""
    if fault("empty-id-is-not-found") and value == "":
        return []
    if fault("zero-in-id-is-500") and isinstance(value, str) and "\0" in value:
        raise RuntimeError("zero byte")
    return judge_text(value, unless(255, id_of_256_accepted=256, id_of_255_refused=254, long_id_is_not_found=40_000))


def judge_receipt(value: Any) -> list[str]:
    """Checks a webReceipt."""
    if fault("empty-receipt-is-invalid") and value == "":
        return []
    most = unless(8192, receipt_of_8193_accepted=8193, receipt_of_8192_refused=8191, receipt_of_any_length=40_000)
    return judge_text(value, most)


def judge_link(value: Any, callback: bool) -> list[str]:
    """Checks a callbackUrl or a returnUrl."""
    most = unless(2048, url_of_2049_accepted=2049, url_of_2048_refused=2047)
    if fault("callback-of-any-length" if callback else "return-of-any-length"):
        most = 40_000
    codes = judge_text(value, most)
    if not codes and (code := judge_url(value, callback)):
        codes.append(code)
    return [] if codes == ["too_short"] and fault("empty-url-accepted") else codes


JUDGES = {
    "cashTag": judge_tag,
    "amount": judge_amount,
    "isWhiteLabel": judge_flag,
    "callbackUrl": lambda value: judge_link(value, True),
    "returnUrl": lambda value: judge_link(value, False),
    "invoiceId": judge_id,
    "webReceipt": judge_receipt,
}
