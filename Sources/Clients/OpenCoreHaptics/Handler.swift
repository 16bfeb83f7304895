/// A closure of the application. The engine calls it on its queue, whatever the closure captures; the types of Core
/// Haptics do not say `@Sendable`.
struct Handler<Call>: @unchecked Sendable {
  let call: Call

  init(_ call: Call) { self.call = call }
}
