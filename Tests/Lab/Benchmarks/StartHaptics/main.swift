// Connects, plays once and exits, to time the start of a program with Haptics. The socket is HAPTICD_SOCKET.
import Haptics

HapticClient(applicationName: "").play("tap")
