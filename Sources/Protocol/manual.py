"""The tables of hapticd-protocol(7)."""

from __future__ import annotations

import re
import textwrap

from table import MARKS, Table, is_list, replace_block

PATH = "man/hapticd-protocol.7"
PUNCTUATION = ".,;:)"


def files(contract: Table, read) -> dict[str, str]:
    text = read(PATH)
    for name, lines in _tables(contract).items():
        text = replace_block(text, f'.\\" begin {name}', f'.\\" end {name}', lines, PATH)
    for layout in contract.layouts():
        text = _with_size(text, layout, contract)
    return {PATH: text}


def _tables(contract: Table) -> dict[str, list[str]]:
    tables = {"header": _fields(contract.data["header"])}
    for layout in contract.layouts():
        if layout["fields"]:
            tables[layout["title"]] = _fields(layout["fields"])
    for values in contract.data["sets"]:
        tables[f"set {values['name']}"] = _values(values)
    tables["limits"] = _limits(contract.data["limits"])
    return tables


def _with_size(text: str, layout: dict, contract: Table) -> str:
    """Corrects the heading of a packet or record, which has its size."""
    size = str(layout["size"])
    if layout.get("record") and is_list(layout) and layout["fields"][-1]["type"].endswith("[n]"):
        size += f" + {contract.record(layout['record'])['size']} n"
    elif layout.get("record") and "count" in layout:
        size = str(layout["size"] + contract.record(layout["record"])["size"])
    if layout["name"] == "part":
        size += " + s n"
    heading = re.escape(f".Ss {layout['title']}, ")
    changed, count = re.subn(rf"(?m)^({heading}).* bytes$", rf"\g<1>{size} bytes", text)
    if count != 1:
        raise SystemExit(f"{PATH} has no heading '.Ss {layout['title']}, … bytes'")
    return changed


def _fields(fields: list[dict]) -> list[str]:
    rows = [([str(field["offset"]), field["type"], field["name"]], field.get("meaning", "0")) for field in fields]
    return _table(["Offset", "Type", "Field"], rows, '"Offset" "char[48]" "capabilities" "Meaning"')


def _values(values: dict) -> list[str]:
    first = "Bit" if values["form"] == "bits" else "Value"
    columns, extra = [first, values["title"]], []
    if values["name"] == "control":
        columns += ["From", "To"]
        extra = [[str(value["range"][0]), str(value["range"][1])] for value in values["values"]]
    if values["name"] == "category":
        columns += ["Milliseconds"]
        extra = [[str(value["deadline"] // 1000)] for value in values["values"]]
    rows = []
    for index, value in enumerate(values["values"]):
        rows.append(([str(value["value"]), value["name"]] + (extra[index] if extra else []), value["meaning"]))
    widest = max((value["name"] for value in values["values"]), key=len)
    widths = [f'"{one}"' for one in ["Value", widest] + columns[2:] + ["Meaning"]]
    return _table(columns, rows, " ".join(widths))


def _limits(limits: list[dict]) -> list[str]:
    rows = [([str(limit["value"]), limit["name"]], limit["meaning"]) for limit in limits]
    return _table(["Value", "Limit"], rows, '"Value" "daemon packet" "Meaning"')


def _table(columns: list[str], rows: list[tuple[list[str], str]], widths: str) -> list[str]:
    lines = [f".Bl -column {widths}", ".It Em " + " Ta Em ".join(columns + ["Meaning"])]
    for cells, meaning in rows:
        lines += [".It " + " Ta ".join(cells) + " Ta"] + mdoc(meaning)
    return lines + [".El"]


def mdoc(text: str) -> list[str]:
    """The source of a text with marks: one line for each sentence or macro."""
    lines, position = [], 0
    for match in MARKS.finditer(text):
        lines += _plain_lines(text[position : match.start()])
        position = match.end()
        macro = _macro(match)
        while position < len(text) and text[position] in PUNCTUATION:
            macro += " " + text[position]
            position += 1
        previous = lines[-1].split() if lines else []
        # Names in a list are arguments of one macro.
        if previous and previous[0] == macro[:3] == ".Sy" and previous[-1] == ",":
            lines[-1] += macro[3:]
        else:
            lines.append(macro)
    return lines + _plain_lines(text[position:])


def _macro(match: re.Match) -> str:
    name, field, literal, section, page, number = match.groups()
    if name:
        return f".Sy {name}"
    if field:
        return f".Em {field}"
    if literal:
        if literal.startswith("<"):
            return f".In {literal[1:-1]}"
        kind = "Pa" if literal.startswith("/") else "Dv" if re.fullmatch(r"[A-Z_*]{3,}", literal) else "Ql"
        return f".{kind} {escaped(literal)}"
    return f".Sx {section}" if section else f".Xr {page} {number}"


def _plain_lines(text: str) -> list[str]:
    sentences = re.split(r"(?<=[.]) (?=[A-Z0-9])", text.strip())
    lines = []
    for sentence in sentences:
        lines += textwrap.wrap(escaped(sentence), 120, break_long_words=False, break_on_hyphens=False)
    return lines


def escaped(text: str) -> str:
    return text.replace('"', "\\(dq")
