public import Observation
public import UnoArchitecture

/// A ``ViewModel`` or a part of one, from which handles of smaller parts are made.
///
/// A function here may be called as often as a view is updated: it returns the handle that exists, or makes one.
///
/// Complexity: O(1); some look-ups of key paths, of a microsecond in all.
@MainActor
public protocol ViewScope<Action, ViewState>: AnyObject, Observable {
    /// The actions that are sent.
    associatedtype Action: Sendable
    /// The state that is shown.
    associatedtype ViewState

    /// The handle of this whole part.
    func scope() -> ScopedViewModel<Action, ViewState>

    /// Sends an action; see ``ViewModel/sendViewEvent(_:with:note:fileID:function:line:)``.
    @discardableResult
    func sendViewEvent(
        _ action: Action, with transaction: ViewTransaction?, note: String?,
        fileID: StaticString, function: StaticString, line: UInt
    ) -> EventTask
}

extension ViewScope where Action: CasePathable {
    /// Sends the action at `path` with `value` in it: `model.sendViewEvent(\.rows[id: 3].title, "Bread")`.
    ///
    /// Complexity: a key-path look-up of some microseconds.
    @discardableResult
    public func sendViewEvent<Value>(
        _ path: CaseKeyPath<Action, Value>, _ value: Value, with transaction: ViewTransaction? = nil,
        note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> EventTask {
        sendViewEvent(path(value), with: transaction, note: note, fileID: fileID, function: function, line: line)
    }

    /// Sends the action at `path`: `model.sendViewEvent(\.rows[id: 3].done)`.
    @discardableResult
    public func sendViewEvent(
        _ path: CaseKeyPath<Action, Void>, with transaction: ViewTransaction? = nil, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> EventTask {
        sendViewEvent(path(), with: transaction, note: note, fileID: fileID, function: function, line: line)
    }
}

extension ScopedViewModel: ViewScope {
    /// The handle itself.
    public func scope() -> ScopedViewModel { self }
}

extension ViewScope {
    /// Returns the handle of the property `state`, which sends the actions of the case `action`.
    @inlinable
    public func scope<Part, PartAction>(
        state: KeyPath<ViewState, Part>,
        action: CaseKeyPath<Action, PartAction>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ScopedViewModel<PartAction, Part> where Action: CasePathable {
        scope().part(PartKey(state, action), scope().find(state), CallSite(fileID, line)) {
            AnyCasePath(action).embedValue
        }!
    }

    /// Returns the handle of an optional property's value; nil while there is none.
    ///
    /// Observes whether there is a value and, if its type is `Identifiable`, its id: a value with another id has another
    /// handle.
    @inlinable
    public func scope<Part, PartAction>(
        state: KeyPath<ViewState, Part?>,
        action: CaseKeyPath<Action, PartAction>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ScopedViewModel<PartAction, Part>? where Action: CasePathable {
        scope().optionalPart(PartKey(state, action), scope().find(state), CallSite(fileID, line)) {
            AnyCasePath(action).embedValue
        }
    }

    /// Returns the handle of a presented child; nil while there is none. It sends the child's own actions: the `presented` of
    /// the path is left out.
    @inlinable
    public func scope<Part, Value, PartAction>(
        state: KeyPath<ViewState, Part?>,
        action: CaseKeyPath<Action, Value>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ScopedViewModel<PartAction, Part>? where Action: CasePathable, Value: PresentationActionProtocol<PartAction> {
        scope().optionalPart(PartKey(state, action), scope().find(state), CallSite(fileID, line)) {
            let path = Value.path(AnyCasePath(action))
            return { path.embed(.presented($0)) }
        }
    }

    /// Returns the handle of the value of a case; nil while the state is in another case, which is observed.
    @inlinable
    public func scope<Part, PartAction>(
        case state: CaseKeyPath<ViewState, Part>,
        action: CaseKeyPath<Action, PartAction>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ScopedViewModel<PartAction, Part>? where ViewState: CasePathable, Action: CasePathable {
        scope().optionalPart(PartKey(state, action), scope().find(AnyCasePath(state)), CallSite(fileID, line)) {
            AnyCasePath(action).embedValue
        }
    }

    /// Returns the handle of the value of a case of an optional enum, such as the destination of a screen:
    /// `model.scope(state: \.destination, case: \.edit, action: \.destination.edit)`.
    @inlinable
    public func scope<Destination: CasePathable, Part, PartAction>(
        state: KeyPath<ViewState, Destination?>,
        case path: CaseKeyPath<Destination, Part>,
        action: CaseKeyPath<Action, PartAction>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ScopedViewModel<PartAction, Part>? where Action: CasePathable {
        scope().optionalPart(
            PartKey(state, action, id: path),
            scope().find(state, AnyCasePath(path)),
            CallSite(fileID, line)
        ) { AnyCasePath(action).embedValue }
    }

    /// Returns the handle of the property `state`, which sends the actions of this part.
    @inlinable
    public func scope<Part>(
        state: KeyPath<ViewState, Part>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ScopedViewModel<Action, Part> {
        scope().part(PartKey(state, nil), scope().find(state), CallSite(fileID, line)) { { $0 } }!
    }

    /// Returns the handle of an optional property's value, which sends the actions of this part.
    @inlinable
    public func scope<Part>(
        state: KeyPath<ViewState, Part?>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ScopedViewModel<Action, Part>? {
        scope().optionalPart(PartKey(state, nil), scope().find(state), CallSite(fileID, line)) { { $0 } }
    }
}

// MARK: Making handles

extension ScopedViewModel {
    @inlinable
    func find<Part>(_ path: KeyPath<ViewState, Part>) -> PartSlot.Find {
        if let offset = MemoryLayout<ViewState>.offset(of: path) { return { whole, body in body(whole + offset) } }
        return { whole, body in
            withUnsafePointer(to: whole.assumingMemoryBound(to: ViewState.self).pointee[keyPath: path]) { body($0) }
        }
    }

    @inlinable
    func find<Part>(_ path: KeyPath<ViewState, Part?>) -> PartSlot.Find {
        { whole, body in
            guard let part = whole.assumingMemoryBound(to: ViewState.self).pointee[keyPath: path] else { return }
            withUnsafePointer(to: part) { body($0) }
        }
    }

    @inlinable
    func find<Part>(_ path: AnyCasePath<ViewState, Part>) -> PartSlot.Find {
        { whole, body in
            guard let part = path.extract(from: whole.assumingMemoryBound(to: ViewState.self).pointee) else { return }
            withUnsafePointer(to: part) { body($0) }
        }
    }

    @inlinable
    func find<Destination, Part>(
        _ path: KeyPath<ViewState, Destination?>,
        _ casePath: AnyCasePath<Destination, Part>
    ) -> PartSlot.Find {
        { whole, body in
            let destination = whole.assumingMemoryBound(to: ViewState.self).pointee[keyPath: path]
            guard let part = destination.flatMap(casePath.extract(from:)) else { return }
            withUnsafePointer(to: part) { body($0) }
        }
    }

    /// - Parameter embed: returns the function that embeds the part's actions; called when a handle has to be made.
    @inlinable
    func part<Part, PartAction>(
        _ key: PartKey,
        _ find: @autoclosure () -> PartSlot.Find,
        _ site: CallSite,
        embed: () -> (PartAction) -> Action
    ) -> ScopedViewModel<PartAction, Part>? {
        let slot = part.slot(key.handled(by: ScopedViewModel<PartAction, Part>.self)) {
            PartSlot(in: part, layout: PartLayout(Part.self), find: find())
        }
        return handle(in: slot, site, embed)
    }

    @inlinable
    func optionalPart<Part, PartAction>(
        _ key: PartKey,
        _ find: @autoclosure () -> PartSlot.Find,
        _ site: CallSite,
        embed: () -> (PartAction) -> Action
    ) -> ScopedViewModel<PartAction, Part>? {
        let slot = part.slot(key.handled(by: ScopedViewModel<PartAction, Part>.self)) {
            PartSlot(in: part, layout: PartLayout(Part.self), id: DeclaredID.of(Part.self), find: find())
        }
        slot.accessPresence()
        return handle(in: slot, site, embed)
    }

    @inlinable
    func handle<Part, PartAction>(
        in slot: PartSlot,
        _ site: CallSite,
        _ embed: () -> (PartAction) -> Action
    ) -> ScopedViewModel<PartAction, Part>? {
        guard let (part, id) = slot.knownPart() else { return nil }
        return .handle(of: part, id: id) { link.link(to: part, Part.self, at: site, embed()) }
    }
}

/// The ids of states.
@usableFromInline
enum DeclaredID {
    /// Returns the function that reads the id of a state, or nil if the type is not `Identifiable`.
    ///
    /// The id of a dialog is what it contains, because a view state may be made anew for each step; see ``DialogID``.
    /// The conformance is looked up at run time, so that generic code finds it too.
    @usableFromInline
    static func of<State>(_ type: State.Type) -> PartSlot.ID {
        func id<Identified: Identifiable>(of type: Identified.Type) -> PartSlot.ID {
            { AnyHashable($0.assumingMemoryBound(to: Identified.self).pointee.id) }
        }
        if let type = type as? any Identifiable.Type { return id(of: type) }
        func dialog<Dialog: DialogState>(of type: Dialog.Type) -> PartSlot.ID {
            { AnyHashable(DialogID($0.assumingMemoryBound(to: Dialog.self).pointee)) }
        }
        guard let type = type as? any DialogState.Type else { return { _ in nil } }
        return dialog(of: type)
    }
}
