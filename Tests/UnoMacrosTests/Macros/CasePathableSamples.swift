// The shapes that the formatter would change are wanted here.
// swift-format-ignore-file

public import UnoArchitecture
import UnoStateMachines

/// Enums of every shape that `@CasePathable` has to work with; that they compile is part of the test.
enum Samples {
    @CasePathable
    enum Plain: Sendable, Equatable {
        case idle
        case query(String)
        case moved(by: Int)
        case pair(Int, String)
        case labelled(Int, name: String, _ flag: Bool)
    }

    /// What needs care: optionals, closures, keywords, several cases on a line, defaults.
    @CasePathable
    indirect enum Careful {
        case `default`, `init`(in: Int, `self`: Int), none
        case optional(Int?), forced(Int!), nested([String: [Int?]]? = nil)
        case closure(@Sendable (_ value: inout Int) -> Void)
        case throwing(name: () throws -> Int, after: Duration = .seconds(1))
        case existential(any Sendable & CustomStringConvertible)
        case recursive(Self, [Self])
        case void(Void), unit(()), tuple((Int, Int))
        case `with space`(Int)
        case metatype(Int.Type)
        case generic(Result<Int, any Error>)
    }

    @CasePathable
    enum Single: Equatable { case only(Int) }

    @CasePathable
    enum SingleWithoutValue: Equatable { case only }

    @CasePathable
    enum Generic<Value, Failure: Error> {
        case value(Value), failure(Failure)
        case both(Value, failure: Failure)

        enum Inner { case inner(Value) }
    }

    struct Around<Element: Hashable & SendableMetatype> {
        @CasePathable
        enum Inside { case element(Element), list([Element]) }
    }

    /// A protocol that says nothing of sending its values or its metatype.
    protocol Shape {
        static var name: String { get }
    }

    @CasePathable
    enum Constrained<Value: Shape> {
        case value(Value), both(Value, count: Int), `in`(Value), nothing
    }

    struct Circle: Shape { static let name = "circle" }

    struct AroundShapes<Value> where Value: Shape {
        @CasePathable
        enum Inside { case list([Value]), embedding, extracting(Int) }
    }

    /// Types that have names of the standard library.
    enum Shadowing {
        struct Sendable {}
        struct Void {}
        struct Never {}
        struct Int {}
        struct Optional {}
        struct AsyncStream {}
        struct Hashable {}

        @CasePathable
        enum Shadowed { case nothing, value(Sendable), void(Void) }

        @CasePathable
        enum ShadowedGeneric<Value: Shape> { case nothing, value(Value) }

        @StateMachine @EffectComposition
        struct Machine {
            enum State: Swift.Sendable { case off, on }
            enum Input: Swift.Sendable { case go }
            enum IOEffect: Swift.Sendable { case go }
            let initialValue = State.off
            static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.go) }
        }
    }

    @CasePathable
    fileprivate enum Hidden { case secret(Int) }

    static var hidden: Int? { Hidden.secret(3)[case: \.secret] }

    @CasePathable @dynamicMemberLookup
    enum Looked: Sendable, Equatable {
        case plain(Plain)
        case count(Int)
        case optional(Int?)
        case nothing
        case pair(x: Int, y: Int)
        case closure(Function)
        case listed([Int])

        struct Function: Equatable, Sendable {}
        /// A property of the enum's own: the macro leaves it alone.
        var count: Int { 17 }
    }

    @CasePathable @dynamicMemberLookup
    enum Typed {
        case closure((Int) -> Int)
        case existential(any Equatable)
        case metatype(Int.Type)
    }

    @CasePathable
    enum Conditional: Equatable {
        case always(Int)
        #if DEBUG || !DEBUG
            case sometimes(String)
        #else
            case sometimes(Int)
            case never(Missing)
        #endif
        #if canImport(NoSuchModule)
            case missing(NoSuchModule.Thing)
        #endif
    }

    @CasePathable @dynamicMemberLookup
    enum ConditionalLookup: Equatable {
        #if canImport(NoSuchModule)
            case missing(NoSuchModule.Thing)
        #elseif swift(>=6)
            case present(Int)
        #endif
    }

    @CasePathable
    enum Available {
        @available(*, deprecated, message: "an old one")
        case old(Int)
        @available(*, unavailable)
        case gone
        @available(macOS 99, iOS 99, *)
        case new(String)
        case plain
    }

    @CasePathable
    enum Excluding: Equatable {
        #if NO_SUCH_FLAG
            case one(String)
        #endif
        #if !NO_SUCH_FLAG
            case one(Int)
        #endif
    }

    @available(macOS 99, *)
    @CasePathable
    enum AvailableAsAWhole { case one(Int) }

    @CasePathable
    enum Conforming: Sendable, CasePathable { case one(Int) }

    @CasePathable
    enum Raw: String, Codable, CaseIterable { case one = "1", two = "}", three }

    @MainActor
    @CasePathable
    enum Isolated { case one(Int) }

    @CasePathable
    enum Uninhabited { case never(Never), pair(Int, Never), some(Int) }
}

extension Samples {
    @CasePathable
    enum InExtension: Equatable { case one(Int) }
}

@CasePathable
public enum PublicSample: Sendable {
    case one(Int)
    case two(first: Int, second: String)
}

public struct PublicSpace {}

extension PublicSpace {
    @CasePathable
    public enum Nested: Sendable { case one(Int) }
}

public extension PublicSpace {
    @CasePathable
    enum Implicit: Sendable { case one(Int) }
}

@CasePathable @dynamicMemberLookup
@usableFromInline enum InlinableSample: Sendable {
    case one(Int)
    case two(first: Int, second: String)
}

@CasePathable
@usableFromInline package enum InlinablePackageSample: Sendable { case one(Int) }

@inlinable
public func inlinableUse(_ number: Int) -> [Int?] {
    let (one, two) = (InlinableSample.one(number), InlinableSample.two(first: number, second: ""))
    return [one[case: \.one], one.one, two[case: \.two]?.first, two.is(\.one) ? 1 : nil]
}

@CasePathable
package enum PackageSample: Sendable { case one(Int) }

@CasePathable
private enum TopLevelHidden { case secret(Int) }

extension Samples.Shadowing.Machine: Samples.Shadowing.Machine.EffectRunner {
    func runGo() -> AsyncStream<Never> { .empty }
}

extension Samples.AroundShapes {
    @CasePathable
    enum InExtension {
        case one(Value), none
        case run(@Sendable (Value) -> Void), load(name: @Sendable () async throws -> String)
    }
}
