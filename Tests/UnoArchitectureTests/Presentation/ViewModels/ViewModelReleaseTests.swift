import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// The graph, the reducer and the view state of a view model are released on the main actor.
@Suite("Release on the main actor", .timeLimit(.hang)) struct ViewModelReleaseTests {
    typealias Moment = ReleaseTests.Moment
    typealias Way = ReleaseTests.Way
    typealias Works = ReleaseTests.Works
    typealias Action = ReleaseTests.Action
    typealias State = ReleaseTests.State

    @MainActor
    private func letGo<Host: Sendable>(_ host: inout Host?) { host = nil }

    /// Neither a reducer nor a view state has to be `Sendable`.
    private final class Screen {
        let canary: HomeCanary
        var child = 0
        init(_ canary: HomeCanary) { self.canary = canary }
    }

    private final class Reducing: ViewStateReducer {
        let canary: HomeCanary
        init(_ canary: HomeCanary) { self.canary = canary }
        func reduce(_ state: State, into screen: inout Screen) { screen.child = state.child }
    }

    @Test("The graph, the reducer and the view state of a view model", arguments: Moment.allCases, Way.allCases)
    func viewModel(moment: Moment, way: Way) async {
        for _ in 0..<Scale.chosen(debug: 20, release: 200) {
            let works = Works()
            let watches = await endViewModel(works, moment, way)
            works.release()
            for watch in watches { #expect(await watch.freedAtHome()) }
        }
    }

    private func endViewModel(_ works: Works, _ moment: Moment, _ way: Way) async -> [HomeCanary.Watch] {
        var watches: [HomeCanary.Watch] = []
        var model: ViewModel<Action, State, Screen>? = await makeViewModel(works, moment, &watches)
        await works.reached(moment)
        switch way {
        case .elsewhere: break
        case .onTheMainActor: await letGo(&model)
        case .afterCancel, .afterDrain:
            works.release()
            await model!.finish()
        }
        model = nil
        return watches
    }

    @MainActor
    private func makeViewModel(
        _ works: Works, _ moment: Moment, _ watches: inout [HomeCanary.Watch]
    ) -> ViewModel<Action, State, Screen> {
        let canaries = (0..<3).map { _ in HomeCanary() }
        watches = canaries.map(\.watch)
        let model = ViewModel(
            initialValue: Screen(canaries[0]), works.feature(moment, canaries[1]), Reducing(canaries[2]),
            instances: .many)
        if moment != .idle { model.sendViewEvent(works.action(moment)) }
        return model
    }

    @Test(arguments: [Way.elsewhere, .onTheMainActor])
    func `The reducer and the view state of a view model on a shared runtime`(way: Way) async {
        for _ in 0..<Scale.chosen(debug: 50, release: 500) {
            let runtime = Runtime(Sum.digits())
            var watches: [HomeCanary.Watch] = []
            var model: ViewModel<Int, Int, Screen>? = await makeShared(runtime, &watches)
            runtime.send(1)
            if way == .onTheMainActor { await letGo(&model) }
            model = nil
            for watch in watches { #expect(await watch.freedAtHome()) }
            await runtime.shutdown(.cancel)
        }
    }

    private final class Counting: ViewStateReducer {
        let canary: HomeCanary
        init(_ canary: HomeCanary) { self.canary = canary }
        func reduce(_ state: Int, into screen: inout Screen) { screen.child = state }
    }

    @MainActor
    private func makeShared(
        _ runtime: Runtime<Int, Int>, _ watches: inout [HomeCanary.Watch]
    ) -> ViewModel<Int, Int, Screen> {
        let canaries = (0..<2).map { _ in HomeCanary() }
        watches = canaries.map(\.watch)
        return ViewModel(initialValue: Screen(canaries[0]), runtime, Counting(canaries[1]), instances: .many)
    }
}
