import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("A call that fails", .timeLimit(.hang))
struct CallRetryTests {
    private let world = World()
    private struct Call: Sendable {
        let name: String
        let time: Duration
    }

    private let calls = Record<Call>()
    /// How many calls of each kind are still to fail.
    private let failures = Locked([String: Int]())

    private func session(_ host: JournalHost) -> JournalSession {
        let link = JournalLink(host)
        @Sendable func call(_ name: String) throws {
            calls.append(Call(name: name, time: world.clock.now.offset))
            let fails = failures.withLock { failures in
                defer { failures[name, default: 0] -= 1 }
                return failures[name, default: 0] > 0
            }
            if fails { throw HostileError(description: name) }
        }
        let failing = JournalLink(
            open: {
                try call("open")
                return try await link.open($0)
            },
            close: {
                try call("close")
                try await link.close($0)
            },
            deliver: {
                // A batch of nothing renews the lease.
                try call($0.count == 0 && $0.room == nil ? "renew" : "deliver")
                do { try call("room") } catch {
                    return DeliveryReply(status: .busy, next: $0.first, exceptions: [], refusal: nil)
                }
                do { try call("turn") } catch {
                    return DeliveryReply(status: .busy, next: $0.first, exceptions: [], refusal: nil, lacksRoom: true)
                }
                return try await link.deliver($0)
            },
            finish: {
                try call("finish")
                return try await link.finish($0, $1, $2)
            },
            cancel: {
                try call("cancel")
                return try await link.cancel($0, $1)
            },
            states: {
                try call("states")
                do { try call("seat") } catch { return .unknownReader }
                return try await link.states($0)
            },
            unsubscribe: {
                try call("unsubscribe")
                try await link.unsubscribe($0, $1)
            })
        return world.session(failing)
    }

    @Test(
        "is made again after a pause, which doubles with each failure in a row, as with each reply of a host that is busy",
        arguments: ["open", "deliver", "room", "turn", "finish", "cancel", "states", "seat", "renew", "unsubscribe"])
    func pauses(name: String) {
        let clock = world.clock
        let runtime = Runtime(
            Journal { try? await clock.sleep(for: .seconds(5)) }, executor: .on(world.executor), clock: clock)
        let host = RuntimeHost(runtime, limits: world.limits, clock: clock, executor: world.executor)
        let session = session(host)
        failures.withLock { $0[name] = 4 }
        world.perform {
            let event = await session.deliver(.work(1))
            if name == "cancel" { event.cancel() }
            await event.finish()
            _ = try? await session.state
            // The host is told of the reader's end behind its back.
            if name == "unsubscribe" { try? await clock.sleep(for: .seconds(1)) }
            if name == "renew" {
                for await _ in session.states() {
                    try? await clock.sleep(for: .seconds(2))
                    break
                }
            }
        }
        let times = calls.elements.filter { $0.name == name }.map(\.time)
        session.end()
        world.end(host, runtime)
        let pauses = zip(times, times.dropFirst()).map { $1 - $0 }
        // The host lets a session wait for its turn; that is no failure.
        let expected = name == "turn" ? [0, 20, 20, 20] : [20, 40, 80, 160]
        #expect(Array(pauses.prefix(4)) == expected.map { .milliseconds($0) })
        // After a reply, calls wait at the host as long as before.
        #expect(times.count < 40)
    }

    @Test("for states is made for fewer of them, and for twice as many after each reply")
    func width() {
        let (node, session) = world.gauge()
        let (seen, gate) = (Record<Int>(), Latch())
        world.executor.task {
            for await state in session.states(.bounded(8)) {
                seen.append(state.values.count)
                await gate.wait()
            }
        }
        world.run { seen.elements.count == 1 }
        for number in 1...5 { node.runtime.send(.add(Double(number))) }
        world.executor.runUntilIdle()
        let calls = node.faults.calls(.states)
        node.faults.fail(.states, times: 2)
        gate.open()
        world.run(atMost: .seconds(10)) { seen.elements.count == 6 }
        // Two that fail, three for one state, two and two, and the one for the next state.
        #expect(seen.elements == Array(0...5) && node.faults.calls(.states) - calls == 6)
        #expect(node.end(session))
    }

    @Test(
        "is made in another session if the host does not know the first: at once, and after pauses if it knows none",
        arguments: ["deliver", "states"])
    func unknownSessions(name: String) {
        let (clock, executor, times) = (world.clock, world.executor, Record<Duration>())
        let runtime = Runtime(Journal {}, executor: .on(executor), clock: clock)
        let host = RuntimeHost(runtime, limits: world.limits, clock: clock, executor: executor)
        let link = JournalLink(host)
        /// Whether the host knows the session: from the eighth call on, but not at the ninth.
        @Sendable func isKnown(to call: String) -> Bool {
            guard call == name else { return true }
            times.append(clock.now.offset)
            return times.elements.count == 8 || times.elements.count > 9
        }
        let forgetful = link.replacing(
            deliver: { batch in
                guard isKnown(to: "deliver")
                else { return DeliveryReply(status: .unknownSession, next: 0, exceptions: [], refusal: nil) }
                return try await link.deliver(batch)
            },
            states: { request in
                guard isKnown(to: "states") else { return .unknownSession }
                return try await link.states(request)
            })
        let session = world.session(forgetful)
        func use() {
            let isOver = world.perform {
                if name == "deliver" { await session.deliver(.note(1)) } else { _ = try? await session.state }
            }
            #expect(isOver)
        }
        use()
        #expect(times.elements == [0, 0, 20, 60, 140, 300, 620, 1_260].map { .milliseconds($0) })
        use()
        let later = Array(times.elements.dropFirst(8))
        #expect(later.count == 2 && later.first == later.last)
        session.end()
        world.end(host, runtime)
    }
}
