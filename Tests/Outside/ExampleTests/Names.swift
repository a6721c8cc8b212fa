import Dispatch
import UnoArchitecture
import UnoStateMachines

// The library leaves these names to others: to the module Dispatch, and to what a program declares for itself.

let mainQueue = Dispatch.DispatchQueue.main

func identity<Value>(_ value: Value) -> Value { value }
func ignore<Value>(_ value: Value) {}
func absurd<Value>(_ never: Never) -> Value {}

extension AsyncStream {
    static var empty: AsyncStream { AsyncStream { $0.finish() } }
    static func just(_ elements: Element...) -> AsyncStream { .empty }
    static func single(_ work: @escaping @Sendable () async -> Element) -> AsyncStream { .empty }
}

func useNames() -> [AsyncStream<Int>] {
    ignore(identity(mainQueue))
    return [.empty, .just(1), .single { 1 }]
}
