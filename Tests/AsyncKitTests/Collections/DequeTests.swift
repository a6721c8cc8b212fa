import Testing

@testable import AsyncKit

@Suite struct DequeTests {
    private enum Event: CaseIterable {
        case append, prepend, popFirst, replaceLast, copy
    }

    @Test("every short sequence of events has the same results as an array, and a copy keeps its elements")
    func model() {
        forEachSequence(of: Event.allCases, length: 6) { events in
            var deque = Deque<String>()
            var array: [String] = []
            var copies: [(Deque<String>, [String])] = []
            for (step, event) in events.enumerated() {
                let element = "element \(step)"
                switch event {
                case .append:
                    deque.append(element)
                    array.append(element)
                case .prepend:
                    deque.prepend(element)
                    array.insert(element, at: 0)
                case .popFirst: #expect(deque.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
                case .replaceLast:
                    guard !array.isEmpty else { break }
                    deque[array.count - 1] = element
                    array[array.count - 1] = element
                case .copy: copies.append((deque, array))
                }
                guard deque.elements == array
                else { return #expect(Bool(false), "\(events): \(deque.elements) instead of \(array)") }
            }
            for (copy, original) in copies where copy.elements != original { Issue.record("\(events): a copy changed") }
        }
    }

    @Test("a ring that wraps keeps its order when it grows")
    func growth() {
        var deque = Deque<Int>()
        var array: [Int] = []
        for number in 0..<1000 {
            deque.append(number)
            array.append(number)
            if number % 3 == 0 { #expect(deque.popFirst() == array.removeFirst()) }
        }
        #expect(deque.elements == array)
        #expect(deque.first == array.first)
        let capacity = deque.capacity
        deque.removeAll()
        #expect(deque.isEmpty && deque.first == nil && deque.capacity == capacity)
    }

    @Test("elements are released when they are removed or replaced, or when the deque is released")
    func lifetime() {
        final class Canary {}
        weak var popped: Canary?
        weak var replaced: Canary?
        weak var left: Canary?
        do {
            var deque = Deque<Canary>()
            for _ in 0..<3 { deque.append(Canary()) }
            popped = deque.first
            replaced = deque[1]
            left = deque[2]
            _ = deque.popFirst()
            deque[0] = Canary()
            #expect(popped == nil && replaced == nil && left != nil)
        }
        #expect(left == nil)
    }

    @Test("the first element that satisfies a predicate is removed, wherever it is, and the others keep their order")
    func removeFirst() {
        for start in 0..<6 {
            for wanted in 0..<8 {
                var deque = Deque<Int>()
                for _ in 0..<start { deque.append(0) }
                for _ in 0..<start { _ = deque.popFirst() }
                for number in 0..<6 { deque.append(number) }
                let copy = deque
                #expect(deque.removeFirst { $0 >= wanted } == (wanted < 6 ? wanted : nil))
                #expect(deque.elements == (0..<6).filter { $0 != wanted })
                #expect(copy.elements == Array(0..<6))
            }
        }
    }

    @Test("traps at an offset before its first element or behind its last one")
    func offsets() async {
        await #expect(processExitsWith: .failure) {
            var deque = Deque<Int>()
            deque.append(1)
            _ = deque[-1]
        }
        await #expect(processExitsWith: .failure) {
            var deque = Deque<Int>()
            deque.append(1)
            _ = deque[1]
        }
    }

    @Test("two deques exchange their buffers")
    func exchange() {
        var first = Deque<Int>()
        var second = Deque<Int>()
        first.append(1)
        first.exchange(with: &second)
        #expect(first.elements == [] && second.elements == [1])
    }
}

extension Deque {
    var elements: [Element] { (0..<count).map { self[$0] } }

    mutating func removeAll() { while popFirst() != nil {} }
}
