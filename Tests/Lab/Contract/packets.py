"""What a daemon sends to a client that offers a version of the protocol. usage: packets.py SOCKET VERSION

Prints one line: the agreed version, the verdict on a play of `warning`, the size and the kinds of the device records, and
the number of events 0x4008.
"""

import socket
import struct
import sys

path, version = sys.argv[1], int(sys.argv[2])
daemon = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
daemon.settimeout(120)
daemon.connect(path)


def ask(opcode: int, body: bytes) -> None:
    daemon.send(struct.pack("<HHI", opcode, 0, opcode) + body)


ask(1, struct.pack("<H6x48s", version, b"org.example.Packets"))
ask(4, struct.pack("<IIIHBBQQIBB2xQQQIf16x48s", 0, 0, 0, 0xFFFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, b"warning"))
ask(7, b"")
found: dict[str, object] = {"news": 0}
while "kinds" not in found:
    packet = daemon.recv(16384)
    if not packet:
        sys.exit("the daemon closed the connection")
    (opcode,) = struct.unpack_from("<H", packet)
    if opcode == 0x8001:
        (found["version"],) = struct.unpack_from("<H", packet, 8)
    elif opcode == 0x8000:
        (found["verdict"],) = struct.unpack_from("<H", packet, 8)
    elif opcode == 0x4008:
        found["news"] += 1
    elif opcode == 0x8007:
        count, size = struct.unpack_from("<II", packet, 8)
        found["record"] = size
        found["kinds"] = [packet[16 + size * index + 7] for index in range(count)]
print(f"version {found['version']} verdict {found['verdict']} record {found['record']} kinds {found['kinds']} "
      f"news {found['news']}")
