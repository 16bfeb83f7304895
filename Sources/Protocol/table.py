"""The table of the protocol, its rules, and the promises of released tables."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import re
import textwrap

SIZES = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "f32": 4, "char": 1}
HEADER_SIZE = 8
RANGES = {"request": (0x0001, 0x3FFF), "event": (0x4000, 0x7FFF), "reply": (0x8000, 0xFFFF)}


@dataclasses.dataclass(frozen=True)
class Table:
    data: dict

    @property
    def version(self) -> int:
        return self.data["version"]

    @property
    def packets(self) -> list[dict]:
        return self.data["packets"]

    @property
    def records(self) -> list[dict]:
        return self.data["records"]

    def set(self, name: str) -> dict:
        return next(values for values in self.data["sets"] if values["name"] == name)

    def packet(self, name: str, kind: str) -> dict:
        return next(packet for packet in self.packets if (packet["name"], packet["kind"]) == (name, kind))

    def record(self, name: str) -> dict:
        return next(record for record in self.records if record["name"] == name)

    def queries(self) -> list[str]:
        """The names of the requests with a reply of their own. Hello is none: it begins a session."""
        return [
            packet["name"] for packet in self.packets
            if packet["kind"] == "request" and packet.get("reply") not in (None, "verdict", "hello")
        ]

    # --- Rules

    def problems(self) -> list[str]:
        """The rules that the table breaks, one sentence for each."""
        found: list[str] = []
        for layout in self.layouts():
            found += self._problems_of_layout(layout)
        for values in self.data["sets"]:
            found += self._problems_of_set(values)
        opcodes = [packet["opcode"] for packet in self.packets]
        found += [f"opcode {opcode} is used twice" for opcode in sorted(set(opcodes)) if opcodes.count(opcode) > 1]
        for packet in self.packets:
            first, last = RANGES[packet["kind"]]
            if not first <= int(packet["opcode"], 16) <= last:
                found.append(f"{title(packet)} is not in the range of a {packet['kind']}")
        for name in self.queries():
            request, reply = self.packet(name, "request"), self.packet(name, "reply")
            if int(reply["opcode"], 16) != int(request["opcode"], 16) | 0x8000:
                found.append(f"{title(reply)} is not the opcode of the request with its highest bit")
        return found

    def layouts(self) -> list[dict]:
        """Packets and records, each with a title, its first offset and its fields."""
        packets = [{**packet, "title": title(packet), "first": HEADER_SIZE} for packet in self.packets]
        return packets + [{**record, "title": record["name"], "first": 0} for record in self.records]

    def _problems_of_layout(self, layout: dict) -> list[str]:
        found, end = [], layout["first"]
        if "like" in layout:
            return found
        names = [field["name"] for field in layout["fields"] if field["name"] != "reserved"]
        found += [f"{layout['title']}: there are two fields {name}" for name in set(names) if names.count(name) > 1]
        for field in layout["fields"]:
            place = f"{layout['title']}, {field['name']}"
            if field["offset"] != end:
                found.append(f"{place}: the offset is {field['offset']}, and the field before it ends at {end}")
            end += size_of(field, self)
            if field["name"] == "reserved":
                continue
            if not 1 <= field.get("since", 0) <= self.version:
                found.append(f"{place}: since is not a version from 1 to {self.version}")
            if not field.get("meaning"):
                found.append(f"{place}: it has no meaning")
            if "set" in field and field["set"] != "opcode":
                values = next((one for one in self.data["sets"] if one["name"] == field["set"]), None)
                if values is None:
                    found.append(f"{place}: there is no set {field['set']}")
        if not 0 < layout.get("first_size", layout["size"]) <= layout["size"]:
            found.append(f"{layout['title']}: first_size is not a size up to {layout['size']}")
        fixed = end if not is_list(layout) else layout["fields"][-1]["offset"]
        if fixed != layout["size"]:
            found.append(f"{layout['title']}: the size is {layout['size']}, and the fields end at {fixed}")
        return found

    def _problems_of_set(self, values: dict) -> list[str]:
        found, name = [], values["name"]
        numbers = [value["value"] for value in values["values"]]
        names = [value["name"] for value in values["values"]]
        found += [f"{name}: the number {number} is used twice" for number in set(numbers) if numbers.count(number) > 1]
        found += [f"{name}: the name {one} is used twice" for one in set(names) if names.count(one) > 1]
        for value in values["values"]:
            place = f"{name} {value['name']}"
            if not re.fullmatch(r"[a-z][A-Za-z0-9]*", value["name"]) or value["name"] == "unknown":
                found.append(f"{place}: a name is a lower camel case word, and not 'unknown'")
            if not 0 <= value["value"] < 2 ** (8 * SIZES[values["type"]]):
                found.append(f"{place}: {value['value']} does not fit in {values['type']}")
            if values["form"] == "bits" and value["value"].bit_count() != 1:
                found.append(f"{place}: {value['value']} is not one bit")
            if not 1 <= value.get("since", 0) <= self.version:
                found.append(f"{place}: since is not a version from 1 to {self.version}")
            elif value["since"] > 1 and values["open"] and value.get("before") not in names:
                found.append(f"{place}: a later value needs 'before', the value for clients of earlier versions")
            if not value.get("meaning"):
                found.append(f"{place}: it has no meaning")
        return found

    # --- Promises

    def broken_promises(self, released: Table) -> list[str]:
        """The differences to a released table that would break its clients. Texts may change, and things may be added."""
        found = []
        for kind in ("packets", "records"):
            present = {key(one): one for one in self.data[kind]}
            for old in released.data[kind]:
                found += self._broken_layout(old, present.get(key(old)), isRecord=kind == "records")
        for old in released.data["sets"]:
            new = next((one for one in self.data["sets"] if one["name"] == old["name"]), None)
            found += self._broken_set(old, new)
        return found

    def _broken_layout(self, old: dict, new: dict | None, isRecord: bool) -> list[str]:
        name = old["name"] if isRecord else title(old)
        if new is None:
            return [f"{name} is gone"]
        found = []
        if new["size"] != old["size"] and not (isRecord and new["size"] > old["size"]):
            found.append(f"{name} has another size; a changed layout gets a new opcode")
        if isRecord and first_size(new) != first_size(old):
            found.append(f"{name} had {first_size(old)} bytes at first; give it this first_size")
        fields = {field["name"]: field for field in new["fields"] if field["name"] != "reserved"}
        for field in old["fields"]:
            if field["name"] == "reserved":
                continue
            same = ("offset", "type", "set", "unit", "since")
            present = fields.get(field["name"])
            if present is None:
                found.append(f"{name}: the field {field['name']} is gone")
            elif any(field.get(one) != present.get(one) for one in same):
                found.append(f"{name}: the field {field['name']} has another place, type, unit, set or version")
        return found

    def _broken_set(self, old: dict, new: dict | None) -> list[str]:
        if new is None:
            return [f"the set {old['name']} is gone"]
        found = []
        if (old["type"], old["form"]) != (new["type"], new["form"]):
            found.append(f"the set {old['name']} has another type or form")
        if old["open"] and not new["open"]:
            found.append(f"the set {old['name']} was open")
        values = {value["value"]: value for value in new["values"]}
        for value in old["values"]:
            present = values.get(value["value"])
            if present is None:
                found.append(f"{old['name']} {value['name']} is gone")
            elif present["name"] != value["name"] or present["since"] != value["since"]:
                found.append(f"{old['name']} {value['value']} was {value['name']} since {value['since']}")
        return found


def load(path: pathlib.Path) -> Table:
    return Table(json.loads(path.read_text()))


def key(layout: dict) -> str:
    return layout.get("opcode", layout["name"])


def first_size(record: dict) -> int:
    """The size in the first version that has the record."""
    return record.get("first_size", record["size"])


def title(packet: dict) -> str:
    return f"{packet['opcode']} {packet['name']}"


def is_list(layout: dict) -> bool:
    """Whether it ends with records."""
    return bool(layout["fields"]) and layout["fields"][-1]["type"].startswith(("record", "point"))


def size_of(field: dict, contract: Table) -> int:
    """The size in bytes; 0 for records, whose number varies."""
    name, count = re.fullmatch(r"(\w+?)(?:\[(\w+)\])?", field["type"]).groups()
    if name in ("record", "point"):
        return 0
    return SIZES[name] * int(count or 1)


# --- Texts

MARKS = re.compile(r"\*([^*]+)\*|(?<!\w)_([^_]+)_(?!\w)|`([^`]+)`|\{([A-Z ]+)\}|\b([a-z][\w.-]*)\((\d)\)")


def plain(text: str) -> str:
    """The text without its marks."""
    return MARKS.sub(lambda match: next((one for one in match.groups()[:4] if one), match[0]), text)


def first_sentence(text: str) -> str:
    """The first sentence, for a comment in code."""
    end = re.search(r"\.(?= [A-Z])", text)
    sentence = plain(text[: end.end()] if end else text)
    return re.sub(r", see [A-Z]+\b|, see the table below", "", sentence)


def comment(text: str, mark: str, indent: str = "") -> list[str]:
    """The lines of a comment of at most 120 columns."""
    return textwrap.wrap(text, 120, initial_indent=indent + mark, subsequent_indent=indent + mark)


def upper(name: str) -> str:
    """`noActuator` as `NO_ACTUATOR`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper().replace("-", "_").replace("/", "_")


def replace_block(text: str, begin: str, end: str, lines: list[str], path: str) -> str:
    """Replaces the lines between two marker lines."""
    head, found, rest = text.partition(begin + "\n")
    _, ended, tail = rest.partition(end)
    if not found or not ended:
        raise SystemExit(f"{path} has no block from '{begin.strip()}' to '{end.strip()}'")
    return head + begin + "\n" + "".join(line + "\n" for line in lines) + end + tail
