"""The enums of haptic.h, the names of names.c, and the offsets of layout.h."""

from __future__ import annotations

from python import REQUESTS, values_of
from table import SIZES, Table, comment, first_sentence, is_list, replace_block, upper

FOLDER = "Sources/Clients/libhaptic"
#: The prefix of the constants of each enum, its set, and the constant 0 with its meaning if the set has none.
ENUMS = {
    "haptic_verdict": ("HAPTIC_VERDICT_", "verdict", None),
    "haptic_reason": ("HAPTIC_REASON_", "reason", None),
    "haptic_category": ("HAPTIC_CATEGORY_", "category", "The default category of the feedback; media for a pattern."),
    "haptic_locality": ("HAPTIC_LOCALITY_", "locality", "The user's setting."),
    "haptic_control": ("HAPTIC_CONTROL_", "control", None),
    "haptic_device_state": ("HAPTIC_DEVICE_STATE_", "state", None),
    "haptic_device_kind": ("HAPTIC_DEVICE_KIND_", "kind", None),
}
#: The tables of names.c.
NAMES = {
    "verdict": "haptic_verdict", "reason": "haptic_reason", "category": "haptic_category",
    "state": "haptic_device_state", "kind": "haptic_device_kind",
}


def files(contract: Table, read) -> dict[str, str]:
    header, names = read(f"{FOLDER}/haptic.h"), read(f"{FOLDER}/names.c")
    for name in ENUMS:
        header = _block(header, f"enum {name}", _enum(contract, name), "haptic.h")
    header = _block(header, "enum haptic_request", _requests(contract), "haptic.h")
    for name, enum in NAMES.items():
        names = _block(names, f"names {name}", _names(contract, enum), "names.c")
    return {
        f"{FOLDER}/haptic.h": header, f"{FOLDER}/names.c": names, f"{FOLDER}/layout.h": _layout(contract),
    }


def _block(text: str, name: str, lines: list[str], path: str) -> str:
    return replace_block(text, f"// begin {name} (generated from protocol.json)", f"// end {name}", lines, path)


def _enum(contract: Table, name: str) -> list[str]:
    prefix, values, zero = ENUMS[name]
    entries = [(0, "DEFAULT", zero)] if zero else []
    entries += [
        (value["value"], upper(value["name"]), first_sentence(value["meaning"]))
        for value in values_of(contract, values)
    ]
    if name == "haptic_control":
        ranges = {value["value"]: value["range"] for value in contract.set("control")["values"]}
        entries = [
            (number, constant, f"From {ranges[number][0]} to {ranges[number][1]}. {meaning}")
            for number, constant, meaning in entries
        ]
    lines = [f"enum {name} {{"]
    for index, (number, constant, meaning) in enumerate(entries):
        lines += comment(meaning, "/// ", "  ")
        lines += [f"  {prefix}{constant} = {number}" + ("," if index < len(entries) - 1 else "")]
    return lines + ["};"]


def _requests(contract: Table) -> list[str]:
    numbers = [(upper(name), int(contract.packet(name, "request")["opcode"], 16)) for name in REQUESTS]
    lines = [f"  HAPTIC_REQUEST_{name} = {number}," for name, number in numbers]
    return ["enum haptic_request {"] + lines[:-1] + [lines[-1].rstrip(","), "};"]


def _names(contract: Table, enum: str) -> list[str]:
    prefix, values, zero = ENUMS[enum]
    lines = [f'    [{prefix}DEFAULT] = "default",'] if zero else []
    return lines + [f'    [{prefix}{upper(value["name"])}] = "{value["name"]}",' for value in values_of(contract, values)]


def _layout(contract: Table) -> str:
    lines = [
        "// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.",
        "// The opcodes, and the sizes and offsets in bytes, of the packets of hapticd-protocol(7).",
        "#ifndef HAPTIC_LAYOUT_H", "#define HAPTIC_LAYOUT_H", "",
        f"enum {{ PROTOCOL_VERSION = {contract.version} }};",
    ]
    for limit, name in {"header": "HEADER_SIZE", "request": "REQUEST_SIZE_MAX", "daemon packet": "DAEMON_PACKET_SIZE_MAX",
                        "devices": "DEVICES_MAX"}.items():
        value = next(one["value"] for one in contract.data["limits"] if one["name"] == limit)
        lines.append(f"enum {{ {name} = {value} }};")
    for packet in contract.packets:
        name = upper(packet["name"]) + ("" if packet["kind"] == "request" else f"_{packet['kind'].upper()}")
        lines += ["", "enum {", f"  {name}_OPCODE = {packet['opcode']},", f"  {name}_SIZE = {packet['size']},"]
        lines += _fields(name, packet["fields"]) + ["};"]
    for record in contract.records:
        name = upper(record["name"].replace(" ", "_"))
        lines += ["", "enum {", f"  {name}_SIZE = {record['size']},"]
        lines += _fields(name, record["fields"]) + ["};"]
    return "\n".join(lines) + "\n\n#endif\n"


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
