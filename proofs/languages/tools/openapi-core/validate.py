"""Uses openapi-core to validate exchanges."""

import json
import sys
from pathlib import Path

from openapi_core import Config, OpenAPI
from openapi_core.testing import MockRequest, MockResponse

# Registers the media type of problems. Without this, openapi-core does not validate their bodies.
reading = Config(extra_media_type_deserializers={"application/problem+json": json.loads})
api = OpenAPI.from_dict(json.loads(Path(sys.argv[1]).read_text()), config=reading)


def judge(one):
    request = MockRequest(
        "http://127.0.0.1:8080",
        "post",
        one["path"],
        headers=one["headers"],
        data=one["body"].encode(),
        content_type="application/json",
    )
    headers = one["responseHeaders"]
    response = MockResponse(
        one["responseBody"].encode(),
        status_code=one["status"],
        headers=headers,
        content_type=headers["content-type"].split(";")[0],
    )
    try:
        api.validate_request(request)
        api.validate_response(request, response)
    except Exception as error:
        reasons = getattr(error.__cause__, "schema_errors", [error.__cause__ or error])
        return "; ".join(str(reason).split("\n")[0] for reason in reasons)
    return None


exchanges = json.loads(Path("exchanges.json").read_text())
print(json.dumps({one["name"]: judge(one) for one in exchanges}))
