"""The enums of the Python module."""

from __future__ import annotations

from table import Table, replace_block, upper

PATH = "Sources/Clients/python/haptic.py"
#: The class for each set, and the value 0 if the set has none.
CLASSES = {
    "Verdict": ("verdict", None),
    "Reason": ("reason", None),
    "Category": ("category", "DEFAULT"),
    "Locality": ("locality", "DEFAULT"),
    "Control": ("control", None),
    "DeviceState": ("state", None),
    "DeviceKind": ("kind", None),
}
#: The requests of the library.
REQUESTS = ["prepare", "release", "play", "stop", "stopEverything", "define", "transport", "modulate"]


def files(contract: Table, read) -> dict[str, str]:
    text = read(PATH)
    for name, (values, zero) in CLASSES.items():
        lines = [f"    {zero} = 0"] if zero else []
        lines += [f"    {upper(value['name'])} = {value['value']}" for value in values_of(contract, values)]
        text = _replaced(text, name, lines)
    lines = [f"    {upper(name)} = {int(contract.packet(name, 'request')['opcode'], 16)}" for name in REQUESTS]
    return {PATH: _replaced(text, "Request", lines)}


def _replaced(text: str, name: str, lines: list[str]) -> str:
    begin, end = f"    # begin {name} (generated from protocol.json)", f"    # end {name}"
    return replace_block(text, begin, end, lines, PATH)


def values_of(contract: Table, name: str) -> list[dict]:
    """The values for applications: controls of sound are for programs that play the sound."""
    values = contract.set(name)["values"]
    return [value for value in values if not value["name"].startswith("audio")] if name == "control" else values
