import Testing
import UnoArchitecture

@CasePathable
enum Route: Equatable {
    case detail(Int)
    case search(query: String, page: Int)
    case home
    case answer(Result<Void, Failure>)
    case choice(Int?)
    case bar(Never)

    struct Failure: Error, Equatable {}

    static func == (left: Route, right: Route) -> Bool { "\(left)" == "\(right)" }
}

@Suite("Case paths, spelled as in swift-case-paths")
struct CasePathWords {
    @Test("A case is set, whatever case the value was in")
    func setting() {
        var route = Route.home
        route[case: \.detail] = 2
        #expect(route == .detail(2) && route[case: \.detail] == 2 && route[case: \.search] == nil)
        route[case: \.search] = (query: "x", page: 1)
        #expect(route == .search(query: "x", page: 1))
        route[case: \.answer.success] = ()
        #expect(route.is(\.answer.success) && !route.is(\.answer.failure))
        route[case: \.choice.some] = 3
        #expect(route == .choice(3))
        route[case: \.detail]? += 1
        #expect(route == .choice(3))
        route = .detail(1)
        route[case: \.detail]? += 1
        let two = 2
        #expect(route[case: \.detail] == two)
    }

    @Test("Setting nil changes nothing, and is reported where the value was in the case")
    func settingNil() {
        for (route, kinds) in [(Route.home, []), (.detail(1), [Diagnostic.Kind.otherCase])] {
            let reports = Reports()
            var changed = route
            Diagnostics.$local.withValue(Diagnostics { reports.add($0.kind) }) { changed[case: \.detail] = nil }
            #expect(changed == route && reports.kinds == kinds)
        }
    }

    @Test("A path has a root, and is called to make the case")
    func calling() {
        let path = \Route.Cases.detail
        let home: CaseKeyPath<Route, Void> = \.home
        let number: Int? = path(3)[case: path]
        #expect(path(3) == .detail(3) && home() == .home && number == 3)
    }

    @Test("A case that has no value has a path, too")
    func never() {
        let path: CaseKeyPath<Route, Never> = \.bar
        let route = Route.home
        #expect(!route.is(path))
        #expect(route[case: path] == nil)
    }

    @Test("A path is a pattern")
    func pattern() {
        func name(_ route: Route) -> String {
            switch route {
            case \.detail: "detail"
            case \.answer.failure: "failure"
            default: "other"
            }
        }
        #expect(name(.detail(1)) == "detail")
        #expect(name(.answer(.failure(.init()))) == "failure")
        #expect(name(.answer(.success(()))) == "other")
    }

    @Test("A path whose value has any type")
    func partial() {
        let paths: [PartialCaseKeyPath<Route>] = [\.home, \.detail, \.choice, \.answer.success]
        #expect(paths.map { Route.detail(2).is($0) } == [false, true, false, false])
        #expect(Route.detail(2)[case: paths[1]] as? Int == 2)
        #expect(paths[1](3) == Route.detail(3))
        #expect(paths[1]("3") == Route?.none)
    }

    @Test("Optionals and results are roots")
    func roots() {
        var number: Int? = nil
        #expect(number.is(\.none) && !number.is(\.some))
        number[case: \.some] = 4
        #expect(number == 4 && (\Int?.Cases.some)(5) == 5)
        let result = Result<Int, Route.Failure>.success(1)
        #expect(result.is(\.success) && result[case: \.success] == 1 && result[case: \.failure] == nil)
        let empty = Result<Void, any Error>.success(())
        #expect(empty.is(\.success))
        let path: CaseKeyPath<Result<Void, Route.Failure>, Route.Failure> = \.failure
        #expect(path(.init()).is(\.failure))
        let nested: CaseKeyPath<Result<Int?, Route.Failure>, Int> = \.success.some
        #expect(nested(7)[case: nested] == 7)
    }
}
