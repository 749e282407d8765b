"""The request and the response that the HTTP module exchanges with all other modules."""

from dataclasses import dataclass, field


@dataclass
class Request:
    """A request with its body."""

    id: str
    method: str
    path: str
    query: str
    headers: list[tuple[str, str]]
    body: bytes
    too_large: bool
    unreadable: bool
    address: str
    base_url: str
    operation: str = ""
    token: str = ""

    def all(self, name: str) -> list[str]:
        """Returns every value of a header."""
        return [value for key, value in self.headers if key.lower() == name]

    def one(self, name: str) -> str | None:
        """Returns the first value of a header; None if there is none."""
        return next(iter(self.all(name)), None)


@dataclass
class Response:
    """A response to send."""

    status: int
    body: bytes
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
