"""The enabled faults and styles. Their names are those in faults.py and styles.py."""

from typing import TypeVar

from faults import FAULTS
from styles import STYLES

T = TypeVar("T")
on: set[str] = set()
times: dict[str, int] = {}


def switch_on(names: list[str]) -> None:
    """Enables faults or styles; refuses a name that is in neither table."""
    for name in names:
        if name not in FAULTS and name not in STYLES:
            raise SystemExit(f"{name} is neither a fault nor a style; --list shows both")
        on.add(name)


def fault(name: str) -> bool:
    """Tells whether the server has this defect."""
    return name in on


def style(name: str) -> bool:
    """Tells whether the server uses this style."""
    return name in on


def one_in_twenty(name: str) -> bool:
    """With the defect enabled, returns true on every twentieth call."""
    if name not in on:
        return False
    times[name] = times.get(name, 0) + 1
    return times[name] % 20 == 0


def unless(right: T, **wrong: T) -> T:
    """Returns the correct value or, if a fault is enabled, that fault's value. Each argument is named like its fault, with
    underscores.
    """
    for name, value in wrong.items():
        if name.replace("_", "-") in on:
            return value
    return right
