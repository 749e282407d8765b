"""The faults and styles that are on. Names come from the tables in faults.py and styles.py."""

from typing import TypeVar

from faults import FAULTS
from styles import STYLES

T = TypeVar("T")
on: set[str] = set()
times: dict[str, int] = {}


def switch_on(names: list[str]) -> None:
    """Switches faults or styles on, and refuses a name that neither table has."""
    for name in names:
        if name not in FAULTS and name not in STYLES:
            raise SystemExit(f"{name} is neither a fault nor a style; --list shows both")
        on.add(name)


def fault(name: str) -> bool:
    """Tells whether the server has this defect."""
    return name in on


def style(name: str) -> bool:
    """Tells whether the server is lawful in this other way."""
    return name in on


def one_in_twenty(name: str) -> bool:
    """Tells whether this is the twentieth time that a defect, which is on, would show."""
    if name not in on:
        return False
    times[name] = times.get(name, 0) + 1
    return times[name] % 20 == 0


def unless(right: T, **wrong: T) -> T:
    """The right value, unless a fault (its name with underscores) puts another in its place."""
    for name, value in wrong.items():
        if name.replace("_", "-") in on:
            return value
    return right
