"""A request and a response, as the rooms behind HTTP see them."""

from dataclasses import dataclass, field


@dataclass
class Request:
    """What was asked, its body read."""

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
        """Every value of a header."""
        return [value for key, value in self.headers if key.lower() == name]

    def one(self, name: str) -> str | None:
        """The first value of a header; None where there is none."""
        return next(iter(self.all(name)), None)


@dataclass
class Response:
    """What is sent back."""

    status: int
    body: bytes
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
