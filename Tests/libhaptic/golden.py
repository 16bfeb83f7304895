#!/usr/bin/env python3
"""Writes the golden bytes of Tests/HapticProtocolTests as a C header. usage: golden.py > golden.h"""
import pathlib
import re

FOLDER = pathlib.Path(__file__).parent.parent / "HapticProtocolTests"
FILES = ["GoldenRequests", "GoldenQueries", "GoldenPatternRequests", "GoldenPlayingRequests", "GoldenReplies", "GoldenEvents"]
TRANSPORT = "0c00 0000 12000000\n05000000\n"


def read_hex(text: str) -> bytes:
    """Reads an annotated hex dump, in the form of Hex.swift."""
    result = b""
    for line in text.splitlines():
        for word in line.split("//")[0].split():
            repeated = re.fullmatch(r"(\w\w)\.\.\((\d+)\)", word)
            result += bytes.fromhex(repeated[1]) * int(repeated[2]) if repeated else bytes.fromhex(word)
    return result


def records() -> "dict[str, str]":
    """Returns the records that several packets contain, by name."""
    sources = "".join((FOLDER / f"{file}.swift").read_text() for file in FILES)
    return dict(re.findall(r'^let (\w+) = """\n(.*?)"""', sources, re.S | re.M))


def entries() -> "list[tuple[str, bytes]]":
    found = []
    known = records()
    for file in FILES:
        source = (FOLDER / f"{file}.swift").read_text()
        starts = list(re.finditer(r'^  (Golden|transport)\(\s*"([^"]+)"', source, re.M))
        for start, end in zip(starts, [match.start() for match in starts[1:]] + [len(source)]):
            text = source[start.end() : end]
            block = re.search(r'"""\n(.*?)"""', text, re.S) or re.search(r'"([0-9a-f]{2}[0-9a-f ][^"]*)"', text)
            assert block, f"{file}: {start[2]} has no bytes"
            text = re.sub(r"\\\((\w+)\)", lambda match: known.get(match[1], match[0]), block[1])
            if "\\(" not in text:  # computed records
                found.append((start[2], read_hex((TRANSPORT if start[1] == "transport" else "") + text)))
    return found


def main() -> None:
    print("static const struct golden goldens[] = {")
    for name, data in entries():
        print(f'  {{"{name}", {len(data)}, (const uint8_t[]){{{", ".join(map(str, data))}}}}},')
    print("};")


main()
