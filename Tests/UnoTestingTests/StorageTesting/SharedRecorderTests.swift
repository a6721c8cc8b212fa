import TestSupport
import Testing
import UnoArchitecture
import UnoStorage
import UnoStorageTesting
import UnoTesting

@Suite(.timeLimit(.hang)) struct SharedRecorderTests {
    struct Settings: Sendable, Equatable {
        var name = ""
        var size = 1
    }

    @Test func `A test asserts each change, in order`() async {
        let recorder = SharedRecorder(Settings())
        let failures = await failures {
            recorder.shared.update { $0.name = "a" }
            recorder.shared.projection(\.size).update { $0 = 2 }
            recorder.expect { $0.name = "a" }
            recorder.expect { $0.size = 2 }
            recorder.finish()
        }
        #expect(failures.isEmpty)
    }

    @Test func `Another change, a missing one, and one that the test does not speak of are failures`() async {
        let recorder = SharedRecorder(Settings())
        let line = #line as Int
        let failures = await failures {
            recorder.shared.update { $0.size = 3 }
            recorder.expect { $0.size = 4 }
            recorder.expect { $0.size = 5 }
            recorder.shared.update { $0.name = "late" }
            recorder.finish()
            recorder.finish()
        }
        #expect(failures.map(\.line) == [line + 3, line + 4, line + 6])
        #expect(failures[0].text.contains("expected: 4") && failures[0].text.contains("actual:   3"))
        #expect(failures[1].text.contains("has not changed"))
        #expect(failures[2].text.contains("name") && failures[2].text.contains("late"))
    }

    @Test func `A recorder that is released with changes left is a failure at the place where it was made`() async {
        let line = #line + 2 as Int
        let failures = await failures {
            let recorder = SharedRecorder(0)
            for _ in 1...2 { recorder.shared.update { $0 += 1 } }
        }
        #expect(failures.map(\.line) == [line, line])
        #expect(failures.map { $0.text.contains("1 became 2") } == [false, true])
    }

    @Test func `A feature that only writes is tested with a recorder`() async {
        let recorder = SharedRecorder(0)
        let feature = Interact<Int, Int>(initialValue: 0) { [count = recorder.shared] _, step in
            count.update { $0 += step }
            return .none
        }
        let harness = InteractorTestHarness(feature)
        await harness.send(5)
        recorder.expect { $0 += 5 }
        await harness.finish()
        recorder.finish()
    }
}
