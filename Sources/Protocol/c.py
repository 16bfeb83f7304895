"""The enums of haptic.h, the names of names.c, and the offsets of layout.h."""

from __future__ import annotations

from python import REQUESTS, values_of
from table import Table, comment, first_sentence, first_size, is_list, replace_block, upper

FOLDER = "Sources/Clients/libhaptic"
#: The set of each enum, and the constant 0 with its meaning if the set has none.
ENUMS = {
    "haptic_verdict": ("verdict", None),
    "haptic_reason": ("reason", None),
    "haptic_category": ("category", "The default category of the feedback; media for a pattern."),
    "haptic_locality": ("locality", "The user's setting."),
    "haptic_control": ("control", None),
    "haptic_device_state": ("state", None),
    "haptic_device_kind": ("kind", None),
}
#: The packets and records that the library uses, for layout.h.
REQUESTS_USED = [
    "hello", "prepare", "release", "play", "stop", "stopEverything", "devices", "define", "part", "transport", "modulate",
]
REPLIES_USED = ["verdict", "hello", "devices"]
EVENTS_USED = ["finished", "reset"]
RECORDS_USED = ["Device record", "Event record", "Parameter record", "Curve point", "Modulation point"]
#: Of the many fields of a device.
DEVICE_FIELDS_USED = ["device", "state", "kind", "motors", "on/off", "waves", "name", "path", "reason"]


def files(contract: Table, read) -> dict[str, str]:
    header, names, layout = (read(f"{FOLDER}/{file}") for file in ("haptic.h", "names.c", "layout.h"))
    for name in ENUMS:
        header = _block(header, f"enum {name}", _enum(contract, name), "haptic.h")
        short = name.removeprefix("haptic_")
        names = _block(names, f"names {short}", _names(contract, name), "names.c")
    header = _block(header, "enum haptic_request", _requests(contract), "haptic.h")
    lines = [f'    [HAPTIC_REQUEST_{upper(name)}] = "{name}",' for name in REQUESTS]
    names = _block(names, "names request", ["static const char *const request_names[] = {", *lines, "};"], "names.c")
    layout = _block(layout, "layout", _layout(contract), "layout.h")
    return {f"{FOLDER}/haptic.h": header, f"{FOLDER}/names.c": names, f"{FOLDER}/layout.h": layout}


def _block(text: str, name: str, lines: list[str], path: str) -> str:
    return replace_block(text, f"// begin {name} (generated from protocol.json)", f"// end {name}", lines, path)


def _enum(contract: Table, name: str) -> list[str]:
    values, zero = ENUMS[name]
    entries = [(0, "DEFAULT", zero)] if zero else []
    for value in values_of(contract, values):
        meaning = first_sentence(value["meaning"])
        if "range" in value:
            meaning = f"From {value['range'][0]} to {value['range'][1]}. {meaning}"
        entries.append((value["value"], upper(value["name"]), meaning))
    lines = [f"enum {name} {{"]
    for index, (number, constant, meaning) in enumerate(entries):
        lines += comment(meaning, "/// ", "  ")
        lines += [f"  {name.upper()}_{constant} = {number}" + ("," if index < len(entries) - 1 else "")]
    return lines + ["};"]


def _requests(contract: Table) -> list[str]:
    numbers = [(upper(name), int(contract.packet(name, "request")["opcode"], 16)) for name in REQUESTS]
    lines = [f"  HAPTIC_REQUEST_{name} = {number}," for name, number in numbers]
    return ["enum haptic_request {"] + lines[:-1] + [lines[-1].rstrip(","), "};"]


def _names(contract: Table, enum: str) -> list[str]:
    (values, zero), prefix = ENUMS[enum], enum.upper()
    lines = [f'    [{prefix}_DEFAULT] = "default",'] if zero else []
    lines += [f'    [{prefix}_{upper(value["name"])}] = "{value["name"]}",' for value in values_of(contract, values)]
    return [f"static const char *const {enum.removeprefix('haptic_')}_names[] = {{", *lines, "};"]


def _layout(contract: Table) -> list[str]:
    limits = {limit["name"]: limit["value"] for limit in contract.data["limits"]}
    lines = [
        "enum {", f"  PROTOCOL_VERSION = {contract.version},", f"  REQUEST_SIZE_MAX = {limits['request']},",
        f"  DAEMON_PACKET_SIZE_MAX = {limits['daemon packet']},", f"  DEVICES_MAX = {limits['devices']},", "", "  // header",
    ]
    lines += _fields("HEADER", contract.data["header"]) + [f"  HEADER_SIZE = {limits['header']},"]
    for kind, used in {"request": REQUESTS_USED, "reply": REPLIES_USED, "event": EVENTS_USED}.items():
        lines += ["", f"  // --- {'Replies' if kind == 'reply' else kind.capitalize() + 's'}"]
        for name in used:
            lines += _packet(contract.packet(name, kind))
    lines += ["", "  // --- Records"]
    for name in RECORDS_USED:
        record = contract.record(name)
        constant = upper(name.replace(" ", "_"))
        lines += ["", f"  // {name.lower()}", f"  {constant}_SIZE = {first_size(record)},"]
        lines += _fields(constant, [field for field in record["fields"] if _is_used(field, record)])
    return lines + ["};"]


def _is_used(field: dict, record: dict) -> bool:
    # The library reads what each version of a record has.
    return field["offset"] < first_size(record) and (
        record["name"] != "Device record" or field["name"] in DEVICE_FIELDS_USED)


def _packet(packet: dict) -> list[str]:
    # The reply of the same name as a request has a suffix.
    isTwin = packet["kind"] == "reply" and packet["name"] in REQUESTS_USED
    constant = upper(packet["name"]) + ("_REPLY" if isTwin else "")
    lines = ["", f"  // {packet['name']}", f"  OPCODE_{constant} = {packet['opcode']},"]
    if not is_list(packet):
        lines.append(f"  {constant}_SIZE = {packet['size']},")
    return lines + _fields(constant, packet["fields"])


def _fields(prefix: str, fields: list[dict]) -> list[str]:
    lines = []
    for field in fields:
        if field["name"] == "reserved":
            continue
        name = f"{prefix}_{upper(field['name'])}"
        lines.append(f"  {name} = {field['offset']},")
        if field["type"].startswith("char["):
            lines.append(f"  {name}_SIZE = {field['type'][5:-1]},")
    return lines
