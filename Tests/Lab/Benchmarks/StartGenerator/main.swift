// Connects, plays once and exits, to time the start of a program with OpenCoreHaptics. The socket is HAPTICD_SOCKET.
import OpenCoreHaptics

UIImpactFeedbackGenerator().impactOccurred()
