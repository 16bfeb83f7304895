import FuzzBodies
import Testing
struct X {}
